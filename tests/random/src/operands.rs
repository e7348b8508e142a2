//! Counts where expressions with side effects stand: every kind of them in every operand position.

use crate::ast::{Block, Expr, Function, Op, Program, Stmt, Ty};
use crate::kind::{has_effects, is_effect};
use crate::walk::{Part, each_in, parts};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Kinds of expressions with side effects.
pub const KINDS: [&str; 10] = [
    "block", "replace", "call", "if", "match", "loop", "label", "exit", "pop", "chain",
];

/// Positions.
///
/// A guard is none of them: where it assigns or leaves, it is refused.
pub const SLOTS: [&str; 45] = [
    "e + a",
    "a + e",
    "-e",
    "e < a",
    "a < e",
    "e && a",
    "a && e",
    "e || a",
    "a || e",
    "!e",
    "g(e)",
    "f64::max(e)",
    "e.sin()",
    "a.max(e)",
    "x[e]",
    "x[e] = ..",
    "x[e] += ..",
    "if e",
    "while e",
    "match e",
    "e..a",
    "a..e",
    "x[e..]",
    "(e, a)",
    "[e, a]",
    "[e; 3]",
    "vec![e, a]",
    "vec![e; n]",
    "vec![a; e]",
    "a = e",
    "a += e",
    "x[i] = e",
    "x[i] += e",
    "let",
    "(a, b) = (e, ..)",
    "return",
    "break",
    "block",
    "arm",
    "e as usize",
    "e as f64",
    "replace(a, e)",
    "v.push(e)",
    "a.swap(e, ..)",
    "if let e",
];

/// Counts by position and kind.
#[derive(Clone, Debug, Default)]
pub struct Operands(BTreeMap<(&'static str, &'static str), usize>);

impl Operands {
    /// Adds a program.
    pub fn add(&mut self, program: &Program) {
        for Function { body, .. } in &program.functions {
            self.block(body, "block");
        }
    }

    /// The table, one position a line; `-` where a kind cannot stand.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = format!("{:<20}", "operand");
        for kind in KINDS {
            let _ = write!(out, "{kind:>9}");
        }
        for slot in SLOTS {
            let _ = write!(out, "\n{slot:<20}");
            for kind in KINDS {
                let n = self.hits(slot, kind);
                let n = match impossible(slot, kind) {
                    true if n == 0 => "-".to_string(),
                    _ => n.to_string(),
                };
                let _ = write!(out, "{n:>9}");
            }
        }
        out
    }

    /// How many cells of the table have fewer hits than are demanded.
    #[must_use]
    pub fn rare(&self, demanded: usize) -> usize {
        let cells = SLOTS.iter().flat_map(|slot| KINDS.map(|kind| (slot, kind)));
        let rare = cells
            .filter(|(slot, kind)| self.hits(slot, kind) < demanded && !impossible(slot, kind));
        rare.count()
    }

    fn hits(&self, slot: &str, kind: &str) -> usize {
        self.0.get(&(slot, kind)).copied().unwrap_or(0)
    }

    fn block(&mut self, b: &Block, slot: &'static str) {
        for stmt in &b.stmts {
            match stmt {
                Stmt::Let(_, _, _, Some(e)) => self.expr(e, &mut vec!["let"]),
                Stmt::Let(_, _, _, None) => {}
                Stmt::Expr(e) => self.expr(e, &mut vec![]),
            }
        }
        if let Some(e) = &b.tail {
            self.expr(e, &mut vec![slot]);
        }
    }

    /// Counts the expression in the positions around it, up to the next block.
    fn expr(&mut self, e: &Expr, around: &mut Vec<&'static str>) {
        if let Some(kind) = effect(e) {
            let mut seen = Vec::new();
            for &slot in around.iter().filter(|s| !s.is_empty()) {
                if !seen.contains(&slot) {
                    seen.push(slot);
                    *self.0.entry((slot, kind)).or_default() += 1;
                }
            }
        }
        let mut own = Vec::new();
        let around = match e {
            Expr::Closure(..) => &mut own,
            _ => around,
        };
        for (i, part) in parts(e).into_iter().enumerate() {
            match part {
                Part::Block(b) => self.block(b, "block"),
                Part::Expr(part) => {
                    around.push(slot(e, i, part));
                    self.expr(part, around);
                    around.pop();
                }
            }
        }
    }
}

/// What is no Rust, or would not end.
fn impossible(slot: &str, kind: &str) -> bool {
    // A `pop` gives a float, which is no condition, index or length; and a loop would pop too often.
    let no_float = [
        "e && a",
        "a && e",
        "e || a",
        "a || e",
        "!e",
        "x[e]",
        "x[e] = ..",
        "x[e] += ..",
        "if e",
        "while e",
        "match e",
        "e..a",
        "a..e",
        "x[e..]",
        "vec![a; e]",
        "e as f64",
        "a.swap(e, ..)",
        "if let e",
    ];
    kind == "pop" && no_float.contains(&slot)
}

