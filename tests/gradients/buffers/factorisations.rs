//! Factorisations in place, in every shape of matrix: the gradient of the log-determinant is the
//! transposed inverse, and the reverse sweep keeps some words for each element, not for each operation.

use crate::support::assert_close;
use grad_runtime::{Tape, derive_grad};

/// A symmetric matrix with a heavy diagonal, row by row.
fn matrix(n: usize) -> Vec<f64> {
    let mut a: Vec<f64> = (0..n * n)
        .map(|k| 1.0 / (1.0 + (k / n).abs_diff(k % n) as f64))
        .collect();
    (0..n).for_each(|i| a[i * n + i] += 4.0 + i as f64 / 8.0);
    a
}

/// The same with its rows in another order, so that pivots are needed.
fn shuffled(n: usize) -> Vec<f64> {
    let a = matrix(n);
    (0..n)
        .flat_map(|i| a[(i * 5 + 3) % n * n..][..n].to_vec())
        .collect()
}

/// By Gauss-Jordan elimination with pivots.
fn inverse(a: &[f64], n: usize) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = a.chunks(n).map(<[f64]>::to_vec).collect();
    for (i, row) in rows.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for k in 0..n {
        let p = (k..n)
            .max_by(|p, q| rows[*p][k].abs().total_cmp(&rows[*q][k].abs()))
            .expect("a row");
        rows.swap(k, p);
        let pivot: Vec<f64> = rows[k].iter().map(|x| x / rows[k][k]).collect();
        for row in &mut rows {
            let m = row[k];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= m * p);
        }
        rows[k] = pivot;
    }
    rows.iter().flat_map(|row| row[n..].to_vec()).collect()
}

/// The cotangent of each element, if the matrix is not known to be symmetric.
fn transposed_inverse(a: &[f64], n: usize) -> Vec<f64> {
    let inverse = inverse(a, n);
    (0..n * n).map(|k| inverse[k % n * n + k / n]).collect()
}

/// The same if only the lower triangle is read.
fn of_lower_triangle(a: &[f64], n: usize) -> Vec<f64> {
    let inverse = inverse(a, n);
    (0..n * n)
        .map(|k| match (k / n).cmp(&(k % n)) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => inverse[k],
            std::cmp::Ordering::Greater => 2.0 * inverse[k],
        })
        .collect()
}

/// The words that are kept for a matrix: at most so many for an element, and those for small ones.
#[track_caller]
fn quadratic(each: usize, words: impl Fn(usize) -> usize) {
    let found = [16, 32, 64].map(&words);
    println!("of 16, 32, 64: {found:?}");
    for (n, words) in [16, 32, 64].into_iter().zip(found) {
        assert!(words <= each * n * n + 700, "{words} words for size {n}");
    }
    for pair in found.windows(2) {
        assert!(pair[1] * 10 <= pair[0] * 46, "{found:?}");
    }
}

/// The test of `f`, whose only differentiated argument is the matrix. It is made from the flat one by
/// the first closure; further arguments may depend on the size.
macro_rules! factorisation {
    (
        $n:ident, $make:expr, $call:tt, of $matrix:ident, slopes $slopes:ident, words $each:literal
    ) => {
        #[test]
        fn gradient() {
            for $n in [1, 2, 3, 8, 16, 32] {
                let a = $matrix($n);
                let expected = $slopes(&a, $n);
                let mut m = $make(&a, $n);
                let (_, d) = factorisation!(@call f_grad, m, $n, $call);
                let found: Vec<f64> = crate::support::flatten(&[&d]);
                assert_close(&format!("size {}", $n), &found, &expected, 1e-9);
            }
        }

        #[test]
        fn words() {
            quadratic($each, |$n| {
                let mut m = $make(&$matrix($n), $n);
                let mut d = $make(&$matrix($n), $n);
                let mut tape = Tape::new();
                factorisation!(@with f_grad_with, tape, m, d, $n, $call);
                tape.peak_words()
            });
        }
    };
    (@call $f:ident, $m:ident, $n:ident, (&mut $($rest:tt)*)) => { $f(&mut $m $($rest)*) };
    (@call $f:ident, $m:ident, $n:ident, (& $($rest:tt)*)) => { $f(&$m $($rest)*) };
    (@with $f:ident, $t:ident, $m:ident, $d:ident, $n:ident, (&mut $($rest:tt)*)) => {
        $f(&mut $t, &mut $m $($rest)*, &mut $d)
    };
    (@with $f:ident, $t:ident, $m:ident, $d:ident, $n:ident, (& $($rest:tt)*)) => {
        $f(&mut $t, &$m $($rest)*, &mut $d)
    };
}

