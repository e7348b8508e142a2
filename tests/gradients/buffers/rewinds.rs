//! Memories that are rewound while the sweep reads them again.
//!
//! Every function first runs a loop nest that reads `c` so often, if `m` is large, that all loops behind it
//! note what they read instead of keeping it; with `m` of 0 they keep it.

use crate::support::assert_close;
use grad_runtime::{Tape, derive_grad};

const C: [f64; 20] = [0.05; 20];
const OFTEN: usize = 40;

mod read_then_written_over {
    use super::*;

    /// The row that is read is written over on the way: read before, read again behind.
    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], c: &[f64], n: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    a[i * n + j] = 0.5 * a[i * n + j] + 0.25 * a[k * n + j] * a[k * n + j];
                }
            }
        }
        s + a[0] * a[n * n - 1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, 2, 0) -> (a);
        smooth [0.5, -0.75, 1.25, 0.3];
    }

    mod noted {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 2, OFTEN) -> (a);
            smooth [0.5, -0.75, 1.25, 0.3];
        }
    }

    mod noted_of_three {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN) -> (a);
            smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
        }
    }

    mod never {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 1, OFTEN) -> (a);
            smooth [0.5];
        }
    }
}

mod collisions {
    use super::*;

    /// Which elements are the same depends on the indices.
    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], at: &[usize], c: &[f64], m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..at.len() {
            for i in 0..at.len() {
                for j in 0..2 {
                    let (p, q) = (at[i], at[k]);
                    a[p] = a[p] * a[q] + 0.5 * a[q] * a[q] + 0.125 * a[(p + j) % 3];
                }
            }
        }
        s + a[0] + 2.0 * a[1] - a[2]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &[0, 1, 1, 2], &C, OFTEN) -> (a);
        smooth [0.5, -0.75, 0.3];
    }

    mod all_the_same {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &[1, 1, 1], &C, OFTEN) -> (a);
            smooth [0.5, -0.25, 0.3];
        }
    }

    mod none {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &[], &C, OFTEN) -> (a);
            smooth [0.5, -0.75, 0.3];
        }
    }

    mod kept {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &[0, 1, 1, 2], &C, 0) -> (a);
            smooth [0.5, -0.75, 0.3];
        }
    }
}

mod written_twice {
    use super::*;

    /// Writes with nothing read between, behind one whose old content was read.
    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], c: &[f64], n: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    a[i * n + j] += 0.25 * a[k * n + j] * a[k * n + j];
                    a[i * n + j] += 0.125;
                    a[i * n + j] -= 0.5 * s * 0.001;
                }
            }
        }
        a[0] + a[n * n - 1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN) -> (a);
        smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
    }
}

mod used_behind_a_write {
    use super::*;

    /// What was read before a write, perhaps to the same place, is used behind it.
    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], c: &[f64], n: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    let old = a[k * n + j];
                    let other = a[j * n + k];
                    a[i * n + j] += 0.25 * other * other;
                    s += old * old * a[k * n + j];
                }
            }
        }
        s
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN) -> (a);
        smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
    }
}

mod used_behind_a_swap {
    use super::*;

    /// What was read before two elements were swapped is used behind it.
    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], c: &[f64], n: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    let old = a[k * n + j];
                    a.swap(k * n + j, i * n + (j + 1) % n);
                    s += old * old * a[k * n + j];
                }
            }
        }
        s
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN) -> (a);
        smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
    }
}

mod branches {
    use super::*;

    /// Writes and reads in some trips only, and in different arms.
    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], c: &[f64], n: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in 0..n {
                if (i + k) % 3 == 1 {
                    continue;
                }
                for j in 0..n {
                    if j % 2 == 0 {
                        a[i * n + j] += 0.5 * a[k * n + j] * a[j * n + k];
                    } else if a[k * n + j] > 0.0 {
                        s += a[k * n + j] * a[i * n + k];
                    } else {
                        let x = a[j * n + k];
                        if i == k {
                            a[i * n + k] = 0.25;
                        }
                        s -= x * x * a[k * n + j];
                    }
                }
            }
        }
        s
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN) -> (a);
        smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
    }

    mod kept {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 3, 0) -> (a);
            smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
        }
    }
}

