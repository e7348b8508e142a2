//! Values of the user's own types, as far as they can be told: parameters, annotations, literals, `Type::new`, and
//! results of the methods of the `impl` block around.
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, Path, Type};

use super::Types;
use crate::lower::method::is_of_containers;
use crate::rules::Prim;
use crate::types::{Ty, unparen};
use crate::variants::{owner_of, variant_of};

/// Where a value comes from.
enum Origin {
    /// It is of this type of the user's.
    Own(Path),
    /// It is what a method returned that is not in sight.
    Unseen,
    /// Another way.
    Known,
}

impl Types {
    /// The user's own type of an expression.
    #[must_use]
    pub fn nominal_of(&self, e: &Expr) -> Option<Path> {
        match unparen(e) {
            Expr::Path(p) => self.nominal.get(&p.path.get_ident()?.to_string()).cloned(),
            Expr::Struct(s) => Some(owner_of(&s.path)),
            Expr::Index(i) => self.own_element(i),
            Expr::Reference(r) => self.nominal_of(&r.expr),
            Expr::Unary(u) if matches!(u.op, syn::UnOp::Deref(_)) => self.nominal_of(&u.expr),
            Expr::Try(t) => self.result_of(&t.expr, true),
            Expr::Block(b) => self.nominal_of(tail(&b.block)?),
            Expr::If(i) => {
                let then = tail(&i.then_branch).and_then(|e| self.nominal_of(e));
                then.or_else(|| self.nominal_of(&i.else_branch.as_ref()?.1))
            }
            Expr::Match(m) => m.arms.iter().find_map(|a| self.nominal_of(&a.body)),
            e => self.result_of(e, false),
        }
    }

    /// That of the result of a call, inside of the wrapper that is taken off.
    fn result_of(&self, e: &Expr, unwrapped: bool) -> Option<Path> {
        let declared = self.declared_of(e, unwrapped);
        if let Some(ty) = declared {
            return nominal_type(&ty);
        }
        match unparen(e) {
            Expr::Call(c) if !unwrapped => match unparen(&c.func) {
                Expr::Path(p) if variant_of(&p.path, false).is_some() => Some(owner_of(&p.path)),
                Expr::Path(p) => made_type(&p.path),
                _ => None,
            },
            Expr::MethodCall(m) if m.method == "clone" && !unwrapped => {
                self.nominal_of(&m.receiver)
            }
            _ => None,
        }
    }

    /// What a method of such a type is taken to return, by its name. Were it a float, it would not compile.
    #[must_use]
    pub fn own_answer(name: &str, expected: &Ty) -> Option<Ty> {
        match name {
            _ if expected.is_float() => None,
            "len" | "count" | "capacity" => Some(Ty::Int),
            "is_empty" | "contains" | "any" | "all" | "is_some" | "is_none" => Some(Ty::Bool),
            _ => None,
        }
    }

