//! Log posterior of a Gaussian mixture with a Wishart prior (ADBench, as GradBench defines it),
//! for n points of d dimensions and k components.
//!
//! Flat, row major: `alpha[k]` log weights, `mu[k * d]` means, `q[k * d]` logs of the diagonal
//! and `l[k * d * (d - 1) / 2]` the strict lower triangle, column by column, of the root of each
//! precision matrix. Active: `alpha`, `mu`, `q`, `l`; the points `x` and the prior's `gamma` and
//! `m` are data.
//!
//! Gradient over primal (native; n = 1000):
//!
//! | | d2 K5 | d10 K5 | d10 K25 | d20 K5 | d20 K25 |
//! | --- | --: | --: | --: | --: | --: |
//! | Rust by hand, loops fused (`grad_by_hand`) | 1.40 | 1.68 | 1.80 | 1.74 | 1.80 |
//! | Rust, best by hand (`grad_best`) | 1.45 | 1.57 | 1.62 | 1.36 | 1.42 |
//! | Rust, new tape a call | 2.0 | 3.0 | 3.6 | 2.6 | 3.3 |
//! | Tapenade | 4.20 | 2.19 | 2.40 | 2.56 | 2.70 |
//! | CoDiPack | 4.43 | 7.20 | 7.57 | 12.8 | 13.0 |
//! | Enzyme | 6.23 | 14.9 | 29.0 | 20.4 | 29.4 |
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub d: usize,
    pub k: usize,
    pub n: usize,
    pub alpha: Vec<f64>,
    pub mu: Vec<f64>,
    pub q: Vec<f64>,
    pub l: Vec<f64>,
    pub x: Vec<f64>,
    pub gamma: f64,
    pub m: usize,
}

pub fn inputs() -> Inputs {
    sized(10, 5, 1000)
}

pub fn small_inputs() -> Inputs {
    sized(3, 2, 4)
}

pub fn sized(d: usize, k: usize, n: usize) -> Inputs {
    let mut r = Rng(15);
    let alpha = (0..k).map(|_| r.normal()).collect();
    let mu = r.vec(k * d, 0.0, 1.0);
    let q = (0..k * d).map(|_| 0.5 * r.normal()).collect();
    let l = (0..k * d * (d - 1) / 2).map(|_| 0.5 * r.normal()).collect();
    let x = (0..n * d).map(|_| r.normal()).collect();
    Inputs {
        d,
        k,
        n,
        alpha,
        mu,
        q,
        l,
        x,
        gamma: 1.0,
        m: 0,
    }
}

#[derive_grad(wrt(alpha, mu, q, l))]
pub fn primal(
    d: usize,
    k: usize,
    n: usize,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    x: &[f64],
    gamma: f64,
    m: usize,
) -> f64 {
    let lsz = d * (d - 1) / 2;
    let mut qd = vec![0.0; k * d];
    let mut sum_q = vec![0.0; k];
    for i in 0..k {
        for j in 0..d {
            qd[i * d + j] = q[i * d + j].exp();
            sum_q[i] += q[i * d + j];
        }
    }
    let mut xc = vec![0.0; d];
    let mut qx = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut slse = 0.0;
    for ix in 0..n {
        let point = &x[ix * d..(ix + 1) * d];
        for ik in 0..k {
            let mean = &mu[ik * d..(ik + 1) * d];
            for i in 0..d {
                xc[i] = point[i] - mean[i];
            }
            let diag = &qd[ik * d..(ik + 1) * d];
            let lower = &l[ik * lsz..(ik + 1) * lsz];
            q_times(diag, lower, &xc, &mut qx);
            terms[ik] = alpha[ik] + sum_q[ik] - 0.5 * sqnorm(&qx);
        }
        slse += logsumexp(&terms);
    }
    let nf = n as f64;
    let df = d as f64;
    let mut out = -nf * df * 0.5 * (2.0 * std::f64::consts::PI).ln() + slse - nf * logsumexp(alpha);
    let pc = prior_const(d, m, gamma);
    for ik in 0..k {
        let diag = &qd[ik * d..(ik + 1) * d];
        let lower = &l[ik * lsz..(ik + 1) * lsz];
        let fro = sqnorm(diag) + sqnorm(lower);
        out += pc - 0.5 * gamma * gamma * fro + m as f64 * sum_q[ik];
    }
    out
}

/// `out = Q * xc` for the lower triangular Q with diagonal `qd` and columns `l` below it.
#[derive_grad]
fn q_times(qd: &[f64], l: &[f64], xc: &[f64], out: &mut [f64]) {
    let d = qd.len();
    for i in 0..d {
        out[i] = qd[i] * xc[i];
    }
    let mut idx = 0;
    for i in 0..d {
        for j in i + 1..d {
            out[j] += l[idx] * xc[i];
            idx += 1;
        }
    }
}

#[derive_grad]
fn sqnorm(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for &e in v {
        s += e * e;
    }
    s
}

