//! The code of `docs/kinks.md`.
use grad_runtime::derive_grad;

#[derive_grad]
fn larger(a: f64, b: f64) -> f64 {
    a.max(b)
}

#[test]
fn larger_runs() {
    assert_eq!(larger_grad(1.0, 1.0), (1.0, 0.5, 0.5));
    assert_eq!(larger_grad(1.0, f64::NAN), (1.0, 1.0, 0.0));
}

#[derive_grad]
fn larger_by_hand(a: f64, b: f64) -> f64 {
    if a >= b { a } else { b }
}

#[test]
fn larger_by_hand_runs() {
    assert_eq!(larger_by_hand_grad(1.0, 1.0), (1.0, 1.0, 0.0));
}

#[derive_grad]
fn root(x: f64, scale: f64) -> f64 {
    scale * x.sqrt()
}

#[test]
fn root_runs() {
    assert_eq!(root_grad(0.0, 2.0), (0.0, f64::INFINITY, 0.0));
    assert_eq!(root_grad(0.0, 0.0), (0.0, 0.0, 0.0));
}

#[derive_grad]
fn composed(x: f64) -> f64 {
    (x * x).sqrt()
}

#[derive_grad]
fn length(x: f64, y: f64) -> f64 {
    x.hypot(y)
}

#[test]
fn length_runs() {
    assert!(composed_grad(0.0).1.is_nan());
    assert_eq!(length_grad(0.0, 0.0), (0.0, 0.0, 0.0));
}

#[derive_grad]
fn rounded(x: f64) -> f64 {
    x.floor() + (x as i64) as f64
}

#[test]
fn rounded_runs() {
    assert_eq!(rounded_grad(2.5), (4.0, 0.0));
}
