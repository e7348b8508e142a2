//! Themes: each function gets a few statements on purpose, so that what is rare comes up evenly.
//!
//! The index of a program says which; they go around in turn, so that ten thousand programs meet each often enough.

use super::chain_ends::{FLOATS, OTHERS};
use super::chains::{ADAPTORS, SOURCES};
use super::closures::LAMBDAS;
use super::fallible::FALLIBLE;
use super::positions::POSITIONS;
use super::rows::ROWS;
use super::snippets::SNIPPETS;
use super::structs::STRUCTS;
use super::targets::WRITES;
use super::{Gen, LoopContext, STORED, TRIPS};
use crate::ast::{Block, Expr, Op, Pat, Stmt, Ty, bin, index, int, lit, var};

/// Choices that are made on purpose: the name of the choice, and how many alternatives it has.
const CHOICES: [(&str, usize); 18] = [
    ("call", 10),
    ("copy", 3),
    ("matrix", 4),
    ("integer i32", 6),
    ("borrowed", 4),
    ("items", 4),
    ("rearrange", 8),
    ("rearrange", 8),
    ("rearrange part", 8),
    ("items", 4),
    ("rearrange part", 8),
    ("rearrange rows", 4),
    ("change length", 7),
    ("items", 4),
    ("borrowed", 4),
    ("lend", 7),
    ("exit", 6),
    ("integer", 6),
];

/// The same of the newer constructs.
const NEWER: [(&str, usize); 7] = [
    ("adaptor", ADAPTORS),
    ("source", SOURCES),
    ("end", FLOATS),
    ("other end", OTHERS),
    ("closure", LAMBDAS),
    ("struct", STRUCTS),
    ("fallible", FALLIBLE),
];

fn newer() -> usize {
    NEWER.iter().map(|(_, n)| n).sum()
}

fn choices() -> usize {
    CHOICES.iter().map(|(_, n)| n).sum()
}

/// How many themes there are, but for effects in positions.
fn themes() -> usize {
    WRITES + choices() + 2 * SNIPPETS + 2 * ROWS
}

impl Gen {
    /// The statements on purpose of the function, one after the other.
    pub(super) fn next_theme(&mut self, out: &mut Vec<Stmt>) {
        let turn = self.turn;
        self.turn += 1;
        if turn.is_multiple_of(2) {
            let pair = turn / 2 % POSITIONS as u64;
            return self.in_context(out, |g, out| g.position(pair as usize, out));
        }
        let theme = turn / 2 % themes() as u64;
        self.in_context(out, |g, out| g.theme(theme as usize, out));
    }

    /// The same for a newer construct.
    pub(super) fn newer_theme(&mut self, out: &mut Vec<Stmt>) {
        let turn = self.newer_turn;
        self.newer_turn += 1;
        let mut at = (turn % newer() as u64) as usize;
        for (name, n) in NEWER {
            if at < n {
                return self.in_context(out, |g, out| {
                    g.forced = Some((name, at));
                    g.newer(name, out);
                    g.forced = None;
                });
            }
            at -= n;
        }
    }

    fn newer(&mut self, name: &str, out: &mut Vec<Stmt>) {
        self.distinct += 1;
        match name {
            "other end" => self.chain_statement(out),
            "closure" => self.let_closure(out),
            "struct" => self.struct_statement(out),
            "fallible" => self.fallible_statement(out),
            _ => {
                let writes = self.rng.chance(40);
                let s = self.chain_float(writes);
                let e = self.tame(s, STORED).e;
                self.use_float(e, out);
            }
        }
        self.distinct -= 1;
    }

    /// A call with a part of a slice and one without, of what there is to call.
    pub(super) fn call_themes(&mut self, out: &mut Vec<Stmt>) {
        for cut in [true, false] {
            self.in_context(out, |g, out| g.any_call_of(cut, out));
        }
    }

