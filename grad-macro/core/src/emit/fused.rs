//! Both halves in one: the function that `foo_grad` and its siblings call where loops run forward and back in one.
//!
//! Output for `for i in 0..n { s += f(x[i]); }`:
//!
//! ```text
//! let mut d_s_2: f64 = *seed;
//! for i in 0..n { .. the trip .. its reverse .. }
//! ```
use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::quote;

use super::carries::{Around, Carries};
use super::code::{self, Owner, Printer};
use super::cots::{Kept, Sweep};
use super::public::LocalNames;
use super::{Context, blocks, lent, public};
use crate::adjoint::{self, Fusion, Halves};
use crate::ir::{Body, ExitKind, Loop, LoopHead, Region, Stmt, Val, touched};
use crate::parse::Function;

/// The halves as one function.
pub struct Fused {
    pub halves: Halves,
    pub fusion: Fusion,
}

/// Whether the halves of a function can be one: its result is a float, it has no other output, and it calls no
/// parameter.
#[must_use]
pub fn can_fuse(function: &Function) -> bool {
    let is_plain = |p: &crate::parse::Param| p.function.is_none() && !p.is_output();
    function.result_ty.is_float()
        && function.wrapper.is_none()
        && function.owner.is_none()
        && function.neighbours.operator.is_none()
        && function.params.iter().all(is_plain)
}