fn flat(a: &[f64], _: usize) -> Vec<f64> {
    a.to_vec()
}

fn rows(a: &[f64], n: usize) -> Vec<Vec<f64>> {
    a.chunks(n).map(<[f64]>::to_vec).collect()
}

mod cholesky_with_inner_products {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        let mut r = 0.0;
        for j in 0..n {
            let mut d = a[j * n + j];
            for k in 0..j {
                d -= a[j * n + k] * a[j * n + k];
            }
            let d = d.sqrt();
            a[j * n + j] = d;
            r += 2.0 * d.ln();
            for i in j + 1..n {
                let mut s = a[i * n + j];
                for k in 0..j {
                    s -= a[i * n + k] * a[j * n + k];
                }
                a[i * n + j] = s / d;
            }
        }
        r
    }

    factorisation! { n, flat, (&mut, n), of matrix, slopes of_lower_triangle, words 4 }
}

mod cholesky_with_updates {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>, n: usize) -> f64 {
        let mut r = 0.0;
        for k in 0..n {
            a[k * n + k] = a[k * n + k].sqrt();
            r += 2.0 * a[k * n + k].ln();
            for i in k + 1..n {
                a[i * n + k] /= a[k * n + k];
            }
            for j in k + 1..n {
                for i in j..n {
                    a[i * n + j] -= a[i * n + k] * a[j * n + k];
                }
            }
        }
        r
    }

    factorisation! { n, flat, (&mut, n), of matrix, slopes of_lower_triangle, words 4 }
}

mod cholesky_of_rows {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [Vec<f64>]) -> f64 {
        let n = a.len();
        let mut r = 0.0;
        for i in 0..n {
            for j in 0..=i {
                let mut s = a[i][j];
                for k in 0..j {
                    s -= a[i][k] * a[j][k];
                }
                if i == j {
                    a[i][i] = s.sqrt();
                    r += s.ln();
                } else {
                    a[i][j] = s / a[j][j];
                }
            }
        }
        r
    }

    factorisation! { n, rows, (&mut), of matrix, slopes of_lower_triangle, words 5 }
}

mod cholesky_into_a_triangle {
    use super::*;

    /// Rows of different lengths.
    #[derive_grad]
    fn f(a: &[Vec<f64>], shape: usize) -> f64 {
        let n = shape;
        let mut l = a.to_vec();
        for i in 0..n {
            for j in 0..=i {
                let mut s = a[i][j];
                for k in 0..j {
                    s -= l[i][k] * l[j][k];
                }
                l[i][j] = if i == j { s.sqrt() } else { s / l[j][j] };
            }
        }
        let mut r = 0.0;
        for i in 0..n {
            r += 2.0 * l[i][i].ln();
        }
        r
    }

    fn triangle(a: &[f64], n: usize) -> Vec<Vec<f64>> {
        (0..n).map(|i| a[i * n..=i * n + i].to_vec()).collect()
    }

    fn slopes(a: &[f64], n: usize) -> Vec<f64> {
        triangle(&of_lower_triangle(a, n), n).concat()
    }

    factorisation! { n, triangle, (&, n), of matrix, slopes slopes, words 4 }
}

mod lu {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        let mut r = 0.0;
        for k in 0..n {
            for i in k + 1..n {
                a[i * n + k] /= a[k * n + k];
                for j in k + 1..n {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
            r += a[k * n + k].ln();
        }
        r
    }

    factorisation! { n, flat, (&mut, n), of matrix, slopes transposed_inverse, words 4 }
}

mod lu_with_inner_products {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        let mut r = 0.0;
        for j in 0..n {
            for i in 0..n {
                let m = if i < j { i } else { j };
                let mut s = a[i * n + j];
                for k in 0..m {
                    s -= a[i * n + k] * a[k * n + j];
                }
                if i > j {
                    s /= a[j * n + j];
                }
                a[i * n + j] = s;
            }
            r += a[j * n + j].ln();
        }
        r
    }

    factorisation! { n, flat, (&mut, n), of matrix, slopes transposed_inverse, words 6 }
}

mod lu_of_a_copy {
    use super::*;

    #[derive_grad]
    fn f(a: &[Vec<f64>]) -> f64 {
        let n = a.len();
        let mut l = a.to_vec();
        for k in 0..n {
            for i in k + 1..n {
                l[i][k] /= l[k][k];
                for j in k + 1..n {
                    l[i][j] -= l[i][k] * l[k][j];
                }
            }
        }
        let mut r = 0.0;
        for k in 0..n {
            r += l[k][k].ln();
        }
        r
    }

