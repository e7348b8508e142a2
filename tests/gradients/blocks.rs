//! Loops whose frames lie in one block, beside those whose trips put down their own: every word comes back
//! where it belongs, whatever stands around the loop, and a loop that no memory holds panics as the primal.

use crate::support::{assert_close, panic_message};
use grad_runtime::{Tape, derive_grad};

/// Slopes by central differences.
fn slopes(f: impl Fn(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    let h = 1e-6;
    let moved = |at: usize, by: f64| {
        let mut x = x.to_vec();
        x[at] += by;
        f(&x)
    };
    (0..x.len())
        .map(|at| (moved(at, h) - moved(at, -h)) / (2.0 * h))
        .collect()
}

/// The gradient against differences, for slices of several lengths, twice on one tape.
macro_rules! right {
    ($($test:ident: $f:ident $grad:ident $grad_with:ident;)*) => {$(
        #[test]
        fn $test() {
            let mut tape = Tape::new();
            for n in [0, 1, 2, 3, 7, 40] {
                let x: Vec<f64> = (0..n).map(|i| 0.9 + 0.3 * f64::sin(1.7 * i as f64)).collect();
                let expected = slopes($f, &x);
                let (value, found) = $grad(&x);
                assert_eq!(value.to_bits(), $f(&x).to_bits(), "the value of {n}");
                let mut again = vec![0.0; n];
                for _ in 0..2 {
                    $grad_with(&mut tape, &x, &mut again);
                    assert_eq!(again, found, "on a kept tape, of {n}");
                }
                assert_close("the gradient", &found, &expected, 1e-6);
            }
        }
    )*};
}

right! {
    ranges: by_range by_range_grad by_range_grad_with;
    reversed: backwards backwards_grad backwards_grad_with;
    closed_ranges: closed closed_grad closed_grad_with;
    zips_of_different_lengths: zipped zipped_grad zipped_grad_with;
    chunks_and_their_rest: in_chunks in_chunks_grad in_chunks_grad_with;
    skips_and_steps: stepped stepped_grad stepped_grad_with;
    arms_and_continues: in_arms in_arms_grad in_arms_grad_with;
    left_early: until until_grad until_grad_with;
    left_from_inside: out_of_both out_of_both_grad out_of_both_grad_with;
    blocks_in_trips: nested nested_grad nested_grad_with;
    written_in_place: in_place in_place_grad in_place_grad_with;
    calls_between: with_calls with_calls_grad with_calls_grad_with;
    loops_that_call: called_in_trips called_in_trips_grad called_in_trips_grad_with;
    tape_in_the_reverse_half_alone: vectors_in_trips vectors_in_trips_grad vectors_in_trips_grad_with;
}

#[derive_grad]
fn by_range(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 0..x.len() {
        s = (s * x[i]).sin() + x[i];
    }
    s
}

#[derive_grad]
fn backwards(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in (0..x.len()).rev() {
        s = s * x[i] + x[i].exp();
        s = s.cos();
    }
    for e in x.iter().rev() {
        s = (s * e).sin();
    }
    s
}

#[derive_grad]
fn closed(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for i in 1..=x.len() {
        s = (s + i as f64 * x[i - 1]).sin();
    }
    s
}

#[derive_grad]
fn zipped(x: &[f64]) -> f64 {
    let half = x.len() / 2;
    let mut s = 0.5;
    for (a, b) in x[..half].iter().zip(&x[half..]) {
        s = (s * a).sin() * b;
    }
    for (i, (a, b)) in x.iter().zip(x[half..].iter()).enumerate() {
        s = (a * b * s + i as f64).sin();
    }
    s
}

#[derive_grad]
fn in_chunks(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for part in x.chunks(3) {
        s = (s * part[0]).sin() + part[part.len() - 1];
    }
    for part in x.chunks_exact(2) {
        s = (s * part[0]).cos() * part[1];
    }
    for pair in x.windows(2) {
        s = (s + pair[0] * pair[1]).sin();
    }
    s
}

#[derive_grad]
fn stepped(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for e in x.iter().skip(1).step_by(2).take(5) {
        s = (s * e).sin() + e;
    }
    s
}

#[derive_grad]
fn in_arms(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for (i, &e) in x.iter().enumerate() {
        if i % 3 == 1 {
            continue;
        }
        if e > 0.95 {
            s = (s * e).sin();
        } else {
            s += e * e;
        }
    }
    s
}

#[derive_grad]
fn until(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for &e in x {
        s = s * e + e.sin();
        if s > 2.0 {
            s *= e;
            break;
        }
    }
    s * s
}

#[derive_grad]
fn out_of_both(x: &[f64]) -> f64 {
    let mut s = 0.5;
    'rows: for i in 0..x.len() {
        for j in 0..x.len() {
            s = (s * x[i]).sin() + x[j];
            if j == 4 && i == 2 {
                break 'rows;
            }
            if j > 5 {
                continue 'rows;
            }
        }
        s = s * x[i];
    }
    s
}

