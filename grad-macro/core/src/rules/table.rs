//! The table of [`super`]. `a`, `b`, `c` are the arguments, `y` the result, `d` its cotangent.
use super::Prim;
use crate::ir::{Body, Ty, Val};

/// An expression over the arguments, the result and its cotangent.
#[derive(Clone, Debug)]
pub enum Slope {
    /// The cotangent of the result.
    D,
    /// An argument of the primitive.
    Arg(usize),
    /// The result of the primitive.
    Out,
    Num(f64),
    Neg(Box<Slope>),
    /// `+`, `-`, `*` or `/`.
    Bin(char, Box<Slope>, Box<Slope>),
    /// A method of the float types.
    Method(&'static str, Box<Slope>),
    /// A function of the runtime's `rule` module, and which part of its result.
    Rule(&'static str, Vec<Slope>, Option<usize>),
    /// `as` to a float type.
    Cast(Ty, Box<Slope>),
}

use Slope::{Arg, D, Num, Out};

fn bin(op: char, l: Slope, r: Slope) -> Slope {
    Slope::Bin(op, Box::new(l), Box::new(r))
}
fn mul(l: Slope, r: Slope) -> Slope {
    bin('*', l, r)
}
fn div(l: Slope, r: Slope) -> Slope {
    bin('/', l, r)
}
fn add(l: Slope, r: Slope) -> Slope {
    bin('+', l, r)
}
fn sub(l: Slope, r: Slope) -> Slope {
    bin('-', l, r)
}
fn neg(e: Slope) -> Slope {
    Slope::Neg(Box::new(e))
}
fn method(name: &'static str, e: Slope) -> Slope {
    Slope::Method(name, Box::new(e))
}
fn rule(name: &'static str, args: Vec<Slope>) -> Option<Slope> {
    Some(Slope::Rule(name, args, None))
}
fn part(name: &'static str, args: &[Slope], at: usize) -> Option<Slope> {
    Some(Slope::Rule(name, args.to_vec(), Some(at)))
}

const A: Slope = Arg(0);
const B: Slope = Arg(1);
const C: Slope = Arg(2);

/// What each argument receives. `active` says which arguments matter: a rule may then ask for less.
#[must_use]
pub fn partials(prim: Prim, active: &[bool]) -> Vec<Option<Slope>> {
    match prim {
        // d(a + b) = da + db
        Prim::Add => vec![Some(D), Some(D)],
        // d(a - b) = da - db
        Prim::Sub => vec![Some(D), Some(neg(D))],
        // d(a b) = b da + a db
        Prim::Mul => vec![Some(mul(D, B)), Some(mul(D, A))],
        // d(a / b) = da / b - (a / b) db / b, by one division
        Prim::Div => vec![Some(div(D, B)), Some(neg(mul(div(D, B), Out)))],
        // a % b = a - b trunc(a / b)
        Prim::Rem => vec![Some(D), rule("rem_by", vec![A, B, D])],
        // d(-a) = -da
        Prim::Neg => vec![Some(neg(D))],
        Prim::Cast(from) => vec![Some(Slope::Cast(from, Box::new(D)))],
        Prim::Method(name) => of_method(name, active),
    }
}

/// The same for a value whose slope is computed beside it; that follows the arguments in the list that is returned.
#[must_use]
pub fn partials_of(
    body: &Body,
    out: Val,
    prim: Prim,
    args: &[Val],
    active: &[bool],
) -> (Vec<Option<Slope>>, Vec<Val>) {
    let mut args = args.to_vec();
    let Some(beside) = body.val(out).beside else {
        let is_one = |v: Val| {
            let constant = body.val(v).constant.as_ref();
            constant.is_some_and(|t| matches!(t.to_string().as_str(), "1.0" | "1." | "1"))
        };
        if prim == Prim::Div && is_one(args[0]) {
            // d(1 / b) = -(1 / b)² db
            return (vec![None, Some(neg(mul(mul(D, Out), Out)))], args);
        }
        return (partials(prim, active), args);
    };
    let slope = mul(D, Arg(args.len()));
    args.push(beside);
    let falls = matches!(prim, Prim::Method("cos"));
    (vec![Some(if falls { neg(slope) } else { slope })], args)
}

fn of_method(name: &str, active: &[bool]) -> Vec<Option<Slope>> {
    match name {
        // d sin a = cos a da
        "sin" => vec![Some(mul(D, method("cos", A)))],
        // d cos a = -sin a da
        "cos" => vec![Some(neg(mul(D, method("sin", A))))],
        // d tan a = (1 + tan² a) da
        "tan" => vec![Some(mul(D, add(Num(1.0), mul(Out, Out))))],
        // d asin a = da / sqrt(1 - a²)
        "asin" => vec![rule("asin", vec![A, D])],
        // d acos a = -da / sqrt(1 - a²)
        "acos" => vec![rule("acos", vec![A, D])],
        // d atan a = da / (1 + a²)
        "atan" => vec![Some(div(D, add(Num(1.0), mul(A, A))))],
        // d atan2(a, b) = (b da - a db) / (a² + b²), 0 at the origin
        "atan2" => two("atan2", &[A, B, D]),
        // d sinh a = cosh a da
        "sinh" => vec![Some(mul(D, method("cosh", A)))],
        // d cosh a = sinh a da
        "cosh" => vec![Some(mul(D, method("sinh", A)))],
        // d tanh a = (1 - tanh² a) da
        "tanh" => vec![Some(mul(D, sub(Num(1.0), mul(Out, Out))))],
        // d asinh a = da / sqrt(a² + 1)
        "asinh" => vec![rule("asinh", vec![A, D])],
        // d acosh a = da / sqrt(a² - 1)
        "acosh" => vec![rule("acosh", vec![A, D])],
        // d atanh a = da / (1 - a²)
        "atanh" => vec![rule("atanh", vec![A, D])],
        // d eᵃ = eᵃ da
        "exp" => vec![Some(mul(D, Out))],
        // d 2ᵃ = 2ᵃ ln 2 da
        "exp2" => vec![rule("exp2", vec![Out, D])],
        // d (eᵃ - 1) = eᵃ da
        "exp_m1" => vec![Some(mul(D, add(Out, Num(1.0))))],
        // d ln a = da / a
        "ln" => vec![rule("ln", vec![A, D])],
        // d ln(1 + a) = da / (1 + a)
        "ln_1p" => vec![rule("ln_1p", vec![A, D])],
        // d log2 a = da / (a ln 2)
        "log2" => vec![rule("log2", vec![A, D])],
        // d log10 a = da / (a ln 10)
        "log10" => vec![rule("log10", vec![A, D])],
        // log_b a = ln a / ln b
        "log" => two("log", &[A, B, Out, D]),
        // d sqrt a = da / (2 sqrt a)
        "sqrt" => vec![rule("sqrt", vec![Out, D])],
        // d cbrt a = da / (3 cbrt² a)
        "cbrt" => vec![rule("cbrt", vec![Out, D])],
        // d hypot(a, b) = (a da + b db) / hypot(a, b), 0 at the origin
        "hypot" => two("hypot", &[A, B, Out, D]),
        // d (1 / a) = -da / a²
        "recip" => vec![Some(neg(mul(D, mul(Out, Out))))],
        // d aⁿ = n aⁿ⁻¹ da, 0 for n = 0
        "powi" => vec![rule("powi_base", vec![A, B, D]), None],
        // d aᵇ = b aᵇ⁻¹ da + aᵇ ln a db, with the conventions of the runtime's documentation
        "powf" => vec![
            rule("powf_base", vec![A, B, Out, D]),
            if active.get(1) == Some(&false) {
                None
            } else {
                rule("powf_exponent", vec![A, B, Out, D])
            },
        ],
        // d (a b + c) = b da + a db + dc
        "mul_add" => vec![Some(mul(D, B)), Some(mul(D, A)), Some(D)],
        // d |a| = sgn a da, 0 at 0
        "abs" => vec![rule("abs", vec![A, D])],
        // |a| sgn b
        "copysign" => vec![rule("copysign_base", vec![A, B, D]), None],
        // The larger operand receives; half each at a tie
        "max" => two("max", &[A, B, D]),
        // The smaller operand receives; half each at a tie
        "min" => two("min", &[A, B, D]),
        // max, then min
        "clamp" => {
            let args = [A, B, C, D];
            (0..3).map(|at| part("clamp", &args, at)).collect()
        }
        // a - trunc a
        "fract" => vec![Some(D)],
        // Steps
        "floor" | "ceil" | "round" | "round_ties_even" | "trunc" | "signum" => vec![None],
        // a - b div_euclid(a, b)
        "rem_euclid" => vec![Some(D), rule("rem_euclid_by", vec![A, B, D])],
        "div_euclid" => vec![None, None],
        // Linear with the factor π / 180 and its inverse
        "to_radians" => vec![Some(method("to_radians", D))],
        "to_degrees" => vec![Some(method("to_degrees", D))],
        other => unreachable!("`{other}` is in the list of methods but has no rule"),
    }
}

fn two(name: &'static str, args: &[Slope]) -> Vec<Option<Slope>> {
    vec![part(name, args, 0), part(name, args, 1)]
}

impl Slope {
    /// Calls `see` with every argument (`Some`) and with the result (`None`) that the slope reads.
    pub fn reads(&self, see: &mut impl FnMut(Option<usize>)) {
        match self {
            Slope::D | Slope::Num(_) => {}
            Slope::Arg(at) => see(Some(*at)),
            Slope::Out => see(None),
            Slope::Neg(e) | Slope::Method(_, e) | Slope::Cast(_, e) => e.reads(see),
            Slope::Bin(_, l, r) => {
                l.reads(see);
                r.reads(see);
            }
            Slope::Rule(_, args, _) => args.iter().for_each(|a| a.reads(see)),
        }
    }
}

impl Slope {
    /// The text form, with the names of the arguments and of the result.
    #[must_use]
    pub fn text(&self, arg: &dyn Fn(usize) -> String, out: &str) -> String {
        match self {
            Slope::D => format!("d_{out}"),
            Slope::Arg(at) => arg(*at),
            Slope::Out => out.to_owned(),
            Slope::Num(n) => n.to_string(),
            Slope::Neg(e) => format!("-({})", e.text(arg, out)),
            Slope::Bin(op, l, r) => format!("({} {op} {})", l.text(arg, out), r.text(arg, out)),
            Slope::Method(name, e) => format!("{name}({})", e.text(arg, out)),
            Slope::Rule(name, args, part) => {
                let args: Vec<String> = args.iter().map(|a| a.text(arg, out)).collect();
                let part = part.map_or(String::new(), |p| format!(".{p}"));
                format!("{name}({}){part}", args.join(", "))
            }
            Slope::Cast(_, e) => format!("cast({})", e.text(arg, out)),
        }
    }
}
