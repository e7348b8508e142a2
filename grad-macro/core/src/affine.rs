//! Indices that follow the trips of a loop one by one: the number of the trip and something that stays.
use std::collections::{HashMap, HashSet};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use crate::emit::val_tokens;
use crate::ir::{Body, Counter, Val};

/// An index in a loop: the number of the trip and something that stays, or only the latter.
pub struct Affine {
    pub follows: bool,
    pub rest: TokenStream,
}

/// Those of a loop with these counters, which computes values in this order while others change.
pub fn of_loop(
    body: &Body,
    counters: &[(Val, Counter)],
    computed: impl Iterator<Item = Val>,
    variant: &HashSet<Val>,
) -> HashMap<Val, Affine> {
    let mut found: HashMap<Val, Affine> = HashMap::new();
    for (val, counter) in counters {
        let rest = match counter {
            Counter::Trip => quote!(0usize),
            Counter::Up(lo) => val_tokens(body, *lo),
            Counter::Down(_) => continue,
        };
        let follows = true;
        found.insert(*val, Affine { follows, rest });
    }
    for val in computed {
        if let Some((tokens, _)) = &body.val(val).formula
            && let Ok(expr) = syn::parse2(tokens.clone())
            && let Some(affine) = affine(body, &found, variant, &expr)
        {
            found.insert(val, affine);
        }
    }
    found
}

/// An index as the number of the trip and a rest. What is left of the primal's sums does not overflow in the first trip; the
/// rest is the index in that trip.
fn affine(
    body: &Body,
    found: &HashMap<Val, Affine>,
    variant: &HashSet<Val>,
    e: &syn::Expr,
) -> Option<Affine> {
    match crate::types::unparen(e) {
        syn::Expr::Group(g) => affine(body, found, variant, &g.expr),
        syn::Expr::Lit(l) => Some(Affine {
            follows: false,
            rest: l.to_token_stream(),
        }),
        syn::Expr::Path(p) => {
            let name = p.path.get_ident()?;
            let of = |(val, affine): (&Val, &Affine)| {
                (body.val(*val).name == *name).then(|| Affine {
                    follows: affine.follows,
                    rest: affine.rest.clone(),
                })
            };
            if let Some(affine) = found.iter().find_map(of) {
                return Some(affine);
            }
            let changes = variant.iter().any(|val| body.val(*val).name == *name);
            (!changes).then(|| Affine {
                follows: false,
                rest: name.to_token_stream(),
            })
        }
        syn::Expr::Binary(b) => {
            let (l, r) = (
                affine(body, found, variant, &b.left)?,
                affine(body, found, variant, &b.right)?,
            );
            let (left, right) = (&l.rest, &r.rest);
            let (follows, rest) = match b.op {
                syn::BinOp::Add(_) if !(l.follows && r.follows) => (
                    l.follows || r.follows,
                    quote!(usize::wrapping_add(#left, #right)),
                ),
                syn::BinOp::Sub(_) if !r.follows => {
                    (l.follows, quote!(usize::wrapping_sub(#left, #right)))
                }
                syn::BinOp::Mul(_) if !l.follows && !r.follows => {
                    (false, quote!(usize::wrapping_mul(#left, #right)))
                }
                syn::BinOp::Mul(_) if is_one(&b.right) => (l.follows, left.clone()),
                _ => return None,
            };
            Some(Affine { follows, rest })
        }
        _ => None,
    }
}

fn is_one(e: &syn::Expr) -> bool {
    matches!(crate::types::unparen(e), syn::Expr::Lit(l) if matches!(&l.lit, syn::Lit::Int(i) if i.base10_digits() == "1"))
}
