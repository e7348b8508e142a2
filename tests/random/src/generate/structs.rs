//! Structs: shapes, values, and what is done with them as a whole.
//!
//! A field of a struct in scope is a local of its own, which is called `s.a`: everything that is done with variables is
//! done with fields. Its root is the struct: what borrows the one borrows the other.

use super::avoided::{
    DEREF_ASSIGN, DEREF_COPY, FIELD_INTEGERS, FIELD_TAKEN, PATTERN_REUSED, STRUCT_CLONE,
};
use super::scope::Local;
use super::{Gen, STORED};
use crate::ast::{
    Expr, Name, Note, Op, Pat, Record, Stmt, Ty, bin, deref, int, lent, lent_mut, seq_method, var,
};
use crate::rng::Rng;
use std::sync::Arc;

/// The least length of a vector in a field.
pub(super) const LEAST: usize = 1;
/// How many statements there are.
pub(super) const STRUCTS: usize = 13;

/// The structs of a program.
pub(super) fn shapes(rng: &mut Rng) -> Vec<Arc<Record>> {
    let field = |name: &str, ty: Ty| (name.to_string(), ty);
    let tuple = rng.chance(35);
    let mut fields = vec![field("x", Ty::Float), field("y", Ty::Float)];
    if rng.chance(30) {
        fields.push(field("k", Ty::Array(2)));
    }
    let own = !tuple && fields.len() == 2 && rng.chance(30);
    let small = Record {
        name: "Point".to_string(),
        fields: numbered(fields, tuple),
        tuple,
        copy: own || rng.chance(75),
        own,
    };
    let small = Arc::new(small);
    let tuple = rng.chance(15);
    let mut fields = vec![field("a", Ty::Float)];
    for (name, percent, ty) in [
        ("n", 50, Ty::Usize),
        ("b", 60, Ty::Float),
        ("arr", 40, Ty::Array(2)),
        ("inner", 50, Ty::Struct(small.clone())),
    ] {
        if rng.chance(percent) {
            let at = rng.below(fields.len() + 1);
            fields.insert(at, field(name, ty));
        }
    }
    // At the end: a result can be padded then.
    if rng.chance(60) {
        fields.push(field("w", Ty::Vec));
    }
    let copies = |t: &Ty| match t {
        Ty::Struct(s) => s.copy,
        t => *t != Ty::Vec,
    };
    let copy = fields.iter().all(|(_, t)| copies(t)) && rng.chance(60);
    let large = Record {
        name: "Model".to_string(),
        fields: numbered(fields, tuple),
        tuple,
        copy,
        own: false,
    };
    vec![small, Arc::new(large)]
}

fn numbered(fields: Vec<(String, Ty)>, tuple: bool) -> Vec<(String, Ty)> {
    let all = fields.into_iter().enumerate();
    all.map(|(i, (name, t))| (if tuple { i.to_string() } else { name }, t))
        .collect()
}

impl Gen {
    pub(super) fn some_shape(&mut self) -> Option<Arc<Record>> {
        if self.plain || self.shapes.is_empty() {
            return None;
        }
        Some(self.rng.pick(&self.shapes).clone())
    }

    /// A type of a parameter: `S`, `&S`, `&mut S`.
    pub(super) fn struct_type(&mut self) -> Option<Ty> {
        let shape = self.some_shape()?;
        Some(match self.rng.below(5) {
            0 => Ty::Struct(shape),
            1 | 2 => Ty::StructRef(shape),
            _ => Ty::StructMut(shape),
        })
    }

