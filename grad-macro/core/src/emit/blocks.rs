//! Loops whose trips keep their frames in one block, taken before the first trip.
//!
//! Input: `for i in 0..n` with a frame of three words. Output: `for (i, kept) in (0..n).zip(block)`, where
//! the block holds `n` frames, each of which its trip writes at its end. The words lie on the tape as
//! those of a loop that puts down a frame a trip, so each half decides for itself.
//!
//! The block borrows the tape: trips in which something else goes on the tape put down their own frames. So
//! do those of loops that may be left early, since nobody knows how few trips there will be.
use proc_macro2::{Ident, TokenStream, TokenTree};

use crate::ir::{Loop, LoopHead, Op, Region, Stmt};

/// Whether a loop's frames lie in one block.
pub fn is_blocked(l: &Loop) -> bool {
    l.taped
        && matches!(l.head, LoopHead::For(_, _, true))
        && l.body.runs_through()
        && !is_region_taping(&l.body)
}

/// Whether the forward half of a region names the tape.
pub fn is_region_taping(region: &Region) -> bool {
    region.stmts.iter().any(is_taping)
}

/// Whether the forward half of a statement names the tape, for whatever reason.
fn is_taping(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Let(_, op) => matches!(op, Op::Note(_) | Op::Shape(..)),
        Stmt::Call(call) => call.taped,
        Stmt::Branch(b) => b.arms.iter().any(|a| is_region_taping(&a.body)),
        Stmt::Loop(l) => l.taped || is_region_taping(&l.body),
        Stmt::Sort(_, _, taped) => *taped,
        Stmt::KeepLen(..)
        | Stmt::KeepRow(..)
        | Stmt::SwapRowNotes(..)
        | Stmt::NoteReads(..)
        | Stmt::SwapNotes(..)
        | Stmt::Park(_) => true,
        _ => false,
    }
}

/// Whether tokens name the tape.
pub fn mentions(tokens: &TokenStream, tape: &Ident) -> bool {
    tokens.clone().into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == *tape,
        TokenTree::Group(group) => mentions(&group.stream(), tape),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
