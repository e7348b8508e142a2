//! Factorisations and linear solves in place.

use grad_runtime::derive_grad;

/// The lower triangle of the matrix becomes its factor.
#[derive_grad]
fn cholesky(a: &mut [f64], n: usize) {
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
    }
}

mod log_determinant {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        cholesky(a, n);
        let mut s = 0.0;
        for i in 0..n {
            s += 2.0 * a[i * n + i].ln();
        }
        s
    }

    // The inverse; what stands above the diagonal is never read, so that its part is below.
    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 2) -> (a);
        smooth [4.0, 9.0, 1.0, 2.0] => [[2.0 / 7.0, 0.0, -2.0 / 7.0, 4.0 / 7.0]];
    }

    mod of_three {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 3) -> (a);
            smooth [4.0, 9.0, 9.0, 1.0, 5.0, 9.0, 0.5, -1.0, 3.0];
        }
    }

    /// Against the inverse, from the adjugate.
    #[test]
    fn is_the_inverse() {
        let full: [[f64; 3]; 3] = [[4.0, 1.0, 0.5], [1.0, 5.0, -1.0], [0.5, -1.0, 3.0]];
        let minor = |i: usize, j: usize| {
            let at = |i: usize, j: usize| full[i % 3][j % 3];
            at(i + 1, j + 1) * at(i + 2, j + 2) - at(i + 1, j + 2) * at(i + 2, j + 1)
        };
        let determinant: f64 = (0..3).map(|j| full[0][j] * minor(0, j)).sum();
        let (value, d_a) = f_grad(&mut full.concat(), 3);
        let both = |i: usize, j: usize| d_a[i * 3 + j] + if i == j { 0.0 } else { d_a[j * 3 + i] };
        crate::support::assert_close("value", &[value], &[determinant.ln()], 1e-12);
        for (i, j) in [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)] {
            let inverse = minor(i, j) / determinant;
            let expected = if i == j { inverse } else { 2.0 * inverse };
            crate::support::assert_close("inverse", &[both(i, j)], &[expected], 1e-12);
        }
    }
}

mod factor_itself {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) {
        cholesky(a, n);
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a, 2) -> (a);
        smooth [4.0, 9.0, 1.0, 2.0];
    }
}

mod cholesky_of_rows {
    use super::*;

    #[derive_grad]
    fn f(a: &[Vec<f64>], b: &[f64]) -> f64 {
        let n = b.len();
        let mut l = vec![vec![0.0; n]; n];
        for i in 0..n {
            for j in 0..=i {
                let mut s = a[i][j];
                for k in 0..j {
                    s -= l[i][k] * l[j][k];
                }
                l[i][j] = if i == j { s.sqrt() } else { s / l[j][j] };
            }
        }
        let mut y = b.to_vec();
        for i in 0..n {
            for k in 0..i {
                y[i] -= l[i][k] * y[k];
            }
            y[i] /= l[i][i];
        }
        let mut s = 0.0;
        for i in 0..n {
            s -= 0.5 * y[i] * y[i] + l[i][i].ln();
        }
        s
    }

    check! {
        |v| (&[v[..3].to_vec(), v[3..6].to_vec(), v[6..9].to_vec()], &v[9..]) -> (a, b);
        smooth [4.0, 9.0, 9.0, 1.0, 5.0, 9.0, 0.5, -1.0, 3.0, 1.5, -0.5, 2.0];
    }
}

