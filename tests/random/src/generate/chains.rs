//! Iterator chains: where items come from, and what happens to each.
//!
//! At most one closure of a chain writes. What it writes is hidden from everything else in the chain, and what the
//! chain runs over is lent to it.

use super::avoided::{
    CHAIN_ARGUMENTS, FIELD_ARRAYS, FIELD_CHOSEN, FLAT_MAP_TO_ARRAY, FOR_OVER_PARTS,
    INTO_ITER_PLAIN, ONCE_IN_FOR, RETURN_NONE, REV_OF_UNEVEN, THEN_CHOSEN, TWO_CHAINS,
    ZIP_OF_UNEVEN, ZIP_REV,
};
use super::scope::Local;
use super::sequences::length;
use super::{Gen, STORED, TRIPS};
use crate::ast::{
    Expr, Name, Op, Pat, Shape, Ty, bin, closure, code, deref, index, int, lit, range, seq_method,
    value_block, var,
};

/// A chain that is being made.
pub(super) struct Chain {
    pub e: Expr,
    /// The type of its items.
    pub item: Ty,
    /// How many there are at least.
    pub least: usize,
    /// Whether it runs backwards as well.
    both: bool,
    /// Whether its length is known.
    exact: bool,
    /// Whether nothing was done with the items of its source but to choose among them.
    plain: bool,
    /// Whether every item of its source makes one item.
    even: bool,
    /// Whether a `for` loop over it has one loop.
    pub one_loop: bool,
    /// Whether two sources with closures run side by side.
    zipped: bool,
    /// Whether an item is made by `then`.
    then: bool,
    /// What it runs over, and whether to write.
    lent: Vec<(u32, bool)>,
    /// What one of its closures writes.
    target: Option<Local>,
}

/// How many adaptors can be asked for.
pub(super) const ADAPTORS: usize = 18;
/// How many sources can be asked for.
pub(super) const SOURCES: usize = 10;

impl Gen {
    /// A chain with some adaptors, which must be given back by `end_chain`.
    pub(super) fn chain(&mut self, writes: bool) -> Chain {
        let target = if writes { self.chain_target() } else { None };
        let early = CHAIN_ARGUMENTS && matches!(&target, Some(l) if l.name.ty == Ty::Float);
        if let Some(l) = target.as_ref().filter(|_| !early) {
            self.hide(l.name.id, true);
        }
        let at = self.pick_named("source", &[40, 8, 12, 6, 6, 6, 6, 5, 3, 4]);
        let mut chain = self.source(at);
        if let Some(l) = target.as_ref().filter(|_| early) {
            self.hide(l.name.id, true);
        }
        self.times *= TRIPS;
        self.closed += 1;
        chain.target = target;
        let n = self.weighted(&[(3, 0), (5, 1), (4, 2), (2, 3)]);
        let asked = matches!(self.forced, Some(("adaptor", _)));
        for _ in 0..n.max(usize::from(asked)) {
            self.adapt(&mut chain);
        }
        chain
    }

    /// What a closure of a chain writes: a float, an integer, an element.
    pub(super) fn chain_target(&mut self) -> Option<Local> {
        match self.rng.below(10) {
            0 => self.some_local(|l| l.can_write() && l.name.ty == Ty::Usize && l.root.is_none()),
            1 | 2 => self.some_local(|l| {
                l.can_write() && length(l).is_some_and(|n| n > 0) && l.name.ty != Ty::FloatMut
            }),
            _ => None,
        }
        .or_else(|| self.some_target())
    }

    /// What was lent is free again.
    pub(super) fn end_chain(&mut self, chain: &Chain) {
        self.times /= TRIPS;
        self.closed -= 1;
        for &(id, mutably) in &chain.lent {
            if mutably {
                self.hide(id, false);
            } else {
                self.freeze(id, false);
            }
        }
        if let Some(l) = &chain.target {
            self.hide(l.name.id, false);
        }
    }

    fn begun(&mut self, l: &Local, e: Expr, item: Ty, least: usize) -> Chain {
        let mutably = item.is_mut_ref();
        if mutably {
            self.hide(l.name.id, true);
        } else {
            self.freeze(l.name.id, true);
        }
        Chain {
            then: l.root.is_some() && !FIELD_CHOSEN,
            lent: vec![(l.name.id, mutably)],
            ..Self::free(e, item, least)
        }
    }

