//! Assignments in their other spellings.

use super::scope::{arithmetic_of, assigning, has_effects, same};
use quote::format_ident;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ItemFn, Pat, Stmt, parse_quote};

/// ```text
/// a += e  →  a = a + (e)        a = a + e  →  a += e
/// ```
pub fn compound(f: &mut ItemFn) -> usize {
    let mut c = Compound(0);
    c.visit_block_mut(&mut f.block);
    c.0
}

struct Compound(usize);

impl VisitMut for Compound {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let new: Option<Expr> = match &*e {
            // The operand of `+=` is evaluated before the place is read.
            Expr::Binary(b) if !has_effects(&b.right) && !has_effects(&b.left) => {
                arithmetic_of(&b.op).map(|op| {
                    let (left, right) = (&b.left, &b.right);
                    parse_quote!(#left = #left #op (#right))
                })
            }
            Expr::Assign(a) => match &*a.right {
                Expr::Binary(b) if same(&a.left, &b.left) && !has_effects(&b.right) => {
                    assigning(&b.op).map(|op| {
                        let (left, right) = (&a.left, &b.right);
                        parse_quote!(#left #op #right)
                    })
                }
                _ => None,
            },
            _ => None,
        };
        if let Some(new) = new {
            self.0 += 1;
            *e = new;
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// ```text
/// (a, b) = (b, a);      →  let s_1_0 = b; let s_1_1 = a; a = s_1_0; b = s_1_1;
/// let (a, b) = (c, d);  →  let s_1_0 = c; let s_1_1 = d; let a = s_1_0; let b = s_1_1;
/// ```
pub fn spread(f: &mut ItemFn) -> usize {
    let mut s = Spread(0);
    s.visit_block_mut(&mut f.block);
    s.0
}

struct Spread(usize);

/// What a temporary is given to.
type Target = Box<dyn Fn(&syn::Ident) -> Stmt>;

impl Spread {
    fn statements(&mut self, stmt: &Stmt) -> Option<Vec<Stmt>> {
        let (right, targets): (_, Vec<Target>) =
            match stmt {
                Stmt::Expr(Expr::Assign(a), Some(_)) => {
                    let (Expr::Tuple(left), Expr::Tuple(right)) = (&*a.left, &*a.right) else {
                        return None;
                    };
                    // `_` and places whose own evaluation counts stay.
                    if left
                        .elems
                        .iter()
                        .any(|l| !matches!(l, Expr::Path(_) | Expr::Index(_)))
                    {
                        return None;
                    }
                    let assign =
                        left.elems.iter().cloned().map(|l| {
                            Box::new(move |s: &syn::Ident| parse_quote!(#l = #s;)) as Target
                        });
                    (right, assign.collect())
                }
                Stmt::Local(l) => {
                    let (Pat::Tuple(left), Some(init)) = (&l.pat, &l.init) else {
                        return None;
                    };
                    let Expr::Tuple(right) = &*init.expr else {
                        return None;
                    };
                    let plain = |p: &Pat| matches!(p, Pat::Ident(i) if i.by_ref.is_none());
                    if !left.elems.iter().all(plain) {
                        return None;
                    }
                    let bind = left.elems.iter().cloned().map(|p| {
                        Box::new(move |s: &syn::Ident| parse_quote!(let #p = #s;)) as Target
                    });
                    (right, bind.collect())
                }
                _ => return None,
            };
        if right.elems.len() != targets.len() {
            return None;
        }
        self.0 += 1;
        let name = |k: usize| format_ident!("s_{}_{k}", self.0);
        let first = right.elems.iter().enumerate().map(|(k, e)| {
            let s = name(k);
            parse_quote!(let #s = #e;)
        });
        let then = targets.iter().enumerate().map(|(k, t)| t(&name(k)));
        Some(first.chain(then).collect())
    }
}

impl VisitMut for Spread {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let old = std::mem::take(&mut block.stmts);
        for stmt in old {
            match self.statements(&stmt) {
                Some(several) => block.stmts.extend(several),
                None => block.stmts.push(stmt),
            }
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
