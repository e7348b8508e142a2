//! The same by path.
use grad_runtime::derive_grad;

#[derive_grad]
fn neighbour(x: f64) -> f64 {
    f64::next_up(x)
}

fn main() {}