    fn free(e: Expr, item: Ty, least: usize) -> Chain {
        Chain {
            e,
            item,
            least,
            both: true,
            exact: true,
            plain: true,
            even: true,
            one_loop: true,
            zipped: false,
            then: false,
            lent: vec![],
            target: None,
        }
    }

    fn source(&mut self, at: usize) -> Chain {
        let filled = |l: &Local| length(l).is_some();
        match at {
            0 | 1 => {
                let Some(l) = self.some_local(filled) else {
                    return self.numbers();
                };
                let n = length(&l).unwrap_or(0);
                if at == 1 && n > 0 {
                    let k = self.rng.int(1, n as i64) as usize;
                    let part = index(var(&l.name), range(Some(int(k as i64)), None));
                    let e = seq_method(part, "iter", vec![]);
                    return self.begun(&l, e, Ty::FloatRef, n - k);
                }
                let e = seq_method(var(&l.name), "iter", vec![]);
                self.begun(&l, e, Ty::FloatRef, n)
            }
            2 => {
                let Some(l) = self.writable() else {
                    return self.numbers();
                };
                let e = seq_method(var(&l.name), "iter_mut", vec![]);
                let n = length(&l).unwrap_or(0);
                self.begun(&l, e, Ty::FloatMut, n)
            }
            3 | 4 => {
                let Some(l) = self.some_local(filled) else {
                    return self.numbers();
                };
                let n = length(&l).unwrap_or(0);
                let name = self.one_of(&["chunks", "chunks_exact", "windows"]);
                let k = 2 + usize::from(self.rng.chance(20));
                let least = match name {
                    "chunks" => n.div_ceil(k),
                    "chunks_exact" => n / k,
                    _ => (n + 1).saturating_sub(k),
                };
                let e = seq_method(var(&l.name), name, vec![int(k as i64)]);
                self.begun(&l, e, Ty::Slice, least)
            }
            5 => {
                let Some(l) = self.writable() else {
                    return self.numbers();
                };
                let name = self.one_of(&["chunks_mut", "chunks_exact_mut"]);
                let e = seq_method(var(&l.name), name, vec![int(2)]);
                self.begun(&l, e, Ty::SliceMut, 0)
            }
            6 => {
                let pairs = |l: &Local| matches!(l.name.ty, Ty::PairSlice | Ty::Matrix(..));
                let Some(l) = self.some_local(pairs) else {
                    return self.numbers();
                };
                let (n, c) = match l.name.ty {
                    Ty::Matrix(r, c) => (r, c),
                    _ => (l.min_len, 2),
                };
                let e = seq_method(var(&l.name), "iter", vec![]);
                self.begun(&l, e, Ty::ArrayRef(c), n)
            }
            7 => {
                let array = |l: &Local| {
                    matches!(l.name.ty, Ty::Array(_)) && (FIELD_ARRAYS || l.root.is_none())
                };
                let (e, n) = match self.some_local(array) {
                    Some(l) if self.rng.chance(60) => (var(&l.name), length(&l).unwrap_or(0)),
                    _ => (self.purely(|g| g.array_value(2)), 2),
                };
                // Adaptors of the source itself are not read there.
                Chain {
                    plain: INTO_ITER_PLAIN,
                    ..Self::free(seq_method(e, "into_iter", vec![]), Ty::Float, n)
                }
            }
            8 => {
                let e = self.purely(|g| g.within(1, STORED));
                if self.rng.chance(50) {
                    let e = Expr::Path("std::iter::once", vec![e]);
                    Chain {
                        one_loop: ONCE_IN_FOR,
                        ..Self::free(e, Ty::Float, 1)
                    }
                } else {
                    let n = self.rng.int(0, 3);
                    let e = Expr::Path("std::iter::repeat", vec![e]);
                    let e = seq_method(e, "take", vec![int(n)]);
                    Chain {
                        plain: false,
                        both: false,
                        exact: false,
                        ..Self::free(e, Ty::Float, n as usize)
                    }
                }
            }
            _ => self.numbers(),
        }
    }

