//! Macros in the body: assertions, printing and panics pass through and run once.
use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Macro};

use super::node::{Binding, Node, Raw};
use super::{Lower, infer, tokens};
use crate::ir::{End, Stmt};
use crate::types::Ty;

/// Macros whose arguments are only read.
const PASSED: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "print",
    "println",
    "eprint",
    "eprintln",
    "panic",
    "unreachable",
    "todo",
    "unimplemented",
    "matches",
    "concat",
    "stringify",
    "line",
    "file",
    "column",
    "module_path",
    "env",
    "cfg",
];

/// Those of them that make or fill a text: what is in it has no derivative.
const TEXTS: [&str; 3] = ["format", "write", "writeln"];

/// The first `break`, `continue`, `return` or `?`-like jump among the tokens.
pub(super) fn first_jump(stream: TokenStream) -> Option<Ident> {
    stream.into_iter().find_map(|tree| match tree {
        TokenTree::Ident(i) if i == "break" || i == "continue" || i == "return" => Some(i),
        TokenTree::Group(g) => first_jump(g.stream()),
        _ => None,
    })
}

/// The value that `matches!` looks at, the pattern with its guard, and the names in the pattern: they are
/// its own, whatever they mean outside.
fn parts_of_matches(
    name: &str,
    stream: &TokenStream,
) -> Option<(TokenStream, TokenStream, Vec<String>)> {
    use syn::parse::Parser;
    if name != "matches" {
        return None;
    }
    let parts = |input: syn::parse::ParseStream| {
        let value: Expr = input.parse()?;
        input.parse::<syn::Token![,]>()?;
        let arm: TokenStream = input.fork().parse()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        input.parse::<TokenStream>()?;
        Ok((value.to_token_stream(), arm, pattern.to_token_stream()))
    };
    let (value, arm, pattern) = parts.parse2(stream.clone()).ok()?;
    Some((value, arm, tokens::variables(pattern)))
}

/// Whether the tokens end in `&mut`, dereferences aside.
fn is_lent_mutably(before: &[TokenTree]) -> bool {
    let rest = before.iter().rev();
    let mut rest = rest.skip_while(|t| matches!(t, TokenTree::Punct(p) if p.as_char() == '*'));
    let mutable = matches!(rest.next(), Some(TokenTree::Ident(i)) if i == "mut");
    mutable && matches!(rest.next(), Some(TokenTree::Punct(p)) if p.as_char() == '&')
}

/// Methods of slices and vectors that change what they are called on.
fn changes_receiver(method: &str) -> bool {
    method.ends_with("_mut")
        || method.contains("_mut_")
        || method.starts_with("sort")
        || method.starts_with("select_nth")
        || matches!(
            method,
            "append"
                | "as_mut"
                | "clear"
                | "clone_from"
                | "clone_from_slice"
                | "copy_from_slice"
                | "copy_within"
                | "dedup"
                | "dedup_by"
                | "drain"
                | "extend"
                | "extend_from_slice"
                | "extend_from_within"
                | "fill"
                | "fill_with"
                | "insert"
                | "pop"
                | "push"
                | "remove"
                | "resize"
                | "resize_with"
                | "retain"
                | "reverse"
                | "rotate_left"
                | "rotate_right"
                | "splice"
                | "split_off"
                | "swap"
                | "swap_remove"
                | "swap_with_slice"
                | "truncate"
        )
}

