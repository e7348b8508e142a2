//! Values that are slopes of others: where the primal has `x.sin()`, the sweep needs `x.cos()`.
//!
//! Input: the primal and its activity. Output: the same where the slope of each of these functions is a value at hand,
//! computed beside it: the primal's own if it computes that anyway, else a new one. One call of the mathematical library can
//! then make both, and the sweep calls none.
use std::collections::HashMap;

use crate::activity::Activity;
use crate::ir::rewrite;
use crate::ir::{Body, Op, Region, Stmt, Ty, Val};
use crate::names::Names;
use crate::rules::Prim;

/// Gives each such function its slope.
pub fn find(body: &mut Body, activity: &Activity, names: &mut Names) {
    let mut region = std::mem::take(&mut body.region);
    in_region(&mut region, body, activity, names);
    body.region = region;
}

/// The function of this argument that a statement computes.
fn applied(stmt: &Stmt) -> Option<(&'static str, Val, Val)> {
    match stmt {
        Stmt::Let(out, Op::Prim(Prim::Method(name), args)) if args.len() == 1 => {
            Some((name, args[0], *out))
        }
        _ => None,
    }
}

fn in_region(region: &mut Region, body: &mut Body, activity: &Activity, names: &mut Names) {
    let mut stmts: Vec<Option<Stmt>> = std::mem::take(&mut region.stmts)
        .into_iter()
        .map(Some)
        .collect();
    let mut places: HashMap<(&'static str, Val), (usize, Val)> = HashMap::new();
    for (at, stmt) in stmts.iter().enumerate() {
        if let Some((name, of, out)) = stmt.as_ref().and_then(applied) {
            places.entry((name, of)).or_insert((at, out));
        }
    }
    for at in 0..stmts.len() {
        let Some(mut stmt) = stmts[at].take() else {
            continue;
        };
        for inner in rewrite::regions(&mut stmt) {
            in_region(inner, body, activity, names);
        }
        let companion = applied(&stmt).and_then(|(name, of, out)| {
            let known = matches!(body.val(out).ty, Ty::F64 | Ty::F32);
            let swept = activity.is_active(out) && activity.is_active(of);
            let companion = Prim::companion(name).filter(|_| known && swept)?;
            Some((companion, of, out))
        });
        region.stmts.push(stmt);
        let Some((name, of, out)) = companion else {
            continue;
        };
        let beside = if let Some((there, val)) = places.get(&(name, of)) {
            region.stmts.extend(stmts[*there].take());
            *val
        } else {
            let (ty, span) = (body.val(out).ty, body.val(out).span);
            let val = body.new_val(names.numbered("t", span), ty);
            let op = Op::Prim(Prim::Method(name), vec![of]);
            region.stmts.push(Stmt::Let(val, op));
            val
        };
        body.vals[out.0 as usize].beside = Some(beside);
        // One that was moved here has this one.
        if body.val(beside).beside.is_none() && activity.is_active(beside) {
            body.vals[beside.0 as usize].beside = Some(out);
        }
    }
}
