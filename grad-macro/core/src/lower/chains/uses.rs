//! How the variables of a function are used: which closures are only called, which variables may change.
use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Pat};

use super::stepped::{by_ref_of, steps_by, taken_whole};
use crate::lower::tokens;
use crate::types::unparen;

pub struct Uses {
    /// How often each name occurs.
    all: HashMap<String, usize>,
    /// How often it is called, or handed to a method or a function by itself.
    called: HashMap<String, usize>,
    /// What is handed to a function.
    passed: HashSet<String>,
    mutable: HashSet<String>,
    /// How often it is asked for items, as an iterator; and by which names it is not used up then.
    asked: HashMap<String, usize>,
    stepped: HashSet<String>,
    /// Closures around: what they do may be done again.
    closures: usize,
}

impl Uses {
    pub fn of<'p>(params: impl Iterator<Item = &'p Pat>, block: &Block) -> Uses {
        let mut uses = Uses {
            all: HashMap::new(),
            called: HashMap::new(),
            passed: HashSet::new(),
            mutable: HashSet::new(),
            asked: HashMap::new(),
            stepped: HashSet::new(),
            closures: 0,
        };
        for name in tokens::variables(block.to_token_stream()) {
            *uses.all.entry(name).or_insert(0) += 1;
        }
        params.for_each(|p| uses.visit_pat(p));
        uses.visit_block(block);
        uses
    }

    /// How often a variable is called.
    pub fn calls(&self, name: &str) -> usize {
        self.called.get(name).copied().unwrap_or(0)
    }

    /// Whether a variable is called, and nothing else is done with it.
    pub fn only_called(&self, name: &str) -> bool {
        let called = self.calls(name);
        // Its declaration is an occurrence too.
        called > 0 && self.all.get(name) == Some(&(called + 1))
    }

    /// Whether a variable is handed to a function.
    pub fn is_passed(&self, name: &str) -> bool {
        self.passed.contains(name)
    }

    /// Whether a variable is asked for items by one method after the other.
    pub fn is_stepped(&self, name: &str) -> bool {
        self.stepped.contains(name)
    }

    /// Whether nothing else is done with it.
    pub fn only_asked(&self, name: &str) -> bool {
        let asked = self.asked.get(name).copied().unwrap_or(0);
        asked > 0 && self.all.get(name) == Some(&(asked + 1))
    }

    fn ask(&mut self, e: &Expr, by_value: bool) {
        let Expr::Path(p) = unparen(e) else {
            return;
        };
        let Some(name) = p.path.get_ident().map(ToString::to_string) else {
            return;
        };
        if self.closures == 0 {
            *self.asked.entry(name.clone()).or_insert(0) += 1;
        }
        if !by_value {
            self.stepped.insert(name);
        }
    }

    fn note_stepped(&mut self, e: &Expr) {
        if let Expr::Path(p) = unparen(e)
            && let Some(name) = p.path.get_ident()
        {
            self.stepped.insert(name.to_string());
        }
    }

    /// Whether a variable is used in one place.
    pub fn only_once(&self, name: &str) -> bool {
        self.all.get(name) == Some(&2)
    }

    /// Whether a variable may change.
    pub fn is_mutable(&self, name: &str) -> bool {
        self.mutable.contains(name)
    }

    fn call(&mut self, e: &Expr) {
        if let Some(ident) = behind_reference(e) {
            *self.called.entry(ident.to_string()).or_insert(0) += 1;
        }
    }

    fn pass(&mut self, e: &Expr) {
        self.call(e);
        if let Some(ident) = behind_reference(e) {
            self.passed.insert(ident.to_string());
        }
    }
}

/// Methods that leave the rest of an iterator for later.
fn takes_by_ref(name: &str) -> bool {
    matches!(
        name,
        "next_back"
            | "nth"
            | "nth_back"
            | "by_ref"
            | "peek"
            | "next_if"
            | "any"
            | "all"
            | "find"
            | "find_map"
            | "position"
            | "rposition"
            | "try_fold"
            | "try_for_each"
    )
}

/// `f` or `&f`.
pub fn behind_reference(e: &Expr) -> Option<&Ident> {
    let e = match unparen(e) {
        Expr::Reference(r) => unparen(&r.expr),
        other => other,
    };
    match e {
        Expr::Path(p) => p.path.get_ident(),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
        self.call(&c.func);
        c.args.iter().for_each(|a| self.pass(a));
        visit::visit_expr_call(self, c);
    }

    fn visit_expr_closure(&mut self, c: &'ast syn::ExprClosure) {
        self.closures += 1;
        visit::visit_expr_closure(self, c);
        self.closures -= 1;
    }

    fn visit_expr_reference(&mut self, r: &'ast syn::ExprReference) {
        if r.mutability.is_some() {
            self.note_stepped(&r.expr);
        }
        visit::visit_expr_reference(self, r);
    }

    fn visit_expr_for_loop(&mut self, f: &'ast syn::ExprForLoop) {
        self.ask(&f.expr, true);
        visit::visit_expr_for_loop(self, f);
    }

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        let name = m.method.to_string();
        if let Some(count) = steps_by(m) {
            self.ask(&m.receiver, count.is_none());
        } else if takes_by_ref(&name) {
            self.note_stepped(&m.receiver);
        }
        if let Some(inner) = taken_whole(m).and_then(by_ref_of) {
            self.ask(&inner.receiver, false);
        }
        if super::read::takes_closure(&m.method.to_string()) {
            m.args.iter().for_each(|a| self.call(a));
        } else {
            m.args.iter().for_each(|a| self.pass(a));
        }
        visit::visit_expr_method_call(self, m);
    }

    fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
        if p.mutability.is_some() {
            self.mutable.insert(p.ident.to_string());
        }
        visit::visit_pat_ident(self, p);
    }
}
