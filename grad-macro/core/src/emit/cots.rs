//! Statements of the reverse half.
use std::cell::RefCell;
use std::collections::HashSet;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Member;
use syn::spanned::Spanned;

use super::carries::{Around, Carries};
use super::code::{
    float_at, from_word, half, method_number, names_type, number_of, path_by, receiver, sum, swap,
    tuple, val_tokens,
};
use super::lent::Told;
use super::public::LocalNames;
use super::standing::Standing;
use super::{Context, scalar_tokens};
use super::{typed_zero, zero};
use crate::adjoint::Halves;
use crate::ir::{
    Before, Body, Callee, Cot, Count, Counter, Mem, MemKind, Nested, Op, OperandType, Operator,
    Place, Proj, Rearrange, ReverseBranch, ReverseCall, ReverseLoop, Scope, SeedArg, SlotArg, Step,
    Stmt, TempShape, Ty, Unseen, Val, Witness, Write, ZeroMem, ZeroShape,
};
use crate::plan::Origin;
use crate::rules::Slope;

/// How the trips of a loop get their frames.
struct Frames {
    before: TokenStream,
    /// A pattern, and what to iterate over for it.
    items: Option<(TokenStream, TokenStream)>,
    pop: TokenStream,
}

pub struct Sweep<'p, 'c> {
    /// Those of the loop around that has some.
    pub windows: RefCell<Option<super::windows::Windows>>,
    /// The number of the trip of the innermost loop.
    pub trip: RefCell<Option<Ident>>,
    pub context: &'p Context<'c>,
    pub halves: &'p Halves,
    pub names: &'p LocalNames,
    /// What the loop around keeps in locals, and what that depends on.
    pub carries: RefCell<Option<(Carries, Standing, Around)>>,
    /// Whether there is a loop around.
    pub is_inner: std::cell::Cell<bool>,
    /// Where the forward half stands around: the values of it that are in scope.
    pub there: Option<&'p HashSet<Val>>,
}

/// A trip of a loop, and what stands in front of the loop and behind it.
pub struct Kept {
    pub before: TokenStream,
    pub inside: TokenStream,
    pub after: TokenStream,
}

impl<'p, 'c> Sweep<'p, 'c> {
    /// At the start of a reverse half that stands alone.
    pub fn new(context: &'p Context<'c>, halves: &'p Halves, names: &'p LocalNames) -> Self {
        Sweep {
            windows: RefCell::default(),
            trip: RefCell::default(),
            context,
            halves,
            names,
            carries: RefCell::default(),
            is_inner: std::cell::Cell::default(),
            there: None,
        }
    }
}

impl Sweep<'_, '_> {
    pub fn body(&self) -> &Body {
        self.context.body
    }

    /// The cotangent of a value: `d_x`.
    fn cell(&self, val: Val) -> Ident {
        self.names.cell(val)
    }

    pub fn runtime(&self) -> &TokenStream {
        &self.context.runtime
    }

    pub fn list(&self, stmts: &[Stmt]) -> TokenStream {
        stmts.iter().map(|s| self.stmt(s)).collect()
    }

    /// The local that the loop around carries for a place.
    fn carry(&self, place: &Place) -> Option<Ident> {
        let carries = self.carries.borrow();
        let (carries, standing, around) = carries.as_ref()?;
        let cell = carries.cell(self, place, around);
        cell.or_else(|| standing.local(self, place, around))
            .cloned()
    }

