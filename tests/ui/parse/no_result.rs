//! No result and nothing that could be written to.
use grad_runtime::derive_grad;

#[derive_grad]
fn show(x: f64) {
    println!("{x}");
}

fn main() {}
