//! Walking over programs: children of a node, and mutation of the n-th node.

use crate::ast::{Block, Expr, Piece, Stmt};

/// A direct part of an expression.
pub enum Part<'a> {
    /// A subexpression.
    Expr(&'a Expr),
    /// A nested block.
    Block(&'a Block),
}

/// The direct parts in source order.
#[must_use]
pub fn parts(e: &Expr) -> Vec<Part<'_>> {
    use Part::{Block as B, Expr as E};
    match e {
        Expr::Float(..)
        | Expr::Const(_)
        | Expr::Int(..)
        | Expr::Bool(_)
        | Expr::Var(_)
        | Expr::Continue(_) => vec![],
        Expr::Deref(a)
        | Expr::Ref(a)
        | Expr::RefMut(a)
        | Expr::Neg(a)
        | Expr::Not(a)
        | Expr::Field(a, _)
        | Expr::ToFloat(a)
        | Expr::FromInt(a)
        | Expr::FloatToInt(a, _)
        | Expr::IntCast(a, _)
        | Expr::Repeat(a, _)
        | Expr::SortBy(a, _)
        | Expr::Turbofish(a, _, _)
        | Expr::Try(a, _)
        | Expr::Closure(_, _, a) => vec![E(a)],
        Expr::Index(a, b)
        | Expr::Binary(_, a, b)
        | Expr::VecRepeat(a, b)
        | Expr::Assign(a, b)
        | Expr::AssignOp(_, _, a, b) => vec![E(a), E(b)],
        Expr::Range(a, b, _) => a.iter().chain(b).map(|e| E(e)).collect(),
        Expr::Method(_, a, _, args) => std::iter::once(E(a)).chain(args.iter().map(E)).collect(),
        Expr::Assoc(_, _, args)
        | Expr::Path(_, args)
        | Expr::Call(_, _, args)
        | Expr::Tuple(args)
        | Expr::VecList(args)
        | Expr::Array(args) => args.iter().map(E).collect(),
        Expr::Struct(_, items) => items.iter().map(|(_, e)| E(e)).collect(),
        Expr::Own(a, _, _, args, _) => std::iter::once(E(a)).chain(args.iter().map(E)).collect(),
        Expr::If(c, then, other) => {
            let mut out = vec![E(c), B(then)];
            out.extend(other.iter().map(|e| E(e)));
            out
        }
        Expr::Match(e, arms) => {
            let mut out = vec![E(e)];
            for arm in arms {
                out.extend(arm.guard.iter().map(E));
                out.push(E(&arm.body));
            }
            out
        }
        Expr::Block(b) | Expr::Loop(_, b) | Expr::Labelled(_, b) => vec![B(b)],
        Expr::Code(code) => code
            .pieces
            .iter()
            .filter_map(|p| match p {
                Piece::Open(e) | Piece::Atom(e) => Some(E(e)),
                Piece::Block(b) => Some(B(b)),
                Piece::Text(_) | Piece::Type(_) => None,
            })
            .collect(),
        Expr::While(_, c, b) | Expr::For(_, _, c, b) => vec![E(c), B(b)],
        Expr::Break(_, v) | Expr::Return(v) => v.iter().map(|e| E(e)).collect(),
    }
}

/// A direct part of an expression, to be changed.
pub enum PartMut<'a> {
    /// A subexpression.
    Expr(&'a mut Expr),
    /// A nested block.
    Block(&'a mut Block),
}

/// As `parts`.
pub fn parts_mut(e: &mut Expr) -> Vec<PartMut<'_>> {
    use PartMut::{Block as B, Expr as E};
    match e {
        Expr::Float(..)
        | Expr::Const(_)
        | Expr::Int(..)
        | Expr::Bool(_)
        | Expr::Var(_)
        | Expr::Continue(_) => vec![],
        Expr::Deref(a)
        | Expr::Ref(a)
        | Expr::RefMut(a)
        | Expr::Neg(a)
        | Expr::Not(a)
        | Expr::Field(a, _)
        | Expr::ToFloat(a)
        | Expr::FromInt(a)
        | Expr::FloatToInt(a, _)
        | Expr::IntCast(a, _)
        | Expr::Repeat(a, _)
        | Expr::SortBy(a, _)
        | Expr::Turbofish(a, _, _)
        | Expr::Try(a, _)
        | Expr::Closure(_, _, a) => vec![E(a)],
        Expr::Index(a, b)
        | Expr::Binary(_, a, b)
        | Expr::VecRepeat(a, b)
        | Expr::Assign(a, b)
        | Expr::AssignOp(_, _, a, b) => vec![E(a), E(b)],
        Expr::Range(a, b, _) => a.iter_mut().chain(b).map(|e| E(e)).collect(),
        Expr::Method(_, a, _, args) => std::iter::once(E(a))
            .chain(args.iter_mut().map(E))
            .collect(),
        Expr::Assoc(_, _, args)
        | Expr::Path(_, args)
        | Expr::Call(_, _, args)
        | Expr::Tuple(args)
        | Expr::VecList(args)
        | Expr::Array(args) => args.iter_mut().map(E).collect(),
        Expr::Struct(_, items) => items.iter_mut().map(|(_, e)| E(e)).collect(),
        Expr::Own(a, _, _, args, _) => std::iter::once(E(a))
            .chain(args.iter_mut().map(E))
            .collect(),
        Expr::If(c, then, other) => {
            let mut out = vec![E(c), B(then)];
            out.extend(other.iter_mut().map(|e| E(e)));
            out
        }
        Expr::Match(e, arms) => {
            let mut out = vec![E(e)];
            for arm in arms {
                out.extend(arm.guard.iter_mut().map(E));
                out.push(E(&mut arm.body));
            }
            out
        }
        Expr::Block(b) | Expr::Loop(_, b) | Expr::Labelled(_, b) => vec![B(b)],
        Expr::Code(code) => code
            .pieces
            .iter_mut()
            .filter_map(|p| match p {
                Piece::Open(e) | Piece::Atom(e) => Some(E(e)),
                Piece::Block(b) => Some(B(b)),
                Piece::Text(_) | Piece::Type(_) => None,
            })
            .collect(),
        Expr::While(_, c, b) | Expr::For(_, _, c, b) => vec![E(c), B(b)],
        Expr::Break(_, v) | Expr::Return(v) => v.iter_mut().map(|e| E(e)).collect(),
    }
}