    /// What a call of a method of the block around is declared to return.
    pub(super) fn declared_of(&self, e: &Expr, unwrapped: bool) -> Option<Type> {
        let (owner, name) = match unparen(e) {
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) => owner_and_name(&p.path)?,
                _ => return None,
            },
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                // It is looked for in the block only where one of this name is there.
                self.neighbours.result(&name, false)?;
                (self.nominal_of(&m.receiver)?, name)
            }
            _ => return None,
        };
        let known = self.neighbours.is_owner(&owner);
        known.then(|| self.neighbours.result(&name, unwrapped))?
    }

    /// Whether an expression is the result of a method that is not in sight: a float or a struct, only rustc
    /// knows. So is what a method of it returns, whatever its name.
    #[must_use]
    pub fn is_unseen_result(&self, e: &Expr) -> bool {
        matches!(self.origin(e), Origin::Unseen)
    }

    /// Where a value comes from, in one walk along a chain of methods.
    fn origin(&self, e: &Expr) -> Origin {
        match unparen(e) {
            Expr::Path(p) => {
                let name = p.path.get_ident().map(ToString::to_string);
                match name {
                    Some(name) if self.nominal.contains_key(&name) => {
                        Origin::Own(self.nominal[&name].clone())
                    }
                    Some(name) if self.unseen.contains(&name) => Origin::Unseen,
                    _ => Origin::Known,
                }
            }
            Expr::Try(t) => match self.origin(&t.expr) {
                Origin::Own(_) => Origin::Known,
                origin => origin,
            },
            // Behind the first method that floats have as well, nothing changes.
            Expr::MethodCall(m) if !self.may_be_unseen(m) => Origin::Known,
            Expr::MethodCall(m) => {
                let name = m.method.to_string();
                match self.origin(&m.receiver) {
                    Origin::Own(owner) => {
                        let known = self.neighbours.is_owner(&owner);
                        match known.then(|| self.neighbours.result(&name, false)) {
                            Some(Some(ty)) => nominal_type(&ty).map_or(Origin::Known, Origin::Own),
                            _ if name == "clone" => Origin::Own(owner),
                            _ if is_of_containers(&name, m.args.len()) => Origin::Known,
                            _ => Origin::Unseen,
                        }
                    }
                    _ if is_of_containers(&name, m.args.len()) => Origin::Known,
                    Origin::Unseen => Origin::Unseen,
                    Origin::Known => {
                        let of_floats = Prim::method(&name, m.args.len()).is_some();
                        if !of_floats && self.may_be_struct(&m.receiver) {
                            Origin::Unseen
                        } else {
                            Origin::Known
                        }
                    }
                }
            }
            Expr::Binary(_) | Expr::Unary(_) if self.is_own(e) => Origin::Unseen,
            Expr::Call(_) | Expr::Struct(_) => {
                self.nominal_of(e).map_or(Origin::Known, Origin::Own)
            }
            _ => Origin::Known,
        }
    }

    /// Whether the first method of a chain is called on something that may be a struct.
    fn may_be_unseen(&self, m: &syn::ExprMethodCall) -> bool {
        let mut base = unparen(&m.receiver);
        while let Expr::MethodCall(inner) = base {
            base = unparen(&inner.receiver);
        }
        match base {
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Reference(_) => {
                self.may_be_struct(base) || matches!(self.origin(base), Origin::Unseen)
            }
            Expr::Binary(_) | Expr::Unary(_) => self.is_own(base),
            Expr::Lit(_) => false,
            _ => true,
        }
    }

    /// A field, or a variable of which nothing is known.
    fn may_be_struct(&self, e: &Expr) -> bool {
        match unparen(e) {
            Expr::Field(_) => true,
            Expr::Path(p) => p
                .path
                .get_ident()
                .is_some_and(|i| matches!(self.of_var(&i.to_string()).peeled(), Ty::Unknown)),
            Expr::Index(i) => self.may_be_struct(&i.expr),
            Expr::Reference(r) => self.may_be_struct(&r.expr),
            _ => false,
        }
    }

    /// A struct with floats is pushed to a vector.
    pub(super) fn note_pushed(&mut self, vector: &Expr, value: &Expr) {
        let Expr::Path(p) = unparen(vector) else {
            return;
        };
        if let Some(name) = p.path.get_ident()
            && !matches!(unparen(value), Expr::MethodCall(m) if is_of_containers(&m.method.to_string(), m.args.len()))
            && (self.nominal_of(value).is_none() && self.is_own(value)
                || self.nominal_of(value).is_some() && self.carries(value)
                // An element of which nothing is told is taken for a float.
                || !matches!(unparen(value), Expr::Index(_))
                    && self.mentions_float(value.to_token_stream()))
        {
            let ty = self.nominal_of(value);
            let known = self.of_structs.entry(name.to_string()).or_insert(None);
            *known = known.take().or(ty);
            self.changed |= self.holding.insert(name.to_string());
        }
    }

    /// A vector that grows is pushed to a vector: of floats or of structs, as that one is.
    pub(super) fn note_row(&mut self, rows: &Expr, row: &Expr) {
        let (Some(row), Some(rows)) = (variable_behind(row), variable_behind(rows)) else {
            return;
        };
        if let Some(Some(elem)) = self.of_structs.get(&row) {
            let list = syn::parse_quote!(::std::vec::Vec<#elem>);
            self.changed |= !self.of_structs.contains_key(&rows);
            self.of_structs.insert(rows.clone(), Some(list));
            self.changed |= self.holding.insert(rows);
        } else if self.grown.contains(&row) && !self.lists_structs(&row) {
            self.changed |= self.grown_rows.insert(rows);
        }
    }

    /// `let row = { let mut list = Vec::new(); ..; list };`
    pub(super) fn note_made(&mut self, local: &syn::Local) {
        let (Some(name), Some(init)) = (crate::lower::stmt::single_name(&local.pat), &local.init)
        else {
            return;
        };
        let (Expr::Block(_), Some(list)) = (unparen(&init.expr), variable_behind(&init.expr))
        else {
            return;
        };
        let name = name.to_string();
        if let Some(elem) = self.of_structs.get(&list).cloned() {
            self.changed |= self.of_structs.insert(name.clone(), elem).is_none();
        }
        if self.grown.contains(&list) {
            self.changed |= self.grown.insert(name.clone());
        }
        if self.grown_rows.contains(&list) {
            self.changed |= self.grown_rows.insert(name);
        }
    }

    /// Whether a variable is a list of structs, as far as can be told.
    #[must_use]
    pub fn lists_structs(&self, name: &str) -> bool {
        self.is_own_variable(&format!("{name}[]"))
            || self.of_structs.contains_key(name)
            || self.elements.contains_key(name)
    }

    /// A method of the user's own is called on a variable.
    pub(super) fn note_struct(&mut self, m: &syn::ExprMethodCall) {
        let name = m.method.to_string();
        if Prim::method(&name, m.args.len()).is_none()
            && !is_of_containers(&name, m.args.len())
            && let Expr::Path(p) = unparen(&m.receiver)
            && let Some(ident) = p.path.get_ident()
        {
            self.changed |= self.as_structs.insert(ident.to_string());
        }
    }

    /// A variable of a type of the user's own gets what may hold a float.
    pub(super) fn note_holding(&mut self, target: &Expr, value: &Expr) {
        if let Some(name) = crate::lower::stmt::base_variable(target) {
            let name = name.to_string();
            let own = self.nominal.contains_key(&name) || self.elements.contains_key(&name);
            let holds = self.carries(value) || self.may_mention_float(value.to_token_stream());
            if own && holds {
                self.changed |= self.holding.insert(name);
            }
        }
    }

    /// `step(&mut v, x)`: what is lent beside a float may get it.
    pub(super) fn note_lent_beside(
        &mut self,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
    ) {
        for (at, arg) in args.iter().enumerate() {
            if let Expr::Reference(r) = unparen(arg)
                && r.mutability.is_some()
            {
                let others = args.iter().enumerate().filter(|(i, _)| *i != at);
                others.for_each(|(_, other)| self.note_holding(&r.expr, other));
            }
        }
    }

    /// `[a, b]`, where one holds a float: the others are places as well.
    pub(super) fn note_beside(&mut self, list: &syn::ExprArray) {
        let names: Vec<String> = list
            .elems
            .iter()
            .filter_map(|e| match unparen(e) {
                Expr::Path(p) => Some(p.path.get_ident()?.to_string()),
                _ => None,
            })
            .collect();
        let own = |name: &String| self.nominal.contains_key(name);
        if names.iter().all(own) && names.iter().any(|name| self.holding.contains(name)) {
            names.into_iter().for_each(|name| self.note_held(name));
        }
    }

    fn note_held(&mut self, name: String) {
        self.changed |= self.beside.insert(name.clone());
        self.changed |= self.holding.insert(name);
    }

    /// Whether a variable is a place for what stands beside it, though it holds constants.
    #[must_use]
    pub fn is_beside_structs(&self, name: &str) -> bool {
        self.beside.contains(name)
    }

    /// `let row = v`, where the row stands beside structs with floats: so does the variable.
    pub(super) fn note_copied(&mut self, local: &syn::Local) {
        let Some(name) = crate::lower::stmt::single_name(&local.pat) else {
            return;
        };
        if let Some(init) = &local.init
            && let Expr::Path(p) = unparen(&init.expr)
            && let Some(from) = p.path.get_ident()
            && self.nominal.contains_key(&from.to_string())
            && self.beside.contains(&name.to_string())
        {
            self.note_held(from.to_string());
        }
    }

    /// The user's own type of a variable.
    #[must_use]
    pub fn nominal_var(&self, name: &str) -> Option<Path> {
        self.nominal.get(name).cloned()
    }

    /// Whether a variable has a field or a method that only a struct has.
    #[must_use]
    pub fn is_used_as_struct(&self, name: &str) -> bool {
        self.as_structs.contains(name) || self.taken_apart.contains(name)
    }

    /// Whether a variable of the user's own type may hold a float that is no constant.
    #[must_use]
    pub fn may_hold_float(&self, name: &str) -> bool {
        self.holding.contains(name)
    }

    /// The same for variables of which nothing is known.
    fn may_mention_float(&self, tokens: TokenStream) -> bool {
        crate::lower::tokens::variables(tokens).iter().any(|name| {
            self.holding.contains(name)
                || match self.vars.get(name) {
                    Some(Ty::Unknown) => !self.nominal.contains_key(name),
                    Some(ty) => !ty.is_inactive(),
                    None => false,
                }
        })
    }

    /// Whether a variable among tokens holds a float.
    pub(super) fn mentions_float(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|tree| match tree {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                self.holding.contains(&name) || self.of_var(&name).carries_float()
            }
            TokenTree::Group(group) => self.mentions_float(group.stream()),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }

    /// The type of the structs of an empty vector that is declared here.
    #[must_use]
    pub fn pushed_structs(&self, name: &Ident, local: &syn::Local) -> Option<Path> {
        let pushed = self.of_structs.get(&name.to_string())?;
        let init = &local.init.as_ref()?.expr;
        let empty = match unparen(init) {
            Expr::Call(c) => matches!(unparen(&c.func), Expr::Path(p)
            if owner_and_name(&p.path).is_some_and(|(owner, name)| {
                owner.segments.last().is_some_and(|o| o.ident == "Vec")
                    && matches!(name.as_str(), "new" | "with_capacity")
            })),
            Expr::Array(a) => {
                a.elems.is_empty() && crate::lower::vectors::mark_of(&a.attrs).is_some()
            }
            _ => false,
        };
        let said = match &local.pat {
            syn::Pat::Type(t) => crate::emit::vec_element(&t.ty).and_then(nominal_type),
            _ => None,
        };
        empty.then(|| said.or_else(|| pushed.clone()))?
    }

    /// What the variable of a `let` holds.
    pub(super) fn note_nominal(&mut self, local: &syn::Local) {
        let Some(name) = crate::lower::stmt::single_name(&local.pat) else {
            return;
        };
        let ty = match (&local.pat, &local.init) {
            (syn::Pat::Type(t), _) => nominal_type(&t.ty),
            (_, Some(init)) => self.nominal_of(&init.expr).or_else(|| {
                let name = name.to_string();
                let used = self.as_structs.contains(&name) || self.lent.contains(&name);
                used.then(|| constant_owner(&init.expr))?
            }),
            _ => None,
        };
        if let (syn::Pat::Ident(_), Some(init)) = (&local.pat, &local.init)
            && self.is_unseen_result(&init.expr)
        {
            self.changed |= self.unseen.insert(name.to_string());
        }
        if let (Some(_), Some(init)) = (&ty, &local.init)
            && self.mentions_float(init.expr.to_token_stream())
        {
            self.changed |= self.holding.insert(name.to_string());
        }
        if let Some(ty) = ty
            && self.nominal.insert(name.to_string(), ty).is_none()
        {
            self.changed = true;
        }
    }
}

