//! f. Predator and prey by 10,000 explicit Euler steps; the result is x^2 + y^2 at the end.
//!
//! `p` holds four rates and the two initial numbers. Active: `p`; the step `dt` is data.
//!
//! Gradient over primal: Rust by hand 1.64 (native and default), the plain transform 2.34,
//! Enzyme 2.01. The reverse step is linear in the two adjoints and its coefficients depend on
//! the stored state only: formed first, they leave two multiply-adds on the critical path.
use grad_runtime::derive_grad;
pub struct Inputs {
    pub p: [f64; 6],
    pub nt: usize,
    pub dt: f64,
}

pub fn inputs() -> Inputs {
    Inputs {
        p: [1.1, 0.4, 0.4, 0.1, 5.0, 2.0],
        nt: 10_000,
        dt: 1e-3,
    }
}

pub fn small_inputs() -> Inputs {
    Inputs {
        p: [1.1, 0.4, 0.4, 0.1, 5.0, 2.0],
        nt: 25,
        dt: 0.02,
    }
}

#[derive_grad(wrt(p))]
pub fn primal(p: &[f64; 6], nt: usize, dt: f64) -> f64 {
    let [a, b, c, d, mut x, mut y] = *p;
    for _ in 0..nt {
        let xy = x * y;
        let nx = x + dt * (a * x - b * xy);
        let ny = y + dt * (d * xy - c * y);
        x = nx;
        y = ny;
    }
    x * x + y * y
}

pub fn grad_by_hand(p: &[f64; 6], nt: usize, dt: f64, dp: &mut [f64; 6]) -> f64 {
    let [a, b, c, d, mut x, mut y] = *p;
    let mut tape = vec![[0.0; 2]; nt];
    for s in tape.iter_mut() {
        *s = [x, y];
        let xy = x * y;
        let nx = x + dt * (a * x - b * xy);
        let ny = y + dt * (d * xy - c * y);
        x = nx;
        y = ny;
    }
    let value = x * x + y * y;
    let mut dx = 2.0 * x;
    let mut dy = 2.0 * y;
    let (mut da, mut db, mut dc, mut dd) = (0.0, 0.0, 0.0, 0.0);
    for &[x, y] in tape.iter().rev() {
        let xy = x * y;
        da += dx * x;
        db += dx * xy;
        dd += dy * xy;
        dc += dy * y;
        let m11 = 1.0 + dt * (a - b * y);
        let m12 = dt * (d * y);
        let m21 = dt * (b * x);
        let m22 = 1.0 + dt * (d * x - c);
        let nx = m11 * dx + m12 * dy;
        let ny = m22 * dy - m21 * dx;
        dx = nx;
        dy = ny;
    }
    *dp = [dt * da, -dt * db, -dt * dc, dt * dd, dx, dy];
    value
}
