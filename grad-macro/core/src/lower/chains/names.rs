//! Ends of chains that are other steps under one name.
//!
//! Input: `x.iter().find_map(f)`. Output: `x.iter().filter_map(f).next()`.
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Ident, parse_quote_spanned};

use crate::lower::infer::is_chain;

/// Rewrites in place.
pub fn resolve(block: &mut Block) {
    Resolve.visit_block_mut(block);
}

struct Resolve;

impl VisitMut for Resolve {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::MethodCall(m) = e
            && m.method == "find_map"
            && m.args.len() == 1
            && is_chain(&m.receiver)
        {
            let span = m.method.span();
            m.method = Ident::new("filter_map", span);
            *e = parse_quote_spanned!(span=> #m.next());
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
