//! What the programs leave out because the differentiator does not do it yet. Each is one switch.

use crate::ast::{
    Block, Expr, Function, Name, Note, Op, Pat, Stmt, Ty, bin, deref, lit, seq_method, var,
};
use crate::kind::has_effects;
use crate::walk::{PartMut, each_block_mut, each_expr_mut, parts_mut};
use std::collections::HashSet;

/// Arguments of a chain that change something, or that its closures change afterwards.
pub(super) const CHAIN_ARGUMENTS: bool = false;
/// `rev` of a `zip` with a closure that writes.
pub(super) const ZIP_REV: bool = false;
/// `zip` of a chain that drops or counts items.
pub(super) const ZIP_OF_UNEVEN: bool = false;
/// `rev` of such a chain.
pub(super) const REV_OF_UNEVEN: bool = false;
/// `chain` twice.
pub(super) const TWO_CHAINS: bool = false;
/// `for` over `chain` or `flat_map`.
pub(super) const FOR_OVER_PARTS: bool = false;
/// `for` over `once`.
pub(super) const ONCE_IN_FOR: bool = false;
/// `flat_map` with a closure that returns an array.
pub(super) const FLAT_MAP_TO_ARRAY: bool = false;
/// `step_by` and its kin right after `into_iter` of an array.
pub(super) const INTO_ITER_PLAIN: bool = false;
/// `extend` by a chain without a closure.
pub(super) const EXTEND_PLAIN: bool = false;
/// `return None` in a closure.
pub(super) const RETURN_NONE: bool = false;
/// One item of a chain with `c.then(|| e)`.
pub(super) const THEN_CHOSEN: bool = false;
/// A closure with `move` and a name.
pub(super) const MOVE_CLOSURE: bool = false;
/// A chain in a guard.
pub(super) const CHAIN_IN_GUARD: bool = false;
/// A closure by its name in a chain over a reference that it captures.
pub(super) const CLOSURE_OF_ITS_SOURCE: bool = false;
/// A method with `&mut self` of a struct with a vector.
pub(super) const GROWN_SELF: bool = false;
/// A vector in a field of a struct that is lent, where its length changes.
pub(super) const FIELD_GROWN: bool = false;
/// `replace`, `take` and `swap` of a field.
pub(super) const FIELD_TAKEN: bool = false;
/// A copy of a struct behind a reference, but as a result.
pub(super) const DEREF_COPY: bool = false;
/// `clone` of a struct.
pub(super) const STRUCT_CLONE: bool = false;
/// An array in a field that is read or written as a whole.
pub(super) const FIELD_ARRAYS: bool = false;
/// An integer in a field as an operand of anything.
pub(super) const FIELD_INTEGERS: bool = false;
/// A struct that is taken by value and changed.
pub(super) const STRUCT_BY_VALUE_CHANGED: bool = false;
/// `clone` of a vector in a field.
pub(super) const FIELD_CLONE: bool = false;
/// `pop` of a vector in a field.
pub(super) const FIELD_POP: bool = false;
/// One item of a chain over a field.
pub(super) const FIELD_CHOSEN: bool = false;
/// A field as a value of a destructuring assignment.
pub(super) const FIELD_DESTRUCTURED: bool = false;
/// A field as it stands, where its value is kept: in a closure, beside side effects, in rows, in another field.
pub(super) const FIELD_BARE: bool = false;
/// `*r = ..` of a struct behind a reference.
pub(super) const DEREF_ASSIGN: bool = false;
/// A whole buffer in a field that is lent by a name.
pub(super) const FIELD_LENT: bool = false;
/// What a pattern took out of a struct, used again later on.
pub(super) const PATTERN_REUSED: bool = false;

/// The function with what is left out put in other words.
pub(super) fn rewritten(mut f: Function) -> Function {
    // Left sides are met right after their assignments.
    let mut places = HashSet::new();
    each_expr_mut(&mut f.body, &mut |e| {
        if !FIELD_TAKEN {
            taken(e);
        }
        if !FIELD_DESTRUCTURED
            && let Expr::Assign(places, values) = e
            && matches!(**places, Expr::Tuple(_) | Expr::Array(_))
            && let Expr::Tuple(values) | Expr::Array(values) = &mut **values
        {
            for v in values.iter_mut().filter(|v| is_field(v)) {
                *v = bin(Op::Add, v.clone(), lit(0.0));
            }
        }
        if let Expr::Assign(place, _) = e {
            places.insert(std::ptr::from_ref::<Expr>(place));
        }
        if !FIELD_BARE && !places.contains(&std::ptr::from_ref::<Expr>(e)) {
            dressed(e);
        }
        if !FIELD_ARRAYS
            && let Expr::Assign(place, value) = e
            && is_field(place)
            && let Expr::Var(name) = &**place
            && let Ty::Array(n) = name.ty
            && !matches!(**value, Expr::Array(_) | Expr::Repeat(..))
        {
            **value = Expr::Array(vec![lit(0.5); n]);
        }
        if !FIELD_CLONE
            && let Expr::Method(_, recv, name, _) = e
            && *name == "clone"
            && is_field(recv)
        {
            *name = "to_vec";
        }
        false
    });
    if !FIELD_BARE {
        f.body.tail.iter_mut().for_each(|e| dress(e));
    }
    // What is not used is no value.
    each_block_mut(&mut f.body, &mut |b| {
        for stmt in &mut b.stmts {
            if let Stmt::Expr(Expr::Block(b)) = stmt
                && let Some(Expr::Var(name)) = b.tail.as_deref()
                && name.text == "old_"
            {
                b.tail = None;
            }
        }
        false
    });
    f
}