    /// A sequence whose items can be written.
    fn writable(&mut self) -> Option<Local> {
        if self.pure > 0 {
            return None;
        }
        self.some_local(|l| l.can_write() && length(l).is_some())
    }

    /// `0..n`
    fn numbers(&mut self) -> Chain {
        let hi = match self.rng.below(3) {
            0 => int(self.rng.int(0, 5)),
            1 => match self.some_local(|l| l.min_len > 0) {
                Some(l) => seq_method(var(&l.name), "len", vec![]),
                None => int(3),
            },
            _ => self.purely(|g| g.usize_below(5)),
        };
        let lo = self.rng.int(0, 1);
        Self::free(range(Some(int(lo)), Some(hi)), Ty::Usize, 0)
    }

    /// Runs `f` where the target may be written, once for a chain.
    fn writing<T>(
        &mut self,
        chain: &mut Chain,
        f: impl FnOnce(&mut Self, Option<&Local>) -> T,
    ) -> T {
        let often = self.forced("writer").is_some() || self.rng.chance(70);
        let target = if often { chain.target.take() } else { None };
        if let Some(l) = &target {
            self.offer(l, true);
        }
        let out = f(self, target.as_ref());
        if let Some(l) = &target {
            self.offer(l, false);
            chain.lent.push((l.name.id, true));
        }
        out
    }

    /// The target of a closure comes in sight, under its own name, or goes.
    pub(super) fn offer(&mut self, target: &Local, offered: bool) {
        if let Some(l) = self.local_mut(target.name.id) {
            l.hidden = !offered;
            l.pinned = offered || target.pinned;
        }
    }

    /// A closure on items whose body has the type, in a scope of its own.
    pub(super) fn item_closure(
        &mut self,
        chain: &mut Chain,
        by_reference: bool,
        ty: &Ty,
        bound: f64,
    ) -> Expr {
        let item = chain.item.clone();
        self.writing(chain, |g, target| {
            let mark = g.scope.len();
            let pat = g.item_of(&item, by_reference);
            let body = g.closure_body(ty, bound, target);
            g.scope.truncate(mark);
            closure(vec![pat], body)
        })
    }

    /// A pattern for an item; its bindings come into scope.
    pub(super) fn item_of(&mut self, item: &Ty, by_reference: bool) -> Pat {
        let pat = self.item_names(item);
        self.reserved.clear();
        if by_reference {
            return Pat::Ref(Box::new(pat));
        }
        pat
    }

    fn item_names(&mut self, item: &Ty) -> Pat {
        match item {
            Ty::FloatRef if self.rng.chance(50) => Pat::Ref(Box::new(self.item_name(Ty::Float))),
            Ty::Usize => {
                let name = self.fresh(Ty::Usize);
                self.reserved.push(name.text.clone());
                self.bind_counter(&name, 6);
                Pat::Bind(name, false)
            }
            Ty::ArrayRef(n) if self.rng.chance(40) => {
                let items = (0..*n).map(|_| self.item_name(Ty::FloatRef));
                Pat::Array(items.collect())
            }
            Ty::Tuple(items) => Pat::Tuple(items.iter().map(|t| self.item_names(t)).collect()),
            ty => self.item_name(ty.clone()),
        }
    }

    fn item_name(&mut self, ty: Ty) -> Pat {
        let name = self.fresh(ty);
        self.reserved.push(name.text.clone());
        let pat = self.bind(&name, false);
        if let Some(l) = self.local_mut(name.id) {
            l.source = l.name.ty.is_active();
            // Chunks have one element at least.
            let part = matches!(l.name.ty, Ty::Slice | Ty::SliceMut);
            l.min_len = usize::from(part);
            l.locked = l.name.ty == Ty::Slice;
        }
        pat
    }

    /// A name for a state of the type.
    pub(super) fn state_name(&mut self, ty: Ty, mutable: bool) -> (Name, Pat) {
        let name = self.fresh(ty);
        self.reserved.push(name.text.clone());
        let pat = self.bind(&name, mutable);
        (name, pat)
    }

