//! Branches that yield a value of a type of the user's own, which only their surroundings tell.
//!
//! Input, in a function that returns `Line`: `if c { g(x) } else { h(x) }`. Output:
//! `if c { let own_1: Line = g(x); own_1 } else { let own_2: Line = h(x); own_2 }`.
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt, Type, parse_quote_spanned};

use super::infer::nominal_type;
use crate::names::Names;
use crate::types::{unparen, wrapped_in};

/// Gives the results of calls in branches the type that the function or the `let` around says.
///
/// A wrapper of the function's is taken off before.
pub fn typed(block: &mut Block, result: Option<&Type>, names: &mut Names) {
    let mut typing = Typing { names };
    typing.visit_block_mut(block);
    if let Some(own) = result.and_then(owned) {
        typing.tail(block, &own);
    }
}

/// A type of the user's own.
struct Own {
    ty: Type,
    /// Whether it stands inside of a `Result` or an `Option`.
    wrapped: bool,
}

fn owned(ty: &Type) -> Option<Own> {
    let wrapped = wrapped_in(ty);
    let within = wrapped.map_or(ty, |(_, inside)| inside);
    let by_value = !matches!(within, Type::Reference(_));
    let list = || crate::emit::vec_element(within).and_then(nominal_type);
    (by_value && nominal_type(within).or_else(list).is_some()).then(|| Own {
        ty: within.clone(),
        wrapped: wrapped.is_some(),
    })
}

struct Typing<'n> {
    names: &'n mut Names,
}

impl Typing<'_> {
    fn tail(&mut self, block: &mut Block, own: &Own) {
        if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut() {
            self.branches(e, own);
        }
    }

    /// The branches that an expression's value comes from.
    fn branches(&mut self, e: &mut Expr, own: &Own) {
        match e {
            Expr::Paren(p) => self.branches(&mut p.expr, own),
            Expr::Block(b) => self.tail(&mut b.block, own),
            Expr::If(i) => {
                self.yielded(&mut i.then_branch, own);
                if let Some((_, other)) = &mut i.else_branch {
                    match &mut **other {
                        Expr::Block(b) => self.yielded(&mut b.block, own),
                        other => self.branches(other, own),
                    }
                }
            }
            Expr::Match(m) => {
                for arm in &mut m.arms {
                    match &mut *arm.body {
                        Expr::Block(b) => self.yielded(&mut b.block, own),
                        body => {
                            if let Some(kept) = self.value(body, own) {
                                let span = body.span();
                                *body = parse_quote_spanned!(span=> { #kept #body });
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn yielded(&mut self, block: &mut Block, own: &Own) {
        let last = block.stmts.len().saturating_sub(1);
        if let Some(Stmt::Expr(e, None)) = block.stmts.last_mut()
            && let Some(kept) = self.value(e, own)
        {
            block.stmts.insert(last, kept);
        }
    }

    /// The statement that keeps what an expression yields, in front of it.
    fn value(&mut self, e: &mut Expr, own: &Own) -> Option<Stmt> {
        match e {
            Expr::Call(c) if is_variant(&c.func, &["Some", "Ok"]) => {
                let own = Own {
                    ty: own.ty.clone(),
                    wrapped: false,
                };
                self.value(c.args.first_mut()?, &own)
            }
            Expr::Call(c) if is_variant(&c.func, &["Err"]) => None,
            Expr::Call(_) | Expr::MethodCall(_) if own.wrapped => None,
            Expr::Call(_) | Expr::MethodCall(_) => {
                let (span, ty) = (e.span(), &own.ty);
                let name = self.names.numbered("own", span);
                let kept = parse_quote_spanned!(span=> let #name: #ty = #e;);
                *e = parse_quote_spanned!(span=> #name);
                Some(kept)
            }
            other => {
                self.branches(other, own);
                None
            }
        }
    }
}

fn is_variant(func: &Expr, names: &[&str]) -> bool {
    matches!(unparen(func), Expr::Path(p) if p.path.segments.last().is_some_and(|s| {
        names.iter().any(|name| s.ident == name)
    }))
}

impl VisitMut for Typing<'_> {
    fn visit_local_mut(&mut self, local: &mut Local) {
        visit_mut::visit_local_mut(self, local);
        if let (Pat::Type(t), Some(init)) = (&local.pat, &mut local.init)
            && let Some(own) = owned(&t.ty)
        {
            self.branches(&mut init.expr, &own);
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
}
