//! The text form of the intermediate form, for golden files and reviews.
//!
//! One statement a line, regions indented; values by their names, constants by their tokens.
use std::fmt::Write as _;

use proc_macro2::{Ident, TokenStream};

use super::{
    Body, Bound, Call, Cot, Counter, Division, Elem, End, ExitKind, Head, Init, Lender, Lent, Loop,
    LoopHead, Mem, MemKind, Op, Pieces, Place, Proj, Rearrange, Region, Ret, ReverseCall, SeedArg,
    SlotArg, Source, Spare, Step, Stmt, Val, Write,
};

/// The primal of a body.
#[must_use]
pub fn primal(body: &Body) -> String {
    let mut text = Text {
        body,
        out: String::new(),
        depth: 0,
    };
    text.region(&body.region);
    text.out
}

/// A region on its own, such as the forward half.
#[must_use]
pub fn region(body: &Body, region: &Region) -> String {
    let mut text = Text {
        body,
        out: String::new(),
        depth: 0,
    };
    text.region(region);
    text.out
}

/// A list of statements, such as the reverse half.
#[must_use]
pub fn statements(body: &Body, stmts: &[Stmt]) -> String {
    let mut text = Text {
        body,
        out: String::new(),
        depth: 0,
    };
    text.list(stmts);
    text.out
}

struct Text<'b> {
    body: &'b Body,
    out: String,
    depth: usize,
}

