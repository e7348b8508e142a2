//! What an expression is, as far as its shape tells.

use crate::ast::{Block, Expr, Op, Ty};
use crate::walk::{each_expr, each_in};

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
        Expr::Call(_, ty, _) | Expr::Own(_, _, ty, _, _) | Expr::Try(_, ty) => of_type(ty),
        Expr::Method(ty, _, name, _) | Expr::Assoc(ty, name, _) => of_method(ty, name),
        Expr::Path(_, args) => first_known(args.iter().map(kind)),
        Expr::Turbofish(_, _, ty) => of_type(ty),
        Expr::RefMut(a) => kind(a),
        Expr::Deref(a) | Expr::Neg(a) => kind(a),
        Expr::Binary(op, a, _) => match op {
            Op::And | Op::Or => Kind::Bool,
            op if op.is_comparison() => Kind::Bool,
            _ => kind(a),
        },
        Expr::Field(a, i) => of_field(a, *i),
        Expr::Index(a, i) => of_index(a, i),
        Expr::If(_, then, other) => {
            first_known([of_block(then), other.as_deref().map_or(Kind::Other, kind)])
        }
        Expr::Match(_, arms) => first_known(arms.iter().map(|arm| kind(&arm.body))),
        Expr::Block(b) => of_block(b),
        Expr::Loop(_, b) | Expr::Labelled(_, b) => first_known([of_block(b), of_breaks(b)]),
        Expr::Code(code) => of_type(&code.ty),
        Expr::Ref(_)
        | Expr::Range(..)
        | Expr::Assign(..)
        | Expr::AssignOp(..)
        | Expr::Tuple(_)
        | Expr::Array(_)
        | Expr::Repeat(..)
        | Expr::VecRepeat(..)
        | Expr::VecList(_)
        | Expr::SortBy(..)
        | Expr::Closure(..)
        | Expr::Struct(..)
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
        | Ty::Rows
        | Ty::RowsRef
        | Ty::RowsMut
        | Ty::Struct(_)
        | Ty::StructRef(_)
        | Ty::StructMut(_)
        | Ty::Tuple(_) => Kind::Other,
    }
}

fn of_method(ty: &Ty, name: &str) -> Kind {
    match name {
        "sin_cos" => Kind::Other,
        "len" | "count" => Kind::Int,
        "remove" | "swap_remove" | "unwrap" | "unwrap_or" | "fold" => Kind::Float,
        "is_empty" | "any" | "all" => Kind::Bool,
        _ => of_type(ty),
    }
}

fn of_field(tuple: &Expr, i: usize) -> Kind {
    match type_of(tuple) {
        Some(Ty::Tuple(items)) => items.get(i).map_or(Kind::Other, of_type),
        _ if matches!(tuple, Expr::Method(..)) => Kind::Float,
        _ => Kind::Other,
    }
}

fn of_index(place: &Expr, index: &Expr) -> Kind {
    match (place, index) {
        (_, Expr::Range(..)) => Kind::Other,
        (Expr::Var(name), _)
            if matches!(
                name.ty,
                Ty::PairSlice | Ty::Matrix(..) | Ty::Rows | Ty::RowsRef | Ty::RowsMut
            ) =>
        {
            Kind::Other
        }
        _ => Kind::Float,
    }
}

fn first_known(kinds: impl IntoIterator<Item = Kind>) -> Kind {
    let known = |k: &Kind| *k != Kind::Other;
    kinds.into_iter().find(known).unwrap_or(Kind::Other)
}

/// The kind of what leaves a loop.
fn of_breaks(b: &Block) -> Kind {
    let mut found = Kind::Other;
    each_expr(b, &mut |e| {
        if let Expr::Break(_, Some(v)) = e {
            found = first_known([found, kind(v)]);
        }
    });
    found
}

fn of_block(b: &Block) -> Kind {
    b.tail.as_ref().map_or(Kind::Other, |e| kind(e))
}

/// The type of a path of fields, or of a call.
fn type_of(e: &Expr) -> Option<&Ty> {
    match e {
        Expr::Var(name) => Some(&name.ty),
        Expr::Call(_, ty, _) => Some(ty),
        Expr::Field(a, i) => match type_of(a)? {
            Ty::Tuple(items) => items.get(*i),
            _ => None,
        },
        _ => None,
    }
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
        Expr::Own(_, _, _, _, true) => true,
        Expr::Own(_, _, _, args, _) => args.iter().any(lends_mut),
        Expr::Call(_, _, args) => args.iter().any(lends_mut),
        _ => false,
    }
}

fn lends_mut(e: &Expr) -> bool {
    matches!(e, Expr::RefMut(_)) || matches!(e, Expr::Var(name) if name.ty.is_mut_ref())
}

/// Methods that change their receiver.
const WRITING: [&str; 19] = [
    "insert",
    "remove",
    "swap_remove",
    "split_off",
    "append",
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
