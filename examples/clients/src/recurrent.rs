//! A recurrent network learns a text by heart, character by character.
use grad_runtime::{Differentiable, Tangent, derive_grad};

use crate::numbers::Numbers;

/// The weights, which are their own gradient too.
#[derive(Clone, Debug, Differentiable)]
#[grad(tangent = Self)]
pub struct Net {
    /// What a character adds to each unit.
    pub from_input: Vec<Vec<f64>>,
    /// What the units add to each other.
    pub from_state: Vec<Vec<f64>>,
    pub bias: Vec<f64>,
    /// What the units say of the next character.
    pub out: Vec<Vec<f64>>,
    pub out_bias: Vec<f64>,
}

#[derive_grad]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[derive_grad]
fn log_sum_exp(x: &[f64]) -> f64 {
    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    top + x.iter().map(|v| (v - top).exp()).sum::<f64>().ln()
}

#[derive_grad]
impl Net {
    /// The units after one more character.
    pub fn step(&self, state: &[f64], character: usize) -> Vec<f64> {
        let mut next = Vec::with_capacity(state.len());
        for (i, row) in self.from_state.iter().enumerate() {
            let sum = self.bias[i] + self.from_input[character][i] + dot(row, state);
            next.push(sum.tanh());
        }
        next
    }

    /// How likely each character is to come next, as logarithms up to a constant.
    pub fn scores(&self, state: &[f64]) -> Vec<f64> {
        self.out
            .iter()
            .zip(&self.out_bias)
            .map(|(row, bias)| dot(row, state) + bias)
            .collect()
    }

    /// The negative log-likelihood of a text, per character.
    pub fn loss(&self, text: &[usize]) -> f64 {
        let mut state = vec![0.0; self.bias.len()];
        let mut sum = 0.0;
        for pair in text.windows(2) {
            state = self.step(&state, pair[0]);
            let scores = self.scores(&state);
            sum += log_sum_exp(&scores) - scores[pair[1]];
        }
        sum / (text.len() - 1) as f64
    }
}

impl Net {
    pub fn random(characters: usize, units: usize, numbers: &mut Numbers) -> Self {
        let scale = 1.0 / (units as f64).sqrt();
        let mut rows =
            |count: usize, length: usize| (0..count).map(|_| numbers.list(length, scale)).collect();
        Net {
            from_input: rows(characters, units),
            from_state: rows(units, units),
            out: rows(characters, units),
            bias: vec![0.0; units],
            out_bias: vec![0.0; characters],
        }
    }

    /// The likeliest text after a first character.
    pub fn recite(&self, first: usize, length: usize) -> Vec<usize> {
        let mut text = vec![first];
        let mut state = vec![0.0; self.bias.len()];
        while text.len() < length {
            state = self.step(&state, text[text.len() - 1]);
            let scores = self.scores(&state);
            let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            text.extend(best);
        }
        text
    }
}

/// Goes down the gradient with momentum, on a tape that is kept.
pub fn learn(net: &mut Net, text: &[usize], steps: usize, mut seen: impl FnMut(f64)) {
    let (mut gradient, mut speed) = (net.zero_tangent(), net.zero_tangent());
    let mut tape = grad_runtime::Tape::new();
    for _ in 0..steps {
        seen(net.loss_grad_with(&mut tape, text, &mut gradient));
        gradient.scale_by(-0.1);
        speed.scale_by(0.9);
        speed.accumulate(&gradient);
        net.accumulate(&speed);
    }
}

/// A text in numbers, and which character each number stands for.
pub struct Text {
    pub alphabet: Vec<char>,
    pub characters: Vec<usize>,
}

impl Text {
    pub fn new(text: &str) -> Self {
        let mut alphabet: Vec<char> = text.chars().collect();
        alphabet.sort_unstable();
        alphabet.dedup();
        let number = |c| alphabet.iter().position(|a| *a == c);
        let characters = text.chars().filter_map(number).collect();
        Text {
            alphabet,
            characters,
        }
    }

    pub fn read(&self, characters: &[usize]) -> String {
        characters.iter().map(|&c| self.alphabet[c]).collect()
    }
}
