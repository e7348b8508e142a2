//! Counts what the programs contain, and where: a production that is never met in a loop is not tested there.

use crate::ast::{Block, Expr, Function, Pat, Program, Stmt, Ty};
use crate::kind::{Kind, has_effects, is_effect, kind};
use crate::print::{Form, ty};
use crate::walk::{Part, each_in, parts, stmt_expr};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Places in the order of the printed columns.
const PLACES: [&str; 5] = ["anywhere", "loop", "branch", "after write", "callee"];

/// Counts by production.
#[derive(Clone, Debug, Default)]
pub struct Hits(BTreeMap<String, [usize; 5]>);

/// Where the walk is.
#[derive(Clone, Copy, Default)]
struct Place {
    in_loop: bool,
    in_branch: bool,
    in_callee: bool,
}

struct Walk<'a> {
    hits: &'a mut Hits,
    /// A float or a buffer was written before.
    written: bool,
    /// Names bound so far, to tell shadowing.
    names: Vec<String>,
}

impl Hits {
    /// Adds a program.
    pub fn add(&mut self, program: &Program) {
        for (i, f) in program.functions.iter().enumerate() {
            let place = Place {
                in_callee: i + 1 < program.functions.len(),
                ..Place::default()
            };
            self.function(f, place);
        }
    }

    fn function(&mut self, f: &Function, place: Place) {
        let names = f.params.iter().map(|p| p.name.text.clone()).collect();
        let mut walk = Walk {
            hits: self,
            written: false,
            names,
        };
        for p in &f.params {
            let mutable = if p.mutable { "mut " } else { "" };
            let text = format!("parameter {mutable}{}", length_free(&p.name.ty));
            walk.count(&text, place);
        }
        walk.count(&format!("result {}", length_free(&f.ret)), place);
        if let Some(wrap) = f.wrap {
            walk.count(&format!("result {}", wrap.around("..")), place);
        }
        walk.block(&f.body, place);
    }

    /// The table, one production a line; `-` where a production cannot be.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = format!("{:<42}", "production");
        for place in PLACES {
            let _ = write!(out, "{place:>12}");
        }
        for (name, counts) in &self.0 {
            let _ = write!(out, "\n{name:<42}");
            for (n, place) in counts.iter().zip(PLACES) {
                let n = match impossible(name, place) {
                    true if *n == 0 => "-".to_string(),
                    _ => n.to_string(),
                };
                let _ = write!(out, "{n:>12}");
            }
        }
        out
    }

    /// How many cells of the table have fewer hits than are demanded.
    #[must_use]
    pub fn rare(&self, demanded: usize) -> usize {
        let rare = |(name, counts): (&String, &[usize; 5])| {
            let cells = counts.iter().zip(PLACES);
            cells
                .filter(|(n, place)| **n < demanded && !impossible(name, place))
                .count()
        };
        self.0.iter().map(rare).sum()
    }
}

/// Cells that are empty by nature.
fn impossible(name: &str, place: &str) -> bool {
    let signature = name.starts_with("parameter") || name.starts_with("result");
    // Parameters and results stand in front of the body, not in it.
    signature && matches!(place, "loop" | "branch" | "after write")
}

fn length_free(t: &Ty) -> String {
    match t {
        Ty::Array(_) => "[f64; N]".to_string(),
        Ty::ArrayRef(_) => "&[f64; N]".to_string(),
        Ty::ArrayMut(_) => "&mut [f64; N]".to_string(),
        Ty::Matrix(..) => "[[f64; C]; R]".to_string(),
        Ty::Struct(_) => "S".to_string(),
        Ty::StructRef(_) => "&S".to_string(),
        Ty::StructMut(_) => "&mut S".to_string(),
        t => ty(t, Form::Plain, false),
    }
}