impl Text<'_> {
    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn indented(&mut self, inside: impl FnOnce(&mut Self)) {
        self.depth += 1;
        inside(self);
        self.depth -= 1;
    }

    fn region(&mut self, region: &Region) {
        self.list(&region.stmts);
        match &region.end {
            End::Yield(vals) if vals.is_empty() => {}
            End::Yield(vals) => {
                let vals = self.vals(vals);
                self.line(&format!("yield {vals}"));
            }
            End::Exit(exit) => {
                let kind = match exit.kind {
                    ExitKind::Continue => "continue",
                    ExitKind::Break => "break",
                    ExitKind::Return => "return",
                };
                let vals = self.vals(&exit.carried);
                let line = format!("{kind} {vals}");
                self.line(&format!("{}  // exit {}", line.trim_end(), exit.code));
            }
            End::Never => self.line("never"),
        }
    }

    fn list(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.stmt(stmt);
        }
    }

    fn val(&self, val: Val) -> String {
        let info = self.body.val(val);
        match &info.constant {
            Some(tokens) => flat(tokens),
            None => info.name.to_string(),
        }
    }

    fn vals(&self, vals: &[Val]) -> String {
        let vals: Vec<String> = vals.iter().map(|v| self.val(*v)).collect();
        vals.join(", ")
    }

    fn mem(&self, mem: Mem) -> String {
        self.body.mem(mem).name.to_string()
    }

    fn place(&self, place: &Place) -> String {
        let mut text = self.mem(place.mem);
        if let MemKind::Param(_, fields) = &self.body.mem(place.mem).kind {
            for field in fields {
                let _ = write!(text, ".{field}");
            }
        }
        text.push_str(&self.path(&place.path));
        text
    }

    fn path(&self, path: &[Proj]) -> String {
        let mut text = String::new();
        for proj in path {
            match proj {
                Proj::Index(v) => {
                    let _ = write!(text, "[{}]", self.val(*v));
                }
                Proj::Range(lo, hi) => {
                    let end = |v: &Option<Val>| v.map_or(String::new(), |v| self.val(v));
                    let _ = write!(text, "[{}..{}]", end(lo), end(hi));
                }
                Proj::Field(member) => {
                    let _ = write!(text, ".{}", quote::quote!(#member));
                }
            }
        }
        text
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(val, op) => {
                let line = format!("{} = {}", self.val(*val), self.op(op));
                self.line(&line);
            }
            Stmt::Raw(tokens) => self.line(&format!("`{}`", flat(tokens))),
            Stmt::Given(vals) => {
                let line = format!("given {}", self.vals(vals));
                self.line(&line);
            }
            Stmt::View(mem, _) => {
                let of = match &self.body.mem(*mem).kind {
                    MemKind::View(place) => self.place(place),
                    MemKind::Param(..) | MemKind::Local => String::new(),
                };
                let line = format!("view {} = {of}", self.mem(*mem));
                self.line(&line);
            }
            Stmt::Define(mem, init, _) => {
                let line = format!("memory {} = {}", self.mem(*mem), self.init(init));
                self.line(&line);
            }
            Stmt::Call(call) => self.call(call),
            Stmt::Branch(b) => {
                let results = self.vals(&b.results);
                let head = match &b.head {
                    Head::If(cond) => format!("if `{}`", flat(cond)),
                    Head::Match(on) => format!("match `{}`", flat(on)),
                    Head::LetElse(pat, on) => format!("let `{}` = `{}` else", flat(pat), flat(on)),
                    Head::Outcome(o) => format!("outcome `{}`", o.case),
                };
                let head = if results.is_empty() {
                    head
                } else {
                    format!("{results} = {head}")
                };
                self.line(&head);
                for (at, arm) in b.arms.iter().enumerate() {
                    self.line(format!("arm {at} {}", flat(&arm.pat)).trim_end());
                    self.indented(|t| t.region(&arm.body));
                }
            }
            Stmt::Loop(l) => self.a_loop(l),
            Stmt::SetResult(ret) => {
                let line = format!("result {}", self.ret(ret));
                self.line(&line);
            }
            Stmt::Assign(to, val) => {
                let line = format!("{} := {}", self.val(*to), self.val(*val));
                self.line(&line);
            }
            Stmt::SwapRowNotes(mem, scope, slot, a, b) => {
                let line = format!(
                    "exchange lengths of rows {} and {} of {} in {}[{slot}]",
                    self.vals(a),
                    self.vals(b),
                    self.mem(*mem),
                    scope.0
                );
                self.line(&line);
            }
            Stmt::KeepRow(mem, scope, slot, row, _) => {
                let line = format!(
                    "keep {}[{slot}] length of row {} of {}",
                    scope.0,
                    self.val(*row),
                    self.mem(*mem)
                );
                self.line(&line);
            }
            Stmt::KeepLen(mem, scope, slot, _) => {
                let line = format!("keep length of {} in {}[{slot}]", self.mem(*mem), scope.0);
                self.line(&line);
            }
            Stmt::Store(..)
            | Stmt::Fill(..)
            | Stmt::CopyInto(..)
            | Stmt::Rearrange(..)
            | Stmt::SwapPlaces(..)
            | Stmt::Grow(..)
            | Stmt::Shrink(..)
            | Stmt::Replace(..)
            | Stmt::Sort(..) => self.write(stmt),
            Stmt::Keep(scope, slot, val) => {
                let line = format!("keep {} in {}[{slot}]", self.val(*val), scope.0);
                self.line(&line);
            }
            Stmt::KeepIf(scope, condition, slot, val) => {
                let line = format!(
                    "keep {} in {}.{condition}[{slot}] if asked",
                    self.val(*val),
                    scope.0
                );
                self.line(&line);
            }
            Stmt::KeepContent(mem) => self.line(&format!("keep content of {}", self.mem(*mem))),
            Stmt::KeepWord(scope, slot, word) => {
                self.line(&format!("keep #{word} in {}[{slot}]", scope.0));
            }
            Stmt::Note(_)
            | Stmt::NoteReads(..)
            | Stmt::NoteWrite(..)
            | Stmt::NoteSwap(..)
            | Stmt::SwapNotes(..)
            | Stmt::Park(_)
            | Stmt::Unpark(_)
            | Stmt::ReadBack(..)
            | Stmt::UndoWrite(_)
            | Stmt::UndoSwap(..)
            | Stmt::Close(_) => self.rewind(stmt),
            other => self.reverse(other),
        }
    }

    fn rewind(&mut self, stmt: &Stmt) {
        let swap = |t: &Self, place: &Place, i: &Val, j: &Val, rows: bool| {
            let what = if rows { "rows" } else { "elements" };
            format!("{what} {}, {} in {}", t.val(*i), t.val(*j), t.place(place))
        };
        let line = match stmt {
            Stmt::Note(mem) => format!("note {}", self.mem(*mem)),
            Stmt::NoteReads(scope, reads) => {
                let reads: Vec<String> = reads
                    .iter()
                    .map(|(val, place, written)| {
                        let fixed = if *written { "" } else { "fixed " };
                        format!("{} from {fixed}{}", self.val(*val), self.place(place))
                    })
                    .collect();
                format!("note reads in {}: {}", scope.0, reads.join(", "))
            }
            Stmt::NoteWrite(place, ..) => format!("note write to {}", self.place(place)),
            Stmt::NoteSwap(place, i, j, rows) => {
                format!("note swap of {}", swap(self, place, i, j, *rows))
            }
            Stmt::SwapNotes(a, b) => {
                format!("exchange notes of {} and {}", self.mem(*a), self.mem(*b))
            }
            Stmt::Park(mem) => format!("park {}", self.mem(*mem)),
            Stmt::Unpark(mem) => format!("unpark {}", self.mem(*mem)),
            Stmt::ReadBack(scope, reads) => {
                let reads: Vec<String> = reads
                    .iter()
                    .map(|(val, place)| format!("{} from {}", self.val(*val), self.place(place)))
                    .collect();
                format!("read back in {}: {}", scope.0, reads.join(", "))
            }
            Stmt::UndoWrite(place) => format!("undo write to {}", self.place(place)),
            Stmt::UndoSwap(place, i, j, rows) => {
                format!("undo swap of {}", swap(self, place, i, j, *rows))
            }
            Stmt::Close(mem) => format!("close {}", self.mem(*mem)),
            _ => String::new(),
        };
        self.line(&line);
    }

    fn source(&self, source: &Source) -> String {
        match source {
            Source::Val(v) => self.val(*v),
            Source::Init(init) => self.init(init),
        }
    }

    fn rearrange(&self, kind: &Rearrange) -> String {
        match kind {
            Rearrange::Swap(i, j) => format!("swap {}, {}", self.val(*i), self.val(*j)),
            Rearrange::Reverse => "reverse".to_owned(),
            Rearrange::RotateLeft(n) => format!("rotate left {}", self.val(*n)),
            Rearrange::RotateRight(n) => format!("rotate right {}", self.val(*n)),
        }
    }

    fn write(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::Store(place, write, source, _) => {
                let op = match write {
                    Write::Set => "=",
                    Write::Add => "+=",
                    Write::Sub => "-=",
                };
                format!("store {} {op} {}", self.place(place), self.source(source))
            }
            Stmt::Fill(place, val, _) => {
                format!("fill {} with {}", self.place(place), self.val(*val))
            }
            Stmt::CopyInto(to, from, _) => {
                format!("copy {} into {}", self.place(from), self.place(to))
            }
            Stmt::Rearrange(place, kind, _) => {
                format!("{} in {}", self.rearrange(kind), self.place(place))
            }
            Stmt::SwapPlaces(a, b, _) => {
                format!("exchange {} and {}", self.place(a), self.place(b))
            }
            Stmt::Grow(place, before, source, _) => format!(
                "grow {} from {} by {}",
                self.place(place),
                self.val(*before),
                self.source(source)
            ),
            Stmt::Shrink(place, before, _) => {
                format!(
                    "shrink {} from {}",
                    self.place(place),
                    self.val(before.val())
                )
            }
            Stmt::Replace(place, before, source, _) => format!(
                "replace {} of {} by {}",
                self.place(place),
                self.val(before.val()),
                self.source(source)
            ),
            Stmt::Sort(place, ..) => format!("sort {}", self.place(place)),
            _ => String::new(),
        };
        self.line(&line);
    }

    fn reverse(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Restore(val, scope, slot) => {
                let line = format!("{} = {}[{slot}]", self.val(*val), scope.0);
                self.line(&line);
            }
            Stmt::RestoreIf(val, place, scope, condition, slot) => {
                let val = self.val(*val);
                let read = place
                    .as_ref()
                    .map(|place| format!("read {} or ", self.place(place)));
                let read = read.unwrap_or_default();
                let line = format!("{val} = {read}{}.{condition}[{slot}] if asked", scope.0);
                self.line(&line);
            }
            Stmt::RestoreColumn(val, place, scope, number) => {
                let (val, place) = (self.val(*val), self.place(place));
                let line = format!("{val} = read {place} or column {}.{number}", scope.0);
                self.line(&line);
            }
            Stmt::ReadContent(val, place) => {
                let line = format!("{} = read {}", self.val(*val), self.place(place));
                self.line(&line);
            }
            Stmt::TakeContent(mem) => self.line(&format!("take content of {}", self.mem(*mem))),
            Stmt::GiveContent(mem) => self.line(&format!("give content of {}", self.mem(*mem))),
            Stmt::Recompute(val) => {
                let info = self.body.val(*val);
                let formula = info
                    .formula
                    .as_ref()
                    .map(|f| flat(&f.0))
                    .unwrap_or_default();
                let line = format!("{} = `{formula}`", info.name);
                self.line(&line);
            }
            Stmt::Compute(val, prim, args) => {
                let line = format!("{} = {} {}", self.val(*val), prim.name(), self.vals(args));
                self.line(&line);
            }
            Stmt::Zero(val) => {
                let line = format!("d_{} = 0", self.val(*val));
                self.line(&line);
            }
            Stmt::ZeroMem(mem, _) => {
                let line = format!("d_{} = zeros", self.mem(*mem));
                self.line(&line);
            }
            Stmt::Retire(mem) => {
                let line = format!("retire d_{}", self.mem(*mem));
                self.line(&line);
            }
            Stmt::RetireTemp(name) => self.line(&format!("retire {name}")),
            Stmt::Accumulate(val, cot) => {
                let line = format!("d_{} += {}", self.val(*val), self.cot(cot));
                self.line(&line);
            }
            Stmt::Set(val, cot) => {
                let line = format!("d_{} = {}", self.val(*val), self.cot(cot));
                self.line(&line);
            }
            Stmt::Scatter(place, cot)
            | Stmt::ScatterCast(place, cot)
            | Stmt::ScatterAll(place, cot)
            | Stmt::ScatterWhole(place, cot)
            | Stmt::ScatterEach(place, cot, _)
            | Stmt::ScatterRest(place, cot, _) => {
                let line = format!("d_{} += {}", self.place(place), self.cot(cot));
                self.line(&line);
            }
            Stmt::Deliver(param, fields, val) => {
                let fields: String = fields.iter().map(|f| format!(".{f}")).collect();
                let line = format!("slot {param}{fields} += d_{}", self.val(*val));
                self.line(&line);
            }
            Stmt::Take(place, to, write) => {
                let to = to.map_or("nothing".to_owned(), |v| format!("d_{}", self.val(v)));
                let line = format!("take d_{} ({write:?}) to {to}", self.place(place));
                self.line(&line);
            }
            Stmt::TakeAll(place, name) => {
                let line = format!("{name} = take d_{}", self.place(place));
                self.line(&line);
            }
            Stmt::TakeSlot(param, val) => {
                let line = format!("d_{} = take slot {param}", self.val(*val));
                self.line(&line);
            }
            Stmt::RearrangeBack(place, kind) => {
                let line = format!("undo {} in d_{}", self.rearrange(kind), self.place(place));
                self.line(&line);
            }
            Stmt::SwapElements(place, i, j) => {
                let line = format!(
                    "exchange {} and {} in d_{}",
                    self.vals(i),
                    self.vals(j),
                    self.place(place)
                );
                self.line(&line);
            }
            Stmt::SwapCots(a, b) | Stmt::SwapWithin(a, b, _) => {
                let line = format!("exchange d_{} and d_{}", self.place(a), self.place(b));
                self.line(&line);
            }
            Stmt::SplitOff(place, from, name) => {
                let line = format!(
                    "{name} = split d_{} at {}",
                    self.place(place),
                    self.val(*from)
                );
                self.line(&line);
            }
            Stmt::CutOff(place, from, name) => {
                let line = format!(
                    "{name} = sum cut d_{} at {}",
                    self.place(place),
                    self.val(*from)
                );
                self.line(&line);
            }
            Stmt::Resize(place, before) => {
                let line = format!(
                    "resize d_{} to {}",
                    self.place(place),
                    self.val(before.val())
                );
                self.line(&line);
            }
            Stmt::Remake(place, before, name) => {
                let line = format!(
                    "{name} = take d_{}, now of shape {}",
                    self.place(place),
                    self.val(before.val())
                );
                self.line(&line);
            }
            Stmt::Unsort(place) => {
                let line = format!("unsort d_{}", self.place(place));
                self.line(&line);
            }
            Stmt::PopFrame(frame) => self.line(&format!("pop {frame}")),
            Stmt::ReverseCall(call) => self.reverse_call(call),
            Stmt::ReverseBranch(b) => {
                self.line(&format!("reverse branch {}[{}]", b.scope.0, b.tag));
                for (at, arm) in b.arms.iter().enumerate() {
                    self.line(&format!("arm {at}"));
                    self.indented(|t| t.list(arm));
                }
            }
            Stmt::ReverseLoop(l) => {
                self.line(&format!("reverse loop {} of {}", l.scope.0, l.trips));
                self.indented(|t| {
                    for (val, counter) in &l.counters {
                        let line = match counter {
                            Counter::Trip => format!("{} = trip", t.val(*val)),
                            Counter::Up(lo) => format!("{} = {} + trip", t.val(*val), t.val(*lo)),
                            Counter::Down(hi) => {
                                format!("{} = {} - 1 - trip", t.val(*val), t.val(*hi))
                            }
                        };
                        t.line(&line);
                    }
                    t.list(&l.body);
                    for (out, head) in &l.carried {
                        let line = format!("d_{} = d_{}", t.val(*out), t.val(*head));
                        t.line(&line);
                    }
                });
            }
            Stmt::Beyond(scope, slot, code, inside) => {
                self.line(&format!("if {}[{slot}] > {code}", scope.0));
                self.indented(|t| t.list(inside));
            }
            _ => {}
        }
    }

    fn a_loop(&mut self, l: &Loop) {
        let head = match &l.head {
            LoopHead::For(pat, iter, _) => format!("for `{}` in `{}`", flat(pat), flat(iter)),
            LoopHead::Forever => "loop".to_owned(),
        };
        self.line(&format!("{head}  // scope {}", l.scope.0));
        self.indented(|t| {
            for c in &l.carried {
                let init = c.init.map_or("?".to_owned(), |v| t.val(v));
                let line = format!("carry {} from {init} to {}", t.val(c.head), t.val(c.out));
                t.line(&line);
            }
            t.region(&l.body);
        });
    }

    fn op(&self, op: &Op) -> String {
        match op {
            Op::Raw(tokens) => format!("`{}`", flat(tokens)),
            Op::Note(tokens) => format!("note shape of `{}`", flat(tokens)),
            Op::Shape(_, tokens) => format!("shape of `{}`", flat(tokens)),
            Op::Prim(prim, args) => format!("{} {}", prim.name(), self.vals(args)),
            Op::Load(place, _) => format!("load {}", self.place(place)),
            Op::LoadCast(place, _) => format!("cast {}", self.place(place)),
        }
    }

    fn init(&self, init: &Init) -> String {
        match init {
            Init::Tuple(elems) => {
                let elems: Vec<String> = elems.iter().map(|e| self.elem(e)).collect();
                format!("({})", elems.join(", "))
            }
            Init::List(elems) => {
                let elems: Vec<String> = elems.iter().map(|e| self.elem(e)).collect();
                format!("[{}]", elems.join(", "))
            }
            Init::Struct(s) => {
                let field =
                    |m: &super::Member, text: String| format!("{}: {text}", quote::quote!(#m));
                let mut fields: Vec<String> = s
                    .fields
                    .iter()
                    .map(|(m, e)| field(m, self.elem(e)))
                    .collect();
                let raw = s
                    .inactive
                    .iter()
                    .map(|(m, t)| field(m, format!("`{}`", flat(t))));
                fields.extend(raw);
                fields.extend(s.rest.iter().map(|e| format!("..{}", self.elem(e))));
                format!(
                    "{} {{ {} }}",
                    flat(&quote::ToTokens::to_token_stream(&s.path)),
                    fields.join(", ")
                )
            }
            Init::Repeat(elem, len) => format!("[{}; {}]", self.elem(elem), flat(len)),
            Init::Copy(place, ..) => format!("copy {}", self.place(place)),
            Init::VecList(elems) => {
                let elems: Vec<String> = elems.iter().map(|e| self.elem(e)).collect();
                format!("vec [{}]", elems.join(", "))
            }
            Init::VecRepeat(elem, _, len) => {
                format!("vec [{}; {}]", self.elem(elem), self.val(*len))
            }
            Init::Empty(tokens) => format!("`{}`", flat(tokens)),
        }
    }

    fn elem(&self, elem: &Elem) -> String {
        match elem {
            Elem::Val(v) => self.val(*v),
            Elem::Nested(init) => self.init(init),
        }
    }

    fn call(&mut self, call: &Call) {
        let args: Vec<String> = call
            .args
            .iter()
            .map(|a| flat(&a.tokens(self.body)))
            .collect();
        let path = flat(&quote::ToTokens::to_token_stream(&*call.callee));
        let half = if call.taped { "taped " } else { "" };
        let line = format!(
            "{} = {half}call {path}({})",
            self.bound(&call.result),
            args.join(", ")
        );
        self.line(&line);
    }

    fn bound(&self, bound: &Bound) -> String {
        match bound {
            Bound::Val(v) => self.val(*v),
            Bound::Mem(m) => self.mem(*m),
            Bound::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.bound(p)).collect();
                format!("({})", parts.join(", "))
            }
            Bound::Name(tokens) => flat(tokens),
            Bound::Nothing => "_".to_owned(),
        }
    }

    fn ret(&self, ret: &Ret) -> String {
        match ret {
            Ret::Val(v) => self.val(*v),
            Ret::Place(place, _) | Ret::Whole(place, _) => self.place(place),
            Ret::List(init) => self.init(init),
            Ret::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.ret(p)).collect();
                format!("({})", parts.join(", "))
            }
            Ret::Inactive(tokens) => format!("`{}`", flat(tokens)),
        }
    }

    fn cot(&self, cot: &Cot) -> String {
        match cot {
            Cot::Of(v) => format!("d_{}", self.val(*v)),
            Cot::Seed(fields, path) => {
                let fields: String = fields.iter().map(|f| format!(".{f}")).collect();
                let path = steps(path);
                format!("seed{fields}{path}")
            }
            Cot::Element(mem, path) => {
                let path = steps(path);
                format!("d_{}{path}", self.mem(*mem))
            }
            Cot::Temp(name, fields) => {
                let fields: String = fields.iter().map(|f| format!(".{f}")).collect();
                format!("{name}{fields}")
            }
            Cot::TempElement(name, path) => {
                let path = steps(path);
                format!("{name}{path}")
            }
            Cot::Slope(slope, args, out) => slope.text(&|at| self.val(args[at]), &self.val(*out)),
            Cot::Sum(inner) => format!("sum {}", self.cot(inner)),
        }
    }

    /// A part of a cotangent.
    fn lent(&self, lent: &Lent) -> String {
        let from = match &lent.from {
            Lender::Local(mem) => format!("d_{}", self.mem(*mem)),
            Lender::Slot(param) => {
                let is_its = |kind: &MemKind| matches!(kind, MemKind::Param(of, _) if of == param);
                let mem = self.body.mems.iter().find(|m| is_its(&m.kind));
                mem.map_or(format!("slot {param}"), |m| format!("d_{}", m.name))
            }
            Lender::Piece(name) => name.to_string(),
        };
        format!("{from}{}", self.path(&lent.path))
    }

    fn division(&mut self, division: &Division) {
        let (parts, pieces): (_, Vec<String>) = match &division.into {
            Pieces::Fields(pieces) => (
                None,
                pieces
                    .iter()
                    .map(|(n, at)| format!("{n} = .{}", quote::quote!(#at)))
                    .collect(),
            ),
            Pieces::Apart(pieces) => (None, self.pieces(pieces)),
            Pieces::Parts(parts, pieces) => (Some(parts), self.pieces(pieces)),
        };
        let by = parts.map_or(String::new(), |name| format!(" by {name}"));
        let line = format!(
            "divide {}{by}: {}",
            self.lent(&division.of),
            pieces.join(", ")
        );
        self.line(&line);
    }

    fn pieces(&self, pieces: &[(Ident, Vec<Proj>)]) -> Vec<String> {
        pieces
            .iter()
            .map(|(name, path)| format!("{name} = {}", self.path(path)))
            .collect()
    }

    fn spare(&mut self, spare: &Spare) {
        let filled = if spare.filled { "filled " } else { "" };
        let mut line = format!(
            "{} = {filled}spare for {}",
            spare.name,
            self.lent(&spare.of)
        );
        for (at, (parts, part)) in spare.unless.iter().enumerate() {
            let word = if at == 0 { "unless" } else { "and" };
            let _ = write!(line, " {word} {parts}[{part}]");
        }
        self.line(&line);
    }

    fn reverse_call(&mut self, call: &ReverseCall) {
        call.divisions.iter().for_each(|d| self.division(d));
        call.spares.iter().for_each(|s| self.spare(s));
        let slots: Vec<String> = call
            .slots
            .iter()
            .map(|s| match s {
                SlotArg::Skip => "skip".to_owned(),
                SlotArg::Cell(v) => format!("d_{}", self.val(*v)),
                SlotArg::Temp(name) | SlotArg::Spare(name) => name.to_string(),
                SlotArg::Function(param) => format!("function {param}"),
                SlotArg::Lend(lent) => self.lent(lent),
                SlotArg::Either(lent, spare) => format!("{} or {spare}", self.lent(lent)),
            })
            .collect();
        let path = flat(&quote::ToTokens::to_token_stream(&*call.callee));
        let line = format!(
            "reverse {path} seed {}: {}",
            self.seed(&call.seed),
            slots.join(", ")
        );
        self.line(&line);
    }

    fn seed(&self, seed: &SeedArg) -> String {
        match seed {
            SeedArg::Val(v) => format!("d_{}", self.val(*v)),
            SeedArg::Mem(m) => format!("d_{}", self.mem(*m)),
            SeedArg::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|p| self.seed(p)).collect();
                format!("({})", parts.join(", "))
            }
            SeedArg::Unit => "()".to_owned(),
            SeedArg::Zero(_) => "0".to_owned(),
        }
    }
}

fn steps(path: &[Step]) -> String {
    path.iter()
        .map(|step| match step {
            Step::Index(at) => format!("[{at}]"),
            Step::Field(member) | Step::Member(member) => format!(".{}", quote::quote!(#member)),
        })
        .collect()
}

/// Tokens on one line.
fn flat(tokens: &TokenStream) -> String {
    tokens
        .to_string()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
