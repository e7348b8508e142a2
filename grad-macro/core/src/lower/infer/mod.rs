//! Types of variables, as far as signature, annotations, literals and known methods tell.
//!
//! A forward pass over the body learns what each variable holds, both from what is assigned to it and
//! from how it is used; passes repeat until nothing new is learnt. What stays unknown is never guessed
//! to be inactive.
mod chains;
mod integers;
mod nominal;
mod operators;
mod options;
mod own_items;

use std::collections::HashMap;

pub use chains::{is_chain, is_iter_call, is_some, turbofish, zip_method};
pub(super) use integers::is_of_integer_type;
pub use nominal::{is_of_std, made_type, nominal_type, owner_and_name, tail};
pub use operators::{is_arithmetic, is_compound, own_fields};
pub use options::{is_variant, wrap_of_method};
pub use own_items::nominal_element;
use syn::{BinOp, Block, Expr, Member, Pat, Stmt, UnOp};

use crate::lower::expr::is_comparison;
use crate::parse::Neighbours;
use crate::rules::Prim;
use crate::types::{self, Ty, unparen};

/// The types of variables, by their (unique) names.
pub struct Types {
    vars: HashMap<String, Ty>,
    changed: bool,
    /// Variables that are indexed or taken apart: no scalars.
    pub taken_apart: std::collections::HashSet<String>,
    /// Variables of type `usize`.
    pub sizes: std::collections::HashSet<String>,
    /// Variables that are indexed.
    pub indexed: std::collections::HashSet<String>,
    /// Variables that are assigned as a whole.
    pub reassigned: std::collections::HashSet<String>,
    /// Variables that are changed by `+=` and its kin.
    pub compounded: std::collections::HashSet<String>,
    /// Vectors that grow by values of unknown type, such as the results of calls.
    pub grown: std::collections::HashSet<String>,
    /// Vectors that grow by such vectors.
    pub grown_rows: std::collections::HashSet<String>,
    /// Variables that a shared reference is taken of.
    pub borrowed: std::collections::HashSet<String>,
    /// Variables that are lent mutably.
    pub lent: std::collections::HashSet<String>,
    /// Variables that the result of a call is assigned to.
    pub from_calls: std::collections::HashSet<String>,
    /// Variables that hold values of the user's own types.
    nominal: HashMap<String, syn::Path>,
    /// Variables that hold lists of such values.
    elements: HashMap<String, syn::Path>,
    /// Variables that hold results of methods that are not in sight.
    unseen: std::collections::HashSet<String>,
    /// Places that hold structs, as their use among operators tells.
    own: std::collections::HashSet<String>,
    /// Places that hold integers, by their names.
    integers: std::collections::HashSet<String>,
    /// Variables that are sums and products of fields, which may be integers.
    sums: std::collections::HashSet<String>,
    /// The float type of the function, where it is known.
    pub scalar: Option<crate::ir::Ty>,
    /// Calls are among them.
    own_calls: bool,
    /// Variables that operators between structs write to.
    pub operated: std::collections::HashSet<String>,
    neighbours: Neighbours,
    /// Vectors to which structs with floats are pushed, with the types of these.
    of_structs: HashMap<String, Option<syn::Path>>,
    /// Variables of the user's own types that hold floats.
    holding: std::collections::HashSet<String>,
    /// Fields of parameters that are constants.
    constants: std::collections::HashSet<String>,
    /// Parameters of such types, and items of their lists.
    carrying: std::collections::HashSet<String>,
    /// Those of them that stand beside such ones in a list.
    beside: std::collections::HashSet<String>,
    /// Variables with a method that neither floats nor containers have.
    as_structs: std::collections::HashSet<String>,
    /// Whether `Option` and `Result` are looked into.
    options: bool,
    /// Parameters that are functions: the types of their arguments and their results.
    functions: HashMap<String, (Vec<Ty>, Ty)>,
    result: Ty,
    /// Values of the loops and labelled blocks around, innermost last.
    loops: Vec<(Option<String>, Ty)>,
}

/// What the signature tells, and what stands around the function.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    /// Parameters of type `usize`.
    pub sizes: &'k [String],
    /// Parameters that are functions: the types of their arguments and their results.
    pub functions: &'k HashMap<String, (Vec<Ty>, Ty)>,
    /// Parameters of the user's own types.
    pub nominal: &'k HashMap<String, syn::Path>,
    /// Parameters that are lists of such values.
    pub elements: &'k HashMap<String, syn::Path>,
    /// Those of both that may carry a derivative.
    pub carrying: &'k [String],
    /// Fields of parameters that are constants, as `this.data`.
    pub constants: &'k [String],
    /// Places that hold structs, as parameters and neighbours tell.
    pub own: &'k [String],
    /// The function returns a struct.
    pub returns_struct: bool,
    /// The float type of the function, where it is known.
    pub scalar: Option<crate::ir::Ty>,
    pub neighbours: &'k Neighbours,
    /// Whether `Option` and `Result` are looked into.
    pub options: bool,
}

