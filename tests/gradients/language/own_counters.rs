//! Indices that follow a variable which the user counts up or down, and variables that only look so.

use grad_runtime::{Tape, derive_grad};

const X: [f64; 8] = [0.3, -0.7, 1.2, 0.4, 0.9, -0.5, 0.8, -0.2];

#[derive_grad]
fn up(x: &[f64], n: usize) -> f64 {
    let mut k = 1;
    let mut p = x[0];
    for _ in 0..n {
        p = p * x[k] + x[k - 1] * x[k + 1];
        k += 1;
        p += x[k] * x[k] * p;
    }
    p * x[k]
}

#[derive_grad]
fn down_by_two(x: &[f64], n: usize) -> f64 {
    let mut left = 2 * n.min(3);
    let mut p = x[0];
    while left > 0 {
        p = p * x[left] + x[left - 1].sin();
        left -= 2;
        p *= x[left] + 2.0;
    }
    p
}

/// One variable through all trips of two loops, and one that starts anew.
#[derive_grad]
fn triangle(x: &[f64], n: usize) -> f64 {
    let mut at = 0;
    let mut p = 0.5;
    for i in 0..n.min(3) {
        let mut own = i;
        for j in i + 1..n.min(4) {
            p = p * x[at] + x[own] * x[j] * x[i];
            own += 1;
            at += 1;
        }
        p += x[own] * x[at] * p;
    }
    p
}

#[derive_grad]
fn skipped(x: &[f64], n: usize) -> f64 {
    let mut k = 0;
    let mut p = 1.0;
    for i in 0..2 * n.min(3) {
        p *= x[k] + x[i];
        if i % 2 == 1 {
            continue;
        }
        k += 1;
        p += x[k] * x[k];
    }
    p
}

#[derive_grad]
fn sometimes(x: &[f64], n: usize) -> f64 {
    let mut k = 0;
    let mut p = 1.0;
    for i in 0..n {
        if x[i] > 0.35 {
            k += 1;
        }
        p += x[k] * x[i] * p;
    }
    p
}

#[derive_grad]
fn left_early(x: &[f64], n: usize) -> f64 {
    let mut k = 0;
    let mut p = 1.0;
    loop {
        p += x[k] * x[k] * p;
        if k >= n {
            break;
        }
        if p > 6.0 {
            return p * x[k];
        }
        k += 1;
        p += x[k] * p;
        if p < -2.0 {
            break;
        }
    }
    p * x[k]
}

/// A trip of the outer loop goes on from the inner one, past the change.
#[derive_grad]
fn past_the_change(x: &[f64], n: usize) -> f64 {
    let mut k = 0;
    let mut p = 1.0;
    'outer: for i in 0..n {
        for j in 0..3 {
            p += x[k] * x[j] * 0.3;
            if (i + j) % 4 == 2 {
                continue 'outer;
            }
        }
        k += 1;
        p *= x[k] + 1.5;
    }
    p
}

/// The variable is that of the trip.
#[derive_grad]
fn of_the_trip(x: &[f64], n: usize) -> f64 {
    let mut p = 1.0;
    for i in 0..n {
        let mut k = i;
        p += x[k] * x[k];
        k += 1;
        p *= x[k] + 0.5;
    }
    p
}

/// Another variable of that name, and one that is set anew.
#[derive_grad]
fn shadowed(x: &[f64], n: usize) -> f64 {
    let mut k = 0;
    let mut p = 1.0;
    for i in 0..n {
        p += x[k] * x[i] * p;
        k += 1;
    }
    let mut k = 3;
    let mut m = 0;
    for _ in 0..n {
        p += x[k] * x[m] * p * 0.2;
        k += 1;
        m += 1;
        if m > 2 {
            m = 0;
        }
    }
    p
}

fn advance(k: &mut usize) {
    *k += 1;
}

/// By way of a reference, a closure, or a macro.
#[derive_grad]
fn otherwise(x: &[f64], n: usize) -> f64 {
    let (mut a, mut b, mut c) = (0, 0, 0);
    let mut p = 1.0;
    for _ in 0..n.min(2) {
        p += x[a] * x[b] * x[c] * p;
        a += 1;
        advance(&mut a);
        b += 1;
        let r = &mut b;
        *r += 1;
        c += 1;
        if c == 2 {
            c += 2;
        }
        p += x[a] * x[b] * x[c];
    }
    p
}

mod gradients {
    use super::*;

    agrees! {
        X;
        up up_grad
        down_by_two down_by_two_grad
        triangle triangle_grad
        skipped skipped_grad
        sometimes sometimes_grad
        left_early left_early_grad
        past_the_change past_the_change_grad
        of_the_trip of_the_trip_grad
        shadowed shadowed_grad
        otherwise otherwise_grad
    }
}

#[derive_grad]
fn sum(x: &[f64]) -> f64 {
    let mut k = 0;
    let mut s = 0.0;
    while k + 1 < x.len() {
        s += x[k] * x[k + 1];
        k += 1;
    }
    s
}

/// Neither the elements nor the indices are kept: two words a trip tell how it ended.
#[test]
fn nothing_of_the_indices() {
    let (mut tape, x) = (Tape::new(), [0.5; 1000]);
    sum_grad_with(&mut tape, &x, &mut [0.0; 1000]);
    let switches = grad_core::Switches::default();
    if switches.inductions && switches.reread {
        assert!(tape.peak_words() <= 2010, "{}", tape.peak_words());
    }
}
