//! Arrays of arrays, vectors of vectors.

use grad_runtime::derive_grad;

mod array_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                m[i][j] = x[i] * x[j];
            }
        }
        m[0][1] *= m[1][1];
        m[0][0] * m[0][1]
    }

    // x0^3 x1^3
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [3.0 * 2.25 * 8.0, 3.0 * 3.375 * 4.0]; }
}

mod vector_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize, m: usize) -> f64 {
        let mut table = vec![vec![0.0; m]; n];
        table[0][0] = 1.0;
        for i in 0..n {
            for j in 0..m {
                if i > 0 {
                    table[i][j] += table[i - 1][j] * x;
                }
                if j > 0 {
                    table[i][j] += table[i][j - 1] * x * x;
                }
            }
        }
        table[n - 1][m - 1]
    }

    // 3 x^4: the paths of a 2 by 3 table have 1 and 2 steps
    check! { |v| (v[0], 2, 3) -> (x); smooth [1.5] => [3.0 * 5.0 * 5.0625]; }
}

mod vector_of_active_rows {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x; 2]; 2];
        m[0][1] *= m[1][0];
        m[1] = vec![m[0][1], 1.0, x];
        m[1][0] * m[1][2] * m[0][0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod row_copied_out_and_in {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = [[x, 1.0], [2.0, x]];
        let mut row = m[0];
        row[1] *= x * row[0];
        m[1] = row;
        m[0][0] = 0.0;
        m[1][0] * m[1][1] + m[0][0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod row_as_a_view {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x, 1.0], vec![2.0, x]];
        let row = &mut m[1];
        row[0] *= x;
        row[1] *= row[0];
        let row = &m[1];
        row[1] * m[0][0]
    }

    // 2 x^3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod three_deep {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut t = [[[x; 2]; 2]; 2];
        t[1][0][1] *= t[0][1][0];
        t[0][1] = t[1][0];
        t[0][1][1] * t[1][1][1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod arrays_in_a_vector {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut points = vec![[0.0; 2]; x.len()];
        for i in 0..x.len() {
            points[i] = [x[i], x[i] * x[0]];
            points[i][0] *= points[i / 2][1];
        }
        points[0][0] * points[x.len() - 1][0]
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 0.5]; smooth [1.5]; }
}

mod flat_matrix_product {
    use super::*;

    #[derive_grad]
    fn f(a: &[f64], b: &[f64], c: &mut [f64], n: usize) {
        for i in 0..n {
            for j in 0..n {
                let mut s = 0.0;
                for k in 0..n {
                    s += a[i * n + k] * b[k * n + j];
                }
                c[i * n + j] = s;
            }
        }
    }

    in_out! {
        nothing |v| { c = v[8..].to_vec() } (&v[..4], &v[4..8], &mut c, 2)
        -> (a: vec![0.0; 4], b: vec![0.0; 4], c);
        smooth [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 0.0, 0.0, 0.0, 0.0] => [
            [5.0, 7.0, 0.0, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ];
    }
}

mod matrix_powers {
    use super::*;

    #[derive_grad]
    fn f(a: [[f64; 2]; 2], n: usize) -> f64 {
        let mut p = [[1.0, 0.0], [0.0, 1.0]];
        for _ in 0..n {
            let mut q = [[0.0; 2]; 2];
            for i in 0..2 {
                for j in 0..2 {
                    for k in 0..2 {
                        q[i][j] += p[i][k] * a[k][j];
                    }
                }
            }
            p = q;
        }
        p[0][0] + p[1][1]
    }

    // trace of the cube: 3 (A^2)^T
    check! {
        |v| ([[v[0], v[1]], [v[2], v[3]]], 3) -> (a);
        smooth [1.5, 2.0, 0.5, 1.0] => [3.0 * 3.25, 3.0 * 1.25, 3.0 * 5.0, 3.0 * 2.0];
    }
}

mod rows_pushed {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for i in 0..x.len() {
            let mut row = Vec::new();
            for j in 0..=i {
                row.push(x[i] * x[j]);
            }
            rows.push(row);
        }
        let mut s = 0.0;
        for row in &rows {
            s += row[row.len() - 1] * row[0];
        }
        s
    }

    // x0^4 + x1^3 x0
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [13.5 + 8.0, 18.0]; smooth []; }
}

mod rows_copied {
    use super::*;

    #[derive_grad]
    fn f(rows: &[Vec<f64>]) -> f64 {
        let mut m = rows.to_vec();
        m[0][0] *= m[1][0];
        let mut other = m.clone();
        other[1][0] *= m[0][0];
        other[1][0] * rows[1][0]
    }

    // x0 x1^3
    check! { |v| (&[v[..1].to_vec(), v[1..].to_vec()]) -> (rows); smooth [1.5, 2.0] => [8.0, 18.0]; }
}

mod row_popped {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut rows = vec![vec![x], vec![x * x, x]];
        let mut last = rows.pop().unwrap();
        last[0] *= rows[0][0];
        last[0] * last[1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}
