//! a. Rosenbrock's function of 1000 variables: a sum over neighbouring pairs.
//!
//! Active: `x`.
//!
//! Gradient over primal: Rust by hand 1.49 (native) / 1.58 (default target), Enzyme 1.45.
//! The statement-by-statement transform of the loop takes 9.7 on the native target: its two
//! overlapping scatters `g[i + 1] += ..; g[i] -= ..` become overlapping vector stores. Carrying
//! the shared cell in a local and running forward and reverse in one loop cures both.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub x: Vec<f64>,
}

pub fn inputs() -> Inputs {
    sized(1000)
}

pub fn small_inputs() -> Inputs {
    sized(7)
}

fn sized(n: usize) -> Inputs {
    Inputs {
        x: Rng(7).vec(n, -1.5, 1.5),
    }
}

#[derive_grad]
pub fn primal(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        s += 100.0 * a * a + b * b;
    }
    s
}

/// The sum goes straight to the result, so its adjoint is known to be 1 before the loop starts
/// and nothing is stored.
pub fn grad_by_hand(x: &[f64], dx: &mut [f64]) -> f64 {
    let n = x.len();
    let dx = &mut dx[..n];
    let mut s = 0.0;
    let mut carry = 0.0;
    for i in 0..n - 1 {
        let a = x[i + 1] - x[i] * x[i];
        let b = 1.0 - x[i];
        s += 100.0 * a * a + b * b;
        let da = 200.0 * a;
        dx[i] = carry - (2.0 * da * x[i] + 2.0 * b);
        carry = da;
    }
    dx[n - 1] = carry;
    s
}