impl Walk<'_> {
    fn count(&mut self, name: &str, place: Place) {
        let row = self.hits.0.entry(name.to_string()).or_default();
        let flags = [
            true,
            place.in_loop,
            place.in_branch,
            self.written,
            place.in_callee,
        ];
        for (n, flag) in row.iter_mut().zip(flags) {
            *n += usize::from(flag);
        }
    }

    fn block(&mut self, b: &Block, place: Place) {
        for (i, stmt) in b.stmts.iter().enumerate() {
            if let Some(e) = stmt_expr(stmt) {
                self.expr(e, place);
            }
            if let Stmt::Let(pat, t, _, init) = stmt {
                self.declaration(pat, t, init.is_some(), place);
            }
            let leaves = matches!(
                stmt,
                Stmt::Expr(Expr::Return(_) | Expr::Break(..) | Expr::Continue(_))
            );
            if leaves && i + 1 < b.stmts.len() {
                self.count("code after an exit", place);
            }
        }
        if let Some(e) = &b.tail {
            self.expr(e, place);
        }
    }

    fn declaration(&mut self, pat: &Pat, t: &Ty, given: bool, place: Place) {
        match pat {
            Pat::Bind(_, true) => self.count("let mut", place),
            Pat::Bind(_, false) => self.count("let", place),
            Pat::Wild => self.count("let _", place),
            _ => self.count("let with a pattern", place),
        }
        if !given {
            self.count("let without a value", place);
        }
        let lent = match t {
            Ty::Tuple(items) => items.first().unwrap_or(t),
            t => t,
        };
        match lent {
            Ty::Array(_) | Ty::Vec | Ty::Matrix(..) | Ty::Rows | Ty::Struct(_)
                if matches!(pat, Pat::Bind(..)) =>
            {
                self.count(&format!("local {}", length_free(t)), place);
            }
            Ty::Slice | Ty::ArrayRef(_) | Ty::FloatRef | Ty::StructRef(_) => {
                self.loan(t, lent, place)
            }
            t if t.is_mut_ref() => self.loan(t, lent, place),
            _ => {}
        }
        self.pattern(pat, place);
    }

    /// A reference bound to a name, or two.
    fn loan(&mut self, t: &Ty, lent: &Ty, place: Place) {
        let two = if matches!(t, Ty::Tuple(_)) {
            "two of "
        } else {
            ""
        };
        self.count(&format!("let {two}{}", length_free(lent)), place);
    }

    fn pattern(&mut self, pat: &Pat, place: Place) {
        match pat {
            Pat::Bind(name, _) | Pat::At(name, _) => {
                if self.names.contains(&name.text) {
                    self.count("shadowing", place);
                }
                self.names.push(name.text.clone());
            }
            Pat::Wild | Pat::Int(_) | Pat::Bool(_) => {}
            Pat::Rest => self.count("pattern ..", place),
            Pat::Tuple(items) => self.patterns("pattern (a, b)", items, place),
            Pat::Array(items) => self.patterns("pattern [a, b]", items, place),
            Pat::Or(items) => self.patterns("pattern a | b", items, place),
            Pat::Struct(shape, items) => {
                let name = if shape.tuple {
                    "pattern S(a, b)"
                } else {
                    "pattern S { a, b }"
                };
                self.count(name, place);
                items.iter().for_each(|(_, item)| self.pattern(item, place));
            }
            Pat::Ref(inner) => self.patterns("pattern &a", std::slice::from_ref(inner), place),
            Pat::Range(..) => self.count("pattern 1..3", place),
        }
        if let Pat::At(_, inner) = pat {
            self.patterns("pattern k @ p", std::slice::from_ref(inner), place);
        }
    }

    fn patterns(&mut self, name: &str, items: &[Pat], place: Place) {
        self.count(name, place);
        for item in items {
            self.pattern(item, place);
        }
    }

    fn expr(&mut self, e: &Expr, place: Place) {
        if let Some(name) = production(e) {
            self.count(&name, place);
        }
        let inside = match e {
            Expr::If(..) | Expr::Match(..) => Place {
                in_branch: true,
                ..place
            },
            Expr::For(..) | Expr::While(..) | Expr::Loop(..) => Place {
                in_loop: true,
                ..place
            },
            _ => place,
        };
        if let Expr::For(_, pat, source, _) = e {
            self.pattern(pat, inside);
            if matches!(**source, Expr::RefMut(_)) {
                self.count("for in &mut a", place);
            }
        }
        if let Expr::Call(_, _, args) = e {
            let lent: Vec<&Expr> = args.iter().filter(|e| lends_mut(e)).collect();
            for arg in &lent {
                self.count(&format!("argument {}", argument(arg)), place);
            }
            if lent.len() > 1 {
                self.count("two &mut arguments", place);
            }
        }
        if let Expr::Closure(params, ..) = e {
            params.iter().for_each(|(pat, _)| self.pattern(pat, place));
        }
        if let Expr::Match(_, arms) = e {
            for arm in arms {
                self.pattern(&arm.pat, inside);
                if arm.guard.is_some() {
                    self.count("match guard", place);
                }
            }
        }
        for part in parts(e) {
            match part {
                Part::Expr(e) => self.expr(e, inside),
                Part::Block(b) => self.block(b, inside),
            }
        }
        self.written |= changes_float(e);
    }
}

