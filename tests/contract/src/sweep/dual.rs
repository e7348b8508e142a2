//! The dual form of a function, as far as its text allows: `f64` is `Dual`, literals and casts are constants.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, File, Item, Lit, UseTree, parse_quote};

/// The functions of a file over `Dual`, and what they use.
#[must_use]
pub fn dual(file: &File) -> File {
    let mut file = file.clone();
    file.attrs.clear();
    items(&mut file.items);
    file
}

fn items(list: &mut Vec<Item>) {
    let old = std::mem::take(list);
    for mut item in old {
        match &mut item {
            Item::Mod(m) => {
                m.vis = parse_quote!(pub);
                // What is in a file of its own is taken with that file.
                let Some((_, inner)) = &mut m.content else {
                    continue;
                };
                items(inner);
            }
            Item::Fn(f) => {
                let test = f.attrs.iter().any(|a| a.path().is_ident("test"));
                let table = f.sig.to_token_stream().to_string().contains("Case");
                if test || table {
                    continue;
                }
                f.attrs.clear();
                f.vis = parse_quote!(pub);
                Over.visit_item_fn_mut(f);
            }
            Item::Use(u) => {
                u.vis = parse_quote!(pub);
                let text = u.tree.to_token_stream().to_string();
                if text.starts_with("grad_runtime")
                    || text.contains("support")
                    || !kept(&mut u.tree)
                {
                    continue;
                }
            }
            Item::Const(c) => c.vis = parse_quote!(pub),
            Item::Static(s) => s.vis = parse_quote!(pub),
            Item::Macro(m) if is_test(m) => continue,
            _ => {}
        }
        list.push(item);
    }
    list.insert(
        0,
        parse_quote!(
            use grad_random::dual::{Dual, c};
        ),
    );
}

/// Without the names of companions; whether anything is left.
fn kept(tree: &mut UseTree) -> bool {
    let ours = |name: &syn::Ident| {
        let name = name.to_string();
        ["_grad", "_grad_into", "_grad_with", "_vjp"]
            .iter()
            .any(|end| name.ends_with(end))
    };
    match tree {
        UseTree::Path(p) => kept(&mut p.tree),
        UseTree::Name(n) => !ours(&n.ident),
        UseTree::Rename(r) => !ours(&r.ident),
        UseTree::Glob(_) => true,
        UseTree::Group(g) => {
            let old = std::mem::take(&mut g.items);
            g.items = old
                .into_iter()
                .filter_map(|mut t| kept(&mut t).then_some(t))
                .collect();
            !g.items.is_empty()
        }
    }
}

/// The name of a function without a dual form is kept: it panics, and is not compared with.
pub fn none(f: &mut syn::ItemFn) {
    *f.block = parse_quote!({ panic!("no dual form") });
}

struct Over;

impl VisitMut for Over {
    fn visit_type_mut(&mut self, t: &mut syn::Type) {
        if matches!(t, syn::Type::Path(p) if p.path.is_ident("f64")) {
            *t = parse_quote!(Dual);
        }
        visit_mut::visit_type_mut(self, t);
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        match e {
            Expr::Lit(l) if matches!(l.lit, Lit::Float(_)) => {
                *e = parse_quote!(c(#l));
                return;
            }
            Expr::Cast(k) if k.ty.to_token_stream().to_string() == "f64" => {
                visit_mut::visit_expr_mut(self, &mut k.expr);
                *e = parse_quote!(c(#k));
                return;
            }
            Expr::Path(p) => {
                let names: Vec<String> = p
                    .path
                    .segments
                    .iter()
                    .map(|s| s.ident.to_string())
                    .collect();
                let last = names.last().map_or("", |n| n);
                let constant = last.len() > 1
                    && last
                        .chars()
                        .all(|c| c.is_uppercase() || c == '_' || c.is_numeric());
                if names.iter().any(|n| n == "f64") {
                    if constant {
                        *e = parse_quote!(c(#p));
                    } else {
                        for s in &mut p.path.segments {
                            if s.ident == "f64" {
                                s.ident = parse_quote!(Dual);
                            }
                        }
                    }
                } else if constant && names.len() == 1 && ["GAIN", "OFFSET"].contains(&last) {
                    *e = parse_quote!(c(#p));
                }
                return;
            }
            Expr::Call(k)
                if k.func.to_token_stream().to_string().replace(' ', "") == "f64::from" =>
            {
                *e = parse_quote!(c(#k));
                return;
            }
            Expr::Macro(m) if m.mac.path.is_ident("vec") => {
                let tokens = m.mac.tokens.clone();
                if let Ok(mut array) = syn::parse2::<Expr>(quote::quote!([#tokens])) {
                    self.visit_expr_mut(&mut array);
                    match &array {
                        Expr::Array(a) => {
                            let elems = &a.elems;
                            *e = parse_quote!(vec![#elems]);
                        }
                        Expr::Repeat(r) => {
                            let (one, n) = (&r.expr, &r.len);
                            *e = parse_quote!(vec![#one; #n]);
                        }
                        _ => {}
                    }
                }
                return;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_pat_mut(&mut self, p: &mut syn::Pat) {
        if let syn::Pat::Type(t) = p {
            self.visit_type_mut(&mut t.ty);
        }
        if let syn::Pat::Tuple(t) = p {
            t.elems.iter_mut().for_each(|p| self.visit_pat_mut(p));
        }
    }
    // Constants inside of a function stay what they are.
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

/// A macro that makes tests, and not something that functions use.
#[must_use]
pub fn is_test(m: &syn::ItemMacro) -> bool {
    m.ident.is_none() && !m.mac.path.is_ident("thread_local")
}
