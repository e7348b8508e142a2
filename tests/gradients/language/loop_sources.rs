//! Everything that a `for` loop may run over.

use crate::support::{Kind, all};
use grad_runtime::derive_grad;

const DATA: [f64; 13] = [
    0.75, -0.5, 1.25, 0.25, -1.5, 0.5, 1.75, -0.25, 1.0, -0.75, 0.625, 0.375, -1.125,
];

/// The tests of loops over two slices, empty, short and long, of the same length and not. The
/// order of the trips matters: what they see are the coefficients of a polynomial in `t`.
macro_rules! over {
    ($($name:ident |$x:ident, $y:ident| ($($head:tt)*) $item:tt)+) => {$(
        mod $name {
            use super::*;

            #[derive_grad]
            fn f($x: &[f64], $y: &[f64], t: f64) -> f64 {
                let mut s = t;
                $($head)* {
                    s = s * t + $item;
                }
                s
            }

            #[test]
            fn gradient() {
                let f = generated! {
                    f f_grad f_grad_into f_grad_with f_vjp;
                    |v| (&v[..v.len() / 2], &v[v.len() / 2..v.len() - 1], v[v.len() - 1])
                        -> (x, y, t)
                };
                for length in [1, 3, 5, 7, 10, 11, 12, 13] {
                    all(stringify!($name), &f, Kind::Smooth, &DATA[..length], None);
                }
            }
        }
    )+};
}

