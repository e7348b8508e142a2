//! A macro that the differentiator cannot look into.
use grad_runtime::derive_grad;

macro_rules! square {
    ($x:expr) => {
        $x * $x
    };
}

#[derive_grad]
fn fourth(x: f64) -> f64 {
    square!(x * x)
}

fn main() {}
