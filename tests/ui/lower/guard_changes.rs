//! Guards that change a buffer by a method, or lend it, and guards that leave: they stay the user's own code.
use grad_runtime::derive_grad;

#[derive_grad]
fn swapped(x: &[f64], n: usize) -> f64 {
    let mut v = x.to_vec();
    match n {
        0 if {
            v.swap(0, 1);
            v[0] > 0.0
        } =>
        {
            v[0]
        }
        1 if v.pop().is_some() => v[1],
        _ => v[0] * v[1],
    }
}

#[derive_grad]
fn left(x: f64, n: usize) -> f64 {
    match n {
        0 if if x > 1.0 { return x * x } else { true } => x,
        _ => 1.0,
    }
}

fn main() {}
