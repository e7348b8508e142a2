//! Statements.

use super::avoided::FIELD_INTEGERS;
use super::scope::Local;
use super::{Gen, STORED};
use crate::ast::{Block, Expr, Note, Op, Pat, Stmt, Ty, bin, float_method, int, lit, var};

impl Gen {
    pub(super) fn stmt(&mut self, out: &mut Vec<Stmt>) {
        self.budget -= 1;
        self.work += self.times;
        if !self.loops.is_empty() && self.nest < 4 && self.chance(10) {
            return self.guarded_exit(out);
        }
        if self.may_nest() && self.chance(38) {
            return self.control_statement(out);
        }
        if self.nest > 0 && self.chance(28) {
            return self.assignment(out);
        }
        if self.chance(45) {
            return self.buffer_statement(out);
        }
        let newer = usize::from(!self.plain && self.nest < 4);
        match self.pick(&[
            24,
            6,
            6,
            4,
            3,
            15,
            18,
            4,
            3,
            3,
            6,
            3,
            2,
            5 * newer,
            3 * newer,
            6 * newer,
            if self.wrap.is_some() { 6 } else { 0 },
            3,
        ]) {
            0 => self.let_float(out),
            1 => self.let_integer(out),
            2 => self.let_pattern(out),
            3 => self.let_whole(out),
            4 => self.let_bool(out),
            5 => self.assign(out),
            6 => self.compound(out),
            7 => self.destructuring_assignment(out),
            8 => self.swap(out),
            9 => self.write_field(out),
            10 => self.mutate_integer(None, out),
            11 => self.discard(out),
            12 => self.replace(out),
            13 => self.chain_statement(out),
            14 => self.let_closure(out),
            15 => self.struct_statement(out),
            16 => self.fallible_statement(out),
            _ => self.dead(out),
        }
    }

    fn control_statement(&mut self, out: &mut Vec<Stmt>) {
        match self.pick(&[22, 10, 28, 10, 6, 5, 6, 3, 10]) {
            0 => self.if_statement(out),
            1 => self.match_statement(out),
            2 => self.for_statement(out),
            3 => self.while_statement(out),
            4 => self.loop_statement(out),
            5 => self.let_loop(out),
            6 => self.deferred(out),
            7 => self.block_statement(out),
            _ => self.guarded_exit(out),
        }
    }

    /// A statement that changes a float variable.
    pub(super) fn assignment(&mut self, out: &mut Vec<Stmt>) {
        if self.chance(40) {
            self.assign(out);
        } else {
            self.compound(out);
        }
    }

    pub(super) fn let_mut_float(&mut self, out: &mut Vec<Stmt>) {
        let e = if self.chance(40) {
            let v = *self.rng.pick(&[0.0, 1.0, 0.5]);
            Expr::Float(v, self.chance(25))
        } else {
            let s = self.variable();
            self.tame(s, STORED).e
        };
        let name = self.fresh(Ty::Float);
        let pat = self.bind(&name, true);
        let note = self.note(12);
        out.push(Stmt::Let(pat, Ty::Float, note, Some(e)));
    }

    pub(super) fn let_mut_integer(&mut self, out: &mut Vec<Stmt>) {
        let ty = if self.chance(65) { Ty::Usize } else { Ty::I32 };
        let v = self.rng.int(0, 2);
        let name = self.fresh(ty.clone());
        let pat = self.bind(&name, true);
        let note = self.note(15);
        out.push(Stmt::Let(pat, ty, note, Some(int(v))));
    }

    pub(super) fn let_float(&mut self, out: &mut Vec<Stmt>) {
        let mutable = self.chance(60);
        let e = if mutable && self.chance(35) {
            let v = *self.rng.pick(&[0.0, 1.0, 0.5]);
            Expr::Float(v, self.chance(25))
        } else {
            let depth = 1 + self.rng.below(3);
            self.within(depth, STORED)
        };
        let name = self.fresh(Ty::Float);
        let pat = self.bind(&name, mutable);
        let note = self.note(12);
        out.push(Stmt::Let(pat, Ty::Float, note, Some(e)));
    }

    fn let_integer(&mut self, out: &mut Vec<Stmt>) {
        let mutable = self.chance(50);
        let (ty, (e, max)) = if self.chance(65) {
            (Ty::Usize, self.usize(2))
        } else {
            (Ty::I32, self.i32(2))
        };
        let e = match e {
            Expr::Int(v, None) if self.chance(25) => Expr::Int(v, Some(ty.clone())),
            e => e,
        };
        let name = self.fresh(ty.clone());
        let pat = self.bind(&name, mutable);
        if !mutable && let Some(l) = self.local_mut(name.id) {
            l.max = max;
        }
        let note = self.note(15);
        out.push(Stmt::Let(pat, ty, note, Some(e)));
    }