impl Types {
    /// Infers the types of all variables of a function.
    #[must_use]
    pub fn infer<'a>(
        known: Known,
        params: impl Iterator<Item = (&'a Pat, &'a Ty)>,
        result: &Ty,
        body: &Block,
    ) -> Types {
        let mut types = Types::knowing(known, result);
        for (pat, ty) in params {
            types.bind(pat, ty);
        }
        types.find_own(body, known.returns_struct);
        for name in types.sums.clone() {
            if types.integers.contains(&name) {
                types.learn(&name, &Ty::Int);
            }
        }
        for _ in 0..12 {
            types.changed = false;
            types.block(body, result);
            if !types.changed {
                break;
            }
        }
        types
    }

    fn knowing(known: Known, result: &Ty) -> Types {
        Types {
            vars: HashMap::new(),
            changed: false,
            taken_apart: std::collections::HashSet::new(),
            from_calls: std::collections::HashSet::new(),
            lent: std::collections::HashSet::new(),
            borrowed: std::collections::HashSet::new(),
            compounded: std::collections::HashSet::new(),
            grown: std::collections::HashSet::new(),
            grown_rows: std::collections::HashSet::new(),
            reassigned: std::collections::HashSet::new(),
            indexed: std::collections::HashSet::new(),
            sizes: known.sizes.iter().cloned().collect(),
            nominal: known.nominal.clone(),
            elements: known.elements.clone(),
            unseen: std::collections::HashSet::new(),
            own: known.own.iter().cloned().collect(),
            integers: std::collections::HashSet::new(),
            scalar: known.scalar,
            sums: std::collections::HashSet::new(),
            own_calls: false,
            operated: std::collections::HashSet::new(),
            of_structs: HashMap::new(),
            holding: std::collections::HashSet::new(),
            carrying: known.carrying.iter().cloned().collect(),
            constants: known.constants.iter().cloned().collect(),
            beside: std::collections::HashSet::new(),
            as_structs: std::collections::HashSet::new(),
            options: known.options,
            neighbours: known.neighbours.clone(),
            functions: known.functions.clone(),
            result: result.clone(),
            loops: Vec::new(),
        }
    }

    /// What is known of a variable.
    #[must_use]
    pub fn of_var(&self, name: &str) -> Ty {
        self.vars.get(name).cloned().unwrap_or(Ty::Unknown)
    }

    fn learn(&mut self, name: &str, ty: &Ty) {
        let nominal = self.nominal.contains_key(name);
        let float = ty.peeled().is_float() && (nominal || self.own.contains(name));
        if float || nominal && ty.peeled().is_sequence() {
            return;
        }
        if ty.element().is_float() && self.elements.contains_key(name) {
            return;
        }
        let known = self.vars.entry(name.to_owned()).or_insert(Ty::Unknown);
        self.changed |= known.learn(ty);
    }

    /// The type that a pattern's variables give, after teaching them what is matched.
    pub fn bind(&mut self, pat: &Pat, ty: &Ty) -> Ty {
        match pat {
            Pat::Ident(p) if super::resolve::is_variable(p) => {
                let name = p.ident.to_string();
                if let Some((_, sub)) = &p.subpat {
                    self.bind(sub, ty);
                }
                self.learn(&name, ty);
                self.of_var(&name)
            }
            Pat::Guard(p) => self.bind(&p.pat, ty),
            Pat::Paren(p) => self.bind(&p.pat, ty),
            Pat::Type(p) => {
                let mut said = self.read(&p.ty);
                said.learn(ty);
                self.bind(&p.pat, &said);
                said
            }
            Pat::Reference(p) => {
                let inner = match ty {
                    Ty::Ref { to, .. } => (**to).clone(),
                    other => other.clone(),
                };
                self.bind(&p.pat, &inner).shared()
            }
            Pat::Or(p) => p
                .cases
                .iter()
                .map(|c| self.bind(c, ty))
                .last()
                .unwrap_or(Ty::Unknown),
            Pat::Tuple(p) => {
                let parts = ty.peeled().parts(p.elems.len());
                if p.elems.iter().any(|e| matches!(e, Pat::Rest(_))) {
                    return ty.clone();
                }
                let learnt = p
                    .elems
                    .iter()
                    .zip(&parts)
                    .map(|(e, t)| self.bind(e, t))
                    .collect();
                Ty::Tuple(learnt)
            }
            Pat::Slice(p) => {
                let mut elem = ty.element();
                for e in &p.elems {
                    let rest = matches!(e, Pat::Rest(_))
                        || matches!(e, Pat::Ident(i) if i.subpat.as_ref().is_some_and(|(_, s)| matches!(**s, Pat::Rest(_))));
                    if rest {
                        self.bind(e, &Ty::Slice(Box::new(elem.clone())).shared());
                    } else {
                        let learnt = self.bind(e, &elem.clone());
                        elem.learn(&learnt);
                    }
                }
                Ty::Array(Box::new(elem), None)
            }
            pat => {
                if let Some(learnt) = self.bind_variant(pat, ty) {
                    return learnt;
                }
                // What is inside of a struct or an enum may be a float.
                if !ty.peeled().is_inactive() {
                    self.bind_fields(pat);
                }
                ty.clone()
            }
        }
    }

    /// The variables in a pattern for a type of the user's own.
    fn bind_fields(&mut self, pat: &Pat) {
        match pat {
            Pat::Struct(p) => {
                for field in &p.fields {
                    self.bind(&field.pat, &Ty::Unknown);
                }
            }
            Pat::TupleStruct(p) if options::is_variant(&p.path).is_none() => {
                for elem in p.elems.iter().filter(|e| !matches!(e, Pat::Rest(_))) {
                    self.bind(elem, &Ty::Unknown);
                }
            }
            _ => {}
        }
    }

    /// A type as the user wrote it.
    fn read(&self, ty: &syn::Type) -> Ty {
        if self.options {
            Ty::read_wrapped(ty)
        } else {
            Ty::read(ty)
        }
    }

    /// The type of a block's value.
    pub fn block(&mut self, block: &Block, expected: &Ty) -> Ty {
        let mut last = Ty::Unit;
        for (at, stmt) in block.stmts.iter().enumerate() {
            let is_last = at + 1 == block.stmts.len();
            last = Ty::Unit;
            match stmt {
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(e, None) if is_last => last = self.expr(e, expected),
                Stmt::Expr(e, _) => {
                    self.expr(e, &Ty::Unknown);
                }
                Stmt::Macro(_) | Stmt::Item(_) => {
                    if let Stmt::Macro(m) = stmt {
                        if is_last {
                            last = Ty::Unknown;
                        }
                        let _ = m;
                    }
                }
            }
        }
        if matches!(last, Ty::Unit) && block_diverges(block) {
            return Ty::Unknown;
        }
        last
    }

    /// Learns from a declaration.
    pub fn local(&mut self, local: &syn::Local) {
        self.note_nominal(local);
        self.note_copied(local);
        self.note_list(local);
        let expected = self.bind(&local.pat, &Ty::Unknown);
        if let Some(init) = &local.init {
            if let Some(name) = super::stmt::single_name(&local.pat) {
                let said = matches!(&local.pat, Pat::Type(t) if quote::ToTokens::to_token_stream(&t.ty).to_string() == "usize");
                if said || self.is_size(&init.expr) {
                    self.changed |= self.sizes.insert(name.to_string());
                } else if self.sizes.contains(&name.to_string()) {
                    self.mark_size(&init.expr);
                }
            }
            let ty = self.expr(&init.expr, &expected);
            let learnt = self.bind(&local.pat, &ty);
            self.note_made(local);
            self.teach_scrutinee(&init.expr, &learnt);
            if let Some((_, diverge)) = &init.diverge {
                self.expr(diverge, &Ty::Unknown);
            }
        }
    }

    /// The type of an expression, teaching the variables inside what `expected` tells.
    pub fn expr(&mut self, expr: &Expr, expected: &Ty) -> Ty {
        match unparen(expr) {
            Expr::Lit(l) => {
                let mut ty = types::of_literal(&l.lit);
                ty.learn(expected);
                ty
            }
            Expr::Path(p) => self.path(p, expected),
            Expr::Binary(b) => self.binary(b, expected),
            Expr::Unary(u) => self.unary(u, expected),
            Expr::Cast(c) => {
                self.expr(&c.expr, &Ty::Unknown);
                Ty::read(&c.ty)
            }
            Expr::Reference(r) => {
                if let (Some(_), Expr::Path(p)) = (&r.mutability, unparen(&r.expr))
                    && let Some(ident) = p.path.get_ident()
                {
                    self.lent.insert(ident.to_string());
                }
                if let (None, Expr::Path(p)) = (&r.mutability, unparen(&r.expr))
                    && let Some(ident) = p.path.get_ident()
                {
                    self.borrowed.insert(ident.to_string());
                }
                let inner = match expected {
                    Ty::Ref { to, .. } => (**to).clone(),
                    _ => Ty::Unknown,
                };
                Ty::Ref {
                    mutable: r.mutability.is_some(),
                    to: Box::new(self.expr(&r.expr, &inner)),
                }
            }
            Expr::Tuple(t) if t.elems.is_empty() => Ty::Unit,
            Expr::Tuple(t) => {
                let parts = expected.parts(t.elems.len());
                Ty::Tuple(
                    t.elems
                        .iter()
                        .zip(&parts)
                        .map(|(e, ty)| self.expr(e, ty))
                        .collect(),
                )
            }
            Expr::Array(a) => {
                self.note_beside(a);
                let mut elem = expected.element();
                for e in &a.elems {
                    let ty = self.expr(e, &elem.clone());
                    elem.learn(&ty);
                }
                if super::vectors::mark_of(&a.attrs).is_some() {
                    return Ty::Vec(Box::new(elem));
                }
                let len = a.elems.len();
                Ty::Array(Box::new(elem), Some(quote::quote!(#len)))
            }
            Expr::Repeat(r) => {
                let elem = self.expr(&r.expr, &expected.element());
                self.expr(&r.len, &Ty::Int);
                if super::vectors::mark_of(&r.attrs).is_some() {
                    self.mark_size(&r.len);
                    return Ty::Vec(Box::new(elem));
                }
                Ty::Array(
                    Box::new(elem),
                    Some(quote::ToTokens::to_token_stream(&r.len)),
                )
            }
            Expr::Struct(s) => {
                for e in s.fields.iter().map(|f| &f.expr).chain(s.rest.as_deref()) {
                    self.expr(e, &Ty::Unknown);
                }
                Ty::Unknown
            }
            Expr::Index(i) => self.index(i, expected),
            Expr::Field(f) => self.field(f, expected),
            Expr::MethodCall(m) => self.method(m, expected),
            Expr::Call(c) => self.call(c, expected),
            Expr::Block(b) => {
                self.labelled(b.label.as_ref(), expected, |t| t.block(&b.block, expected))
            }
            Expr::Unsafe(b) => self.block(&b.block, expected),
            Expr::If(e) => self.conditional(e, expected),
            Expr::Match(m) => self.matching(m, expected),
            Expr::Loop(l) => self.labelled(l.label.as_ref(), expected, |t| {
                t.block(&l.body, &Ty::Unit);
                Ty::Unknown
            }),
            Expr::While(w) => {
                self.labelled(w.label.as_ref(), &Ty::Unit, |t| {
                    t.condition(&w.cond);
                    t.block(&w.body, &Ty::Unit)
                });
                Ty::Unit
            }
            Expr::ForLoop(f) => {
                if let (Expr::Range(r), Pat::Ident(p)) = (range_of(&f.expr), &*f.pat) {
                    let ends = [r.start.as_deref(), r.end.as_deref()];
                    let name = p.ident.to_string();
                    if ends.iter().flatten().any(|e| self.is_size(e)) {
                        self.changed |= self.sizes.insert(name);
                    } else if self.sizes.contains(&name) {
                        ends.into_iter().flatten().for_each(|e| self.mark_size(e));
                    }
                }
                let item = self.items(&f.expr);
                self.note_own_items(&f.pat, &f.expr);
                let learnt = self.bind(&f.pat, &item);
                if item.clone().learn(&learnt) {
                    self.teach_items(&f.expr, &learnt);
                }
                self.labelled(f.label.as_ref(), &Ty::Unit, |t| t.block(&f.body, &Ty::Unit));
                Ty::Unit
            }
            Expr::Assign(a) => {
                self.assign(&a.left, &a.right);
                Ty::Unit
            }
            Expr::Return(r) => {
                if let Some(e) = &r.expr {
                    let result = self.result.clone();
                    self.expr(e, &result);
                }
                expected.clone()
            }
            Expr::Break(b) => {
                if let Some(e) = &b.expr {
                    let at = self.loop_index(b.label.as_ref());
                    let want = at.map_or(Ty::Unknown, |i| self.loops[i].1.clone());
                    let ty = self.expr(e, &want);
                    if let Some(i) = at {
                        self.loops[i].1.learn(&ty);
                    }
                }
                expected.clone()
            }
            Expr::Continue(_) => expected.clone(),
            Expr::Range(r) => {
                for e in r.start.iter().chain(&r.end) {
                    self.expr(e, &Ty::Int);
                }
                Ty::Inactive
            }
            Expr::Let(_) => {
                self.condition(expr);
                Ty::Bool
            }
            Expr::Try(t) => self.tried(t, expected),
            Expr::Macro(m) => macro_type(m, expected),
            Expr::Closure(_) => {
                self.applied(expr, &[]);
                Ty::Unknown
            }
            _ => Ty::Unknown,
        }
    }

    fn labelled(
        &mut self,
        label: Option<&syn::Label>,
        expected: &Ty,
        inside: impl FnOnce(&mut Self) -> Ty,
    ) -> Ty {
        let name = label.map(|l| l.name.ident.to_string());
        self.loops.push((name, expected.clone()));
        let mut ty = inside(self);
        let broken = self.loops.pop().map_or(Ty::Unknown, |l| l.1);
        ty.learn(&broken);
        ty
    }

    fn loop_index(&self, label: Option<&syn::Lifetime>) -> Option<usize> {
        match label {
            None => self.loops.len().checked_sub(1),
            Some(l) => {
                let name = l.ident.to_string();
                self.loops
                    .iter()
                    .rposition(|(n, _)| n.as_deref() == Some(&name))
            }
        }
    }

    fn path(&mut self, p: &syn::ExprPath, expected: &Ty) -> Ty {
        if let Some(ident) = p.path.get_ident() {
            let name = ident.to_string();
            if self.vars.contains_key(&name) {
                self.learn(&name, expected);
                return self.of_var(&name);
            }
        }
        if self.options && is_variant(&p.path) == Some("None") {
            return options::of_none(expected);
        }
        of_constant(&p.path)
    }

    fn binary(&mut self, b: &syn::ExprBinary, expected: &Ty) -> Ty {
        if is_compound(&b.op) {
            self.note_holding(&b.left, &b.right);
        }
        let between_structs = is_arithmetic(&b.op) || is_compound(&b.op);
        if between_structs && (self.is_own(&b.left) || self.is_own(&b.right)) {
            self.expr(&b.left, &Ty::Unknown);
            self.expr(&b.right, &Ty::Unknown);
            return if is_compound(&b.op) {
                Ty::Unit
            } else {
                scalar_only(expected)
            };
        }
        // A long sum of floats is not searched for sizes at each of its operators.
        if is_same_type(&b.op) && !expected.is_float() || is_comparison(&b.op) {
            self.share_size(&b.left, &b.right);
        }
        match b.op {
            BinOp::And(_) | BinOp::Or(_) => {
                self.expr(&b.left, &Ty::Bool);
                self.expr(&b.right, &Ty::Bool);
                Ty::Bool
            }
            BinOp::Eq(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Ne(_)
            | BinOp::Ge(_)
            | BinOp::Gt(_) => {
                self.both(&b.left, &b.right, &Ty::Unknown);
                Ty::Bool
            }
            BinOp::Shl(_) | BinOp::Shr(_) => {
                self.expr(&b.right, &Ty::Int);
                self.expr(&b.left, expected)
            }
            BinOp::ShlAssign(_) | BinOp::ShrAssign(_) => {
                self.expr(&b.right, &Ty::Int);
                self.expr(&b.left, &Ty::Int);
                Ty::Unit
            }
            BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_) => {
                if let Expr::Path(p) = unparen(&b.left)
                    && let Some(ident) = p.path.get_ident()
                {
                    self.compounded.insert(ident.to_string());
                }
                self.both(&b.left, &b.right, &Ty::Unknown);
                Ty::Unit
            }
            _ => self.both(&b.left, &b.right, expected),
        }
    }

    /// Two operands of one primitive type, references aside.
    fn both(&mut self, left: &Expr, right: &Expr, expected: &Ty) -> Ty {
        let want = scalar_only(expected);
        let l = scalar_only(&self.expr(left, &want));
        let r = scalar_only(&self.expr(right, &l));
        let mut ty = l.clone();
        // Only for something new: looking twice at each operator would take time without end.
        if ty.learn(&r) {
            self.expr(left, &ty);
        }
        ty
    }

    fn unary(&mut self, u: &syn::ExprUnary, expected: &Ty) -> Ty {
        match u.op {
            UnOp::Deref(_) => {
                let ty = self.expr(&u.expr, &Ty::Unknown);
                match ty {
                    Ty::Ref { to, .. } => *to,
                    other => {
                        let mut ty = other;
                        ty.learn(expected);
                        ty
                    }
                }
            }
            UnOp::Neg(_) if self.is_own(&u.expr) => {
                self.expr(&u.expr, &Ty::Unknown);
                scalar_only(expected)
            }
            _ => scalar_only(&self.expr(&u.expr, expected)),
        }
    }

    fn index(&mut self, i: &syn::ExprIndex, expected: &Ty) -> Ty {
        self.note_taken_apart(&i.expr);
        if let Expr::Path(p) = unparen(&i.expr)
            && let Some(ident) = p.path.get_ident()
        {
            self.indexed.insert(ident.to_string());
        }
        let base = self.expr(&i.expr, &Ty::Unknown);
        if let Expr::Range(_) = unparen(&i.index) {
            self.expr(&i.index, &Ty::Unknown);
            return Ty::Slice(Box::new(base.element()));
        }
        if let Expr::Tuple(t) = unparen(&i.index) {
            // An index of a type of the user's own.
            t.elems.iter().for_each(|e| {
                self.expr(e, &Ty::Int);
            });
            return scalar_only(expected);
        }
        self.expr(&i.index, &Ty::Int);
        if base.peeled().is_sequence() {
            self.mark_size(&i.index);
        }
        let mut elem = base.element();
        let unseen = matches!(base, Ty::Unknown) && !matches!(expected, Ty::Unknown);
        if elem.learn(expected) || unseen {
            let learnt = Ty::Slice(Box::new(expected.clone()));
            self.expr(&i.expr, &learnt);
        }
        elem
    }

    /// An index is a `usize`, and so is everything that arithmetic makes it of.
    fn mark_size(&mut self, e: &Expr) {
        match unparen(e) {
            Expr::Path(p) => {
                if let Some(ident) = p.path.get_ident() {
                    self.changed |= self.sizes.insert(ident.to_string());
                }
            }
            Expr::Binary(b) if is_same_type(&b.op) => {
                self.mark_size(&b.left);
                self.mark_size(&b.right);
            }
            Expr::Range(r) => r.start.iter().chain(&r.end).for_each(|e| self.mark_size(e)),
            _ => {}
        }
    }

    /// Whether an expression is known to be a `usize`.
    fn is_size(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Path(p) => p
                .path
                .get_ident()
                .is_some_and(|i| self.sizes.contains(&i.to_string())),
            Expr::Lit(l) => matches!(&l.lit, syn::Lit::Int(i) if i.suffix() == "usize"),
            Expr::Cast(c) => quote::ToTokens::to_token_stream(&c.ty).to_string() == "usize",
            Expr::MethodCall(m) => {
                m.method == "len" && m.args.is_empty() && self.nominal_of(&m.receiver).is_none()
            }
            Expr::Binary(b) if is_same_type(&b.op) => {
                self.is_size(&b.left) || self.is_size(&b.right)
            }
            _ => false,
        }
    }

    /// What two sides of one type tell of each other.
    fn share_size(&mut self, left: &Expr, right: &Expr) {
        if self.is_size(left) {
            self.mark_size(right);
        } else if self.is_size(right) {
            self.mark_size(left);
        }
    }

    fn note_taken_apart(&mut self, base: &Expr) {
        if let Some(name) = super::stmt::base_variable(base) {
            self.taken_apart.insert(name.to_string());
        }
    }

    fn field(&mut self, f: &syn::ExprField, expected: &Ty) -> Ty {
        if let (false, Expr::Path(p)) = (self.constants.is_empty(), unparen(&f.base)) {
            let (base, member) = (quote::quote!(#p).to_string(), &f.member);
            let name = format!("{base}.{}", quote::quote!(#member));
            if self.constants.contains(&name) {
                return Ty::Inactive;
            }
        }
        self.note_taken_apart(&f.base);
        let base = self.expr(&f.base, &Ty::Unknown);
        match (&f.member, base.peeled()) {
            (Member::Unnamed(at), Ty::Tuple(parts)) => {
                let at = at.index as usize;
                let Some(part) = parts.get(at) else {
                    return Ty::Unknown;
                };
                let mut learnt = part.clone();
                if learnt.learn(expected) {
                    let mut all = vec![Ty::Unknown; parts.len()];
                    all[at] = learnt.clone();
                    self.expr(&f.base, &Ty::Tuple(all));
                }
                learnt
            }
            _ => Ty::Unknown,
        }
    }

    fn method(&mut self, m: &syn::ExprMethodCall, expected: &Ty) -> Ty {
        if is_chain(&m.receiver) {
            self.note_own_inputs(m);
        }
        if let Some(ty) = self.ended(m, expected) {
            return ty;
        }
        if let Some(ty) = self.apart(m, expected) {
            return ty;
        }
        let receiver = self.expr(&m.receiver, &Ty::Unknown);
        let name = m.method.to_string();
        self.note_struct(m);
        if self.nominal_of(&m.receiver).is_some() {
            self.note_lent_beside(&m.args);
            for a in &m.args {
                self.expr(a, &Ty::Unknown);
                self.note_holding(&m.receiver, a);
            }
            let declared = self.declared_of(&Expr::MethodCall(m.clone()), false);
            return match declared {
                Some(ty) => self.read(&ty),
                None => Types::own_answer(&name, expected).unwrap_or(Ty::Unknown),
            };
        }
        if let Some(ty) = self.wrapped_method(m, &name, &receiver, expected) {
            return ty;
        }
        if receiver.peeled().is_float()
            || Prim::is_float_only(&name)
                && !matches!(receiver.peeled(), Ty::Int)
                && !self.is_unseen_result(&m.receiver)
        {
            return self.float_method(m, &name, &receiver, expected);
        }
        if let ("map", Some(f), Ty::Array(elem, len)) =
            (name.as_str(), m.args.first(), receiver.peeled())
        {
            let mapped = self.applied(f, &[(**elem).clone()]);
            return Ty::Array(Box::new(mapped), len.clone());
        }
        for a in &m.args {
            self.expr(a, &Ty::Unknown);
        }
        match name.as_str() {
            "len" | "count" => Ty::Int,
            "is_empty" | "contains" | "any" | "all" | "is_some" | "is_none" => Ty::Bool,
            "abs" | "pow" | "min" | "max" | "clamp" | "signum" | "rem_euclid" | "div_euclid"
            | "clone" | "to_owned" => {
                let mut ty = receiver.peeled().clone();
                for a in &m.args {
                    let arg = self.expr(a, &ty.clone());
                    if name != "pow" {
                        ty.learn(arg.peeled());
                    }
                }
                if let Ty::Slice(t) = ty {
                    Ty::Vec(t)
                } else {
                    ty
                }
            }
            "push" | "fill" | "resize" => {
                // The elements are what is written.
                let elem = receiver.element();
                if let Some(value) = m.args.last() {
                    let ty = self.expr(value, &elem);
                    if !matches!(ty, Ty::Unknown) {
                        if matches!(&ty, Ty::Vec(of) if matches!(**of, Ty::Unknown)) {
                            self.note_row(&m.receiver, value);
                        }
                        self.expr(&m.receiver, &Ty::Vec(Box::new(ty)));
                    } else if let Some(base) = super::stmt::base_variable(&m.receiver) {
                        self.note_pushed(&m.receiver, value);
                        self.grown.insert(base.to_string());
                    }
                }
                Ty::Unit
            }
            "extend_from_slice" | "copy_from_slice" | "clone_from_slice" | "extend" => {
                if let Some(value) = m.args.first() {
                    let ty = self.expr(value, &Ty::Unknown);
                    if !matches!(ty.element(), Ty::Unknown) {
                        self.expr(&m.receiver, &Ty::Vec(Box::new(ty.element())));
                    }
                }
                Ty::Unit
            }
            "split_at" | "split_at_mut" => {
                let part = Ty::Ref {
                    mutable: name == "split_at_mut",
                    to: Box::new(Ty::Slice(Box::new(receiver.element()))),
                };
                Ty::Tuple(vec![part.clone(), part])
            }
            "first" | "last" | "pop" | "get" if receiver.peeled().is_sequence() => Ty::Unknown,
            "unwrap" | "expect" => expected.clone(),
            "to_vec" => Ty::Vec(Box::new(receiver.element())),
            "as_slice" => Ty::Slice(Box::new(receiver.element())).shared(),
            _ if receiver.is_inactive() && !matches!(receiver, Ty::Inactive) => Ty::Inactive,
            _ => Ty::Unknown,
        }
    }

    fn float_method(
        &mut self,
        m: &syn::ExprMethodCall,
        name: &str,
        receiver: &Ty,
        expected: &Ty,
    ) -> Ty {
        let mut ty = receiver.peeled().clone();
        if !ty.is_float() {
            ty = Ty::Float;
            self.expr(&m.receiver, &Ty::Float);
        }
        let int_argument = name == "powi";
        for a in &m.args {
            let want = if int_argument { Ty::Int } else { ty.clone() };
            self.expr(a, &want);
        }
        match name {
            "sin_cos" => Ty::Tuple(vec![ty.clone(), ty]),
            "is_nan" | "is_finite" | "is_infinite" | "is_normal" | "is_sign_positive"
            | "is_sign_negative" | "is_subnormal" | "eq" | "ne" | "lt" | "le" | "gt" | "ge" => {
                Ty::Bool
            }
            "total_cmp" | "partial_cmp" | "to_bits" | "to_string" | "classify" => Ty::Inactive,
            _ => {
                ty.learn(&scalar_only(expected));
                ty
            }
        }
    }

    fn call(&mut self, c: &syn::ExprCall, expected: &Ty) -> Ty {
        self.note_lent_beside(&c.args);
        let Expr::Path(p) = unparen(&c.func) else {
            for a in &c.args {
                self.expr(a, &Ty::Unknown);
            }
            return expected.clone();
        };
        if let Some(ident) = p.path.get_ident()
            && let Some((inputs, result)) = self.functions.get(&ident.to_string()).cloned()
        {
            for (a, ty) in c.args.iter().zip(&inputs) {
                self.expr(a, ty);
            }
            return result;
        }
        let segments: Vec<String> = p
            .path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        let (last, owner) = match segments.as_slice() {
            [.., owner, last] => (last.as_str(), Some(owner.as_str())),
            [last] => (last.as_str(), None),
            [] => return Ty::Unknown,
        };
        if let Some(ty) = self.variant_of(c, &p.path, expected) {
            return ty;
        }
        let scalar = match owner {
            Some("f64") => Some(Ty::F64),
            Some("f32") => Some(Ty::F32),
            Some(crate::generic::FLOAT)
                if Prim::method(last, c.args.len().saturating_sub(1)).is_some() =>
            {
                Some(Ty::Generic)
            }
            Some(crate::generic::FLOAT) => return Ty::Generic,
            _ => None,
        };
        if let Some(scalar) = scalar {
            for (at, a) in c.args.iter().enumerate() {
                let want = match (last, at) {
                    ("powi", 1) => Ty::Int,
                    ("from" | "from_bits", _) => Ty::Unknown,
                    _ => scalar.clone(),
                };
                self.expr(a, &want);
            }
            return match last {
                "sin_cos" => Ty::Tuple(vec![scalar.clone(), scalar]),
                "to_bits" | "total_cmp" | "partial_cmp" => Ty::Inactive,
                name if name.starts_with("is_") => Ty::Bool,
                _ => scalar,
            };
        }
        if owner == Some("mem") && matches!(last, "swap" | "replace" | "take") {
            for a in &c.args {
                if let Expr::Reference(r) = unparen(a) {
                    self.note_reassigned(&r.expr);
                }
            }
        }
        if owner == Some("mem") && last == "swap" {
            let mut known = Ty::Unknown;
            for a in c.args.iter().chain(&c.args) {
                let ty = self.expr(a, &known.clone());
                known.learn(&ty);
            }
            return Ty::Unit;
        }
        if owner == Some("Vec") && matches!(last, "new" | "with_capacity") {
            for a in &c.args {
                self.expr(a, &Ty::Int);
            }
            return match expected {
                Ty::Vec(_) => expected.clone(),
                _ => Ty::Vec(Box::new(Ty::Unknown)),
            };
        }
        if owner == Some("Vec") && last == "from" {
            let elem = c
                .args
                .first()
                .map_or(Ty::Unknown, |a| self.expr(a, &Ty::Unknown).element());
            return Ty::Vec(Box::new(elem));
        }
        if owner == Some("mem") && (last == "replace" || last == "take") {
            let mut known = Ty::Unknown;
            for (at, a) in c.args.iter().enumerate().chain(c.args.iter().enumerate()) {
                // What replaces the content is no reference.
                let wanted = if at == 0 {
                    known.clone().shared()
                } else {
                    known.clone()
                };
                let ty = self.expr(a, &wanted);
                known.learn(ty.peeled());
            }
            return known;
        }
        if matches!(last, "swap" | "replace" | "take") && owner.is_none() {
            for a in &c.args {
                self.expr(a, &Ty::Unknown);
            }
        }
        let integer_owner = owner.is_some_and(|o| matches!(Ty::read(&ident_type(o)), Ty::Int));
        for a in &c.args {
            self.expr(a, &Ty::Unknown);
        }
        if integer_owner {
            return Ty::Int;
        }
        expected.clone()
    }

    fn conditional(&mut self, e: &syn::ExprIf, expected: &Ty) -> Ty {
        self.condition(&e.cond);
        let mut ty = self.block(&e.then_branch, expected);
        if let Some((_, other)) = &e.else_branch {
            let mut want = expected.clone();
            want.learn(&ty);
            let second = self.expr(other, &want);
            if matches!(ty, Ty::Unit)
                && !matches!(second, Ty::Unit)
                && block_diverges(&e.then_branch)
            {
                ty = second;
            } else {
                ty.learn(&second);
            }
        }
        ty
    }

    fn condition(&mut self, cond: &Expr) {
        match unparen(cond) {
            Expr::Let(l) => {
                let ty = self.expr(&l.expr, &Ty::Unknown);
                let learnt = self.bind(&l.pat, &ty);
                self.teach_scrutinee(&l.expr, &learnt);
            }
            Expr::Binary(b) if matches!(b.op, BinOp::And(_)) => {
                self.condition(&b.left);
                self.condition(&b.right);
            }
            other => {
                self.expr(other, &Ty::Bool);
            }
        }
    }

    fn matching(&mut self, m: &syn::ExprMatch, expected: &Ty) -> Ty {
        let scrutinee = self.expr(&m.expr, &Ty::Unknown);
        let mut ty = expected.clone();
        for arm in &m.arms {
            let learnt = self.bind(&arm.pat, &scrutinee);
            self.teach_scrutinee(&m.expr, &learnt);
            if let Pat::Guard(g) = &arm.pat {
                self.expr(&g.guard, &Ty::Bool);
            }
            let value = self.expr(&arm.body, &ty.clone());
            ty.learn(&value);
        }
        ty
    }

    /// Variables (and variables whose fields) are assigned as a whole.
    fn note_reassigned(&mut self, target: &Expr) {
        match unparen(target) {
            Expr::Tuple(t) => t.elems.iter().for_each(|e| self.note_reassigned(e)),
            Expr::Array(a) => a.elems.iter().for_each(|e| self.note_reassigned(e)),
            Expr::Field(f) => self.note_reassigned(&f.base),
            Expr::Path(p) => {
                if let Some(ident) = p.path.get_ident() {
                    self.reassigned.insert(ident.to_string());
                }
            }
            _ => {}
        }
    }

    fn assign(&mut self, left: &Expr, right: &Expr) {
        self.note_holding(left, right);
        match unparen(left) {
            Expr::Infer(_) => {
                self.expr(right, &Ty::Unknown);
            }
            Expr::Tuple(_) | Expr::Array(_) => {
                self.note_reassigned(left);
                let want = self.expr(left, &Ty::Unknown);
                let ty = self.expr(right, &want);
                self.expr(left, &ty);
            }
            _ => {
                self.note_reassigned(left);
                if let (Expr::Path(p), Expr::Call(_)) = (unparen(left), unparen(right))
                    && let Some(ident) = p.path.get_ident()
                {
                    self.from_calls.insert(ident.to_string());
                }
                let want = self.expr(left, &Ty::Unknown);
                let ty = self.expr(right, &want);
                if want.clone().learn(&ty) {
                    self.expr(left, &ty);
                }
            }
        }
    }

    /// The type of the items that a `for` loop yields.
    pub fn items(&mut self, expr: &Expr) -> Ty {
        match unparen(expr) {
            Expr::Range(r) => {
                if let (Some(start), Some(end)) = (&r.start, &r.end) {
                    self.share_size(start, end);
                }
                let mut ty = Ty::Int;
                for e in r.start.iter().chain(&r.end) {
                    ty = self.expr(e, &Ty::Int);
                }
                ty
            }
            Expr::MethodCall(m) => self.adapted(m),
            Expr::Call(c) if is_iter_call(c) => self.made_items(c),
            other => {
                let ty = self.expr(other, &Ty::Unknown);
                match &ty {
                    Ty::Ref { to, .. } if to.is_sequence() => ty.element().shared(),
                    Ty::Unknown => Ty::Unknown,
                    _ if ty.is_inactive() => Ty::Inactive,
                    _ => ty.element(),
                }
            }
        }
    }

    fn adapted(&mut self, m: &syn::ExprMethodCall) -> Ty {
        if is_chain(&m.receiver) {
            self.note_own_inputs(m);
        }
        if let Some(ty) = self.adapted_items(m) {
            return ty;
        }
        let first = m.args.first();
        match m.method.to_string().as_str() {
            "iter_mut" => {
                let ty = self.expr(&m.receiver, &Ty::Unknown);
                if ty.peeled().is_inactive() {
                    Ty::Inactive
                } else {
                    Ty::Ref {
                        mutable: true,
                        to: Box::new(ty.element()),
                    }
                }
            }
            "iter" => {
                let ty = self.expr(&m.receiver, &Ty::Unknown);
                if ty.peeled().is_inactive() {
                    Ty::Inactive
                } else {
                    ty.element().shared()
                }
            }
            "into_iter" => self.items(&m.receiver),
            "copied" | "cloned" => match self.items(&m.receiver) {
                Ty::Ref { to, .. } => *to,
                other => other,
            },
            "zip" => {
                let left = self.items(&m.receiver);
                let right = first.map_or(Ty::Unknown, |a| self.items(a));
                Ty::Tuple(vec![left, right])
            }
            "enumerate" => Ty::Tuple(vec![Ty::Int, self.items(&m.receiver)]),
            "rev" => self.items(&m.receiver),
            "skip" | "take" | "step_by" => {
                if let Some(a) = first {
                    self.expr(a, &Ty::Int);
                }
                self.items(&m.receiver)
            }
            "windows" | "chunks" | "chunks_exact" | "chunks_mut" | "chunks_exact_mut" => {
                if let Some(a) = first {
                    self.expr(a, &Ty::Int);
                }
                let ty = self.expr(&m.receiver, &Ty::Unknown);
                if ty.peeled().is_inactive() {
                    Ty::Inactive
                } else {
                    Ty::Slice(Box::new(ty.element())).shared()
                }
            }
            _ => {
                let ty = self.expr(&m.receiver, &Ty::Unknown);
                for a in &m.args {
                    self.expr(a, &Ty::Unknown);
                }
                if ty.is_inactive() {
                    Ty::Inactive
                } else {
                    Ty::Unknown
                }
            }
        }
    }
}

fn macro_type(m: &syn::ExprMacro, expected: &Ty) -> Ty {
    if m.mac.path.is_ident("matches") {
        Ty::Bool
    } else if m.mac.path.is_ident("format") {
        Ty::Inactive
    } else {
        expected.clone()
    }
}

/// Arithmetic whose sides and result have one type.
fn is_same_type(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::BitXor(_)
    )
}

/// The range behind `.rev()` and `.step_by(..)`.
fn range_of(e: &Expr) -> &Expr {
    match unparen(e) {
        Expr::MethodCall(m) if m.method == "rev" || m.method == "step_by" => range_of(&m.receiver),
        other => other,
    }
}

/// What an operand tells of the other operand: scalars only.
fn scalar_only(ty: &Ty) -> Ty {
    match ty.peeled() {
        t if t.is_float() || matches!(t, Ty::Int | Ty::Bool) => t.clone(),
        _ => Ty::Unknown,
    }
}

fn ident_type(name: &str) -> syn::Type {
    let ident = crate::names::new_ident(name, proc_macro2::Span::call_site());
    syn::parse_quote!(#ident)
}

/// The type of a path constant: `f64::MAX`, `std::f64::consts::PI`, `usize::MAX`.
#[must_use]
pub fn of_constant(path: &syn::Path) -> Ty {
    let segments: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
    for name in &segments {
        match name.as_str() {
            "f64" => return Ty::F64,
            "f32" => return Ty::F32,
            crate::generic::FLOAT => return Ty::Generic,
            _ => {}
        }
    }
    match segments.as_slice() {
        [.., owner, _] => match Ty::read(&ident_type(owner)) {
            Ty::Int => Ty::Int,
            _ => Ty::Unknown,
        },
        _ => Ty::Unknown,
    }
}

/// Whether control certainly leaves at this expression.
#[must_use]
pub fn diverges(expr: &Expr) -> bool {
    match unparen(expr) {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(m) => is_panic(&m.mac.path),
        Expr::Block(b) => b.label.is_none() && block_diverges(&b.block),
        Expr::If(e) => {
            block_diverges(&e.then_branch)
                && e.else_branch
                    .as_ref()
                    .is_some_and(|(_, other)| diverges(other))
        }
        Expr::Match(m) => !m.arms.is_empty() && m.arms.iter().all(|a| diverges(&a.body)),
        _ => false,
    }
}

fn block_diverges(block: &Block) -> bool {
    block.stmts.iter().any(|s| match s {
        Stmt::Expr(e, _) => diverges(e),
        Stmt::Macro(m) => is_panic(&m.mac.path),
        _ => false,
    })
}

/// `panic!` and its relatives.
#[must_use]
pub fn is_panic(path: &syn::Path) -> bool {
    path.segments.last().is_some_and(|s| {
        matches!(
            s.ident.to_string().as_str(),
            "panic" | "unreachable" | "todo" | "unimplemented"
        )
    })
}
