//! The structs of a program: which there are, and how they are printed.

use crate::ast::{Block, Expr, Function, Record, Stmt, Ty};
use crate::print::{Form, ty};
use crate::walk::{each_block, each_expr};
use std::fmt::Write;
use std::sync::Arc;

/// The structs that functions mention, each once.
#[must_use]
pub fn shapes(list: &[Function]) -> Vec<Arc<Record>> {
    let mut found = Vec::new();
    for f in list {
        f.params
            .iter()
            .for_each(|p| of_type(&p.name.ty, &mut found));
        of_type(&f.ret, &mut found);
        of_block(&f.body, &mut found);
    }
    found
}

fn of_block(b: &Block, found: &mut Vec<Arc<Record>>) {
    each_expr(b, &mut |e| {
        if let Expr::Struct(shape, _) = e {
            of_type(&Ty::Struct(shape.clone()), found);
        }
    });
    each_block(b, &mut |b| {
        for stmt in &b.stmts {
            if let Stmt::Let(_, t, _, _) = stmt {
                of_type(t, found);
            }
        }
    });
}

fn of_type(t: &Ty, found: &mut Vec<Arc<Record>>) {
    if let Ty::Tuple(items) = t {
        items.iter().for_each(|t| of_type(t, found));
    }
    let Some(shape) = t.shape() else {
        return;
    };
    if found.iter().any(|s| s.name == shape.name) {
        return;
    }
    shape.fields.iter().for_each(|(_, t)| of_type(t, found));
    found.push(shape.clone());
}

/// Its declaration.
pub fn definition(shape: &Record, form: Form, single: bool) -> String {
    let copy = if shape.copy { "Copy, " } else { "" };
    let more = if form == Form::Grad {
        ", Differentiable"
    } else {
        ""
    };
    let own = if form == Form::Grad && shape.own {
        "#[grad(tangent = Self)]\n"
    } else {
        ""
    };
    let fields = shape.fields.iter().map(|(name, t)| {
        let t = ty(t, form, single);
        if shape.tuple {
            format!("pub {t}")
        } else {
            format!("pub {name}: {t}")
        }
    });
    let fields: Vec<_> = fields.collect();
    let head = format!(
        "#[derive({copy}Clone, Debug, PartialEq{more})]\n{own}pub struct {}",
        shape.name
    );
    if shape.tuple {
        return format!("{head}({});\n\n", fields.join(", "));
    }
    let mut out = format!("{head} {{\n");
    for field in fields {
        let _ = writeln!(out, "    {field},");
    }
    out.push_str("}\n\n");
    out
}

/// What makes it and its gradient flat.
pub fn flat(shape: &Record, form: Form) -> String {
    let float = if form == Form::Dual { "Dual" } else { "f64" };
    let active = || shape.fields.iter().filter(|(_, t)| t.is_active());
    let each = |what: &str| -> String {
        active()
            .map(|(name, _)| format!(" self.{name}.{what};"))
            .collect()
    };
    let flat = |name: &str| {
        let body = each("flat_into(out)");
        format!(
            "impl Flat<{float}> for {name} {{ fn flat_into(&self, out: &mut Vec<{float}>) {{{body} }} }}\n"
        )
    };
    let mut out = flat(&shape.name);
    if form == Form::Grad {
        let tangent = if shape.own {
            shape.name.clone()
        } else {
            format!("{}Tangent", shape.name)
        };
        if !shape.own {
            out.push_str(&flat(&tangent));
        }
        let (fill, seed) = (each("fill_with(v)"), each("seed_with(seeds)"));
        let _ = writeln!(
            out,
            "impl Fill for {tangent} {{ fn fill_with(&mut self, v: f64) {{{fill} }} fn seed_with(&mut self, seeds: &mut Seeds) {{{seed} }} }}"
        );
    }
    out
}