fn changes_float(e: &Expr) -> bool {
    match e {
        Expr::Assign(place, _) => !matches!(kind(place), Kind::Int | Kind::Bool),
        Expr::AssignOp(_, t, _, _) => *t == Ty::Float,
        e => is_effect(e) && !matches!(e, Expr::RefMut(_)),
    }
}

/// The name under which an expression is counted.
fn production(e: &Expr) -> Option<String> {
    Some(match e {
        Expr::Var(name) if name.text.contains('.') => {
            let inner = name.text.matches('.').count() > 1;
            let path = if inner { "s.inner.a" } else { "s.a" };
            format!("{path} {}", length_free(&name.ty))
        }
        Expr::Float(..) | Expr::Int(..) | Expr::Bool(_) | Expr::Var(_) | Expr::RefMut(_) => {
            return None;
        }
        Expr::Try(..) => "f()?".to_string(),
        Expr::Struct(shape, _) if shape.tuple => "S(a, b)".to_string(),
        Expr::Struct(..) => "S { a, b }".to_string(),
        Expr::Own(_, _, _, _, true) => "s.method() of &mut self".to_string(),
        Expr::Own(..) => "s.method() of &self".to_string(),
        Expr::Call(name, ..) if name.contains("::") => "S::method(&s)".to_string(),
        Expr::Const(_) => "constant of std".to_string(),
        Expr::Deref(_) => "*a".to_string(),
        Expr::Ref(_) => "&a".to_string(),
        Expr::Neg(a) => format!("-a {:?}", kind(a)).to_lowercase(),
        Expr::Not(_) => "!a".to_string(),
        Expr::Field(..) => "a.0".to_string(),
        Expr::Index(_, i) => index(i).to_string(),
        Expr::Range(..) => "a..b".to_string(),
        Expr::Binary(op, a, _) => format!("a {} b {:?}", op.text(), kind(a)).to_lowercase(),
        Expr::Assign(place, _) => match **place {
            Expr::Tuple(_) | Expr::Array(_) => "(a, b) = ..".to_string(),
            _ => format!("{} = ..", written(place)),
        },
        Expr::AssignOp(op, t, place, _) => {
            format!(
                "{} {}= .. {}",
                written(place),
                op.text(),
                ty(t, Form::Plain, false)
            )
        }
        Expr::Method(Ty::Slice, recv, name, _) => {
            let part = if is_part(recv) { "[a..b]" } else { "" };
            format!("{part}.{name}() sequence")
        }
        Expr::Method(t, _, name, _) => format!(".{name}() {}", ty(t, Form::Plain, false)),
        Expr::Assoc(t, name, _) => format!("{}::{name}()", ty(t, Form::Plain, false)),
        Expr::Path(name, args) => {
            let what = args.first().map_or("", argument);
            format!("{name} {what}").trim_end().to_string()
        }
        Expr::Turbofish(_, name, t) => format!(".{name}::<{}>()", ty(t, Form::Plain, false)),
        Expr::Closure(_, Some(_), _) => "closure with a result type".to_string(),
        Expr::Closure(_, None, body) => closure(body).to_string(),
        Expr::Call(name, ..) if name.starts_with("rule_") => format!("call of {name}"),
        Expr::Call(name, ..) if is_lambda(name) => "call of a closure".to_string(),
        Expr::Call(_, t, args) => call(t, args),
        Expr::ToFloat(_) => "integer as f64".to_string(),
        Expr::FromInt(_) => "f64::from(integer)".to_string(),
        Expr::FloatToInt(..) => "float as integer".to_string(),
        Expr::IntCast(..) => "integer as integer".to_string(),
        Expr::Tuple(_) => "(a, b)".to_string(),
        Expr::Array(_) => "[a, b]".to_string(),
        Expr::Repeat(..) => "[a; 3]".to_string(),
        Expr::VecRepeat(..) => "vec![a; n]".to_string(),
        Expr::VecList(_) => "vec![a, b]".to_string(),
        Expr::SortBy(..) => ".sort_by() sequence".to_string(),
        Expr::If(_, then, other) => {
            let value = if then.tail.is_some() { " value" } else { "" };
            let chain = if other.is_some() { " else" } else { "" };
            format!("if{chain}{value}")
        }
        Expr::Match(..) => "match".to_string(),
        Expr::Block(_) => "block".to_string(),
        Expr::Labelled(..) => "'a: { .. }".to_string(),
        Expr::Code(code) => code.name.to_string(),
        Expr::Loop(label, _) => labelled("loop", label.as_ref()),
        Expr::While(label, ..) => labelled("while", label.as_ref()),
        Expr::For(label, ..) => labelled("for", label.as_ref()),
        Expr::Break(label, v) => {
            let value = if v.is_some() { " value" } else { "" };
            labelled(&format!("break{value}"), label.as_ref())
        }
        Expr::Continue(label) => labelled("continue", label.as_ref()),
        Expr::Return(_) => "return".to_string(),
    })
}

