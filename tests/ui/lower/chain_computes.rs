//! A condition behind `let` in a chain that computes with floats.
use grad_runtime::derive_grad;

#[derive_grad]
fn choose(x: f64, n: Option<usize>) -> f64 {
    if let Some(k) = n
        && x * x > k as f64
    {
        x
    } else {
        x * x
    }
}

#[derive_grad]
fn assigns(x: f64, i: Option<usize>) -> f64 {
    let mut e = x;
    if let Some(k) = i
        && {
            e = 2.0;
            k > 1
        }
    {
        e *= x;
    }
    e * x
}

fn main() {}