mod exits {
    use super::*;

    /// Left out of the innermost loop, from between a read and a write, and by a return; what is copied
    /// behind the first return is rewound too.
    #[derive_grad(wrt(x))]
    fn f(x: &mut [f64], c: &[f64], n: usize, m: usize, limit: f64) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        if limit < -2.0 {
            return s * x[0];
        }
        let mut a = x.to_vec();
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    let t = a[k * n + j] * a[k * n + i];
                    if t > limit {
                        break;
                    }
                    x[i * n + j] += 0.5 * x[k * n + j] * x[k * n + i];
                    if x[i * n + j] > limit + 0.5 {
                        return s + x[i * n + j] * a[i * n + j];
                    }
                    a[i * n + j] -= 0.125 * t;
                    s += t;
                }
                if limit < 0.0 && i == 1 && k == 1 {
                    return s;
                }
            }
        }
        for i in 0..n {
            s += a[i] * x[i];
        }
        s
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN, 10.0) -> (a);
        smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
    }

    mod by_a_break {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN, 0.75) -> (a);
            smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
        }
    }

    mod by_a_return {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN, 0.2) -> (a);
            smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
        }
    }

    mod by_a_later_return {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN, -0.0625) -> (a);
            smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
        }
    }

    mod at_once {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, &C, 3, OFTEN, -3.0) -> (a);
            smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
        }
    }
}

mod swaps {
    use super::*;

    /// Swaps between reads and writes of the same places, of elements and of rows.
    #[derive_grad]
    fn f(x: &[[f64; 3]; 3], c: &[f64], m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        let mut a = *x;
        for k in 0..3 {
            a.swap(k, (k + 1) % 3);
            for i in 0..3 {
                for j in 0..3 {
                    a[i][j] += 0.25 * a[k][j] * a[k][i];
                }
                a[k].swap(i, k);
                a[i].swap(0, 2);
                for j in 0..3 {
                    a[i][j] = 0.5 * a[i][j] - 0.25 * a[k][j] * a[k][j];
                }
            }
            a.swap(0, 2);
        }
        s + a[0][1] * a[2][2] + a[1][0]
    }

    fn square(v: &[f64]) -> [[f64; 3]; 3] {
        std::array::from_fn(|i| std::array::from_fn(|j| v[i * 3 + j]))
    }

    check! {
        |v| (&square(v), &v[9..], OFTEN) -> (x, c);
        smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0,
            0.1, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1];
    }

    mod kept {
        use super::*;
        check! {
            |v| (&square(v), &v[9..], 1) -> (x, c);
            smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0, 0.5];
        }
    }
}

mod rows_of_different_lengths {
    use super::*;

    #[derive_grad(wrt(rows))]
    fn f(rows: &mut Vec<Vec<f64>>, c: &[f64], m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        let n = rows.len();
        for k in 0..n {
            rows.swap(k, n - 1);
            for i in 0..n {
                for j in 0..rows[i].len() {
                    rows[i][j] += 0.25 * rows[k][0] * rows[k][0];
                }
                let last = rows[k].len() - 1;
                rows[k].swap(0, last);
            }
        }
        s + rows[0][0] * rows[1][0]
    }

    in_out! {
        float |v| { r = vec![v[..1].to_vec(), v[1..4].to_vec(), v[4..6].to_vec()] }
            (&mut r, &C, OFTEN) -> (r);
        smooth [0.5, -0.75, 1.25, 0.3, 0.1, -0.2];
    }
}

mod exchanged_buffers {
    use super::*;

