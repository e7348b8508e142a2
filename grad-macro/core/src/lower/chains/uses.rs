//! How the variables of a function are used: which closures are only called, which variables may change.
use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Block, Expr, ExprClosure, Pat};

use crate::lower::tokens;
use crate::types::unparen;

pub struct Uses {
    /// How often each name occurs.
    all: HashMap<String, usize>,
    /// How often it is called, or handed to a method by itself.
    called: HashMap<String, usize>,
    mutable: HashSet<String>,
}

impl Uses {
    pub fn of<'p>(params: impl Iterator<Item = &'p Pat>, block: &Block) -> Uses {
        let mut uses = Uses {
            all: HashMap::new(),
            called: HashMap::new(),
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

    /// Whether a variable is used in one place.
    pub fn only_once(&self, name: &str) -> bool {
        self.all.get(name) == Some(&2)
    }

    /// Whether a closure names a variable of outside that may change.
    pub fn captures_variable(&self, closure: &ExprClosure) -> bool {
        tokens::variables(closure.to_token_stream())
            .iter()
            .any(|name| self.mutable.contains(name))
    }

    fn call(&mut self, e: &Expr) {
        let e = match unparen(e) {
            Expr::Reference(r) => unparen(&r.expr),
            other => other,
        };
        if let Expr::Path(p) = e
            && let Some(ident) = p.path.get_ident()
        {
            *self.called.entry(ident.to_string()).or_insert(0) += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
        self.call(&c.func);
        visit::visit_expr_call(self, c);
    }

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        if super::read::takes_closure(&m.method.to_string()) {
            m.args.iter().for_each(|a| self.call(a));
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
