//! Makes a failing program small: many smaller candidates are built in one crate, the smallest that still fails in the
//! same way is kept, until none does.

use crate::ast::{Block, Expr, Program, Stmt, int, lit};
use crate::batch::{Mode, Setup, Verdict, judge};
use crate::kind::{Kind, kind};
use crate::walk::{Part, each_block_mut, each_expr, each_expr_mut, parts};
use std::collections::HashSet;
use std::io;

/// Candidates in one crate.
const BATCH: usize = 200;
/// Nodes in one crate.
const NODES: usize = 60_000;
/// Crates before giving up.
const CRATES: usize = 100;

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
    let mut crates = 0;
    for step in [coarse, fine] {
        let (mut skip, mut progress) = (0, false);
        while crates < CRATES {
            let before = size(&best.0);
            let mut all: Vec<(usize, Program)> = step(&best.0)
                .into_iter()
                .map(|q| (size(&q), q))
                .filter(|(n, _)| *n < before)
                .collect();
            all.sort_by_key(|(n, _)| *n);
            let window = window(all, skip);
            let tried = window.len();
            if window.is_empty() {
                if !progress {
                    break;
                }
                (skip, progress) = (0, false);
                continue;
            }
            crates += 1;
            eprintln!("shrinking: {before} nodes, {tried} candidates");
            match first_failing(setup, window, &best.1)? {
                Some(found) => (best, progress) = (found, true),
                None => skip += tried,
            }
        }
    }
    Ok(best)
}

/// The candidates for one crate: as many as build in a few seconds.
fn window(all: Vec<(usize, Program)>, skip: usize) -> Vec<Program> {
    let mut nodes = 0;
    all.into_iter()
        .skip(skip)
        .take(BATCH)
        .take_while(|(n, _)| {
            let room = nodes < NODES;
            nodes += n;
            room
        })
        .map(|(_, q)| q)
        .collect()
}

/// The smallest candidate that fails like `verdict`.
fn first_failing(
    setup: &Setup,
    window: Vec<Program>,
    verdict: &Verdict,
) -> io::Result<Option<(Program, Verdict)>> {
    let plain = Setup {
        name: format!("{}-plain", setup.name),
        mode: Mode::Oracle,
        build_only: true,
        ..setup.clone()
    };
    let grad = Setup {
        name: format!("{}-shrink", setup.name),
        build_only: verdict.reason().is_some(),
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
    let verdicts = judge(&grad, &kept)?;
    let found = kept
        .into_iter()
        .zip(verdicts)
        .find(|(_, v)| v.is_like(verdict));
    Ok(found.map(|(p, v)| (p.clone(), v)))
}

/// Nodes of all functions; a literal counts less than anything else.
fn size(p: &Program) -> usize {
    let mut n = p.functions.len() * 4 + p.cases.len();
    for f in &p.functions {
        n += 4 * statements(&f.body);
        each_expr(&f.body, &mut |e| {
            n += match e {
                Expr::Float(..) | Expr::Int(..) | Expr::Bool(_) => 1,
                Expr::If(_, then, _) => 3 + 4 * statements(then),
                Expr::Block(b)
                | Expr::Loop(_, b)
                | Expr::While(_, _, b)
                | Expr::For(_, _, _, b) => 3 + 4 * statements(b),
                _ => 3,
            }
        });
    }
    n
}

fn statements(b: &Block) -> usize {
    b.stmts.len()
}

/// Functions, inputs and runs of statements less.
fn coarse(p: &Program) -> Vec<Program> {
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
        out.extend(without_statements(p, f));
    }
    out
}

/// Expressions replaced by simpler ones.
fn fine(p: &Program) -> Vec<Program> {
    (0..p.functions.len())
        .flat_map(|f| simpler_expressions(p, f))
        .chain(coarse(p))
        .collect()
}

/// Some statements less, or a block's statements in the place of the block.
fn without_statements(p: &Program, f: usize) -> Vec<Program> {
    let mut out = Vec::new();
    for at in 0.. {
        let change = |how: &dyn Fn(&mut Block, usize)| {
            let mut q = p.clone();
            let mut counter = 0;
            let found = each_block_mut(&mut q.functions[f].body, &mut |b| {
                let first = counter;
                counter += b.stmts.len();
                if at < counter {
                    how(b, at - first);
                }
                at < counter
            });
            found.then_some(q)
        };
        let Some(one_less) = change(&|b, i| {
            b.stmts.remove(i);
        }) else {
            return out;
        };
        out.push(one_less);
        for n in [2, 4, 8] {
            out.extend(change(&|b, i| {
                let end = b.stmts.len().min(i + n);
                b.stmts.drain(i..end);
            }));
        }
        out.extend(change(&unwrap));
    }
    out
}

fn unwrap(b: &mut Block, at: usize) {
    let Stmt::Expr(e) = &b.stmts[at] else {
        return;
    };
    let inner: Vec<Stmt> = parts(e)
        .into_iter()
        .filter_map(|part| match part {
            Part::Block(b) => Some(b.stmts.clone()),
            Part::Expr(_) => None,
        })
        .next()
        .unwrap_or_default();
    b.stmts.splice(at..=at, inner);
}

/// An expression replaced by a part of the same kind, or by a literal.
fn simpler_expressions(p: &Program, f: usize) -> Vec<Program> {
    let mut wanted: Vec<Vec<Expr>> = Vec::new();
    // A place stays a place.
    let mut lent = HashSet::new();
    each_expr(&p.functions[f].body, &mut |e| {
        if matches!(e, Expr::RefMut(_) | Expr::Assign(..)) {
            lent.insert(wanted.len() + 1);
        }
        wanted.push(replacements(e));
    });
    let mut out = Vec::new();
    for (at, list) in wanted.into_iter().enumerate() {
        if lent.contains(&at) {
            continue;
        }
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
