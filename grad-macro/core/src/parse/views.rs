//! Methods of an `impl` block that hand out a part of `self`: `fn items(&self) -> &[f64] { &self.items }`.
//!
//! They have no gradient; where a neighbour calls them on `self`, it reads that part itself.
use std::collections::HashMap;

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ImplItem, ImplItemFn, ItemImpl, ReturnType, Stmt, Type, parse_quote};

use crate::types::unparen;

/// What such methods read, by name.
#[derive(Default)]
pub struct Views(HashMap<String, Expr>);

impl Views {
    pub fn of(block: &ItemImpl) -> Views {
        let methods = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) => Some((method.sig.ident.to_string(), read(method)?)),
            _ => None,
        });
        Views(methods.collect())
    }

    /// The method with the parts in the place of their methods.
    pub fn written_out(&self, method: &ImplItemFn) -> ImplItemFn {
        let mut method = method.clone();
        WriteOut(self).visit_block_mut(&mut method.block);
        method
    }
}

struct WriteOut<'v>(&'v Views);

impl VisitMut for WriteOut<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::MethodCall(m) = e
            && m.args.is_empty()
            && is_self(&m.receiver)
            && let Some(view) = self.0.0.get(&m.method.to_string())
        {
            *e = parse_quote!((#view));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether a method returns a reference, or a type that it does not name.
pub fn lends(method: &ImplItemFn) -> bool {
    matches!(&method.sig.output, ReturnType::Type(_, ty) if lent(ty))
}

fn lent(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) | Type::ImplTrait(_) => true,
        Type::Paren(p) => lent(&p.elem),
        Type::Tuple(t) => t.elems.iter().any(lent),
        Type::Path(p) => p.path.segments.last().is_some_and(|s| match &s.arguments {
            syn::PathArguments::AngleBracketed(args) => args
                .args
                .iter()
                .any(|a| matches!(a, syn::GenericArgument::Type(ty) if lent(ty))),
            _ => false,
        }),
        _ => false,
    }
}

/// The part that a method with `&self` and nothing else reads.
fn read(method: &ImplItemFn) -> Option<Expr> {
    let receiver = method.sig.receiver()?;
    let ([Stmt::Expr(e, None)], true) = (
        method.block.stmts.as_slice(),
        method.sig.inputs.len() == 1 && lends(method) && !super::is_changed(receiver),
    ) else {
        return None;
    };
    let part = match unparen(e) {
        Expr::Reference(r) if r.mutability.is_none() => &*r.expr,
        Expr::MethodCall(m) if m.method == "iter" || m.method == "as_slice" => &*m.receiver,
        _ => return None,
    };
    is_field(part).then(|| e.clone())
}

fn is_field(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Field(f) => is_self(&f.base) || is_field(&f.base),
        _ => false,
    }
}

fn is_self(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Path(p) if p.path.is_ident("self"))
}
