//! Iterator chains and closures as the loops and blocks that they stand for.
//!
//! Input: `x.iter().map(|v| v * v).sum()`. Output:
//! `{ let mut sum_1 = -0.0; for item_1 in x.iter() { let v = item_1; let item_2 = v * v; sum_1 += item_2; } sum_1 }`.
//! Later stages meet no closure that carries a float and has a loop to stand for it. What only handles
//! sizes and truth values, and what has no such form, stays as it is written.
mod apply;
mod choose;
mod ends;
pub mod make;
mod read;
mod steps;
mod uses;

use std::collections::{HashMap, HashSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprClosure, Pat, Stmt, Type, parse_quote};

pub use apply::Arg;
pub use choose::is_plain_pick;

use super::infer::{Types, is_chain};
use super::tokens;
use crate::names::Names;
use crate::types::unparen;
use uses::Uses;

/// Tokens of closures that are written out at calls, in all: closures that call each other twice double with
/// every level.
const MOST_INLINED: usize = 10_000;

pub(super) struct Chains<'a> {
    pub types: &'a mut Types,
    pub names: &'a mut Names,
    uses: Uses,
    /// Closures with a name, all of whose uses are calls.
    closures: HashMap<String, ExprClosure>,
    /// Chains with a name that is used once.
    iterators: HashMap<String, Expr>,
    /// Variables of closures that were printed once: the next copy needs other names.
    printed: HashSet<String>,
    /// The tokens of closures that are written out.
    inlined: usize,
    changed: bool,
}

impl<'a> Chains<'a> {
    /// `params` are the patterns of the parameters.
    pub fn of<'p>(
        params: impl Iterator<Item = &'p Pat>,
        block: &Block,
        types: &'a mut Types,
        names: &'a mut Names,
    ) -> Chains<'a> {
        Chains {
            types,
            names,
            uses: Uses::of(params, block),
            closures: HashMap::new(),
            iterators: HashMap::new(),
            printed: HashSet::new(),
            inlined: 0,
            changed: false,
        }
    }

    /// Rewrites in place and says whether anything was. `result` is the type that the function returns.
    pub fn expand(&mut self, block: &mut Block, result: Option<&Type>) -> bool {
        let count = block.stmts.len();
        for (at, stmt) in block.stmts.iter_mut().enumerate() {
            match stmt {
                Stmt::Expr(e, None) if at + 1 == count => self.visit_with(e, result),
                other => self.visit_stmt_mut(other),
            }
        }
        block.stmts.retain(|s| !is_nothing(s));
        self.changed
    }

    /// Puts closures back where their names are left: nothing was to be written out there.
    pub fn restore(&self, block: &mut Block) {
        let names = tokens::variables(block.to_token_stream());
        if names.iter().any(|name| self.closures.contains_key(name)) {
            Restore(&self.closures).visit_block_mut(block);
        }
    }

    /// Rewrites an expression whose type is said.
    fn visit_with(&mut self, e: &mut Expr, said: Option<&Type>) {
        if let Expr::Paren(p) = e {
            return self.visit_with(&mut p.expr, said);
        }
        self.visit_parts(e);
        if let Expr::Path(p) = e
            && let Some(ident) = p.path.get_ident()
            && let Some(chain) = self.iterators.remove(&ident.to_string())
        {
            *e = chain;
            return;
        }
        let new = match &*e {
            Expr::MethodCall(m) if self.may_carry(m) => self.ended(m, said),
            Expr::ForLoop(f) => self.looped(f),
            Expr::Call(c) => self.called(c, said),
            _ => None,
        };
        if let Some(new) = new {
            // A block as an operand would be read as a statement.
            *e = match new {
                block @ Expr::Block(_) if !matches!(e, Expr::ForLoop(_)) => parse_quote!((#block)),
                other => other,
            };
            self.changed = true;
        }
    }

    /// Rewrites the parts of an expression; a method that takes the picked item of a chain is rewritten
    /// together with the one that picks it.
    fn visit_parts(&mut self, e: &mut Expr) {
        if let Expr::MethodCall(m) = e
            && choose::takes_item(&m.method.to_string())
            && let Some(pick) = choose::pick_of(&mut m.receiver)
        {
            self.visit_expr_mut(&mut pick.receiver);
            pick.args.iter_mut().for_each(|a| self.visit_expr_mut(a));
            m.args.iter_mut().for_each(|a| self.visit_expr_mut(a));
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }

    /// Whether a float may be among what is named here.
    pub fn may_carry(&self, e: impl ToTokens) -> bool {
        tokens::variables(e.to_token_stream())
            .iter()
            .any(|name| !self.types.carries_none(name))
    }

    /// Takes a closure out of the program if it is only called, and carries a float; an iterator if it
    /// is used once.
    fn take_lazy(&mut self, stmt: &Stmt) -> bool {
        let Stmt::Local(local) = stmt else {
            return false;
        };
        let (Some(name), Some(init)) = (super::stmt::single_name(&local.pat), &local.init) else {
            return false;
        };
        let name = name.to_string();
        if is_chain(&init.expr)
            && !matches!(unparen(&init.expr), Expr::Range(_))
            && self.uses.only_once(&name)
            && self.may_carry(&init.expr)
        {
            self.iterators.insert(name, (*init.expr).clone());
            self.changed = true;
            return true;
        }
        let Expr::Closure(closure) = unparen(&init.expr) else {
            return false;
        };
        if init.diverge.is_some()
            || !self.uses.only_called(&name)
            || !self.may_carry(closure)
            || closure.capture.is_some() && self.uses.captures_variable(closure)
            || apply::refuses(closure)
        {
            return false;
        }
        // Calls inside of it are written out already.
        let size = tokens::count(closure.to_token_stream());
        let all = self.inlined + size * self.uses.calls(&name);
        if all > MOST_INLINED {
            return false;
        }
        self.inlined = all;
        self.closures.insert(name, closure.clone());
        self.changed = true;
        true
    }
}

/// Names of closures become closures again.
struct Restore<'c>(&'c HashMap<String, ExprClosure>);

impl VisitMut for Restore<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Path(p) = e
            && let Some(closure) = p.path.get_ident().and_then(|i| self.0.get(&i.to_string()))
        {
            *e = Expr::Closure(closure.clone());
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }
}

impl VisitMut for Chains<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        self.visit_with(e, None);
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.iter_mut().for_each(|s| self.visit_stmt_mut(s));
        block.stmts.retain(|s| !is_nothing(s));
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Local(local) => {
                let said = match &local.pat {
                    Pat::Type(t) => Some((*t.ty).clone()),
                    _ => None,
                };
                if let Some(init) = &mut local.init {
                    self.visit_with(&mut init.expr, said.as_ref());
                    if let Some((_, diverge)) = &mut init.diverge {
                        self.visit_expr_mut(diverge);
                    }
                }
                if self.take_lazy(stmt) {
                    *stmt = Stmt::Expr(Expr::Verbatim(TokenStream::new()), None);
                }
            }
            Stmt::Item(_) => {}
            other => visit_mut::visit_stmt_mut(self, other),
        }
    }
}

fn is_nothing(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Expr(Expr::Verbatim(tokens), None) if tokens.is_empty())
}
