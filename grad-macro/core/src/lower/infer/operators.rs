//! Which operands of operators are structs, as far as the function itself tells.
//!
//! A struct is what has a type of the user's own, a field with a name, or a method that floats have not; what such
//! a value is added to, assigned to or made of by operators is one too. Where nothing is found, operands are taken
//! for floats. One mark too many costs time only: the operators of floats are found like those of structs.
use std::collections::{HashMap, HashSet};

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, FnArg, ImplItem, ItemImpl, Member, Pat, UnOp};

use super::nominal::tail;
use super::{Known, Types};
use crate::lower::method::{DISCRETE, is_of_containers};
use crate::parse::Neighbours;
use crate::rules::Prim;
use crate::types::{Ty, unparen};

/// The operators that structs may have.
pub fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

/// Those of them that write.
pub fn is_compound(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
    )
}

impl Types {
    /// Whether a value is a struct, or only rustc knows after an operator on one.
    #[must_use]
    pub fn is_own(&self, e: &Expr) -> bool {
        let e = unparen(e);
        match e {
            Expr::Binary(b) if is_arithmetic(&b.op) => {
                // Most operands are floats: what is looked at at every operator is not looked at twice.
                (self.is_own(&b.left) || self.is_own(&b.right)) && !self.is_integer(e)
            }
            Expr::Unary(u) if !matches!(u.op, UnOp::Not(_)) => self.is_own(&u.expr),
            Expr::Reference(r) => self.is_own(&r.expr),
            Expr::Block(b) => tail(&b.block).is_some_and(|e| self.is_own(e)),
            Expr::If(i) => {
                tail(&i.then_branch).is_some_and(|e| self.is_own(e))
                    || i.else_branch.as_ref().is_some_and(|e| self.is_own(&e.1))
            }
            Expr::Match(m) => m.arms.iter().any(|arm| self.is_own(&arm.body)),
            _ => {
                let known = |key| self.own.contains(&key);
                place_key(e).is_some_and(known)
                    || self.own_calls && (call_key(e).is_some_and(known) || self.is_made(e))
                    || self.nominal_of(e).is_some()
            }
        }
    }

    /// The same of a variable, as its use among operators tells.
    #[must_use]
    pub fn is_own_variable(&self, name: &str) -> bool {
        self.own.contains(name)
    }

