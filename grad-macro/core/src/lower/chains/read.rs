//! Method calls as a chain: where the items come from, and what happens to each.
use proc_macro2::Ident;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, parse_quote, parse_quote_spanned};

use super::early::changes_captures;
use crate::lower::infer::{is_chain, is_iter_call, is_some};
use crate::names::Names;
use crate::types::unparen;

/// What happens to an item. Identifiers are those of variables in front of the loop.
#[derive(Clone)]
pub enum Stage {
    Map(Expr),
    Filter(Expr),
    FilterMap(Expr),
    MapWhile(Expr),
    TakeWhile(Expr),
    SkipWhile(Expr, Ident),
    Inspect(Expr),
    /// With the first state.
    Scan(Box<Expr>, Expr, Ident),
    /// Each item from the one before: the first, what makes the next, and whether there is one.
    Successors(Box<Expr>, Expr, Ident, Ident),
    /// With a closure that returns a chain.
    FlatMap(Expr),
    /// `copied` and `cloned`.
    Deref,
    Enumerate(Ident),
    Skip(Expr, Ident),
    Take(Expr, Ident),
    StepBy(Expr, Ident),
    /// The two sides of a pair go their own ways.
    Pair(Vec<Stage>, Vec<Stage>),
    /// A partner for each item that is left.
    Zip(Partner),
}

/// The side of a pair whose items are found by their number, since the loop runs over the other side.
#[derive(Clone)]
pub struct Partner {
    pub source: Expr,
    pub steps: Vec<Stage>,
    /// The number of the next item, and how many there are.
    pub number: Ident,
    pub count: Ident,
    /// Whether it is the left side of the pair.
    pub left: bool,
}

impl Stage {
    /// Whether a closure may write to what is around it.
    fn may_write(&self) -> bool {
        match self {
            Stage::Pair(a, b) => a.iter().chain(b).any(Stage::may_write),
            Stage::Map(f)
            | Stage::Inspect(f)
            | Stage::Filter(f)
            | Stage::FilterMap(f)
            | Stage::MapWhile(f)
            | Stage::TakeWhile(f)
            | Stage::SkipWhile(f, _)
            | Stage::Scan(_, f, _)
            | Stage::Successors(_, f, _, _)
            | Stage::FlatMap(f) => may_write(f),
            Stage::Zip(partner) => partner.steps.iter().any(Stage::may_write),
            Stage::Deref
            | Stage::Enumerate(_)
            | Stage::Skip(..)
            | Stage::Take(..)
            | Stage::StepBy(..) => false,
        }
    }

    /// Whether every item makes one item, whatever came before.
    fn is_one_to_one(&self) -> bool {
        match self {
            Stage::Map(_) | Stage::Inspect(_) | Stage::Deref => true,
            Stage::Pair(a, b) => a.iter().chain(b).all(Stage::is_one_to_one),
            _ => false,
        }
    }

    /// Whether what becomes of an item does not depend on those before it.
    fn forgets(&self) -> bool {
        self.is_one_to_one() || matches!(self, Stage::Filter(_) | Stage::FilterMap(_))
    }

    /// Whether it may end the loop.
    pub fn may_leave(&self) -> bool {
        matches!(
            self,
            Stage::TakeWhile(_)
                | Stage::MapWhile(_)
                | Stage::Scan(..)
                | Stage::Successors(..)
                | Stage::Take(..)
                | Stage::Zip(_)
        )
    }
}

/// Where the items of a part come from.
#[derive(Clone)]
pub enum Source {
    /// What a `for` loop can run over.
    Of(Expr),
    /// A chain with steps of its own behind all of its parts.
    Chain(Chain),
}

/// Items from one place, and their steps.
#[derive(Clone)]
pub struct Part {
    pub source: Source,
    pub steps: Vec<Stage>,
}

#[derive(Clone)]
pub struct Chain {
    /// One after the other.
    pub parts: Vec<Part>,
    /// The steps of all items after those of their part.
    pub steps: Vec<Stage>,
}