mod gauss_with_pivots {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], b: &mut [f64]) {
        let n = b.len();
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
                b.swap(k, p);
            }
            for i in k + 1..n {
                let m = a[i * n + k] / a[k * n + k];
                for j in k..n {
                    a[i * n + j] -= m * a[k * n + j];
                }
                b[i] -= m * b[k];
            }
        }
        for i in (0..n).rev() {
            for j in i + 1..n {
                b[i] -= a[i * n + j] * b[j];
            }
            b[i] /= a[i * n + i];
        }
    }

    in_out! {
        nothing |v| { a = v[..9].to_vec(), b = v[9..].to_vec() } (&mut a, &mut b) -> (a, b);
        smooth [1.0, 4.0, 2.0, 3.0, 0.5, -1.0, -2.0, 1.5, 6.0, 1.0, 2.0, 3.0];
        smooth [5.0, 4.0, 2.0, 3.0, 7.5, -1.0, -2.0, 1.5, 6.0, 1.0, 2.0, 3.0];
    }

    /// For `w . x` with `x = A^-1 b` the cotangents are `u = A^-T w` of `b`, `-u x^T` of `A`.
    #[test]
    fn against_the_transposed_solve() {
        let a = [1.0, 4.0, 2.0, 3.0, 0.5, -1.0, -2.0, 1.5, 6.0];
        let transposed = [1.0, 3.0, -2.0, 4.0, 0.5, 1.5, 2.0, -1.0, 6.0];
        let w = [0.5, -1.0, 2.0];
        let (mut x, mut u) = ([1.0, 2.0, 3.0], w);
        f(&mut transposed.clone(), &mut u);
        let (mut d_a, mut d_b) = ([0.0; 9], w);
        f_vjp(&mut a.clone(), &mut x).1(&mut d_a, &mut d_b);
        let outer: Vec<f64> = u.iter().flat_map(|u| x.map(|x| -u * x)).collect();
        crate::support::assert_close("of b", &d_b, &u, 1e-12);
        crate::support::assert_close("of A", &d_a, &outer, 1e-12);
    }
}

mod lu_of_rows {
    use super::*;

    #[derive_grad]
    fn f(m: &[[f64; 3]], b: &[f64; 3]) -> f64 {
        let mut a = [[0.0; 3]; 3];
        a.copy_from_slice(m);
        let mut order = [0, 1, 2];
        for k in 0..3 {
            let mut p = k;
            for i in k..3 {
                if a[i][k].abs() > a[p][k].abs() {
                    p = i;
                }
            }
            a.swap(k, p);
            order.swap(k, p);
            for i in k + 1..3 {
                a[i][k] /= a[k][k];
                for j in k + 1..3 {
                    a[i][j] -= a[i][k] * a[k][j];
                }
            }
        }
        let mut x = [0.0; 3];
        for i in 0..3 {
            x[i] = b[order[i]];
            for j in 0..i {
                x[i] -= a[i][j] * x[j];
            }
        }
        for i in (0..3).rev() {
            for j in i + 1..3 {
                x[i] -= a[i][j] * x[j];
            }
            x[i] /= a[i][i];
        }
        x[0] * x[1] + x[2] * x[2]
    }

    check! {
        |v| (&[[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]], &[v[9], v[10], v[11]])
        -> (m, b);
        smooth [1.0, 4.0, 2.0, 3.0, 0.5, -1.0, -2.0, 1.5, 6.0, 1.0, 2.0, 3.0];
    }
}

mod tridiagonal {
    use super::*;

    #[derive_grad]
    fn f(lower: &[f64], diagonal: &[f64], upper: &[f64], d: &mut [f64], scratch: &mut [f64]) {
        let n = d.len();
        scratch[0] = upper[0] / diagonal[0];
        d[0] /= diagonal[0];
        for i in 1..n {
            let m = diagonal[i] - lower[i] * scratch[i - 1];
            scratch[i] = upper[i] / m;
            d[i] = (d[i] - lower[i] * d[i - 1]) / m;
        }
        for i in (0..n - 1).rev() {
            d[i] -= scratch[i] * d[i + 1];
        }
    }

