//! More gradients than a tuple can hold.
use grad_runtime::derive_grad;

#[derive_grad(test(a = 1.0, b = 1.0, c = 1.0, d = 1.0, e = 1.0, f = 1.0, g = 1.0, h = 1.0, i = 1.0, j = 1.0, k = 1.0, l = 1.0, m = 1.0))]
fn f(a: f64, b: f64, c: f64, d: f64, e: f64, f: f64, g: f64, h: f64, i: f64, j: f64, k: f64, l: f64, m: f64) -> f64 {
    a * b * c * d * e * f * g * h * i * j * k * l * m
}

fn main() {}
