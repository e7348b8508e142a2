//! Makes a failing program small: many smaller candidates are built in one crate, the smallest that still fails in the
//! same way is kept, until none does.

use crate::ast::{Block, Expr, Program, Stmt, int, lit};
use crate::batch::{Mode, Setup, Verdict, judge};
use crate::kind::{Kind, kind};
use crate::print::{Form, functions};
use crate::walk::{Part, each_block_mut, each_expr, each_expr_mut, parts};
use std::io;

/// Candidates in one crate.
const BATCH: usize = 60;
/// Rounds before giving up.
const ROUNDS: usize = 60;

/// A smaller program that fails as `verdict` says, with its verdict.
///
/// # Errors
/// As `judge`.
pub fn shrink(
    setup: &Setup,
    program: &Program,
    verdict: &Verdict,
) -> io::Result<(Program, Verdict)> {
    let mut best = (program.clone(), verdict.clone());
    let setup = Setup {
        name: format!("{}-shrink", setup.name),
        ..setup.clone()
    };
    let mut skip = 0;
    for _ in 0..ROUNDS {
        let mut all = candidates(&best.0);
        all.sort_by_key(size);
        let window: Vec<Program> = all.into_iter().skip(skip).take(BATCH).collect();
        if window.is_empty() {
            break;
        }
        match first_failing(&setup, window, &best.1)? {
            Some(found) => {
                best = found;
                skip = 0;
            }
            None => skip += BATCH,
        }
    }
    Ok(best)
}

/// The smallest candidate that fails like `verdict`.
fn first_failing(
    setup: &Setup,
    window: Vec<Program>,
    verdict: &Verdict,
) -> io::Result<Option<(Program, Verdict)>> {
    let plain = Setup {
        mode: Mode::Oracle,
        build_only: true,
        ..setup.clone()
    };
    let all: Vec<&Program> = window.iter().collect();
    let valid = judge(&plain, &all)?;
    let kept: Vec<&Program> = all
        .into_iter()
        .zip(valid)
        .filter(|(_, v)| v.agrees())
        .map(|(p, _)| p)
        .collect();
    let verdicts = judge(setup, &kept)?;
    let found = kept
        .into_iter()
        .zip(verdicts)
        .find(|(_, v)| v.is_like(verdict));
    Ok(found.map(|(p, v)| (p.clone(), v)))
}

fn size(p: &Program) -> usize {
    functions(&p.functions, Form::Plain).len() + p.cases.len()
}

/// Programs that are smaller by one step.
fn candidates(p: &Program) -> Vec<Program> {
    let mut out = Vec::new();
    for i in 0..p.functions.len() - 1 {
        let mut q = p.clone();
        q.functions.remove(i);
        out.push(q);
    }
    if p.cases.len() > 1 {
        for i in 0..p.cases.len() {
            let mut q = p.clone();
            q.cases = vec![p.cases[i].clone()];
            out.push(q);
        }
    }
    for f in 0..p.functions.len() {
        let before = size(p);
        let smaller = without_statements(p, f)
            .into_iter()
            .chain(simpler_expressions(p, f));
        out.extend(smaller.filter(|q| size(q) < before));
    }
    out
}

/// One statement less, or a block's statements in the place of the block.
fn without_statements(p: &Program, f: usize) -> Vec<Program> {
    let mut out = Vec::new();
    for at in 0.. {
        let mut q = p.clone();
        let mut counter = 0;
        let found = each_block_mut(&mut q.functions[f].body, &mut |b| {
            remove_at(b, at, &mut counter)
        });
        if !found {
            return out;
        }
        out.push(q);
        let mut q = p.clone();
        let mut counter = 0;
        each_block_mut(&mut q.functions[f].body, &mut |b| {
            unwrap_at(b, at, &mut counter)
        });
        out.push(q);
    }
    out
}

fn remove_at(b: &mut Block, at: usize, counter: &mut usize) -> bool {
    let first = *counter;
    *counter += b.stmts.len();
    if at < *counter {
        b.stmts.remove(at - first);
        return true;
    }
    false
}

fn unwrap_at(b: &mut Block, at: usize, counter: &mut usize) -> bool {
    let first = *counter;
    *counter += b.stmts.len();
    if at >= *counter {
        return false;
    }
    let Stmt::Expr(e) = &b.stmts[at - first] else {
        return true;
    };
    let inner: Vec<Stmt> = parts(e)
        .into_iter()
        .filter_map(|part| match part {
            Part::Block(b) => Some(b.stmts.clone()),
            Part::Expr(_) => None,
        })
        .next()
        .unwrap_or_default();
    b.stmts.splice(at - first..=at - first, inner);
    true
}

/// An expression replaced by a part of the same kind, or by a literal.
fn simpler_expressions(p: &Program, f: usize) -> Vec<Program> {
    let mut wanted: Vec<Vec<Expr>> = Vec::new();
    each_expr(&p.functions[f].body, &mut |e| wanted.push(replacements(e)));
    let mut out = Vec::new();
    for (at, list) in wanted.into_iter().enumerate() {
        for new in list {
            let mut q = p.clone();
            let mut counter = 0;
            each_expr_mut(&mut q.functions[f].body, &mut |e| {
                counter += 1;
                if counter == at + 1 {
                    *e = new.clone();
                    return true;
                }
                false
            });
            out.push(q);
        }
    }
    out
}

fn replacements(e: &Expr) -> Vec<Expr> {
    let own = kind(e);
    let mut out = Vec::new();
    match (own, e) {
        (_, Expr::Float(..) | Expr::Int(..) | Expr::Bool(_)) => return out,
        (Kind::Float, _) => out.push(lit(1.5)),
        (Kind::Int, _) => out.push(int(1)),
        (Kind::Bool, _) => out.extend([Expr::Bool(true), Expr::Bool(false)]),
        (Kind::Other, _) => {}
    }
    for part in parts(e) {
        match part {
            Part::Expr(part) if kind(part) == own => out.push(part.clone()),
            Part::Expr(_) => {}
            Part::Block(b) => out.extend(b.tail.iter().map(|tail| (**tail).clone())),
        }
    }
    out
}