    fn let_bool(&mut self, out: &mut Vec<Stmt>) {
        let e = self.condition(2);
        let name = self.fresh(Ty::Bool);
        let mutable = self.chance(40);
        let pat = self.bind(&name, mutable);
        out.push(Stmt::Let(pat, Ty::Bool, Note::Plain, Some(e)));
    }

    /// A tuple or an array in one variable.
    fn let_whole(&mut self, out: &mut Vec<Stmt>) {
        let array = self.chance(50);
        let ty = if array {
            Ty::Array(self.rng.below(3) + 2)
        } else {
            self.tuple_type()
        };
        let e = self.value(&ty);
        let name = self.fresh(ty.clone());
        let mutable = self.chance(60);
        let pat = self.bind(&name, mutable);
        let note = self.note(12);
        out.push(Stmt::Let(pat, ty, note, Some(e)));
    }

    /// A place that holds a float: a variable or a field.
    pub(super) fn place(&mut self, out: Option<&mut Vec<Stmt>>) -> Option<(Local, Expr)> {
        if self.chance(60)
            && let Some(found) = self.element_place(out)
        {
            return Some(found);
        }
        if self.chance(20)
            && let Some(l) = self.tuple_target()
        {
            let e = self.float_field(var(&l.name), &l.name.ty)?;
            return Some((l, e));
        }
        let l = self.some_target()?;
        let e = var(&l.name);
        Some((l, e))
    }

    fn tuple_target(&mut self) -> Option<Local> {
        self.some_local(|l| {
            l.can_write() && matches!(l.name.ty, Ty::Tuple(_)) && l.name.ty.is_active()
        })
    }

    pub(super) fn assign(&mut self, out: &mut Vec<Stmt>) {
        let Some((l, place)) = self.place(Some(&mut *out)) else {
            return self.let_float(out);
        };
        self.hold(&l, true);
        let e = if self.chance(20) {
            // The old value is needed for the slope of the new one.
            let other = self.variable();
            let product = bin(Op::Mul, place.clone(), other.e);
            let name = self.one_of(&["sin", "tanh", "cos"]);
            float_method(product, name, vec![])
        } else if self.chance(55) {
            // A step of an iteration that settles.
            let old = bin(Op::Mul, lit(0.5), place.clone());
            let new = self.within(2, 4.0);
            bin(Op::Add, old, new)
        } else {
            self.within(2, l.bound.max(1.0))
        };
        self.hold(&l, false);
        out.push(Stmt::Expr(Expr::Assign(Box::new(place), Box::new(e))));
    }

    fn compound(&mut self, out: &mut Vec<Stmt>) {
        let Some((l, place)) = self.place(Some(&mut *out)) else {
            return self.let_float(out);
        };
        self.hold(&l, true);
        let op = self.weighted(&[
            (10, Op::Add),
            (3, Op::Sub),
            (4, Op::Mul),
            (2, Op::Div),
            (1, Op::Rem),
        ]);
        let e = self.compound_value(op);
        self.hold(&l, false);
        let place = Box::new(place);
        let e = Expr::AssignOp(op, Ty::Float, place, Box::new(e));
        out.push(Stmt::Expr(e));
    }

    /// The right side of `a op= ..`.
    pub(super) fn compound_value(&mut self, op: Op) -> Expr {
        match op {
            Op::Mul => {
                let e = self.within(2, STORED);
                match e {
                    Expr::Float(v, _) if v.abs() <= 1.0 => e,
                    e => float_method(e, "sin", vec![]),
                }
            }
            Op::Div => {
                let e = self.within(1, STORED);
                bin(Op::Add, lit(1.25), float_method(e, "abs", vec![]))
            }
            Op::Rem => lit(*self.rng.pick(&[0.75, 1.5, 2.0])),
            _ => self.addend(),
        }
    }

    /// What is added to a variable, perhaps in a loop: a reference as it stands, or a small value.
    fn addend(&mut self) -> Expr {
        if self.chance(20)
            && let Some(l) = self.some_local(|l| l.name.ty == Ty::FloatRef)
        {
            return var(&l.name);
        }
        self.within(2, 2.0)
    }

    /// An argument of `swap`.
    fn swapped(&mut self, scalar: bool, out: &mut Vec<Stmt>) -> Option<(Local, Expr)> {
        if !scalar {
            return self.place(Some(out));
        }
        let l = self.some_target()?;
        let e = var(&l.name);
        Some((l, e))
    }

    fn swap(&mut self, out: &mut Vec<Stmt>) {
        let scalars = self.chance(65);
        let Some((a, first)) = self.swapped(scalars, out) else {
            return self.let_float(out);
        };
        self.hide(a.name.id, true);
        let second = self.swapped(scalars, out);
        self.hide(a.name.id, false);
        let Some((_, second)) = second else {
            return self.assign(out);
        };
        let args = vec![self.lend_place(first), self.lend_place(second)];
        out.push(Stmt::Expr(Expr::Path("std::mem::swap", args)));
    }

