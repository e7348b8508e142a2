//! The tape grows with what is written, not with how long the buffers are.

use grad_runtime::{Tape, derive_grad};

#[track_caller]
fn assert_at_most(what: &str, large: usize, factor: f64, small: usize) {
    assert!(
        large as f64 <= factor * small as f64 + 16.0,
        "{what}: {small} words, then {large}"
    );
}

#[derive_grad]
fn put(a: &mut [f64], i: usize, x: f64) {
    a[i] = a[i] * x;
}

#[derive_grad]
fn puts(a: &mut [f64], n: usize, x: f64) -> f64 {
    let len = a.len();
    for i in 0..n {
        put(a, i % len, x);
    }
    a[0]
}

fn puts_words(len: usize, n: usize) -> usize {
    let (mut tape, mut a, mut d_a) = (Tape::new(), vec![1.5; len], vec![0.0; len]);
    puts_grad_with(&mut tape, &mut a, n, 1.001, &mut d_a, &mut 0.0);
    tape.peak_words()
}

/// Ten times the trips, ten times the words; ten times the length, not one more.
#[test]
fn helper_that_writes_one_element() {
    let (small, long, often) = (
        puts_words(100, 100),
        puts_words(1000, 100),
        puts_words(100, 1000),
    );
    println!("helper: {small}, length x 10: {long}, trips x 10: {often}");
    assert_at_most("ten times the trips", often, 10.0, small);
    assert_at_most("ten times the length", long, 1.0, small);
}

#[derive_grad]
fn local_puts(x: f64, len: usize, n: usize) -> f64 {
    let mut a = vec![x; len];
    for i in 0..n {
        put(&mut a, i % len, x);
    }
    a[0]
}

fn local_puts_words(len: usize, n: usize) -> usize {
    let mut tape = Tape::new();
    local_puts_grad_with(&mut tape, 1.001, len, n, &mut 0.0);
    tape.peak_words()
}

#[test]
fn helper_that_writes_one_element_of_a_local_buffer() {
    let (small, long, often) = (
        local_puts_words(100, 100),
        local_puts_words(1000, 100),
        local_puts_words(100, 1000),
    );
    println!("local: {small}, length x 10: {long}, trips x 10: {often}");
    assert_at_most("ten times the trips", often, 10.0, small);
    assert_at_most("ten times the length", long, 1.0, small + 900);
}

#[derive_grad]
fn part_puts(a: &mut [f64], n: usize, x: f64) -> f64 {
    for i in 0..n {
        put(&mut a[1..], i % 7, x);
    }
    a[1]
}

#[test]
fn helper_that_writes_one_element_of_a_long_part() {
    let words = |len: usize, n: usize| {
        let (mut tape, mut a, mut d_a) = (Tape::new(), vec![1.5; len], vec![0.0; len]);
        part_puts_grad_with(&mut tape, &mut a, n, 1.001, &mut d_a, &mut 0.0);
        tape.peak_words()
    };
    let (small, long, often) = (words(100, 100), words(1000, 100), words(100, 1000));
    println!("part: {small}, length x 10: {long}, trips x 10: {often}");
    assert_at_most("ten times the trips", often, 10.0, small);
    assert_at_most("ten times the length", long, 1.0, small);
}

#[derive_grad]
fn writes(a: &mut [f64], n: usize) -> f64 {
    let len = a.len();
    for i in 0..n {
        a[i % len] *= a[(i + 1) % len];
    }
    a[0]
}

#[test]
fn writes_in_a_loop() {
    let words = |len: usize, n: usize| {
        let (mut tape, mut a, mut d_a) = (Tape::new(), vec![1.0; len], vec![0.0; len]);
        writes_grad_with(&mut tape, &mut a, n, &mut d_a);
        tape.peak_words()
    };
    let (small, long, often) = (words(100, 100), words(1000, 100), words(100, 1000));
    println!("writes: {small}, length x 10: {long}, trips x 10: {often}");
    assert_at_most("ten times the trips", often, 10.0, small);
    assert_at_most("ten times the length", long, 1.0, small);
}

#[derive_grad]
fn recursive(a: &mut [f64]) -> f64 {
    if a.len() < 2 {
        return a[0];
    }
    a[1] *= a[0];
    recursive(&mut a[1..])
}

