//! Counters that the user keeps: `k += 1` in every trip of a loop.
//!
//! Input: a body in which an index is read off such a variable. Output: the index is a formula of the number of the trip and
//! of what the variable was before the loop, which the reverse half computes instead of taking it off the tape.
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::visit::{self, Visit};

use crate::ir::{Body, Counter, End, ExitKind, Loop, Op, Region, Stmt, Ty, Val};
use crate::lower::is_compound;
use crate::names::Names;

/// Methods of integers that leave their receiver as it is.
const READING: &[&str] = &[
    "abs_diff",
    "clone",
    "div_ceil",
    "is_multiple_of",
    "max",
    "min",
    "pow",
    "saturating_add",
    "saturating_sub",
];

/// Finds the indices that follow such variables, and gives them formulas.
pub fn find(body: &mut Body, function: &syn::ItemFn, names: &mut Names) {
    let mut survey = Survey::default();
    for input in &function.sig.inputs {
        survey.visit_fn_arg(input);
    }
    survey.visit_block(&function.block);
    let counters: Vec<(String, Step)> = survey
        .found
        .into_iter()
        .filter_map(Found::counter)
        .collect();
    if counters.is_empty() {
        return;
    }
    let mut region = std::mem::take(&mut body.region);
    for (name, step) in &counters {
        Search {
            body,
            names,
            name,
            step,
        }
        .region(&mut region);
    }
    body.region = region;
}

/// By how much a variable changes.
#[derive(Clone)]
struct Step {
    down: bool,
    by: syn::LitInt,
}

/// What the function does with a name.
#[derive(Default)]
struct Found {
    name: String,
    /// The loops around each declaration, by their numbers, outermost first.
    declared: Vec<Vec<usize>>,
    /// The changes by a constant, and the loops around.
    steps: Vec<(Step, Vec<usize>)>,
    /// Something that may change it otherwise.
    unsure: bool,
}

impl Found {
    fn counter(self) -> Option<(String, Step)> {
        let ([declared], [(step, around)]) = (self.declared.as_slice(), self.steps.as_slice())
        else {
            return None;
        };
        // It must be older than a trip of the loop that counts.
        let older = around.starts_with(declared) && around.len() > declared.len();
        (older && !self.unsure).then(|| (self.name, step.clone()))
    }
}

/// Looks at every mention of every variable.
#[derive(Default)]
struct Survey {
    found: Vec<Found>,
    /// The loops around, and how many there were.
    loops: Vec<usize>,
    numbered: usize,
}

impl Survey {
    fn of(&mut self, name: &Ident) -> &mut Found {
        let name = name.to_string();
        let at = self.found.iter().position(|f| f.name == name);
        let at = at.unwrap_or_else(|| {
            self.found.push(Found {
                name,
                ..Found::default()
            });
            self.found.len() - 1
        });
        &mut self.found[at]
    }

    fn unsure(&mut self, tokens: TokenStream) {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => self.of(&name).unsure = true,
                TokenTree::Group(group) => self.unsure(group.stream()),
                // Format strings name variables too.
                TokenTree::Literal(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.numbered += 1;
        self.loops.push(self.numbered);
        visit(self);
        self.loops.pop();
    }

    fn unsure_variable(&mut self, e: &syn::Expr) {
        if let Some(name) = variable(e) {
            self.of(name).unsure = true;
        }
    }
}

impl<'ast> Visit<'ast> for Survey {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        let around = self.loops.clone();
        let found = self.of(&pat.ident);
        found.declared.push(around);
        found.unsure |= pat.by_ref.is_some();
        visit::visit_pat_ident(self, pat);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        // What is bound by reference may change through it.
        let mut by_ref = ByRef(false);
        by_ref.visit_pat(&local.pat);
        if by_ref.0
            && let Some(init) = &local.init
        {
            self.unsure_variable(&init.expr);
        }
        visit::visit_local(self, local);
    }

    fn visit_expr_match(&mut self, e: &'ast syn::ExprMatch) {
        self.unsure_variable(&e.expr);
        visit::visit_expr_match(self, e);
    }

    fn visit_expr_let(&mut self, e: &'ast syn::ExprLet) {
        self.unsure_variable(&e.expr);
        visit::visit_expr_let(self, e);
    }

    fn visit_expr_reference(&mut self, e: &'ast syn::ExprReference) {
        self.unsure_variable(&e.expr);
        visit::visit_expr_reference(self, e);
    }

    fn visit_expr_assign(&mut self, e: &'ast syn::ExprAssign) {
        // On the left of an assignment a pattern may name it anywhere.
        self.unsure(quote::ToTokens::to_token_stream(&e.left));
        visit::visit_expr_assign(self, e);
    }

