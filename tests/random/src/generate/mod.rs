//! The generator: seeds in, programs out that Rust accepts, that end, and whose values stay tame.
//!
//! Values: every float expression carries a rough bound of its magnitude and is wrapped (`sin`, `tanh`, ..) where the
//! bound would grow. Ends: loops have bounded trips, recursion falls, and calls are paid for from a budget of work.
//! Borrows: while references to locals are arguments, nothing with side effects is generated (`pure`). What is lent
//! mutably is `hidden` until the loan ends, what is lent otherwise is `frozen`. Lengths: a vector never has fewer
//! elements than its `min_len`, and does not shrink while a loop counts up to its length.

mod buffers;
mod calls;
mod conditions;
mod control;
mod effects;
mod floats;
mod integers;
mod lending;
mod loops;
mod maths;
mod positions;
mod recursion;
mod rows;
mod scope;
mod searches;
mod sequences;
pub(crate) mod signature;
mod snippets;
mod statements;
mod swarm;
mod targets;
mod themes;
mod tuples;
mod uses;

use crate::ast::{Block, Expr, Function, Name, Op, Param, Program, Stmt, Ty, bin, var};
use crate::rng::Rng;
use scope::Local;
use sequences::length;

/// Float values stay within this bound wherever they are stored.
const STORED: f64 = 8.0;
/// The bound of the trips of one loop.
const TRIPS: u64 = 6;
/// The bound of the work of one function, in statements run.
const WORK: u64 = 3000;
/// Statements that are made on purpose in each function.
const THEMES: usize = 10;
/// The names of functions; variables have others.
const FUNCTIONS: [&str; 5] = ["g", "h", "mix", "step", "f"];

/// The `index`-th program of a run.
#[must_use]
pub fn program(seed: u64, index: u64) -> Program {
    let mut rng = Rng::for_item(seed, index);
    let callees = rng.weighted(&[(10, 0), (20, 1), (30, 2), (40, 3)]);
    let mut functions = Vec::new();
    let mut known = Vec::new();
    for name in FUNCTIONS.iter().take(callees) {
        let turn = turns(index, functions.len());
        let (function, callee) = callee(&mut rng, name, &known, turn);
        functions.push(function);
        known.push(callee);
    }
    let mut g = Gen::new(rng, known);
    g.turn = turns(index, FUNCTIONS.len() - 1);
    let params = g.top_params();
    let ret = g.top_result(&params);
    let budget = g.weighted(&[(3, 8), (4, 25), (1, 70)]);
    functions.push(g.function("f", params, ret, budget));
    let mut rng = g.rng;
    let top = functions.last().expect("the top function was just added");
    let cases = signature::cases(&mut rng, top);
    let seeds = signature::seeds(&mut rng, &top.ret);
    let single = rng.chance(12);
    Program {
        functions,
        cases,
        seeds,
        single,
    }
}

/// The first turn of a function: functions of one place in their programs go through all of them.
fn turns(index: u64, place: usize) -> u64 {
    index * THEMES as u64 + place as u64 * 7919
}

fn callee(rng: &mut Rng, name: &str, known: &[Callee], turn: u64) -> (Function, Callee) {
    let mut g = Gen::new(rng.clone(), known.to_vec());
    g.turn = turn;
    let (function, factor) = if known.is_empty() && g.rng.chance(70) {
        let (params, ret) = g.writer();
        (g.function(name, params, ret, 3), 1)
    } else if known.len() == 1 && g.rng.chance(80) {
        let (params, ret) = g.reader();
        (g.function(name, params, ret, 3), 1)
    } else if g.rng.chance(22) {
        (g.recursive(name), 12)
    } else {
        let params = g.callee_params();
        let ret = g.callee_result(&params);
        let budget = g.weighted(&[(3, 3), (3, 10), (1, 35)]);
        (g.function(name, params, ret, budget), 1)
    };
    let callee = Callee {
        name: name.to_string(),
        params: function.params.clone(),
        ret: function.ret.clone(),
        work: g.work * factor,
    };
    *rng = g.rng;
    (function, callee)
}

/// A function that can be called.
#[derive(Clone, Debug)]
struct Callee {
    name: String,
    params: Vec<Param>,
    ret: Ty,
    work: u64,
}

impl Callee {
    /// Whether it writes to what it is lent.
    fn writes(&self) -> bool {
        self.params.iter().any(|p| p.name.ty.is_mut_ref())
    }
}

/// A loop around the place where code is generated.
#[derive(Clone, Debug)]
struct LoopContext {
    label: Option<String>,
    /// Whether a `continue` here reaches the statement that makes progress.
    can_continue: bool,
    /// The type that `break` carries.
    value: Option<Ty>,
}

