//! Where the values of variables come from.
use std::collections::{HashMap, HashSet};

use syn::visit::{self, Visit};
use syn::{Block, Expr, Pat};

use crate::lower::bind::variables_of;
use crate::types::unparen;

/// What is assigned to each variable, and which ones are declared by a `let` or an arm.
#[derive(Default)]
pub struct Producers {
    values: HashMap<String, Vec<Expr>>,
    /// The variables that patterns give to what is inside of each variable.
    inside: HashMap<String, Vec<String>>,
    declared: HashSet<String>,
}

impl Producers {
    pub fn of(block: &Block) -> Producers {
        let mut found = Producers::default();
        found.visit_block(block);
        found
    }

    pub fn of_var(&self, name: &str) -> Vec<Expr> {
        self.values.get(name).cloned().unwrap_or_default()
    }

    /// The variables for what is inside of a variable.
    pub fn inside_of(&self, name: &str) -> &[String] {
        self.inside.get(name).map_or(&[], Vec::as_slice)
    }

    fn matched(&mut self, scrutinee: &Expr, pat: &Pat) {
        let scrutinee = match unparen(scrutinee) {
            Expr::Reference(r) => unparen(&r.expr),
            other => other,
        };
        if let (Expr::Path(p), Pat::TupleStruct(t)) = (scrutinee, pat)
            && let (Some(ident), Some(Pat::Ident(inner))) = (p.path.get_ident(), t.elems.first())
            && crate::lower::infer::is_variant(&t.path).is_some_and(|v| v != "Err")
        {
            let inside = self.inside.entry(ident.to_string()).or_default();
            inside.push(inner.ident.to_string());
        }
    }

    pub fn is_declared(&self, name: &str) -> bool {
        self.declared.contains(name)
    }

    pub fn declare(&mut self, name: String) {
        self.declared.insert(name);
    }

    /// The variables of statements that were made here.
    pub fn add(&mut self, stmts: &[syn::Stmt]) {
        stmts.iter().for_each(|s| self.visit_stmt(s));
    }

    fn pattern(&mut self, pat: &Pat, value: &Expr) {
        match (pat, unparen(value)) {
            (Pat::Ident(p), value) => {
                let values = self.values.entry(p.ident.to_string()).or_default();
                values.push(value.clone());
            }
            (Pat::Type(p), value) => self.pattern(&p.pat, value),
            (Pat::Paren(p), value) => self.pattern(&p.pat, value),
            (Pat::Tuple(p), Expr::Tuple(t)) if p.elems.len() == t.elems.len() => {
                for (pat, value) in p.elems.iter().zip(&t.elems) {
                    self.pattern(pat, value);
                }
            }
            _ => {}
        }
    }

    fn target(&mut self, target: &Expr, value: &Expr) {
        match (unparen(target), unparen(value)) {
            (Expr::Path(p), value) => {
                if let Some(ident) = p.path.get_ident() {
                    let values = self.values.entry(ident.to_string()).or_default();
                    values.push(value.clone());
                }
            }
            (Expr::Tuple(a), Expr::Tuple(b)) if a.elems.len() == b.elems.len() => {
                for (target, value) in a.elems.iter().zip(&b.elems) {
                    self.target(target, value);
                }
            }
            _ => {}
        }
    }
}

impl<'ast> Visit<'ast> for Producers {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.pattern(&local.pat, &init.expr);
            self.matched(&init.expr, &local.pat);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_let(&mut self, l: &'ast syn::ExprLet) {
        self.matched(&l.expr, &l.pat);
        visit::visit_expr_let(self, l);
    }

    fn visit_expr_match(&mut self, m: &'ast syn::ExprMatch) {
        for arm in &m.arms {
            let pat = match &arm.pat {
                Pat::Guard(g) => &g.pat,
                pat => pat,
            };
            self.matched(&m.expr, pat);
        }
        visit::visit_expr_match(self, m);
    }

    fn visit_expr_assign(&mut self, a: &'ast syn::ExprAssign) {
        self.target(&a.left, &a.right);
        visit::visit_expr_assign(self, a);
    }

    fn visit_pat(&mut self, pat: &'ast Pat) {
        let mut found = Vec::new();
        variables_of(pat, &mut found);
        self.declared
            .extend(found.iter().map(|p| p.ident.to_string()));
    }

    /// Its inputs are no variables of the function.
    fn visit_expr_closure(&mut self, c: &'ast syn::ExprClosure) {
        self.visit_expr(&c.body);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// Whether what stands inside of a variant is made by a literal or a function of a type of the user's.
pub fn makes_struct(e: &Expr) -> bool {
    struct Search(bool);
    impl<'ast> Visit<'ast> for Search {
        fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
            let Expr::Path(p) = unparen(&c.func) else {
                return;
            };
            if matches!(
                crate::lower::infer::is_variant(&p.path),
                Some("Some" | "Ok")
            ) && let Some(inside) = c.args.first()
            {
                self.0 |= is_struct(inside);
            }
            visit::visit_expr_call(self, c);
        }
    }
    let mut search = Search(false);
    search.visit_expr(e);
    search.0
}

/// Whether an expression makes a value of a type of the user's.
pub fn is_struct(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Struct(_) => true,
        Expr::Call(c) => match unparen(&c.func) {
            Expr::Path(p) => {
                crate::lower::infer::is_variant(&p.path).is_none()
                    && (crate::emit::names_type(&p.path) || crate::emit::is_of_type(&p.path))
                    && !p.path.segments.first().is_some_and(|s| {
                        matches!(
                            s.ident.to_string().as_str(),
                            "f64" | "f32" | crate::generic::FLOAT
                        )
                    })
            }
            _ => false,
        },
        _ => false,
    }
}

pub fn is_none(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Path(p) if crate::lower::infer::is_variant(&p.path) == Some("None"))
}

/// What may stand inside, wherever the value of an expression comes from.
pub fn insides<'e>(e: &'e Expr, found: &mut Vec<&'e Expr>) {
    let tail = |b: &'e Block, found: &mut Vec<&'e Expr>| {
        if let Some(syn::Stmt::Expr(e, None)) = b.stmts.last() {
            insides(e, found);
        }
    };
    match unparen(e) {
        Expr::Call(c) => match unparen(&c.func) {
            Expr::Path(p) if crate::lower::infer::is_variant(&p.path) == Some("Err") => {}
            _ => found.extend(&c.args),
        },
        Expr::Block(b) => {
            tail(&b.block, found);
            broken(&b.block, found);
        }
        Expr::Loop(l) => broken(&l.body, found),
        Expr::If(i) => {
            tail(&i.then_branch, found);
            if let Some((_, other)) = &i.else_branch {
                insides(other, found);
            }
        }
        Expr::Match(m) => m.arms.iter().for_each(|a| insides(&a.body, found)),
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Macro(_) => {}
        other if is_none(other) => {}
        other => found.push(other),
    }
}

/// What loops and labelled blocks are left with, those inside among them.
fn broken<'e>(block: &'e Block, found: &mut Vec<&'e Expr>) {
    struct Breaks<'f, 'e>(&'f mut Vec<&'e Expr>);
    impl<'e> Visit<'e> for Breaks<'_, 'e> {
        fn visit_expr_break(&mut self, b: &'e syn::ExprBreak) {
            if let Some(value) = &b.expr {
                insides(value, self.0);
            }
        }

        fn visit_item(&mut self, _: &'e syn::Item) {}
    }
    Breaks(found).visit_block(block);
}
