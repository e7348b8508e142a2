//! Statements, branches and loops: where values come from, go to, and are matched.
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, Local, Pat, Stmt, parse_quote, parse_quote_spanned};

use super::patterns::Form;
use super::{Exit, Options, Yield, make};
use crate::types::{Ty, Wrap, unparen};

impl Options<'_, '_> {
    /// Rewrites a block; its value is what is asked for.
    pub(super) fn block(&mut self, block: &mut Block, yields: &Yield) {
        let mut stmts = std::mem::take(&mut block.stmts);
        self.forward(&mut stmts);
        let count = stmts.len();
        for at in 0..count {
            let mut stmt = stmts[at].clone();
            if let Stmt::Local(local) = &stmt
                && let Some(mut branch) = self.let_else_call(local, &stmts[at + 1..])
            {
                self.expr(&mut branch, yields);
                block.stmts.push(Stmt::Expr(branch, None));
                return;
            }
            match &mut stmt {
                Stmt::Local(local) if local.init.is_none() => {
                    block.stmts.extend(self.declared(local));
                    continue;
                }
                Stmt::Local(local) => self.local(local),
                Stmt::Expr(e, None) if at + 1 == count => self.expr(e, yields),
                Stmt::Expr(e, _) => {
                    self.unused(e);
                    self.expr(e, &Yield::Value);
                }
                Stmt::Macro(m) => self.visit_macro_mut(&mut m.mac),
                Stmt::Item(_) => {}
            }
            block.stmts.push(stmt);
        }
    }

