//! Slice patterns on what is written.

use grad_runtime::derive_grad;

mod ends_under_if_let {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        if let [first, .., last] = a {
            *first *= *last;
            *last = *first * *first;
        }
        a[0]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 7.0, 2.0] => [
            [2.0, 0.0, 1.5], [2.0, 0.0, 1.5], [0.0, 1.0, 0.0], [12.0, 0.0, 9.0],
        ];
        smooth [1.5] => [[1.0], [1.0]];
    }
}

mod ends_under_match {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [f64]) -> f64 {
        match x {
            [a, .., b] => {
                *a *= *b;
                *a * *b
            }
            [a] => *a,
            _ => 0.0,
        }
    }

    in_out! {
        float |v| { x = v.to_vec() } (&mut x) -> (x);
        smooth [1.5, 7.0, 2.0] => [
            [4.0, 0.0, 6.0], [2.0, 0.0, 1.5], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0],
        ];
        smooth [1.5] => [[1.0], [1.0]];
    }
}

mod ends_under_let_else {
    use super::*;

    #[derive_grad]
    fn f(k: f64, x: &mut [f64]) -> f64 {
        let [a, middle @ .., b] = x else {
            return k * k;
        };
        *a += k * *b;
        for e in middle.iter_mut() {
            *e *= *a;
        }
        *b = k;
        x[0] * x[1]
    }

    // (x0 + k·x2)²·x1
    in_out! {
        float |v| { x = v[1..].to_vec() } (v[0], &mut x) -> (k: 0.0, x);
        smooth [2.0, 0.5, 3.0, 0.25] => [[1.5, 6.0, 1.0, 12.0]];
        smooth [2.0, 0.5] => [[4.0, 0.0], [0.0, 1.0]];
    }
}

mod part_of_a_local_vector {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        if let [a, b] = &mut v[1..] {
            *a *= *b;
            *b += *a;
        }
        v[0] * v[1] * v[2]
    }

    // x0·x1·x2·(x2 + x1·x2)
    check! {
        |v| (v) -> (x);
        smooth [2.0, 3.0, 0.5] => [3.0, 3.5, 24.0];
    }
}

mod literal_in_a_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        match x {
            [1.5, a] => *a * 2.0,
            [_, a] => a * a,
            _ => 1.0,
        }
    }

    check! {
        |v| (v) -> (x);
        smooth [0.7, 0.2] => [0.0, 0.4];
        kink [1.5, 0.2] => [0.0, 2.0];
        smooth [0.7] => [0.0];
    }
}

mod vector_as_a_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let v = x.to_vec();
        match v.as_slice() {
            [a, .., b] => a * b,
            _ => 1.0,
        }
    }

    check! {
        |v| (v) -> (x);
        smooth [0.7, 0.2, 0.5] => [0.5, 0.0, 0.7];
        smooth [0.7] => [0.0];
    }
}

mod vector_as_a_slice_that_is_written {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        if let [a, .., b] = v.as_mut_slice() {
            *a *= *b;
        }
        v[0] * v[0]
    }

    check! { |v| (v) -> (x); smooth [1.5, 7.0, 2.0] => [12.0, 0.0, 9.0]; }
}

mod rows_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: &[Vec<f64>]) -> f64 {
        match x {
            [a, b, ..] => a[0] * b[0],
            [a] => a[0],
            [] => 0.0,
        }
    }

    check! {
        |v| (&[v[..2].to_vec(), v[2..].to_vec()]) -> (x);
        smooth [0.7, 0.2, 0.5] => [0.5, 0.0, 0.7];
    }

    mod of_one {
        use super::*;
        check! { |v| (&[v.to_vec()]) -> (x); smooth [0.7, 0.2] => [1.0, 0.0]; }
    }
}

mod rows_of_vectors_that_are_written {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [Vec<f64>]) -> f64 {
        let [a, .., b] = x else {
            return x[0][0];
        };
        a[0] *= b[1];
        b[0] += a[0] * a[1];
        a[0] * b[0]
    }

    in_out! {
        float |v| { x = vec![v[..2].to_vec(), v[2..].to_vec()] } (&mut x) -> (x);
        smooth [0.5, 2.0, 1.0, 3.0];
    }

    mod of_one {
        use super::*;
        in_out! {
            float |v| { x = vec![v.to_vec()] } (&mut x) -> (x);
            smooth [0.5, 2.0] => [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
        }
    }
}

