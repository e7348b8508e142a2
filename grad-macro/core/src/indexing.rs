//! `Index` and `IndexMut` of the user's types: an element of the gradient lies where the element lies.
//!
//! Input: `impl Index<usize> for Vec3 { fn index(&self, i: usize) -> &f64 { match i { 0 => &self.x, .. } } }`. Output:
//! the same, and both traits for `Vec3Tangent`, with the same body. That is right where the body only chooses a part
//! of `self`, by what is no part of it.
//!
//! An index that is a tuple may be computed of parts of `self`, which the gradient does not have: `&self.data[i *
//! self.cols + j]` gives `impl Offset<(usize, usize)> for Matrix`, which the forward half asks for the number of the
//! element, and `Index<usize>` for `MatrixTangent`.
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, ImplItem, ImplItemFn, ItemImpl, Path, PathArguments, Stmt, Type};

use crate::emit;
use crate::error::Errors;
use crate::types::unparen;
use crate::{generic, lower, traits};

/// Whether a block implements one of the two.
#[must_use]
pub fn is_indexing(block: &ItemImpl) -> bool {
    let last = traits::trait_of(block).and_then(|path| path.segments.last());
    last.is_some_and(|s| s.ident == "Index" || s.ident == "IndexMut")
}

/// The expansion of such a block.
pub fn expand(options: &TokenStream, mut block: ItemImpl) -> TokenStream {
    let mut errors = Errors::default();
    let generated = tangent(options, &block, &mut errors);
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            crate::block::take_options(&mut method.attrs);
        }
    }
    let errors = errors.into_tokens();
    quote!(#block #errors #generated)
}

/// The implementations for the gradient: of both traits for `Index`; those of `IndexMut` lead to the same part.
fn tangent(options: &TokenStream, block: &ItemImpl, errors: &mut Errors) -> Option<TokenStream> {
    let method = block.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) => Some(method),
        _ => None,
    })?;
    let Some(owner) = tangent_of(&block.self_ty) else {
        errors.refuse_tokens(
            &block.self_ty,
            "the elements of this type have no gradient of their own",
            "index a struct with `#[derive(Differentiable)]`",
        );
        return None;
    };
    let by_tuple = index_type(method).is_some_and(|(_, ty)| matches!(ty, Type::Tuple(_)));
    let computed = by_tuple.then(|| Computed::read(&method.block)).flatten();
    if computed.is_none() && (by_tuple || !chooses(&method.block)) {
        let help = if by_tuple {
            "return `&self.field[..]`, alone or behind assertions, with one index that is computed; write other ways to an element as a method"
        } else {
            "return `&self.field` or `&self.field[i]`, alone or in the arms of a `match` on the index; write other ways to an element as a method"
        };
        errors.refuse(
            method.sig.ident.span(),
            "this does more than to choose a part of `self` by the index",
            help,
        );
        return None;
    }
    if method.sig.ident == "index_mut" {
        return None;
    }
    let output = block.items.iter().find_map(|item| match item {
        ImplItem::Type(t) => Some(&t.ty),
        _ => None,
    })?;
    let runtime = crate::block::runtime_of(options);
    let index = index_type(method)?;
    let mut generics = block.generics.clone();
    if generics.params.iter().any(generic::is_float) {
        let float = generic::float();
        let bound = syn::parse_quote!(#float: #runtime::Scalar);
        generics.make_where_clause().predicates.push(bound);
    }
    let (params, _, clause) = generics.split_for_impl();
    let (mut pat, mut body) = (index.0.clone(), method.block.clone());
    let mut index = index.1.clone();
    let offset = computed.map(|Computed { before, list, at }| {
        let (ty, allow) = (&block.self_ty, emit::allow());
        let offset = quote! {
            #allow
            #[automatically_derived]
            impl #params #runtime::__private::Offset<#index> for #ty #clause {
                #[inline]
                #[track_caller]
                fn grad_offset(&self, #pat: #index) -> usize {
                    #(#before)*
                    #at
                }
            }
        };
        (pat, index) = (syn::parse_quote!(at), syn::parse_quote!(usize));
        body = syn::parse_quote!({ &#list[at] });
        offset
    });
    let mut changing = body.clone();
    Changing.visit_block_mut(&mut changing);
    let (allow, cfgs) = (
        emit::allow(),
        block.attrs.iter().filter(|a| a.path().is_ident("cfg")),
    );
    let cfgs: Vec<_> = cfgs.collect();
    let element = quote!(<#output as #runtime::Differentiable>::Tangent);
    Some(quote! {
        #(#cfgs)*
        #offset
        #(#cfgs)*
        #allow
        #[automatically_derived]
        impl #params ::core::ops::Index<#index> for #owner #clause {
            type Output = #element;
            #[inline]
            #[track_caller]
            fn index(&self, #pat: #index) -> &#element #body
        }
        #(#cfgs)*
        #allow
        #[automatically_derived]
        impl #params ::core::ops::IndexMut<#index> for #owner #clause {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, #pat: #index) -> &mut #element #changing
        }
    })
}

fn index_type(method: &ImplItemFn) -> Option<(&syn::Pat, &Type)> {
    match method.sig.inputs.iter().nth(1)? {
        syn::FnArg::Typed(p) => Some((&p.pat, &p.ty)),
        syn::FnArg::Receiver(_) => None,
    }
}

/// The type of the gradient, as `#[derive(Differentiable)]` names it.
fn tangent_of(ty: &Type) -> Option<Path> {
    let Type::Path(p) = ty else {
        return None;
    };
    if p.qself.is_some() || lower::is_of_std(&p.path) {
        return None;
    }
    let mut path = p.path.clone();
    let last = path.segments.last_mut()?;
    last.ident = format_ident!("{}Tangent", last.ident, span = last.ident.span());
    if let PathArguments::AngleBracketed(args) = &mut last.arguments {
        let kept = std::mem::take(&mut args.args);
        let lasting = kept
            .into_iter()
            .filter(|a| !matches!(a, syn::GenericArgument::Lifetime(_)));
        args.args = lasting.collect();
    }
    Some(path)
}

/// `&self.data[i * self.cols + j]`, behind statements.
struct Computed<'b> {
    before: &'b [Stmt],
    list: &'b Expr,
    at: &'b Expr,
}

