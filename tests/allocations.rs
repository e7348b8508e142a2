//! How often generated code asks for memory. A binary of its own, because its allocator counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use grad_runtime::{Tape, derive_grad};

thread_local! {
    /// Of this thread alone, since tests run side by side.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

fn count(size: usize) {
    ASKED.set(ASKED.get() + 1);
    BYTES.set(BYTES.get() + size);
}

// SAFETY: every request is handed on to `System` as it came; counting never allocates.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: as the caller promised.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often `f` asks.
fn asked(f: impl FnOnce() -> f64) -> usize {
    let before = ASKED.get();
    f();
    ASKED.get() - before
}

/// For how many bytes `f` asks.
fn bytes(f: impl FnOnce() -> f64) -> usize {
    let before = BYTES.get();
    f();
    BYTES.get() - before
}

/// How often each function asks; `_grad_with` is called twice on one tape.
struct Asked {
    primal: usize,
    grad_into: usize,
    grad_with: usize,
    again: usize,
    /// How often the tape doubled: a new one holds 64 words.
    doublings: usize,
}

/// `Asked` of a function, whose buffers stand after the arrow.
macro_rules! asked {
    (
        $f:ident $grad_into:ident $grad_with:ident($($arg:expr),*)
        -> ($($buffer:ident = $zero:expr),*)
    ) => {{
        $(let mut $buffer = $zero;)*
        let mut tape = Tape::new();
        Asked {
            primal: asked(|| $f($($arg),*)),
            grad_into: asked(|| $grad_into($($arg,)* $(&mut $buffer),*)),
            grad_with: asked(|| $grad_with(&mut tape, $($arg,)* $(&mut $buffer),*)),
            again: asked(|| $grad_with(&mut tape, $($arg,)* $(&mut $buffer),*)),
            doublings: (tape.capacity_words() / 64).ilog2() as usize,
        }
    }};
}

impl Asked {
    /// Straight-line code needs no memory.
    #[track_caller]
    fn never(&self) {
        assert_eq!((self.grad_into, self.grad_with, self.again), (0, 0, 0));
    }

    /// A loop asks when the tape grows, so never on a tape that has grown.
    #[track_caller]
    fn for_the_tape(&self) {
        self.for_vectors(0);
        assert!(self.doublings > 0, "too few trips to say anything");
    }

    /// The same where so many memories are rewound: on a new tape each asks for its record, the lists in
    /// it and the lists of records.
    #[track_caller]
    fn for_rewound(&self, memories: usize, vectors: usize) {
        let vectors = self.primal + vectors;
        assert_eq!(self.again, vectors, "on a kept tape");
        let most = vectors + self.doublings + 8 * memories;
        for on_new_tape in [self.grad_into, self.grad_with] {
            assert!(
                (vectors..=most).contains(&on_new_tape),
                "{on_new_tape}, more than {most}"
            );
        }
    }

    /// In every call the vectors of the function itself; on a new tape so many for their cotangents, for contents that
    /// are kept and for the list of these.
    #[track_caller]
    fn for_vectors(&self, cotangents: usize) {
        assert_eq!(self.again, self.primal, "on a kept tape");
        let vectors = self.primal + cotangents;
        for on_new_tape in [self.grad_into, self.grad_with] {
            assert!(
                (vectors..=vectors + self.doublings).contains(&on_new_tape),
                "{on_new_tape} instead of {vectors} and {} for the tape",
                self.doublings
            );
        }
    }
}

#[derive_grad]
fn arithmetic(x: f64, y: &[f64; 3]) -> f64 {
    let a = x * y[0] + y[1].exp();
    let b = if a > 1.0 { a.sqrt() } else { y[2] * y[2] };
    a * b / (x + 2.0)
}

#[test]
fn straight_line() {
    asked!(
        arithmetic arithmetic_grad_into arithmetic_grad_with(0.7, &[0.5, 0.2, 0.9])
        -> (d_x = 0.0, d_y = [0.0; 3])
    )
    .never();
}

#[derive_grad]
fn few_of_many(x: &[f64], k: usize) -> f64 {
    let row = &x[k..k + 3];
    row[0] * row[1].sin() + row[2] / x[0]
}

#[test]
fn views_of_a_long_slice() {
    asked!(
        few_of_many few_of_many_grad_into few_of_many_grad_with(&[0.5; 1000], 10)
        -> (d_x = vec![0.0; 1000])
    )
    .never();
}

#[derive_grad]
fn swapped(p: (f64, f64), x: f32) -> f64 {
    let (mut a, mut b) = p;
    std::mem::swap(&mut a, &mut b);
    let mut w = [a, b, a * b];
    w[1] *= w[0];
    w[2] = w[1].exp() * f64::from(x * x);
    w[1] + w[2]
}

#[test]
fn local_arrays_and_tuples() {
    asked!(
        swapped swapped_grad_into swapped_grad_with((0.7, 0.3), 0.5)
        -> (d_p = (0.0, 0.0), d_x = 0.0)
    )
    .never();
}

#[derive_grad]
fn rotate(v: &mut [f64; 2], by: f64) {
    let (s, c) = by.sin_cos();
    *v = [c * v[0] - s * v[1], s * v[0] + c * v[1]];
}

#[derive_grad]
fn length(v: &[f64]) -> f64 {
    v[0].hypot(v[1])
}

#[derive_grad]
fn raise(x: &mut f64, by: f64) {
    *x *= by + *x;
}

#[derive_grad]
fn calls(x: &[f64], by: f64) -> f64 {
    let mut v = [x[0], x[1]];
    rotate(&mut v, by);
    rotate(&mut v, by * by);
    raise(&mut v[0], by);
    length(&v) * length(&x[1..])
}

#[test]
fn calls_of_straight_line_helpers() {
    asked!(
        calls calls_grad_into calls_grad_with(&[0.7, 0.4, 1.3], 0.3)
        -> (d_x = vec![0.0; 3], d_by = 0.0)
    )
    .never();
}

#[derive_grad]
fn writes(x: &[f64], y: &mut [f64], last: &mut f64) -> f64 {
    y[0] = x[0] * y[1];
    y[1] = y[0] * y[0];
    *last *= y[1];
    raise(last, x[1]);
    y[0] + *last
}

#[test]
fn buffers_of_the_caller() {
    let (mut y, mut last) = ([0.3; 1000], 0.9);
    asked!(
        writes writes_grad_into writes_grad_with(&[0.7, 0.4], &mut y, &mut last)
        -> (d_x = vec![0.0; 2], d_y = vec![0.0; 1000], d_last = 0.0)
    )
    .never();
}

#[derive_grad]
fn pendulum(x: &[f64], k: f64) -> f64 {
    let (mut q, mut p) = (0.3_f64, 0.0);
    for &e in x {
        p -= k * q.sin();
        q += e * p;
    }
    q * p
}

#[test]
fn counted_loop() {
    asked!(
        pendulum pendulum_grad_into pendulum_grad_with(&[0.1; 1000], 0.7)
        -> (d_x = vec![0.0; 1000], d_k = 0.0)
    )
    .for_the_tape();
}

#[derive_grad]
fn leaves(x: &[f64]) -> f64 {
    let (mut s, mut i) = (0.1, 0);
    while i < x.len() {
        if x[i] < 0.0 {
            i += 2;
            continue;
        }
        s = s * s + x[i];
        if s > 4.0 {
            break;
        }
        i += 1;
    }
    s
}

#[test]
fn loop_with_exits() {
    asked!(leaves leaves_grad_into leaves_grad_with(&[0.1; 1000]) -> (d_x = vec![0.0; 1000]))
        .for_the_tape();
}

#[derive_grad]
fn layers(w: &[f64], x: &[f64]) -> f64 {
    let mut total = 0.0;
    for row in w.chunks_exact(x.len()) {
        let mut s = 0.0;
        for (w, x) in row.iter().zip(x) {
            s += w * x;
        }
        total += s.tanh();
    }
    total
}

#[test]
fn loops_over_views() {
    asked!(
        layers layers_grad_into layers_grad_with(&[0.1; 1000], &[0.3; 10])
        -> (d_w = vec![0.0; 1000], d_x = vec![0.0; 10])
    )
    .for_rewound(1, 0);
}

#[derive_grad]
fn called(x: &[f64]) -> f64 {
    let mut v = [0.3, 0.4];
    for i in 1..x.len() {
        rotate(&mut v, x[i]);
        raise(&mut v[i % 2], length(&x[i - 1..]));
    }
    v[0]
}

#[test]
fn calls_in_a_loop() {
    asked!(called called_grad_into called_grad_with(&[0.1; 1000]) -> (d_x = vec![0.0; 1000]))
        .for_the_tape();
}

#[derive_grad]
fn put(out: &mut [f64], i: usize, e: f64) {
    out[i] *= e;
}

#[derive_grad]
fn scattered(x: &[f64], out: &mut [f64]) -> f64 {
    for (i, &e) in x.iter().enumerate() {
        put(out, i % 7, e);
    }
    out[0]
}

/// What is not written is not copied.
#[test]
fn one_element_of_a_long_buffer() {
    let mut out = vec![1.0; 10_000];
    asked!(
        scattered scattered_grad_into scattered_grad_with(&[0.9; 1000], &mut out)
        -> (d_x = vec![0.0; 1000], d_out = vec![0.0; 10_000])
    )
    .for_the_tape();
}

#[derive_grad]
fn tails(x: &[f64]) -> f64 {
    if x.is_empty() {
        return 1.0;
    }
    x[0] * tails(&x[1..]).sin() + x[0]
}

#[test]
fn recursion() {
    asked!(tails tails_grad_into tails_grad_with(&[0.1; 1000]) -> (d_x = vec![0.0; 1000]))
        .for_the_tape();
}

#[derive_grad]
fn relaxed(u: &mut [f64], trips: usize) -> f64 {
    for _ in 0..trips {
        for i in 1..u.len() - 1 {
            u[i] += u[i - 1] * u[i + 1];
        }
        u.swap(0, 1);
    }
    u[1]
}

#[test]
fn writes_in_a_loop() {
    let mut u = [0.1; 100];
    asked!(
        relaxed relaxed_grad_into relaxed_grad_with(&mut u, 10) -> (d_u = vec![0.0; 100])
    )
    .for_the_tape();
}

#[derive_grad]
fn ping_pong(x: &[f64; 4], trips: usize) -> f64 {
    let (mut old, mut new) = (*x, [0.0; 4]);
    for _ in 0..trips {
        for i in 0..4 {
            new[i] = old[i] * old[(i + 1) % 4];
        }
        old = new;
    }
    old[0]
}

#[test]
fn local_arrays_in_a_loop() {
    asked!(
        ping_pong ping_pong_grad_into ping_pong_grad_with(&[0.9; 4], 100) -> (d_x = [0.0; 4])
    )
    .for_the_tape();
}

#[derive_grad]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[derive_grad]
fn squares(x: &[f64]) -> f64 {
    let mut w = vec![0.0; x.len()];
    for i in 0..x.len() {
        w[i] = x[i] * x[i];
    }
    let mut s = 0.0;
    for i in 1..x.len() {
        s += w[i] * w[i - 1];
    }
    s
}

#[test]
fn one_vector() {
    asked!(squares squares_grad_into squares_grad_with(&[0.1; 1000]) -> (d_x = vec![0.0; 1000]))
        .for_vectors(1);
}

#[derive_grad]
fn rows(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for row in x.chunks(n) {
        let mut w = row.to_vec();
        for i in 1..n {
            w[i] *= w[i - 1];
        }
        s += w[n - 1];
    }
    s
}

#[test]
fn a_vector_in_each_trip() {
    asked!(rows rows_grad_into rows_grad_with(&[0.9; 1000], 10) -> (d_x = vec![0.0; 1000]))
        .for_vectors(1);
}

#[derive_grad]
fn filled(x: &[f64], out: &mut [f64]) {
    for i in 0..x.len() {
        out[i] += x[i] * out[i];
    }
}

#[derive_grad]
fn lends(x: &[f64]) -> f64 {
    let mut w = vec![1.0; x.len()];
    for _ in 0..10 {
        filled(x, &mut w);
    }
    dot(&w, x)
}

#[test]
fn a_vector_that_is_lent() {
    asked!(lends lends_grad_into lends_grad_with(&[0.1; 100]) -> (d_x = vec![0.0; 100]))
        .for_vectors(3);
}

#[derive_grad]
fn made(x: &[f64]) -> Vec<f64> {
    let mut w = vec![0.0; x.len()];
    for i in 0..x.len() {
        w[i] = x[i].exp();
    }
    w
}

#[derive_grad]
fn receives(x: &[f64]) -> f64 {
    let w = made(x);
    dot(&w, x)
}

/// The callee accumulates its seed into a cotangent of its own.
#[test]
fn a_vector_that_is_returned() {
    asked!(receives receives_grad_into receives_grad_with(&[0.1; 100]) -> (d_x = vec![0.0; 100]))
        .for_vectors(2);
}

#[derive_grad]
fn stacked(x: &[f64]) -> f64 {
    let mut w = Vec::with_capacity(x.len());
    for &e in x {
        w.push(e * e);
    }
    let mut p = 1.0;
    while let Some(e) = w.pop() {
        p = p * e + e;
    }
    p
}

#[test]
fn a_stack() {
    let a =
        asked!(stacked stacked_grad_into stacked_grad_with(&[0.1; 100]) -> (d_x = vec![0.0; 100]));
    assert_eq!(a.again, a.primal, "on a kept tape");
}

#[derive_grad]
fn nested(x: &[f64], n: usize) -> f64 {
    let mut w = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            w[i][j] = x[i] * x[j];
        }
    }
    w[0][1] * w[n - 1][0]
}