/// A float of a field, or an element of one.
fn is_bare(e: &Expr) -> bool {
    match e {
        Expr::Var(name) => name.text.contains('.') && name.ty == Ty::Float,
        Expr::Index(a, i) => is_field(a) && !matches!(**i, Expr::Range(..)) && !has_effects(i),
        _ => false,
    }
}

/// `1.0 * s.x` in the place of `s.x`.
fn dress(e: &mut Expr) {
    if is_bare(e) {
        *e = bin(Op::Mul, lit(1.0), e.clone());
    }
}

/// All but operands, places and arguments of float methods.
fn dressed(e: &mut Expr) {
    let stays = match e {
        Expr::Binary(_, a, b) => {
            if has_effects(b) {
                dress(a);
            }
            true
        }
        Expr::Neg(_)
        | Expr::Method(Ty::Float, ..)
        | Expr::Assoc(..)
        | Expr::AssignOp(..)
        | Expr::Ref(_)
        | Expr::RefMut(_)
        | Expr::Index(..)
        | Expr::FloatToInt(..) => true,
        _ => false,
    };
    if stays {
        return;
    }
    // The left side, which may be a tuple.
    if let Expr::Assign(_, value) = e {
        return dress(value);
    }
    for part in parts_mut(e) {
        match part {
            PartMut::Expr(e) => dress(e),
            PartMut::Block(b) => b.tail.iter_mut().for_each(|e| dress(e)),
        }
    }
}

fn is_field(e: &Expr) -> bool {
    matches!(e, Expr::Var(name) if name.text.contains('.'))
}

/// Whether the place is a field or a part of one.
fn in_field(e: &Expr) -> bool {
    match e {
        Expr::RefMut(a) | Expr::Index(a, _) => in_field(a),
        e => is_field(e),
    }
}

/// `std::mem::replace(&mut s.x, e)` as `{ let old_ = s.x; s.x = e; old_ }`, and its kin.
fn taken(e: &mut Expr) {
    let Expr::Path(name, args) = e else {
        return;
    };
    if !name.starts_with("std::mem::") || !args.iter().any(in_field) {
        return;
    }
    let places: Vec<Expr> = args
        .iter()
        .map(|a| match a {
            Expr::RefMut(a) => (**a).clone(),
            Expr::Var(v) if v.ty.is_mut_ref() => deref(a.clone()),
            a => a.clone(),
        })
        .collect();
    let ty = match &places[0] {
        Expr::Var(v) => v.ty.clone(),
        _ => Ty::Float,
    };
    let ty = match (&ty, places.get(1)) {
        (Ty::Float | Ty::Vec | Ty::Array(_), _) => ty,
        (_, Some(Expr::Var(v))) if *name == "std::mem::swap" => v.ty.clone(),
        _ => Ty::Float,
    };
    let old = Name {
        text: "old_".to_string(),
        id: 0,
        ty: ty.clone(),
    };
    let copy = match ty {
        Ty::Vec => seq_method(places[0].clone(), "to_vec", vec![]),
        _ => places[0].clone(),
    };
    let keep = Stmt::Let(
        Pat::Bind(old.clone(), false),
        ty.clone(),
        Note::Typed,
        Some(copy),
    );
    let set =
        |place: &Expr, e: Expr| Stmt::Expr(Expr::Assign(Box::new(place.clone()), Box::new(e)));
    let (stmts, tail) = match *name {
        "std::mem::swap" => {
            let second = match ty {
                Ty::Vec => seq_method(places[1].clone(), "to_vec", vec![]),
                _ => places[1].clone(),
            };
            let last = set(&places[1], var(&old));
            (vec![keep, set(&places[0], second), last], None)
        }
        "std::mem::take" => {
            let none = match ty {
                Ty::Vec => Expr::VecList(vec![lit(0.0)]),
                Ty::Array(n) => Expr::Repeat(Box::new(lit(0.0)), n),
                _ => lit(0.0),
            };
            (vec![keep, set(&places[0], none)], Some(Box::new(var(&old))))
        }
        _ => (
            vec![keep, set(&places[0], places[1].clone())],
            Some(Box::new(var(&old))),
        ),
    };
    *e = Expr::Block(Block { stmts, tail });
}