/// The kind of an expression with side effects of its own.
fn effect(e: &Expr) -> Option<&'static str> {
    let inside = |parts: &[&Block]| parts.iter().any(|b| writes(b));
    match e {
        Expr::Block(b) if inside(&[b]) => Some("block"),
        Expr::Labelled(_, b) if inside(&[b]) => Some("label"),
        Expr::Path("std::mem::replace" | "std::mem::take" | "std::mem::swap", _) => Some("replace"),
        Expr::Call(..) if is_effect(e) => Some("call"),
        Expr::Method(Ty::Slice, _, "pop", _) => Some("pop"),
        Expr::Turbofish(..)
        | Expr::Method(Ty::Slice, _, "any" | "all" | "fold" | "unwrap_or", _)
            if has_effects(e) =>
        {
            Some("chain")
        }
        Expr::If(_, then, other) => {
            let other = other.as_deref();
            if leaves(then) || other.is_some_and(ends) {
                return Some("exit");
            }
            (inside(&[then]) || other.is_some_and(has_effects)).then_some("if")
        }
        Expr::Match(_, arms) => {
            if arms.iter().any(|arm| ends(&arm.body)) {
                return Some("exit");
            }
            let writes = arms.iter().any(|arm| has_effects(&arm.body));
            writes.then_some("match")
        }
        Expr::Loop(_, b) if inside(&[b]) => Some("loop"),
        _ => None,
    }
}

fn writes(b: &Block) -> bool {
    let in_stmt = |s: &Stmt| match s {
        Stmt::Let(_, _, _, e) => e.as_ref().is_some_and(has_effects),
        Stmt::Expr(e) => has_effects(e),
    };
    b.stmts.iter().any(in_stmt) || b.tail.as_deref().is_some_and(has_effects)
}

fn leaves(b: &Block) -> bool {
    b.stmts
        .iter()
        .any(|s| matches!(s, Stmt::Expr(e) if ends(e)))
        || b.tail.as_deref().is_some_and(ends)
}

/// Whether it is a jump or ends in one.
fn ends(e: &Expr) -> bool {
    match e {
        Expr::Return(_) | Expr::Break(..) | Expr::Continue(_) => true,
        Expr::Block(b) => leaves(b),
        Expr::If(..) => {
            let mut found = false;
            each_in(e, &mut |e| {
                found |= matches!(e, Expr::Return(_) | Expr::Break(..) | Expr::Continue(_));
            });
            found
        }
        _ => false,
    }
}

/// The position of the `i`-th part; empty where it is none of its own.
fn slot(e: &Expr, i: usize, part: &Expr) -> &'static str {
    match e {
        Expr::Neg(_) => "-e",
        Expr::Not(_) => "!e",
        Expr::FloatToInt(..) | Expr::IntCast(..) => "e as usize",
        Expr::ToFloat(_) | Expr::FromInt(_) => "e as f64",
        Expr::Repeat(..) => "[e; 3]",
        Expr::Index(..) if i == 1 => match part {
            Expr::Range(..) => "x[e..]",
            _ => "x[e]",
        },
        Expr::Range(..) if i == 0 => "e..a",
        Expr::Range(..) => "a..e",
        Expr::Binary(op, ..) => match (op, i) {
            (Op::And, 0) => "e && a",
            (Op::And, _) => "a && e",
            (Op::Or, 0) => "e || a",
            (Op::Or, _) => "a || e",
            (op, 0) if op.is_comparison() => "e < a",
            (op, _) if op.is_comparison() => "a < e",
            (_, 0) => "e + a",
            _ => "a + e",
        },
        Expr::Method(_, _, "unwrap", _) => "",
        Expr::Method(Ty::Slice, _, "push", _) if i > 0 => "v.push(e)",
        Expr::Method(Ty::Slice, _, "swap", _) if i > 0 => "a.swap(e, ..)",
        Expr::Method(Ty::Slice, ..) => "",
        Expr::Method(..) if i == 0 => "e.sin()",
        Expr::Method(..) => "a.max(e)",
        Expr::Assoc(..) => "f64::max(e)",
        Expr::Path("std::mem::replace", _) => "replace(a, e)",
        Expr::Call(..) => "g(e)",
        Expr::Tuple(_) => "(e, a)",
        Expr::Array(_) => "[e, a]",
        Expr::VecList(_) => "vec![e, a]",
        Expr::VecRepeat(..) if i == 0 => "vec![e; n]",
        Expr::VecRepeat(..) => "vec![a; e]",
        Expr::Assign(place, _) => match (&**place, i) {
            (_, 0) => "x[e] = ..",
            (Expr::Tuple(_) | Expr::Array(_), _) => "(a, b) = (e, ..)",
            (Expr::Index(..), _) => "x[i] = e",
            _ => "a = e",
        },
        Expr::AssignOp(_, _, place, _) => match (&**place, i) {
            (_, 0) => "x[e] += ..",
            (Expr::Index(..), _) => "x[i] += e",
            _ => "a += e",
        },
        Expr::If(..) => "if e",
        Expr::While(..) => "while e",
        Expr::Match(_, arms) => match_part(arms, i),
        Expr::Break(..) => "break",
        Expr::Return(_) => "return",
        Expr::Code(code) if code.name == "if let (0, p) = (e, c)" => "if let e",
        _ => "",
    }
}

fn match_part(arms: &[crate::ast::Arm], i: usize) -> &'static str {
    let mut names = vec!["match e"];
    for arm in arms {
        names.extend(arm.guard.iter().map(|_| ""));
        names.push("arm");
    }
    names.get(i).copied().unwrap_or("")
}