/// On a new tape the notes of shapes come on top.
#[test]
fn a_vector_of_vectors() {
    let asked = asked!(
        nested nested_grad_into nested_grad_with(&[0.1; 10], 10) -> (d_x = vec![0.0; 10])
    );
    assert_eq!((asked.primal, asked.again), (11, 11));
}

#[derive_grad]
fn update(to: &mut [f64], from: &[f64]) {
    for i in 0..to.len() {
        to[i] += from[i] * to[i];
    }
}

#[derive_grad]
fn halves(x: &[f64], trips: usize) -> f64 {
    let mut a = x.to_vec();
    let k = x.len() / 2;
    for _ in 0..trips {
        let (l, r) = a.split_at_mut(k);
        update(l, r);
        update(r, l);
    }
    a[0] * a[k]
}

#[derive_grad]
fn sweeps(u: &mut [f64], trips: usize) -> f64 {
    for t in 0..trips {
        let (l, r) = u.split_at_mut(1 + t % 4);
        for (a, b) in l.iter_mut().zip(r) {
            *a += *b * *a;
            *b *= *a;
        }
    }
    u[0]
}

#[test]
fn two_views_of_one_buffer() {
    asked!(halves halves_grad_into halves_grad_with(&[0.1; 100], 20) -> (d_x = vec![0.0; 100]))
        .for_vectors(1);
    let mut u = [0.1; 100];
    asked!(sweeps sweeps_grad_into sweeps_grad_with(&mut u, 40) -> (d_u = vec![0.0; 100]))
        .for_the_tape();
}