    fn adapt(&mut self, chain: &mut Chain) {
        let weights = [30, 8, 8, 7, 6, 6, 4, 8, 6, 4, 4, 6, 10, 4, 3, 4, 3, 3];
        let at = self.pick_named("adaptor", &weights);
        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
        let float = matches!(chain.item, Ty::Float | Ty::FloatRef);
        let copies = float || chain.item == Ty::Usize || copies(&chain.item);
        chain.e = match at {
            1 if chain.even || ZIP_OF_UNEVEN => self.zip(chain, e),
            2 => {
                chain.item = Ty::Tuple(vec![Ty::Usize, chain.item.clone()]);
                self.chosen_items(chain);
                seq_method(e, "enumerate", vec![])
            }
            3 if chain.runs_back() => seq_method(e, "rev", vec![]),
            4 => {
                let (n, most) = self.chain_number(0, 2);
                chain.least = chain.least.saturating_sub(most);
                self.chosen_items(chain);
                seq_method(e, "skip", vec![n])
            }
            5 => {
                let (n, _) = self.chain_number(0, 4);
                chain.least = match n {
                    Expr::Int(n, _) => chain.least.min(n as usize),
                    _ => 0,
                };
                self.chosen_items(chain);
                seq_method(e, "take", vec![n])
            }
            6 => {
                let (n, most) = self.chain_number(1, 3);
                chain.least = chain.least.div_ceil(most);
                self.chosen_items(chain);
                seq_method(e, "step_by", vec![n])
            }
            7 if copies => {
                let f = self.item_closure(chain, true, &Ty::Bool, 1.0);
                self.shortened(chain, e, "filter", f)
            }
            8 => self.filter_map(chain, e, "filter_map"),
            9 if copies => {
                let f = self.item_closure(chain, true, &Ty::Bool, 1.0);
                chain.both = false;
                self.shortened(chain, e, "take_while", f)
            }
            10 if copies => {
                let f = self.item_closure(chain, true, &Ty::Bool, 1.0);
                chain.both = false;
                self.shortened(chain, e, "skip_while", f)
            }
            11 => self.scan(chain, e),
            12 if chain.item == Ty::FloatRef => {
                chain.item = Ty::Float;
                let name = self.one_of(&["copied", "cloned"]);
                seq_method(e, name, vec![])
            }
            13 => self.flat_map(chain, e),
            14 if copies => {
                chain.plain = false;
                let f = self.item_closure(chain, true, &Ty::Unit, 1.0);
                seq_method(e, "inspect", vec![f])
            }
            15 if float && (chain.one_loop || TWO_CHAINS) => self.chained(chain, e),
            16 => self.filter_map(chain, e, "map_while"),
            17 => {
                let e = self.map_to(chain, e, &Ty::Tuple(vec![Ty::Usize, Ty::Float]));
                chain.item = Ty::Tuple(vec![Ty::Usize, Ty::Float]);
                e
            }
            _ => {
                let e = self.map_to(chain, e, &Ty::Float);
                chain.item = Ty::Float;
                e
            }
        };
    }

    /// An integer as the argument of an adaptor, and its greatest value.
    pub(super) fn chain_number(&mut self, low: i64, high: i64) -> (Expr, usize) {
        match self.rng.below(10) {
            0 | 1 if CHAIN_ARGUMENTS && self.pure == 0 => {
                if let Some((change, value)) = self.change(&Ty::Usize) {
                    let value = bin(Op::Rem, value, int(high - low + 1));
                    let value = if low > 0 {
                        bin(Op::Add, value, int(low))
                    } else {
                        value
                    };
                    let b = crate::ast::Block {
                        stmts: vec![change],
                        tail: Some(Box::new(value)),
                    };
                    return (Expr::Block(b), high as usize);
                }
                (int(high), high as usize)
            }
            0..4 => {
                let e = self.purely(|g| g.usize_below(high - low + 1));
                let e = if low > 0 {
                    bin(Op::Add, e, int(low))
                } else {
                    e
                };
                (e, high as usize)
            }
            _ => {
                let n = self.rng.int(low, high);
                (int(n), n as usize)
            }
        }
    }

    /// After an adaptor that chooses among the items, or counts them.
    fn chosen_items(&mut self, chain: &mut Chain) {
        chain.both &= chain.exact;
        chain.even &= chain.plain;
    }

