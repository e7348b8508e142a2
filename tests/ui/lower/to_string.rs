//! The same through `to_string`.
use grad_runtime::derive_grad;

#[derive_grad]
fn rounded(x: f64) -> f64 {
    x * x.to_string().parse::<f64>().unwrap()
}

fn main() {}