#[derive_grad]
fn nested(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for i in 0..x.len() {
        let mut p = 1.0;
        for e in &x[i..] {
            p = (p * e).sin() + 0.5;
        }
        s = (s * p).cos() + x[i];
        for _ in 0..2 {
            s = s * x[i] * 0.5;
        }
    }
    s
}

#[derive_grad]
fn in_place(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    for e in a.iter_mut() {
        *e = e.sin() * *e;
    }
    for i in 1..a.len() {
        a[i] = (a[i - 1] * a[i]).cos();
    }
    for part in a.chunks_mut(2) {
        part[0] *= part[part.len() - 1];
    }
    let mut s = 0.0;
    for e in &a {
        s += e * e;
    }
    s
}

#[derive_grad]
fn power(e: f64, n: usize) -> f64 {
    let mut p = 1.0;
    for _ in 0..n {
        p = p * e;
    }
    p
}

#[derive_grad]
fn with_calls(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for e in x {
        s = (s * e).sin();
    }
    s = power(s, 3) + s;
    for e in x {
        s = (s + e).cos();
    }
    s * power(s, 2)
}

#[derive_grad]
fn called_in_trips(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for (i, &e) in x.iter().enumerate() {
        s = power(s * e, i % 4).sin() + e;
    }
    s
}

#[derive_grad]
fn vectors_in_trips(x: &[f64]) -> f64 {
    let mut s = 0.5;
    for &e in x {
        let v = vec![s * e, e, 0.25];
        s = (v[0] * v[1]).sin() + v[2];
    }
    s
}

#[derive_grad]
fn up_to(x: &[f64], n: usize) -> f64 {
    let mut s = 1.0;
    for i in 0..n {
        s = s * x[i];
    }
    s
}

/// So does a range whose end has wrapped.
#[test]
fn a_loop_that_no_memory_holds_panics_as_the_primal() {
    for n in [4, 1 << 45, usize::MAX / 8, usize::MAX - 1, usize::MAX] {
        let primal = panic_message(|| up_to(&[1.0; 3], n)).err();
        assert!(primal.is_some());
        assert_eq!(panic_message(|| up_to_grad(&[1.0; 3], n)).err(), primal);
    }
}

/// A range that is left early takes no memory for the trips that it might have had.
#[test]
fn a_loop_left_early_keeps_its_trips_alone() {
    #[derive_grad]
    fn solved(a: f64) -> f64 {
        let mut r = a;
        for _ in 0..usize::MAX {
            let next = 0.5 * (r + a / r);
            if (next - r).abs() < 1e-12 {
                break;
            }
            r = next;
        }
        r
    }
    let mut tape = Tape::new();
    let mut d_a = 0.0;
    solved_grad_with(&mut tape, 2.0, &mut d_a);
    assert_close("the root", &[d_a], &[0.5 / f64::sqrt(2.0)], 1e-9);
    assert!(tape.peak_words() < 60);
}
