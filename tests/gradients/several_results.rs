//! Tuples, arrays and `Vec`s as results, and these inside of one another: the Jacobian row by row and the dot-product test.

use grad_runtime::derive_grad;

mod pair {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> (f64, f64) {
        (x * y, x.sin() + y)
    }

    several! {
        |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed (0.0, 0.0);
        [0.5, 2.0] => [[2.0, 0.5], [0.5f64.cos(), 1.0]];
        [-1.5, 0.0] => [[0.0, -1.5], [1.5f64.cos(), 1.0]];
    }
}

mod pair_with_integer {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> (f64, usize) {
        let n = x.len();
        (x[0] * x[n - 1], n)
    }

    several! {
        |v| (v) -> (x: vec![0.0; 3]), seed (0.0, ());
        [0.5, 2.0, 3.0] => [[3.0, 0.0, 0.5]];
    }
}

mod nested_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> ((f64, f64), f64) {
        let p = x * x;
        ((p, p * y), y)
    }

    several! {
        |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed ((0.0, 0.0), 0.0);
        [3.0, 2.0] => [[6.0, 0.0], [12.0, 9.0], [0.0, 1.0]];
    }
}

mod nested_tuple_of_a_call {
    use super::*;

    #[derive_grad]
    fn g(x: f64, y: f64) -> ((f64, f64), f64) {
        let p = x * x;
        ((p, p * y), y)
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> ((f64, f64), f64) {
        g(x, y)
    }

    several! {
        |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed ((0.0, 0.0), 0.0);
        [3.0, 2.0] => [[6.0, 0.0], [12.0, 9.0], [0.0, 1.0]];
    }

    mod in_part {
        use super::*;

        #[derive_grad]
        fn f(x: f64, y: f64) -> (f64, (f64, f64)) {
            let t = g(x, y);
            (y, t.0)
        }

        several! {
            |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed (0.0, (0.0, 0.0));
            [3.0, 2.0] => [[0.0, 1.0], [6.0, 0.0], [12.0, 9.0]];
        }
    }
}

mod array {
    use super::*;

    #[derive_grad]
    fn f(r: f64, phi: f64, z: f64) -> [f64; 3] {
        [r * phi.cos(), r * phi.sin(), z]
    }

    several! {
        |v| (v[0], v[1], v[2]) -> (r: 0.0, phi: 0.0, z: 0.0), seed [0.0; 3];
        [2.0, 0.6, 1.0] => [
            [0.6f64.cos(), -2.0 * 0.6f64.sin(), 0.0],
            [0.6f64.sin(), 2.0 * 0.6f64.cos(), 0.0],
            [0.0, 0.0, 1.0],
        ];
    }
}

mod array_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(a: f64, b: f64) -> [[f64; 2]; 2] {
        [[a, a * b], [b * b, 1.0]]
    }

    several! {
        |v| (v[0], v[1]) -> (a: 0.0, b: 0.0), seed [[0.0; 2]; 2];
        [3.0, 2.0] => [[1.0, 0.0], [2.0, 3.0], [0.0, 4.0], [0.0, 0.0]];
    }
}

mod matrix_times_vector {
    use super::*;

    #[derive_grad]
    fn f(a: &[[f64; 2]; 2], x: &[f64; 2]) -> [f64; 2] {
        [
            a[0][0] * x[0] + a[0][1] * x[1],
            a[1][0] * x[0] + a[1][1] * x[1],
        ]
    }

    several! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]], &[v[4], v[5]]) -> (a: [[0.0; 2]; 2], x: [0.0; 2]),
            seed [0.0; 2];
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0] => [
            [5.0, 6.0, 0.0, 0.0, 1.0, 2.0],
            [0.0, 0.0, 5.0, 6.0, 3.0, 4.0],
        ];
    }
}

mod results_of_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> (f64, f64) {
        let mut sum = 0.0;
        let mut product = 1.0;
        for &e in x {
            sum += e;
            product *= e;
        }
        (sum, product)
    }

    several! {
        |v| (v) -> (x: vec![0.0; 3]), seed (0.0, 0.0);
        [2.0, 3.0, 4.0] => [[1.0, 1.0, 1.0], [12.0, 8.0, 6.0]];
        [0.0, 3.0, 4.0] => [[1.0, 1.0, 1.0], [12.0, 0.0, 0.0]];
    }
}

