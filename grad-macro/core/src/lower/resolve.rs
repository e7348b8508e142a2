//! Gives every variable of the body a name of its own, so that later stages need no scopes.
//!
//! Input: `let x = a; let x = x * x; x`. Output: `let x = a; let x_1 = x * x; x_1`.
//! The first variable of a name keeps it. Items inside the body are left alone: they see no variables.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Block, Expr, Pat, Stmt};

use super::tokens;
use crate::names::Names;

/// Renames in place; `params` are the patterns of the parameters.
pub fn resolve<'a>(params: impl Iterator<Item = &'a mut Pat>, body: &mut Block, names: &mut Names) {
    let mut resolver = Resolver {
        scopes: vec![HashMap::new()],
        taken: HashSet::new(),
        variables: HashSet::new(),
        depth: 0,
        irrefutable: false,
        names,
    };
    for pat in params {
        resolver.declare_all(pat);
    }
    resolver.visit_block_mut(body);
}

struct Resolver<'n> {
    scopes: Vec<HashMap<String, Ident>>,
    /// Names that a variable has already.
    taken: HashSet<String>,
    /// The new names of variables; all other names in scope are those of items.
    variables: HashSet<String>,
    /// Blocks around.
    depth: usize,
    /// A pattern that always matches is being declared: a name in capitals is a variable there.
    irrefutable: bool,
    names: &'n mut Names,
}