    fn theme(&mut self, theme: usize, out: &mut Vec<Stmt>) {
        if theme < WRITES {
            return self.write_theme(theme, out);
        }
        let theme = theme - WRITES;
        if theme >= choices() + 2 * SNIPPETS {
            return self.rows_theme((theme - choices() - 2 * SNIPPETS) % ROWS, out);
        }
        if theme >= choices() {
            return self.snippet((theme - choices()) % SNIPPETS, out);
        }
        let mut at = theme;
        for (name, n) in CHOICES {
            if at < n {
                self.forced = Some((name, at));
                self.chosen(name, out);
                self.forced = None;
                return;
            }
            at -= n;
        }
    }

    fn chosen(&mut self, name: &str, out: &mut Vec<Stmt>) {
        match name {
            "rearrange" | "rearrange part" => self.rearrange(out),
            "copy" => {
                self.forced = Some(("rearrange", 1));
                self.rearrange(out);
            }
            "rearrange rows" => self.rearrange(out),
            "change length" => self.change_length(out),
            "items" => {
                let mark = self.scope.len();
                let e = self.for_items_mut();
                self.scope.truncate(mark);
                out.extend(e.map(Stmt::Expr));
            }
            "borrowed" => {
                let mark = self.scope.len();
                let e = self.for_elements();
                self.scope.truncate(mark);
                out.push(Stmt::Expr(e));
            }
            "call" => {
                let at = self.forced("call").unwrap_or(0);
                self.any_call_of(at > 2, out);
            }
            "lend" => self.lend(out),
            "integer" => self.mutate_integer(None, out),
            "integer i32" => {
                let at = self.forced("integer i32").unwrap_or(0);
                let name = self.fresh(Ty::I32);
                let pat = self.bind(&name, true);
                let first = Expr::Int(self.rng.int(-1, 3), Some(Ty::I32));
                out.push(Stmt::Let(
                    pat,
                    Ty::I32,
                    crate::ast::Note::Plain,
                    Some(first),
                ));
                self.forced = Some(("integer", at));
                self.mutate_integer(Some(name.id), out);
            }
            "matrix" => self.matrix_theme(out),
            _ => self.labelled_exit(out),
        }
    }

    /// What is forced for the choice, once.
    pub(super) fn forced(&mut self, name: &str) -> Option<usize> {
        let (forced, at) = self.forced?;
        if forced != name {
            return None;
        }
        self.forced = None;
        Some(at)
    }

    /// `pick`, unless a theme says which.
    #[track_caller]
    pub(super) fn pick_named(&mut self, name: &str, weights: &[usize]) -> usize {
        let random = self.pick(weights);
        self.forced(name).unwrap_or(random)
    }

    /// Runs `f` in loops and branches, or where it stands.
    pub(super) fn in_context(
        &mut self,
        out: &mut Vec<Stmt>,
        f: impl FnOnce(&mut Self, &mut Vec<Stmt>),
    ) {
        self.budget = self.budget.max(4);
        let (looped, branched) = match self.rng.below(10) {
            0..3 => (false, false),
            3 => (true, false),
            4 => (false, true),
            _ => (true, true),
        };
        if self.nest > 0 || !looped && !branched {
            return f(self, out);
        }
        let outside = self.rng.chance(15);
        let cond = branched.then(|| self.likely());
        let mark = self.scope.len();
        self.nest += usize::from(looped) + usize::from(branched);
        if looped {
            self.loops.push(LoopContext {
                label: None,
                can_continue: true,
                value: None,
            });
            self.times *= TRIPS;
        }
        let mut stmts = Vec::new();
        if outside {
            self.stmt(&mut stmts);
        }
        f(self, &mut stmts);
        if looped {
            self.times /= TRIPS;
            self.loops.pop();
        }
        self.nest -= usize::from(looped) + usize::from(branched);
        self.scope.truncate(mark);
        if let Some(cond) = cond {
            let then = Block { stmts, tail: None };
            stmts = vec![Stmt::Expr(Expr::If(Box::new(cond), then, None))];
        }
        if looped {
            let hi = int(self.rng.int(1, 3));
            let source = Expr::Range(Some(Box::new(int(0))), Some(Box::new(hi)), false);
            let body = Block { stmts, tail: None };
            stmts = vec![Stmt::Expr(Expr::For(
                None,
                Pat::Wild,
                Box::new(source),
                body,
            ))];
        }
        out.extend(stmts);
    }

