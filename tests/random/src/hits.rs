//! Counts what the programs contain, and where: a production that is never met in a loop is not tested there.

use crate::ast::{Block, Expr, Function, Pat, Program, Stmt, Ty};
use crate::kind::{Kind, kind};
use crate::print::{Form, ty};
use crate::walk::{Part, parts, stmt_expr};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Places in the order of the printed columns.
const PLACES: [&str; 5] = ["anywhere", "loop", "branch", "reassigned", "callee"];

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
    /// A float was assigned before.
    reassigned: bool,
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
            reassigned: false,
            names,
        };
        for p in &f.params {
            let mutable = if p.mutable { "mut " } else { "" };
            let text = format!("parameter {mutable}{}", length_free(&p.name.ty));
            walk.count(&text, place);
        }
        walk.count(&format!("result {}", length_free(&f.ret)), place);
        walk.block(&f.body, place);
    }

    /// The table, one production a line.
    #[must_use]
    pub fn table(&self) -> String {
        let mut out = format!("{:<34}", "production");
        for place in PLACES {
            let _ = write!(out, "{place:>11}");
        }
        for (name, counts) in &self.0 {
            let _ = write!(out, "\n{name:<34}");
            for n in counts {
                let _ = write!(out, "{n:>11}");
            }
        }
        out
    }
}

fn length_free(t: &Ty) -> String {
    match t {
        Ty::Array(_) => "[f64; N]".to_string(),
        Ty::ArrayRef(_) => "&[f64; N]".to_string(),
        Ty::ArrayMut(_) => "&mut [f64; N]".to_string(),
        Ty::Matrix(..) => "[[f64; C]; R]".to_string(),
        t => ty(t, Form::Plain),
    }
}

impl Walk<'_> {
    fn count(&mut self, name: &str, place: Place) {
        let row = self.hits.0.entry(name.to_string()).or_default();
        let flags = [
            true,
            place.in_loop,
            place.in_branch,
            self.reassigned,
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
        if matches!(t, Ty::Array(_)) && matches!(pat, Pat::Bind(..)) {
            self.count("local array", place);
        }
        self.pattern(pat, place);
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
        if let Expr::For(_, pat, _, _) = e {
            self.pattern(pat, inside);
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
        self.reassigned |= changes_float(e);
    }
}

fn changes_float(e: &Expr) -> bool {
    match e {
        Expr::Assign(place, _) => !matches!(kind(place), Kind::Int | Kind::Bool),
        Expr::AssignOp(_, t, _, _) => *t == Ty::Float,
        Expr::Path(..) => true,
        _ => false,
    }
}

/// The name under which an expression is counted.
fn production(e: &Expr) -> Option<String> {
    Some(match e {
        Expr::Float(..) | Expr::Int(..) | Expr::Bool(_) | Expr::Var(_) | Expr::RefMut(_) => {
            return None;
        }
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
            Expr::Field(..) => "a.0 = ..".to_string(),
            _ => "a = ..".to_string(),
        },
        Expr::AssignOp(op, t, place, _) => {
            let field = if matches!(**place, Expr::Field(..)) {
                ".0"
            } else {
                ""
            };
            format!("a{field} {}= .. {}", op.text(), ty(t, Form::Plain))
        }
        Expr::Method(Ty::Slice, _, name, _) => format!(".{name}() sequence"),
        Expr::Method(t, _, name, _) => format!(".{name}() {}", ty(t, Form::Plain)),
        Expr::Assoc(t, name, _) => format!("{}::{name}()", ty(t, Form::Plain)),
        Expr::Path(name, _) => (*name).to_string(),
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

fn index(i: &Expr) -> &'static str {
    match i {
        Expr::Int(..) => "x[0]",
        Expr::Range(..) => "x[a..b]",
        Expr::Var(_) => "x[i]",
        _ => "x[computed]",
    }
}

fn call(t: &Ty, args: &[Expr]) -> String {
    let sub = args
        .iter()
        .any(|e| matches!(e, Expr::Ref(a) if matches!(**a, Expr::Index(_, ref i) if matches!(**i, Expr::Range(..)))));
    let sub = if sub { " with a sub-slice" } else { "" };
    format!("call -> {}{sub}", length_free(t))
}

fn labelled(word: &str, label: Option<&String>) -> String {
    match label {
        Some(_) => format!("{word} 'label"),
        None => word.to_string(),
    }
}
