//! A small network learns which of two moons a point lies on.
use grad_runtime::{Differentiable, Tangent, derive_grad};

use crate::numbers::Numbers;

/// Units of the hidden layer.
pub const HIDDEN: usize = 16;

/// The weights, which are their own gradient too.
#[derive(Clone, Debug, PartialEq, Differentiable)]
#[grad(tangent = Self)]
pub struct Net {
    /// Of each unit, by both coordinates, and its bias.
    pub inner: [[f64; 3]; HIDDEN],
    pub outer: [f64; HIDDEN],
    pub bias: f64,
}

/// A point, and whether it lies on the upper moon.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    pub at: [f64; 2],
    pub upper: bool,
}

#[derive_grad]
impl Net {
    /// Positive for the upper moon.
    pub fn score(&self, [x, y]: [f64; 2]) -> f64 {
        let units = self
            .inner
            .iter()
            .map(|[a, b, c]| (a * x + b * y + c).tanh());
        self.bias
            + units
                .zip(&self.outer)
                .map(|(unit, w)| unit * w)
                .sum::<f64>()
    }
}

/// The negative log-likelihood of a sample.
#[derive_grad(wrt(net))]
pub fn surprise(net: &Net, sample: &Sample) -> f64 {
    let score = net.score(sample.at);
    let margin = if sample.upper { score } else { -score };
    (-margin).max(0.0) + (-margin.abs()).exp().ln_1p()
}

/// That of all, on average.
#[derive_grad(wrt(net))]
pub fn loss(net: &Net, samples: &[Sample]) -> f64 {
    let sum: f64 = samples.iter().map(|sample| surprise(net, sample)).sum();
    sum / samples.len() as f64
}

impl Net {
    pub fn random(numbers: &mut Numbers) -> Self {
        Net {
            inner: std::array::from_fn(|_| numbers.take(1.0)),
            outer: numbers.take(0.5),
            bias: 0.0,
        }
    }

    /// The share of samples that are told right.
    pub fn accuracy(&self, samples: &[Sample]) -> f64 {
        let right = samples
            .iter()
            .filter(|s| (self.score(s.at) > 0.0) == s.upper);
        right.count() as f64 / samples.len() as f64
    }
}

/// Two half circles, one around the end of the other, with noise.
pub fn samples(count: usize, noise: f64, numbers: &mut Numbers) -> Vec<Sample> {
    let sample = |i: usize| {
        let upper = i.is_multiple_of(2);
        let angle = std::f64::consts::FRAC_PI_2 * (numbers.draw() + 1.0);
        let (sin, cos) = angle.sin_cos();
        let [x, y] = if upper {
            [cos, sin]
        } else {
            [1.0 - cos, 0.5 - sin]
        };
        let at = [x + noise * numbers.draw(), y + noise * numbers.draw()];
        Sample { at, upper }
    };
    (0..count).map(sample).collect()
}

/// Goes down the gradient of the whole loss. The buffer is overwritten: there is nothing to reset.
pub fn descend(
    net: &mut Net,
    samples: &[Sample],
    rate: f64,
    steps: usize,
    mut seen: impl FnMut(f64),
) {
    let mut gradient = net.zero_tangent();
    for _ in 0..steps {
        seen(loss_grad_into(net, samples, &mut gradient));
        gradient.scale_by(-rate);
        net.accumulate(&gradient);
    }
}

/// What becomes of the sum of gradients after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterStep {
    Reset,
    /// A mistake, to see what it does.
    Forget,
}

/// The same by batches: pullbacks add to the sum within a batch, and it starts at zero for the next.
pub fn descend_by_batches(
    net: &mut Net,
    batches: &[&[Sample]],
    rate: f64,
    after: AfterStep,
    mut seen: impl FnMut(f64),
) {
    let mut sum = net.zero_tangent();
    for batch in batches {
        let mut loss = 0.0;
        for sample in *batch {
            let (value, pullback) = surprise_vjp(net, sample);
            pullback(1.0 / batch.len() as f64, &mut sum);
            loss += value / batch.len() as f64;
        }
        seen(loss);
        let mut step = sum.clone();
        step.scale_by(-rate);
        net.accumulate(&step);
        if after == AfterStep::Reset {
            Tangent::set_zero(&mut sum);
        }
    }
}
