//! The slots of a reverse call that hold parts of cotangents.
//!
//! A cotangent is lent once. Where several slots ask for parts of it, it is divided:
//!
//! ```text
//! dot(&x[..k], &x[k..])   divide d_x: part_1 = [..k], part_2 = [k..]
//! dot(&x[a..], &x[b..])   divide d_x by parts_1: part_1 = [a..], part_2 = [b..]
//!                         spare_1 for d_x[b..] unless parts_1[1]
//! ```
//!
//! What is written to never overlaps anything: Rust sees to it. So only shared parts meet, and the callee
//! does no more than add to them. A part that meets one that is lent has a spare, which is added to the
//! part after the call.
//!
//! Elements are compared by their indices alone: two fields of one element, by two expressions for its
//! index, count as meeting. For this the spare of a part that is written to takes over the content.
use proc_macro2::{Ident, Span};

use crate::ir::{
    self, Body, Division, Lender, Lent, MemKind, Pieces, Place, Proj, SlotArg, Spare, Val,
};
use crate::names::Names;

/// A part that a slot asks for.
pub struct Wanted {
    /// Number of the slot.
    pub slot: usize,
    /// From its root.
    pub place: Place,
    pub mutable: bool,
}

/// How all that is asked for is lent.
#[derive(Default)]
pub struct Lending {
    pub slots: Vec<(usize, SlotArg)>,
    pub divisions: Vec<Division>,
    pub spares: Vec<Spare>,
}

/// Lends to every slot what it asks for.
pub fn lend(body: &Body, names: &mut Names, wanted: Vec<Wanted>) -> Lending {
    let mut roots: Vec<(Lender, Vec<Member>)> = Vec::new();
    for Wanted {
        slot,
        place,
        mutable,
    } in wanted
    {
        let span = body.mem(place.mem).span;
        let whole = whole(body, place);
        let member = Member {
            slot,
            path: whole.path.clone(),
            whole,
            mutable,
            span,
        };
        match roots
            .iter_mut()
            .find(|(root, _)| *root == member.whole.from)
        {
            Some((_, members)) => members.push(member),
            None => roots.push((member.whole.from.clone(), vec![member])),
        }
    }
    let mut lend = Lend {
        body,
        names,
        lending: Lending::default(),
    };
    for (root, members) in roots {
        let of = Lent {
            from: root,
            path: Vec::new(),
        };
        lend.divide(of, members, &[]);
    }
    lend.lending
}

/// A place as a part of the local or slot that holds its cotangent.
fn whole(body: &Body, place: Place) -> Lent {
    match &body.mem(place.mem).kind {
        MemKind::Param(index, fields) => {
            let mut path: Vec<Proj> = fields
                .iter()
                .map(|at| Proj::Field(ir::numbered_field(*at)))
                .collect();
            path.extend(place.path);
            Lent {
                from: Lender::Slot(*index),
                path,
            }
        }
        MemKind::Local | MemKind::View(_) => Lent {
            from: Lender::Local(place.mem),
            path: place.path,
        },
    }
}

struct Member {
    slot: usize,
    whole: Lent,
    /// The way to it from what is being divided.
    path: Vec<Proj>,
    mutable: bool,
    span: Span,
}

struct Lend<'b> {
    body: &'b Body,
    names: &'b mut Names,
    lending: Lending,
}

