//! Float expressions.

use super::avoided::CHAIN_IN_GUARD;
use super::scope::Local;
use super::{Gen, STORED, Sized, sized};
use crate::ast::{Expr, Op, Stmt, Ty, bin, deref, float_method, index, lit, var};

/// Products and sums beyond this are wrapped.
const WIDE: f64 = 100.0;

impl Gen {
    /// A float expression of some depth.
    pub(super) fn float(&mut self, depth: usize) -> Sized {
        self.budget -= 1;
        if depth == 0 || self.budget < -20 {
            return self.leaf();
        }
        let newer = usize::from(!self.plain);
        let s = match self.pick(&[
            14,
            31,
            26,
            4,
            2,
            3,
            2,
            7,
            3,
            2,
            2,
            1,
            1,
            2,
            2 * newer,
            5 * newer,
            1,
        ]) {
            0 => self.leaf(),
            1 => self.arithmetic(depth),
            2 => self.maths(depth),
            3 => self.division(depth),
            4 => self.remainder(depth),
            5 => self.negation(depth),
            6 => self.integer_as_float(),
            7 => self.call_value(depth),
            8 => self.value_if(),
            9 => self.value_match(),
            10 => self.value_block(),
            11 => self.value_loop(),
            12 => self.replaced(depth),
            13 => match self.stray_effect(&Ty::Float) {
                Some(e) => sized(e, STORED),
                None => self.leaf(),
            },
            14 => self.chain_value(),
            15 => match self.lambda_value(depth) {
                Some(s) => s,
                None => self.leaf(),
            },
            _ => self.variable(),
        };
        self.tame(s, WIDE)
    }

    /// A float expression within the bound.
    pub(super) fn within(&mut self, depth: usize, bound: f64) -> Expr {
        let s = self.float(depth);
        self.tame(s, bound).e
    }

    /// Wraps the expression if it may exceed the bound, which must be at least 1.
    pub(super) fn tame(&mut self, s: Sized, bound: f64) -> Sized {
        if s.bound <= bound {
            return s;
        }
        if s.bound <= 4.0 * bound && self.chance(40) {
            let e = if self.chance(50) {
                bin(Op::Mul, s.e, lit(0.25))
            } else {
                bin(Op::Mul, lit(0.25), s.e)
            };
            return sized(e, s.bound * 0.25);
        }
        let name = self.weighted(&[(4, "sin"), (2, "cos"), (3, "tanh")]);
        sized(float_method(s.e, name, vec![]), 1.0)
    }

    pub(super) fn literal(&mut self) -> Sized {
        if self.chance(3) {
            let (name, v) =
                self.weighted(&[(1, ("PI", 3.2)), (1, ("E", 2.8)), (1, ("FRAC_PI_2", 1.6))]);
            return sized(Expr::Const(name), v);
        }
        let v = *self
            .rng
            .pick(&[0.5, 1.0, 2.0, 0.1, -1.0, 1.5, 0.25, -0.5, 3.0, 0.7, 0.0]);
        let suffix = self.chance(8);
        sized(Expr::Float(v, suffix), v.abs())
    }

    /// A read or a literal.
    pub(super) fn leaf(&mut self) -> Sized {
        if self.chance(12) {
            return self.literal();
        }
        self.variable()
    }

    /// A read of a variable, if there is one: often of an input or of the element that a loop stands at.
    pub(super) fn variable(&mut self) -> Sized {
        let sources = self.chance(35);
        let local = self
            .some_local(|l| l.source && sources)
            .or_else(|| self.some_local(|l| l.name.ty.is_active()));
        match local.and_then(|l| self.read(&l)) {
            Some(s) => s,
            None => self.literal(),
        }
    }

