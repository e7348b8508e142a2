//! The dual numbers against closed forms and the stated conventions.

use super::{Dual, c};

fn check(name: &str, got: Dual, value: f64, slope: f64) {
    assert_eq!(got.re().to_bits(), value.to_bits(), "value of {name}");
    let close = (got.eps() - slope).abs() <= 1e-13 * slope.abs().max(1.0);
    assert!(close, "slope of {name}: {} instead of {slope}", got.eps());
}

fn x(v: f64) -> Dual {
    Dual::new(v, 1.0)
}

#[test]
fn operators_follow_the_rules_of_calculus() {
    let (a, b) = (1.7, -0.6);
    check("+", x(a) + c(b), a + b, 1.0);
    check("-", c(b) - x(a), b - a, -1.0);
    check("*", x(a) * x(a), a * a, 2.0 * a);
    check("/ numerator", x(a) / c(b), a / b, 1.0 / b);
    check("/ denominator", c(a) / x(b), a / b, -a / (b * b));
    check("% left", x(a) % c(b), a % b, 1.0);
    check("% right", c(a) % x(b), a % b, 2.0);
    check("neg", -x(a), -a, -1.0);
    let mut s = c(1.0);
    s += x(a);
    s *= &x(a);
    s -= c(0.5);
    check("assigned", s, (1.0 + a) * a - 0.5, 1.0 + 2.0 * a);
}

#[test]
fn methods_agree_with_closed_forms() {
    let v = 0.37f64;
    check("sin", x(v).sin(), v.sin(), v.cos());
    check("cos", x(v).cos(), v.cos(), -v.sin());
    check("tan", x(v).tan(), v.tan(), 1.0 / v.cos().powi(2));
    check("asin", x(v).asin(), v.asin(), 1.0 / (1.0 - v * v).sqrt());
    check("acos", x(v).acos(), v.acos(), -1.0 / (1.0 - v * v).sqrt());
    check("atan", x(v).atan(), v.atan(), 1.0 / (1.0 + v * v));
    check("sinh", x(v).sinh(), v.sinh(), v.cosh());
    check("cosh", x(v).cosh(), v.cosh(), v.sinh());
    check("tanh", x(v).tanh(), v.tanh(), 1.0 / v.cosh().powi(2));
    check("asinh", x(v).asinh(), v.asinh(), 1.0 / v.hypot(1.0));
    check(
        "acosh",
        x(1.5).acosh(),
        1.5f64.acosh(),
        1.25f64.sqrt().recip(),
    );
    check("atanh", x(v).atanh(), v.atanh(), 1.0 / (1.0 - v * v));
    let ln2 = 2f64.ln();
    check("log", x(v).log(c(2.0)), v.log(2.0), 1.0 / (v * ln2));
    check(
        "log base",
        c(v).log(x(2.0)),
        v.log(2.0),
        -v.ln() / (2.0 * ln2 * ln2),
    );
    check("exp", x(v).exp(), v.exp(), v.exp());
    check("exp2", x(v).exp2(), v.exp2(), v.exp2() * 2f64.ln());
    check("exp_m1", x(v).exp_m1(), v.exp_m1(), v.exp());
    check("ln", x(v).ln(), v.ln(), 1.0 / v);
    check("ln_1p", x(v).ln_1p(), v.ln_1p(), 1.0 / (1.0 + v));
    check("log2", x(v).log2(), v.log2(), 1.0 / (v * 2f64.ln()));
    check("log10", x(v).log10(), v.log10(), 1.0 / (v * 10f64.ln()));
    check("sqrt", x(v).sqrt(), v.sqrt(), 0.5 / v.sqrt());
    check("cbrt", x(v).cbrt(), v.cbrt(), v.powf(-2.0 / 3.0) / 3.0);
    check("recip", x(v).recip(), v.recip(), -1.0 / (v * v));
    check("powi 3", x(v).powi(3), v.powi(3), 3.0 * v * v);
    check("powi -2", x(v).powi(-2), v.powi(-2), -2.0 / (v * v * v));
    check(
        "powf base",
        x(v).powf(c(1.3)),
        v.powf(1.3),
        1.3 * v.powf(0.3),
    );
    check(
        "powf exponent",
        c(1.3).powf(x(v)),
        1.3f64.powf(v),
        1.3f64.powf(v) * 1.3f64.ln(),
    );
    check("hypot", x(v).hypot(c(0.5)), v.hypot(0.5), v / v.hypot(0.5));
    let r2 = v * v + 0.25;
    check("atan2 y", x(v).atan2(c(0.5)), v.atan2(0.5), 0.5 / r2);
    check("atan2 x", c(0.5).atan2(x(v)), 0.5f64.atan2(v), -0.5 / r2);
    check(
        "mul_add a",
        x(v).mul_add(c(2.0), c(3.0)),
        v * 2.0 + 3.0,
        2.0,
    );
    check("mul_add c", c(2.0).mul_add(c(3.0), x(v)), 6.0 + v, 1.0);
    check(
        "radians",
        x(v).to_radians(),
        v.to_radians(),
        1f64.to_radians(),
    );
    check(
        "degrees",
        x(v).to_degrees(),
        v.to_degrees(),
        1f64.to_degrees(),
    );
    check(
        "rem_euclid",
        c(-1.0).rem_euclid(x(v)),
        (-1f64).rem_euclid(v),
        3.0,
    );
    let (s, k) = x(v).sin_cos();
    check("sin_cos.0", s, v.sin(), v.cos());
    check("sin_cos.1", k, v.cos(), -v.sin());
}

#[test]
fn kinks_follow_the_stated_conventions() {
    check("abs at 0", x(0.0).abs(), 0.0, 0.0);
    check("max tie", x(1.0).max(c(1.0)), 1.0, 0.5);
    check("min tie", c(1.0).min(x(1.0)), 1.0, 0.5);
    check("max left", x(2.0).max(c(1.0)), 2.0, 1.0);
    check("min left", x(2.0).min(c(1.0)), 1.0, 0.0);
    check("clamp inside", x(0.2).clamp(c(0.0), c(1.0)), 0.2, 1.0);
    check("clamp at bound", x(1.0).clamp(c(0.0), c(1.0)), 1.0, 0.5);
    check("clamp outside", x(3.0).clamp(c(0.0), c(1.0)), 1.0, 0.0);
    check("powi 0", x(0.0).powi(0), 1.0, 0.0);
    check("powf 0", x(0.0).powf(c(0.0)), 1.0, 0.0);
    check("powf by exponent at 0", c(0.0).powf(x(2.0)), 0.0, 0.0);
    check("powf negative base", x(-2.0).powf(c(2.0)), 4.0, -4.0);
    check("hypot origin", x(0.0).hypot(c(0.0)), 0.0, 0.0);
    check("atan2 origin", x(0.0).atan2(c(0.0)), 0.0, 0.0);
    check("floor", x(1.5).floor(), 1.0, 0.0);
    check("fract", x(1.5).fract(), 0.5, 1.0);
    check("signum", x(-1.5).signum(), -1.0, 0.0);
    check("copysign", x(-1.5).copysign(c(2.0)), 1.5, -1.0);
    check("copysign by sign", c(-1.5).copysign(x(2.0)), 1.5, 0.0);
    assert!(c(-2.0).powf(x(2.0)).eps().is_nan());
    assert!(x(0.0).sqrt().eps() == f64::INFINITY && x(0.0).sqrt().odd());
    check("sqrt at 0, no tangent", c(0.0).sqrt(), 0.0, 0.0);
    check("sqrt of a square at 0", (x(0.0) * x(0.0)).sqrt(), 0.0, 0.0);
}
