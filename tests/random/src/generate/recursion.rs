//! Functions that call themselves: on a falling integer, or on a shrinking slice.

use super::Gen;
use crate::ast::{
    Arm, Block, Expr, Function, Name, Op, Param, Pat, Stmt, Ty, bin, int, lent, lent_mut,
    seq_method, value_block, var,
};

impl Gen {
    pub(super) fn recursive(&mut self, name: &str) -> Function {
        self.budget = self.weighted(&[(3, 8), (2, 16)]);
        self.ret = if self.chance(80) {
            Ty::Float
        } else {
            Ty::Tuple(vec![Ty::Float, Ty::Float])
        };
        if self.chance(50) {
            self.falling(name)
        } else {
            self.shrinking(name)
        }
    }

    /// With something to write to, often no result.
    fn maybe_nothing(&mut self, params: &[Param]) {
        if params.iter().any(|p| p.name.ty.is_mut_ref()) && self.chance(45) {
            self.ret = Ty::Unit;
        }
    }

    fn param(&mut self, text: &str, ty: Ty) -> Param {
        Param {
            name: self.name(text.to_string(), ty),
            mutable: false,
            min_len: 0,
        }
    }

    /// `fn g(x: f64, n: usize) -> f64 { if n == 0 { return ..; } .. g(.., n - 1) .. }`
    fn falling(&mut self, name: &str) -> Function {
        let n = self.param("n", Ty::Usize);
        let mut params = vec![self.param("a", Ty::Float), n.clone()];
        if self.chance(65) {
            let extra = match self.pick(&[1, 1, 2, 1, 1, 1]) {
                0 => self.param("acc", Ty::FloatMut),
                1 => self.param("list", Ty::VecMut),
                2 => {
                    let mut p = self.param("out", Ty::SliceMut);
                    p.min_len = 1;
                    p
                }
                3 => self.param("k", Ty::FloatRef),
                4 => self.param("b", Ty::Float),
                _ => {
                    let mut p = self.param("x", Ty::Slice);
                    p.min_len = 1;
                    p
                }
            };
            params.push(extra);
        }
        if self.chance(25) {
            params.swap(0, 1);
        }
        self.start(&params, &n.name);
        self.maybe_nothing(&params);
        let two = self.chance(25);
        let done = if two {
            bin(Op::Lt, var(&n.name), int(2))
        } else {
            bin(Op::Eq, var(&n.name), int(0))
        };
        let base = self.base();
        let mut steps = vec![bin(Op::Sub, var(&n.name), int(1))];
        if two {
            steps.push(bin(Op::Sub, var(&n.name), int(2)));
        }
        let rest = self.rest(name, &params, &n.name, steps);
        let by_match = !two && self.chance(25);
        let body = if by_match && self.ret != Ty::Unit {
            let arms = vec![
                arm(Pat::Int(0), Expr::Block(base)),
                arm(Pat::Wild, Expr::Block(rest)),
            ];
            value_block(Expr::Match(Box::new(var(&n.name)), arms))
        } else {
            self.joined(done, base, rest)
        };
        self.built(name, params, body)
    }

    /// `fn g(x: &[f64]) -> f64 { if x.is_empty() { return ..; } .. g(&x[1..]) .. }`
    fn shrinking(&mut self, name: &str) -> Function {
        let written = self.chance(55);
        let ty = if written { Ty::SliceMut } else { Ty::Slice };
        let x = self.param("x", ty);
        let mut params = vec![x.clone()];
        if self.chance(50) {
            let ty = match self.pick(&[5, 3, 2]) {
                0 => Ty::Float,
                1 => Ty::FloatRef,
                _ => Ty::FloatMut,
            };
            params.push(self.param("a", ty));
        }
        if self.chance(25) {
            params.reverse();
        }
        self.start(&params, &x.name);
        self.maybe_nothing(&params);
        let len = || seq_method(var(&x.name), "len", vec![]);
        let halves = self.chance(30);
        let done = if halves || self.chance(25) {
            bin(Op::Lt, len(), int(2))
        } else {
            seq_method(var(&x.name), "is_empty", vec![])
        };
        let least = if matches!(done, Expr::Binary(..)) {
            2
        } else {
            1
        };
        let base = self.base();
        if let Some(l) = self.local_mut(x.name.id) {
            l.min_len = least;
        }
        let part = |lo: Option<Expr>, hi: Option<Expr>| {
            let range = Expr::Range(lo.map(Box::new), hi.map(Box::new), false);
            let index = Expr::Index(Box::new(var(&x.name)), Box::new(range));
            if written {
                lent_mut(index)
            } else {
                lent(index)
            }
        };
        // The range of a mutable part must not read the slice.
        let middle = self.name("middle".to_string(), Ty::Usize);
        let end = if halves {
            bin(Op::Div, len(), int(2))
        } else {
            bin(Op::Sub, len(), int(1))
        };
        let point = || if written { var(&middle) } else { end.clone() };
        let steps = if halves {
            vec![part(None, Some(point())), part(Some(point()), None)]
        } else if self.chance(65) {
            vec![part(Some(int(1)), None)]
        } else {
            vec![part(None, Some(point()))]
        };
        self.middle = written.then(|| (middle.clone(), end.clone()));
        let rest = self.rest(name, &params, &x.name, steps);
        let body = self.joined(done, base, rest);
        self.built(name, params, body)
    }

