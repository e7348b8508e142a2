//! Slopes of a function of one number from differences, with an estimate of their error.

/// A value of the function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub value: f64,
    /// How large the terms are of which it is the sum: rounding is a part of this.
    pub size: f64,
}

/// A function along one line, and what is known of its rounding.
pub(super) struct Line<'l> {
    /// Gives the place where it was evaluated after rounding, and the value.
    pub f: &'l mut dyn FnMut(f64) -> (f64, Sample),
    pub at: f64,
    pub epsilon: f64,
}

/// A slope and how far from it the truth may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub value: f64,
    pub tolerance: f64,
    /// The largest tolerance that makes sense: half of the digits.
    pub cap: f64,
}

impl Slope {
    pub(super) fn is_clear(self) -> bool {
        self.tolerance <= self.cap
    }
}

/// What the function does on the two sides of a place.
pub(super) struct Sides {
    pub below: f64,
    pub above: f64,
    pub is_kink: bool,
}

/// Roundings of the function, in units of its precision, that count as nothing.
const ROUNDINGS: f64 = 8.0;
/// From one step to the next shorter one.
const SHORTER: f64 = 8.0;
const STEPS: i32 = 9;
/// How far apart the slopes on two sides are at a kink, in units of the root of the precision, to which each
/// is known.
const KINK: f64 = 100.0;

impl Line<'_> {
    /// A power of two, so that most places are exact.
    fn step(&self, level: i32) -> f64 {
        let wanted = self.epsilon.cbrt() * self.at.abs().max(1.0);
        wanted.log2().floor().exp2() / SHORTER.powi(level)
    }

    /// The step whose error is smallest: from the first on until rounding outweighs the step. `size` stands
    /// for rounding inside of the function that its value does not show.
    pub(super) fn slope(&mut self, size: f64) -> Slope {
        let mut best = Slope {
            value: f64::NAN,
            tolerance: f64::INFINITY,
            cap: f64::NAN,
        };
        for level in 0..STEPS {
            let h = self.step(level);
            let Some((slope, rounding)) = self.central(h, size) else {
                continue;
            };
            let better = slope.tolerance < best.tolerance;
            if better {
                best = slope;
            }
            if !better || slope.tolerance <= 2.0 * rounding {
                break;
            }
        }
        best
    }

    /// The slope from the steps `h` and `2 * h`, and the part of its tolerance that is rounding.
    fn central(&mut self, h: f64, size: f64) -> Option<(Slope, f64)> {
        let [(a, inner, from), (b, outer, to)] = [self.across(h)?, self.across(2.0 * h)?];
        let size = from.max(to).max(size);
        let value = inner + (inner - outer) / 3.0;
        let rounding = ROUNDINGS * self.epsilon * (2.0 * size / a + value.abs());
        let tolerance = (inner - outer).abs() / 3.0 + rounding;
        let scale = value.abs().max(size / self.at.abs().max(1.0));
        let slope = Slope {
            value,
            tolerance,
            cap: 4.0 * self.epsilon.sqrt() * scale,
        };
        (a > 0.0 && b > a && value.is_finite() && tolerance.is_finite())
            .then_some((slope, rounding))
    }

    /// The width, the slope across it and the larger size; nothing where a value is not finite.
    fn across(&mut self, h: f64) -> Option<(f64, f64, f64)> {
        let (left, below) = (self.f)(self.at - h);
        let (right, above) = (self.f)(self.at + h);
        let slope = (above.value - below.value) / (right - left);
        slope
            .is_finite()
            .then(|| (right - left, slope, below.size.max(above.size)))
    }

    /// The slopes from below and from above, and whether they differ.
    pub(super) fn sides(&mut self, size: f64) -> Sides {
        let [(below, _), (above, value)] = [-1.0, 1.0].map(|side| self.one_sided(side));
        let scale = below
            .abs()
            .max(above.abs())
            .max(value.max(size) / self.at.abs().max(1.0));
        let apart = (above - below).abs() > KINK * self.epsilon.sqrt() * scale;
        Sides {
            below,
            above,
            is_kink: below.is_nan() != above.is_nan() || (below != above && apart),
        }
    }

    /// Infinite where it grows with every shorter step; NaN where the function has no value. With the
    /// size of the value.
    fn one_sided(&mut self, side: f64) -> (f64, f64) {
        let (_, here) = (self.f)(self.at);
        let mut last: Option<f64> = None;
        let (mut best, mut least, mut growing) = (f64::NAN, f64::INFINITY, 0);
        for level in 0..=STEPS / 2 {
            let h = side * self.step(level);
            let [(x, near), (y, far)] = [(self.f)(self.at + h), (self.f)(self.at + 2.0 * h)];
            let rounding = ROUNDINGS * self.epsilon * near.size.max(here.size) / h.abs();
            let near = (near.value - here.value) / (x - self.at);
            let far = (far.value - here.value) / (y - self.at);
            // Exact for parabolas.
            let slope = 2.0 * near - far;
            if let Some(last) = last {
                growing = if slope.abs() > 1.5 * last.abs() && slope * last > 0.0 {
                    growing + 1
                } else {
                    0
                };
            }
            let error = (near - far).abs() + rounding;
            if error < least {
                (best, least) = (slope, error);
            }
            last = Some(slope);
        }
        let slope = match last {
            Some(last) if growing >= 3 => f64::INFINITY.copysign(last),
            Some(last) if !last.is_finite() => last,
            _ => best,
        };
        (slope, here.size)
    }
}