mod in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [f64], n: usize) -> f64 {
        for i in 0..n {
            if let [a, b, ..] = &mut x[i % 2..] {
                *a *= *b;
                *b += 0.5 * *a;
            }
        }
        x[0] * x[1] + x[2]
    }

    in_out! {
        float |v| { x = v.to_vec() } (&mut x, 5) -> (x);
        smooth [0.75, 0.5, 1.25];
    }

    mod never {
        use super::*;
        in_out! {
            float |v| { x = v.to_vec() } (&mut x, 0) -> (x);
            smooth [2.0, 0.5, 1.25] => [[0.5, 2.0, 1.0]];
        }
    }
}

mod rest_behind_a_loop {
    use super::*;

    #[derive_grad]
    fn f(k: f64, x: &mut [f64]) -> f64 {
        let mut rest = x;
        let mut s = 0.0;
        while let [first, tail @ ..] = rest {
            *first *= k;
            s = s * k + *first;
            rest = tail;
        }
        s
    }

    in_out! {
        float |v| { x = v[1..].to_vec() } (v[0], &mut x) -> (k: 0.0, x);
        smooth [0.5, 2.0, 3.0, 0.25];
        smooth [0.5];
    }
}

mod in_branches {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [f64], up: bool) -> f64 {
        let s = if up {
            match x {
                [a, b, c] => {
                    *c = *a * *b;
                    *c
                }
                _ => 1.0,
            }
        } else if let [.., last] = x {
            *last *= *last;
            *last
        } else {
            0.0
        };
        s * x[0]
    }

    in_out! {
        float |v| { x = v.to_vec() } (&mut x, true) -> (x);
        smooth [1.5, 2.0, 4.0] => [
            [6.0, 2.25, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [2.0, 1.5, 0.0],
        ];
        smooth [1.5, 2.0] => [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    }

    mod down {
        use super::*;
        in_out! {
            float |v| { x = v.to_vec() } (&mut x, false) -> (x);
            smooth [1.5, 2.0] => [[4.0, 6.0], [1.0, 0.0], [0.0, 4.0]];
        }
    }
}

mod parts_lent_to_calls {
    use super::*;

    #[derive_grad]
    fn scale(a: &mut f64, k: f64) -> f64 {
        *a *= k;
        *a
    }

    #[derive_grad]
    fn sums(a: &mut [f64], k: f64) {
        for i in 1..a.len() {
            a[i] += k * a[i - 1];
        }
    }

    #[derive_grad]
    fn f(k: f64, x: &mut [f64]) -> f64 {
        match x {
            [a, rest @ .., b] => {
                let s = scale(a, *b);
                sums(rest, s);
                scale(b, k) * s
            }
            [a] => scale(a, k),
            [] => k,
        }
    }

    // k·x0·xn²
    in_out! {
        float |v| { x = v[1..].to_vec() } (v[0], &mut x) -> (k: 0.0, x);
        smooth [2.0, 0.5, 3.0, 0.25, 1.5] => [[1.125, 4.5, 0.0, 0.0, 3.0]];
        smooth [2.0, 0.5] => [[0.5, 2.0], [0.5, 2.0]];
        smooth [2.0] => [[1.0]];
    }
}

mod pairs_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [(f64, f64)]) -> f64 {
        if let [a, .., b] = x {
            a.0 *= b.1;
            b.0 += a.0 * a.1;
        }
        x[0].0 * x[1].0
    }

    in_out! {
        float |v| { x = vec![(v[0], v[1]), (v[2], v[3])] } (&mut x) -> (x);
        smooth [0.5, 2.0, 1.0, 3.0];
    }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [f32]) -> f32 {
        let [a, b, ..] = x else {
            return 1.0;
        };
        *a *= *b;
        *b = 2.0;
        *a * *a
    }

    in_out! {
        float |v| { x = v.iter().map(|&e| e as f32).collect::<Vec<f32>>() } (&mut x) -> (x);
        smooth [1.5, 2.0, 4.0] => [
            [12.0, 9.0, 0.0], [2.0, 1.5, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0],
        ];
    }
}
