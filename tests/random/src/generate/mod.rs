//! The generator: seeds in, programs out that Rust accepts, that end, and whose values stay tame.
//!
//! Values: every float expression carries a rough bound of its magnitude and is wrapped (`sin`, `tanh`, ..) where the
//! bound would grow. Ends: loops have bounded trips, recursion falls, and calls are paid for from a budget of work.
//! Borrows: while references to locals are arguments, nothing with side effects is generated (`pure`). What is lent
//! mutably is `hidden` until the loan ends, what is lent otherwise is `frozen`. Lengths: a vector never has fewer
//! elements than its `min_len`, and does not shrink while a loop counts up to its length.

mod avoided;
mod buffers;
mod calls;
mod chain_ends;
mod chains;
mod closures;
mod conditions;
mod control;
mod effects;
mod fallible;
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
pub(crate) mod structs;
mod swarm;
mod targets;
mod themes;
mod tuples;
mod uses;

use crate::ast::{
    Block, Expr, Function, Name, Op, Param, Program, Record, Stmt, Ty, Wrap, bin, var,
};
use crate::rng::Rng;
use crate::rules::{RULES, Rule};
use scope::Local;
use sequences::length;
use std::sync::Arc;

/// Float values stay within this bound wherever they are stored.
const STORED: f64 = 8.0;
/// The bound of the trips of one loop.
const TRIPS: u64 = 6;
/// The bound of the work of one function, in statements run.
const WORK: u64 = 3000;
/// Statements that are made on purpose in each function.
const THEMES: usize = 12;
/// The same of the newer constructs: chains, closures, structs.
const NEWER_THEMES: usize = 5;
/// The names of functions; variables have others.
const FUNCTIONS: [&str; 5] = ["g", "h", "mix", "step", "f"];

/// The `index`-th program of a run.
#[must_use]
pub fn program(seed: u64, index: u64) -> Program {
    program_of(seed, index, false)
}

