//! Renaming inside tokens that stay the user's own, such as the arguments of `println!`.
use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};

/// Replaces variables by tokens. What a format string captures (`"{x}"`) is passed as a named argument:
/// the name inside the string stays as it is.
///
/// Field and method names (after `.`, and in front of `:` in literals of structs), path segments (after `::`),
/// lifetimes and macro names are left alone.
#[must_use]
pub fn rename(tokens: TokenStream, map: &HashMap<String, TokenStream>) -> TokenStream {
    rename_but(tokens.into_iter().collect(), &[], map)
}

/// The same, but for the trees at these places.
fn rename_but(
    trees: Vec<TokenTree>,
    fields: &[usize],
    map: &HashMap<String, TokenStream>,
) -> TokenStream {
    let mut out = TokenStream::new();
    let mut captured: Vec<String> = Vec::new();
    let given = given_names(&trees);
    let mut taken = 0;
    for (at, tree) in trees.iter().enumerate() {
        if at < taken {
            continue;
        }
        match tree {
            TokenTree::Ident(ident)
                if given.contains(&(at, ident.to_string())) || fields.contains(&at) =>
            {
                ident.to_tokens(&mut out);
            }
            TokenTree::Ident(ident) if is_variable(&trees, at) => match map.get(&ident.to_string())
            {
                Some(new) => {
                    let (new, behind) = part_behind(new.clone(), &trees, at + 1);
                    taken = behind;
                    out.extend(new);
                }
                None => ident.to_tokens(&mut out),
            },
            TokenTree::Group(group) => {
                let is_renamed = |name: &str| map.contains_key(name);
                let (trees, fields) = fields_of(group, &is_renamed);
                let mut inner = Group::new(group.delimiter(), rename_but(trees, &fields, map));
                inner.set_span(group.span());
                inner.to_tokens(&mut out);
            }
            TokenTree::Literal(literal) => {
                for name in captures(&literal.to_string()) {
                    if given.iter().any(|(_, given)| *given == name) {
                        continue;
                    }
                    let changed = map.get(&name).is_some_and(|new| new.to_string() != name);
                    if changed && !captured.contains(&name) {
                        captured.push(name);
                    }
                }
                literal.to_tokens(&mut out);
            }
            other => other.to_tokens(&mut out),
        }
    }
    if !captured.is_empty()
        && !matches!(trees.last(), Some(TokenTree::Punct(p)) if p.as_char() == ',')
    {
        out.extend(quote!(,));
    }
    for name in captured {
        let (ident, new) = (Ident::new(&name, Span::call_site()), &map[&name]);
        out.extend(quote!(#ident = #new,));
    }
    out
}

/// The part of a tuple that the user's fields from `at` on choose, and where they end.
fn part_behind(tuple: TokenStream, trees: &[TokenTree], at: usize) -> (TokenStream, usize) {
    let (mut part, mut behind) = (tuple, at);
    while let Some(inner) = part_of(&part, &trees[behind..]) {
        (part, behind) = (inner, behind + 2);
    }
    (part, behind)
}

/// `(a, b).0` as `a`: to make a tuple of them would move the others into it.
fn part_of(new: &TokenStream, after: &[TokenTree]) -> Option<TokenStream> {
    let [TokenTree::Punct(dot), TokenTree::Literal(index), ..] = after else {
        return None;
    };
    if dot.as_char() != '.' {
        return None;
    }
    let mut part = new.clone();
    // The tokens of `q.0.1` are `q`, `.` and `0.1`.
    for index in index.to_string().split('.') {
        let mut trees = part.into_iter();
        let (Some(TokenTree::Group(tuple)), None) = (trees.next(), trees.next()) else {
            return None;
        };
        let mut parts = vec![TokenStream::new()];
        for tree in tuple.stream() {
            match &tree {
                TokenTree::Punct(p) if p.as_char() == ',' => parts.push(TokenStream::new()),
                // Arguments of a type have commas between them too.
                TokenTree::Punct(p) if p.as_char() == '<' => return None,
                _ => parts.last_mut()?.extend([tree]),
            }
        }
        if tuple.delimiter() != Delimiter::Parenthesis || parts.len() < 2 {
            return None;
        }
        part = parts.into_iter().nth(index.parse().ok()?)?;
    }
    Some(part)
}

/// What is in brackets, and where the names of fields stand, if it is that of a struct: `{ x: 1.0, y }` and patterns
/// like it. Variables that give their names to fields are written out, `y: y`, where they are renamed.
fn fields_of(group: &Group, is_renamed: &dyn Fn(&str) -> bool) -> (Vec<TokenTree>, Vec<usize>) {
    let trees: Vec<TokenTree> = group.stream().into_iter().collect();
    let mark = |at: usize, mark: char| matches!(trees.get(at), Some(TokenTree::Punct(p)) if p.as_char() == mark);
    let named = |at: usize| mark(at + 1, ':') && !mark(at + 2, ':');
    let is_struct = group.delimiter() == Delimiter::Brace
        && matches!(trees.first(), Some(TokenTree::Ident(_)))
        && (named(0) || mark(1, ','));
    if !is_struct {
        return (trees, Vec::new());
    }
    let (mut out, mut fields) = (Vec::new(), Vec::new());
    for (at, tree) in trees.iter().enumerate() {
        let begins = at == 0 || mark(at - 1, ',');
        if let (TokenTree::Ident(name), true) = (tree, begins) {
            let alone = at + 1 == trees.len() || mark(at + 1, ',');
            if named(at) {
                fields.push(out.len());
            } else if alone && is_renamed(&name.to_string()) {
                fields.push(out.len());
                out.push(tree.clone());
                out.push(TokenTree::Punct(Punct::new(':', Spacing::Alone)));
            }
        }
        out.push(tree.clone());
    }
    (out, fields)
}

/// The arguments of a format string that are given by name, `, x = e`, and where.
fn given_names(trees: &[TokenTree]) -> Vec<(usize, String)> {
    let text = |t: &TokenTree| matches!(t, TokenTree::Literal(l) if l.to_string().starts_with('"'));
    let Some(first) = trees.iter().position(text) else {
        return Vec::new();
    };
    let is = |at: usize, mark: char| matches!(trees.get(at), Some(TokenTree::Punct(p)) if p.as_char() == mark);
    let behind = trees.iter().enumerate().skip(first + 2);
    behind
        .filter_map(|(at, tree)| match tree {
            TokenTree::Ident(name)
                if is(at - 1, ',') && is(at + 1, '=') && !is(at + 2, '=') && !is(at + 2, '>') =>
            {
                Some((at, name.to_string()))
            }
            _ => None,
        })
        .collect()
}

/// `self` under another name, wherever it stands.
#[must_use]
pub fn rename_self(tokens: TokenStream, this: &Ident) -> TokenStream {
    crate::names::replaced(tokens, &|ident| {
        (ident == "self").then(|| crate::names::at(this, ident.span()).into_token_stream())
    })
}

/// The variables that a format string names: `"{x:.3} {:w$}"` names `x` and `w`.
fn captures(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    if !text.starts_with('"') {
        return found;
    }
    let text = text.replace("{{", "  ");
    for piece in text.split('{').skip(1) {
        let inside = piece.split('}').next().unwrap_or(piece);
        let (name, spec) = inside.split_once(':').unwrap_or((inside, ""));
        let mut names = vec![name];
        names.extend(
            spec.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
                .filter_map(|w| w.strip_suffix('$')),
        );
        found.extend(
            names
                .into_iter()
                .filter(|n| syn::parse_str::<Ident>(n).is_ok())
                .map(ToOwned::to_owned),
        );
    }
    found
}

fn is_variable(trees: &[TokenTree], at: usize) -> bool {
    let punct = |i: Option<usize>| match i.and_then(|i| trees.get(i)) {
        Some(TokenTree::Punct(p)) => Some(p.as_char()),
        _ => None,
    };
    let before = punct(at.checked_sub(1));
    let before_2 = punct(at.checked_sub(2));
    let after = punct(Some(at + 1));
    let after_2 = punct(Some(at + 2));
    let is_member = before == Some('.') && before_2 != Some('.');
    let is_lifetime = before == Some('\'');
    let is_segment =
        before == Some(':') && before_2 == Some(':') || after == Some(':') && after_2 == Some(':');
    let is_macro = after == Some('!') && after_2 != Some('=');
    !(is_member || is_lifetime || is_segment || is_macro)
}

/// Every identifier among the tokens that could be a variable, in order, with those in format strings.
#[must_use]
pub fn variables(tokens: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    collect(tokens, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    collect_but(&tokens.into_iter().collect::<Vec<_>>(), &[], found);
}

fn collect_but(trees: &[TokenTree], fields: &[usize], found: &mut Vec<String>) {
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(_) if fields.contains(&at) => {}
            TokenTree::Ident(ident) if is_variable(trees, at) => found.push(ident.to_string()),
            TokenTree::Group(group) => {
                let (trees, fields) = fields_of(group, &|_| false);
                collect_but(&trees, &fields, found);
            }
            TokenTree::Literal(literal) => {
                found.extend(captures(&literal.to_string()));
            }
            _ => {}
        }
    }
}

/// The first identifier of this spelling.
#[must_use]
pub fn find(tokens: TokenStream, name: &str) -> Option<Ident> {
    tokens.into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) if ident == name => Some(ident),
        TokenTree::Group(group) => find(group.stream(), name),
        _ => None,
    })
}

/// How many tokens there are, those inside of brackets among them.
pub fn count(tokens: TokenStream) -> usize {
    tokens
        .into_iter()
        .map(|tree| match tree {
            TokenTree::Group(group) => 1 + count(group.stream()),
            _ => 1,
        })
        .sum()
}
