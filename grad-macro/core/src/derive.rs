//! `#[derive(Differentiable)]`: the gradient of a struct is a struct with the same fields, that of an enum one with the
//! fields of all variants.
//!
//! Input: `struct Line { slope: f64, count: usize }`. Output: `struct LineTangent { slope: f64's tangent,
//! count: () }`, and what the runtime asks of a type and of its tangent.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::visit_mut::VisitMut;
use syn::{
    Field, Fields, GenericParam, Generics, Item, ItemEnum, ItemStruct, Member, Type, Visibility,
    WherePredicate,
};

use crate::error::Errors;
use crate::types::Ty;
use crate::variants;

/// What `#[derive(Differentiable)] item` adds.
#[must_use]
pub fn derive(item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let derived = match syn::parse2::<Item>(item) {
        Ok(Item::Struct(input)) => Some(Derived::read(&input, None, &mut errors).emit()),
        Ok(Item::Enum(input)) => {
            let all = variants::as_struct(&input, &mut errors);
            all.map(|all| Derived::read(&all, Some(&input), &mut errors).emit())
        }
        Ok(other) => {
            errors.refuse(
                other.span(),
                "only a struct or an enum can have a gradient",
                "use a struct",
            );
            None
        }
        Err(error) => return error.to_compile_error(),
    };
    let errors = errors.into_tokens();
    quote!(#errors #derived)
}

/// One field, and what its gradient is.
struct Part<'i> {
    member: Member,
    vis: &'i Visibility,
    /// As it stands.
    declared: &'i Type,
    /// Without the references around it, which share its gradient.
    ty: &'i Type,
    /// The same without lifetimes: gradients have none.
    lasting: Type,
    /// Has no gradient by the user's word.
    excluded: bool,
}

struct Derived<'i> {
    input: &'i ItemStruct,
    /// Where it is an enum, whose fields are those of all variants.
    variants: Option<&'i ItemEnum>,
    parts: Vec<Part<'i>>,
    runtime: TokenStream,
    tangent: Ident,
    /// The struct is its own gradient.
    own: bool,
}

impl<'i> Derived<'i> {
    fn read(input: &'i ItemStruct, variants: Option<&'i ItemEnum>, errors: &mut Errors) -> Self {
        let mut options = Options::default();
        for attr in &input.attrs {
            if attr.path().is_ident("grad") {
                options.read(attr, errors);
            }
        }
        let parts = input
            .fields
            .iter()
            .enumerate()
            .map(|(at, field)| Part {
                member: match &field.ident {
                    Some(name) => Member::Named(name.clone()),
                    None => syn::Index::from(at).into(),
                },
                vis: &field.vis,
                declared: &field.ty,
                ty: behind(&field.ty),
                lasting: lasting(behind(&field.ty), &input.generics),
                excluded: is_excluded(field, errors),
            })
            .collect();
        match &options.own {
            Some(option) if variants.is_some() => errors.refuse_tokens(
                option,
                "an enum cannot be its own gradient",
                "remove `#[grad(tangent = Self)]`",
            ),
            Some(option) => refuse_own(option, input, errors),
            None => {}
        }
        Derived {
            input,
            variants,
            parts,
            runtime: options.runtime.unwrap_or_else(|| quote!(::grad_runtime)),
            tangent: format_ident!("{}Tangent", input.ident),
            own: options.own.is_some() && errors.is_empty(),
        }
    }

