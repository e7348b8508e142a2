//! Right gradients pass, wrong ones do not, and what is said of them is true.

use grad_runtime::check::{self, Check, Entry, WrongGradient};
use std::cell::Cell;

fn entries(result: Result<(), WrongGradient>) -> Vec<Entry> {
    match result {
        Err(WrongGradient::Entries { wrong, .. }) => wrong,
        other => panic!("{other:?}"),
    }
}

type Real = fn(f64) -> f64;

/// Smooth functions of one number with their slopes, at places of several sizes.
const SMOOTH: [(Real, Real); 8] = [
    (f64::sin, f64::cos),
    (f64::exp, f64::exp),
    (f64::tanh, |x| 1.0 - x.tanh() * x.tanh()),
    (|x| x * x * x - 2.0 * x, |x| 3.0 * x * x - 2.0),
    (
        |x| 1.0 / (1.0 + x * x),
        |x| -2.0 * x / (1.0 + x * x).powi(2),
    ),
    (|x| (x * x + 1e-3).sqrt(), |x| x / (x * x + 1e-3).sqrt()),
    (|x| (30.0 * x).sin(), |x| 30.0 * (30.0 * x).cos()),
    (|_| 1e6, |_| 0.0),
];
const PLACES: [f64; 9] = [-7.3, -1.0, -0.02, 0.0, 1e-9, 0.3, 1.0, 5.5, 17.0];

#[test]
fn right_slopes_pass_and_slopes_off_by_a_millionth_do_not() {
    for (which, (f, slope)) in SMOOTH.into_iter().enumerate() {
        for x in PLACES {
            let right = slope(x);
            let result = check::gradient(|&x| f(x), &x, &right);
            assert!(result.is_ok(), "function {which}: {result:?}");
            // Differences know the digits of the value, not those of a slope that is far smaller.
            let off = right + 1e-6 * right.abs().max(f(x).abs() / x.abs().max(1.0));
            let result = check::gradient(|&x| f(x), &x, &off);
            assert!(
                result.is_err(),
                "function {which} at {x}: {off} for {right}"
            );
        }
    }
}

