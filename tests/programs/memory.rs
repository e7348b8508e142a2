//! Spaced repetition: the loss of a memory model over review histories.
use grad_runtime::{Differentiable, derive_grad};

const DECAY: f32 = -0.5;
const FACTOR: f32 = 19.0 / 81.0;
const S_MIN: f32 = 0.01;
const S_MAX: f32 = 36_500.0;

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct Review {
    /// 1 again, 2 hard, 3 good, 4 easy.
    pub rating: u32,
    /// Days since the review before.
    pub elapsed: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Differentiable)]
pub struct MemoryState {
    pub stability: f32,
    pub difficulty: f32,
}

#[derive(Debug, Clone, Differentiable)]
pub struct Model {
    pub w: [f32; 17],
}

#[derive_grad]
impl Model {
    pub fn retrievability(&self, state: &MemoryState, elapsed: u32) -> f32 {
        (1.0 + FACTOR * elapsed as f32 / state.stability).powf(DECAY)
    }

    fn first_state(&self, rating: u32) -> MemoryState {
        MemoryState {
            stability: self.w[rating as usize - 1].max(S_MIN),
            difficulty: self.first_difficulty(rating).clamp(1.0, 10.0),
        }
    }

    fn first_difficulty(&self, rating: u32) -> f32 {
        self.w[4] - (self.w[5] * (rating as f32 - 1.0)).exp() + 1.0
    }

    fn next_difficulty(&self, difficulty: f32, rating: u32) -> f32 {
        let delta = -self.w[6] * (rating as f32 - 3.0);
        let damped = difficulty + delta * (10.0 - difficulty) / 9.0;
        let reverted = self.w[7] * self.first_difficulty(4) + (1.0 - self.w[7]) * damped;
        reverted.clamp(1.0, 10.0)
    }

    fn stability_after_success(&self, state: &MemoryState, r: f32, rating: u32) -> f32 {
        let hard_penalty = if rating == 2 { self.w[15] } else { 1.0 };
        let easy_bonus = if rating == 4 { self.w[16] } else { 1.0 };
        let growth = self.w[8].exp()
            * (11.0 - state.difficulty)
            * state.stability.powf(-self.w[9])
            * ((self.w[10] * (1.0 - r)).exp() - 1.0)
            * hard_penalty
            * easy_bonus;
        state.stability * (1.0 + growth)
    }

    fn stability_after_failure(&self, state: &MemoryState, r: f32) -> f32 {
        let forgotten = self.w[11]
            * state.difficulty.powf(-self.w[12])
            * ((state.stability + 1.0).powf(self.w[13]) - 1.0)
            * (self.w[14] * (1.0 - r)).exp();
        forgotten.min(state.stability)
    }

    pub fn step(&self, state: MemoryState, review: &Review) -> MemoryState {
        let r = self.retrievability(&state, review.elapsed);
        let stability = match review.rating {
            1 => self.stability_after_failure(&state, r),
            rating => self.stability_after_success(&state, r, rating),
        };
        MemoryState {
            stability: stability.clamp(S_MIN, S_MAX),
            difficulty: self.next_difficulty(state.difficulty, review.rating),
        }
    }

    pub fn state_after(&self, history: &[Review]) -> MemoryState {
        let first = self.first_state(history[0].rating);
        history[1..]
            .iter()
            .fold(first, |state, review| self.step(state, review))
    }

