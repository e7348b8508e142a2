//! Puts values in the place of others, in everything that a body holds before there are halves.
use proc_macro2::TokenStream;

use super::{
    Arm, Before, Body, Branch, Call, CallArg, Callee, Count, Counter, Elem, End, Head, Init, Loop,
    LoopHead, MemKind, Op, OperandType, Place, Proj, Rearrange, Region, Ret, Source, Stmt,
    StructInit, Unseen, Val, Witness, ZeroMem, ZeroShape,
};

/// What is done with every value that is read, and with all tokens.
pub trait Rewrite {
    /// A value that is read, not where it is defined.
    fn val(&mut self, val: &mut Val);
    /// Tokens that are printed.
    fn tokens(&mut self, tokens: &mut TokenStream);
}

/// A statement without what is inside of its regions.
pub fn stmt(stmt: &mut Stmt, by: &mut impl Rewrite) {
    match stmt {
        Stmt::Let(_, op) => self::op(op, by),
        Stmt::Raw(tokens) | Stmt::View(_, tokens) => by.tokens(tokens),
        Stmt::Define(_, init, tokens) => {
            self::init(init, by);
            by.tokens(tokens);
        }
        Stmt::Call(call) => self::call(call, by),
        Stmt::Store(place, _, source, tokens) => {
            self::place(place, by);
            self::source(source, by);
            by.tokens(tokens);
        }
        Stmt::Fill(place, val, tokens) => {
            self::place(place, by);
            by.val(val);
            by.tokens(tokens);
        }
        Stmt::CopyInto(a, b, tokens) | Stmt::SwapPlaces(a, b, tokens) => {
            self::place(a, by);
            self::place(b, by);
            by.tokens(tokens);
        }
        Stmt::Rearrange(place, rearrange, tokens) => {
            self::place(place, by);
            match rearrange {
                Rearrange::Swap(a, b) => {
                    by.val(a);
                    by.val(b);
                }
                Rearrange::RotateLeft(n) | Rearrange::RotateRight(n) => by.val(n),
                Rearrange::Reverse => {}
            }
            by.tokens(tokens);
        }
        Stmt::Grow(place, len, source, tokens) => {
            self::place(place, by);
            by.val(len);
            self::source(source, by);
            by.tokens(tokens);
        }
        Stmt::Shrink(place, before, tokens) => {
            self::place(place, by);
            self::before(before, by);
            by.tokens(tokens);
        }
        Stmt::Replace(place, before, source, tokens) => {
            self::place(place, by);
            self::before(before, by);
            self::source(source, by);
            by.tokens(tokens);
        }
        Stmt::Sort(place, tokens, _) => {
            self::place(place, by);
            by.tokens(tokens);
        }
        Stmt::Branch(branch) => head(branch, by),
        Stmt::Loop(l) => self::loop_head(l, by),
        Stmt::SetResult(ret) => self::ret(ret, by),
        Stmt::Assign(_, val) => by.val(val),
        // Of the halves, or without anything.
        _ => {}
    }
}

/// How a region ends.
pub fn end(end: &mut End, by: &mut impl Rewrite) {
    match end {
        End::Yield(vals) => vals.iter_mut().for_each(|v| by.val(v)),
        End::Exit(exit) => exit.carried.iter_mut().for_each(|v| by.val(v)),
        End::Never => {}
    }
}

/// What a body knows beside its statements.
pub fn tables(body: &mut Body, by: &mut impl Rewrite) {
    for info in &mut body.vals {
        let formulas = [&mut info.formula, &mut info.steady];
        for (tokens, reads) in formulas.into_iter().flatten() {
            by.tokens(tokens);
            reads.iter_mut().for_each(|v| by.val(v));
        }
        if let Some(tokens) = &mut info.constant {
            by.tokens(tokens);
        }
    }
    for info in &mut body.mems {
        if let MemKind::View(of) = &mut info.kind {
            place(of, by);
        }
        match &mut info.zero {
            Some(ZeroMem::Shape(s) | ZeroMem::Vec(s)) => shape(s, by),
            Some(ZeroMem::Callee(c, word)) => {
                callee(c, by);
                by.val(word);
            }
            Some(ZeroMem::LastCallee(c)) => callee(c, by),
            Some(ZeroMem::Nested(_)) | None => {}
        }
    }
    body.outputs.iter_mut().for_each(|(v, _)| by.val(v));
    for counter in body.counters.values_mut() {
        match counter {
            Counter::Up(v) | Counter::Down(v) => by.val(v),
            Counter::Trip => {}
        }
    }
}

fn op(op: &mut Op, by: &mut impl Rewrite) {
    match op {
        Op::Raw(tokens) | Op::Note(tokens) | Op::Shape(_, tokens) => by.tokens(tokens),
        Op::Prim(_, args) => args.iter_mut().for_each(|v| by.val(v)),
        Op::Load(from, tokens) | Op::LoadCast(from, tokens) => {
            place(from, by);
            by.tokens(tokens);
        }
    }
}

fn place(place: &mut Place, by: &mut impl Rewrite) {
    for proj in &mut place.path {
        match proj {
            Proj::Index(v) => by.val(v),
            Proj::Range(lo, hi) => lo.iter_mut().chain(hi).for_each(|v| by.val(v)),
            Proj::Field(_) => {}
        }
    }
}

fn source(source: &mut Source, by: &mut impl Rewrite) {
    match source {
        Source::Val(v) => by.val(v),
        Source::Init(i) => init(i, by),
    }
}

fn before(before: &mut Before, by: &mut impl Rewrite) {
    match before {
        Before::Len(v) | Before::Rows(v, _) | Before::Unseen(v) => by.val(v),
    }
}

