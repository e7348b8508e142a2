//! What the caller lends: shared arguments that the reverse half reads again.
//!
//! Output for a parameter `x: &[f64]` whose elements are needed:
//!
//! ```text
//! fn fwd_lent(tape, x: &[f64], lends_x: impl Lent) -> ..         let keeps_x = !lends(&lends_x);
//! fn rev_lent(tape, frame, seed, d_x, shared_x: impl Source<..>)  let t_1 = if keeps_x { .. } else { read_again(&shared_x)[i] };
//! ```
//!
//! `fwd` and `rev` are these halves where nothing is lent.
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::{Context, public};
use crate::adjoint::{Halves, Noting, Reread};
use crate::ir::{Body, Call, Mem, MemKind, Scope, Val, ZeroMem, ZeroShape};
use crate::parse::Function;
use crate::plan::Origin;

/// The names that go with a parameter.
pub fn named(halves: &Halves, param: usize) -> Option<&Reread> {
    halves.reread.params.get(param)?.as_ref()
}

/// The name of the forward half, and its parameters that tell what is lent.
pub fn forward_params(halves: &Halves, function: &Function) -> (&'static str, Vec<TokenStream>) {
    if !halves.reread.plan.is_used() {
        return ("fwd", Vec::new());
    }
    let runtime = super::runtime_path(&function.options);
    let lent = halves.reread.params.iter().map(|p| match p {
        Some(Reread { lends, .. }) => quote!(#lends: impl #runtime::__private::Lent),
        None => quote!(_: impl ::core::marker::Sized),
    });
    ("fwd_lent", lent.collect())
}

/// Whether what is read from each parameter is kept.
pub fn forward_flags(halves: &Halves, runtime: &TokenStream) -> TokenStream {
    let named = halves.reread.params.iter().flatten();
    let flags = named.map(|named| {
        let Reread {
            lends,
            keeps,
            wants,
            ..
        } = named;
        let private = quote!(#runtime::__private);
        let keeps = (named.readable).then(|| quote!(let #keeps = !#private::lends(&#lends);));
        quote!(#keeps let #wants = #private::wants(&#lends);)
    });
    flags.collect()
}

/// The name of the reverse half, its parameters that are shared arguments, and whether each is not there.
pub fn reverse_params(
    halves: &Halves,
    context: &Context,
) -> (&'static str, Vec<TokenStream>, TokenStream) {
    if !halves.reread.plan.is_used() {
        return ("rev", Vec::new(), TokenStream::new());
    }
    let runtime = &context.runtime;
    let private = quote!(#runtime::__private);
    let (mut params, mut flags) = (Vec::new(), TokenStream::new());
    for (param, named) in context.function.params.iter().zip(&halves.reread.params) {
        params.push(match named {
            Some(Reread {
                shared,
                keeps,
                wants,
                readable,
                ..
            }) => {
                flags.extend(quote!(let #wants = #private::is_wanted(&#shared);));
                if *readable {
                    let ty = param.pointee();
                    flags.extend(quote!(let #keeps = !#private::is_shared(&#shared);));
                    quote!(#shared: impl #private::Source<Of: #private::ReadAs<#ty>>)
                } else {
                    quote!(#shared: impl #private::Source)
                }
            }
            None => quote!(_: impl ::core::marker::Sized),
        });
    }
    ("rev_lent", params, flags)
}

/// Whether the values with this condition are kept.
pub fn asked(halves: &Halves, condition: usize) -> TokenStream {
    let condition = halves.reread.plan.condition(condition);
    let keeps = condition.unlent.and_then(|param| named(halves, param));
    let keeps = keeps.map(|p| &p.keeps);
    let wants = condition.wanted.iter().filter_map(|p| named(halves, *p));
    let wants: Vec<&Ident> = wants.map(|p| &p.wants).collect();
    match (keeps, wants.as_slice()) {
        (Some(keeps), []) => quote!(#keeps),
        (Some(keeps), wants) => quote!(#keeps && (#(#wants)||*)),
        (None, wants) => quote!(#(#wants)||*),
    }
}

fn frames_of(
    halves: &Halves,
    scope: Scope,
) -> impl DoubleEndedIterator<Item = (&Ident, usize, TokenStream)> {
    let frames = halves.reread.frames.iter();
    let here = frames.filter(move |((at, _), _)| *at == scope);
    here.map(|((_, condition), (name, words))| (name, *words, asked(halves, *condition)))
}

/// Declares those frames of what is kept where it is not lent that are used.
pub fn frames(halves: &Halves, scope: Scope, is_used: &dyn Fn(&Ident) -> bool) -> TokenStream {
    frames_of(halves, scope)
        .filter(|(name, ..)| is_used(name))
        .map(|(name, words, _)| quote!(let mut #name = [0u64; #words];))
        .collect()
}

/// The name of a column.
pub fn column(halves: &Halves, scope: Scope, number: usize) -> Ident {
    let frame = &halves.frames[scope.0 as usize];
    crate::names::new_ident(&format!("column_{}_{}", scope.0, number + 1), frame.span())
}

/// The columns of a scope: their names, and whether they are kept.
pub fn columns(halves: &Halves, scope: Scope) -> Vec<(Ident, TokenStream)> {
    let columns = halves.reread.plan.columns(scope).iter().enumerate();
    columns
        .map(|(number, (condition, _))| (column(halves, scope, number), asked(halves, *condition)))
        .collect()
}

/// Whether a scope has such frames.
pub fn has_frames(halves: &Halves, scope: Scope) -> bool {
    frames_of(halves, scope).next().is_some()
}

/// How many words a trip keeps, those of such frames included.
pub fn width(halves: &Halves, scope: Scope) -> TokenStream {
    let words = halves.words[scope.0 as usize];
    let unlent =
        frames_of(halves, scope).map(|(_, words, keeps)| quote!(+ if #keeps { #words } else { 0 }));
    quote!(#words #(#unlent)*)
}

/// They go to the memory of a trip, in front of the frame of their scope.
pub fn put(halves: &Halves, scope: Scope, cell: &Ident, runtime: &TokenStream) -> TokenStream {
    let put = quote!(#runtime::__private::put_frame);
    let unlent = frames_of(halves, scope)
        .map(|(name, _, keeps)| quote!(if #keeps { #cell = #put(#cell, #name); }));
    let at = scope.0 as usize;
    let frame = &halves.frames[at];
    let frame = (halves.words[at] > 0).then(|| quote!(#cell = #put(#cell, #frame);));
    quote!(#(#unlent)* #frame)
}

/// They come out of it.
pub fn taken(halves: &Halves, scope: Scope, cell: &Ident, runtime: &TokenStream) -> TokenStream {
    let take = quote!(#runtime::__private::take_frame);
    let unlent = frames_of(halves, scope).map(|(name, words, keeps)| {
        quote! {
            let #name: [u64; #words] = if #keeps { #take(&mut #cell) } else { [0; #words] };
        }
    });
    let at = scope.0 as usize;
    let (frame, words) = (&halves.frames[at], halves.words[at]);
    let frame = (words > 0).then(|| quote!(let #frame: [u64; #words] = #take(&mut #cell);));
    quote!(#(#unlent)* #frame)
}

/// They go to the tape, in front of the frame of their scope.
pub fn pushed(halves: &Halves, scope: Scope, tape: &Ident) -> TokenStream {
    frames_of(halves, scope)
        .map(|(name, _, keeps)| quote!(if #keeps { #tape.push_frame(#name); }))
        .collect()
}

/// They come back, behind the frame of their scope.
pub fn popped(halves: &Halves, scope: Scope, tape: &Ident) -> TokenStream {
    frames_of(halves, scope)
        .rev()
        .map(|(name, words, keeps)| {
            quote! {
                let #name: [u64; #words] = if #keeps { #tape.pop_frame() } else { [0; #words] };
            }
        })
        .collect()
}

/// The flag of a memory that is a readable parameter.
pub fn keeps<'h>(halves: &'h Halves, body: &Body, mem: Mem) -> Option<&'h Ident> {
    match &body.mem(mem).kind {
        MemKind::Param(param, fields) if fields.is_empty() => {
            let named = named(halves, *param).filter(|p| p.readable);
            named.map(|p| &p.keeps)
        }
        _ => None,
    }
}

/// Whether a loop may note what it reads; nothing where it does in any case.
pub fn notes(halves: &Halves, noting: &Noting) -> Option<TokenStream> {
    let params = noting.params.as_ref()?;
    let keeps: Option<Vec<&Ident>> = params
        .iter()
        .map(|param| named(halves, *param).map(|p| &p.keeps))
        .collect();
    let keeps = keeps?;
    Some(quote!((#(#keeps)||*)))
}

/// When the tape tells how many trips a loop has, which is known otherwise.
pub enum Told {
    /// Always: it tells too whether the loop noted its reads, or nothing else does.
    Always,
    /// Where the loop may note its reads.
    If(TokenStream),
    Never,
}

/// When the tape tells how many trips a loop has.
pub fn told(halves: &Halves, scope: Scope, is_known: bool) -> Told {
    match halves.rewind.loops.get(&scope) {
        _ if !is_known => Told::Always,
        Some(noting) => notes(halves, noting).map_or(Told::Always, Told::If),
        None => Told::Never,
    }
}

/// What is done with a memory only where it is no argument that is lent.
pub fn unless_shared(halves: &Halves, body: &Body, mem: Mem, done: TokenStream) -> TokenStream {
    match keeps(halves, body, mem) {
        Some(keeps) => quote!(if #keeps { #done }),
        None => done,
    }
}

/// Reads by the flag of the parameter that they come from; first those of none.
pub fn groups<'r, 'h, R>(
    halves: &'h Halves,
    reads: &'r [R],
    val: impl Fn(&R) -> Val,
) -> Vec<(Option<&'h Ident>, Vec<&'r R>)> {
    let mut groups: Vec<(Option<usize>, Vec<&R>)> = Vec::new();
    let rereads = &halves.reread.plan;
    for read in reads {
        let param = rereads.param(val(read));
        match groups.iter_mut().find(|(of, _)| *of == param) {
            Some((_, group)) => group.push(read),
            None => groups.push((param, vec![read])),
        }
    }
    let flag = |param: usize| named(halves, param).map(|p| &p.keeps);
    let groups = groups.into_iter();
    groups
        .map(|(param, group)| (param.and_then(flag), group))
        .collect()
}

/// What a caller tells the forward half of its callee, argument by argument.
pub fn handed_on(halves: &Halves, call: &Call, runtime: &TokenStream) -> Option<Vec<TokenStream>> {
    let args = halves.reread.plan.handed_on(call)?;
    let private = quote!(#runtime::__private);
    let lent = args.iter().map(|arg| {
        let told = match &arg.from {
            Some((Origin::Param(param), _)) => {
                let named = named(halves, *param);
                named.map(|p| &p.lends).to_token_stream()
            }
            Some((Origin::Local(_), _)) => quote!(#private::Lends),
            None => quote!(#private::Keeps),
        };
        if arg.wanted {
            told
        } else {
            quote!(#private::Unwanted(#told))
        }
    });
    Some(lent.collect())
}

/// The length of a buffer that is an array of floats.
pub fn length(body: &Body, mem: Mem) -> Option<TokenStream> {
    match &body.mem(mem).zero {
        Some(ZeroMem::Shape(ZeroShape::List(elems))) => {
            Some(Literal::usize_unsuffixed(elems.len()).to_token_stream())
        }
        Some(ZeroMem::Shape(ZeroShape::Repeat(_, len))) => Some(len.clone()),
        _ => None,
    }
}

/// The other pair of halves: where these read arguments again, the pair that lends nothing; else, for callers that
/// do not know, the pair that reads none again.
pub fn other_pair(halves: &Halves, context: &Context, names: &public::LocalNames) -> TokenStream {
    let (function, runtime) = (context.function, &context.runtime);
    let used = halves.reread.plan.is_used();
    if !used && function.associated {
        return TokenStream::new();
    }
    let private = quote!(#runtime::__private);
    let params = public::half_params(function, runtime);
    let anything: Vec<TokenStream> = params
        .iter()
        .map(|_| quote!(_: impl ::core::marker::Sized))
        .collect();
    let [ours, other] = if used { ["_lent", ""] } else { ["", "_lent"] };
    let (taken, nothing) = if used {
        let nothing = |name: &str| {
            let name = Ident::new(name, proc_macro2::Span::mixed_site());
            params.iter().map(|_| quote!(#private::#name)).collect()
        };
        (Vec::new(), [nothing("Keeps"), nothing("GONE")])
    } else {
        (anything, [Vec::new(), Vec::new()])
    };
    let [keeps, gone]: [Vec<TokenStream>; 2] = nothing;
    let (generics, clause) = public::generics(function);
    let (vis, tracked) = (super::half_vis(function), public::tracked(function));
    let (allow, attrs) = (super::lints::allow(), public::cfgs(function));
    let each = function.associated.then(|| quote!(#attrs #allow));
    let (tape, words) = (&names.tape, halves.words[0]);
    let result = super::code::result_of(function);
    let returned = super::wrapped(function, &quote!((#result, [u64; #words])));
    let [fwd, rev] =
        ["fwd", "rev"].map(|half| super::half_name(function, &format!("{half}{other}")));
    let forward = public::own_call(function, &format!("fwd{ours}"));
    let reverse = public::own_call(function, &format!("rev{ours}"));
    let arguments = function.params.iter().map(|p| &p.name);
    let taped = quote!(#tape: &mut #runtime::Tape);
    let (head, call) = if function.associated {
        (
            quote!(#(#params,)* #taped, #(#taken),*),
            quote!(#(#arguments,)* #tape, #(#keeps),*),
        )
    } else {
        (
            quote!(#taped, #(#params,)* #(#taken),*),
            quote!(#tape, #(#arguments,)* #(#keeps),*),
        )
    };
    let seed_ty = super::code::seed_of(context);
    let (seed, frame) = (&names.seed, &halves.frames[0]);
    let slots = public::slot_params(context, names);
    let slot_names = (0..params.len()).map(|at| names.slot(at));
    quote! {
        #each
        #[doc(hidden)]
        #tracked
        #[inline]
        #vis fn #fwd #generics (#head) -> #returned #clause {
            #forward(#call)
        }
        #each
        #[doc(hidden)]
        #[inline]
        #vis fn #rev #generics (
            #taped,
            #frame: [u64; #words],
            #seed: &#seed_ty,
            #(#slots,)*
            #(#taken),*
        ) #clause {
            #reverse(#tape, #frame, #seed, #(#slot_names,)* #(#gone),*)
        }
    }
}