/// The function.
pub fn function(fused: &Fused, context: &mut Context, names: &LocalNames) -> TokenStream {
    let halves = &fused.halves;
    let body = code::forward_body(halves, context, names, Some(&fused.fusion));
    let (items, function, runtime) = (context.items, context.function, &context.runtime);
    let (generics, clause) = public::generics(function);
    let params = public::fwd_params(function, runtime);
    let (_, told) = lent::forward_params(halves, function);
    let (_, shared, flags) = lent::reverse_params(halves, context);
    let slots = public::slot_params(context, names);
    let (tape, seed, rule) = (&names.tape, &names.seed, &names.rule);
    let (name, vis, this) = (
        super::half_name(function, "fused"),
        super::half_vis(function),
        super::this_of(function),
    );
    let (traits, tracked) = (code::traits(), public::tracked(function));
    let (result, one) = (code::result_of(function), public::one(function));
    let taped = quote!(#tape: &mut #runtime::Tape);
    let params = if function.associated {
        quote!(#(#params,)* #taped)
    } else {
        quote!(#taped, #(#params),*)
    };
    quote! {
        #[doc(hidden)]
        #tracked
        #[inline]
        #vis fn #name #generics (
            #params,
            #(#told,)*
            #(#slots,)*
            #(#shared),*
        ) -> #result #clause {
            #this
            use #runtime::__private::rule as #rule;
            use #runtime::__private::Slot as _;
            #traits
            #(#items)*
            #flags
            let #seed = &#one;
            #body
        }
    }
}

/// How a fused trip is left.
pub fn leave(fused: &adjoint::Fused, kind: ExitKind) -> TokenStream {
    if !fused.has_exits {
        return TokenStream::new();
    }
    let label = label(fused);
    let is_last = fused.may_break.then(|| {
        let is_last = kind == ExitKind::Break;
        quote!(#is_last)
    });
    quote!(break #label #is_last;)
}

fn label(fused: &adjoint::Fused) -> syn::Lifetime {
    syn::Lifetime::new(&format!("'{}", fused.trip), Span::mixed_site())
}

/// The values that are in scope where the reverse of a region stands: those that the region itself defines, and the
/// trips of its fused loops likewise.
pub fn in_scope(region: &Region, fusion: &Fusion, body: &Body) -> HashSet<Val> {
    let mut found: HashSet<Val> = body.inputs.iter().map(|input| input.0).collect();
    collect(region, None, fusion, body, &mut found);
    found
}

fn collect(
    region: &Region,
    pattern: Option<&TokenStream>,
    fusion: &Fusion,
    body: &Body,
    found: &mut HashSet<Val>,
) {
    for stmt in &region.stmts {
        match stmt {
            Stmt::Let(val, _) => drop(found.insert(*val)),
            Stmt::Given(vals) => {
                // A variable of a pattern may change.
                let named = |val: &&Val| {
                    pattern.is_some_and(|p| {
                        blocks::mentions(p, &body.val(**val).name)
                            && !p.to_string().split_whitespace().any(|word| word == "mut")
                    })
                };
                found.extend(vals.iter().filter(named));
            }
            Stmt::Branch(b) => found.extend(&b.results),
            Stmt::Loop(l) => {
                found.extend(l.carried.iter().map(|c| c.out));
                if let Some(fused) = fusion.loops.get(&l.scope)
                    && !fused.has_exits
                {
                    found.extend(l.carried.iter().map(|c| c.head));
                    let pattern = match &l.head {
                        LoopHead::For(pattern, ..) => Some(pattern),
                        LoopHead::Forever => None,
                    };
                    collect(&l.body, pattern, fusion, body, found);
                }
            }
            _ => {}
        }
    }
}

/// The values that the statements of a region bring about, at any depth.
fn values_of(region: &Region, found: &mut HashSet<Val>) {
    for stmt in &region.stmts {
        touched::values(stmt, &mut |val| found.extend([val]));
        match stmt {
            Stmt::Branch(b) => b.arms.iter().for_each(|a| values_of(&a.body, found)),
            Stmt::Loop(l) => {
                found.extend(l.carried.iter().map(|c| c.head));
                values_of(&l.body, found);
            }
            _ => {}
        }
    }
}

impl Printer<'_, '_> {
    fn sweep(&self) -> Sweep<'_, '_> {
        Sweep {
            there: Some(&self.there),
            ..Sweep::new(self.context, self.halves, self.names)
        }
    }

    /// The loops, each trip of which is followed by its reverse.
    pub fn fused_loop(&mut self, l: &Loop, fused: &adjoint::Fused) -> TokenStream {
        let (before, first) = self.carried(l);
        let inside = self.region(&l.body, Owner::Trip(l));
        let sweep = self.sweep();
        let open = sweep.list(&fused.open);
        // What a factor is computed from stands behind the loop.
        let nothing = HashSet::new();
        let early = Sweep {
            there: Some(&nothing),
            ..self.sweep()
        };
        let seed = early.list(&fused.seed);
        let trip = &fused.trip;
        sweep.trip.replace(Some(trip.clone()));
        let (_, counted): (Vec<_>, Vec<_>) = fused
            .counters
            .iter()
            .partition(|(val, _)| self.there.contains(val));
        let counters = sweep.counters(&counted, trip);
        let mut variant = HashSet::new();
        values_of(&l.body, &mut variant);
        let around = Around::new(fused.counters.clone(), variant, trip.clone());
        let is_inner = sweep.is_inner.replace(true);
        let carries = Carries::of(&sweep, &fused.back, &around);
        let Kept {
            before: carry,
            inside: back,
            after: left,
        } = sweep.keeping(&fused.back, &around, carries);
        sweep.is_inner.set(is_inner);
        let used_by = quote!(#inside #back);
        let frame = code::frame_declaration(self.halves, l.scope, &|name| {
            blocks::mentions(&used_by, name)
        });
        let counts = !counted.is_empty() || blocks::mentions(&left, trip);
        let count = counts.then(|| quote!(let mut #trip: usize = 0;));
        let counted = counts.then(|| quote!(#trip += 1;));
        let tape = &self.names.tape;
        let peak = blocks::is_region_taping(&l.body).then(|| quote!(#tape.mark_peak();));
        let last = crate::names::new_ident("last", Span::mixed_site());
        let (trip_there, leave) = match (fused.has_exits, fused.may_break) {
            (false, may_break) => (inside, may_break.then(|| quote!(break;))),
            (true, false) => {
                let label = label(fused);
                (quote!(#label: { #inside }), None)
            }
            (true, true) => {
                let label = label(fused);
                (
                    quote!(let #last: bool = #label: { #inside };),
                    Some(quote!(if #last { break; })),
                )
            }
        };
        let head = match &l.head {
            LoopHead::For(pat, iter, _) => quote!(for #pat in #iter),
            LoopHead::Forever => quote!(loop),
        };
        quote! {
            #open
            #before
            {
                #seed
                #count
                #carry
                #head {
                    #first
                    #frame
                    #trip_there
                    #peak
                    #counters
                    #back
                    #counted
                    #leave
                }
                #left
            }
        }
    }

    /// The result waits while the rest of the reverse runs.
    pub fn back_and_return(&self, value: &TokenStream, fusion: &Fusion) -> TokenStream {
        let (tape, back) = (&self.names.tape, self.sweep().list(&fusion.back));
        let result = crate::names::new_ident("value", Span::mixed_site());
        quote! {
            let #result = #value;
            #tape.mark_peak();
            #back
            return #result;
        }
    }
}
