//! Which memories are rewound, and which values are read again from them instead of being kept.
//!
//! In: a body and what its sweep reads. A memory can be rewound if all that is written to it is single
//! floats, swaps of elements or rows, and exchanges with another such memory. A value is read again if
//!
//! - it comes from such a memory, in a loop inside of a loop;
//! - all who need it stand in its own region, and nothing is written to the memory between;
//! - it pays: one of the loops around reads the same place in every trip, and what it writes as often
//!   goes to other places.
//!
//! Everything else is kept as before. What is read again is noted as late as can be: in front of the next
//! write to its memory, the next possible exit, or at the end of its region.
use std::collections::{BTreeMap, HashMap, HashSet};

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::{is_swept, last_exit};
use crate::activity::Activity;
use crate::ir::{
    Body, Call, CallArg, Elem, Head, Init, Loop, LoopHead, Mem, MemKind, Op, Place, Proj,
    Rearrange, Region, Ret, Scope, Source, Stmt, Ty, Val,
};
use crate::rules::partials_of;

/// With `--cfg grad_rewind_always`, for tests, everything is read again that can be.
const ALWAYS: bool = cfg!(grad_rewind_always);

/// Loops around a value that is worth reading again: in fewer, what is kept is linear anyway.
const DEPTH: usize = if ALWAYS { 1 } else { 2 };

/// What is rewound and what is read again.
#[derive(Default)]
pub struct Rewinds {
    /// The memories in the order in which they come to be.
    mems: Vec<Rewound>,
    /// What is noted in front of a statement: by the number of the region, in the order in which they are
    /// met, and the position in it.
    notes: HashMap<(usize, usize), Vec<(Val, Place)>>,
    again: HashSet<Val>,
    /// The scopes of loops that note, with their values and the memories they come from.
    scopes: BTreeMap<Scope, (Vec<Val>, Vec<Mem>)>,
}

struct Rewound {
    mem: Mem,
    written: bool,
    /// How many indices lead to a float.
    dims: usize,
}

impl Rewinds {
    /// The memories in the order in which they come to be.
    pub fn mems(&self) -> impl DoubleEndedIterator<Item = Mem> + '_ {
        self.mems.iter().map(|r| r.mem)
    }

    fn rewound(&self, mem: Mem) -> Option<&Rewound> {
        self.mems.iter().find(|r| r.mem == mem)
    }

    /// Whether a memory is rewound.
    #[must_use]
    pub fn rewinds(&self, mem: Mem) -> bool {
        self.rewound(mem).is_some()
    }

    /// Whether a rewound memory is written to.
    #[must_use]
    pub fn is_written(&self, mem: Mem) -> bool {
        self.rewound(mem).is_some_and(|r| r.written)
    }

    /// Whether a swap inside of a place is one of rows.
    #[must_use]
    pub fn swaps_rows(&self, place: &Place) -> bool {
        self.rewound(place.mem)
            .is_some_and(|r| indices(place) + 2 == r.dims)
    }

    /// Whether a value is read again.
    #[must_use]
    pub fn is_read_again(&self, val: Val) -> bool {
        self.again.contains(&val)
    }

    /// What is noted in front of the `at`-th statement of a region, or at its end.
    #[must_use]
    pub fn noted(&self, region: usize, at: usize) -> &[(Val, Place)] {
        self.notes.get(&(region, at)).map_or(&[], Vec::as_slice)
    }

    /// The scopes of loops that note, with their values and the memories they come from.
    #[must_use]
    pub fn scopes(&self) -> &BTreeMap<Scope, (Vec<Val>, Vec<Mem>)> {
        &self.scopes
    }
}

/// Decides what is rewound.
pub fn rewinds(body: &Body, activity: &Activity, needed: &HashSet<Val>) -> Rewinds {
    let candidates = candidates(body, activity);
    let mut survey = Survey {
        body,
        writes: true,
        found: candidates.iter().map(|m| (*m, Found::default())).collect(),
        exchanged: Vec::new(),
        swaps: Vec::new(),
    };
    survey.region(&body.region);
    survey.settle();
    let mut reads = Reads {
        body,
        activity,
        needed,
        readers: HashMap::new(),
        follows: Follows::new(body),
        regions: 0,
        rewinds: Rewinds::default(),
        survey: &survey,
    };
    reads.readers(&body.region);
    reads.region(&body.region, &mut Vec::new());
    let mut rewinds = reads.rewinds;
    let noted = rewinds.notes.values().flatten();
    let mut wanted: HashSet<Mem> = noted.map(|(_, place)| place.mem).collect();
    loop {
        let before = wanted.len();
        for (a, b) in &survey.exchanged {
            if wanted.contains(a) || wanted.contains(b) {
                wanted.extend([*a, *b]);
            }
        }
        if wanted.len() == before {
            break;
        }
    }
    for mem in candidates {
        if let (true, Some(found)) = (wanted.contains(&mem), survey.found.get(&mem)) {
            rewinds.mems.push(Rewound {
                mem,
                written: found.written,
                dims: found.dims.unwrap_or(1),
            });
        }
    }
    rewinds
}