    fn visit_expr_binary(&mut self, e: &'ast syn::ExprBinary) {
        use syn::BinOp;
        let changes = is_compound(&e.op);
        if let (true, Some(name)) = (changes, variable(&e.left)) {
            let plain = matches!(e.op, BinOp::AddAssign(_) | BinOp::SubAssign(_));
            let around = self.loops.clone();
            let down = matches!(e.op, BinOp::SubAssign(_));
            let found = self.of(name);
            match literal(&e.right) {
                Some(by) if plain => found.steps.push((Step { down, by }, around)),
                _ => found.unsure = true,
            }
        }
        visit::visit_expr_binary(self, e);
    }

    fn visit_expr_method_call(&mut self, e: &'ast syn::ExprMethodCall) {
        if !READING.contains(&e.method.to_string().as_str()) {
            self.unsure_variable(&e.receiver);
        }
        visit::visit_expr_method_call(self, e);
    }

    fn visit_expr_closure(&mut self, e: &'ast syn::ExprClosure) {
        self.unsure(quote::ToTokens::to_token_stream(e));
    }

    fn visit_expr_for_loop(&mut self, e: &'ast syn::ExprForLoop) {
        self.visit_expr(&e.expr);
        self.inside(|this| {
            this.visit_pat(&e.pat);
            this.visit_block(&e.body);
        });
    }

    fn visit_expr_while(&mut self, e: &'ast syn::ExprWhile) {
        self.inside(|this| visit::visit_expr_while(this, e));
    }

    fn visit_expr_loop(&mut self, e: &'ast syn::ExprLoop) {
        self.inside(|this| visit::visit_expr_loop(this, e));
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.unsure(mac.tokens.clone());
    }

    fn visit_item(&mut self, item: &'ast syn::Item) {
        self.unsure(quote::ToTokens::to_token_stream(item));
    }
}

struct ByRef(bool);

impl<'ast> Visit<'ast> for ByRef {
    fn visit_pat_ident(&mut self, pat: &'ast syn::PatIdent) {
        self.0 |= pat.by_ref.is_some();
        visit::visit_pat_ident(self, pat);
    }
}

fn variable(e: &syn::Expr) -> Option<&Ident> {
    match crate::types::unparen(e) {
        syn::Expr::Path(p) => p.path.get_ident(),
        _ => None,
    }
}