/// `Type` of `Type::CONSTANT`.
fn constant_owner(e: &Expr) -> Option<Path> {
    let Expr::Path(p) = unparen(e) else {
        return None;
    };
    let (owner, name) = owner_and_name(&p.path)?;
    let constant = name.starts_with(char::is_uppercase);
    (constant && crate::emit::names_type(&owner) && !is_of_std(&owner)).then_some(owner)
}

/// The variable that an expression is, or a block ends with.
fn variable_behind(e: &Expr) -> Option<String> {
    match unparen(e) {
        Expr::Block(b) => variable_behind(tail(&b.block)?),
        Expr::Path(p) => p.path.get_ident().map(ToString::to_string),
        _ => None,
    }
}

pub fn tail(block: &syn::Block) -> Option<&Expr> {
    match block.stmts.last()? {
        syn::Stmt::Expr(e, None) => Some(e),
        _ => None,
    }
}

/// The path of a type of the user's own, behind a reference or not.
pub fn nominal_type(ty: &Type) -> Option<Path> {
    match ty {
        Type::Reference(r) => nominal_type(&r.elem),
        Type::Path(p)
            if p.qself.is_none() && matches!(Ty::read(ty), Ty::Unknown) && !is_of_std(&p.path) =>
        {
            let mut path = p.path.clone();
            for segment in &mut path.segments {
                if let syn::PathArguments::AngleBracketed(args) = &mut segment.arguments {
                    args.colon2_token = Some(syn::Token![::](args.lt_token.span));
                }
            }
            Some(path)
        }
        _ => None,
    }
}

