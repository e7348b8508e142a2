//! What becomes of a chain: a float, an integer, a vector, a statement.

use super::avoided::EXTEND_PLAIN;
use super::buffers::mentioned;
use super::chains::Chain;
use super::{Gen, STORED, Sized, sized};
use crate::ast::{
    Block, Expr, Note, Op, Pat, Shape, Stmt, Ty, bin, closure, code, deref, float_method, int, lit,
    seq_method, var,
};
use crate::walk::each_in;

/// How many ends with a float can be asked for.
pub(super) const FLOATS: usize = 10;
/// How many ends with something else can be asked for.
pub(super) const OTHERS: usize = 11;

impl Gen {
    /// A float out of a chain.
    pub(super) fn chain_float(&mut self, writes: bool) -> Sized {
        let writes = writes && self.pure == 0;
        let mut chain = self.chain(writes);
        let at = self.pick_named("end", &[30, 6, 20, 5, 4, 5, 4, 4, 4, 4]);
        let out = self.float_end(&mut chain, at);
        self.end_chain(&chain);
        out
    }

    fn float_end(&mut self, chain: &mut Chain, at: usize) -> Sized {
        if at == 2 {
            return self.fold(chain);
        }
        let at = if chain.may_choose() || !(3..9).contains(&at) {
            at
        } else {
            0
        };
        let referred = at == 3 && chain.item == Ty::FloatRef && chain.least > 0;
        if !referred {
            self.of_floats(chain);
        }
        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
        match at {
            1 => {
                // What is multiplied stays small.
                let (_, pat) = self.state_name(Ty::Float, false);
                self.reserved.clear();
                let Some(l) = self.scope.pop() else {
                    unreachable!("it was just bound");
                };
                let body = Expr::Assoc(Ty::Float, "sin", vec![var(&l.name)]);
                let e = seq_method(e, "map", vec![closure(vec![pat], body)]);
                sized(Expr::Turbofish(Box::new(e), "product", Ty::Float), 1.0)
            }
            3 => {
                let name = self.one_of(&["max_by", "min_by"]);
                let by = self.order();
                let e = seq_method(e, name, vec![by]);
                let e = self.unwrapped(e, chain);
                sized(if referred { deref(e) } else { e }, STORED)
            }
            4 => {
                let f = self.pair_closure();
                let e = seq_method(e, "reduce", vec![f]);
                sized(self.unwrapped(e, chain), STORED)
            }
            5 => sized(self.unwrapped(seq_method(e, "last", vec![]), chain), STORED),
            6 => {
                let (n, most) = self.chain_number(0, 2);
                chain.least = chain.least.saturating_sub(most);
                let e = seq_method(e, "nth", vec![n]);
                sized(self.unwrapped(e, chain), STORED)
            }
            7 => sized(self.unwrapped(seq_method(e, "next", vec![]), chain), STORED),
            8 => {
                chain.e = e;
                let f = self.item_closure(chain, true, &Ty::Bool, 1.0);
                chain.least = 0;
                let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                let e = seq_method(e, "find", vec![f]);
                sized(self.unwrapped(e, chain), STORED)
            }
            9 => {
                let e = seq_method(e, "fold", vec![]);
                let Expr::Method(t, recv, name, _) = e else {
                    unreachable!("it was just made");
                };
                let text = *self.rng.pick(&["$::max", "$::min"]);
                let by = code(
                    "f64::max as a function",
                    Ty::Unit,
                    Shape::Atom,
                    text,
                    vec![Ty::Float.into()],
                );
                let start = Expr::Float(*self.rng.pick(&[0.5, -1.0]), true);
                sized(Expr::Method(t, recv, name, vec![start, by]), STORED)
            }
            _ => sized(Expr::Turbofish(Box::new(e), "sum", Ty::Float), 300.0),
        }
    }

    /// `.unwrap()` where there is an item, else `.unwrap_or(e)`.
    fn unwrapped(&mut self, e: Expr, chain: &Chain) -> Expr {
        if chain.least > 0 && chain.item != Ty::FloatRef && self.rng.chance(50) {
            let name = "unwrap";
            return seq_method(e, name, vec![]);
        }
        if chain.item == Ty::FloatRef {
            return seq_method(e, "unwrap", vec![]);
        }
        let other = self.purely(|g| g.within(1, STORED));
        seq_method(e, "unwrap_or", vec![other])
    }

