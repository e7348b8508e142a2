//! Makes a generated function acceptable to Rust's inference, as a user would.
//!
//! `let mut s = 0.0; s.sin()` is an error: the type of `s` is not known when the method is looked up. A binding whose
//! value leaves the type open and whose method is called gets an annotation; a receiver that stays open becomes
//! `f64::sin(e)`. Everything else keeps the form that the generator chose.

use crate::ast::{Arm, Block, Expr, Function, Note, Op, Pat, Stmt, Ty};
use crate::walk::{PartMut, each_expr, each_in, parts_mut};
use std::collections::HashSet;

/// The function with the annotations that it needs.
#[must_use]
pub fn annotate(function: &Function) -> Function {
    let mut out = function.clone();
    let mut pass = Pass {
        needed: needed(&function.body),
        taken_apart: taken_apart(&function.body),
        known: function.params.iter().map(|p| p.name.id).collect(),
        untold: HashSet::new(),
    };
    pass.block(&mut out.body);
    out
}

/// The bindings whose type must be known where they are declared.
fn needed(body: &Block) -> HashSet<u32> {
    let mut out = HashSet::new();
    each_expr(body, &mut |e| match e {
        Expr::Method(Ty::Float, recv, _, _) => deciding(recv, &mut out),
        Expr::For(_, _, iter, _) => iterated(iter, &mut out),
        Expr::Code(_) => deciding(e, &mut out),
        Expr::SortBy(recv, _) => deciding(recv, &mut out),
        Expr::Method(Ty::Slice, recv, name, _) if CHOOSING.contains(name) => {
            iterated(recv, &mut out);
        }
        _ => {}
    });
    out
}

/// Methods that choose an item: the macro keeps it in a variable.
const CHOOSING: [&str; 8] = [
    "max_by", "min_by", "reduce", "last", "nth", "next", "find", "pop",
];

/// The variables that decide the type of the value.
fn deciding(e: &Expr, out: &mut HashSet<u32>) {
    match e {
        Expr::Var(name) => {
            out.insert(name.id);
        }
        Expr::Field(a, _) | Expr::Index(a, _) | Expr::Deref(a) | Expr::Neg(a) | Expr::Ref(a) => {
            deciding(a, out);
        }
        Expr::RefMut(a) => deciding(a, out),
        Expr::Binary(_, a, b) => {
            deciding(a, out);
            deciding(b, out);
        }
        Expr::Path(_, args) => args.iter().for_each(|e| deciding(e, out)),
        Expr::If(_, then, other) => {
            then.tail.iter().for_each(|e| deciding(e, out));
            other.iter().for_each(|e| deciding(e, out));
        }
        Expr::Match(_, arms) => arms.iter().for_each(|arm| deciding(&arm.body, out)),
        Expr::Block(b) => b.tail.iter().for_each(|e| deciding(e, out)),
        Expr::Method(_, recv, _, _) => deciding(recv, out),
        e @ (Expr::Code(_) | Expr::Loop(..) | Expr::Labelled(..)) => each_in(e, &mut |e| {
            if let Expr::Var(name) = e {
                out.insert(name.id);
            }
        }),
        _ => {}
    }
}

/// All variables in the source of a loop: their elements become bindings.
fn iterated(e: &Expr, out: &mut HashSet<u32>) {
    match e {
        Expr::Method(_, recv, _, args) => {
            iterated(recv, out);
            args.iter().for_each(|e| iterated(e, out));
        }
        Expr::Range(..) => {}
        e => deciding(e, out),
    }
}

/// The bindings whose use tells that they are no scalars.
fn taken_apart(body: &Block) -> HashSet<u32> {
    let mut out = HashSet::new();
    let mut lent = HashSet::new();
    each_expr(body, &mut |e| match e {
        Expr::Index(a, _) | Expr::Field(a, _) => {
            if let Expr::Var(name) = &**a {
                out.insert(name.id);
            }
        }
        Expr::RefMut(a) => {
            let mut a = &**a;
            while let Expr::Field(tuple, _) = a {
                a = tuple;
            }
            if let Expr::Var(name) = a {
                lent.insert(name.id);
            }
        }
        _ => {}
    });
    &out - &lent
}

/// Whether the value comes from a call of a function that returns no scalar.
fn from_call(e: &Expr) -> bool {
    let mut found = false;
    each_in(e, &mut |e| {
        found |= matches!(e, Expr::Call(_, ty, _) | Expr::Own(_, _, ty, _, _) if *ty != Ty::Float);
    });
    found
}