impl Resolver<'_> {
    fn lookup(&self, name: &Ident) -> Option<&Ident> {
        let key = key(name);
        self.scopes.iter().rev().find_map(|scope| scope.get(&key))
    }

    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.push(HashMap::new());
        inside(self);
        self.scopes.pop();
    }

    /// Declares the bindings of a pattern in the innermost scope and renames them.
    fn declare(&mut self, pat: &mut Pat) {
        let mut fresh = HashMap::new();
        self.declare_in(pat, &mut fresh);
        if let Some(scope) = self.scopes.last_mut() {
            scope.extend(fresh);
        }
    }

    /// The same for a pattern that always matches.
    fn declare_all(&mut self, pat: &mut Pat) {
        let outer = std::mem::replace(&mut self.irrefutable, true);
        self.declare(pat);
        self.irrefutable = outer;
    }

    fn declare_in(&mut self, pat: &mut Pat, fresh: &mut HashMap<String, Ident>) {
        match pat {
            Pat::Ident(p) => {
                // A variable hides the variable of its name; only items are matched with.
                let binds = match self.lookup(&p.ident) {
                    Some(new) => self.variables.contains(&new.to_string()),
                    None => self.irrefutable,
                };
                if !is_variable(p) && binds {
                    // Later stages take names in capitals for constants.
                    let small = format!("{}_", p.ident.to_string().to_lowercase());
                    let new = match fresh.get(&key(&p.ident)) {
                        Some(new) => new.clone(),
                        None => self.names.plain(&small, p.ident.span()),
                    };
                    self.variables.insert(new.to_string());
                    fresh.insert(key(&p.ident), new.clone());
                    p.ident = new;
                } else if !is_variable(p) {
                    // The name of a constant, which may be one of this block's own.
                    if let Some(new) = self.lookup(&p.ident) {
                        p.ident = new.clone();
                    }
                } else {
                    let user = key(&p.ident);
                    // The alternatives of an or-pattern bind the same variable.
                    let ident = match fresh.get(&user) {
                        Some(ident) => ident.clone(),
                        None => self.new_name(&p.ident),
                    };
                    self.variables.insert(ident.to_string());
                    fresh.insert(user, ident.clone());
                    p.ident = ident;
                }
                if let Some((_, sub)) = &mut p.subpat {
                    self.declare_in(sub, fresh);
                }
            }
            Pat::Guard(p) => self.declare_in(&mut p.pat, fresh),
            Pat::Or(p) => p.cases.iter_mut().for_each(|c| self.declare_in(c, fresh)),
            Pat::Paren(p) => self.declare_in(&mut p.pat, fresh),
            Pat::Reference(p) => self.declare_in(&mut p.pat, fresh),
            Pat::Slice(p) => p.elems.iter_mut().for_each(|e| self.declare_in(e, fresh)),
            Pat::Tuple(p) => p.elems.iter_mut().for_each(|e| self.declare_in(e, fresh)),
            Pat::TupleStruct(p) => p.elems.iter_mut().for_each(|e| self.declare_in(e, fresh)),
            Pat::Type(p) => self.declare_in(&mut p.pat, fresh),
            Pat::Struct(p) => {
                for field in &mut p.fields {
                    self.declare_in(&mut field.pat, fresh);
                    if field.colon_token.is_none() && !is_shorthand(field) {
                        field.colon_token = Some(syn::Token![:](field.pat.span()));
                    }
                }
            }
            _ => {}
        }
    }

    /// Items of an inner block are moved to the top of the generated halves: they get names of their own.
    fn declare_item(&mut self, stmt: &mut Stmt) {
        let Stmt::Item(item) = stmt else {
            return;
        };
        let ident = match item {
            syn::Item::Const(i) => &mut i.ident,
            syn::Item::Static(i) => &mut i.ident,
            syn::Item::Fn(i) => &mut i.sig.ident,
            syn::Item::Use(i) => {
                self.declare_use(&mut i.tree);
                return;
            }
            _ => return,
        };
        let new = self.names.numbered(&ident.to_string(), ident.span());
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(key(ident), new.clone());
        }
        *ident = new;
    }

    fn declare_use(&mut self, tree: &mut syn::UseTree) {
        match tree {
            syn::UseTree::Path(p) => self.declare_use(&mut p.tree),
            syn::UseTree::Group(g) => g.items.iter_mut().for_each(|t| self.declare_use(t)),
            syn::UseTree::Rename(r) if r.rename != "_" => {
                let new = self.names.numbered(&r.rename.to_string(), r.rename.span());
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(key(&r.rename), new.clone());
                }
                r.rename = new;
            }
            syn::UseTree::Name(n) if n.ident != "self" => {
                let new = self.names.numbered(&n.ident.to_string(), n.ident.span());
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(key(&n.ident), new.clone());
                }
                *tree = syn::UseTree::Rename(syn::UseRename {
                    ident: n.ident.clone(),
                    as_token: syn::Token![as](n.ident.span()),
                    rename: new,
                });
            }
            _ => {}
        }
    }

    /// Constants of this block may name each other.
    fn visit_own_item(&mut self, item: &mut syn::Item) {
        match item {
            syn::Item::Const(i) => self.visit_expr_mut(&mut i.expr),
            syn::Item::Static(i) => self.visit_expr_mut(&mut i.expr),
            _ => {}
        }
    }

    fn new_name(&mut self, user: &Ident) -> Ident {
        let name = user.to_string();
        if self.taken.insert(name.clone()) {
            return user.clone();
        }
        self.names.numbered(&name, user.span())
    }

    fn rename_tokens(&self, stream: &TokenStream) -> TokenStream {
        let mut map = HashMap::new();
        for scope in &self.scopes {
            for (user, new) in scope {
                let user = user.split('#').next().unwrap_or(user);
                map.insert(user.to_owned(), new.to_token_stream());
            }
        }
        tokens::rename(stream.clone(), &map)
    }

    fn visit_condition(&mut self, cond: &mut Expr) {
        match cond {
            Expr::Let(l) => {
                self.visit_expr_mut(&mut l.expr);
                self.declare(&mut l.pat);
            }
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
                self.visit_condition(&mut b.left);
                self.visit_condition(&mut b.right);
            }
            other => self.visit_expr_mut(other),
        }
    }
}

/// The spelling of a name and the macro it was written in: two variables of one spelling may come from
/// a macro and from its caller. Only the compiler's own spans tell, through their debug form `#7 bytes(..)`.
fn key(ident: &Ident) -> String {
    let span = format!("{:?}", ident.span());
    match span.split_once(' ') {
        Some((context, _)) if context.starts_with('#') => format!("{ident}{context}"),
        _ => ident.to_string(),
    }
}