over! {
    range |x, y| (for i in 0..x.len()) (x[i] * x[i])
    range_from_one |x, y| (for i in 1..x.len()) (x[i] * x[i - 1])
    range_of_another_length |x, y| (for i in 0..y.len()) (x[i] * y[i])
    range_with_end |x, y| (for i in 0..=y.len()) (i as f64 * 0.25)
    range_that_is_empty |x, y| (for i in x.len()..y.len()) (x[i])
    range_of_i32 |x, y| (for i in -2..x.len() as i32) (i as f64 * 0.25)
    range_of_u8 |x, y| (for i in 0u8..3) (i as f64 * 0.25)
    range_unused |x, y| (for _ in 0..x.len()) (0.25)
    range_reversed |x, y| (for i in (0..x.len()).rev()) (x[i] * x[i])
    range_with_end_reversed |x, y| (for i in (1..=y.len()).rev()) (x[i - 1] * y[i - 1])
    range_by_steps |x, y| (for i in (0..x.len()).step_by(2)) (x[i] * x[i])
    range_with_end_by_steps |x, y| (for i in (0..=y.len()).step_by(3)) (i as f64 * 0.25)
    range_reversed_by_steps |x, y| (for i in (0..x.len()).rev().step_by(2)) (x[i] * x[i])
    range_by_steps_reversed |x, y| (for i in (0..x.len()).step_by(2).rev()) (x[i] * x[i])
    range_skipping |x, y| (for i in (0..x.len()).skip(1)) (x[i] * x[i])
    range_taking |x, y| (for i in (0..x.len()).take(2)) (x[i] * x[i])
    range_zipped |x, y| (for (i, j) in (0..x.len()).zip(1..y.len())) (x[i] * y[j])

    slice |x, y| (for e in x) (e * e)
    slice_by_pattern |x, y| (for &e in x) (e * e)
    slice_iter |x, y| (for e in x.iter()) (*e * e)
    slice_iter_by_pattern |x, y| (for &e in x.iter()) (e * e)
    slice_into_iter |x, y| (for &e in x.into_iter()) (e * e)
    slice_unused |x, y| (for _ in x) (0.25)
    part |x, y| (for &e in &x[x.len() / 2..]) (e * e)
    part_iter |x, y| (for &e in x[x.len() / 2..].iter()) (e * e)

    reversed |x, y| (for &e in x.iter().rev()) (e * e)
    skipping |x, y| (for &e in x.iter().skip(2)) (e * e)
    taking |x, y| (for &e in x.iter().take(2)) (e * e)
    by_steps |x, y| (for &e in x.iter().step_by(2)) (e * e)
    skipping_then_taking |x, y| (for &e in x.iter().skip(1).take(2)) (e * e)
    taking_then_skipping |x, y| (for &e in x.iter().take(4).skip(1)) (e * e)
    reversed_then_skipping |x, y| (for &e in x.iter().rev().skip(1)) (e * e)
    skipping_then_reversed |x, y| (for &e in x.iter().skip(1).rev()) (e * e)
    reversed_then_by_steps |x, y| (for &e in x.iter().rev().step_by(2)) (e * e)
    by_steps_then_reversed |x, y| (for &e in x.iter().step_by(2).rev()) (e * e)
    taking_then_reversed |x, y| (for &e in x.iter().take(3).rev()) (e * e)
    reversed_twice |x, y| (for &e in x.iter().rev().rev()) (e * e)

    enumerated |x, y| (for (i, &e) in x.iter().enumerate()) (e * e * i as f64)
    enumerated_by_reference |x, y| (for (i, e) in x.iter().enumerate()) (e * x[i])
    enumerated_into_another |x, y| (for (i, &e) in y.iter().enumerate()) (e * x[i])
    enumerated_then_reversed |x, y| (for (i, &e) in x.iter().enumerate().rev()) (e * i as f64)
    reversed_then_enumerated |x, y| (for (i, &e) in x.iter().rev().enumerate()) (e * i as f64)
    enumerated_then_skipping |x, y| (for (i, &e) in x.iter().enumerate().skip(1)) (e * x[i - 1])
    skipping_then_enumerated |x, y| (for (i, &e) in x.iter().skip(1).enumerate()) (e * x[i])
    enumerated_then_taking |x, y| (for (i, &e) in x.iter().enumerate().take(2)) (e * i as f64)
    enumerated_by_steps |x, y| (for (i, &e) in x.iter().enumerate().step_by(2)) (e * i as f64)
    by_steps_enumerated |x, y| (for (i, &e) in x.iter().step_by(2).enumerate()) (e * i as f64)

    zipped |x, y| (for (a, b) in x.iter().zip(y)) (a * b)
    zipped_by_pattern |x, y| (for (&a, &b) in x.iter().zip(y.iter())) (a * b)
    zipped_with_itself |x, y| (for (a, b) in x.iter().zip(x)) (a * b)
    zipped_with_its_tail |x, y| (for (a, b) in x.iter().zip(x.iter().skip(1))) (a * b)
    zipped_with_a_range |x, y| (for (a, i) in x.iter().zip(0..2)) (a * y[0.max(i) / 2] * i as f64)
    zipped_reversed |x, y| (for (a, b) in x.iter().zip(y.iter().rev())) (a * b)
    both_reversed |x, y| (for (a, b) in x.iter().rev().zip(y.iter().rev())) (a * b)
    zipped_and_enumerated |x, y| (for (i, (a, b)) in x.iter().zip(y).enumerate()) (a * b * i as f64)
    enumerated_and_zipped |x, y| (for ((i, a), b) in x.iter().enumerate().zip(y)) (a * b * i as f64)
    zipped_thrice |x, y| (for ((a, b), c) in x.iter().zip(y).zip(x.iter().rev())) (a * b * c)
    zipped_then_skipping |x, y| (for (a, b) in x.iter().zip(y).skip(1)) (a * b)
    zipped_then_taking |x, y| (for (a, b) in x.iter().zip(y).take(2)) (a * b)
    zipped_by_steps |x, y| (for (a, b) in x.iter().step_by(2).zip(y)) (a * b)
    zipped_with_ignored |x, y| (for (&a, _) in x.iter().zip(y)) (a * a)

    windows |x, y| (for w in x.windows(2)) (w[0] * w[1])
    windows_of_three |x, y| (for w in x.windows(3)) (w[0] * w[1] + w[2])
    windows_reversed |x, y| (for w in x.windows(2).rev()) (w[0] * w[1])
    windows_enumerated |x, y| (for (i, w) in x.windows(2).enumerate()) (w[0] * w[1] * x[i])
    windows_zipped |x, y| (for (w, b) in x.windows(2).zip(y)) (w[0] * w[1] * b)
    windows_by_steps |x, y| (for w in x.windows(2).step_by(2)) (w[0] * w[1])

    chunks |x, y| (for c in x.chunks(2)) (c[0] * c[c.len() - 1])
    chunks_reversed |x, y| (for c in x.chunks(2).rev()) (c[0] * c[c.len() - 1])
    chunks_enumerated |x, y| (for (i, c) in x.chunks(2).enumerate()) (c[0] * c[0] * i as f64)
    chunks_skipping |x, y| (for c in x.chunks(2).skip(1)) (c[0] * c[c.len() - 1])
    chunks_exact |x, y| (for c in x.chunks_exact(2)) (c[0] * c[1])
    chunks_exact_reversed |x, y| (for c in x.chunks_exact(2).rev()) (c[0] * c[1])
    chunks_exact_zipped
        |x, y| (for (c, d) in x.chunks_exact(2).zip(y.chunks_exact(2))) (c[0] * d[1])
    chunks_zipped_with_a_slice |x, y| (for (c, b) in x.chunks(2).zip(y)) (c[0] * b)
    chunks_taking |x, y| (for c in x.chunks_exact(2).take(2)) (c[0] * c[1])
}

mod nested {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.5;
        for a in x {
            for b in y.iter().rev() {
                s = s * a + b * b;
            }
            for c in x.chunks(2) {
                for e in c {
                    s = s * 0.5 + e * a;
                }
            }
        }
        s
    }

    check! {
        |v| (&v[..v.len() / 2], &v[v.len() / 2..]) -> (x, y);
        smooth [0.75, -0.5, 1.25, 0.25, 0.5];
        smooth [0.75, -0.5];
        smooth [0.75];
    }
}