    /// Declares the fields of a struct in scope.
    pub(super) fn declare_fields(&mut self, l: &Local) {
        let Some(shape) = l.name.ty.shape().cloned() else {
            return;
        };
        if let Some(root) = self.local_mut(l.name.id) {
            root.pinned = true;
        }
        let mutable = match l.name.ty {
            Ty::StructMut(_) => true,
            Ty::StructRef(_) => false,
            _ => l.mutable,
        };
        for (field, ty) in &shape.fields {
            let name = self.name(format!("{}.{field}", l.name.text), ty.clone());
            let mut local = Local::new(name);
            local.mutable = mutable;
            local.pinned = true;
            local.root = Some(l.name.id);
            local.borrowed = l.borrowed || matches!(l.name.ty, Ty::StructMut(_));
            local.source = l.source && ty.is_active();
            if *ty == Ty::Vec {
                local.min_len = LEAST;
            }
            if *ty == Ty::Usize {
                local.max = 250;
            }
            self.scope.push(local.clone());
            self.declare_fields(&local);
        }
    }

    /// A field that can be read, of a struct that can.
    pub(super) fn field_of(&mut self, l: &Local) -> Option<Local> {
        let id = l.name.id;
        self.some_local(|c| c.root == Some(id) && c.name.ty.is_active())
    }

    /// A value of the struct.
    pub(super) fn struct_value(&mut self, shape: &Arc<Record>) -> Expr {
        if self.chance(20)
            && let Some(e) = self.struct_copy(shape, false)
        {
            return e;
        }
        if self.chance(20)
            && let Some(e) = self.call_of(&Ty::Struct(shape.clone()), 1)
        {
            return e;
        }
        self.struct_literal(shape)
    }

    /// `s`, or `s.clone()`
    fn struct_copy(&mut self, shape: &Arc<Record>, result: bool) -> Option<Expr> {
        if !shape.copy && !STRUCT_CLONE {
            return None;
        }
        let refs = result || DEREF_COPY;
        let l = self.some_local(|l| {
            let own = matches!(l.name.ty, Ty::Struct(_)) && l.root.is_none();
            l.name.ty.shape() == Some(shape) && (own || refs)
        })?;
        let by_name = shape.copy && (!STRUCT_CLONE || self.rng.chance(75));
        let own = matches!(l.name.ty, Ty::Struct(_));
        Some(match (by_name, own) {
            (true, true) => var(&l.name),
            (true, false) => deref(var(&l.name)),
            (false, _) => seq_method(var(&l.name), "clone", vec![]),
        })
    }

    /// A struct as a result: often one that was written.
    pub(super) fn closing_struct(&mut self, shape: &Arc<Record>) -> Expr {
        if self.rng.chance(60)
            && let Some(e) = self.struct_copy(shape, true)
        {
            return e;
        }
        self.struct_literal(shape)
    }

    /// `S { b: e, a: e }`
    fn struct_literal(&mut self, shape: &Arc<Record>) -> Expr {
        let mut order: Vec<usize> = (0..shape.fields.len()).collect();
        if !shape.tuple && self.rng.chance(40) {
            order.reverse();
        }
        let items = order.into_iter().map(|i| {
            let e = match &shape.fields[i].1 {
                Ty::Vec => self.new_vec(LEAST),
                Ty::Float => self.within(1, STORED),
                ty => self.value(ty),
            };
            (i, e)
        });
        Expr::Struct(shape.clone(), items.collect())
    }

    /// `&s` and its kin for a parameter.
    pub(super) fn struct_argument(&mut self, ty: &Ty) -> Expr {
        match ty {
            Ty::StructRef(shape) => {
                let l = self.some_local(|l| l.name.ty.shape() == Some(shape));
                match l {
                    Some(l) if matches!(l.name.ty, Ty::Struct(_)) => lent(var(&l.name)),
                    Some(l) if matches!(l.name.ty, Ty::StructMut(_)) => lent(deref(var(&l.name))),
                    Some(l) => var(&l.name),
                    None => lent(self.struct_literal(shape)),
                }
            }
            Ty::StructMut(shape) => lent_mut(self.struct_literal(shape)),
            Ty::Struct(shape) => self.struct_value(shape),
            _ => Expr::Tuple(vec![]),
        }
    }