/// Parameters and what the outermost region defines, in this order.
fn candidates(body: &Body, activity: &Activity) -> Vec<Mem> {
    let params = (0..body.mems.len())
        .map(|m| Mem(u32::try_from(m).unwrap_or(u32::MAX)))
        .filter(|m| matches!(&body.mem(*m).kind, MemKind::Param(_, fields) if fields.is_empty()));
    let locals = body.region.stmts.iter().filter_map(|s| match s {
        Stmt::Define(mem, ..) => Some(*mem),
        _ => None,
    });
    params
        .chain(locals)
        .filter(|m| !body.mem(*m).indexed_struct && activity.is_active_mem(body, *m))
        .collect()
}

/// What is known of a candidate.
#[derive(Default)]
struct Found {
    excluded: bool,
    written: bool,
    /// How many indices lead to a float.
    dims: Option<usize>,
    ty: Option<Ty>,
}

/// Those of the memories that stay where they are to the end of the call, whatever is written to them.
pub(super) fn is_left_in_place(body: &Body, mems: &[Mem]) -> HashSet<Mem> {
    let mut survey = Survey {
        body,
        writes: false,
        found: mems.iter().map(|m| (*m, Found::default())).collect(),
        exchanged: Vec::new(),
        swaps: Vec::new(),
    };
    survey.region(&body.region);
    let found = survey.found.into_iter();
    let left = found.filter(|(_, found)| !found.excluded);
    left.map(|(mem, _)| mem).collect()
}

/// Looks at everything that happens to the candidates.
struct Survey<'b> {
    body: &'b Body,
    /// Whether it matters what is written.
    writes: bool,
    found: HashMap<Mem, Found>,
    exchanged: Vec<(Mem, Mem)>,
    /// Swaps inside of a place with so many indices.
    swaps: Vec<(Mem, usize)>,
}

