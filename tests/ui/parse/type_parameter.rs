//! A type parameter is refused once, not again at each parameter; callers compile.
use grad_runtime::derive_grad;

#[derive_grad]
fn scaled<T: std::ops::Mul<Output = T> + Copy>(x: T, w: &[T], n: usize) -> T {
    x * w[n]
}

#[derive_grad]
fn twice(x: f64, w: &[f64]) -> f64 {
    2.0 * scaled(x, w, 0)
}

fn main() {
    let (y, dx, dw): (f64, f64, Vec<f64>) = scaled_grad(1.0, &[1.0, 2.0], 0);
    let (_, pullback) = scaled_vjp(y, &dw, 1);
    let mut total = 0.0;
    pullback(dx, &mut total, &mut [0.0; 2]);
    twice_grad_into(total, &dw, &mut 0.0, &mut [0.0; 2]);
}