    /// `|a, b| a.total_cmp(b)`
    fn order(&mut self) -> Expr {
        let text = *self
            .rng
            .pick(&["|a, b| $::total_cmp(a, b)", "|p, q| $::total_cmp(q, p)"]);
        code(
            "closure that compares",
            Ty::Unit,
            Shape::Atom,
            text,
            vec![Ty::Float.into()],
        )
    }

    /// `|a, b| e` on two floats.
    fn pair_closure(&mut self) -> Expr {
        let mark = self.scope.len();
        let (_, a) = self.state_name(Ty::Float, false);
        let (_, b) = self.state_name(Ty::Float, false);
        self.reserved.clear();
        let body = self.purely(|g| g.within(2, STORED));
        self.scope.truncate(mark);
        closure(vec![a, b], body)
    }

    /// `.fold(0.0, |acc, v| e)`
    fn fold(&mut self, chain: &mut Chain) -> Sized {
        let item = chain.item.clone();
        let start = *self.rng.pick(&[0.0, 1.0, 0.5]);
        let suffix = self.rng.chance(50);
        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
        let target = chain.target_for_fold();
        if let Some(l) = &target {
            self.offer(l, true);
        }
        let mark = self.scope.len();
        let mutable = self.rng.chance(30);
        let (acc, state) = self.state_name(Ty::Float, mutable);
        let pat = self.item_of(&item, false);
        let body = if self.rng.chance(40) {
            self.hide(acc.id, true);
            let new = self.body_of(&Ty::Float, 4.0, target.as_ref(), false);
            self.hide(acc.id, false);
            let old = bin(Op::Mul, var(&acc), lit(0.5));
            bin(Op::Add, old, new)
        } else if mutable {
            let mut stmts = Vec::new();
            if let Some(l) = &target {
                self.write_target(l, &mut stmts);
            }
            let v = self.purely(|g| g.within(1, 1.0));
            stmts.push(Stmt::Expr(Expr::AssignOp(
                Op::Add,
                Ty::Float,
                Box::new(var(&acc)),
                Box::new(v),
            )));
            Expr::Block(Block {
                stmts,
                tail: Some(Box::new(var(&acc))),
            })
        } else {
            self.closure_body(&Ty::Float, STORED, target.as_ref())
        };
        self.scope.truncate(mark);
        if let Some(l) = target {
            self.offer(&l, false);
            chain.lend_mut(l.name.id);
        }
        let f = closure(vec![state, pat], body);
        let start = Expr::Float(start, suffix);
        sized(seq_method(e, "fold", vec![start, f]), 70.0)
    }

    /// A chain with a closure that writes, as a value of the type.
    pub(super) fn chain_effect(&mut self, ty: &Ty) -> Option<Expr> {
        self.some_target()?;
        let mut chain = self.chain(true);
        if !chain.writes() {
            self.forced = Some(("writer", 0));
            let e = match ty {
                Ty::Bool => {
                    let name = *self.rng.pick(&["any", "all"]);
                    let f = self.item_closure(&mut chain, false, &Ty::Bool, 1.0);
                    let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                    seq_method(e, name, vec![f])
                }
                Ty::Usize => {
                    let f = self.item_closure(&mut chain, false, &Ty::Bool, 1.0);
                    let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                    let e = seq_method(e, "position", vec![f]);
                    seq_method(e, "unwrap_or", vec![int(1)])
                }
                _ if self.rng.chance(50) => {
                    let f = self.item_closure(&mut chain, false, &Ty::Float, STORED);
                    let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                    let e = seq_method(e, "map", vec![f]);
                    Expr::Turbofish(Box::new(e), "sum", Ty::Float)
                }
                _ => self.fold(&mut chain).e,
            };
            self.forced = None;
            self.end_chain(&chain);
            let float = *ty == Ty::Float;
            return Some(if float {
                float_method(e, "tanh", vec![])
            } else {
                e
            });
        }
        let s = self.float_end(&mut chain, 0);
        self.end_chain(&chain);
        let e = self.tame(s, STORED).e;
        Some(self.out_of_float(e, ty))
    }

