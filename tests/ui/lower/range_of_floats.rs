//! A range whose ends carry a derivative.
use grad_runtime::derive_grad;

#[derive_grad]
fn length(x: f64, y: f64) -> f64 {
    let range = x..y;
    range.end - range.start
}

fn main() {}
