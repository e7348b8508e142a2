//! What stands at the end of a chain: sums, folds, lists, and answers about the items.
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprMethodCall, Stmt, Type, parse_quote, parse_quote_spanned};

use super::apply::Arg;
use super::read::Chain;
use super::{Chains, make};
use crate::lower::infer::{is_chain, nominal_type, turbofish};
use crate::types::{Ty, unparen, wrapped_in};

impl Chains<'_> {
    /// The block for a method that ends a chain.
    pub(super) fn ended(&mut self, m: &ExprMethodCall, said: Option<&Type>) -> Option<Expr> {
        let args: Vec<&Expr> = m.args.iter().collect();
        let name = m.method.to_string();
        if let Some(block) = self.chosen(m, &name, &args) {
            return Some(block);
        }
        if is_chain(&m.receiver)
            && let Some(block) = self.picked(m)
        {
            return Some(block);
        }
        match (name.as_str(), args.as_slice()) {
            ("concat", []) => return self.concatenated(m),
            ("retain", [f]) => return self.retained(m, f),
            ("drain", [range]) => return self.drained(m, range),
            ("map", [f]) if !is_chain(&m.receiver) => return self.mapped_array(m, f, said),
            ("extend", [items]) if is_chain(items) => return self.extended(m, items),
            _ if !is_chain(&m.receiver) => return None,
            _ => {}
        }
        let chain = Chain::read(&m.receiver, self.names)?;
        if matches!(name.as_str(), "sum" | "product" | "collect")
            && let Some(ty) = fuller(turbofish(m), said)
            && let Some(block) = self.all_or_none(m, &chain, &ty)
        {
            return Some(block);
        }
        match (name.as_str(), args.as_slice()) {
            ("sum" | "product", []) => self.summed(m, &chain, said),
            ("fold", [init, f]) => self.folded(m, &chain, init, f),
            ("try_fold", [init, f]) => self.try_folded(m, &chain, init, f, said),
            ("partition", [f]) => self.partitioned(m, &chain, f),
            ("for_each", [f]) => self.each(m, &chain, f),
            ("collect", []) => self.collected(m, &chain, said),
            ("unzip", []) => self.unzipped(m, &chain),
            ("count", []) => self.counted(m, &chain),
            ("any" | "all" | "position", [f]) => self.asked(m, &chain, f),
            _ => None,
        }
    }

    /// Variables in front, the loops, and a value behind.
    pub(super) fn assembled(
        &mut self,
        m: &ExprMethodCall,
        chain: &Chain,
        before: TokenStream,
        value: TokenStream,
        end: &mut dyn super::steps::End,
    ) -> Option<Expr> {
        let span = m.method.span();
        let loops = self.loops(chain, span, end)?;
        let (states, loops) = (&loops.before, &loops.loops);
        Some(parse_quote_spanned!(span=> { #before #(#states)* #(#loops)* #value }))
    }

    /// The sum of structs, by the function that their `Sum` has: what they begin with, it knows alone.
    fn summed_by(&mut self, m: &ExprMethodCall, chain: &Chain, own: &syn::Path) -> Option<Expr> {
        let (span, receiver) = (m.method.span(), &m.receiver);
        let by_ref = yields_references(receiver);
        let list: Type = parse_quote!(::std::vec::Vec<#own>);
        let items = if by_ref {
            let cloned: ExprMethodCall = parse_quote!(#receiver.cloned().collect());
            let chain = Chain::read(&cloned.receiver, self.names)?;
            self.collected(&cloned, &chain, Some(&list))?
        } else {
            self.collected(&parse_quote!(#receiver.collect()), chain, Some(&list))?
        };
        let name = self.names.numbered("list", span);
        let function = crate::sums::name_of(&m.method.to_string(), by_ref);
        let lent = by_ref.then(|| quote!(&));
        Some(parse_quote_spanned!(span=> {
            let #name: #list = #items;
            #own::#function(#lent #name)
        }))
    }

    fn summed(&mut self, m: &ExprMethodCall, chain: &Chain, said: Option<&Type>) -> Option<Expr> {
        let span = m.method.span();
        let ty = turbofish(m).or_else(|| said.cloned());
        if ty
            .as_ref()
            .is_some_and(|t| matches!(Ty::read_wrapped(t), Ty::Wrapped(..)))
        {
            return None;
        }
        let mut known = ty.as_ref().map_or(Ty::Unknown, Ty::read);
        known.learn(self.types.items(&m.receiver).peeled());
        if !known.is_float() && !matches!(known, Ty::Int | Ty::Unknown) {
            return None;
        }
        if matches!(known, Ty::Unknown)
            && let Some(own) = ty.as_ref().and_then(nominal_type)
        {
            return self.summed_by(m, chain, &own);
        }
        let integer = matches!(known, Ty::Int);
        let is_sum = m.method == "sum";
        // The neutral elements that `core` begins with.
        let start = match (is_sum, integer) {
            (true, true) => quote!(0),
            (true, false) => quote!(-0.0),
            (false, true) => quote!(1),
            (false, false) => quote!(1.0),
        };
        let start = match known {
            Ty::Generic => crate::generic::number(&start),
            _ => start,
        };
        let acc = self
            .names
            .numbered(if is_sum { "sum" } else { "product" }, span);
        let ty = ty
            .filter(|t| !matches!(t, Type::Infer(_)))
            .map(|t| quote!(: #t));
        self.assembled(
            m,
            chain,
            quote_spanned!(span=> let mut #acc #ty = #start;),
            quote!(#acc),
            &mut |_: &mut Chains, item: Expr, _: &TokenStream| {
                Some(make::stmts(if is_sum {
                    quote_spanned!(span=> #acc += #item;)
                } else {
                    quote_spanned!(span=> #acc *= #item;)
                }))
            },
        )
    }

    fn folded(&mut self, m: &ExprMethodCall, chain: &Chain, init: &Expr, f: &Expr) -> Option<Expr> {
        let span = m.method.span();
        let acc = self.names.numbered("fold", span);
        self.assembled(
            m,
            chain,
            quote_spanned!(span=> let mut #acc = #init;),
            quote!(#acc),
            &mut |chains: &mut Chains, item: Expr, _: &TokenStream| {
                let args = vec![Arg::of(parse_quote!(#acc)), Arg::of(item)];
                let (mut stmts, value) = chains.apply(f, args)?;
                stmts.extend(make::stmts(quote_spanned!(span=> #acc = #value;)));
                Some(stmts)
            },
        )
    }

    fn each(&mut self, m: &ExprMethodCall, chain: &Chain, f: &Expr) -> Option<Expr> {
        self.assembled(
            m,
            chain,
            TokenStream::new(),
            TokenStream::new(),
            &mut |chains: &mut Chains, item: Expr, _: &TokenStream| {
                let (mut stmts, value) = chains.apply(f, vec![Arg::of(item)])?;
                stmts.extend(make::stmts(quote!(#value;)));
                Some(stmts)
            },
        )
    }

    fn collected(
        &mut self,
        m: &ExprMethodCall,
        chain: &Chain,
        said: Option<&Type>,
    ) -> Option<Expr> {
        let span = m.method.span();
        let ty = turbofish(m).or_else(|| said.cloned());
        if ty.as_ref().is_some_and(|t| !is_vec(t)) {
            return None;
        }
        let list = self.names.numbered("list", span);
        let told = |t: &Type| says_elements(t) && !may_be_alias(t);
        let ty = ty.filter(told).map(|t| quote!(: #t));
        self.assembled(
            m,
            chain,
            quote_spanned!(span=> let mut #list #ty = ::std::vec::Vec::new();),
            quote!(#list),
            &mut |_: &mut Chains, item: Expr, _: &TokenStream| {
                Some(make::stmts(quote_spanned!(span=> #list.push(#item);)))
            },
        )
    }

    fn unzipped(&mut self, m: &ExprMethodCall, chain: &Chain) -> Option<Expr> {
        let span = m.method.span();
        self.two_lists(m, chain, |chains, item, left, right| {
            let (a, b) = (
                chains.names.numbered("item", span),
                chains.names.numbered("item", span),
            );
            Some(make::stmts(quote_spanned!(span=>
                let (#a, #b) = #item;
                #left.push(#a);
                #right.push(#b);
            )))
        })
    }

    /// `partition(f)` into two lists.
    fn partitioned(&mut self, m: &ExprMethodCall, chain: &Chain, f: &Expr) -> Option<Expr> {
        let span = m.method.span();
        self.two_lists(m, chain, |chains, item, left, right| {
            let (mut stmts, holds) = chains.apply(f, vec![Arg::by_ref(item.clone())])?;
            stmts.extend(make::stmts(quote_spanned!(span=>
                if #holds { #left.push(#item); } else { #right.push(#item); }
            )));
            Some(stmts)
        })
    }

    /// A pair of lists that the items go to.
    fn two_lists(
        &mut self,
        m: &ExprMethodCall,
        chain: &Chain,
        mut each: impl FnMut(&mut Chains, Expr, &Ident, &Ident) -> Option<Vec<Stmt>>,
    ) -> Option<Expr> {
        let span = m.method.span();
        let (left, right) = (
            self.names.numbered("list", span),
            self.names.numbered("list", span),
        );
        self.assembled(
            m,
            chain,
            quote_spanned!(span=>
                let mut #left = ::std::vec::Vec::new();
                let mut #right = ::std::vec::Vec::new();
            ),
            quote!((#left, #right)),
            &mut |chains: &mut Chains, item: Expr, _: &TokenStream| {
                each(chains, item, &left, &right)
            },
        )
    }

    /// `v.extend(chain)`, with items or with references to them.
    fn extended(&mut self, m: &ExprMethodCall, items: &Expr) -> Option<Expr> {
        let chain = Chain::read(items, self.names)?;
        let (span, list) = (m.method.span(), &m.receiver);
        let by_ref = matches!(self.types.items(items), Ty::Ref { .. }).then(|| quote!(*));
        self.assembled(
            m,
            &chain,
            TokenStream::new(),
            TokenStream::new(),
            &mut |_: &mut Chains, item: Expr, _: &TokenStream| {
                Some(make::stmts(
                    quote_spanned!(span=> #list.push(#by_ref #item);),
                ))
            },
        )
    }

    fn counted(&mut self, m: &ExprMethodCall, chain: &Chain) -> Option<Expr> {
        let span = m.method.span();
        let count = self.names.numbered("count", span);
        self.assembled(
            m,
            chain,
            quote_spanned!(span=> let mut #count = 0_usize;),
            quote!(#count),
            &mut |_: &mut Chains, _: Expr, _: &TokenStream| {
                Some(make::stmts(quote_spanned!(span=> #count += 1;)))
            },
        )
    }

    /// `any`, `all` and the answer of `position`.
    fn asked(&mut self, m: &ExprMethodCall, chain: &Chain, f: &Expr) -> Option<Expr> {
        let span = m.method.span();
        if m.method == "position" {
            return None;
        }
        let any = m.method == "any";
        let found = self.names.numbered("holds", span);
        let start = !any;
        self.assembled(
            m,
            chain,
            quote_spanned!(span=> let mut #found = #start;),
            quote!(#found),
            &mut |chains: &mut Chains, item: Expr, exit: &TokenStream| {
                let (mut stmts, holds) = chains.apply(f, vec![Arg::of(item)])?;
                let not = (!any).then(|| quote!(!));
                stmts.extend(make::stmts(
                    quote_spanned!(span=> if #not (#holds) { #found = #any; #exit }),
                ));
                Some(stmts)
            },
        )
    }

    /// The vector in a variable whose elements are copied freely.
    fn vector_of_copies(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let copies = match self.types.expr(&m.receiver, &Ty::Unknown) {
            Ty::Vec(elem) => elem.carries_float() && !elem.holds_vector(),
            _ => false,
        };
        let Expr::Path(p) = unparen(&m.receiver) else {
            return None;
        };
        (copies && p.path.get_ident().is_some()).then(|| (*m.receiver).clone())
    }

    /// `v.retain(f)`: the elements that are kept move to a new vector.
    fn retained(&mut self, m: &ExprMethodCall, f: &Expr) -> Option<Expr> {
        let list = self.vector_of_copies(m)?;
        let span = m.method.span();
        let (kept, item) = (
            self.names.numbered("kept", span),
            self.names.numbered("item", span),
        );
        let (stmts, holds) = self.apply(f, vec![Arg::of(parse_quote!(#item))])?;
        Some(parse_quote_spanned!(span=> {
            let mut #kept = ::std::vec::Vec::new();
            for #item in #list.iter() {
                #(#stmts)*
                if #holds { #kept.push(*#item); }
            }
            #list = #kept;
        }))
    }

    /// `v.drain(range)`, as a chain over what was taken out. The rest closes up before, not after.
    fn drained(&mut self, m: &ExprMethodCall, range: &Expr) -> Option<Expr> {
        let list = self.vector_of_copies(m)?;
        let Expr::Range(r) = unparen(range) else {
            return None;
        };
        let span = m.method.span();
        let mut name = |stem: &str| self.names.numbered(stem, span);
        let (lo, hi, out, rest) = (name("lo"), name("hi"), name("drained"), name("rest"));
        let start = match &r.start {
            Some(e) => quote!(#e),
            None => quote!(0),
        };
        let end = match (&r.end, &r.limits) {
            (Some(e), syn::RangeLimits::HalfOpen(_)) => quote!(#e),
            (Some(e), syn::RangeLimits::Closed(_)) => quote!((#e) + 1),
            (None, _) => quote!(#list.len()),
        };
        Some(parse_quote_spanned!(span=> ({
            let #lo: usize = #start;
            let #hi: usize = #end;
            let #out = #list[#lo..#hi].to_vec();
            let mut #rest = #list[..#lo].to_vec();
            #rest.extend_from_slice(&#list[#hi..]);
            #list = #rest;
            #out
        }).into_iter()))
    }

    /// `map` of an array; one behind a reference is copied. Of a field the type is said by what it becomes.
    fn mapped_array(&mut self, m: &ExprMethodCall, f: &Expr, said: Option<&Type>) -> Option<Expr> {
        let receiver = self.types.expr(&m.receiver, &Ty::Unknown);
        let (input, output, len) = match (receiver.peeled(), said) {
            (Ty::Array(elem, Some(len)), _) => ((**elem).clone(), (**elem).clone(), len.clone()),
            (Ty::Unknown, Some(Type::Array(said)))
                if matches!(unparen(&m.receiver), Expr::Field(_)) =>
            {
                (
                    Ty::Unknown,
                    Ty::read(&said.elem),
                    said.len.to_token_stream(),
                )
            }
            _ => return None,
        };
        let ty = self.types.applied(f, &[input]);
        let start = make::any_value(match &ty {
            Ty::Unknown => &output,
            known => known,
        })?;
        let span = m.method.span();
        let copied = matches!(receiver, Ty::Ref { .. }).then(|| quote!(*));
        let (of, array) = (
            self.names.numbered("of", span),
            self.names.numbered("array", span),
        );
        let index = self.names.numbered("i", span);
        let (stmts, value) = self.apply(f, vec![Arg::of(parse_quote!(#of[#index]))])?;
        let receiver = &m.receiver;
        Some(parse_quote_spanned!(span=> {
            let #of = #copied #receiver;
            let mut #array = [#start; #len];
            for #index in 0..#len {
                #(#stmts)*
                #array[#index] = #value;
            }
            #array
        }))
    }

    /// `[a, b].concat()`, `rows.concat()`.
    fn concatenated(&mut self, m: &ExprMethodCall) -> Option<Expr> {
        let span = m.method.span();
        let list = self.names.numbered("list", span);
        let Expr::Array(a) = unparen(&m.receiver) else {
            let (rows, row) = (&m.receiver, self.names.numbered("row", span));
            let field = matches!(unparen(rows), Expr::Field(_));
            let empty = match self.types.expr(rows, &Ty::Unknown) {
                // Of floats, as far as anybody can see.
                Ty::Unknown if field => Some(quote!([0.0; 0].to_vec())),
                ty => (ty.carries_float() && ty.element().is_sequence())
                    .then(|| quote!(::std::vec::Vec::new())),
            };
            return empty.map(|empty| {
                parse_quote_spanned!(span=> {
                    let mut #list = #empty;
                    for #row in #rows.iter() {
                        #list.extend_from_slice(&#row[..]);
                    }
                    #list
                })
            });
        };
        let parts: Vec<Stmt> = a
            .elems
            .iter()
            .flat_map(|e| {
                let e = match unparen(e) {
                    Expr::Reference(r) => r.expr.to_token_stream(),
                    other => other.to_token_stream(),
                };
                make::stmts(quote_spanned!(span=> #list.extend_from_slice(&(#e)[..]);))
            })
            .collect();
        Some(parse_quote_spanned!(span=> {
            let mut #list = ::std::vec::Vec::new();
            #(#parts)*
            #list
        }))
    }
}

/// The type that leaves less open.
fn fuller(turbofish: Option<Type>, said: Option<&Type>) -> Option<Type> {
    let open = |ty: &Type| {
        let inside = wrapped_in(ty).map_or(ty, |(_, inside)| inside);
        crate::lower::names_in(inside.to_token_stream()).contains("_")
    };
    match (turbofish, said) {
        (Some(ty), Some(said)) if open(&ty) && wrapped_in(said).is_some() && !open(said) => {
            Some(said.clone())
        }
        (ty, said) => ty.or_else(|| said.cloned()),
    }
}

/// Whether the items of a chain are references to elements, as `iter` gives them.
fn yields_references(e: &Expr) -> bool {
    match unparen(e) {
        Expr::MethodCall(m) => match m.method.to_string().as_str() {
            "iter" => true,
            "filter" | "rev" | "skip" | "take" | "step_by" | "skip_while" | "take_while"
            | "chain" | "inspect" => yields_references(&m.receiver),
            _ => false,
        },
        _ => false,
    }
}

fn is_vec(ty: &Type) -> bool {
    match ty {
        Type::Path(p) => {
            let vec = p.path.segments.last().is_some_and(|s| s.ident == "Vec");
            vec || may_be_alias(ty)
        }
        Type::Infer(_) => true,
        _ => false,
    }
}

/// `Matrix`, which may be a list under another name. If it is not, the compiler says so.
fn may_be_alias(ty: &Type) -> bool {
    nominal_type(ty).is_some_and(|path| {
        let known = [
            "Box", "Rc", "Arc", "Cow", "HashMap", "HashSet", "BTreeMap", "BTreeSet",
        ];
        let others = ["VecDeque", "LinkedList", "BinaryHeap"];
        path.segments
            .last()
            .is_some_and(|s| !known.iter().chain(&others).any(|name| s.ident == name))
    })
}

/// Whether no part of a type is left open.
fn says_elements(ty: &Type) -> bool {
    !ty.to_token_stream()
        .into_iter()
        .any(|t| matches!(t, proc_macro2::TokenTree::Ident(i) if i == "_"))
        && !matches!(ty, Type::Infer(_))
}
