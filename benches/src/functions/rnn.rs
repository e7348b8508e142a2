//! d. An Elman network (8 inputs, 32 units) over 100 steps with a squared error at each step.
//!
//! `p` holds wx (nh x nx), wh (nh x nh), b. Active: `p`; `xs` and `ys` are data.
//!
//! Gradient over primal: Rust by hand 1.30 (native) / 1.33 (default), Enzyme 1.86.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub p: Vec<f64>,
    pub xs: Vec<f64>,
    pub ys: Vec<f64>,
    pub nx: usize,
    pub nh: usize,
    pub nt: usize,
}

pub fn inputs() -> Inputs {
    sized(8, 32, 100)
}

pub fn small_inputs() -> Inputs {
    sized(2, 3, 4)
}

fn sized(nx: usize, nh: usize, nt: usize) -> Inputs {
    let mut r = Rng(10);
    Inputs {
        p: r.vec(nh * nx + nh * nh + nh, -0.25, 0.25),
        xs: r.vec(nt * nx, -1.0, 1.0),
        ys: r.vec(nt * nh, -0.8, 0.8),
        nx,
        nh,
        nt,
    }
}

#[derive_grad(wrt(p))]
pub fn primal(p: &[f64], xs: &[f64], ys: &[f64], nx: usize, nh: usize, nt: usize) -> f64 {
    let (wx, rest) = p.split_at(nh * nx);
    let (wh, b) = rest.split_at(nh * nh);
    let mut h = vec![0.0; nh];
    let mut g = vec![0.0; nh];
    let mut loss = 0.0;
    for t in 0..nt {
        let x = &xs[t * nx..(t + 1) * nx];
        let y = &ys[t * nh..(t + 1) * nh];
        for i in 0..nh {
            let rx = &wx[i * nx..(i + 1) * nx];
            let rh = &wh[i * nh..(i + 1) * nh];
            let mut s = b[i];
            for j in 0..nx {
                s += rx[j] * x[j];
            }
            for j in 0..nh {
                s += rh[j] * h[j];
            }
            g[i] = s.tanh();
        }
        for i in 0..nh {
            h[i] = g[i];
            let d = h[i] - y[i];
            loss += 0.5 * d * d;
        }
    }
    loss
}

/// Stored: the hidden state before each step. The slope of tanh comes from its result.
pub fn grad_by_hand(
    p: &[f64],
    xs: &[f64],
    ys: &[f64],
    nx: usize,
    nh: usize,
    nt: usize,
    dp: &mut [f64],
) -> f64 {
    dp.fill(0.0);
    let (wx, rest) = p.split_at(nh * nx);
    let (wh, b) = rest.split_at(nh * nh);
    let (dwx, rest) = dp.split_at_mut(nh * nx);
    let (dwh, db) = rest.split_at_mut(nh * nh);
    let db = &mut db[..nh];
    let mut hs = vec![0.0; (nt + 1) * nh];
    let mut loss = 0.0;
    for t in 0..nt {
        let x = &xs[t * nx..(t + 1) * nx];
        let y = &ys[t * nh..(t + 1) * nh];
        let (h, g) = hs[t * nh..(t + 2) * nh].split_at_mut(nh);
        for i in 0..nh {
            let rx = &wx[i * nx..(i + 1) * nx];
            let rh = &wh[i * nh..(i + 1) * nh];
            let mut s = b[i];
            for j in 0..nx {
                s += rx[j] * x[j];
            }
            for j in 0..nh {
                s += rh[j] * h[j];
            }
            g[i] = s.tanh();
        }
        for i in 0..nh {
            let d = g[i] - y[i];
            loss += 0.5 * d * d;
        }
    }
    let mut dh = vec![0.0; nh];
    let mut dg = vec![0.0; nh];
    for t in (0..nt).rev() {
        let x = &xs[t * nx..(t + 1) * nx];
        let y = &ys[t * nh..(t + 1) * nh];
        let (h, g) = hs[t * nh..(t + 2) * nh].split_at(nh);
        for i in 0..nh {
            dg[i] = dh[i] + (g[i] - y[i]);
            dh[i] = 0.0;
        }
        for i in (0..nh).rev() {
            let ds = dg[i] * (1.0 - g[i] * g[i]);
            let rh = &wh[i * nh..(i + 1) * nh];
            let drh = &mut dwh[i * nh..(i + 1) * nh];
            for j in 0..nh {
                drh[j] += ds * h[j];
                dh[j] += ds * rh[j];
            }
            let drx = &mut dwx[i * nx..(i + 1) * nx];
            for j in 0..nx {
                drx[j] += ds * x[j];
            }
            db[i] += ds;
        }
    }
    loss
}
