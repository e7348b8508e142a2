//! A buffer that is changed where the macro cannot look.
use grad_runtime::derive_grad;

#[derive_grad]
fn pops(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    assert!(v.pop().is_some());
    if matches!(v.pop(), Some(a) if a > 0.0) {
        return v[0];
    }
    v[0] * v[0]
}

fn main() {}