    /// A struct variable, which is made where there is none.
    fn struct_local(&mut self, mutable: bool, out: &mut Vec<Stmt>) -> Option<Local> {
        let wanted = |l: &Local| l.name.ty.shape().is_some() && (!mutable || l.can_write());
        if self.some_local(wanted).is_none() {
            self.let_struct(0, out)?;
        }
        self.some_local(wanted)
    }

    /// `let mut s = ..;`
    fn let_struct(&mut self, how: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let shape = self.some_shape()?;
        let ty = Ty::Struct(shape.clone());
        let e = match how {
            0 => None,
            1 => self.call_of(&ty, 1),
            _ => self.struct_copy(&shape, false),
        };
        let e = match e {
            Some(e) => e,
            None => self.struct_literal(&shape),
        };
        let literal = matches!(e, Expr::Struct(..));
        let name = self.fresh(ty.clone());
        let mutable = self.rng.chance(80);
        let pat = self.bind(&name, mutable);
        let note = if !literal || self.rng.chance(20) {
            Note::Typed
        } else {
            Note::Plain
        };
        out.push(Stmt::Let(pat, ty, note, Some(e)));
        self.reach(&name, out);
        Some(())
    }

    /// A statement about a struct as a whole.
    pub(super) fn struct_statement(&mut self, out: &mut Vec<Stmt>) {
        let at = self.pick_named("struct", &[6, 6, 6, 6, 4, 4, 5, 5, 5, 3, 8, 4, 3]);
        if self.struct_of(at, out).is_none() {
            self.assignment(out);
        }
    }

    fn struct_of(&mut self, at: usize, out: &mut Vec<Stmt>) -> Option<()> {
        match at {
            0..3 => self.let_struct(at, out),
            3 => {
                let l = self.struct_local(true, out)?;
                if !DEREF_ASSIGN && !matches!(l.name.ty, Ty::Struct(_)) {
                    return None;
                }
                let shape = l.name.ty.shape()?.clone();
                let e = self.struct_value(&shape);
                let place = match l.name.ty {
                    Ty::StructMut(_) => deref(var(&l.name)),
                    _ => var(&l.name),
                };
                out.push(Stmt::Expr(Expr::Assign(Box::new(place), Box::new(e))));
                Some(())
            }
            4 | 5 => self.struct_pattern(at == 4, out),
            6 | 7 => self.lend_struct(at == 6, out),
            8 => {
                let l = self.struct_local(true, out)?;
                let id = l.name.id;
                let field = self.some_local(|c| {
                    c.root == Some(id) && c.can_write() && c.name.ty == Ty::Float
                })?;
                let op = *self.rng.pick(&[Op::Add, Op::Sub, Op::Mul, Op::Div]);
                let e = self.compound_value(op);
                let place = Box::new(var(&field.name));
                out.push(Stmt::Expr(Expr::AssignOp(
                    op,
                    Ty::Float,
                    place,
                    Box::new(e),
                )));
                Some(())
            }
            9 => {
                let l = self.struct_local(true, out)?;
                let whole = matches!(l.name.ty, Ty::Struct(_)) && l.root.is_none();
                if !whole && !FIELD_TAKEN {
                    return None;
                }
                let shape = l.name.ty.shape()?.clone();
                let lent = match l.name.ty {
                    Ty::StructMut(_) => lent_mut(deref(var(&l.name))),
                    _ => lent_mut(var(&l.name)),
                };
                self.hide(l.name.id, true);
                let e = self.purely(|g| g.struct_value(&shape));
                self.hide(l.name.id, false);
                let ty = Ty::Struct(shape);
                let name = self.fresh(ty.clone());
                let pat = self.bind(&name, true);
                let e = Expr::Path("std::mem::replace", vec![lent, e]);
                out.push(Stmt::Let(pat, ty, Note::Typed, Some(e)));
                self.reach(&name, out);
                Some(())
            }
            10 => self.struct_call(out),
            11 => self.integer_field(out),
            _ => {
                // A copy of a field that is a struct, or of a float.
                let l = self.struct_local(false, out)?;
                let field = self.field_of(&l)?;
                let read = self.read(&field)?;
                self.use_float(bin(Op::Mul, read.e, crate::ast::lit(0.5)), out);
                Some(())
            }
        }
    }

