//! e. Sum of squares of the product A B C of three 64 x 64 matrices.
//!
//! `p` holds A, B, C, row major. Active: `p`.
//!
//! Gradient over primal: Rust by hand 2.87 (native) / 3.86 (default), the plain transform 4.8,
//! Enzyme 2.44. (In another process, with another heap alignment, 2.25 and 1.80.) The adjoint
//! of `v` is a dot product: summed in strict order it stays scalar, so the hand version keeps
//! 16 partial sums. The order in which adjoint contributions are added is not promised.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub p: Vec<f64>,
    pub n: usize,
}

pub fn inputs() -> Inputs {
    sized(64)
}

pub fn small_inputs() -> Inputs {
    sized(4)
}

fn sized(n: usize) -> Inputs {
    Inputs {
        p: Rng(11).vec(3 * n * n, -1.0, 1.0),
        n,
    }
}

#[derive_grad]
pub fn primal(p: &[f64], n: usize) -> f64 {
    let (a, rest) = p.split_at(n * n);
    let (b, c) = rest.split_at(n * n);
    let mut e = vec![0.0; n * n];
    let mut d = vec![0.0; n * n];
    for i in 0..n {
        let row = &mut e[i * n..(i + 1) * n];
        for k in 0..n {
            let v = a[i * n + k];
            let src = &b[k * n..(k + 1) * n];
            for j in 0..n {
                row[j] += v * src[j];
            }
        }
    }
    for i in 0..n {
        let row = &mut d[i * n..(i + 1) * n];
        for k in 0..n {
            let v = e[i * n + k];
            let src = &c[k * n..(k + 1) * n];
            for j in 0..n {
                row[j] += v * src[j];
            }
        }
    }
    let mut s = 0.0;
    for i in 0..n * n {
        s += d[i] * d[i];
    }
    s
}

pub fn grad_by_hand(p: &[f64], n: usize, dp: &mut [f64]) -> f64 {
    dp.fill(0.0);
    let (a, rest) = p.split_at(n * n);
    let (b, c) = rest.split_at(n * n);
    let (da, rest) = dp.split_at_mut(n * n);
    let (db, dc) = rest.split_at_mut(n * n);
    let mut e = vec![0.0; n * n];
    let mut d = vec![0.0; n * n];
    add_product(&mut e, a, b, n);
    add_product(&mut d, &e, c, n);
    let mut s = 0.0;
    for i in 0..n * n {
        s += d[i] * d[i];
    }
    for i in 0..n * n {
        d[i] *= 2.0;
    }
    let mut de = vec![0.0; n * n];
    reverse_product(&e, &mut de, c, dc, &d, n);
    reverse_product(a, da, b, db, &de, n);
    s
}

fn add_product(out: &mut [f64], a: &[f64], b: &[f64], n: usize) {
    for i in 0..n {
        let row = &mut out[i * n..(i + 1) * n];
        for k in 0..n {
            let v = a[i * n + k];
            let src = &b[k * n..(k + 1) * n];
            for j in 0..n {
                row[j] += v * src[j];
            }
        }
    }
}

fn reverse_product(a: &[f64], da: &mut [f64], b: &[f64], db: &mut [f64], dout: &[f64], n: usize) {
    for i in (0..n).rev() {
        let drow = &dout[i * n..(i + 1) * n];
        for k in (0..n).rev() {
            let v = a[i * n + k];
            let src = &b[k * n..(k + 1) * n];
            let dsrc = &mut db[k * n..(k + 1) * n];
            for j in 0..n {
                dsrc[j] += v * drow[j];
            }
            da[i * n + k] += dot_in_lanes(drow, src);
        }
    }
}

/// Dot product with 16 partial sums.
#[inline(always)]
fn dot_in_lanes(x: &[f64], y: &[f64]) -> f64 {
    const L: usize = 16;
    let mut acc = [0.0; L];
    let (xc, yc) = (x.chunks_exact(L), y.chunks_exact(L));
    let (xr, yr) = (xc.remainder(), yc.remainder());
    for (p, q) in xc.zip(yc) {
        for l in 0..L {
            acc[l] += p[l] * q[l];
        }
    }
    let mut s = 0.0;
    for (p, q) in xr.iter().zip(yr) {
        s += p * q;
    }
    for l in acc {
        s += l;
    }
    s
}
