//! A method of floats that has no rule.
use grad_runtime::derive_grad;

#[derive_grad]
fn neighbour(x: f64) -> f64 {
    x.next_up()
}

fn main() {}