impl Survey<'_> {
    fn qualifies(&self, mem: Mem) -> bool {
        self.found
            .get(&mem)
            .is_some_and(|f| !f.excluded && matches!(f.dims, Some(1 | 2)))
    }

    fn exclude(&mut self, mem: Mem) {
        if let Some(found) = self.found.get_mut(&mem) {
            found.excluded = true;
        }
    }

    fn exclude_place(&mut self, place: &Place) {
        if self.writes {
            self.exclude_whole(place);
        }
    }

    fn exclude_whole(&mut self, place: &Place) {
        self.exclude(self.body.rooted(place).mem);
    }

    /// Memories that are exchanged are of one kind, and both are rewound or neither.
    fn settle(&mut self) {
        for at in 0..self.swaps.len() {
            let (mem, indices) = self.swaps[at];
            let dims = self.found.get(&mem).and_then(|f| f.dims);
            if dims.is_none_or(|dims| indices >= dims) {
                self.exclude(mem);
            }
        }
        // As often as there are pairs: what is known goes from one to the next.
        for _ in 0..=self.exchanged.len() {
            for at in 0..self.exchanged.len() {
                let (a, b) = self.exchanged[at];
                for (from, to) in [(a, b), (b, a)] {
                    let Some(known) = self.found.get(&from).map(|f| (f.dims, f.ty)) else {
                        continue;
                    };
                    if let Some(found) = self.found.get_mut(&to) {
                        found.dims = found.dims.or(known.0);
                        found.ty = found.ty.or(known.1);
                        found.excluded |= found.dims != known.0.or(found.dims);
                        found.excluded |= found.ty != known.1.or(found.ty);
                    }
                }
                if [a, b]
                    .iter()
                    .any(|m| self.found.get(m).is_none_or(|f| f.excluded))
                {
                    self.exclude(a);
                    self.exclude(b);
                }
            }
        }
    }

    /// A single float is read or written.
    fn scalar(&mut self, place: &Place, ty: Ty, written: bool) {
        if !self.writes {
            return;
        }
        let root = self.body.rooted(place);
        let fields = root.path.iter().any(|p| matches!(p, Proj::Field(_)));
        let dims = indices(&root);
        if let Some(found) = self.found.get_mut(&root.mem) {
            found.written |= written;
            found.excluded |= fields
                || !matches!(dims, 1 | 2)
                || *found.dims.get_or_insert(dims) != dims
                || !ty.is_float()
                || *found.ty.get_or_insert(ty) != ty;
        }
    }

    /// A memory that tokens name other than by a borrow or a part may be moved.
    fn tokens(&mut self, tokens: &TokenStream) {
        for at in 0..self.body.mems.len() {
            let mem = Mem(u32::try_from(at).unwrap_or(u32::MAX));
            if self.found.contains_key(&mem) && moves(tokens, &self.body.mem(mem).name) {
                self.exclude(mem);
            }
        }
    }

    fn region(&mut self, region: &Region) {
        for stmt in &region.stmts {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let(val, Op::Load(place, _)) => {
                self.scalar(place, self.body.val(*val).ty, false);
            }
            Stmt::Let(_, Op::LoadCast(place, _)) => self.exclude_place(place),
            Stmt::Let(_, Op::Raw(tokens)) | Stmt::Raw(tokens) | Stmt::View(_, tokens) => {
                self.tokens(tokens);
            }
            Stmt::Define(_, init, tokens) => {
                self.init(init);
                self.tokens(tokens);
            }
            Stmt::Call(call) => self.call(call),
            Stmt::Store(place, _, Source::Val(v), tokens) => {
                self.scalar(place, self.body.val(*v).ty, true);
                if target(tokens).is_none() {
                    self.exclude_place(place);
                }
            }
            Stmt::Rearrange(place, Rearrange::Swap(..), _) => {
                let root = self.body.rooted(place);
                if self.writes && root.path.iter().any(|p| matches!(p, Proj::Field(_))) {
                    self.exclude(root.mem);
                }
                if let Some(found) = self.found.get_mut(&root.mem) {
                    found.written = true;
                }
                self.swaps.push((root.mem, indices(&root)));
            }
            Stmt::SwapPlaces(a, b, _) => {
                let whole = |p: &Place| {
                    p.path.is_empty() && !matches!(self.body.mem(p.mem).kind, MemKind::View(_))
                };
                if whole(a) && whole(b) {
                    for mem in [a.mem, b.mem] {
                        if let Some(found) = self.found.get_mut(&mem) {
                            found.written = true;
                        }
                    }
                    self.exchanged.push((a.mem, b.mem));
                } else {
                    self.exclude_place(a);
                    self.exclude_place(b);
                }
            }
            Stmt::Store(place, _, source, tokens)
            | Stmt::Grow(place, _, source, tokens)
            | Stmt::Replace(place, _, source, tokens) => {
                self.exclude_place(place);
                if let Source::Init(init) = source {
                    self.init(init);
                }
                self.tokens(tokens);
            }
            Stmt::CopyInto(place, _, tokens) => {
                self.exclude_place(place);
                self.tokens(tokens);
            }
            Stmt::Fill(place, ..)
            | Stmt::Rearrange(place, ..)
            | Stmt::Shrink(place, ..)
            | Stmt::Sort(place, ..) => self.exclude_place(place),
            Stmt::Branch(b) => {
                match &b.head {
                    Head::If(tokens) | Head::Match(tokens) | Head::LetElse(_, tokens) => {
                        self.tokens(tokens);
                    }
                    Head::Outcome(_) => {}
                }
                b.arms.iter().for_each(|a| self.region(&a.body));
            }
            Stmt::Loop(l) => self.a_loop(l),
            Stmt::SetResult(ret) => self.ret(ret),
            _ => {}
        }
    }

    fn a_loop(&mut self, l: &Loop) {
        if let LoopHead::For(_, tokens, _) = &l.head {
            self.tokens(tokens);
        }
        self.region(&l.body);
    }

    fn call(&mut self, call: &Call) {
        call.args.iter().for_each(|a| self.arg(a));
    }

    fn arg(&mut self, arg: &CallArg) {
        match arg {
            CallArg::Place(place, tokens, mutable) => {
                if *mutable {
                    self.exclude_place(place);
                }
                self.tokens(tokens);
            }
            CallArg::Shaped(place, ..) => self.exclude_whole(place),
            CallArg::Tuple(parts, tokens) => {
                parts.iter().for_each(|p| self.arg(p));
                self.tokens(tokens);
            }
            CallArg::Inactive(tokens) => self.tokens(tokens),
            CallArg::Val(..) | CallArg::Changed(..) | CallArg::Function(..) => {}
        }
    }

    fn init(&mut self, init: &Init) {
        match init {
            Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
                elems.iter().for_each(|e| self.elem(e));
            }
            Init::Struct(s) => {
                s.elems().for_each(|e| self.elem(e));
                s.inactive.iter().for_each(|(_, t)| self.tokens(t));
                s.inactive_rest.iter().for_each(|t| self.tokens(t));
            }
            Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => self.elem(elem),
            Init::Copy(_, tokens, _) | Init::Empty(tokens) => self.tokens(tokens),
        }
    }

    fn elem(&mut self, elem: &Elem) {
        if let Elem::Nested(init) = elem {
            self.init(init);
        }
    }

    /// A result is made after the memories were parked: it may move them, but no view may be alive.
    fn ret(&mut self, ret: &Ret) {
        match ret {
            Ret::Place(place, _) | Ret::Whole(place, _) => self.returned(place),
            Ret::List(init) => self.returned_init(init),
            Ret::Tuple(parts) => parts.iter().for_each(|p| self.ret(p)),
            Ret::Inactive(tokens) => {
                for mem in &self.body.mems {
                    if let (MemKind::View(of), true) = (&mem.kind, mentions(tokens, &mem.name)) {
                        self.exclude(self.body.rooted(of).mem);
                    }
                }
            }
            Ret::Val(_) => {}
        }
    }

    fn returned_init(&mut self, init: &Init) {
        match init {
            Init::List(elems) | Init::Tuple(elems) | Init::VecList(elems) => {
                for elem in elems {
                    if let Elem::Nested(init) = elem {
                        self.returned_init(init);
                    }
                }
            }
            Init::Struct(s) => {
                for elem in s.elems() {
                    if let Elem::Nested(init) = elem {
                        self.returned_init(init);
                    }
                }
            }
            Init::Repeat(elem, _) | Init::VecRepeat(elem, ..) => {
                if let Elem::Nested(init) = &**elem {
                    self.returned_init(init);
                }
            }
            Init::Copy(place, ..) => self.returned(place),
            Init::Empty(_) => {}
        }
    }

    fn returned(&mut self, place: &Place) {
        if matches!(self.body.mem(place.mem).kind, MemKind::View(_)) {
            self.exclude_whole(place);
        }
    }
}

