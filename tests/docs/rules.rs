//! The code of `docs/rules.md`.
use grad_runtime::check;
use grad_runtime::{derive_grad, grad_rule};

fn fixed_point(a: f64) -> f64 {
    let mut x = 0.5;
    for _ in 0..200 {
        x = (a * x).cos();
    }
    x
}

#[grad_rule]
fn fixed_point_rev(a: f64, out: f64, seed: f64, d_a: &mut f64) {
    let sine = (a * out).sin();
    *d_a -= seed * out * sine / (1.0 + a * sine);
}

#[derive_grad]
fn twice_the_point(a: f64, scale: f64) -> f64 {
    2.0 * scale * fixed_point(a)
}

#[test]
fn twice_the_point_runs() {
    let (_, d_a, d_scale) = twice_the_point_grad(0.9, 1.5);
    check::assert_gradient(
        |&(a, scale)| twice_the_point(a, scale),
        &(0.9, 1.5),
        &(d_a, d_scale),
    );
}

fn solve_lower(l: &[f64], b: &[f64], n: usize) -> Vec<f64> {
    let mut x = b.to_vec();
    for i in 0..n {
        for j in 0..i {
            x[i] -= l[i * n + j] * x[j];
        }
        x[i] /= l[i * n + i];
    }
    x
}

/// By `b`, the solution with the transposed matrix; by `l`, its product with the solution.
#[grad_rule]
fn solve_lower_rev(
    l: &[f64],
    _b: &[f64],
    n: usize,
    out: &[f64],
    seed: &[f64],
    d_l: &mut [f64],
    d_b: &mut [f64],
) {
    let mut y = seed.to_vec();
    for i in (0..n).rev() {
        y[i] /= l[i * n + i];
        for j in 0..i {
            y[j] -= l[i * n + j] * y[i];
        }
        d_b[i] += y[i];
        for j in 0..=i {
            d_l[i * n + j] -= y[i] * out[j];
        }
    }
}

#[derive_grad]
fn mahalanobis(l: &[f64], b: &[f64], n: usize) -> f64 {
    solve_lower(l, b, n).iter().map(|v| v * v).sum()
}

#[test]
fn mahalanobis_runs() {
    let (l, b) = (vec![2.0, 0.0, -0.5, 1.5], vec![1.0, 3.0]);
    let (_, d_l, d_b) = mahalanobis_grad(&l, &b, 2);
    check::assert_gradient(|(l, b)| mahalanobis(l, b, 2), &(l, b), &(d_l, d_b));
}
