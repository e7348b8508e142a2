//! `retain` of rows.
use grad_runtime::derive_grad;

#[derive_grad]
fn rows(x: f64) -> f64 {
    let mut m = vec![vec![x], vec![x * x, 2.0]];
    m.retain(|row| row.len() > 1);
    m[0][0] * m[0][1]
}

fn main() {}
