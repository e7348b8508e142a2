//! Prints a program as Rust: the `f64` form, or the same text over `Dual`.
//!
//! The forms differ in nothing but types, wrapped literals and casts, and the two places where Rust treats operators of
//! primitive types differently from overloaded ones: it evaluates the right side of `x += e` first, and takes the
//! operands of a comparison by value. Where `e` changes variables the dual form spells that out.

use crate::annotate::annotate;
use crate::ast::{Block, Code, Expr, Function, Note, Op, Pat, Piece, Shape, Stmt, Ty, value_block};
use crate::kind::{Kind, has_effects, kind};
use crate::rules;
use crate::structs::{self, shapes};

/// Which text to print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `f64`, no attribute
    Plain,
    /// `f64` with the attribute
    Grad,
    /// `Dual`
    Dual,
}

impl Form {
    fn float(self, single: bool) -> &'static str {
        match (self, single) {
            (Form::Dual, false) => "Dual",
            (Form::Dual, true) => "Dual32",
            (_, false) => "f64",
            (_, true) => "f32",
        }
    }
}

/// The functions of a program, in order; with `f32` where `single` says so.
#[must_use]
pub fn functions(list: &[Function], form: Form, single: bool) -> String {
    let mut p = Printer {
        out: String::new(),
        depth: 0,
        form,
        single,
    };
    for shape in shapes(list) {
        p.out.push_str(&structs::definition(&shape, form, single));
    }
    p.out.push_str(&rules::used(list, form, single));
    for function in list {
        p.function(&annotate(function));
    }
    p.out
}

/// A type.
#[must_use]
pub fn ty(t: &Ty, form: Form, single: bool) -> String {
    let f = form.float(single);
    match t {
        Ty::Float => f.to_string(),
        Ty::FloatRef => format!("&{f}"),
        Ty::Usize => "usize".to_string(),
        Ty::I32 => "i32".to_string(),
        Ty::Bool => "bool".to_string(),
        Ty::Unit => "()".to_string(),
        Ty::Slice => format!("&[{f}]"),
        Ty::PairSlice => format!("&[[{f}; 2]]"),
        Ty::Array(n) => format!("[{f}; {n}]"),
        Ty::ArrayRef(n) => format!("&[{f}; {n}]"),
        Ty::Vec => format!("Vec<{f}>"),
        Ty::FloatMut => format!("&mut {f}"),
        Ty::SliceMut => format!("&mut [{f}]"),
        Ty::ArrayMut(n) => format!("&mut [{f}; {n}]"),
        Ty::VecMut => format!("&mut Vec<{f}>"),
        Ty::Matrix(r, c) => format!("[[{f}; {c}]; {r}]"),
        Ty::Rows => format!("Vec<Vec<{f}>>"),
        Ty::RowsRef => format!("&[Vec<{f}>]"),
        Ty::RowsMut => format!("&mut [Vec<{f}>]"),
        Ty::Tuple(items) => {
            let items: Vec<_> = items.iter().map(|t| ty(t, form, single)).collect();
            format!("({})", items.join(", "))
        }
        Ty::Struct(s) => s.name.clone(),
        Ty::StructRef(s) => format!("&{}", s.name),
        Ty::StructMut(s) => format!("&mut {}", s.name),
    }
}

const OPEN: u8 = 0;
const COMPARE: u8 = 3;
const SUM: u8 = 4;
const CAST: u8 = 6;
const UNARY: u8 = 7;
const ATOM: u8 = 8;

fn level(op: Op) -> u8 {
    match op {
        Op::Or => 1,
        Op::And => 2,
        Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne => COMPARE,
        Op::Add | Op::Sub => SUM,
        Op::Mul | Op::Div | Op::Rem => 5,
    }
}

struct Printer {
    out: String,
    depth: usize,
    form: Form,
    single: bool,
}

impl Printer {
    fn is_dual(&self) -> bool {
        self.form == Form::Dual
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
    }