    #[derive_grad(wrt(x))]
    fn f(x: &[f64], c: &[f64], steps: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        let n = x.len();
        let mut a = x.to_vec();
        let mut b = vec![0.0; n];
        for _ in 0..steps {
            for i in 0..n {
                b[i] = 0.5 * a[i];
                for j in 0..n {
                    b[i] += 0.25 * a[j] * a[(i + j) % n];
                }
            }
            std::mem::swap(&mut a, &mut b);
            for i in 0..n {
                for j in 0..i {
                    a[i] -= 0.125 * a[j] * b[j];
                }
            }
        }
        for i in 0..n {
            s += a[i] * b[i];
        }
        s
    }

    check! {
        |v| (v, &C, 3, OFTEN) -> (x);
        smooth [0.5, -0.75, 0.25];
    }

    mod one_step {
        use super::*;
        check! {
            |v| (v, &C, 1, OFTEN) -> (x);
            smooth [0.5, -0.75, 0.25, 1.0];
        }
    }

    mod kept {
        use super::*;
        check! {
            |v| (v, &C, 2, 0) -> (x);
            smooth [0.5, -0.75, 0.25];
        }
    }
}

mod exchanged_while_they_are_read {
    use super::*;

    /// The loop that reads exchanges as well.
    #[derive_grad(wrt(x))]
    fn f(x: &[f64], c: &[f64], steps: usize, m: usize) -> f64 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        let n = x.len();
        let mut a = x.to_vec();
        let mut b = vec![0.5; n];
        for t in 0..steps {
            for i in 0..n {
                for j in 0..n {
                    b[i] += 0.25 * a[j] * a[i];
                    a[i] -= 0.5 * b[j] * b[t % n];
                    if (i + j + t) % 3 == 0 {
                        std::mem::swap(&mut a, &mut b);
                    }
                }
            }
        }
        for i in 0..n {
            s += a[i] * b[i];
        }
        s
    }

    check! {
        |v| (v, &C, 3, OFTEN) -> (x);
        smooth [0.5, -0.75, 0.25];
    }

    mod kept {
        use super::*;
        check! {
            |v| (v, &C, 2, 0) -> (x);
            smooth [0.5, -0.75, 0.25];
        }
    }
}

mod results_that_are_moved_out {
    use super::*;

    #[derive_grad(wrt(x))]
    fn f(x: &[f64], c: &[f64], n: usize, m: usize) -> Vec<f64> {
        let mut a = x.to_vec();
        for _ in 0..m {
            for j in 0..c.len() {
                a[0] += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in k + 1..n {
                for j in k..n {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
        }
        a
    }

    several! {
        |v| (v, &C, 3, OFTEN) -> (x: vec![0.0; 9]), seed vec![0.0; 9];
        [0.5, -0.75, 1.25, 0.3, 0.1, -0.2, 0.7, 0.9, -1.0];
    }
}

mod functions_that_rewind_in_a_loop {
    use super::*;

    #[derive_grad]
    fn powers(a: &mut [f64], c: &[f64], m: usize) -> f64 {
        let n = a.len();
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in k + 1..n {
                for j in 0..2 {
                    a[i] += 0.125 * a[k] * a[(k + j) % n];
                }
            }
        }
        s * a[0]
    }

    /// In every second call alone it notes; the buffer lives on.
    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], c: &[f64], calls: usize) -> f64 {
        let mut s = 0.0;
        for t in 0..calls {
            let m = if t % 2 == 0 { 40 } else { 0 };
            s += powers(&mut a[t % 2..], c, m);
            a[0] *= s;
        }
        s + a[1] * a[2]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, 4) -> (a);
        smooth [0.5, -0.75, 0.25, 0.3];
    }
}

mod recursion {
    use super::*;

    #[derive_grad(wrt(a))]
    fn f(a: &mut [f64], c: &[f64], m: usize) -> f64 {
        let n = a.len();
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        if n < 2 {
            return s * a[0];
        }
        let mut b = a.to_vec();
        for k in 0..n {
            for i in k + 1..n {
                for j in 0..n {
                    b[i] += 0.125 * b[k] * a[j];
                }
            }
        }
        for i in 0..n {
            a[i] = 0.5 * a[i] + 0.25 * b[i];
        }
        s + f(&mut a[1..], c, m) + f(&mut a[..n / 2], c, 0) * b[n - 1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, &C, OFTEN) -> (a);
        smooth [0.5, -0.75, 0.25, 0.3];
    }
}