/// The expression of a statement.
#[must_use]
pub fn stmt_expr(stmt: &Stmt) -> Option<&Expr> {
    match stmt {
        Stmt::Let(_, _, _, init) => init.as_ref(),
        Stmt::Expr(e) => Some(e),
    }
}

/// Calls `f` on every expression of the block, parents first.
pub fn each_expr<'a>(block: &'a Block, f: &mut impl FnMut(&'a Expr)) {
    for e in block.stmts.iter().filter_map(stmt_expr) {
        each_in(e, f);
    }
    if let Some(e) = &block.tail {
        each_in(e, f);
    }
}

/// Calls `f` on the expression and all inside it, parents first.
pub fn each_in<'a>(e: &'a Expr, f: &mut impl FnMut(&'a Expr)) {
    f(e);
    for part in parts(e) {
        match part {
            Part::Expr(e) => each_in(e, f),
            Part::Block(b) => each_expr(b, f),
        }
    }
}

/// Calls `f` on every block, outer ones first.
pub fn each_block<'a>(block: &'a Block, f: &mut impl FnMut(&'a Block)) {
    f(block);
    let tails = block.tail.iter().map(|e| &**e);
    for e in block.stmts.iter().filter_map(stmt_expr).chain(tails) {
        blocks_of(e, f);
    }
}

fn blocks_of<'a>(e: &'a Expr, f: &mut impl FnMut(&'a Block)) {
    for part in parts(e) {
        match part {
            Part::Expr(e) => blocks_of(e, f),
            Part::Block(b) => each_block(b, f),
        }
    }
}

/// Calls `f` on every block, outer ones first, until it returns true.
pub fn each_block_mut(block: &mut Block, f: &mut impl FnMut(&mut Block) -> bool) -> bool {
    if f(block) {
        return true;
    }
    for stmt in &mut block.stmts {
        let found = match stmt {
            Stmt::Let(_, _, _, Some(e)) | Stmt::Expr(e) => blocks_in(e, f),
            Stmt::Let(_, _, _, None) => false,
        };
        if found {
            return true;
        }
    }
    block.tail.as_mut().is_some_and(|e| blocks_in(e, f))
}

fn blocks_in(e: &mut Expr, f: &mut impl FnMut(&mut Block) -> bool) -> bool {
    parts_mut(e).into_iter().any(|part| match part {
        PartMut::Expr(e) => blocks_in(e, f),
        PartMut::Block(b) => each_block_mut(b, f),
    })
}

/// Calls `f` on every expression, parents first, until it returns true.
pub fn each_expr_mut(block: &mut Block, f: &mut impl FnMut(&mut Expr) -> bool) -> bool {
    for stmt in &mut block.stmts {
        let found = match stmt {
            Stmt::Let(_, _, _, Some(e)) | Stmt::Expr(e) => each_in_mut(e, f),
            Stmt::Let(_, _, _, None) => false,
        };
        if found {
            return true;
        }
    }
    block.tail.as_mut().is_some_and(|e| each_in_mut(e, f))
}

fn each_in_mut(e: &mut Expr, f: &mut impl FnMut(&mut Expr) -> bool) -> bool {
    if f(e) {
        return true;
    }
    parts_mut(e).into_iter().any(|part| match part {
        PartMut::Expr(e) => each_in_mut(e, f),
        PartMut::Block(b) => each_expr_mut(b, f),
    })
}
