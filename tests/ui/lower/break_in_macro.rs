//! A `break` inside of a macro that is passed through.
use grad_runtime::derive_grad;

#[derive_grad]
fn early(x: f64) -> f64 {
    let mut y = x;
    for i in 0..5 {
        y *= x;
        println!("{}", if i == 2 { break } else { i });
    }
    y
}

fn main() {}