/// `Type` and `name` of `Type::name`.
pub fn owner_and_name(path: &Path) -> Option<(Path, String)> {
    let mut owner = path.clone();
    let name = owner.segments.pop()?.ident.to_string();
    let last = owner.segments.pop()?;
    owner.segments.push(last);
    Some((owner, name))
}

/// The type of what a struct literal or a function like `Type::new` makes. Were it another, rustc would not
/// find the method.
pub fn made_type(path: &Path) -> Option<Path> {
    if crate::emit::names_type(path) {
        return (!is_of_std(path)).then(|| path.clone());
    }
    let last = path.segments.last()?.ident.to_string();
    let makes = [
        "new", "from", "zero", "one", "unit", "default", "with", "identity",
    ];
    if !crate::emit::is_of_type(path) || !makes.iter().any(|m| last.starts_with(m)) {
        return None;
    }
    owner_and_name(path)
        .map(|(owner, _)| owner)
        .filter(|owner| !is_of_std(owner))
}

/// Whether a path is the name of a type of the standard library.
pub fn is_of_std(path: &Path) -> bool {
    let last = path.segments.last().map(|s| s.ident.to_string());
    last.is_some_and(|name| {
        name == "Vec" || name == "Some" || crate::lower::calls::is_known_type(&name)
    })
}