    fn function(&mut self, f: &Function) {
        if self.form == Form::Grad {
            self.push("#[derive_grad]\n");
        }
        let method = f.receiver();
        if let Some(shape) = method {
            self.push(&format!("impl {} {{\n", shape.name));
        }
        let params: Vec<_> = f
            .params
            .iter()
            .map(|p| {
                if p.name.text == "self" {
                    return match p.name.ty {
                        Ty::StructRef(_) => "&self".to_string(),
                        Ty::StructMut(_) => "&mut self".to_string(),
                        _ if p.mutable => "mut self".to_string(),
                        _ => "self".to_string(),
                    };
                }
                let mutable = if p.mutable { "mut " } else { "" };
                format!(
                    "{mutable}{}: {}",
                    p.name.text,
                    ty(&p.name.ty, self.form, self.single)
                )
            })
            .collect();
        self.push(&format!("pub fn {}({})", f.name, params.join(", ")));
        let ret = ty(&f.ret, self.form, self.single);
        match f.wrap {
            Some(wrap) => self.push(&format!(" -> {}", wrap.around(&ret))),
            None if f.ret != Ty::Unit => self.push(&format!(" -> {ret}")),
            None => {}
        }
        self.push(" ");
        self.block(&f.body, true);
        self.push(if method.is_some() { "\n}\n\n" } else { "\n\n" });
    }

