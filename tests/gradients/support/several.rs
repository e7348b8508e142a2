//! Functions with several results: the Jacobian row by row, and the dot-product test.

use super::assert_close;
use grad_runtime::check;

/// Built by the macro `several!`.
pub struct Several {
    pub primal: fn(&[f64]) -> Vec<f64>,
    /// With a seed, and the list that the buffers hold when the pullback is called.
    pub vjp: fn(&[f64], &[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
}

/// `jacobian` is one row for each result, or empty where only differences are compared.
#[track_caller]
pub fn all_rows(f: &Several, x: &[f64], jacobian: &[&[f64]]) {
    for (k, row) in jacobian.iter().enumerate() {
        let mut seed = vec![0.0; jacobian.len()];
        seed[k] = 1.0;
        assert_close(&format!("row {k}"), &pulled(f, x, &seed), row, 1e-9);
    }
    let mut numbers = numbers();
    for _ in 0..3 {
        let seed: Vec<f64> = numbers.by_ref().take((f.primal)(x).len()).collect();
        seeds_are_linear(f, x, &seed);
    }
    check::assert_pullback(|x| (f.primal)(x), x, |x, seed| pulled(f, x, seed));
}

/// The cotangents that the seed gives, into buffers of zeros.
fn pulled(f: &Several, x: &[f64], seed: &[f64]) -> Vec<f64> {
    (f.vjp)(x, seed, &vec![0.0; x.len()]).1
}

#[track_caller]
fn seeds_are_linear(f: &Several, x: &[f64], seed: &[f64]) {
    let once = pulled(f, x, seed);
    let scaled = |by: f64| seed.iter().map(|seed| by * seed).collect::<Vec<f64>>();
    let double: Vec<f64> = once.iter().map(|once| 2.0 * once).collect();
    assert_close("twice the seed", &pulled(f, x, &scaled(2.0)), &double, 0.0);
    assert_close(
        "seed 0",
        &pulled(f, x, &scaled(0.0)),
        &vec![0.0; x.len()],
        0.0,
    );
    let (value, twice) = (f.vjp)(x, seed, &once);
    assert_close("twice into the same buffers", &twice, &double, 1e-12);
    let bits = |list: &[f64]| {
        list.iter()
            .map(|number| number.to_bits())
            .collect::<Vec<u64>>()
    };
    assert_eq!(bits(&value), bits(&(f.primal)(x)), "the value");
}

/// Numbers between -1 and 1, always the same ones.
fn numbers() -> impl Iterator<Item = f64> {
    let mut state = 1u64;
    std::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    })
}
