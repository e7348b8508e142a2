//! How the variables of a function are used: which closures are only called, which variables may change.
use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Pat};

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
}

impl Uses {
    pub fn of<'p>(params: impl Iterator<Item = &'p Pat>, block: &Block) -> Uses {
        let mut uses = Uses {
            all: HashMap::new(),
            called: HashMap::new(),
            passed: HashSet::new(),
            mutable: HashSet::new(),
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

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
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