/// Methods of chains and of `Option` that take closures.
pub fn takes_closure(name: &str) -> bool {
    matches!(
        name,
        "map"
            | "filter"
            | "filter_map"
            | "flat_map"
            | "map_while"
            | "take_while"
            | "skip_while"
            | "inspect"
            | "scan"
            | "fold"
            | "try_fold"
            | "partition"
            | "for_each"
            | "any"
            | "all"
            | "position"
            | "find"
            | "max_by"
            | "min_by"
            | "reduce"
            | "and_then"
            | "or_else"
            | "map_or"
            | "map_or_else"
            | "unwrap_or_else"
            | "is_some_and"
            | "is_ok_and"
            | "is_none_or"
            | "then"
    )
}

impl Part {
    fn of(source: Expr) -> Part {
        Part {
            source: Source::Of(source),
            steps: Vec::new(),
        }
    }

    /// Whether its items come from one loop without others inside.
    fn is_one_loop(&self) -> bool {
        matches!(self.source, Source::Of(_)) && is_flat(&self.steps)
    }
}

pub fn is_flat(steps: &[Stage]) -> bool {
    steps.iter().all(|s| !matches!(s, Stage::FlatMap(_)))
}

impl Chain {
    /// Reads an expression that a `for` loop could run over.
    pub fn read(e: &Expr, names: &mut Names) -> Option<Chain> {
        if !is_chain(e) {
            return None;
        }
        match unparen(e) {
            Expr::MethodCall(m) if is_chain(&m.receiver) => {
                let mut chain = Chain::read(&m.receiver, names)?;
                chain.adapt(m, names)?;
                Some(chain)
            }
            Expr::Call(c) if is_iter_call(c) => Chain::made(c, names),
            other => Some(Chain::of(other.clone())),
        }
    }

    /// The same; what is no chain is taken as it is.
    pub fn read_any(e: &Expr, names: &mut Names) -> Option<Chain> {
        if is_chain(e) {
            Chain::read(e, names)
        } else {
            Some(Chain::of(e.clone()))
        }
    }

    fn of(source: Expr) -> Chain {
        Chain {
            parts: vec![Part::of(source)],
            steps: Vec::new(),
        }
    }

