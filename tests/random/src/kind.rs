//! What an expression is, as far as its shape tells.

use crate::ast::{Block, Expr, Op, Ty};
use crate::walk::each_in;

/// The rough type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `f64`, or a reference to it
    Float,
    /// An integer
    Int,
    /// `bool`
    Bool,
    /// Anything else, or not known
    Other,
}

/// The kind of an expression.
#[must_use]
pub fn kind(e: &Expr) -> Kind {
    match e {
        Expr::Float(..) | Expr::Const(_) | Expr::ToFloat(_) | Expr::FromInt(_) => Kind::Float,
        Expr::Int(..) | Expr::FloatToInt(..) | Expr::IntCast(..) => Kind::Int,
        Expr::Bool(_) | Expr::Not(_) => Kind::Bool,
        Expr::Var(name) => of_type(&name.ty),
        Expr::Call(_, ty, _) => of_type(ty),
        Expr::Method(ty, _, name, _) | Expr::Assoc(ty, name, _) => of_method(ty, name),
        Expr::Path(_, args) => args.get(1).map_or(Kind::Other, kind),
        Expr::Deref(a) | Expr::Neg(a) => kind(a),
        Expr::Binary(op, a, _) => match op {
            Op::And | Op::Or => Kind::Bool,
            op if op.is_comparison() => Kind::Bool,
            _ => kind(a),
        },
        Expr::Field(a, i) => of_field(a, *i),
        Expr::Index(a, i) => of_index(a, i),
        Expr::If(_, then, _) => of_block(then),
        Expr::Match(_, arms) => arms.first().map_or(Kind::Other, |arm| kind(&arm.body)),
        Expr::Block(b) => of_block(b),
        Expr::Ref(_)
        | Expr::RefMut(_)
        | Expr::Range(..)
        | Expr::Assign(..)
        | Expr::AssignOp(..)
        | Expr::Tuple(_)
        | Expr::Array(_)
        | Expr::Repeat(..)
        | Expr::VecRepeat(..)
        | Expr::VecList(_)
        | Expr::SortBy(..)
        | Expr::Loop(..)
        | Expr::While(..)
        | Expr::For(..)
        | Expr::Break(..)
        | Expr::Continue(_)
        | Expr::Return(_) => Kind::Other,
    }
}

/// The kind of values of a type.
#[must_use]
pub fn of_type(ty: &Ty) -> Kind {
    match ty {
        Ty::Float | Ty::FloatRef | Ty::FloatMut => Kind::Float,
        Ty::Usize | Ty::I32 => Kind::Int,
        Ty::Bool => Kind::Bool,
        Ty::Unit
        | Ty::Slice
        | Ty::PairSlice
        | Ty::Array(_)
        | Ty::ArrayRef(_)
        | Ty::Vec
        | Ty::SliceMut
        | Ty::ArrayMut(_)
        | Ty::VecMut
        | Ty::Matrix(..)
        | Ty::Tuple(_) => Kind::Other,
    }
}

fn of_method(ty: &Ty, name: &str) -> Kind {
    match name {
        "sin_cos" => Kind::Other,
        "len" => Kind::Int,
        "unwrap" => Kind::Float,
        "is_empty" => Kind::Bool,
        _ => of_type(ty),
    }
}

fn of_field(tuple: &Expr, i: usize) -> Kind {
    match tuple {
        Expr::Var(name) => match &name.ty {
            Ty::Tuple(items) => items.get(i).map_or(Kind::Other, of_type),
            _ => Kind::Other,
        },
        Expr::Method(..) => Kind::Float,
        _ => Kind::Other,
    }
}

fn of_index(place: &Expr, index: &Expr) -> Kind {
    match (place, index) {
        (_, Expr::Range(..)) => Kind::Other,
        (Expr::Var(name), _) if matches!(name.ty, Ty::PairSlice | Ty::Matrix(..)) => Kind::Other,
        _ => Kind::Float,
    }
}

fn of_block(b: &Block) -> Kind {
    b.tail.as_ref().map_or(Kind::Other, |e| kind(e))
}

/// Whether evaluating the expression can change a variable.
#[must_use]
pub fn has_effects(e: &Expr) -> bool {
    let mut found = false;
    each_in(e, &mut |e| found |= is_effect(e));
    found
}

/// Whether the expression itself changes a variable.
#[must_use]
pub fn is_effect(e: &Expr) -> bool {
    match e {
        Expr::Assign(..)
        | Expr::AssignOp(..)
        | Expr::Path(..)
        | Expr::RefMut(_)
        | Expr::SortBy(..) => true,
        Expr::Method(_, _, name, _) => WRITING.contains(name),
        Expr::Call(_, _, args) => args
            .iter()
            .any(|e| matches!(e, Expr::Var(name) if name.ty.is_mut_ref())),
        _ => false,
    }
}

/// Methods that change their receiver.
const WRITING: [&str; 14] = [
    "push",
    "pop",
    "extend_from_slice",
    "resize",
    "truncate",
    "clear",
    "fill",
    "copy_from_slice",
    "clone_from_slice",
    "copy_within",
    "swap",
    "reverse",
    "rotate_left",
    "rotate_right",
];