/// The place of an assignment.
fn written(place: &Expr) -> String {
    match place {
        Expr::Var(name) => match &name.ty {
            Ty::Array(_) | Ty::Vec | Ty::Matrix(..) | Ty::Struct(_) => {
                format!("a {}", length_free(&name.ty))
            }
            _ if name.text.contains('.') => "s.a".to_string(),
            _ => "a".to_string(),
        },
        Expr::Field(..) => "a.0".to_string(),
        Expr::Deref(a) => match &**a {
            Expr::Var(name) => format!("*r {}", length_free(&name.ty)),
            _ => "*r".to_string(),
        },
        Expr::Index(a, _) => match &**a {
            Expr::Index(m, _) if is_rows(m) => "rows[i][j]".to_string(),
            Expr::Index(..) => "m[i][j]".to_string(),
            m if is_rows(m) => "rows[i] = ..".to_string(),
            Expr::Var(name) => format!("a[i] {}", length_free(&name.ty)),
            _ => "a[i]".to_string(),
        },
        _ => "other".to_string(),
    }
}

/// Whether it is the name of a closure.
fn is_lambda(name: &str) -> bool {
    name.starts_with("act") || name.starts_with("typed")
}

/// The form of a closure.
fn closure(body: &Expr) -> &'static str {
    let mut returns = false;
    each_in(body, &mut |e| returns |= matches!(e, Expr::Return(_)));
    match body {
        _ if returns => "closure that returns early",
        _ if has_effects(body) => "closure that writes",
        Expr::Block(_) => "closure with a block",
        _ => "closure",
    }
}

fn is_rows(e: &Expr) -> bool {
    matches!(e, Expr::Var(name) if matches!(name.ty, Ty::Rows | Ty::RowsMut))
}

fn lends_mut(e: &Expr) -> bool {
    matches!(e, Expr::RefMut(_)) || matches!(e, Expr::Var(name) if name.ty.is_mut_ref())
}

/// The form of a mutable argument.
fn argument(e: &Expr) -> &'static str {
    match e {
        Expr::Var(_) => "r",
        Expr::RefMut(a) => match &**a {
            Expr::Index(_, i) if matches!(**i, Expr::Range(..)) => "&mut a[k..]",
            Expr::Index(..) => "&mut a[i]",
            Expr::Deref(_) => "&mut *r",
            Expr::Field(..) => "&mut t.0",
            Expr::Var(name) if name.ty == Ty::Float => "&mut s",
            Expr::Var(_) => "&mut a",
            _ => "&mut temporary",
        },
        _ => "other",
    }
}

fn is_part(e: &Expr) -> bool {
    matches!(e, Expr::Index(_, i) if matches!(**i, Expr::Range(..)))
}

fn index(i: &Expr) -> &'static str {
    match i {
        Expr::Int(..) => "x[0]",
        Expr::Range(..) => "x[a..b]",
        Expr::Var(_) => "x[i]",
        _ => "x[computed]",
    }
}

fn call(t: &Ty, args: &[Expr]) -> String {
    let sub = args.iter().any(|e| matches!(e, Expr::Ref(a) if is_part(a)));
    let sub = if sub { " with a sub-slice" } else { "" };
    format!("call -> {}{sub}", length_free(t))
}

fn labelled(word: &str, label: Option<&String>) -> String {
    match label {
        Some(_) => format!("{word} 'label"),
        None => word.to_string(),
    }
}
