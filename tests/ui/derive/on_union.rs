//! A union has no gradient.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
union Bits {
    float: f64,
    word: u64,
}

fn main() {}
