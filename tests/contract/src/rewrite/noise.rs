//! Statements and brackets that mean nothing.

use super::scope::bound_by;
use quote::format_ident;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, FnArg, Ident, ItemFn, Lit, Local, Pat, Stmt, Type, parse_quote};

/// ```text
/// let a = x * y;  →  let a = x * y; let _z = a.ln() / (x - x); {}
/// ```
pub fn dead(f: &mut ItemFn) -> usize {
    let mut floats = Vec::new();
    for input in &f.sig.inputs {
        if let FnArg::Typed(p) = input {
            declare(&p.pat, is_f64(&p.ty), &mut floats);
        }
    }
    let mut lent = Lent(Vec::new());
    lent.visit_block(&f.block);
    let mut noise = Noise {
        floats,
        lent: lent.0,
        count: 0,
    };
    noise.visit_block_mut(&mut f.block);
    noise.count
}

struct Noise {
    /// Names in scope, and whether each is an `f64` that has a value.
    floats: Vec<(String, bool)>,
    lent: Vec<String>,
    count: usize,
}

impl Noise {
    fn is_float(&self, name: &str) -> bool {
        let last = self.floats.iter().rev().find(|(n, _)| n == name);
        last.is_some_and(|(_, float)| *float)
    }

    /// Three of the floats in scope, as dead operands.
    fn operands(&self) -> Option<(Ident, Ident)> {
        let mut names = self
            .floats
            .iter()
            .rev()
            .map(|(name, _)| name)
            .filter(|name| self.is_float(name) && !self.lent.contains(name) && *name != "_");
        let first = names.next()?;
        let second = names.next_back().unwrap_or(first);
        Some((format_ident!("{first}"), format_ident!("{second}")))
    }