fn indices(place: &Place) -> usize {
    place
        .path
        .iter()
        .filter(|p| matches!(p, Proj::Index(_)))
        .count()
}

/// What an assignment writes to: all before its `=`, `+=`, `-=`.
#[must_use]
pub fn target(tokens: &TokenStream) -> Option<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |t: &TokenTree, c: char| matches!(t, TokenTree::Punct(p) if p.as_char() == c);
    let mut at = tokens.iter().position(|t| is(t, '='))?;
    if at > 0 && (is(&tokens[at - 1], '+') || is(&tokens[at - 1], '-')) {
        at -= 1;
    }
    (at > 0).then(|| tokens.into_iter().take(at).collect())
}

/// Whether tokens name a variable, but neither a part nor a borrow of it.
fn moves(tokens: &TokenStream, name: &Ident) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let is = |t: Option<&TokenTree>, chars: &str| matches!(t, Some(TokenTree::Punct(p)) if chars.contains(p.as_char()));
    tokens.iter().enumerate().any(|(at, token)| match token {
        TokenTree::Ident(ident) if ident == name => {
            let next = tokens.get(at + 1);
            let part = is(next, ".")
                || matches!(next, Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Bracket);
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            let mutable = matches!(before, Some(TokenTree::Ident(i)) if i == "mut")
                && is(at.checked_sub(2).and_then(|at| tokens.get(at)), "&");
            !(part || mutable || is(before, "&*."))
        }
        TokenTree::Group(group) => moves(&group.stream(), name),
        _ => false,
    })
}