    /// An integer in a field counts, and is compared.
    fn integer_field(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let field =
            |l: &Local| l.root.is_some() && l.name.ty == Ty::Usize && !l.locked && !l.hidden;
        if self.some_local(field).is_none() {
            for _ in 0..2 {
                self.let_struct(0, out)?;
            }
        }
        let l = self.some_local(field)?;
        let small = bin(Op::Rem, var(&l.name), int(4));
        match self.rng.below(4) {
            0 | 3 if l.can_write() => {
                let place = Box::new(var(&l.name));
                let e = Expr::AssignOp(Op::Add, Ty::Usize, place, Box::new(int(1)));
                out.push(Stmt::Expr(e));
            }
            1 => {
                let then = self.nested(|g| g.block(1, None));
                let cond = bin(Op::Lt, small, int(2));
                out.push(Stmt::Expr(Expr::If(Box::new(cond), then, None)));
            }
            2 => {
                let e = bin(Op::Mul, Expr::ToFloat(Box::new(small)), self.variable().e);
                self.use_float(e, out);
            }
            _ => {
                let mark = self.scope.len();
                let name = self.fresh(Ty::Usize);
                self.bind_counter(&name, 3);
                let range = crate::ast::range(Some(int(0)), Some(small));
                let e = self.for_loop(Pat::Bind(name, false), range);
                self.scope.truncate(mark);
                out.push(Stmt::Expr(e));
            }
        }
        Some(())
    }

    /// Calls of methods.
    pub(super) fn method_themes(&mut self, out: &mut Vec<Stmt>) {
        for _ in 0..2 {
            self.in_context(out, |g, out| {
                g.distinct += 1;
                let _ = g.struct_local(true, out);
                let _ = g.struct_call(out);
                g.distinct -= 1;
            });
        }
    }

    /// A call of a function that has to do with structs.
    fn struct_call(&mut self, out: &mut Vec<Stmt>) -> Option<()> {
        let all = self.callees.clone();
        let about = |k: &super::Callee| {
            k.ret.shape().is_some() || k.params.iter().any(|p| p.name.ty.shape().is_some())
        };
        let (fit, others): (Vec<_>, Vec<_>) = all.into_iter().partition(about);
        self.callees = fit;
        let e = self.any_call();
        self.callees.extend(others);
        let e = e?;
        let ret = super::fallible::returned(&e)?.clone();
        if ret == Ty::Unit {
            out.push(Stmt::Expr(e));
            return Some(());
        }
        if ret.shape().is_some() {
            let name = self.fresh(ret.clone());
            let pat = self.bind(&name, true);
            out.push(Stmt::Let(pat, ret, Note::Typed, Some(e)));
            self.reach(&name, out);
            return Some(());
        }
        if ret == Ty::Float {
            self.use_float(bin(Op::Mul, e, crate::ast::lit(0.5)), out);
            return Some(());
        }
        let pat = self.pattern(&ret);
        out.push(Stmt::Let(pat, ret, Note::Plain, Some(e)));
        Some(())
    }