    factorisation! { n, rows, (&), of matrix, slopes transposed_inverse, words 4 }
}

mod lu_of_a_flat_copy {
    use super::*;

    #[derive_grad]
    fn f(a: &[f64], n: usize) -> f64 {
        let mut l = a.to_vec();
        let mut r = 0.0;
        for k in 0..n {
            for i in (k + 1..n).rev() {
                let m = l[i * n + k] / l[k * n + k];
                l[i * n + k] = m;
                for j in k + 1..n {
                    l[i * n + j] -= m * l[k * n + j];
                }
            }
            r += l[k * n + k].ln();
        }
        r
    }

    factorisation! { n, flat, (&, n), of matrix, slopes transposed_inverse, words 4 }
}

mod lu_of_parted_rows {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [Vec<f64>]) -> f64 {
        let n = a.len();
        let mut r = 0.0;
        for k in 0..n {
            let (above, below) = a.split_at_mut(k + 1);
            let pivot = &above[k];
            for row in below.iter_mut() {
                row[k] /= pivot[k];
                for j in k + 1..n {
                    row[j] -= row[k] * pivot[j];
                }
            }
            r += a[k][k].ln();
        }
        r
    }

    factorisation! { n, rows, (&mut), of matrix, slopes transposed_inverse, words 4 }
}

mod lu_of_chunks {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        let mut r = 0.0;
        for k in 0..n {
            let (above, below) = a.split_at_mut((k + 1) * n);
            let pivot = &above[k * n..];
            for row in below.chunks_exact_mut(n) {
                row[k] /= pivot[k];
                for j in k + 1..n {
                    row[j] -= row[k] * pivot[j];
                }
            }
            r += a[k * n + k].ln();
        }
        r
    }

    factorisation! { n, flat, (&mut, n), of matrix, slopes transposed_inverse, words 4 }
}

mod pivots_by_swapped_elements {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        let mut r = 0.0;
        for k in 0..n {
            let mut p = k;
            for i in k + 1..n {
                if a[i * n + k].abs() > a[p * n + k].abs() {
                    p = i;
                }
            }
            if p != k {
                for j in 0..n {
                    a.swap(k * n + j, p * n + j);
                }
            }
            for i in k + 1..n {
                a[i * n + k] /= a[k * n + k];
                for j in k + 1..n {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
            r += a[k * n + k].abs().ln();
        }
        r
    }

    factorisation! { n, flat, (&mut, n), of shuffled, slopes transposed_inverse, words 4 }
}

mod pivots_by_swapped_rows {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<Vec<f64>>) -> f64 {
        let n = a.len();
        let mut r = 0.0;
        for k in 0..n {
            let mut p = k;
            for i in k + 1..n {
                if a[i][k].abs() > a[p][k].abs() {
                    p = i;
                }
            }
            a.swap(k, p);
            for i in k + 1..n {
                a[i][k] /= a[k][k];
                for j in k + 1..n {
                    a[i][j] -= a[i][k] * a[k][j];
                }
            }
            r += a[k][k].abs().ln();
        }
        r
    }

    factorisation! { n, rows, (&mut), of shuffled, slopes transposed_inverse, words 4 }
}

mod pivots_with_inner_products {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        let mut r = 0.0;
        for j in 0..n {
            for i in 0..n {
                let m = if i < j { i } else { j };
                let mut s = a[i * n + j];
                for k in 0..m {
                    s -= a[i * n + k] * a[k * n + j];
                }
                a[i * n + j] = s;
            }
            let mut p = j;
            for i in j + 1..n {
                if a[i * n + j].abs() > a[p * n + j].abs() {
                    p = i;
                }
            }
            if p != j {
                for k in 0..n {
                    a.swap(j * n + k, p * n + k);
                }
            }
            for i in j + 1..n {
                a[i * n + j] /= a[j * n + j];
            }
            r += a[j * n + j].abs().ln();
        }
        r
    }

    factorisation! { n, flat, (&mut, n), of shuffled, slopes transposed_inverse, words 5 }
}

