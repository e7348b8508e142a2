//! Language-model loss of a diagonal LSTM (ADBench): l layers, c characters of b bits.
//!
//! `weights` holds per layer 8 rows of b numbers, weights then biases, each in the order forget,
//! in, out, change; `extra` 3 rows: input weight, output weight, output bias. `state` is per
//! layer hidden then cell, `seq` is c rows of b. Active: `weights`, `extra`.
//!
//! Gradient over primal (native, l2 c1024): Rust by hand 1.33 (1.35 on the default target),
//! CoDiPack 2.80, Enzyme 3.21, Tapenade 3.63. Stored: the results of sigmoid and tanh, not
//! their arguments, so the reverse sweep calls no transcendental function.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub l: usize,
    pub c: usize,
    pub b: usize,
    pub weights: Vec<f64>,
    pub extra: Vec<f64>,
    pub state: Vec<f64>,
    pub seq: Vec<f64>,
}

pub fn inputs() -> Inputs {
    sized(2, 1024, 14)
}

pub fn small_inputs() -> Inputs {
    sized(2, 4, 3)
}

fn sized(l: usize, c: usize, b: usize) -> Inputs {
    let mut r = Rng(16);
    Inputs {
        l,
        c,
        b,
        weights: r.vec(8 * l * b, -1.0, 1.0),
        extra: r.vec(3 * b, -1.0, 1.0),
        state: r.vec(2 * l * b, -1.0, 1.0),
        seq: (0..c * b)
            .map(|_| if r.unit() < 0.5 { 0.0 } else { 1.0 })
            .collect(),
    }
}

#[derive_grad(wrt(weights, extra))]
pub fn primal(
    l: usize,
    c: usize,
    b: usize,
    weights: &[f64],
    extra: &[f64],
    state: &[f64],
    seq: &[f64],
) -> f64 {
    let mut st = state.to_vec();
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..c - 1 {
        let x = &seq[t * b..(t + 1) * b];
        for i in 0..b {
            y[i] = x[i] * extra[i];
        }
        for il in 0..l {
            let p = &weights[il * 8 * b..(il + 1) * 8 * b];
            let (h, cell) = st[il * 2 * b..(il + 1) * 2 * b].split_at_mut(b);
            for i in 0..b {
                let f = sigmoid(y[i] * p[i] + p[4 * b + i]);
                let g = sigmoid(h[i] * p[b + i] + p[5 * b + i]);
                let o = sigmoid(y[i] * p[2 * b + i] + p[6 * b + i]);
                let ch = (h[i] * p[3 * b + i] + p[7 * b + i]).tanh();
                cell[i] = cell[i] * f + g * ch;
                h[i] = o * cell[i].tanh();
                y[i] = h[i];
            }
        }
        let mut s = 2.0;
        for i in 0..b {
            y[i] = y[i] * extra[b + i] + extra[2 * b + i];
            s += y[i].exp();
        }
        let lse = s.ln();
        let gold = &seq[(t + 1) * b..(t + 2) * b];
        for i in 0..b {
            total += gold[i] * (y[i] - lse);
        }
    }
    -total / ((c - 1) * b) as f64
}

#[derive_grad]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Numbers stored per step, layer and unit: f, g, o, ch, tanh(cell), cell.
const REC: usize = 6;