fn literal(e: &syn::Expr) -> Option<syn::LitInt> {
    match crate::types::unparen(e) {
        syn::Expr::Lit(l) => match &l.lit {
            syn::Lit::Int(i) if matches!(i.suffix(), "" | "usize") => Some(i.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Looks for the loop that counts with one variable.
struct Search<'s> {
    body: &'s mut Body,
    names: &'s mut Names,
    name: &'s str,
    step: &'s Step,
}

impl Search<'_> {
    fn region(&mut self, region: &mut Region) {
        for at in 0..region.stmts.len() {
            match &mut region.stmts[at] {
                Stmt::Branch(b) => {
                    for arm in &mut b.arms {
                        self.region(&mut arm.body);
                    }
                }
                Stmt::Loop(l) => {
                    let base = self.a_loop(l);
                    self.region(&mut l.body);
                    if let Some(base) = base {
                        // The statements behind move by one, which are looked at all the same: there is one loop.
                        region.stmts.insert(at, base);
                        return;
                    }
                }
                _ => {}
            }
        }
    }

    /// Where all trips but the last change the variable once: what it was before the loop.
    fn a_loop(&mut self, l: &mut Loop) -> Option<Stmt> {
        let changes = |s: &Stmt| matches!(s, Stmt::Raw(tokens) if self.is_step(tokens));
        let at = l.body.stmts.iter().position(changes)?;
        if self.steps(&l.body) != 1 || l.body.stmts[..at].iter().any(goes_on) {
            return None;
        }
        let mut reads = Vec::new();
        for (number, stmt) in l.body.stmts.iter().enumerate() {
            self.reads(stmt, number > at, &mut reads);
        }
        let (val, _) = reads.first()?;
        let span = self.body.val(*val).span;
        let trip = self.new_val("trip", span);
        let base = self.new_val("base", span);
        self.body.counters.insert(trip, Counter::Trip);
        l.body.stmts.insert(0, Stmt::Given(vec![trip]));
        for (val, behind) in reads {
            self.follow(val, behind, [base, trip], l);
        }
        let variable = Ident::new(self.name, span);
        Some(Stmt::Let(base, Op::Raw(quote!(#variable))))
    }

    fn new_val(&mut self, name: &str, span: proc_macro2::Span) -> Val {
        let name = self.names.numbered(name, span);
        self.body.new_val(name, Ty::Usize)
    }

    /// The variable by the number of the trip, in place of its name.
    fn follow(&mut self, val: Val, behind: bool, [base, trip]: [Val; 2], l: &Loop) {
        let Some(tokens) = raw_of(&l.body, val) else {
            return;
        };
        let (base_name, trip_name) = (&self.body.val(base).name, &self.body.val(trip).name);
        let by = &self.step.by;
        let value = match (self.step.down, behind) {
            (false, false) => quote!((#base_name + #trip_name * #by)),
            (false, true) => quote!((#base_name + #trip_name * #by + #by)),
            (true, false) => quote!((#base_name - #trip_name * #by)),
            (true, true) => quote!((#base_name - #trip_name * #by - #by)),
        };
        let formula = replaced(tokens, self.name, &value);
        self.body.vals[val.0 as usize].formula = Some((formula, vec![base, trip]));
    }

    /// Indices that are made of the variable and of literals alone, and whether they stand behind its change.
    fn reads(&self, stmt: &Stmt, behind: bool, found: &mut Vec<(Val, bool)>) {
        match stmt {
            Stmt::Let(val, Op::Raw(tokens)) => {
                let info = self.body.val(*val);
                let open =
                    info.ty == Ty::Usize && info.constant.is_none() && info.formula.is_none();
                if open && self.is_made_of_it(tokens) {
                    found.push((*val, behind));
                }
            }
            Stmt::Branch(b) => {
                for arm in &b.arms {
                    arm.body
                        .stmts
                        .iter()
                        .for_each(|s| self.reads(s, behind, found));
                }
            }
            Stmt::Loop(l) => l
                .body
                .stmts
                .iter()
                .for_each(|s| self.reads(s, behind, found)),
            _ => {}
        }
    }

    fn is_made_of_it(&self, tokens: &TokenStream) -> bool {
        fn plain(tokens: &TokenStream, name: &str, named: &mut bool) -> bool {
            tokens.clone().into_iter().all(|token| match token {
                TokenTree::Ident(ident) => {
                    *named |= ident == name;
                    ident == name
                }
                TokenTree::Literal(literal) => literal.to_string().parse::<usize>().is_ok(),
                TokenTree::Punct(p) => matches!(p.as_char(), '+' | '-' | '*'),
                TokenTree::Group(group) => {
                    group.delimiter() == proc_macro2::Delimiter::Parenthesis
                        && plain(&group.stream(), name, named)
                }
            })
        }
        let mut named = false;
        plain(tokens, self.name, &mut named) && named
    }

    fn is_step(&self, tokens: &TokenStream) -> bool {
        let text = tokens.to_string();
        let op = if self.step.down { "-=" } else { "+=" };
        let step = format!("{} {op} {}", self.name, self.step.by);
        text == step || text == format!("{step} ;") || text == format!("{step};")
    }

    /// How often a region names the change.
    fn steps(&self, region: &Region) -> usize {
        let of = |stmt: &Stmt| match stmt {
            Stmt::Raw(tokens) => usize::from(self.is_step(tokens)),
            Stmt::Branch(b) => b.arms.iter().map(|a| self.steps(&a.body)).sum(),
            Stmt::Loop(l) => self.steps(&l.body),
            _ => 0,
        };
        region.stmts.iter().map(of).sum()
    }
}

/// Whether a statement may end the trip and not the loop.
fn goes_on(stmt: &Stmt) -> bool {
    fn ends(region: &Region) -> bool {
        region.stmts.iter().any(goes_on)
            || matches!(&region.end, End::Exit(exit) if exit.kind == ExitKind::Continue)
    }
    match stmt {
        Stmt::Branch(b) => b.arms.iter().any(|a| ends(&a.body)),
        _ => false,
    }
}

fn raw_of(region: &Region, val: Val) -> Option<&TokenStream> {
    region.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Let(v, Op::Raw(tokens)) if *v == val => Some(tokens),
        Stmt::Branch(b) => b.arms.iter().find_map(|a| raw_of(&a.body, val)),
        Stmt::Loop(l) => raw_of(&l.body, val),
        _ => None,
    })
}

fn replaced(tokens: &TokenStream, name: &str, value: &TokenStream) -> TokenStream {
    let each = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == name => value.clone(),
        TokenTree::Group(group) => {
            let inside = replaced(&group.stream(), name, value);
            TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inside)).into()
        }
        other => other.into(),
    });
    each.collect()
}
