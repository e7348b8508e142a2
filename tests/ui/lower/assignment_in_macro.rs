//! An assignment to an active variable inside of a macro that is passed through.
use grad_runtime::derive_grad;

#[derive_grad]
fn bumped(x: f64) -> f64 {
    let mut y = x;
    assert!({
        y += 1.0;
        y > 0.0
    });
    y * y
}

fn main() {}
