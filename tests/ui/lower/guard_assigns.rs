//! A guard that assigns to a variable that carries a float.
use grad_runtime::derive_grad;

#[derive_grad]
fn choose(x: f64, n: usize) -> f64 {
    let mut y = x;
    match n {
        0 if {
            y *= 2.0;
            y > 1.0
        } =>
        {
            y
        }
        _ => y * y,
    }
}

fn main() {}
