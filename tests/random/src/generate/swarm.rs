//! The weights of a function: each has its own, so that what is rare on average is common somewhere.
//!
//! Swarm testing (Groce et al. 2012): a program that may use everything uses little of each, and never much of one
//! thing together with much of another. So every choice of the generator is weighted anew for each function: some
//! alternatives are left out, and often one of them is the favourite. A choice is known by its place in the source.

use super::Gen;
use crate::rng::Rng;
use std::panic::Location;

/// How the weight of an alternative is changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Factor {
    Never,
    Plain,
    Often,
}

impl Gen {
    /// One of the alternatives, by weight, as a number. The last one is never left out.
    #[track_caller]
    pub(super) fn pick(&mut self, weights: &[usize]) -> usize {
        let mut dice = self.dice(Location::caller());
        let favourite = dice.chance(45).then(|| dice.below(weights.len()));
        let sum: usize = weights.iter().sum();
        let last = weights.len() - 1;
        let mut items: Vec<(usize, usize)> = Vec::with_capacity(weights.len());
        for (i, &w) in weights.iter().enumerate() {
            let w = match factor(&mut dice) {
                _ if favourite == Some(i) && w > 0 => w.max(sum),
                Factor::Never if i < last => 0,
                Factor::Often => 4 * w,
                Factor::Never | Factor::Plain => w,
            };
            items.push((w, i));
        }
        if items.iter().all(|(w, _)| *w == 0) {
            return last;
        }
        self.rng.weighted(&items)
    }

    /// One of the items, by weight.
    #[track_caller]
    pub(super) fn weighted<T: Copy>(&mut self, items: &[(usize, T)]) -> T {
        let weights: Vec<usize> = items.iter().map(|(w, _)| *w).collect();
        items[self.pick(&weights)].1
    }

    /// One of the items.
    #[track_caller]
    pub(super) fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.pick(&vec![1; items.len()])]
    }

    /// True with about `percent` in a hundred.
    #[track_caller]
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        let mut dice = self.dice(Location::caller());
        let (yes, no) = (percent, 100usize.saturating_sub(percent));
        let (yes, no) = match dice.below(10) {
            0 => (0, 1),
            1..3 => (5 * yes, no),
            3..5 => (yes, 3 * no),
            _ => (yes, no),
        };
        self.rng.below((yes + no).max(1)) < yes
    }

    /// Random numbers that are the same at every visit of the place.
    fn dice(&self, place: &Location<'_>) -> Rng {
        let file = place.file().bytes().rev().take_while(|&b| b != b'/');
        let file = file.fold(0u64, |h, b| h.wrapping_mul(31).wrapping_add(u64::from(b)));
        let at = u64::from(place.line()) << 32 | u64::from(place.column());
        let mut outer = Rng::for_item(self.swarm, file);
        Rng::for_item(outer.next_u64(), at)
    }
}

fn factor(dice: &mut Rng) -> Factor {
    match dice.below(8) {
        0 => Factor::Never,
        1..3 => Factor::Often,
        _ => Factor::Plain,
    }
}
