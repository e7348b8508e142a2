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
        let mut v = vec![vec![x], vec![1.0, x * x]];
        let last = v.pop().unwrap();
        v[0][0] * last[1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod rows_popped_until_empty {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut rows = Vec::new();
        for i in 0..n {
            rows.push(vec![x * i as f64; i + 1]);
        }
        let mut s = x;
        while let Some(row) = rows.pop() {
            s *= row[row.len() - 1] + row[0] * x;
            s += row.len() as f64;
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.125] }
}

mod row_popped_of_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(x: f64, m: &mut Vec<Vec<f64>>) -> f64 {
        let last = m.pop().unwrap();
        m[0][0] *= last[1];
        m[0][0] * x
    }

    // x m0 m2
    in_out! {
        float |v| { m = vec![vec![v[1]], vec![v[2], v[3]]] } (v[0], &mut m)
        -> (x: 0.0, m: vec![vec![0.0]]);
        smooth [1.5, 2.0, 7.0, 3.0];
    }
}

mod element_popped_of_a_row {
    use super::*;

    #[derive_grad]
    fn f(x: f64, m: &mut [Vec<f64>]) -> f64 {
        let p = m[2].pop().unwrap();
        p * x + m[0][0]
    }

    /// The rows of the buffer are as long as those of the parameter were.
    #[test]
    fn gradient() {
        let rows = || vec![vec![2.0, 3.0], vec![4.0], vec![5.0, 6.0]];
        let slopes = vec![vec![1.0, 0.0], vec![0.0], vec![0.0, 1.5]];
        let mut m = rows();
        assert_eq!(f_grad(1.5, &mut m), (11.0, 6.0, slopes.clone()));
        assert_eq!(m, [vec![2.0, 3.0], vec![4.0], vec![5.0]]);
        let (mut d_x, mut d_m) = (f64::NAN, rows());
        assert_eq!(f_grad_into(1.5, &mut rows(), &mut d_x, &mut d_m), 11.0);
        assert_eq!((d_x, d_m), (6.0, slopes));
    }

    mod beside_another {
        use super::*;

        #[derive_grad]
        fn f(x: f64, m: &mut [Vec<f64>], i: usize) -> (f64, f64) {
            let p = m[i].pop().unwrap();
            m[i][0] *= p * x;
            (p * x + m[0][0], m[i][0])
        }

        in_out! {
            several (0.0, 0.0);
            |v| { m = vec![vec![v[1], v[2]], vec![v[3]], vec![v[4], v[5]]] } (v[0], &mut m, 2)
            -> (x: 0.0, m);
            smooth [1.5, 2.0, 3.0, 4.0, 5.0, 6.0];
        }
    }
}

mod elements_popped_of_rows_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut m = vec![x.to_vec(), vec![x[0]; 2], vec![x[1]; 9]];
        let mut s = x[0];
        for i in 0..n {
            if let Some(p) = m[i % 3].pop() {
                s *= 0.5 + p;
                m[(i + 1) % 3].push(x[1] + p);
            }
        }
        s * m[1][0]
    }

    trips! { |v| (v, N) -> (x); at [0.75, 0.5] }
}

mod rows_truncated_and_pushed {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v: Vec<Vec<f64>> = vec![vec![x], vec![1.0, x * x]];
        v.truncate(1);
        v.push(vec![x * 3.0]);
        v[0][0] * v[1][0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [9.0]; }
}

