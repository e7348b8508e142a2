//! A chain as loops: each step as the statements that it does to an item.
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Lifetime, Stmt, parse_quote, parse_quote_spanned};

use super::apply::Arg;
use super::read::{Chain, Part, Partner, Source, Stage, is_flat, numbered};
use super::{Chains, make};
use crate::lower::infer::is_iter_call;
use crate::types::unparen;

/// How often the body of a user's loop may stand in the loops of a chain.
const MOST_BODIES: usize = 4;

/// The loops of a chain, and what stands in front of them.
pub struct Loops {
    pub before: Vec<Stmt>,
    pub loops: Vec<Stmt>,
}

/// A step, and how it leaves the loops of its chain.
#[derive(Clone)]
struct Step {
    stage: Stage,
    exit: TokenStream,
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
        let label = (!chain.is_one_loop()).then(|| self.label(span));
        let exit = leave(label.as_ref());
        let mut before = Vec::new();
        let loops = self.parts(chain, &[], &exit, &exit, &mut before, end)?;
        Some(Loops {
            before,
            loops: labelled(label.as_ref(), loops),
        })
    }

    fn label(&mut self, span: Span) -> Lifetime {
        make::label(&self.names.numbered("chain", span))
    }

    /// A `for` loop of the user over a chain with steps.
    pub(super) fn looped(&mut self, f: &syn::ExprForLoop) -> Option<Expr> {
        let chain = Chain::read(&f.expr, self.names)?;
        if chain.is_plain() && !is_made(&f.expr) || !self.may_carry(&f.expr) {
            return None;
        }
        let (pat, span) = (&f.pat, f.expr.span());
        let one = chain.is_one_loop();
        let user = f.label.as_ref().map(|l| &l.name);
        let mut bodies = 0;
        let mut loops = self.loops(
            &chain,
            span,
            &mut |chains: &mut Chains, item: Expr, exit: &TokenStream| {
                let mut stmts = make::stmts(quote!(let #pat = #item;));
                let mut body = f.body.clone();
                bodies += 1;
                if !one {
                    let next = user.map(|_| chains.label(span));
                    Jumps {
                        user,
                        exit,
                        next: next.as_ref(),
                        inside: false,
                    }
                    .visit_block_mut(&mut body);
                    let body = &body;
                    let body: Stmt = match &next {
                        Some(next) => parse_quote_spanned!(span=> #next: #body),
                        None => parse_quote_spanned!(span=> #body),
                    };
                    stmts.push(body);
                    return Some(stmts);
                }
                stmts.extend(body.stmts);
                Some(stmts)
            },
        )?;
        if bodies > MOST_BODIES {
            return None;
        }
        if let (true, Some(label), Some(Stmt::Expr(Expr::ForLoop(one), _))) =
            (one, &f.label, loops.loops.first_mut())
        {
            one.label = Some(label.clone());
        }
        let (before, loops) = (&loops.before, &loops.loops);
        Some(parse_quote_spanned!(f.for_token.span=> { #(#before)* #(#loops)* }))
    }

    /// The loops of all parts of a chain, one after the other. `rest` are the steps of the chains around it, `exit`
    /// leaves it, and `all` leaves the outermost one.
    fn parts(
        &mut self,
        chain: &Chain,
        rest: &[Step],
        exit: &TokenStream,
        all: &TokenStream,
        before: &mut Vec<Stmt>,
        end: &mut dyn End,
    ) -> Option<Vec<Stmt>> {
        states(&chain.steps, before)?;
        let shared = chain.steps.iter().map(|stage| Step {
            stage: stage.clone(),
            exit: exit.clone(),
        });
        let rest: Vec<Step> = shared.chain(rest.iter().cloned()).collect();
        let mut loops = Vec::new();
        for part in &chain.parts {
            states(&part.steps, before)?;
            loops.extend(self.part(part, chain.parts.len() == 1, &rest, exit, all, before, end)?);
        }
        Some(loops)
    }

    /// The loop of one part; a step that ends the part goes on with the next one.
    #[allow(clippy::too_many_arguments)]
    fn part(
        &mut self,
        part: &Part,
        only: bool,
        rest: &[Step],
        exit: &TokenStream,
        all: &TokenStream,
        before: &mut Vec<Stmt>,
        end: &mut dyn End,
    ) -> Option<Vec<Stmt>> {
        let leaves = !only && part.steps.iter().any(Stage::may_leave);
        let one_loop = matches!(part.source, Source::Of(_))
            && is_flat(&part.steps)
            && rest.iter().all(|s| !matches!(s.stage, Stage::FlatMap(_)));
        let span = match &part.source {
            Source::Of(e) => e.span(),
            Source::Chain(_) => Span::call_site(),
        };
        let label = (leaves && !one_loop).then(|| self.label(span));
        let own = if leaves {
            leave(label.as_ref())
        } else {
            exit.clone()
        };
        let own = part.steps.iter().map(|stage| Step {
            stage: stage.clone(),
            exit: own.clone(),
        });
        let steps: Vec<Step> = own.chain(rest.iter().cloned()).collect();
        let loops = match &part.source {
            Source::Of(source) => vec![self.one_loop(source, &steps, all, end)?],
            Source::Chain(chain) => {
                let needs = chain.parts.len() > 1 && chain.steps.iter().any(Stage::may_leave);
                let label = needs.then(|| self.label(span));
                let exit = leave(label.as_ref());
                let loops = self.parts(chain, &steps, &exit, all, before, end)?;
                labelled(label.as_ref(), loops)
            }
        };
        Some(labelled(label.as_ref(), loops))
    }

    fn one_loop(
        &mut self,
        source: &Expr,
        steps: &[Step],
        all: &TokenStream,
        end: &mut dyn End,
    ) -> Option<Stmt> {
        let span = source.span();
        let item = self.names.numbered("item", span);
        let first = parse_quote_spanned!(span=> #item);
        let mut body = limits(steps);
        body.extend(self.steps(first, steps, all, end)?);
        let tokens: Expr = parse_quote_spanned!(span=> for #item in #source { #(#body)* });
        Some(Stmt::Expr(tokens, None))
    }

    fn steps(
        &mut self,
        item: Expr,
        steps: &[Step],
        all: &TokenStream,
        end: &mut dyn End,
    ) -> Option<Vec<Stmt>> {
        let Some((step, rest)) = steps.split_first() else {
            return end.item(self, item, all);
        };
        if let Stage::FlatMap(f) = &step.stage {
            return self.inner_loops(f, item, rest, all, end);
        }
        let (mut stmts, item) = self.step(item, &step.stage, &step.exit)?;
        stmts.extend(self.steps(item, rest, all, end)?);
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
            Stage::Zip(partner) => self.partnered(item, partner, exit)?,
            Stage::FlatMap(_) => return None,
        })
    }

    /// The pair of an item and the partner whose turn it is.
    fn partnered(
        &mut self,
        item: Expr,
        partner: &Partner,
        exit: &TokenStream,
    ) -> Option<(Vec<Stmt>, Expr)> {
        let Partner { number, count, .. } = partner;
        let (other, counted) = numbered(&partner.source, &parse_quote!(#number))?;
        let mut stmts = Vec::new();
        if counted.is_some() {
            stmts.extend(make::stmts(quote!(if #number >= #count { #exit })));
        }
        let mut other = self.bound(&other, &mut stmts);
        stmts.extend(make::stmts(quote!(#number += 1;)));
        for step in &partner.steps {
            let (more, item) = self.step(other, step, exit)?;
            stmts.extend(more);
            other = item;
        }
        let span = item.span();
        let pair = if partner.left {
            parse_quote_spanned!(span=> (#other, #item))
        } else {
            parse_quote_spanned!(span=> (#item, #other))
        };
        Some((stmts, pair))
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
        rest: &[Step],
        all: &TokenStream,
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
        let chain = Chain::read_any(&inner, self.names)?;
        let flat =
            is_flat(&chain.steps) && rest.iter().all(|s| !matches!(s.stage, Stage::FlatMap(_)));
        let steps = chain
            .parts
            .iter()
            .flat_map(|p| &p.steps)
            .chain(&chain.steps);
        let label = (!(flat && chain.is_one_loop()) && steps.clone().any(Stage::may_leave))
            .then(|| self.label(inner.span()));
        let exit = leave(label.as_ref());
        let mut before = Vec::new();
        let loops = self.parts(&chain, rest, &exit, all, &mut before, end)?;
        stmts.extend(before);
        stmts.extend(labelled(label.as_ref(), loops));
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

/// How a chain is left: by its label, or by the end of its one loop.
fn leave(label: Option<&Lifetime>) -> TokenStream {
    match label {
        Some(label) => quote_spanned!(label.span()=> break #label;),
        None => quote!(break;),
    }
}

fn labelled(label: Option<&Lifetime>, loops: Vec<Stmt>) -> Vec<Stmt> {
    let Some(label) = label else {
        return loops;
    };
    let span = label.span();
    let block: Expr = parse_quote_spanned!(span=> #label: { #(#loops)* });
    vec![Stmt::Expr(block, Some(syn::Token![;](span)))]
}

/// Whether a `for` loop runs over `once` and its kin, which stand for something else.
fn is_made(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Call(c) if is_iter_call(c))
}

/// Where the body of a user's loop jumps, once it stands inside several loops.
struct Jumps<'j> {
    user: Option<&'j Lifetime>,
    exit: &'j TokenStream,
    /// The label of the body, where the loop had one.
    next: Option<&'j Lifetime>,
    /// Whether a jump without a label belongs to a loop of the body.
    inside: bool,
}

impl Jumps<'_> {
    fn is_ours(&self, label: Option<&Lifetime>) -> bool {
        match label {
            Some(label) => self.user.is_some_and(|user| user.ident == label.ident),
            None => !self.inside,
        }
    }

    fn looped(&mut self, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.inside, true);
        visit(self);
        self.inside = outer;
    }
}

impl VisitMut for Jumps<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Break(b) if self.is_ours(b.label.as_ref()) => {
                let exit = self.exit;
                *e = parse_quote_spanned!(b.break_token.span=> { #exit });
            }
            Expr::Continue(c) if c.label.is_some() && self.is_ours(c.label.as_ref()) => {
                let next = self.next;
                *e = parse_quote_spanned!(c.continue_token.span=> break #next);
            }
            Expr::ForLoop(f) => {
                self.visit_expr_mut(&mut f.expr);
                self.looped(|j| j.visit_block_mut(&mut f.body));
            }
            Expr::While(w) => self.looped(|j| {
                j.visit_expr_mut(&mut w.cond);
                j.visit_block_mut(&mut w.body);
            }),
            Expr::Loop(l) => self.looped(|j| j.visit_block_mut(&mut l.body)),
            Expr::Closure(_) => {}
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The variables that steps keep from one item to the next.
fn states(steps: &[Stage], before: &mut Vec<Stmt>) -> Option<()> {
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
            Stage::Zip(Partner {
                source,
                number,
                count,
                ..
            }) => {
                let (_, counted) = numbered(source, &parse_quote!(#number))?;
                let counted = counted.map(|c| quote!(let #count: usize = #c;));
                quote!(let mut #number = 0_usize; #counted)
            }
            _ => continue,
        };
        before.extend(make::stmts(tokens));
    }
    Some(())
}

/// `take` looks before it asks for an item, of whatever chain.
fn limits(steps: &[Step]) -> Vec<Stmt> {
    let takes = steps.iter().filter_map(|step| match &step.stage {
        Stage::Take(_, left) => Some((left, &step.exit)),
        _ => None,
    });
    takes
        .flat_map(|(left, exit)| make::stmts(quote!(if #left == 0 { #exit })))
        .collect()
}
