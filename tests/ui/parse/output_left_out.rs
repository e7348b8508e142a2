//! Without a buffer for what is written, the pullback has no seed.
use grad_runtime::derive_grad;

#[derive_grad(wrt(x))]
fn squares(x: &[f64], out: &mut [f64]) {
    for i in 0..x.len() {
        out[i] = x[i] * x[i];
    }
}

#[derive_grad(no_grad(out, rest))]
fn count(x: &[f64], out: &mut f64, rest: &mut f64) -> usize {
    *out = x[0];
    *rest = x[1];
    x.len()
}

fn main() {}
