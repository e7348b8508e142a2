//! Iterators in variables that are asked for fewer items than `take` allows.
use grad_runtime::derive_grad;

#[derive_grad]
fn until(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let a: f64 = it.by_ref().take(3).take_while(|v| **v < 1.0).sum();
    a + it.map(|v| v * v).sum::<f64>()
}

#[derive_grad]
fn left(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let mut s = 0.0;
    for v in it.by_ref().take(3) {
        if *v > 1.0 {
            break;
        }
        s += v;
    }
    s * it.map(|v| v * v).sum::<f64>()
}

#[derive_grad]
fn first(x: &[f64]) -> f64 {
    let mut it = x.iter();
    let a = *it.by_ref().take(3).next().unwrap();
    a * it.map(|v| v * v).sum::<f64>()
}

fn main() {}
