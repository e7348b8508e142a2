//! Half the squared distance between a polynomial with coefficients `x` and the sign of t, at n
//! points in -1..1 (GradBench).
//!
//! Active: `x`.
//!
//! Gradient over primal (native, n 1024, 128 coefficients): Rust by hand 1.41, Enzyme 1.24,
//! CoDiPack 10.3. The powers of t are kept for the point at hand.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub n: usize,
    pub x: Vec<f64>,
}

pub fn inputs() -> Inputs {
    sized(1024, 128)
}

pub fn small_inputs() -> Inputs {
    sized(9, 4)
}

fn sized(n: usize, m: usize) -> Inputs {
    Inputs {
        n,
        x: Rng(18).vec(m, -1.0, 1.0),
    }
}

#[derive_grad]
pub fn primal(n: usize, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
        let mut r = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let mut p = 1.0;
        for &xj in x {
            r -= xj * p;
            p *= t;
        }
        sum += r * r;
    }
    sum / 2.0
}

pub fn grad_by_hand(n: usize, x: &[f64], dx: &mut [f64]) -> f64 {
    dx.fill(0.0);
    let mut powers = vec![0.0; x.len()];
    let mut sum = 0.0;
    for i in 0..n {
        let t = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
        let mut r = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let mut p = 1.0;
        for (&xj, s) in x.iter().zip(powers.iter_mut()) {
            r -= xj * p;
            *s = p;
            p *= t;
        }
        sum += r * r;
        for (dj, &s) in dx.iter_mut().zip(&powers) {
            *dj -= r * s;
        }
    }
    sum / 2.0
}