#[test]
fn single_precision_is_judged_as_such() {
    for (which, (f, slope)) in SMOOTH.into_iter().enumerate().take(6) {
        for x in [-1.0_f32, -0.25, 0.0, 0.3, 1.0, 5.5] {
            // A function of f32 with f32 arithmetic at its end.
            let single = |x: &f32| narrow(f(f64::from(*x)));
            let right = slope(f64::from(x));
            let near = narrow(right * (1.0 + 1e-7));
            let result = check::gradient(single, &x, &near);
            assert!(result.is_ok(), "function {which}: {result:?}");
            let size = right
                .abs()
                .max(f(f64::from(x)).abs() / f64::from(x.abs().max(1.0)));
            let result = check::gradient(single, &x, &narrow(right + 1.5e-3 * size));
            assert!(result.is_err(), "function {which} at {x}");
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounding is the purpose")]
fn narrow(x: f64) -> f32 {
    x as f32
}

#[test]
fn a_sum_that_cancels_is_not_blamed_for_its_rounding() {
    let f = |x: &[f64]| (x[0] + x[1]) - x[2];
    check::assert_gradient(f, &[1e9, 0.5, 1e9][..], &[1.0, 1.0, -1.0]);
    let long = |x: &[f32]| x.iter().sum::<f32>();
    let x: Vec<f32> = (0..1000_u16).map(|k| (f32::from(k) * 0.7).sin()).collect();
    check::assert_gradient(long, &x[..], &vec![1.0_f32; 1000]);
}

#[test]
fn steps_shrink_where_the_domain_is_near() {
    check::assert_gradient(|x: &f64| x.sqrt(), &1e-7, &(0.5 / 1e-7_f64.sqrt()));
    check::assert_gradient(|x: &f64| x.ln(), &1e-6, &1e6);
    check::assert_gradient(|x: &f64| x.abs(), &-3e-6, &-1.0);
    check::assert_gradient(|x: &f64| (1e5 * x).sin(), &0.3, &(1e5 * 3e4_f64.cos()));
}

#[test]
fn kinks_read_as_kinks() {
    check::assert_gradient(|x: &f64| x.abs(), &0.0, &0.0);
    check::assert_gradient(|x: &[f64; 2]| x[0].max(x[1]), &[1.0, 1.0], &[0.5, 0.5]);
    let relu = |x: &f64| if *x > 0.0 { *x } else { 0.0 };
    let wrong = entries(check::gradient(relu, &0.0, &0.0));
    assert!(wrong[0].is_kink);
    assert_eq!((wrong[0].below, wrong[0].above), (0.0, 1.0));
    let text = wrong[0].to_string();
    assert!(
        text.ends_with("the slope is 0 from below and 1 from above: a kink"),
        "{text}"
    );
    // A wrong slope at a smooth place is no kink.
    let wrong = entries(check::gradient(|x: &f64| x * x, &3.0, &7.0));
    assert!(!wrong[0].is_kink, "{}", wrong[0]);
}

#[test]
fn infinite_slopes_and_none_at_all() {
    check::assert_gradient(|x: &f64| x.cbrt(), &0.0, &f64::INFINITY);
    check::assert_gradient(|x: &f64| -x.sqrt(), &0.0, &f64::NEG_INFINITY);
    check::assert_gradient(|x: &f32| x.sqrt(), &0.0, &f32::INFINITY);
    let wrong = entries(check::gradient(|x: &f64| x.sqrt(), &0.0, &f64::NAN));
    assert!(wrong[0].below.is_nan() && !wrong[0].is_clear);
    assert_eq!(wrong[0].above, f64::INFINITY);
    let text = wrong[0].to_string();
    assert!(
        text.contains("says NaN, differences cannot tell; the slope is NaN from below and inf"),
        "{text}"
    );
    assert!(check::gradient(|x: &f64| x.sqrt(), &0.0, &f64::NEG_INFINITY).is_err());
    assert!(check::gradient(|x: &f64| x.sqrt(), &0.0, &0.0).is_err());
    assert!(check::gradient(|x: &f64| x * x, &2.0, &f64::INFINITY).is_err());
    assert!(check::gradient(|x: &f64| x * x, &2.0, &f64::NAN).is_err());
}

#[test]
fn what_differences_cannot_tell_is_no_pass() {
    // A jump, a function that is NaN, and one that is different at each call.
    let step = |x: &f64| if *x < 1.0 { 0.0 } else { 1.0 };
    let wrong = entries(check::gradient(step, &1.0, &0.0));
    assert!(!wrong[0].is_clear);
    assert_eq!((wrong[0].below, wrong[0].above), (f64::INFINITY, 0.0));
    assert!(check::gradient(|_: &f64| f64::NAN, &1.0, &0.0).is_err());
    let calls = Cell::new(0.0);
    let restless = |x: &f64| {
        calls.set(calls.get() + 1.0);
        x + f64::sin(calls.get())
    };
    assert!(check::gradient(restless, &1.0, &1.0).is_err());
}

#[test]
fn every_wrong_entry_is_named() {
    type Point = (Vec<f64>, f64, (f64, [f64; 2]), usize);
    let f = |(x, k, (a, b), n): &Point| x[*n] * k + a * b[1];
    let at: Point = (vec![1.0, 2.0], 3.0, (4.0, [5.0, 6.0]), 1);
    let right = (vec![0.0, 3.0], 2.0, (6.0, [0.0, 4.0]), ());
    check::assert_gradient(f, &at, &right);
    let off = (vec![1.0, 3.0], 2.0, (6.0, [0.0, 5.0]), ());
    let names: Vec<String> = entries(check::gradient(f, &at, &off))
        .into_iter()
        .map(|entry| entry.name)
        .collect();
    assert_eq!(names, [".0[0]", ".2.1[1]"]);
    let check = Check::new().names(["x", "k", "pair"]);
    let text = check.gradient(f, &at, &off).unwrap_err().to_string();
    assert!(
        text.starts_with("2 of 6 entries of the gradient are wrong\n  x[0] = 1: the"),
        "{text}"
    );
    assert!(
        text.contains("\n  pair.1[1] = 6: the gradient says 5, differences say 4"),
        "{text}"
    );
}

#[test]
fn many_wrong_entries_are_cut_short() {
    let wrong = check::gradient(|x| x.iter().sum::<f64>(), &[0.0; 25], &[2.0; 25]);
    let text = wrong.unwrap_err().to_string();
    assert!(
        text.ends_with("\n  and 15 more") && text.lines().count() == 12,
        "{text}"
    );
}

#[test]
fn lengths_are_compared() {
    let wrong = check::gradient(|x| x[0], &[1.0, 2.0], &[1.0]).unwrap_err();
    assert_eq!(
        wrong,
        WrongGradient::Length {
            point: 2,
            gradient: 1
        }
    );
    assert_eq!(
        format!("{wrong:?}"),
        "the gradient has 1 floats, but the point has 2"
    );
    let short = check::pullback(|x| [x[0]], &[1.0, 2.0], |_, seed| [seed[0]]);
    assert_eq!(
        short,
        Err(WrongGradient::Length {
            point: 2,
            gradient: 1
        })
    );
}

/// A linear map, its transpose, and the matrix with one entry off or transposed.
#[test]
fn pullbacks_of_several_results() {
    let m = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let f = |x: &[f64; 3]| -> Vec<f64> {
        m.map(|row| (0..3).map(|k| row[k] * x[k].sin()).sum())
            .to_vec()
    };
    let x = [0.1, -0.7, 30.0];
    let pull = |m: [[f64; 3]; 2]| {
        move |x: &[f64; 3], v: &Vec<f64>| -> Vec<f64> {
            (0..3)
                .map(|k| (m[0][k] * v[0] + m[1][k] * v[1]) * x[k].cos())
                .collect()
        }
    };
    check::assert_pullback(f, &x, pull(m));
    for (row, column) in [(0, 0), (1, 2)] {
        let mut off = m;
        off[row][column] += 1e-4;
        let wrong = entries(check::pullback(f, &x, pull(off)));
        assert_eq!(wrong[0].name, format!("[{column}]"));
    }
}

/// Each entry is the middle of two slopes, and what the direction makes of both is not asked.
#[test]
fn a_direction_that_crosses_a_kink_says_nothing() {
    let f = |x: &[f64; 2]| [x[0].max(x[0] * x[1]), x[1]];
    check::assert_pullback(f, &[2.0, 1.0], |x, v| {
        [0.5 * (1.0 + x[1]) * v[0], 0.5 * x[0] * v[0] + v[1]]
    });
    let off = check::pullback(f, &[2.0, 1.0], |x, v| [v[0], x[0] * v[0] + v[1]]);
    assert!(entries(off)[0].is_kink);
}

#[test]
fn results_may_hold_integers_and_vectors() {
    check::assert_pullback(
        |x: &Vec<f32>| (x.len(), vec![x[0] * x[1]], x[1]),
        &vec![3.0, 4.0],
        |x, ((), product, second)| vec![product[0] * x[1], product[0] * x[0] + second],
    );
    check::assert_pullback(
        |x: &[f64]| vec![0.0; x.len()],
        &[][..],
        |_, _| Vec::<f64>::new(),
    );
}

#[test]
#[should_panic(
    expected = "1 of 2 entries of the gradient are wrong\n  [1] = 3: the gradient says 3"
)]
fn a_failed_assertion_says_all() {
    check::assert_gradient(|x| x[0] * x[1], &[2.0, 3.0], &[3.0, 3.0]);
}
