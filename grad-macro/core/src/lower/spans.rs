//! Where tokens are: panics, errors and debuggers report the place of the expression that was lowered.
//!
//! What is made of an expression mixes the user's tokens, variables, which are located at their declarations,
//! and punctuation, which is located at the attribute. All but the first lie before the expression, and are moved to
//! the token in front of them. What a name means does not change.
use proc_macro2::{Group, LineColumn, Span, TokenStream, TokenTree};

use crate::ir::{CallArg, Head, LoopHead, Op, Stmt};

/// Moves what lies before `at` there.
#[must_use]
pub fn located(tokens: TokenStream, at: Span) -> TokenStream {
    moved(tokens, at.start(), &mut { at })
}

fn moved(tokens: TokenStream, start: LineColumn, before: &mut Span) -> TokenStream {
    let mut is_method = false;
    let tree = |mut tree: TokenTree| {
        let is_elsewhere = tree.span().start() < start;
        match &mut tree {
            TokenTree::Group(group) => {
                let span = if is_elsewhere { *before } else { group.span() };
                let inner = moved(group.stream(), start, &mut span.clone());
                *group = Group::new(group.delimiter(), inner);
                group.set_span(span);
            }
            TokenTree::Punct(punct) if is_elsewhere => punct.set_span(*before),
            // No scope has a say in what a method's name means.
            TokenTree::Ident(ident) if is_elsewhere && is_method => ident.set_span(*before),
            TokenTree::Ident(_) | TokenTree::Literal(_) if is_elsewhere => {
                tree.set_span(tree.span().located_at(*before));
            }
            TokenTree::Punct(_) | TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
        *before = tree.span();
        is_method = matches!(&tree, TokenTree::Punct(dot) if dot.as_char() == '.');
        tree
    };
    tokens.into_iter().map(tree).collect()
}

/// The same for what a statement prints.
pub fn locate(stmt: &mut Stmt, at: Span) {
    let here = |tokens: &mut TokenStream| *tokens = located(std::mem::take(tokens), at);
    match stmt {
        Stmt::Let(
            _,
            Op::Raw(tokens)
            | Op::Load(_, tokens)
            | Op::LoadCast(_, tokens)
            | Op::Note(tokens)
            | Op::Shape(_, tokens),
        )
        | Stmt::Raw(tokens)
        | Stmt::View(_, tokens)
        | Stmt::Define(_, _, tokens)
        | Stmt::Store(_, _, _, tokens)
        | Stmt::Fill(_, _, tokens)
        | Stmt::CopyInto(_, _, tokens)
        | Stmt::Rearrange(_, _, tokens)
        | Stmt::SwapPlaces(_, _, tokens)
        | Stmt::Grow(_, _, _, tokens)
        | Stmt::Shrink(_, _, tokens)
        | Stmt::Replace(_, _, _, tokens)
        | Stmt::Sort(_, tokens, _) => here(tokens),
        Stmt::Call(call) => call.args.iter_mut().for_each(|arg| match arg {
            CallArg::Val(_, tokens)
            | CallArg::Tuple(_, tokens)
            | CallArg::Place(_, tokens, _)
            | CallArg::Shaped(_, tokens, _)
            | CallArg::Inactive(tokens) => here(tokens),
            CallArg::Changed(..) | CallArg::Function(..) => {}
        }),
        Stmt::Branch(branch) => {
            match &mut branch.head {
                Head::If(tokens) | Head::Match(tokens) | Head::LetElse(_, tokens) => here(tokens),
                Head::Outcome(_) => {}
            }
            branch.arms.iter_mut().for_each(|arm| here(&mut arm.pat));
        }
        Stmt::Loop(l) => match &mut l.head {
            LoopHead::For(_, tokens, _) => here(tokens),
            LoopHead::Forever => {}
        },
        _ => {}
    }
}
