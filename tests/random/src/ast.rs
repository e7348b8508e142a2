//! The programs as plain data: the part of Rust that is generated, close to its surface.

use std::sync::Arc;

/// A struct of the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// In the order of the declaration; a tuple struct calls them `0`, `1`, ..
    pub fields: Vec<(String, Ty)>,
    /// `S(a, b)`
    pub tuple: bool,
    /// Whether it can be copied.
    pub copy: bool,
    /// Whether it is its own gradient.
    pub own: bool,
}

impl Record {
    /// The floats in it, if their number is fixed.
    #[must_use]
    pub fn floats(&self) -> Option<usize> {
        let fields = self.fields.iter();
        fields.map(|(_, t)| t.floats()).sum()
    }
}

/// A type as it is written, seen from the `f64` form.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// `f64`
    Float,
    /// `&f64`
    FloatRef,
    /// `usize`
    Usize,
    /// `i32`
    I32,
    /// `bool`
    Bool,
    /// `()`
    Unit,
    /// `&[f64]`
    Slice,
    /// `&[[f64; 2]]`
    PairSlice,
    /// `[f64; N]`
    Array(usize),
    /// `&[f64; N]`
    ArrayRef(usize),
    /// `Vec<f64>`
    Vec,
    /// `&mut f64`
    FloatMut,
    /// `&mut [f64]`
    SliceMut,
    /// `&mut [f64; N]`
    ArrayMut(usize),
    /// `&mut Vec<f64>`
    VecMut,
    /// `[[f64; C]; R]`: rows, columns
    Matrix(usize, usize),
    /// `Vec<Vec<f64>>`
    Rows,
    /// `&[Vec<f64>]`
    RowsRef,
    /// `&mut [Vec<f64>]`
    RowsMut,
    /// `(A, B)`
    Tuple(Vec<Ty>),
    /// `S`
    Struct(Arc<Record>),
    /// `&S`
    StructRef(Arc<Record>),
    /// `&mut S`
    StructMut(Arc<Record>),
}

impl Ty {
    /// The struct, or that behind a reference.
    #[must_use]
    pub fn shape(&self) -> Option<&Arc<Record>> {
        match self {
            Ty::Struct(s) | Ty::StructRef(s) | Ty::StructMut(s) => Some(s),
            _ => None,
        }
    }

    /// The floats in a value, if their number is fixed.
    #[must_use]
    pub fn floats(&self) -> Option<usize> {
        Some(match self {
            Ty::Float => 1,
            Ty::Array(n) => *n,
            Ty::Matrix(r, c) => r * c,
            Ty::Usize | Ty::I32 | Ty::Bool | Ty::Unit => 0,
            Ty::Tuple(items) => return items.iter().map(Ty::floats).sum(),
            Ty::Struct(s) => return s.floats(),
            _ => return None,
        })
    }

    /// Whether a derivative can flow through the type.
    #[must_use]
    pub fn is_active(&self) -> bool {
        match self {
            Ty::Usize | Ty::I32 | Ty::Bool | Ty::Unit => false,
            Ty::Tuple(items) => items.iter().any(Ty::is_active),
            Ty::Float
            | Ty::FloatRef
            | Ty::Slice
            | Ty::PairSlice
            | Ty::Array(_)
            | Ty::ArrayRef(_)
            | Ty::Vec
            | Ty::FloatMut
            | Ty::SliceMut
            | Ty::ArrayMut(_)
            | Ty::VecMut
            | Ty::Matrix(..)
            | Ty::Rows
            | Ty::RowsRef
            | Ty::RowsMut
            | Ty::Struct(_)
            | Ty::StructRef(_)
            | Ty::StructMut(_) => true,
        }
    }

    /// Whether it is a reference through which a caller sees writes.
    #[must_use]
    pub fn is_mut_ref(&self) -> bool {
        matches!(
            self,
            Ty::FloatMut
                | Ty::SliceMut
                | Ty::ArrayMut(_)
                | Ty::VecMut
                | Ty::RowsMut
                | Ty::StructMut(_)
        )
    }

    /// Whether the length can change.
    #[must_use]
    pub fn is_growable(&self) -> bool {
        matches!(self, Ty::Vec | Ty::VecMut)
    }
}

