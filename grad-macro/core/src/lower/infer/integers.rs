//! Places that hold integers, as far as their use tells: indices, ends of ranges, what is counted with.

use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Lit, UnOp};

use super::operators::place_key;
use super::{Types, is_comparison};
use crate::ir::Ty as Scalar;
use crate::names::Declared;
use crate::types::{Ty, unparen};

/// Methods that only integers have.
const METHODS: [&str; 12] = [
    "pow",
    "abs_diff",
    "count_ones",
    "count_zeros",
    "leading_zeros",
    "trailing_zeros",
    "is_power_of_two",
    "next_power_of_two",
    "div_ceil",
    "next_multiple_of",
    "isqrt",
    "ilog2",
];

/// Methods of floats and of integers, which return what they are given.
const KEEPING: [&str; 6] = ["min", "max", "clamp", "abs", "rem_euclid", "div_euclid"];

/// Beginnings of the names of others.
const FAMILIES: [&str; 4] = ["saturating_", "wrapping_", "checked_", "overflowing_"];

impl Types {
    /// Notes the places of a body that hold integers.
    pub(super) fn find_integers(&mut self, body: &Block) {
        let mut names = Declared::default();
        names.visit_block(body);
        loop {
            let before = self.integers.len();
            Search(self, &names).visit_block(body);
            if self.integers.len() == before {
                return;
            }
        }
    }

    /// Whether a value is an integer for sure.
    pub(in crate::lower) fn is_integer(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Call(c) => is_of_integer_type(c),
            Expr::Lit(l) => matches!(&l.lit, Lit::Int(i) if !matches!(i.suffix(), "f32" | "f64")),
            Expr::Path(p) => p.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                self.integers.contains(&name) || matches!(self.of_var(&name).peeled(), Ty::Int)
            }),
            Expr::Cast(c) => matches!(Ty::read(&c.ty), Ty::Int),
            Expr::Binary(b) if super::operators::is_arithmetic(&b.op) => {
                self.is_integer(&b.left) || self.is_integer(&b.right)
            }
            Expr::Unary(u) if !matches!(u.op, UnOp::Not(_)) => self.is_integer(&u.expr),
            Expr::Reference(r) => self.is_integer(&r.expr),
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                matches!(name.as_str(), "len" | "count") && m.args.is_empty()
                    || of_integers(&name)
                    || KEEPING.contains(&name.as_str())
                        && (self.is_integer(&m.receiver)
                            || m.args.iter().any(|a| self.is_integer(a)))
            }
            other => place_key(other).is_some_and(|key| self.integers.contains(&key)),
        }
    }

    /// Whether arithmetic could be that of integers: fields of which nothing is known, and integers.
    fn may_count(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Binary(b) if super::is_arithmetic(&b.op) => {
                self.may_count(&b.left) && self.may_count(&b.right)
            }
            Expr::Field(f) => place_key(&f.base).is_some(),
            e => self.is_integer(e),
        }
    }

    /// What must be an integer, in the places that it is made of.
    fn expect_integer(&mut self, e: &Expr) {
        match unparen(e) {
            Expr::Binary(b) if super::operators::is_arithmetic(&b.op) => {
                self.expect_integer(&b.left);
                self.expect_integer(&b.right);
            }
            Expr::Unary(u) if !matches!(u.op, UnOp::Not(_)) => self.expect_integer(&u.expr),
            Expr::Reference(r) => self.expect_integer(&r.expr),
            Expr::MethodCall(m)
                if of_integers(&m.method.to_string())
                    || KEEPING.contains(&m.method.to_string().as_str()) =>
            {
                self.expect_integer(&m.receiver);
                m.args.iter().for_each(|a| self.expect_integer(a));
            }
            Expr::Range(r) => {
                let ends = r.start.iter().chain(&r.end);
                ends.for_each(|e| self.expect_integer(e));
            }
            other => {
                // What is known to be a float is an argument of a method of the user's.
                if let Some(key) = place_key(other)
                    && !self.expr(other, &Ty::Unknown).carries_float()
                {
                    self.integers.insert(key);
                }
            }
        }
    }
}