/// The state while one function is generated.
struct Gen {
    rng: Rng,
    /// What the weights of this function are made of.
    swarm: u64,
    callees: Vec<Callee>,
    scope: Vec<Local>,
    next_id: u32,
    loops: Vec<LoopContext>,
    ret: Ty,
    /// Nodes that may still be spent.
    budget: i32,
    /// Depth of control flow.
    nest: usize,
    /// How often the current place runs.
    times: u64,
    /// Work so far.
    work: u64,
    /// Above zero: no side effects here.
    pure: usize,
    /// Above zero: a `break` here would not mean the innermost loop around.
    headless: usize,
    /// Indices within indices around the current place.
    deep: usize,
    /// Whose turn it is of the statements that are made on purpose.
    turn: u64,
    /// The next choice of this name is made already.
    forced: Option<(&'static str, usize)>,
    /// Slices are lent in part.
    cut: bool,
    /// Above zero: no new binding hides another here.
    distinct: usize,
    /// What is hidden until the statement is done.
    held: Vec<u32>,
    /// Names in the pattern that is being built.
    reserved: Vec<String>,
    /// What the next call is lent, if it fits.
    preferred: Vec<u32>,
    /// Where a recursive function divides its slice.
    middle: Option<(Name, Expr)>,
}

/// A float expression and a rough bound of its magnitude.
struct Sized {
    e: Expr,
    bound: f64,
}

fn sized(e: Expr, bound: f64) -> Sized {
    Sized { e, bound }
}

impl Gen {
    fn new(mut rng: Rng, callees: Vec<Callee>) -> Self {
        Self {
            swarm: rng.next_u64(),
            rng,
            callees,
            scope: Vec::new(),
            next_id: 0,
            loops: Vec::new(),
            ret: Ty::Float,
            budget: 0,
            nest: 0,
            times: 1,
            work: 1,
            pure: 0,
            headless: 0,
            deep: 0,
            distinct: 0,
            cut: false,
            turn: 0,
            forced: None,
            held: Vec::new(),
            reserved: Vec::new(),
            preferred: Vec::new(),
            middle: None,
        }
    }

    fn function(&mut self, name: &str, params: Vec<Param>, ret: Ty, budget: i32) -> Function {
        self.declare_params(&params, name == "f");
        self.ret = ret.clone();
        self.budget = budget;
        let mut stmts = Vec::new();
        self.prologue(&mut stmts);
        if !self.callees.is_empty() {
            self.call_themes(&mut stmts);
        }
        let mut themes = THEMES;
        while self.budget > 0 || themes > 0 {
            if themes > 0 && (self.budget <= 0 || self.rng.chance(30)) {
                themes -= 1;
                let rest = self.budget;
                self.next_theme(&mut stmts);
                self.budget = rest;
            } else {
                self.stmt(&mut stmts);
            }
        }
        let body = self.finish(stmts, &ret);
        Function {
            name: name.to_string(),
            params,
            ret,
            body,
        }
    }

    /// Variables that later statements change.
    fn prologue(&mut self, stmts: &mut Vec<Stmt>) {
        for _ in 0..self.weighted(&[(1, 0), (3, 1), (3, 2), (1, 3)]) {
            self.let_mut_float(stmts);
        }
        for _ in 0..self.weighted(&[(6, 0), (5, 1), (2, 2)]) {
            self.let_buffer(stmts);
        }
        if self.chance(30) {
            self.let_mut_integer(stmts);
        }
    }

    /// A last read of inputs that are still in sight.
    fn gather(&mut self, stmts: &mut Vec<Stmt>) {
        let inputs: Vec<Local> = self.visible().into_iter().filter(|l| l.source).collect();
        for input in inputs {
            if length(&input).is_some() && self.chance(45) {
                let mark = self.scope.len();
                let e = self.for_over(&input);
                self.scope.truncate(mark);
                stmts.push(Stmt::Expr(e));
            } else {
                stmts.extend(self.absorb(&input));
            }
        }
    }

    /// A last read of some of the variables that were written.
    fn gather_floats(&mut self, stmts: &mut Vec<Stmt>) {
        let floats = |l: &Local| l.can_write() && l.name.ty == Ty::Float;
        for l in self.visible().into_iter().filter(floats) {
            if self.rng.chance(40) {
                stmts.extend(self.absorb(&l));
            }
        }
    }

    /// A last read of some of the buffers that were written.
    fn gather_buffers(&mut self, stmts: &mut Vec<Stmt>) {
        let buffers = |l: &Local| l.can_write() && buffers::holds_element(l);
        for buffer in self.visible().into_iter().filter(buffers) {
            if self.chance(35) {
                stmts.extend(self.absorb(&buffer));
            }
        }
    }

