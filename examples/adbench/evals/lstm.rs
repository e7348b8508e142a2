//! The loss of a recurrent network that predicts the next character of a text, `bits` numbers each.
//!
//! The weights of its layers are diagonal, so all products are element by element. `layers` holds,
//! for each layer, four rows of weights and four of biases: forget, input, output, change. `ends`
//! holds three rows: the weights of the input, the weights of the output, the biases of the output.
use grad_runtime::derive_grad;

use super::{Comparison, Recorded};

#[derive_grad(wrt(layers, ends))]
pub fn loss(layers: &[f64], ends: &[f64], initial: &[f64], text: &[f64], bits: usize) -> f64 {
    let characters = text.len() / bits;
    let mut state = initial.to_vec();
    let mut y = vec![0.0; bits];
    let mut total = 0.0;
    for t in 0..characters - 1 {
        for i in 0..bits {
            y[i] = text[t * bits + i] * ends[i];
        }
        for layer in 0..layers.len() / (8 * bits) {
            let row = 8 * layer * bits;
            let cells = 2 * layer * bits;
            step(
                &layers[row..row + 8 * bits],
                &mut state[cells..cells + 2 * bits],
                &mut y,
            );
        }
        let mut sum = 2.0;
        for i in 0..bits {
            y[i] = y[i] * ends[bits + i] + ends[2 * bits + i];
            sum += y[i].exp();
        }
        let log_sum = sum.ln();
        let next = &text[(t + 1) * bits..(t + 2) * bits];
        for i in 0..bits {
            total += next[i] * (y[i] - log_sum);
        }
    }
    -total / ((characters - 1) * bits) as f64
}

/// One layer: `state` holds its last output, then its cells; `y` is its input and becomes its
/// output.
#[derive_grad]
fn step(weights: &[f64], state: &mut [f64], y: &mut [f64]) {
    let b = y.len();
    for i in 0..b {
        let forget = sigmoid(y[i] * weights[i] + weights[4 * b + i]);
        let input = sigmoid(state[i] * weights[b + i] + weights[5 * b + i]);
        let output = sigmoid(y[i] * weights[2 * b + i] + weights[6 * b + i]);
        let change = (state[i] * weights[3 * b + i] + weights[7 * b + i]).tanh();
        state[b + i] = state[b + i] * forget + input * change;
        state[i] = output * state[b + i].tanh();
        y[i] = state[i];
    }
}

#[derive_grad]
fn sigmoid(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

pub fn compare(recorded: &Recorded) -> Result<Comparison, String> {
    let mut file = recorded.text("lstm")?;
    let (count, characters, bits): (usize, usize, usize) = (file.one()?, file.one()?, file.one()?);
    let layers = file.list(count * 8 * bits)?;
    let ends = file.list(3 * bits)?;
    let initial = file.list(2 * count * bits)?;
    let text = file.list(characters * bits)?;
    let objective = recorded.number("/objective")?;
    let (value, d_layers, d_ends) = loss_grad(&layers, &ends, &initial, &text, bits);
    let mut comparison = Comparison::default();
    comparison.value(loss(&layers, &ends, &initial, &text, bits), objective);
    comparison.value(value, objective);
    comparison.values(
        &[d_layers, d_ends].concat(),
        &recorded.numbers("/gradient")?,
    );
    Ok(comparison)
}
