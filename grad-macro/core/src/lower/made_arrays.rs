//! `std::array::from_fn`, whose length is told by its surroundings.
//!
//! Input, in a function that returns `[f64; 3]`: `if c { return std::array::from_fn(f) }`. Output:
//! `if c { return std::array::from_fn::<f64, 3, _>(f) }`.
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Path, PathArguments, Stmt, Type, parse_quote};

use crate::types::{unparen, wrapped_in};

/// Writes the lengths out that the function's result and annotations say.
pub fn typed(block: &mut Block, result: Option<&Type>) {
    let mut lengths = Lengths { result };
    lengths.visit_block_mut(block);
    if let Some(result) = result {
        tail(block, result);
    }
}

/// Whether a path is that of `array::from_fn`.
pub fn is_from_fn(path: &Path) -> bool {
    let mut names = path.segments.iter().rev().map(|s| &s.ident);
    names.next().is_some_and(|name| name == "from_fn")
        && names.next().is_some_and(|owner| owner == "array")
}

struct Lengths<'t> {
    /// What `return` is followed by.
    result: Option<&'t Type>,
}

impl VisitMut for Lengths<'_> {
    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(t), Some(init)) = (&local.pat, &mut local.init) {
            value(&mut init.expr, &t.ty);
        }
    }

    fn visit_expr_return_mut(&mut self, r: &mut syn::ExprReturn) {
        visit_mut::visit_expr_return_mut(self, r);
        if let (Some(e), Some(ty)) = (&mut r.expr, self.result) {
            value(e, ty);
        }
    }

    fn visit_expr_closure_mut(&mut self, c: &mut syn::ExprClosure) {
        // It returns something else.
        let result = self.result.take();
        visit_mut::visit_expr_closure_mut(self, c);
        self.result = result;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn tail(block: &mut Block, ty: &Type) {
    if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut() {
        value(e, ty);
    }
}

/// An expression of a type that is said.
fn value(e: &mut Expr, ty: &Type) {
    match (e, ty) {
        (e, Type::Paren(t)) => value(e, &t.elem),
        (e, Type::Group(t)) => value(e, &t.elem),
        (Expr::Paren(p), ty) => value(&mut p.expr, ty),
        (Expr::Block(b), ty) => tail(&mut b.block, ty),
        (Expr::If(i), ty) => {
            tail(&mut i.then_branch, ty);
            if let Some((_, other)) = &mut i.else_branch {
                value(other, ty);
            }
        }
        (Expr::Match(m), ty) => m.arms.iter_mut().for_each(|arm| value(&mut arm.body, ty)),
        (Expr::Tuple(t), Type::Tuple(tys)) => {
            let parts = t.elems.iter_mut().zip(&tys.elems);
            parts.for_each(|(e, ty)| value(e, ty));
        }
        (Expr::Array(a), Type::Array(t)) => {
            a.elems.iter_mut().for_each(|e| value(e, &t.elem));
        }
        (Expr::Reference(r), Type::Reference(t)) => value(&mut r.expr, &t.elem),
        (Expr::Call(c), ty) => {
            let Expr::Path(p) = unparen(&c.func) else {
                return;
            };
            let within = wrapped_in(ty).map_or(ty, |(_, inside)| inside);
            if is_from_fn(&p.path) {
                if let (Type::Array(t), Expr::Path(p)) = (within, &mut *c.func)
                    && let Some(last) = p.path.segments.last_mut()
                    && last.arguments.is_none()
                {
                    let (elem, len) = (&t.elem, &t.len);
                    last.arguments = PathArguments::AngleBracketed(match len {
                        Expr::Lit(_) | Expr::Path(_) => parse_quote!(::<#elem, #len, _>),
                        len => parse_quote!(::<#elem, { #len }, _>),
                    });
                }
                return;
            }
            let wraps = p
                .path
                .segments
                .last()
                .is_some_and(|s| s.ident == "Ok" || s.ident == "Some");
            if let (true, Some(arg)) = (wraps, c.args.first_mut()) {
                value(arg, within);
            }
        }
        _ => {}
    }
}
