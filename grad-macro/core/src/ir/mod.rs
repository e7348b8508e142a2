//! The intermediate form: structured SSA as plain data.
//!
//! A function is a region; a region is a list of statements and one end. Scalars are values, defined
//! once. What a branch or a loop changes is passed in and yielded out by name. Arrays, slices and
//! vectors are memories, reached through places. What carries no derivative stays the user's tokens.
//! Both halves of the adjoint are written in the same form: tape and cotangent operations are statements.
pub mod rewrite;
pub mod text;
pub mod touched;
pub mod verify;

use proc_macro2::{Ident, Span, TokenStream};
pub use syn::Member;

use crate::rules::{Prim, Slope};

/// A scalar value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Val(pub u32);

/// An aggregate in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Mem(pub u32);

/// Where kept words live: the frame of the call (0) or of one trip of a loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Scope(pub u32);

/// The type of a value as the tape sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    F64,
    F32,
    /// The float type parameter of a generic function.
    Generic,
    Usize,
    I32,
    /// Inactive, of a type that only rustc knows: never kept.
    Other,
}

impl Ty {
    #[must_use]
    pub fn is_float(self) -> bool {
        matches!(self, Ty::F64 | Ty::F32 | Ty::Generic)
    }

    /// Whether two values may be one after the other in one variable. Which integer it is may be found
    /// out at a later use, as an index or exponent.
    #[must_use]
    pub fn agrees(self, other: Ty) -> bool {
        let open = |a: Ty, b: Ty| a == Ty::Other && !b.is_float();
        self == other || open(self, other) || open(other, self)
    }
}

pub struct ValInfo {
    pub name: Ident,
    pub ty: Ty,
    /// A constant is printed where it is used; it has no statement and is never kept.
    pub constant: Option<TokenStream>,
    /// An index, or a float made from one, that is a plain formula of other indices: its tokens and what they read.
    pub formula: Option<(TokenStream, Vec<Val>)>,
    /// How a number is computed at any other place of the forward half, if it can be, and what that reads.
    pub steady: Option<(TokenStream, Vec<Val>)>,
    /// The value that its slope is, if that is computed beside it.
    pub beside: Option<Val>,
    pub span: Span,
}

impl ValInfo {
    /// A value that a statement defines, of which nothing more is known.
    #[must_use]
    pub fn new(name: Ident, ty: Ty) -> Self {
        ValInfo {
            span: name.span(),
            name,
            ty,
            constant: None,
            formula: None,
            steady: None,
            beside: None,
        }
    }
}

/// What a memory is and where its cotangent lives.
pub enum MemKind {
    /// Parameter number and the tuple fields that lead to it.
    Param(usize, Vec<u32>),
    Local,
    /// A borrowed part of another memory: its cotangent is the same part of the other's.
    View(Place),
}

pub struct MemInfo {
    pub name: Ident,
    pub kind: MemKind,
    /// How the cotangent is made (locals only).
    pub zero: Option<ZeroMem>,
    pub span: Span,
    /// The name is a mutable reference.
    pub mutable_ref: bool,
    /// It is a struct whose elements are reached by an `Index` of its own.
    pub indexed_struct: bool,
}

/// The field of a tuple with this number.
#[must_use]
pub fn numbered_field(at: u32) -> Member {
    Member::Unnamed(syn::Index::from(at as usize))
}

/// A memory and the way to a part of it.
#[derive(Clone)]
pub struct Place {
    pub mem: Mem,
    pub path: Vec<Proj>,
}

#[derive(Clone)]
pub enum Proj {
    Index(Val),
    /// `lo..hi`.
    Range(Option<Val>, Option<Val>),
    /// A field of a tuple or of a struct.
    Field(Member),
}

impl Proj {
    /// The indices in it.
    #[must_use]
    pub fn vals(&self) -> Vec<Val> {
        match self {
            Proj::Index(v) => vec![*v],
            Proj::Range(lo, hi) => lo.iter().chain(hi).copied().collect(),
            Proj::Field(_) => Vec::new(),
        }
    }
}

/// How a value comes about.
#[derive(Clone)]
pub enum Op {
    /// The user's tokens; carries no derivative.
    Raw(TokenStream),
    Prim(Prim, Vec<Val>),
    /// A float read from memory; the tokens are how the primal reads it.
    Load(Place, TokenStream),
    /// `as` to a float of a part whose type only rustc knows: a number of any kind.
    LoadCast(Place, TokenStream),
    /// Notes the shape of nested vectors on the tape; the tokens refer to them.
    Note(TokenStream),
    /// The shape of what a function returned, by the function where it is dropped.
    Shape(Option<syn::Path>, TokenStream),
}

