//! Closures with a name, and what stands in the bodies of all.

use super::avoided::{CLOSURE_OF_ITS_SOURCE, MOVE_CLOSURE};
use super::buffers::mentioned;
use super::scope::Local;
use super::sequences::length;
use super::{Gen, STORED, Sized, sized};
use crate::ast::{
    Block, Expr, Name, Op, Pat, Shape, Stmt, Ty, bin, code, float_method, int, lit, seq_method, var,
};

/// A closure that can be called by its name.
#[derive(Clone, Debug)]
pub(super) struct Lambda {
    name: Name,
    params: Vec<Ty>,
    writes: bool,
    captured: Vec<u32>,
}

/// How many statements with named closures there are.
pub(super) const LAMBDAS: usize = 6;

impl Gen {
    /// `acc += e;` and its kin in a closure.
    pub(super) fn write_target(&mut self, l: &Local, stmts: &mut Vec<Stmt>) {
        let place = match l.name.ty {
            Ty::Usize => {
                let place = Box::new(var(&l.name));
                let e = Expr::AssignOp(Op::Add, Ty::Usize, place, Box::new(int(1)));
                return stmts.push(Stmt::Expr(e));
            }
            Ty::Float => var(&l.name),
            _ => match self.element_of(l, None) {
                Some(place) => place,
                None => return,
            },
        };
        let place = || Box::new(place.clone());
        let e = self.purely(|g| g.within(1, STORED));
        let e = float_method(e, "sin", vec![]);
        let e = match self.rng.below(4) {
            0 => Expr::AssignOp(Op::Mul, Ty::Float, place(), Box::new(e)),
            1 => {
                let old = bin(Op::Mul, lit(0.5), *place());
                Expr::Assign(place(), Box::new(bin(Op::Add, old, e)))
            }
            _ => Expr::AssignOp(Op::Add, Ty::Float, place(), Box::new(e)),
        };
        if self.rng.chance(25) {
            let cond = self.purely(|g| g.condition(1));
            let then = Block {
                stmts: vec![Stmt::Expr(e)],
                tail: None,
            };
            return stmts.push(Stmt::Expr(Expr::If(Box::new(cond), then, None)));
        }
        stmts.push(Stmt::Expr(e));
    }

    /// `if c { return e; }` in a closure.
    pub(super) fn early_return(&mut self, ty: &Ty, bound: f64) -> Option<Stmt> {
        if !self.rng.chance(12) || self.nest > 4 {
            return None;
        }
        let cond = self.condition(1);
        let value = match ty {
            Ty::Unit => None,
            ty => Some(Box::new(self.body_value(ty, bound))),
        };
        let then = Block {
            stmts: vec![Stmt::Expr(Expr::Return(value))],
            tail: None,
        };
        Some(Stmt::Expr(Expr::If(Box::new(cond), then, None)))
    }

    /// A call of a closure that is in scope.
    pub(super) fn lambda_value(&mut self, depth: usize) -> Option<Sized> {
        let all: Vec<Lambda> = self
            .lambdas
            .iter()
            .filter(|k| self.pure == 0 || !k.writes)
            .cloned()
            .collect();
        let k = all.last()?.clone();
        self.lambda_of(&k, depth)
    }

    fn lambda_of(&mut self, k: &Lambda, depth: usize) -> Option<Sized> {
        if k.writes && self.pure > 0 {
            return None;
        }
        let args = k.params.clone();
        // The closure itself must not be called for its own argument where it writes.
        let kept = std::mem::take(&mut self.lambdas);
        if !k.writes {
            self.lambdas.clone_from(&kept);
        }
        let args = args.iter().map(|t| match t {
            Ty::Float => self.within(depth.min(1), STORED),
            ty => self.value(ty),
        });
        let args = args.collect();
        self.lambdas = kept;
        let e = Expr::Call(k.name.text.clone(), Ty::Float, args);
        Some(sized(e, STORED))
    }

