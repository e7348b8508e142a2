//! Branches in their other spellings.

use super::scope::bound_by;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ExprIf, ItemFn, parse_quote};

/// The names that `let` in a condition binds.
pub struct Lets(pub Vec<String>);

impl Visit<'_> for Lets {
    fn visit_expr_let(&mut self, e: &syn::ExprLet) {
        self.0.extend(bound_by(&e.pat));
        syn::visit::visit_expr_let(self, e);
    }
    fn visit_block(&mut self, _: &syn::Block) {}
}

/// Whether a condition has a `let` that is its own, so that it can stand in no other place.
pub fn has_let(cond: &Expr) -> bool {
    struct Any(bool);
    impl Visit<'_> for Any {
        fn visit_expr_let(&mut self, _: &syn::ExprLet) {
            self.0 = true;
        }
        fn visit_block(&mut self, _: &syn::Block) {}
    }
    let mut any = Any(false);
    any.visit_expr(cond);
    any.0
}

/// ```text
/// if c { .. } else { .. }  →  match c { true => { .. } false => { .. } }
/// ```
pub fn matched(f: &mut ItemFn) -> usize {
    let mut b = Branches {
        count: 0,
        to: |e| {
            let (cond, then) = (&e.cond, &e.then_branch);
            let otherwise = match &e.else_branch {
                Some((_, other)) => quote::quote!({ #other }),
                None => quote::quote!({}),
            };
            Some(parse_quote!(match #cond { true => #then, false => #otherwise }))
        },
    };
    b.visit_block_mut(&mut f.block);
    b.count
}

/// ```text
/// if c { .. } else { .. }  →  if !(c) { .. } else { .. }
/// ```
pub fn negated(f: &mut ItemFn) -> usize {
    let mut b = Branches {
        count: 0,
        to: |e| {
            let (cond, then) = (&e.cond, &e.then_branch);
            let otherwise = match &e.else_branch {
                Some((_, other)) => match &**other {
                    Expr::Block(b) if b.label.is_none() => quote::quote!(#b),
                    other => quote::quote!({ #other }),
                },
                None => quote::quote!({}),
            };
            Some(parse_quote!(if !(#cond) #otherwise else #then))
        },
    };
    b.visit_block_mut(&mut f.block);
    b.count
}

struct Branches {
    count: usize,
    to: fn(&ExprIf) -> Option<Expr>,
}

impl VisitMut for Branches {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::If(i) = &*e
            && !has_let(&i.cond)
            && let Some(new) = (self.to)(i)
        {
            self.count += 1;
            *e = new;
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
