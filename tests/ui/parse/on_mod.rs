//! The attribute on a module.
use grad_runtime::derive_grad;

#[derive_grad]
mod energies {
    pub fn spring(x: f64) -> f64 {
        x * x
    }
}

fn main() {}