    in_out! {
        nothing |v| { d = v[9..12].to_vec(), s = v[12..].to_vec() }
        (&v[..3], &v[3..6], &v[6..9], &mut d, &mut s)
        -> (lower: vec![0.0; 3], diagonal: vec![0.0; 3], upper: vec![0.0; 3], d, s);
        smooth [0.0, 1.0, -0.5, 4.0, 5.0, 3.0, 1.5, 0.5, 0.0, 1.0, 2.0, 3.0, 7.0, 8.0, 9.0];
    }
}

mod conjugate_gradients {
    use super::*;

    #[derive_grad]
    fn multiply(a: &[f64], x: &[f64], y: &mut [f64]) {
        let n = x.len();
        for (row, y) in a.chunks_exact(n).zip(y) {
            *y = 0.0;
            for (a, x) in row.iter().zip(x) {
                *y += a * x;
            }
        }
    }

    #[derive_grad]
    fn dot(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for (x, y) in x.iter().zip(y) {
            s += x * y;
        }
        s
    }

    #[derive_grad]
    fn f(a: &[f64], b: &[f64], steps: usize) -> f64 {
        let n = b.len();
        let mut x = vec![0.0; n];
        let mut r = b.to_vec();
        let mut p = r.clone();
        let mut q = vec![0.0; n];
        let mut rr = dot(&r, &r);
        for _ in 0..steps {
            multiply(a, &p, &mut q);
            let alpha = rr / dot(&p, &q);
            for i in 0..n {
                x[i] += alpha * p[i];
                r[i] -= alpha * q[i];
            }
            let next = dot(&r, &r);
            let beta = next / rr;
            rr = next;
            for (p, r) in p.iter_mut().zip(&r) {
                *p = r + beta * *p;
            }
        }
        x[0] * x[1]
    }

    check! {
        |v| (&v[..4], &v[4..], 1) -> (a, b);
        smooth [4.0, 1.0, 1.0, 3.0, 1.0, 2.0];
    }
}

mod gram_schmidt {
    use super::*;

    #[derive_grad]
    fn f(q: &mut [Vec<f64>]) -> f64 {
        let n = q.len();
        let mut volume = 1.0;
        for i in 0..n {
            for j in 0..i {
                let mut r = 0.0;
                for k in 0..q[i].len() {
                    r += q[i][k] * q[j][k];
                }
                for k in 0..q[i].len() {
                    q[i][k] -= r * q[j][k];
                }
            }
            let mut norm = 0.0;
            for e in &q[i] {
                norm += e * e;
            }
            let norm = norm.sqrt();
            for e in q[i].iter_mut() {
                *e /= norm;
            }
            volume *= norm;
        }
        volume
    }

    // The area that 2 by 2 rows span is |ad - bc|.
    in_out! {
        float |v| { q = vec![v[..2].to_vec(), v[2..].to_vec()] } (&mut q) -> (q);
        smooth [3.0, 4.0, -1.0, 2.0] => [[2.0, 1.0, -4.0, 3.0]];
    }
}

mod gram_schmidt_by_split {
    use super::*;

    #[derive_grad]
    fn project(from: &mut [f64; 3], onto: &[f64; 3]) {
        let mut r = 0.0;
        for k in 0..3 {
            r += from[k] * onto[k];
        }
        for k in 0..3 {
            from[k] -= r * onto[k];
        }
    }

    #[derive_grad]
    fn normalise(v: &mut [f64; 3]) {
        let mut s = 0.0;
        for e in v.iter() {
            s += e * e;
        }
        let s = s.sqrt();
        for e in v {
            *e /= s;
        }
    }

    #[derive_grad]
    fn f(q: &mut [[f64; 3]]) {
        for i in 0..q.len() {
            let (done, rest) = q.split_at_mut(i);
            for d in done.iter() {
                project(&mut rest[0], d);
            }
            normalise(&mut rest[0]);
        }
    }

    in_out! {
        nothing |v| { q = vec![[v[0], v[1], v[2]], [v[3], v[4], v[5]]] } (&mut q) -> (q);
        smooth [1.0, 2.0, 0.5, -1.0, 0.25, 1.5];
    }
}