    /// A float out of the variable.
    pub(super) fn read(&mut self, l: &Local) -> Option<Sized> {
        let e = match &l.name.ty {
            Ty::Float => var(&l.name),
            Ty::FloatRef | Ty::FloatMut => deref(var(&l.name)),
            Ty::Tuple(_) => return self.read_field(l),
            Ty::Struct(_) | Ty::StructRef(_) | Ty::StructMut(_) => {
                let field = self.field_of(l)?;
                return self.read(&field);
            }
            Ty::Slice
            | Ty::Vec
            | Ty::Array(_)
            | Ty::ArrayRef(_)
            | Ty::SliceMut
            | Ty::ArrayMut(_)
            | Ty::VecMut => {
                let i = self.index_into(l)?;
                Expr::Index(Box::new(var(&l.name)), Box::new(i))
            }
            Ty::PairSlice => {
                let i = self.index_into(l)?;
                let pair = Expr::Index(Box::new(var(&l.name)), Box::new(i));
                let side = self.rng.int(0, 1);
                Expr::Index(Box::new(pair), Box::new(crate::ast::int(side)))
            }
            Ty::Matrix(_, columns) => {
                let i = self.index_into(l)?;
                let j = self.index_below(*columns as i64);
                index(index(var(&l.name), i), j)
            }
            Ty::Rows | Ty::RowsRef | Ty::RowsMut => return self.read_row(l),
            Ty::Usize | Ty::I32 | Ty::Bool | Ty::Unit => return None,
        };
        Some(sized(e, l.bound))
    }

    /// An operand: sometimes a reference as it stands.
    fn operand(&mut self, depth: usize) -> Sized {
        if self.chance(25)
            && let Some(l) = self.some_local(|l| l.name.ty == Ty::FloatRef)
        {
            return sized(var(&l.name), l.bound);
        }
        self.float(depth)
    }

    fn arithmetic(&mut self, depth: usize) -> Sized {
        let a = self.operand(depth - 1);
        let b = self.operand(depth - 1);
        match self.pick(&[4, 2, 4]) {
            0 => sized(bin(Op::Add, a.e, b.e), a.bound + b.bound),
            1 => sized(bin(Op::Sub, a.e, b.e), a.bound + b.bound),
            _ => sized(bin(Op::Mul, a.e, b.e), a.bound * b.bound),
        }
    }

    fn division(&mut self, depth: usize) -> Sized {
        let a = self.operand(depth - 1);
        let b = self.positive(depth - 1);
        sized(bin(Op::Div, a.e, b), a.bound * 2.0)
    }

    fn remainder(&mut self, depth: usize) -> Sized {
        let a = self.operand(depth - 1);
        let b = if self.chance(50) {
            self.positive(depth - 1)
        } else {
            lit(*self.rng.pick(&[0.75, 1.5, 2.0]))
        };
        sized(bin(Op::Rem, a.e, b), a.bound)
    }

    fn negation(&mut self, depth: usize) -> Sized {
        let a = self.operand(depth - 1);
        sized(Expr::Neg(Box::new(a.e)), a.bound)
    }

    /// An expression that is at least 0.5.
    pub(super) fn positive(&mut self, depth: usize) -> Expr {
        let a = self.float(depth.min(1));
        let a = self.tame(a, STORED).e;
        match self.pick(&[1, 1, 1, 1, 1]) {
            0 => lit(*self.rng.pick(&[2.0, 0.5, 3.0, 1.5])),
            1 => bin(Op::Add, float_method(a, "abs", vec![]), lit(1.0)),
            2 => bin(Op::Add, lit(2.0), float_method(a, "sin", vec![])),
            3 => bin(
                Op::Add,
                float_method(a, "powi", vec![crate::ast::int(2)]),
                lit(0.5),
            ),
            _ => {
                let square = match a {
                    Expr::Var(_) | Expr::Index(..) => bin(Op::Mul, a.clone(), a),
                    a => float_method(a, "powi", vec![crate::ast::int(2)]),
                };
                bin(Op::Add, square, lit(0.5))
            }
        }
    }

    fn integer_as_float(&mut self) -> Sized {
        if self.chance(50)
            && let Some(l) = self.some_local(|l| l.name.ty == Ty::Bool)
        {
            let cast = Expr::IntCast(Box::new(var(&l.name)), Ty::I32);
            return sized(Expr::ToFloat(Box::new(cast)), 1.0);
        }
        if self.chance(35) {
            let (e, max) = self.i32(1);
            return self.tame(sized(Expr::FromInt(Box::new(e)), max as f64), 32.0);
        }
        let (e, max) = self.usize(1);
        let e = Expr::ToFloat(Box::new(e));
        if max > 8 {
            return sized(bin(Op::Mul, lit(0.1), e), max as f64 * 0.1);
        }
        sized(e, max as f64)
    }