    /// Binary cross-entropy of the last answer of each card.
    pub fn loss(&self, cards: &[Vec<Review>], l2: f32, prior: &[f32; 17]) -> f32 {
        let mut total = 0.0f32;
        for card in cards {
            let (last, history) = card.split_last().unwrap();
            let state = self.state_after(history);
            let p = self
                .retrievability(&state, last.elapsed)
                .clamp(1e-4, 1.0 - 1e-4);
            let recalled = last.rating > 1;
            total -= if recalled { p.ln() } else { (1.0 - p).ln() };
        }
        let penalty: f32 = self.w.iter().zip(prior).map(|(w, p)| (w - p).powi(2)).sum();
        total / cards.len() as f32 + l2 * penalty
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const W: [f32; 17] = [
        0.4, 0.6, 2.4, 5.8, 4.93, 0.94, 0.86, 0.01, 1.49, 0.14, 0.94, 2.18, 0.05, 0.34, 1.26, 0.29,
        2.61,
    ];

    fn cards() -> Vec<Vec<Review>> {
        let card = |reviews: &[(u32, u32)]| {
            let review = |&(rating, elapsed)| Review { rating, elapsed };
            reviews.iter().map(review).collect::<Vec<_>>()
        };
        vec![
            card(&[(3, 0), (3, 2), (4, 6), (3, 20)]),
            card(&[(1, 0), (3, 1), (1, 3), (2, 1), (3, 4)]),
            card(&[(4, 0), (2, 9), (3, 15), (1, 40)]),
            card(&[(2, 0), (1, 3)]),
        ]
    }

    /// The loss once more, in double precision and without structs, from the public description of the model.
    fn loss(w: &[f64], cards: &[Vec<Review>], l2: f64, prior: &[f32]) -> f64 {
        let recall = |t: u32, s: f64| (1.0 + 19.0 / 81.0 * f64::from(t) / s).powf(-0.5);
        let d0 = |g: u32| w[4] - (w[5] * (f64::from(g) - 1.0)).exp() + 1.0;
        let mut total = 0.0;
        for card in cards {
            let first = card[0].rating;
            let mut s = w[first as usize - 1].max(0.01);
            let mut d = d0(first).clamp(1.0, 10.0);
            for r in &card[1..card.len() - 1] {
                let p = recall(r.elapsed, s);
                s = if r.rating == 1 {
                    let f = w[11] * d.powf(-w[12]) * ((s + 1.0).powf(w[13]) - 1.0);
                    (f * (w[14] * (1.0 - p)).exp()).min(s)
                } else {
                    let factor = match r.rating {
                        2 => w[15],
                        4 => w[16],
                        _ => 1.0,
                    };
                    let g = w[8].exp() * (11.0 - d) * s.powf(-w[9]);
                    s * (1.0 + g * ((w[10] * (1.0 - p)).exp() - 1.0) * factor)
                };
                s = s.clamp(0.01, 36_500.0);
                let moved = d - w[6] * (f64::from(r.rating) - 3.0) * (10.0 - d) / 9.0;
                d = (w[7] * d0(4) + (1.0 - w[7]) * moved).clamp(1.0, 10.0);
            }
            let last = card.last().unwrap();
            let p = recall(last.elapsed, s).clamp(1e-4, 1.0 - 1e-4);
            total -= if last.rating > 1 {
                p.ln()
            } else {
                (1.0 - p).ln()
            };
        }
        let off = |(w, p): (&f64, &f32)| (w - f64::from(*p)).powi(2);
        total / cards.len() as f64 + l2 * w.iter().zip(prior).map(off).sum::<f64>()
    }

    #[test]
    fn the_gradient_is_that_of_differences_in_double_precision() {
        let (cards, prior) = (cards(), [0.5; 17]);
        let model = Model { w: W };
        let (value, d_model, _, d_l2, d_prior) = model.loss_grad(&cards, 0.1, &prior);
        assert_eq!(value, model.loss(&cards, 0.1, &prior));
        let w: Vec<f64> = W.iter().map(|w| f64::from(*w)).collect();
        let l2 = f64::from(0.1_f32);
        assert!((f64::from(value) - loss(&w, &cards, l2, &prior)).abs() < 1e-5);
        for i in 0..17 {
            let at = |h: f64| {
                let mut w = w.clone();
                w[i] += h;
                loss(&w, &cards, l2, &prior)
            };
            let expected = (at(1e-6) - at(-1e-6)) / 2e-6;
            let d = f64::from(d_model.w[i]);
            assert!(
                (d - expected).abs() < 2e-4 * expected.abs().max(1.0),
                "{i}: {d} {expected}"
            );
            let pull = -2.0 * l2 * (w[i] - 0.5);
            assert!((f64::from(d_prior[i]) - pull).abs() < 1e-5);
        }
        let penalty: f64 = w.iter().map(|w| (w - 0.5).powi(2)).sum();
        assert!((f64::from(d_l2) - penalty).abs() < 1e-3);
    }

    #[test]
    fn descent_along_the_gradient_lowers_the_loss() {
        let (cards, prior) = (cards(), W);
        let mut model = Model { w: W };
        let before = model.loss(&cards, 0.01, &prior);
        for _ in 0..50 {
            let (_, d, ..) = model.loss_grad(&cards, 0.01, &prior);
            for (w, d) in model.w.iter_mut().zip(d.w) {
                *w -= 0.05 * d;
            }
        }
        assert!(model.loss(&cards, 0.01, &prior) < 0.9 * before);
    }
}
