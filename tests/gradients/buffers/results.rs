//! Results beside `&mut` outputs.

use grad_runtime::derive_grad;

mod float {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64]) -> f64 {
        y[0] = x * y[1];
        y[0] * x
    }

    in_out! {
        float |v| { y = v[1..].to_vec() } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0, 3.0] => [[9.0, 0.0, 2.25], [3.0, 0.0, 1.5], [0.0, 0.0, 1.0]];
    }

    /// The cotangent of the final content is zero in `_grad`, whatever the buffer holds.
    #[test]
    fn seed_of_the_outputs() {
        let mut y = [2.0, 3.0];
        let (value, d_x, d_y) = f_grad(1.5, &mut y);
        assert_eq!(
            (value, d_x, d_y, y),
            (6.75, 9.0, vec![0.0, 2.25], [4.5, 3.0])
        );
    }
}

mod count {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) -> usize {
        let mut n = 0;
        for e in x {
            if *e > 0.0 {
                y[n] = e * e;
                n += 1;
            }
        }
        n
    }

    in_out! {
        nothing |v| { y = v[3..].to_vec() } (&v[..3], &mut y) -> (x: vec![0.0; 3], y);
        smooth [1.5, -2.0, 3.0, 7.0, 8.0] => [[3.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 6.0, 0.0, 0.0]];
        smooth [-1.5, -2.0, 3.0, 7.0, 8.0] => [[0.0, 0.0, 6.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0]];
    }
}

mod truth {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], k: f64) -> bool {
        if a[0] == 0.0 {
            return false;
        }
        a[1] = k / a[0];
        true
    }

    in_out! {
        nothing |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, k: 0.0);
        smooth [2.0, 5.0, 3.0] => [[1.0, 0.0, 0.0], [-0.75, 0.0, 0.5]];
        kink [0.0, 5.0, 3.0] => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    }
}

mod signed_count {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64) -> i32 {
        let mut steps = 0;
        *y = x;
        while *y < 10.0 {
            *y *= 2.0;
            steps += 1;
        }
        -steps
    }

    in_out! {
        nothing |v| { y = v[1] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 7.0] => [[8.0, 0.0]];
        smooth [15.0, 7.0] => [[1.0, 0.0]];
    }
}

mod pair {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64]) -> (f64, f64) {
        y[0] *= x;
        (y[0] * y[0], x)
    }

    in_out! {
        several (0.0, 0.0);
        |v| { y = v[1..].to_vec() } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0] => [[12.0, 9.0], [1.0, 0.0], [2.0, 1.5]];
    }
}

mod pair_with_a_count {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64]) -> (f64, usize) {
        y[0] *= x;
        (y[0] * x, y.len())
    }

    in_out! {
        several (0.0, ());
        |v| { y = v[1..].to_vec() } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0] => [[6.0, 2.25], [2.0, 1.5]];
    }
}

mod vector {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64]) -> Vec<f64> {
        let before = y.to_vec();
        for i in 0..y.len() {
            y[i] *= x;
        }
        before
    }

    in_out! {
        several vec![0.0; 2];
        |v| { y = v[1..].to_vec() } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0, 3.0] => [
            [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [2.0, 1.5, 0.0], [3.0, 0.0, 1.5],
        ];
    }
}

mod early_returns_of_nothing {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64], n: usize) {
        if n == 0 {
            return;
        }
        y[0] = x;
        if n == 1 {
            return;
        }
        y[0] *= y[0];
    }

    mod at_once {
        use super::*;
        in_out! {
            nothing |v| { y = v[1..].to_vec() } (v[0], &mut y, 0) -> (x: 0.0, y);
            smooth [1.5, 2.0] => [[0.0, 1.0]];
        }
    }

    mod between {
        use super::*;
        in_out! {
            nothing |v| { y = v[1..].to_vec() } (v[0], &mut y, 1) -> (x: 0.0, y);
            smooth [1.5, 2.0] => [[1.0, 0.0]];
        }
    }

    mod at_the_end {
        use super::*;
        in_out! {
            nothing |v| { y = v[1..].to_vec() } (v[0], &mut y, 2) -> (x: 0.0, y);
            smooth [1.5, 2.0] => [[3.0, 0.0]];
        }
    }
}

mod return_from_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64]) -> f64 {
        for i in 0..y.len() {
            y[i] *= x;
            if y[i] > 4.0 {
                return y[i] * y[0];
            }
        }
        x
    }

    in_out! {
        float |v| { y = v[1..].to_vec() } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0, 3.0, 5.0] => [[18.0, 6.75, 4.5, 0.0]];
        smooth [0.5, 2.0, 3.0] => [[1.0, 0.0, 0.0]];
        smooth [2.5, 2.0, 3.0] => [[20.0, 25.0, 0.0]];
    }
}

mod array {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64; 2]) -> [f64; 2] {
        let old = *y;
        y[0] = x * y[1];
        [old[0] * x, y[0]]
    }

    in_out! {
        several [0.0; 2];
        |v| { y = [v[1], v[2]] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0, 3.0] => [
            [2.0, 1.5, 0.0], [3.0, 0.0, 1.5], [3.0, 0.0, 1.5], [0.0, 0.0, 1.0],
        ];
    }
}