impl Lower<'_> {
    pub(super) fn macro_expr(&mut self, mac: &Macro, expected: &Ty) -> Node {
        let name = mac
            .path
            .segments
            .last()
            .map(|s| s.ident.to_string())
            .unwrap_or_default();
        if name == "thread_local" {
            self.errors.refuse(
                mac.path.span(),
                "state inside of a differentiated function is not supported",
                "put it outside of the function",
            );
            return Node::Never;
        }
        if let Some(jump) = first_jump(mac.tokens.clone()) {
            self.errors.refuse(
                jump.span(),
                format!("`{jump}` inside `{name}!` cannot be followed by the macro"),
                "decide before, with `if` around the macro",
            );
            return Node::Never;
        }
        if let Some(at) = self.changed_inside(mac.tokens.clone()) {
            self.errors.refuse(
                at.span(),
                format!("`{at}` carries a float and is changed inside `{name}!`, which the macro cannot follow"),
                "change it before the macro",
            );
            return Node::Never;
        }
        let text = TEXTS.contains(&name.as_str());
        if text && self.mentions_active(mac.tokens.clone()) && self.refuse_parsed(mac.path.span()) {
            return Node::Never;
        }
        let passed = text || PASSED.contains(&name.as_str());
        if !passed && self.mentions_active(mac.tokens.clone()) {
            self.errors.refuse(
                mac.path.span(),
                format!("the macro cannot look into `{name}!`, and its arguments carry floats"),
                "call a function instead, or compute the value with plain expressions first",
            );
            return Node::Never;
        }
        let mut call = mac.clone();
        let renames = self.renames(mac.tokens.clone());
        call.tokens = match parts_of_matches(&name, &mac.tokens) {
            Some((value, arm, own)) => {
                let value = tokens::rename(value, &renames);
                let mut renames = renames;
                renames.retain(|name, _| !own.contains(name));
                let arm = tokens::rename(arm, &renames);
                quote!(#value, #arm)
            }
            None => tokens::rename(mac.tokens.clone(), &renames),
        };
        if infer::is_panic(&mac.path) {
            self.push(Stmt::Raw(quote!(#call;)));
            if self.end.is_none() {
                self.end = Some(End::Never);
            }
            return Node::Never;
        }
        if name == "matches" || name == "cfg" {
            // Whatever the macro is, its value is a truth value.
            return Node::Raw(Raw::atom(
                // In the head of a loop a bare block would be its body.
                quote!(({ let value: bool = #call; value })),
                Ty::Bool,
            ));
        }
        let ty = match name.as_str() {
            "concat" | "stringify" | "file" | "module_path" => Ty::Inactive,
            _ if text => Ty::Inactive,
            "line" | "column" => Ty::Int,
            _ if passed => {
                self.push(Stmt::Raw(quote!(#call;)));
                return Node::Unit;
            }
            _ => expected.clone(),
        };
        Node::Raw(Raw::atom(call.to_token_stream(), ty))
    }

    /// A text that a float is read from again would lead past the derivative.
    pub(super) fn refuse_parsed(&mut self, span: proc_macro2::Span) -> bool {
        let names = super::names_in(self.function.item.block.to_token_stream());
        let parsed = ["parse", "from_str"]
            .iter()
            .any(|name| names.contains(*name));
        if parsed {
            self.errors.refuse(
                span,
                "a float becomes a text here, and a text is parsed in this function: a derivative would be lost",
                "parse in a function of its own, and pass the number",
            );
        }
        parsed
    }

    /// A variable that carries a float and is assigned, lent mutably or changed by a method among the
    /// tokens.
    pub(super) fn changed_inside(&self, stream: TokenStream) -> Option<Ident> {
        let trees: Vec<TokenTree> = stream.into_iter().collect();
        for (at, tree) in trees.iter().enumerate() {
            match tree {
                TokenTree::Group(group) => {
                    if let Some(found) = self.changed_inside(group.stream()) {
                        return Some(found);
                    }
                }
                TokenTree::Ident(ident) => {
                    let mut next = at + 1;
                    let mut written = is_lent_mutably(&trees[..at]);
                    // Through fields, indices and methods.
                    while let Some(tree) = trees.get(next) {
                        match tree {
                            TokenTree::Punct(p) if p.as_char() == '.' => {
                                let called = matches!(trees.get(next + 2), Some(TokenTree::Group(g)) if g.delimiter() == proc_macro2::Delimiter::Parenthesis);
                                let method = trees.get(next + 1).map(ToString::to_string);
                                written |= called && method.is_some_and(|m| changes_receiver(&m));
                                next += 2 + usize::from(called);
                            }
                            TokenTree::Group(g)
                                if g.delimiter() == proc_macro2::Delimiter::Bracket =>
                            {
                                next += 1;
                            }
                            _ => break,
                        }
                    }
                    let char_at = |i: usize| match trees.get(i) {
                        Some(TokenTree::Punct(p)) => p.as_char(),
                        _ => ' ',
                    };
                    let (a, b) = (char_at(next), char_at(next + 1));
                    let assigns =
                        a == '=' && b != '=' && b != '>' || "+-*/%".contains(a) && b == '=';
                    let named_argument = a == '=' && at > 0 && char_at(at - 1) == ',';
                    if (assigns && !named_argument || written)
                        && self.mentions_active(ident.to_token_stream())
                    {
                        return Some(ident.clone());
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// Whether an expression that would be copied as it stands changes a variable.
    pub(super) fn changes(&self, e: &Expr) -> bool {
        !super::control::assigned_in_expr(e).is_empty()
            || self.changed_inside(e.to_token_stream()).is_some()
    }

    /// Whether tokens name a variable that carries a float.
    pub(super) fn mentions_active(&self, stream: TokenStream) -> bool {
        self.active_name(stream).is_some()
    }

    /// The first of them.
    fn active_name(&self, stream: TokenStream) -> Option<String> {
        tokens::variables(stream).into_iter().find(|name| {
            matches!(
                self.env.get(name),
                Some(
                    Binding::Val(..)
                        | Binding::Tuple(_)
                        | Binding::Place(_)
                        | Binding::Uninit(_)
                        | Binding::Alias(..)
                        | Binding::Window(_)
                )
            )
        })
    }

    /// The variables among the tokens whose current version has another name.
    pub(super) fn renames(&self, stream: TokenStream) -> HashMap<String, TokenStream> {
        let mut map = HashMap::new();
        for name in tokens::variables(stream) {
            if let Some(binding) = self.env.get(&name) {
                let new = self.binding_tokens(binding);
                map.insert(name, new);
            }
        }
        map
    }

    fn binding_tokens(&self, binding: &Binding) -> TokenStream {
        match binding {
            Binding::Val(v, by_ref) => {
                let info = &self.vals[v.0 as usize];
                let v = match &info.constant {
                    Some(tokens) => crate::emit::typed_constant(tokens, info.ty),
                    None => self.val_tokens(*v),
                };
                if *by_ref { quote!((&#v)) } else { v }
            }
            Binding::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.binding_tokens(p));
                quote!((#(#parts,)*))
            }
            // The user's tokens go through the reference themselves.
            Binding::Place(p) if self.is_dereferenced_view(p) => {
                self.mems[p.place.mem.0 as usize].name.to_token_stream()
            }
            Binding::Place(p) => p.passed(),
            Binding::Window(w) => w.name.to_token_stream(),
            Binding::Alias(name, path) => match self.aliased(name, path) {
                Some(v) => {
                    let v = self.val_tokens(v);
                    quote!((&#v))
                }
                None => quote!(()),
            },
            Binding::Raw { name, .. } => name.to_token_stream(),
            Binding::Uninit(_) => quote!(()),
        }
    }

    /// A variable that holds a reference to a float: its tokens read the float.
    pub(super) fn is_dereferenced_view(&self, p: &super::node::PlaceNode) -> bool {
        p.ty.is_float()
            && p.place.path.is_empty()
            && matches!(
                self.mems[p.place.mem.0 as usize].kind,
                crate::ir::MemKind::View(_)
            )
    }

    /// An expression that is printed as it stands: it must not touch what carries a float.
    pub(super) fn verbatim(&mut self, e: &Expr) -> Node {
        let tokens = e.to_token_stream();
        if let Some(name) = self.active_name(tokens) {
            let (what, help) = match e {
                Expr::Closure(_) => (
                    format!(
                        "this closure uses `{name}`, which carries a float, and that is not supported yet"
                    ),
                    format!("write a function with `#[derive_grad]` on it and pass `{name}`"),
                ),
                _ => (
                    "a struct that holds floats is not supported yet".to_owned(),
                    "keep the fields in variables of their own".to_owned(),
                ),
            };
            let span = match e {
                Expr::Closure(c) => c.inputs_begin.span(),
                other => other.span(),
            };
            self.errors.refuse(span, what, help);
            return Node::Never;
        }
        let tokens = self.verbatim_tokens(e);
        Node::Raw(Raw::new(tokens, Ty::Unknown))
    }

    pub(super) fn verbatim_tokens(&self, e: &Expr) -> TokenStream {
        let tokens = super::vectors::restore(e.to_token_stream());
        let map = self.renames(tokens.clone());
        tokens::rename(tokens, &map)
    }
}
