//! Destructuring assignments that read what they write, and results of calls that nobody reads.

use grad_runtime::derive_grad;

mod arrays_that_change_places {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut u = [x; 2];
        let mut w = [y; 2];
        (u, w) = (w, u);
        u[0] * u[0] * w[0]
    }

    // y²·x
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [0.16, 0.56]; }
}

mod arrays_that_change_places_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut u = [x, 1.0];
        let mut w = [y, x];
        for _ in 0..n {
            [u, w] = [w, u];
            u[1] *= x;
        }
        u[0] * w[0] * w[0] + u[1] * w[1]
    }

    check! { |v| (v[0], v[1], 3) -> (x, y); smooth [0.7, 0.4]; }
}

mod arrays_that_turn_in_a_circle {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (mut a, mut b, mut c) = ([x], [y], [x * y]);
        (a, b, c) = (b, c, a);
        a[0] + 2.0 * b[0] * c[0]
    }

    // y + 2·x²·y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.5, 3.0] => [6.0, 1.5]; }
}

mod result_beside_a_lent_buffer {
    use super::*;

    #[derive_grad]
    fn put(out: &mut [f64], x: f64) -> f64 {
        out[0] = x * x;
        x
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut out = [0.0; 2];
        let _t = put(&mut out, x);
        out[0] * x
    }

    check! { |v| (v[0]) -> (x); smooth [2.0] => [12.0]; }
}

mod tuple_beside_a_lent_buffer {
    use super::*;

    #[derive_grad]
    fn put(total: &mut f64, xs: &[f64], out: &mut [f64]) -> (f64, f64) {
        out[0] = xs[0] * *total;
        (1.5, xs[1])
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut total = x;
        let mut out = vec![1.5; 4];
        let (_u, _p) = put(&mut total, &[x, 1.5], &mut out[..2]);
        out[0]
    }

    check! { |v| (v[0]) -> (x); smooth [2.0] => [4.0]; }
}

mod name_of_an_ended_block_used_again {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let first = {
            let mut y = x;
            y *= y;
            y
        };
        let second = {
            let mut y = 1.0;
            let mut m = 0;
            loop {
                if m >= 3 {
                    break;
                }
                m += 1;
                y = 0.5 * y + x;
            }
            y
        };
        first * second
    }

    // x²·(1/8 + 7/4·x)
    check! { |v| (v[0]) -> (x); smooth [2.0] => [21.5]; }
}

mod rows_that_change_places {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut m = [[x, 1.0], [y, 2.0]];
        (m[0], m[1]) = (m[1], m[0]);
        m[0][0] * m[0][0] * m[1][0] + m[0][1]
    }

    // y²·x + 2
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [0.16, 0.56]; }
}

mod buffers_behind_references_that_change_places {
    use super::*;

    #[derive_grad]
    fn turn(a: &mut [f64; 2], b: &mut [f64; 2]) {
        (*a, *b) = (*b, *a);
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut u = [x; 2];
        let mut w = [y; 2];
        turn(&mut u, &mut w);
        u[0] * u[0] * w[0]
    }

    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [0.16, 0.56]; }
}

mod copy_of_a_tuple_that_holds_an_array {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut t = (x, [y; 2]);
        let q = t;
        t.1[0] = 5.0;
        q.1[0] * t.1[0] * x
    }

    // 5·x·y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [2.0, 3.5]; }
}

mod copy_of_a_tuple_parameter {
    use super::*;

    #[derive_grad]
    fn g(x: f64, mut p: ([f64; 2], f64)) -> f64 {
        let r = p;
        p.0[0] *= x;
        r.0[0] * p.0[0] * p.1
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        g(x, ([y, 1.0], 2.0))
    }

    // 2·x·y²
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.5, 3.0] => [18.0, 6.0]; }
}

mod copy_of_a_tuple_in_a_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut t = (x, [y; 2]);
        let q = (t, x);
        t.1[0] = 5.0;
        q.0.1[0] * t.1[0] * x
    }

    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [2.0, 3.5]; }
}

mod array_beside_a_write_to_it {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [x, y];
        let (e, g) = (a, {
            a[0] = y;
            a
        });
        e[0] * g[0] * g[0]
    }

    // x·y²
    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [0.16, 0.56]; }
}