#[derive_grad]
fn logsumexp(v: &[f64]) -> f64 {
    let mut mx = v[0];
    for &e in &v[1..] {
        mx = mx.max(e);
    }
    let mut s = 0.0;
    for &e in v {
        s += (e - mx).exp();
    }
    s.ln() + mx
}

/// Constant part of the prior for one component; nothing in it is active.
#[derive_grad]
fn prior_const(d: usize, m: usize, gamma: f64) -> f64 {
    let dof = d + m + 1;
    let df = d as f64;
    let mut lg = 0.25 * df * (df - 1.0) * std::f64::consts::PI.ln();
    for j in 0..d {
        lg += ln_gamma_of_half(dof - j);
    }
    dof as f64 * df * (gamma.ln() - 0.5 * std::f64::consts::LN_2) - lg
}

/// ln(Gamma(k / 2)) for k >= 1.
fn ln_gamma_of_half(k: usize) -> f64 {
    let mut at = 0.5 * k as f64;
    let mut s = 0.0;
    while at > 1.0 {
        at -= 1.0;
        s += at.ln();
    }
    if at == 0.5 {
        s += 0.5 * std::f64::consts::PI.ln();
    }
    s
}

/// The data loop carries only a sum, so each point runs forward and reverse at once and nothing
/// is stored across points. What a transform can emit once it sees that.
pub fn grad_by_hand(
    d: usize,
    k: usize,
    n: usize,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    x: &[f64],
    gamma: f64,
    m: usize,
    dalpha: &mut [f64],
    dmu: &mut [f64],
    dq: &mut [f64],
    dl: &mut [f64],
) -> f64 {
    let lsz = d * (d - 1) / 2;
    dalpha.fill(0.0);
    dmu.fill(0.0);
    dq.fill(0.0);
    dl.fill(0.0);
    let (qd, sum_q) = diagonals(d, k, q);
    let mut xc = vec![0.0; k * d];
    let mut qx = vec![0.0; k * d];
    let mut terms = vec![0.0; k];
    let mut w = vec![0.0; k];
    let mut dqd = vec![0.0; k * d];
    let mut dsum_q = vec![0.0; k];
    let mut slse = 0.0;
    for ix in 0..n {
        let point = &x[ix * d..][..d];
        for ik in 0..k {
            let mean = &mu[ik * d..][..d];
            let xck = &mut xc[ik * d..][..d];
            let qxk = &mut qx[ik * d..][..d];
            for i in 0..d {
                xck[i] = point[i] - mean[i];
            }
            q_times(&qd[ik * d..][..d], &l[ik * lsz..][..lsz], xck, qxk);
            terms[ik] = alpha[ik] + sum_q[ik] - 0.5 * sqnorm(qxk);
        }
        slse += softmax(&terms, &mut w);
        for ik in 0..k {
            let wk = w[ik];
            dalpha[ik] += wk;
            dsum_q[ik] += wk;
            let qxk = &mut qx[ik * d..][..d];
            for e in qxk.iter_mut() {
                *e *= -wk;
            }
            reverse_product(
                d,
                &qd[ik * d..][..d],
                &l[ik * lsz..][..lsz],
                &xc[ik * d..][..d],
                qxk,
                &mut dmu[ik * d..][..d],
                &mut dqd[ik * d..][..d],
                &mut dl[ik * lsz..][..lsz],
            );
        }
    }
    finish(
        d, k, n, alpha, l, gamma, m, &qd, &sum_q, slse, &dqd, &dsum_q, dalpha, dq, dl,
    )
}

