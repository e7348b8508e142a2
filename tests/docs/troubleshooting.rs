//! The code of `docs/troubleshooting.md`.
use grad_runtime::check;
use grad_runtime::derive_grad;

#[derive_grad]
fn quantised(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

#[test]
fn quantised_runs() {
    assert_eq!(quantised_grad(0.123), (0.1, 0.0));
}

#[derive_grad]
fn norm(x: &[f64]) -> f64 {
    let square: f64 = x.iter().map(|v| v * v).sum();
    if square == 0.0 { 0.0 } else { square.sqrt() }
}

#[test]
fn norm_runs() {
    assert_eq!(norm_grad(&[0.0, 0.0]), (0.0, vec![0.0, 0.0]));
}

#[test]
fn a_wrong_gradient_is_named() {
    let wrong = check::gradient(|x| norm(x), &[3.0, 4.0], &[0.6, 0.7]).unwrap_err();
    assert!(wrong.to_string().contains("[1]"));
}
