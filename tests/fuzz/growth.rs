//! Large functions: the time grows with them and not beyond measure, and what is too deep for the stack
//! is refused.
use grad_core::{Switches, expand, stages};
use proc_macro2::TokenStream;

use crate::check::{LIMIT, worked};
use crate::run::STACK;

/// Both entries return in time, on the stack that a macro has.
fn returns(text: &str) -> Result<(), String> {
    let work = || {
        let item: TokenStream = text.parse().expect("tokens");
        let start = worked();
        let output = expand(TokenStream::new(), item.clone()).to_string();
        let taken = worked().saturating_sub(start);
        assert!(taken < LIMIT, "{taken:?}: {text:.300}");
        let done = stages(TokenStream::new(), item, Switches::default()).map(|_| ());
        assert_eq!(done.is_err(), output.contains("compile_error"));
        done
    };
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .expect("a thread")
            .join()
            .expect("no panic")
    })
}

/// `n` times `before`, then `inside`, then `n` times `after`, with a scalar and an integer at hand.
fn nested(n: usize, before: &str, inside: &str, after: &str) -> String {
    let (before, after) = (before.repeat(n), after.repeat(n));
    format!("fn f(x: f64, n: usize) -> f64 {{ let mut y = {before}{inside}{after}; y * x }}")
}

/// Forms that can stand inside of themselves.
const FORMS: &[(&str, &str, &str)] = &[
    ("(", "x", " * x)"),
    ("(", "1.0", " * 2.0)"),
    ("-(", "x", ")"),
    ("{", "x * x", "}"),
    ("{ let z = ", "x", "; z * 2.0 }"),
    ("if n > 1 { ", "x", " } else { x * x }"),
    ("match n { 0 => ", "x", ", _ => x * x }"),
    ("loop { break ", "x * x", " }"),
    ("'a: { if n > 2 { break 'a x } ", "x", " }"),
    ("{ while y < 2.0 { y *= x; ", "y += x;", " } x }"),
    ("{ for i in 0..n { y *= x; ", "y += x;", " } x }"),
    ("g(", "x", ")"),
    ("[x, ", "x", "][0]"),
    ("(x, ", "x", ").1"),
    ("*&(", "x", ")"),
    ("x.max(", "x", ")"),
];

#[test]
fn nested_forms_take_little_time() {
    for (before, inside, after) in FORMS {
        // A form that is read twice at each level would take 2 to the 60 times as long.
        let _ = returns(&nested(60, before, inside, after));
    }
}

/// Closures that call each other twice are written out twice as often at each level.
#[test]
fn closures_that_call_each_other_take_little_time() {
    let levels: String = (1..25)
        .map(|i| {
            let before = i - 1;
            format!("let c{i} = |v: f64| c{before}(v) * c{before}(v + x);")
        })
        .collect();
    let text = format!("fn f(x: f64) -> f64 {{ let c0 = |v: f64| v * x; {levels} c24(x) }}");
    assert!(returns(&text).is_err());
    let text = text
        .split_once("let c6")
        .map_or(String::new(), |(a, _)| format!("{a} c5(x) }}"));
    assert_eq!(returns(&text), Ok(()));
}

/// Operands without a type of their own were looked at again at each operator: 24 took 14 seconds.
#[test]
fn a_long_sum_of_literals_takes_little_time() {
    for ones in [" + 1.0".repeat(60), " * g(n) + 1.0".repeat(60)] {
        let text = format!(
            "fn f(x: f64, n: usize) -> f64 {{ if g(n){ones} > h(n) {{ let y = 1.0{ones}; y * x }} else {{ x * x }} }}"
        );
        assert_eq!(returns(&text), Ok(()));
    }
}

#[test]
fn an_assignment_in_the_index_of_an_assignment_takes_little_time() {
    let (before, after) = ("x[{ ".repeat(60), " 2 }] = 2.0;".repeat(60));
    let _ = returns(&format!(
        "fn f(x: &mut [f64]) {{ {before}let z = 0;{after} }}"
    ));
}

#[test]
fn long_functions_take_little_time() {
    let many = |n: usize, each: &str| each.repeat(n);
    for body in [
        many(300, "y = y * x[n];"),
        many(300, "if n == 3 { y *= x[0]; }"),
        many(100, "for i in 0..n { y *= x[i]; }"),
        many(60, "if n == 3 { return y * x[0]; } y = y * x[1];"),
        format!("y = x[0]{};", many(100, " + x[1] * x[2]")),
        format!(
            "{} {{ y = x[0]; }}",
            many(100, "if n == 7 { y *= x[1]; } else ")
        ),
        format!("y = y{};", many(200, ".sin()")),
    ] {
        let text = format!("fn f(x: &[f64], n: usize) -> f64 {{ let mut y = 1.0; {body} y }}");
        assert_eq!(returns(&text), Ok(()));
    }
}

/// The stages would fill the stack of the compiler, which ends it without a word.
#[test]
fn too_deep_is_refused() {
    for (before, inside, after) in FORMS {
        if before.contains(['(', '{', '[']) {
            let done = returns(&nested(900, before, inside, after));
            assert!(done.is_err_and(|e| e.contains("too deep")), "{before}");
        }
    }
    for chain in [" + x", ".sin()", " as f64"] {
        let done = returns(&nested(900, "", "x", chain));
        assert!(done.is_err_and(|e| e.contains("too deep")), "{chain}");
    }
    let chain = "if n == 7 { x } else ";
    let done = returns(&nested(900, "", &chain.repeat(900), "{ x }"));
    assert!(done.is_err());
    for prefix in ["-", "*&"] {
        let done = returns(&nested(900, prefix, "x", ""));
        assert!(done.is_err_and(|e| e.contains("too deep")), "{prefix}");
    }
}

/// At the limits themselves the stack suffices, also without optimisation.
#[test]
fn just_not_too_deep_is_not_too_deep() {
    for (before, inside, after) in FORMS {
        let per = before.matches(['(', '{', '[']).count().max(1);
        let _ = returns(&nested(190 / per, before, inside, after));
    }
    for chain in [" + x", ".sin()", " as f64"] {
        let done = returns(&nested(780, "", "x", chain));
        assert!(done.is_ok(), "{chain}: {done:?}");
    }
}