mod rows_truncated_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v: Vec<Vec<f64>> = vec![vec![x], vec![0.5, x * x]];
        for i in 0..n {
            let s = v[0][0] * v[v.len() - 1][0];
            v.truncate(1 + i % 2);
            v.push(vec![s + x; i + 1]);
        }
        v[0][0] * v[v.len() - 1][0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod length_of_a_vector_without_rows {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m: Vec<Vec<f64>> = Vec::new();
        let n = m.len();
        m.push(vec![x]);
        if n == 0 {
            m.push(vec![x * x]);
        }
        m[1][0] * m[0][0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod row_under_another_name_grows {
    use super::*;

    #[derive_grad]
    fn f(x: f64, m: &mut [Vec<f64>]) -> (f64, usize) {
        let r = &mut m[1];
        r.push(2.0);
        let l = r.len();
        r[l - 1] *= x;
        (m[1][1] * m[0][0], l)
    }

    // 2 x m0
    in_out! {
        several (0.0, ());
        |v| { m = vec![vec![v[1]], vec![v[2]]] } (v[0], &mut m) -> (x: 0.0, m);
        smooth [1.5, 2.0, 7.0] => [
            [4.0, 3.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [2.0, 0.0, 0.0],
        ];
    }
}

mod row_by_a_variable_grows_by_its_own_element {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x, 2.0], vec![x * x]];
        let i = 1;
        let r = &mut m[i];
        r.push(r[0] * x);
        m[1][1] * m[0][0]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod row_by_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(x: f64, m: &mut [Vec<f64>], i: usize) -> f64 {
        let r = &mut m[i];
        let k = r.len();
        r[0] *= x;
        r[k - 1] += r[0];
        let s: f64 = r[0] * r[k - 1];
        s * m[0][0]
    }

    in_out! {
        float |v| { m = vec![vec![v[1]], vec![v[2], v[3]]] } (v[0], &mut m, 1) -> (x: 0.0, m);
        smooth [1.5, 2.0, 0.5, 3.0];
    }

    mod of_one_element {
        use super::*;
        // (2 m0 x)^2 2 m0 x
        in_out! {
            float |v| { m = vec![vec![v[1]], vec![v[2], v[3]]] } (v[0], &mut m, 0) -> (x: 0.0, m);
            smooth [1.5, 2.0, 0.5, 3.0];
        }
    }
}

mod rows_exchanged {
    use super::*;

    #[derive_grad]
    fn f(v: &mut Vec<Vec<f64>>, x: f64) -> f64 {
        v.swap(0, 1);
        v[0][0] *= x;
        v[0][0] * v[1][0]
    }

    // v2 x v0
    in_out! {
        float |v| { m = vec![vec![v[0], v[1]], vec![v[2]]] } (&mut m, v[3]) -> (m, x: 0.0);
        smooth [1.5, 7.0, 2.0, 3.0] => [[6.0, 0.0, 4.5, 3.0]];
    }
}

mod grid_that_loses_a_row {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut grid = vec![vec![x; n]; n];
        for i in 0..n {
            for j in 0..n {
                grid[i][j] *= (i + j) as f64 * x;
            }
        }
        let row = grid[1].clone();
        let last = grid.pop().unwrap();
        let mut t = Vec::new();
        for r in &grid {
            t.push(r[0] * row[1]);
        }
        t[0] + t[1] * last[0]
    }

    // 4 x^6
    check! { |v| (v[0], 3) -> (x); smooth [0.75] => [24.0 * 0.2373046875]; }
}

mod row_of_an_array_taken {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut q = [[x, 1.0], [2.0, x]];
        let r = std::mem::take(&mut q[0]);
        q[0][1] += r[0];
        q[0][1] * q[1][1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [3.0]; }
}

mod row_of_a_vector_taken {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut q = vec![vec![x, 1.0], vec![2.0, x]];
        for i in 0..n {
            let mut r = std::mem::take(&mut q[i % 2]);
            r[0] *= x;
            r.push(r[1] + x);
            let old = std::mem::replace(&mut q[(i + 1) % 2], r);
            q[i % 2] = old;
        }
        q[0][q[0].len() - 1] * q[1][0] + q[1][1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod rows_pushed_by_a_call {
    use super::*;

    #[derive_grad]
    fn row(x: f64, n: usize) -> Vec<f64> {
        let mut r = vec![x; n];
        for i in 1..n {
            r[i] *= r[i - 1];
        }
        r
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for i in 0..n {
            rows.push(row(x + i as f64, i + 1));
        }
        rows.truncate(2);
        let mut s = x;
        while let Some(last) = rows.pop() {
            s *= last[last.len() - 1];
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod three_deep_popped {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut t = vec![vec![vec![x], vec![x * x, 2.0]], vec![vec![3.0 * x; 2]]];
        let last = t.pop().unwrap();
        t[0].push(vec![x, x]);
        let inner = t[0].pop().unwrap();
        let p = t[0][1].pop().unwrap();
        last[0][1] * inner[0] * p * t[0][1][0]
    }

    // 6 x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [81.0]; }
}

mod single_precision_rows {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f32 {
        let mut v = vec![vec![x, 2.0], vec![x * x]];
        v.swap(0, 1);
        let last = v.pop().unwrap();
        v[0].push(last[1] * x);
        v[0][0] * v[0][1]
    }

    // 2 x^3
    check! { |v| (v[0] as f32) -> (x); smooth [1.5] => [13.5]; }
}

mod two_tables_exchanged {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![vec![x], vec![2.0, x]];
        let mut b = vec![vec![x * x, 0.5]];
        for i in 0..n {
            std::mem::swap(&mut a, &mut b);
            a[0][0] *= b[0][0];
            a.push(vec![x + i as f64]);
        }
        a[a.len() - 1][0] * b[0][0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.5] }
}

mod rows_inserted_and_split_off {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x]];
        m.insert(0, vec![2.0 * x, x * x]);
        let mut rest = m.split_off(1);
        rest.append(&mut m);
        m.push(vec![x]);
        rest[0][0] * rest[1][1] * m[0][0]
    }

    // x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod rows_inserted_and_split_off_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut m = vec![vec![x], vec![0.5, x]];
        for i in 0..n {
            let s = m[0][0] * m[1][0];
            m.insert(i % 2, vec![s + x; i + 1]);
            let mut rest = m.split_off(1 + i % 2);
            rest.append(&mut m);
            m = rest;
        }
        m[0][0] * m[m.len() - 1][0] + m[1][0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.375] }
}