struct Pass {
    needed: HashSet<u32>,
    taken_apart: HashSet<u32>,
    /// Bindings whose type is known once they are declared.
    known: HashSet<u32>,
    /// Bindings whose type only another function says.
    untold: HashSet<u32>,
}

impl Pass {
    fn block(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            match stmt {
                Stmt::Let(pat, _, note, init) => {
                    if let Some(init) = init {
                        self.expr(init);
                    }
                    self.declare(pat, note, init.as_ref());
                }
                Stmt::Expr(e) => self.expr(e),
            }
        }
        if let Some(e) = &mut block.tail {
            self.expr(e);
        }
    }

    fn declare(&mut self, pat: &Pat, note: &mut Note, init: Option<&Expr>) {
        let ids = bound(pat);
        let known = init.is_some_and(|e| self.is_known(e));
        let told = init.is_none_or(|e| self.is_told(e));
        if (!known || !told) && ids.iter().any(|id| self.needed.contains(id)) {
            *note = Note::Typed;
        }
        // The macro sees no declaration of a struct either.
        if init.is_some_and(|e| self.is_hidden(e)) && !matches!(pat, Pat::Struct(..)) {
            *note = Note::Typed;
        }
        if let Pat::Struct(..) = pat {
            self.untold.extend(&ids);
        }
        // The macro sees no other function: where nothing tells what a call returns, the user does.
        let open = |id: &u32| !self.taken_apart.contains(id);
        if matches!(pat, Pat::Bind(..)) && ids.iter().any(open) && init.is_some_and(from_call) {
            *note = Note::Typed;
        }
        if !told && !matches!(note, Note::Typed) {
            self.untold.extend(&ids);
        }
        if known || matches!(note, Note::Typed) {
            self.known.extend(ids);
        }
    }

    /// Whether the value is a field, or a part of one, or of what a pattern took out of a struct.
    fn is_hidden(&self, e: &Expr) -> bool {
        match e {
            Expr::Var(name) => name.text.contains('.') || self.untold.contains(&name.id),
            Expr::Index(a, _) | Expr::Deref(a) | Expr::Field(a, _) => self.is_hidden(a),
            _ => false,
        }
    }

    /// Whether the macro can see the type of the value.
    fn is_told(&self, e: &Expr) -> bool {
        let mut told = !from_call(e);
        each_in(e, &mut |e| {
            told &= !matches!(e, Expr::Var(name) if self.untold.contains(&name.id));
        });
        told
    }

    fn expr(&mut self, e: &mut Expr) {
        if let Expr::For(_, pat, iter, _) = &*e
            && self.is_known(iter)
        {
            self.known.extend(bound(pat));
        }
        if let Expr::Method(Ty::Slice, recv, name, args) = e {
            self.expr(recv);
            return self.arguments(recv, name, args);
        }
        if let Expr::Closure(params, ..) = e {
            let typed = params.iter().filter(|(_, t)| t.is_some());
            self.known.extend(typed.flat_map(|(pat, _)| bound(pat)));
        }
        for part in parts_mut(e) {
            match part {
                PartMut::Expr(e) => self.expr(e),
                PartMut::Block(b) => self.block(b),
            }
        }
        if let Expr::Method(ty @ (Ty::Float | Ty::Usize | Ty::I32), recv, name, args) = e
            && !self.is_known(recv)
        {
            let recv = match std::mem::replace(&mut **recv, Expr::Bool(false)) {
                e if is_reference(&e) => Expr::Deref(Box::new(e)),
                e => e,
            };
            let args = std::iter::once(recv).chain(std::mem::take(args)).collect();
            *e = Expr::Assoc(ty.clone(), name, args);
        }
    }

    /// Closures of a chain: their parameters are items, or a state of the type that the first argument has.
    fn arguments(&mut self, recv: &Expr, name: &str, args: &mut [Expr]) {
        let items = self.is_known(recv);
        let state = matches!(name, "fold" | "scan").then(|| self.is_known(&args[0]));
        for arg in args {
            if let Expr::Closure(params, ..) = arg {
                for (i, (pat, _)) in params.iter().enumerate() {
                    let known = state.filter(|_| i == 0).unwrap_or(items);
                    self.known.extend(bound(pat).into_iter().filter(|_| known));
                }
            }
            self.expr(arg);
        }
    }

    /// Whether the value of a method of a sequence or a chain has a known type.
    fn method(&self, recv: &Expr, name: &str, args: &[Expr]) -> bool {
        match (name, args) {
            ("len" | "count" | "any" | "all" | "position" | "is_empty", _) => true,
            ("map", [Expr::Closure(_, _, body)]) => self.is_known(body),
            ("filter_map" | "flat_map" | "map_while" | "scan", _) => false,
            ("fold", [first, ..]) => self.is_known(first),
            ("zip", _) => self.is_known(recv) && args.iter().all(|e| self.is_known(e)),
            _ => self.is_known(recv),
        }
    }

    fn is_known(&self, e: &Expr) -> bool {
        match e {
            Expr::Float(_, suffix) => *suffix,
            Expr::Int(_, suffix) => suffix.is_some(),
            // A field has a type.
            Expr::Var(name) => self.known.contains(&name.id) || name.text.contains('.'),
            Expr::Field(a, _) | Expr::Index(a, _) => self.is_known(a),
            Expr::Deref(a) | Expr::Neg(a) | Expr::Ref(a) | Expr::RefMut(a) => self.is_known(a),
            Expr::Repeat(a, _) => self.is_known(a),
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::If(_, then, other) => {
                self.tail(then) && other.as_ref().is_some_and(|e| self.is_known(e))
            }
            Expr::Match(_, arms) => arms.iter().all(|arm| self.arm(arm)),
            Expr::Block(b) => self.tail(b),
            Expr::Method(Ty::Slice, recv, name, args) => self.method(recv, name, args),
            Expr::Method(..) => true,
            Expr::Range(a, b, _) => [a, b].into_iter().flatten().any(|e| self.is_known(e)),
            Expr::Tuple(items) => items.iter().all(|e| self.is_known(e)),
            Expr::Array(items) | Expr::VecList(items) => {
                items.first().is_some_and(|e| self.is_known(e))
            }
            Expr::VecRepeat(a, _) => self.is_known(a),
            // A closure may return a literal.
            Expr::Call(name, ..) => !name.starts_with("act"),
            Expr::Path("Vec::new", _) => false,
            Expr::Path(_, args) => args.iter().all(|e| self.is_known(e)),
            Expr::Const(_)
            | Expr::Struct(..)
            | Expr::Try(..)
            | Expr::Own(..)
            | Expr::Turbofish(..)
            | Expr::Bool(_)
            | Expr::Not(_)
            | Expr::Assoc(..)
            | Expr::ToFloat(_)
            | Expr::FromInt(_)
            | Expr::FloatToInt(..)
            | Expr::IntCast(..) => true,
            Expr::Assign(..)
            | Expr::AssignOp(..)
            | Expr::SortBy(..)
            | Expr::Loop(..)
            | Expr::Closure(..)
            | Expr::Labelled(..)
            | Expr::Code(..)
            | Expr::While(..)
            | Expr::For(..)
            | Expr::Break(..)
            | Expr::Continue(_)
            | Expr::Return(_) => false,
        }
    }

    /// A reference on the right leaves an open left side open; operands of the same type decide for each other.
    fn binary(&self, op: Op, a: &Expr, b: &Expr) -> bool {
        let arithmetic = matches!(op, Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem);
        if !arithmetic {
            return true;
        }
        match b {
            Expr::Var(name) if name.ty == Ty::FloatRef => self.is_known(a),
            b => self.is_known(a) || !is_reference(a) && self.is_known(b),
        }
    }

    fn arm(&self, arm: &Arm) -> bool {
        self.is_known(&arm.body)
    }

    fn tail(&self, b: &Block) -> bool {
        b.tail.as_ref().is_some_and(|e| self.is_known(e))
    }
}

fn is_reference(e: &Expr) -> bool {
    matches!(e, Expr::Var(name) if name.ty == Ty::FloatRef)
}

/// The bindings of a pattern.
fn bound(pat: &Pat) -> Vec<u32> {
    match pat {
        Pat::Bind(name, _) | Pat::At(name, _) => vec![name.id],
        Pat::Tuple(items) | Pat::Array(items) => items.iter().flat_map(bound).collect(),
        Pat::Ref(inner) => bound(inner),
        Pat::Struct(_, items) => items.iter().flat_map(|(_, p)| bound(p)).collect(),
        Pat::Wild | Pat::Rest | Pat::Int(_) | Pat::Bool(_) | Pat::Range(..) | Pat::Or(_) => {
            vec![]
        }
    }
}
