//! An `Option` of an element that is chosen by a branch.
use grad_runtime::derive_grad;

#[derive_grad]
fn end(x: &[f64], first: bool) -> f64 {
    let v = *if first { x.first() } else { x.last() }.unwrap();
    v * v
}

#[derive_grad]
fn top(x: &mut Vec<f64>, y: &mut Vec<f64>, n: usize) -> f64 {
    let v = match n {
        0 => x.pop(),
        _ => y.pop(),
    }
    .unwrap();
    v * v
}

fn main() {}
