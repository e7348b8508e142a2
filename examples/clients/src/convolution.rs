//! A convolution in single precision learns to tell upright lines from level ones.
use grad_runtime::{Differentiable, Tangent, derive_grad};

use crate::numbers::Numbers;

pub const SIDE: usize = 8;
const KERNEL: usize = 3;
const FILTERS: usize = 4;
const OUT: usize = SIDE - KERNEL + 1;

pub type Image = [[f32; SIDE]; SIDE];

/// The weights, which are their own gradient too.
#[derive(Clone, Debug, Differentiable)]
#[grad(tangent = Self)]
pub struct Net {
    pub filters: [[[f32; KERNEL]; KERNEL]; FILTERS],
    pub biases: [f32; FILTERS],
    pub weights: [f32; FILTERS],
    pub bias: f32,
}

/// Each place of the image under the filter.
#[derive_grad]
fn convolve(image: &Image, filter: &[[f32; KERNEL]; KERNEL], bias: f32) -> [[f32; OUT]; OUT] {
    let mut out = [[bias; OUT]; OUT];
    for i in 0..OUT {
        for j in 0..OUT {
            for (di, row) in filter.iter().enumerate() {
                for (dj, weight) in row.iter().enumerate() {
                    out[i][j] += weight * image[i + di][j + dj];
                }
            }
        }
    }
    out
}

#[derive_grad]
impl Net {
    /// Positive for upright lines: filters, where they are positive, on average, weighed.
    pub fn score(&self, image: &Image) -> f32 {
        let mut score = self.bias;
        for k in 0..FILTERS {
            let seen = convolve(image, &self.filters[k], self.biases[k]);
            let lit: f32 = seen.iter().flatten().map(|v| v.max(0.0)).sum();
            score += self.weights[k] * lit / (OUT * OUT) as f32;
        }
        score
    }

    /// The negative log-likelihood of labels, on average.
    #[derive_grad(wrt(self))]
    pub fn loss(&self, images: &[(Image, bool)]) -> f32 {
        let mut sum = 0.0;
        for (image, upright) in images {
            let score = self.score(image);
            let margin = if *upright { score } else { -score };
            sum += (-margin).max(0.0) + (-margin.abs()).exp().ln_1p();
        }
        sum / images.len() as f32
    }
}

impl Net {
    pub fn random(numbers: &mut Numbers) -> Self {
        let mut number = || 0.5 * numbers.draw() as f32;
        Net {
            filters: std::array::from_fn(|_| {
                std::array::from_fn(|_| std::array::from_fn(|_| number()))
            }),
            biases: [0.0; FILTERS],
            weights: std::array::from_fn(|_| number()),
            bias: 0.0,
        }
    }

    /// The share of labels that are told right.
    pub fn accuracy(&self, images: &[(Image, bool)]) -> f64 {
        let right = images
            .iter()
            .filter(|(image, upright)| (self.score(image) > 0.0) == *upright);
        right.count() as f64 / images.len() as f64
    }
}

/// One line in each image, upright or level, of a few pixels, in noise.
pub fn images(count: usize, numbers: &mut Numbers) -> Vec<(Image, bool)> {
    let image = |i: usize| {
        let upright = i.is_multiple_of(2);
        let mut below = |n: usize| ((numbers.draw() + 1.0) * 0.5 * n as f64) as usize % n;
        let (across, from, length) = (below(SIDE), below(4), 4 + below(2));
        let mut image: Image =
            std::array::from_fn(|_| std::array::from_fn(|_| 0.2 * numbers.draw() as f32));
        for along in from..(from + length).min(SIDE) {
            let (row, column) = if upright {
                (along, across)
            } else {
                (across, along)
            };
            image[row][column] += 1.0;
        }
        (image, upright)
    };
    (0..count).map(image).collect()
}

/// Goes down the gradient with momentum.
pub fn learn(net: &mut Net, images: &[(Image, bool)], steps: usize, mut seen: impl FnMut(f64)) {
    let (mut gradient, mut speed) = (net.zero_tangent(), net.zero_tangent());
    for _ in 0..steps {
        seen(net.loss_grad_into(images, &mut gradient).into());
        gradient.scale_by(-0.1);
        speed.scale_by(0.9);
        speed.accumulate(&gradient);
        net.accumulate(&speed);
    }
}