impl Lend<'_> {
    /// Lends parts of `of`, which itself is not there unless all of `unless` are lent.
    fn divide(&mut self, mut of: Lent, mut members: Vec<Member>, unless: &[(Ident, usize)]) {
        if let [_] = members.as_slice() {
            members.drain(..).for_each(|m| self.part(&of, m, unless));
            return;
        }
        while let Some(step) = self.common_step(&members) {
            of.path.push(step);
            for member in &mut members {
                member.path.remove(0);
            }
        }
        if members.iter().any(|m| m.path.is_empty()) {
            self.with_whole(of, members, unless);
        } else if members.iter().all(|m| field(m).is_some()) {
            self.fields(of, members, unless);
        } else {
            self.ranges(of, members, unless);
        }
    }

    fn common_step(&self, members: &[Member]) -> Option<Proj> {
        let (first, rest) = members.split_first()?;
        let step = first.path.first()?;
        let common = rest
            .iter()
            .all(|m| m.path.first().is_some_and(|s| self.same(s, step)));
        common.then(|| step.clone())
    }

    fn part(&mut self, of: &Lent, member: Member, unless: &[(Ident, usize)]) {
        let mut lent = of.clone();
        lent.path.extend(member.path.iter().cloned());
        let slot = member.slot;
        let arg = if unless.is_empty() {
            SlotArg::Lend(lent)
        } else {
            SlotArg::Either(lent, self.spare(member, unless.to_vec()))
        };
        self.lending.slots.push((slot, arg));
    }

    fn spare(&mut self, member: Member, unless: Vec<(Ident, usize)>) -> Ident {
        let name = self.names.numbered("spare", member.span);
        self.lending.spares.push(Spare {
            name: name.clone(),
            of: member.whole,
            filled: member.mutable,
            unless,
        });
        name
    }

    fn always_spare(&mut self, member: Member) {
        let slot = member.slot;
        let name = self.spare(member, Vec::new());
        self.lending.slots.push((slot, SlotArg::Spare(name)));
    }

    /// Some ask for all of it: one gets it. But a copy that was passed by value makes way for what is
    /// written to.
    fn with_whole(&mut self, of: Lent, members: Vec<Member>, unless: &[(Ident, usize)]) {
        let (mut whole, mut parts): (Vec<Member>, Vec<Member>) =
            members.into_iter().partition(|m| m.path.is_empty());
        if parts.iter().any(|m| m.mutable) {
            whole.into_iter().for_each(|m| self.always_spare(m));
            self.divide(of, parts, unless);
            return;
        }
        let first = whole.iter().position(|m| m.mutable).unwrap_or(0);
        let lent = whole.remove(first);
        self.part(&of, lent, unless);
        whole.append(&mut parts);
        whole.into_iter().for_each(|m| self.always_spare(m));
    }

    /// Fields of a tuple or of a struct.
    fn fields(&mut self, of: Lent, members: Vec<Member>, unless: &[(Ident, usize)]) {
        let mut groups: Vec<(ir::Member, Vec<Member>)> = Vec::new();
        for mut member in members {
            let Some(at) = field(&member) else {
                continue;
            };
            member.path.remove(0);
            match groups.iter_mut().find(|(known, _)| *known == at) {
                Some((_, members)) => members.push(member),
                None => groups.push((at, vec![member])),
            }
        }
        let mut pieces = Vec::new();
        let mut inside = Vec::new();
        for (at, members) in groups {
            let name = self.name(&members);
            pieces.push((name.clone(), at));
            inside.push((name, members));
        }
        self.lending.divisions.push(Division {
            of,
            into: Pieces::Fields(pieces),
        });
        for (name, members) in inside {
            self.divide(piece(name), members, unless);
        }
    }

    /// Ranges and elements of a sequence.
    fn ranges(&mut self, of: Lent, members: Vec<Member>, unless: &[(Ident, usize)]) {
        let mut groups: Vec<(Vec<Proj>, Vec<Member>)> = Vec::new();
        for mut member in members {
            let rest = member.path.split_off(range_len(&member.path));
            let range = std::mem::replace(&mut member.path, rest);
            match groups
                .iter_mut()
                .find(|(known, _)| self.all_same(known, &range))
            {
                Some((_, members)) => members.push(member),
                None => groups.push((range, vec![member])),
            }
        }
        // The first is always lent.
        groups.sort_by_key(|(_, members)| !members.iter().any(|m| m.mutable));
        let apart = groups.iter().enumerate().all(|(at, (range, _))| {
            groups[..at]
                .iter()
                .all(|(other, _)| self.are_apart(range, other))
        });
        let mut pieces = Vec::new();
        let mut inside = Vec::new();
        for (range, members) in groups {
            let name = self.name(&members);
            pieces.push((name.clone(), range));
            inside.push((name, members));
        }
        let parts = (!apart).then(|| self.names.numbered("parts", inside[0].1[0].span));
        self.lending.divisions.push(Division {
            of,
            into: match &parts {
                Some(parts) => Pieces::Parts(parts.clone(), pieces),
                None => Pieces::Apart(pieces),
            },
        });
        for (at, (name, members)) in inside.into_iter().enumerate() {
            let mut unless = unless.to_vec();
            if let (Some(parts), 1..) = (&parts, at) {
                unless.push((parts.clone(), at));
            }
            self.divide(piece(name), members, &unless);
        }
    }

    fn name(&mut self, members: &[Member]) -> Ident {
        self.names.numbered("part", members[0].span)
    }

    fn all_same(&self, a: &[Proj], b: &[Proj]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same(a, b))
    }

    fn same(&self, a: &Proj, b: &Proj) -> bool {
        let same_end = |a: &Option<Val>, b: &Option<Val>| match (a, b) {
            (Some(a), Some(b)) => self.same_val(*a, *b),
            (None, None) => true,
            _ => false,
        };
        match (a, b) {
            (Proj::Index(i), Proj::Index(j)) => self.same_val(*i, *j),
            (Proj::Range(a, b), Proj::Range(c, d)) => same_end(a, c) && same_end(b, d),
            (Proj::Field(i), Proj::Field(j)) => i == j,
            _ => false,
        }
    }

    fn same_val(&self, a: Val, b: Val) -> bool {
        let (x, y) = (self.number(a), self.number(b));
        a == b || x.is_some() && x == y
    }

    /// A literal.
    fn number(&self, val: Val) -> Option<usize> {
        let tokens = self.body.val(val).constant.clone()?;
        let literal: syn::LitInt = syn::parse2(tokens).ok()?;
        literal.base10_parse().ok()
    }

    /// Whether it is known that two ranges do not meet.
    fn are_apart(&self, a: &[Proj], b: &[Proj]) -> bool {
        a.iter()
            .zip(b)
            .find(|(a, b)| !self.same(a, b))
            .is_some_and(|(a, b)| self.is_before(a, b) || self.is_before(b, a))
    }

    fn is_before(&self, a: &Proj, b: &Proj) -> bool {
        let (Proj::Index(start) | Proj::Range(Some(start), _)) = b else {
            return false;
        };
        let numbers = |end: Val| self.number(end).zip(self.number(*start));
        match a {
            Proj::Index(last) => numbers(*last).is_some_and(|(last, start)| last < start),
            Proj::Range(_, Some(end)) => {
                self.same_val(*end, *start)
                    || numbers(*end).is_some_and(|(end, start)| end <= start)
            }
            Proj::Range(_, None) | Proj::Field(_) => false,
        }
    }
}

fn piece(name: Ident) -> Lent {
    Lent {
        from: Lender::Piece(name),
        path: Vec::new(),
    }
}

fn field(member: &Member) -> Option<ir::Member> {
    match member.path.first() {
        Some(Proj::Field(field)) => Some(field.clone()),
        _ => None,
    }
}

/// How many steps of a path stay in one sequence: ranges of ranges, and an element at the end.
fn range_len(path: &[Proj]) -> usize {
    let ranges = path
        .iter()
        .take_while(|p| matches!(p, Proj::Range(..)))
        .count();
    ranges + usize::from(matches!(path.get(ranges), Some(Proj::Index(_))))
}