/// What a memory was before it lost something.
#[derive(Clone)]
pub enum Before {
    /// Its length.
    Len(Val),
    /// The note of the shape of what it loses, and its type.
    Rows(Val, TokenStream),
    /// Its shape, where only rustc knows the type.
    Unseen(Val),
}

impl Before {
    /// The word that tells it.
    #[must_use]
    pub fn val(&self) -> Val {
        match self {
            Before::Len(v) | Before::Rows(v, _) | Before::Unseen(v) => *v,
        }
    }
}

/// How a memory is filled when it is declared.
#[derive(Clone)]
pub enum Init {
    List(Vec<Elem>),
    /// `(a, b)` as an element.
    Tuple(Vec<Elem>),
    /// A struct literal.
    Struct(Box<StructInit>),
    /// `[elem; len]`.
    Repeat(Box<Elem>, TokenStream),
    /// A copy of another memory's part, of this shape.
    Copy(Place, TokenStream, ZeroShape),
    /// `vec![..]`.
    VecList(Vec<Elem>),
    /// `vec![elem; len]`.
    VecRepeat(Box<Elem>, TokenStream, Val),
    /// An empty vector, by the user's expression.
    Empty(TokenStream),
}

#[allow(clippy::large_enum_variant, reason = "a handful exist at a time")]
#[derive(Clone)]
pub enum Elem {
    Val(Val),
    Nested(Init),
}

/// A literal of a struct or of a variant: fields that may carry a float, and the user's tokens of the others.
#[derive(Clone)]
pub struct StructInit {
    pub path: syn::Path,
    pub fields: Vec<(Member, Elem)>,
    pub inactive: Vec<(Member, TokenStream)>,
    /// `..base`: a copy of what the others are taken from, or the user's tokens of it.
    pub rest: Option<Box<Elem>>,
    pub inactive_rest: Option<TokenStream>,
}

impl StructInit {
    /// What may carry a float.
    pub fn elems(&self) -> impl Iterator<Item = &Elem> {
        self.fields
            .iter()
            .map(|(_, e)| e)
            .chain(self.rest.as_deref())
    }

    /// What a field is called in the gradient.
    #[must_use]
    pub fn in_gradient(&self, member: &Member) -> Member {
        let last = self.path.segments.last();
        if let Some(some) = last.filter(|s| s.ident == "Some") {
            return crate::variants::inside_of_option(&some.ident);
        }
        match crate::variants::variant_of(&self.path, false) {
            Some(variant) => Member::Named(crate::variants::field_of(variant, member)),
            None => member.clone(),
        }
    }

