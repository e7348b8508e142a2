//! From an input to a mutant: changes of the syntax tree, of the tokens, of the options, and token soup.
use grad_random::rng::Rng;
use proc_macro2::{Delimiter, Group, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit_mut::VisitMut;
use syn::{BinOp, Expr, ItemFn, Stmt};

use crate::corpus::Input;
use crate::parts::{Change, Rename, parts, replace};

/// Tokens that the corpus lacks.
const RARE: &str = r#####"
    r#type r#x _ self Self super crate dyn async await move ref mut static const unsafe yield box try union
    union auto macro impl trait enum struct where 'a: 'static '_ .. ..= ... => -> <- :: <<= >>= ! ? @ # $ ~
    0 1 0x10_u8 1e3 1f32 2.5f64 1_000_000 340282366920938463463374607431768211456 0b10 1.0e400 7i128 "text"
    r#"raw"# b"bytes" c"zero" 'c' b'c' 1u7 1.0abc 0usize true false |x| || & && * ** - -- () [] {} (,) [;]
    derive_grad frame tape seed d_x x_1 t_1 slot_x trips_1 frame_1 arg_1 next_row rows
"#####;

/// Whole expressions that are wrong or seldom in places.
const EXPRESSIONS: &[&str] = &[
    "return",
    "return x",
    "break",
    "continue",
    "break 'a x",
    "loop {}",
    "loop { break 1.0 }",
    "'a: { break 'a 1.0 }",
    "()",
    "(x,)",
    "[]",
    "[x; 0]",
    "[x; N]",
    "vec![]",
    "vec![vec![x; 2]; 3]",
    "x as i32 as f64",
    "if x > 0.0 { x } else { return x }",
    "match x { _ if x > 1.0 => x, y => y }",
    "match (x, 1) { (a, 1..=3) => a, (_, _) => 0.0 }",
    "if let Some(y) = Some(x) { y } else { 0.0 }",
    "while let Some(y) = v.pop() { s += y }",
    "&mut x",
    "&x",
    "*x",
    "**x",
    "&mut *x",
    "x?",
    "x.await",
    "(|a: f64| a * x)(x)",
    "|a| a",
    "move || x",
    "x.0",
    "x.0.1",
    "x[0]",
    "x[0][1]",
    "x[..]",
    "x[1..][0]",
    "x.iter().map(|a| a * a).sum::<f64>()",
    "x.iter().zip(y).map(|(a, b)| a * b).fold(0.0, |a, b| a + b)",
    "x.iter_mut().for_each(|a| *a *= 2.0)",
    "for a in x.iter_mut() { *a = 1.0 }",
    "for (i, a) in x.iter().enumerate().rev() { s += a * i as f64 }",
    "for r in x.chunks_exact_mut(2) { r[0] = r[1] }",
    "x.swap(0, 1)",
    "x.split_at_mut(1)",
    "std::mem::swap(&mut x, &mut y)",
    "std::mem::take(&mut x)",
    "x.push(1.0)",
    "x.pop().unwrap()",
    "x.sort_by(|a, b| a.total_cmp(b))",
    "x.clone()",
    "x.to_vec()",
    "x.len()",
    "x.powi(-3)",
    "x.powf(x)",
    "x.max(1.0).min(2.0).clamp(0.0, x)",
    "x.sin_cos()",
    "x.sin_cos().0",
    "f64::max(x, 1.0)",
    "f(x, &x, &mut x)",
    "f::<f64>(x)",
    "ops::f(x)",
    "Self::f(x)",
    "P { x, y: 1.0 }",
    "P(x)",
    "stop_gradient(x)",
    "assert!(x > 0.0)",
    "println!(\"{x}\")",
    "matches!(x, 1.0)",
    "dbg!(x)",
    "todo!()",
    "unsafe { x }",
    "const { 1.0 }",
    "let y = x",
    "x = x",
    "x += x",
    "x[0] += x[1]",
    "(x, y) = (y, x)",
    "[x, y] = [y, x]",
    "_ = x",
    "x..y",
    "..",
    "_",
    "-1",
    "!x",
    "1 << 64",
    "u64::MAX",
    "1 / 0",
    "x < y && { s += x; true }",
];

const TYPES: &[&str] = &[
    "f32",
    "f64",
    "&f64",
    "&mut f64",
    "&&f64",
    "&[f64]",
    "&mut [f64]",
    "&mut [f64; 3]",
    "[f64; 3]",
    "[[f64; 2]; 2]",
    "&[[f64; 2]]",
    "&mut [[f64; N]]",
    "Vec<f64>",
    "&mut Vec<f64>",
    "Vec<Vec<f64>>",
    "&[Vec<f64>]",
    "&mut [Vec<f64>]",
    "(f64, usize)",
    "(f64, [f64; 2])",
    "&(f64, f64)",
    "()",
    "!",
    "_",
    "usize",
    "i32",
    "u8",
    "bool",
    "char",
    "&str",
    "String",
    "&[usize]",
    "&mut [usize]",
    "Vec<usize>",
    "Option<f64>",
    "Result<f64, ()>",
    "Box<f64>",
    "dyn Fn(f64) -> f64",
    "impl Fn(f64) -> f64",
    "fn(f64) -> f64",
    "*const f64",
    "&'a [f64]",
    "&'static f64",
    "T",
    "&T",
    "P",
    "crate::P<f64>",
    "<T as I>::Item",
    "[f64; { 1 + 1 }]",
    "[f64; 0]",
    "[f64]",
    "str",
    "std::vec::Vec<f64>",
    "(f64)",
    "m!()",
];

const PATTERNS: &[&str] = &[
    "_",
    "x",
    "mut x",
    "ref x",
    "ref mut x",
    "&x",
    "&mut x",
    "(a, b)",
    "(a, ..)",
    "[a, b]",
    "[a, ..]",
    "[first, .., last]",
    "[a, rest @ ..]",
    "x @ 1..=3",
    "1 | 2",
    "1.0",
    "-1",
    "Some(x)",
    "None",
    "P { x, .. }",
    "P(x)",
    "..",
    "1..",
    "\"a\"",
    "(a)",
    "&(a, b)",
    "a | b",
    "N",
    "f64::MAX",
    "m!()",
    "(_, (_, z))",
];

const OPTIONS: &[&str] = &[
    "",
    "wrt",
    "wrt(x)",
    "wrt(x, x)",
    "wrt()",
    "wrt(x,)",
    "wrt(,)",
    "wrt[x]",
    "wrt = x",
    "test",
    "test = 1",
    "test()",
    "test(x)",
    "test(x = )",
    "test(x = 1.0)",
    "test(x = 1.0,)",
    "test(x = [1.0, 2.0], n = 3)",
    "test(x = 1.0), test(x = 2.0 y = 3.0)",
    "test(x = 1.0 +)",
    "test(x == 1.0)",
    "test(= 1.0)",
    "test(x = 1.0, x = 1.0)",
    "test(x = |a| { a }, n = fn)",
    "no_grad(x)",
    "no_grad(n)",
    "no_grad",
    "wrt(x), no_grad(y)",
    "crate = a::b",
    "crate = \"a\"",
    "crate",
    "crate =",
    "crate = a::<f64>",
    "crate = ::a",
    "crate = self",
    "wrt(self.x)",
    "wrt(self.x: [f64])",
    "wrt(x) wrt(y)",
    ",",
    ",,",
    "=",
    "a = 1",
    "1",
    "\"x\"",
    "wrt(r#x)",
    "wrt(_)",
    "wrt(crate)",
    "crate = crate",
    "wrt(x), crate = grad_runtime,",
    "fn",
    "#[x]",
    "wrt((x))",
];

const OPERATORS: &[&str] = &[
    "+", "-", "*", "/", "%", "&&", "||", "^", "&", "|", "<<", ">>", "==", "<", "<=", "!=", ">=",
    ">", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<=", ">>=",
];

/// What mutants are made of.
pub struct Stock {
    pub inputs: Vec<Input>,
    functions: Vec<Option<ItemFn>>,
    tokens: Vec<TokenTree>,
    rare: Vec<TokenTree>,
}

impl Stock {
    pub fn new(inputs: Vec<Input>) -> Self {
        let functions = inputs.iter().map(|i| syn::parse2(i.item.clone()).ok());
        let functions = functions.collect();
        let mut tokens = Vec::new();
        for input in &inputs {
            flatten(input.item.clone(), &mut tokens);
        }
        let rare = RARE.split_whitespace().map(|t| t.parse().expect(t));
        let rare = rare.flat_map(|t: TokenStream| t).collect();
        Stock {
            inputs,
            rare,
            functions,
            tokens,
        }
    }

    fn token(&self, rng: &mut Rng) -> TokenTree {
        if rng.chance(15) {
            return rng.pick(&self.rare).clone();
        }
        rng.pick(&self.tokens).clone()
    }

    fn function(&self, rng: &mut Rng) -> &ItemFn {
        loop {
            if let Some(function) = rng.pick(&self.functions) {
                return function;
            }
        }
    }
}

fn flatten(tokens: TokenStream, found: &mut Vec<TokenTree>) {
    for tree in tokens {
        if let TokenTree::Group(group) = &tree {
            flatten(group.stream(), found);
        }
        found.push(tree);
    }
}

/// Mutant number `index` of a seed.
pub fn mutant(stock: &Stock, seed: u64, index: u64) -> Input {
    let mut rng = Rng::for_item(seed, index);
    let rng = &mut rng;
    let at = rng.below(stock.inputs.len());
    let mut input = stock.inputs[at].clone();
    if rng.chance(3) {
        input.item = soup(stock, rng, 60);
    } else if let (Some(function), true) = (&stock.functions[at], rng.chance(70)) {
        let mut function = function.clone();
        for _ in 0..=rng.below(4) {
            change_tree(stock, &mut function, rng);
        }
        input.item = function.into_token_stream();
        if rng.chance(10) {
            input.item = change_tokens(stock, input.item, rng);
        }
    } else {
        for _ in 0..=rng.below(3) {
            input.item = change_tokens(stock, input.item, rng);
        }
    }
    if rng.chance(10) {
        input.options = change_options(stock, &input, rng);
    }
    input
}

fn change_options(stock: &Stock, input: &Input, rng: &mut Rng) -> TokenStream {
    match rng.below(4) {
        0 => soup(stock, rng, 6),
        1 => change_tokens(stock, input.options.clone(), rng),
        2 => {
            let names = names(&input.item);
            let some: Vec<&Ident> = (0..=rng.below(3)).map(|_| rng.pick(&names)).collect();
            match rng.below(3) {
                0 => quote!(wrt(#(#some),*)),
                1 => quote!(no_grad(#(#some),*)),
                _ => quote!(wrt(#(#some)*), no_grad(#(#some),*)),
            }
        }
        _ => text(rng, OPTIONS),
    }
}

fn text(rng: &mut Rng, texts: &[&str]) -> TokenStream {
    rng.pick(texts).parse().expect("the texts are tokens")
}

/// The identifiers of some tokens; never none.
fn names(tokens: &TokenStream) -> Vec<Ident> {
    let mut all = Vec::new();
    flatten(tokens.clone(), &mut all);
    let mut found: Vec<Ident> = all
        .into_iter()
        .filter_map(|t| match t {
            TokenTree::Ident(i) => Some(i),
            _ => None,
        })
        .collect();
    found.push(Ident::new("x", Span::call_site()));
    found
}

fn soup(stock: &Stock, rng: &mut Rng, most: usize) -> TokenStream {
    (0..rng.below(most)).map(|_| stock.token(rng)).collect()
}

/// One change somewhere in the tokens, at any depth.
fn change_tokens(stock: &Stock, tokens: TokenStream, rng: &mut Rng) -> TokenStream {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    let groups: Vec<usize> = (0..trees.len())
        .filter(|&i| matches!(&trees[i], TokenTree::Group(g) if !g.stream().is_empty()))
        .collect();
    if !groups.is_empty() && rng.chance(80) {
        // The larger a group, the likelier: mostly the body.
        let mut at = *rng.pick(&groups);
        for _ in 0..2 {
            let other = *rng.pick(&groups);
            if size(&trees[other]) > size(&trees[at]) {
                at = other;
            }
        }
        if let TokenTree::Group(group) = &trees[at] {
            let inner = change_tokens(stock, group.stream(), rng);
            trees[at] = group_of(group.delimiter(), inner, group.span());
        }
        return trees.into_iter().collect();
    }
    let n = trees.len();
    if n == 0 {
        return soup(stock, rng, 5);
    }
    let at = rng.below(n);
    let long = (1 + rng.below(3)).min(n - at);
    match rng.below(12) {
        0 | 1 => drop(trees.drain(at..at + long)),
        2 => {
            let twice: Vec<TokenTree> = trees[at..at + long].to_vec();
            trees.splice(at..at, twice);
        }
        3 => trees.swap(at, rng.below(n)),
        4 | 5 => trees[at] = stock.token(rng),
        6 => trees.insert(at, stock.token(rng)),
        7 => {
            let all: TokenStream = trees.iter().cloned().collect();
            trees[at] = TokenTree::Ident(rng.pick(&names(&all)).clone());
        }
        8 => {
            let tree = trees.remove(at);
            trees.insert(rng.below(n), tree);
        }
        9 => {
            // Another delimiter, or the invisible one that `macro_rules` puts around its fragments.
            let delimiter = *rng.pick(&[
                Delimiter::None,
                Delimiter::None,
                Delimiter::Parenthesis,
                Delimiter::Bracket,
                Delimiter::Brace,
            ]);
            let inside: TokenStream = match &trees[at] {
                TokenTree::Group(group) => group.stream(),
                _ => trees[at..at + long].iter().cloned().collect(),
            };
            let long = match &trees[at] {
                TokenTree::Group(_) => 1,
                _ => long,
            };
            let span = trees[at].span();
            trees.splice(at..at + long, [group_of(delimiter, inside, span)]);
        }
        10 => {
            let all = [EXPRESSIONS, TYPES, PATTERNS][rng.below(3)];
            trees.splice(at..at + long, text(rng, all));
        }
        _ => exchange(&mut trees, rng),
    }
    trees.into_iter().collect()
}

fn size(tree: &TokenTree) -> usize {
    match tree {
        TokenTree::Group(group) => 1 + group.stream().into_iter().map(|t| size(&t)).sum::<usize>(),
        _ => 1,
    }
}

fn group_of(delimiter: Delimiter, inner: TokenStream, span: Span) -> TokenTree {
    let mut group = Group::new(delimiter, inner);
    group.set_span(span);
    TokenTree::Group(group)
}

/// Two identifiers change places everywhere.
fn exchange(trees: &mut [TokenTree], rng: &mut Rng) {
    let all: TokenStream = trees.iter().cloned().collect();
    let names = names(&all);
    let (a, b) = (rng.pick(&names).clone(), rng.pick(&names).clone());
    for tree in trees {
        *tree = exchanged(tree.clone(), &a, &b);
    }
}

fn exchanged(tree: TokenTree, a: &Ident, b: &Ident) -> TokenTree {
    match tree {
        TokenTree::Ident(i) if i == *a => TokenTree::Ident(b.clone()),
        TokenTree::Ident(i) if i == *b => TokenTree::Ident(a.clone()),
        TokenTree::Group(group) => {
            let inner = group.stream().into_iter().map(|t| exchanged(t, a, b));
            group_of(group.delimiter(), inner.collect(), group.span())
        }
        TokenTree::Punct(p) if p.spacing() == Spacing::Joint => TokenTree::Punct(p),
        other => other,
    }
}

/// One change of the syntax tree.
fn change_tree(stock: &Stock, function: &mut ItemFn, rng: &mut Rng) {
    let own = parts(function);
    let donor = if rng.chance(50) {
        parts(function)
    } else {
        parts(stock.function(rng))
    };
    match rng.below(14) {
        0..=3 if !own.expressions.is_empty() => {
            let at = rng.below(own.expressions.len());
            let with = expression(&donor.expressions, &own.expressions[at], &own.names, rng);
            replace(function, at, Change::Expression(with));
        }
        4 | 5 if !own.types.is_empty() => {
            let with = match donor.types.is_empty() || rng.chance(60) {
                true => syn::parse2(text(rng, TYPES)),
                false => Ok(rng.pick(&donor.types).clone()),
            };
            if let Ok(with) = with {
                replace(function, rng.below(own.types.len()), Change::Type(with));
            }
        }
        6 if !own.patterns.is_empty() => {
            let with = match donor.patterns.is_empty() || rng.chance(60) {
                true => syn::parse::Parser::parse2(syn::Pat::parse_single, text(rng, PATTERNS)),
                false => Ok(rng.pick(&donor.patterns).clone()),
            };
            if let Ok(with) = with {
                replace(
                    function,
                    rng.below(own.patterns.len()),
                    Change::Pattern(with),
                );
            }
        }
        7 if own.operators > 0 => {
            if let Ok(with) = syn::parse2::<BinOp>(text(rng, OPERATORS)) {
                replace(function, rng.below(own.operators), Change::Operator(with));
            }
        }
        8 if own.names.len() > 1 => {
            let (a, b) = (rng.pick(&own.names).clone(), rng.pick(&own.names).clone());
            let inner = function.block.to_token_stream().into_iter();
            let tokens: TokenStream = inner.map(|t| exchanged(t, &a, &b)).collect();
            if let Ok(block) = syn::parse2(tokens) {
                *function.block = block;
            }
        }
        _ => {
            let mut from = donor.statements;
            for statement in &mut from {
                rename(&own.names, rng).visit_stmt_mut(statement);
            }
            let at = rng.below(own.blocks.max(1));
            let mut rng = Rng::new(rng.next_u64());
            let change = move |stmts: &mut Vec<Stmt>| change_statements(stmts, &from, &mut rng);
            replace(function, at, Change::Block(Box::new(change)));
        }
    }
}

fn rename<'a>(names: &'a [Ident], rng: &'a mut Rng) -> Rename<'a> {
    Rename { rng, names }
}

fn expression(donors: &[Expr], old: &Expr, names: &[Ident], rng: &mut Rng) -> Expr {
    let mut with = match rng.below(4) {
        0 | 1 if !donors.is_empty() => rng.pick(donors).clone(),
        2 => {
            let around = match rng.below(8) {
                0 => quote!((#old)),
                1 => quote!({ #old }),
                2 => quote!(-#old),
                3 => quote!(*#old),
                4 => quote!(&#old),
                5 => quote!(#old as f64),
                6 => quote!(if x > 0.0 { #old } else { #old }),
                _ => quote!((|| #old)()),
            };
            syn::parse2(around).unwrap_or_else(|_| old.clone())
        }
        _ => syn::parse2(text(rng, EXPRESSIONS)).unwrap_or_else(|_| old.clone()),
    };
    if rng.chance(70) {
        rename(names, rng).visit_expr_mut(&mut with);
    }
    with
}

fn change_statements(stmts: &mut Vec<Stmt>, from: &[Stmt], rng: &mut Rng) {
    let n = stmts.len();
    match rng.below(8) {
        0 if n > 0 => drop(stmts.remove(rng.below(n))),
        1 if n > 0 => stmts.insert(rng.below(n), stmts[rng.below(n)].clone()),
        2 if n > 0 => stmts.swap(rng.below(n), rng.below(n)),
        3 if n > 0 => {
            let first = rng.below(n);
            let last = first + rng.below(n - first);
            let inner: Vec<Stmt> = stmts.drain(first..=last).collect();
            let wrapped = match rng.below(9) {
                0 => quote!({ #(#inner)* }),
                1 => quote!(if x > 0.0 { #(#inner)* }),
                2 => quote!(if let Some(x) = x { #(#inner)* } else { #(#inner)* }),
                3 => quote!(for i in 0..3 { #(#inner)* }),
                4 => quote!(for a in x.iter_mut() { #(#inner)* }),
                5 => quote!(loop { #(#inner)* break; }),
                6 => quote!(while i < n { #(#inner)* i += 1; }),
                7 => quote!(match i { 0 => { #(#inner)* } _ => return x }),
                _ => quote!(let f = |x: f64| { #(#inner)* };),
            };
            match syn::parse2(wrapped) {
                Ok(wrapped) => stmts.insert(first, wrapped),
                Err(_) => drop(stmts.splice(first..first, inner)),
            }
        }
        4 => stmts.reverse(),
        5 => {
            if let Ok(e) = syn::parse2::<Expr>(text(rng, EXPRESSIONS)) {
                stmts.insert(
                    rng.below(n + 1),
                    Stmt::Expr(e, Some(<syn::Token![;]>::default())),
                );
            }
        }
        _ if !from.is_empty() => stmts.insert(rng.below(n + 1), rng.pick(from).clone()),
        _ => {}
    }
}
