//! Functions with a rule of their own: a few smooth ones, whose derivatives are known in closed form.

use crate::ast::{Expr, Function, Ty};
use crate::print::{Form, ty};
use crate::walk::each_expr;

/// A function with its rule.
pub struct Rule {
    /// Its name.
    pub name: &'static str,
    /// Names and types of its parameters.
    pub params: &'static [(&'static str, Ty)],
    /// Its body, where `c(1.0)` is a literal and `F` the type of floats.
    body: &'static str,
    /// The reverse half.
    rule: &'static str,
}

/// All of them; each has a result between -8 and 8 for arguments between -8 and 8.
pub const RULES: [Rule; 6] = [
    Rule {
        name: "rule_log_cosh",
        params: &[("x", Ty::Float)],
        body: "let a = x.abs(); a + (a * c(-2.0)).exp().ln_1p() - c(0.6931471805599453)",
        rule: "#[grad_rule]
fn rule_log_cosh_rev(x: F, out: F, seed: F, d_x: &mut F) {
    *d_x += seed * x.tanh();
}
",
    },
    Rule {
        name: "rule_root",
        params: &[("b", Ty::Float)],
        body: "(b + (b * b + c(4.0)).sqrt()) / c(2.0)",
        rule: "#[grad_rule]
fn rule_root_rev(b: F, out: F, seed: F, d_b: &mut F) {
    *d_b += seed * out / (2.0 * out - b);
}
",
    },
    Rule {
        name: "rule_swish",
        params: &[("x", Ty::Float)],
        body: "x / (c(1.0) + (-x).exp())",
        rule: "#[grad_rule]
fn rule_swish_vjp(x: F) -> (F, impl FnOnce(F, &mut F)) {
    let s = 1.0 / (1.0 + (-x).exp());
    (x / (1.0 + (-x).exp()), move |seed: F, d_x: &mut F| *d_x += seed * (s + x * s * (1.0 - s)))
}
",
    },
    Rule {
        name: "rule_power",
        params: &[("x", Ty::Float), ("n", Ty::Usize)],
        body: "x.sin().powi(n as i32)",
        rule: "#[grad_rule]
fn rule_power_rev(x: F, n: usize, out: F, seed: F, d_x: &mut F) {
    if n > 0 {
        *d_x += seed * n as F * x.sin().powi(n as i32 - 1) * x.cos();
    }
}
",
    },
    Rule {
        name: "rule_sine_of_dot",
        params: &[("x", Ty::Slice), ("y", Ty::Slice), ("k", Ty::Float)],
        body: "let mut s = k; for (a, b) in x.iter().zip(y) { s += *a * *b; } s.sin()",
        rule: "#[grad_rule]
fn rule_sine_of_dot_rev(x: &[F], y: &[F], k: F, out: F, seed: F, d_x: &mut [F], d_y: &mut [F], d_k: &mut F) {
    let mut s = k;
    for (a, b) in x.iter().zip(y) {
        s += *a * *b;
    }
    let d_s = seed * s.cos();
    for i in 0..x.len().min(y.len()) {
        d_x[i] += d_s * y[i];
        d_y[i] += d_s * x[i];
    }
    *d_k += d_s;
}
",
    },
    Rule {
        name: "rule_energy",
        params: &[("k", Ty::FloatRef), ("x", Ty::Slice)],
        body: "let mut s = c(0.0); for a in x { s += *a * *a; } (*k * s).tanh()",
        rule: "#[grad_rule]
fn rule_energy_rev(k: &F, x: &[F], out: F, seed: F, d_k: &mut F, d_x: &mut [F]) {
    let d_p = seed * (1.0 - out * out);
    let mut s = 0.0;
    for (a, d) in x.iter().zip(d_x.iter_mut()) {
        s += *a * *a;
        *d += d_p * *k * 2.0 * *a;
    }
    *d_k += d_p * s;
}
",
    },
];

/// The rule that a call needs.
#[must_use]
pub fn rule_of(name: &str) -> Option<&'static Rule> {
    RULES.iter().find(|r| r.name == name)
}

/// Those that functions call, printed.
#[must_use]
pub fn used(list: &[Function], form: Form, single: bool) -> String {
    let mut found: Vec<&str> = Vec::new();
    for f in list {
        each_expr(&f.body, &mut |e| {
            if let Expr::Call(name, ..) = e
                && let Some(rule) = rule_of(name)
                && !found.contains(&rule.name)
            {
                found.push(rule.name);
            }
        });
    }
    let all = found.iter().filter_map(|name| rule_of(name));
    all.map(|rule| printed(rule, form, single)).collect()
}

fn printed(rule: &Rule, form: Form, single: bool) -> String {
    let float = ty(&Ty::Float, form, single);
    let params = rule.params.iter();
    let params: Vec<_> = params
        .map(|(name, t)| format!("{name}: {}", ty(t, form, single)))
        .collect();
    let body = match (form, single) {
        (Form::Dual, true) => rule.body.replace("c(", "c32("),
        (Form::Dual, false) => rule.body.to_string(),
        _ => rule.body.replace("c(", "("),
    };
    let head = format!(
        "pub fn {}({}) -> {float} {{\n    {body}\n}}\n\n",
        rule.name,
        params.join(", ")
    );
    if form != Form::Grad {
        return head;
    }
    let rule = rule.rule.replace("F,", &format!("{float},"));
    let rule = rule
        .replace(": F)", &format!(": {float})"))
        .replace("mut F", &format!("mut {float}"))
        .replace("&F", &format!("&{float}"))
        .replace("[F]", &format!("[{float}]"))
        .replace("as F", &format!("as {float}"))
        .replace("(F,", &format!("({float},"));
    format!("{head}{rule}\n")
}