    /// A statement with a chain that gives no float.
    pub(super) fn chain_statement(&mut self, out: &mut Vec<Stmt>) {
        let at = self.pick_named("other end", &[20, 14, 8, 6, 5, 5, 5, 8, 6, 5, 5]);
        match at {
            0 => self.for_each(out),
            1 => self.collect(out),
            2 => self.for_chain(out),
            3..6 => {
                let mut chain = self.chain(false);
                let e = match at {
                    3 => {
                        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                        seq_method(e, "count", vec![])
                    }
                    _ => {
                        let f = self.item_closure(&mut chain, false, &Ty::Bool, 1.0);
                        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                        let name = if at == 4 { "any" } else { "all" };
                        seq_method(e, name, vec![f])
                    }
                };
                self.end_chain(&chain);
                if at == 3 {
                    self.use_integer(bin(Op::Rem, e, int(5)), out);
                } else {
                    self.use_bool(e, out);
                }
            }
            6 => {
                let mut chain = self.chain(false);
                let f = self.item_closure(&mut chain, false, &Ty::Bool, 1.0);
                let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                self.end_chain(&chain);
                let e = seq_method(e, "position", vec![f]);
                let e = seq_method(e, "unwrap_or", vec![int(2)]);
                self.use_integer(bin(Op::Rem, e, int(5)), out);
            }
            7 => self.let_from_fn(out),
            8 => self.unzip(out),
            9 => self.extend_by_chain(out),
            _ => {
                // The type of a sum said by the variable.
                let mut chain = self.chain(false);
                self.of_floats(&mut chain);
                let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                self.end_chain(&chain);
                let name = self.fresh(Ty::Float);
                let pat = self.bind(&name, false);
                if let Some(l) = self.local_mut(name.id) {
                    l.bound = 300.0;
                }
                let e = seq_method(e, "sum", vec![]);
                out.push(Stmt::Let(pat, Ty::Float, Note::Typed, Some(e)));
                self.reach(&name, out);
            }
        }
    }

    /// `x.iter().for_each(|v| { .. });`
    fn for_each(&mut self, out: &mut Vec<Stmt>) {
        let chain = self.chain(false);
        let mark = self.scope.len();
        let pat = self.item_of(&chain.item.clone(), false);
        let kept = self.freeze_captured(&chain.e);
        let body = self.closure_statements();
        self.scope.truncate(mark);
        kept.into_iter().for_each(|id| self.freeze(id, false));
        self.end_chain(&chain);
        let f = closure(vec![pat], Expr::Block(body));
        out.push(Stmt::Expr(seq_method(chain.e, "for_each", vec![f])));
    }

    /// What the closures of a chain read must stay as it is while the chain runs.
    fn freeze_captured(&mut self, chain: &Expr) -> Vec<u32> {
        let mut ids = std::collections::HashSet::new();
        each_in(chain, &mut |e| {
            if let Expr::Closure(..) = e {
                ids.extend(mentioned(e));
            }
        });
        let known = |id: &u32| self.scope.iter().any(|l| l.name.id == *id);
        let ids: Vec<u32> = ids.into_iter().filter(known).collect();
        ids.iter().for_each(|id| self.freeze(*id, true));
        ids
    }

    /// The statements of a closure: there is no way out but its own `return`.
    pub(super) fn closure_statements(&mut self) -> Block {
        let loops = std::mem::take(&mut self.loops);
        let ret = std::mem::replace(&mut self.ret, Ty::Unit);
        let head = std::mem::take(&mut self.headless);
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        self.nested(|g| {
            for _ in 0..1 + g.rng.below(2) {
                if g.budget > -10 {
                    g.stmt(&mut stmts);
                }
            }
            g.effect(&mut stmts);
        });
        self.scope.truncate(mark);
        self.loops = loops;
        self.ret = ret;
        self.headless = head;
        Block { stmts, tail: None }
    }

