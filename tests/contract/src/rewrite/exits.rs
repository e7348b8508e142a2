//! Early returns for branches at the end, and the other way round.

use super::branch::has_let;
use syn::{Block, Expr, ItemFn, Stmt, parse_quote};

/// ```text
/// .. if c { a } else { b }      →  .. if c { return { a }; } b
/// .. match x { p => a, q => b } →  .. match x { p => return { a }, q => return { b } }
/// .. a                          →  .. return a;
/// ```
pub fn early(f: &mut ItemFn) -> usize {
    early_block(&mut f.block)
}

fn early_block(block: &mut Block) -> usize {
    let Some(Stmt::Expr(tail, None)) = block.stmts.last() else {
        return 0;
    };
    let tail = tail.clone();
    match tail {
        Expr::If(i) if !has_let(&i.cond) && i.else_branch.is_some() => {
            block.stmts.pop();
            let (cond, then) = (&i.cond, &i.then_branch);
            block.stmts.push(parse_quote!(if #cond { return #then; }));
            let mut rest: Block = match i.else_branch.map(|(_, e)| *e) {
                Some(Expr::Block(b)) => b.block,
                Some(other) => parse_quote!({ #other }),
                None => parse_quote!({}),
            };
            let more = early_block(&mut rest);
            // In a block still: the names of the branch may be those of the function.
            block.stmts.push(Stmt::Expr(parse_quote!(#rest), None));
            1 + more
        }
        Expr::Match(mut m) => {
            for arm in &mut m.arms {
                let body = &arm.body;
                arm.body = parse_quote!(return { #body });
                arm.comma = Some(parse_quote!(,));
            }
            block.stmts.pop();
            block.stmts.push(Stmt::Expr(Expr::Match(m), None));
            1
        }
        Expr::While(_) | Expr::ForLoop(_) | Expr::If(_) => 0,
        tail => {
            block.stmts.pop();
            block.stmts.push(parse_quote!(return #tail;));
            1
        }
    }
}

/// ```text
/// if c { .. return a; } rest  →  if c { .. a } else { rest }
/// ```
///
/// In the block of the function, from the last one on.
pub fn nested(f: &mut ItemFn) -> usize {
    nested_block(&mut f.block)
}

fn nested_block(block: &mut Block) -> usize {
    let returns = |s: &Stmt| match s {
        Stmt::Expr(Expr::If(i), _) => {
            i.else_branch.is_none()
                && !has_let(&i.cond)
                && matches!(
                    i.then_branch.stmts.last(),
                    Some(Stmt::Expr(Expr::Return(_), _))
                )
        }
        _ => false,
    };
    let Some(at) = block.stmts.iter().position(returns) else {
        if let Some(Stmt::Expr(Expr::Return(r), _)) = block.stmts.last()
            && let Some(value) = r.expr.clone()
        {
            block.stmts.pop();
            block.stmts.push(Stmt::Expr(*value, None));
            return 1;
        }
        return 0;
    };
    let rest = block.stmts.split_off(at + 1);
    let Some(Stmt::Expr(Expr::If(mut i), _)) = block.stmts.pop() else {
        return 0;
    };
    if let Some(Stmt::Expr(Expr::Return(r), _)) = i.then_branch.stmts.pop()
        && let Some(value) = r.expr
    {
        i.then_branch.stmts.push(Stmt::Expr(*value, None));
    }
    let mut rest: Block = parse_quote!({ #(#rest)* });
    let more = nested_block(&mut rest);
    i.else_branch = Some((parse_quote!(else), Box::new(parse_quote!(#rest))));
    block.stmts.push(Stmt::Expr(Expr::If(i), None));
    1 + more
}
