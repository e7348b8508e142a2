//! The derivative of every primitive, one identity above each: the only place that knows calculus.
//!
//! A rule gives, for each argument, what it receives when the result's cotangent is `d`; `None` where the
//! derivative is zero everywhere. The sweep, the plan and later forward mode read the same table.
mod table;

pub use table::{Slope, partials, partials_of};

use crate::ir::Ty;

/// A differentiable operation on scalars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prim {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Neg,
    /// A method of the primitive float types, by its name.
    Method(&'static str),
    /// `as` between float types.
    Cast(Ty),
}

/// Methods of floats that the table has, with the number of arguments besides the receiver.
const METHODS: &[(&str, usize)] = &[
    ("abs", 0),
    ("acos", 0),
    ("acosh", 0),
    ("asin", 0),
    ("asinh", 0),
    ("atan", 0),
    ("atan2", 1),
    ("atanh", 0),
    ("cbrt", 0),
    ("ceil", 0),
    ("clamp", 2),
    ("copysign", 1),
    ("cos", 0),
    ("cosh", 0),
    ("div_euclid", 1),
    ("exp", 0),
    ("exp2", 0),
    ("exp_m1", 0),
    ("floor", 0),
    ("fract", 0),
    ("hypot", 1),
    ("ln", 0),
    ("ln_1p", 0),
    ("log", 1),
    ("log10", 0),
    ("log2", 0),
    ("max", 1),
    ("min", 1),
    ("mul_add", 2),
    ("powf", 1),
    ("powi", 1),
    ("recip", 0),
    ("rem_euclid", 1),
    ("round", 0),
    ("round_ties_even", 0),
    ("signum", 0),
    ("sin", 0),
    ("sinh", 0),
    ("sqrt", 0),
    ("tan", 0),
    ("tanh", 0),
    ("to_degrees", 0),
    ("to_radians", 0),
    ("trunc", 0),
];

/// Methods that integers have as well.
const SHARED_WITH_INTEGERS: &[&str] = &[
    "abs",
    "clamp",
    "max",
    "min",
    "signum",
    "rem_euclid",
    "div_euclid",
    "ilog2",
    "ilog10",
    "isqrt",
];

impl Prim {
    /// The primitive behind a method name and its number of arguments.
    #[must_use]
    pub fn method(name: &str, args: usize) -> Option<Prim> {
        METHODS
            .iter()
            .find(|(n, count)| *n == name && *count == args)
            .map(|(n, _)| Prim::Method(n))
    }

    /// The function that is the slope of another but for its sign, and as dear; together they cost less than twice.
    #[must_use]
    pub fn companion(name: &str) -> Option<&'static str> {
        match name {
            "sin" => Some("cos"),
            "cos" => Some("sin"),
            _ => None,
        }
    }

    /// Whether only floats have a method of this name.
    #[must_use]
    pub fn is_float_only(name: &str) -> bool {
        (name == "sin_cos" || METHODS.iter().any(|(n, _)| *n == name))
            && !SHARED_WITH_INTEGERS.contains(&name)
    }

    /// The name in the text form of the IR.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prim::Add => "add",
            Prim::Sub => "sub",
            Prim::Mul => "mul",
            Prim::Div => "div",
            Prim::Rem => "rem",
            Prim::Neg => "neg",
            Prim::Method(name) => name,
            Prim::Cast(_) => "cast",
        }
    }
}
