//! A macro defined inside of the function.
use grad_runtime::derive_grad;

#[derive_grad]
fn fourth(x: f64) -> f64 {
    macro_rules! two {
        () => {
            2.0
        };
    }
    x * two!()
}

fn main() {}
