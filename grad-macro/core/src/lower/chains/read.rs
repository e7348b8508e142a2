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
}

impl Stage {
    /// Whether a closure on a side of a pair may write to what is around it.
    fn is_writing_pair(&self) -> bool {
        match self {
            Stage::Pair(a, b) => a.iter().chain(b).any(|s| match s {
                Stage::Map(f) | Stage::Inspect(f) => may_write(f),
                other => other.is_writing_pair(),
            }),
            _ => false,
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
}

/// Items from one place, and their steps.
#[derive(Clone)]
pub struct Part {
    /// What a `for` loop can run over.
    pub source: Expr,
    pub steps: Vec<Stage>,
}

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
    fn read_any(e: &Expr, names: &mut Names) -> Option<Chain> {
        if is_chain(e) {
            Chain::read(e, names)
        } else {
            Some(Chain::of(e.clone()))
        }
    }

    fn of(source: Expr) -> Chain {
        let part = Part {
            source,
            steps: Vec::new(),
        };
        Chain {
            parts: vec![part],
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
        self.steps.is_empty() && self.parts.len() == 1 && self.parts[0].steps.is_empty()
    }

    fn is_one_to_one(&self) -> bool {
        self.parts.len() == 1
            && self.parts[0]
                .steps
                .iter()
                .chain(&self.steps)
                .all(Stage::is_one_to_one)
    }

    fn has_writing_pair(&self) -> bool {
        let steps = self.parts.iter().flat_map(|p| &p.steps);
        steps.chain(&self.steps).any(Stage::is_writing_pair)
    }

    /// Whether every item is followed by another or by the end of one loop.
    pub fn is_one_loop(&self) -> bool {
        fn flat(steps: &[Stage]) -> bool {
            steps.iter().all(|s| !matches!(s, Stage::FlatMap(_)))
        }
        self.parts.len() == 1 && flat(&self.parts[0].steps) && flat(&self.steps)
    }

    fn adapt(&mut self, m: &ExprMethodCall, names: &mut Names) -> Option<()> {
        let args: Vec<&Expr> = m.args.iter().collect();
        let (name, span) = (m.method.to_string(), m.method.span());
        let first = || args.first().map(|a| (*a).clone());
        match (name.as_str(), args.len()) {
            ("take", 1) if self.repeated().is_some() => {
                let (value, count) = (self.repeated()?, first()?);
                self.parts[0].source = parse_quote_spanned!(span=> 0..#count);
                self.parts[0].steps = vec![Stage::Map(parse_quote_spanned!(span=> |_| #value))];
                return Some(());
            }
            ("copied" | "cloned" | "enumerate" | "rev", 0) | ("skip" | "take" | "step_by", 1)
                if self.is_plain() =>
            {
                return self.on_source(m);
            }
            // The closures are called from the last item to the first all the same. Of a pair, the longer side
            // is shortened first, which calls its closures: that shows where they write.
            ("rev", 0) if self.is_one_to_one() && !self.has_writing_pair() => {
                return self.on_source(m);
            }
            ("zip", 1) => return self.zip(Chain::read_any(args[0], names)?, m),
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
        match &self.parts[0].source {
            Expr::Call(c) if self.is_plain() && is_iter_call(c) => c.args.first().cloned(),
            _ => None,
        }
    }

    fn on_source(&mut self, m: &ExprMethodCall) -> Option<()> {
        let part = self.parts.first_mut()?;
        let mut adapted = m.clone();
        adapted.receiver = Box::new(in_parentheses(part.source.clone()));
        part.source = Expr::MethodCall(adapted);
        Some(())
    }

    /// Items side by side, where nothing is left out on either side.
    fn zip(&mut self, other: Chain, m: &ExprMethodCall) -> Option<()> {
        if !self.is_one_to_one() || !other.is_one_to_one() {
            return None;
        }
        let plain = self.is_plain() && other.is_plain();
        let mut right = other.parts.into_iter().next()?;
        right.steps.extend(other.steps);
        let left = self.parts.first_mut()?;
        left.steps.append(&mut self.steps);
        let mut zipped = m.clone();
        zipped.receiver = Box::new(in_parentheses(left.source.clone()));
        zipped.args = [right.source].into_iter().collect();
        left.source = Expr::MethodCall(zipped);
        let pair = Stage::Pair(std::mem::take(&mut left.steps), right.steps);
        if !plain {
            left.steps = vec![pair];
        }
        Some(())
    }

    fn chain(&mut self, other: Chain) -> Option<()> {
        let shared = std::mem::take(&mut self.steps);
        if self.parts.len() > 1 && !shared.is_empty() {
            return None;
        }
        self.parts[0].steps.extend(shared);
        for mut part in other.parts {
            part.steps.extend(other.steps.iter().cloned());
            self.parts.push(part);
        }
        Some(())
    }
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
