//! The functions of `examples/adbench`: on recorded inputs where they are at hand, and on small
//! inputs of our own against a second method.
//!
//! `GRAD_ADBENCH=DIR cargo test --test adbench` compares with the recorded inputs in `DIR`.
use std::path::Path;

#[path = "../examples/adbench/evals/mod.rs"]
mod evals;

use evals::{ba, det, llsq, lse};
use grad_runtime::check;

#[test]
fn recorded_inputs() {
    let Some(dir) = std::env::var_os("GRAD_ADBENCH") else {
        return;
    };
    let reports = evals::run(Path::new(&dir)).unwrap_or_else(|error| panic!("{error}"));
    assert!(!reports.is_empty());
    for report in &reports {
        assert!(report.agrees(), "{report}");
    }
}

#[test]
fn a_folder_without_inputs_is_an_error() {
    assert!(evals::run(Path::new("tests/adbench")).is_err());
}

#[test]
fn llsq_has_its_normal_equations_as_gradient() {
    for n in [2, 5, 6] {
        let x = [0.5, -1.25, 0.75, 2.0];
        let (value, d_x) = llsq::llsq_grad(&x, n);
        let points: Vec<f64> = (0..n)
            .map(|i| -1.0 + 2.0 * i as f64 / (n - 1) as f64)
            .collect();
        let residual = |t: f64| {
            let sign = if t == 0.0 { 0.0 } else { t.signum() };
            sign - (x[0] + x[1] * t + x[2] * t.powi(2) + x[3] * t.powi(3))
        };
        let sum = |f: &dyn Fn(f64) -> f64| points.iter().map(|&t| f(t)).sum::<f64>();
        close(value, sum(&|t| 0.5 * residual(t).powi(2)));
        for (j, &d) in d_x.iter().enumerate() {
            close(d, -sum(&|t| residual(t) * t.powi(j as i32)));
        }
    }
}

#[test]
fn lse_has_the_softmax_as_gradient() {
    for x in [&[0.5][..], &[1.5, -2.0, 1.5, 0.25], &[800.0, 799.0, -800.0]] {
        let (value, d_x) = lse::lse_grad(x);
        for (&d, &e) in d_x.iter().zip(x) {
            close(d, (e - value).exp());
        }
        close(d_x.iter().sum(), 1.0);
    }
}

#[test]
fn det_has_the_cofactors_as_gradient() {
    let a = [2.0, -1.0, 0.5, 0.25, 3.0, 1.5, -0.75, 1.0, 4.0];
    let (value, d_a) = det::det_grad(&a, 3);
    for i in 0..3 {
        let row: f64 = (0..3).map(|j| a[3 * i + j] * d_a[3 * i + j]).sum();
        close(row, value);
        for j in 0..3 {
            let at = |r: usize, c: usize| a[(i + r) % 3 * 3 + (j + c) % 3];
            close(d_a[3 * i + j], at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1));
        }
    }
}

/// The second camera does not turn, which takes the other branch.
#[test]
fn ba_agrees_with_differences() {
    let turned = [
        0.2, -0.3, 0.1, 0.5, -0.25, 0.75, 500.0, 320.0, 240.0, -0.05, 0.01,
    ];
    let mut straight = turned;
    straight[..3].fill(0.0);
    for camera in [turned, straight] {
        let x: Vec<f64> = camera.into_iter().chain([0.25, -0.5, 4.0, 0.75]).collect();
        for k in 0..2 {
            let mut seed = [0.0; 2];
            seed[k] = 1.0;
            let (mut d_camera, mut d_point, mut d_w) = ([0.0; 11], [0.0; 3], 0.0);
            let (camera, point) = taken_apart(&x);
            let (value, pullback) = ba::residual_vjp(&camera, &point, x[14], &FEATURE);
            pullback(&seed, &mut d_camera, &mut d_point, &mut d_w);
            close(value[k], ba_residual(&x)[k]);
            let ours = d_camera.into_iter().chain(d_point).chain([d_w]);
            check::assert_gradient(|x| ba_residual(x)[k], &x, &ours.collect::<Vec<f64>>());
        }
    }
}

const FEATURE: [f64; 2] = [310.0, 215.0];

fn ba_residual(x: &[f64]) -> [f64; 2] {
    let (camera, point) = taken_apart(x);
    ba::residual(&camera, &point, x[14], &FEATURE)
}

fn taken_apart(x: &[f64]) -> ([f64; 11], [f64; 3]) {
    (
        std::array::from_fn(|i| x[i]),
        std::array::from_fn(|i| x[11 + i]),
    )
}

#[track_caller]
fn close(ours: f64, other: f64) {
    let distance = (ours - other).abs() / (ours.abs() + other.abs()).max(1.0);
    assert!(distance < 1e-8, "{ours} against {other}");
}
