//! `retain`, which keeps what a closure accepts.
use grad_runtime::derive_grad;

#[derive_grad]
fn kept(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.retain(|e| *e > 0.0);
    v[0] * v[1]
}

#[derive_grad]
fn rows(x: f64) -> f64 {
    let mut m = vec![vec![x], vec![x * x, 2.0]];
    m.retain(|row| row.len() > 1);
    m[0][0] * m[0][1]
}

fn main() {}
