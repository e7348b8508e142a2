//! What the function writes is its result; without it there is no seed.
use grad_runtime::derive_grad;

#[derive_grad(wrt(u))]
fn squares(u: &[f64], out: &mut [f64]) {
    for i in 0..u.len() {
        out[i] = u[i] * u[i];
    }
}

#[derive_grad(no_grad(out))]
fn count(u: &[f64], out: &mut [f64]) -> usize {
    out[0] = u[0] * u[1];
    u.len()
}

fn main() {}