    /// `let S { a, w, .. } = &s;`, `let S { a, .. } = s;`
    fn struct_pattern(&mut self, by_reference: bool, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.struct_local(false, out)?;
        let shape = l.name.ty.shape()?.clone();
        let moved = !by_reference && !shape.copy;
        let own = matches!(l.name.ty, Ty::Struct(_));
        if moved || !by_reference && !own && !DEREF_COPY {
            return None;
        }
        let (mut items, mut names) = (Vec::new(), Vec::new());
        for (i, (field, t)) in shape.fields.iter().enumerate() {
            let ty = match (by_reference, t) {
                (false, Ty::Usize) if !FIELD_INTEGERS => continue,
                (false, t) => t.clone(),
                (true, Ty::Float) => Ty::FloatRef,
                (true, Ty::Vec) => Ty::Slice,
                (true, Ty::Array(n)) => Ty::ArrayRef(*n),
                (true, Ty::Struct(s)) => Ty::StructRef(s.clone()),
                (true, _) => continue,
            };
            if !shape.tuple && self.rng.chance(25) {
                continue;
            }
            let free = !shape.tuple && !self.is_taken(field);
            let name = if free && self.rng.chance(50) {
                self.name(field.clone(), ty)
            } else {
                self.fresh(ty)
            };
            self.reserved.push(name.text.clone());
            items.push((i, Pat::Bind(name.clone(), false)));
            names.push((name, t.clone()));
        }
        self.reserved.clear();
        if shape.tuple {
            for i in 0..shape.fields.len() {
                if !items.iter().any(|(k, _)| *k == i) {
                    items.push((i, Pat::Wild));
                }
            }
            items.sort_by_key(|(i, _)| *i);
        }
        if names.is_empty() {
            return None;
        }
        let e = match (by_reference, own) {
            (true, true) => lent(var(&l.name)),
            (true, false) if matches!(l.name.ty, Ty::StructMut(_)) => lent(deref(var(&l.name))),
            (false, false) => deref(var(&l.name)),
            _ => var(&l.name),
        };
        let ty = Ty::Struct(shape.clone());
        out.push(Stmt::Let(
            Pat::Struct(shape, items),
            ty,
            Note::Plain,
            Some(e),
        ));
        for (name, of) in &names {
            self.bind(name, false);
            if *of == Ty::Vec
                && let Some(l) = self.local_mut(name.id)
            {
                l.min_len = LEAST;
            }
        }
        if by_reference {
            self.freeze(l.name.id, true);
        }
        for (name, _) in &names {
            if let Some(l) = self.local_mut(name.id).map(|l| l.clone())
                && name.ty.is_active()
            {
                out.extend(self.absorb(&l));
            }
        }
        if by_reference || !PATTERN_REUSED {
            for (name, _) in &names {
                self.hide(name.id, true);
            }
        }
        if by_reference {
            self.freeze(l.name.id, false);
        }
        Some(())
    }

    fn is_taken(&self, text: &str) -> bool {
        self.scope.iter().any(|l| l.name.text == text) || self.reserved.iter().any(|r| r == text)
    }

    /// `let r = &mut s;` and statements that use it.
    fn lend_struct(&mut self, mutable: bool, out: &mut Vec<Stmt>) -> Option<()> {
        let l = self.struct_local(mutable, out)?;
        let shape = l.name.ty.shape()?.clone();
        let place = match l.name.ty {
            Ty::Struct(_) => var(&l.name),
            _ => deref(var(&l.name)),
        };
        let (ty, e) = if mutable {
            (Ty::StructMut(shape), lent_mut(place))
        } else {
            (Ty::StructRef(shape), lent(place))
        };
        self.lend_whole(&l, ty, e, out);
        Some(())
    }

    /// The argument as the receiver of a method, if its type can be seen.
    pub(super) fn as_receiver(first: &Expr) -> Option<Expr> {
        let plain = |name: &Name| !name.text.contains('.');
        match first {
            Expr::Var(name) if plain(name) => Some(first.clone()),
            Expr::Ref(e) | Expr::RefMut(e) => match &**e {
                Expr::Var(name) if plain(name) => Some((**e).clone()),
                Expr::Deref(inner) if matches!(&**inner, Expr::Var(name) if plain(name)) => {
                    Some((**inner).clone())
                }
                _ => None,
            },
            _ => None,
        }
    }
}
