//! Values that are computed twice, and elements that are read twice or read behind the write of their value.
//!
//! Input: the primal. Output: the same with one value for all of them, so that the sweep keeps it once, and reads and
//! writes the cotangent of an element once. Every operation on floats is pure, and a value is defined once; an element is the
//! same until its memory is written to. What a region defines is known inside of it and no further.
//!
//! An operation is one with another only where both run or neither does. Else the slope of one that overflowed would meet the
//! zero cotangent of one that never ran: in `if x.exp().is_finite() { y * x.exp() } else { y * x }` each has its own.
use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::Visit;

use crate::ir::rewrite::{self, Rewrite};
use crate::ir::touched::{Touch, touched};
use crate::ir::{Body, Elem, Init, Mem, Member, Op, Place, Proj, Region, Source, Stmt, Val, Write};
use crate::names::{self, Declared, Names};

/// Puts the first of equal values in the place of the others.
pub fn number(body: &mut Body, function: &syn::ItemFn, names: &Names) {
    let mut declared = Declared::default();
    declared.visit_item_fn(function);
    let mut region = std::mem::take(&mut body.region);
    let mut named: HashMap<String, usize> = HashMap::new();
    for info in &body.vals {
        *named.entry(info.name.to_string()).or_default() += 1;
    }
    let mut numbering = Numbering {
        named,
        body,
        names,
        declared,
        known: vec![Level::default()],
        first: First::default(),
    };
    numbering.region(&mut region);
    let mut first = numbering.first;
    rewrite::tables(body, &mut first);
    body.region = region;
}

/// The first of equal values, by the later ones.
#[derive(Default)]
struct First {
    vals: HashMap<Val, Val>,
    /// By the names of those whose statements are dropped.
    names: HashMap<String, Ident>,
}

impl Rewrite for First {
    fn val(&mut self, val: &mut Val) {
        if let Some(first) = self.vals.get(val) {
            *val = *first;
        }
    }

    fn tokens(&mut self, tokens: &mut TokenStream) {
        *tokens = self.in_first(std::mem::take(tokens));
    }
}

impl First {
    /// Tokens in terms of what is not dropped.
    fn in_first(&self, tokens: TokenStream) -> TokenStream {
        if self.names.is_empty() || !self.mentioned(&tokens) {
            return tokens;
        }
        names::replaced(tokens, &|name| {
            let first = self.names.get(&name.to_string())?;
            // What it means is its own matter, where it stands is that of the other.
            let span = first.span().located_at(name.span());
            Some(names::at(first, span).into_token_stream())
        })
    }

    fn mentioned(&self, tokens: &TokenStream) -> bool {
        tokens.clone().into_iter().any(|token| match token {
            TokenTree::Ident(name) => self.names.contains_key(&name.to_string()),
            TokenTree::Group(group) => self.mentioned(&group.stream()),
            TokenTree::Literal(_) | TokenTree::Punct(_) => false,
        })
    }
}

/// A step of the way to a float, such that equal steps lead to the same place.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Step {
    Index(Id),
    Range(Option<Id>, Option<Id>),
    Field(String),
}

/// A value by what it is.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Id {
    Val(Val),
    Constant(String),
}

/// What a statement computes.
enum What {
    /// An element: the memory that owns it and the way there.
    Element(Mem, Vec<Step>),
    /// An operation on floats, in words.
    Float(String),
    /// A formula of indices.
    Index(String),
}

/// What one region knows.
#[derive(Default)]
struct Level {
    /// What is computed in its own statements, none of which was left behind that.
    floats: HashMap<String, Val>,
    indices: HashMap<String, Val>,
    /// What stands where, by the memory that owns it.
    held: HashMap<Mem, HashMap<Vec<Step>, Val>>,
}

/// Of more elements than these none is known behind a write to their memory.
const COMPARED: usize = 64;

struct Numbering<'a> {
    /// How many values have each name.
    named: HashMap<String, usize>,
    body: &'a mut Body,
    names: &'a Names,
    declared: Declared,
    known: Vec<Level>,
    first: First,
}

