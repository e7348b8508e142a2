//! `Option` and `Result` around floats as pairs: a case that carries no float, and what is inside.
//!
//! Input: `let o = if x > 0.0 { Some(x.ln()) } else { None }; match o { Some(v) => v, None => 0.0 }`. Output:
//! `let (o_is, o) = if x > 0.0 { (Some(()), x.ln()) } else { (None::<()>, 0.0) };
//! match (o_is, o) { (Some(()), v) => v, (None, _) => 0.0 }`.
//! The case is an `Option<()>` or a `Result<(), E>`, so that the user's own questions, errors and panics are
//! asked of it; where nothing is inside, a zero stands there that nobody reads. Later stages meet tuples
//! only. What carries no float stays as it is written.
mod control;
mod methods;
mod outcomes;
mod patterns;
mod producers;
mod values;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Stmt};

use super::chains::{Chains, make};
use super::tokens;
use crate::error::Errors;
use crate::types::{Ty, Wrap, unparen};
use producers::Producers;

/// Takes the result of a call apart: what it yields is the pair.
pub const APART: &str = "grad_apart";

/// Asks the case of such a result whether a value is inside.
pub const HELD: &str = "grad_held";

/// Whether the body may hold such values at all.
pub fn mentioned(block: &Block) -> bool {
    const WORDS: [&str; 24] = [
        "Some",
        "None",
        "Ok",
        "Err",
        "Option",
        "Result",
        "first",
        "last",
        "get",
        "pop",
        "max_by",
        "min_by",
        "reduce",
        "find",
        "next",
        "nth",
        "ok",
        "ok_or",
        "map_err",
        "and_then",
        "or_else",
        "then",
        "then_some",
        "try_fold",
    ];
    let names = super::names_in(block.to_token_stream());
    let words = WORDS.iter().chain(&methods::TAKING);
    words.into_iter().any(|name| names.contains(*name))
}

/// The pattern of what a call returned: the case, and the value that is there.
pub const INSIDE: &str = "grad_inside";

/// Takes a pair as an argument, whose parameter is an `Option`.
pub const WHOLE: &str = "grad_whole";

/// Rewrites in place; returns the variables of the cases, by the names of what is inside. `params` are the
/// parameters that are pairs; what is in `held` stays where it is.
pub fn split(
    block: &mut Block,
    params: Vec<String>,
    held: HashSet<String>,
    chains: &mut Chains,
    errors: &mut Errors,
    generic: bool,
) -> HashMap<String, Ident> {
    let mut producers = Producers::of(block);
    params.into_iter().for_each(|name| producers.declare(name));
    let mut options = Options {
        chains,
        errors,
        producers,
        cases: HashMap::new(),
        whole: held.clone(),
        held,
        exits: Vec::new(),
        generic,
    };
    options.visit_block_mut(block);
    options.cases
}

pub(super) struct Options<'o, 'c> {
    chains: &'o mut Chains<'c>,
    errors: &'o mut Errors,
    producers: Producers,
    /// The variables that are pairs, with that of their case.
    cases: HashMap<String, Ident>,
    /// Those that are not.
    whole: HashSet<String>,
    /// Those of them that are parts of structs or of lists.
    held: HashSet<String>,
    /// The loops and labelled blocks around: what a `break` yields.
    exits: Vec<Exit>,
    /// Floats have the type parameter of the function.
    generic: bool,
}

/// A loop or a labelled block.
struct Exit {
    label: Option<String>,
    /// What is left by a `break` without a label.
    is_loop: bool,
    yields: Yield,
}

/// What an expression is to become.
#[derive(Clone)]
enum Yield {
    /// A value like any other.
    Value,
    /// The pair of an `Option` or a `Result` of this.
    Pair(Wrap, Ty),
}

impl Options<'_, '_> {
    /// The wrapper of an expression and what is inside, where that may carry a float.
    fn wrapped(&mut self, e: &Expr) -> Option<(Wrap, Ty)> {
        if let Expr::Path(p) = unparen(e)
            && (p.path.get_ident()).is_some_and(|name| self.holds_struct(&name.to_string()))
        {
            return None;
        }
        let ty = self.chains.types.expr(e, &Ty::Unknown);
        let Ty::Wrapped(wrap, inside) = ty else {
            return None;
        };
        let inside = self.resolved(*inside, &[e])?;
        Some((wrap, inside))
    }

    /// Whether a variable that is no pair is a part of something, or is made of structs: it stays where it is.
    fn holds_struct(&self, name: &str) -> bool {
        self.held.contains(name)
            || self.whole.contains(name)
                && (!self.producers.is_declared(name)
                    || self
                        .producers
                        .of_var(name)
                        .iter()
                        .any(producers::makes_struct))
    }

