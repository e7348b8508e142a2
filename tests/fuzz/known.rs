//! What the mutants found, each as small as it could be made and named after what went wrong.
use grad_core::Switches;

use crate::check::{Outcome, check};
use crate::corpus::Input;

fn outcome(options: &str, item: &str) -> Outcome {
    let input = Input {
        options: options.parse().expect("tokens"),
        item: item.parse().expect("tokens"),
    };
    check(&input, Switches::default())
        .unwrap_or_else(|failure| panic!("{}: {}", failure.kind, failure.details))
}

fn accepted(item: &str) {
    match outcome("", item) {
        Outcome::Accepted => {}
        Outcome::Refused(why) => panic!("{why:?}"),
    }
}

fn refused(options: &str, item: &str, why: &str) {
    match outcome(options, item) {
        Outcome::Accepted => panic!("accepted"),
        Outcome::Refused(all) => assert!(all.iter().any(|m| m.contains(why)), "{all:?}"),
    }
}

#[test]
fn a_part_that_a_tuple_lacks_was_an_index_out_of_bounds() {
    outcome(
        "",
        "fn f(x: f64) -> f64 { let mut p = (x, x); p.3 = x; p.0 }",
    );
}

#[test]
fn the_path_of_the_runtime_had_generics() {
    refused(
        "crate = a::<f64>",
        "fn f(x: f64) -> f64 { x }",
        "not the path of a crate",
    );
}

#[test]
fn an_index_chosen_by_a_branch_was_of_two_integer_types() {
    accepted(
        "fn f(x: &[f64], n: usize) -> f64 { let mut s = 0.0; for i in 0..n { s += x[if n > 2 { i } else { 0 }]; } s }",
    );
}

#[test]
fn an_exponent_chosen_by_a_branch_was_of_two_integer_types() {
    accepted("fn f(x: f64, n: i32) -> f64 { x.powi(if x > 0.0 { n } else { 2 }) }");
}

#[test]
fn a_truth_value_in_the_head_of_a_loop_was_its_body() {
    accepted(
        "fn f(x: f64, n: usize) -> f64 { let mut s = x; for _ in 0..matches!(n, 1) as usize { s *= x; } s }",
    );
}

/// The first arm's element was taken whichever arm ran.
#[test]
fn an_option_of_an_element_was_yielded_by_two_arms() {
    accepted(
        "fn f(x: &[f64], n: usize) -> f64 { let v = *if n > 2 { x.first() } else { x.last() }.unwrap(); v * v }",
    );
    accepted(
        "fn f(x: &mut Vec<f64>, n: usize) -> f64 { match n { 0 => x.pop(), _ => x.pop() }.unwrap() }",
    );
    accepted(
        "fn f(x: &[f64], n: usize) -> f64 { *loop { if n > 2 { break x.first() } else { break x.last() } }.unwrap() }",
    );
}

#[test]
fn the_name_of_a_local_stood_for_it_after_its_scope() {
    accepted("fn f(a: &mut [f64]) { for i in 0..3 { let j = i; } a[j] = a[j] * a[0]; }");
}

#[test]
fn arms_yielded_different_types() {
    for arm in ["n", "y"] {
        let item = format!(
            "fn f(x: f64, y: f32, n: usize) -> f64 {{ let r = if n > 2 {{ {arm} }} else {{ x * x }}; r }}"
        );
        refused("", &item, "different");
    }
}

#[test]
fn a_variable_was_lent_to_one_call_twice() {
    refused(
        "",
        "fn f(x: f64) -> f64 { let mut y = x; g(&mut y, &mut (y)); y }",
        "lent to one call twice",
    );
}

#[test]
fn a_callee_with_a_raw_name_was_no_identifier() {
    accepted("fn f(x: f64) -> f64 { r#loop(x) * r#type::r#fn(x) }");
}

/// The arm was taken for one that does not depend on the float: its gradient was zero.
#[test]
fn a_variable_in_capitals_of_a_pattern_was_a_constant() {
    for arms in [
        "match x[0] { T => T * T }",
        "match (n, x[0]) { (0, T) => T * T, (_, y) => y }",
        "match x { [T, ..] => T * T, _ => 0.0 }",
        "match x { [.., T] => T * T, _ => 0.0 }",
        "if let Some(T) = x.first() { T * T } else { 0.0 }",
        "if let (0, T) = (n, x[0]) { T * T } else { 0.0 }",
        "{ let Some(T) = x.first() else { return 0.0 }; T * T }",
        "{ let mut s = 0.0; while let [T, ..] = x { s += T * T; break; } s }",
    ] {
        let item = format!("fn f(x: &[f64], n: usize) -> f64 {{ {arms} }}");
        refused("", &item, "may be a constant or a variable");
    }
}
