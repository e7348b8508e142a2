//! `#[cfg]` on an expression statement.
use grad_runtime::derive_grad;

#[derive_grad]
fn square(x: f64) -> f64 {
    let mut y = x;
    #[cfg(debug_assertions)]
    {
        y += 1.0;
    }
    y * y
}

fn main() {}
