//! h. Discounted call pay-off along one Black-Scholes path of 252 steps.
//!
//! `p` holds spot, strike, rate, volatility and time. Active: `p`; the normals `z` are data.
//!
//! Gradient over primal: Rust by hand 1.27 (native) / 1.28 (default), Enzyme 3.27 (2.06 without
//! errno). Stored: the price before each step and the exponential.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub p: [f64; 5],
    pub z: Vec<f64>,
}

pub fn inputs() -> Inputs {
    sized(252)
}

pub fn small_inputs() -> Inputs {
    sized(5)
}

fn sized(n: usize) -> Inputs {
    let mut r = Rng(14);
    Inputs {
        p: [100.0, 45.0, 0.03, 0.2, 1.0],
        z: (0..n).map(|_| r.normal()).collect(),
    }
}

#[derive_grad(wrt(p))]
pub fn primal(p: &[f64; 5], z: &[f64]) -> f64 {
    let [s0, strike, r, sigma, time] = *p;
    let dt = time / z.len() as f64;
    let drift = (r - 0.5 * sigma * sigma) * dt;
    let vol = sigma * dt.sqrt();
    let mut s = s0;
    for i in 0..z.len() {
        s *= (drift + vol * z[i]).exp();
    }
    let mut pay = s - strike;
    if pay < 0.0 {
        pay = 0.0;
    }
    pay * (-r * time).exp()
}

pub fn grad_by_hand(p: &[f64; 5], z: &[f64], dp: &mut [f64; 5]) -> f64 {
    let [s0, strike, r, sigma, time] = *p;
    let n = z.len();
    let dt = time / n as f64;
    let drift = (r - 0.5 * sigma * sigma) * dt;
    let root = dt.sqrt();
    let vol = sigma * root;
    let mut s = s0;
    let mut tape = vec![[0.0; 2]; n];
    for i in 0..n {
        let e = (drift + vol * z[i]).exp();
        tape[i] = [s, e];
        s *= e;
    }
    let mut pay = s - strike;
    let worthless = pay < 0.0;
    if worthless {
        pay = 0.0;
    }
    let disc = (-r * time).exp();
    let value = pay * disc;
    let dpay = if worthless { 0.0 } else { disc };
    let mut dr = -value * time;
    let mut dtime = -value * r;
    let mut ds = dpay;
    let mut ddrift = 0.0;
    let mut dvol = 0.0;
    for i in (0..n).rev() {
        let [s, e] = tape[i];
        let darg = ds * s * e;
        ds *= e;
        ddrift += darg;
        dvol += darg * z[i];
    }
    let droot = dvol * sigma;
    let mut dsigma = dvol * root;
    dr += ddrift * dt;
    dsigma -= ddrift * dt * sigma;
    let ddt = ddrift * (r - 0.5 * sigma * sigma) + droot * 0.5 / root;
    dtime += ddt / n as f64;
    *dp = [ds, -dpay, dr, dsigma, dtime];
    value
}