mod one_from_each_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, swap: bool) -> (f64, f64) {
        if swap { (y, x * x) } else { (x * x, y) }
    }

    several! {
        |v| (v[0], v[1], true) -> (x: 0.0, y: 0.0), seed (0.0, 0.0);
        [3.0, 2.0] => [[0.0, 1.0], [6.0, 0.0]];
    }
}

mod early_return_of_a_pair {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> (f64, f64) {
        let p = x * y;
        if p > 5.0 {
            return (p, x);
        }
        (y, p * p)
    }

    several! {
        |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed (0.0, 0.0);
        [3.0, 2.0] => [[2.0, 3.0], [1.0, 0.0]];
        [1.0, 2.0] => [[0.0, 1.0], [8.0, 4.0]];
    }
}

mod passed_through_a_call {
    use super::*;

    #[derive_grad]
    fn quotient(x: f64, y: f64) -> (f64, f64) {
        (x / y, y)
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> [f64; 2] {
        let (q, d) = quotient(x * x, y);
        [q, q * d]
    }

    several! {
        |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed [0.0; 2];
        [3.0, 2.0] => [[3.0, -2.25], [6.0, 0.0]];
    }
}

mod call_as_the_whole_result {
    use super::*;

    #[derive_grad]
    fn rotated(x: f64, y: f64) -> (f64, f64) {
        (-y, x)
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> (f64, f64) {
        rotated(x * y, y)
    }

    several! {
        |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed (0.0, 0.0);
        [3.0, 2.0] => [[0.0, -1.0], [2.0, 3.0]];
    }
}

mod array_of_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> [(f64, f64); 2] {
        let a = (x, 2.0 * x);
        [a, (a.1 * x, 1.0)]
    }

    several! {
        |v| (v[0]) -> (x: 0.0), seed [(0.0, 0.0); 2];
        [1.5] => [[1.0], [2.0], [6.0], [0.0]];
    }
}

mod vector_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> Vec<Vec<f64>> {
        let mut m = Vec::new();
        for i in 0..n {
            m.push(vec![x * i as f64; i + 1]);
        }
        m
    }

    several! {
        |v| (v[0], 3) -> (x: 0.0), seed vec![vec![0.0], vec![0.0; 2], vec![0.0; 3]];
        [1.5] => [[0.0], [1.0], [1.0], [2.0], [2.0], [2.0]];
    }

    mod empty {
        use super::*;
        several! { |v| (v[0], 0) -> (x: 0.0), seed Vec::<Vec<f64>>::new(); [1.5]; }
    }

    /// A call of it, and one in a loop.
    mod called {
        use super::*;

        #[derive_grad]
        fn rows(x: f64, n: usize) -> Vec<Vec<f64>> {
            super::f(x, n)
        }

        #[derive_grad]
        fn f(x: f64, n: usize) -> f64 {
            let m = rows(x, 3);
            let mut s = x;
            for _ in 0..n {
                let q = rows(s + x, 3);
                s += q[2][1] * m[1][0];
            }
            m[1][0] * m[2][2] * s
        }

        trips! { |v| (v[0], N) -> (x); at [0.25] }
    }
}

mod float_and_vector {
    use super::*;

    #[derive_grad]
    fn split(x: &[f64], k: usize) -> (f64, Vec<f64>) {
        let mut s = 0.0;
        for v in &x[..k] {
            s += v * v;
        }
        (s, x[k..].to_vec())
    }

    mod whole {
        use super::{split as f, split_vjp as f_vjp};

        several! {
            |v| (v, 1) -> (x: vec![0.0; 3]), seed (0.0, vec![0.0; 2]);
            [2.0, 3.0, 0.5] => [[4.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        }
    }

    mod empty {
        use super::{split as f, split_vjp as f_vjp};

        several! {
            |v| (v, 2) -> (x: vec![0.0; 2]), seed (0.0, Vec::<f64>::new());
            [2.0, 3.0] => [[4.0, 6.0]];
        }
    }

    mod called {
        use super::*;

        #[derive_grad]
        fn f(x: &[f64]) -> f64 {
            let (s, rest) = split(x, 1);
            let t = split(&rest, 1);
            s * t.0 * t.1[0] + rest[1]
        }

        // x0²·x1²·x2 + x2
        check! { |v| (v) -> (x); smooth [2.0, 3.0, 0.5] => [18.0, 12.0, 37.0]; }
    }
}

mod factors_and_diagonal {
    use super::*;

