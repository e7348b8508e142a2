//! Tuples, arrays and `Vec`s as results: the Jacobian row by row and the dot-product test.

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