    fn stmt(&self, stmt: &Stmt) -> TokenStream {
        let in_scope = |val: Val| self.there.is_some_and(|there| there.contains(&val));
        if stmt.restored().is_some_and(in_scope) {
            return TokenStream::new();
        }
        match stmt {
            Stmt::Restore(val, scope, slot) => {
                let name = &self.body().val(*val).name;
                let value = from_word(self.body(), *val, &self.word(*scope, *slot));
                quote!(let #name = #value;)
            }
            Stmt::RestoreIf(val, place, scope, condition, slot) => {
                let name = &self.body().val(*val).name;
                let value = self.restore_if(*val, place.as_ref(), (*scope, *condition), *slot);
                quote!(let #name = #value;)
            }
            Stmt::RestoreColumn(val, place, scope, number) => {
                let name = &self.body().val(*val).name;
                let value = self.restore_column(*val, place, *scope, *number);
                quote!(let #name = #value;)
            }
            Stmt::ReadContent(val, place) => {
                let (name, content) = (&self.body().val(*val).name, self.content(place.mem));
                let path = self.path(&place.path);
                quote!(let #name = #content #path;)
            }
            Stmt::TakeContent(mem) if self.there.is_some() => {
                let (content, name) = (self.content(*mem), &self.body().mem(*mem).name);
                quote!(let #content = &#name;)
            }
            Stmt::GiveContent(_) if self.there.is_some() => TokenStream::new(),
            Stmt::TakeContent(mem) => {
                let (content, tape) = (self.content(*mem), &self.names.tape);
                match super::lent::length(self.body(), *mem) {
                    Some(len) => quote!(let #content: [f64; #len] = #tape.take_array();),
                    None => quote!(let #content = #tape.take_content();),
                }
            }
            Stmt::GiveContent(mem) => {
                let (content, tape) = (self.content(*mem), &self.names.tape);
                match super::lent::length(self.body(), *mem) {
                    Some(_) => TokenStream::new(),
                    None => quote!(#tape.give_content(#content);),
                }
            }
            Stmt::Recompute(val) => {
                let info = self.body().val(*val);
                let name = &info.name;
                let (ty, tokens) = (scalar_tokens(info.ty), info.formula.as_ref().map(|f| &f.0));
                quote!(let #name: #ty = #tokens;)
            }
            // A number that others are multiplied with before they are there.
            Stmt::Let(val, Op::Raw(tokens)) => {
                let info = self.body().val(*val);
                let (name, ty) = (&info.name, scalar_tokens(info.ty));
                quote!(let #name: #ty = #tokens;)
            }
            Stmt::Compute(val, prim, args) => {
                super::operation::define(self.context, *val, *prim, args)
            }
            Stmt::Zero(val) => {
                let scalar = self.body().val(*val).ty;
                let (cell, ty, zero) = (self.cell(*val), scalar_tokens(scalar), zero(scalar));
                quote!(let mut #cell: #ty = #zero;)
            }
            Stmt::ZeroMem(mem, zero) => {
                let (cell, value) = (self.mem_cell(*mem), self.zero(*mem, zero));
                quote!(let mut #cell = #value;)
            }
            Stmt::Retire(mem) => {
                let (cell, runtime, tape) = (self.mem_cell(*mem), self.runtime(), &self.names.tape);
                quote!(#runtime::__private::retire(#tape, #cell);)
            }
            Stmt::RetireTemp(name) => {
                let (runtime, tape) = (self.runtime(), &self.names.tape);
                quote!(#runtime::__private::retire(#tape, #name);)
            }
            Stmt::Accumulate(val, cot) => self.accumulate(*val, cot),
            Stmt::Set(val, cot) => {
                let (cell, ty) = (self.cell(*val), scalar_tokens(self.body().val(*val).ty));
                let value = self.float_cot(cot, self.body().val(*val).ty);
                quote!(let mut #cell: #ty = #value;)
            }
            Stmt::Scatter(place, cot) => {
                let (value, runtime) = (self.cot(cot), self.runtime());
                if let Some(cell) = self.carry(place) {
                    return quote!(#cell += #value;);
                }
                // A field may be excluded from the gradient of its struct.
                let may_lack = self.is_unseen_field(place);
                self.into_place(place, &|part| {
                    if may_lack {
                        quote!(#runtime::__private::add(&mut #part, #value))
                    } else {
                        quote!(#part += #value)
                    }
                })
            }
            Stmt::ScatterCast(place, cot) => {
                let (value, runtime) = (self.cot(cot), self.runtime());
                self.into_place(place, &|part| {
                    quote!(#runtime::__private::AddCast::add_cast(&mut #part, #value as f64))
                })
            }
            Stmt::ScatterAll(place, cot) => {
                let (value, runtime) = (self.cot(cot), self.runtime());
                self.into_place(place, &|part| {
                    quote!(#runtime::__private::Tangent::accumulate(&mut #part[..], &#value[..]))
                })
            }
            Stmt::ScatterEach(place, cot, whole) => {
                let (value, runtime) = (self.cot(cot), self.runtime());
                self.into_place(place, &|part| {
                    if *whole {
                        return quote! {
                            for part in &#value[..] {
                                #runtime::__private::Tangent::accumulate(&mut #part, part);
                            }
                        };
                    }
                    quote! {
                        for part in &#value[..] {
                            #runtime::__private::Tangent::accumulate(&mut #part[..], &part[..]);
                        }
                    }
                })
            }
            Stmt::ScatterRest(place, cot, named) => {
                let (value, runtime) = (self.cot(cot), self.runtime());
                let tape = &self.names.tape;
                let is_slot = place.path.is_empty()
                    && matches!(&self.body().mem(place.mem).kind, MemKind::Param(_, f) if f.is_empty());
                self.into_place(place, &|part| {
                    let whole = if is_slot { quote!(*#part) } else { part };
                    quote! {
                        // What the base itself has there stays.
                        #(#value.#named = #runtime::__private::take_all(#tape, &mut (#whole).#named);)*
                        #runtime::__private::Tangent::accumulate(&mut #whole, &#value)
                    }
                })
            }
            Stmt::Deliver(param, path, val) => {
                let (slot, cell) = (self.names.slot(*param), self.cell(*val));
                let fields = path.iter().map(|f| syn::Index::from(*f as usize));
                if path.is_empty() {
                    quote!(#slot.with(|#slot| *#slot += #cell);)
                } else {
                    quote!(#slot.with(|#slot| #slot #(.#fields)* += #cell);)
                }
            }
            Stmt::PopFrame(frame) => {
                let tape = &self.names.tape;
                quote!(let #frame = #tape.pop_frame();)
            }
            Stmt::ReverseCall(call) => self.call(call),
            Stmt::ReverseBranch(b) => self.branch(b),
            Stmt::ReverseLoop(l) => self.a_loop(l),
            Stmt::Beyond(scope, slot, code, inside) => {
                let word = self.word(*scope, *slot);
                let (code, inside) = (Literal::usize_unsuffixed(*code), self.guarded(inside));
                quote!(if #word > #code { #inside })
            }
            Stmt::Take(place, to, write) => {
                let scalar = to.map_or(self.body().scalar, |v| self.body().val(v).ty);
                let (to, zero) = (to.map(|v| self.cell(v)), zero(scalar));
                if self.is_unseen_field(place) {
                    return self.take_field(place, to.as_ref(), *write, scalar);
                }
                self.into_place(place, &|part| match (&to, write) {
                    (Some(cell), Write::Set) => {
                        quote!(#cell += ::core::mem::replace(&mut #part, #zero))
                    }
                    (Some(cell), Write::Add) => quote!(#cell += #part),
                    (Some(cell), Write::Sub) => quote!(#cell -= #part),
                    (None, _) => quote!(#part = #zero),
                })
            }
            Stmt::TakeAll(place, name) => {
                let (part, runtime, tape) = (self.part_of(place), self.runtime(), &self.names.tape);
                quote!(let #name = #runtime::__private::take_all(#tape, #part);)
            }
            Stmt::TakeSlot(param, val) => {
                let scalar = self.body().val(*val).ty;
                let (slot, cell) = (self.names.slot(*param), self.cell(*val));
                let (ty, zero) = (scalar_tokens(scalar), zero(scalar));
                quote! {
                    let mut #cell: #ty = #zero;
                    #slot.with(|#slot| #cell = ::core::mem::replace(#slot, #zero));
                }
            }
            Stmt::RearrangeBack(place, kind) => {
                let back = match kind {
                    Rearrange::Swap(i, j) => {
                        let (i, j) = (val_tokens(self.body(), *i), val_tokens(self.body(), *j));
                        quote!(swap(#i, #j))
                    }
                    Rearrange::Reverse => quote!(reverse()),
                    Rearrange::RotateLeft(n) => {
                        let n = val_tokens(self.body(), *n);
                        quote!(rotate_right(#n))
                    }
                    Rearrange::RotateRight(n) => {
                        let n = val_tokens(self.body(), *n);
                        quote!(rotate_left(#n))
                    }
                };
                self.into_place(place, &|part| quote!(#part.#back))
            }
            Stmt::SwapElements(place, i, j) => {
                let (i, j) = (sum(self.body(), i), sum(self.body(), j));
                self.into_place(place, &|part| quote!(#part.swap(#i, #j)))
            }
            Stmt::SwapCots(a, b) => {
                let (a, b, runtime) = (self.part_of(a), self.part_of(b), self.runtime());
                quote!(#runtime::__private::exchange(#a, #b);)
            }
            Stmt::SwapWithin(a, b, [first, second]) => {
                let (a, b) = (self.part_of(a), self.part_of(b));
                let (runtime, tape) = (self.runtime(), &self.names.tape);
                quote! {
                    let #first = #runtime::__private::take_all(#tape, #a);
                    let #second = ::core::mem::replace(#b, #first);
                    let #first = ::core::mem::replace(#a, #second);
                    #runtime::__private::retire(#tape, #first);
                }
            }
            Stmt::SplitOff(place, len, name) => {
                let (part, len) = (self.part_of(place), val_tokens(self.body(), *len));
                let (runtime, tape) = (self.runtime(), &self.names.tape);
                quote!(let #name = #runtime::__private::split_off(#tape, #part, #len);)
            }
            Stmt::CutOff(place, len, name) => {
                let (part, len, runtime) = (
                    self.part_of(place),
                    val_tokens(self.body(), *len),
                    self.runtime(),
                );
                quote!(let #name = #runtime::__private::cut_off(#part, #len);)
            }
            Stmt::Resize(place, before) => {
                let (part, runtime, tape) = (self.part_of(place), self.runtime(), &self.names.tape);
                let word = val_tokens(self.body(), before.val());
                match before {
                    Before::Rows(_, ty) => {
                        quote! {
                            #runtime::__private::append(
                                #part,
                                #tape.zero_noted::<#ty>(#word as u64),
                                #tape,
                            );
                        }
                    }
                    Before::Len(_) | Before::Unseen(_) => {
                        quote!(#runtime::__private::resize(#part, #word);)
                    }
                }
            }
            Stmt::Remake(place, before, name) => {
                let (part, tape) = (self.part_of(place), &self.names.tape);
                let word = val_tokens(self.body(), before.val());
                let zero = match before {
                    Before::Rows(_, ty) => quote!(#tape.zero_noted::<#ty>(#word as u64)),
                    Before::Unseen(_) => {
                        let runtime = self.runtime();
                        return quote!(let #name = #runtime::__private::remade(#tape, #part, #word););
                    }
                    Before::Len(_) => quote!(::core::default::Default::default()),
                };
                quote!(let #name = ::core::mem::replace(#part, #zero);)
            }
            Stmt::ScatterWhole(place, cot) => {
                let (value, runtime) = (self.cot(cot), self.runtime());
                let is_list = matches!(cot, Cot::Seed(..))
                    && place.path.is_empty()
                    && self
                        .body()
                        .mem(place.mem)
                        .zero
                        .as_ref()
                        .is_some_and(is_vector);
                let is_slot = place.path.is_empty()
                    && matches!(&self.body().mem(place.mem).kind, MemKind::Param(_, f) if f.is_empty());
                self.into_place(place, &|part| {
                    let part = if is_slot { quote!(*#part) } else { part };
                    if let Some(field) = member_of(cot) {
                        let at = there(field);
                        return quote_spanned!(at=> #runtime::__private::add_field(&mut #part, &#value));
                    }
                    if is_list {
                        // Of a list under another name, the seed is a slice.
                        return quote! {
                            #runtime::__private::Tangent::accumulate(&mut #part[..], &#value[..])
                        };
                    }
                    quote!(#runtime::__private::Tangent::accumulate(&mut #part, &#value))
                })
            }
            Stmt::Unsort(place) => {
                let (part, runtime, tape) = (self.part_of(place), self.runtime(), &self.names.tape);
                quote!(#runtime::__private::unsort(#tape, &mut #part[..]);)
            }
            Stmt::Unpark(_)
            | Stmt::ReadBack(..)
            | Stmt::UndoWrite(_)
            | Stmt::UndoSwap(..)
            | Stmt::SwapNotes(..)
            | Stmt::Close(_) => self.rewind(stmt),
            // The reverse half has no others.
            Stmt::Let(..)
            | Stmt::Raw(_)
            | Stmt::Given(_)
            | Stmt::View(..)
            | Stmt::Define(..)
            | Stmt::Call(_)
            | Stmt::Branch(_)
            | Stmt::Loop(_)
            | Stmt::SetResult(_)
            | Stmt::Assign(..)
            | Stmt::Keep(..)
            | Stmt::KeepLen(..)
            | Stmt::KeepRow(..)
            | Stmt::SwapRowNotes(..)
            | Stmt::Store(..)
            | Stmt::Fill(..)
            | Stmt::CopyInto(..)
            | Stmt::Rearrange(..)
            | Stmt::SwapPlaces(..)
            | Stmt::Grow(..)
            | Stmt::Shrink(..)
            | Stmt::Replace(..)
            | Stmt::Sort(..)
            | Stmt::Note(_)
            | Stmt::NoteReads(..)
            | Stmt::NoteWrite(..)
            | Stmt::NoteSwap(..)
            | Stmt::Park(_)
            | Stmt::KeepIf(..)
            | Stmt::KeepContent(_)
            | Stmt::KeepWord(..) => TokenStream::new(),
        }
    }

    /// A rewound memory as it was.
    fn rewind(&self, stmt: &Stmt) -> TokenStream {
        let (body, runtime, tape) = (self.body(), self.runtime(), &self.names.tape);
        let noted = |mem: &Mem| &self.halves.rewind.mems[mem];
        match stmt {
            Stmt::Unpark(mem) => {
                let noted = noted(mem);
                let content = quote!(#runtime::__private::Content);
                match super::lent::keeps(self.halves, body, *mem) {
                    Some(keeps) => quote! {
                        let mut #noted = if #keeps {
                            #content::unpark(#tape)
                        } else {
                            #content::default()
                        };
                    },
                    None => quote!(let mut #noted = #content::unpark(#tape);),
                }
            }
            Stmt::ReadBack(scope, reads) => self.read_back(*scope, reads),
            Stmt::UndoWrite(place) => {
                let (noted, at) = (noted(&place.mem), float_at(body, place));
                quote!(#noted.undo(#at);)
            }
            Stmt::UndoSwap(place, i, j, rows) => {
                let (noted, swap) = (noted(&place.mem), swap(body, place, *i, *j, *rows));
                quote!(#noted.#swap;)
            }
            Stmt::SwapNotes(a, b) => {
                let (a, b) = (noted(a), noted(b));
                quote!(::core::mem::swap(&mut #a, &mut #b);)
            }
            Stmt::Close(mem) => {
                let noted = noted(mem);
                quote!(#noted.close(#tape);)
            }
            _ => TokenStream::new(),
        }
    }

    /// Either from the memory or from the tape, as the run of the loop around went.
    fn read_back(&self, scope: Scope, reads: &[(Val, Place)]) -> TokenStream {
        let rewind = &self.halves.rewind;
        let Some(noting) = rewind.loops.get(&scope) else {
            return TokenStream::new();
        };
        let again = &noting.again;
        let groups = super::lent::groups(self.halves, reads, |(val, _)| *val);
        let groups = groups.iter().rev();
        let each = groups.map(|(_, reads)| self.read_group(again, reads));
        each.collect()
    }

    /// Those of one parameter, or of none that is read again.
    fn read_group(&self, again: &Ident, reads: &[&(Val, Place)]) -> TokenStream {
        let (body, tape, rewind) = (self.body(), &self.names.tape, &self.halves.rewind);
        let names: Vec<&Ident> = reads.iter().map(|(val, _)| &body.val(*val).name).collect();
        let found = reads.iter().map(|(val, place)| {
            let (noted, at) = (&rewind.mems[&place.mem], float_at(body, place));
            from_word(body, *val, &quote!(#noted.at(#at)))
        });
        let kept = reads.iter().map(|(val, _)| {
            let name = &body.val(*val).name;
            from_word(body, *val, &quote!(#name))
        });
        let (pattern, found, kept) = (
            tuple(names.iter().map(|n| quote!(#n)).collect()),
            tuple(found.collect()),
            tuple(kept.collect()),
        );
        let kept = quote! {
            if #again {
                #found
            } else {
                let [#(#names),*] = #tape.pop_frame();
                #kept
            }
        };
        let rereads = &self.halves.reread.plan;
        let Some(param) = reads.first().and_then(|(val, _)| rereads.param(*val)) else {
            return quote!(let #pattern = #kept;);
        };
        let keeps = super::lent::named(self.halves, param).map(|p| &p.keeps);
        let places = reads.iter().filter_map(|(val, _)| rereads.place(*val));
        let shared = places.map(|(_, place)| self.read_again(param, place));
        let shared = tuple(shared.collect());
        quote!(let #pattern = if #keeps { #kept } else { #shared };)
    }

    /// What was kept on a condition; else it is read again of an argument that is there, or not asked for.
    fn restore_if(
        &self,
        val: Val,
        place: Option<&Place>,
        frame: (Scope, usize),
        slot: usize,
    ) -> TokenStream {
        let condition = self.halves.reread.plan.condition(frame.1);
        let asked = super::lent::asked(self.halves, frame.1);
        let frame = &self.halves.reread.frames[&frame].0;
        let slot = Literal::usize_unsuffixed(slot);
        let kept = from_word(self.body(), val, &quote!(#frame[#slot]));
        let nothing = from_word(self.body(), val, &quote!(0));
        let (Some(param), Some(place)) = (condition.unlent, place) else {
            return quote!(if #asked { #kept } else { #nothing });
        };
        let keeps = super::lent::named(self.halves, param).map(|p| &p.keeps);
        let again = self.read_again(param, place);
        if condition.wanted.is_empty() {
            return quote!(if #keeps { #kept } else { #again });
        }
        quote!(if #asked { #kept } else if #keeps { #nothing } else { #again })
    }

    /// The same of a column.
    fn restore_column(&self, val: Val, place: &Place, scope: Scope, number: usize) -> TokenStream {
        let plan = &self.halves.reread.plan;
        let number_of_condition = plan.columns(scope)[number].0;
        let condition = plan.condition(number_of_condition);
        let asked = super::lent::asked(self.halves, number_of_condition);
        let (column, trip) = (
            super::lent::column(self.halves, scope, number),
            self.trip.borrow().clone(),
        );
        let kept = from_word(self.body(), val, &quote!(#column[#trip]));
        let nothing = from_word(self.body(), val, &quote!(0));
        let Some(param) = condition.unlent else {
            return kept;
        };
        let keeps = super::lent::named(self.halves, param).map(|p| &p.keeps);
        let again = self.read_again(param, place);
        quote!(if #asked { #kept } else if #keeps { #nothing } else { #again })
    }

    /// The content of a settled buffer.
    fn content(&self, mem: Mem) -> &Ident {
        &self.halves.reread.contents[&mem]
    }

    /// Looks at a part that is read again.
    pub fn look_at_source(&self, stmt: &Stmt, window: &TokenStream) -> Option<TokenStream> {
        match stmt {
            Stmt::RestoreIf(_, Some(_), _, condition, _) => {
                let param = self.halves.reread.plan.condition(*condition).unlent?;
                let keeps = super::lent::named(self.halves, param).map(|p| &p.keeps);
                let part = self.read_again_by(param, window);
                Some(quote!(if !#keeps { let _ = &#part; }))
            }
            Stmt::RestoreColumn(_, _, scope, number) => {
                let plan = &self.halves.reread.plan;
                let param = plan.condition(plan.columns(*scope)[*number].0).unlent?;
                let keeps = super::lent::named(self.halves, param).map(|p| &p.keeps);
                let part = self.read_again_by(param, window);
                Some(quote!(if !#keeps { let _ = &#part; }))
            }
            Stmt::ReadContent(_, place) => {
                let content = self.content(place.mem);
                Some(quote!(let _ = &#content #window;))
            }
            _ => None,
        }
    }

    fn read_again(&self, param: usize, place: &Place) -> TokenStream {
        self.read_again_by(param, &self.path(&place.path))
    }

    fn read_again_by(&self, param: usize, path: &TokenStream) -> TokenStream {
        let shared = super::lent::named(self.halves, param).map(|p| &p.shared);
        let ty = self.context.function.params[param].pointee();
        let runtime = self.runtime();
        quote!(#runtime::__private::read_again::<#ty>(&#shared) #path)
    }

    /// What a callee may read again: parts of shared arguments, where they are there.
    fn handed_on(&self, call: &ReverseCall) -> Option<Vec<TokenStream>> {
        let private = {
            let runtime = self.runtime();
            quote!(#runtime::__private)
        };
        let from = |from: &Option<(Origin, Place)>| {
            let (param, place) = match from {
                Some((Origin::Param(param), place)) => (param, place),
                Some((Origin::Local(mem), place)) => {
                    let (content, path) = (self.content(*mem), self.path(&place.path));
                    return quote!(#private::Shared(&#content #path));
                }
                None => return quote!(#private::GONE),
            };
            let shared = super::lent::named(self.halves, *param).map(|p| &p.shared);
            let (ty, path) = (
                self.context.function.params[*param].pointee(),
                self.path(&place.path),
            );
            let whole = quote!(#private::ReadAs::<#ty>::read_as(#shared));
            let part = if place.path.is_empty() {
                whole
            } else {
                quote!(&#whole #path)
            };
            quote!(#private::Source::part(&#shared, |#shared| #part))
        };
        let args = call.handed_on.as_ref()?.iter().map(|arg| {
            let told = from(&arg.from);
            if arg.wanted {
                told
            } else {
                quote!(#private::Unwanted(#told))
            }
        });
        Some(args.collect())
    }

    fn guarded(&self, inside: &[Stmt]) -> TokenStream {
        self.list(inside)
    }

    fn word(&self, scope: Scope, slot: usize) -> TokenStream {
        let frame = &self.halves.frames[scope.0 as usize];
        let slot = Literal::usize_unsuffixed(slot);
        quote!(#frame[#slot])
    }

    fn accumulate(&self, val: Val, cot: &Cot) -> TokenStream {
        let cell = self.cell(val);
        if let Cot::Slope(Slope::Neg(inner), args, out) = cot {
            let value = self.slope(inner, args, *out);
            return quote!(#cell -= #value;);
        }
        let value = self.float_cot(cot, self.body().val(val).ty);
        quote!(#cell += #value;)
    }

    /// The cotangent of a float, which a field of a struct may not have.
    fn float_cot(&self, cot: &Cot, ty: Ty) -> TokenStream {
        let value = self.cot(cot);
        if let Some(field) = member_of(cot) {
            let (runtime, at, ty) = (self.runtime(), there(field), scalar_tokens(ty));
            return quote_spanned!(at=> #runtime::__private::read_part::<#ty>(&#value));
        }
        value
    }

    /// A float is written to a field whose type only rustc knows.
    fn take_field(&self, place: &Place, to: Option<&Ident>, write: Write, ty: Ty) -> TokenStream {
        let (runtime, ty) = (self.runtime(), scalar_tokens(ty));
        let at = match place.path.last() {
            Some(Proj::Field(member)) => there(member),
            _ => Span::mixed_site(),
        };
        self.into_place(place, &|part| match (to, write) {
            (Some(cell), Write::Set) => {
                quote_spanned!(at=> #cell += #runtime::__private::take_part::<#ty>(&mut #part))
            }
            (Some(cell), Write::Add) => {
                quote_spanned!(at=> #cell += #runtime::__private::read_part::<#ty>(&#part))
            }
            (Some(cell), Write::Sub) => {
                quote_spanned!(at=> #cell -= #runtime::__private::read_part::<#ty>(&#part))
            }
            (None, _) => quote!(#runtime::__private::Tangent::set_zero(&mut #part)),
        })
    }

    /// Whether a place is a field in what only rustc knows the type of.
    fn is_unseen_field(&self, place: &Place) -> bool {
        let Some(Proj::Field(field)) = place.path.last() else {
            return false;
        };
        match &self.body().mem(place.mem).kind {
            MemKind::Param(index, _) => {
                let ty = &self.context.function.params[*index].ty;
                matches!(field, Member::Named(_)) || crate::parse::is_unseen(ty)
            }
            MemKind::Local | MemKind::View(_) => self.body().is_unseen(place.mem),
        }
    }

    fn cot(&self, cot: &Cot) -> TokenStream {
        match cot {
            Cot::Of(val) => self.cell(*val).to_token_stream(),
            Cot::Seed(fields, path) => {
                let seed = &self.names.seed;
                let fields = fields.iter().map(|f| syn::Index::from(*f as usize));
                let path = self.steps(path);
                let part = quote!(#seed #(.#fields)* #path);
                if *seed == part.to_string() && self.scalar_result() {
                    quote!(*#part)
                } else {
                    part
                }
            }
            Cot::Element(mem, path) => {
                let cell = self.mem_cell(*mem);
                let path = self.steps(path);
                quote!(#cell #path)
            }
            Cot::Temp(name, fields) => {
                let fields = fields.iter().map(|f| syn::Index::from(*f as usize));
                quote!(#name #(.#fields)*)
            }
            Cot::TempElement(name, path) => {
                let path = self.steps(path);
                quote!(#name #path)
            }
            Cot::Slope(slope, args, out) => self.slope(slope, args, *out),
            Cot::Sum(inner) => {
                let (value, runtime) = (self.cot(inner), self.runtime());
                quote!(#runtime::__private::total(&#value))
            }
        }
    }

    fn scalar_result(&self) -> bool {
        self.context.function.result_ty.is_float()
    }

    fn slope(&self, slope: &Slope, args: &[Val], out: Val) -> TokenStream {
        let body = self.body();
        match slope {
            Slope::D => self.cell(out).to_token_stream(),
            Slope::Arg(at) => val_tokens(body, args[*at]),
            Slope::Out => val_tokens(body, out),
            Slope::Num(n) => {
                let literal = Literal::f64_unsuffixed(*n).to_token_stream();
                if body.val(out).ty == Ty::Generic {
                    return crate::generic::number(&literal);
                }
                literal
            }
            Slope::Neg(e) => {
                let e = self.operand(e, args, out);
                quote!(-#e)
            }
            Slope::Bin(op, l, r) => {
                let (l, r) = (self.operand(l, args, out), self.operand(r, args, out));
                match op {
                    '+' => quote!(#l + #r),
                    '-' => quote!(#l - #r),
                    '*' => quote!(#l * #r),
                    _ => quote!(#l / #r),
                }
            }
            Slope::Method(name, e) => {
                let span = body.val(out).span;
                let generic = body.val(out).ty == Ty::Generic;
                let name = if generic {
                    Ident::new(&format!("grad_{name}"), span)
                } else {
                    Ident::new(name, span)
                };
                let e = match &**e {
                    Slope::Arg(at) => receiver(body, args[*at]),
                    other => self.operand(other, args, out),
                };
                if generic {
                    let float = crate::generic::float();
                    return quote!(#float::#name(#e));
                }
                quote!(#e.#name())
            }
            Slope::Rule(name, rule_args, part) => {
                let rule = &self.names.rule;
                let name = Ident::new(name, rule.span());
                let rule_args = rule_args.iter().map(|a| self.slope(a, args, out));
                let part = part.map(syn::Index::from);
                match part {
                    Some(part) => quote!(#rule::#name(#(#rule_args),*).#part),
                    None => quote!(#rule::#name(#(#rule_args),*)),
                }
            }
            Slope::Cast(ty, e) => {
                let (e, ty) = (self.operand(e, args, out), scalar_tokens(*ty));
                quote!(#e as #ty)
            }
        }
    }

    /// A slope inside a larger expression.
    fn operand(&self, slope: &Slope, args: &[Val], out: Val) -> TokenStream {
        let tokens = self.slope(slope, args, out);
        match slope {
            Slope::Bin(..) | Slope::Neg(_) | Slope::Cast(..) => quote!((#tokens)),
            _ => tokens,
        }
    }

    /// The cotangent of a local memory.
    pub fn mem_cell(&self, mem: Mem) -> Ident {
        self.names.mem_cell(mem)
    }

    /// The indices that lead to a part, by a window where a loop around has one.
    pub fn path(&self, path: &[Proj]) -> TokenStream {
        let windows = self.windows.borrow().clone();
        let window = windows.and_then(|windows| windows.path(self, path));
        window.unwrap_or_else(|| self.plain_path(path))
    }

    /// The same without windows.
    pub fn plain_path(&self, path: &[Proj]) -> TokenStream {
        path_by(self.body(), path, &|member| self.field(member))
    }

    /// A step to a part of a type: any element stands for all.
    fn step_of_type(&self, step: &Proj) -> TokenStream {
        match step {
            Proj::Index(_) => quote!([0]),
            Proj::Range(..) => quote!([..]),
            Proj::Field(member) => self.field(member),
        }
    }

    fn steps(&self, path: &[Step]) -> TokenStream {
        path.iter()
            .map(|step| match step {
                Step::Index(at) => {
                    let at = Literal::usize_unsuffixed(*at);
                    quote!([#at])
                }
                Step::Field(member) => quote!(.#member),
                Step::Member(member) => self.field(member),
            })
            .collect()
    }

    /// A field of a struct or of a variant, or what is inside of an `Option`.
    fn field(&self, member: &Member) -> TokenStream {
        if crate::variants::is_inside(member) {
            let runtime = self.runtime();
            return quote!([#runtime::__private::Held]);
        }
        quote!(.#member)
    }

    /// A statement on a part of a memory's cotangent, where there is one.
    fn into_place(
        &self,
        place: &Place,
        inside: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        let windows = self.windows.borrow().clone();
        let overlaps = windows.is_some_and(|windows| windows.overlaps(place.mem));
        let path = if overlaps {
            self.plain_path(&place.path)
        } else {
            self.path(&place.path)
        };
        self.into_part(place, &path, inside)
    }

    /// The same by a way to the part.
    pub fn into_part(
        &self,
        place: &Place,
        path: &TokenStream,
        inside: &dyn Fn(TokenStream) -> TokenStream,
    ) -> TokenStream {
        match &self.body().mem(place.mem).kind {
            MemKind::Param(index, fields) => {
                let slot = self.names.slot(*index);
                let fields = fields.iter().map(|f| syn::Index::from(*f as usize));
                let part = inside(quote!(#slot #(.#fields)* #path));
                quote!(#slot.with(|#slot| { #part; });)
            }
            MemKind::Local | MemKind::View(_) => {
                let cell = self.mem_cell(place.mem);
                let part = inside(quote!(#cell #path));
                quote!(#part;)
            }
        }
    }

    /// A mutable reference to a part of a memory's cotangent that must be there: what is written to is
    /// never skipped.
    fn part_of(&self, place: &Place) -> TokenStream {
        let path = self.path(&place.path);
        match &self.body().mem(place.mem).kind {
            MemKind::Param(index, fields) => {
                let (slot, runtime) = (self.names.slot(*index), self.runtime());
                let fields: Vec<syn::Index> = fields
                    .iter()
                    .map(|f| syn::Index::from(*f as usize))
                    .collect();
                if fields.is_empty() && place.path.is_empty() {
                    quote!(#runtime::__private::present(#slot.get()))
                } else {
                    quote!((&mut #runtime::__private::present(#slot.get()) #(.#fields)* #path))
                }
            }
            MemKind::Local | MemKind::View(_) => {
                let cell = self.mem_cell(place.mem);
                quote!((&mut #cell #path))
            }
        }
    }

    fn zero(&self, mem: Mem, zero: &ZeroMem) -> TokenStream {
        // The length or shape that was kept last.
        let kept = || match self.halves.lengths.get(&mem) {
            Some((scope, slot)) => self.word(*scope, *slot),
            None => quote!(0),
        };
        match zero {
            ZeroMem::Nested(Nested { ty, .. }) => {
                let (tape, note) = (&self.names.tape, kept());
                quote!(#tape.zero_noted::<#ty>(#note))
            }
            ZeroMem::Vec(elem) => {
                let len = kept();
                self.zeros(elem, &quote!(#len as usize))
            }
            ZeroMem::Shape(shape) => self.zero_shape(shape),
            ZeroMem::LastCallee(path) => {
                let word = kept();
                self.zero_out(path, &quote!(#word as usize))
            }
            ZeroMem::Callee(path, shape) => self.zero_out(path, &val_tokens(self.body(), *shape)),
        }
    }

    /// The zero cotangent of what a function returned, by its shape.
    fn zero_out(&self, callee: &Callee, shape: &TokenStream) -> TokenStream {
        let (tape, runtime, path) = (&self.names.tape, self.runtime(), &**callee);
        match &callee.unseen {
            Some(Unseen::Method(receiver)) => {
                let (of, number) = (self.type_of(receiver), method_number(path));
                let at = callee.span();
                return quote_spanned!(at=> #runtime::__private::zero_of_method::<#number, _, _>(#of, #tape, #shape));
            }
            Some(Unseen::Copy(place)) => {
                let of = self.type_of(place);
                return quote!(#runtime::__private::zero_of_type(#of, #tape, #shape));
            }
            Some(Unseen::Operator(op)) => {
                let (of, number) = (self.operand_types(op), number_of(&op.number));
                let at = callee.span();
                return quote_spanned!(at=> #runtime::__private::zero_of_operator::<#number, _, _>(#of, #tape, #shape));
            }
            None => {}
        }
        match &callee.witness {
            Witness::None => {}
            Witness::Of(value) => {
                return quote!(#runtime::__private::zero_by(#tape, #shape, || #value));
            }
            Witness::Within(value) => {
                return quote!(#runtime::__private::zero_within(#tape, #shape, || #value));
            }
        }
        if names_type(path) {
            return quote!(#runtime::__private::zero_of_shape::<#path>(#tape, #shape));
        }
        let fun = half(path, "zero_out");
        quote!(#fun(#tape, #shape))
    }

    /// The type of the cotangent of a place, for rustc to tell: nothing is computed.
    fn type_of(&self, place: &Place) -> TokenStream {
        let runtime = self.runtime();
        let private = quote!(#runtime::__private);
        let info = self.body().mem(place.mem);
        let mut path = place.path.as_slice();
        let root = match (&info.kind, &info.zero) {
            (MemKind::Param(index, fields), _) => {
                let slot = self.names.slot(*index);
                let fields = fields.iter().map(|f| syn::Index::from(*f as usize));
                let steps = std::mem::take(&mut path);
                let steps: TokenStream = steps.iter().map(|s| self.step_of_type(s)).collect();
                let steps = quote!(#(.#fields)* #steps);
                let part = if steps.is_empty() {
                    quote!(whole)
                } else {
                    quote!(&whole #steps)
                };
                return quote!(#private::Of::slot(&#slot, |whole| #part));
            }
            (MemKind::View(of), _) => self.type_of(of),
            (MemKind::Local, Some(ZeroMem::Callee(callee, _) | ZeroMem::LastCallee(callee))) => {
                match &callee.unseen {
                    Some(Unseen::Method(receiver)) => {
                        let (of, number) = (self.type_of(receiver), method_number(callee));
                        quote!(#private::Of::method::<#number, _>(#of))
                    }
                    Some(Unseen::Copy(of)) => self.type_of(of),
                    Some(Unseen::Operator(op)) => {
                        let (of, number) = (self.operand_types(op), number_of(&op.number));
                        quote!(#private::of_operator::<#number, _, _>(#of))
                    }
                    None => {
                        let zero = self.zero_out(callee, &quote!(0));
                        let tape = &self.names.tape;
                        quote!(#private::Of::made(|#tape: &mut #runtime::Tape| #zero))
                    }
                }
            }
            (MemKind::Local, _) => {
                let cell = self.mem_cell(place.mem);
                quote!(#private::Of::value(&#cell))
            }
        };
        if path.is_empty() {
            return root;
        }
        let steps = path.iter().map(|s| self.step_of_type(s));
        quote!(#root.part(|whole| &whole #(#steps)*))
    }

    /// The types of the operands of an operator: always two, for rustc to tell.
    fn operand_types(&self, op: &Operator) -> TokenStream {
        let runtime = self.runtime();
        let private = quote!(#runtime::__private);
        let types = op.operands.iter().map(|ty| match ty {
            OperandType::Place(place) => self.type_of(place),
            OperandType::Float(ty) => {
                let ty = scalar_tokens(*ty);
                quote!(#private::of_primal::<#ty>())
            }
            OperandType::Named(path) => quote!(#private::of_primal::<#path>()),
            OperandType::Expression(value) => quote!(#private::of_expression(|| #value)),
        });
        let nothing = (op.operands.len() == 1).then(|| quote!(, #private::of_nothing()));
        quote!(#(#types),* #nothing)
    }

    /// The zero cotangent of a vector; its memory comes from the tape where it can.
    fn zeros(&self, elem: &ZeroShape, len: &TokenStream) -> TokenStream {
        let (zero, runtime, tape) = (self.zero_shape(elem), self.runtime(), &self.names.tape);
        if elem.is_fixed() {
            quote!(#tape.zeros(#zero, #len))
        } else {
            quote!(#runtime::__private::std::vec![#zero; #len])
        }
    }

    fn zero_shape(&self, shape: &ZeroShape) -> TokenStream {
        match shape {
            ZeroShape::Scalar(ty) => typed_zero(ty.unwrap_or(self.body().scalar)),
            ZeroShape::List(parts) => {
                let parts = parts.iter().map(|p| self.zero_shape(p));
                quote!([#(#parts),*])
            }
            ZeroShape::Repeat(part, len) => {
                let part = self.zero_shape(part);
                quote!([#part; #len])
            }
            ZeroShape::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.zero_shape(p));
                quote!((#(#parts,)*))
            }
            ZeroShape::Vec(part, len) => self.zeros(part, &val_tokens(self.body(), *len)),
            ZeroShape::Nested(Nested { ty, .. }) => {
                let tape = &self.names.tape;
                quote!(#tape.zero_noted::<#ty>(0))
            }
            ZeroShape::Callee(path, shape) => self.zero_out(path, &val_tokens(self.body(), *shape)),
            // Made with the struct around it.
            ZeroShape::Unseen | ZeroShape::Unit => quote!(()),
        }
    }

    fn call(&self, call: &ReverseCall) -> TokenStream {
        let mut temps = TokenStream::new();
        for (name, shape) in &call.temps {
            let shape = self.temp(shape);
            temps.extend(quote!(let mut #name = #shape;));
        }
        let runtime = self.runtime();
        let slots = call.slots.iter().map(|s| match s {
            SlotArg::Skip => quote!(#runtime::__private::Skip),
            SlotArg::Cell(val) => {
                let cell = self.cell(*val);
                quote!(::core::option::Option::Some(&mut #cell))
            }
            SlotArg::Function(param) => {
                let function = self.names.slot(*param);
                quote!(&mut *#function)
            }
            SlotArg::Temp(name) => quote!(::core::option::Option::Some(&mut #name)),
            SlotArg::Lend(lent) => self.lent(lent),
            SlotArg::Spare(name) => quote!(#name.as_mut()),
            SlotArg::Either(lent, spare) => {
                let lent = self.lent(lent);
                quote!(#runtime::__private::or_spare(#lent, &mut #spare))
            }
        });
        let mut lent = TokenStream::new();
        let slots = super::passed::among(slots.collect(), &call.passed, |passed, slots| {
            let kinds = &call.slots[passed.at..];
            let (bound, reverse) = super::passed::reverse(passed, kinds, slots, self.context);
            lent.extend(bound);
            reverse
        });
        let (before, after) = self.lending(call);
        let (name, shared) = match self.handed_on(call) {
            Some(shared) => ("rev_lent", shared),
            None => ("rev", Vec::new()),
        };
        let (rev, tape, frame) = (half(&call.callee, name), &self.names.tape, &call.frame);
        let seed = self.seed(&call.seed);
        if let Some(Unseen::Operator(op)) = &call.callee.unseen {
            let (of, number) = (self.operand_types(op), number_of(&op.number));
            let rev = quote_spanned!(call.callee.span()=> #runtime::__private::reverse_operator::<#number, _, _, _>);
            let (left, right) = (
                format_ident!("left_of_{frame}"),
                format_ident!("right_of_{frame}"),
            );
            return quote! {
                #temps
                let (#left, #right) = (#of);
                #before
                #rev(#left, #right, #tape, (#frame, &#seed, #(#slots),*));
                #after
            };
        }
        if let Some(Unseen::Method(receiver)) = &call.callee.unseen {
            let (of, number) = (self.type_of(receiver), method_number(&call.callee));
            let rev = quote_spanned!(call.callee.span()=> #runtime::__private::reverse_method::<#number, _, _>);
            let args = quote!((#frame, &#seed, #(#slots),*));
            // What is lent cannot be looked at, not even for its type.
            let kind = format_ident!("of_{frame}");
            return quote! {
                #temps
                let #kind = #of;
                #before
                #rev(#kind, #tape, #args);
                #after
            };
        }
        quote! {
            #temps
            #before
            #lent
            #rev(#tape, #frame, &#seed, #(#slots,)* #(#shared),*);
            #after
        }
    }

    fn seed(&self, seed: &SeedArg) -> TokenStream {
        match seed {
            SeedArg::Val(v) => self.cell(*v).to_token_stream(),
            SeedArg::Mem(m) => self.mem_cell(*m).to_token_stream(),
            SeedArg::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.seed(p));
                quote!((#(#parts,)*))
            }
            SeedArg::Unit => quote!(()),
            SeedArg::Zero(ty) => typed_zero(*ty),
        }
    }

    fn branch(&self, b: &ReverseBranch) -> TokenStream {
        let word = self.word(b.scope, b.tag);
        let arms: Vec<TokenStream> = b.arms.iter().map(|a| self.list(a)).collect();
        match arms.as_slice() {
            [then, other] if then.is_empty() => quote!(if #word != 0 { #other }),
            [then, other] if other.is_empty() => quote!(if #word == 0 { #then }),
            [then, other] => quote!(if #word == 0 { #then } else { #other }),
            many => {
                let numbered =
                    many.iter()
                        .enumerate()
                        .filter(|(_, a)| !a.is_empty())
                        .map(|(at, arm)| {
                            let at = Literal::usize_unsuffixed(at);
                            quote!(#at => { #arm })
                        });
                quote!(match #word { #(#numbered)* _ => {} })
            }
        }
    }

    fn a_loop(&self, l: &ReverseLoop) -> TokenStream {
        let (tape, trips) = (&self.names.tape, &l.trips);
        let words = self.halves.words[l.scope.0 as usize];
        let unlent = super::lent::has_frames(self.halves, l.scope);
        let windows = self
            .context
            .windows
            .then(|| super::windows::Windows::of(self, l));
        let windows = windows.flatten();
        let around = windows.as_ref().map(|(windows, _)| {
            let before = self.windows.replace(None);
            let looks = windows.looks(self, l);
            self.windows.replace(before);
            looks
        });
        let mut variant = HashSet::new();
        restored_in(&l.body, &mut variant);
        let locals = Around::new(l.counters.clone(), variant, l.trips.clone());
        let print = |carries: Carries| {
            let outer = windows
                .as_ref()
                .map(|(windows, _)| self.windows.replace(Some(windows.clone())));
            self.trip.replace(Some(l.trip.clone()));
            let is_inner = self.is_inner.replace(true);
            let printed = self.keeping(&l.body, &locals, carries);
            self.is_inner.set(is_inner);
            if let Some(outer) = outer {
                self.windows.replace(outer);
            }
            printed
        };
        let mut printed = print(Carries::default());
        // Where the trips leave the tape alone, all their frames are read as one slice.
        let columns = !self.halves.reread.plan.columns(l.scope).is_empty();
        let silent = !super::blocks::mentions(&printed.inside, tape);
        let blocked = self.context.blocks && (words > 0 || unlent || columns) && silent;
        let takes = words > 0 || unlent;
        let forwards = (blocked || !takes)
            && windows
                .as_ref()
                .is_some_and(|(w, _)| w.in_any_order(self, l));
        let back = (!forwards).then(|| quote!(.rev()));
        let counts = !l.counters.is_empty();
        let as_count = counts.then(|| quote!(as usize));
        if forwards {
            // There is no loop inside of such a one.
            let carries = Carries::of(self, &l.body, &locals);
            if !carries.is_empty() {
                printed = print(carries);
            }
        }
        let Kept {
            before: carry,
            inside,
            after: left,
        } = printed;
        let count = l.count.as_ref().map(|count| match count {
            Count::Span(lo, hi) => {
                let (lo, hi) = (val_tokens(self.body(), *lo), val_tokens(self.body(), *hi));
                quote!(usize::saturating_sub(#hi, #lo))
            }
            Count::Fixed(len) => len.clone(),
        });
        let told = super::lent::told(self.halves, l.scope, count.is_some());
        let is_size = counts || !matches!(told, Told::Always);
        let run = match self.halves.rewind.loops.get(&l.scope) {
            Some(noting) => {
                let again = &noting.again;
                let read = quote!((#trips & 1 == 1, (#trips >> 1) #as_count));
                let popped = quote!(let #trips = #tape.pop(););
                match (told, super::lent::notes(self.halves, noting)) {
                    (Told::If(notes), _) => quote! {
                        let (#again, #trips) = if #notes {
                            #popped
                            (#trips & 1 == 1, (#trips >> 1) as usize)
                        } else {
                            (false, #count)
                        };
                    },
                    (_, Some(notes)) => quote! {
                        #popped
                        let (#again, #trips) = if #notes { #read } else { (false, #trips #as_count) };
                    },
                    (_, None) => quote!(#popped let (#again, #trips) = #read;),
                }
            }
            None => match &count {
                Some(count) => quote!(let #trips: usize = #count;),
                None => quote!(let #trips = #tape.pop() #as_count;),
            },
        };
        let moved = l.carried.iter().map(|(out, head)| {
            let (out, head) = (self.cell(*out), self.cell(*head));
            quote!(#out = #head;)
        });
        let trip = &l.trip;
        let counters = self.counters(&l.counters, trip);
        let count = if is_size {
            quote!(#trips)
        } else {
            quote!(#trips as usize)
        };
        let leaves_tape = silent && (blocked || !takes);
        let needed = (leaves_tape && self.context.windows)
            .then(|| self.anything_to_take_back(l))
            .flatten();
        // Behind the last cotangent there is nothing more.
        let done = needed.as_ref().filter(|_| vanishes(l)).map(|cells| {
            let each = cells.iter().map(|(cell, zero)| quote!(#cell == #zero));
            quote!(if #(#each)&&* { break; })
        });
        let needed = needed.filter(|_| self.is_inner.get()).map(|cells| {
            let each = cells.iter().map(|(cell, zero)| quote!(#cell != #zero));
            let each: Vec<TokenStream> = each.collect();
            match each.as_slice() {
                [one] => quote!(#one),
                many => quote!((#(#many)||*)),
            }
        });
        let Frames {
            mut before,
            mut items,
            pop,
        } = self.frames(l.scope, &count, blocked, forwards);
        if let (Some(_), Some((_, taken))) = (&needed, &mut items) {
            // The words are taken off in any case.
            let frames = crate::names::new_ident("frames", Span::mixed_site());
            before.extend(quote!(let #frames = #taken;));
            *taken = frames.to_token_stream();
        }
        let head = match (items, counts) {
            (Some((name, items)), true) => quote!((#trip, #name) in #items.enumerate() #back),
            (Some((name, items)), false) => quote!(#name in #items.rev()),
            (None, true) => quote!(#trip in (0..#trips) #back),
            (None, false) => quote!(_ in 0..#trips),
        };
        let looped = quote! {
            for #head {
                #done
                #counters
                #pop
                #inside
                #(#moved)*
            }
        };
        match windows {
            Some((_, starts)) => {
                let needed = needed.map(|needed| quote!(&& #needed));
                quote! {
                    #run
                    #before
                    if #trips > 0 #needed {
                        #starts
                        #around
                        #carry
                        #looped
                        #left
                    }
                }
            }
            None => match needed {
                Some(needed) => quote!(#run #before if #needed { #carry #looped #left }),
                None => quote!(#run #before #carry #looped #left),
            },
        }
    }

    /// The cotangents that the trips of a loop hand on, with zero, if they are all that it gets: where they are zero, as
    /// behind a comparison that was lost, there is nothing to take back.
    fn anything_to_take_back(&self, l: &ReverseLoop) -> Option<Vec<(Ident, TokenStream)>> {
        let mut made: HashSet<Val> = HashSet::new();
        for (out, head) in &l.carried {
            made.extend([*out, *head]);
        }
        if l.carried.is_empty() || !takes_back_only(&l.body, &mut made) {
            return None;
        }
        let cell = |out: Val| (self.cell(out), super::zero(self.body().val(out).ty));
        Some(l.carried.iter().map(|(out, _)| cell(*out)).collect())
    }

    /// The statements of a trip, which carry these neighbours and keep sums that all trips add to in locals.
    pub fn keeping(&self, stmts: &[Stmt], around: &Around, carries: Carries) -> Kept {
        let standing = Standing::of(self, stmts, around);
        if carries.is_empty() && standing.is_empty() {
            return Kept {
                before: TokenStream::new(),
                inside: self.list(stmts),
                after: TokenStream::new(),
            };
        }
        let (first, sums) = (carries.before(), standing.before());
        let end = carries.end_of_trip(self);
        let (left, added) = (carries.after(self, around), standing.after(self));
        let kept = (carries, standing, around.clone());
        let outer = self.carries.replace(Some(kept));
        let inside = self.list(stmts);
        self.carries.replace(outer);
        Kept {
            before: quote!(#first #sums),
            inside: quote!(#inside #end),
            after: quote!(#left #added),
        }
    }

    /// The indices that follow from the number of the trip.
    pub fn counters(&self, counters: &[(Val, Counter)], trip: &Ident) -> TokenStream {
        let each = counters.iter().map(|(val, counter)| {
            let name = &self.body().val(*val).name;
            match counter {
                Counter::Trip => quote!(let #name = #trip;),
                Counter::Up(lo) => {
                    let lo = val_tokens(self.body(), *lo);
                    quote!(let #name: usize = #lo + #trip;)
                }
                Counter::Down(hi) => {
                    let hi = val_tokens(self.body(), *hi);
                    quote!(let #name: usize = #hi - 1 - #trip;)
                }
            }
        });
        each.collect()
    }

    /// How the trips of a loop get their frames back, one by one or as one slice.
    fn frames(&self, scope: Scope, trips: &TokenStream, blocked: bool, forwards: bool) -> Frames {
        let (tape, runtime) = (&self.names.tape, self.runtime());
        let at = scope.0 as usize;
        let (frame, words) = (&self.halves.frames[at], self.halves.words[at]);
        let unlent = super::lent::has_frames(self.halves, scope);
        let nothing = TokenStream::new;
        if !blocked {
            let unlent = super::lent::popped(self.halves, scope, tape);
            let pop = (words > 0).then(|| quote!(let #frame: [u64; #words] = #tape.pop_frame();));
            return Frames {
                before: nothing(),
                items: None,
                pop: quote!(#pop #unlent),
            };
        }
        let columns = super::lent::columns(self.halves, scope);
        if !columns.is_empty() {
            return self.frames_and_columns(scope, trips, forwards, &columns);
        }
        if !unlent {
            let frames = quote!(#tape.take_block::<#words>(#trips).iter());
            return Frames {
                before: nothing(),
                items: Some((frame.to_token_stream(), frames)),
                pop: nothing(),
            };
        }
        let width = super::lent::width(self.halves, scope);
        let cells = quote!(#runtime::__private::take_cells(#tape, #trips, #width));
        let taken = super::lent::taken(self.halves, scope, frame, runtime);
        if words > 0 {
            return Frames {
                before: nothing(),
                items: Some((quote!(mut #frame), cells)),
                pop: taken,
            };
        }
        let next = if forwards {
            quote!(next)
        } else {
            quote!(next_back)
        };
        Frames {
            before: quote!(let mut #frame = #cells;),
            items: None,
            pop: quote!(let mut #frame = #frame.#next().unwrap_or_default(); #taken),
        }
    }

    /// The same where columns lie behind the frames.
    fn frames_and_columns(
        &self,
        scope: Scope,
        trips: &TokenStream,
        forwards: bool,
        columns: &[(Ident, TokenStream)],
    ) -> Frames {
        let (tape, runtime) = (&self.names.tape, self.runtime());
        let at = scope.0 as usize;
        let (frame, words) = (&self.halves.frames[at], self.halves.words[at]);
        let unlent = super::lent::has_frames(self.halves, scope);
        let width = super::lent::width(self.halves, scope);
        let asked = columns
            .iter()
            .map(|(_, asked)| quote!(+ if #asked { 1 } else { 0 }));
        let split = columns.iter().map(|(column, asked)| {
            quote!(let (#column, columns) = columns.split_at(if #asked { #trips } else { 0 });)
        });
        let names = columns.iter().map(|(column, _)| column);
        let names = quote!(#(, #names)*);
        let mut before = quote! {
            let (#frame #names) = {
                let words = #tape.take_cells(#trips, #width #(#asked)*);
                let (words, columns) = words.split_at(#trips * (#width));
                #(#split)*
                (#runtime::__private::cells_of(words, #width) #names)
            };
        };
        let taken = super::lent::taken(self.halves, scope, frame, runtime);
        if words > 0 {
            return Frames {
                before,
                items: Some((quote!(mut #frame), quote!(#frame))),
                pop: taken,
            };
        }
        let next = if forwards {
            quote!(next)
        } else {
            quote!(next_back)
        };
        before.extend(quote!(let mut #frame = #frame;));
        let pop =
            unlent.then(|| quote!(let mut #frame = #frame.#next().unwrap_or_default(); #taken));
        Frames {
            before,
            items: None,
            pop: pop.unwrap_or_default(),
        }
    }

    fn temp(&self, shape: &TempShape) -> TokenStream {
        match shape {
            TempShape::Scalar(ty) => typed_zero(*ty),
            TempShape::Shape(shape) => self.zero_shape(shape),
            TempShape::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.temp(p));
                quote!((#(#parts,)*))
            }
            TempShape::Unit => quote!(()),
        }
    }
}

/// The field of a struct whose cotangent this is.
fn member_of(cot: &Cot) -> Option<&Member> {
    match cot {
        Cot::Seed(_, path) | Cot::Element(_, path) | Cot::TempElement(_, path) => {
            match path.last() {
                Some(Step::Member(member)) => Some(member),
                _ => None,
            }
        }
        Cot::Of(_) | Cot::Temp(..) | Cot::Slope(..) | Cot::Sum(_) => None,
    }
}

/// Where the user wrote a field.
fn there(field: &Member) -> Span {
    Span::mixed_site().located_at(field.span())
}

/// Whether statements read no cotangent but those of `made` and of what they make, and do nothing else that matters.
fn takes_back_only(stmts: &[Stmt], made: &mut HashSet<Val>) -> bool {
    let reads = |cot: &Cot, made: &HashSet<Val>| match cot {
        Cot::Of(val) | Cot::Slope(_, _, val) => made.contains(val),
        _ => false,
    };
    stmts.iter().all(|stmt| match stmt {
        Stmt::Zero(val) => {
            made.insert(*val);
            true
        }
        Stmt::Set(val, cot) => {
            let plain = reads(cot, made);
            made.insert(*val);
            plain
        }
        Stmt::Accumulate(_, cot) | Stmt::Scatter(_, cot) => reads(cot, made),
        Stmt::ReverseBranch(b) => b.arms.iter().all(|arm| takes_back_only(arm, made)),
        Stmt::ReverseLoop(l) => {
            for (out, head) in &l.carried {
                if !made.contains(out) {
                    return false;
                }
                made.insert(*head);
            }
            takes_back_only(&l.body, made)
        }
        _ => stmt.restored().is_some(),
    })
}

/// The values that come back in statements, inside of branches and loops too.
fn restored_in(stmts: &[Stmt], found: &mut HashSet<Val>) {
    for stmt in stmts {
        found.extend(stmt.restored());
        match stmt {
            Stmt::ReverseBranch(b) => b.arms.iter().for_each(|arm| restored_in(arm, found)),
            Stmt::ReverseLoop(l) => {
                found.extend(l.counters.iter().map(|(val, _)| *val));
                restored_in(&l.body, found);
            }
            Stmt::Beyond(_, _, _, body) => restored_in(body, found),
            _ => {}
        }
    }
}

/// Whether the cotangents that trips hand on may come to an end: each is handed on only in an arm, as that of a maximum.
fn vanishes(l: &ReverseLoop) -> bool {
    let of = |stmt: &Stmt, val: Val| match stmt {
        Stmt::Accumulate(v, _) | Stmt::Set(v, _) => *v == val,
        _ => false,
    };
    let only_in_an_arm = |head: Val| {
        let zeroed = l
            .body
            .iter()
            .any(|s| matches!(s, Stmt::Zero(v) if *v == head));
        let elsewhere = l.body.iter().any(|s| of(s, head));
        let in_all_arms = l.body.iter().any(|s| match s {
            Stmt::ReverseBranch(b) => b.arms.iter().all(|arm| arm.iter().any(|s| of(s, head))),
            _ => false,
        });
        zeroed && !elsewhere && !in_all_arms
    };
    l.carried.iter().all(|(_, head)| only_in_an_arm(*head))
}

/// Whether a memory is a vector for sure.
fn is_vector(zero: &ZeroMem) -> bool {
    match zero {
        ZeroMem::Vec(_) => true,
        ZeroMem::Shape(shape) => matches!(shape, ZeroShape::Vec(..)),
        ZeroMem::Nested(_) => true,
        ZeroMem::Callee(..) | ZeroMem::LastCallee(_) => false,
    }
}
