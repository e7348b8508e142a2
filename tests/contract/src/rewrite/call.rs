//! Calls in their other spellings.

use quote::format_ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, FnArg, Item, ItemFn, Pat, parse_quote};

/// Methods of floats that integers do not have and that return a float.
pub const FLOAT_METHODS: &[&str] = &[
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "exp",
    "exp2",
    "exp_m1",
    "ln",
    "ln_1p",
    "log2",
    "log10",
    "sqrt",
    "cbrt",
    "powi",
    "powf",
    "hypot",
    "recip",
    "mul_add",
    "copysign",
    "floor",
    "ceil",
    "round",
    "trunc",
    "fract",
    "to_degrees",
    "to_radians",
];

/// ```text
/// x.sin()  →  f64::sin(x)        f64::sin(x)  →  x.sin()
/// ```
///
/// A receiver that is a name may be a reference, which a path would not look through: `*x` and `x` differ in type. So
/// only names of parameters that are `f64` and composed expressions are moved.
pub fn paths(f: &mut ItemFn) -> usize {
    use quote::ToTokens;
    if f.to_token_stream().to_string().contains("f32") {
        return 0;
    }
    let mut p = Paths { count: 0 };
    p.visit_block_mut(&mut f.block);
    p.count
}

struct Paths {
    count: usize,
}

impl VisitMut for Paths {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let new: Option<Expr> = match &*e {
            Expr::MethodCall(m) if FLOAT_METHODS.contains(&m.method.to_string().as_str()) => {
                let (method, receiver, args) = (&m.method, &m.receiver, &m.args);
                Some(parse_quote!(f64::#method(#receiver, #args)))
            }
            Expr::Call(c) => match &*c.func {
                Expr::Path(p) => match p.path.segments.iter().collect::<Vec<_>>().as_slice() {
                    [ty, method] if ty.ident == "f64" && method.ident != "from" => {
                        let method = &method.ident;
                        let mut args = c.args.iter();
                        match args.next() {
                            Some(first) if !matches!(first, Expr::Lit(_)) => {
                                Some(parse_quote!((#first).#method(#(#args),*)))
                            }
                            _ => None,
                        }
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        if let Some(new) = new {
            self.count += 1;
            *e = new;
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Counts functions that `split` can take apart; the work is done by it, since one item becomes two.
pub fn split_marker(f: &mut ItemFn) -> usize {
    usize::from(arguments(f).is_some())
}

/// ```text
/// fn f(mut x: f64, y: &[f64]) -> f64 { .. }  →  fn f_body(mut x: f64, y: &[f64]) -> f64 { .. }
///                                               fn f(x: f64, y: &[f64]) -> f64 { f_body(x, y) }
/// ```
#[must_use]
pub fn split(f: &ItemFn) -> Option<[Item; 2]> {
    let args = arguments(f)?;
    let mut body = f.clone();
    let name = format_ident!("{}_body", f.sig.ident);
    body.sig.ident = name.clone();
    let mut outer = f.clone();
    for input in &mut outer.sig.inputs {
        if let FnArg::Typed(p) = input
            && let Pat::Ident(i) = &mut *p.pat
        {
            i.mutability = None;
        }
    }
    *outer.block = parse_quote!({ #name(#(#args),*) });
    Some([Item::Fn(body), Item::Fn(outer)])
}

/// The names of the parameters, if all have one.
fn arguments(f: &ItemFn) -> Option<Vec<syn::Ident>> {
    f.sig
        .inputs
        .iter()
        .map(|input| match input {
            FnArg::Typed(p) => match &*p.pat {
                Pat::Ident(i) if i.by_ref.is_none() => Some(i.ident.clone()),
                _ => None,
            },
            FnArg::Receiver(_) => None,
        })
        .collect()
}