    fn shortened(&mut self, chain: &mut Chain, e: Expr, name: &'static str, f: Expr) -> Expr {
        chain.least = 0;
        chain.exact = false;
        chain.plain = false;
        chain.even = false;
        seq_method(e, name, vec![f])
    }

    /// `.map(|item| e)`
    fn map_to(&mut self, chain: &mut Chain, e: Expr, ty: &Ty) -> Expr {
        chain.plain = false;
        if *ty == Ty::Float && chain.item == Ty::Float && self.rng.chance(12) {
            return code(
                ".map(f64::sin)",
                Ty::Slice,
                Shape::Atom,
                "$.map($::sin)",
                vec![e.into(), Ty::Float.into()],
            );
        }
        let f = self.item_closure(chain, false, ty, STORED);
        seq_method(e, "map", vec![f])
    }

    /// The chain with floats as items.
    pub(super) fn of_floats(&mut self, chain: &mut Chain) {
        match chain.item {
            Ty::Float => {}
            Ty::FloatRef if self.rng.chance(40) => {
                let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                chain.e = seq_method(e, "copied", vec![]);
            }
            _ => {
                let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
                chain.e = self.map_to(chain, e, &Ty::Float);
            }
        }
        chain.item = Ty::Float;
    }

    /// The same by a closure of its own.
    pub(super) fn of_floats_by_map(&mut self, chain: &mut Chain) {
        let e = std::mem::replace(&mut chain.e, Expr::Bool(false));
        chain.e = self.map_to(chain, e, &Ty::Float);
        chain.item = Ty::Float;
    }

    fn zip(&mut self, chain: &mut Chain, e: Expr) -> Expr {
        let other = self.some_local(|l| length(l).is_some());
        let (second, item, least) = match other {
            Some(o) if self.rng.chance(80) => {
                self.freeze(o.name.id, true);
                chain.lent.push((o.name.id, false));
                chain.then |= o.root.is_some() && !FIELD_CHOSEN;
                let n = length(&o).unwrap_or(0);
                let iter = match o.name.ty {
                    Ty::Slice | Ty::ArrayRef(_) if self.rng.chance(40) => var(&o.name),
                    _ => seq_method(var(&o.name), "iter", vec![]),
                };
                (iter, Ty::FloatRef, n)
            }
            _ => {
                chain.both = false;
                let lo = self.rng.int(0, 2);
                (range(Some(int(lo)), None), Ty::Usize, usize::MAX)
            }
        };
        chain.least = chain.least.min(least);
        chain.both &= chain.exact;
        chain.zipped |= !chain.plain;
        let first = chain.item.clone();
        chain.item = Ty::Tuple(vec![first, item]);
        seq_method(e, "zip", vec![second])
    }

    /// `.filter_map(|v| if c { Some(e) } else { None })`, `.filter_map(|v| c.then(|| e))`
    fn filter_map(&mut self, chain: &mut Chain, e: Expr, name: &'static str) -> Expr {
        let item = chain.item.clone();
        let mut then = false;
        let f = self.writing(chain, |g, target| {
            let mark = g.scope.len();
            let pat = g.item_of(&item, false);
            let cond = g.purely(|g| g.condition(1));
            let value = g.body_of(&Ty::Float, STORED, target, false);
            g.scope.truncate(mark);
            then = g.rng.chance(50);
            let body = if !then {
                let text = "if ~ { Some(~) } else { None }";
                let holes = vec![cond.into(), value.into()];
                code("if c { Some(e) }", Ty::Unit, Shape::Control, text, holes)
            } else {
                let holes = vec![cond.into(), value.into()];
                code(".then(|| e)", Ty::Unit, Shape::Atom, "$.then(|| ~)", holes)
            };
            closure(vec![pat], body)
        });
        chain.item = Ty::Float;
        chain.then |= then;
        chain.both &= name == "filter_map";
        self.shortened(chain, e, name, f)
    }