/// The same; with nothing but scalars, sequences and functions where `plain` says so.
#[must_use]
pub fn program_of(seed: u64, index: u64, plain: bool) -> Program {
    let mut rng = Rng::for_item(seed, index);
    let callees = rng.weighted(&[(10, 0), (20, 1), (30, 2), (40, 3)]);
    let shapes = structs::shapes(&mut Rng::for_item(seed ^ 0x5eed, index));
    let wrap = match index % 12 {
        _ if plain => None,
        3 => Some(Wrap::Result),
        8 => Some(Wrap::Option),
        _ => None,
    };
    let mut functions = Vec::new();
    let mut known = if plain { vec![] } else { rules(&mut rng) };
    if !plain && rng.chance(70) {
        let mut g = Gen::new(rng.clone(), known.clone());
        g.set_turns(index, FUNCTIONS.len(), plain);
        g.shapes.clone_from(&shapes);
        g.wrap = wrap.filter(|_| g.rng.chance(60));
        let (params, ret) = g.of_structs();
        let function = g.function("step", params, ret, 3);
        known.push(g.callable(&function, 1));
        functions.push(function);
        rng = g.rng;
    }
    for (place, name) in FUNCTIONS.iter().take(callees).enumerate() {
        let mut g = Gen::new(rng.clone(), known.clone());
        g.set_turns(index, place, plain);
        g.shapes.clone_from(&shapes);
        g.wrap = wrap.filter(|_| g.rng.chance(60));
        let (function, callee) = callee(&mut g, name, place);
        rng = g.rng;
        functions.push(function);
        known.push(callee);
    }
    let mut g = Gen::new(rng, known);
    g.set_turns(index, FUNCTIONS.len() - 1, plain);
    g.shapes = shapes;
    g.wrap = wrap;
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

/// Functions with a rule, in some programs.
fn rules(rng: &mut Rng) -> Vec<Callee> {
    let n = rng.weighted(&[(60, 0), (25, 1), (15, 2)]);
    let first = rng.below(RULES.len());
    let chosen = (0..n).map(|i| &RULES[(first + i) % RULES.len()]);
    let params = |rule: &Rule| {
        let params = rule.params.iter().enumerate();
        let params = params.map(|(i, (name, ty))| Param {
            name: Name {
                text: (*name).to_string(),
                id: i as u32,
                ty: ty.clone(),
            },
            mutable: false,
            min_len: 0,
        });
        params.collect()
    };
    let callees = chosen.map(|rule| Callee {
        name: rule.name.to_string(),
        params: params(rule),
        ret: Ty::Float,
        work: 1,
        method: None,
        wrap: None,
    });
    callees.collect()
}

fn callee(g: &mut Gen, name: &str, known: usize) -> (Function, Callee) {
    let (function, factor) = if known == 0 && g.rng.chance(70) {
        let (params, ret) = g.writer();
        (g.function(name, params, ret, 3), 1)
    } else if known == 1 && g.rng.chance(80) {
        let (params, ret) = g.reader();
        (g.function(name, params, ret, 3), 1)
    } else if g.rng.chance(22) {
        g.wrap = None;
        (g.recursive(name), 12)
    } else {
        let params = g.callee_params();
        let ret = g.callee_result(&params);
        let budget = g.weighted(&[(3, 3), (3, 10), (1, 35)]);
        (g.function(name, params, ret, budget), 1)
    };
    let callee = g.callable(&function, factor);
    (function, callee)
}

/// A function that can be called.
#[derive(Clone, Debug)]
struct Callee {
    name: String,
    params: Vec<Param>,
    ret: Ty,
    work: u64,
    /// The struct whose method it is.
    method: Option<Arc<Record>>,
    wrap: Option<Wrap>,
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
    /// Above zero: a `break` here would not mean the innermost loop around, or wants its label.
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
    /// Whether this is a guard.
    guard: bool,
    /// The closures that can be called here.
    lambdas: Vec<closures::Lambda>,
    /// What is around the result.
    wrap: Option<Wrap>,
    /// Above zero: the function cannot be left from here.
    closed: usize,
    /// The structs of the program.
    shapes: Vec<Arc<Record>>,
    /// Only scalars, sequences and functions.
    plain: bool,
    /// As `turn`, of the newer constructs.
    newer_turn: u64,
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
            guard: false,
            lambdas: Vec::new(),
            plain: false,
            shapes: Vec::new(),
            wrap: None,
            closed: 0,
            newer_turn: 0,
        }
    }

    /// The first turns of a function: functions of one place in their programs go through all of them.
    fn set_turns(&mut self, index: u64, place: usize, plain: bool) {
        let first = |themes: usize| index * themes as u64 + place as u64 * 7919;
        self.turn = first(THEMES);
        self.newer_turn = first(NEWER_THEMES);
        self.plain = plain;
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
        if self.wrap.is_some() {
            self.fallible_themes(&mut stmts);
        }
        if self.callees.iter().any(|k| k.method.is_some()) {
            self.method_themes(&mut stmts);
        }
        let newer = if self.plain { 0 } else { NEWER_THEMES };
        let mut themes = THEMES + newer;
        while self.budget > 0 || themes > 0 {
            if themes > 0 && (self.budget <= 0 || self.rng.chance(30)) {
                themes -= 1;
                let rest = self.budget;
                if themes % 3 == 2 && themes / 3 < newer {
                    self.newer_theme(&mut stmts);
                } else {
                    self.next_theme(&mut stmts);
                }
                self.budget = rest;
            } else {
                self.stmt(&mut stmts);
            }
        }
        let body = self.finish(stmts, &ret);
        let wrap = self.wrap;
        fallible::wrapped(avoided::rewritten(Function {
            name: name.to_string(),
            params,
            ret,
            wrap,
            body,
        }))
    }

    /// The function as one to call, whose work is to be multiplied.
    fn callable(&self, function: &Function, factor: u64) -> Callee {
        Callee {
            name: function.name.clone(),
            params: function.params.clone(),
            ret: function.ret.clone(),
            work: self.work * factor,
            method: function.receiver().cloned(),
            wrap: function.wrap,
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
            Ty::Struct(shape) => self.closing_struct(&shape.clone()),
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