fn mentions(tokens: &TokenStream, name: &Ident) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(&group.stream(), name),
        _ => false,
    })
}

/// Finds what can be read again.
struct Reads<'b> {
    body: &'b Body,
    activity: &'b Activity,
    needed: &'b HashSet<Val>,
    /// Which values' rules read a value.
    readers: HashMap<Val, Vec<Val>>,
    follows: Follows,
    /// How many regions were met.
    regions: usize,
    rewinds: Rewinds,
    survey: &'b Survey<'b>,
}

impl<'b> Reads<'b> {
    fn readers(&mut self, region: &Region) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Let(val, Op::Prim(prim, args))
                    if is_swept(self.body, self.activity, stmt) =>
                {
                    let active: Vec<bool> =
                        args.iter().map(|a| self.activity.is_active(*a)).collect();
                    let (slopes, args) = partials_of(self.body, *val, *prim, args, &active);
                    for (slope, active) in slopes.iter().zip(&active) {
                        if let (Some(slope), true) = (slope, active) {
                            slope.reads(&mut |r| {
                                let read = r.map_or(*val, |at| args[at]);
                                self.readers.entry(read).or_default().push(*val);
                            });
                        }
                    }
                }
                Stmt::Branch(b) => b.arms.iter().for_each(|a| self.readers(&a.body)),
                Stmt::Loop(l) => self.readers(&l.body),
                _ => {}
            }
        }
    }

    fn region(&mut self, region: &'b Region, loops: &mut Vec<&'b Loop>) {
        let number = self.regions;
        self.regions += 1;
        for (at, stmt) in region.stmts.iter().enumerate() {
            match stmt {
                Stmt::Let(val, Op::Load(place, _)) if loops.len() >= DEPTH => {
                    let place = self.body.rooted(place);
                    if self.survey.qualifies(place.mem)
                        && (ALWAYS || self.pays(&place, loops))
                        && let Some(end) = self.end(region, at, *val, place.mem)
                    {
                        self.note((number, end), *val, place, loops);
                    }
                }
                Stmt::Branch(b) => b.arms.iter().for_each(|a| self.region(&a.body, loops)),
                Stmt::Loop(l) => {
                    loops.push(l);
                    self.region(&l.body, loops);
                    loops.pop();
                }
                _ => {}
            }
        }
    }

    fn note(&mut self, at: (usize, usize), val: Val, place: Place, loops: &[&Loop]) {
        let Some(l) = loops.last() else { return };
        let scope = self.rewinds.scopes.entry(l.scope).or_default();
        scope.0.push(val);
        if !scope.1.contains(&place.mem) {
            scope.1.push(place.mem);
        }
        self.rewinds.again.insert(val);
        self.rewinds.notes.entry(at).or_default().push((val, place));
    }

    /// Where the memory may change for the first time after all rules that read `val`: these must stand
    /// in its own region, in front of any exit.
    fn end(&self, region: &Region, at: usize, val: Val, mem: Mem) -> Option<usize> {
        if !self.needed.contains(&val) || !self.activity.is_active(val) {
            return None;
        }
        let mut missing: HashSet<Val> = self.readers.get(&val)?.iter().copied().collect();
        for (at, stmt) in region.stmts.iter().enumerate().skip(at + 1) {
            if last_exit(stmt).is_some() || self.writes(stmt, mem) {
                return missing.is_empty().then_some(at);
            }
            if let Stmt::Let(reader, _) = stmt {
                missing.remove(reader);
            }
        }
        missing.is_empty().then_some(region.stmts.len())
    }

    /// Whether a loop around reads the same place in every trip, while what it writes to the memory as
    /// often goes elsewhere in every trip. A guess from the indices, on which only the cost depends.
    fn pays(&self, place: &Place, loops: &[&Loop]) -> bool {
        loops.iter().enumerate().any(|(outer, l)| {
            let mut elsewhere = !self.follows.place(place, l.scope);
            self.each_write(&l.body, place.mem, outer + 1, &mut |write, depth| {
                elsewhere &= write.is_some_and(|(place, more)| {
                    depth < loops.len()
                        || self.follows.place(place, l.scope)
                        || more.iter().any(|v| self.follows.val(*v, l.scope))
                });
            });
            elsewhere
        })
    }

    /// Whether a statement writes to a memory.
    fn writes(&self, stmt: &Stmt, mem: Mem) -> bool {
        let mut any = false;
        self.each_write_of(stmt, mem, 0, &mut |_, _| any = true);
        any
    }

    fn each_write(&self, region: &Region, mem: Mem, depth: usize, each: &mut EachWrite) {
        for stmt in &region.stmts {
            self.each_write_of(stmt, mem, depth, each);
        }
    }

    fn each_write_of(&self, stmt: &Stmt, mem: Mem, depth: usize, each: &mut EachWrite) {
        match stmt {
            Stmt::Store(place, ..) => {
                let root = self.body.rooted(place);
                if root.mem == mem {
                    each(Some((&root, &[])), depth);
                }
            }
            Stmt::Rearrange(place, kind, _) => {
                let root = self.body.rooted(place);
                if root.mem == mem {
                    match kind {
                        Rearrange::Swap(i, j) => each(Some((&root, &[*i, *j])), depth),
                        _ => each(None, depth),
                    }
                }
            }
            Stmt::SwapPlaces(a, b, _) => {
                if [a, b].iter().any(|p| self.body.rooted(p).mem == mem) {
                    each(None, depth);
                }
            }
            Stmt::Branch(b) => {
                for arm in &b.arms {
                    self.each_write(&arm.body, mem, depth, each);
                }
            }
            Stmt::Loop(l) => self.each_write(&l.body, mem, depth + 1, each),
            _ => {}
        }
    }
}

