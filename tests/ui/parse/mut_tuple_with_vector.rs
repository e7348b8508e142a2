//! A `&mut` of a tuple that holds a vector.
use grad_runtime::derive_grad;

#[derive_grad]
fn energy(state: &mut ([f64; 2], Vec<f64>)) -> f64 {
    state.0[0] *= 2.0;
    state.1.push(state.0[0]);
    state.0[0] * state.0[1]
}

fn main() {}
