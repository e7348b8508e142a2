//! Methods of an `impl` block that hand out a part of `self`: `fn items(&self) -> &[f64] { &self.items }`,
//! `fn row(&self, i: usize) -> &[f64] { let n = self.cols; &self.data[i * n..(i + 1) * n] }`.
//!
//! They have no gradient; where a neighbour calls them on a value of the type, it reads that part itself.
use std::collections::{HashMap, HashSet};

use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    BinOp, Expr, ExprMethodCall, FnArg, ImplItem, ImplItemFn, ItemImpl, Local, Pat, ReturnType,
    Stmt, Type, UnOp, parse_quote,
};

use super::Neighbours;
use crate::types::unparen;

/// What such methods read, by name.
#[derive(Default)]
pub struct Views(HashMap<String, View>);

struct View {
    /// Its parameters, all of them `usize`.
    params: Vec<Ident>,
    part: Expr,
    /// What closures in it bind.
    bound: HashSet<String>,
}

impl Views {
    pub fn of(block: &ItemImpl) -> Views {
        let methods = block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) => Some((method.sig.ident.to_string(), read(method)?)),
            _ => None,
        });
        Views(methods.collect())
    }

    /// The method with the parts in the place of their methods.
    pub fn written_out(&self, method: &ImplItemFn, neighbours: &Neighbours) -> ImplItemFn {
        let mut method = method.clone();
        if self.0.is_empty() {
            return method;
        }
        let owners = owners(&method, neighbours);
        let views = self;
        WriteOut { views, owners }.visit_block_mut(&mut method.block);
        method
    }
}

struct WriteOut<'v> {
    views: &'v Views,
    /// Variables of the block's type.
    owners: HashSet<String>,
}