#[derive_grad]
fn gram(m: &[f64], n: usize) -> f64 {
    let k = m.len() / n;
    let mut s = 0.0;
    for i in 0..k {
        for j in 0..k {
            let g = dot(&m[i * n..(i + 1) * n], &m[j * n..(j + 1) * n]);
            s += g * g;
        }
    }
    s
}

#[derive_grad]
fn correlated(x: &[f64], trips: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..trips {
        for j in 0..trips {
            s += dot(&x[j..j + 2 * trips], &x[i..]);
        }
    }
    s
}

#[derive_grad]
fn pairs(rows: &[Vec<f64>]) -> f64 {
    let mut s = 0.0;
    for a in 0..rows.len() {
        for b in 0..=a {
            s += dot(&rows[a][..a], &rows[b][..a]) * dot(&rows[a], &rows[b]);
        }
    }
    s
}

impl Asked {
    /// As `for_the_tape`; on a new tape spares come on top.
    #[track_caller]
    fn for_the_tape_and_spares(&self, spares: usize) {
        assert_eq!(self.again, self.primal, "on a kept tape");
        for on_new_tape in [self.grad_into, self.grad_with] {
            let most = self.primal + self.doublings + spares;
            assert!(on_new_tape <= most, "{on_new_tape} above {most}");
        }
    }
}