/// Beyond a transform: the product with the transposed Q is linear, so it leaves the data loop.
pub fn grad_best(
    d: usize,
    k: usize,
    n: usize,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    x: &[f64],
    gamma: f64,
    m: usize,
    dalpha: &mut [f64],
    dmu: &mut [f64],
    dq: &mut [f64],
    dl: &mut [f64],
) -> f64 {
    let lsz = d * (d - 1) / 2;
    dalpha.fill(0.0);
    dq.fill(0.0);
    dl.fill(0.0);
    let (qd, sum_q) = diagonals(d, k, q);
    let mut xc = vec![0.0; k * d];
    let mut qx = vec![0.0; k * d];
    let mut terms = vec![0.0; k];
    let mut w = vec![0.0; k];
    let mut s = vec![0.0; k * d];
    let mut dqd = vec![0.0; k * d];
    let mut slse = 0.0;
    for ix in 0..n {
        let point = &x[ix * d..][..d];
        for ik in 0..k {
            let mean = &mu[ik * d..][..d];
            let xck = &mut xc[ik * d..][..d];
            let qxk = &mut qx[ik * d..][..d];
            for i in 0..d {
                xck[i] = point[i] - mean[i];
            }
            q_times(&qd[ik * d..][..d], &l[ik * lsz..][..lsz], xck, qxk);
            let mut acc = [0.0f64; 4];
            let mut chunks = qxk.chunks_exact(4);
            for c in &mut chunks {
                for j in 0..4 {
                    acc[j] += c[j] * c[j];
                }
            }
            let mut sq = (acc[0] + acc[1]) + (acc[2] + acc[3]);
            for &e in chunks.remainder() {
                sq += e * e;
            }
            terms[ik] = alpha[ik] + sum_q[ik] - 0.5 * sq;
        }
        slse += softmax(&terms, &mut w);
        for ik in 0..k {
            let wk = w[ik];
            dalpha[ik] += wk;
            let xck = &xc[ik * d..][..d];
            let qxk = &mut qx[ik * d..][..d];
            let sk = &mut s[ik * d..][..d];
            let dqk = &mut dqd[ik * d..][..d];
            for i in 0..d {
                qxk[i] *= wk;
                sk[i] += qxk[i];
                dqk[i] -= qxk[i] * xck[i];
            }
            let dlk = &mut dl[ik * lsz..][..lsz];
            let mut off = 0;
            for i in 0..d {
                let len = d - 1 - i;
                let xi = xck[i];
                for (o, &b) in dlk[off..off + len].iter_mut().zip(&qxk[i + 1..]) {
                    *o -= b * xi;
                }
                off += len;
            }
        }
    }
    let dsum_q = dalpha.to_vec();
    for ik in 0..k {
        let lower = &l[ik * lsz..][..lsz];
        let sk = &s[ik * d..][..d];
        let mut off = 0;
        for i in 0..d {
            let len = d - 1 - i;
            let mut a = qd[ik * d + i] * sk[i];
            for (&b, &lv) in sk[i + 1..].iter().zip(&lower[off..off + len]) {
                a += b * lv;
            }
            dmu[ik * d + i] = a;
            off += len;
        }
    }
    finish(
        d, k, n, alpha, l, gamma, m, &qd, &sum_q, slse, &dqd, &dsum_q, dalpha, dq, dl,
    )
}

fn diagonals(d: usize, k: usize, q: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let mut qd = vec![0.0; k * d];
    let mut sum_q = vec![0.0; k];
    for i in 0..k {
        for j in 0..d {
            qd[i * d + j] = q[i * d + j].exp();
            sum_q[i] += q[i * d + j];
        }
    }
    (qd, sum_q)
}

/// Softmax of `v` into `w`; returns the log of the sum of exponentials.
fn softmax(v: &[f64], w: &mut [f64]) -> f64 {
    let mut mx = v[0];
    for &e in &v[1..] {
        mx = mx.max(e);
    }
    let mut s = 0.0;
    for (wi, &e) in w.iter_mut().zip(v) {
        *wi = (e - mx).exp();
        s += *wi;
    }
    let r = 1.0 / s;
    for wi in w.iter_mut() {
        *wi *= r;
    }
    s.ln() + mx
}

/// Reverse of [`q_times`] and of the centring; `bar` is the adjoint of the product.
#[inline(always)]
fn reverse_product(
    d: usize,
    qd: &[f64],
    l: &[f64],
    xc: &[f64],
    bar: &[f64],
    dmu: &mut [f64],
    dqd: &mut [f64],
    dl: &mut [f64],
) {
    let mut idx = 0;
    for i in 0..d {
        let mut s = bar[i] * qd[i];
        for j in i + 1..d {
            s += l[idx] * bar[j];
            dl[idx] += bar[j] * xc[i];
            idx += 1;
        }
        dqd[i] += bar[i] * xc[i];
        dmu[i] -= s;
    }
}

/// Everything outside the data loop: the value, the log weights' normalisation and the prior.
fn finish(
    d: usize,
    k: usize,
    n: usize,
    alpha: &[f64],
    l: &[f64],
    gamma: f64,
    m: usize,
    qd: &[f64],
    sum_q: &[f64],
    slse: f64,
    dqd: &[f64],
    dsum_q: &[f64],
    dalpha: &mut [f64],
    dq: &mut [f64],
    dl: &mut [f64],
) -> f64 {
    let lsz = d * (d - 1) / 2;
    let nf = n as f64;
    let mut weights = vec![0.0; k];
    let lse = softmax(alpha, &mut weights);
    let mut out = -nf * d as f64 * 0.5 * (2.0 * std::f64::consts::PI).ln() + slse - nf * lse;
    let pc = prior_const(d, m, gamma);
    let g2 = gamma * gamma;
    for ik in 0..k {
        dalpha[ik] -= nf * weights[ik];
        let (diag, lower) = (&qd[ik * d..][..d], &l[ik * lsz..][..lsz]);
        out += pc - 0.5 * g2 * (sqnorm(diag) + sqnorm(lower)) + m as f64 * sum_q[ik];
        let ds = dsum_q[ik] + m as f64;
        for i in 0..d {
            dq[ik * d + i] += ds + (dqd[ik * d + i] - g2 * diag[i]) * diag[i];
        }
        for (gl, &lv) in dl[ik * lsz..][..lsz].iter_mut().zip(lower) {
            *gl -= g2 * lv;
        }
    }
    out
}