fn elem(elem: &mut Elem, by: &mut impl Rewrite) {
    match elem {
        Elem::Val(v) => by.val(v),
        Elem::Nested(i) => init(i, by),
    }
}

fn init(init: &mut Init, by: &mut impl Rewrite) {
    match init {
        Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
            elems.iter_mut().for_each(|e| elem(e, by));
        }
        Init::Struct(s) => literal(s, by),
        Init::Repeat(e, tokens) => {
            elem(e, by);
            by.tokens(tokens);
        }
        Init::Copy(from, tokens, s) => {
            place(from, by);
            by.tokens(tokens);
            shape(s, by);
        }
        Init::VecRepeat(e, tokens, len) => {
            elem(e, by);
            by.tokens(tokens);
            by.val(len);
        }
        Init::Empty(tokens) => by.tokens(tokens),
    }
}

fn literal(literal: &mut StructInit, by: &mut impl Rewrite) {
    literal.fields.iter_mut().for_each(|(_, e)| elem(e, by));
    literal.inactive.iter_mut().for_each(|(_, t)| by.tokens(t));
    if let Some(rest) = &mut literal.rest {
        elem(rest, by);
    }
    if let Some(tokens) = &mut literal.inactive_rest {
        by.tokens(tokens);
    }
}

fn shape(shape: &mut ZeroShape, by: &mut impl Rewrite) {
    match shape {
        ZeroShape::List(parts) | ZeroShape::Tuple(parts) => {
            parts.iter_mut().for_each(|p| self::shape(p, by));
        }
        ZeroShape::Repeat(part, tokens) => {
            self::shape(part, by);
            by.tokens(tokens);
        }
        ZeroShape::Vec(part, len) => {
            self::shape(part, by);
            by.val(len);
        }
        ZeroShape::Callee(c, word) => {
            callee(c, by);
            by.val(word);
        }
        ZeroShape::Scalar(_) | ZeroShape::Nested(_) | ZeroShape::Unseen | ZeroShape::Unit => {}
    }
}

fn callee(callee: &mut Callee, by: &mut impl Rewrite) {
    match &mut callee.unseen {
        Some(Unseen::Method(of) | Unseen::Copy(of)) => place(of, by),
        Some(Unseen::Operator(operator)) => {
            for operand in &mut operator.operands {
                match operand {
                    OperandType::Place(of) => place(of, by),
                    OperandType::Expression(tokens) => by.tokens(tokens),
                    OperandType::Float(_) | OperandType::Named(_) => {}
                }
            }
        }
        None => {}
    }
    match &mut callee.witness {
        Witness::Of(tokens) | Witness::Within(tokens) => by.tokens(tokens),
        Witness::None => {}
    }
}

fn call(call: &mut Call, by: &mut impl Rewrite) {
    callee(&mut call.callee, by);
    if let Some(suffix) = &mut call.suffix {
        by.tokens(suffix);
    }
    call.args.iter_mut().for_each(|a| arg(a, by));
    for passed in &mut call.passed {
        by.tokens(&mut passed.prelude);
    }
}

fn arg(arg: &mut CallArg, by: &mut impl Rewrite) {
    match arg {
        CallArg::Val(v, tokens) => {
            by.val(v);
            by.tokens(tokens);
        }
        CallArg::Tuple(parts, tokens) => {
            parts.iter_mut().for_each(|p| self::arg(p, by));
            by.tokens(tokens);
        }
        CallArg::Place(of, tokens, _) => {
            place(of, by);
            by.tokens(tokens);
        }
        CallArg::Shaped(of, tokens, s) => {
            place(of, by);
            by.tokens(tokens);
            shape(s, by);
        }
        CallArg::Changed(before, _) => by.val(before),
        CallArg::Function(_, tokens) | CallArg::Inactive(tokens) => by.tokens(tokens),
    }
}

fn head(branch: &mut Branch, by: &mut impl Rewrite) {
    match &mut branch.head {
        Head::If(tokens) | Head::Match(tokens) => by.tokens(tokens),
        Head::LetElse(pat, tokens) => {
            by.tokens(pat);
            by.tokens(tokens);
        }
        Head::Outcome(_) => {}
    }
    let pats = branch.arms.iter_mut().map(|Arm { pat, .. }| pat);
    pats.for_each(|pat| by.tokens(pat));
}

fn loop_head(l: &mut Loop, by: &mut impl Rewrite) {
    match &mut l.head {
        LoopHead::For(pat, tokens, _) => {
            by.tokens(pat);
            by.tokens(tokens);
        }
        LoopHead::Forever => {}
    }
    let inits = l.carried.iter_mut().filter_map(|c| c.init.as_mut());
    inits.for_each(|v| by.val(v));
    match &mut l.count {
        Some(Count::Span(lo, hi)) => {
            by.val(lo);
            by.val(hi);
        }
        Some(Count::Fixed(tokens)) => by.tokens(tokens),
        None => {}
    }
}

fn ret(ret: &mut Ret, by: &mut impl Rewrite) {
    match ret {
        Ret::Val(v) => by.val(v),
        Ret::Place(of, tokens) | Ret::Whole(of, tokens) => {
            place(of, by);
            by.tokens(tokens);
        }
        Ret::List(i) => init(i, by),
        Ret::Tuple(parts) => parts.iter_mut().for_each(|p| self::ret(p, by)),
        Ret::Inactive(tokens) => by.tokens(tokens),
    }
}

/// The regions inside of a statement.
pub fn regions(stmt: &mut Stmt) -> Vec<&mut Region> {
    match stmt {
        Stmt::Branch(b) => b.arms.iter_mut().map(|a| &mut a.body).collect(),
        Stmt::Loop(l) => vec![&mut l.body],
        _ => Vec::new(),
    }
}
