//! Iterator chains and closures as the loops and blocks that they stand for.
//!
//! Input: `x.iter().map(|v| v * v).sum()`. Output:
//! `{ let mut sum_1 = -0.0; for item_1 in x.iter() { let v = item_1; let item_2 = v * v; sum_1 += item_2; } sum_1 }`.
//! Later stages meet no closure that carries a float and has a loop to stand for it. What only handles
//! sizes and truth values, and what has no such form, stays as it is written.
mod apply;
mod choose;
mod early;
mod ends;
pub mod make;
pub mod names;
mod read;
mod stepped;
mod steps;
mod tried;
mod uses;

use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprClosure, Pat, Stmt, Type, parse_quote};

pub use apply::{Arg, is_array_from_fn};
pub use choose::is_plain_pick;

use super::infer::{Types, is_chain, is_variant};
use super::tokens;
use crate::names::Names;
use crate::types::{Wrap, unparen, wrapped_in};
use uses::Uses;

pub use apply::refuses;

/// Tokens of closures that are written out at calls, in all: closures that call each other twice double with
/// every level.
const MOST_INLINED: usize = 10_000;

pub(super) struct Chains<'a> {
    pub types: &'a mut Types,
    pub names: &'a mut Names,
    /// What `return` leaves the function with; nothing inside of closures.
    returned: Option<Type>,
    /// What stands around what the function returns: a `?` takes it off.
    pub wrap: Option<Wrap>,
    uses: Uses,
    /// Closures with a name, all of whose uses are calls.
    closures: HashMap<String, ExprClosure>,
    /// Chains with a name that is used once.
    iterators: HashMap<String, Expr>,
    /// Iterators with a name that are asked for items one by one.
    stepped: HashMap<String, stepped::Stepped>,
    /// Variables of closures that were printed once: the next copy needs other names.
    printed: HashSet<String>,
    /// What changes while a chain runs, where it does so at once.
    changing: Option<HashSet<String>>,
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
            returned: None,
            wrap: None,
            uses: Uses::of(params, block),
            closures: HashMap::new(),
            iterators: HashMap::new(),
            stepped: HashMap::new(),
            printed: HashSet::new(),
            changing: None,
            inlined: 0,
            changed: false,
        }
    }

    /// Rewrites in place and says whether anything was. `result` is the type that the function returns.
    pub fn expand(&mut self, block: &mut Block, result: Option<&Type>) -> bool {
        self.returned = result.cloned();
        self.statements(&mut block.stmts, Some(result));
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
        self.ask(e);
        if said.is_some_and(|said| self.visit_branches(e, said)) {
            return;
        }
        if !said.is_some_and(|said| self.visit_said(e, said)) {
            self.visit_parts(e);
        }
        if let Expr::Path(p) = e
            && let Some(ident) = p.path.get_ident()
            && let Some(chain) = self.iterators.remove(&ident.to_string())
        {
            *e = chain;
            return;
        }
        match e {
            Expr::Call(c) => c.args.iter_mut().for_each(|a| self.write_out(a)),
            Expr::MethodCall(m) if !read::takes_closure(&m.method.to_string()) => {
                m.args.iter_mut().for_each(|a| self.write_out(a));
            }
            _ => {}
        }
        let new = match &*e {
            Expr::MethodCall(m) if self.may_carry(m) => self.with_copies(e, said),
            Expr::ForLoop(_) | Expr::Call(_) => self.with_copies(e, said),
            Expr::Array(a) => self.structs_apart(a),
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

    /// Rewrites the branches that a value comes from, if there are any: they have its type.
    fn visit_branches(&mut self, e: &mut Expr, said: &Type) -> bool {
        match e {
            Expr::Block(b) => self.statements(&mut b.block.stmts, Some(Some(said))),
            Expr::If(i) => {
                self.visit_expr_mut(&mut i.cond);
                self.statements(&mut i.then_branch.stmts, Some(Some(said)));
                if let Some((_, other)) = &mut i.else_branch {
                    self.visit_with(other, Some(said));
                }
            }
            Expr::Match(m) => {
                self.visit_expr_mut(&mut m.expr);
                for arm in &mut m.arms {
                    self.visit_pat_mut(&mut arm.pat);
                    self.visit_with(&mut arm.body, Some(said));
                }
            }
            _ => return false,
        }
        true
    }

    /// Rewrites the parts of an expression whose types its own type says; whether it is such a one.
    fn visit_said(&mut self, e: &mut Expr, said: &Type) -> bool {
        match (e, said) {
            (Expr::Tuple(t), Type::Tuple(tys)) if t.elems.len() == tys.elems.len() => {
                for (e, ty) in t.elems.iter_mut().zip(&tys.elems) {
                    self.visit_with(e, Some(ty));
                }
            }
            (Expr::Array(a), Type::Array(ty)) => {
                for e in &mut a.elems {
                    self.visit_with(e, Some(&ty.elem));
                }
            }
            (Expr::Reference(r), Type::Reference(ty)) => {
                self.visit_with(&mut r.expr, Some(&ty.elem));
            }
            // A `?` takes off what the function returns as well.
            (Expr::Try(t), ty) if matches!(unparen(&t.expr), Expr::MethodCall(_)) => {
                let around = match self.wrap {
                    Some(Wrap::Option) => parse_quote!(::core::option::Option<#ty>),
                    Some(Wrap::Result) => parse_quote!(::core::result::Result<#ty, _>),
                    _ => return false,
                };
                self.visit_with(&mut t.expr, Some(&around));
            }
            (Expr::Call(c), ty) => match (&*c.func, wrapped_in(ty), c.args.first_mut()) {
                (Expr::Path(p), Some((_, inside)), Some(e))
                    if matches!(is_variant(&p.path), Some("Ok" | "Some")) =>
                {
                    self.visit_with(e, Some(inside));
                }
                _ => return false,
            },
            _ => return false,
        }
        true
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

    /// What an expression becomes, behind copies of what it takes before it changes that.
    fn with_copies(&mut self, e: &Expr, said: Option<&Type>) -> Option<Expr> {
        let mut e = e.clone();
        let all = e.clone();
        let (kept, new) = match &mut e {
            Expr::ForLoop(f) => (self.taken_before(&mut f.expr, &all), self.looped(f)?),
            e => {
                let kept = self.taken_before(e, &all);
                let new = match e {
                    Expr::MethodCall(m) => self.ended(m, said),
                    Expr::Call(c) => self.called(c, said),
                    _ => None,
                };
                (kept, new?)
            }
        };
        if kept.is_empty() {
            return Some(new);
        }
        Some(make::block(&kept, &new, all.span()))
    }

    /// A list of values of the user's own types, each in a variable of its own first: `[V::new(x), v]` becomes
    /// `{ let row_1 = V::new(x); let row_2 = v; [row_1, row_2] }`.
    fn structs_apart(&mut self, list: &syn::ExprArray) -> Option<Expr> {
        let made =
            |e: &Expr| !matches!(unparen(e), Expr::Path(_)) && self.types.nominal_of(e).is_some();
        if !list.elems.iter().any(made) || !self.may_carry(list) {
            return None;
        }
        let span = list.bracket_token.span.join();
        let mut list = list.clone();
        let mut kept = Vec::new();
        for elem in &mut list.elems {
            let row = self.names.numbered("row", elem.span());
            kept.extend(make::stmts(quote::quote!(let #row = #elem;)));
            *elem = parse_quote!(#row);
        }
        Some(make::block(&kept, &Expr::Array(list), span))
    }

    /// A closure with a name that is an argument of a function stands there itself.
    fn write_out(&mut self, arg: &mut Expr) {
        let Some(name) = uses::behind_reference(arg).map(ToString::to_string) else {
            return;
        };
        let Some(closure) = self.closures.get(&name).cloned() else {
            return;
        };
        let Some(closure) = self.renamed(&closure) else {
            return;
        };
        let place = match arg {
            Expr::Reference(r) => &mut *r.expr,
            other => other,
        };
        *place = Expr::Closure(closure);
        self.changed = true;
    }

    /// Whether a float may be among what is named here.
    pub fn may_carry(&self, e: impl ToTokens) -> bool {
        tokens::variables(e.to_token_stream())
            .iter()
            .any(|name| !self.types.carries_none(name))
    }

    /// The statements of a block; `result` says what the last one is worth, if it is that of the function.
    fn statements(&mut self, stmts: &mut Vec<Stmt>, result: Option<Option<&Type>>) {
        let count = stmts.len();
        let mut out = Vec::new();
        for (at, mut stmt) in std::mem::take(stmts).into_iter().enumerate() {
            match (&mut stmt, result) {
                (Stmt::Expr(e, None), Some(said)) if at + 1 == count => {
                    self.visit_with(e, said);
                    if let Expr::Paren(p) = &mut *e
                        && matches!(*p.expr, Expr::Block(_))
                    {
                        *e = (*p.expr).clone();
                    }
                }
                (other, _) => self.visit_stmt_mut(other),
            }
            match self.take_lazy(&stmt) {
                Some(kept) => out.extend(kept),
                None => out.push(stmt),
            }
        }
        *stmts = out;
    }

    /// Takes a closure out of the program if it is only called, and carries a float; an iterator if it
    /// is used once. What it takes when it is made stays in its place.
    fn take_lazy(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let Stmt::Local(local) = stmt else {
            return None;
        };
        let (Some(name), Some(init)) = (super::stmt::single_name(&local.pat), &local.init) else {
            return None;
        };
        let name = name.to_string();
        if is_chain(&init.expr) && self.uses.is_stepped(&name) && self.may_carry(&init.expr) {
            return self.stepped(&name, &init.expr, local.let_token.span);
        }
        if is_chain(&init.expr)
            && !matches!(unparen(&init.expr), Expr::Range(_))
            && self.uses.only_once(&name)
            && self.may_carry(&init.expr)
        {
            let mut chain = (*init.expr).clone();
            let kept = self.taken_early(&mut chain);
            self.iterators.insert(name, chain);
            self.changed = true;
            return Some(kept);
        }
        let Expr::Closure(closure) = unparen(&init.expr) else {
            return None;
        };
        if init.diverge.is_some()
            || !self.uses.only_called(&name)
            || !(self.may_carry(closure) || self.uses.is_passed(&name))
            || closure.capture.is_some() && self.changes_copies(closure)
            || apply::refuses(closure)
        {
            return None;
        }
        // Calls inside of it are written out already.
        let size = tokens::count(closure.to_token_stream());
        let all = self.inlined + size * self.uses.calls(&name);
        if all > MOST_INLINED {
            return None;
        }
        self.inlined = all;
        let pinned = closure.capture.and_then(|_| self.pin_captures(closure));
        let (closure, kept) = pinned.unwrap_or_else(|| (closure.clone(), Vec::new()));
        self.closures.insert(name, closure);
        self.changed = true;
        Some(kept)
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
        self.statements(&mut block.stmts, None);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let returned = (self.returned.take(), self.wrap.take());
        visit_mut::visit_expr_closure_mut(self, closure);
        (self.returned, self.wrap) = returned;
    }

    fn visit_expr_return_mut(&mut self, r: &mut syn::ExprReturn) {
        let said = self.returned.clone();
        if let Some(value) = &mut r.expr {
            self.visit_with(value, said.as_ref());
        }
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
            }
            Stmt::Item(_) => {}
            other => visit_mut::visit_stmt_mut(self, other),
        }
    }
}
