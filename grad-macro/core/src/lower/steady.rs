//! Numbers that could be computed at any place of a function: `2 * x.len()`, `(n - 1) as f64`.
//!
//! They depend on literals, on indices that do not change, and on the lengths of what is behind shared references.
use std::collections::HashSet;

use proc_macro2::TokenStream;
use syn::Expr;
use syn::visit::{self, Visit};

use super::Lower;
use super::node::Binding;
use crate::ir::Val;
use crate::types::Ty;

/// The names that a function's body binds.
#[derive(Default)]
pub(super) struct Bound(HashSet<String>);

impl Bound {
    pub(super) fn of(block: &syn::Block) -> Self {
        let mut bound = Bound::default();
        bound.visit_block(block);
        bound
    }
}

impl<'a> Visit<'a> for Bound {
    fn visit_pat_ident(&mut self, pat: &'a syn::PatIdent) {
        self.0.insert(pat.ident.to_string());
        visit::visit_pat_ident(self, pat);
    }
}

impl Lower<'_> {
    /// The values that such a number depends on; nothing if the tokens are no such number.
    pub(super) fn steady(&self, tokens: &TokenStream) -> Option<Vec<Val>> {
        let expr = syn::parse2(tokens.clone()).ok()?;
        let mut reads = Vec::new();
        self.steady_reads(&expr, &mut reads)?;
        Some(reads)
    }

    fn steady_reads(&self, e: &Expr, reads: &mut Vec<Val>) -> Option<()> {
        match crate::types::unparen(e) {
            Expr::Lit(_) => Some(()),
            Expr::Cast(cast) => {
                let number =
                    matches!(&*cast.ty, syn::Type::Path(path) if path.path.get_ident().is_some());
                number.then(|| self.steady_reads(&cast.expr, reads))?
            }
            Expr::Binary(b) => {
                let plain = matches!(
                    b.op,
                    syn::BinOp::Add(_)
                        | syn::BinOp::Sub(_)
                        | syn::BinOp::Mul(_)
                        | syn::BinOp::Div(_)
                );
                plain.then_some(())?;
                self.steady_reads(&b.left, reads)?;
                self.steady_reads(&b.right, reads)
            }
            Expr::MethodCall(m) if m.method == "len" && m.args.is_empty() => {
                self.is_fixed(&m.receiver).then_some(())
            }
            Expr::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                let val = match self.env.get(&name) {
                    Some(Binding::Raw {
                        val: Some(val),
                        mutable: false,
                        ..
                    }) => *val,
                    Some(_) => return None,
                    None if self.names.is_written(&name) => return None,
                    None => {
                        let at = self.vals.iter().rposition(|v| v.name == name)?;
                        Val(u32::try_from(at).ok()?)
                    }
                };
                reads.push(val);
                Some(())
            }
            _ => None,
        }
    }

    /// Whether an expression is a sequence behind a shared reference that the caller passes, under a name that means nothing else
    /// anywhere.
    fn is_fixed(&self, e: &Expr) -> bool {
        match crate::types::unparen(e) {
            Expr::Path(path) => {
                let Some(name) = path.path.get_ident() else {
                    return false;
                };
                let params = &self.function.params;
                let param = params.iter().find(|p| p.name == *name);
                param.is_some_and(|p| {
                    let shared = matches!(&p.ty, syn::Type::Reference(r) if r.mutability.is_none());
                    let sequence = matches!(
                        Ty::read(p.pointee()),
                        Ty::Slice(_) | Ty::Vec(_) | Ty::Array(..)
                    );
                    shared && sequence && !self.rebound.0.contains(&name.to_string())
                })
            }
            Expr::Field(field) => match crate::types::unparen(&field.base) {
                Expr::Path(path) if path.path.is_ident(crate::parse::THIS) => {
                    let params = &self.function.params;
                    let receiver = params.iter().find_map(|p| p.receiver.as_ref());
                    receiver.is_some_and(|r| {
                        matches!(&r.kind, syn::ReceiverKind::Reference(_, _, mutability) if mutability.is_none())
                    })
                }
                base => self.is_fixed(base),
            },
            _ => false,
        }
    }
}
