//! Constructs of the language that are written in letters.

use super::Gen;
use crate::ast::Stmt;

/// How many there are.
pub(super) const SNIPPETS: usize = 1;

impl Gen {
    pub(super) fn snippet(&mut self, at: usize, out: &mut Vec<Stmt>) {
        match at {
            _ => self.assign(out),
        }
    }
}
