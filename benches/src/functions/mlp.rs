//! c. Cross entropy of a network 64-128-10 with ReLU for one sample.
//!
//! `p` holds w1 (nh x ni), b1, w2 (no x nh), b2, row major. Active: `p`; the sample `x` is data.
//!
//! Gradient over primal: Rust by hand 1.47 (native) / 1.54 (default), Enzyme 1.45.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub p: Vec<f64>,
    pub x: Vec<f64>,
    pub nh: usize,
    pub no: usize,
    pub label: usize,
}

pub fn inputs() -> Inputs {
    sized(64, 128, 10)
}

pub fn small_inputs() -> Inputs {
    sized(3, 5, 4)
}

fn sized(ni: usize, nh: usize, no: usize) -> Inputs {
    let mut r = Rng(9);
    Inputs {
        p: r.vec(ni * nh + nh + nh * no + no, -0.2, 0.2),
        x: r.vec(ni, -1.0, 1.0),
        nh,
        no,
        label: 3,
    }
}

#[derive_grad(wrt(p))]
pub fn primal(p: &[f64], x: &[f64], nh: usize, no: usize, label: usize) -> f64 {
    let ni = x.len();
    let (w1, rest) = p.split_at(nh * ni);
    let (b1, rest) = rest.split_at(nh);
    let (w2, b2) = rest.split_at(no * nh);
    let mut h = vec![0.0; nh];
    let mut z = vec![0.0; no];
    for i in 0..nh {
        let row = &w1[i * ni..(i + 1) * ni];
        let mut s = b1[i];
        for j in 0..ni {
            s += row[j] * x[j];
        }
        h[i] = if s > 0.0 { s } else { 0.0 };
    }
    for i in 0..no {
        let row = &w2[i * nh..(i + 1) * nh];
        let mut s = b2[i];
        for j in 0..nh {
            s += row[j] * h[j];
        }
        z[i] = s;
    }
    let mut m = z[0];
    for i in 1..no {
        if z[i] > m {
            m = z[i];
        }
    }
    let mut e = 0.0;
    for i in 0..no {
        e += (z[i] - m).exp();
    }
    m + e.ln() - z[label]
}

pub fn grad_by_hand(
    p: &[f64],
    x: &[f64],
    nh: usize,
    no: usize,
    label: usize,
    dp: &mut [f64],
) -> f64 {
    let ni = x.len();
    dp.fill(0.0);
    let (w1, rest) = p.split_at(nh * ni);
    let (b1, rest) = rest.split_at(nh);
    let (w2, b2) = rest.split_at(no * nh);
    let (dw1, rest) = dp.split_at_mut(nh * ni);
    let (db1, rest) = rest.split_at_mut(nh);
    let (dw2, db2) = rest.split_at_mut(no * nh);
    let mut h = vec![0.0; nh];
    let mut positive = vec![false; nh];
    let mut z = vec![0.0; no];
    for i in 0..nh {
        let row = &w1[i * ni..(i + 1) * ni];
        let mut s = b1[i];
        for j in 0..ni {
            s += row[j] * x[j];
        }
        positive[i] = s > 0.0;
        h[i] = if positive[i] { s } else { 0.0 };
    }
    for i in 0..no {
        let row = &w2[i * nh..(i + 1) * nh];
        let mut s = b2[i];
        for j in 0..nh {
            s += row[j] * h[j];
        }
        z[i] = s;
    }
    let mut m = z[0];
    let mut taken = vec![false; no];
    for i in 1..no {
        if z[i] > m {
            m = z[i];
            taken[i] = true;
        }
    }
    let mut e = 0.0;
    let mut es = vec![0.0; no];
    for i in 0..no {
        es[i] = (z[i] - m).exp();
        e += es[i];
    }
    let value = m + e.ln() - z[label];

    let mut dz = vec![0.0; no];
    let mut dh = vec![0.0; nh];
    let mut dm = 1.0;
    let de = 1.0 / e;
    dz[label] -= 1.0;
    for i in (0..no).rev() {
        let t = de * es[i];
        dz[i] += t;
        dm -= t;
    }
    for i in (1..no).rev() {
        if taken[i] {
            dz[i] += dm;
            dm = 0.0;
        }
    }
    dz[0] += dm;
    for i in (0..no).rev() {
        let row = &w2[i * nh..(i + 1) * nh];
        let drow = &mut dw2[i * nh..(i + 1) * nh];
        let ds = dz[i];
        for j in 0..nh {
            drow[j] += ds * h[j];
            dh[j] += ds * row[j];
        }
        db2[i] += ds;
    }
    for i in (0..nh).rev() {
        let drow = &mut dw1[i * ni..(i + 1) * ni];
        let ds = if positive[i] { dh[i] } else { 0.0 };
        for j in 0..ni {
            drow[j] += ds * x[j];
        }
        db1[i] += ds;
    }
    value
}