    /// `once(e)` and its kin.
    fn made(c: &syn::ExprCall, names: &mut Names) -> Option<Chain> {
        let Expr::Path(p) = unparen(&c.func) else {
            return None;
        };
        let arg = c.args.first()?;
        match p.path.segments.last()?.ident.to_string().as_str() {
            "once" => Some(Chain::of(parse_quote!([#arg]))),
            "repeat_n" => {
                let count = c.args.iter().nth(1)?;
                let mut chain = Chain::of(parse_quote!(0..#count));
                chain.parts[0].steps = vec![Stage::Map(parse_quote!(|_| #arg))];
                Some(chain)
            }
            "successors" => {
                let (Expr::Call(some), f) = (unparen(arg), c.args.iter().nth(1)?) else {
                    return None;
                };
                let first = some.args.first().filter(|_| is_some(some))?;
                let mut state = |stem: &str| names.numbered(stem, c.span());
                let mut chain = Chain::of(parse_quote!(0..));
                chain.parts[0].steps = vec![Stage::Successors(
                    Box::new(first.clone()),
                    f.clone(),
                    state("next"),
                    state("more"),
                )];
                Some(chain)
            }
            // Its length comes from `take`.
            "repeat" => Some(Chain::of(Expr::Call(c.clone()))),
            _ => None,
        }
    }

    /// Whether a `for` loop yields its items as they are.
    pub fn is_plain(&self) -> bool {
        self.plain().is_some()
    }

    /// Numbers the items of such a source.
    pub fn number(&mut self) {
        if let [part] = self.parts.as_mut_slice()
            && let Source::Of(source) = &mut part.source
        {
            let inner = in_parentheses(source.clone());
            *source = parse_quote_spanned!(source.span()=> #inner.enumerate());
        }
    }

    /// The source whose items are not changed.
    pub fn plain(&self) -> Option<&Expr> {
        match self.parts.as_slice() {
            [part] if part.steps.is_empty() && self.steps.is_empty() => match &part.source {
                Source::Of(e) => Some(e),
                Source::Chain(_) => None,
            },
            _ => None,
        }
    }

    /// All steps, where there is one source.
    fn single(&self) -> Option<Vec<&Stage>> {
        match self.parts.as_slice() {
            [part] if matches!(part.source, Source::Of(_)) => {
                Some(part.steps.iter().chain(&self.steps).collect())
            }
            _ => None,
        }
    }

    fn is_one_to_one(&self) -> bool {
        self.single()
            .is_some_and(|steps| steps.iter().all(|s| s.is_one_to_one()))
    }

    fn may_write(&self) -> bool {
        let inside = |part: &Part| match &part.source {
            Source::Chain(chain) => chain.may_write(),
            Source::Of(_) => false,
        };
        let steps = self.parts.iter().flat_map(|p| &p.steps);
        self.parts.iter().any(inside) || steps.chain(&self.steps).any(Stage::may_write)
    }

    /// Whether every item is followed by another or by the end of one loop.
    pub fn is_one_loop(&self) -> bool {
        self.parts.len() == 1 && self.parts[0].is_one_loop() && is_flat(&self.steps)
    }

    fn adapt(&mut self, m: &ExprMethodCall, names: &mut Names) -> Option<()> {
        let args: Vec<&Expr> = m.args.iter().collect();
        let (name, span) = (m.method.to_string(), m.method.span());
        let first = || args.first().map(|a| (*a).clone());
        match (name.as_str(), args.len()) {
            ("take", 1) if self.repeated().is_some() => {
                let (value, count) = (self.repeated()?, first()?);
                let part = &mut self.parts[0];
                part.source = Source::Of(parse_quote_spanned!(span=> 0..#count));
                part.steps = vec![Stage::Map(parse_quote_spanned!(span=> |_| #value))];
                return Some(());
            }
            ("copied" | "cloned" | "enumerate", 0) | ("skip" | "take" | "step_by", 1)
                if self.is_plain() =>
            {
                return self.on_source(m);
            }
            // The steps see no more items than they would.
            ("take", 1) if self.is_one_to_one() => return self.on_source(m),
            ("rev", 0) => return self.reverse(m),
            ("zip", 1) => return self.zip(Chain::read_any(args[0], names)?, m, names),
            ("chain", 1) => return self.chain(Chain::read_any(args[0], names)?),
            _ => {}
        }
        let mut state = |stem: &str| names.numbered(stem, span);
        self.steps.push(match (name.as_str(), args.len()) {
            ("map", 1) => Stage::Map(first()?),
            ("filter", 1) => Stage::Filter(first()?),
            ("filter_map", 1) => Stage::FilterMap(first()?),
            ("map_while", 1) => Stage::MapWhile(first()?),
            ("take_while", 1) => Stage::TakeWhile(first()?),
            ("skip_while", 1) => Stage::SkipWhile(first()?, state("skipping")),
            ("inspect", 1) => Stage::Inspect(first()?),
            ("scan", 2) => Stage::Scan(Box::new(args[0].clone()), args[1].clone(), state("state")),
            ("flat_map", 1) => Stage::FlatMap(first()?),
            ("flatten", 0) => Stage::FlatMap(parse_quote_spanned!(span=> |row| row)),
            ("copied" | "cloned", 0) => Stage::Deref,
            ("enumerate", 0) => Stage::Enumerate(state("count")),
            ("skip", 1) => Stage::Skip(first()?, state("skip")),
            ("take", 1) => Stage::Take(first()?, state("left")),
            ("step_by", 1) => Stage::StepBy(first()?, state("step")),
            _ => return None,
        });
        Some(())
    }

    /// The value of a `repeat` that nothing was done with.
    fn repeated(&self) -> Option<Expr> {
        match self.plain()? {
            Expr::Call(c) if is_iter_call(c) => c.args.first().cloned(),
            _ => None,
        }
    }

    /// Applies a method to what the items come from, in front of all steps.
    fn on_source(&mut self, m: &ExprMethodCall) -> Option<()> {
        match self.parts.as_mut_slice() {
            [part] => part.on_source(m),
            _ => None,
        }
    }

    /// The closures are called from the last item to the first then; not so where the numbers of items or
    /// those before them count. Of a pair, the longer side is shortened first, which calls its closures: that
    /// shows where they write.
    fn reverse(&mut self, m: &ExprMethodCall) -> Option<()> {
        self.number_sources();
        let pairs = self.parts.iter().flat_map(|p| &p.steps).chain(&self.steps);
        let writes = pairs
            .clone()
            .any(|s| matches!(s, Stage::Pair(..)) && s.may_write());
        if writes || !pairs.clone().all(Stage::forgets) {
            return None;
        }
        self.parts.reverse();
        self.parts.iter_mut().try_for_each(|p| p.on_source(m))
    }

    /// Numbers items at their source where no step leaves any out.
    fn number_sources(&mut self) {
        while let [part] = self.parts.as_mut_slice()
            && let Some(at) = self
                .steps
                .iter()
                .position(|s| matches!(s, Stage::Enumerate(_)))
            && part
                .steps
                .iter()
                .chain(&self.steps[..at])
                .all(Stage::is_one_to_one)
            && let Source::Of(source) = &mut part.source
        {
            let inner = in_parentheses(source.clone());
            *source = parse_quote_spanned!(source.span()=> #inner.enumerate());
            part.steps.extend(self.steps.drain(..at));
            self.steps.remove(0);
            part.steps = vec![Stage::Pair(Vec::new(), std::mem::take(&mut part.steps))];
        }
    }

    /// Items side by side.
    fn zip(&mut self, mut other: Chain, m: &ExprMethodCall, names: &mut Names) -> Option<()> {
        self.number_sources();
        other.number_sources();
        if self.is_one_to_one() && other.is_one_to_one() {
            return self.pair(other, m);
        }
        let left = !other.is_one_to_one();
        // The left side is asked first: where closures write, that shows.
        if left && (!self.is_one_to_one() || self.may_write() || other.may_write()) {
            return None;
        }
        let partner = if left {
            std::mem::replace(self, other)
        } else {
            other
        };
        let (source, steps) = partner.into_single()?;
        let span = m.method.span();
        self.steps.push(Stage::Zip(Partner {
            source,
            steps,
            number: names.numbered("number", span),
            count: names.numbered("count", span),
            left,
        }));
        Some(())
    }

    fn into_single(self) -> Option<(Expr, Vec<Stage>)> {
        let part = self.parts.into_iter().next()?;
        let Source::Of(source) = part.source else {
            return None;
        };
        Some((source, part.steps.into_iter().chain(self.steps).collect()))
    }

    /// The same where nothing is left out on either side.
    fn pair(&mut self, other: Chain, m: &ExprMethodCall) -> Option<()> {
        let plain = self.is_plain() && other.is_plain();
        let (right, right_steps) = other.into_single()?;
        let left = self.parts.first_mut()?;
        left.steps.append(&mut self.steps);
        let Source::Of(source) = &mut left.source else {
            return None;
        };
        let mut zipped = m.clone();
        zipped.receiver = Box::new(in_parentheses(source.clone()));
        zipped.args = [right].into_iter().collect();
        *source = Expr::MethodCall(zipped);
        let pair = Stage::Pair(std::mem::take(&mut left.steps), right_steps);
        if !plain {
            left.steps = vec![pair];
        }
        Some(())
    }

    /// The items of another chain behind.
    fn chain(&mut self, other: Chain) -> Option<()> {
        let mut parts = std::mem::replace(
            self,
            Chain {
                parts: Vec::new(),
                steps: Vec::new(),
            },
        )
        .into_parts();
        parts.extend(other.into_parts());
        self.parts = parts;
        Some(())
    }

    /// Parts with all steps in them.
    fn into_parts(self) -> Vec<Part> {
        let mut parts = self.parts;
        match parts.as_mut_slice() {
            _ if self.steps.is_empty() => parts,
            [part] => {
                part.steps.extend(self.steps);
                parts
            }
            _ => vec![Part {
                source: Source::Chain(Chain {
                    parts,
                    steps: self.steps,
                }),
                steps: Vec::new(),
            }],
        }
    }
}

impl Part {
    fn on_source(&mut self, m: &ExprMethodCall) -> Option<()> {
        let Source::Of(source) = &mut self.source else {
            return None;
        };
        let mut adapted = m.clone();
        adapted.receiver = Box::new(in_parentheses(source.clone()));
        *source = Expr::MethodCall(adapted);
        Some(())
    }
}

/// The item with a number, and how many there are, unless they never end.
///
/// `x.iter()` becomes `&x[number]` of `x.len()`.
pub fn numbered(source: &Expr, number: &Expr) -> Option<(Expr, Option<Expr>)> {
    let m = match unparen(source) {
        Expr::Range(r) => {
            let start = r.start.as_ref()?;
            let closed = matches!(r.limits, syn::RangeLimits::Closed(_));
            let count = r.end.as_ref().map(|end| -> Expr {
                let end: Expr = if closed {
                    parse_quote!((#end) + 1)
                } else {
                    parse_quote!((#end))
                };
                parse_quote!((#end).saturating_sub(#start))
            });
            return Some((parse_quote!((#start) + #number), count));
        }
        Expr::MethodCall(m) => m,
        _ => return None,
    };
    let list = &m.receiver;
    let arg = m.args.first();
    Some(match (m.method.to_string().as_str(), arg) {
        ("iter", None) => (
            parse_quote!(&#list[#number]),
            Some(parse_quote!(#list.len())),
        ),
        ("iter_mut", None) => (
            parse_quote!(&mut #list[#number]),
            Some(parse_quote!(#list.len())),
        ),
        ("windows", Some(size)) => (
            parse_quote!(&#list[#number..#number + (#size)]),
            Some(parse_quote!((#list.len() + 1).saturating_sub(#size))),
        ),
        ("copied" | "cloned", None) => {
            let (item, count) = numbered(list, number)?;
            (parse_quote!(*(#item)), count)
        }
        ("enumerate", None) => {
            let (item, count) = numbered(list, number)?;
            (parse_quote!((#number, #item)), count)
        }
        ("skip", Some(n)) => {
            let (item, count) = numbered(list, &parse_quote!((#number + (#n))))?;
            (
                item,
                count.map(|count| parse_quote!((#count).saturating_sub(#n))),
            )
        }
        ("take", Some(n)) => {
            let (item, count) = numbered(list, number)?;
            let count = count.map_or_else(|| (*n).clone(), |count| parse_quote!((#count).min(#n)));
            (item, Some(count))
        }
        ("rev", None) => {
            let (_, count) = numbered(list, number)?;
            let count = count?;
            let (item, _) = numbered(list, &parse_quote!((#count - 1 - #number)))?;
            (item, Some(count))
        }
        ("zip", Some(other)) => {
            let (left, a) = numbered(list, number)?;
            let (right, b) = numbered(other, number)?;
            let count = match (a, b) {
                (Some(a), Some(b)) => Some(parse_quote!((#a).min(#b))),
                (a, b) => a.or(b),
            };
            (parse_quote!((#left, #right)), count)
        }
        _ => return None,
    })
}

/// A range needs them as a receiver.
fn in_parentheses(e: Expr) -> Expr {
    match e {
        Expr::Range(_) => parse_quote!((#e)),
        other => other,
    }
}

/// Whether a closure may write to what is around it: one with a name is not looked into.
fn may_write(f: &Expr) -> bool {
    match unparen(f) {
        Expr::Path(p) => p.path.get_ident().is_some(),
        Expr::Closure(closure) => changes_captures(closure),
        _ => true,
    }
}
