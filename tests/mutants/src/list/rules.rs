//! Wrong derivatives in the table of rules.

use crate::mutant::Mutant;

const TABLE: &str = "grad-macro/core/src/rules/table.rs";

const fn rule(
    name: &'static str,
    find: &'static str,
    replace: &'static str,
    fault: &'static str,
) -> Mutant {
    Mutant::new(name, TABLE, find, replace, fault)
}

pub(super) const LIST: &[Mutant] = &[
    rule(
        "sub_sign",
        "Prim::Sub => vec![Some(D), Some(neg(D))]",
        "Prim::Sub => vec![Some(D), Some(D)]",
        "the subtrahend receives the cotangent with the wrong sign",
    ),
    rule(
        "mul_operands",
        "Prim::Mul => vec![Some(mul(D, B)), Some(mul(D, A))]",
        "Prim::Mul => vec![Some(mul(D, A)), Some(mul(D, B))]",
        "each factor receives its own value instead of the other's",
    ),
    rule(
        "div_sign",
        "Some(neg(mul(div(D, B), Out)))",
        "Some(mul(div(D, B), Out))",
        "the divisor receives the wrong sign",
    ),
    rule(
        "div_operand",
        "Some(neg(mul(div(D, B), Out)))",
        "Some(neg(mul(div(D, B), A)))",
        "the divisor's slope is made of the dividend, not of the quotient",
    ),
    rule(
        "rem_drops_divisor",
        "rule(\"rem_by\", vec![A, B, D])",
        "None",
        "the divisor of a remainder receives nothing",
    ),
    rule(
        "neg_sign",
        "Prim::Neg => vec![Some(neg(D))]",
        "Prim::Neg => vec![Some(D)]",
        "unary minus keeps the sign",
    ),
    rule(
        "cast_drops",
        "Prim::Cast(from) => vec![Some(Slope::Cast(from, Box::new(D)))]",
        "Prim::Cast(_) => vec![None]",
        "a cast between floats passes nothing on",
    ),
    rule(
        "cos_sign",
        "Some(neg(mul(D, method(\"sin\", A))))",
        "Some(mul(D, method(\"sin\", A)))",
        "the slope of the cosine has the wrong sign",
    ),
    rule(
        "tan_sign",
        "add(Num(1.0), mul(Out, Out))",
        "sub(Num(1.0), mul(Out, Out))",
        "the slope of the tangent is that of tanh",
    ),
    rule(
        "tanh_argument",
        "sub(Num(1.0), mul(Out, Out))",
        "sub(Num(1.0), mul(A, A))",
        "the slope of tanh reads the argument instead of the result",
    ),
    rule(
        "atan_result",
        "add(Num(1.0), mul(A, A))",
        "add(Num(1.0), mul(Out, Out))",
        "the slope of atan reads the result instead of the argument",
    ),
    rule(
        "atan2_order",
        "two(\"atan2\", &[A, B, D])",
        "two(\"atan2\", &[B, A, D])",
        "atan2 has its arguments in the other order",
    ),
    rule(
        "cosh_slope",
        "\"cosh\" => vec![Some(mul(D, method(\"sinh\", A)))]",
        "\"cosh\" => vec![Some(mul(D, method(\"cosh\", A)))]",
        "cosh has the slope of sinh",
    ),
    rule(
        "exp_argument",
        "\"exp\" => vec![Some(mul(D, Out))]",
        "\"exp\" => vec![Some(mul(D, A))]",
        "the slope of exp reads the argument instead of the result",
    ),
    rule(
        "exp_m1_one",
        "\"exp_m1\" => vec![Some(mul(D, add(Out, Num(1.0))))]",
        "\"exp_m1\" => vec![Some(mul(D, Out))]",
        "the slope of exp_m1 lacks its 1",
    ),
    rule(
        "ln_result",
        "\"ln\" => vec![rule(\"ln\", vec![A, D])]",
        "\"ln\" => vec![rule(\"ln\", vec![Out, D])]",
        "the slope of ln reads the result instead of the argument",
    ),
    rule(
        "sqrt_argument",
        "rule(\"sqrt\", vec![Out, D])",
        "rule(\"sqrt\", vec![A, D])",
        "the slope of sqrt reads the argument instead of the result",
    ),
    rule(
        "log_order",
        "two(\"log\", &[A, B, Out, D])",
        "two(\"log\", &[B, A, Out, D])",
        "argument and base of log are exchanged",
    ),
    rule(
        "recip_square",
        "Some(neg(mul(D, mul(Out, Out))))",
        "Some(neg(mul(D, Out)))",
        "the slope of 1 / a is not squared",
    ),
    rule(
        "powf_drops_exponent",
        "if active.get(1) == Some(&false)",
        "if active.get(1) == Some(&true)",
        "an exponent that matters receives nothing",
    ),
    rule(
        "mul_add_drops_addend",
        "vec![Some(mul(D, B)), Some(mul(D, A)), Some(D)]",
        "vec![Some(mul(D, B)), Some(mul(D, A)), None]",
        "the addend of mul_add receives nothing",
    ),
    rule(
        "clamp_drops_bounds",
        "(0..3).map(|at| part(\"clamp\", &args, at)).collect()",
        "(0..3).map(|at| part(\"clamp\", &args, at).filter(|_| at == 0)).collect()",
        "the bounds of clamp receive nothing",
    ),
    rule(
        "max_is_min",
        "two(\"max\", &[A, B, D])",
        "two(\"min\", &[A, B, D])",
        "the smaller operand of max receives",
    ),
    rule(
        "rem_euclid_truncates",
        "rule(\"rem_euclid_by\", vec![A, B, D])",
        "rule(\"rem_by\", vec![A, B, D])",
        "rem_euclid has the slope of %",
    ),
    rule(
        "copysign_order",
        "rule(\"copysign_base\", vec![A, B, D])",
        "rule(\"copysign_base\", vec![B, B, D])",
        "copysign looks at the sign of its argument only once",
    ),
    rule(
        "to_radians_inverse",
        "Some(method(\"to_radians\", D))",
        "Some(method(\"to_degrees\", D))",
        "to_radians passes the cotangent on with the inverse factor",
    ),
];