    /// An array of arrays: as a whole, a row, a row that is lent, and a pattern with a hole.
    fn matrix_theme(&mut self, out: &mut Vec<Stmt>) {
        let at = self.forced("matrix").unwrap_or(0);
        let (r, c) = (2, 2 + self.rng.below(2));
        let e = self.matrix_value(r, c);
        let ty = Ty::Matrix(r, c);
        let name = self.fresh(ty.clone());
        let pat = self.bind(&name, true);
        out.push(Stmt::Let(pat, ty, crate::ast::Note::Plain, Some(e)));
        let i = int(self.rng.int(0, 1));
        match at {
            0 => {
                let e = self.matrix_value(r, c);
                out.push(Stmt::Expr(Expr::Assign(Box::new(var(&name)), Box::new(e))));
            }
            1 => {
                let e = self.array_value(c);
                let row = Box::new(index(var(&name), i));
                out.push(Stmt::Expr(Expr::Assign(row, Box::new(e))));
            }
            2 => {
                let row = self.fresh(Ty::ArrayRef(c));
                let pat = self.bind(&row, false);
                let e = crate::ast::lent(index(var(&name), i));
                self.freeze(name.id, true);
                out.push(Stmt::Let(
                    pat,
                    Ty::ArrayRef(c),
                    crate::ast::Note::Plain,
                    Some(e),
                ));
                self.reach(&row, out);
                return;
            }
            _ => {
                let e = self.array_value(3);
                let a = self.fresh(Ty::Float);
                self.reserved.push(a.text.clone());
                let b = self.fresh(Ty::Float);
                self.reserved.clear();
                let items = vec![self.bind(&a, false), Pat::Rest, self.bind(&b, true)];
                let pat = Pat::Array(items);
                out.push(Stmt::Let(
                    pat,
                    Ty::Array(3),
                    crate::ast::Note::Plain,
                    Some(e),
                ));
                self.reach(&a, out);
                return self.reach(&b, out);
            }
        }
        self.reach(&name, out);
    }

    /// A condition that holds more often than not.
    fn likely(&mut self) -> Expr {
        if self.rng.chance(40) {
            return self.condition(1);
        }
        let v = self.variable().e;
        bin(Op::Lt, v, lit(*self.rng.pick(&[0.75, 1.5, 4.0])))
    }

    /// `break 'a`, `continue 'a` and `break 'a e` out of an inner loop, and code after them.
    fn labelled_exit(&mut self, out: &mut Vec<Stmt>) {
        let how = self.forced("exit").unwrap_or(0);
        let label = format!("'far{}", self.next_id);
        let value = how % 3 == 2;
        let i = self.counter(0, out);
        let cond = self.condition(1);
        let exit = match how % 3 {
            0 => Expr::Break(Some(label.clone()), None),
            1 => Expr::Continue(Some(label.clone())),
            _ => {
                let e = self.value(&Ty::Float);
                Expr::Break(Some(label.clone()), Some(Box::new(e)))
            }
        };
        let mut leave = vec![Stmt::Expr(exit)];
        if how > 2 {
            // Code after the exit.
            let mark = self.scope.len();
            self.let_float(&mut leave);
            self.scope.truncate(mark);
        }
        let leave = Block {
            stmts: leave,
            tail: None,
        };
        let leave = Stmt::Expr(Expr::If(Box::new(cond), leave, None));
        let mark = self.scope.len();
        let inner = self.body(None, true, None, vec![leave], |_| None);
        self.scope.truncate(mark);
        let range = Expr::Range(Some(Box::new(int(0))), Some(Box::new(int(2))), false);
        let inner = Stmt::Expr(Expr::For(None, Pat::Wild, Box::new(range), inner));
        let body = self.counted_loop(&i, vec![inner], value);
        let outer = Expr::Loop(Some(label), body);
        if !value {
            return out.push(Stmt::Expr(outer));
        }
        let name = self.fresh(Ty::Float);
        let pat = self.bind(&name, true);
        out.push(Stmt::Let(
            pat,
            Ty::Float,
            crate::ast::Note::Typed,
            Some(outer),
        ));
    }
}