fn of_integers(name: &str) -> bool {
    METHODS.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

/// `usize::min(a, b)`.
pub(in crate::lower) fn is_of_integer_type(c: &syn::ExprCall) -> bool {
    let Expr::Path(p) = unparen(&c.func) else {
        return false;
    };
    let mut names = p.path.segments.iter().rev().map(|s| s.ident.to_string());
    let (name, owner) = (names.next(), names.next());
    let owner: Option<syn::Type> = owner.and_then(|o| syn::parse_str(&o).ok());
    owner.is_some_and(|ty| matches!(Ty::read(&ty), Ty::Int)) && name.is_some_and(|n| n != "from")
}

/// What a name is here, it need not be where it stands for another variable.
struct Search<'t>(&'t mut Types, &'t Declared);

impl Search<'_> {
    fn is_shared(&self, name: &str) -> bool {
        self.1.count(name) > 1
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr_index(&mut self, i: &'ast syn::ExprIndex) {
        // Another type may be indexed by a struct of its own.
        if !matches!(
            unparen(&i.index),
            Expr::Tuple(_) | Expr::Struct(_) | Expr::Path(_)
        ) {
            self.0.expect_integer(&i.index);
        }
        visit::visit_expr_index(self, i);
    }

    fn visit_expr_binary(&mut self, b: &'ast syn::ExprBinary) {
        let related = super::operators::is_arithmetic(&b.op)
            || super::operators::is_compound(&b.op)
            || is_comparison(&b.op);
        if related {
            if self.0.is_integer(&b.left) {
                self.0.expect_integer(&b.right);
            } else if self.0.is_integer(&b.right) {
                self.0.expect_integer(&b.left);
            }
        }
        if matches!(b.op, BinOp::Shl(_) | BinOp::Shr(_)) {
            self.0.expect_integer(&b.left);
        }
        visit::visit_expr_binary(self, b);
    }

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        if of_integers(&m.method.to_string()) {
            self.0.expect_integer(&m.receiver);
            m.args.iter().for_each(|a| self.0.expect_integer(a));
        } else if m.method == "min" || m.method == "max" {
            let parts = || std::iter::once(&*m.receiver).chain(&m.args);
            if parts().any(|e| self.0.is_integer(e)) {
                parts().for_each(|e| self.0.expect_integer(e));
            }
        }
        visit::visit_expr_method_call(self, m);
    }

    /// `(a.n + b.n) as f64`, among floats of this type, to which no float is cast.
    fn visit_expr_cast(&mut self, c: &'ast syn::ExprCast) {
        let to = match Ty::read(&c.ty) {
            Ty::F32 => Some(Scalar::F32),
            Ty::F64 => Some(Scalar::F64),
            _ => None,
        };
        let e = unparen(&c.expr);
        let counted = match e {
            Expr::Binary(b) => super::is_arithmetic(&b.op) && self.0.may_count(e),
            Expr::Path(p) => p.path.get_ident().is_some_and(|name| {
                let name = name.to_string();
                self.0.sums.contains(&name)
            }),
            _ => false,
        };
        if counted && to.is_some() && to == self.0.scalar {
            self.0.expect_integer(e);
            if let Expr::Path(_) = e {
                self.0.integers.insert(place_key(e).unwrap_or_default());
            }
        }
        visit::visit_expr_cast(self, c);
    }

    fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
        if is_of_integer_type(c) {
            c.args.iter().for_each(|a| self.0.expect_integer(a));
        }
        visit::visit_expr_call(self, c);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let (Some(name), Some(init)) = (crate::lower::stmt::single_name(&local.pat), &local.init)
        {
            let name = name.to_string();
            let said =
                matches!(&local.pat, syn::Pat::Type(t) if matches!(Ty::read(&t.ty), Ty::Int));
            if said || self.0.integers.contains(&name) {
                self.0.expect_integer(&init.expr);
            }
            if said || self.0.is_integer(&init.expr) {
                if !self.is_shared(&name) {
                    self.0.integers.insert(name);
                }
            } else if !self.is_shared(&name)
                && matches!(&local.pat, syn::Pat::Ident(p) if p.mutability.is_none())
                && matches!(unparen(&init.expr), Expr::Binary(b) if super::is_arithmetic(&b.op))
                && self.0.may_count(&init.expr)
            {
                self.0.sums.insert(name);
            }
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_range(&mut self, r: &'ast syn::ExprRange) {
        let ends = || r.start.iter().chain(&r.end);
        if ends().any(|e| self.0.is_integer(e)) {
            ends().for_each(|e| self.0.expect_integer(e));
        }
        visit::visit_expr_range(self, r);
    }

    // An item has variables of its own.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
