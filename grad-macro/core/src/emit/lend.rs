//! What a reverse call borrows from cotangents, and what stands in for it.
//!
//! Output for `dot(&x[a..], &x[b..])`, where `d_x` may be no more than an empty slot:
//!
//! ```text
//! let parts_1 = Parts::of([Part::ALL.range(a..), Part::ALL.range(b..)]);
//! let mut spare_1 = if parts_1.lends(1) { None } else { spare_of(tape, d_x[b..]) };
//! let [part_1, part_2] = parts_1.split(d_x);
//! dot_vjp::rev(tape, frame_1, &d_s, part_1, or_spare(part_2, &mut spare_1));
//! give_back(tape, d_x[b..], spare_1);
//! ```
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::code::val_tokens;
use super::cots::Sweep;
use crate::ir::{Division, Lender, Lent, Pieces, Proj, ReverseCall, Spare};

impl Sweep<'_, '_> {
    /// What stands before a call and what stands after it.
    pub fn lending(&self, call: &ReverseCall) -> (TokenStream, TokenStream) {
        let choices = call.divisions.iter().map(|d| self.choice(d));
        let spares = call.spares.iter().map(|s| self.spare(s));
        let divisions = call.divisions.iter().map(|d| self.division(d));
        // The tape gets back last what it gave first.
        let given_back = call.spares.iter().rev().map(|s| self.give_back(s));
        (
            quote!(#(#choices)* #(#spares)* #(#divisions)*),
            quote!(#(#given_back)*),
        )
    }

    /// An optional mutable reference to a part of a cotangent.
    pub fn lent(&self, lent: &Lent) -> TokenStream {
        let path = self.path(&lent.path);
        let (part, name) = match &lent.from {
            Lender::Local(mem) => {
                let cell = self.mem_cell(*mem);
                return quote!(::core::option::Option::Some(&mut #cell #path));
            }
            Lender::Slot(param) => {
                let slot = self.names.slot(*param);
                (quote!(#slot.get()), slot)
            }
            Lender::Piece(name) => (quote!(#name), name),
        };
        if lent.path.is_empty() {
            return part;
        }
        quote!(#part.map(|#name| &mut #name #path))
    }

    /// Decides which parts are lent, where that is not known before.
    fn choice(&self, division: &Division) -> TokenStream {
        let Pieces::Parts(name, pieces) = &division.into else {
            return TokenStream::new();
        };
        let (runtime, parts) = (self.runtime(), self.parts(pieces));
        quote!(let #name = #runtime::__private::Parts::of([#(#parts),*]);)
    }

    fn division(&self, division: &Division) -> TokenStream {
        let runtime = self.runtime();
        match &division.into {
            Pieces::Fields(pieces) => {
                let of = self.lent(&division.of);
                let names: Vec<&Ident> = pieces.iter().map(|(name, _)| name).collect();
                let fields = pieces.iter().map(|(_, field)| field);
                let none = pieces.iter().map(|_| quote!(::core::option::Option::None));
                quote! {
                    let (#(#names),*) = match #of {
                        ::core::option::Option::Some(d) => {
                            (#(::core::option::Option::Some(&mut d.#fields)),*)
                        }
                        ::core::option::Option::None => (#(#none),*),
                    };
                }
            }
            Pieces::Apart(pieces) => {
                let (of, parts) = (self.sequence(&division.of), self.parts(pieces));
                let names = pieces.iter().map(|(name, _)| name);
                let elements = self.elements(pieces);
                quote! {
                    let [#(#names),*] = #runtime::__private::apart(#of, [#(#parts),*]);
                    #elements
                }
            }
            Pieces::Parts(parts, pieces) => {
                let of = self.sequence(&division.of);
                let names = pieces.iter().map(|(name, _)| name);
                let elements = self.elements(pieces);
                quote! {
                    let [#(#names),*] = #parts.split(#of);
                    #elements
                }
            }
        }
    }

    /// All of an array, slice or vector, as a slice.
    fn sequence(&self, lent: &Lent) -> TokenStream {
        let mut all = lent.clone();
        if !matches!(all.path.last(), Some(Proj::Range(..))) {
            all.path.push(Proj::Range(None, None));
        }
        self.lent(&all)
    }

    /// Parts of a sequence: `Part::ALL.range(1..).index(i)`.
    fn parts(&self, pieces: &[(Ident, Vec<Proj>)]) -> Vec<TokenStream> {
        let runtime = self.runtime();
        pieces
            .iter()
            .map(|(_, path)| {
                let steps = path.iter().map(|step| self.step(step));
                quote!(#runtime::__private::Part::ALL #(#steps)*)
            })
            .collect()
    }

    fn step(&self, step: &Proj) -> TokenStream {
        let body = self.body();
        match step {
            Proj::Index(at) => {
                let at = val_tokens(body, *at);
                quote!(.index(#at))
            }
            Proj::Range(lo, hi) => {
                let lo = lo.map(|v| val_tokens(body, v));
                let hi = hi.map(|v| val_tokens(body, v));
                quote!(.range(#lo..#hi))
            }
            Proj::Field(_) => TokenStream::new(),
        }
    }

    /// Parts that are elements.
    fn elements(&self, pieces: &[(Ident, Vec<Proj>)]) -> TokenStream {
        let runtime = self.runtime();
        pieces
            .iter()
            .filter(|(_, path)| matches!(path.last(), Some(Proj::Index(_))))
            .map(|(name, _)| quote!(let #name = #runtime::__private::element(#name);))
            .collect()
    }

    fn spare(&self, spare: &Spare) -> TokenStream {
        let (name, part) = (&spare.name, self.lent(&spare.of));
        let (runtime, tape) = (self.runtime(), &self.names.tape);
        let made = if spare.filled {
            quote!(#runtime::__private::moved_of(#tape, #part))
        } else {
            quote!(#runtime::__private::spare_of(#tape, #part))
        };
        if spare.unless.is_empty() {
            return quote!(let mut #name = #made;);
        }
        let lent = spare
            .unless
            .iter()
            .map(|(parts, at)| (parts, Literal::usize_unsuffixed(*at)))
            .map(|(parts, at)| quote!(#parts.lends(#at)));
        quote! {
            let mut #name = if #(#lent)&&* {
                ::core::option::Option::None
            } else {
                #made
            };
        }
    }

    fn give_back(&self, spare: &Spare) -> TokenStream {
        let (name, part) = (&spare.name, self.lent(&spare.of));
        let (runtime, tape) = (self.runtime(), &self.names.tape);
        quote!(#runtime::__private::give_back(#tape, #part, #name);)
    }
}