    /// The type of a field's gradient.
    fn tangent_of(&self, part: &Part) -> TokenStream {
        let (runtime, ty) = (&self.runtime, &part.lasting);
        if part.excluded {
            return quote!(());
        }
        quote!(<#ty as #runtime::Differentiable>::Tangent)
    }

    /// The generics, and the where clause with what fields of generic type need.
    fn generics(&self, of_fields: &dyn Fn(&Part) -> Option<TokenStream>) -> Generics {
        let mut generics = self.input.generics.clone();
        let mut bounds: Vec<WherePredicate> = Vec::new();
        for part in &self.parts {
            if !part.excluded && self.names_parameter(part.ty) {
                bounds.extend(of_fields(part).and_then(|t| syn::parse2(t).ok()));
            }
        }
        if !bounds.is_empty() {
            generics.make_where_clause().predicates.extend(bounds);
        }
        generics
    }

    /// The same for the gradient, which has no lifetimes.
    fn lasting_generics(&self, of_fields: &dyn Fn(&Part) -> Option<TokenStream>) -> Generics {
        let generics = self.generics(of_fields);
        if self.own {
            return generics;
        }
        without_lifetimes(generics)
    }

    fn names_parameter(&self, ty: &Type) -> bool {
        let names = crate::lower::names_in(ty.to_token_stream());
        let mut types = self.input.generics.type_params();
        types.any(|t| names.contains(&t.ident.to_string()))
    }

    fn emit(&self) -> TokenStream {
        let definition = if self.own {
            TokenStream::new()
        } else {
            self.definition()
        };
        let (differentiable, itself) = (self.differentiable(), self.of_itself());
        let (tangent, spare, shape) = (self.tangent(), self.spare(), self.shape());
        let (primal, held, floats) = (self.primal(), self.held(), self.floats());
        quote!(#held #floats #definition #differentiable #itself #tangent #spare #shape #primal)
    }

    /// What checks of gradients go through: the floats of a value and of its gradient, in one order.
    fn floats(&self) -> TokenStream {
        let runtime = &self.runtime;
        // What borrows is not visited. A bound over a lifetime is no error where it does not hold.
        let visited = |part: &Part, ty: TokenStream| {
            let declared = part.declared;
            let borrows = borrows(declared.to_token_stream());
            (borrows || self.names_parameter(declared))
                .then(|| quote!(for<'visited> #ty: #runtime::check::Floats))
        };
        let within = |member: &dyn ToTokens, value: TokenStream| {
            let step = format!(".{}", member.to_token_stream());
            quote! {
                visitor.within(#step, |visitor| {
                    #runtime::check::Floats::visit_floats(#value, visitor);
                });
            }
        };
        let imp =
            |name: &Ident, generics: &Generics, bounds: Vec<TokenStream>, body: &TokenStream| {
                let mut generics = generics.clone();
                let clause = generics.make_where_clause();
                let bounds = bounds
                    .iter()
                    .filter_map(|b| syn::parse2::<WherePredicate>(b.clone()).ok());
                clause.predicates.extend(bounds);
                let (params, arguments, clause) = generics.split_for_impl();
                quote! {
                    #[automatically_derived]
                    #[allow(unused_variables)]
                    impl #params #runtime::check::Floats for #name #arguments #clause {
                        fn visit_floats(&mut self, visitor: &mut #runtime::check::Visitor<'_>) {
                            #body
                        }
                    }
                }
            };
        let parts = || self.parts.iter().filter(|p| !p.excluded);
        let fields = parts().map(|p| {
            let member = &p.member;
            within(member, quote!(&mut self.#member))
        });
        let fields = quote!(#(#fields)*);
        let of_types: Vec<TokenStream> = parts()
            .filter_map(|p| visited(p, p.declared.to_token_stream()))
            .collect();
        let of_gradients: Vec<TokenStream> = parts()
            .filter(|p| self.names_parameter(p.declared))
            .filter_map(|p| visited(p, self.tangent_of(p)))
            .collect();
        let tangent = if self.own {
            TokenStream::new()
        } else {
            let generics = self.lasting_generics(&|part| {
                let ty = &part.lasting;
                Some(quote!(#ty: #runtime::Differentiable))
            });
            imp(&self.tangent, &generics, of_gradients.clone(), &fields)
        };
        let value = match self.variants {
            None => imp(&self.input.ident, &self.input.generics, of_types, &fields),
            Some(input) => {
                let body = variants::by_variant(
                    input,
                    &|name, value| {
                        let part = self.part(name);
                        part.map(|_| within(name, value.to_token_stream()))
                            .unwrap_or_default()
                    },
                    &|name| {
                        let part = self.part(name).map(|p| self.tangent_of(p));
                        part.map(|d| {
                            within(name, quote!(&mut #runtime::__private::nothing::<#d>()))
                        })
                        .unwrap_or_default()
                    },
                    &|visits| quote!({ #(#visits)* }),
                );
                let made = self.made_of_nothing();
                let generics = self.generics(&|part| {
                    let ty = part.ty;
                    Some(quote!(#ty: #runtime::Differentiable #made))
                });
                let bounds = of_types.into_iter().chain(of_gradients).collect();
                imp(&input.ident, &generics, bounds, &body)
            }
        };
        quote!(#value #tangent)
    }

    /// Methods that tell rustc the type of a variant's field where it asks for that of a copy; they never run.
    fn held(&self) -> TokenStream {
        if self.variants.is_none() || self.parts.is_empty() {
            return TokenStream::new();
        }
        let (name, vis) = (&self.input.ident, &self.input.vis);
        let (params, arguments, clause) = self.input.generics.split_for_impl();
        let methods = self.parts.iter().map(|part| {
            let Member::Named(field) = &part.member else {
                return TokenStream::new();
            };
            let (method, ty) = (variants::type_of(field), &part.declared);
            quote! {
                #[doc(hidden)]
                #vis fn #method(self) -> #ty {
                    ::core::unreachable!()
                }
            }
        });
        quote! {
            #[automatically_derived]
            #[allow(dead_code, clippy::all, clippy::pedantic, clippy::restriction)]
            impl #params #name #arguments #clause { #(#methods)* }
        }
    }

    /// The way back from the gradient to the struct.
    fn primal(&self) -> TokenStream {
        let (name, tangent, runtime) = (&self.input.ident, self.name(), &self.runtime);
        let mut generics = self.lasting_generics(&|part| {
            let ty = &part.lasting;
            Some(quote!(#ty: #runtime::Differentiable))
        });
        let declared = &self.input.generics;
        if declared.lifetimes().next().is_some() {
            let types: Vec<Ident> = generics.type_params().map(|t| t.ident.clone()).collect();
            let clause = generics.make_where_clause();
            let lasting = types
                .iter()
                .map(|t| -> WherePredicate { syn::parse_quote!(#t: 'static) });
            clause.predicates.extend(lasting);
        }
        let (params, arguments, clause) = generics.split_for_impl();
        let of_primal = declared.params.iter().map(|p| match p {
            GenericParam::Lifetime(_) => quote!('static),
            GenericParam::Type(t) => t.ident.to_token_stream(),
            GenericParam::Const(c) => c.ident.to_token_stream(),
        });
        let of_primal = (!declared.params.is_empty()).then(|| quote!(<#(#of_primal),*>));
        quote! {
            #[automatically_derived]
            impl #params #runtime::__private::TangentOf for #tangent #arguments #clause {
                type Primal = #name #of_primal;
            }
        }
    }

    /// The name of the gradient's type.
    fn name(&self) -> &Ident {
        if self.own {
            &self.input.ident
        } else {
            &self.tangent
        }
    }

    fn definition(&self) -> TokenStream {
        let (name, vis, tangent) = (&self.input.ident, &self.input.vis, &self.tangent);
        let runtime = &self.runtime;
        let generics = self.lasting_generics(&|part| {
            let ty = &part.lasting;
            Some(quote!(#ty: #runtime::Differentiable))
        });
        let (params, _, clause) = generics.split_for_impl();
        let doc = if self.variants.is_some() {
            format!(
                "The gradient of a [`{name}`]: field by field, zero for variants that are not held."
            )
        } else {
            format!("The gradient of a [`{name}`]: field by field.")
        };
        let fields = self.parts.iter().map(|part| {
            let (vis, ty) = (part.vis, self.tangent_of(part));
            match &part.member {
                Member::Named(field) => {
                    let doc = format!("By `{field}`.");
                    quote!(#[doc = #doc] #vis #field: #ty)
                }
                Member::Unnamed(at) => {
                    let doc = format!("By `.{}`.", at.index);
                    quote!(#[doc = #doc] #vis #ty)
                }
            }
        });
        let body = match &self.input.fields {
            Fields::Named(_) => quote!(#clause { #(#fields),* }),
            Fields::Unnamed(_) => quote!((#(#fields),*) #clause;),
            Fields::Unit => quote!(#clause;),
        };
        let generic = self.input.generics.type_params().next().is_some();
        let (derives, impls) = if generic {
            (TokenStream::new(), self.standard())
        } else {
            (
                quote!(#[derive(Clone, Debug, PartialEq)]),
                TokenStream::new(),
            )
        };
        quote! {
            #[doc = #doc]
            #derives
            #[allow(clippy::all, clippy::pedantic, clippy::restriction, dead_code)]
            #vis struct #tangent #params #body
            #impls
        }
    }

    /// `Clone`, `Debug` and `PartialEq` where the gradients of type parameters have them, which no
    /// `derive` can say.
    fn standard(&self) -> TokenStream {
        let tangent = &self.tangent;
        let members: Vec<&Member> = self.parts.iter().map(|p| &p.member).collect();
        let texts: Vec<String> = members.iter().map(|m| quote!(#m).to_string()).collect();
        let name = tangent.to_string();
        let imp = |of: TokenStream, body: TokenStream| {
            let runtime = &self.runtime;
            let generics = self.lasting_generics(&|part| {
                let ty = &part.lasting;
                Some(quote!(#ty: #runtime::Differentiable<Tangent: #of>))
            });
            let (params, arguments, clause) = generics.split_for_impl();
            quote! {
                #[automatically_derived]
                #[allow(unused_variables)]
                impl #params #of for #tangent #arguments #clause { #body }
            }
        };
        let clone = imp(
            quote!(::core::clone::Clone),
            quote! {
                #[inline]
                fn clone(&self) -> Self {
                    Self { #(#members: ::core::clone::Clone::clone(&self.#members)),* }
                }
            },
        );
        let debug = imp(
            quote!(::core::fmt::Debug),
            quote! {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.debug_struct(#name)#(.field(#texts, &self.#members))*.finish()
                }
            },
        );
        let equal = imp(
            quote!(::core::cmp::PartialEq),
            quote! {
                #[inline]
                fn eq(&self, other: &Self) -> bool {
                    true #(&& self.#members == other.#members)*
                }
            },
        );
        quote!(#clone #debug #equal)
    }

    /// A value with every field made by an expression.
    fn literal(&self, name: &Ident, of: &dyn Fn(&Part) -> TokenStream) -> TokenStream {
        let fields = self.parts.iter().map(|part| {
            let (member, value) = (&part.member, of(part));
            quote!(#member: #value)
        });
        quote!(#name { #(#fields),* })
    }

    /// The field of an enum that has this name in the gradient, unless it has no gradient by the user's word.
    fn part(&self, name: &Ident) -> Option<&Part<'i>> {
        let named = |p: &&Part| matches!(&p.member, Member::Named(n) if n == name);
        self.parts.iter().filter(|p| !p.excluded).find(named)
    }

    /// What the gradients of an enum's fields must know: their zero where the variant is not held.
    fn made_of_nothing(&self) -> Option<TokenStream> {
        let runtime = &self.runtime;
        (self.variants).map(|_| quote!(<Tangent: #runtime::__private::NestedShape>))
    }

    fn differentiable(&self) -> TokenStream {
        let (name, tangent, runtime) = (&self.input.ident, self.name(), &self.runtime);
        let made = self.made_of_nothing();
        let generics = self.generics(&|part| {
            let ty = part.ty;
            Some(quote!(#ty: #runtime::Differentiable #made))
        });
        let (params, arguments, clause) = generics.split_for_impl();
        let lasting = self.lasting_generics(&|_| None);
        let (_, of_tangent, _) = lasting.split_for_impl();
        let zero = self.literal(tangent, &|part| {
            let member = &part.member;
            if part.excluded {
                quote!(())
            } else {
                quote!(#runtime::Differentiable::zero_tangent(&self.#member))
            }
        });
        let check = |part: &Part, value: TokenStream| {
            let (member, ty) = (&part.member, part.ty);
            let step = format!(".{}", quote!(#member));
            quote! {
                let part = <#ty as #runtime::Differentiable>::as_buffer_ref(&buffer.#member);
                if let ::core::result::Result::Err(mismatch) =
                    #runtime::Differentiable::compare_shape(#value, part)
                {
                    return ::core::result::Result::Err(mismatch.within(#step));
                }
            }
        };
        let (zero, checks) = match self.variants {
            None => (zero, {
                let parts = self.parts.iter().filter(|p| !p.excluded).map(|part| {
                    let member = &part.member;
                    check(part, quote!(&self.#member))
                });
                quote!(#(#parts)*)
            }),
            Some(input) => (
                variants::by_variant(
                    input,
                    &|name, value| match self.part(name) {
                        Some(_) => quote!(#name: #runtime::Differentiable::zero_tangent(#value)),
                        None => quote!(#name: ()),
                    },
                    &|name| match self.part(name) {
                        Some(_) => quote!(#name: #runtime::__private::nothing()),
                        None => quote!(#name: ()),
                    },
                    &|fields| quote!(#tangent { #(#fields),* }),
                ),
                variants::by_variant(
                    input,
                    &|name, value| {
                        let part = self.part(name);
                        part.map(|part| check(part, value.to_token_stream()))
                            .unwrap_or_default()
                    },
                    &|_| TokenStream::new(),
                    &|checks| quote!({ #(#checks)* }),
                ),
            ),
        };
        let renewed = quote! {
            if #runtime::Differentiable::compare_shape(self, buffer).is_ok() {
                #runtime::Tangent::set_zero(buffer);
            } else {
                *buffer = #runtime::Differentiable::zero_tangent(self);
            }
        };
        quote! {
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #params #runtime::Differentiable for #name #arguments #clause {
                type Tangent = #tangent #of_tangent;
                type Buffer = #tangent #of_tangent;
                #[inline]
                fn zero_tangent(&self) -> Self::Tangent {
                    #zero
                }
                #[inline]
                fn as_buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
                    tangent
                }
                #[inline]
                fn as_buffer_ref(tangent: &Self::Tangent) -> &Self::Buffer {
                    tangent
                }
                #[inline]
                fn compare_shape(
                    &self,
                    buffer: &Self::Buffer,
                ) -> ::core::result::Result<(), #runtime::ShapeMismatch> {
                    #checks
                    ::core::result::Result::Ok(())
                }
                #[inline]
                fn renew_buffer(&self, buffer: &mut Self::Buffer) {
                    #renewed
                }
            }
        }
    }

    /// A gradient is its own gradient.
    fn of_itself(&self) -> TokenStream {
        if self.own {
            return TokenStream::new();
        }
        let (tangent, runtime) = (&self.tangent, &self.runtime);
        let generics = self.lasting_generics(&|part| {
            let (ty, d) = (&part.lasting, self.tangent_of(part));
            Some(
                quote!(#ty: #runtime::Differentiable<Tangent: #runtime::Differentiable<Tangent = #d>>),
            )
        });
        let (params, arguments, clause) = generics.split_for_impl();
        let zero = self.literal(tangent, &|part| {
            let member = &part.member;
            quote!(#runtime::Differentiable::zero_tangent(&self.#member))
        });
        let checks = self.parts.iter().filter(|p| !p.excluded).map(|part| {
            let (member, d) = (&part.member, self.tangent_of(part));
            let step = format!(".{}", quote!(#member));
            quote! {
                let part = <#d as #runtime::Differentiable>::as_buffer_ref(&buffer.#member);
                if let ::core::result::Result::Err(mismatch) =
                    #runtime::Differentiable::compare_shape(&self.#member, part)
                {
                    return ::core::result::Result::Err(mismatch.within(#step));
                }
            }
        });
        quote! {
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #params #runtime::Differentiable for #tangent #arguments #clause {
                type Tangent = Self;
                type Buffer = Self;
                #[inline]
                fn zero_tangent(&self) -> Self {
                    #zero
                }
                #[inline]
                fn as_buffer(tangent: &mut Self) -> &mut Self {
                    tangent
                }
                #[inline]
                fn as_buffer_ref(tangent: &Self) -> &Self {
                    tangent
                }
                #[inline]
                fn compare_shape(
                    &self,
                    buffer: &Self,
                ) -> ::core::result::Result<(), #runtime::ShapeMismatch> {
                    #(#checks)*
                    ::core::result::Result::Ok(())
                }
            }
        }
    }

    fn tangent(&self) -> TokenStream {
        let (tangent, runtime) = (self.name(), &self.runtime);
        let generics = self.lasting_generics(&|part| {
            let ty = &part.lasting;
            Some(quote!(#ty: #runtime::Differentiable))
        });
        let (params, arguments, clause) = generics.split_for_impl();
        let members: Vec<&Member> = self
            .parts
            .iter()
            .filter(|p| !(self.own && p.excluded))
            .map(|p| &p.member)
            .collect();
        quote! {
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #params #runtime::Tangent for #tangent #arguments #clause {
                #[inline]
                fn set_zero(this: &mut Self) {
                    #(#runtime::Tangent::set_zero(&mut this.#members);)*
                }
                #[inline]
                #[track_caller]
                fn accumulate(&mut self, other: &Self) {
                    #(#runtime::Tangent::accumulate(&mut self.#members, &other.#members);)*
                }
                #[inline]
                fn scale_by(&mut self, factor: f64) {
                    #(#runtime::Tangent::scale_by(&mut self.#members, factor);)*
                }
            }
        }
    }

    /// How the zero gradient of a value is made where only its lengths are kept.
    fn shape(&self) -> TokenStream {
        let (name, tangent, runtime) = (&self.input.ident, self.name(), &self.runtime);
        let private = quote!(#runtime::__private);
        let made = self.made_of_nothing();
        let of_value = self.generics(&|part| {
            let ty = part.ty;
            let made = made
                .as_ref()
                .map(|made| quote!(+ #runtime::Differentiable #made));
            Some(quote!(#ty: #private::Lengths #made))
        });
        let noted: Vec<&Part> = self.parts.iter().filter(|p| !p.excluded).collect();
        let types: Vec<TokenStream> = noted.iter().map(|p| p.ty.to_token_stream()).collect();
        let value = self.lengths(name, &of_value, &noted, &types);
        let of_tangent = self.lasting_generics(&|part| {
            let ty = &part.lasting;
            Some(quote!(#ty: #runtime::Differentiable<Tangent: #private::NestedShape>))
        });
        let gradients: Vec<TokenStream> = noted.iter().map(|p| self.tangent_of(p)).collect();
        let lengths = if self.own {
            TokenStream::new()
        } else {
            self.lengths(tangent, &of_tangent, &noted, &gradients)
        };
        let (params, arguments, clause) = of_tangent.split_for_impl();
        let zero = self.literal(tangent, &|part| {
            if part.excluded {
                return quote!(());
            }
            let d = self.tangent_of(part);
            quote!(<#d as #private::NestedShape>::zero_of(tape, lengths))
        });
        quote! {
            #value
            #lengths
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #params #private::NestedShape for #tangent #arguments #clause {
                #[inline]
                fn zero_of(
                    tape: &mut #runtime::Tape,
                    lengths: &mut dyn ::core::iter::Iterator<Item = usize>,
                ) -> Self {
                    #zero
                }
            }
        }
    }

    /// Whether a field holds values of the struct's own type.
    fn is_of_itself(&self, part: &Part) -> bool {
        fn mentions(tokens: TokenStream, name: &Ident) -> bool {
            tokens.into_iter().any(|token| match token {
                proc_macro2::TokenTree::Ident(ident) => ident == *name,
                proc_macro2::TokenTree::Group(group) => mentions(group.stream(), name),
                _ => false,
            })
        }
        mentions(part.ty.to_token_stream(), &self.input.ident)
    }

    /// Whether a field is a list of the user's own types.
    fn lists_structs(&self, ty: &Type) -> bool {
        let Some(elem) = crate::emit::vec_element(ty) else {
            return false;
        };
        let is_parameter =
            |p: &syn::TypeParam| matches!(elem, Type::Path(e) if e.path.is_ident(&p.ident));
        self.lists_structs(elem)
            || crate::parse::is_struct(elem) && !self.input.generics.type_params().any(is_parameter)
    }

    fn lengths(
        &self,
        name: &Ident,
        generics: &Generics,
        noted: &[&Part],
        types: &[TokenStream],
    ) -> TokenStream {
        let private = {
            let runtime = &self.runtime;
            quote!(#runtime::__private)
        };
        let (params, arguments, clause) = generics.split_for_impl();
        let notes = match self.variants {
            Some(input) if *name == self.input.ident => variants::by_variant(
                input,
                &|name, value| {
                    let noted = self.part(name);
                    noted
                        .map(|_| quote!(#private::Lengths::note(#value, to);))
                        .unwrap_or_default()
                },
                &|name| {
                    let noted = self.part(name).map(|part| self.tangent_of(part));
                    noted
                        .map(|d| quote!(#private::Lengths::note(&#private::nothing::<#d>(), to);))
                        .unwrap_or_default()
                },
                &|notes| quote!({ #(#notes)* }),
            ),
            _ => {
                let members = noted.iter().map(|p| &p.member);
                quote!(#(#private::Lengths::note(&self.#members, to);)*)
            }
        };
        // What holds values of its own type has any number of lengths; what is in a list may hold such ones.
        let own = noted
            .iter()
            .any(|p| self.is_of_itself(p) || self.lists_structs(p.ty));
        let lengths = if own {
            quote!(2)
        } else {
            quote!({
                let mut all = 0;
                #(all = #private::more(all, <#types as #private::Lengths>::LENGTHS);)*
                all
            })
        };
        quote! {
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #params #private::Lengths for #name #arguments #clause {
                const LENGTHS: usize = #lengths;
                #[inline]
                fn note(&self, to: &mut dyn ::core::ops::FnMut(usize)) {
                    #notes
                }
            }
        }
    }

    /// What stands in for a gradient during a call.
    fn spare(&self) -> TokenStream {
        let (tangent, runtime) = (self.name(), &self.runtime);
        let private = quote!(#runtime::__private);
        let generics = self.lasting_generics(&|part| {
            let (ty, d) = (&part.lasting, self.tangent_of(part));
            Some(
                quote!(#ty: #runtime::Differentiable<Tangent: #private::Spare<Owned = #d> + 'static>),
            )
        });
        let mut generics = generics;
        // A tape keeps what is inside of vectors in lists by type.
        let statics: Vec<WherePredicate> = generics
            .type_params()
            .map(|t| {
                let t = &t.ident;
                syn::parse_quote!(#t: 'static)
            })
            .collect();
        if !statics.is_empty() {
            generics.make_where_clause().predicates.extend(statics);
            let arguments = self
                .lasting_generics(&|_| None)
                .split_for_impl()
                .1
                .to_token_stream();
            let own: WherePredicate = syn::parse_quote!(
                #tangent #arguments: ::core::marker::Send + ::core::marker::Sync
                    + ::core::panic::UnwindSafe + ::core::panic::RefUnwindSafe
            );
            generics.make_where_clause().predicates.push(own);
        }
        let (params, arguments, clause) = generics.split_for_impl();
        let made = |how: &str| {
            let how = Ident::new(how, Span::call_site());
            self.literal(tangent, &|part| {
                let member = &part.member;
                quote!(#private::Spare::#how(&mut self.#member, tape))
            })
        };
        let moved = made("moved");
        let zeros = self.literal(tangent, &|part| {
            let member = &part.member;
            quote!(#private::Spare::zeros(&self.#member, tape))
        });
        // In the order opposite to the one in which they were taken.
        let retired = self.parts.iter().rev().map(|part| {
            let (member, d) = (&part.member, self.tangent_of(part));
            quote!(<#d as #private::Spare>::retire(spare.#member, tape);)
        });
        quote! {
            #[automatically_derived]
            #[allow(unused_variables)]
            impl #params #private::Spare for #tangent #arguments #clause {
                type Owned = Self;
                #[inline]
                fn zeros(&self, tape: &mut #runtime::Tape) -> Self {
                    #zeros
                }
                #[inline]
                fn moved(&mut self, tape: &mut #runtime::Tape) -> Self {
                    #moved
                }
                #[inline]
                fn retire(spare: Self, tape: &mut #runtime::Tape) {
                    #(#retired)*
                }
            }
        }
    }
}

/// Whether a reference or a lifetime stands in a type.
fn borrows(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        proc_macro2::TokenTree::Punct(p) => p.as_char() == '&' || p.as_char() == '\'',
        proc_macro2::TokenTree::Group(group) => borrows(group.stream()),
        _ => false,
    })
}

/// The type behind references.
fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Reference(r) => behind(&r.elem),
        Type::Paren(p) => behind(&p.elem),
        Type::Group(g) => behind(&g.elem),
        other => other,
    }
}

/// The type with `'static` for the lifetimes that a struct declares.
fn lasting(ty: &Type, generics: &Generics) -> Type {
    let mut ty = ty.clone();
    Lasting(generics.clone()).visit_type_mut(&mut ty);
    ty
}

/// Generics without their lifetimes.
fn without_lifetimes(mut generics: Generics) -> Generics {
    let declared = generics.clone();
    let params = generics.params.into_iter();
    generics.params = params
        .filter(|p| !matches!(p, GenericParam::Lifetime(_)))
        .collect();
    if let Some(clause) = &mut generics.where_clause {
        let predicates = std::mem::take(&mut clause.predicates).into_iter();
        clause.predicates = predicates
            .filter(|p| !matches!(p, WherePredicate::Lifetime(_)))
            .collect();
    }
    Lasting(declared).visit_generics_mut(&mut generics);
    generics
}

/// Puts `'static` in the place of declared lifetimes.
struct Lasting(Generics);

impl VisitMut for Lasting {
    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if self.0.lifetimes().any(|l| l.lifetime == *lifetime) {
            lifetime.ident = Ident::new("static", lifetime.ident.span());
        }
    }
}

/// A struct can be its own gradient where it holds floats alone.
fn refuse_own(option: &syn::Path, input: &ItemStruct, errors: &mut Errors) {
    const HELP: &str = "remove `#[grad(tangent = Self)]`";
    if let Some(lifetime) = input.generics.lifetimes().next() {
        errors.refuse_tokens(
            lifetime,
            "a struct that borrows cannot be its own gradient",
            HELP,
        );
    }
    for field in &input.fields {
        if has_no_grad(field) || Ty::read(&field.ty).is_inactive() {
            errors.refuse_tokens(
                &field.ty,
                "this field has no gradient, so the struct cannot be its own",
                HELP,
            );
        }
    }
    if input.fields.is_empty() {
        errors.refuse_tokens(option, "a struct without fields has no gradient", HELP);
    }
}

/// What `#[grad(..)]` on the struct says.
#[derive(Default)]
struct Options {
    runtime: Option<TokenStream>,
    /// `tangent`, where the struct is its own gradient.
    own: Option<syn::Path>,
}

impl Options {
    fn read(&mut self, attr: &syn::Attribute, errors: &mut Errors) {
        let result = attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("crate") {
                let path: syn::Path = meta.value()?.parse()?;
                self.runtime = Some(quote!(#path));
                return Ok(());
            }
            if meta.path.is_ident("tangent") {
                let ty: Type = meta.value()?.parse()?;
                if matches!(&ty, Type::Path(p) if p.path.is_ident("Self")) {
                    self.own = Some(meta.path.clone());
                    return Ok(());
                }
                return Err(syn::Error::new(ty.span(), "tangent"));
            }
            Err(syn::Error::new(meta.path.span(), "option"))
        });
        if let Err(error) = result {
            errors.refuse(
                error.span(),
                "`derive(Differentiable)` does not know this option",
                "options are `#[grad(tangent = Self)]` and `#[grad(crate = path)]`",
            );
        }
    }
}

/// Whether the user excludes a field.
pub(crate) fn has_no_grad(field: &Field) -> bool {
    field.attrs.iter().any(|a| a.path().is_ident("no_grad"))
}

fn is_excluded(field: &Field, errors: &mut Errors) -> bool {
    let mut excluded = false;
    for attr in &field.attrs {
        if attr.path().is_ident("no_grad") {
            excluded = true;
            if !matches!(attr.meta, syn::Meta::Path(_)) {
                errors.refuse(
                    attr.span(),
                    "`no_grad` on a field takes no list",
                    "write `#[no_grad]`",
                );
            }
        } else if attr.path().is_ident("grad") {
            errors.refuse(
                attr.span(),
                "`grad` stands on the struct, not on a field",
                "write `#[no_grad]` to exclude the field",
            );
        }
    }
    excluded
}
