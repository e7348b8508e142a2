//! `resize` of a vector of vectors.
use grad_runtime::derive_grad;

#[derive_grad]
fn grown(x: f64, n: usize) -> f64 {
    let mut m = vec![vec![x]];
    m.resize(n, vec![0.0; 2]);
    m[0][0] *= x;
    m[0][0] * m[n - 1][0]
}

fn main() {}
