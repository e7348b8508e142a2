//! A `&mut` of a tuple.
use grad_runtime::derive_grad;

#[derive_grad]
fn energy(state: &mut (f64, f64)) -> f64 {
    state.0 *= 2.0;
    state.0 * state.1
}

fn main() {}