    #[derive_grad]
    fn lu(a: &[Vec<f64>]) -> (Vec<Vec<f64>>, Vec<f64>) {
        let n = a.len();
        let mut l = a.to_vec();
        let mut d = vec![0.0; n];
        for k in 0..n {
            d[k] = l[k][k];
            for i in k + 1..n {
                l[i][k] /= d[k];
                for j in k + 1..n {
                    let t = l[i][k] * l[k][j];
                    l[i][j] -= t;
                }
            }
        }
        (l, d)
    }

    mod whole {
        use super::{lu as f, lu_vjp as f_vjp};

        several! {
            |v| (&[v[..2].to_vec(), v[2..].to_vec()]) -> (a: vec![vec![0.0; 2]; 2]),
                seed (vec![vec![0.0; 2]; 2], vec![0.0; 2]);
            [2.0, 0.5, 3.0, 4.0] => [
                [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0],
                [-0.75, 0.0, 0.5, 0.0], [0.375, -1.5, -0.25, 1.0],
                [1.0, 0.0, 0.0, 0.0], [0.375, -1.5, -0.25, 1.0],
            ];
        }
    }

    mod called {
        use super::*;

        #[derive_grad]
        fn f(a: &[Vec<f64>]) -> f64 {
            let (l, d) = lu(a);
            let mut p = l[1][0];
            for v in &d {
                p *= v;
            }
            p
        }

        // c·d - b·c²/a
        check! {
            |v| (&[v[..2].to_vec(), v[2..].to_vec()]) -> (a);
            smooth [2.0, 0.5, 3.0, 4.0] => [1.125, -4.5, 2.5, 3.0];
        }
    }
}

mod array_vector_and_length {
    use super::*;

    #[derive_grad]
    fn all(x: f64, n: usize) -> ([f64; 2], Vec<f64>, usize) {
        ([x, x * x], vec![x; n], n)
    }

    mod whole {
        use super::{all as f, all_vjp as f_vjp};

        several! {
            |v| (v[0], 2) -> (x: 0.0), seed ([0.0; 2], vec![0.0; 2], ());
            [1.5] => [[1.0], [3.0], [1.0], [1.0]];
        }
    }

    mod called {
        use super::*;

        #[derive_grad]
        fn f(x: f64, n: usize) -> f64 {
            let mut r = all(x, n);
            r = all(r.1[0] * x, r.2 + 1);
            r.0[1] * r.1[2] * r.1.len() as f64
        }

        // 3x⁶
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [136.6875]; }
    }
}

mod vector_of_pairs {
    use super::*;

    #[derive_grad]
    fn pairs(x: f64) -> Vec<(f64, f64)> {
        vec![(x, x * x), (2.0, x)]
    }

    mod whole {
        use super::{pairs as f, pairs_vjp as f_vjp};

        several! {
            |v| (v[0]) -> (x: 0.0), seed vec![(0.0, 0.0); 2];
            [1.5] => [[1.0], [3.0], [0.0], [1.0]];
        }
    }

    mod called {
        use super::*;

        #[derive_grad]
        fn f(x: f64) -> f64 {
            let v: Vec<(f64, f64)> = pairs(x);
            let mut s = 0.0;
            for (a, b) in &v {
                s += a * b;
            }
            s * v[0].1
        }

        // x⁵ + 2x³
        check! { |v| (v[0]) -> (x); smooth [1.5] => [38.8125]; }
    }
}

mod float_and_path_of_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64, n: usize) -> (f64, Vec<f64>) {
        let mut path = vec![x];
        let mut total = 0.0;
        for i in 0..n {
            let next = path[i] + k * path[i] * (1.0 - path[i]);
            total += next * next;
            path.push(next);
        }
        (total, path)
    }

    several! {
        |v| (v[0], v[1], 4) -> (x: 0.0, k: 0.0), seed (0.0, vec![0.0; 5]);
        [0.25, 0.5];
    }

    mod one_trip {
        use super::*;
        several! {
            |v| (v[0], v[1], 1) -> (x: 0.0, k: 0.0), seed (0.0, vec![0.0; 2]);
            // x + k·x·(1 - x), 0.625 here, with slopes 1 + k·(1 - 2x) and x·(1 - x)
            [0.25, 2.0] => [[2.5, 0.234375], [1.0, 0.0], [2.0, 0.1875]];
        }
    }

    mod no_trips {
        use super::*;
        several! {
            |v| (v[0], v[1], 0) -> (x: 0.0, k: 0.0), seed (0.0, vec![0.0; 1]);
            [0.25, 0.5] => [[0.0, 0.0], [1.0, 0.0]];
        }
    }
}

