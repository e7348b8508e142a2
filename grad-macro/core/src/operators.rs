//! Operators of the user's types: `impl Mul<f64> for Vec3`.
//!
//! Input: `impl Mul<f64> for Vec3 { type Output = Vec3; fn mul(self, k: f64) -> Vec3 { .. } }`. Output: the same, and
//! the halves of `fn mul(this: Vec3, k: f64) -> Vec3` in a block of their own, with implementations of traits of the
//! runtime that lead to them from `a * b`.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    FnArg, ImplItem, ImplItemFn, ItemFn, ItemImpl, Path, PathArguments, ReturnType, Type,
    Visibility, parse_quote,
};

use crate::error::Errors;
use crate::parse::{Neighbours, Wrapper, only_float};
use crate::{Switches, expansion, lower, traits};

/// The traits of the operators that are differentiated, with their methods.
const TRAITS: [(&str, &str); 11] = [
    ("Add", "add"),
    ("Sub", "sub"),
    ("Mul", "mul"),
    ("Div", "div"),
    ("Rem", "rem"),
    ("Neg", "neg"),
    ("AddAssign", "add_assign"),
    ("SubAssign", "sub_assign"),
    ("MulAssign", "mul_assign"),
    ("DivAssign", "div_assign"),
    ("RemAssign", "rem_assign"),
];

/// The operator that a block implements.
#[derive(Clone)]
pub struct Operator {
    /// The trait as the user names it.
    pub path: Path,
    /// Its name in the standard library.
    pub name: &'static str,
    pub method: &'static str,
}

impl Operator {
    /// That of an implementation of its trait.
    pub fn of(block: &ItemImpl) -> Option<Self> {
        let path = traits::trait_of(block)?;
        let last = path.segments.last()?;
        let (name, method) = TRAITS.iter().find(|(name, _)| last.ident == name)?;
        let this = Ident::new("self", Span::call_site());
        let path = without_self(path.to_token_stream(), &this, &block.self_ty);
        Some(Operator {
            path: syn::parse2(path).ok()?,
            name,
            method,
        })
    }
}

/// What stands for the operator in the runtime: its method, and how it takes its operands.
#[must_use]
pub fn number_name(method: &str, left: bool, right: bool) -> String {
    let by = |reference: bool| if reference { "&" } else { "" };
    format!("{}{method}{}", by(left), by(right))
}

/// The method of the trait of an operator, and whether it writes to its left operand.
#[must_use]
pub fn method_of(op: &syn::BinOp) -> Option<(&'static str, &'static str, bool)> {
    use syn::BinOp as Op;
    let (name, writes) = match op {
        Op::Add(_) => ("Add", false),
        Op::Sub(_) => ("Sub", false),
        Op::Mul(_) => ("Mul", false),
        Op::Div(_) => ("Div", false),
        Op::Rem(_) => ("Rem", false),
        Op::AddAssign(_) => ("AddAssign", true),
        Op::SubAssign(_) => ("SubAssign", true),
        Op::MulAssign(_) => ("MulAssign", true),
        Op::DivAssign(_) => ("DivAssign", true),
        Op::RemAssign(_) => ("RemAssign", true),
        _ => return None,
    };
    let (name, method) = TRAITS.iter().find(|(known, _)| *known == name)?;
    Some((name, method, writes))
}

/// The expansion of such a block.
pub fn expand(
    options: &TokenStream,
    mut block: ItemImpl,
    operator: Operator,
    switches: Switches,
) -> TokenStream {
    let mut errors = Errors::default();
    let inherent = traits::inherent(&block);
    let method = inherent.items.iter().find_map(|item| match item {
        ImplItem::Fn(method) if method.sig.ident == operator.method => Some(method),
        _ => None,
    });
    let function = method.and_then(|method| free_function(&inherent, method, &mut errors));
    for item in &mut block.items {
        if let ImplItem::Fn(method) = item {
            crate::block::take_options(&mut method.attrs);
        }
    }
    let mut neighbours = Neighbours::default();
    neighbours.scalar = only_float(block.to_token_stream());
    neighbours.operator = Some(operator);
    let (mut refused, mut generated) = (errors.into_tokens(), TokenStream::new());
    if let (Some(function), true) = (function, refused.is_empty()) {
        let function = function.into_token_stream();
        let expanded = expansion(options.clone(), function, switches, Some(&neighbours));
        refused = expanded.errors;
        generated = expanded.items;
    }
    let cfgs = block.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    let generated = (!generated.is_empty()).then(|| {
        quote! {
            #(#cfgs)*
            const _: () = {
                #generated
            };
        }
    });
    quote! {
        #block
        #refused
        #generated
    }
}

/// A method as a function, in the generics of its block.
fn free_function(block: &ItemImpl, method: &ImplItemFn, errors: &mut Errors) -> Option<ItemFn> {
    if has_items(method) {
        errors.refuse(
            method.sig.ident.span(),
            "an item in the body of an operator may have a `self` of its own",
            "put the item outside of the `impl`",
        );
        return None;
    }
    if let ReturnType::Type(_, output) = &method.sig.output
        && Wrapper::read(output, false).is_some()
    {
        errors.refuse_tokens(
            output,
            "an operator that returns a `Result` or an `Option` is not supported",
            "write it as a method with `#[derive_grad]` on its `impl`",
        );
        return None;
    }
    let ty = &block.self_ty;
    let mut function = syn::parse2::<ItemFn>(method.to_token_stream()).ok()?;
    function.vis = Visibility::Inherited;
    crate::block::take_options(&mut function.attrs);
    let taken = lower::names_in(method.to_token_stream());
    let mut name = "this".to_owned();
    while taken.contains(&name) {
        name.push('_');
    }
    let this = Ident::new(&name, Span::call_site());
    let receiver = function.sig.inputs.first_mut()?;
    let FnArg::Receiver(r) = &*receiver else {
        return None;
    };
    let mutable = r.mutability;
    *receiver = match &r.kind {
        syn::ReceiverKind::Reference(_, _, Some(_)) => parse_quote!(#this: &mut #ty),
        syn::ReceiverKind::Reference(..) => parse_quote!(#this: &#ty),
        _ => parse_quote!(#mutable #this: #ty),
    };
    function.sig.generics = block.generics.clone();
    let tokens = without_self(function.into_token_stream(), &this, ty);
    syn::parse2(tokens).ok()
}

fn has_items(method: &ImplItemFn) -> bool {
    struct Search(bool);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_item(&mut self, item: &'ast syn::Item) {
            self.0 |= !matches!(item, syn::Item::Const(_) | syn::Item::Use(_));
        }
    }
    let mut search = Search(false);
    syn::visit::Visit::visit_block(&mut search, &method.block);
    search.0
}

/// `self` and `Self` by other names.
fn without_self(tokens: TokenStream, this: &Ident, ty: &Type) -> TokenStream {
    let mut ty = ty.clone();
    if let Type::Path(p) = &mut ty {
        for segment in &mut p.path.segments {
            if let PathArguments::AngleBracketed(args) = &mut segment.arguments {
                args.colon2_token = Some(syn::Token![::](args.lt_token.span));
            }
        }
    }
    replaced(tokens, this, &ty.to_token_stream())
}

fn replaced(tokens: TokenStream, this: &Ident, ty: &TokenStream) -> TokenStream {
    crate::names::replaced(tokens, &|ident| match ident.to_string().as_str() {
        "self" => Some(crate::names::at(this, ident.span()).into_token_stream()),
        "Self" => Some(ty.clone()),
        _ => None,
    })
}