    fn value_block(&mut self) -> Sized {
        if !self.may_nest() || self.pure > 0 {
            return self.leaf();
        }
        let b = self.nested(|g| {
            let n = 1 + g.rng.below(2);
            g.block(n, Some(&Ty::Float))
        });
        sized(Expr::Block(b), STORED)
    }

    fn chain_value(&mut self) -> Sized {
        if !self.may_nest() || self.times > 36 || self.guard && !CHAIN_IN_GUARD {
            return self.leaf();
        }
        let writes = self.chance(20);
        self.nested(|g| g.chain_float(writes))
    }

    /// `std::mem::replace(&mut a, e)`; `e` must not read `a`.
    fn replaced(&mut self, depth: usize) -> Sized {
        if self.pure > 0 {
            return self.leaf();
        }
        let Some((target, place)) = self.place(None) else {
            return self.leaf();
        };
        let e = self.replacement(&target, place, depth);
        sized(e, target.bound)
    }

    pub(super) fn replacement(&mut self, target: &Local, place: Expr, depth: usize) -> Expr {
        let id = target.name.id;
        self.hide(id, true);
        let bound = target.bound.max(1.0);
        let e = self.purely(|g| g.within(depth.min(2), bound));
        self.hide(id, false);
        let place = self.lend_place(place);
        Expr::Path("std::mem::replace", vec![place, e])
    }

    pub(super) fn hide(&mut self, id: u32, hidden: bool) {
        if let Some(l) = self.local_mut(id) {
            l.hidden = hidden;
        }
    }

    /// A float that reads several variables.
    pub(super) fn summary(&mut self) -> Expr {
        let mut total = self.float(2);
        let n = 1 + self.rng.below(4);
        for _ in 0..n {
            let changed = self.some_local(|l| l.mutable && l.name.ty == Ty::Float);
            let next = match changed {
                Some(l) if self.chance(50) => sized(var(&l.name), l.bound),
                _ => self.variable(),
            };
            total = if self.chance(65) {
                sized(bin(Op::Add, total.e, next.e), total.bound + next.bound)
            } else {
                sized(bin(Op::Mul, total.e, next.e), total.bound * next.bound)
            };
            total = self.tame(total, WIDE);
        }
        self.tame(total, STORED).e
    }

    /// Statements are dropped where nothing may change; a value is always there.
    pub(super) fn value(&mut self, ty: &Ty) -> Expr {
        match ty {
            Ty::Float => {
                let depth = 1 + self.rng.below(2);
                self.within(depth, STORED)
            }
            Ty::Usize => self.usize_below(5),
            Ty::I32 => self.i32(1).0,
            Ty::Bool => self.condition(1),
            Ty::Tuple(items) => self.tuple_value(items),
            Ty::Array(n) => self.array_value(*n),
            Ty::Unit => Expr::Tuple(vec![]),
            Ty::Struct(shape) => self.struct_value(shape),
            Ty::Vec => self.new_vec(1),
            Ty::Matrix(r, c) => self.matrix_value(*r, *c),
            Ty::FloatRef
            | Ty::Slice
            | Ty::PairSlice
            | Ty::ArrayRef(_)
            | Ty::FloatMut
            | Ty::SliceMut
            | Ty::ArrayMut(_)
            | Ty::VecMut
            | Ty::Rows
            | Ty::RowsRef
            | Ty::RowsMut
            | Ty::StructRef(_)
            | Ty::StructMut(_) => self.argument(ty, 1),
        }
    }

    /// A statement that drops a float.
    pub(super) fn discarded(&mut self, e: Expr) -> Stmt {
        let nothing = matches!(e, Expr::Call(_, Ty::Unit, _));
        let simple = matches!(e, Expr::Call(..) | Expr::Method(..) | Expr::Path(..));
        if nothing || simple && self.chance(50) {
            return Stmt::Expr(e);
        }
        Stmt::Let(
            crate::ast::Pat::Wild,
            Ty::Float,
            crate::ast::Note::Plain,
            Some(e),
        )
    }
}
