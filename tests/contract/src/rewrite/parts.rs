//! Operands with a name.

use super::scope::assigning;
use quote::format_ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemFn, Lit, Pat, Type, parse_quote};

/// ```text
/// x * y + z  →  { let l_2 = { let l_1 = x; let r_1 = y; l_1 * r_1 }; let r_2 = z; l_2 + r_2 }
/// ```
///
/// Operands are evaluated in the same order as before.
pub fn named(f: &mut ItemFn) -> usize {
    let mut parts = Parts(0);
    parts.visit_block_mut(&mut f.block);
    parts.0
}

struct Parts(usize);

impl VisitMut for Parts {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let Expr::Binary(b) = &*e else { return };
        if assigning(&b.op).is_none() || is_integer(&b.left) || is_integer(&b.right) {
            return;
        }
        self.0 += 1;
        let (l, r) = (format_ident!("l_{}", self.0), format_ident!("r_{}", self.0));
        let (left, op, right) = (&b.left, &b.op, &b.right);
        *e = parse_quote!(({
            let #l = #left;
            let #r = #right;
            #l #op #r
        }));
    }

    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    // Indices and lengths stay: their type may follow from where they stand.
    fn visit_expr_index_mut(&mut self, _: &mut syn::ExprIndex) {}
    fn visit_expr_range_mut(&mut self, _: &mut syn::ExprRange) {}
    fn visit_expr_repeat_mut(&mut self, e: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut e.expr);
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

fn is_integer(e: &Expr) -> bool {
    matches!(e, Expr::Lit(l) if matches!(l.lit, Lit::Int(_)))
}
