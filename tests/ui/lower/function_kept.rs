//! A function that is a parameter, used other than by calls.
use grad_runtime::derive_grad;

#[derive_grad]
fn bound(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let g = &f;
    g(x)
}

#[derive_grad]
fn chosen(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let kept = Some(&f);
    match kept {
        Some(g) => g(x),
        None => x,
    }
}

fn main() {}