#[test]
fn views_that_may_overlap() {
    asked!(gram gram_grad_into gram_grad_with(&[0.1; 100], 10) -> (d_m = vec![0.0; 100]))
        .for_the_tape_and_spares(1);
    asked!(
        correlated correlated_grad_into correlated_grad_with(&[0.1; 100], 10)
        -> (d_x = vec![0.0; 100])
    )
    .for_the_tape_and_spares(2);
    let rows = vec![vec![0.1; 10]; 10];
    asked!(
        pairs pairs_grad_into pairs_grad_with(&rows) -> (d_rows = vec![vec![0.0; 10]; 10])
    )
    .for_the_tape_and_spares(2);
}

#[derive_grad]
fn first_of_both(x: &[f64], y: &[f64]) -> f64 {
    x[0] * y[0]
}

#[derive_grad]
fn firsts(x: &[f64], trips: usize) -> f64 {
    let (l, r) = x.split_at(x.len() / 2);
    let mut s = 0.0;
    for i in 0..trips {
        s += first_of_both(&l[i..], &r[i..]) * first_of_both(&x[..5], &x[5..]);
    }
    s
}

/// A spare of a part would be as long as the part.
#[test]
fn one_element_of_each_of_two_long_halves() {
    let asked_at = |length: usize| {
        let (x, mut d_x) = (vec![0.1; length], vec![0.0; length]);
        bytes(|| firsts_grad_into(&x, 20, &mut d_x))
    };
    assert_eq!(asked_at(100), asked_at(100_000));
}