    /// The primal's expression, from those of the elements.
    #[must_use]
    pub fn tokens(&self, of: impl Fn(&Elem) -> TokenStream) -> TokenStream {
        let path = &self.path;
        let fields = self.fields.iter().map(|(member, e)| {
            let e = of(e);
            quote::quote!(#member: #e)
        });
        let others = self.inactive.iter();
        let others = others.map(|(member, t)| quote::quote!(#member: #t));
        let rest = self.rest.as_deref().map(&of).into_iter();
        let rest = rest.chain(self.inactive_rest.clone());
        quote::quote!(#path { #(#fields,)* #(#others,)* #(..#rest)* })
    }
}

/// What is called, or what made a value.
#[derive(Clone)]
pub struct Callee {
    /// The path as the user wrote it, to its last segment; of a struct literal, the struct.
    path: syn::Path,
    /// What tells the type instead of the path.
    pub unseen: Option<Unseen>,
    /// What tells it beside the path, whose generics are not written out.
    pub witness: Witness,
}

/// An expression of a type that rustc finds out; it never runs.
#[derive(Clone)]
pub enum Witness {
    None,
    /// An expression of the type.
    Of(TokenStream),
    /// An expression of a `Result` or an `Option` of the type.
    Within(TokenStream),
}

/// What tells a type that only rustc knows.
#[derive(Clone)]
pub enum Unseen {
    /// It is what the method returns that is called on this place.
    Method(Place),
    /// It is that of this place: a copy.
    Copy(Place),
    /// It is what an operator makes of its operands.
    Operator(Operator),
}

/// An operator between structs.
#[derive(Clone)]
pub struct Operator {
    /// What stands for it and for how it takes its operands.
    pub number: String,
    /// One or two.
    pub operands: Vec<OperandType>,
    /// How many types they are made of.
    pub size: usize,
}

/// What tells the type of an operand.
#[derive(Clone)]
pub enum OperandType {
    Place(Place),
    Float(Ty),
    Named(syn::Path),
    /// An expression that may stand anywhere.
    Expression(TokenStream),
}

impl Callee {
    /// A method of a receiver whose type only rustc knows.
    #[must_use]
    pub fn method(name: Ident, receiver: Place) -> Self {
        let made_up = Ident::new("Unseen", name.span());
        Callee {
            path: syn::parse_quote!(#made_up::#name),
            unseen: Some(Unseen::Method(receiver)),
            witness: Witness::None,
        }
    }

    /// What made a copy of a place whose type only rustc knows.
    #[must_use]
    pub fn copy(of: Place, span: Span) -> Self {
        let clone = Ident::new("clone", span);
        Callee {
            path: syn::parse_quote!(Unseen::#clone),
            unseen: Some(Unseen::Copy(of)),
            witness: Witness::None,
        }
    }

    /// The same with an expression of its type.
    #[must_use]
    pub fn with(self, witness: Witness) -> Self {
        Callee { witness, ..self }
    }

    /// The same without generic arguments of the function.
    #[must_use]
    pub fn without_arguments(&self) -> Self {
        let mut callee = self.clone();
        if let Some(last) = callee.path.segments.last_mut() {
            last.arguments = syn::PathArguments::None;
        }
        callee.witness = Witness::None;
        callee
    }
}

impl From<syn::Path> for Callee {
    fn from(path: syn::Path) -> Self {
        Callee {
            path,
            unseen: None,
            witness: Witness::None,
        }
    }
}

impl std::ops::Deref for Callee {
    type Target = syn::Path;

    fn deref(&self) -> &syn::Path {
        &self.path
    }
}

/// A call of another derived function.
#[derive(Clone)]
pub struct Call {
    pub callee: Callee,
    /// The name of the method; the first argument is its receiver.
    pub method: Option<Ident>,
    /// What takes a `Result` or an `Option` off, as in `f(x)?`.
    pub suffix: Option<TokenStream>,
    /// It is called in the head of the branch around, which leaves here what it returned.
    pub given: Option<Ident>,
    pub args: Vec<CallArg>,
    pub result: Bound,
    pub span: Span,
    /// The callee's frame, while it is in scope.
    pub frame: Ident,
    /// Whether the forward half is called, and its frame kept.
    pub taped: bool,
    /// Whether an argument depends on a parameter.
    pub carries: bool,
    /// The receiver is a variable that the method may change or consume: only the callee knows.
    pub unsure: bool,
    /// Where the callee's word on the receiver's shape is kept.
    pub noted: Option<(Scope, usize)>,
    /// The closures and derived functions among the arguments.
    pub passed: Vec<Passed>,
}

/// What is passed to a call as a function.
#[derive(Clone)]
pub enum Function {
    /// A closure, by its number in [`crate::lower::Lowered::closures`].
    Closure(usize),
    /// A derived function, by its path.
    Named(syn::Path),
    /// A parameter that is a function whose derivative is left out.
    Constant(Ident),
}

/// A function that is passed to a call: among the call's arguments stands what it captures.
#[derive(Clone)]
pub struct Passed {
    pub function: Function,
    /// Where its captures begin, and how many there are.
    pub at: usize,
    pub captures: usize,
    /// What binds the captures to their names in the closure.
    pub prelude: TokenStream,
    /// Whether a reference to it is passed.
    pub by_ref: bool,
}

#[allow(clippy::large_enum_variant, reason = "a handful exist at a time")]
#[derive(Clone)]
pub enum CallArg {
    /// By value or by reference; the tokens are how the primal passes it.
    Val(Val, TokenStream),
    Tuple(Vec<CallArg>, TokenStream),
    /// The flag tells whether it is lent mutably.
    Place(Place, TokenStream, bool),
    /// An aggregate inside a tuple: its cotangent has a place in the tuple's.
    Shaped(Place, TokenStream, ZeroShape),
    /// A float variable lent mutably: its value before and after, the latter being the variable that is lent.
    Changed(Val, Val),
    /// A parameter that is a function.
    Function(Mem, TokenStream),
    Inactive(TokenStream),
}

impl CallArg {
    /// How the primal passes it.
    #[must_use]
    pub fn tokens(&self, body: &Body) -> TokenStream {
        match self {
            CallArg::Val(_, t)
            | CallArg::Tuple(_, t)
            | CallArg::Place(_, t, _)
            | CallArg::Shaped(_, t, _)
            | CallArg::Function(_, t)
            | CallArg::Inactive(t) => t.clone(),
            CallArg::Changed(_, after) => {
                let name = &body.val(*after).name;
                quote::quote!(&mut #name)
            }
        }
    }
}

/// What is written to a place.
#[allow(clippy::large_enum_variant, reason = "a handful exist at a time")]
#[derive(Clone)]
pub enum Source {
    Val(Val),
    Init(Init),
}

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Write {
    Set,
    Add,
    Sub,
}

/// A rearrangement of a place, which the sweep does backwards.
#[derive(Clone)]
pub enum Rearrange {
    Swap(Val, Val),
    Reverse,
    RotateLeft(Val),
    RotateRight(Val),
}

/// What a call's result is bound to.
#[derive(Clone)]
pub enum Bound {
    Val(Val),
    Mem(Mem),
    Tuple(Vec<Bound>),
    /// An inactive part, bound to a name.
    Name(TokenStream),
    Nothing,
}

/// What is returned, part by part.
#[derive(Clone)]
pub enum Ret {
    Val(Val),
    Place(Place, TokenStream),
    /// What is of the result's own type, which only rustc knows.
    Whole(Place, TokenStream),
    List(Init),
    Tuple(Vec<Ret>),
    Inactive(TokenStream),
}

/// How a branch chooses its arm.
#[derive(Clone)]
pub enum Head {
    If(TokenStream),
    /// `match` on the tokens; the arms carry patterns.
    Match(TokenStream),
    /// `let pattern = tokens else { second arm }`; the first arm is empty.
    LetElse(TokenStream, TokenStream),
    /// The call that the first arm begins with returns a `Result` or an `Option`: that arm is for what is
    /// inside, the other for nothing.
    Outcome(Outcome),
}

/// Names for what such a call returned.
#[derive(Clone)]
pub struct Outcome {
    /// The `Result` or `Option` around `()`.
    pub case: Ident,
    /// How long the tape was before.
    pub mark: Ident,
}

#[derive(Clone)]
pub struct Arm {
    /// The pattern with its guard (`match` only).
    pub pat: TokenStream,
    pub body: Region,
}

#[derive(Clone)]
pub struct Branch {
    pub head: Head,
    pub arms: Vec<Arm>,
    /// What every arm that falls through yields, in order.
    pub results: Vec<Val>,
    pub span: Span,
    /// The scope around.
    pub scope: Scope,
}

/// A value that a loop carries from trip to trip.
#[derive(Clone)]
pub struct Carried {
    /// At the head of a trip.
    pub head: Val,
    /// Before the first trip; `None` where the variable is not initialised yet.
    pub init: Option<Val>,
    /// After the loop.
    pub out: Val,
}

#[derive(Clone)]
pub enum LoopHead {
    /// `for pattern in tokens`, and whether the iterator surely knows how many items it has.
    For(TokenStream, TokenStream, bool),
    Forever,
}

#[derive(Clone)]
pub struct Loop {
    pub head: LoopHead,
    pub carried: Vec<Carried>,
    /// The value of a `loop` that is left with one; each is assigned once before the exit.
    pub results: Vec<Val>,
    pub body: Region,
    pub scope: Scope,
    pub trips: Ident,
    /// How many trips there are, if that is known before the first and none is left early.
    pub count: Option<Count>,
    /// Whether trips are counted and their frames kept.
    pub taped: bool,
    pub span: Span,
}

/// How many trips a loop has.
#[derive(Clone)]
pub enum Count {
    /// From one number up to another.
    Span(Val, Val),
    /// So many as an array is long.
    Fixed(TokenStream),
}

impl Region {
    /// Whether what follows this region may not run. What leaves an inner loop is not looked at: see below.
    #[must_use]
    pub fn may_leave(&self) -> bool {
        matches!(self.end, End::Exit(_))
            || self.stmts.iter().any(|stmt| match stmt {
                Stmt::Branch(b) => b.arms.iter().any(|a| a.body.may_leave()),
                _ => false,
            })
    }

    /// Whether every trip that this is the body of is followed by the next. What leaves an inner loop is not looked at: if it
    /// leaves this one too, an exit of this one stands behind the inner loop.
    #[must_use]
    pub fn runs_through(&self) -> bool {
        let goes_on = match &self.end {
            End::Exit(exit) => matches!(exit.kind, ExitKind::Continue),
            End::Yield(_) | End::Never => true,
        };
        goes_on
            && self.stmts.iter().all(|stmt| match stmt {
                Stmt::Branch(b) => b.arms.iter().all(|a| a.body.runs_through()),
                _ => true,
            })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitKind {
    Continue,
    Break,
    Return,
}

/// Leaves the innermost scope.
#[derive(Clone)]
pub struct Exit {
    pub kind: ExitKind,
    /// Number of this exit in its scope, in source order.
    pub code: usize,
    /// The carried values as they leave (in the order of [`Loop::carried`]).
    pub carried: Vec<Val>,
}

#[derive(Clone, Default)]
pub enum End {
    /// Falls through to the owner, yielding.
    Yield(Vec<Val>),
    Exit(Exit),
    /// Control never gets here.
    #[default]
    Never,
}

#[derive(Clone, Default)]
pub struct Region {
    pub stmts: Vec<Stmt>,
    pub end: End,
}

/// A step to a part of a cotangent, by its literal position.
#[derive(Clone, PartialEq, Eq)]
pub enum Step {
    Index(usize),
    /// Of a tuple.
    Field(Member),
    /// Of a struct: it may have no gradient.
    Member(Member),
}

/// A cotangent expression of the adjoint.
#[derive(Clone)]
pub enum Cot {
    /// The cotangent of a value.
    Of(Val),
    /// A part of the seed: tuple fields, then literal positions.
    Seed(Vec<u32>, Vec<Step>),
    /// An element of a memory's cotangent at literal positions.
    Element(Mem, Vec<Step>),
    /// A temporary of the adjoint, and the way to a field of it.
    Temp(Ident, Vec<u32>),
    /// An element of a temporary at literal positions.
    TempElement(Ident, Vec<Step>),
    /// A rule's slope, applied to the cotangent of the value.
    Slope(Slope, Vec<Val>, Val),
    /// The sum over all scalars of an aggregate.
    Sum(Box<Cot>),
}

/// The slot of a callee's parameter.
#[derive(Clone)]
pub enum SlotArg {
    Skip,
    /// The cotangent of a value.
    Cell(Val),
    /// The reverse half of a parameter that is a function.
    Function(usize),
    /// A local of the adjoint.
    Temp(Ident),
    /// A part of a memory's cotangent, lent.
    Lend(Lent),
    /// A spare, because the part is lent to another slot.
    Spare(Ident),
    /// The part if it is lent, else the spare.
    Either(Lent, Ident),
}

/// A part of a cotangent, by where the cotangent lives.
#[derive(Clone)]
pub struct Lent {
    pub from: Lender,
    pub path: Vec<Proj>,
}

#[derive(Clone, PartialEq, Eq)]
pub enum Lender {
    /// The cotangent of a local memory.
    Local(Mem),
    /// The slot of a parameter, which may be empty.
    Slot(usize),
    /// A piece of a division above.
    Piece(Ident),
}

/// Pieces of one cotangent, so that several slots can hold them at once.
#[derive(Clone)]
pub struct Division {
    pub of: Lent,
    pub into: Pieces,
}

#[derive(Clone)]
pub enum Pieces {
    /// Fields of a tuple or of a struct.
    Fields(Vec<(Ident, Member)>),
    /// Parts of a sequence that do not meet: ranges of ranges, or an element of such.
    Apart(Vec<(Ident, Vec<Proj>)>),
    /// Parts that may meet: the first is lent, and each that meets none before it. The name knows which.
    Parts(Ident, Vec<(Ident, Vec<Proj>)>),
}

/// A buffer that stands in for a part of a cotangent during a call and is added to it afterwards.
#[derive(Clone)]
pub struct Spare {
    pub name: Ident,
    pub of: Lent,
    /// Whether it takes over the content.
    pub filled: bool,
    /// It is not needed if all of these parts are lent; needed in any case if there are none.
    pub unless: Vec<(Ident, usize)>,
}

#[derive(Clone)]
pub enum Stmt {
    Let(Val, Op),
    /// The user's own statement.
    Raw(TokenStream),
    /// Values that a statement above defined by its pattern.
    Given(Vec<Val>),
    /// A borrowed part gets a name; the tokens are the primal's expression.
    View(Mem, TokenStream),
    Define(Mem, Init, TokenStream),
    Call(Call),
    /// Writes to a place; the tokens are the primal's statement.
    Store(Place, Write, Source, TokenStream),
    /// Writes one value to all scalars of a place.
    Fill(Place, Val, TokenStream),
    /// Copies one place over another: to, from.
    CopyInto(Place, Place, TokenStream),
    Rearrange(Place, Rearrange, TokenStream),
    /// Exchanges the contents of two places.
    SwapPlaces(Place, Place, TokenStream),
    /// A vector grows at its end from this length, by copies of a value or by a place's elements.
    Grow(Place, Val, Source, TokenStream),
    /// A vector loses its end.
    Shrink(Place, Before, TokenStream),
    /// The content is replaced by another of any length.
    Replace(Place, Before, Source, TokenStream),
    /// Sorts by a comparison of elements; the permutation goes on the tape.
    Sort(Place, TokenStream, bool),
    Branch(Branch),
    Loop(Loop),
    SetResult(Ret),
    /// One of [`Loop::results`] gets its value.
    Assign(Val, Val),

    // Tape operations of the forward half.
    /// Keeps a value in the frame of a scope.
    Keep(Scope, usize, Val),
    /// Keeps the present length of a vector, for its cotangent.
    KeepLen(Mem, Scope, usize, Mem),
    /// Notes the present length of one row of a vector of vectors; the last memory is the row.
    KeepRow(Mem, Scope, usize, Val, Mem),
    /// Exchanges the notes of two rows of a vector of vectors; each row's number is a sum.
    SwapRowNotes(Mem, Scope, usize, Vec<Val>, Vec<Val>),
    /// Keeps a value in the frame for its scope and the condition of this number, under which it is needed.
    KeepIf(Scope, usize, usize, Val),
    /// The call is left: a copy of a settled buffer goes to the tape.
    KeepContent(Mem),
    /// Keeps a constant word: the number of an arm, of an exit.
    KeepWord(Scope, usize, usize),
    /// From here on the reads and writes of a memory are noted, so that the reverse half can rewind it.
    Note(Mem),
    /// Needed values were read from places which still hold them, in a trip of this scope; the flags tell
    /// whether the memory is ever written to.
    NoteReads(Scope, Vec<(Val, Place, bool)>),
    /// A float in a place, of this type, is about to be written over; the tokens are how the primal reads it.
    NoteWrite(Place, Ty, TokenStream),
    /// Two elements of a place, or two of its rows, are swapped.
    NoteSwap(Place, Val, Val, bool),
    /// The call is left: the memory's content goes to the tape.
    Park(Mem),
    /// In both halves: what is noted of two memories is exchanged with them.
    SwapNotes(Mem, Mem),

    // The reverse half.
    /// A memory's content comes back from the tape.
    Unpark(Mem),
    /// Values are read again, in a trip of this scope.
    ReadBack(Scope, Vec<(Val, Place)>),
    /// A noted write is undone.
    UndoWrite(Place),
    /// A noted swap is undone.
    UndoSwap(Place, Val, Val, bool),
    /// A memory's content is given up.
    Close(Mem),
    /// A kept value comes back.
    Restore(Val, Scope, usize),
    /// A value comes back from such a frame, or is read again from a parameter.
    RestoreIf(Val, Option<Place>, Scope, usize, usize),
    /// A value comes back from the column of this number, or is read again from a parameter.
    RestoreColumn(Val, Place, Scope, usize),
    /// A value is read again from the content of a settled buffer.
    ReadContent(Val, Place),
    /// Such a content comes back from the tape.
    TakeContent(Mem),
    /// It is given up.
    GiveContent(Mem),
    /// An index is computed again from others.
    Recompute(Val),
    /// A float is computed again from its operands.
    Compute(Val, Prim, Vec<Val>),
    /// A cotangent starts at zero.
    Zero(Val),
    ZeroMem(Mem, ZeroMem),
    /// A cotangent that is not used any more: its memory goes back to the tape.
    Retire(Mem),
    /// The same of a temporary.
    RetireTemp(Ident),
    /// `d_v += ..`.
    Accumulate(Val, Cot),
    /// `d_v = ..`: the first contribution, which `Zero` need not precede.
    Set(Val, Cot),
    /// Adds to a scalar part of a memory's cotangent.
    Scatter(Place, Cot),
    /// Adds to a part that may have no cotangent, being an integer.
    ScatterCast(Place, Cot),
    /// Adds a whole aggregate to a part of a memory's cotangent.
    ScatterAll(Place, Cot),
    /// Adds what a struct took from a base, but for these fields, to the base's cotangent.
    ScatterRest(Place, Cot, Vec<Member>),
    /// Adds every element of an aggregate to a part of a memory's cotangent; the flag tells whether both
    /// have one type.
    ScatterEach(Place, Cot, bool),
    /// Adds to a parameter's slot.
    Deliver(usize, Vec<u32>, Val),
    PopFrame(Ident),
    /// `d_v += d_place; d_place = 0`, or only the latter.
    Take(Place, Option<Val>, Write),
    /// The cotangent of a place moves to a temporary, leaving zeros.
    TakeAll(Place, Ident),
    /// `d_v` is read from a parameter's slot, which is emptied.
    TakeSlot(usize, Val),
    /// The rearrangement, backwards, on the cotangent.
    RearrangeBack(Place, Rearrange),
    SwapCots(Place, Place),
    /// The same of two parts of one cotangent, by way of temporaries.
    SwapWithin(Place, Place, [Ident; 2]),
    /// Exchanges two elements or rows of a place; each one's number is a sum.
    SwapElements(Place, Vec<Val>, Vec<Val>),
    /// The end of a vector's cotangent, from this length on, moves to a temporary.
    SplitOff(Place, Val, Ident),
    /// The sum of the cotangents from a length on, which are given up.
    CutOff(Place, Val, Ident),
    /// A vector's cotangent gets its extent again.
    Resize(Place, Before),
    /// A cotangent moves to a temporary, leaving zeros in the shape of before.
    Remake(Place, Before, Ident),
    /// Adds an aggregate to a part of a memory's cotangent of the same type.
    ScatterWhole(Place, Cot),
    Unsort(Place),
    ReverseCall(ReverseCall),
    ReverseBranch(ReverseBranch),
    ReverseLoop(ReverseLoop),
    /// Runs only if the scope was not left before: the exit code in this slot is above `code`.
    Beyond(Scope, usize, usize, Vec<Stmt>),
}

impl Stmt {
    /// The value that a statement of the reverse half brings back, wherever it comes from.
    #[must_use]
    pub fn restored(&self) -> Option<Val> {
        match self {
            Stmt::Restore(val, ..)
            | Stmt::RestoreIf(val, ..)
            | Stmt::RestoreColumn(val, ..)
            | Stmt::ReadContent(val, _)
            | Stmt::Recompute(val)
            | Stmt::Compute(val, ..) => Some(*val),
            _ => None,
        }
    }
}

/// The type of the cotangent of nested vectors.
#[derive(Clone)]
pub struct Nested {
    pub ty: TokenStream,
    /// It is a vector of vectors of floats: its note is the number of rows and the length of each.
    pub rows: bool,
}

/// How a memory's cotangent is made.
#[derive(Clone)]
pub enum ZeroMem {
    /// From a literal's shape.
    Shape(ZeroShape),
    /// A nested vector of this type, of the shape that was noted last.
    Nested(Nested),
    /// A vector, of the length that was kept last.
    Vec(ZeroShape),
    /// From the kept shape, typed by the callee's result.
    Callee(Callee, Val),
    /// The same of a variable that gets several results: from the shape that was kept last.
    LastCallee(Callee),
}

impl ZeroMem {
    /// Whether its memory comes from the tape, if it has any on the heap.
    #[must_use]
    pub fn is_pooled(&self) -> bool {
        match self {
            ZeroMem::Vec(elem) => elem.is_fixed(),
            ZeroMem::Nested(_) | ZeroMem::Callee(..) | ZeroMem::LastCallee(_) => true,
            ZeroMem::Shape(shape) => shape.is_pooled(),
        }
    }
}

#[derive(Clone)]
pub enum ZeroShape {
    /// Of this type, or of the principal one.
    Scalar(Option<Ty>),
    List(Vec<ZeroShape>),
    Repeat(Box<ZeroShape>, TokenStream),
    Tuple(Vec<ZeroShape>),
    /// A nested vector, of this type.
    Nested(Nested),
    /// A vector inside, of fixed length.
    Vec(Box<ZeroShape>, Val),
    /// What a function returned, by its shape.
    Callee(Callee, Val),
    /// A field of a struct, whose gradient is made with that of the struct.
    Unseen,
    Unit,
}

impl ZeroShape {
    /// Whether all vectors inside come from the tape, and there is one.
    #[must_use]
    pub fn is_pooled(&self) -> bool {
        match self {
            ZeroShape::Vec(elem, _) => elem.is_fixed(),
            ZeroShape::Nested(_) | ZeroShape::Callee(..) => true,
            ZeroShape::List(parts) | ZeroShape::Tuple(parts) => {
                !self.is_fixed() && parts.iter().all(|p| p.is_fixed() || p.is_pooled())
            }
            ZeroShape::Scalar(_) | ZeroShape::Unit | ZeroShape::Unseen | ZeroShape::Repeat(..) => {
                false
            }
        }
    }

    /// Whether there is no vector inside.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        match self {
            ZeroShape::Scalar(_) | ZeroShape::Unit => true,
            ZeroShape::List(parts) | ZeroShape::Tuple(parts) => {
                parts.iter().all(ZeroShape::is_fixed)
            }
            ZeroShape::Repeat(part, _) => part.is_fixed(),
            ZeroShape::Nested(_)
            | ZeroShape::Vec(..)
            | ZeroShape::Callee(..)
            | ZeroShape::Unseen => false,
        }
    }
}

#[derive(Clone)]
pub struct ReverseCall {
    pub callee: Callee,
    pub frame: Ident,
    pub seed: SeedArg,
    pub slots: Vec<SlotArg>,
    /// Temporaries declared before the call, with their shape.
    pub temps: Vec<(Ident, TempShape)>,
    pub divisions: Vec<Division>,
    pub spares: Vec<Spare>,
    pub passed: Vec<Passed>,
    /// Parts of parameters that are handed on to be read again, argument by argument.
    pub handed_on: Option<crate::plan::HandedOn>,
}

#[derive(Clone)]
pub enum TempShape {
    Scalar(Ty),
    Shape(ZeroShape),
    Tuple(Vec<TempShape>),
    Unit,
}

impl TempShape {
    /// Whether all vectors inside come from the tape, and there is one.
    #[must_use]
    pub fn is_pooled(&self) -> bool {
        match self {
            TempShape::Shape(shape) => shape.is_pooled(),
            TempShape::Tuple(parts) => {
                parts.iter().any(TempShape::is_pooled)
                    && parts.iter().all(|p| p.is_fixed() || p.is_pooled())
            }
            TempShape::Scalar(_) | TempShape::Unit => false,
        }
    }

    fn is_fixed(&self) -> bool {
        match self {
            TempShape::Shape(shape) => shape.is_fixed(),
            TempShape::Tuple(parts) => parts.iter().all(TempShape::is_fixed),
            TempShape::Scalar(_) | TempShape::Unit => true,
        }
    }
}

#[derive(Clone)]
pub enum SeedArg {
    Val(Val),
    Mem(Mem),
    Tuple(Vec<SeedArg>),
    Unit,
    Zero(Ty),
}

#[derive(Clone)]
pub struct ReverseBranch {
    pub scope: Scope,
    pub tag: usize,
    pub arms: Vec<Vec<Stmt>>,
}

#[derive(Clone)]
pub struct ReverseLoop {
    pub scope: Scope,
    pub trips: Ident,
    /// How many trips there are, if the tape need not tell.
    pub count: Option<Count>,
    /// The number of the trip, where a counter asks for it.
    pub trip: Ident,
    /// Indices that follow from the number of the trip.
    pub counters: Vec<(Val, Counter)>,
    /// The cotangent of each carried value moves from the first to the second, trip by trip back.
    pub carried: Vec<(Val, Val)>,
    pub body: Vec<Stmt>,
}

/// How an index follows from the number of the trip, counted from 0.
#[derive(Clone, Copy, Debug)]
pub enum Counter {
    /// It is the number.
    Trip,
    /// A first value and up from there.
    Up(Val),
    /// From below an end and down.
    Down(Val),
}

/// A function in this form.
pub struct Body {
    pub region: Region,
    pub vals: Vec<ValInfo>,
    pub mems: Vec<MemInfo>,
    /// Scalars of the parameters: value, parameter, tuple fields.
    pub inputs: Vec<(Val, usize, Vec<u32>)>,
    /// Number of scopes; scope 0 is the call.
    pub scopes: u32,
    /// Number of exits of each scope.
    pub exits: Vec<usize>,
    /// Scalars behind `&mut` parameters: the value that stands for what the caller finds there.
    pub outputs: Vec<(Val, usize)>,
    /// Indices that follow from the number of the trip.
    pub counters: std::collections::HashMap<Val, Counter>,
    /// A method is called on a value whose type only rustc knows.
    pub unseen_methods: bool,
    /// The principal float type.
    pub scalar: Ty,
}

impl Body {
    #[must_use]
    pub fn val(&self, val: Val) -> &ValInfo {
        &self.vals[val.0 as usize]
    }

    /// A new value.
    pub fn new_val(&mut self, name: Ident, ty: Ty) -> Val {
        self.vals.push(ValInfo::new(name, ty));
        Val(u32::try_from(self.vals.len() - 1).unwrap_or(u32::MAX))
    }

    #[must_use]
    pub fn mem(&self, mem: Mem) -> &MemInfo {
        &self.mems[mem.0 as usize]
    }

    /// Whether a local memory is of a type that only rustc knows.
    #[must_use]
    pub fn is_unseen(&self, mem: Mem) -> bool {
        matches!(
            self.mem(mem).zero,
            Some(ZeroMem::Callee(..) | ZeroMem::LastCallee(_))
        )
    }

    /// The memory that owns the storage behind a place, and the whole way to it.
    #[must_use]
    pub fn rooted(&self, place: &Place) -> Place {
        match &self.mem(place.mem).kind {
            MemKind::View(of) => {
                let mut root = self.rooted(of);
                root.path.extend(place.path.iter().cloned());
                root
            }
            MemKind::Param(..) | MemKind::Local => place.clone(),
        }
    }
}
