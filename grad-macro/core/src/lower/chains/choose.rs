//! Methods that pick one item: `max_by(..).unwrap()`, `find(..)`, `position(..)` and their kin.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprMethodCall, parse_quote, parse_quote_spanned};

use super::apply::Arg;
use super::read::Chain;
use super::{Chains, make};
use crate::lower::infer::is_chain;
use crate::types::{Ty, unparen};

/// An item in variables of its own, one for each float, size or truth value.
struct Kept {
    /// The variables, with a value to begin with.
    names: Vec<(Ident, TokenStream)>,
    ty: Ty,
    /// The item again.
    value: TokenStream,
    /// Whether the item is kept by its number, which the chain yields beside it.
    numbered: bool,
}

/// Methods that take the `Option` of a picked item apart.
pub fn takes_item(name: &str) -> bool {
    matches!(
        name,
        "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "is_some" | "is_none"
    )
}

fn picks(name: &str) -> bool {
    matches!(
        name,
        "max_by" | "min_by" | "reduce" | "last" | "next" | "nth" | "find" | "position"
    )
}

/// The method that picks the item, through `copied`.
pub fn pick_of(e: &mut Expr) -> Option<&mut ExprMethodCall> {
    match e {
        Expr::Paren(p) => pick_of(&mut p.expr),
        Expr::MethodCall(m) => {
            let name = m.method.to_string();
            if picks(&name) && is_chain(&m.receiver) {
                Some(m)
            } else if matches!(name.as_str(), "copied" | "cloned") {
                pick_of(&mut m.receiver)
            } else {
                None
            }
        }
        _ => None,
    }
}

/// Whether lowering finds the item by its index: `x.iter().enumerate().max_by(..)`.
pub fn is_plain_pick(m: &ExprMethodCall) -> bool {
    if !matches!(m.method.to_string().as_str(), "max_by" | "min_by") {
        return false;
    }
    let (mut numbered, mut copied) = (false, false);
    let mut source = unparen(&m.receiver);
    while let Expr::MethodCall(step) = source {
        match step.method.to_string().as_str() {
            "enumerate" if !numbered && !copied => numbered = true,
            "copied" | "cloned" if !copied => copied = true,
            "iter" => return true,
            _ => return false,
        }
        source = unparen(&step.receiver);
    }
    false
}

