//! An `Option` around a float that arms or breaks yield.
use grad_runtime::derive_grad;

#[derive_grad]
fn arms(x: &mut Vec<f64>, c: bool) -> f64 {
    let last = if c { x.pop() } else { x.pop() };
    last.unwrap()
}

#[derive_grad]
fn breaks(x: &mut Vec<f64>) -> f64 {
    let last = loop {
        break x.pop();
    };
    last.unwrap()
}

fn main() {}
