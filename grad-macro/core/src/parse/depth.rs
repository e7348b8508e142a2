//! How deep a function is nested. The stages follow its tree by recursion, on the stack that the compiler
//! gives a macro; what could fill it is refused instead.
use proc_macro2::{Span, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, Item, ItemFn};

use crate::error::Errors;

/// Brackets inside of brackets; the compiler's own limit for macros is 128 by default.
const BRACKETS: usize = 200;

/// Operators, calls and `else if`s one inside of another without brackets, as in a long sum.
const OPERATORS: usize = 800;

/// Whether brackets are nested too deeply for the parser.
pub fn too_deep(item: &TokenStream) -> bool {
    deep(item.clone(), BRACKETS).is_some()
}

/// Refuses brackets that are nested too deeply, before the tokens are parsed.
pub fn refuse_brackets(item: &TokenStream, errors: &mut Errors) {
    if let Some(at) = deep(item.clone(), BRACKETS) {
        errors.refuse(
            at,
            format!("this stands inside of more than {BRACKETS} brackets, which is too deep for the macro"),
            "give inner parts a name with `let`, or move them to a function of their own",
        );
    }
}

fn deep(tokens: TokenStream, left: usize) -> Option<Span> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) if left == 0 => Some(group.span_open()),
        TokenTree::Group(group) => deep(group.stream(), left - 1),
        _ => None,
    })
}

/// Refuses operators that are nested too deeply.
pub fn refuse_operators(function: &ItemFn, errors: &mut Errors) {
    let mut depth = Depth { now: 0, errors };
    depth.visit_block(&function.block);
}

struct Depth<'e> {
    now: usize,
    errors: &'e mut Errors,
}

impl<'ast> Visit<'ast> for Depth<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        if self.now == OPERATORS {
            self.errors.refuse(
                syn::spanned::Spanned::span(e),
                format!("this stands inside of more than {OPERATORS} operators, which is too deep for the macro"),
                "compute it in several steps, with `let` for each",
            );
            return;
        }
        self.now += 1;
        visit::visit_expr(self, e);
        self.now -= 1;
    }

    // Items are copied as they are.
    fn visit_item(&mut self, _: &'ast Item) {}
}
