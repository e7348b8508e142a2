//! b. ln(sum(exp(x))) of 1000 numbers, shifted by the largest, which a branch finds.
//!
//! Active: `x`.
//!
//! Gradient over primal: Rust by hand 1.08 (native) / 1.11 (default), the plain transform 1.33,
//! Enzyme 1.86 (2.00 without errno).
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub x: Vec<f64>,
}

pub fn inputs() -> Inputs {
    sized(1000)
}

pub fn small_inputs() -> Inputs {
    sized(6)
}

fn sized(n: usize) -> Inputs {
    Inputs {
        x: Rng(8).vec(n, -5.0, 5.0),
    }
}

#[derive_grad]
pub fn primal(x: &[f64]) -> f64 {
    let mut m = x[0];
    for i in 1..x.len() {
        if x[i] > m {
            m = x[i];
        }
    }
    let mut s = 0.0;
    for i in 0..x.len() {
        s += (x[i] - m).exp();
    }
    m + s.ln()
}

/// The output slice itself holds the exponentials.
pub fn grad_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let n = x.len();
    let dx = &mut dx[..n];
    let mut m = x[0];
    let mut at = 0;
    for i in 1..n {
        if x[i] > m {
            m = x[i];
            at = i;
        }
    }
    let mut s = 0.0;
    for i in 0..n {
        let e = (x[i] - m).exp();
        dx[i] = e;
        s += e;
    }
    let ds = 1.0 / s;
    for e in dx.iter_mut() {
        *e *= ds;
    }
    // the adjoint of the maximum is 1 - sum(e) / s, zero up to rounding
    dx[at] += 1.0 - s * ds;
    m + s.ln()
}