/// What is called for each write: the place and further indices, or nothing where all may change; and how
/// many loops are around.
type EachWrite<'e> = dyn FnMut(Option<(&Place, &[Val])>, usize) + 'e;

/// Which loops' trips an index follows.
struct Follows {
    of: HashMap<Val, HashSet<Scope>>,
    names: HashMap<String, Val>,
}

impl Follows {
    fn new(body: &Body) -> Self {
        let mut follows = Follows {
            of: HashMap::new(),
            names: HashMap::new(),
        };
        follows.region(body, &body.region, None);
        follows
    }

    fn val(&self, val: Val, scope: Scope) -> bool {
        self.of.get(&val).is_some_and(|of| of.contains(&scope))
    }

    fn place(&self, place: &Place, scope: Scope) -> bool {
        place.path.iter().any(|proj| match proj {
            Proj::Index(v) => self.val(*v, scope),
            Proj::Range(lo, _) => lo.is_some_and(|v| self.val(v, scope)),
            Proj::Field(_) => false,
        })
    }

    fn define(&mut self, body: &Body, val: Val, scope: Option<Scope>) {
        self.of.insert(val, scope.into_iter().collect());
        self.names.insert(body.val(val).name.to_string(), val);
    }

    /// The values that tokens name.
    fn named(&self, tokens: &TokenStream, vals: &mut Vec<Val>) {
        for token in tokens.clone() {
            match token {
                TokenTree::Ident(ident) => vals.extend(self.names.get(&ident.to_string())),
                TokenTree::Group(group) => self.named(&group.stream(), vals),
                _ => {}
            }
        }
    }

    /// What a loop gives follows its own trips, however its bounds came about. What tokens
    /// compute from others follows what they follow, and where they name none the loop around.
    fn region(&mut self, body: &Body, region: &Region, scope: Option<Scope>) {
        for stmt in &region.stmts {
            match stmt {
                Stmt::Let(val, Op::Raw(tokens)) => {
                    let mut reads = Vec::new();
                    self.named(tokens, &mut reads);
                    let of = reads.iter().filter_map(|v| self.of.get(v)).flatten();
                    let of: HashSet<Scope> = of.copied().collect();
                    self.define(body, *val, scope);
                    if !reads.is_empty() {
                        self.of.insert(*val, of);
                    }
                }
                Stmt::Let(val, _) => self.define(body, *val, scope),
                Stmt::Given(vals) => vals.iter().for_each(|v| self.define(body, *v, scope)),
                Stmt::Branch(b) => {
                    for arm in &b.arms {
                        self.region(body, &arm.body, scope);
                    }
                    b.results.iter().for_each(|v| self.define(body, *v, scope));
                }
                Stmt::Loop(l) => {
                    for c in &l.carried {
                        self.define(body, c.head, Some(l.scope));
                        self.define(body, c.out, scope);
                    }
                    self.region(body, &l.body, Some(l.scope));
                    l.results.iter().for_each(|v| self.define(body, *v, scope));
                }
                _ => {}
            }
        }
    }
}
