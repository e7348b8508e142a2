//! What a chain or a closure with a name takes when it is made, not when it is used.
//!
//! `let it = x.iter().take(n);` reads `n` there, whatever becomes of `n` until `it` is used. So does a closure
//! with `move`. Input as above, with a variable `n` that may change; output: `let n_1 = n;` in its place, and
//! `x.iter().take(n_1)` where it is used.
use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprClosure, Stmt, parse_quote};

use super::{Chains, make};
use crate::lower::infer::{is_chain, is_some};
use crate::lower::tokens;
use crate::rules::Prim;
use crate::types::{Ty, unparen};

impl Chains<'_> {
    /// Replaces what a chain with a name takes when it is made; the statements that keep it.
    pub(super) fn taken_early(&mut self, chain: &mut Expr) -> Vec<Stmt> {
        let mut kept = Vec::new();
        self.pin(chain, &mut kept);
        kept
    }

    /// The same for a chain that runs at once, in an expression or as the head of a loop: only what `all` of it
    /// changes is replaced.
    pub(super) fn taken_before(&mut self, chain: &mut Expr, all: &Expr) -> Vec<Stmt> {
        let names: HashSet<String> = tokens::variables(all.to_token_stream())
            .into_iter()
            .collect();
        let changed = names.into_iter().filter(|name| self.changes(all, name));
        let outer = self.changing.replace(changed.collect());
        let mut kept = Vec::new();
        self.pin_end(chain, &mut kept);
        self.changing = outer;
        kept
    }

    /// A chain and what ends it.
    fn pin_end(&mut self, e: &mut Expr, kept: &mut Vec<Stmt>) {
        if is_chain(e) {
            return self.pin(e, kept);
        }
        match e {
            Expr::Paren(p) => self.pin_end(&mut p.expr, kept),
            Expr::MethodCall(m) => {
                self.pin_end(&mut m.receiver, kept);
                m.args.iter_mut().for_each(|a| self.pin_last(a, kept));
            }
            Expr::Call(c) => c.args.iter_mut().for_each(|a| self.pin_last(a, kept)),
            _ => {}
        }
    }

    /// An argument of what ends a chain.
    fn pin_last(&mut self, e: &mut Expr, kept: &mut Vec<Stmt>) {
        if matches!(e, Expr::Closure(_)) || is_chain(e) {
            self.pin_argument(e, kept);
        }
    }

    fn pin(&mut self, e: &mut Expr, kept: &mut Vec<Stmt>) {
        match e {
            Expr::Paren(p) => self.pin(&mut p.expr, kept),
            Expr::Range(r) => {
                for end in r.start.iter_mut().chain(&mut r.end) {
                    self.pin_value(end, kept);
                }
            }
            Expr::MethodCall(m) => {
                let by_value = m.method == "into_iter";
                let each_time = m.method == "step_by";
                if is_chain(&m.receiver) {
                    self.pin(&mut m.receiver, kept);
                } else {
                    self.pin_source(&mut m.receiver, by_value, kept);
                }
                for arg in &mut m.args {
                    if each_time {
                        self.pin_once(arg, kept);
                    } else {
                        self.pin_argument(arg, kept);
                    }
                }
            }
            Expr::Call(c) => c.args.iter_mut().for_each(|a| self.pin_once(a, kept)),
            _ => {}
        }
    }

    /// What is written out for every item is computed once all the same.
    fn pin_once(&mut self, e: &mut Expr, kept: &mut Vec<Stmt>) {
        match e {
            Expr::Lit(_) | Expr::Path(_) | Expr::Closure(_) => self.pin_argument(e, kept),
            Expr::Call(some) if is_some(some) => {
                some.args.iter_mut().for_each(|a| self.pin_once(a, kept));
            }
            _ => self.hoist(e, kept),
        }
    }

    fn pin_argument(&mut self, e: &mut Expr, kept: &mut Vec<Stmt>) {
        match e {
            Expr::Closure(c) if c.capture.is_some() => {
                if let Some((pinned, copies)) = self.pin_captures(c) {
                    *c = pinned;
                    kept.extend(copies);
                }
            }
            Expr::Closure(_) => {}
            e if is_chain(e) || matches!(e, Expr::Range(_)) => self.pin(e, kept),
            Expr::Reference(r) => self.pin_source(&mut r.expr, false, kept),
            e => self.pin_value(e, kept),
        }
    }

    /// What is iterated over: borrowed, so that it cannot change, but for the indices in it.
    fn pin_source(&mut self, e: &mut Expr, by_value: bool, kept: &mut Vec<Stmt>) {
        match e {
            Expr::Paren(p) => self.pin_source(&mut p.expr, by_value, kept),
            Expr::Reference(r) => self.pin_source(&mut r.expr, false, kept),
            Expr::Index(i) => {
                self.pin_source(&mut i.expr, false, kept);
                match &mut *i.index {
                    range @ Expr::Range(_) => self.pin(range, kept),
                    index => self.pin_value(index, kept),
                }
            }
            Expr::Field(f) => self.pin_source(&mut f.base, by_value, kept),
            Expr::Unary(u) => self.pin_source(&mut u.expr, by_value, kept),
            Expr::Path(_) if !by_value => {}
            e => self.pin_value(e, kept),
        }
    }

    fn pin_value(&mut self, e: &mut Expr, kept: &mut Vec<Stmt>) {
        if !self.is_fixed(e) {
            self.hoist(e, kept);
        }
    }

    fn hoist(&mut self, e: &mut Expr, kept: &mut Vec<Stmt>) {
        let name = match unparen(e) {
            Expr::Path(p) => p.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let stem = name.map_or_else(
            || "early".to_owned(),
            |name| crate::names::stem(&name).to_owned(),
        );
        let new = self.names.numbered(&stem, e.span());
        kept.extend(self.keep_early(&new, e, false));
        *e = parse_quote!(#new);
    }

    fn keep_early(&mut self, name: &Ident, value: &Expr, changes: bool) -> Vec<Stmt> {
        let ty = self.types.expr(value, &Ty::Unknown);
        self.types.bind(&parse_quote!(#name), &ty);
        let mutability = changes.then(|| quote!(mut));
        make::stmts(quote!(let #mutability #name = #value;))
    }

    /// Whether an expression has the same value later on.
    fn is_fixed(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Lit(_) => true,
            Expr::Path(p) => p.path.get_ident().is_none_or(|ident| {
                let name = ident.to_string();
                if let Some(changing) = &self.changing {
                    return !changing.contains(&name);
                }
                let by_mut = matches!(self.types.of_var(&name), Ty::Ref { mutable: true, .. });
                !(self.uses.is_mutable(&name) || by_mut)
            }),
            Expr::Binary(b) => self.is_fixed(&b.left) && self.is_fixed(&b.right),
            Expr::Unary(u) => self.is_fixed(&u.expr),
            Expr::Cast(c) => self.is_fixed(&c.expr),
            Expr::Reference(r) => r.mutability.is_none() && self.is_fixed(&r.expr),
            Expr::Field(f) => self.is_fixed(&f.base),
            Expr::Index(i) => self.is_fixed(&i.expr) && self.is_fixed(&i.index),
            Expr::MethodCall(m) => {
                self.is_fixed(&m.receiver) && m.args.iter().all(|a| self.is_fixed(a))
            }
            Expr::Call(c) => c.args.iter().all(|a| self.is_fixed(a)),
            Expr::Tuple(t) => t.elems.iter().all(|e| self.is_fixed(e)),
            Expr::Array(a) => a.elems.iter().all(|e| self.is_fixed(e)),
            Expr::Closure(_) => true,
            _ => false,
        }
    }

    /// A closure with `move` on copies of the variables that may change, and the statements that make them.
    pub(super) fn pin_captures(
        &mut self,
        closure: &ExprClosure,
    ) -> Option<(ExprClosure, Vec<Stmt>)> {
        let captured = self.variables_of_outside(closure);
        if captured.is_empty() {
            return None;
        }
        let (mut map, mut kept) = (HashMap::new(), Vec::new());
        for name in captured {
            let old = tokens::find(closure.to_token_stream(), &name)
                .unwrap_or_else(|| crate::names::spanned_ident(&name, closure.span()));
            let new = self.names.numbered(crate::names::stem(&name), old.span());
            let changes = self.changes(&closure.body, &name);
            kept.extend(self.keep_early(&new, &parse_quote!(#old), changes));
            map.insert(name, new.to_token_stream());
        }
        let renamed = tokens::rename(closure.to_token_stream(), &map);
        match syn::parse2(renamed) {
            Ok(Expr::Closure(pinned)) => Some((pinned, kept)),
            _ => None,
        }
    }

    /// Whether a closure changes what it has copied.
    pub(super) fn changes_copies(&self, closure: &ExprClosure) -> bool {
        let captured = self.variables_of_outside(closure);
        captured
            .iter()
            .any(|name| self.changes(&closure.body, name))
    }

    /// The variables that may change which a closure captures, each once.
    fn variables_of_outside(&self, closure: &ExprClosure) -> Vec<String> {
        let own: HashSet<String> = super::apply::bound_by(closure);
        let mut names: Vec<String> = Vec::new();
        for name in tokens::variables(closure.to_token_stream()) {
            let may_change = match &self.changing {
                Some(changing) => changing.contains(&name),
                None => self.uses.is_mutable(&name),
            };
            if may_change && !own.contains(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    fn changes(&self, e: &Expr, name: &str) -> bool {
        let ty = self.types.of_var(name);
        let mut search = Changes {
            name,
            scalar: ty.is_float() || ty.is_discrete(),
            reads,
            found: false,
        };
        search.visit_expr(e);
        search.found
    }
}

/// Whether a closure may change a variable that it captures, of whatever type.
pub(super) fn changes_captures(closure: &ExprClosure) -> bool {
    let own = super::apply::bound_by(closure);
    let names = tokens::variables(closure.to_token_stream()).into_iter();
    names.filter(|name| !own.contains(name)).any(|name| {
        let mut search = Changes {
            name: &name,
            scalar: false,
            // A float is what such a method is called on, as far as anybody can see.
            reads: |m| reads(m) || Prim::method(&m.method.to_string(), m.args.len()).is_some(),
            found: false,
        };
        search.visit_expr(&closure.body);
        search.found
    })
}

/// Looks for what may change a variable.
struct Changes<'n> {
    name: &'n str,
    scalar: bool,
    /// Whether a method leaves what it is called on as it is.
    reads: fn(&syn::ExprMethodCall) -> bool,
    found: bool,
}

impl Changes<'_> {
    fn is_base(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Path(p) => p.path.is_ident(self.name),
            Expr::Index(i) => self.is_base(&i.expr),
            Expr::Field(f) => self.is_base(&f.base),
            Expr::Unary(u) => self.is_base(&u.expr),
            Expr::Tuple(t) => t.elems.iter().any(|e| self.is_base(e)),
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Changes<'_> {
    fn visit_expr_assign(&mut self, a: &'ast syn::ExprAssign) {
        self.found |= self.is_base(&a.left);
        visit::visit_expr_assign(self, a);
    }

    fn visit_expr_binary(&mut self, b: &'ast syn::ExprBinary) {
        // `+=` and the like have an own place of their left side.
        let compound = b.op.to_token_stream().to_string();
        let compares = matches!(compound.as_str(), "==" | "!=" | "<=" | ">=");
        self.found |= compound.ends_with('=') && !compares && self.is_base(&b.left);
        visit::visit_expr_binary(self, b);
    }

    fn visit_expr_reference(&mut self, r: &'ast syn::ExprReference) {
        self.found |= r.mutability.is_some() && self.is_base(&r.expr);
        visit::visit_expr_reference(self, r);
    }

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        self.found |= !self.scalar && self.is_base(&m.receiver) && !(self.reads)(m);
        visit::visit_expr_method_call(self, m);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let named = tokens::variables(mac.tokens.clone());
        self.found |= !self.scalar && named.iter().any(|n| n == self.name);
    }
}

/// Methods of sequences that change nothing.
fn reads(m: &syn::ExprMethodCall) -> bool {
    matches!(
        m.method.to_string().as_str(),
        "len"
            | "is_empty"
            | "iter"
            | "first"
            | "last"
            | "get"
            | "to_vec"
            | "clone"
            | "windows"
            | "chunks"
    )
}
