//! A slice of a type that may carry floats.
use grad_runtime::derive_grad;

struct Settings {
    power: i32,
}

#[derive_grad]
fn power(x: f64, settings: &[(usize, Settings)]) -> f64 {
    x.powi(settings[0].1.power)
}

fn main() {}
