//! A rule on no function.
use grad_runtime::grad_rule;

#[grad_rule]
struct Half;

fn main() {}