/// The same for arrays, whose size stands in their types.
macro_rules! factorisation_of_arrays {
    ($f:ident $f_grad:ident $f_grad_with:ident, of $matrix:ident) => {
        fn gradient_of_size<const N: usize>() {
            let a = $matrix(N);
            let mut m = array::<N>(&a);
            let (_, d) = $f_grad(&mut m);
            assert_close(
                &format!("size {N}"),
                &d.concat(),
                &transposed_inverse(&a, N),
                1e-9,
            );
        }

        fn words_of_size<const N: usize>() -> usize {
            let (mut tape, mut m) = (Tape::new(), array::<N>(&$matrix(N)));
            $f_grad_with(&mut tape, &mut m, &mut [[0.0; N]; N]);
            tape.peak_words()
        }

        #[test]
        fn gradient() {
            gradient_of_size::<1>();
            gradient_of_size::<3>();
            gradient_of_size::<8>();
            gradient_of_size::<16>();
            gradient_of_size::<32>();
        }

        #[test]
        fn words() {
            quadratic(4, |n| match n {
                16 => words_of_size::<16>(),
                32 => words_of_size::<32>(),
                _ => words_of_size::<64>(),
            });
        }
    };
}

fn array<const N: usize>(a: &[f64]) -> [[f64; N]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| a[i * N + j]))
}

mod lu_of_arrays {
    use super::*;

    #[derive_grad]
    fn f<const N: usize>(a: &mut [[f64; N]; N]) -> f64 {
        let mut r = 0.0;
        for k in 0..N {
            for i in k + 1..N {
                a[i][k] /= a[k][k];
                for j in k + 1..N {
                    a[i][j] -= a[i][k] * a[k][j];
                }
            }
            r += a[k][k].ln();
        }
        r
    }

    factorisation_of_arrays! { f f_grad f_grad_with, of matrix }
}

mod pivots_of_a_copied_array {
    use super::*;

    #[derive_grad]
    fn f<const N: usize>(m: &[[f64; N]; N]) -> f64 {
        let mut a = *m;
        let mut r = 0.0;
        for k in 0..N {
            let mut p = k;
            for i in k..N {
                if a[i][k].abs() > a[p][k].abs() {
                    p = i;
                }
            }
            a.swap(k, p);
            for i in k + 1..N {
                a[i][k] /= a[k][k];
                for j in k + 1..N {
                    a[i][j] -= a[i][k] * a[k][j];
                }
            }
            r += a[k][k].abs().ln();
        }
        r
    }

    factorisation_of_arrays! { f f_grad f_grad_with, of shuffled }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f32], n: usize) -> f32 {
        let mut r = 0.0;
        for k in 0..n {
            for i in k + 1..n {
                a[i * n + k] /= a[k * n + k];
                for j in k + 1..n {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
            r += a[k * n + k].ln();
        }
        r
    }

    #[test]
    fn gradient() {
        for n in [2, 16] {
            let a = matrix(n);
            let mut m: Vec<f32> = a.iter().map(|x| *x as f32).collect();
            let (_, d) = f_grad(&mut m, n);
            let d: Vec<f64> = d.into_iter().map(f64::from).collect();
            assert_close("single", &d, &transposed_inverse(&a, n), 1e-5);
        }
    }
}

/// Products of matrices read without writing: the words are those of the matrices.
mod product {
    use super::*;

    #[derive_grad]
    fn f(a: &[f64], b: &[f64], n: usize) -> f64 {
        let mut c = vec![0.0; n * n];
        for i in 0..n {
            for j in 0..n {
                for k in 0..n {
                    c[i * n + j] += a[i * n + k] * b[k * n + j];
                }
            }
        }
        let mut s = 0.0;
        for i in 0..n {
            s += c[i * n + i];
        }
        s
    }

    /// The trace of a product: each is the other's cotangent, transposed.
    #[test]
    fn gradient() {
        for n in [1, 4, 24] {
            let (a, b) = (matrix(n), shuffled(n));
            let (_, d_a, d_b) = f_grad(&a, &b, n);
            let transposed =
                |m: &[f64]| -> Vec<f64> { (0..n * n).map(|k| m[k % n * n + k / n]).collect() };
            assert_close("of a", &d_a, &transposed(&b), 1e-12);
            assert_close("of b", &d_b, &transposed(&a), 1e-12);
        }
    }

    #[test]
    fn words() {
        let words = |n: usize| {
            let (a, b) = (matrix(n), shuffled(n));
            let (mut d_a, mut d_b) = (matrix(n), matrix(n));
            let mut tape = Tape::new();
            f_grad_with(&mut tape, &a, &b, n, &mut d_a, &mut d_b);
            tape.peak_words()
        };
        for n in [16, 32, 64] {
            let words = words(n);
            println!("product of {n}: {words}");
            assert!(words <= 7 * n * n + 700, "{words} words for size {n}");
        }
    }
}