/// A use of a binding. Names repeat by shadowing; `id` tells bindings apart.
#[derive(Clone, Debug)]
pub struct Name {
    /// As printed.
    pub text: String,
    /// Unique in its function.
    pub id: u32,
    /// Type of the binding.
    pub ty: Ty,
}

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pat {
    /// `x` or `mut x`
    Bind(Name, bool),
    /// `_`
    Wild,
    /// `..`
    Rest,
    /// `(p, q)`
    Tuple(Vec<Pat>),
    /// `[p, q]`
    Array(Vec<Pat>),
    /// `&p`
    Ref(Box<Pat>),
    /// `3`
    Int(i64),
    /// `true`
    Bool(bool),
    /// `1..3`, `1..=3`, `1..`
    Range(i64, Option<i64>, bool),
    /// `p | q`
    Or(Vec<Pat>),
    /// `k @ p`
    At(Name, Box<Pat>),
    /// `S { a: p, .. }`, `S(p, q)`: the fields by number; the others are left out
    Struct(Arc<Record>, Vec<(usize, Pat)>),
}

/// A binary operator.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Or,
}

impl Op {
    /// The token.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Op::Add => "+",
            Op::Sub => "-",
            Op::Mul => "*",
            Op::Div => "/",
            Op::Rem => "%",
            Op::Lt => "<",
            Op::Le => "<=",
            Op::Gt => ">",
            Op::Ge => ">=",
            Op::Eq => "==",
            Op::Ne => "!=",
            Op::And => "&&",
            Op::Or => "||",
        }
    }

    /// Whether it compares its operands.
    #[must_use]
    pub fn is_comparison(self) -> bool {
        matches!(self, Op::Lt | Op::Le | Op::Gt | Op::Ge | Op::Eq | Op::Ne)
    }
}

