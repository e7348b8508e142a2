//! Statements of both halves.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::lent::Told;
use super::public::LocalNames;
use super::{Context, scalar_tokens};
use crate::adjoint::{Fusion, Halves};
use crate::ir::{
    Body, Bound, Branch, Call, End, Exit, ExitKind, Head, Loop, LoopHead, Op, Place, Proj, Region,
    Ret, Scope, Stmt, Ty, Unseen, Val,
};

/// `fwd`: the primal, keeping.
pub fn forward(halves: &Halves, context: &mut Context, names: &LocalNames) -> TokenStream {
    let body = forward_body(halves, context, names, None);
    let items = context.items;
    let (generics, clause) = super::public::generics(context.function);
    let (tape, runtime) = (&names.tape, &context.runtime);
    let params = super::public::fwd_params(context.function, runtime);
    let result = result_of(context.function);
    let words = halves.words[0];
    let (traits, tracked) = (traits(), super::public::tracked(context.function));
    let function = context.function;
    let returned = super::wrapped(function, &quote!((#result, [u64; #words])));
    let (name, lent) = super::lent::forward_params(halves, context.function);
    let fwd = super::half_name(function, name);
    let (vis, this) = (super::half_vis(function), super::this_of(function));
    let constants = super::public::constant_functions(function, runtime);
    let taped = quote!(#tape: &mut #runtime::Tape);
    // Beside a method the tape comes last: a caller by path does not know whether there is a receiver.
    let params = if function.associated {
        quote!(#(#params,)* #taped, #(#lent),*)
    } else {
        quote!(#taped, #(#params,)* #(#lent),*)
    };
    quote! {
        #[doc(hidden)]
        #tracked
        #[inline]
        #vis fn #fwd #generics (#params) -> #returned #clause {
            #this
            #constants
            #traits
            #(#items)*
            #body
        }
    }
}

/// What the forward half of a function returns besides its frame.
pub fn result_of(function: &crate::parse::Function) -> TokenStream {
    match &function.result {
        Some(ty) => ty.to_token_stream(),
        None => quote!(()),
    }
}

/// The statements of the forward half, or of both halves in one.
pub fn forward_body(
    halves: &Halves,
    context: &mut Context,
    names: &LocalNames,
    fusion: Option<&Fusion>,
) -> TokenStream {
    let mut printer = Printer {
        halves,
        names,
        fusion,
        there: fusion.map_or(HashSet::new(), |fusion| {
            super::fused::in_scope(&halves.forward, fusion, context.body)
        }),
        context,
        tape: &names.tape,
        pending: None,
        result_var: None,
        cells: HashMap::new(),
    };
    if sets_result_in_loop(&halves.forward, false) {
        let name = printer
            .context
            .names
            .numbered("result", proc_macro2::Span::call_site());
        printer.result_var = Some(name);
    }
    let body = printer.region(&halves.forward, Owner::Function);
    let result_var = printer
        .result_var
        .take()
        .map(|name| quote!(let mut #name = ::core::option::Option::None;));
    // What is there still need not be kept.
    let is_used = |name: &Ident| fusion.is_none() || super::blocks::mentions(&body, name);
    let frame = frame_declaration(halves, Scope(0), &is_used);
    let runtime = &context.runtime;
    let floats = float_methods(context);
    let reads = (!halves.rewind.mems.is_empty()).then(|| {
        let reads = &halves.rewind.reads;
        quote!(let mut #reads = #runtime::__private::Reads::new();)
    });
    let kept = super::lent::forward_flags(halves, runtime);
    quote! {
        #floats
        #kept
        #frame
        #reads
        #result_var
        #body
    }
}

fn sets_result_in_loop(region: &Region, inside: bool) -> bool {
    region.stmts.iter().any(|s| match s {
        Stmt::SetResult(_) => inside,
        Stmt::Branch(b) => b.arms.iter().any(|a| sets_result_in_loop(&a.body, inside)),
        Stmt::Loop(l) => sets_result_in_loop(&l.body, true),
        _ => false,
    })
}

/// The declarations of those frames of a scope that are used.
pub fn frame_declaration(
    halves: &Halves,
    scope: Scope,
    is_used: &dyn Fn(&Ident) -> bool,
) -> TokenStream {
    let at = scope.0 as usize;
    let (frame, words) = (&halves.frames[at], halves.words[at]);
    let own = (words > 0 || scope == Scope(0)) && is_used(frame);
    let own = own.then(|| quote!(let mut #frame = [0u64; #words];));
    let unlent = super::lent::frames(halves, scope, is_used);
    quote!(#own #unlent)
}

/// `rev`: the sweep.
pub fn reverse(halves: &Halves, context: &mut Context, names: &LocalNames) -> TokenStream {
    let printer = super::cots::Sweep::new(context, halves, names);
    let body = printer.list(&halves.reverse);
    let items = context.items;
    let (generics, clause) = super::public::generics(context.function);
    let slots = super::public::slot_params(context, names);
    let (name, shared, flags) = super::lent::reverse_params(halves, context);
    let unlent = super::lent::popped(halves, Scope(0), &names.tape);
    let words = halves.words[0];
    let (tape, frame, seed) = (&names.tape, &halves.frames[0], &names.seed);
    let runtime = &context.runtime;
    let seed_ty = seed_of(context);
    let rule = &names.rule;
    let rev = super::half_name(context.function, name);
    let vis = super::half_vis(context.function);
    let (traits, floats) = (traits(), float_methods(context));
    quote! {
        #[doc(hidden)]
        #[inline]
        #vis fn #rev #generics (
            #tape: &mut #runtime::Tape,
            #frame: [u64; #words],
            #seed: &#seed_ty,
            #(#slots,)*
            #(#shared),*
        ) #clause {
            use #runtime::__private::rule as #rule;
            use #runtime::__private::Slot as _;
            #floats
            #traits
            #(#items)*
            #flags
            #unlent
            #body
        }
    }
}

/// What the seed of the reverse half refers to.
pub fn seed_of(context: &Context) -> TokenStream {
    match &context.function.result {
        Some(ty) if !context.function.result_ty.is_inactive() => {
            super::shapes::buffer(ty, &context.runtime)
        }
        _ => quote!(()),
    }
}

/// The traits whose methods are called by name: there may be no prelude.
pub fn traits() -> TokenStream {
    quote! {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
    }
}

/// A value kept as a word.
pub fn to_word(body: &Body, val: Val) -> TokenStream {
    let name = &body.val(val).name;
    match body.val(val).ty {
        Ty::F64 => quote!(f64::to_bits(#name)),
        Ty::Generic => {
            let float = crate::generic::float();
            quote!(#float::grad_to_word(#name))
        }
        Ty::F32 => quote!(f32::to_bits(#name) as u64),
        Ty::Usize | Ty::I32 | Ty::Other => quote!(#name as u64),
    }
}

/// A value from its word.
pub fn from_word(body: &Body, val: Val, word: &TokenStream) -> TokenStream {
    match body.val(val).ty {
        Ty::F64 => quote!(f64::from_bits(#word)),
        Ty::Generic => {
            let float = crate::generic::float();
            quote!(#float::grad_from_word(#word))
        }
        Ty::F32 => quote!(f32::from_bits(#word as u32)),
        Ty::Usize | Ty::Other => quote!(#word as usize),
        Ty::I32 => quote!(#word as i32),
    }
}

/// The way to a part of a value.
pub fn path(body: &Body, path: &[Proj]) -> TokenStream {
    path_by(body, path, &|member| quote!(.#member))
}

/// The way to a part, by what leads to a field.
pub fn path_by(
    body: &Body,
    path: &[Proj],
    field: &dyn Fn(&syn::Member) -> TokenStream,
) -> TokenStream {
    let step = |proj: &Proj| match proj {
        Proj::Index(v) => {
            let v = val_tokens(body, *v);
            quote!([#v])
        }
        Proj::Range(lo, hi) => {
            let lo = lo.map(|v| val_tokens(body, v));
            let hi = hi.map(|v| val_tokens(body, v));
            quote!([#lo..#hi])
        }
        Proj::Field(member) => field(member),
    };
    path.iter().map(step).collect()
}

/// The name of a value, or its constant.
pub fn val_tokens(body: &Body, val: Val) -> TokenStream {
    let info = body.val(val);
    match &info.constant {
        Some(tokens) => tokens.clone(),
        None => info.name.to_token_stream(),
    }
}

/// Who owns a region, and thus how its end is printed.
#[derive(Clone, Copy)]
pub enum Owner<'l> {
    Function,
    Trip(&'l Loop),
    /// An arm; exits leave the owner further out.
    Arm(&'l Branch, Exits<'l>),
}

#[derive(Clone, Copy)]
pub enum Exits<'l> {
    Function,
    Trip(&'l Loop),
}

pub struct Printer<'p, 'c> {
    pub context: &'p mut Context<'c>,
    pub halves: &'p Halves,
    pub names: &'p LocalNames,
    /// Where loops run forward and back in one.
    pub fusion: Option<&'p Fusion>,
    /// What the reverse finds in scope then.
    pub there: HashSet<Val>,
    tape: &'p Ident,
    /// The result that was set last, until the exit that returns it.
    pending: Option<TokenStream>,
    /// Where a result waits that is set inside a loop.
    result_var: Option<Ident>,
    /// Where a trip puts its frames, of loops whose frames lie in one block.
    cells: HashMap<Scope, Ident>,
}

impl Printer<'_, '_> {
    pub fn body(&self) -> &Body {
        self.context.body
    }

    pub fn region(&mut self, region: &Region, owner: Owner) -> TokenStream {
        let mut out = TokenStream::new();
        let exits = match owner {
            Owner::Function => Exits::Function,
            Owner::Trip(l) => Exits::Trip(l),
            Owner::Arm(_, exits) => exits,
        };
        for stmt in &region.stmts {
            out.extend(self.stmt(stmt, exits));
        }
        out.extend(self.end(&region.end, owner, exits));
        out
    }

    fn end(&mut self, end: &End, owner: Owner, exits: Exits) -> TokenStream {
        match end {
            End::Never => TokenStream::new(),
            End::Yield(vals) => match owner {
                Owner::Arm(b, _) if !b.results.is_empty() => {
                    let vals = vals.iter().map(|v| val_tokens(self.body(), *v));
                    tuple(vals.collect())
                }
                _ => TokenStream::new(),
            },
            End::Exit(exit) => match exits {
                Exits::Function => {
                    let written: TokenStream = self
                        .body()
                        .outputs
                        .iter()
                        .zip(&exit.carried)
                        .map(|((_, param), val)| {
                            let (name, v) = (
                                &self.context.function.params[*param].name,
                                val_tokens(self.body(), *val),
                            );
                            quote!(*#name = #v;)
                        })
                        .collect();
                    let leave = self.return_now();
                    quote!(#written #leave)
                }
                Exits::Trip(l) => self.leave_trip(exit, l),
            },
        }
    }

    fn return_now(&mut self) -> TokenStream {
        let frame = &self.halves.frames[0];
        let unlent = super::lent::pushed(self.halves, Scope(0), self.tape);
        let good = |value: TokenStream| match &self.context.function.wrapper {
            Some(wrapper) => wrapper.good(&value),
            None => value,
        };
        if let Some(value) = self.pending.take() {
            if let Some(fusion) = self.fusion {
                return self.back_and_return(&value, fusion);
            }
            let value = good(quote!((#value, #frame)));
            return quote!(#unlent return #value;);
        }
        match &self.result_var {
            Some(name) => {
                let value = good(quote!((value, #frame)));
                quote! {
                    #unlent
                    return match #name {
                        ::core::option::Option::Some(value) => #value,
                        ::core::option::Option::None => ::core::unreachable!(),
                    };
                }
            }
            None => {
                let value = good(quote!(((), #frame)));
                quote!(#unlent return #value;)
            }
        }
    }

    fn leave_trip(&self, exit: &Exit, l: &Loop) -> TokenStream {
        let body = self.body();
        let mut targets = Vec::new();
        let mut values = Vec::new();
        for (c, val) in l.carried.iter().zip(&exit.carried) {
            // The variable may hold this value already.
            targets.push(body.val(c.out).name.to_token_stream());
            values.push(val_tokens(body, *val));
        }
        let moved = match targets.len() {
            0 => TokenStream::new(),
            1 => {
                let (t, v) = (&targets[0], &values[0]);
                quote!(#t = #v;)
            }
            _ => quote!((#(#targets),*) = (#(#values),*);),
        };
        if let Some(fused) = self.fusion.and_then(|f| f.loops.get(&l.scope)) {
            let leave = super::fused::leave(fused, exit.kind);
            return quote!(#moved #leave);
        }
        let kept = self.trip_kept(l);
        let leave = match exit.kind {
            ExitKind::Continue => quote!(continue;),
            ExitKind::Break | ExitKind::Return => quote!(break;),
        };
        quote!(#kept #moved #leave)
    }

    fn trip_kept(&self, l: &Loop) -> TokenStream {
        if !l.taped {
            return TokenStream::new();
        }
        let (tape, trips) = (self.tape, &l.trips);
        let frame = &self.halves.frames[l.scope.0 as usize];
        if let Some(cell) = self.cells.get(&l.scope) {
            if super::lent::has_frames(self.halves, l.scope) {
                return super::lent::put(self.halves, l.scope, cell, &self.context.runtime);
            }
            return quote!(*#cell = #frame;);
        }
        let push =
            (self.halves.words[l.scope.0 as usize] > 0).then(|| quote!(#tape.push_trip(#frame);));
        let unlent = super::lent::pushed(self.halves, l.scope, tape);
        let counted = self.counts_trips(l).then(|| quote!(#trips += 1;));
        quote!(#unlent #push #counted)
    }

    fn stmt(&mut self, stmt: &Stmt, exits: Exits) -> TokenStream {
        match stmt {
            Stmt::Let(val, op) => self.let_op(*val, op),
            Stmt::Raw(tokens) => tokens.clone(),
            Stmt::Given(_) => TokenStream::new(),
            Stmt::View(mem, tokens) => {
                let name = &self.body().mem(*mem).name;
                quote!(let #name = #tokens;)
            }
            Stmt::Define(mem, _, tokens) => {
                let name = &self.body().mem(*mem).name;
                if tokens.is_empty() {
                    // Each way to its first use gives it a value.
                    return quote!(let mut #name;);
                }
                quote!(let mut #name = #tokens;)
            }
            Stmt::Store(_, _, _, tokens)
            | Stmt::Fill(_, _, tokens)
            | Stmt::CopyInto(_, _, tokens)
            | Stmt::Rearrange(_, _, tokens)
            | Stmt::SwapPlaces(_, _, tokens)
            | Stmt::Grow(_, _, _, tokens)
            | Stmt::Shrink(_, _, tokens)
            | Stmt::Replace(_, _, _, tokens) => tokens.clone(),
            Stmt::Sort(_, args, taped) => {
                let (runtime, tape) = (&self.context.runtime, self.tape);
                if *taped {
                    quote!(#runtime::__private::sort_kept(#tape, #args);)
                } else {
                    quote!(#runtime::__private::sort_plain(#args);)
                }
            }
            Stmt::KeepLen(mem, scope, slot, printed) => {
                let name = &self.body().mem(*printed).name;
                let frame = &self.halves.frames[scope.0 as usize];
                let slot = Literal::usize_unsuffixed(*slot);
                match &self.body().mem(*mem).zero {
                    Some(crate::ir::ZeroMem::Nested(_)) => {
                        let tape = self.tape;
                        quote!(#frame[#slot] = #tape.note_shape(&#name, #frame[#slot]);)
                    }
                    Some(crate::ir::ZeroMem::LastCallee(_)) => {
                        let runtime = &self.context.runtime;
                        let tape = self.tape;
                        quote!(#frame[#slot] = #runtime::__private::shape_word(#tape, &#name) as u64;)
                    }
                    _ => quote!(#frame[#slot] = #name.len() as u64;),
                }
            }
            Stmt::KeepRow(_, scope, slot, row, printed) => {
                let (name, tape) = (&self.body().mem(*printed).name, self.tape);
                let frame = &self.halves.frames[scope.0 as usize];
                let (slot, row) = (
                    Literal::usize_unsuffixed(*slot),
                    val_tokens(self.body(), *row),
                );
                quote!(#tape.note_row(#frame[#slot], #row, #name.len());)
            }
            Stmt::SwapRowNotes(_, scope, slot, a, b) => {
                let (body, tape) = (self.body(), self.tape);
                let frame = &self.halves.frames[scope.0 as usize];
                let slot = Literal::usize_unsuffixed(*slot);
                let (a, b) = (sum(body, a), sum(body, b));
                quote!(#tape.swap_rows(#frame[#slot], #a, #b);)
            }
            Stmt::Call(call) => self.call(call),
            Stmt::Branch(b) => self.branch(b, exits),
            Stmt::Loop(l) => self.a_loop(l),
            Stmt::SetResult(ret) => {
                // Control may seem to come back to a loop: what is returned is not moved there.
                let value = self.ret(ret, matches!(exits, Exits::Trip(_)));
                match (&self.result_var, exits) {
                    (Some(name), Exits::Trip(_)) => {
                        quote!(#name = ::core::option::Option::Some(#value);)
                    }
                    _ => {
                        self.pending = Some(value);
                        TokenStream::new()
                    }
                }
            }
            Stmt::Assign(out, val) => {
                let (o, v) = (&self.body().val(*out).name, val_tokens(self.body(), *val));
                quote!(#o = #v;)
            }
            Stmt::Keep(_, _, val) | Stmt::KeepIf(_, _, _, val) if self.there.contains(val) => {
                TokenStream::new()
            }
            Stmt::Keep(scope, slot, val) => {
                let frame = &self.halves.frames[scope.0 as usize];
                let slot = Literal::usize_unsuffixed(*slot);
                let word = to_word(self.body(), *val);
                quote!(#frame[#slot] = #word;)
            }
            Stmt::KeepIf(scope, condition, slot, val) => {
                let frame = &self.halves.reread.frames[&(*scope, *condition)].0;
                let slot = Literal::usize_unsuffixed(*slot);
                let word = to_word(self.body(), *val);
                quote!(#frame[#slot] = #word;)
            }
            Stmt::KeepWord(scope, slot, word) => {
                let frame = &self.halves.frames[scope.0 as usize];
                let slot = Literal::usize_unsuffixed(*slot);
                let word = Literal::usize_unsuffixed(*word);
                quote!(#frame[#slot] = #word;)
            }
            Stmt::Note(_)
            | Stmt::NoteReads(..)
            | Stmt::NoteWrite(..)
            | Stmt::NoteSwap(..)
            | Stmt::SwapNotes(..)
            | Stmt::Park(_) => self.note(stmt),
            // It is still there.
            Stmt::KeepContent(_) if self.fusion.is_some() => TokenStream::new(),
            Stmt::KeepContent(mem) => {
                let (name, tape) = (&self.body().mem(*mem).name, self.tape);
                match super::lent::length(self.body(), *mem) {
                    Some(_) => quote!(#tape.keep_array(&#name);),
                    None => quote!(#tape.keep_content(&#name[..]);),
                }
            }
            // The forward half has no others.
            Stmt::Restore(..)
            | Stmt::RestoreIf(..)
            | Stmt::RestoreColumn(..)
            | Stmt::ReadContent(..)
            | Stmt::TakeContent(_)
            | Stmt::GiveContent(_)
            | Stmt::Recompute(_)
            | Stmt::Compute(..)
            | Stmt::Unpark(_)
            | Stmt::ReadBack(..)
            | Stmt::UndoWrite(_)
            | Stmt::UndoSwap(..)
            | Stmt::Close(_)
            | Stmt::Zero(_)
            | Stmt::ZeroMem(..)
            | Stmt::Accumulate(..)
            | Stmt::Set(..)
            | Stmt::Scatter(..)
            | Stmt::ScatterAll(..)
            | Stmt::ScatterEach(..)
            | Stmt::ScatterRest(..)
            | Stmt::ScatterCast(..)
            | Stmt::Deliver(..)
            | Stmt::PopFrame(_)
            | Stmt::Take(..)
            | Stmt::TakeAll(..)
            | Stmt::TakeSlot(..)
            | Stmt::RearrangeBack(..)
            | Stmt::SwapCots(..)
            | Stmt::SwapWithin(..)
            | Stmt::SwapElements(..)
            | Stmt::SplitOff(..)
            | Stmt::CutOff(..)
            | Stmt::Resize(..)
            | Stmt::Remake(..)
            | Stmt::ScatterWhole(..)
            | Stmt::Unsort(_)
            | Stmt::Retire(_)
            | Stmt::RetireTemp(_)
            | Stmt::ReverseCall(_)
            | Stmt::ReverseBranch(_)
            | Stmt::ReverseLoop(_)
            | Stmt::Beyond(..) => TokenStream::new(),
        }
    }

    /// What is noted of memories that the reverse half rewinds.
    fn note(&self, stmt: &Stmt) -> TokenStream {
        let (body, tape) = (self.context.body, self.tape);
        let reads = &self.halves.rewind.reads;
        let noted = |mem: &crate::ir::Mem| &self.halves.rewind.mems[mem];
        match stmt {
            Stmt::Note(mem) => {
                let (name, noted) = (&body.mem(*mem).name, noted(mem));
                quote!(let mut #noted = #reads.note(&#name[..]);)
            }
            Stmt::NoteReads(scope, reads) => self.note_reads(*scope, reads),
            Stmt::NoteWrite(place, ty, old) => {
                let (noted, at) = (noted(&place.mem), float_at(body, place));
                let word = match ty {
                    Ty::F32 => quote!(f32::to_bits(#old) as u64),
                    _ => quote!(f64::to_bits(#old)),
                };
                quote!(#noted.write(#at, #word);)
            }
            Stmt::NoteSwap(place, i, j, rows) => {
                let (noted, swap) = (noted(&place.mem), swap(body, place, *i, *j, *rows));
                quote!(#noted.#swap;)
            }
            Stmt::SwapNotes(a, b) => {
                let (a, b) = (noted(a), noted(b));
                quote!(#a.exchange(#tape, &mut #b);)
            }
            Stmt::Park(mem) => {
                let (name, noted) = (&body.mem(*mem).name, noted(mem));
                let parked = quote!(#noted.park(#tape, &#reads, &#name[..]););
                super::lent::unless_shared(self.halves, body, *mem, parked)
            }
            _ => TokenStream::new(),
        }
    }

    /// Either noted or kept, as the run of the loop around does.
    fn note_reads(&self, scope: Scope, reads: &[(Val, Place, bool)]) -> TokenStream {
        let (body, tape, rewind) = (self.context.body, self.tape, &self.halves.rewind);
        let Some(noting) = rewind.loops.get(&scope) else {
            return TokenStream::new();
        };
        let again = &noting.again;
        let groups = super::lent::groups(self.halves, reads, |(val, ..)| *val);
        let keep = groups.iter().map(|(keeps, reads)| {
            let words = reads.iter().map(|(val, ..)| to_word(body, *val));
            let keep = quote!(#tape.push_frame([#(#words),*]););
            match keeps {
                Some(keeps) => quote!(if #keeps { #keep }),
                None => keep,
            }
        });
        let keep: TokenStream = keep.collect();
        let noted: TokenStream = reads
            .iter()
            .filter(|(.., written)| *written)
            .map(|(_, place, _)| {
                let (noted, at) = (&rewind.mems[&place.mem], float_at(body, place));
                quote!(#noted.read(#at);)
            })
            .collect();
        if noted.is_empty() {
            quote!(if !#again { #keep })
        } else {
            quote!(if #again { #noted } else { #keep })
        }
    }

    fn let_op(&self, val: Val, op: &Op) -> TokenStream {
        let info = self.body().val(val);
        let name = &info.name;
        let value = match op {
            Op::Raw(tokens) | Op::Load(_, tokens) | Op::LoadCast(_, tokens) => tokens.clone(),
            Op::Prim(prim, args) => {
                return super::operation::define(self.context, val, *prim, args);
            }
            Op::Note(tokens) => {
                let tape = self.tape;
                quote!(#tape.note_shape(#tokens, 0) as usize)
            }
            Op::Shape(path, tokens) => {
                let (tape, runtime) = (self.tape, &self.context.runtime);
                match path {
                    Some(path) => {
                        let fun = half(path, "shape_out");
                        quote!(#fun(#tape, #tokens))
                    }
                    None => quote!(#runtime::__private::shape_word(#tape, #tokens)),
                }
            }
        };
        match (op, info.ty) {
            (Op::Raw(_), Ty::F64 | Ty::F32 | Ty::Generic | Ty::Usize | Ty::I32) => {
                let ty = scalar_tokens(info.ty);
                quote!(let #name: #ty = #value;)
            }
            _ => quote!(let #name = #value;),
        }
    }

    fn call(&mut self, call: &Call) -> TokenStream {
        let (tape, frame) = (self.tape, &call.frame);
        let (before, value) = match &call.given {
            Some(given) => (TokenStream::new(), given.to_token_stream()),
            None => self.called(call),
        };
        match &call.result {
            bound if call.taped => {
                let pat = self.bound(bound);
                quote! {
                    #before
                    let (#pat, #frame) = #value;
                    #tape.push_frame(#frame);
                }
            }
            Bound::Nothing => quote!(#before #value;),
            bound => {
                let pat = self.bound(bound);
                quote!(#before let #pat = #value;)
            }
        }
    }

    /// What stands in front of a call, and the call.
    fn called(&mut self, call: &Call) -> (TokenStream, TokenStream) {
        let body = self.body();
        let args: Vec<TokenStream> = call.args.iter().map(|a| a.tokens(body)).collect();
        let args = super::passed::among(args, &call.passed, |passed, _| {
            if call.taped {
                super::passed::forward(passed, self.context)
            } else {
                super::passed::plain(passed, self.context)
            }
        });
        let changed = call.args.iter().filter_map(|a| match a {
            crate::ir::CallArg::Changed(before, after) => {
                let (before, info) = (val_tokens(body, *before), body.val(*after));
                let (name, ty) = (&info.name, scalar_tokens(info.ty));
                Some(quote!(let mut #name: #ty = #before;))
            }
            _ => None,
        });
        let changed: TokenStream = changed.collect();
        let path = &*call.callee;
        if !call.taped {
            let witness = (call.carries && !is_of_type(path)).then(|| {
                let vjp = half(path, "fwd");
                let mut owner: syn::Path = syn::parse2(vjp).unwrap_or_else(|_| path.clone());
                owner.segments.pop();
                if let Some(pair) = owner.segments.pop() {
                    owner.segments.push(pair);
                }
                // A function that is not derived is refused even where its result does not matter.
                quote!(let _ = ::core::mem::size_of::<#owner>();)
            });
            let changed = quote!(#witness #changed);
            let value = match (&call.method, args.split_first()) {
                (Some(name), Some((receiver, args))) => {
                    let passed = quote_spanned!(call.span=> (#(#args),*));
                    quote!((#receiver).#name #passed)
                }
                _ => {
                    let passed = quote_spanned!(call.span=> (#(#args),*));
                    quote!(#path #passed)
                }
            };
            let suffix = &call.suffix;
            let value = quote!(#value #suffix);
            return (changed, value);
        }
        let tape = self.tape;
        let fwd = half(path, "fwd");
        // With the line of the call.
        let at = call.span;
        if let Some(Unseen::Operator(op)) = &call.callee.unseen {
            let (runtime, number) = (&self.context.runtime, number_of(&op.number));
            let nothing = (args.len() == 1).then(|| quote!((),));
            let passed = quote_spanned!(at=> (#(#args,)* #nothing #tape));
            let operate = quote_spanned!(at=> #runtime::__private::operate::<#number, _, _>);
            return (changed, quote!(#operate #passed));
        }
        let suffix = &call.suffix;
        if let (Some((scope, slot)), Some(name), Some((receiver, args))) =
            (call.noted, &call.method, args.split_first())
        {
            let runtime = &self.context.runtime;
            let noting = format_ident!("__{name}_noting", span = name.span());
            let passed = quote_spanned!(at=> (#(#args,)* #tape, #runtime::__private::NoteLengths));
            let kept = &self.halves.frames[scope.0 as usize];
            let slot = Literal::usize_unsuffixed(slot);
            let value = quote!((#receiver).#noting #passed);
            let value = if call.given.is_some() {
                quote!(#value.map(|(noted, inner, word)| {
                    #kept[#slot] = word as u64;
                    (noted, inner)
                }))
            } else {
                quote!({
                    let (noted, inner, word) = #value #suffix;
                    #kept[#slot] = word as u64;
                    (noted, inner)
                })
            };
            return (changed, value);
        }
        let call = match (&call.method, args.split_first()) {
            (Some(name), Some((receiver, args))) => {
                let fwd = format_ident!("__{name}_fwd", span = name.span());
                let passed = quote_spanned!(at=> (#(#args,)* #tape));
                quote!((#receiver).#fwd #passed)
            }
            _ if is_of_type(path) => {
                let passed = quote_spanned!(at=> (#(#args,)* #tape));
                quote!(#fwd #passed)
            }
            _ => {
                let lent = super::lent::handed_on(self.halves, call, &self.context.runtime);
                let (fwd, lent) = match lent {
                    Some(lent) => (half(path, "fwd_lent"), lent),
                    None => (fwd, Vec::new()),
                };
                let passed = quote_spanned!(at=> (#tape, #(#args,)* #(#lent),*));
                quote!(#fwd #passed)
            }
        };
        (changed, quote!(#call #suffix))
    }

    /// The head of a branch on what a call returned, and the call in its first arm.
    fn outcome(
        &mut self,
        b: &Branch,
        outcome: &crate::ir::Outcome,
    ) -> Option<(TokenStream, TokenStream)> {
        let call = b.arms.first()?.body.stmts.iter().find_map(|s| match s {
            Stmt::Call(call) if call.given.is_some() => Some(call),
            _ => None,
        })?;
        let given = call.given.as_ref()?;
        let (before, value) = self.called(call);
        let (runtime, tape) = (&self.context.runtime, self.tape);
        let (case, mark) = (&outcome.case, &outcome.mark);
        let marked = call.taped.then(|| quote!(let #mark = #tape.mark();));
        let released = call.taped.then(|| quote!(#tape.release(#mark);));
        let head = quote! {
            #before
            #marked
            let (#case, #given) = #runtime::__private::outcome(#value);
        };
        Some((head, released.unwrap_or_default()))
    }

    fn bound(&self, bound: &Bound) -> TokenStream {
        match bound {
            Bound::Val(v) => self.body().val(*v).name.to_token_stream(),
            Bound::Mem(m) => {
                let name = &self.body().mem(*m).name;
                quote!(mut #name)
            }
            Bound::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.bound(p));
                quote!((#(#parts,)*))
            }
            Bound::Name(tokens) => tokens.clone(),
            Bound::Nothing => quote!(_),
        }
    }

    fn branch(&mut self, b: &Branch, exits: Exits) -> TokenStream {
        let arms: Vec<TokenStream> = b
            .arms
            .iter()
            .map(|a| self.region(&a.body, Owner::Arm(b, exits)))
            .collect();
        let mut before = TokenStream::new();
        let value = match &b.head {
            Head::LetElse(pat, tokens) => {
                let other = &arms[1];
                return quote!(let #pat = #tokens else { #other };);
            }
            Head::If(cond) => {
                let (then, other) = (&arms[0], &arms[1]);
                if other.is_empty() && b.results.is_empty() {
                    quote!(if #cond { #then })
                } else {
                    quote!(if #cond { #then } else { #other })
                }
            }
            Head::Outcome(outcome) => {
                let Some((head, released)) = self.outcome(b, outcome) else {
                    return TokenStream::new();
                };
                before = head;
                let given = b.arms[0].body.stmts.iter().find_map(|s| match s {
                    Stmt::Call(call) => call.given.as_ref(),
                    _ => None,
                });
                let (then, other) = (&arms[0], &arms[1]);
                quote!(if let ::core::option::Option::Some(#given) = #given { #then } else { #released #other })
            }
            Head::Match(scrutinee) => {
                let pats = b.arms.iter().map(|a| &a.pat);
                quote!(match #scrutinee { #(#pats => { #arms })* })
            }
        };
        let live = b.arms.iter().any(|a| matches!(a.body.end, End::Yield(_)));
        if b.results.is_empty() || !live {
            return quote!(#before #value);
        }
        let names: Vec<TokenStream> = b
            .results
            .iter()
            .map(|v| self.body().val(*v).name.to_token_stream())
            .collect();
        let types: Vec<TokenStream> = b
            .results
            .iter()
            .map(|v| scalar_tokens(self.body().val(*v).ty))
            .collect();
        let (names, types) = (tuple(names), tuple(types));
        quote!(#before let #names: #types = #value;)
    }

    /// The variables that a loop carries, and what each trip begins with.
    pub fn carried(&self, l: &Loop) -> (TokenStream, TokenStream) {
        let body = self.body();
        let mut before = TokenStream::new();
        let mut first = TokenStream::new();
        for c in &l.carried {
            let (head, out) = (body.val(c.head), body.val(c.out));
            let (head_name, out_name, ty) = (&head.name, &out.name, scalar_tokens(out.ty));
            let init = match c.init {
                Some(v) => val_tokens(body, v),
                None => super::zero(out.ty),
            };
            before.extend(quote!(let mut #out_name: #ty = #init;));
            first.extend(quote!(let #head_name = #out_name;));
        }
        for r in &l.results {
            let info = body.val(*r);
            let name = &info.name;
            if info.ty.is_float() {
                let (ty, zero) = (scalar_tokens(info.ty), super::zero(info.ty));
                before.extend(quote!(let mut #name: #ty = #zero;));
            } else {
                before.extend(quote!(let mut #name = ::core::default::Default::default();));
            }
        }
        (before, first)
    }

    fn told(&self, l: &Loop) -> Told {
        super::lent::told(self.halves, l.scope, l.count.is_some())
    }

    /// Whether the trips of a loop are counted: the reverse half may know how many there are.
    fn counts_trips(&self, l: &Loop) -> bool {
        let columns = self.halves.reread.plan.columns(l.scope);
        !matches!(self.told(l), Told::Never)
            || !columns.is_empty()
            || self.cells.contains_key(&l.scope)
    }

    fn a_loop(&mut self, l: &Loop) -> TokenStream {
        if let Some(fused) = self.fusion.and_then(|f| f.loops.get(&l.scope)) {
            return self.fused_loop(l, fused);
        }
        let (mut before, mut first) = self.carried(l);
        let trips = &l.trips;
        if l.taped {
            first.extend(frame_declaration(self.halves, l.scope, &|_| true));
        }
        let words = self.halves.words[l.scope.0 as usize];
        let notes = self.halves.rewind.loops.contains_key(&l.scope);
        let unlent = super::lent::has_frames(self.halves, l.scope);
        if self.context.blocks && (words > 0 || unlent) && !notes && super::blocks::is_blocked(l) {
            let cell = self.context.names.numbered("kept", Span::call_site());
            self.cells.insert(l.scope, cell);
        }
        if l.taped && self.counts_trips(l) {
            before.extend(quote!(let mut #trips: usize = 0;));
        }
        let inside = self.region(&l.body, Owner::Trip(l));
        let (tape, rewind) = (self.tape, &self.halves.rewind);
        let runtime = &self.context.runtime;
        let mut word = quote!(#trips as u64);
        if let Some(noting) = rewind.loops.get(&l.scope) {
            let (again, reads) = (&noting.again, &rewind.reads);
            let each = Literal::usize_unsuffixed(noting.reads);
            let kept = word;
            word = quote!(#reads.trips(#trips, #again, #each));
            let opened = noting.opened.iter().map(|m| &rewind.mems[m]);
            match super::lent::notes(self.halves, noting) {
                Some(notes) => {
                    before.extend(quote!(let #again = #notes && #reads.again();));
                    word = quote!(if #notes { #word } else { #kept });
                }
                None => before.extend(quote!(let #again = #reads.again();)),
            }
            if !noting.opened.is_empty() {
                before.extend(quote!(if #again { #(#opened.open(#tape);)* }));
            }
        }
        let columns = self.columns(l);
        let after = l
            .taped
            .then(|| match (self.told(l), self.cells.contains_key(&l.scope)) {
                (Told::Never, true) => quote!(#runtime::__private::fitting(#trips);),
                (Told::Never, false) => TokenStream::new(),
                (_, true) => quote!(#tape.push_trips(#trips);),
                (Told::Always, false) => quote!(#tape.push(#word);),
                (Told::If(notes), false) => quote!(if #notes { #tape.push(#word); }),
            });
        let looped = match &l.head {
            LoopHead::For(pat, iter, _) => match self.cells.get(&l.scope) {
                Some(cell) if unlent => {
                    let width = super::lent::width(self.halves, l.scope);
                    let args = quote!(#iter, #width, #tape, &mut #trips);
                    if words > 0 {
                        let items = quote!(#runtime::__private::with_cells(#args));
                        quote!(for (#pat, mut #cell) in #items { #first #inside })
                    } else {
                        let parts = quote!(#runtime::__private::beside_cells(#args));
                        let names = &mut self.context.names;
                        let [items, cells] =
                            ["items", "cells"].map(|name| names.numbered(name, Span::call_site()));
                        quote! {
                            match #parts {
                                (#items, mut #cells) => for #pat in #items {
                                    let mut #cell = #cells.next().unwrap_or_default();
                                    #first
                                    #inside
                                }
                            }
                        }
                    }
                }
                Some(cell) => {
                    let items = quote!(#runtime::__private::with_frames(#iter, #tape, &mut #trips));
                    quote!(for (#pat, #cell) in #items { #first #inside })
                }
                None => quote!(for #pat in #iter { #first #inside }),
            },
            LoopHead::Forever => quote!(loop { #first #inside }),
        };
        quote!(#before #looped #columns #after)
    }

    /// What the trips read one after the other goes to the tape as a whole.
    fn columns(&self, l: &Loop) -> TokenStream {
        let (body, tape, trips) = (self.body(), self.tape, &l.trips);
        let columns = self.halves.reread.plan.columns(l.scope).iter();
        let each = columns.map(|(condition, column)| {
            let asked = super::lent::asked(self.halves, *condition);
            let (name, start) = (&body.mem(column.place.mem).name, &column.start);
            let outer = &column.place.path[..column.place.path.len() - 1];
            let path = path(body, outer);
            quote!(if #asked && #trips > 0 { #tape.push_column(&#name #path[#start..][..#trips]); })
        });
        each.collect()
    }

    fn ret(&self, ret: &Ret, cloned: bool) -> TokenStream {
        match ret {
            Ret::Val(v) => val_tokens(self.body(), *v),
            Ret::Place(_, tokens) | Ret::Whole(_, tokens) if cloned => {
                quote!(::core::clone::Clone::clone(&#tokens))
            }
            Ret::Place(_, tokens) | Ret::Whole(_, tokens) | Ret::Inactive(tokens) => tokens.clone(),
            Ret::List(init) => init_tokens(self.body(), init),
            Ret::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.ret(p, cloned));
                quote!((#(#parts,)*))
            }
        }
    }
}

/// The primal's expression of an initialiser.
fn init_tokens(body: &Body, init: &crate::ir::Init) -> TokenStream {
    use crate::ir::{Elem, Init};
    let elem = |e: &Elem| match e {
        Elem::Val(v) => val_tokens(body, *v),
        Elem::Nested(init) => init_tokens(body, init),
    };
    match init {
        Init::List(elems) => {
            let elems = elems.iter().map(elem);
            quote!([#(#elems),*])
        }
        Init::Tuple(elems) => {
            let elems = elems.iter().map(elem);
            quote!((#(#elems,)*))
        }
        Init::Struct(s) => s.tokens(elem),
        Init::Repeat(e, len) => {
            let e = elem(e);
            quote!([#e; #len])
        }
        Init::Copy(_, tokens, _) | Init::Empty(tokens) => tokens.clone(),
        Init::VecList(elems) => {
            let elems = elems.iter().map(elem);
            quote!(vec![#(#elems),*])
        }
        Init::VecRepeat(e, len, _) => {
            let e = elem(e);
            quote!(vec![#e; #len])
        }
    }
}

/// A value as the receiver of a method.
pub fn receiver(body: &Body, val: Val) -> TokenStream {
    let info = body.val(val);
    match &info.constant {
        Some(tokens) => super::typed_constant(tokens, info.ty),
        None => info.name.to_token_stream(),
    }
}

/// The indices of a place, its ranges' starts added to them, and what is left over of these.
fn indices(body: &Body, place: &Place) -> (Vec<TokenStream>, TokenStream) {
    let mut indices = Vec::new();
    let mut start = TokenStream::new();
    for proj in &place.path {
        match proj {
            Proj::Index(v) => {
                let v = val_tokens(body, *v);
                indices.push(quote!(#start #v));
                start = TokenStream::new();
            }
            Proj::Range(Some(lo), _) => {
                let lo = val_tokens(body, *lo);
                start.extend(quote!(#lo +));
            }
            Proj::Range(None, _) | Proj::Field(_) => {}
        }
    }
    (indices, start)
}

/// Where a float stands in its memory: `[row, column]`, or `[index]`.
pub fn float_at(body: &Body, place: &Place) -> TokenStream {
    let (indices, _) = indices(body, place);
    quote!([#(#indices),*])
}

/// The call that tells what is swapped inside of a place: elements or rows.
pub fn swap(body: &Body, place: &Place, i: Val, j: Val, rows: bool) -> TokenStream {
    let (indices, start) = indices(body, place);
    let (i, j) = (val_tokens(body, i), val_tokens(body, j));
    if rows {
        quote!(swap_rows(#start #i, #start #j))
    } else {
        quote!(swap([#(#indices,)* #start #i], [#(#indices,)* #start #j]))
    }
}

/// The number of an element, as a sum.
pub fn sum(body: &Body, parts: &[Val]) -> TokenStream {
    let parts = parts.iter().map(|v| val_tokens(body, *v));
    quote!(0 #(+ #parts)*)
}

/// One alone, or a tuple.
pub fn tuple(parts: Vec<TokenStream>) -> TokenStream {
    match parts.as_slice() {
        [one] => one.clone(),
        many => quote!((#(#many),*)),
    }
}

/// A struct's path, which is told from a function's by its case.
pub fn names_type(path: &syn::Path) -> bool {
    let last = path.segments.last();
    last.is_some_and(|s| s.ident.to_string().starts_with(char::is_uppercase))
}

/// `Type::function`, which is told from `module::function` by its case.
pub fn is_of_type(path: &syn::Path) -> bool {
    let owner = path.segments.iter().rev().nth(1);
    owner.is_some_and(|s| s.ident.to_string().starts_with(char::is_uppercase))
}

/// The number that stands for the name of a method in traits.
pub fn method_number(path: &syn::Path) -> Literal {
    let name = path.segments.last().map(|s| s.ident.to_string());
    number_of(&name.unwrap_or_default())
}

/// FNV-1a with 128 bits: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
pub fn number_of(name: &str) -> Literal {
    let basis = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    let prime = 0x0000_0000_0100_0000_0000_0000_0000_013b_u128;
    let hash = |h: u128, byte: u8| (h ^ u128::from(byte)).wrapping_mul(prime);
    Literal::u128_unsuffixed(name.bytes().fold(basis, hash))
}

/// `path_vjp::half`, or `Type::__function_half`, with the generics that the user wrote.
pub fn half(path: &syn::Path, name: &str) -> TokenStream {
    let mut path = path.clone();
    if is_of_type(&path) {
        if let Some(last) = path.segments.last_mut() {
            last.ident = format_ident!("__{}_{name}", last.ident, span = last.ident.span());
            if matches!(name, "zero_out" | "shape_out") {
                last.arguments = syn::PathArguments::None;
            }
        }
        return path.to_token_stream();
    }
    let at = path
        .segments
        .last()
        .map_or_else(proc_macro2::Span::call_site, |s| s.ident.span());
    let mut arguments = syn::PathArguments::None;
    if let Some(last) = path.segments.last_mut() {
        last.ident = format_ident!("{}_vjp", last.ident);
        arguments = std::mem::replace(&mut last.arguments, syn::PathArguments::None);
    }
    // Those of the result follow from it.
    if matches!(name, "zero_out" | "shape_out") {
        arguments = syn::PathArguments::None;
    }
    let name = Ident::new(name, at);
    quote!(#path::#name #arguments)
}

/// The methods of floats, where a type may be one that only rustc knows.
fn float_methods(context: &Context) -> TokenStream {
    let runtime = &context.runtime;
    let unseen = context.body.unseen_methods;
    let methods = unseen.then(|| quote!(use #runtime::__private::FloatMethods as _;));
    // A parameter brings the methods of its bounds; an alias brings none.
    let alias = crate::generic::is_alias(&context.function.item.sig);
    let scalar = alias.then(|| quote!(use #runtime::Scalar as _;));
    quote!(#methods #scalar)
}
