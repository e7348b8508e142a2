//! What depends on a refused value is not refused as well.
use std::ops::Add;

use grad_runtime::derive_grad;

#[derive_grad]
fn neighbour(x: f64) -> f64 {
    let y = x.next_up();
    let z = y.max(x).sin();
    x.max(z) + y.add(z)
}

fn main() {}