    /// A block; a lone short value stays on the line unless `tall`.
    fn block(&mut self, b: &Block, tall: bool) {
        if b.stmts.is_empty() && !tall {
            match &b.tail {
                None => return self.push("{}"),
                Some(e) if !is_control(e) => {
                    self.push("{ ");
                    self.expr(e, OPEN);
                    return self.push(" }");
                }
                Some(_) => {}
            }
        }
        self.push("{");
        self.depth += 1;
        for stmt in &b.stmts {
            self.line();
            self.stmt(stmt);
        }
        if let Some(e) = &b.tail {
            self.line();
            self.expr(e, OPEN);
        }
        self.depth -= 1;
        self.line();
        self.push("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(pat, t, note, init) => {
                self.push("let ");
                self.pat(pat);
                if matches!(note, Note::Typed) {
                    let text = ty(t, self.form, self.single);
                    self.push(&format!(": {text}"));
                }
                if let Some(e) = init {
                    self.push(" = ");
                    self.expr(e, OPEN);
                }
                self.push(";");
            }
            Stmt::Expr(e) => {
                self.expr(e, OPEN);
                if !is_control(e) && !matches!(e, Expr::Code(code) if code.shape == Shape::Stmt) {
                    self.push(";");
                }
            }
        }
    }

    fn pats(&mut self, items: &[Pat], between: &str) {
        for (i, pat) in items.iter().enumerate() {
            if i > 0 {
                self.push(between);
            }
            self.pat(pat);
        }
    }

    fn pat(&mut self, pat: &Pat) {
        match pat {
            Pat::Bind(name, mutable) => {
                self.push(if *mutable { "mut " } else { "" });
                self.push(&name.text);
            }
            Pat::Wild => self.push("_"),
            Pat::Rest => self.push(".."),
            Pat::Tuple(items) => {
                self.push("(");
                self.pats(items, ", ");
                self.push(")");
            }
            Pat::Array(items) => {
                self.push("[");
                self.pats(items, ", ");
                self.push("]");
            }
            Pat::Ref(inner) => {
                self.push("&");
                self.pat(inner);
            }
            Pat::Struct(shape, items) => {
                self.push(&shape.name);
                self.push(if shape.tuple { "(" } else { " { " });
                for (i, pat) in items {
                    let (field, _) = &shape.fields[*i];
                    let short = matches!(pat, Pat::Bind(name, false) if name.text == *field);
                    if !shape.tuple && !short {
                        self.push(&format!("{field}: "));
                    }
                    self.pat(pat);
                    self.push(", ");
                }
                let all = items.len() == shape.fields.len();
                self.push(if all { "" } else { ".. " });
                self.push(if shape.tuple { ")" } else { "}" });
            }
            Pat::Int(v) => self.push(&v.to_string()),
            Pat::Bool(v) => self.push(&v.to_string()),
            Pat::Range(lo, hi, closed) => {
                let hi = hi.map_or(String::new(), |v| v.to_string());
                self.push(&format!("{lo}..{}{hi}", if *closed { "=" } else { "" }));
            }
            Pat::Or(items) => self.pats(items, " | "),
            Pat::At(name, inner) => {
                self.push(&format!("{} @ ", name.text));
                let several = matches!(**inner, Pat::Or(_));
                self.push(if several { "(" } else { "" });
                self.pat(inner);
                self.push(if several { ")" } else { "" });
            }
        }
    }

    fn list(&mut self, items: &[Expr]) {
        for (i, e) in items.iter().enumerate() {
            if i > 0 {
                self.push(", ");
            }
            self.expr(e, OPEN);
        }
    }

    fn label(&mut self, label: Option<&String>) {
        if let Some(label) = label {
            self.push(&format!("{label}: "));
        }
    }

    /// The expression, in parentheses where its own level is below `min`.
    fn expr(&mut self, e: &Expr, min: u8) {
        if self.precedence(e) < min {
            self.push("(");
            self.bare(e);
            self.push(")");
        } else {
            self.bare(e);
        }
    }

    fn precedence(&self, e: &Expr) -> u8 {
        match e {
            Expr::Float(v, _) if !self.is_dual() && v.is_sign_negative() => UNARY,
            Expr::Int(v, _) if *v < 0 => UNARY,
            Expr::Deref(_) | Expr::Ref(_) | Expr::RefMut(_) | Expr::Neg(_) | Expr::Not(_) => UNARY,
            Expr::Binary(op, ..) => level(*op),
            Expr::ToFloat(_) if self.is_dual() => ATOM,
            Expr::ToFloat(_) | Expr::FloatToInt(..) | Expr::IntCast(..) => CAST,
            Expr::Range(..)
            | Expr::Assign(..)
            | Expr::AssignOp(..)
            | Expr::Closure(..)
            | Expr::Break(..)
            | Expr::Continue(_)
            | Expr::Return(_) => OPEN,
            e if is_control(e) => OPEN,
            Expr::Code(code) if code.shape != Shape::Atom => OPEN,
            _ => ATOM,
        }
    }

    fn bare(&mut self, e: &Expr) {
        match e {
            Expr::Float(v, suffix) => self.float(*v, *suffix),
            Expr::Const(name) if self.is_dual() => {
                self.push(&format!(
                    "{}(std::{}::consts::{name})",
                    self.constant(),
                    self.plain()
                ));
            }
            Expr::Const(name) => self.push(&format!("std::{}::consts::{name}", self.plain())),
            Expr::Int(v, None) => self.push(&v.to_string()),
            Expr::Int(v, Some(t)) => {
                let text = ty(t, self.form, self.single);
                self.push(&format!("{v}_{text}"));
            }
            Expr::Bool(v) => self.push(&v.to_string()),
            Expr::Var(name) => self.push(&name.text),
            Expr::Deref(a) => self.unary("*", a),
            Expr::Ref(a) => self.unary("&", a),
            Expr::RefMut(a) => self.unary("&mut ", a),
            Expr::Neg(a) => self.unary("-", a),
            Expr::Not(a) => self.unary("!", a),
            Expr::Field(a, i) => {
                self.expr(a, ATOM);
                self.push(&format!(".{i}"));
            }
            Expr::Index(a, i) => {
                self.expr(a, ATOM);
                self.push("[");
                self.expr(i, OPEN);
                self.push("]");
            }
            Expr::Range(a, b, closed) => {
                a.iter().for_each(|e| self.expr(e, SUM));
                self.push(if *closed { "..=" } else { ".." });
                b.iter().for_each(|e| self.expr(e, SUM));
            }
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::Assign(place, v) => {
                self.place(place);
                self.push(" = ");
                self.expr(v, OPEN);
            }
            Expr::AssignOp(op, t, place, v) => self.assign_op(*op, t, place, v),
            Expr::Method(_, recv, name, args) => {
                self.expr(recv, ATOM);
                self.push(&format!(".{name}("));
                self.list(args);
                self.push(")");
            }
            Expr::Assoc(t, name, args) => {
                let text = ty(t, self.form, self.single);
                self.call(&format!("{text}::{name}"), args);
            }
            Expr::Path(name, args) => self.call(name, args),
            Expr::Turbofish(recv, name, t) => {
                self.expr(recv, ATOM);
                let text = ty(t, self.form, self.single);
                self.push(&format!(".{name}::<{text}>()"));
            }
            Expr::Closure(params, ret, body) => {
                self.push("|");
                for (i, (pat, t)) in params.iter().enumerate() {
                    self.push(if i > 0 { ", " } else { "" });
                    self.pat(pat);
                    if let Some(t) = t {
                        let text = ty(t, self.form, self.single);
                        self.push(&format!(": {text}"));
                    }
                }
                self.push("| ");
                let Some(ret) = ret else {
                    return self.expr(body, OPEN);
                };
                let text = ty(ret, self.form, self.single);
                self.push(&format!("-> {text} "));
                match &**body {
                    Expr::Block(b) => self.block(b, false),
                    e => self.block(&value_block(e.clone()), false),
                }
            }
            Expr::Call(name, _, args) => self.call(name, args),
            Expr::Struct(shape, items) => {
                self.push(&shape.name);
                self.push(if shape.tuple { "(" } else { " { " });
                for (i, (field, e)) in items.iter().enumerate() {
                    self.push(if i > 0 { ", " } else { "" });
                    if !shape.tuple {
                        self.push(&format!("{}: ", shape.fields[*field].0));
                    }
                    self.expr(e, OPEN);
                }
                self.push(if shape.tuple { ")" } else { " }" });
            }
            Expr::Try(a, _) => {
                self.expr(a, ATOM);
                self.push("?");
            }
            Expr::Own(recv, name, _, args, _) => {
                self.expr(recv, ATOM);
                self.push(&format!(".{name}("));
                self.list(args);
                self.push(")");
            }
            Expr::ToFloat(a) => {
                let (open, close) = self.wrapped();
                self.push(&open);
                self.expr(a, CAST);
                self.push(&format!(" as {}", self.plain()));
                self.push(close);
            }
            Expr::FromInt(a) => {
                let (open, close) = self.wrapped();
                self.push(&open);
                // Not every `i32` is an `f32`.
                self.push(if self.single { "((" } else { "f64::from(" });
                self.expr(a, OPEN);
                self.push(if self.single { ") as f32)" } else { ")" });
                self.push(close);
            }
            Expr::FloatToInt(a, t) => {
                self.expr(a, if self.is_dual() { ATOM } else { CAST });
                self.push(if self.is_dual() { ".re()" } else { "" });
                let text = ty(t, self.form, self.single);
                self.push(&format!(" as {text}"));
            }
            Expr::IntCast(a, t) => {
                self.expr(a, CAST);
                let text = ty(t, self.form, self.single);
                self.push(&format!(" as {text}"));
            }
            Expr::Tuple(items) => self.call("", items),
            Expr::Array(items) => {
                self.push("[");
                self.list(items);
                self.push("]");
            }
            Expr::Repeat(a, n) => {
                self.push("[");
                self.expr(a, OPEN);
                self.push(&format!("; {n}]"));
            }
            Expr::VecRepeat(a, n) => {
                self.push("vec![");
                self.expr(a, OPEN);
                self.push("; ");
                self.expr(n, OPEN);
                self.push("]");
            }
            Expr::VecList(items) => {
                self.push("vec![");
                self.list(items);
                self.push("]");
            }
            Expr::SortBy(a, falling) => {
                self.expr(a, ATOM);
                let (a, b) = if *falling { ("b", "a") } else { ("a", "b") };
                self.push(&format!(".sort_by(|a, b| {a}.total_cmp({b}))"));
            }
            Expr::If(cond, then, other) => self.branch(cond, then, other.as_deref()),
            Expr::Match(e, arms) => {
                self.push("match ");
                self.expr(e, OPEN);
                self.push(" {");
                self.depth += 1;
                for arm in arms {
                    self.line();
                    self.pat(&arm.pat);
                    if let Some(guard) = &arm.guard {
                        self.push(" if ");
                        self.expr(guard, OPEN);
                    }
                    self.push(" => ");
                    self.expr(&arm.body, OPEN);
                    self.push(if is_control(&arm.body) { "" } else { "," });
                }
                self.depth -= 1;
                self.line();
                self.push("}");
            }
            Expr::Block(b) => self.block(b, false),
            Expr::Labelled(label, b) => {
                self.label(Some(label));
                self.block(b, true);
            }
            Expr::Code(code) => self.code(code),
            Expr::Loop(label, b) => {
                self.label(label.as_ref());
                self.push("loop ");
                self.block(b, true);
            }
            Expr::While(label, cond, b) => {
                self.label(label.as_ref());
                self.push("while ");
                self.expr(cond, OPEN);
                self.push(" ");
                self.block(b, true);
            }
            Expr::For(label, pat, iter, b) => {
                self.label(label.as_ref());
                self.push("for ");
                self.pat(pat);
                self.push(" in ");
                self.expr(iter, OPEN);
                self.push(" ");
                self.block(b, true);
            }
            Expr::Break(label, v) => self.exit("break", label.as_ref(), v.as_deref()),
            Expr::Continue(label) => self.exit("continue", label.as_ref(), None),
            Expr::Return(v) => self.exit("return", None, v.as_deref()),
        }
    }

    fn code(&mut self, code: &Code) {
        for piece in &code.pieces {
            match piece {
                Piece::Text(text) => self.push(text),
                Piece::Type(t) => self.push(&ty(t, self.form, self.single)),
                Piece::Open(e) => self.expr(e, OPEN),
                Piece::Atom(e) => self.expr(e, ATOM),
                Piece::Block(b) => self.block(b, true),
            }
        }
    }

    /// What makes a constant of a float.
    fn constant(&self) -> &'static str {
        if self.single { "c32" } else { "c" }
    }

    /// The primitive type.
    fn plain(&self) -> &'static str {
        if self.single { "f32" } else { "f64" }
    }

    /// What stands around a float that is no literal.
    fn wrapped(&self) -> (String, &'static str) {
        if self.is_dual() {
            return (format!("{}(", self.constant()), ")");
        }
        (String::new(), "")
    }

    fn float(&mut self, v: f64, suffix: bool) {
        match (self.form, suffix) {
            (Form::Dual, _) => self.push(&format!("{}({v:?})", self.constant())),
            (_, true) => self.push(&format!("{v:?}_{}", self.plain())),
            (_, false) => self.push(&format!("{v:?}")),
        }
    }

    fn unary(&mut self, token: &str, a: &Expr) {
        self.push(token);
        self.expr(a, UNARY);
    }

    fn call(&mut self, name: &str, args: &[Expr]) {
        self.push(name);
        self.push("(");
        self.list(args);
        self.push(")");
    }

    fn binary(&mut self, op: Op, a: &Expr, b: &Expr) {
        let by_value = self.is_dual() && op.is_comparison() && has_effects(b);
        if by_value && kind(a) == Kind::Float {
            self.expr(a, ATOM);
            self.push(&format!(".re() {} ", op.text()));
            self.expr(b, ATOM);
            return self.push(".re()");
        }
        // `a as usize < b` would read as the start of generic arguments.
        let left = if op.is_comparison() {
            if ends_in_cast(a) { ATOM } else { SUM }
        } else {
            level(op)
        };
        self.expr(a, left);
        self.push(&format!(" {} ", op.text()));
        if is_control(b) {
            self.bare(b);
        } else {
            self.expr(b, level(op) + 1);
        }
    }

    fn place(&mut self, place: &Expr) {
        self.expr(place, UNARY);
    }

    fn assign_op(&mut self, op: Op, t: &Ty, place: &Expr, v: &Expr) {
        let simple = matches!(place, Expr::Var(_) | Expr::Deref(_) | Expr::Field(..));
        let spelled = self.is_dual() && *t == Ty::Float && (has_effects(v) || !simple);
        if spelled {
            self.push("{ let rhs_ = ");
            self.expr(v, OPEN);
            self.push("; ");
            self.place(place);
            return self.push(&format!(" {}= rhs_; }}", op.text()));
        }
        self.place(place);
        self.push(&format!(" {}= ", op.text()));
        self.expr(v, OPEN);
    }

    fn branch(&mut self, cond: &Expr, then: &Block, other: Option<&Expr>) {
        self.push("if ");
        self.expr(cond, OPEN);
        self.push(" ");
        self.block(then, false);
        if let Some(other) = other {
            self.push(" else ");
            self.expr(other, OPEN);
        }
    }

    fn exit(&mut self, word: &str, label: Option<&String>, v: Option<&Expr>) {
        self.push(word);
        if let Some(label) = label {
            self.push(&format!(" {label}"));
        }
        if let Some(v) = v {
            // `break 'a { .. }` and `break 'b: { .. }` read as something else.
            let open = match v {
                Expr::Labelled(..) => ATOM,
                Expr::Block(_) if label.is_some() => ATOM,
                _ => OPEN,
            };
            self.push(" ");
            self.expr(v, open);
        }
    }
}

/// Whether Rust lets the expression stand as a statement without a semicolon.
fn is_control(e: &Expr) -> bool {
    if let Expr::Code(code) = e {
        return code.shape == Shape::Control;
    }
    matches!(
        e,
        Expr::If(..)
            | Expr::Match(..)
            | Expr::Block(_)
            | Expr::Labelled(..)
            | Expr::Loop(..)
            | Expr::While(..)
            | Expr::For(..)
    )
}

fn ends_in_cast(e: &Expr) -> bool {
    match e {
        Expr::ToFloat(_) | Expr::FloatToInt(..) | Expr::IntCast(..) => true,
        Expr::Binary(_, _, b) | Expr::Neg(b) => ends_in_cast(b),
        _ => false,
    }
}