    /// `let r = g(x); match r { .. }` as `match g(x) { .. }`, where nothing else uses it.
    fn forward(&mut self, stmts: &mut Vec<Stmt>) {
        let mut at = 0;
        while at + 1 < stmts.len() {
            let (first, rest) = stmts.split_at_mut(at + 1);
            if let Some((name, value)) = self.forwarded(&first[at])
                && let Some(scrutinee) = super::outcomes::scrutinee_of(&mut rest[0])
                && matches!(unparen(scrutinee), Expr::Path(p) if p.path.is_ident(&name))
            {
                *scrutinee = value;
                let again = rest
                    .iter()
                    .flat_map(|s| super::tokens::variables(s.to_token_stream()));
                if again.into_iter().any(|n| name == n.as_str()) {
                    // It is used once more.
                    if let Some(scrutinee) = super::outcomes::scrutinee_of(&mut rest[0]) {
                        *scrutinee = parse_quote!(#name);
                    }
                } else {
                    stmts.remove(at);
                    continue;
                }
            }
            at += 1;
        }
    }

    /// A variable with the result of a call or an element that may be missing.
    fn forwarded(&mut self, stmt: &Stmt) -> Option<(proc_macro2::Ident, Expr)> {
        let Stmt::Local(local) = stmt else {
            return None;
        };
        let (Pat::Ident(p), Some(init)) = (&local.pat, &local.init) else {
            return None;
        };
        let plain = p.mutability.is_none() && p.by_ref.is_none() && init.diverge.is_none();
        (plain && (self.is_called(&init.expr) || self.is_place(&init.expr)))
            .then(|| (p.ident.clone(), (*init.expr).clone()))
    }

    /// `g(x).ok();`: the pair is of no use.
    fn unused(&mut self, e: &mut Expr) {
        let Expr::MethodCall(m) = unparen(e) else {
            return;
        };
        if !Self::is_making(m) {
            return;
        }
        if let Some((wrap, inside)) = self.active(e) {
            let pair = self.pair_inside(e, wrap, &inside);
            let (case, value) = self.names(e.span());
            *e = parse_quote_spanned!(e.span()=> { let (#case, #value) = #pair; });
        }
    }

    /// `let o;`
    fn declared(&mut self, local: &Local) -> Vec<Stmt> {
        let (pat, ty) = match &local.pat {
            Pat::Type(t) => (&*t.pat, Some(&*t.ty)),
            pat => (pat, None),
        };
        let Pat::Ident(p) = pat else {
            return vec![Stmt::Local(local.clone())];
        };
        let Some(case) = self.case_of(&p.ident.to_string(), &p.ident) else {
            return vec![Stmt::Local(local.clone())];
        };
        let (mutable, ident) = (&p.mutability, &p.ident);
        let (case_ty, inside) = match ty.and_then(super::values::parts_of_type) {
            Some((case, inside)) => (Some(quote!(: #case)), Some(quote!(: #inside))),
            None => (None, None),
        };
        make::stmts(quote!(let #mutable #case #case_ty; let #mutable #ident #inside;))
    }

    fn local(&mut self, local: &mut Local) {
        let Some(init) = &mut local.init else {
            return;
        };
        if let Some((_, diverge)) = &mut init.diverge {
            let form = self.matched(&mut init.expr, &[&local.pat]);
            self.expr(diverge, &Yield::Value);
            local.pat = self.pattern(&local.pat, &form);
            return;
        }
        let said = match &local.pat {
            Pat::Type(t) => Some((*t.ty).clone()),
            _ => None,
        };
        let pat = match &local.pat {
            Pat::Type(t) => (*t.pat).clone(),
            pat => pat.clone(),
        };
        let Some(pat) = self.declare(&pat, &mut init.expr) else {
            self.expr(&mut init.expr, &Yield::Value);
            return;
        };
        local.pat = match said.as_ref().and_then(super::values::parts_of_type) {
            Some((case, inside)) => {
                let pat: Pat = pat;
                Pat::Type(parse_quote!(#pat: (#case, #inside)))
            }
            None => pat,
        };
    }

    /// A pattern that always matches, and its value as the pairs that it binds; nothing where there are none.
    fn declare(&mut self, pat: &Pat, value: &mut Expr) -> Option<Pat> {
        match pat {
            Pat::Ident(p) => {
                let case = self.case_of(&p.ident.to_string(), &p.ident)?;
                let yields = self.yields_of_var(&p.ident.to_string());
                self.expr(value, &yields);
                let (mutable, ident) = (&p.mutability, &p.ident);
                Some(pair_pattern(
                    quote!(#mutable #case),
                    quote!(#mutable #ident),
                ))
            }
            Pat::Paren(p) => self.declare(&p.pat, value),
            Pat::Tuple(p) => {
                let Expr::Tuple(t) = super::patterns::unparen_mut(value) else {
                    return None;
                };
                if p.elems.len() != t.elems.len() {
                    return None;
                }
                let mut p = p.clone();
                let mut any = false;
                for (pat, value) in p.elems.iter_mut().zip(&mut t.elems) {
                    match self.declare(pat, value) {
                        Some(new) => {
                            *pat = new;
                            any = true;
                        }
                        None => self.expr(value, &Yield::Value),
                    }
                }
                // The values are rewritten already.
                let _ = any;
                Some(Pat::Tuple(p))
            }
            _ => None,
        }
    }

    pub(super) fn yields_of_var(&self, name: &str) -> Yield {
        match self.chains.types.of_var(name) {
            Ty::Wrapped(wrap, inside) => Yield::Pair(wrap, *inside),
            _ => Yield::Value,
        }
    }

    /// Rewrites an expression; its value is what is asked for.
    pub(super) fn expr(&mut self, e: &mut Expr, yields: &Yield) {
        if let Some(branch) = self.of_call(e) {
            *e = branch;
        }
        match e {
            Expr::Paren(p) => self.expr(&mut p.expr, yields),
            Expr::Group(g) => self.expr(&mut g.expr, yields),
            Expr::Block(b) => match &b.label {
                None => self.block(&mut b.block, yields),
                Some(label) => {
                    let name = label.name.ident.to_string();
                    let inner = self.in_loop(Some(name), false, yields, |o, inner| {
                        o.block(&mut b.block, inner);
                    });
                    self.behind_loop(e, yields, &inner);
                }
            },
            Expr::Loop(l) => {
                let name = l.label.as_ref().map(|l| l.name.ident.to_string());
                let inner = self.in_loop(name, true, yields, |o, _| {
                    o.block(&mut l.body, &Yield::Value);
                });
                self.behind_loop(e, yields, &inner);
            }
            Expr::While(w) => {
                let name = w.label.as_ref().map(|l| l.name.ident.to_string());
                self.condition(&mut w.cond);
                self.in_loop(name, true, &Yield::Value, |o, _| {
                    o.block(&mut w.body, &Yield::Value);
                });
            }
            Expr::ForLoop(f) => {
                let name = f.label.as_ref().map(|l| l.name.ident.to_string());
                self.expr(&mut f.expr, &Yield::Value);
                self.in_loop(name, true, &Yield::Value, |o, _| {
                    o.block(&mut f.body, &Yield::Value);
                });
            }
            Expr::If(i) => {
                self.condition(&mut i.cond);
                self.block(&mut i.then_branch, yields);
                if let Some((_, other)) = &mut i.else_branch {
                    self.expr(other, yields);
                }
            }
            Expr::Match(m) => {
                let pats: Vec<Pat> = m.arms.iter().map(|a| a.pat.clone()).collect();
                let form = self.matched(&mut m.expr, &pats.iter().collect::<Vec<_>>());
                for arm in &mut m.arms {
                    arm.pat = self.pattern(&arm.pat, &form);
                    self.expr(&mut arm.body, yields);
                }
            }
            Expr::Break(b) => {
                let label = b.label.as_ref().map(|l| l.ident.to_string());
                let at = self.exits.iter().rposition(|x| match &label {
                    Some(label) => x.label.as_ref() == Some(label),
                    None => x.is_loop,
                });
                let yields = at.map_or(Yield::Value, |at| self.exits[at].yields.clone());
                if let Some(value) = &mut b.expr {
                    self.in_exit(value, &yields);
                }
            }
            Expr::Return(r) => {
                if let Some(value) = &mut r.expr {
                    self.expr(value, &Yield::Value);
                }
            }
            Expr::Continue(_) => {}
            Expr::Macro(m) => self.visit_macro_mut(&mut m.mac),
            Expr::Assign(a) => self.assign(a),
            _ => match yields {
                Yield::Value => self.value(e),
                Yield::Pair(wrap, inside) => *e = self.pair(e, *wrap, inside),
            },
        }
    }

    fn assign(&mut self, a: &mut syn::ExprAssign) {
        if let Some((case, ident)) = self.pair_of(&a.left) {
            let yields = self.yields_of_var(&ident.to_string());
            self.expr(&mut a.right, &yields);
            *a.left = parse_quote!((#case, #ident));
            return;
        }
        if let (Expr::Tuple(t), Expr::Tuple(values)) = (
            unparen(&a.left).clone(),
            super::patterns::unparen_mut(&mut a.right),
        ) && t.elems.len() == values.elems.len()
        {
            let mut t = t;
            for (target, value) in t.elems.iter_mut().zip(&mut values.elems) {
                match self.pair_of(target) {
                    Some((case, ident)) => {
                        let yields = self.yields_of_var(&ident.to_string());
                        self.expr(value, &yields);
                        *target = parse_quote!((#case, #ident));
                    }
                    None => {
                        self.expr(target, &Yield::Value);
                        self.expr(value, &Yield::Value);
                    }
                }
            }
            *a.left = Expr::Tuple(t);
            return;
        }
        self.expr(&mut a.left, &Yield::Value);
        self.expr(&mut a.right, &Yield::Value);
    }

    /// The value of a `break`. That of a loop must have a default, which a `Result` has not: it gets an
    /// `Option` around.
    fn in_exit(&mut self, value: &mut Expr, yields: &Yield) {
        self.expr(value, yields);
        if matches!(yields, Yield::Pair(wrap, _) if *wrap != Wrap::Option)
            && !crate::lower::infer::diverges(value)
        {
            *value = with_case(
                value,
                self.chains.names,
                |case| quote!(::core::option::Option::Some(#case)),
            );
        }
    }

    fn in_loop(
        &mut self,
        label: Option<String>,
        is_loop: bool,
        yields: &Yield,
        inside: impl FnOnce(&mut Self, &Yield),
    ) -> Yield {
        self.exits.push(Exit {
            label,
            is_loop,
            yields: yields.clone(),
        });
        inside(self, yields);
        self.exits.pop();
        yields.clone()
    }

    fn behind_loop(&mut self, e: &mut Expr, yields: &Yield, _: &Yield) {
        if !matches!(yields, Yield::Pair(wrap, _) if *wrap != Wrap::Option) {
            return;
        }
        if let Expr::Block(b) = e
            && let Some(Stmt::Expr(tail, None)) = b.block.stmts.last_mut()
            && !crate::lower::infer::diverges(tail)
        {
            *tail = with_case(
                tail,
                self.chains.names,
                |case| quote!(::core::option::Option::Some(#case)),
            );
        }
        *e = with_case(e, self.chains.names, |case| quote!(#case.unwrap()));
    }

    /// The condition of `if` and `while`.
    fn condition(&mut self, cond: &mut Expr) {
        match cond {
            Expr::Let(l) if super::patterns::is_inside(&l.pat) => {
                self.expr(&mut l.expr, &Yield::Value);
            }
            Expr::Let(l) => {
                let form = self.matched(&mut l.expr, &[&l.pat]);
                *l.pat = self.pattern(&l.pat, &form);
            }
            Expr::Binary(b) if matches!(b.op, syn::BinOp::And(_)) => {
                self.condition(&mut b.left);
                self.condition(&mut b.right);
            }
            Expr::Paren(p) => self.condition(&mut p.expr),
            other => self.expr(other, &Yield::Value),
        }
    }

    /// Everything that is neither a branch nor a loop.
    fn value(&mut self, e: &mut Expr) {
        if let Some(new) = self.taken(e) {
            *e = new;
            return;
        }
        if let Some((case, ident)) = self.pair_of(e) {
            if matches!(self.yields_of_var(&ident.to_string()), Yield::Pair(_, t) if t.is_inactive())
            {
                let whole = self.whole_tokens(&case, &ident.to_token_stream(), &ident.to_string());
                *e = parse_quote_spanned!(ident.span()=> #whole);
                return;
            }
            self.errors.refuse(
                ident.span(),
                format!("`{ident}` carries a float inside, and the macro cannot follow it as a whole here"),
                "take it apart with `match` or `if let`, or use a method of `Option` or `Result`",
            );
            // Nothing more is said of what is made of it.
            *e = parse_quote_spanned!(ident.span()=> ::core::unreachable!());
            return;
        }
        match e {
            Expr::Closure(_) => {
                let tokens = self.in_tokens(e.to_token_stream());
                if let Ok(new) = syn::parse2(tokens) {
                    *e = new;
                }
            }
            _ if self.is_called(e) => self.arguments(e),
            _ => visit_mut::visit_expr_mut(self, e),
        }
    }

    /// Rewrites the arguments of a call; pairs reach it as what they stand for.
    pub(super) fn arguments(&mut self, call: &mut Expr) {
        let args = match call {
            Expr::Call(c) => &mut c.args,
            Expr::MethodCall(m) => &mut m.args,
            _ => return,
        };
        for arg in args {
            match self.active(arg) {
                Some((Wrap::Option, inside)) if self.zero(&inside).is_some() => {
                    let span = arg.span();
                    let pair = self.pair_inside(arg, Wrap::Option, &inside);
                    let (case, value) = self.names(span);
                    let whole = crate::names::new_ident(super::WHOLE, span);
                    *arg = parse_quote_spanned!(span=> ({
                        let (#case, #value) = #pair;
                        #case.#whole(#value)
                    }));
                }
                _ => self.expr(arg, &Yield::Value),
            }
        }
    }

    /// `&o`, `&mut o`, `o.as_ref()` and `o.as_mut()`: references to both.
    pub(super) fn borrowed(&mut self, e: &Expr) -> Option<(Expr, Form)> {
        let (of, mutable) = match unparen(e) {
            Expr::Reference(r) => (&*r.expr, r.mutability.is_some()),
            Expr::MethodCall(m) if m.args.is_empty() => match m.method.to_string().as_str() {
                "as_ref" => (&*m.receiver, false),
                "as_mut" => (&*m.receiver, true),
                _ => return None,
            },
            _ => return None,
        };
        let (case, ident) = self.pair_of(of)?;
        let form = self.form_of(&ident);
        let mutable = mutable.then(|| quote!(mut));
        Some((
            parse_quote_spanned!(e.span()=> (&#case, &#mutable #ident)),
            form,
        ))
    }

    fn form_of(&self, ident: &proc_macro2::Ident) -> Form {
        match self.yields_of_var(&ident.to_string()) {
            Yield::Pair(wrap, inside) => Form::Pair(wrap, inside),
            Yield::Value => Form::Whole,
        }
    }

    /// What is matched, rewritten, and the form in which it comes.
    fn matched(&mut self, e: &mut Expr, pats: &[&Pat]) -> Form {
        if let Expr::Tuple(t) = super::patterns::unparen_mut(e) {
            let parts = t.elems.len();
            let forms = t
                .elems
                .iter_mut()
                .enumerate()
                .map(|(at, part)| {
                    let inner: Vec<&Pat> = pats
                        .iter()
                        .filter_map(|p| super::patterns::part_of(p, at, parts))
                        .collect();
                    self.matched_part(part, &inner, true)
                })
                .collect();
            return Form::Tuple(forms);
        }
        self.matched_part(e, pats, false)
    }

    fn matched_part(&mut self, e: &mut Expr, pats: &[&Pat], in_tuple: bool) -> Form {
        if let Some((pair, form)) = self.borrowed(e) {
            *e = pair;
            return form;
        }
        if let Some((case, ident)) = self.pair_of(e) {
            // An error that nobody takes out stays where it is.
            let is_option = matches!(
                self.yields_of_var(&ident.to_string()),
                Yield::Pair(Wrap::Option, _)
            );
            let stays = !is_option && !pats.iter().any(|p| super::patterns::takes_error(p));
            *e = if stays {
                parse_quote_spanned!(ident.span()=> (&#case, #ident))
            } else {
                parse_quote_spanned!(ident.span()=> (#case, #ident))
            };
            return self.form_of(&ident);
        }
        let wraps = pats.iter().any(|p| super::patterns::is_variant(p));
        if !wraps {
            self.expr(e, &Yield::Value);
            return Form::Whole;
        }
        if self.is_place(e) && !(in_tuple && self.is_splittable(e)) {
            self.expr(e, &Yield::Value);
            return Form::Whole;
        }
        let pair = match self.wrapped(e) {
            Some(pair) => Some(pair),
            None => self.called(e, pats),
        };
        match pair {
            Some((wrap, inside)) if self.zero(&inside).is_some() => {
                self.expr(e, &Yield::Pair(wrap, inside.clone()));
                Form::Pair(wrap, inside)
            }
            _ => {
                self.expr(e, &Yield::Value);
                Form::Whole
            }
        }
    }
}

/// `(case, inside)`, as a pattern.
fn pair_pattern(case: proc_macro2::TokenStream, inside: proc_macro2::TokenStream) -> Pat {
    let tuple: Local = match make::stmts(quote!(let (#case, #inside) = ();)).pop() {
        Some(Stmt::Local(local)) => local,
        _ => unreachable!("it was just written"),
    };
    tuple.pat
}

/// The pair with another case.
fn with_case(
    pair: &Expr,
    names: &mut crate::names::Names,
    change: impl FnOnce(&proc_macro2::Ident) -> proc_macro2::TokenStream,
) -> Expr {
    let span = pair.span();
    let (case, inside) = (names.numbered("case", span), names.numbered("inside", span));
    let changed = change(&case);
    let tokens = quote_spanned!(span=> ({ let (#case, #inside) = #pair; (#changed, #inside) }));
    syn::parse2(tokens).unwrap_or_else(|_| pair.clone())
}