impl Chains<'_> {
    /// The block for a picked item, behind its `Option`.
    pub(super) fn picked(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let span = m.method.span();
        if !picks(&m.method.to_string()) || is_plain_pick(m) || is_question(m) {
            return None;
        }
        let (before, found, value) = self.picked_apart(m, false)?;
        Some(parse_quote_spanned!(span=> {
            #before
            if #found { ::core::option::Option::Some(#value) } else { ::core::option::Option::None }
        }))
    }

    /// The block for a picked item whose `Option` is taken apart at once.
    pub(super) fn chosen(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        args: &[&Expr],
    ) -> Option<Expr> {
        let span = m.method.span();
        let mut deref = false;
        let mut pick = unparen(&m.receiver);
        while let Expr::MethodCall(inner) = pick
            && matches!(inner.method.to_string().as_str(), "copied" | "cloned")
            && !is_chain(pick)
        {
            deref = true;
            pick = unparen(&inner.receiver);
        }
        let Expr::MethodCall(pick) = pick else {
            return None;
        };
        if !is_chain(&pick.receiver) {
            return None;
        }
        let mut after = TokenStream::new();
        let missing = match (name, args) {
            ("unwrap", []) => {
                quote!(::core::panic!(
                    "called `Option::unwrap()` on a `None` value"
                ))
            }
            ("expect", [text]) => quote!(::core::panic!("{}", #text)),
            // It is computed in any case.
            ("unwrap_or", [other]) if !is_simple(other) => {
                let name = self.names.numbered("other", span);
                after = quote_spanned!(span=> let #name = #other;);
                name.to_token_stream()
            }
            ("unwrap_or", [other]) => other.to_token_stream(),
            ("unwrap_or_else", [f]) => {
                let (stmts, value) = self.apply(f, Vec::new())?;
                quote!({ #(#stmts)* #value })
            }
            ("is_some", []) => quote!(false),
            ("is_none", []) => quote!(true),
            _ => return None,
        };
        let (before, found, item) = self.picked_apart(pick, deref)?;
        let value = match (name, deref) {
            ("is_some", _) => quote!(true),
            ("is_none", _) => quote!(false),
            (_, false) => item,
            (_, true) => quote!(*(#item)),
        };
        // A reference is not chosen by a branch.
        if matches!(name, "unwrap" | "expect") {
            return Some(parse_quote_spanned!(span=> {
                #before
                if !#found { #missing }
                #value
            }));
        }
        Some(parse_quote_spanned!(span=> {
            #before
            #after
            if #found { #value } else { #missing }
        }))
    }

    /// The loops that pick an item, whether one was found, and the item.
    fn picked_apart(
        &mut self,
        pick: &ExprMethodCall,
        deref: bool,
    ) -> Option<(TokenStream, Ident, TokenStream)> {
        let span = pick.method.span();
        let ty = match pick.method.to_string().as_str() {
            "position" => Ty::Int,
            _ => self.types.items(&pick.receiver),
        };
        let mut chain = Chain::read(&pick.receiver, self.names)?;
        let by_number = self.by_number(pick, &mut chain, &ty, span);
        let mut kept = match by_number {
            Some(kept) => kept,
            None => self.kept(&floats_at_least(ty, deref), span)?,
        };
        if pick.method == "position" {
            // No item says which integer it counts in.
            kept.names
                .iter_mut()
                .for_each(|(_, start)| *start = quote!(0_usize));
        }
        let found = self.names.numbered("found", span);
        let variables = kept
            .names
            .iter()
            .map(|(name, start)| quote!(let mut #name = #start;));
        let before = quote_spanned!(span=> let mut #found = false; #(#variables)*);
        let loops = self.picking(pick, &chain, &kept, &found)?;
        let (states, loops) = (&loops.before, &loops.loops);
        Some((
            quote_spanned!(span=> #before #(#states)* #(#loops)*),
            found,
            kept.value,
        ))
    }

    fn picking(
        &mut self,
        pick: &ExprMethodCall,
        chain: &Chain,
        kept: &Kept,
        found: &Ident,
    ) -> Option<super::steps::Loops> {
        let span = pick.method.span();
        let value = &kept.value;
        let (method, f) = (pick.method.to_string(), pick.args.first());
        let number = self.names.numbered("number", span);
        let mut loops = self.loops(
            chain,
            span,
            &mut |chains: &mut Chains, item: Expr, exit: &TokenStream| {
                let (taken, at, item) = chains.number_of(kept, item, span);
                let now = chains.keep(kept, at.as_ref().unwrap_or(&item), span);
                let tokens = match method.as_str() {
                    "last" => quote!(#now #found = true;),
                    "next" => quote!(#now #found = true; #exit),
                    "nth" => quote! {
                        if #number == 0 { #now #found = true; #exit }
                        #number -= 1;
                    },
                    "find" => {
                        let (stmts, holds) = chains.apply(f?, vec![Arg::by_ref(item)])?;
                        quote!(#(#stmts)* if #holds { #now #found = true; #exit })
                    }
                    "position" => {
                        let (stmts, holds) = chains.apply(f?, vec![Arg::of(item)])?;
                        let (at, _) = kept.names.first()?;
                        quote! {
                            #(#stmts)*
                            if #holds { #found = true; #exit }
                            #at += 1;
                        }
                    }
                    "reduce" => {
                        let old = parse_quote!(#value);
                        let (stmts, new) = chains.apply(f?, vec![Arg::of(old), Arg::of(item)])?;
                        let new = chains.keep(kept, &new, span);
                        quote!(if #found { #(#stmts)* #new } else { #now #found = true; })
                    }
                    "max_by" | "min_by" => {
                        let old = parse_quote!(#value);
                        let args = vec![Arg::by_ref(old), Arg::by_ref(item)];
                        let (stmts, order) = chains.apply(f?, args)?;
                        // Of equal ones `max_by` takes the last and `min_by` the first.
                        let replaces = if method == "max_by" {
                            quote!(!=)
                        } else {
                            quote!(==)
                        };
                        let again = quote_spanned! {span=>
                            #(#stmts)*
                            if (#order) #replaces ::core::cmp::Ordering::Greater { #now }
                        };
                        quote!(if #found { #again } else { #now #found = true; })
                    }
                    _ => return None,
                };
                Some(make::stmts(quote!(#taken #tokens)))
            },
        )?;
        if method == "nth" {
            let n = f?;
            loops.before.extend(make::stmts(
                quote_spanned!(span=> let mut #number: usize = #n;),
            ));
        }
        Some(loops)
    }

    /// An item of a type that is not known: its number is kept. The chain then yields numbers too.
    fn by_number(
        &mut self,
        pick: &ExprMethodCall,
        chain: &mut Chain,
        ty: &Ty,
        span: Span,
    ) -> Option<Kept> {
        let picks_whole = matches!(
            pick.method.to_string().as_str(),
            "max_by" | "min_by" | "last" | "next" | "nth" | "find"
        );
        let by_ref = matches!(ty, Ty::Unknown)
            || matches!(ty, Ty::Ref { to, .. } if matches!(**to, Ty::Unknown));
        if !picks_whole || !by_ref {
            return None;
        }
        let source = chain.plain()?.clone();
        let best = self.names.numbered("best", span);
        let (value, _) = super::read::numbered(&source, &parse_quote!(#best))?;
        chain.number();
        Some(Kept {
            names: vec![(best, quote!(0_usize))],
            ty: Ty::Int,
            value: value.to_token_stream(),
            numbered: true,
        })
    }

    fn kept(&mut self, ty: &Ty, span: Span) -> Option<Kept> {
        let mut names = Vec::new();
        let value = self.variables(ty, span, &mut names)?;
        Some(Kept {
            names,
            ty: ty.clone(),
            value,
            numbered: false,
        })
    }

    /// Makes the variables for an item of this type, and the item of them.
    fn variables(
        &mut self,
        ty: &Ty,
        span: Span,
        names: &mut Vec<(Ident, TokenStream)>,
    ) -> Option<TokenStream> {
        if let Ty::Tuple(parts) = ty {
            let parts: Option<Vec<TokenStream>> = parts
                .iter()
                .map(|part| self.variables(part, span, names))
                .collect();
            let parts = parts?;
            return Some(quote!((#(#parts,)*)));
        }
        let (held, by_ref) = match ty {
            Ty::Ref { mutable: false, to } => (&**to, true),
            other => (other, false),
        };
        if !held.is_float() && !matches!(held, Ty::Int | Ty::Bool) {
            return None;
        }
        let start = make::any_value(held)?;
        let best = self.names.numbered("best", span);
        names.push((best.clone(), start));
        Some(if by_ref {
            quote!(&#best)
        } else {
            quote!(#best)
        })
    }

    /// The number of an item, and the item, where numbers are kept.
    fn number_of(
        &mut self,
        kept: &Kept,
        item: Expr,
        span: Span,
    ) -> (TokenStream, Option<Expr>, Expr) {
        if !kept.numbered {
            return (TokenStream::new(), None, item);
        }
        let (number, inner) = (
            self.names.numbered("i", span),
            self.names.numbered("item", span),
        );
        (
            quote_spanned!(span=> let (#number, #inner) = #item;),
            Some(parse_quote!(#number)),
            parse_quote!(#inner),
        )
    }

    /// Writes an item to its variables.
    fn keep(&mut self, kept: &Kept, item: &Expr, span: Span) -> TokenStream {
        let mut parts = Vec::new();
        let pattern = self.parts_of(&kept.ty, span, &mut parts);
        let names = kept.names.iter().map(|(name, _)| name);
        quote_spanned!(span=> let #pattern = #item; #(#names = #parts;)*)
    }

    /// The pattern that takes an item apart, and its parts by value.
    fn parts_of(&mut self, ty: &Ty, span: Span, parts: &mut Vec<TokenStream>) -> TokenStream {
        if let Ty::Tuple(tys) = ty {
            let patterns: Vec<TokenStream> = tys
                .iter()
                .map(|ty| self.parts_of(ty, span, parts))
                .collect();
            return quote!((#(#patterns,)*));
        }
        let part = self.names.numbered("item", span);
        parts.push(match ty {
            Ty::Ref { .. } => quote!(*#part),
            _ => quote!(#part),
        });
        quote!(#part)
    }
}

/// An item of which nothing is known is taken for a float: were it none, it would not compile.
fn floats_at_least(item: Ty, behind_reference: bool) -> Ty {
    match item {
        Ty::Unknown if behind_reference => Ty::Float.shared(),
        Ty::Unknown => Ty::Float,
        Ty::Ref { mutable, to } => Ty::Ref {
            mutable,
            to: Box::new(floats_at_least(*to, false)),
        },
        Ty::Tuple(parts) => Ty::Tuple(
            parts
                .into_iter()
                .map(|part| floats_at_least(part, false))
                .collect(),
        ),
        other => other,
    }
}

/// `position` of elements, which the user's own code answers.
fn is_question(m: &ExprMethodCall) -> bool {
    m.method == "position"
        && matches!(unparen(&m.receiver), Expr::MethodCall(source) if source.method == "iter")
}

/// Whether it does not matter how often an expression is evaluated.
fn is_simple(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Unary(u) => is_simple(&u.expr),
        Expr::Reference(r) => is_simple(&r.expr),
        Expr::Field(f) => is_simple(&f.base),
        Expr::Tuple(t) => t.elems.iter().all(is_simple),
        _ => false,
    }
}
