//! Callers of a refused function with outputs.
use grad_runtime::derive_grad;

#[derive_grad(wrt(y))]
fn running_sum(x: &[f64], out: &mut [f64]) {
    out[0] = x[0];
}

fn main() {
    let mut out = [0.0];
    let ((), pullback) = running_sum_vjp(&[1.0], &mut out);
    out[0] += 1.0;
    pullback(&mut [0.0], &mut out);
}
