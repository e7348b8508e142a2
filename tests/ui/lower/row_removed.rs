//! `remove` and `swap_remove` on a vector of vectors.
use grad_runtime::derive_grad;

#[derive_grad]
fn removed(x: f64) -> f64 {
    let mut m = vec![vec![x], vec![x * x, 2.0]];
    let row = m.remove(0);
    row[0] * m[0][1]
}

#[derive_grad]
fn swap_removed(m: &mut Vec<Vec<f64>>) -> f64 {
    m.swap_remove(1);
    m[0][0]
}

fn main() {}