    fn replace(&mut self, out: &mut Vec<Stmt>) {
        let Some((target, place)) = self.place(Some(&mut *out)) else {
            return self.let_float(out);
        };
        let e = self.replacement(&target, place, 2);
        if self.chance(30) {
            let stmt = self.discarded(e);
            return out.push(stmt);
        }
        let name = self.fresh(Ty::Float);
        let pat = self.bind(&name, false);
        out.push(Stmt::Let(pat, Ty::Float, Note::Plain, Some(e)));
    }

    fn write_field(&mut self, out: &mut Vec<Stmt>) {
        let Some(l) = self.tuple_target() else {
            let ty = Ty::Tuple(vec![Ty::Float, Ty::Float]);
            let e = self.value(&ty);
            let name = self.fresh(ty.clone());
            let pat = self.bind(&name, true);
            return out.push(Stmt::Let(pat, ty, Note::Plain, Some(e)));
        };
        let Some(place) = self.float_field(var(&l.name), &l.name.ty) else {
            return;
        };
        let e = self.within(2, STORED);
        out.push(Stmt::Expr(Expr::Assign(Box::new(place), Box::new(e))));
    }

    pub(super) fn mutate_integer(&mut self, of: Option<u32>, out: &mut Vec<Stmt>) {
        let target = self.some_local(|l| {
            let wanted = of.is_none_or(|id| l.name.id == id);
            let free = FIELD_INTEGERS || l.root.is_none();
            wanted && free && l.can_write() && matches!(l.name.ty, Ty::Usize | Ty::I32 | Ty::Bool)
        });
        let Some(l) = target else {
            return self.let_integer(out);
        };
        let place = || Box::new(var(&l.name));
        let assign = |e: Expr| Expr::Assign(place(), Box::new(e));
        let op = |op: Op, e: Expr| Expr::AssignOp(op, l.name.ty.clone(), place(), Box::new(e));
        let at = self.pick_named("integer", &[1; 6]);
        let e = match (&l.name.ty, at) {
            (Ty::Bool, 0..3) => assign(Expr::Not(place())),
            (Ty::Bool, _) => assign(self.condition(1)),
            (_, 0..2) => op(Op::Add, int(1)),
            (_, 2) => op(Op::Rem, int(self.rng.int(2, 5))),
            (Ty::I32, 3) => op(Op::Sub, int(1)),
            (Ty::I32, 4) => assign(Expr::Neg(place())),
            (_, 3) => return self.decrement(&l, out),
            (Ty::I32, _) => {
                let (e, _) = self.i32(1);
                assign(bin(Op::Rem, e, int(self.rng.int(3, 7))))
            }
            _ => {
                let scaled = bin(Op::Mul, var(&l.name), int(3));
                let (more, _) = self.usize(1);
                let sum = bin(Op::Add, scaled, more);
                assign(bin(Op::Rem, sum, int(self.rng.int(3, 7))))
            }
        };
        out.push(Stmt::Expr(e));
    }

    /// `if n > 0 { n -= 1; }`
    fn decrement(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        let less = Expr::AssignOp(
            Op::Sub,
            l.name.ty.clone(),
            Box::new(var(&l.name)),
            Box::new(int(1)),
        );
        let then = Block {
            stmts: vec![Stmt::Expr(less)],
            tail: None,
        };
        let cond = bin(Op::Gt, var(&l.name), int(0));
        out.push(Stmt::Expr(Expr::If(Box::new(cond), then, None)));
    }

    fn discard(&mut self, out: &mut Vec<Stmt>) {
        let e = match self.any_call() {
            Some(e) => e,
            None => self.within(2, STORED),
        };
        let stmt = self.discarded(e);
        out.push(stmt);
    }

    fn block_statement(&mut self, out: &mut Vec<Stmt>) {
        let n = 1 + self.rng.below(3);
        let b = self.nested(|g| g.block(n, None));
        out.push(Stmt::Expr(Expr::Block(b)));
    }

    /// Code without an effect.
    fn dead(&mut self, out: &mut Vec<Stmt>) {
        if !self.may_nest() || self.chance(40) {
            let e = self.within(2, STORED);
            let name = self.fresh(Ty::Float);
            // It is not in scope: nobody reads it. Its name must not hide another.
            let text = format!("_{}{}", name.text, name.id);
            let name = crate::ast::Name { text, ..name };
            return out.push(Stmt::Let(
                Pat::Bind(name, false),
                Ty::Float,
                Note::Plain,
                Some(e),
            ));
        }
        let never = Box::new(Expr::Bool(false));
        let e = if self.chance(35) {
            Expr::If(never, self.nested(|g| g.block(2, None)), None)
        } else {
            let body = self.body(None, true, None, vec![], |_| None);
            if self.chance(50) {
                Expr::While(None, never, body)
            } else {
                let none = Expr::Range(Some(Box::new(int(2))), Some(Box::new(int(2))), false);
                Expr::For(None, Pat::Wild, Box::new(none), body)
            }
        };
        out.push(Stmt::Expr(e));
    }
}