mod single_precision {
    use super::*;

    #[derive_grad(wrt(a))]
    fn f(a: &mut [f32], c: &[f32], n: usize, m: usize) -> f32 {
        let mut s = 0.0;
        for _ in 0..m {
            for j in 0..c.len() {
                s += c[j] * c[j];
            }
        }
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    a[i * n + j] = 0.5 * a[i * n + j] + 0.25 * a[k * n + j] * a[k * n + j];
                }
            }
        }
        s + a[0] * a[n * n - 1]
    }

    in_out! {
        float |v| { a = v.iter().map(|x| *x as f32).collect::<Vec<f32>>() }
            (&mut a, &[0.05; 20], 2, OFTEN) -> (a);
        smooth [0.5, -0.75, 1.25, 0.375];
    }
}

/// A helper that reads a few elements of a long buffer keeps these, not the buffer.
mod few_elements_of_a_long_buffer {
    use super::*;

    #[derive_grad]
    fn mix(a: &mut [f64], at: usize) {
        for k in 0..2 {
            for i in 2..4 {
                for j in 0..2 {
                    a[at + i] += 0.125 * a[at + k] * a[at + j];
                }
            }
        }
    }

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        for t in 0..n {
            mix(a, t % 90);
        }
        a[0]
    }

    #[test]
    fn words() {
        let words = |len: usize, n: usize| {
            let (mut tape, mut a, mut d_a) = (Tape::new(), vec![0.125; len], vec![0.0; len]);
            f_grad_with(&mut tape, &mut a, n, &mut d_a);
            tape.peak_words()
        };
        let (small, long, often) = (words(100, 100), words(100_000, 100), words(100, 1000));
        println!("mix: {small}, length x 1000: {long}, trips x 10: {often}");
        assert_eq!(small, long);
        assert!(often <= 10 * small + 16);
    }

    in_out! {
        float |v| { a = v.repeat(24) } (&mut a, 3) -> (a);
        special [0.5, -0.75, 0.25, 0.3];
    }
}

/// The caller's buffer holds what the primal leaves there, on a tape that is used again and again.
mod one_tape {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        for k in 0..n {
            for i in 0..n {
                for j in 0..n {
                    a[i * n + j] = 0.5 * a[i * n + j] + 0.25 * a[k * n + j] * a[k * n + j];
                }
            }
        }
        a[0] * a[n * n - 1]
    }

    #[test]
    fn serves_calls_of_different_sizes() {
        let mut tape = Tape::new();
        for n in [12, 2, 20, 3, 20, 1] {
            let start: Vec<f64> = (0..n * n).map(|k| (k % 7) as f64 / 8.0 - 0.5).collect();
            let (mut a, mut b, mut c) = (start.clone(), start.clone(), start);
            let mut d = vec![f64::NAN; n * n];
            let value = f(&mut a, n);
            let found = f_grad_with(&mut tape, &mut b, n, &mut d);
            assert_eq!((value, &a), (found, &b));
            let (_, fresh) = f_grad(&mut c, n);
            assert_close("as on a new tape", &d, &fresh, 0.0);
        }
    }

    /// A call that panics while it notes leaves nothing behind.
    #[test]
    fn serves_after_a_panic() {
        let mut tape = Tape::new();
        let mut short = vec![0.25; 200];
        let mut d = vec![0.0; 200];
        let panicked = crate::support::panic_message(|| {
            f_grad_with(&mut tape, &mut short, 16, &mut d);
        });
        assert!(panicked.is_err());
        let (mut a, mut b) = (vec![0.25; 144], vec![0.25; 144]);
        let mut d = vec![0.0; 144];
        f_grad_with(&mut tape, &mut a, 12, &mut d);
        assert_close("as on a new tape", &d, &f_grad(&mut b, 12).1, 0.0);
    }
}
