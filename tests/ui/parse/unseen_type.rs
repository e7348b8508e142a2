//! A type that may carry floats; callers are those of the function as it is advised.
use grad_runtime::derive_grad;

struct Settings {
    power: i32,
}

#[derive_grad]
fn power(x: f64, settings: &Settings) -> f64 {
    x.powi(settings.power)
}

fn main() {
    let (_, dx) = power_grad(1.0, &Settings { power: 2 });
    power_grad_into(dx, &Settings { power: 3 }, &mut 0.0);
}
