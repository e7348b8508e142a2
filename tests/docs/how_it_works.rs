//! The code of `docs/how-it-works.md`.
use grad_runtime::Tape;

use grad_runtime::derive_grad;

/// Squares up to a limit, and straight lines beyond.
#[derive_grad]
fn softened(x: &[f64], limit: f64) -> f64 {
    let mut sum = 0.0;
    for &v in x {
        let square = v * v;
        if square < limit {
            sum += square;
        } else {
            sum += limit.sqrt() * v.abs();
        }
    }
    sum
}

#[test]
fn softened_runs() {
    let (value, d_x, d_limit) = softened_grad(&[1.0, -5.0], 4.0);
    assert_eq!(value, 1.0 + 2.0 * 5.0);
    // 2 v within, -√limit beyond; by the limit |v| / (2 √limit), beyond.
    assert_eq!((d_x, d_limit), (vec![2.0, -2.0], 1.25));
}

/// Exponential smoothing: each trip reads what the last one left.
#[derive_grad]
fn smoothed(x: &[f64], weight: f64) -> f64 {
    let mut y = 0.0;
    for v in x {
        y += weight * (v - y);
    }
    y
}

#[test]
fn smoothed_runs() {
    // y is w x_0, then w x_1 + (1 - w) w x_0.
    let (value, d_x, d_weight) = smoothed_grad(&[3.0, 5.0], 0.5);
    assert_eq!(value, 2.5 + 0.75);
    assert_eq!((d_x, d_weight), (vec![0.25, 0.5], 5.0 + 3.0 - 3.0));
}

#[test]
fn a_kept_tape_runs() {
    let mut tape = Tape::new();
    let (mut d_x, mut d_weight) = (vec![0.0; 1000], 0.0);
    let x: Vec<f64> = (0..1000).map(|i| f64::from(i) / 100.0).collect();
    smoothed_grad_with(&mut tape, &x, 0.1, &mut d_x, &mut d_weight);
    // A word a trip, for the slope by the weight, and the number of trips.
    assert_eq!(tape.peak_words(), 1000 + 1);
    let capacity = tape.capacity_words();
    smoothed_grad_with(&mut tape, &x, 0.1, &mut d_x, &mut d_weight);
    assert_eq!(tape.capacity_words(), capacity);
}
