//! The last component of y' = f(y), f0 = x0, fi = xi * y(i-1), after s classical Runge-Kutta
//! steps from y(0) = 0 at time 0 to time 2 (GradBench).
//!
//! Active: `x`.
//!
//! Gradient over primal (native, n 10,000, s 10): Rust by hand 3.48, Enzyme 7.49, CoDiPack
//! 7.89. Stored: y before each step; the stages are replayed. At that size the gradient itself
//! is zero (four components a step), so correctness is checked at n 6, s 50.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub x: Vec<f64>,
    pub s: usize,
}

pub fn inputs() -> Inputs {
    sized(10_000, 10)
}

pub fn small_inputs() -> Inputs {
    sized(6, 50)
}

fn sized(n: usize, s: usize) -> Inputs {
    Inputs {
        x: Rng(21).vec(n, 0.5, 1.5),
        s,
    }
}

#[derive_grad]
pub fn primal(x: &[f64], s: usize) -> f64 {
    let n = x.len();
    let h = 2.0 / s as f64;
    let mut y = vec![0.0; n];
    let mut t = vec![0.0; n];
    let mut k1 = vec![0.0; n];
    let mut k2 = vec![0.0; n];
    let mut k3 = vec![0.0; n];
    let mut k4 = vec![0.0; n];
    for _ in 0..s {
        slope(x, &y, &mut k1);
        step(&y, h / 2.0, &k1, &mut t);
        slope(x, &t, &mut k2);
        step(&y, h / 2.0, &k2, &mut t);
        slope(x, &t, &mut k3);
        step(&y, h, &k3, &mut t);
        slope(x, &t, &mut k4);
        for i in 0..n {
            y[i] += h * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0;
        }
    }
    y[n - 1]
}

/// z = f(y)
#[derive_grad]
fn slope(x: &[f64], y: &[f64], z: &mut [f64]) {
    z[0] = x[0];
    for i in 1..x.len() {
        z[i] = x[i] * y[i - 1];
    }
}

/// t = y + a * k
#[derive_grad]
fn step(y: &[f64], a: f64, k: &[f64], t: &mut [f64]) {
    for i in 0..y.len() {
        t[i] = y[i] + a * k[i];
    }
}

/// The four adjoint stages run in one pass from the last component down: the adjoint of a
/// component needs only its right neighbour's.
pub fn grad_by_hand(x: &[f64], s: usize, dx: &mut [f64]) -> f64 {
    let n = x.len();
    let h = 2.0 / s as f64;
    let mut st = Stages::new(n);
    let mut tape = Vec::with_capacity(n * s);
    let mut y = vec![0.0; n];
    for _ in 0..s {
        tape.extend_from_slice(&y);
        st.eval(x, &y, h);
        st.advance(&mut y, h);
    }
    let value = y[n - 1];
    dx.fill(0.0);
    let mut dy = y;
    dy.fill(0.0);
    dy[n - 1] = 1.0;
    for at in (0..s).rev() {
        let y = &tape[at * n..][..n];
        st.eval(x, y, h);
        let (t1, t2, t3) = (&st.t[0][..n], &st.t[1][..n], &st.t[2][..n]);
        let (x, dx, dy) = (&x[..n], &mut dx[..n], &mut dy[..n]);
        // adjoints of the slopes of component i + 1, times x[i + 1]
        let (mut c4, mut c3, mut c2, mut c1) = (0.0, 0.0, 0.0, 0.0);
        for i in (0..n).rev() {
            let k = dy[i] * h / 6.0;
            let k4 = k;
            let k3 = 2.0 * k + h * c4;
            let k2 = 2.0 * k + h / 2.0 * c3;
            let k1 = k + h / 2.0 * c2;
            dy[i] += c4 + c3 + c2 + c1;
            if i > 0 {
                dx[i] += k4 * t3[i - 1] + k3 * t2[i - 1] + k2 * t1[i - 1] + k1 * y[i - 1];
                let xi = x[i];
                (c4, c3, c2, c1) = (k4 * xi, k3 * xi, k2 * xi, k1 * xi);
            } else {
                dx[0] += k4 + k3 + k2 + k1;
            }
        }
    }
    value
}

/// The four slopes, and the three intermediate states they were taken at.
struct Stages {
    k: [Vec<f64>; 4],
    t: [Vec<f64>; 3],
}

impl Stages {
    fn new(n: usize) -> Self {
        let z = || vec![0.0; n];
        Stages {
            k: [z(), z(), z(), z()],
            t: [z(), z(), z()],
        }
    }

    fn eval(&mut self, x: &[f64], y: &[f64], h: f64) {
        let [k1, k2, k3, k4] = &mut self.k;
        let [t1, t2, t3] = &mut self.t;
        zip_slope(x, y, k1);
        zip_step(y, h / 2.0, k1, t1);
        zip_slope(x, t1, k2);
        zip_step(y, h / 2.0, k2, t2);
        zip_slope(x, t2, k3);
        zip_step(y, h, k3, t3);
        zip_slope(x, t3, k4);
    }

    fn advance(&self, y: &mut [f64], h: f64) {
        let [k1, k2, k3, k4] = &self.k;
        for ((((y, &a), &b), &c), &d) in y.iter_mut().zip(k1).zip(k2).zip(k3).zip(k4) {
            *y += h * (a + 2.0 * b + 2.0 * c + d) / 6.0;
        }
    }
}

#[inline]
fn zip_slope(x: &[f64], y: &[f64], z: &mut [f64]) {
    z[0] = x[0];
    for ((z, &x), &y) in z[1..].iter_mut().zip(&x[1..]).zip(y) {
        *z = x * y;
    }
}

#[inline]
fn zip_step(y: &[f64], a: f64, k: &[f64], t: &mut [f64]) {
    for ((t, &y), &k) in t.iter_mut().zip(y).zip(k) {
        *t = y + a * k;
    }
}
