//! The same as a statement.
use grad_runtime::derive_grad;

macro_rules! bump {
    ($x:ident) => {
        $x += 1.0;
    };
}

#[derive_grad]
fn bumped(x: f64) -> f64 {
    let mut y = x;
    bump!(y);
    y
}

fn main() {}