#[test]
fn recursion_on_tails() {
    let words = |n: usize| {
        let (mut tape, mut a, mut d_a) = (Tape::new(), vec![1.0; n], vec![0.0; n]);
        recursive_grad_with(&mut tape, &mut a, &mut d_a);
        tape.peak_words()
    };
    let (small, large) = (words(100), words(1000));
    println!("recursion: {small}, {large}");
    assert_at_most("ten times as deep", large, 10.5, small);
}

#[derive_grad]
fn pushes(x: f64, n: usize) -> f64 {
    let mut v = Vec::new();
    for i in 0..n {
        v.push(x * i as f64);
        if i > 0 {
            v[i] *= v[i - 1];
        }
    }
    v[n - 1]
}

#[test]
fn vector_that_grows() {
    let words = |n: usize| {
        let mut tape = Tape::new();
        pushes_grad_with(&mut tape, 0.5, n, &mut 0.0);
        tape.peak_words()
    };
    let (small, large) = (words(100), words(1000));
    println!("pushes: {small}, {large}");
    assert_at_most("ten times as long", large, 10.5, small);
}

#[derive_grad]
fn exchange(x: &[f64], steps: usize) -> f64 {
    let mut old = x.to_vec();
    let mut new = vec![0.0; x.len()];
    for _ in 0..steps {
        new[0] = old[0] * x[1];
        std::mem::swap(&mut old, &mut new);
    }
    old[0]
}

/// To swap two buffers moves nothing.
#[test]
fn swaps_in_a_loop() {
    let words = |len: usize, steps: usize| {
        let (mut tape, x, mut d_x) = (Tape::new(), vec![1.0; len], vec![0.0; len]);
        exchange_grad_with(&mut tape, &x, steps, &mut d_x);
        tape.peak_words()
    };
    let (small, long, often) = (words(100, 100), words(1000, 100), words(100, 1000));
    println!("swaps: {small}, length x 10: {long}, trips x 10: {often}");
    assert_at_most("ten times the trips", often, 10.0, small);
    assert_at_most("ten times the length", long, 1.0, small + 2 * 900);
}

#[derive_grad]
fn cholesky(a: &mut [f64], n: usize) -> f64 {
    let mut s = 0.0;
    for j in 0..n {
        for k in 0..j {
            for i in j..n {
                a[i * n + j] -= a[i * n + k] * a[j * n + k];
            }
        }
        a[j * n + j] = a[j * n + j].sqrt();
        for i in j + 1..n {
            a[i * n + j] /= a[j * n + j];
        }
        s += a[j * n + j].ln();
    }
    s
}

fn cholesky_words(n: usize) -> usize {
    let mut a = vec![1.0; n * n];
    for i in 0..n {
        a[i * n + i] += n as f64;
    }
    let (mut tape, mut d_a) = (Tape::new(), vec![0.0; n * n]);
    cholesky_grad_with(&mut tape, &mut a, n, &mut d_a);
    tape.peak_words()
}

/// The factor is all that the reverse sweep needs: twice the size, four times the words.
#[test]
fn cholesky_in_place() {
    let (small, large) = (cholesky_words(16), cholesky_words(32));
    println!(
        "cholesky of 16: {small}, of 32: {large}, of 64: {}",
        cholesky_words(64)
    );
    assert_at_most("twice the size", large, 8.5, small);
}

/// The shortest time of a few calls, in seconds.
fn puts_time(len: usize, n: usize) -> f64 {
    let (mut tape, mut a, mut d_a) = (Tape::new(), vec![1.5; len], vec![0.0; len]);
    let call = |_| {
        let start = std::time::Instant::now();
        puts_grad_with(&mut tape, &mut a, n, 1.001, &mut d_a, &mut 0.0);
        start.elapsed().as_secs_f64()
    };
    (0..5).map(call).fold(f64::INFINITY, f64::min)
}

/// A thousand times the length would be a thousand times the writes, if each trip went over all of it. The
/// buffer is emptied once a call: hence some room.
#[test]
fn writes_of_a_helper_that_writes_one_element() {
    let (short, long) = (puts_time(50, 3000), puts_time(50_000, 3000));
    assert!(long <= 30.0 * short, "{short} s, then {long} s");
}