mod array_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut s = x;
        for e in [x, y, x * y] {
            s = s * y + e;
        }
        s
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [0.75, -0.5];
    }
}

mod array_by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64; 3], y: f64) -> f64 {
        let local = [y, x[0], 2.0];
        let mut s = y;
        for e in x {
            s = s * y + e;
        }
        for &e in &local {
            s = s * y + e;
        }
        for e in local.iter().rev() {
            s = s * y + e;
        }
        s
    }

    check! {
        |v| (&[v[0], v[1], v[2]], v[3]) -> (x, y);
        smooth [0.75, -0.5, 1.25, 0.5];
    }
}

mod array_of_constants {
    use super::*;

    const WEIGHTS: [f64; 3] = [0.5, 0.25, 2.0];

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        for w in WEIGHTS {
            s = s * x + w;
        }
        for w in &WEIGHTS {
            s = s * w + x;
        }
        for k in [3, 1, 2] {
            s = s * 0.5 + x * k as f64;
        }
        s
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [0.75];
    }
}

mod array_parameter_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: [f64; 3]) -> f64 {
        let mut s = 1.0;
        for e in x {
            s = s * e + e;
        }
        s
    }

    check! {
        |v| ([v[0], v[1], v[2]]) -> (x);
        smooth [0.75, -0.5, 1.25];
    }
}

mod vector {
    use super::*;

    #[derive_grad]
    fn f(x: Vec<f64>, y: &Vec<f64>) -> f64 {
        let mut s = 1.0;
        for e in &x {
            s = s * e + e;
        }
        for &e in y {
            s = s * e + e;
        }
        for e in x.iter().zip(y.iter()) {
            s = s * e.0 + e.1;
        }
        s
    }

    check! {
        |v| (v[..2].to_vec(), &v[2..].to_vec()) -> (x, y);
        smooth [0.75, -0.5, 1.25, 0.5];
    }
}

mod rows {
    use super::*;

    #[derive_grad]
    fn f(x: &[[f64; 2]], t: f64) -> f64 {
        let mut s = t;
        for row in x {
            s = s * row[0] + row[1] * t;
        }
        for (i, row) in x.iter().enumerate() {
            s = s * t + row[0] * i as f64;
        }
        for &[a, b] in x {
            s = s * t + a * b;
        }
        for row in x.iter().rev() {
            for e in row {
                s = s * t + e * e;
            }
        }
        s
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]], v[4]) -> (x, t);
        smooth [0.75, -0.5, 1.25, 0.25, 0.5];
    }
}

mod rows_of_different_length {
    use super::*;

    #[derive_grad]
    fn f(x: &[Vec<f64>], t: f64) -> f64 {
        let mut s = t;
        for row in x {
            for &e in row {
                s = s * t + e * e;
            }
        }
        for row in x.iter().rev() {
            for (i, e) in row.iter().enumerate() {
                s = s * t + e * i as f64;
            }
        }
        s
    }

    check! {
        |v| (&[vec![v[0]], vec![], vec![v[1], v[2]]], v[3]) -> (x, t);
        smooth [0.75, -0.5, 1.25, 0.5];
    }
}

mod pairs {
    use super::*;

    #[derive_grad]
    fn f(x: &[(f64, f64)], t: f64) -> f64 {
        let mut s = t;
        for &(a, b) in x {
            s = s * t + a * b;
        }
        for (a, b) in x.iter() {
            s = s * t + a * a * b;
        }
        for p in x {
            s = s * p.0 + p.1;
        }
        s
    }

    check! {
        |v| (&[(v[0], v[1]), (v[2], v[3])], v[4]) -> (x, t);
        smooth [0.75, -0.5, 1.25, 0.25, 0.5];
    }
}

/// What carries no float stays as it is, whatever it is.
mod inactive_sources {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], order: &[usize], name: &str) -> f64 {
        let mut s = 1.0;
        for &i in order {
            s = s * x[i] + 0.5;
        }
        for (k, &i) in order.iter().enumerate().rev() {
            s = s * 0.5 + x[i] * k as f64;
        }
        for letter in name.chars() {
            s = s * 0.5 + if letter == 'a' { x[0] } else { x[1] };
        }
        for _ in order.iter().filter(|&&i| i > 0) {
            s *= x[1];
        }
        s
    }

    check! {
        |v| (v, &[1, 0, 1], "abba") -> (x);
        smooth [0.75, -0.5];
    }
}

mod row_by_index_of_an_outer_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.5;
        for i in 0..x.len() / n {
            for (j, &e) in x[i * n..(i + 1) * n].iter().enumerate() {
                s = s * e + x[j];
            }
        }
        s
    }

    check! {
        |v| (v, 2) -> (x);
        smooth [0.75, -0.5, 1.25, 0.25];
        smooth [0.75, -0.5];
    }
}