    /// A type whose unknown parts are taken for floats, if a float may be among what it is made of.
    fn resolved(&self, ty: Ty, sources: &[&Expr]) -> Option<Ty> {
        if ty.carries_float() {
            return Some(ty);
        }
        let held = sources.iter().any(|e| self.may_hold(e));
        let structs = sources.iter().any(|e| producers::makes_struct(e));
        (matches!(ty, Ty::Unknown) && held && !structs).then_some(Ty::Float)
    }

    /// Whether a float may be inside of what an expression yields.
    fn may_hold(&self, e: &Expr) -> bool {
        let mut insides = Vec::new();
        producers::insides(e, &mut insides);
        insides.iter().any(|e| self.chains.may_carry(e))
    }

    /// Whether a variable is a pair; then the variable of its case.
    fn case_of(&mut self, name: &str, at: &Ident) -> Option<Ident> {
        if let Some(case) = self.cases.get(name) {
            return Some(case.clone());
        }
        if self.whole.contains(name) {
            return None;
        }
        let Ty::Wrapped(wrap, inside) = self.chains.types.of_var(name) else {
            return None;
        };
        // It may be made of itself.
        self.whole.insert(name.to_owned());
        let sources = self.producers.of_var(name);
        let sources: Vec<&Expr> = sources.iter().collect();
        let inside = match self.resolved((*inside).clone(), &sources) {
            Some(inside) => inside,
            // What is computed of a pair is a pair, be it of integers.
            None if inside.is_inactive() => {
                sources.iter().find_map(|e| self.active(e))?;
                *inside
            }
            None => return None,
        };
        self.zero(&inside)?;
        if !self.producers.is_declared(name) {
            return None;
        }
        let types = &*self.chains.types;
        let no_float = |v: &String| {
            matches!(types.of_var(v), Ty::Unknown)
                && (types.taken_apart.contains(v) || types.borrowed.contains(v))
        };
        if self.producers.inside_of(name).iter().any(no_float) {
            self.errors.refuse(
                at.span(),
                format!("the macro cannot hold what is inside of `{name}`"),
                "match the call itself, and keep the parts in variables of their own",
            );
            return None;
        }
        self.whole.remove(name);
        let path: Expr = syn::parse_quote!(#at);
        self.chains
            .types
            .expr(&path, &Ty::Wrapped(wrap, Box::new(inside)));
        let case = self.chains.names.plain(&format!("{at}_is"), at.span());
        self.cases.insert(name.to_owned(), case.clone());
        Some(case)
    }

    /// A variable of a pattern is such a pair.
    fn learn_pair(&mut self, ident: &Ident, wrap: Wrap, inside: &Ty) {
        let path: Expr = syn::parse_quote!(#ident);
        let ty = Ty::Wrapped(wrap, Box::new(inside.clone()));
        self.chains.types.expr(&path, &ty);
        self.whole.remove(&ident.to_string());
    }

    fn pair_of(&mut self, e: &Expr) -> Option<(Ident, Ident)> {
        let Expr::Path(p) = unparen(e) else {
            return None;
        };
        let ident = p.path.get_ident()?.clone();
        let case = self.case_of(&ident.to_string(), &ident)?;
        Some((case, ident))
    }

    /// A pair as the user's own value again, in tokens that only read it.
    fn whole_tokens(&self, case: &Ident, inside: &TokenStream, name: &str) -> TokenStream {
        match self.chains.types.of_var(name) {
            Ty::Wrapped(Wrap::Option, _) => quote!(#case.map(|()| #inside)),
            _ => quote!(#case.as_ref().map(|()| #inside)),
        }
    }

    /// Renames the pairs among tokens that stay the user's own.
    fn in_tokens(&mut self, stream: TokenStream) -> TokenStream {
        let mut map = HashMap::new();
        for name in tokens::variables(stream.clone()) {
            let ident = crate::names::new_ident(&name, proc_macro2::Span::call_site());
            if let Some(case) = self.case_of(&name, &ident) {
                let whole = self.whole_tokens(&case, &quote!(#ident), &name);
                map.insert(name, whole);
            }
        }
        if map.is_empty() {
            return stream;
        }
        tokens::rename(stream, &map)
    }

    /// Learns the types of variables that a closure's body brought along.
    fn learn(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            if let Stmt::Local(local) = stmt {
                self.chains.types.local(local);
            }
        }
    }
}

impl VisitMut for Options<'_, '_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block, &Yield::Value);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        self.expr(e, &Yield::Value);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_macro_mut(&mut self, m: &mut syn::Macro) {
        m.tokens = self.in_tokens(std::mem::take(&mut m.tokens));
    }
}