    /// Whether it is a list of these.
    fn holds_own(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Array(a) => a.elems.iter().any(|e| self.is_own(e)),
            Expr::Repeat(r) => self.is_own(&r.expr),
            Expr::MethodCall(m) if m.method == "to_vec" => self.holds_own(&m.receiver),
            other => place_key(other).is_some_and(|key| self.own.contains(&format!("{key}[]"))),
        }
    }

    /// Whether a value is a number for sure.
    fn is_number(&self, e: &Expr) -> bool {
        let known = |ty: &Ty| ty.peeled().is_float() || matches!(ty.peeled(), Ty::Int | Ty::Bool);
        match unparen(e) {
            Expr::Lit(_) | Expr::Cast(_) => true,
            Expr::Path(p) => match p.path.get_ident() {
                Some(name) if self.vars.contains_key(&name.to_string()) => {
                    known(&self.of_var(&name.to_string()))
                }
                _ => known(&super::of_constant(&p.path)),
            },
            Expr::Index(i) => match unparen(&i.expr) {
                Expr::Path(p) => p
                    .path
                    .get_ident()
                    .is_some_and(|name| known(&self.of_var(&name.to_string()).element())),
                _ => false,
            },
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) => known(&super::of_constant(&p.path)),
                _ => false,
            },
            Expr::Binary(b) => self.is_number(&b.left) && self.is_number(&b.right),
            Expr::Unary(u) => self.is_number(&u.expr),
            Expr::Reference(r) => self.is_number(&r.expr),
            Expr::MethodCall(m) => {
                self.is_number(&m.receiver)
                    && Prim::method(&m.method.to_string(), m.args.len()).is_some()
            }
            _ => false,
        }
    }

    /// Looks for structs among operands, until there are no more.
    pub(super) fn find_own(&mut self, body: &Block, returns_struct: bool) {
        self.find_integers(body);
        loop {
            let before = self.own.len();
            let mut search = Search(self);
            search.visit_block(body);
            if let (true, Some(value)) = (returns_struct, tail(body)) {
                self.expect_own(value);
            }
            if self.own.len() == before {
                return;
            }
        }
    }

    /// A variable and what it is bound to.
    fn note_bound(&mut self, pat: &Pat, init: &Expr) {
        if let (Pat::Tuple(pats), Expr::Tuple(parts)) = (pat, unparen(init)) {
            for (pat, part) in pats.elems.iter().zip(&parts.elems) {
                self.note_bound(pat, part);
            }
            return;
        }
        if matches!(pat, Pat::Slice(_)) && self.holds_own(init) {
            self.mark_sequence(pat);
        }
        let Some(name) = crate::lower::stmt::single_name(pat).map(|n| n.to_string()) else {
            return;
        };
        if let Pat::Type(t) = pat
            && let Some(ty) = super::nominal_type(&t.ty)
        {
            self.nominal.insert(name.clone(), ty);
        }
        if let Pat::Type(t) = pat
            && super::nominal_element(&t.ty).is_some()
        {
            self.own.insert(format!("{name}[]"));
        }
        if self.own.contains(&name) || self.nominal.contains_key(&name) {
            self.expect_own(init);
        } else if self.is_own(init) {
            self.own.insert(name);
        } else if self.holds_own(init) {
            self.own.insert(format!("{name}[]"));
        }
    }

    /// A place and what is assigned to it.
    fn note_assigned(&mut self, target: &Expr, value: &Expr) {
        if let (Expr::Tuple(targets), Expr::Tuple(values)) = (unparen(target), unparen(value)) {
            for (target, value) in targets.elems.iter().zip(&values.elems) {
                self.note_assigned(target, value);
            }
            return;
        }
        self.share_own(target, value);
        if matches!(unparen(value), Expr::Binary(_) | Expr::Unary(_)) {
            self.note_operated(target, value);
        }
    }

    fn mark_own(&mut self, e: &Expr) {
        if self.is_number(e) || self.is_integer(e) {
            return;
        }
        if let Some(key) = place_key(e) {
            self.own.insert(key);
        } else if let Some(key) = call_key(e)
            && !is_call_of_std(e)
        {
            self.own_calls = true;
            self.own.insert(key);
            if let Some((key, _)) = maker_key(e) {
                self.own.insert(key);
            }
        }
    }

    /// `Dual::constant(x)`, where another function of the type is known to make a struct: so does this one, of
    /// whatever it makes it.
    fn is_made(&self, e: &Expr) -> bool {
        maker_key(e).is_some_and(|(key, c)| {
            self.own.contains(&key) && !c.args.iter().any(|a| self.is_own(a))
        })
    }

    /// A value is a struct: so are the operands that make it.
    fn expect_own(&mut self, e: &Expr) {
        match unparen(e) {
            Expr::Binary(b) if matches!(b.op, BinOp::Add(_) | BinOp::Sub(_)) => {
                self.expect_own(&b.left);
                self.expect_own(&b.right);
            }
            Expr::Binary(b) if is_arithmetic(&b.op) => {
                if !self.is_own(&b.left) && !self.is_own(&b.right) {
                    self.expect_own(&b.left);
                    self.expect_own(&b.right);
                }
            }
            Expr::Unary(u) if !matches!(u.op, UnOp::Not(_)) => self.expect_own(&u.expr),
            Expr::Reference(r) => self.expect_own(&r.expr),
            Expr::Block(b) => {
                if let Some(value) = tail(&b.block) {
                    self.expect_own(value);
                }
            }
            Expr::If(i) => {
                if let Some(value) = tail(&i.then_branch) {
                    self.expect_own(value);
                }
                if let Some((_, other)) = &i.else_branch {
                    self.expect_own(other);
                }
            }
            Expr::Match(m) => m.arms.iter().for_each(|arm| self.expect_own(&arm.body)),
            other => self.mark_own(other),
        }
    }

    /// An operator of a struct writes to a variable.
    fn note_operated(&mut self, target: &Expr, value: &Expr) {
        if let Expr::Path(p) = unparen(target)
            && let Some(name) = p.path.get_ident()
            && self.is_own(value)
        {
            self.operated.insert(name.to_string());
        }
    }

    /// Both are of one type, or nearly so.
    fn share_own(&mut self, left: &Expr, right: &Expr) {
        if self.is_own(left) {
            self.expect_own(right);
        } else if self.is_own(right) {
            self.expect_own(left);
        }
    }

    /// A pattern for several structs in a row.
    fn mark_sequence(&mut self, pat: &Pat) {
        match pat {
            Pat::Ident(p) => {
                self.own.insert(format!("{}[]", p.ident));
            }
            Pat::Reference(r) => self.mark_sequence(&r.pat),
            Pat::Slice(s) => {
                for elem in &s.elems {
                    match elem {
                        Pat::Ident(p) if p.subpat.is_none() => {
                            self.own.insert(p.ident.to_string());
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// What a method of the block around takes, where it takes structs.
    fn expect_arguments<'e>(&mut self, name: &str, args: impl Iterator<Item = &'e Expr>) {
        let types: Vec<bool> = self
            .neighbours
            .arguments(name)
            .iter()
            .map(|ty| super::nominal_type(ty).is_some())
            .collect();
        for (arg, own) in args.zip(types) {
            if own {
                self.expect_own(arg);
            }
        }
    }

    /// So are the parameters of a closure that a chain calls with such items.
    fn mark_parameters(&mut self, m: &syn::ExprMethodCall, name: &str) {
        let Some(Expr::Closure(closure)) = m.args.last().map(unparen) else {
            return;
        };
        match (name, closure.inputs.first(), closure.inputs.get(1)) {
            ("fold", Some(sum), Some(item)) => {
                let begins = m.args.first().is_some_and(|init| self.is_own(init));
                if let (Pat::Ident(p), true) = (sum, begins) {
                    self.own.insert(p.ident.to_string());
                }
                self.mark_items(item, &m.receiver);
            }
            (
                "map" | "for_each" | "filter" | "filter_map" | "flat_map" | "inspect" | "any"
                | "all" | "position" | "take_while" | "skip_while" | "map_while" | "find",
                Some(item),
                None,
            ) => self.mark_items(item, &m.receiver),
            _ => {}
        }
    }

    /// The items of a loop over structs are structs.
    fn mark_items(&mut self, pat: &Pat, source: &Expr) {
        match (pat, unparen(source)) {
            (Pat::Tuple(t), Expr::MethodCall(m)) if t.elems.len() == 2 => {
                match m.method.to_string().as_str() {
                    "enumerate" => self.mark_items(&t.elems[1], &m.receiver),
                    "zip" => {
                        self.mark_items(&t.elems[0], &m.receiver);
                        if let Some(other) = m.args.first() {
                            self.mark_items(&t.elems[1], other);
                        }
                    }
                    "rev" | "skip" | "take" | "step_by" => self.mark_items(pat, &m.receiver),
                    _ => {}
                }
            }
            (_, Expr::MethodCall(m))
                if matches!(
                    m.method.to_string().as_str(),
                    "iter"
                        | "iter_mut"
                        | "into_iter"
                        | "copied"
                        | "cloned"
                        | "rev"
                        | "skip"
                        | "take"
                        | "step_by"
                ) =>
            {
                self.mark_items(pat, &m.receiver);
            }
            (Pat::Reference(r), _) => self.mark_items(&r.pat, source),
            (_, Expr::MethodCall(m))
                if matches!(
                    m.method.to_string().as_str(),
                    "windows" | "chunks" | "chunks_exact"
                ) =>
            {
                if self.holds_own(&m.receiver) {
                    self.mark_sequence(pat);
                }
            }
            (Pat::Ident(p), source) => {
                let elements = place_key(source).map(|key| format!("{key}[]"));
                if elements.is_some_and(|key| self.own.contains(&key)) {
                    self.own.insert(p.ident.to_string());
                }
            }
            _ => {}
        }
    }
}

/// The fields of `self` that are structs, as the methods of a block tell.
#[must_use]
pub fn own_fields(block: &ItemImpl) -> HashSet<String> {
    let mut fields = HashSet::new();
    for item in &block.items {
        let ImplItem::Fn(method) = item else {
            continue;
        };
        let params = method.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Typed(p) => Some((crate::lower::stmt::single_name(&p.pat)?.to_string(), &*p.ty)),
            FnArg::Receiver(_) => None,
        });
        let params: Vec<(String, &syn::Type)> = params.collect();
        let nominal = params
            .iter()
            .filter_map(|(name, ty)| Some((name.clone(), super::nominal_type(ty)?)))
            .collect();
        let elements: HashMap<String, syn::Path> = params
            .iter()
            .filter_map(|(name, ty)| Some((name.clone(), super::nominal_element(ty)?)))
            .collect();
        let own: Vec<String> = elements.keys().map(|name| format!("{name}[]")).collect();
        let known = Known {
            sizes: &[],
            functions: &HashMap::new(),
            nominal: &nominal,
            elements: &elements,
            carrying: &[],
            constants: &[],
            own: &own,
            returns_struct: false,
            scalar: None,
            neighbours: &Neighbours::default(),
            options: false,
        };
        let mut types = Types::knowing(known, &Ty::Unknown);
        for (name, ty) in &params {
            types.vars.insert(name.clone(), Ty::read(ty));
        }
        let returns_struct = match &method.sig.output {
            syn::ReturnType::Type(_, ty) => crate::parse::is_struct(ty),
            syn::ReturnType::Default => false,
        };
        types.find_own(&method.block, returns_struct);
        let of_self = |key: &String| Some(key.strip_prefix("self.")?.to_owned());
        fields.extend(types.own.iter().filter_map(of_self));
    }
    fields
}

/// A name for a variable, a field or an element: one for all elements.
pub(super) fn place_key(e: &Expr) -> Option<String> {
    match unparen(e) {
        Expr::Path(p) => Some(p.path.get_ident()?.to_string()),
        Expr::Field(f) => {
            let base = place_key(&f.base)?;
            Some(match &f.member {
                Member::Named(name) => format!("{base}.{name}"),
                Member::Unnamed(at) => format!("{base}.{}", at.index),
            })
        }
        Expr::Index(i) if !matches!(unparen(&i.index), Expr::Range(_)) => {
            Some(format!("{}[]", place_key(&i.expr)?))
        }
        Expr::Index(i) => place_key(&i.expr),
        Expr::Reference(r) => place_key(&r.expr),
        Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => place_key(&u.expr),
        Expr::MethodCall(m) if m.method == "clone" => place_key(&m.receiver),
        _ => None,
    }
}

/// The text of a call: where it stands again, it makes the same type.
fn call_key(e: &Expr) -> Option<String> {
    match unparen(e) {
        e @ (Expr::Call(_) | Expr::MethodCall(_)) => Some(e.to_token_stream().to_string()),
        _ => None,
    }
}

/// `Vec::new()` may be whatever it is filled with.
fn is_call_of_std(e: &Expr) -> bool {
    let Expr::Call(c) = unparen(e) else {
        return false;
    };
    matches!(unparen(&c.func), Expr::Path(p)
        if super::owner_and_name(&p.path).is_some_and(|(owner, _)| super::is_of_std(&owner)))
}

/// The type in front of a call of one of its functions, as no place is called.
fn maker_key(e: &Expr) -> Option<(String, &syn::ExprCall)> {
    let Expr::Call(c) = unparen(e) else {
        return None;
    };
    let Expr::Path(p) = unparen(&c.func) else {
        return None;
    };
    let (owner, name) = super::owner_and_name(&p.path)?;
    let made = crate::emit::is_of_type(&p.path)
        && !super::is_of_std(&owner)
        && !owner.is_ident(crate::generic::FLOAT)
        && Prim::method(&name, c.args.len().saturating_sub(1)).is_none();
    made.then(|| (format!("{}::", owner.to_token_stream()), c))
}

struct Search<'t>(&'t mut Types);

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr_field(&mut self, f: &'ast syn::ExprField) {
        if matches!(f.member, Member::Named(_)) {
            self.0.mark_own(&f.base);
        }
        visit::visit_expr_field(self, f);
    }

    fn visit_expr_method_call(&mut self, m: &'ast syn::ExprMethodCall) {
        let name = m.method.to_string();
        let of_floats = Prim::method(&name, m.args.len()).is_some()
            || DISCRETE.contains(&name.as_str())
            || matches!(
                name.as_str(),
                "sin_cos" | "clone" | "to_bits" | "into" | "try_into"
            );
        if !of_floats && !is_of_containers(&name, m.args.len()) {
            self.0.expect_own(&m.receiver);
        }
        let of_block = self.0.nominal_of(&m.receiver);
        if of_block.is_some_and(|ty| self.0.neighbours.is_owner(&ty)) {
            self.0.expect_arguments(&name, m.args.iter());
        }
        self.0.mark_parameters(m, &name);
        if let ("push", Some(value), Some(key)) =
            (name.as_str(), m.args.first(), place_key(&m.receiver))
        {
            let items = format!("{key}[]");
            if self.0.own.contains(&items) {
                self.0.expect_own(value);
            } else if self.0.is_own(value) {
                self.0.own.insert(items);
            }
        }
        visit::visit_expr_method_call(self, m);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.0.note_bound(&local.pat, &init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_let(&mut self, l: &'ast syn::ExprLet) {
        if matches!(*l.pat, Pat::Slice(_)) && self.0.holds_own(&l.expr) {
            self.0.mark_sequence(&l.pat);
        }
        visit::visit_expr_let(self, l);
    }

    fn visit_expr_assign(&mut self, a: &'ast syn::ExprAssign) {
        self.0.note_assigned(&a.left, &a.right);
        visit::visit_expr_assign(self, a);
    }

    fn visit_expr_binary(&mut self, b: &'ast syn::ExprBinary) {
        if is_compound(&b.op) {
            self.0.note_operated(&b.left, &b.left);
        }
        match b.op {
            BinOp::Add(_) | BinOp::Sub(_) | BinOp::AddAssign(_) | BinOp::SubAssign(_) => {
                self.0.share_own(&b.left, &b.right);
            }
            _ => {}
        }
        visit::visit_expr_binary(self, b);
    }

    fn visit_expr_call(&mut self, c: &'ast syn::ExprCall) {
        if let Expr::Path(p) = unparen(&c.func)
            && let Some(last) = p.path.segments.last()
            && (last.ident == "swap" || last.ident == "replace")
            && let (Some(a), Some(b)) = (c.args.first(), c.args.get(1))
        {
            self.0.share_own(a, b);
        }
        if let Expr::Path(p) = unparen(&c.func)
            && let Some((owner, name)) = super::owner_and_name(&p.path)
            && self.0.neighbours.is_owner(&owner)
        {
            // `Type::method(&x, ..)` has the receiver in front.
            let behind = c.args.len() - self.0.neighbours.arguments(&name).len().min(c.args.len());
            self.0.expect_arguments(&name, c.args.iter().skip(behind));
        }
        visit::visit_expr_call(self, c);
    }

    fn visit_expr_for_loop(&mut self, f: &'ast syn::ExprForLoop) {
        self.0.mark_items(&f.pat, &f.expr);
        visit::visit_expr_for_loop(self, f);
    }

    // An item has variables of its own.
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
