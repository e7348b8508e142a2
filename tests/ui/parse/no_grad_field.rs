//! A field of a parameter that is not there.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable)]
struct Model {
    k: f64,
    #[no_grad]
    data: Vec<f64>,
}

#[derive_grad(no_grad(model.data))]
fn loss(m: &Model, x: f64) -> f64 {
    m.k * x * m.data[0]
}

fn main() {}
