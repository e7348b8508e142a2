//! g1. The linear heat equation, 100 steps on a 64 x 64 grid with a fixed border; half the sum
//! of squares of the final state.
//!
//! Active: `u0`; the diffusion number `k` is data.
//!
//! Gradient over primal: Rust by hand 2.40 (native) / 2.12 (default), the plain transform
//! 4.64 / 4.25, Enzyme 3.95. The equation is linear, so nothing is stored. The reversed loop
//! scatters into five cells; turned into a gather it vectorises like the primal.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub u0: Vec<f64>,
    pub n: usize,
    pub nt: usize,
    pub k: f64,
}

pub fn inputs() -> Inputs {
    sized(64, 100)
}

pub fn small_inputs() -> Inputs {
    sized(6, 5)
}

fn sized(n: usize, nt: usize) -> Inputs {
    Inputs {
        u0: Rng(12).vec(n * n, 0.0, 1.0),
        n,
        nt,
        k: 0.2,
    }
}

#[derive_grad(wrt(u0))]
pub fn primal(u0: &[f64], n: usize, nt: usize, k: f64) -> f64 {
    let mut u = u0.to_vec();
    let mut v = u0.to_vec();
    for _ in 0..nt {
        for i in 1..n - 1 {
            let up = &u[(i - 1) * n..i * n];
            let mid = &u[i * n..(i + 1) * n];
            let dn = &u[(i + 1) * n..(i + 2) * n];
            let out = &mut v[i * n..(i + 1) * n];
            for j in 1..n - 1 {
                out[j] = mid[j] + k * (up[j] + dn[j] + mid[j - 1] + mid[j + 1] - 4.0 * mid[j]);
            }
        }
        std::mem::swap(&mut u, &mut v);
    }
    let mut s = 0.0;
    for i in 0..n * n {
        s += u[i] * u[i];
    }
    0.5 * s
}

/// When a step is reversed the interior adjoint of the older buffer is zero, so it may be
/// overwritten; the border's adjoints accumulate apart in `border`.
pub fn grad_by_hand(u0: &[f64], n: usize, nt: usize, k: f64, du0: &mut [f64]) -> f64 {
    let m = n * n;
    let (value, u) = forward(u0, n, nt, k);
    let mut border = vec![0.0; m];
    let mut du = u;
    let mut dv = vec![0.0; m];
    take_border(&mut du, &mut border, n);
    for _ in 0..nt {
        gather(&mut dv, &du, n, k);
        take_border(&mut dv, &mut border, n);
        std::mem::swap(&mut du, &mut dv);
    }
    for i in 0..m {
        du0[i] = du[i] + border[i];
    }
    value
}

fn forward(u0: &[f64], n: usize, nt: usize, k: f64) -> (f64, Vec<f64>) {
    let mut u = u0.to_vec();
    let mut v = u0.to_vec();
    for _ in 0..nt {
        for i in 1..n - 1 {
            let up = &u[(i - 1) * n..i * n];
            let mid = &u[i * n..(i + 1) * n];
            let dn = &u[(i + 1) * n..(i + 2) * n];
            let out = &mut v[i * n..(i + 1) * n];
            for j in 1..n - 1 {
                out[j] = mid[j] + k * (up[j] + dn[j] + mid[j - 1] + mid[j + 1] - 4.0 * mid[j]);
            }
        }
        std::mem::swap(&mut u, &mut v);
    }
    let mut s = 0.0;
    for i in 0..n * n {
        s += u[i] * u[i];
    }
    (0.5 * s, u)
}

fn take_border(b: &mut [f64], border: &mut [f64], n: usize) {
    let m = n * n;
    for j in 0..n {
        for c in [j, m - n + j] {
            border[c] += b[c];
            b[c] = 0.0;
        }
    }
    for i in 1..n - 1 {
        for c in [i * n, i * n + n - 1] {
            border[c] += b[c];
            b[c] = 0.0;
        }
    }
}

/// The transposed stencil. `q` has a zero border.
fn gather(out: &mut [f64], q: &[f64], n: usize, k: f64) {
    for i in 1..n - 1 {
        let up = &q[(i - 1) * n..i * n];
        let mid = &q[i * n..(i + 1) * n];
        let dn = &q[(i + 1) * n..(i + 2) * n];
        let row = &mut out[i * n..(i + 1) * n];
        for j in 1..n - 1 {
            row[j] = mid[j] + k * (up[j] + dn[j] + mid[j - 1] + mid[j + 1] - 4.0 * mid[j]);
        }
        row[0] += k * mid[1];
        row[n - 1] += k * mid[n - 2];
    }
    for j in 1..n - 1 {
        out[j] += k * q[n + j];
        out[(n - 1) * n + j] += k * q[(n - 2) * n + j];
    }
}
