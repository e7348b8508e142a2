//! `let a = x * y;` → `let d_x = t_1 * adj;`: names that the generated code likes to use itself.

use super::scope::{bound, identifiers};
use proc_macro2::{Delimiter, Group, Ident, Literal, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use syn::ItemFn;

const POOL: &[&str] = &[
    "t_1",
    "d_x",
    "adj",
    "bar",
    "tape",
    "i",
    "n",
    "x_bar",
    "grad",
    "seed",
    "frame",
    "d_t_1",
    "trips_1",
    "slot_x",
    "t0",
    "frame_1",
    "pullback",
    "value",
    "d_d_x",
    "t_2",
    "trip_1",
    "fwd",
    "rev",
    "out",
    "t1",
    "x_1",
    "d_i",
    "x",
    "d_tape",
    "seeds",
    "exit_1",
    "arm_1",
    "d_seed",
    "t_3",
    "i_1",
    "d_frame",
    "result",
    "cotangent",
    "t2",
    "slot_d_x",
    "d_grad",
    "self_",
    "memory",
    "d_y",
    "n_1",
    "spare",
    "words",
    "d_out",
    "d_value",
    "x_2",
    "skip",
    "_t",
    "d_1",
    "d_n",
    "end",
    "start",
];

/// Parameters and variables, all with different names.
pub fn renamed(f: &mut ItemFn) -> usize {
    let old = bound(f);
    let used = identifiers(f);
    let local = |name: &str| old.iter().any(|o| o == name);
    let text = f.block.to_token_stream().to_string();
    // Fields may stand for variables of their name; formats name variables in strings.
    if text.contains("macro_rules") || has_short_fields(f) {
        return 0;
    }
    let mut free = POOL
        .iter()
        .map(ToString::to_string)
        .chain((4..).map(|i| format!("t_{i}")))
        // Where another item has the name, or may.
        .filter(|name| !used.contains(name) || local(name));
    // Another start for each function, so that every name meets every place.
    let turn = f.sig.ident.to_string().len() % 7;
    let skipped: Vec<String> = free.by_ref().take(turn).collect();
    let new: BTreeMap<String, String> = old.iter().cloned().zip(free).collect();
    drop(skipped);
    let name = f.sig.ident.clone();
    // A variable that is called is a closure; else it is a function of the same name.
    let called: BTreeMap<String, String> = new
        .iter()
        .filter(|(old, _)| closures(f).contains(old))
        .map(|(old, name)| (old.clone(), name.clone()))
        .collect();
    let renamed = rename(f.to_token_stream(), &new, &called);
    match syn::parse2(renamed) {
        Ok(parsed) => *f = parsed,
        Err(_) => return 0,
    }
    f.sig.ident = name;
    new.len()
}

/// The variables that hold closures.
fn closures(f: &ItemFn) -> Vec<String> {
    use syn::visit::{Visit, visit_local};
    struct Closures(Vec<String>);
    impl Visit<'_> for Closures {
        fn visit_local(&mut self, l: &syn::Local) {
            if l.init
                .as_ref()
                .is_some_and(|i| matches!(*i.expr, syn::Expr::Closure(_)))
            {
                self.0.extend(super::scope::bound_by(&l.pat));
            }
            visit_local(self, l);
        }
    }
    let mut found = Closures(Vec::new());
    found.visit_item_fn(f);
    found.0
}

fn has_short_fields(f: &ItemFn) -> bool {
    use syn::visit::Visit;
    struct Short(bool);
    impl Visit<'_> for Short {
        fn visit_pat_struct(&mut self, _: &syn::PatStruct) {
            self.0 = true;
        }
        fn visit_expr_struct(&mut self, _: &syn::ExprStruct) {
            self.0 = true;
        }
    }
    let mut short = Short(false);
    short.visit_item_fn(f);
    short.0
}

/// All identifiers but fields, methods, segments of longer paths, labels and macros.
fn rename(
    tokens: TokenStream,
    new: &BTreeMap<String, String>,
    called: &BTreeMap<String, String>,
) -> TokenStream {
    let mut out = TokenStream::new();
    let mut before: [char; 2] = [' ', ' '];
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let mut last = ' ';
        let token = match token {
            TokenTree::Group(group) => {
                let mut changed =
                    Group::new(group.delimiter(), rename(group.stream(), new, called));
                changed.set_span(group.span());
                TokenTree::Group(changed)
            }
            TokenTree::Ident(ident) => {
                let (next, joint) = match tokens.peek() {
                    Some(TokenTree::Punct(p)) => (p.as_char(), p.spacing() == Spacing::Joint),
                    _ => (' ', false),
                };
                let field = before[1] == '.' && before[0] != '.';
                let path = before == [':', ':'] || before[1] == '\'';
                // `a::b`, `a!(..)`; not `a: b`, `a != b`.
                let leads = next == ':' && joint || next == '!' && !joint;
                let is_call = matches!(tokens.peek(), Some(TokenTree::Group(g)) if g.delimiter() == Delimiter::Parenthesis);
                let names = if is_call { called } else { new };
                match names.get(&ident.to_string()) {
                    Some(name) if !field && !path && !leads => {
                        TokenTree::Ident(Ident::new(name, ident.span()))
                    }
                    _ => TokenTree::Ident(ident),
                }
            }
            TokenTree::Punct(punct) => {
                last = punct.as_char();
                TokenTree::Punct(punct)
            }
            TokenTree::Literal(literal) => TokenTree::Literal(in_format(literal, new)),
        };
        before = [before[1], last];
        out.extend([token]);
    }
    out
}

/// `"{x}"` names a variable.
fn in_format(literal: Literal, new: &BTreeMap<String, String>) -> Literal {
    let mut text = literal.to_string();
    if !text.starts_with('"') || !text.contains('{') {
        return literal;
    }
    for (old, name) in new {
        for end in ["}", ":"] {
            text = text.replace(&format!("{{{old}{end}"), &format!("{{\u{1}{name}{end}"));
        }
    }
    text.replace('\u{1}', "").parse().unwrap_or(literal)
}