    /// `for p in x.iter().map(..) { .. }`
    fn for_chain(&mut self, out: &mut Vec<Stmt>) {
        let chain = self.chain(false);
        if !chain.may_loop() {
            self.end_chain(&chain);
            return self.for_each(out);
        }
        let mark = self.scope.len();
        let pat = self.item_of(&chain.item.clone(), false);
        let kept = self.freeze_captured(&chain.e);
        let e = self.for_loop(pat, chain.e.clone());
        self.scope.truncate(mark);
        kept.into_iter().for_each(|id| self.freeze(id, false));
        self.end_chain(&chain);
        out.push(Stmt::Expr(e));
    }

    /// `let v = x.iter().map(..).collect::<Vec<f64>>();`
    fn collect(&mut self, out: &mut Vec<Stmt>) {
        let writes = self.pure == 0 && self.rng.chance(30);
        let mut chain = self.chain(writes);
        self.of_floats(&mut chain);
        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
        self.end_chain(&chain);
        let typed = self.rng.chance(40);
        let (note, e) = if typed {
            (Note::Typed, seq_method(e, "collect", vec![]))
        } else {
            let e = Expr::Turbofish(Box::new(e), "collect", Ty::Vec);
            (Note::Plain, e)
        };
        let name = self.fresh(Ty::Vec);
        let mutable = self.rng.chance(60);
        let pat = self.bind(&name, mutable);
        if let Some(l) = self.local_mut(name.id) {
            l.min_len = chain.least;
        }
        out.push(Stmt::Let(pat, Ty::Vec, note, Some(e)));
        if chain.least > 0 {
            self.reach(&name, out);
        }
    }

    /// `let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(..).unzip();`
    fn unzip(&mut self, out: &mut Vec<Stmt>) {
        let mut chain = self.chain(false);
        let pair = Ty::Tuple(vec![Ty::Float, Ty::Float]);
        let f = self.item_closure(&mut chain, false, &pair, STORED);
        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
        self.end_chain(&chain);
        let e = seq_method(seq_method(e, "map", vec![f]), "unzip", vec![]);
        let names = [0; 2].map(|_| {
            let name = self.fresh(Ty::Vec);
            self.reserved.push(name.text.clone());
            name
        });
        self.reserved.clear();
        let pats = names.iter().map(|name| {
            let pat = self.bind(name, true);
            if let Some(l) = self.local_mut(name.id) {
                l.min_len = chain.least;
            }
            pat
        });
        let pat = Pat::Tuple(pats.collect());
        let ty = Ty::Tuple(vec![Ty::Vec, Ty::Vec]);
        out.push(Stmt::Let(pat, ty, Note::Typed, Some(e)));
    }

    /// `v.extend(x.iter().map(..));`
    fn extend_by_chain(&mut self, out: &mut Vec<Stmt>) {
        let Some(l) = self.vector(out) else {
            return self.assignment(out);
        };
        self.hide(l.name.id, true);
        let mut chain = self.chain(false);
        let plain = chain.is_plain() && !EXTEND_PLAIN;
        if plain || !matches!(chain.item, Ty::Float | Ty::FloatRef) {
            // A closure at least.
            self.of_floats_by_map(&mut chain);
        } else if self.rng.chance(50) {
            self.of_floats(&mut chain);
        }
        self.end_chain(&chain);
        self.hide(l.name.id, false);
        let e = seq_method(var(&l.name), "extend", vec![chain.e]);
        let stmt = self.guarded(&l, Stmt::Expr(e), false);
        out.push(stmt);
    }

    /// `let a: [f64; 3] = std::array::from_fn(|i| e);`
    fn let_from_fn(&mut self, out: &mut Vec<Stmt>) {
        let n = 2 + self.rng.below(3);
        let mark = self.scope.len();
        let pat = self.item_of(&Ty::Usize, false);
        if let Some(l) = self.scope.last_mut() {
            l.max = n as i64 - 1;
        }
        self.closed += 1;
        let body = self.closure_body(&Ty::Float, STORED, None);
        self.closed -= 1;
        self.scope.truncate(mark);
        let e = Expr::Path("std::array::from_fn", vec![closure(vec![pat], body)]);
        let name = self.fresh(Ty::Array(n));
        let mutable = self.rng.chance(50);
        let pat = self.bind(&name, mutable);
        out.push(Stmt::Let(pat, Ty::Array(n), Note::Typed, Some(e)));
        self.reach(&name, out);
    }
}