mod argument_beside_a_write_to_it {
    use super::*;

    #[derive_grad]
    fn two(p: [f64; 2], q: [f64; 2]) -> f64 {
        p[0] * q[0] * q[0]
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [x, y];
        two(a, {
            a[0] = y;
            a
        })
    }

    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [0.16, 0.56]; }
}

mod array_between_two_calls_that_write_to_it {
    use super::*;

    #[derive_grad]
    fn put(a: &mut [f64; 2], x: f64) -> f64 {
        a[0] = x;
        x
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [1.0, 1.0];
        let (_p, e, _q) = (put(&mut a, x), a, put(&mut a, y));
        e[0] * a[0] * a[0]
    }

    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.7, 0.4] => [0.16, 0.56]; }
}

mod elements_beside_a_write_to_them {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [x, y];
        let e = [a, {
            a[0] *= y;
            a
        }];
        e[0][0] * e[1][0]
    }

    // x²·y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [2.0, 0.5] => [2.0, 4.0]; }
}

mod result_that_is_dropped {
    use super::*;

    #[derive_grad]
    fn add(total: &mut f64, x: f64) -> f64 {
        *total += x;
        *total
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut z = x;
        add(&mut z, x);
        z * z
    }

    // 4·x²
    check! { |v| (v[0]) -> (x); smooth [1.5] => [12.0]; }
}

mod dropped_results_of_every_shape {
    use super::*;

    #[derive_grad]
    fn vector(out: &mut [f64], x: f64) -> Vec<f64> {
        out[0] += x;
        vec![x, x]
    }

    #[derive_grad]
    fn array<const N: usize>(out: &mut [f64; N], x: f64) -> [f64; N] {
        out[1] *= x;
        *out
    }

    #[derive_grad]
    fn count(out: &mut [f64], x: f64) -> usize {
        out[0] *= x;
        out.len()
    }

    #[derive_grad]
    fn nothing<const N: usize>(out: &mut [f64; N], x: f64) {
        out[1] += x;
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = [x, 1.0];
        for _ in 0..n {
            vector(&mut a, x);
            array(&mut a, x);
            count(&mut a, x);
            nothing(&mut a, x);
            nothing::<2>(&mut a, x);
        }
        a[0] * a[1]
    }

    check! { |v| (v[0], 2) -> (x); smooth [0.75]; }
    mod never {
        use super::*;
        check! { |v| (v[0], 0) -> (x); smooth [0.75] => [1.0]; }
    }
}

mod calls_in_a_condition_only {
    use super::*;

    #[derive_grad]
    fn step(s: &mut f64, x: f64) -> f64 {
        *s *= x;
        *s
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (mut a, mut b) = (x, y);
        for _ in 0..3 {
            if step(&mut a, x) < step(&mut b, y) {
                continue;
            }
            b += a;
        }
        a * b
    }

    check! { |v| (v[0], v[1]) -> (x, y); smooth [0.9, 0.2]; smooth [0.2, 0.9]; }
}

mod tuple_with_an_array_assigned_whole {
    use super::*;

    #[derive_grad]
    fn step(a: [f64; 1], x: f64) -> [f64; 1] {
        [a[0] * x]
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut p = ([x], 1.0);
        p = ([x * x], x);
        for _ in 0..n {
            p = (step(p.0, x), p.1 * x + p.0[0]);
        }
        p.0[0] * p.1
    }

    trips! { |v| (v[0], N) -> (x); at [0.5] }
    // 3x⁷
    check! { |v| (v[0], 2) -> (x); smooth [0.5] => [0.328125]; }
}

mod tuple_with_a_vector_assigned_whole {
    use super::*;

    #[derive_grad]
    fn step(a: Vec<f64>, x: f64) -> Vec<f64> {
        vec![a[0] * x]
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut p = (vec![x], 1.0);
        p = (vec![x * x, x], x);
        let mut q = (vec![1.0], 2.0);
        for _ in 0..n {
            p = (step(p.0, x), p.1 * x);
        }
        q = p;
        q.0[0] * q.1
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
    // x⁷
    check! { |v| (v[0], 2) -> (x); smooth [0.5] => [0.109375]; }
}
