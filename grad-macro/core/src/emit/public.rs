//! The four public functions, as thin wrappers of the halves.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericParam, Type};

use super::shapes::{buffer, owned};
use super::{Context, lints};
use crate::adjoint::Halves;
use crate::ir::{Mem, Val};
use crate::parse::{Field, Function, Param, Selection};
use crate::types::Ty;

/// The names of everything that generated code declares beside values.
pub struct LocalNames {
    pub tape: Ident,
    pub seed: Ident,
    pub rule: Ident,
    slots: Vec<Ident>,
    cells: Vec<Ident>,
    mems: Vec<Ident>,
}

impl LocalNames {
    pub fn new(context: &mut Context) -> Self {
        let at = Span::call_site();
        let names = &mut context.names;
        let tape = names.plain("tape", at);
        let seed = names.plain("seed", at);
        let rule = names.plain("rule", at);
        let mut slots = Vec::new();
        for p in &context.function.params {
            // The cotangent of a scalar is a local; its slot is only added to at the end.
            let prefix = if p.shape.peeled().is_float() {
                "slot"
            } else {
                "d"
            };
            slots.push(names.plain(&format!("{prefix}_{}", bare(&p.name)), p.name.span()));
        }
        let mut cells = Vec::new();
        for val in &context.body.vals {
            cells.push(if val.constant.is_none() && val.ty.is_float() {
                names.plain(&format!("d_{}", bare(&val.name)), val.span)
            } else {
                val.name.clone()
            });
        }
        let mut mems = Vec::new();
        for mem in &context.body.mems {
            mems.push(match mem.kind {
                crate::ir::MemKind::Local => {
                    names.plain(&format!("d_{}", bare(&mem.name)), mem.span)
                }
                _ => mem.name.clone(),
            });
        }
        LocalNames {
            tape,
            seed,
            rule,
            slots,
            cells,
            mems,
        }
    }

    pub fn slot(&self, param: usize) -> &Ident {
        &self.slots[param]
    }

    pub fn cell(&self, val: Val) -> Ident {
        self.cells[val.0 as usize].clone()
    }

    pub fn mem_cell(&self, mem: Mem) -> Ident {
        self.mems[mem.0 as usize].clone()
    }
}

/// A name without `r#`.
fn bare(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#")
        .map_or(name.clone(), ToOwned::to_owned)
}

/// The `#[cfg]`s of a function: generated items have them too.
pub fn cfgs(function: &Function) -> TokenStream {
    function
        .item
        .attrs
        .iter()
        .filter(|a| a.path().is_ident("cfg"))
        .map(ToTokens::to_token_stream)
        .collect()
}

/// What a panic reports as its place is the caller's matter for what is generated too.
pub fn tracked(function: &Function) -> TokenStream {
    let attrs = &function.item.attrs;
    let tracked = attrs.iter().find(|a| a.path().is_ident("track_caller"));
    tracked.to_token_stream()
}