#[derive_grad]
fn doubled(v: Vec<f64>) -> Vec<f64> {
    let mut w = v;
    for e in w.iter_mut() {
        *e *= 2.0;
    }
    w
}

#[derive_grad]
fn shuffled(x: &[f64], trips: usize) -> f64 {
    let mut rows: Vec<Vec<f64>> = Vec::new();
    let mut v = x.to_vec();
    for i in 0..trips {
        v = doubled(v);
        rows.push(v.clone());
        rows.push(x[i..].to_vec());
        rows.swap(0, i);
        if i % 3 == 2 {
            rows.pop();
        }
        v[i] *= dot(&rows[i], &rows[i]);
    }
    let mut w = rows[1].clone();
    std::mem::swap(&mut w, &mut rows[0]);
    v.sort_by(|a, b| a.total_cmp(b));
    dot(&w, &w) + v[0] * rows[0][0]
}

/// What the tape gets back it gave before, whatever becomes of a vector in between.
#[test]
fn a_tape_that_is_kept_does_not_grow() {
    let (x, mut d_x, mut tape) = (vec![0.1; 10], vec![0.0; 10], Tape::new());
    let mut fifty_calls = || {
        bytes(|| {
            (0..50)
                .map(|_| shuffled_grad_with(&mut tape, &x, 7, &mut d_x))
                .sum()
        })
    };
    fifty_calls();
    let settled = fifty_calls();
    fifty_calls();
    assert_eq!(fifty_calls(), settled);
}

/// Functions of a slice that write to a vector of their own in each of ten trips.
mod writes_of_every_kind {
    use super::*;

    #[derive_grad]
    pub fn copies(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for _ in 0..10 {
            a[1..4].copy_from_slice(&x[..3]);
            a[2] *= a[1];
        }
        a[2]
    }

    #[derive_grad]
    pub fn fills(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for _ in 0..10 {
            a[1..].fill(x[0]);
            a[2] *= a[1];
        }
        a[2]
    }

    #[derive_grad]
    pub fn assigns(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for e in x {
            a = vec![a[0] * e, 1.0];
        }
        a[0]
    }

    #[derive_grad]
    pub fn moves(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for _ in 0..10 {
            a = doubled(a);
        }
        a[0]
    }

    #[derive_grad]
    pub fn extends(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for _ in 0..10 {
            a.extend_from_slice(&x[..2]);
            a[0] *= a[1];
        }
        a[0] * a[11]
    }

    #[derive_grad]
    pub fn sorts(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for _ in 0..10 {
            a.sort_by(|a, b| a.total_cmp(b));
            a[0] *= a[1];
        }
        a[0] * a[1]
    }

    #[derive_grad]
    pub fn swaps(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        for _ in 0..10 {
            let (l, r) = a.split_at_mut(5);
            l.swap_with_slice(r);
            l[0] *= r[1];
        }
        a[0] * a[1]
    }

    #[derive_grad]
    pub fn stacks(x: &[f64]) -> f64 {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for i in 0..5 {
            rows.push(x[i..].to_vec());
        }
        let mut s = 1.0;
        while let Some(row) = rows.pop() {
            s *= row[0];
        }
        s
    }

