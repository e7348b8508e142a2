//! A chain as loops: each step as the statements that it does to an item.
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote_spanned};

use super::apply::Arg;
use super::read::{Chain, Part, Stage};
use super::{Chains, make};

/// The loops of a chain, and what stands in front of them.
pub struct Loops {
    pub before: Vec<Stmt>,
    pub loops: Vec<Stmt>,
}

/// What is done with each item; `exit` leaves all loops.
pub trait End {
    fn item(&mut self, chains: &mut Chains, item: Expr, exit: &TokenStream) -> Option<Vec<Stmt>>;
}

impl<F> End for F
where
    F: FnMut(&mut Chains, Expr, &TokenStream) -> Option<Vec<Stmt>>,
{
    fn item(&mut self, chains: &mut Chains, item: Expr, exit: &TokenStream) -> Option<Vec<Stmt>> {
        self(chains, item, exit)
    }
}

impl Chains<'_> {
    /// The loops of a chain.
    pub(super) fn loops(&mut self, chain: &Chain, span: Span, end: &mut dyn End) -> Option<Loops> {
        let label =
            (!chain.is_one_loop()).then(|| make::label(&self.names.numbered("chain", span)));
        let exit = match &label {
            Some(label) => quote_spanned!(span=> break #label;),
            None => quote_spanned!(span=> break;),
        };
        let mut loops = Loops {
            before: Vec::new(),
            loops: Vec::new(),
        };
        states(&chain.steps, &mut loops.before);
        for part in &chain.parts {
            states(&part.steps, &mut loops.before);
            let all: Vec<Stage> = part.steps.iter().chain(&chain.steps).cloned().collect();
            let one = self.part(part, &all, &exit, end)?;
            loops.loops.push(one);
        }
        if let Some(label) = label {
            let inner = &loops.loops;
            let block: Expr = parse_quote_spanned!(span=> #label: { #(#inner)* });
            loops.loops = vec![Stmt::Expr(block, Some(syn::Token![;](span)))];
        }
        Some(loops)
    }

    /// A `for` loop of the user over a chain with steps.
    pub(super) fn looped(&mut self, f: &syn::ExprForLoop) -> Option<Expr> {
        let chain = Chain::read(&f.expr, self.names)?;
        if chain.is_plain() || !chain.is_one_loop() || !self.may_carry(&f.expr) {
            return None;
        }
        let (pat, user) = (&f.pat, &f.body.stmts);
        let mut loops = self.loops(
            &chain,
            f.expr.span(),
            &mut |_: &mut Chains, item: Expr, _: &TokenStream| {
                let mut stmts = make::stmts(quote!(let #pat = #item;));
                stmts.extend(user.iter().cloned());
                Some(stmts)
            },
        )?;
        if let (Some(label), Some(Stmt::Expr(Expr::ForLoop(one), _))) =
            (&f.label, loops.loops.first_mut())
        {
            one.label = Some(label.clone());
        }
        let (before, loops) = (&loops.before, &loops.loops);
        Some(parse_quote_spanned!(f.for_token.span=> { #(#before)* #(#loops)* }))
    }

    fn part(
        &mut self,
        part: &Part,
        steps: &[Stage],
        exit: &TokenStream,
        end: &mut dyn End,
    ) -> Option<Stmt> {
        let span = part.source.span();
        let item = self.names.numbered("item", span);
        let first = parse_quote_spanned!(span=> #item);
        let mut body = limits(steps, exit);
        body.extend(self.steps(first, steps, exit, end)?);
        let source = &part.source;
        let tokens: Expr = parse_quote_spanned!(span=> for #item in #source { #(#body)* });
        Some(Stmt::Expr(tokens, None))
    }

    fn steps(
        &mut self,
        item: Expr,
        steps: &[Stage],
        exit: &TokenStream,
        end: &mut dyn End,
    ) -> Option<Vec<Stmt>> {
        let Some((step, rest)) = steps.split_first() else {
            return end.item(self, item, exit);
        };
        if let Stage::FlatMap(f) = step {
            return self.inner_loops(f, item, rest, exit, end);
        }
        let (mut stmts, item) = self.step(item, step, exit)?;
        stmts.extend(self.steps(item, rest, exit, end)?);
        Some(stmts)
    }

    /// What a step does to an item, and the item afterwards.
    fn step(&mut self, item: Expr, step: &Stage, exit: &TokenStream) -> Option<(Vec<Stmt>, Expr)> {
        let next = quote!(continue;);
        Some(match step {
            Stage::Map(f) => {
                let (mut stmts, value) = self.apply(f, vec![Arg::of(item)])?;
                let item = self.bound(&value, &mut stmts);
                (stmts, item)
            }
            Stage::Deref => {
                let mut stmts = Vec::new();
                let item = self.bound(&parse_quote_spanned!(item.span()=> *#item), &mut stmts);
                (stmts, item)
            }
            Stage::Filter(f) => {
                let (mut stmts, holds) = self.apply(f, vec![Arg::by_ref(item.clone())])?;
                stmts.extend(make::stmts(quote!(if !(#holds) { #next })));
                (stmts, item)
            }
            Stage::TakeWhile(f) => {
                let (mut stmts, holds) = self.apply(f, vec![Arg::by_ref(item.clone())])?;
                stmts.extend(make::stmts(quote!(if !(#holds) { #exit })));
                (stmts, item)
            }
            Stage::SkipWhile(f, skipping) => {
                let (stmts, holds) = self.apply(f, vec![Arg::by_ref(item.clone())])?;
                let skip = quote! {
                    if #skipping {
                        #(#stmts)*
                        if #holds { #next }
                        #skipping = false;
                    }
                };
                (make::stmts(skip), item)
            }
            Stage::Inspect(f) => {
                let (mut stmts, value) = self.apply(f, vec![Arg::by_ref(item.clone())])?;
                stmts.extend(make::stmts(quote!(#value;)));
                (stmts, item)
            }
            Stage::FilterMap(f) => self.optional(f, vec![Arg::of(item)], &next)?,
            Stage::MapWhile(f) => self.optional(f, vec![Arg::of(item)], exit)?,
            Stage::Scan(_, f, state) => {
                let state = parse_quote_spanned!(state.span()=> &mut #state);
                self.optional(f, vec![Arg::of(state), Arg::of(item)], exit)?
            }
            Stage::Successors(_, f, next, more) => {
                let item = self.names.numbered("item", next.span());
                let item: Expr = parse_quote_spanned!(next.span()=> #item);
                let label = make::label(&self.names.numbered("last", next.span()));
                let (stmts, option) = self.apply(f, vec![Arg::by_ref(item.clone())])?;
                let value = self.inside_option(&option, &quote!(break #label;))?;
                let stmts = quote! {
                    if !#more { #exit }
                    let #item = #next;
                    #more = false;
                    #label: {
                        #(#stmts)*
                        #next = #value;
                        #more = true;
                    }
                };
                (make::stmts(stmts), item)
            }
            Stage::Enumerate(count) => {
                let number = self.names.numbered("i", count.span());
                let stmts = make::stmts(quote!(let #number = #count; #count += 1;));
                (stmts, parse_quote_spanned!(item.span()=> (#number, #item)))
            }
            Stage::Skip(_, left) => {
                let stmts = make::stmts(quote!(if #left > 0 { #left -= 1; #next }));
                (stmts, item)
            }
            Stage::Take(_, left) => (make::stmts(quote!(#left -= 1;)), item),
            Stage::StepBy(size, count) => {
                let number = self.names.numbered("i", count.span());
                let stmts = quote! {
                    let #number = #count;
                    #count += 1;
                    if #number % (#size) != 0 { #next }
                };
                (make::stmts(stmts), item)
            }
            Stage::Pair(left, right) => {
                let (a, b) = (
                    self.names.numbered("item", item.span()),
                    self.names.numbered("item", item.span()),
                );
                let mut stmts = make::stmts(quote!(let (#a, #b) = #item;));
                let mut sides = Vec::new();
                for (name, steps) in [(a, left), (b, right)] {
                    let mut side = parse_quote_spanned!(name.span()=> #name);
                    for step in steps {
                        let (more, item) = self.step(side, step, exit)?;
                        stmts.extend(more);
                        side = item;
                    }
                    sides.push(side);
                }
                (stmts, parse_quote_spanned!(item.span()=> (#(#sides),*)))
            }
            Stage::FlatMap(_) => return None,
        })
    }

    /// A step that has no item where its closure returns `None`.
    fn optional(
        &mut self,
        f: &Expr,
        args: Vec<Arg>,
        exit: &TokenStream,
    ) -> Option<(Vec<Stmt>, Expr)> {
        let (mut stmts, option) = self.apply(f, args)?;
        let value = self.inside_option(&option, exit)?;
        let item = self.bound(&value, &mut stmts);
        Some((stmts, item))
    }

    fn inner_loops(
        &mut self,
        f: &Expr,
        item: Expr,
        rest: &[Stage],
        exit: &TokenStream,
        end: &mut dyn End,
    ) -> Option<Vec<Stmt>> {
        let (mut stmts, inner) = self.apply(f, vec![Arg::of(item)])?;
        // The body of the closure may be a block that ends with a chain.
        let inner = match inner {
            Expr::Block(mut b) if b.label.is_none() => {
                let Some(Stmt::Expr(tail, None)) = b.block.stmts.pop() else {
                    return None;
                };
                stmts.extend(b.block.stmts);
                tail
            }
            other => other,
        };
        let chain = Chain::read(&inner, self.names)?;
        states(&chain.steps, &mut stmts);
        for part in &chain.parts {
            states(&part.steps, &mut stmts);
            let all = part.steps.iter().chain(&chain.steps).chain(rest);
            let all: Vec<Stage> = all.cloned().collect();
            stmts.push(self.part(part, &all, exit, end)?);
        }
        Some(stmts)
    }

    /// A variable for an item, unless it is one already.
    fn bound(&mut self, value: &Expr, stmts: &mut Vec<Stmt>) -> Expr {
        if matches!(value, Expr::Path(p) if p.path.get_ident().is_some()) {
            return value.clone();
        }
        let span = value.span();
        let item = self.names.numbered("item", span);
        stmts.extend(make::stmts(quote_spanned!(span=> let #item = #value;)));
        parse_quote_spanned!(span=> #item)
    }
}

/// The variables that steps keep from one item to the next.
fn states(steps: &[Stage], before: &mut Vec<Stmt>) {
    for step in steps {
        let tokens = match step {
            Stage::Enumerate(count) | Stage::StepBy(_, count) => {
                quote!(let mut #count = 0_usize;)
            }
            Stage::Skip(n, left) | Stage::Take(n, left) => quote!(let mut #left: usize = #n;),
            Stage::Scan(first, _, state) => quote!(let mut #state = #first;),
            Stage::SkipWhile(_, skipping) => quote!(let mut #skipping = true;),
            Stage::Successors(first, _, next, more) => {
                quote!(let mut #next = #first; let mut #more = true;)
            }
            _ => continue,
        };
        before.extend(make::stmts(tokens));
    }
}

/// `take` looks before it asks for an item.
fn limits(steps: &[Stage], exit: &TokenStream) -> Vec<Stmt> {
    let near = steps.iter().take_while(|s| !matches!(s, Stage::FlatMap(_)));
    near.filter_map(|step| match step {
        Stage::Take(_, left) => Some(make::stmts(quote!(if #left == 0 { #exit }))),
        _ => None,
    })
    .flatten()
    .collect()
}