    fn statements(&mut self) -> Vec<Stmt> {
        self.count += 1;
        let mut all: Vec<Stmt> = vec![parse_quote!({})];
        if let Some((x, y)) = self.operands() {
            let mut dead: Vec<Stmt> = match self.count % 3 {
                0 => vec![parse_quote!(let _z = #x * #y.ln() / (#x - #x);)],
                1 => vec![parse_quote!(let _z = (#y - #y).sqrt() / (#x * #y - #y * #x);)],
                _ => vec![
                    parse_quote!(let mut _z = (#x - 1.0e300).ln();),
                    parse_quote!(_z += #y.sqrt() * _z;),
                ],
            };
            all.append(&mut dead);
        }
        all
    }

    fn float_expression(&self, e: &Expr) -> bool {
        match e {
            Expr::Lit(l) => matches!(&l.lit, Lit::Float(f) if f.suffix() != "f32"),
            Expr::Path(p) => p
                .path
                .get_ident()
                .is_some_and(|i| self.is_float(&i.to_string())),
            Expr::Paren(p) => self.float_expression(&p.expr),
            Expr::Unary(u) => matches!(u.op, syn::UnOp::Neg(_)) && self.float_expression(&u.expr),
            Expr::Binary(b) => {
                super::scope::assigning(&b.op).is_some()
                    && [&b.left, &b.right].iter().all(|side| {
                        self.float_expression(side)
                    })
                    // Literals alone may become `f32`.
                    && !(matches!(*b.left, Expr::Lit(_)) && matches!(*b.right, Expr::Lit(_)))
            }
            Expr::MethodCall(m) => {
                super::call::FLOAT_METHODS.contains(&m.method.to_string().as_str())
                    && !matches!(*m.receiver, Expr::Lit(_))
                    && self.float_expression(&m.receiver)
            }
            _ => false,
        }
    }

    /// A literal alone says nothing: it may turn out to be an `f32`.
    fn local_is_float(&self, l: &Local) -> bool {
        let Some(init) = &l.init else { return false };
        if let Pat::Type(p) = &l.pat {
            return is_f64(&p.ty);
        }
        !matches!(*init.expr, Expr::Lit(_)) && self.float_expression(&init.expr)
    }
}

impl VisitMut for Noise {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outer = self.floats.len();
        let mut stmts = Vec::new();
        let old = std::mem::take(&mut block.stmts);
        let n = old.len();
        for (k, mut stmt) in old.into_iter().enumerate() {
            let float = matches!(&stmt, Stmt::Local(l) if self.local_is_float(l));
            self.visit_stmt_mut(&mut stmt);
            if let Stmt::Local(l) = &stmt {
                declare(&l.pat, float, &mut self.floats);
            }
            let last = k + 1 == n;
            let leaves = matches!(
                &stmt,
                Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _)
            );
            let tail = last && matches!(&stmt, Stmt::Expr(_, None));
            if leaves || tail {
                let before = self.statements();
                stmts.extend(before);
                stmts.push(stmt);
            } else {
                let item = matches!(stmt, Stmt::Item(_));
                stmts.push(stmt);
                if !item && !last {
                    let after = self.statements();
                    stmts.extend(after);
                }
            }
        }
        block.stmts = stmts;
        self.floats.truncate(outer);
    }

    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        let outer = self.floats.len();
        declare(&e.pat, false, &mut self.floats);
        visit_mut::visit_expr_for_loop_mut(self, e);
        self.floats.truncate(outer);
    }

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let outer = self.floats.len();
        declare(&arm.pat, false, &mut self.floats);
        visit_mut::visit_arm_mut(self, arm);
        self.floats.truncate(outer);
    }

    fn visit_expr_if_mut(&mut self, e: &mut syn::ExprIf) {
        let outer = self.floats.len();
        let mut names = super::branch::Lets(Vec::new());
        names.visit_expr(&e.cond);
        self.floats.extend(names.0.into_iter().map(|n| (n, false)));
        visit_mut::visit_expr_if_mut(self, e);
        self.floats.truncate(outer);
    }

    fn visit_expr_while_mut(&mut self, e: &mut syn::ExprWhile) {
        let outer = self.floats.len();
        let mut names = super::branch::Lets(Vec::new());
        names.visit_expr(&e.cond);
        self.floats.extend(names.0.into_iter().map(|n| (n, false)));
        visit_mut::visit_expr_while_mut(self, e);
        self.floats.truncate(outer);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

/// Names that are borrowed for longer than a call.
struct Lent(Vec<String>);

impl Visit<'_> for Lent {
    fn visit_expr_reference(&mut self, e: &syn::ExprReference) {
        if e.mutability.is_some()
            && let Expr::Path(p) = &*e.expr
            && let Some(name) = p.path.get_ident()
        {
            self.0.push(name.to_string());
        }
        syn::visit::visit_expr_reference(self, e);
    }
    fn visit_expr_call(&mut self, e: &syn::ExprCall) {
        for arg in &e.args {
            if !matches!(arg, Expr::Reference(_)) {
                self.visit_expr(arg);
            }
        }
    }
}

fn declare(p: &Pat, float: bool, floats: &mut Vec<(String, bool)>) {
    let plain = match p {
        Pat::Ident(i) => i.by_ref.is_none(),
        Pat::Type(t) => matches!(*t.pat, Pat::Ident(_)),
        _ => false,
    };
    for name in bound_by(p) {
        floats.push((name, float && plain));
    }
}

fn is_f64(ty: &Type) -> bool {
    matches!(ty, Type::Path(p) if p.path.is_ident("f64"))
}

/// ```text
/// x * y + 1.0  →  ({ (({ (x * y) }) + 1.0) })
/// ```
pub fn wrapped(f: &mut ItemFn) -> usize {
    let mut brackets = Brackets(0);
    brackets.visit_block_mut(&mut f.block);
    brackets.0
}

struct Brackets(usize);

impl VisitMut for Brackets {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let value = match e {
            Expr::Binary(b) => super::scope::assigning(&b.op).is_some(),
            Expr::Lit(l) => matches!(l.lit, Lit::Float(_)),
            Expr::MethodCall(m) => {
                super::call::FLOAT_METHODS.contains(&m.method.to_string().as_str())
            }
            _ => false,
        };
        if value {
            self.0 += 1;
            let inner = e.clone();
            *e = parse_quote!(({ (#inner) }));
        }
    }

    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_expr_repeat_mut(&mut self, e: &mut syn::ExprRepeat) {
        self.visit_expr_mut(&mut e.expr);
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}