mod named_arrays_in_literals {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = [x, 1.0];
        let b = [x * x, 2.0];
        let m = [a, b];
        let n = [m, [b, a]];
        let v = vec![a; 2];
        n[0][1][0] * n[1][1][0] + v[1][0]
    }

    // x³ + x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [7.75]; }
}

mod vectors_in_an_array_filled_in_turn {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut groups = [Vec::new(), Vec::new()];
        for (i, &e) in x.iter().enumerate() {
            groups[i % 2].push(e * e);
        }
        let mut s = 1.0;
        for g in &groups {
            let mut t = 0.0;
            for e in g {
                t += e;
            }
            s *= t;
        }
        s
    }

    // (x0² + x2²)·x1²
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 0.5] => [12.0, 10.0, 4.0]; }
}

mod vector_inside_of_a_result_that_grows {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> (f64, Vec<f64>) {
        (x, vec![x * x, 2.0 * x])
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let (_, mut p): (f64, Vec<f64>) = g(x);
        p.insert(0, x);
        p[0]
    }

    check! { |v| (v[0]) -> (x); smooth [0.5] => [1.0]; }

    mod and_is_turned_and_replaced {
        use super::*;

        #[derive_grad]
        fn f(x: f64) -> f64 {
            let (s, mut p): (f64, Vec<f64>) = g(x);
            p.push(x);
            p.reverse();
            let a = p[0] * p[1];
            p.extend_from_slice(&[x, s]);
            p = vec![p[4], x, x, x * x];
            a * p[3] * p[0]
        }

        // 2·x²·x²·x
        check! { |v| (v[0]) -> (x); smooth [0.5] => [0.625]; }
    }
}

mod rows_of_a_result_that_change {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> Vec<Vec<f64>> {
        vec![vec![x * x, 2.0 * x], vec![x]]
    }

    #[derive_grad]
    fn grow(v: &mut Vec<f64>, x: f64) {
        v.push(x * v[0]);
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = g(x);
        m[0].insert(0, x);
        grow(&mut m[1], x);
        m.swap(0, 1);
        m[1][0] * m[0][1] * m[1][2]
    }

    // x·x²·2x
    check! { |v| (v[0]) -> (x); smooth [0.5] => [1.0]; }
}

mod results_inside_of_tuples_and_arrays {
    use super::*;

    #[derive_grad]
    fn g(x: f64) -> Vec<f64> {
        vec![x * x, 2.0 * x]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut t = (g(x), x);
        t.0.push(t.1);
        let mut u = [g(x), g(t.1)];
        u[0].push(x);
        u[1].insert(0, x);
        let (mut a, b) = (g(x), 2.0);
        a.push(b * x);
        t.0[2] * u[0][2] * u[1][0] * a[2]
    }

    // x·x·x·2x
    check! { |v| (v[0]) -> (x); smooth [0.5] => [1.0]; }
}
