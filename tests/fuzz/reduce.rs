//! A smaller input that fails in the same way.
use grad_core::Switches;
use proc_macro2::{Group, TokenStream, TokenTree};

use crate::check::check;
use crate::corpus::Input;

/// Leaves tokens out, large pieces first, as long as the failure stays.
pub fn reduce(input: &Input, kind: &str, switches: Switches) -> Input {
    let mut best = input.clone();
    let mut tries = 1500;
    let mut holds = |candidate: &Input| {
        tries -= 1;
        tries > 0 && matches!(check(candidate, switches), Err(f) if f.kind == kind)
    };
    let bare = Input {
        options: TokenStream::new(),
        item: best.item.clone(),
    };
    if holds(&bare) {
        best = bare;
    }
    for size in [40, 12, 5, 3, 2, 1, 2, 1] {
        let mut at = 0;
        loop {
            let mut left = at;
            let Some(item) = without(best.item.clone(), &mut left, size) else {
                break;
            };
            let candidate = Input {
                options: best.options.clone(),
                item,
            };
            if holds(&candidate) {
                best = candidate;
            } else {
                at += 1;
            }
        }
    }
    best
}

/// The tokens without `size` trees from tree number `left` on, counted through all groups.
fn without(tokens: TokenStream, left: &mut usize, size: usize) -> Option<TokenStream> {
    let mut trees: Vec<TokenTree> = tokens.into_iter().collect();
    for at in 0..trees.len() {
        if *left == 0 {
            trees.drain(at..(at + size).min(trees.len()));
            return Some(trees.into_iter().collect());
        }
        *left -= 1;
        if let TokenTree::Group(group) = &trees[at]
            && let Some(inner) = without(group.stream(), left, size)
        {
            let mut smaller = Group::new(group.delimiter(), inner);
            smaller.set_span(group.span());
            trees[at] = TokenTree::Group(smaller);
            return Some(trees.into_iter().collect());
        }
    }
    None
}
