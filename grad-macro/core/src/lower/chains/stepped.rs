//! Iterators in variables whose items are asked for one by one.
//!
//! `let mut it = x.iter().map(f);` becomes `let mut at = 0;`, and `it.next()` becomes
//! `x.iter().skip({ at += 1; at - 1 }).map(f).next()`. `while let Some(v) = it.next()` is a loop over `at`, and
//! `it.peek()` looks at the item there.
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::{Expr, ExprMethodCall, ExprWhile, Pat, Stmt, parse_quote, parse_quote_spanned};

use super::apply::Arg;
use super::{Chains, make};
use crate::lower::infer::{is_chain, turbofish};
use crate::types::{unparen, wrapped_in};

/// An iterator, and the variable that counts the items which were asked for.
#[derive(Clone)]
pub struct Stepped {
    /// The items before the closures of the chain.
    source: Expr,
    /// Methods on them, first to last.
    steps: Vec<ExprMethodCall>,
    at: Ident,
    count: Option<Ident>,
}

impl Stepped {
    /// Whether the items are no references by themselves.
    fn yields_values(&self) -> bool {
        let last = self.steps.last().map(|m| &m.method);
        match (last, unparen(&self.source)) {
            (Some(_), _) | (None, Expr::Range(_)) => true,
            (None, Expr::MethodCall(m)) => !matches!(
                m.method.to_string().as_str(),
                "iter" | "iter_mut" | "windows" | "rev" | "skip" | "take" | "step_by"
            ),
            _ => true,
        }
    }

