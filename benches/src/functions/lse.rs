//! ln(sum(exp(x))) of 80,000 numbers (GradBench); the maximum is taken with `max`.
//!
//! Active: `x`.
//!
//! Gradient over primal (native): Rust by hand 1.04, Enzyme 1.91, CoDiPack 2.20.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub x: Vec<f64>,
}

pub fn inputs() -> Inputs {
    sized(80_000)
}

pub fn small_inputs() -> Inputs {
    sized(6)
}

fn sized(n: usize) -> Inputs {
    Inputs {
        x: Rng(19).vec(n, -5.0, 5.0),
    }
}

#[derive_grad]
pub fn primal(x: &[f64]) -> f64 {
    let mut a = x[0];
    for &e in x {
        a = a.max(e);
    }
    let mut s = 0.0;
    for &e in x {
        s += (e - a).exp();
    }
    s.ln() + a
}

/// The output slice itself holds the exponentials; the adjoint of the maximum is exactly zero.
pub fn grad_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let mut a = x[0];
    for &e in x {
        a = a.max(e);
    }
    let mut s = 0.0;
    for (di, &e) in dx.iter_mut().zip(x) {
        *di = (e - a).exp();
        s += *di;
    }
    let r = 1.0 / s;
    for di in dx.iter_mut() {
        *di *= r;
    }
    s.ln() + a
}
