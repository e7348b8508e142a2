//! Loops in their other spellings.

use quote::format_ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, ExprForLoop, ItemFn, Lit, Pat, RangeLimits, Stmt, parse_quote};

/// ```text
/// for i in a..b { .. }         →  { let mut k = a; let end = b; while k < end { let i = k; k += 1; .. } }
/// for i in (a..b).rev() { .. } →  { let start = a; let mut k = b; while k > start { k -= 1; let i = k; .. } }
/// ```
///
/// The counter moves before the body, so that `continue` is right.
pub fn counted(f: &mut ItemFn) -> usize {
    let mut c = Counted(0);
    c.visit_block_mut(&mut f.block);
    c.0
}

struct Counted(usize);

impl Counted {
    fn rewritten(&mut self, e: &ExprForLoop) -> Option<Expr> {
        let (range, backwards) = match unbracketed(&e.expr) {
            Expr::MethodCall(m) if m.method == "rev" => (unbracketed(&m.receiver), true),
            other => (other, false),
        };
        let Expr::Range(range) = range else {
            return None;
        };
        let (Some(from), Some(to)) = (&range.start, &range.end) else {
            return None;
        };
        let closed = matches!(range.limits, RangeLimits::Closed(_));
        if closed && backwards || !matches!(*e.pat, Pat::Ident(_) | Pat::Wild(_)) {
            return None;
        }
        self.0 += 1;
        let (k, end) = (
            format_ident!("k_{}", self.0),
            format_ident!("end_{}", self.0),
        );
        let (pat, body, label) = (&e.pat, &e.body.stmts, &e.label);
        Some(if backwards {
            parse_quote!({
                let #end = #from;
                let mut #k = #to;
                #label while #k > #end { #k -= 1; let #pat = #k; #(#body)* }
            })
        } else if closed {
            parse_quote!({
                let mut #k = #from;
                let #end = #to;
                #label while #k <= #end { let #pat = #k; #k += 1; #(#body)* }
            })
        } else {
            parse_quote!({
                let mut #k = #from;
                let #end = #to;
                #label while #k < #end { let #pat = #k; #k += 1; #(#body)* }
            })
        })
    }
}

impl VisitMut for Counted {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        if let Expr::ForLoop(l) = &*e
            && let Some(new) = self.rewritten(l)
        {
            *e = new;
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// ```text
/// for i in 0..3 { .. }  →  { { let i = 0; .. } { let i = 1; .. } { let i = 2; .. } }
/// ```
pub fn unrolled(f: &mut ItemFn) -> usize {
    let mut u = Unrolled(0);
    u.visit_block_mut(&mut f.block);
    u.0
}

struct Unrolled(usize);

impl VisitMut for Unrolled {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let Expr::ForLoop(l) = &*e else { return };
        let Expr::Range(range) = unbracketed(&l.expr) else {
            return;
        };
        let number = |e: &Option<Box<Expr>>| match e.as_deref() {
            Some(Expr::Lit(l)) => match &l.lit {
                Lit::Int(i) => i.base10_parse::<usize>().ok(),
                _ => None,
            },
            _ => None,
        };
        let (Some(from), Some(to)) = (number(&range.start), number(&range.end)) else {
            return;
        };
        let mut exits = Exits::default();
        exits.visit_block(&l.body);
        let closed = usize::from(matches!(range.limits, RangeLimits::Closed(_)));
        let trips = (to + closed).saturating_sub(from);
        if exits.any || trips > 6 {
            return;
        }
        self.0 += 1;
        let (pat, body) = (&l.pat, &l.body.stmts);
        let copies = (from..from + trips).map(|i| {
            let i = proc_macro2::Literal::usize_unsuffixed(i);
            quote::quote!({ let #pat = #i; #(#body)* })
        });
        *e = parse_quote!({ #(#copies)* });
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// What leaves a loop body.
#[derive(Default)]
struct Exits {
    any: bool,
    breaks: bool,
    value: bool,
    continues: bool,
    depth: usize,
}

impl Visit<'_> for Exits {
    fn visit_expr_break(&mut self, e: &syn::ExprBreak) {
        self.any = true;
        if self.depth == 0 || e.label.is_some() {
            self.breaks = true;
            self.value |= e.expr.is_some();
        }
        visit::visit_expr_break(self, e);
    }
    fn visit_expr_continue(&mut self, _: &syn::ExprContinue) {
        self.any = true;
        self.continues = true;
    }
    fn visit_expr_for_loop(&mut self, e: &ExprForLoop) {
        self.depth += 1;
        visit::visit_expr_for_loop(self, e);
        self.depth -= 1;
    }
    fn visit_expr_while(&mut self, e: &syn::ExprWhile) {
        self.depth += 1;
        visit::visit_expr_while(self, e);
        self.depth -= 1;
    }
    fn visit_expr_loop(&mut self, e: &syn::ExprLoop) {
        self.depth += 1;
        visit::visit_expr_loop(self, e);
        self.depth -= 1;
    }
}

/// ```text
/// while c { .. }                →  loop { if c { .. } else { break; } }
/// loop { if c { break; } .. }   →  while !c { .. }
/// ```
pub fn endless(f: &mut ItemFn) -> usize {
    let mut e = Endless(0);
    e.visit_block_mut(&mut f.block);
    e.0
}

struct Endless(usize);

impl Endless {
    fn to_while(l: &syn::ExprLoop) -> Option<Expr> {
        let mut exits = Exits::default();
        exits.visit_block(&l.body);
        let (Stmt::Expr(Expr::If(first), _), rest) = l.body.stmts.split_first()? else {
            return None;
        };
        let only_break = |b: &Block| matches!(b.stmts.as_slice(), [Stmt::Expr(Expr::Break(b), _)] if b.expr.is_none() && b.label.is_none());
        if exits.value
            || first.else_branch.is_some()
            || !only_break(&first.then_branch)
            || matches!(*first.cond, Expr::Let(_))
        {
            return None;
        }
        let (cond, label) = (&first.cond, &l.label);
        Some(parse_quote!(#label while !(#cond) { #(#rest)* }))
    }
}

impl VisitMut for Endless {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let new: Option<Expr> = match &*e {
            Expr::While(w) => {
                let (cond, body, label) = (&w.cond, &w.body.stmts, &w.label);
                Some(parse_quote!(#label loop { if #cond { #(#body)* } else { break; } }))
            }
            Expr::Loop(l) => Endless::to_while(l),
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

fn unbracketed(e: &Expr) -> &Expr {
    match e {
        Expr::Paren(p) => unbracketed(&p.expr),
        Expr::Group(g) => unbracketed(&g.expr),
        other => other,
    }
}