    /// `let act = |a: f64| e;` and statements that call it.
    pub(super) fn let_closure(&mut self, out: &mut Vec<Stmt>) {
        let how = self.pick_named("closure", &[30, 20, 10, 10, 10, 5]);
        let writes = how == 1 && self.pure == 0;
        let target = if writes { self.chain_target() } else { None };
        if let Some(l) = &target {
            self.hide(l.name.id, true);
        }
        let typed = self.rng.chance(30);
        let text = format!("{}{}", if typed { "typed" } else { "act" }, self.next_id);
        let name = self.name(text, Ty::Unit);
        let n = match how {
            2 | 3 => 1,
            _ => 1 + self.rng.below(2),
        };
        if let Some(l) = &target {
            self.offer(l, true);
        }
        let mark = self.scope.len();
        let mut params = Vec::new();
        for _ in 0..n {
            let (_, pat) = self.state_name(Ty::Float, false);
            params.push((pat, Some(Ty::Float)));
        }
        if how == 4 {
            let name = self.fresh(Ty::Usize);
            self.bind_counter(&name, 5);
            params.push((Pat::Bind(name, false), Some(Ty::Usize)));
        }
        self.reserved.clear();
        self.closed += 1;
        let moves = MOVE_CLOSURE && how == 5;
        let body = if moves {
            self.of_copies(|g| g.closure_body(&Ty::Float, STORED, None))
        } else {
            self.closure_body(&Ty::Float, STORED, target.as_ref())
        };
        self.closed -= 1;
        let own: Vec<u32> = self.scope[mark..].iter().map(|l| l.name.id).collect();
        self.scope.truncate(mark);
        if let Some(l) = &target {
            self.offer(l, false);
            self.hide(l.name.id, false);
        }
        let captured: Vec<u32> = mentioned(&body)
            .into_iter()
            // What moves was copied.
            .filter(|id| !moves && !own.contains(id) && self.local_mut(*id).is_some())
            .collect();
        let types = params.iter().filter_map(|(_, t)| t.clone()).collect();
        let ret = typed.then_some(Ty::Float);
        let f = Expr::Closure(params, ret, Box::new(body));
        let word = if target.is_some() { "let mut" } else { "let" };
        let kind = if moves { "move " } else { "" };
        let text = format!("{word} $ = {kind}~;");
        let holes = vec![(&name).into(), f.into()];
        let title = if target.is_some() {
            "let mut f = |a| .."
        } else {
            "let f = |a| .."
        };
        out.push(Stmt::Expr(code(title, Ty::Unit, Shape::Stmt, &text, holes)));
        let lambda = Lambda {
            name,
            params: types,
            writes: target.is_some(),
            captured: captured.clone(),
        };
        let target = target.map(|l| l.name.id);
        for &id in &captured {
            if Some(id) == target {
                self.hide(id, true);
            } else {
                self.freeze(id, true);
            }
        }
        self.lambdas.push(lambda.clone());
        self.use_lambda(&lambda, how, out);
        self.lambdas.pop();
        for &id in &captured {
            if Some(id) == target {
                self.hide(id, false);
            } else {
                self.freeze(id, false);
            }
        }
    }

    fn use_lambda(&mut self, k: &Lambda, how: usize, out: &mut Vec<Stmt>) {
        match how {
            2 | 3 if k.params.len() == 1 => {
                let captured = k.captured.clone();
                let other = |l: &Local| {
                    let own = captured.contains(&l.name.id) && l.name.ty.is_mut_ref();
                    length(l).is_some() && (!own || CLOSURE_OF_ITS_SOURCE)
                };
                if let Some(l) = self.some_local(other) {
                    let iter = seq_method(var(&l.name), "iter", vec![]);
                    let iter = seq_method(iter, "copied", vec![]);
                    let text = if how == 2 { "$.map($)" } else { "$.map(&$)" };
                    let holes = vec![iter.into(), (&k.name).into()];
                    let e = code(".map(f)", Ty::Slice, Shape::Atom, text, holes);
                    let e = Expr::Turbofish(Box::new(e), "sum", Ty::Float);
                    self.use_float(float_method(e, "sin", vec![]), out);
                    if how == 2 {
                        // It may have moved.
                        return;
                    }
                }
            }
            _ => {}
        }
        let Some(first) = self.lambda_of(k, 1) else {
            return;
        };
        let second = self.lambda_value(1);
        let op = *self.rng.pick(&[Op::Add, Op::Sub, Op::Mul]);
        let e = match second {
            Some(second) => bin(op, first.e, second.e),
            None => first.e,
        };
        self.use_float(e, out);
        if self.may_nest() {
            for _ in 0..self.rng.below(2) {
                self.nested(|g| g.stmt(out));
            }
        }
    }
}
