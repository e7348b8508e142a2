//! The comparisons.

use super::answers::Answers;
use super::{Program, Reader, RunDual, Seeds, Tally};
use crate::dual::Dual;

/// Relative accuracy that is asked of a gradient.
const ACCURACY: f64 = 1e-9;
/// Rounding that is granted, relative to the terms that were summed.
const ROUNDING: f64 = 1e-13;
/// The same in `f32`.
const ACCURACY_SINGLE: f64 = 1e-4;
const ROUNDING_SINGLE: f64 = 2e-5;
/// Relative accuracy of central differences.
const DIFFERENCES: f64 = 1e-4;

impl Tally {
    fn count(&mut self, v: f64) {
        self.compared += 1;
        self.nonzero += usize::from(v != 0.0);
    }
}

/// What the dual form says about one case.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answer {
    pub(super) values: Vec<f64>,
    /// One for each input, where only the result has a seed.
    pub(super) slopes: Vec<Slope>,
    /// The same where the final contents of `&mut` parameters have seeds too.
    pub(super) seeded: Vec<Slope>,
}

impl Answer {
    /// What a gradient says, to be compared with something else.
    pub(super) fn of(values: &[f64], gradient: &[f64]) -> Self {
        let slope = |&d: &f64| Slope {
            d,
            scale: d.abs(),
            odd: !d.is_finite(),
        };
        Self {
            values: values.to_vec(),
            slopes: gradient.iter().map(slope).collect(),
            seeded: gradient.iter().map(slope).collect(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slope {
    pub(super) d: f64,
    pub(super) scale: f64,
    pub(super) odd: bool,
}

pub(super) fn program(p: &Program, known: &Answers) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for (i, case) in p.cases.iter().enumerate() {
        one_case(p, case.0, case.1, known.of(p.id, i), &mut tally).map_err(|text| {
            format!(
                "case {i}: floats {:?}, integers {:?}\n{text}",
                case.0, case.1
            )
        })?;
    }
    Ok(tally)
}

fn one_case(
    p: &Program,
    floats: &[f64],
    ints: &[i64],
    known: Option<&Answer>,
    tally: &mut Tally,
) -> Result<(), String> {
    let values = (p.run)(&mut Reader::new(floats, ints));
    let again = (p.run)(&mut Reader::new(floats, ints));
    same_values("the second run", &again, &values)?;
    let answer = match (p.dual, known) {
        (_, Some(known)) => {
            close_values(&known.values, &values, p.single)?;
            known.clone()
        }
        (Some(dual), None) => {
            let answer = forward(dual, p.seeds, floats, ints);
            same_values("the dual form", &answer.values, &values)?;
            answer
        }
        (None, None) => return Err("no answer of the dual form is known".to_string()),
    };
    compare(p, floats, ints, &values, &answer, tally)?;
    // Differences of `f32` say little.
    if let Some(dual) = p.dual.filter(|_| p.grads.is_empty() && !p.single) {
        let moved = off_ties(floats);
        let answer = forward(dual, p.seeds, &moved, ints);
        by_differences(p, &moved, ints, &answer, tally)?;
    }
    Ok(())
}

/// Every generated function against the primal's values and the slopes.
pub(super) fn compare(
    p: &Program,
    floats: &[f64],
    ints: &[i64],
    values: &[f64],
    answer: &Answer,
    tally: &mut Tally,
) -> Result<(), String> {
    for (name, run) in p.grads {
        let (v, g) = run(&mut Reader::new(floats, ints));
        same_values(name, &v, values)?;
        let slopes = if *name == "f_vjp" {
            &answer.seeded
        } else {
            &answer.slopes
        };
        same_gradient(name, &g, slopes, p.single, tally)?;
    }
    Ok(())
}

pub(super) fn forward(dual: RunDual, of_results: &[f64], floats: &[f64], ints: &[i64]) -> Answer {
    let run = |direction: Option<usize>| {
        let inputs: Vec<Dual> = floats
            .iter()
            .enumerate()
            .map(|(i, &v)| Dual::new(v, f64::from(u8::from(Some(i) == direction))))
            .collect();
        dual(&mut Reader::new(&inputs, ints))
    };
    let values = run(None);
    let all = seeds(of_results, values.len());
    let (slopes, seeded) = (0..floats.len())
        .map(|i| {
            let results = run(Some(i));
            (weighted(&results, of_results), weighted(&results, &all))
        })
        .unzip();
    Answer {
        values: values.iter().map(|d| d.re()).collect(),
        slopes,
        seeded,
    }
}

/// The seeds of the result, then those of the final contents.
fn seeds(of_results: &[f64], n: usize) -> Vec<f64> {
    let result = of_results.iter().copied();
    result.chain(Seeds::default()).take(n).collect()
}

/// The tangents of the results, weighted with their seeds.
fn weighted(results: &[Dual], seeds: &[f64]) -> Slope {
    let pairs = || results.iter().zip(seeds);
    Slope {
        d: pairs().map(|(r, s)| r.eps() * s).sum(),
        scale: pairs().map(|(r, s)| r.scale() * s.abs()).sum(),
        odd: results.iter().any(|r| r.odd()),
    }
}

/// Bit for bit, but one NaN is as good as another.
pub(super) fn same_values(name: &str, got: &[f64], expected: &[f64]) -> Result<(), String> {
    let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
    if got.len() == expected.len() && got.iter().zip(expected).all(same) {
        return Ok(());
    }
    Err(format!(
        "value of {name}: {got:?}\nvalue of the primal: {expected:?}"
    ))
}

/// What was written down comes from a build of its own, perhaps without optimisations: what is known when a program is
/// compiled is computed by the compiler, whose functions may round another way than those of the machine.
fn close_values(known: &[f64], values: &[f64], single: bool) -> Result<(), String> {
    let granted = if single { 1e-5 } else { 1e-13 };
    let close = |(a, b): (&f64, &f64)| {
        a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= granted * b.abs().max(1.0)
    };
    if known.len() == values.len() && known.iter().zip(values).all(close) {
        return Ok(());
    }
    same_values("the dual form", known, values)
}

pub(super) fn same_gradient(
    name: &str,
    got: &[f64],
    slopes: &[Slope],
    single: bool,
    tally: &mut Tally,
) -> Result<(), String> {
    let expected: Vec<f64> = slopes.iter().map(|s| s.d).collect();
    let fail = || {
        Err(format!(
            "gradient of {name}: {got:?}\ndual numbers: {expected:?}"
        ))
    };
    if got.len() != expected.len() {
        return fail();
    }
    for (&g, slope) in got.iter().zip(slopes) {
        match judge(g, slope, single) {
            Verdict::Same => tally.count(g),
            Verdict::Skip => tally.skipped += 1,
            Verdict::Different => return fail(),
        }
    }
    Ok(())
}

enum Verdict {
    Same,
    Skip,
    Different,
}

fn judge(got: f64, slope: &Slope, single: bool) -> Verdict {
    let (accuracy, rounding, lost) = if single {
        (ACCURACY_SINGLE, ROUNDING_SINGLE, 1e-2)
    } else {
        (ACCURACY, ROUNDING, 1e-6)
    };
    let expected = slope.d;
    if got == expected || got.is_nan() && expected.is_nan() {
        return Verdict::Same;
    }
    let size = expected.abs().max(1.0);
    let rounding = rounding * slope.scale;
    if (got - expected).abs() <= accuracy * size + rounding.min(lost * size) {
        return Verdict::Same;
    }
    // Zero times infinity, and sums that lose all digits, depend on the order of the sweep.
    if slope.odd || !slope.scale.is_finite() || rounding > lost * size {
        return Verdict::Skip;
    }
    Verdict::Different
}

/// Inputs nearby that are not equal, zero or whole: there the conventions at kinks cannot be seen in differences.
fn off_ties(floats: &[f64]) -> Vec<f64> {
    let moved = |(i, v): (usize, &f64)| v + 0.0137 * (i as f64 + 1.0).sqrt();
    floats.iter().enumerate().map(moved).collect()
}

/// Central differences, where two step sizes and both sides agree with each other.
pub(super) fn by_differences(
    p: &Program,
    floats: &[f64],
    ints: &[i64],
    answer: &Answer,
    tally: &mut Tally,
) -> Result<(), String> {
    let seeds = seeds(p.seeds, answer.values.len());
    for (i, slope) in answer.seeded.iter().enumerate() {
        let at = |h: f64| {
            let mut moved = floats.to_vec();
            moved[i] += h;
            let out = (p.run)(&mut Reader::new(&moved, ints));
            if out.len() != seeds.len() {
                return f64::NAN;
            }
            out.iter().zip(&seeds).map(|(v, s)| v * s).sum::<f64>()
        };
        let quotient = |lo: f64, hi: f64| (at(hi) - at(lo)) / (hi - lo);
        let h = 1e-5;
        let central = quotient(-h, h);
        let size = central.abs().max(1.0);
        let close = |a: f64, b: f64, accuracy: f64| (a - b).abs() <= accuracy * size;
        let smooth = close(quotient(-h, 0.0), quotient(0.0, h), 1e-2)
            && close(quotient(-h / 4.0, h / 4.0), central, DIFFERENCES / 4.0)
            && close(quotient(-4.0 * h, 4.0 * h), central, DIFFERENCES)
            && !slope.odd;
        if !smooth {
            tally.skipped += 1;
        } else if close(central, slope.d, 4.0 * DIFFERENCES) {
            tally.count(slope.d);
        } else {
            return Err(format!(
                "input {i}: central difference {central}, dual numbers {}",
                slope.d
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Answers, Program, Reader, RunGrad};
    use super::program;
    use crate::dual::Dual;

    fn run(r: &mut Reader<'_, f64>) -> Vec<f64> {
        let x = r.float();
        vec![x * x]
    }

    fn dual(r: &mut Reader<'_, Dual>) -> Vec<Dual> {
        let x = r.float();
        vec![x * x]
    }

    fn check(
        dual: super::super::RunDual,
        grads: &'static [(&'static str, RunGrad)],
    ) -> Option<(usize, usize)> {
        let p = Program {
            id: 0,
            seeds: &[1.0],
            single: false,
            cases: &[(&[1.5], &[]), (&[-0.5], &[])],
            run,
            dual: Some(dual),
            grads,
        };
        program(&p, &Answers::default())
            .ok()
            .map(|t| (t.compared, t.skipped))
    }

    #[test]
    fn a_right_gradient_passes() {
        assert_eq!(
            check(
                dual,
                &[("g", |r| {
                    let x = r.float();
                    (vec![x * x], vec![2.0 * x])
                })]
            ),
            Some((2, 0))
        );
    }

    #[test]
    fn a_wrong_gradient_a_wrong_value_and_a_nan_are_found() {
        assert_eq!(
            check(
                dual,
                &[("g", |r| {
                    let x = r.float();
                    (vec![x * x], vec![2.000_001 * x])
                })]
            ),
            None
        );
        assert_eq!(
            check(
                dual,
                &[("g", |r| {
                    let x = r.float();
                    (vec![x * x + 1e-15], vec![2.0 * x])
                })]
            ),
            None
        );
        assert_eq!(
            check(
                dual,
                &[("g", |r| {
                    let x = r.float();
                    (vec![x * x], vec![f64::NAN])
                })]
            ),
            None
        );
        assert_eq!(
            check(
                dual,
                &[("g", |r| {
                    let x = r.float();
                    (vec![x * x], vec![])
                })]
            ),
            None
        );
    }

    #[test]
    fn differences_find_a_wrong_dual_form() {
        assert_eq!(check(dual, &[]), Some((2, 0)));
        let constant = |r: &mut Reader<'_, Dual>| {
            let x = r.float();
            vec![x * crate::dual::c(x.re())]
        };
        assert_eq!(check(constant, &[]), None);
    }
}