/// The generics and the where clause.
pub fn generics(function: &Function) -> (TokenStream, TokenStream) {
    let generics = &function.item.sig.generics;
    let params = generics.params.iter().map(|p| match p {
        GenericParam::Const(c) => {
            let (name, ty) = (&c.ident, &c.ty);
            quote!(const #name: #ty)
        }
        other => other.to_token_stream(),
    });
    let tokens = if generics.params.is_empty() {
        TokenStream::new()
    } else {
        quote!(<#(#params),*>)
    };
    let scalar = scalar_bound(function, generics.params.iter());
    let own = generics.where_clause.iter().flat_map(|c| &c.predicates);
    let bounds: Vec<TokenStream> = own.map(ToTokens::to_token_stream).chain(scalar).collect();
    let clause = match bounds.as_slice() {
        [] => TokenStream::new(),
        bounds => quote!(where #(#bounds),*),
    };
    (tokens, clause)
}

/// What generated code asks of the float type besides.
fn scalar_bound<'g>(
    function: &Function,
    mut params: impl Iterator<Item = &'g GenericParam>,
) -> Option<TokenStream> {
    let runtime = super::runtime_path(&function.options);
    let float = crate::generic::float();
    params
        .any(crate::generic::is_float)
        .then(|| quote!(#float: #runtime::Scalar))
}

/// The generics of a call that its arguments do not tell.
fn turbofish(function: &Function) -> TokenStream {
    let params = &function.item.sig.generics.params;
    let types = function.item.sig.inputs.iter().map(|input| match input {
        syn::FnArg::Typed(p) => p.ty.to_token_stream(),
        syn::FnArg::Receiver(r) => r.to_token_stream(),
    });
    let named = crate::lower::names_in(types.collect());
    let given: Vec<&Ident> = params
        .iter()
        .filter_map(|p| match p {
            GenericParam::Const(c) => Some(&c.ident),
            GenericParam::Type(t) => Some(&t.ident),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    if given.iter().all(|name| named.contains(&name.to_string())) {
        return TokenStream::new();
    }
    quote!(::<#(#given),*>)
}

/// The generics that a type names, and the where clause if these are all.
pub fn generics_of(function: &Function, ty: &Type) -> (TokenStream, TokenStream) {
    let named = crate::lower::names_in(ty.to_token_stream());
    let all = &function.item.sig.generics.params;
    let kept: Vec<&GenericParam> = all
        .iter()
        .filter(|p| match p {
            GenericParam::Const(c) => named.contains(&c.ident.to_string()),
            GenericParam::Type(t) => named.contains(&t.ident.to_string()),
            GenericParam::Lifetime(l) => named.contains(&l.lifetime.ident.to_string()),
        })
        .collect();
    if kept.len() == all.len() {
        return generics(function);
    }
    let params = kept.iter().map(|p| match p {
        GenericParam::Const(c) => {
            let (name, ty) = (&c.ident, &c.ty);
            quote!(const #name: #ty)
        }
        other => other.to_token_stream(),
    });
    let tokens = if kept.is_empty() {
        TokenStream::new()
    } else {
        quote!(<#(#params),*>)
    };
    let scalar = scalar_bound(function, kept.iter().copied());
    (
        tokens,
        scalar.map(|bound| quote!(where #bound)).unwrap_or_default(),
    )
}

/// The parameters of the forward half: patterns of inactive ones are the user's.
pub fn fwd_params(function: &Function, runtime: &TokenStream) -> Vec<TokenStream> {
    function
        .params
        .iter()
        .map(|p| {
            let (pat, name, ty) = (&p.pat, &p.name, &p.ty);
            if let Some(receiver) = &p.receiver {
                return receiver.to_token_stream();
            }
            if let Some(ty) = forward_function(p, runtime) {
                return quote!(#name: #ty);
            }
            if p.opaque || p.shape.is_inactive() {
                quote!(#pat: #ty)
            } else {
                quote!(#name: #ty)
            }
        })
        .collect()
}

/// The same by their names.
pub fn half_params(function: &Function, runtime: &TokenStream) -> Vec<TokenStream> {
    let param = |p: &Param| {
        let (name, ty) = (&p.name, &p.ty);
        match (&p.receiver, forward_function(p, runtime)) {
            (Some(receiver), _) => receiver.to_token_stream(),
            (None, Some(ty)) => quote!(#name: #ty),
            (None, None) => quote!(#name: #ty),
        }
    };
    function.params.iter().map(param).collect()
}

/// What the forward half takes in place of a function.
pub fn forward_function(p: &Param, runtime: &TokenStream) -> Option<TokenStream> {
    let bound = p.function.as_ref()?.bound("ForwardFn", runtime);
    Some(quote!(&impl #bound))
}

/// What the reverse half takes in place of a slot of a function.
pub fn reverse_function(p: &Param, runtime: &TokenStream) -> Option<TokenStream> {
    let function = p.function.as_ref()?;
    if p.opaque {
        return Some(quote!(&mut impl #runtime::__private::ConstantFn));
    }
    let bound = function.bound("ReverseFn", runtime);
    Some(quote!(&mut impl #bound))
}

/// Functions without a derivative are the user's own closures in the body of the forward half.
pub fn constant_functions(function: &Function, runtime: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    for p in &function.params {
        if let Some(f) = p.constant() {
            let (name, pat, inputs) = (&p.name, &p.pat, &f.inputs);
            let names: Vec<Ident> = (1..=inputs.len())
                .map(|at| format_ident!("arg_{at}", span = Span::mixed_site()))
                .collect();
            let by_ref = matches!(p.ty, Type::Reference(_)).then(|| quote!(&));
            out.extend(quote! {
                let #pat = #by_ref |#(#names: #inputs),*| {
                    #runtime::__private::ForwardFn::value(#name, (#(#names,)*))
                };
            });
        }
    }
    out
}

/// One slot a parameter.
pub fn slot_params(context: &Context, names: &LocalNames) -> Vec<TokenStream> {
    let runtime = &context.runtime;
    context
        .function
        .params
        .iter()
        .enumerate()
        .map(|(at, p)| {
            let slot = names.slot(at);
            if let Some(ty) = reverse_function(p, runtime) {
                return quote!(#slot: #ty);
            }
            let ty = if p.opaque {
                quote!(())
            } else {
                buffer(p.carrier(), runtime)
            };
            quote!(mut #slot: impl #runtime::__private::Slot<#ty>)
        })
        .collect()
}

/// The parameters of a public function, besides its buffers.
pub fn params(function: &Function) -> Vec<TokenStream> {
    let runtime = super::runtime_path(&function.options);
    function
        .params
        .iter()
        .map(|p| {
            let (name, ty) = (&p.name, &p.ty);
            match (&p.receiver, p.callable()) {
                (Some(receiver), _) => receiver.to_token_stream(),
                (None, Some(f)) => {
                    let bound = f.bound("DiffFn", &runtime);
                    quote!(mut #name: impl #bound)
                }
                (None, None) => quote!(#name: #ty),
            }
        })
        .collect()
}

/// A list of parameters or arguments with the tape, which comes first behind the receiver.
pub fn with_tape<T: ToTokens>(function: &Function, list: &[T], tape: &TokenStream) -> TokenStream {
    let receiver = usize::from(function.item.sig.receiver().is_some());
    let (first, rest) = list.split_at(receiver);
    quote!(#(#first,)* #tape, #(#rest,)*)
}

/// One of the function's own halves, as it is called.
pub fn own_call(function: &Function, half: &str) -> TokenStream {
    let (half, turbofish) = (super::own_half(function, half), turbofish(function));
    quote!(#half #turbofish)
}

/// What a public function lends: how its halves are called, and what they are told besides.
struct Lending {
    forward: &'static str,
    reverse: &'static str,
    lent: Vec<TokenStream>,
    shared: Vec<TokenStream>,
    /// Whether both halves are one.
    fused: bool,
}

impl Lending {
    /// All shared arguments that are read again, unless the pullback outlives them; and which gradients are wanted.
    fn new(halves: &Halves, context: &Context, lends: bool) -> Self {
        if !halves.reread.plan.is_used() {
            return Lending {
                forward: "fwd",
                reverse: "rev",
                lent: Vec::new(),
                shared: Vec::new(),
                fused: false,
            };
        }
        let runtime = &context.runtime;
        let private = quote!(#runtime::__private);
        let (mut lent, mut shared) = (Vec::new(), Vec::new());
        for (param, named) in context.function.params.iter().zip(&halves.reread.params) {
            let name = &param.name;
            let is_lent = lends && named.as_ref().is_some_and(|n| n.readable);
            let (mut told, mut argument) = if is_lent {
                (quote!(#private::Lends), quote!(#private::Shared(#name)))
            } else {
                (quote!(#private::Keeps), quote!(#private::GONE))
            };
            if named.is_some() && !param.is_differentiated() {
                told = quote!(#private::Unwanted(#told));
                argument = quote!(#private::Unwanted(#argument));
            }
            lent.push(told);
            shared.push(argument);
        }
        Lending {
            forward: "fwd_lent",
            reverse: "rev_lent",
            lent,
            shared,
            fused: false,
        }
    }
}

/// The value, with the gradients in their slots, from both halves or from both in one.
fn both_calls(
    function: &Function,
    names: &LocalNames,
    tape: &TokenStream,
    lending: &Lending,
    between: &TokenStream,
    slots: &[TokenStream],
) -> TokenStream {
    let own = &names.tape;
    let (value, frame, one) = (new("value"), new("frame"), one(function));
    let (lent, shared) = (&lending.lent, &lending.shared);
    if lending.fused {
        let fused = own_call(function, "fused");
        let arguments = arguments(function);
        let arguments = if function.associated {
            quote!(#(#arguments,)* #tape,)
        } else {
            quote!(#tape, #(#arguments,)*)
        };
        return quote!(let #value = #fused(#arguments #(#lent,)* #(#slots,)* #(#shared),*););
    }
    let (fwd, rev) = (
        fwd_call(function, tape, lending),
        own_call(function, lending.reverse),
    );
    quote! {
        let (#value, #frame) = #fwd;
        #own.mark_peak();
        #between
        #rev(#tape, #frame, &#one, #(#slots,)* #(#shared),*);
    }
}

/// A call of the forward half by a public function.
fn fwd_call(function: &Function, tape: &TokenStream, lending: &Lending) -> TokenStream {
    let runtime = super::runtime_path(&function.options);
    let arguments = function.params.iter().map(|p| {
        let name = &p.name;
        match &p.function {
            Some(_) if p.opaque => quote!(&#runtime::__private::Plain(&#name)),
            Some(_) => quote!(&#name),
            None => name.to_token_stream(),
        }
    });
    fwd_call_with(
        function,
        lending.forward,
        arguments.collect(),
        tape,
        &lending.lent,
    )
}

/// A call of the forward half by what has its parameters.
pub fn fwd_call_again(function: &Function, tape: &TokenStream) -> TokenStream {
    let arguments = function.params.iter().map(|p| p.name.to_token_stream());
    fwd_call_with(function, "fwd", arguments.collect(), tape, &[])
}

fn fwd_call_with(
    function: &Function,
    half: &str,
    arguments: Vec<TokenStream>,
    tape: &TokenStream,
    lent: &[TokenStream],
) -> TokenStream {
    let fwd = own_call(function, half);
    let tried = function.wrapper.is_some().then(|| quote!(?));
    if function.associated {
        quote!(#fwd(#(#arguments,)* #tape, #(#lent),*) #tried)
    } else {
        quote!(#fwd(#tape, #(#arguments,)* #(#lent),*) #tried)
    }
}

fn arguments(function: &Function) -> Vec<Ident> {
    function.params.iter().map(|p| p.name.clone()).collect()
}

/// The name of the gradient of a parameter in public signatures.
fn gradient(p: &Param) -> Ident {
    crate::names::new_ident(&format!("d_{}", bare(&p.name)), p.name.span())
}

/// The value that the gradient of a parameter follows.
fn carried(p: &Param) -> TokenStream {
    let name = &p.name;
    if p.optional {
        let zero = crate::lower::zero_of(&p.shape);
        // The methods of another name's type are in scope nowhere here.
        if crate::lower::names_in(zero.clone()).contains(crate::generic::FLOAT) {
            return quote!(#name.unwrap_or_default());
        }
        quote!(#name.unwrap_or(#zero))
    } else {
        name.to_token_stream()
    }
}

/// `foo_grad`, `foo_grad_into`, `foo_grad_with`, `foo_vjp`.
pub fn functions(
    halves: &Halves,
    fused: Option<&super::Fused>,
    context: &Context,
    names: &LocalNames,
) -> TokenStream {
    let function = context.function;
    let outputs = function
        .params
        .iter()
        .any(|p| matches!(p.shape, Ty::Ref { mutable: true, .. }));
    let vjp = vjp(context, names, &Lending::new(halves, context, !outputs));
    if !function.result_ty.is_float() {
        return vjp;
    }
    let lending = Lending {
        fused: fused.is_some(),
        ..Lending::new(fused.map_or(halves, |f| &f.halves), context, true)
    };
    let (owned_form, into, with) = (
        grad(context, names, &lending),
        grad_into(context),
        grad_with(context, names, &lending),
    );
    quote!(#owned_form #into #with #vjp)
}

fn name(function: &Function, suffix: &str) -> Ident {
    format_ident!("{}_{}", function.item.sig.ident, suffix)
}

fn docs(function: &Function, first: &str, last: &str) -> TokenStream {
    let mut selected = Vec::new();
    for p in function.params.iter().filter(|p| p.is_differentiated()) {
        if p.fields.is_empty() {
            selected.push(format!("`{}`", p.name));
        }
        let fields = p.fields.iter();
        selected.extend(fields.map(|f| format!("`self.{}`", f.member.to_token_stream())));
    }
    let order = if selected.len() > 1 {
        ", in this order"
    } else {
        ""
    };
    let text = format!(
        "{first}\n\nGenerated for [`{}`], with respect to {}{order}. {last}",
        function.item.sig.ident,
        selected.join(", "),
    );
    quote!(#[doc = #text])
}

/// The slots of the parameters: buffers of the selected, nothing for the rest. An output that nobody
/// asked for has a buffer all the same: cotangents pass through it.
fn slots(
    function: &Function,
    runtime: &TokenStream,
    of: impl Fn(&Param) -> TokenStream,
) -> Vec<TokenStream> {
    function
        .params
        .iter()
        .map(|p| match p.selection {
            _ if p.constant().is_some() => quote!(&mut #runtime::__private::Plain(())),
            _ if p.function.is_some() => {
                let name = &p.name;
                quote!(&mut #name)
            }
            Selection::Selected => of(p),
            Selection::Unselected if p.is_output() => {
                let d = gradient(p);
                quote!(::core::option::Option::Some(&mut #d))
            }
            Selection::Unselected | Selection::Inactive => quote!(#runtime::__private::Skip),
        })
        .collect()
}

/// Buffers for outputs that nobody asked for.
fn silent(function: &Function, runtime: &TokenStream) -> TokenStream {
    function
        .params
        .iter()
        .filter(|p| p.selection == Selection::Unselected && p.is_output())
        .map(|p| {
            let (d, name) = (gradient(p), &p.name);
            quote!(let mut #d = #runtime::__private::Differentiable::zero_tangent(&*#name);)
        })
        .collect()
}

fn selected(function: &Function) -> Vec<&Param> {
    function
        .params
        .iter()
        .filter(|p| p.is_differentiated())
        .collect()
}

/// A gradient that is returned: its name, and the type that it follows.
pub struct Returned<'f> {
    pub name: Ident,
    pub ty: &'f Type,
}

/// Those of the selected parameters, field by field where `wrt` names fields.
pub fn returned(function: &Function) -> Vec<Returned<'_>> {
    let mut found = Vec::new();
    for p in selected(function) {
        if p.fields.is_empty() {
            let (name, ty) = (gradient(p), p.carrier());
            found.push(Returned { name, ty });
        }
        let fields = p.fields.iter();
        found.extend(fields.map(|f| Returned {
            name: gradient_of_field(f),
            ty: &f.ty,
        }));
    }
    found
}

fn gradient_of_field(field: &Field) -> Ident {
    let name = format!("d_self_{}", bare(&field.name));
    crate::names::new_ident(&name, field.name.span())
}

/// The gradient of all of `self`, of which fields are returned: made before, handed out after.
fn whole_of_fields(function: &Function, runtime: &TokenStream) -> (TokenStream, TokenStream) {
    let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
    for p in selected(function).iter().filter(|p| !p.fields.is_empty()) {
        let (whole, this) = (gradient(p), &p.name);
        before.extend(
            quote!(let mut #whole = #runtime::__private::Differentiable::zero_tangent(&#this);),
        );
        for field in &p.fields {
            let (to, part) = (gradient_of_field(field), part_of_whole(&whole, field));
            after.extend(quote!(#runtime::__private::Tangent::accumulate(&mut *#to, &#part);));
        }
    }
    (before, after)
}

/// In the form that its buffer has.
fn part_of_whole(whole: &Ident, field: &Field) -> TokenStream {
    let member = &field.member;
    match Ty::read(&field.ty) {
        Ty::Slice(_) | Ty::Vec(_) => quote!(#whole.#member[..]),
        _ => quote!(#whole.#member),
    }
}

/// Whether the buffers of fields have the lengths of the fields.
fn field_checks(p: &Param, runtime: &TokenStream) -> TokenStream {
    let whole = gradient(p);
    let fields = p.fields.iter().filter(|f| !fixed(&f.ty));
    let checks = fields.map(|field| {
        let (to, member) = (gradient_of_field(field), &field.member);
        let text = format!("self.{}", member.to_token_stream());
        quote!(#runtime::__private::Differentiable::check_shape(&#whole.#member, &*#to, #text);)
    });
    checks.collect()
}

fn buffers(function: &Function, runtime: &TokenStream) -> Vec<TokenStream> {
    returned(function)
        .into_iter()
        .map(|r| {
            let (name, ty) = (r.name, buffer(r.ty, runtime));
            quote!(#name: &mut #ty)
        })
        .collect()
}

/// The seed of a gradient.
pub fn one(function: &Function) -> TokenStream {
    match function.result_ty {
        Ty::F32 => quote!(1.0_f32),
        Ty::Generic => {
            let (float, runtime) = (
                crate::generic::float(),
                super::runtime_path(&function.options),
            );
            quote!(<#float as #runtime::Scalar>::grad_from_f64(1.0))
        }
        _ => quote!(1.0_f64),
    }
}

fn grad(context: &Context, names: &LocalNames, lending: &Lending) -> TokenStream {
    let function = context.function;
    let runtime = &context.runtime;
    let (vis, attrs, allow) = (&function.item.vis, cfgs(function), lints::allow());
    let tracked = tracked(function);
    let (generics, clause) = generics(function);
    let params = params(function);
    let (name, result) = (name(function, "grad"), &function.result);
    let tape = &names.tape;
    let owned_types = returned(function)
        .into_iter()
        .map(|r| owned(r.ty, runtime))
        .collect::<Vec<_>>();
    let mut gradients = Vec::new();
    for p in selected(function) {
        let d = gradient(p);
        if p.fields.is_empty() {
            gradients.push(quote!(#d));
        }
        gradients.extend(p.fields.iter().map(|f| {
            let member = &f.member;
            quote!(#d.#member)
        }));
    }
    let zero = |growing: bool| -> TokenStream {
        selected(function)
            .into_iter()
            .filter(|p| (p.is_growing() || p.may_reshape()) == growing)
            .map(|p| {
                let (d, value) = (gradient(p), carried(p));
                quote!(let mut #d = #runtime::__private::Differentiable::zero_tangent(&#value);)
            })
            .collect()
    };
    let returned = super::wrapped(function, &quote!((#result, #(#owned_types),*)));
    let (before, after, silent) = (zero(false), zero(true), silent(function, runtime));
    let slots = slots(function, runtime, |p| {
        let d = gradient(p);
        quote!(::core::option::Option::Some(&mut #d))
    });
    let docs = docs(
        function,
        "The value and its gradient.",
        "The gradients are returned.",
    );
    let mention = mention(function);
    let value = new("value");
    let taped = quote!(&mut #tape);
    let calls = both_calls(
        function,
        names,
        &taped,
        lending,
        &quote!(#after #silent),
        &slots,
    );
    let good = super::good(function, &quote!((#value, #(#gradients),*)));
    quote! {
        #attrs
        #tracked
        #docs
        #allow
        #[inline]
        #vis fn #name #generics (#(#params),*) -> #returned #clause {
            #mention
            #before
            let mut #tape = #runtime::Tape::new();
            #calls
            #tape.finish();
            #good
        }
    }
}

fn new(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn grad_into(context: &Context) -> TokenStream {
    let function = context.function;
    let runtime = &context.runtime;
    let (vis, attrs, allow) = (&function.item.vis, cfgs(function), lints::allow());
    let tracked = tracked(function);
    let ((generics, clause), turbofish) = (generics(function), turbofish(function));
    let params = params(function);
    let arguments = with_tape(
        function,
        &arguments(function),
        &quote!(&mut #runtime::Tape::new()),
    );
    let (into, with, result) = (
        name(function, "grad_into"),
        name(function, "grad_with"),
        &function.result,
    );
    let buffers = buffers(function, runtime);
    let gradients: Vec<Ident> = returned(function).into_iter().map(|r| r.name).collect();
    let docs = docs(
        function,
        "The value; writes its gradient into buffers.",
        "The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.",
    );
    let owner = function.associated.then(|| quote!(Self::));
    let returned = super::wrapped(function, &quote!(#result));
    quote! {
        #attrs
        #tracked
        #docs
        #allow
        #[inline]
        #vis fn #into #generics (#(#params,)* #(#buffers),*) -> #returned #clause {
            #owner #with #turbofish(#arguments #(#gradients),*)
        }
    }
}

fn grad_with(context: &Context, names: &LocalNames, lending: &Lending) -> TokenStream {
    let function = context.function;
    let runtime = &context.runtime;
    let (vis, attrs, allow) = (&function.item.vis, cfgs(function), lints::allow());
    let tracked = tracked(function);
    let (generics, clause) = generics(function);
    let (name, result) = (name(function, "grad_with"), &function.result);
    let tape = &names.tape;
    let params = with_tape(
        function,
        &params(function),
        &quote!(#tape: &mut #runtime::Tape),
    );
    let buffers = buffers(function, runtime);
    let gradients: Vec<Ident> = returned(function).into_iter().map(|r| r.name).collect();
    let (whole, handed_out) = whole_of_fields(function, runtime);
    let checks = selected(function)
        .into_iter()
        .filter(|p| !p.is_growing() || p.has_growing_rows())
        .map(|p| {
            if !p.fields.is_empty() {
                return field_checks(p, runtime);
            }
            let (value, d, text) = (carried(p), gradient(p), bare(&p.name));
            quote!(#runtime::__private::Differentiable::check_shape(&#value, &*#d, #text);)
        });
    let slots = slots(function, runtime, |p| {
        let d = gradient(p);
        let whole = (p.fields.is_empty()).then(|| quote!(*));
        quote!(::core::option::Option::Some(&mut #whole #d))
    });
    let silent = silent(function, runtime);
    let resized: TokenStream = selected(function)
        .into_iter()
        .filter(|p| p.is_growing() || p.may_reshape())
        .map(|p| {
            let (d, name) = (gradient(p), &p.name);
            if p.may_reshape() {
                return quote!(#runtime::__private::Differentiable::renew_buffer(&*#name, #d););
            }
            if p.has_growing_rows() {
                return quote! {
                    for (d, row) in ::core::iter::Iterator::zip(#d.iter_mut(), #name.iter()) {
                        *d = #runtime::__private::Differentiable::zero_tangent(row);
                    }
                };
            }
            quote!(*#d = #runtime::__private::Differentiable::zero_tangent(&*#name);)
        })
        .collect();
    let docs = docs(
        function,
        "The value; writes its gradient into buffers, on a tape that the caller keeps.",
        "The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.",
    );
    let mention = mention(function);
    let value = new("value");
    let (returned, good) = (
        super::wrapped(function, &quote!(#result)),
        super::good(function, &quote!(#value)),
    );
    let zeroed = quote!(#(#runtime::__private::Tangent::set_zero(#gradients);)*);
    // Where there is no value, the buffers stay as they are.
    let (zeroed_before, zeroed_after) = match &function.wrapper {
        Some(_) => (TokenStream::new(), zeroed),
        None => (zeroed, TokenStream::new()),
    };
    let between = quote!(#zeroed_after #resized #silent);
    let calls = both_calls(function, names, &quote!(#tape), lending, &between, &slots);
    quote! {
        #attrs
        #tracked
        #docs
        #allow
        #[inline]
        #vis fn #name #generics (#params #(#buffers),*) -> #returned #clause {
            #mention
            #whole
            #(#checks)*
            #zeroed_before
            #tape.begin();
            #calls
            #handed_out
            #tape.finish();
            #good
        }
    }
}

fn vjp(context: &Context, names: &LocalNames, lending: &Lending) -> TokenStream {
    let function = context.function;
    let shared = &lending.shared;
    let runtime = &context.runtime;
    let (vis, attrs, allow) = (&function.item.vis, cfgs(function), lints::allow());
    let tracked = tracked(function);
    let (mut generics, clause) = generics(function);
    let mut params = params(function);
    let vjp = super::vjp_name(function);
    let tape = &names.tape;
    let (fwd, rev) = (
        fwd_call(function, &quote!(&mut #tape), lending),
        own_call(function, lending.reverse),
    );
    let result = match &function.result {
        Some(ty) => ty.to_token_stream(),
        None => quote!(()),
    };
    let seed = &names.seed;
    let (seed_ty, seed_arg) = seed_form(function, runtime, seed);
    let seeded = !function.result_ty.is_inactive();
    let seed_param = seeded.then(|| quote!(#seed: #seed_ty,));
    let seed_type = seeded.then(|| quote!(#seed_ty,));
    let returned_gradients = returned(function);
    let buffer_types = returned_gradients.iter().map(|r| {
        let ty = buffer(r.ty, runtime);
        quote!(&mut #ty)
    });
    let buffers = buffers(function, runtime);
    let detached = function
        .params
        .iter()
        .any(|p| matches!(p.shape, Ty::Ref { mutable: true, .. }));
    let mut shapes = TokenStream::new();
    let mut shapes_after = silent(function, runtime);
    let mut checks = TokenStream::new();
    let (whole, handed_out) = whole_of_fields(function, runtime);
    for p in selected(function) {
        let (param, d, text) = (&p.name, gradient(p), bare(&p.name));
        if !p.fields.is_empty() {
            checks.extend(field_checks(p, runtime));
            continue;
        }
        if fixed(p.carrier()) {
            continue;
        }
        let by_ref = matches!(p.shape, Ty::Ref { .. });
        let witness = format_ident!("shape_{}", bare(param), span = Span::mixed_site());
        if by_ref && !detached {
            checks.extend(
                quote!(#runtime::__private::Differentiable::check_shape(&#param, &*#d, #text);),
            );
        } else if p.is_growing() || p.may_reshape() {
            shapes_after.extend(
                quote!(let #witness = #runtime::__private::Differentiable::zero_tangent(&*#param);),
            );
            let buffer = if p.shape.peeled().is_array() || p.may_reshape() {
                quote!(&*#d)
            } else {
                quote!(&#d[..])
            };
            checks.extend(quote!(#runtime::__private::Differentiable::check_shape(&#witness, #buffer, #text);));
        } else {
            shapes.extend(
                quote!(let #witness = #runtime::__private::Differentiable::zero_tangent(&#param);),
            );
            checks.extend(
                quote!(#runtime::__private::Differentiable::check_shape(&#witness, &*#d, #text);),
            );
        }
    }
    // What is captured is listed by name.
    let functions = if detached {
        name_functions(function, runtime, &mut generics, &mut params)
    } else {
        Vec::new()
    };
    let named: TokenStream = buffer_types.clone().chain(seed_type.clone()).collect();
    let captures = detached.then(|| captures(function, named, &functions));
    let slots = slots(function, runtime, |p| {
        let d = gradient(p);
        let whole = (p.fields.is_empty()).then(|| quote!(*));
        quote!(::core::option::Option::Some(&mut #whole #d))
    });
    let docs = docs(
        function,
        "The value and its pullback, which takes the cotangent of the value.",
        "The pullback adds to its buffers. It panics before anything is written if a length differs from its \
         parameter's.",
    );
    let (mention, same_macro) = (mention(function), same_macro(function));
    let (frame, value) = (new("frame"), new("value"));
    let returned = super::wrapped(
        function,
        &quote!((#result, impl ::core::ops::FnOnce(#seed_type #(#buffer_types),*) #captures)),
    );
    let good = super::good(function, &quote!((#value, pullback)));
    quote! {
        #attrs
        #tracked
        #docs
        #allow
        #[inline]
        #vis fn #vjp #generics (#(#params),*)
            -> #returned #clause
        {
            #mention
            #same_macro
            #shapes
            #whole
            let mut #tape = #runtime::Tape::new();
            let (#value, #frame) = #fwd;
            #shapes_after
            let pullback = move |#seed_param #(#buffers),*| {
                #checks
                #rev(&mut #tape, #frame, #seed_arg, #(#slots,)* #(#shared),*);
                #handed_out
                #tape.finish();
            };
            #good
        }
    }
}

/// A pullback does not keep the outputs borrowed; `named` holds the types that it takes, `functions` names those of
/// functions.
pub fn captures(function: &Function, named: TokenStream, functions: &[Ident]) -> TokenStream {
    let named = crate::lower::names_in(named);
    let params = &function.item.sig.generics.params;
    // Those of an `impl` may be in `Self`.
    let lifetimes = function.neighbours.lifetimes.iter();
    let lifetimes = lifetimes.chain(params.iter().filter_map(|p| match p {
        GenericParam::Lifetime(l) if named.contains(&l.lifetime.ident.to_string()) => {
            Some(&l.lifetime)
        }
        _ => None,
    }));
    let own = params.iter().filter_map(|p| match p {
        GenericParam::Const(c) => Some(&c.ident),
        GenericParam::Type(t) => Some(&t.ident),
        GenericParam::Lifetime(_) => None,
    });
    let used = function
        .neighbours
        .generics
        .iter()
        .chain(own)
        .chain(functions);
    quote!(+ use<#(#lifetimes,)* #(#used),*>)
}

/// Gives the types of functions names, as type parameters.
pub fn name_functions(
    function: &Function,
    runtime: &TokenStream,
    generics: &mut TokenStream,
    params: &mut [TokenStream],
) -> Vec<Ident> {
    let (mut names, mut bounds) = (Vec::new(), Vec::new());
    for (p, written) in function.params.iter().zip(params) {
        if let Some(f) = p.callable() {
            let (name, ty) = (&p.name, format_ident!("__F{}", names.len()));
            *written = quote!(mut #name: #ty);
            let bound = f.bound("DiffFn", runtime);
            bounds.push(quote!(#ty: #bound));
            names.push(ty);
        }
    }
    if !names.is_empty() {
        let inside = inside(generics);
        let comma = (!inside.is_empty()).then(|| quote!(,));
        *generics = quote!(<#inside #comma #(#bounds),*>);
    }
    names
}

/// Generics without their brackets.
fn inside(generics: &TokenStream) -> TokenStream {
    let trees: Vec<_> = generics.clone().into_iter().collect();
    match trees.as_slice() {
        [_, inside @ .., _] => inside.iter().cloned().collect(),
        _ => TokenStream::new(),
    }
}

/// Generics with more lifetimes.
pub fn with_more(generics: &TokenStream, lifetimes: &[syn::Lifetime]) -> TokenStream {
    let inside = inside(generics);
    if lifetimes.is_empty() {
        return generics.clone();
    }
    quote!(<#(#lifetimes,)* #inside>)
}

/// Whoever uses a generated function uses the primal: it is no dead code. Never runs.
fn mention(function: &Function) -> TokenStream {
    let primal = &function.item.sig.ident;
    let turbofish = turbofish(function);
    let owner = function
        .associated
        .then(|| match &function.neighbours.of_trait {
            Some(path) => crate::traits::qualified(path),
            None => quote!(Self::),
        });
    if owner.is_none() && arguments(function).contains(primal) {
        // The parameter hides the function.
        return TokenStream::new();
    }
    let arguments = function.params.iter().map(|p| match p.callable() {
        Some(f) => {
            let by_ref = matches!(p.ty, Type::Reference(_)).then(|| quote!(&));
            let never = f.never();
            quote!(#by_ref #never)
        }
        None => p.name.to_token_stream(),
    });
    quote! {
        if false {
            let _ = #owner #primal #turbofish(#(#arguments),*);
            ::core::unreachable!();
        }
    }
}

/// Does not compile where `vec` is another macro than that of the standard library: a name from a glob import
/// must not hide another one.
fn same_macro(function: &Function) -> TokenStream {
    struct Search(Option<syn::Path>);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_macro(&mut self, mac: &'ast syn::Macro) {
            if mac.path.is_ident("vec") {
                self.0 = Some(mac.path.clone());
            }
        }
    }
    let mut search = Search(None);
    syn::visit::Visit::visit_block(&mut search, &function.item.block);
    let check = search.0.map(|vec| {
        quote!({
            use ::std::*;
            let _: ::std::vec::Vec<()> = #vec![];
        })
    });
    check.into_token_stream()
}

/// The type of the pullback's seed, and how it is passed on.
fn seed_form(
    function: &Function,
    runtime: &TokenStream,
    seed: &Ident,
) -> (TokenStream, TokenStream) {
    match &function.result {
        Some(ty) if function.result_ty.is_float() => (quote!(#ty), quote!(&#seed)),
        Some(ty) if !function.result_ty.is_inactive() => {
            let ty = buffer(ty, runtime);
            (quote!(&#ty), quote!(#seed))
        }
        _ => (quote!(()), quote!(&())),
    }
}

/// Whether a type has no length that could differ.
fn fixed(ty: &Type) -> bool {
    match ty {
        Type::Reference(r) => fixed(&r.elem),
        Type::Paren(p) => fixed(&p.elem),
        Type::Group(g) => fixed(&g.elem),
        Type::Array(a) => fixed(&a.elem),
        Type::Tuple(t) => t.elems.iter().all(fixed),
        other => {
            let ty = Ty::read(other);
            ty.is_float() || ty.is_inactive()
        }
    }
}