    /// `.scan(0.0, |s, v| { *s = ..; Some(e) })`
    fn scan(&mut self, chain: &mut Chain, e: Expr) -> Expr {
        let item = chain.item.clone();
        let start = Expr::Float(*self.rng.pick(&[0.0, 1.0, 0.5]), true);
        let f = self.writing(chain, |g, target| {
            let mark = g.scope.len();
            let (s, state) = g.state_name(Ty::FloatMut, false);
            let pat = g.item_of(&item, false);
            g.hide(s.id, true);
            let new = g.body_of(&Ty::Float, 4.0, target, false);
            g.hide(s.id, false);
            let old = bin(Op::Mul, lit(0.5), deref(var(&s)));
            let step = Expr::Assign(Box::new(deref(var(&s))), Box::new(bin(Op::Add, old, new)));
            let value = g.purely(|g| g.within(1, STORED));
            g.scope.truncate(mark);
            let (text, holes) = match g.rng.below(4) {
                0 if RETURN_NONE => ("{ ~; if *$ > 3.0 { return None; } Some(~) }", true),
                _ => ("{ ~; Some(~) }", false),
            };
            let mut all = vec![step.into()];
            if holes {
                all.push((&s).into());
            }
            all.push(value.into());
            let text = text.replace("3.0", "~");
            if holes {
                all.insert(2, lit(3.0).into());
            }
            let body = code("Some(e) of a scan", Ty::Unit, Shape::Control, &text, all);
            closure(vec![state, pat], body)
        });
        chain.item = Ty::Float;
        chain.both = false;
        chain.least = 0;
        chain.exact = false;
        chain.plain = false;
        chain.even = false;
        seq_method(e, "scan", vec![start, f])
    }

    /// `.flat_map(|i| x.iter().map(move |v| e))`
    fn flat_map(&mut self, chain: &mut Chain, e: Expr) -> Expr {
        if self.times > TRIPS * TRIPS {
            return seq_method(e, "take", vec![int(2)]);
        }
        let item = chain.item.clone();
        let mark = self.scope.len();
        let pat = self.item_of(&item, false);
        let (inner, ty) = match self.rng.below(3) {
            0 => {
                // The items of an array.
                let items = (0..2).map(|_| self.purely(|g| g.within(1, STORED)));
                let array = Expr::Array(items.collect());
                let e = if FLAT_MAP_TO_ARRAY {
                    array
                } else {
                    seq_method(array, "into_iter", vec![])
                };
                (e, Ty::Float)
            }
            1 => {
                let n = self.rng.int(1, 3);
                (range(Some(int(0)), Some(int(n))), Ty::Usize)
            }
            _ => match self.some_local(|l| l.name.ty == Ty::Slice && !l.locked) {
                Some(l) => (seq_method(var(&l.name), "iter", vec![]), Ty::FloatRef),
                None => (range(Some(int(0)), Some(int(2))), Ty::Usize),
            },
        };
        let inner = if ty == Ty::Float {
            inner
        } else {
            self.times *= TRIPS;
            let second = self.item_of(&ty, false);
            let body = self.of_copies(|g| g.purely(|g| g.within(1, STORED)));
            self.times /= TRIPS;
            let holes = vec![inner.into(), closure(vec![second], body).into()];
            let text = "$.map(move $)".replace("$)", "~)");
            code(".map(move |v| e)", Ty::Slice, Shape::Atom, &text, holes)
        };
        self.scope.truncate(mark);
        chain.item = Ty::Float;
        chain.least = 0;
        chain.both = false;
        chain.exact = false;
        chain.plain = false;
        chain.even = false;
        chain.one_loop = false;
        seq_method(e, "flat_map", vec![closure(vec![pat], inner)])
    }