    /// The chain from an item on.
    fn from(&self, at: &Expr) -> Expr {
        let source = &self.source;
        let mut chain: Expr = parse_quote!((#source).skip(#at));
        for step in &self.steps {
            let mut step = step.clone();
            step.receiver = Box::new(chain);
            chain = Expr::MethodCall(step);
        }
        chain
    }
}

/// What a method on an iterator asks for: so many items, or all that are left.
pub fn steps_by(m: &ExprMethodCall) -> Option<Option<Expr>> {
    let args: Vec<&Expr> = m.args.iter().collect();
    match (m.method.to_string().as_str(), args.as_slice()) {
        ("next", []) => Some(Some(parse_quote!(1))),
        ("peek", []) => Some(Some(parse_quote!(0))),
        ("nth", [Expr::Lit(n)]) => Some(Some(parse_quote!(#n + 1))),
        // The iterator is taken by value.
        (
            "map" | "filter" | "filter_map" | "flat_map" | "flatten" | "map_while" | "take_while"
            | "skip_while" | "inspect" | "scan" | "zip" | "chain" | "enumerate" | "rev" | "skip"
            | "take" | "step_by" | "copied" | "cloned" | "sum" | "product" | "fold" | "for_each"
            | "collect" | "max_by" | "min_by" | "reduce" | "last" | "count" | "unzip" | "partition",
            _,
        ) => Some(None),
        _ => None,
    }
}

/// `it.by_ref().take(n)` below a method that asks for all of its items: only then `n` are gone, if there are so
/// many.
pub fn taken_whole(end: &ExprMethodCall) -> Option<&ExprMethodCall> {
    let mut adapted = false;
    let mut below = unparen(&end.receiver);
    loop {
        let Expr::MethodCall(m) = below else {
            return None;
        };
        match m.method.to_string().as_str() {
            "take" => return (asks_for_all(end, adapted) && by_ref_of(m).is_some()).then_some(m),
            "map" | "filter_map" => adapted = true,
            "filter" | "inspect" | "copied" | "cloned" | "enumerate" => {}
            _ => return None,
        }
        below = unparen(&m.receiver);
    }
}

/// Whether a method at the end of a chain asks for every item: what fails ends some before, and only a type that
/// is said tells whether items may.
fn asks_for_all(end: &ExprMethodCall, adapted: bool) -> bool {
    match end.method.to_string().as_str() {
        "fold" | "for_each" | "count" | "last" | "max_by" | "min_by" | "reduce" | "unzip"
        | "partition" => true,
        "sum" | "product" | "collect" => match turbofish(end) {
            Some(ty) => wrapped_in(&ty).is_none(),
            None => !adapted,
        },
        _ => false,
    }
}

/// `it.by_ref()` of `it.by_ref().take(n)`.
pub fn by_ref_of(m: &ExprMethodCall) -> Option<&ExprMethodCall> {
    let simple = matches!(m.args.first(), Some(Expr::Lit(_) | Expr::Path(_)));
    match unparen(&m.receiver) {
        Expr::MethodCall(inner)
            if m.method == "take"
                && simple
                && inner.method == "by_ref"
                && inner.args.is_empty() =>
        {
            Some(inner)
        }
        _ => None,
    }
}

/// The `take` of such a chain.
fn take_below(e: &mut Expr) -> Option<&mut ExprMethodCall> {
    match e {
        Expr::Paren(p) => take_below(&mut p.expr),
        Expr::MethodCall(m) => {
            if m.method == "take" {
                Some(m)
            } else {
                take_below(&mut m.receiver)
            }
        }
        _ => None,
    }
}

/// Whether a pattern takes every item.
fn takes_all(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(p) => p.subpat.is_none() && crate::lower::resolve::is_variable(p),
        Pat::Reference(p) => takes_all(&p.pat),
        Pat::Paren(p) => takes_all(&p.pat),
        Pat::Tuple(p) => p.elems.iter().all(takes_all),
        Pat::Wild(_) => true,
        _ => false,
    }
}

impl Chains<'_> {
    /// `let mut it = chain`: the variables in its place, where all its uses are followed.
    pub(super) fn stepped(&mut self, name: &str, chain: &Expr, span: Span) -> Option<Vec<Stmt>> {
        if !self.uses.only_asked(name) {
            return None;
        }
        let mut chain = chain.clone();
        let mut kept = self.taken_early(&mut chain);
        let (source, steps) = match unparen(&chain) {
            Expr::MethodCall(m) if m.method == "peekable" => {
                // A closure would run once more for each look; parts of a tuple are not lent.
                parts_of(&m.receiver).filter(|(source, steps)| {
                    !yields_tuples(source) && steps.iter().all(|s| s.args.is_empty())
                })
            }
            _ => parts_of(&chain),
        }?;
        let at = self.names.numbered("at", span);
        let (_, count) = super::read::numbered(&source, &parse_quote!(#at))?;
        let count = count.map(|e| (self.names.numbered("count", span), e));
        kept.extend(make::stmts(quote!(let mut #at: usize = 0;)));
        if let Some((name, e)) = &count {
            kept.extend(make::stmts(quote!(let #name: usize = #e;)));
        }
        let stepped = Stepped {
            source,
            steps,
            at,
            count: count.map(|(name, _)| name),
        };
        self.stepped.insert(name.to_owned(), stepped);
        self.changed = true;
        Some(kept)
    }

    fn stepped_of(&self, e: &Expr) -> Option<Stepped> {
        let Expr::Path(p) = unparen(e) else {
            return None;
        };
        self.stepped.get(&p.path.get_ident()?.to_string()).cloned()
    }

    /// Writes the iterator out where it is asked for items.
    pub(super) fn ask(&mut self, e: &mut Expr) {
        match e {
            Expr::MethodCall(m) => {
                if let Some(stepped) = self.stepped_of(&m.receiver)
                    && m.method == "peek"
                {
                    let (at, span) = (&stepped.at, m.method.span());
                    let rest = stepped.from(&parse_quote!(#at));
                    let lent = stepped.yields_values().then(|| quote!(.as_ref()));
                    *e = parse_quote_spanned!(span=> #rest.next() #lent);
                } else if let Some(stepped) = self.stepped_of(&m.receiver)
                    && let Some(count) = steps_by(m)
                {
                    *m.receiver = stepped.from(&advanced(&stepped.at, count.as_ref()));
                } else if let Some(inner) = taken_whole(m).and_then(by_ref_of)
                    && let Some(stepped) = self.stepped_of(&inner.receiver)
                    && let Some(take) = take_below(&mut m.receiver)
                {
                    let count = take.args.first();
                    *take.receiver = stepped.from(&advanced(&stepped.at, count));
                }
            }
            Expr::ForLoop(f) => {
                if let Some(stepped) = self.stepped_of(&f.expr) {
                    *f.expr = stepped.from(&advanced(&stepped.at, None));
                }
            }
            Expr::While(w) => {
                if let Some(new) = self.asking(w) {
                    *w = new;
                }
            }
            _ => {}
        }
    }

    /// `while let Some(v) = it.next()` as a loop that counts.
    fn asking(&mut self, w: &ExprWhile) -> Option<ExprWhile> {
        let Expr::Let(l) = unparen(&w.cond) else {
            return None;
        };
        let (Pat::TupleStruct(some), Expr::MethodCall(m)) = (&*l.pat, unparen(&l.expr)) else {
            return None;
        };
        let pat = some.elems.first().filter(|p| takes_all(p))?;
        if !some.path.is_ident("Some") || m.method != "next" {
            return None;
        }
        let stepped = self.stepped_of(&m.receiver)?;
        let (at, count) = (&stepped.at, stepped.count.as_ref()?);
        let (item, _) = super::read::numbered(&stepped.source, &parse_quote!(#at))?;
        let span = m.method.span();
        let first = self.names.numbered("item", span);
        let mut items = make::stmts(quote!(let #first = #item; #at += 1;));
        let mut value: Expr = parse_quote!(#first);
        for step in &stepped.steps {
            let (stmts, next) = self.stepped_item(value, step)?;
            items.extend(stmts);
            value = next;
        }
        let (label, user) = (&w.label, &w.body.stmts);
        Some(parse_quote_spanned! {w.while_token.span=>
            #label while #at < #count { #(#items)* let #pat = #value; #(#user)* }
        })
    }

    fn stepped_item(&mut self, item: Expr, step: &ExprMethodCall) -> Option<(Vec<Stmt>, Expr)> {
        let name = step.method.to_string();
        let Some(f) = step.args.first() else {
            return Some((Vec::new(), parse_quote!(*#item)));
        };
        match name.as_str() {
            "map" => self.apply(f, vec![Arg::of(item)]),
            _ => {
                let (mut stmts, value) = self.apply(f, vec![Arg::by_ref(item.clone())])?;
                stmts.extend(make::stmts(quote!(#value;)));
                Some((stmts, item))
            }
        }
    }
}

/// Whether the items of a chain are tuples.
fn yields_tuples(e: &Expr) -> bool {
    match unparen(e) {
        Expr::MethodCall(m) => {
            m.method == "enumerate" || m.method == "zip" || yields_tuples(&m.receiver)
        }
        _ => false,
    }
}

/// The number of the first item that is asked for, once those are counted as gone.
fn advanced(at: &Ident, count: Option<&Expr>) -> Expr {
    match count {
        Some(count) => parse_quote!({ #at += #count; #at - (#count) }),
        None => parse_quote!(#at),
    }
}

/// What the items come from, and the closures that each of them goes through.
fn parts_of(chain: &Expr) -> Option<(Expr, Vec<ExprMethodCall>)> {
    let mut steps = Vec::new();
    let mut e = unparen(chain);
    while let Expr::MethodCall(m) = e
        && is_chain(&m.receiver)
        && matches!(
            m.method.to_string().as_str(),
            "map" | "inspect" | "copied" | "cloned"
        )
    {
        steps.push(m);
        e = unparen(&m.receiver);
    }
    let steps = steps.into_iter().rev().cloned().collect();
    is_chain(e).then(|| (e.clone(), steps))
}