pub fn grad_by_hand(
    l: usize,
    c: usize,
    b: usize,
    weights: &[f64],
    extra: &[f64],
    state: &[f64],
    seq: &[f64],
    dweights: &mut [f64],
    dextra: &mut [f64],
) -> f64 {
    let steps = c - 1;
    let count = (steps * b) as f64;
    let extra = &extra[..3 * b];
    let mut tape = vec![0.0; steps * l * REC * b];
    let mut sm = vec![0.0; steps * b];
    let mut h = vec![0.0; l * b];
    let mut cell = vec![0.0; l * b];
    for il in 0..l {
        h[il * b..][..b].copy_from_slice(&state[il * 2 * b..][..b]);
        cell[il * b..][..b].copy_from_slice(&state[il * 2 * b + b..][..b]);
    }
    let mut y = vec![0.0; b];
    let mut total = 0.0;
    for t in 0..steps {
        let x = &seq[t * b..][..b];
        for i in 0..b {
            y[i] = x[i] * extra[i];
        }
        for il in 0..l {
            let w = &weights[il * 8 * b..][..8 * b];
            let r = &mut tape[(t * l + il) * REC * b..][..REC * b];
            let (h, cell) = (&mut h[il * b..][..b], &mut cell[il * b..][..b]);
            for i in 0..b {
                let f = sigmoid(y[i] * w[i] + w[4 * b + i]);
                let g = sigmoid(h[i] * w[b + i] + w[5 * b + i]);
                let o = sigmoid(y[i] * w[2 * b + i] + w[6 * b + i]);
                let ch = (h[i] * w[3 * b + i] + w[7 * b + i]).tanh();
                let cn = cell[i] * f + g * ch;
                let tc = cn.tanh();
                r[i] = f;
                r[b + i] = g;
                r[2 * b + i] = o;
                r[3 * b + i] = ch;
                r[4 * b + i] = tc;
                r[5 * b + i] = cn;
                cell[i] = cn;
                h[i] = o * tc;
                y[i] = h[i];
            }
        }
        let s = &mut sm[t * b..][..b];
        let mut sum = 2.0;
        for i in 0..b {
            y[i] = y[i] * extra[b + i] + extra[2 * b + i];
            s[i] = y[i].exp();
            sum += s[i];
        }
        let lse = sum.ln();
        let gold = &seq[(t + 1) * b..][..b];
        let mut gs = 0.0;
        for i in 0..b {
            total += gold[i] * (y[i] - lse);
            gs += gold[i];
        }
        // the adjoint of the prediction takes the place of the exponentials
        let k = gs / (sum * count);
        for i in 0..b {
            s[i] = s[i] * k - gold[i] / count;
        }
    }

    dweights.fill(0.0);
    dextra.fill(0.0);
    let dextra = &mut dextra[..3 * b];
    let mut dh = vec![0.0; l * b];
    let mut dcell = vec![0.0; l * b];
    let mut dy = vec![0.0; b];
    for t in (0..steps).rev() {
        let s = &sm[t * b..][..b];
        let top = &tape[(t * l + l - 1) * REC * b..][..REC * b];
        for i in 0..b {
            dextra[b + i] += s[i] * (top[2 * b + i] * top[4 * b + i]);
            dextra[2 * b + i] += s[i];
            dy[i] = s[i] * extra[b + i];
        }
        let x = &seq[t * b..][..b];
        for il in (0..l).rev() {
            let w = &weights[il * 8 * b..][..8 * b];
            let dw = &mut dweights[il * 8 * b..][..8 * b];
            let r = &tape[(t * l + il) * REC * b..][..REC * b];
            let (dh, dcell) = (&mut dh[il * b..][..b], &mut dcell[il * b..][..b]);
            let prev = if t > 0 {
                Some(&tape[((t - 1) * l + il) * REC * b..][..REC * b])
            } else {
                None
            };
            let below = if il > 0 {
                Some(&tape[(t * l + il - 1) * REC * b..][..REC * b])
            } else {
                None
            };
            for i in 0..b {
                let (f, g, o, ch, tc) = (r[i], r[b + i], r[2 * b + i], r[3 * b + i], r[4 * b + i]);
                let (hp, cp) = match prev {
                    Some(q) => (q[2 * b + i] * q[4 * b + i], q[5 * b + i]),
                    None => (state[il * 2 * b + i], state[il * 2 * b + b + i]),
                };
                let inp = match below {
                    Some(q) => q[2 * b + i] * q[4 * b + i],
                    None => x[i] * extra[i],
                };
                let hbar = dh[i] + dy[i];
                let cbar = dcell[i] + hbar * o * (1.0 - tc * tc);
                let af = cbar * cp * f * (1.0 - f);
                let ag = cbar * ch * g * (1.0 - g);
                let ao = hbar * tc * o * (1.0 - o);
                let ac = cbar * g * (1.0 - ch * ch);
                dw[i] += af * inp;
                dw[b + i] += ag * hp;
                dw[2 * b + i] += ao * inp;
                dw[3 * b + i] += ac * hp;
                dw[4 * b + i] += af;
                dw[5 * b + i] += ag;
                dw[6 * b + i] += ao;
                dw[7 * b + i] += ac;
                dy[i] = af * w[i] + ao * w[2 * b + i];
                dh[i] = ag * w[b + i] + ac * w[3 * b + i];
                dcell[i] = cbar * f;
            }
        }
        for i in 0..b {
            dextra[i] += dy[i] * x[i];
        }
    }
    -total / count
}