impl Numbering<'_> {
    fn region(&mut self, region: &mut Region) {
        let stmts = std::mem::take(&mut region.stmts);
        for mut stmt in stmts {
            rewrite::stmt(&mut stmt, &mut self.first);
            if let Stmt::Let(val, op) = &stmt {
                if !self.is_dropped(*val, op) {
                    region.stmts.push(stmt);
                }
                continue;
            }
            if matches!(stmt, Stmt::Loop(_)) {
                // A trip finds what the trip before it wrote.
                self.forget_written(&stmt);
            }
            for inner in rewrite::regions(&mut stmt) {
                self.known.push(Level::default());
                self.region(inner);
                self.known.pop();
            }
            self.forget_written(&stmt);
            self.learn(&stmt);
            region.stmts.push(stmt);
        }
        rewrite::end(&mut region.end, &mut self.first);
    }

    /// Puts the value that an operation had before in the place of a new one, if it had one; tells whether nothing
    /// mentions the new one any more.
    fn is_dropped(&mut self, val: Val, op: &Op) -> bool {
        let Some(what) = self.what(val, op) else {
            return false;
        };
        let first = self.known_as(&what);
        let Some(first) = first.filter(|v| self.body.val(*v).ty == self.body.val(val).ty) else {
            self.know(what, val);
            return false;
        };
        self.first.vals.insert(val, first);
        let name = self.body.val(val).name.to_string();
        let dropped = !self.names.is_written(&name) && self.named.get(&name) == Some(&1);
        if dropped {
            let first = self.body.val(first).name.clone();
            self.first.names.insert(name, first);
        }
        dropped
    }

    /// What an operation computes, if it computes the same wherever that is known.
    fn what(&self, val: Val, op: &Op) -> Option<What> {
        match op {
            Op::Load(place, _) => self.way(place).map(|(mem, way)| What::Element(mem, way)),
            Op::Prim(prim, args) => {
                let args = args.iter().map(|v| match self.id(*v) {
                    Id::Val(v) => format!(" %{}", v.0),
                    Id::Constant(tokens) => format!(" {tokens}"),
                });
                let ty = self.body.val(val).ty;
                let text = format!("{prim:?} {ty:?}{}", args.collect::<String>());
                Some(What::Float(text))
            }
            Op::Raw(_) => {
                let (tokens, _) = self.body.val(val).formula.as_ref()?;
                let tokens = self.first.in_first(tokens.clone());
                Some(What::Index(tokens.to_string()))
            }
            Op::LoadCast(..) | Op::Note(_) | Op::Shape(..) => None,
        }
    }

    fn known_as(&self, what: &What) -> Option<Val> {
        let mut levels = self.known.iter().rev();
        let found = match what {
            What::Element(mem, way) => levels.find_map(|l| l.held.get(mem)?.get(way)),
            What::Float(text) => levels.next()?.floats.get(text),
            What::Index(text) => levels.find_map(|l| l.indices.get(text)),
        };
        found.copied()
    }

    fn know(&mut self, what: What, val: Val) {
        if !self.is_visible(val) {
            return;
        }
        let is_float = self.body.val(val).ty.is_float();
        let Some(level) = self.known.last_mut() else {
            return;
        };
        match what {
            What::Element(mem, way) if is_float => {
                level.held.entry(mem).or_default().insert(way, val);
            }
            What::Element(..) => {}
            What::Float(text) => drop(level.floats.insert(text, val)),
            What::Index(text) => drop(level.indices.insert(text, val)),
        }
    }

    fn learn(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Store(place, Write::Set, Source::Val(val), _) => {
                // A field may be one that has no gradient, which only its struct knows.
                if let Some((mem, way)) = self.way(place)
                    && !way.iter().any(|step| matches!(step, Step::Field(_)))
                {
                    self.know(What::Element(mem, way), *val);
                }
            }
            Stmt::Branch(b) if b.arms.iter().any(|a| a.body.may_leave()) => {
                if let Some(level) = self.known.last_mut() {
                    level.floats.clear();
                }
            }
            Stmt::Define(mem, init, _) if !self.body.mem(*mem).indexed_struct => {
                self.filled(*mem, &mut Vec::new(), init);
            }
            _ => {}
        }
    }

    /// Whether a value can be mentioned wherever it is known: no other variable takes its name.
    fn is_visible(&self, val: Val) -> bool {
        let info = self.body.val(val);
        let name = info.name.to_string();
        info.constant.is_none()
            && (!self.names.is_written(&name) || self.declared.count(&name) <= 1)
    }

    /// What a literal of a list or of a tuple puts where.
    fn filled(&mut self, mem: Mem, way: &mut Vec<Step>, init: &Init) {
        let parts: Vec<(Step, &Elem)> = match init {
            Init::List(elems) | Init::VecList(elems) => {
                let numbers = (0..elems.len()).map(|n| Step::Index(Id::Constant(n.to_string())));
                numbers.zip(elems).collect()
            }
            Init::Tuple(elems) => {
                let numbers = (0..elems.len()).map(|n| Step::Field(n.to_string()));
                numbers.zip(elems).collect()
            }
            Init::Struct(_)
            | Init::Repeat(..)
            | Init::Copy(..)
            | Init::VecRepeat(..)
            | Init::Empty(_) => return,
        };
        for (step, elem) in parts {
            way.push(step);
            match elem {
                Elem::Val(val) => self.know(What::Element(mem, way.clone()), *val),
                Elem::Nested(init) => self.filled(mem, way, init),
            }
            way.pop();
        }
    }

    /// The way to a place from the memory that owns it, if reading it twice gives the same twice.
    fn way(&self, place: &Place) -> Option<(Mem, Vec<Step>)> {
        let place = self.body.rooted(place);
        let id = |v: &Val| self.id(*v);
        let steps = place.path.iter().map(|proj| match proj {
            Proj::Index(v) => Step::Index(id(v)),
            Proj::Range(lo, hi) => Step::Range(lo.as_ref().map(id), hi.as_ref().map(id)),
            Proj::Field(member) => field(member),
        });
        (!self.body.mem(place.mem).indexed_struct).then(|| (place.mem, steps.collect()))
    }

    fn id(&self, val: Val) -> Id {
        match &self.body.val(val).constant {
            Some(tokens) => Id::Constant(tokens.to_string()),
            None => Id::Val(val),
        }
    }

    fn forget_written(&mut self, stmt: &Stmt) {
        let mut written = Vec::new();
        touched(stmt, &mut |place, touch| {
            if touch != Touch::Read {
                written.push(place.clone());
            }
        });
        if let Stmt::Define(mem, ..) = stmt {
            let path = Vec::new();
            written.push(Place { mem: *mem, path });
        }
        for place in written {
            let mem = self.body.rooted(&place).mem;
            let way = self.way(&place).map_or_else(Vec::new, |(_, way)| way);
            for level in &mut self.known {
                if let Some(held) = level.held.get_mut(&mem) {
                    let many = held.len() > COMPARED;
                    held.retain(|at, _| !many && are_apart(at, &way));
                }
            }
        }
    }
}

fn field(member: &Member) -> Step {
    Step::Field(match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(at) => at.index.to_string(),
    })
}

/// Whether two ways surely lead to different floats.
fn are_apart(a: &[Step], b: &[Step]) -> bool {
    let number = |id: &Id| match id {
        Id::Constant(tokens) => tokens.parse::<usize>().ok(),
        Id::Val(_) => None,
    };
    for steps in a.iter().zip(b) {
        match steps {
            (Step::Index(a), Step::Index(b)) => match (number(a), number(b)) {
                (Some(a), Some(b)) if a != b => return true,
                _ => {}
            },
            (Step::Field(a), Step::Field(b)) if a != b => return true,
            (Step::Field(_), Step::Field(_)) => {}
            _ => return false,
        }
    }
    false
}