impl Computed<'_> {
    fn read(block: &Block) -> Option<Computed<'_>> {
        let (last, before) = block.stmts.split_last()?;
        let Stmt::Expr(last, None) = last else {
            return None;
        };
        let (Expr::Reference(r), true) = (unparen(last), before.iter().all(leaves_alone)) else {
            return None;
        };
        let Expr::Index(i) = unparen(&r.expr) else {
            return None;
        };
        let (list, at) = (&*i.expr, &*i.index);
        (is_field(list) && !matches!(unparen(at), Expr::Range(_))).then_some(Computed {
            before,
            list,
            at,
        })
    }
}

/// An assertion, or a variable.
fn leaves_alone(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Macro(_) => true,
        Stmt::Local(local) => local.init.as_ref().is_some_and(|i| i.diverge.is_none()),
        _ => false,
    }
}

/// `self.field`, `self.field.field`.
fn is_field(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Field(f) => is_self(&f.base) || is_field(&f.base),
        _ => false,
    }
}

/// Whether a block leads to a part of `self` by what is no part of it.
fn chooses(block: &Block) -> bool {
    let Some((last, before)) = block.stmts.split_last() else {
        return false;
    };
    let value = match last {
        Stmt::Expr(e, None) => chosen(e),
        Stmt::Macro(m) => !names_self(&m.mac),
        _ => false,
    };
    value && before.iter().all(|s| !names_self(s))
}

fn chosen(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Reference(r) => is_part(&r.expr),
        Expr::Block(b) => b.label.is_none() && chooses(&b.block),
        Expr::If(i) => {
            let other = i.else_branch.as_ref().is_some_and(|(_, e)| chosen(e));
            !names_self(&i.cond) && chooses(&i.then_branch) && other
        }
        Expr::Match(m) => {
            let arm = |a: &syn::Arm| !names_self(&a.pat) && chosen(&a.body);
            !names_self(&m.expr) && m.arms.iter().all(arm)
        }
        other => !names_self(other) && lower::diverges(other),
    }
}

/// `self.field`, `self.field[i]`.
fn is_part(e: &Expr) -> bool {
    let inside = |base: &Expr| is_self(base) || is_part(base);
    match unparen(e) {
        Expr::Field(f) => inside(&f.base),
        Expr::Index(i) => is_part(&i.expr) && !names_self(&i.index),
        _ => false,
    }
}

fn is_self(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Path(p) if p.path.is_ident("self"))
}

fn names_self(tokens: &impl ToTokens) -> bool {
    let names = lower::names_in(tokens.to_token_stream());
    names.contains("self")
}

/// Borrows the parts mutably.
struct Changing;

impl VisitMut for Changing {
    fn visit_expr_reference_mut(&mut self, r: &mut syn::ExprReference) {
        if is_part(&r.expr) {
            r.mutability = Some(syn::Token![mut](r.and_token.span));
        }
    }
}
