//! A float that is matched with a name in capitals, which is used.
use grad_runtime::derive_grad;

#[derive_grad]
#[allow(non_snake_case)]
fn square(x: &[f64]) -> f64 {
    if let Some(T) = x.first() { T * T } else { 0.0 }
}

fn main() {}
