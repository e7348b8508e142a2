//! One check: a function of a flat list of numbers, whatever the shape of its point.

use super::differences::{Line, Sample, Sides, Slope};
use super::floats::{self, Float, Floats};
use super::{Check, Entry, WrongGradient};

/// How many seeds the dot-product test tries.
const SEEDS: usize = 3;

/// The values alone.
pub(super) fn numbers<T: Floats + ?Sized>(value: &mut T) -> Vec<f64> {
    floats::read(value)
        .iter()
        .map(|float| float.value)
        .collect()
}

pub(super) struct Run<'r, P> {
    check: &'r Check,
    function: &'r mut dyn FnMut(&P) -> Vec<Float>,
    point: P,
    at: Vec<Float>,
    /// What the function gives at the point.
    here: Vec<Float>,
}

impl<'r, P: Floats> Run<'r, P> {
    pub(super) fn new(
        check: &'r Check,
        function: &'r mut dyn FnMut(&P) -> Vec<Float>,
        mut point: P,
    ) -> Self {
        let at = floats::read(&mut point);
        let here = function(&point);
        Self {
            check,
            function,
            point,
            at,
            here,
        }
    }

    /// Compares the gradient of the results weighted with the seeds.
    pub(super) fn gradient(
        &mut self,
        seeds: &[f64],
        gradient: &[f64],
    ) -> Result<(), WrongGradient> {
        let of = self.at.len();
        if gradient.len() != of {
            return Err(WrongGradient::Length {
                point: of,
                gradient: gradient.len(),
            });
        }
        let mut wrong = self.wrong(seeds, gradient, 0.0);
        if !wrong.is_empty() {
            let size = self.size(seeds);
            wrong = self.wrong(seeds, gradient, size);
        }
        if wrong.is_empty() {
            Ok(())
        } else {
            Err(WrongGradient::Entries { wrong, of })
        }
    }

    fn wrong(&mut self, seeds: &[f64], gradient: &[f64], size: f64) -> Vec<Entry> {
        let entries = gradient.iter().enumerate();
        entries
            .filter_map(|(number, &value)| self.entry(seeds, number, value, size))
            .collect()
    }

    /// How far one rounding of every input moves the value, in units of the precision.
    fn size(&mut self, seeds: &[f64]) -> f64 {
        (0..self.at.len())
            .filter_map(|number| {
                let slope = self.on_line(seeds, number, |line| line.slope(0.0));
                slope
                    .is_clear()
                    .then(|| (self.at[number].value * slope.value).abs())
            })
            .sum()
    }

    /// The entry, if it is wrong.
    fn entry(&mut self, seeds: &[f64], number: usize, value: f64, size: f64) -> Option<Entry> {
        let slope = self.on_line(seeds, number, |line| line.slope(size));
        if is_right(value, slope) {
            return None;
        }
        let Sides {
            below,
            above,
            is_kink,
        } = self.on_line(seeds, number, |line| line.sides(size));
        let grows = |side: f64| side == value || side.is_nan();
        if value.is_infinite()
            && grows(below)
            && grows(above)
            && !(below.is_nan() && above.is_nan())
        {
            return None;
        }
        Some(Entry {
            name: self.name(number),
            at: self.at[number].value,
            value,
            expected: slope.value,
            tolerance: slope.tolerance,
            is_clear: slope.is_clear(),
            below,
            above,
            is_kink,
        })
    }