    #[derive_grad]
    pub fn pair(t: (&[f64], f64)) -> f64 {
        t.0[0] * t.1 + t.0[1]
    }

    #[derive_grad]
    pub fn tuples(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..9 {
            s += pair((&x[i..], s));
        }
        s
    }
}

#[test]
fn writes_on_a_kept_tape() {
    use writes_of_every_kind::*;
    macro_rules! no_more_than_the_primal {
        ($($f:ident $grad_into:ident $grad_with:ident;)*) => {$(
            let asked = asked!($f $grad_into $grad_with(&[0.1; 10]) -> (d_x = vec![0.0; 10]));
            assert_eq!(asked.again, asked.primal, stringify!($f));
        )*};
    }
    no_more_than_the_primal! {
        copies copies_grad_into copies_grad_with;
        fills fills_grad_into fills_grad_with;
        assigns assigns_grad_into assigns_grad_with;
        moves moves_grad_into moves_grad_with;
        extends extends_grad_into extends_grad_with;
        sorts sorts_grad_into sorts_grad_with;
        swaps swaps_grad_into swaps_grad_with;
        stacks stacks_grad_into stacks_grad_with;
        tuples tuples_grad_into tuples_grad_with;
    }
}

#[derive_grad]
fn factor(a: &mut [f64], b: &mut [f64]) -> f64 {
    let n = b.len();
    for k in 0..n {
        for i in k + 1..n {
            let m = a[i * n + k] / a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] -= m * a[k * n + j];
            }
            b[i] -= m * b[k];
            for j in 0..k {
                b[i] += 0.01 * b[j] * b[j];
            }
        }
    }
    b[n - 1] / a[n * n - 1]
}

#[test]
fn memories_that_are_rewound() {
    let n = 24;
    let matrix = || -> Vec<f64> {
        (0..n * n)
            .map(|k| f64::from(u8::from(k % (n + 1) == 0)) + 0.01)
            .collect()
    };
    asked!(
        factor factor_grad_into factor_grad_with(&mut matrix(), &mut vec![0.5; n])
        -> (d_a = vec![0.0; n * n], d_b = vec![0.0; n])
    )
    .for_rewound(2, 0);
}

#[derive_grad]
fn factor_rows(a: &mut [Vec<f64>]) -> f64 {
    let n = a.len();
    for k in 0..n {
        a.swap(k, n - 1 - k / 2);
        for i in k + 1..n {
            a[i][k] /= a[k][k];
            for j in k + 1..n {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
    a[n - 1][n - 1]
}

/// No more than the rows of the gradient, which may be made anew.
#[test]
fn rows_that_are_rewound() {
    let n = 24;
    let mut rows: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| 1.0 / (1 + i + 2 * j) as f64).collect())
        .collect();
    let mut d: Vec<Vec<f64>> = rows.clone();
    let mut tape = Tape::new();
    let mut asks = || asked(|| factor_rows_grad_with(&mut tape, &mut rows, &mut d));
    let (first, again) = (asks(), asks());
    assert!(first > 0 && again <= n, "{first}, then {again}");
}

#[derive_grad]
fn rewinds_in_turn(a: &mut [f64], x: &mut [f64], n: usize) -> f64 {
    let mut s = 0.0;
    for t in 0..n {
        s += sums_of_products(a, 12 + t) + sums_of_products(x, 40 - t);
    }
    s
}

#[derive_grad]
fn sums_of_products(a: &mut [f64], n: usize) -> f64 {
    for k in 0..n {
        for i in k + 1..n {
            for j in 0..4 {
                a[i] += 0.01 * a[k] * a[j];
            }
        }
    }
    a[n - 1]
}

/// Memories of different sizes find their own records again.
#[test]
fn callees_that_rewind() {
    let (mut d_a, mut d_x, mut tape) = (vec![0.0; 30], vec![0.0; 50], Tape::new());
    let (mut a, mut x) = (vec![0.1; 30], vec![0.1; 50]);
    let mut asks = || {
        a.fill(0.1);
        x.fill(0.1);
        asked(|| rewinds_in_turn_grad_with(&mut tape, &mut a, &mut x, 5, &mut d_a, &mut d_x))
    };
    let (first, again) = (asks(), asks());
    assert!(first > 0);
    assert_eq!(again, 0);
}