    /// `v += x[i] * w;`: a variable takes up an input.
    fn absorb(&mut self, input: &Local) -> Option<Stmt> {
        let target = self.some_target()?;
        let read = self.read(input)?;
        let e = if self.chance(50) {
            let factor = self.variable();
            sized(bin(Op::Mul, read.e, factor.e), read.bound * factor.bound)
        } else {
            read
        };
        let e = self.tame(e, STORED).e;
        let place = Box::new(var(&target.name));
        let op = self.weighted(&[(3, Op::Add), (1, Op::Sub)]);
        let e = Expr::AssignOp(op, Ty::Float, place, Box::new(e));
        Some(Stmt::Expr(e))
    }

    /// A statement that reaches out of the block, in most blocks without a value.
    fn effect(&mut self, stmts: &mut Vec<Stmt>) {
        if self.pure > 0 || !stmts.is_empty() && self.chance(35) {
            return;
        }
        let input = self.some_local(|l| l.source);
        match input.and_then(|l| self.absorb(&l)) {
            Some(stmt) if self.chance(50) => stmts.push(stmt),
            _ if self.chance(15) => self.buffer_statement(stmts),
            _ => self.assignment(stmts),
        }
    }

    /// The result of a function: a value that many of the variables reach, or a `return` of it.
    fn finish(&mut self, mut stmts: Vec<Stmt>, ret: &Ty) -> Block {
        if self.chance(60) {
            self.gather(&mut stmts);
        }
        self.gather_buffers(&mut stmts);
        self.gather_floats(&mut stmts);
        if *ret == Ty::Unit {
            self.effect(&mut stmts);
            return Block { stmts, tail: None };
        }
        let value = self.closing(ret);
        if self.chance(6) {
            stmts.push(Stmt::Expr(Expr::Return(Some(Box::new(value)))));
            return Block { stmts, tail: None };
        }
        Block {
            stmts,
            tail: Some(Box::new(value)),
        }
    }

    /// A value of a result type that reads several variables.
    fn closing(&mut self, ret: &Ty) -> Expr {
        match ret {
            Ty::Float => self.summary(),
            Ty::Tuple(items) => Expr::Tuple(items.iter().map(|t| self.closing(t)).collect()),
            Ty::Array(n) => Expr::Array((0..*n).map(|_| self.summary()).collect()),
            Ty::Vec => self.closing_vec(),
            other => self.value(other),
        }
    }

    /// A vector that was written, or a new one.
    fn closing_vec(&mut self) -> Expr {
        let wanted = |l: &Local| l.name.ty == Ty::Vec && l.frozen == 0 && l.min_len > 0;
        match self.some_local(wanted) {
            Some(l) if self.rng.chance(70) => crate::ast::seq_method(var(&l.name), "clone", vec![]),
            _ => self.new_vec(2),
        }
    }

    /// A block of up to `n` statements with a value of the type, in a scope of its own.
    fn block(&mut self, n: usize, ty: Option<&Ty>) -> Block {
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        let n = if self.pure > 0 { 0 } else { n };
        for _ in 0..n {
            if self.budget > 0 {
                self.stmt(&mut stmts);
            }
        }
        if ty.is_none() {
            self.effect(&mut stmts);
        }
        let tail = ty.map(|t| Box::new(self.value(t)));
        self.scope.truncate(mark);
        Block { stmts, tail }
    }

    /// A block of `n` statements that ends with a `return`, `break` or `continue`.
    fn leaving_block(&mut self, n: usize) -> Block {
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        for _ in 0..n {
            self.stmt(&mut stmts);
        }
        stmts.push(Stmt::Expr(self.way_out()));
        if self.chance(4) && self.nest < 3 {
            // Dead code after the exit.
            self.let_float(&mut stmts);
        }
        self.scope.truncate(mark);
        Block { stmts, tail: None }
    }

    /// Runs `f` one level deeper in control flow.
    fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.nest += 1;
        let out = f(self);
        self.nest -= 1;
        out
    }

    /// Runs `f` where side effects are not allowed.
    fn purely<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.pure += 1;
        let out = f(self);
        self.pure -= 1;
        out
    }

    /// Runs `f` for code in the head of a loop, where `break` is not allowed or means another loop.
    fn in_head<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.headless += 1;
        let out = f(self);
        self.headless -= 1;
        out
    }

    /// Whether more control flow may be opened here.
    fn may_nest(&self) -> bool {
        self.nest < 3 && self.budget > 0
    }
}