    fn start(&mut self, params: &[Param], measure: &Name) {
        self.declare_params(params, false);
        if let Some(l) = self.local_mut(measure.id) {
            l.locked = true;
        }
    }

    fn base(&mut self) -> Block {
        let ret = self.ret.clone();
        if ret == Ty::Unit {
            let n = self.rng.below(2);
            return self.nested(|g| g.block(n, None));
        }
        self.nested(|g| g.block(0, Some(&ret)))
    }

    /// The part that recurs, once for each step of the measure.
    fn rest(&mut self, name: &str, params: &[Param], measure: &Name, steps: Vec<Expr>) -> Block {
        let ret = self.ret.clone();
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        if let Some((name, e)) = self.middle.take() {
            self.bind_counter(&name, 12);
            let pat = Pat::Bind(name, false);
            stmts.push(Stmt::Let(pat, Ty::Usize, crate::ast::Note::Plain, Some(e)));
        }
        for step in steps {
            for _ in 0..self.rng.below(3) {
                if self.budget > 0 {
                    self.nested(|g| g.stmt(&mut stmts));
                }
            }
            let call = self.again(name, params, measure, step);
            if ret == Ty::Unit {
                stmts.push(Stmt::Expr(call));
                continue;
            }
            let pat = self.pattern(&ret);
            let note = self.note(8);
            stmts.push(Stmt::Let(pat, ret.clone(), note, Some(call)));
        }
        if ret == Ty::Unit {
            self.effect(&mut stmts);
            self.scope.truncate(mark);
            return Block { stmts, tail: None };
        }
        let tail = self.closing(&ret);
        self.scope.truncate(mark);
        Block {
            stmts,
            tail: Some(Box::new(tail)),
        }
    }

    fn again(&mut self, name: &str, params: &[Param], measure: &Name, step: Expr) -> Expr {
        let lender = (measure.ty == Ty::SliceMut).then_some(measure.id);
        let given = Some((measure.id, step, lender));
        let ret = self.ret.clone();
        self.purely(|g| g.call_with(name, &ret, params, given, 1))
    }

    /// `if done { return base; } rest` or `if done { base } else { rest }`
    fn joined(&mut self, done: Expr, base: Block, rest: Block) -> Block {
        if self.chance(50) {
            let other = Some(Box::new(Expr::Block(rest)));
            let e = Expr::If(Box::new(done), base, other);
            if self.ret == Ty::Unit {
                return Block {
                    stmts: vec![Stmt::Expr(e)],
                    tail: None,
                };
            }
            return value_block(e);
        }
        let value = base.tail;
        let mut then = Block {
            stmts: base.stmts,
            tail: None,
        };
        then.stmts.push(Stmt::Expr(Expr::Return(value)));
        let first = Stmt::Expr(Expr::If(Box::new(done), then, None));
        let mut stmts = vec![first];
        stmts.extend(rest.stmts);
        Block {
            stmts,
            tail: rest.tail,
        }
    }

    fn built(&mut self, name: &str, params: Vec<Param>, body: Block) -> Function {
        super::avoided::rewritten(Function {
            name: name.to_string(),
            params,
            ret: self.ret.clone(),
            wrap: None,
            body,
        })
    }
}

fn arm(pat: Pat, body: Expr) -> Arm {
    Arm {
        pat,
        guard: None,
        body,
    }
}
