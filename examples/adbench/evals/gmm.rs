//! The log posterior of a mixture of `k` Gaussians for `n` points in `d` dimensions, with a Wishart
//! prior.
//!
//! All lists are flat. For each Gaussian `alpha` holds the logarithm of its weight, `mu` its mean,
//! `q` and `l` the square root of its precision: the logarithms of the diagonal, and what is below
//! it column by column.
use std::f64::consts::{LN_2, PI};

use grad_runtime::derive_grad;

use super::{Comparison, Recorded};

#[derive_grad(wrt(alpha, mu, q, l))]
pub fn log_posterior(
    d: usize,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    x: &[f64],
    wishart: (f64, usize),
) -> f64 {
    let (gamma, m) = wishart;
    let k = alpha.len();
    let n = x.len() / d;
    let below = d * (d - 1) / 2;
    let mut diagonal = vec![0.0; k * d];
    let mut log_det = vec![0.0; k];
    for i in 0..k {
        for j in 0..d {
            diagonal[i * d + j] = q[i * d + j].exp();
            log_det[i] += q[i * d + j];
        }
    }
    let mut centred = vec![0.0; d];
    let mut scaled = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut likelihood = 0.0;
    for p in 0..n {
        for i in 0..k {
            for j in 0..d {
                centred[j] = x[p * d + j] - mu[i * d + j];
            }
            let lower = &l[i * below..(i + 1) * below];
            times(&diagonal[i * d..(i + 1) * d], lower, &centred, &mut scaled);
            terms[i] = alpha[i] + log_det[i] - 0.5 * sum_of_squares(&scaled);
        }
        likelihood += log_sum_exp(&terms);
    }
    let mut prior = k as f64 * prior_constant(d, gamma, m);
    for i in 0..k {
        let frobenius = sum_of_squares(&diagonal[i * d..(i + 1) * d])
            + sum_of_squares(&l[i * below..(i + 1) * below]);
        prior += m as f64 * log_det[i] - 0.5 * gamma * gamma * frobenius;
    }
    likelihood - n as f64 * (0.5 * d as f64 * (2.0 * PI).ln() + log_sum_exp(alpha)) + prior
}

/// `out` is the triangular matrix times `v`.
#[allow(
    clippy::needless_range_loop,
    reason = "rows and columns read better as numbers"
)]
#[derive_grad]
fn times(diagonal: &[f64], lower: &[f64], v: &[f64], out: &mut [f64]) {
    let d = v.len();
    for i in 0..d {
        out[i] = diagonal[i] * v[i];
    }
    let mut at = 0;
    for column in 0..d {
        for row in column + 1..d {
            out[row] += lower[at] * v[column];
            at += 1;
        }
    }
}

#[derive_grad]
fn sum_of_squares(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for &e in v {
        sum += e * e;
    }
    sum
}

#[derive_grad]
fn log_sum_exp(v: &[f64]) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    for &e in v {
        largest = largest.max(e);
    }
    let mut sum = 0.0;
    for &e in v {
        sum += (e - largest).exp();
    }
    largest + sum.ln()
}

/// What the prior adds for each Gaussian whatever its parameters are.
#[derive_grad]
fn prior_constant(d: usize, gamma: f64, m: usize) -> f64 {
    let freedom = d + m + 1;
    freedom as f64 * d as f64 * (gamma.ln() - 0.5 * LN_2) - ln_gamma_of_halves(d, freedom)
}

/// The logarithm of the `d`-variate gamma function at half of `twice`.
fn ln_gamma_of_halves(d: usize, twice: usize) -> f64 {
    let mut sum = 0.25 * (d * (d - 1)) as f64 * PI.ln();
    for j in 0..d {
        sum += ln_gamma_of_half(twice - j);
    }
    sum
}

/// The logarithm of the gamma function at half of `twice`, from its values at 1/2 and 1.
fn ln_gamma_of_half(twice: usize) -> f64 {
    let mut at = 0.5 * twice as f64;
    let mut sum = 0.0;
    while at > 1.0 {
        at -= 1.0;
        sum += at.ln();
    }
    if at == 0.5 { sum + 0.5 * PI.ln() } else { sum }
}

pub fn compare(recorded: &Recorded) -> Result<Comparison, String> {
    let mut text = recorded.text("gmm")?;
    let (d, k, n): (usize, usize, usize) = (text.one()?, text.one()?, text.one()?);
    let below = d * (d - 1) / 2;
    let alpha = text.list(k)?;
    let mu = text.list(k * d)?;
    let (mut q, mut l) = (Vec::new(), Vec::new());
    for _ in 0..k {
        q.extend(text.list(d)?);
        l.extend(text.list(below)?);
    }
    let x = text.list(n * d)?;
    let wishart = (text.one()?, text.one()?);
    let objective = recorded.number("/objective")?;
    let (value, d_alpha, d_mu, d_q, d_l) = log_posterior_grad(d, &alpha, &mu, &q, &l, &x, wishart);
    let mut comparison = Comparison::default();
    comparison.value(
        log_posterior(d, &alpha, &mu, &q, &l, &x, wishart),
        objective,
    );
    comparison.value(value, objective);
    for (name, ours) in [("alpha", d_alpha), ("mu", d_mu), ("q", d_q), ("l", d_l)] {
        comparison.values(&ours, &recorded.numbers(&format!("/gradient/{name}"))?);
    }
    Ok(comparison)
}
