//! A function and the four that are generated for it, all with flat arguments and gradients.

use super::{Flat, epsilon, flatten};
use grad_runtime::Tape;

/// Built by the macro `generated!`.
pub struct Generated {
    pub primal: fn(&[f64]) -> f64,
    pub grad: fn(&[f64]) -> Answer,
    /// The buffers hold the number in every place when the function is called.
    pub grad_into: fn(&[f64], f64) -> Answer,
    /// As `grad_into`.
    pub grad_with: fn(&mut Tape, &[f64], f64) -> Answer,
    /// With a seed, and the list that the buffers hold when the pullback is called.
    pub vjp: fn(&[f64], f64, &[f64]) -> Answer,
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub value: f64,
    pub grad: Vec<f64>,
    /// Of the coarsest float among value and gradient.
    pub epsilon: f64,
}

pub fn answer(value: &dyn Flat, buffers: &[&dyn Flat]) -> Answer {
    Answer {
        value: flatten(&[value])[0],
        grad: flatten(buffers),
        epsilon: value.epsilon().max(epsilon(buffers)),
    }
}
