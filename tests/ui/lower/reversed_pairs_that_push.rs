//! A closure of a reversed pair may write by a method as well.
use grad_runtime::derive_grad;

#[derive_grad]
fn counted(x: &[f64], y: &[f64]) -> f64 {
    let mut log = vec![0.5];
    x.iter()
        .map(|v| {
            log.push(*v);
            v * log.len() as f64
        })
        .zip(y[2..].iter())
        .rev()
        .fold(0.5, |c, (a, b)| c * 0.5 + a * b)
}

fn main() {}