    /// Runs `f` where nothing is in sight that a closure with `move` would take away.
    pub(super) fn of_copies<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let moved = |l: &&Local| !l.hidden && !is_copy(&l.name.ty);
        let ids: Vec<u32> = self.scope.iter().filter(moved).map(|l| l.name.id).collect();
        ids.iter().for_each(|id| self.hide(*id, true));
        let out = f(self);
        ids.iter().for_each(|id| self.hide(*id, false));
        out
    }

    /// `.chain(y.iter())`
    fn chained(&mut self, chain: &mut Chain, e: Expr) -> Expr {
        let other = self.some_local(|l| length(l).is_some());
        chain.exact = false;
        chain.plain = false;
        chain.even = false;
        chain.one_loop = false;
        match (other, &chain.item) {
            (Some(o), _) => {
                self.freeze(o.name.id, true);
                chain.lent.push((o.name.id, false));
                chain.then |= o.root.is_some() && !FIELD_CHOSEN;
                chain.least += length(&o).unwrap_or(0);
                let second = seq_method(var(&o.name), "iter", vec![]);
                let second = match chain.item {
                    Ty::Float => seq_method(second, "copied", vec![]),
                    _ => second,
                };
                seq_method(e, "chain", vec![second])
            }
            (None, Ty::Float) => {
                let v = self.purely(|g| g.within(1, STORED));
                let once = Expr::Path("std::iter::once", vec![v]);
                seq_method(e, "chain", vec![once])
            }
            _ => seq_method(e, "take", vec![int(2)]),
        }
    }

    /// The body of a closure, which may write to the target.
    pub(super) fn closure_body(&mut self, ty: &Ty, bound: f64, target: Option<&Local>) -> Expr {
        self.body_of(ty, bound, target, true)
    }

    /// The same; it may return early where the body is the whole of it.
    pub(super) fn body_of(
        &mut self,
        ty: &Ty,
        bound: f64,
        target: Option<&Local>,
        whole: bool,
    ) -> Expr {
        let mark = self.scope.len();
        let mut stmts = Vec::new();
        if self.rng.chance(25) {
            self.purely(|g| g.let_float(&mut stmts));
        }
        if let Some(l) = target {
            self.write_target(l, &mut stmts);
        }
        if whole && (stmts.is_empty() || self.rng.chance(50)) {
            let early = self.purely(|g| g.early_return(ty, bound));
            stmts.extend(early);
        }
        let value = match ty {
            Ty::Unit => None,
            ty => Some(self.purely(|g| g.body_value(ty, bound))),
        };
        self.scope.truncate(mark);
        match value {
            Some(e) if stmts.is_empty() => e,
            Some(e) => {
                let mut b = value_block(e);
                b.stmts = stmts;
                Expr::Block(b)
            }
            None => Expr::Block(crate::ast::Block { stmts, tail: None }),
        }
    }

    pub(super) fn body_value(&mut self, ty: &Ty, bound: f64) -> Expr {
        match ty {
            Ty::Float => self.within(2, bound),
            Ty::Tuple(items) => {
                Expr::Tuple(items.iter().map(|t| self.body_value(t, bound)).collect())
            }
            ty => self.value(ty),
        }
    }
}

fn is_copy(ty: &Ty) -> bool {
    match ty {
        Ty::Vec | Ty::Rows => false,
        Ty::Struct(shape) => shape.copy,
        Ty::Tuple(items) => items.iter().all(is_copy),
        ty => !ty.is_mut_ref(),
    }
}

fn copies(item: &Ty) -> bool {
    match item {
        Ty::Tuple(items) => items.iter().all(copies),
        Ty::Float | Ty::FloatRef | Ty::Usize => true,
        _ => false,
    }
}

impl Chain {
    /// What the last closure may write to, if no other does.
    pub(super) fn target_for_fold(&mut self) -> Option<Local> {
        self.target.take()
    }

    /// It is free again when the chain ends.
    pub(super) fn lend_mut(&mut self, id: u32) {
        self.lent.push((id, true));
    }

    /// Whether `rev` may follow.
    fn runs_back(&self) -> bool {
        let even = self.plain || self.even || REV_OF_UNEVEN;
        self.both && even && (ZIP_REV || !self.zipped)
    }

    /// Whether a `for` loop may run over it.
    pub(super) fn may_loop(&self) -> bool {
        self.one_loop || FOR_OVER_PARTS
    }

    /// Whether one of its items may be chosen.
    pub(super) fn may_choose(&self) -> bool {
        !self.then || THEN_CHOSEN
    }

    /// Whether nothing but its source and choices among its items is there.
    pub(super) fn is_plain(&self) -> bool {
        self.plain
    }

    /// Whether one of its closures writes already.
    pub(super) fn writes(&self) -> bool {
        self.target.is_none()
    }
}