/// An expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A float literal, with the suffix or without.
    Float(f64, bool),
    /// A constant of `std::f64::consts`.
    Const(&'static str),
    /// An integer literal with an optional suffix.
    Int(i64, Option<Ty>),
    /// `true`, `false`
    Bool(bool),
    /// A variable.
    Var(Name),
    /// `*e`
    Deref(Box<Expr>),
    /// `&e`
    Ref(Box<Expr>),
    /// `&mut e`
    RefMut(Box<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// `!e`
    Not(Box<Expr>),
    /// `e.0`
    Field(Box<Expr>, usize),
    /// `e[i]`; with a range inside, a sub-slice
    Index(Box<Expr>, Box<Expr>),
    /// `a..b`, `a..=b`, either end may be missing
    Range(Option<Box<Expr>>, Option<Box<Expr>>, bool),
    /// `a + b`
    Binary(Op, Box<Expr>, Box<Expr>),
    /// `place = e`
    Assign(Box<Expr>, Box<Expr>),
    /// `place += e`; the first type is that of the place
    AssignOp(Op, Ty, Box<Expr>, Box<Expr>),
    /// `recv.name(args)`; the type of the receiver tells float methods from integer and slice ones
    Method(Ty, Box<Expr>, &'static str, Vec<Expr>),
    /// `f64::name(args)`
    Assoc(Ty, &'static str, Vec<Expr>),
    /// `std::mem::swap(args)`
    Path(&'static str, Vec<Expr>),
    /// `recv.sum::<T>()`
    Turbofish(Box<Expr>, &'static str, Ty),
    /// `|p, q: T| e`, `|p| -> T { e }`
    Closure(Vec<(Pat, Option<Ty>)>, Option<Ty>, Box<Expr>),
    /// A call of another generated function and its result type.
    Call(String, Ty, Vec<Expr>),
    /// `S { b: e, a: e }`, `S(e, e)`: the fields by number, in the order of evaluation
    Struct(Arc<Record>, Vec<(usize, Expr)>),
    /// `recv.name(args)` of a method of the program, its result, and whether it changes the receiver
    Own(Box<Expr>, String, Ty, Vec<Expr>, bool),
    /// `e?`, and the type of what is inside
    Try(Box<Expr>, Ty),
    /// An integer or `bool` expression `as f64`
    ToFloat(Box<Expr>),
    /// `f64::from(e)` of an `i32`
    FromInt(Box<Expr>),
    /// A float expression `as` an integer type
    FloatToInt(Box<Expr>, Ty),
    /// An integer or `bool` expression `as` an integer type
    IntCast(Box<Expr>, Ty),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[a, b]`
    Array(Vec<Expr>),
    /// `[a; 3]`
    Repeat(Box<Expr>, usize),
    /// `vec![a; n]`
    VecRepeat(Box<Expr>, Box<Expr>),
    /// `vec![a, b]`
    VecList(Vec<Expr>),
    /// `e.sort_by(|a, b| a.total_cmp(b))`, or with `b` and `a` the other way round
    SortBy(Box<Expr>, bool),
    /// `if c { .. } else ..`; the last is a block or another `if`
    If(Box<Expr>, Block, Option<Box<Expr>>),
    /// `match e { .. }`
    Match(Box<Expr>, Vec<Arm>),
    /// `{ .. }`
    Block(Block),
    /// `'a: { .. }`
    Labelled(String, Block),
    /// Rust in letters, with expressions and blocks in it
    Code(Box<Code>),
    /// `'a: loop { .. }`
    Loop(Option<String>, Block),
    /// `'a: while c { .. }`
    While(Option<String>, Box<Expr>, Block),
    /// `'a: for p in e { .. }`
    For(Option<String>, Pat, Box<Expr>, Block),
    /// `break 'a e`
    Break(Option<String>, Option<Box<Expr>>),
    /// `continue 'a`
    Continue(Option<String>),
    /// `return e`
    Return(Option<Box<Expr>>),
}

/// A construct that only a few places of the generator write: letters with holes.
#[derive(Clone, Debug)]
pub struct Code {
    /// Under which it is counted.
    pub name: &'static str,
    /// Of the value.
    pub ty: Ty,
    /// What the letters look like from outside.
    pub shape: Shape,
    /// In order.
    pub pieces: Vec<Piece>,
}

/// How a piece of code binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A call, a name, something in brackets
    Atom,
    /// Something that needs parentheses as an operand
    Open,
    /// Something that needs no semicolon as a statement
    Control,
    /// A statement with its semicolon
    Stmt,
}

/// A piece of code.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Letters
    Text(String),
    /// A type
    Type(Ty),
    /// An expression in a place where all of them may stand
    Open(Expr),
    /// An expression in the place of an operand
    Atom(Expr),
    /// A block
    Block(Block),
}

impl From<Expr> for Piece {
    fn from(e: Expr) -> Self {
        Piece::Atom(e)
    }
}

impl From<Block> for Piece {
    fn from(b: Block) -> Self {
        Piece::Block(b)
    }
}

impl From<Ty> for Piece {
    fn from(t: Ty) -> Self {
        Piece::Type(t)
    }
}

impl From<&Name> for Piece {
    fn from(name: &Name) -> Self {
        Piece::Text(name.text.clone())
    }
}

impl From<String> for Piece {
    fn from(text: String) -> Self {
        Piece::Text(text)
    }
}

impl From<&str> for Piece {
    fn from(text: &str) -> Self {
        Piece::Text(text.to_string())
    }
}

/// The text with a piece for each `$`; the expression behind a `~` needs no parentheses.
///
/// # Panics
/// If there are more or fewer pieces than holes.
#[must_use]
pub fn code(name: &'static str, ty: Ty, shape: Shape, text: &str, holes: Vec<Piece>) -> Expr {
    let mut holes = holes.into_iter();
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['$', '~']) {
        pieces.push(Piece::Text(rest[..at].to_string()));
        let open = rest[at..].starts_with('~');
        pieces.push(match holes.next().expect("a piece for each hole") {
            Piece::Atom(e) if open => Piece::Open(e),
            piece => piece,
        });
        rest = &rest[at + 1..];
    }
    assert!(holes.next().is_none(), "a hole for each piece: {text}");
    pieces.push(Piece::Text(rest.to_string()));
    Expr::Code(Box::new(Code {
        name,
        ty,
        shape,
        pieces,
    }))
}

/// An arm of a `match`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The pattern.
    pub pat: Pat,
    /// `if guard`
    pub guard: Option<Expr>,
    /// What it does.
    pub body: Expr,
}

/// How a `let` may be annotated.
#[derive(Clone, Debug)]
pub enum Note {
    /// `let x = e;`, unless Rust needs more
    Plain,
    /// `let x: T = e;`
    Typed,
}

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let p: T = e;`; the type is that of the whole pattern
    Let(Pat, Ty, Note, Option<Expr>),
    /// `e;`, or `e` alone where Rust lets a block stand as a statement
    Expr(Expr),
}

/// Statements and an optional value.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// In order.
    pub stmts: Vec<Stmt>,
    /// The value.
    pub tail: Option<Box<Expr>>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct Param {
    /// Name and type.
    pub name: Name,
    /// `mut x`
    pub mutable: bool,
    /// For slices: how long they are at least.
    pub min_len: usize,
}

/// What is around the result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrap {
    /// `Result<T, usize>`
    Result,
    /// `Option<T>`
    Option,
}

impl Wrap {
    /// Around a type.
    #[must_use]
    pub fn around(self, t: &str) -> String {
        match self {
            Wrap::Result => format!("Result<{t}, usize>"),
            Wrap::Option => format!("Option<{t}>"),
        }
    }
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Its result.
    pub ret: Ty,
    /// What is around it.
    pub wrap: Option<Wrap>,
    /// Its body.
    pub body: Block,
}

impl Function {
    /// The struct whose method it is.
    #[must_use]
    pub fn receiver(&self) -> Option<&Arc<Record>> {
        let first = self.params.first().filter(|p| p.name.text == "self")?;
        first.name.ty.shape()
    }
}

/// Callees first; the last function is the one that is differentiated.
#[derive(Clone, Debug)]
pub struct Program {
    /// At least one.
    pub functions: Vec<Function>,
    /// Inputs to run it on.
    pub cases: Vec<Case>,
    /// Seeds of the results, one per float in the result.
    pub seeds: Vec<f64>,
    /// `f32` instead of `f64`
    pub single: bool,
}

impl Program {
    /// The function that is differentiated.
    ///
    /// # Panics
    /// If the program has no function.
    #[must_use]
    pub fn top(&self) -> &Function {
        self.functions.last().expect("a program has a function")
    }
}

/// One set of inputs, in the order in which the parameters read them.
#[derive(Clone, Debug)]
pub struct Case {
    /// All floats.
    pub floats: Vec<f64>,
    /// Integers, `bool`s and lengths.
    pub ints: Vec<i64>,
}

/// The name of a variable's use.
#[must_use]
pub fn var(name: &Name) -> Expr {
    Expr::Var(name.clone())
}

/// A closure whose parameters have no types.
#[must_use]
pub fn closure(params: Vec<Pat>, body: Expr) -> Expr {
    let params = params.into_iter().map(|p| (p, None)).collect();
    Expr::Closure(params, None, Box::new(body))
}

/// A plain float literal.
#[must_use]
pub fn lit(v: f64) -> Expr {
    Expr::Float(v, false)
}

/// A plain integer literal.
#[must_use]
pub fn int(v: i64) -> Expr {
    Expr::Int(v, None)
}

/// `a op b`
#[must_use]
pub fn bin(op: Op, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// A method of floats.
#[must_use]
pub fn float_method(recv: Expr, name: &'static str, args: Vec<Expr>) -> Expr {
    Expr::Method(Ty::Float, Box::new(recv), name, args)
}

/// A method of slices, iterators and ranges.
#[must_use]
pub fn seq_method(recv: Expr, name: &'static str, args: Vec<Expr>) -> Expr {
    Expr::Method(Ty::Slice, Box::new(recv), name, args)
}

/// A range, open at either end.
#[must_use]
pub fn range(lo: Option<Expr>, hi: Option<Expr>) -> Expr {
    Expr::Range(lo.map(Box::new), hi.map(Box::new), false)
}

/// `e[i]`
#[must_use]
pub fn index(e: Expr, i: Expr) -> Expr {
    Expr::Index(Box::new(e), Box::new(i))
}

/// `&e`
#[must_use]
pub fn lent(e: Expr) -> Expr {
    Expr::Ref(Box::new(e))
}

/// `&mut e`
#[must_use]
pub fn lent_mut(e: Expr) -> Expr {
    Expr::RefMut(Box::new(e))
}

/// `*e`
#[must_use]
pub fn deref(e: Expr) -> Expr {
    Expr::Deref(Box::new(e))
}

/// A block without statements around a value.
#[must_use]
pub fn value_block(tail: Expr) -> Block {
    Block {
        stmts: Vec::new(),
        tail: Some(Box::new(tail)),
    }
}
