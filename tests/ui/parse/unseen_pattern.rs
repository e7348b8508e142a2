//! The same bound by a pattern, which cannot be named.
use grad_runtime::derive_grad;

struct Settings {
    power: i32,
}

#[derive_grad]
fn power(x: f64, Settings { power }: &Settings) -> f64 {
    x.powi(*power)
}

fn main() {}