    /// The function along one coordinate.
    fn on_line<T>(
        &mut self,
        seeds: &[f64],
        number: usize,
        ask: impl FnOnce(&mut Line<'_>) -> T,
    ) -> T {
        let at = self.at[number];
        let epsilon = self.epsilon().max(at.epsilon);
        let results = self.here.len();
        let (function, point) = (&mut self.function, &mut self.point);
        let narrow = |x: f64| {
            if at.epsilon > f64::EPSILON {
                narrow(x)
            } else {
                x
            }
        };
        let answer = ask(&mut Line {
            f: &mut |x| {
                floats::write_one(point, number, x);
                (narrow(x), weighted(&function(point), seeds, results))
            },
            at: at.value,
            epsilon,
        });
        floats::write_one(&mut self.point, number, at.value);
        answer
    }

    /// That of the coarsest result, or what the user says.
    fn epsilon(&self) -> f64 {
        let results = self.here.iter().map(|float| float.epsilon);
        results.fold(self.check.precision, f64::max)
    }

    fn name(&mut self, number: usize) -> String {
        let path = floats::name(&mut self.point, number);
        let member = path.strip_prefix('.').map(|path| {
            let end = path.find(|c: char| !c.is_ascii_digit());
            path.split_at(end.unwrap_or(path.len()))
        });
        let named = member.and_then(|(member, rest)| {
            let name = self.check.names.get(member.parse::<usize>().ok()?)?;
            Some(format!("{name}{rest}"))
        });
        named.unwrap_or(path)
    }

    /// The dot-product test.
    pub(super) fn pullback(
        &mut self,
        pull: &mut dyn FnMut(&[f64]) -> Vec<f64>,
    ) -> Result<(), WrongGradient> {
        let mut some = some_numbers();
        for _ in 0..SEEDS {
            let seeds: Vec<f64> = some.by_ref().take(self.here.len()).collect();
            // As long as the steps by which a coordinate would be moved.
            let scale = |at: &Float| at.value.abs().max(1.0).log2().floor().exp2();
            let direction: Vec<f64> = (self.at.iter().map(scale))
                .zip(some.by_ref())
                .map(|(scale, some)| scale * some)
                .collect();
            let pulled = pull(&seeds);
            if pulled.len() != self.at.len() {
                return self.gradient(&seeds, &pulled);
            }
            let product = direction.iter().zip(&pulled).map(|(u, d)| u * d).sum();
            if is_right(
                product,
                self.along(&seeds, &direction, |line| line.slope(0.0)),
            ) {
                continue;
            }
            self.gradient(&seeds, &pulled)?;
            // Each entry may be a little off; or the direction crosses a kink, which says nothing.
            let size = self.size(&seeds);
            let slope = self.along(&seeds, &direction, |line| line.slope(size));
            let sides = self.along(&seeds, &direction, |line| line.sides(size));
            if !is_right(product, slope) && slope.is_clear() && !sides.is_kink {
                return Err(WrongGradient::Product {
                    pulled: product,
                    expected: slope.value,
                    tolerance: slope.tolerance,
                });
            }
        }
        Ok(())
    }

    /// The function along a direction.
    fn along<T>(
        &mut self,
        seeds: &[f64],
        direction: &[f64],
        ask: impl FnOnce(&mut Line<'_>) -> T,
    ) -> T {
        let inputs = self.at.iter().map(|float| float.epsilon);
        let epsilon = inputs.fold(self.epsilon(), f64::max);
        let at: Vec<f64> = self.at.iter().map(|float| float.value).collect();
        let results = self.here.len();
        let (function, point) = (&mut self.function, &mut self.point);
        let mut line = |t: f64| {
            let moved: Vec<f64> = at.iter().zip(direction).map(|(x, u)| x + t * u).collect();
            floats::write(point, &moved);
            (t, weighted(&function(point), seeds, results))
        };
        let answer = ask(&mut Line {
            f: &mut line,
            at: 0.0,
            epsilon,
        });
        floats::write(&mut self.point, &at);
        answer
    }
}

fn is_right(value: f64, slope: Slope) -> bool {
    (value - slope.value).abs() <= slope.tolerance.min(slope.cap)
}

/// The sum of the results, each times its seed; NaN where their number has changed.
fn weighted(results: &[Float], seeds: &[f64], count: usize) -> Sample {
    if results.len() != count {
        return Sample {
            value: f64::NAN,
            size: f64::NAN,
        };
    }
    let terms = || results.iter().zip(seeds).map(|(r, seed)| r.value * seed);
    Sample {
        value: terms().sum(),
        size: terms().map(f64::abs).sum(),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to the nearest f32 is the purpose"
)]
fn narrow(x: f64) -> f64 {
    f64::from(x as f32)
}

/// 1, 1/2 and 1/4 with either sign, always the same ones.
fn some_numbers() -> impl Iterator<Item = f64> {
    let mut state = 1_u64;
    std::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let sign = if state >> 63 == 0 { 1.0 } else { -1.0 };
        sign / [1.0, 2.0, 4.0][(state >> 33) as usize % 3]
    })
}