mod rows_from_branches {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> Vec<Vec<f64>> {
        if x > 1.0 {
            return vec![vec![x * y], vec![y, x]];
        }
        let mut rows = vec![vec![x, y]];
        if y > 1.0 {
            rows[0][0] *= y;
            rows.push(vec![y * y]);
        } else {
            rows.insert(0, vec![2.0 * x]);
            rows[1].pop();
            rows[1].push(x);
        }
        rows
    }

    mod early {
        use super::*;
        several! {
            |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed vec![vec![0.0], vec![0.0; 2]];
            [1.5, 2.0] => [[2.0, 1.5], [0.0, 1.0], [1.0, 0.0]];
            [0.5, 0.25] => [[2.0, 0.0], [1.0, 0.0], [1.0, 0.0]];
        }
    }

    mod late {
        use super::*;
        several! {
            |v| (v[0], v[1]) -> (x: 0.0, y: 0.0), seed vec![vec![0.0; 2], vec![0.0]];
            [0.5, 2.0] => [[2.0, 0.5], [0.0, 1.0], [0.0, 4.0]];
        }
    }
}

mod vector_inside_of_a_call_as_the_whole_result {
    use super::*;

    #[derive_grad]
    fn parts(x: &[f64], k: f64) -> (Vec<f64>, f64, Vec<f64>) {
        let (l, r) = x.split_at(1);
        let mut left = l.to_vec();
        left[0] *= k;
        (left, k, r.to_vec())
    }

    #[derive_grad]
    fn f(x: &[f64], k: f64, again: bool) -> (Vec<f64>, f64, Vec<f64>) {
        if again {
            let (l, c, r) = parts(x, k);
            return parts(&[l[0], r[0]], c * k);
        }
        parts(x, k * k)
    }

    several! {
        |v| (&v[..2], v[2], false) -> (x: vec![0.0; 2], k: 0.0),
            seed (vec![0.0], 0.0, vec![0.0]);
        // (k²·x0, k², x1)
        [2.0, 3.0, 0.5] => [[0.25, 0.0, 2.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
    }

    mod again {
        use super::*;
        several! {
            |v| (&v[..2], v[2], true) -> (x: vec![0.0; 2], k: 0.0),
                seed (vec![0.0], 0.0, vec![0.0]);
            // (k³·x0, k², x1)
            [2.0, 3.0, 0.5] => [[0.125, 0.0, 1.5], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]];
        }
    }
}

mod vectors_inside_of_results_through_a_recursion {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> (f64, Vec<f64>) {
        if n == 0 {
            return (x, vec![x * x]);
        }
        let (s, path): (f64, Vec<f64>) = f(x * x, n - 1);
        let mut longer = path.clone();
        longer.push(s * x);
        (s + x, longer)
    }

    several! {
        |v| (v[0], 2) -> (x: 0.0), seed (0.0, vec![0.0; 3]);
        // (x⁴ + x² + x, [x⁸, x⁶, (x⁴ + x²)·x])
        [0.5] => [[2.5], [0.0625], [0.1875], [1.0625]];
    }
}

mod vectors_inside_of_results_in_single_precision {
    use super::*;

    #[derive_grad]
    fn pair(x: f32, n: usize) -> (f32, Vec<f32>) {
        (x * x, vec![x; n])
    }

    #[derive_grad]
    fn rows(x: f32, n: usize) -> Vec<Vec<f32>> {
        let (s, r) = pair(x, n);
        vec![vec![s], r]
    }

    #[derive_grad]
    fn f(x: f32, n: usize) -> f32 {
        let mut s = x;
        for i in 0..n {
            let m = rows(s, i + 1);
            s = 0.5 * m[0][0] + m[1][i] * x;
        }
        s
    }

    trips! { |v| (v[0] as f32, N) -> (x); at [0.25] }
}