impl VisitMut for WriteOut<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        match e {
            Expr::MethodCall(m) => match self.part(m) {
                Some(part) => *e = parse_quote!((#part)),
                None => without_mut(&mut m.receiver),
            },
            Expr::Unary(u) if matches!(u.op, UnOp::Deref(_)) => {
                if let Some(place) = behind(&u.expr, &|_| true) {
                    *e = place;
                }
            }
            Expr::Index(i) => {
                if let Some(place) = behind(&i.expr, &|_| true) {
                    *i.expr = place;
                }
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl WriteOut<'_> {
    fn part(&self, m: &ExprMethodCall) -> Option<Expr> {
        let view = self.views.0.get(&m.method.to_string())?;
        let Expr::Path(receiver) = unparen(&m.receiver) else {
            return None;
        };
        let receiver = receiver.path.get_ident()?;
        let name = receiver.to_string();
        let fits = (name == "self" || self.owners.contains(&name))
            && m.args.len() == view.params.len()
            && m.args.iter().all(|a| is_steady(a, false));
        let mut given = HashMap::from([("self".to_owned(), parse_quote!(#receiver))]);
        for (param, arg) in view.params.iter().zip(&m.args) {
            given.insert(param.to_string(), grouped(arg));
        }
        let captured = |e: &Expr| {
            let names = crate::lower::names_in(e.to_token_stream());
            names.iter().any(|name| view.bound.contains(name))
        };
        if !fits || given.values().any(captured) {
            return None;
        }
        let mut part = view.part.clone();
        Replace(&given).visit_expr_mut(&mut part);
        Some(part)
    }
}

/// An expression as an operand.
fn grouped(e: &Expr) -> Expr {
    match unparen(e) {
        e @ (Expr::Path(_) | Expr::Lit(_) | Expr::Field(_)) => e.clone(),
        e => parse_quote!((#e)),
    }
}

/// The place behind `(&self.x[i])`.
fn behind(e: &Expr, which: &dyn Fn(&syn::ExprReference) -> bool) -> Option<Expr> {
    match e {
        Expr::Paren(p) => match &*p.expr {
            Expr::Reference(r) if which(r) && is_part(&r.expr) => Some((*r.expr).clone()),
            _ => None,
        },
        _ => None,
    }
}

/// A method finds what is behind `&mut` by itself.
fn without_mut(receiver: &mut Expr) {
    if let Some(place) = behind(receiver, &|r| r.mutability.is_some()) {
        *receiver = place;
    }
}

/// Expressions in the place of variables.
struct Replace<'g>(&'g HashMap<String, Expr>);

impl VisitMut for Replace<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Path(p) = e
            && let Some(name) = p.path.get_ident()
            && let Some(given) = self.0.get(&name.to_string())
        {
            *e = given.clone();
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }
}

/// The variables of a method that are of the block's type as long as they live: parameters, and what is made by
/// functions of the block. Each has a name of its own.
fn owners(method: &ImplItemFn, neighbours: &Neighbours) -> HashSet<String> {
    struct Search<'n> {
        neighbours: &'n Neighbours,
        found: HashSet<String>,
    }
    impl Search<'_> {
        fn is_own(&self, ty: &Type) -> bool {
            match ty {
                Type::Reference(r) => self.is_own(&r.elem),
                Type::Path(p) => p.qself.is_none() && self.neighbours.is_owner(&p.path),
                _ => false,
            }
        }

        fn makes_own(&self, e: &Expr) -> bool {
            match unparen(e) {
                Expr::Struct(s) => self.neighbours.is_owner(&s.path),
                Expr::MethodCall(m) => m.method == "clone" && is_self(&m.receiver),
                Expr::Call(c) => match unparen(&c.func) {
                    Expr::Path(p) => {
                        crate::lower::owner_and_name(&p.path).is_some_and(|(owner, name)| {
                            let result = self.neighbours.result(&name, false);
                            self.neighbours.is_owner(&owner)
                                && result.is_some_and(|ty| self.is_own(&ty))
                        })
                    }
                    _ => false,
                },
                _ => false,
            }
        }
    }
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_local(&mut self, local: &'ast Local) {
            let own = match (&local.pat, &local.init) {
                (Pat::Type(t), _) => self.is_own(&t.ty),
                (_, Some(init)) => self.makes_own(&init.expr),
                _ => false,
            };
            if let (Some(name), true) = (crate::lower::single_name(&local.pat), own) {
                self.found.insert(name.to_string());
            }
            visit::visit_local(self, local);
        }

        fn visit_fn_arg(&mut self, arg: &'ast FnArg) {
            if let FnArg::Typed(p) = arg
                && let (Some(name), true) = (crate::lower::single_name(&p.pat), self.is_own(&p.ty))
            {
                self.found.insert(name.to_string());
            }
            visit::visit_fn_arg(self, arg);
        }
    }
    let mut search = Search {
        neighbours,
        found: HashSet::new(),
    };
    search.visit_impl_item_fn(method);
    let mut declared = crate::names::Declared::default();
    declared.visit_impl_item_fn(method);
    let once = |name: &String| declared.count(name) == 1;
    search.found.into_iter().filter(once).collect()
}

/// Whether a method returns a reference, or a type that it does not name.
pub fn lends(method: &ImplItemFn) -> bool {
    matches!(&method.sig.output, ReturnType::Type(_, ty) if lent(ty))
}

fn lent(ty: &Type) -> bool {
    match ty {
        Type::Reference(_) | Type::ImplTrait(_) => true,
        Type::Paren(p) => lent(&p.elem),
        Type::Tuple(t) => t.elems.iter().any(lent),
        Type::Path(p) => p.path.segments.last().is_some_and(|s| match &s.arguments {
            syn::PathArguments::AngleBracketed(args) => args
                .args
                .iter()
                .any(|a| matches!(a, syn::GenericArgument::Type(ty) if lent(ty))),
            _ => false,
        }),
        _ => false,
    }
}

/// The part that a method reads, by `self` and the indices that it is given.
fn read(method: &ImplItemFn) -> Option<View> {
    let receiver = method.sig.receiver()?;
    let lent = matches!(&receiver.kind, syn::ReceiverKind::Reference(..));
    let plain = method.sig.generics.type_params().next().is_none();
    if !(lent && plain && lends(method)) {
        return None;
    }
    let params = method.sig.inputs.iter().skip(1).map(index_param);
    let params: Vec<Ident> = params.collect::<Option<_>>()?;
    let (Stmt::Expr(tail, None), lets) = method.block.stmts.split_last()? else {
        return None;
    };
    let mut values: HashMap<String, Expr> = HashMap::new();
    for (at, stmt) in lets.iter().enumerate() {
        let Stmt::Local(Local {
            pat: Pat::Ident(p),
            init: Some(init),
            ..
        }) = stmt
        else {
            return None;
        };
        let plain = p.mutability.is_none() && p.by_ref.is_none() && init.diverge.is_none();
        let name = p.ident.to_string();
        let new = !values.contains_key(&name) && !params.iter().any(|p| name == *p.to_string());
        let behind = &method.block.stmts[at + 1..];
        let once = || behind.iter().map(|s| uses(s, &p.ident)).sum::<usize>() == 1;
        let steady = is_steady(&init.expr, false) || is_steady(&init.expr, true) && once();
        if !(plain && new && steady) {
            return None;
        }
        let mut value = (*init.expr).clone();
        Replace(&values).visit_expr_mut(&mut value);
        values.insert(name, grouped(&value));
    }
    let mut part = tail.clone();
    let bound = bound_by_closures(&part);
    let hidden =
        |name: &String| values.contains_key(name) || params.iter().any(|p| name == &p.to_string());
    if bound.iter().any(hidden) {
        return None;
    }
    Replace(&values).visit_expr_mut(&mut part);
    let holds =
        |name: &str| name == "self" || bound.contains(name) || params.iter().any(|p| p == name);
    (is_lent(&part) && sees_only(&part, &holds)).then_some(View {
        params,
        part,
        bound,
    })
}

/// How often a variable stands in a statement.
fn uses(stmt: &Stmt, name: &Ident) -> usize {
    struct Count<'n>(&'n Ident, usize);
    impl<'ast> Visit<'ast> for Count<'_> {
        fn visit_ident(&mut self, ident: &'ast Ident) {
            self.1 += usize::from(ident == self.0);
        }
    }
    let mut count = Count(name, 0);
    count.visit_stmt(stmt);
    count.1
}

/// A parameter that is an index.
fn index_param(arg: &FnArg) -> Option<Ident> {
    match arg {
        FnArg::Typed(p) if p.ty.to_token_stream().to_string() == "usize" => match &*p.pat {
            Pat::Ident(p) if p.mutability.is_none() && p.by_ref.is_none() => Some(p.ident.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// `&self.x[i]`, or a chain over such parts.
fn is_lent(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Reference(r) => is_part(&r.expr) && is_steady(&r.expr, true),
        Expr::MethodCall(m) => {
            let of_part = is_part(&m.receiver) && is_steady(&m.receiver, true);
            let of_range = matches!(unparen(&m.receiver), Expr::Range(_)) && m.method == "map";
            (of_part || of_range || is_lent(&m.receiver))
                && is_lending(&m.method.to_string())
                && m.args.iter().all(|a| match unparen(a) {
                    Expr::Closure(c) => is_steady(&c.body, true),
                    a => is_steady(a, true) || is_lent(a),
                })
        }
        _ => false,
    }
}

fn is_lending(method: &str) -> bool {
    matches!(
        method,
        "iter"
            | "as_slice"
            | "get"
            | "first"
            | "last"
            | "chunks"
            | "chunks_exact"
            | "windows"
            | "map"
            | "enumerate"
            | "zip"
            | "rev"
            | "skip"
            | "take"
            | "step_by"
            | "copied"
            | "cloned"
            | "iter_mut"
            | "chunks_mut"
            | "chunks_exact_mut"
    )
}

/// A field of `self`, or a part of one.
fn is_part(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Field(f) => is_variable(&f.base) || is_part(&f.base),
        Expr::Index(i) => is_part(&i.expr),
        _ => false,
    }
}

/// Whether an expression changes nothing, and is the same however often it is evaluated; methods of `self` among
/// it are evaluated once.
fn is_steady(e: &Expr, calls: bool) -> bool {
    let steady = |e: &Expr| is_steady(e, calls);
    match unparen(e) {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(f) => steady(&f.base),
        Expr::Index(i) => steady(&i.expr) && steady(&i.index),
        Expr::Binary(b) => {
            matches!(
                b.op,
                BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
            ) && steady(&b.left)
                && steady(&b.right)
        }
        Expr::Unary(u) => steady(&u.expr),
        Expr::Cast(c) => steady(&c.expr),
        Expr::Range(r) => r.start.iter().chain(&r.end).all(|e| steady(e)),
        Expr::MethodCall(m) => {
            let plain = m.method == "len" && m.args.is_empty() && steady(&m.receiver);
            plain || calls && is_self(&m.receiver) && m.args.iter().all(steady)
        }
        _ => false,
    }
}

/// What the closures in an expression bind.
fn bound_by_closures(e: &Expr) -> HashSet<String> {
    struct Search(HashSet<String>);
    impl<'ast> Visit<'ast> for Search {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            self.0.insert(p.ident.to_string());
        }
    }
    let mut search = Search(HashSet::new());
    search.visit_expr(e);
    search.0
}

/// Whether all variables of an expression are known, so that none means another where it is written out.
fn sees_only(e: &Expr, known: &dyn Fn(&str) -> bool) -> bool {
    struct Search<'k>(&'k dyn Fn(&str) -> bool, bool);
    impl<'ast> Visit<'ast> for Search<'_> {
        fn visit_expr_path(&mut self, p: &'ast syn::ExprPath) {
            if let Some(name) = p.path.get_ident() {
                let name = name.to_string();
                let constant = !name.chars().any(char::is_lowercase);
                self.1 &= constant || (self.0)(&name);
            }
        }
    }
    let mut search = Search(known, true);
    search.visit_expr(e);
    search.1
}

fn is_variable(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Path(p) if p.path.get_ident().is_some())
}

fn is_self(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Path(p) if p.path.is_ident("self"))
}