/// A field pattern without a colon, whose name was not changed.
fn is_shorthand(field: &syn::FieldPat) -> bool {
    match (&field.member, &*field.pat) {
        (syn::Member::Named(member), Pat::Ident(p)) => *member == p.ident,
        _ => false,
    }
}

/// A lower-case identifier binds; an upper-case one names a constant or a unit variant.
#[must_use]
pub fn is_variable(pat: &syn::PatIdent) -> bool {
    pat.by_ref.is_some()
        || pat.mutability.is_some()
        || pat.subpat.is_some()
        || !pat.ident.to_string().starts_with(char::is_uppercase)
}

impl VisitMut for Resolver<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.scoped(|r| {
            r.depth += 1;
            if r.depth > 1 {
                block.stmts.iter_mut().for_each(|s| r.declare_item(s));
            }
            block.stmts.iter_mut().for_each(|s| r.visit_stmt_mut(s));
            r.depth -= 1;
        });
    }

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Local(local) => {
                if let Some(init) = &mut local.init {
                    self.visit_expr_mut(&mut init.expr);
                    if let Some((_, diverge)) = &mut init.diverge {
                        self.visit_expr_mut(diverge);
                    }
                }
                if local
                    .init
                    .as_ref()
                    .is_some_and(|init| init.diverge.is_some())
                {
                    self.declare(&mut local.pat);
                } else {
                    self.declare_all(&mut local.pat);
                }
            }
            Stmt::Item(item) => self.visit_own_item(item),
            Stmt::Expr(expr, _) => self.visit_expr_mut(expr),
            Stmt::Macro(m) => m.mac.tokens = self.rename_tokens(&m.mac.tokens),
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Path(p) if p.qself.is_none() => {
                // `helper_vjp::..` and paths through an import of this block too.
                if p.path.segments.len() > 1
                    && let Some(first) = p.path.segments.first_mut()
                    && self.depth > 1
                    && let Some(new) = self
                        .scopes
                        .iter()
                        .skip(1)
                        .rev()
                        .find_map(|s| s.get(&key(&first.ident)))
                {
                    let new = new.clone();
                    if new.to_string().starts_with(&first.ident.to_string())
                        && p.path.leading_colon.is_none()
                    {
                        first.ident = new;
                    }
                } else if let Some(ident) = p.path.get_ident()
                    && let Some(new) = self.lookup(ident)
                {
                    let name = new.to_string();
                    let mut renamed = crate::names::spanned_ident(&name, new.span());
                    // Errors about a use belong to that use.
                    renamed.set_span(new.span().located_at(ident.span()));
                    p.path = renamed.into();
                }
            }
            Expr::Macro(m) => m.mac.tokens = self.rename_tokens(&m.mac.tokens),
            Expr::Closure(c) => self.scoped(|r| {
                c.inputs.iter_mut().for_each(|p| r.declare_all(p));
                r.visit_expr_mut(&mut c.body);
            }),
            Expr::If(e) => {
                self.scoped(|r| {
                    r.visit_condition(&mut e.cond);
                    r.visit_block_mut(&mut e.then_branch);
                });
                if let Some((_, other)) = &mut e.else_branch {
                    self.visit_expr_mut(other);
                }
            }
            Expr::While(e) => self.scoped(|r| {
                r.visit_condition(&mut e.cond);
                r.visit_block_mut(&mut e.body);
            }),
            Expr::ForLoop(e) => {
                self.visit_expr_mut(&mut e.expr);
                self.scoped(|r| {
                    r.declare_all(&mut e.pat);
                    r.visit_block_mut(&mut e.body);
                });
            }
            Expr::Struct(s) => {
                for field in &mut s.fields {
                    let shorthand = field.colon_token.is_none();
                    self.visit_expr_mut(&mut field.expr);
                    if shorthand {
                        field.colon_token = Some(syn::Token![:](field.expr.span()));
                    }
                }
                if let Some(rest) = &mut s.rest {
                    self.visit_expr_mut(rest);
                }
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        self.scoped(|r| {
            r.declare(&mut arm.pat);
            if let Pat::Guard(g) = &mut arm.pat {
                r.visit_expr_mut(&mut g.guard);
            }
            r.visit_expr_mut(&mut arm.body);
        });
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
