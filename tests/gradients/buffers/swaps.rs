//! `mem::swap`, `take`, `replace`, and whole buffers that change places.

use grad_runtime::derive_grad;

mod ping_pong_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], steps: usize) -> f64 {
        let n = x.len();
        let mut old = x.to_vec();
        let mut new = vec![0.0; n];
        for _ in 0..steps {
            for i in 0..n {
                new[i] = old[i] * old[(i + 1) % n] + 0.5;
            }
            std::mem::swap(&mut old, &mut new);
        }
        old[0] * old[1]
    }

    check! { |v| (v, 3) -> (x); smooth [0.5, 0.75, -0.25]; }

    mod once {
        use super::*;
        check! { |v| (v, 1) -> (x); smooth [0.5, 0.75, -0.25]; }
    }

    mod never {
        use super::*;
        check! { |v| (v, 0) -> (x); smooth [1.5, 2.0] => [2.0, 1.5]; }
    }
}

mod ping_pong_arrays {
    use super::*;

    use std::mem;

    #[derive_grad]
    fn f(x: f64, steps: usize) -> f64 {
        let mut old = [x, 1.0];
        let mut new = [0.0; 2];
        for _ in 0..steps {
            new[0] = old[1] * x;
            new[1] = old[0] + old[1];
            mem::swap(&mut old, &mut new);
        }
        old[0] * new[1]
    }

    check! { |v| (v[0], 4) -> (x); smooth [0.75]; }
}

mod swap_by_name {
    use super::*;

    use std::mem::swap;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = vec![x, x * x];
        let mut b = vec![y];
        swap(&mut a, &mut b);
        a[0] *= b[1];
        a[0] * b[0]
    }

    // y x^3
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, 2.0] => [13.5, 3.375]; }
}

mod with_zeros {
    use super::*;

    /// Only what comes out of the exchange is read, on either side of it.
    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = vec![0.0; 2];
        let mut b = vec![x * y, x];
        std::mem::swap(&mut a, &mut b);
        let mut c = [0.0; 2];
        let mut d = [y, x + y];
        std::mem::swap(&mut d, &mut c);
        a[0] * a[1] + c[0] * c[1]
    }

    // x^2 y + y (x + y)
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, 2.0] => [8.0, 7.75]; }
}

mod swap_elements {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64; 2], b: &mut [f64; 2]) -> f64 {
        std::mem::swap(&mut a[0], &mut b[1]);
        a[0] *= a[1];
        a[0] * b[1]
    }

    // b1 a1 a0
    in_out! {
        float |v| { a = [v[0], v[1]], b = [v[2], v[3]] } (&mut a, &mut b) -> (a, b);
        smooth [1.5, 2.0, 7.0, 3.0] => [[6.0, 4.5, 0.0, 3.0], [0.0, 3.0, 0.0, 2.0]];
    }
}

mod replaced {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [x, y];
        let old = std::mem::replace(&mut a, [x * y, 1.0]);
        let b = std::mem::replace(&mut a[0], x);
        old[0] * a[0] * b
    }

    // x^3 y
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, 2.0] => [13.5, 3.375]; }
}

mod replaced_vector {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x; 2];
        let old = std::mem::replace(&mut a, Vec::new());
        a.push(old[0] * old[1]);
        a[0] * old.len() as f64
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.0]; }
}

mod assigned_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut a = x.to_vec();
        for _ in 0..n {
            let mut b = vec![0.0; a.len()];
            for i in 0..a.len() {
                b[i] = a[i] * a[a.len() - 1 - i];
            }
            b.push(a[0]);
            a = b;
        }
        a[0] * a[a.len() - 1]
    }

    check! { |v| (v, 2) -> (x); smooth [0.5, 1.5]; }
}

mod three_in_a_circle {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (mut a, mut b, mut c) = ([x], [x * x], [1.0]);
        for _ in 0..n {
            let t = a;
            a = b;
            b = c;
            c = t;
            c[0] *= a[0];
        }
        a[0] + 2.0 * b[0] + 3.0 * c[0]
    }

    check! { |v| (v[0], 4) -> (x); smooth [0.75]; }
}

mod taken {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x];
        for _ in 0..n {
            let old = std::mem::take(&mut a);
            for e in &old {
                a.push(e * x);
                a.push(*e + 1.0);
            }
        }
        let mut s = 0.0;
        for e in &a {
            s += e;
        }
        s
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
}

mod swap_parameters {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>, b: &mut Vec<f64>) {
        std::mem::swap(a, b);
        a[0] *= b[0];
    }

    in_out! {
        nothing |v| { a = v[..1].to_vec(), b = v[1..].to_vec() } (&mut a, &mut b) -> (a, b);
        smooth [1.5, 2.0, 3.0] => [[2.0, 1.5, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
    }
}

mod swap_scalars {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64) -> f64 {
        let mut s = x * x;
        std::mem::swap(&mut s, y);
        s * *y
    }

    in_out! {
        float |v| { y = v[1] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0] => [[6.0, 2.25], [3.0, 0.0]];
    }
}

mod taken_from_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>) -> f64 {
        let old = std::mem::take(a);
        a.push(old[0] * old[1]);
        old[0]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0] => [[1.0, 0.0], [2.0, 1.5]];
    }
}

mod swapped_across_a_split {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [f64]) -> f64 {
        let (l, r) = x.split_at_mut(2);
        std::mem::swap(&mut l[0], &mut r[0]);
        x[0] * x[0] + x[2] * x[1]
    }

    // x2^2 + x0 x1
    in_out! {
        float |v| { x = v.to_vec() } (&mut x) -> (x);
        smooth [1.5, 2.0, 3.0, 4.0] => [[2.0, 1.5, 6.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
    }
}

mod halves_swapped {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [f64]) -> f64 {
        let (l, r) = x.split_at_mut(2);
        l.swap_with_slice(r);
        x[0] * x[0] + x[2] * x[1]
    }

    // x2^2 + x0 x3
    in_out! {
        float |v| { x = v.to_vec() } (&mut x) -> (x);
        smooth [1.5, 2.0, 3.0, 4.0] => [[4.0, 0.0, 6.0, 1.5]];
    }
}

mod halves_swapped_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x, 2.0, x * x, 0.5];
        for i in 0..n {
            let (l, r) = a.split_at_mut(2);
            if i % 3 == 0 {
                l.swap_with_slice(r);
            } else {
                std::mem::swap(&mut l[i % 2], &mut r[0]);
            }
            l[0] *= r[1];
        }
        a[0] * a[2] + a[1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod rows_swapped_across_a_split {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]]) -> f64 {
        let (top, bottom) = m.split_at_mut(1);
        std::mem::swap(&mut top[0], &mut bottom[0]);
        top[0][1] *= bottom[0][0];
        m[0][1] * m[1][1]
    }

    // m3 m0 m1
    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 7.0, 3.0] => [[6.0, 4.5, 0.0, 3.0]];
    }
}

mod scalar_and_element_swapped {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        let mut p = [x * x, 1.0];
        std::mem::swap(&mut s, &mut p[1]);
        s * p[0] * p[1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod scalar_and_elements_of_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(x: f64, p: &mut [f64]) -> f64 {
        let mut s = x;
        std::mem::swap(&mut p[0], &mut s);
        let o = std::mem::replace(&mut p[1], s * x);
        s * p[0] * p[1] * o
    }

    // p0^2 x^2 p1
    in_out! {
        float |v| { p = v[1..].to_vec() } (v[0], &mut p) -> (x: 0.0, p);
        smooth [1.5, 2.0, 3.0] => [
            [36.0, 27.0, 9.0], [1.0, 0.0, 0.0], [2.0, 1.5, 0.0],
        ];
    }
}

mod replaced_behind_another_name {
    use super::*;

    #[derive_grad]
    fn f(r: &mut f64, k: f64) -> f64 {
        let t = &mut *r;
        let o = std::mem::replace(&mut *t, k * k);
        o * *t * k
    }

    // r k^3
    in_out! {
        float |v| { r = v[0] } (&mut r, v[1]) -> (r, k: 0.0);
        smooth [2.0, 1.5] => [[3.375, 13.5], [0.0, 3.0]];
    }
}

mod swap_rows {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]; 2]) -> f64 {
        let (top, bottom) = m.split_at_mut(1);
        std::mem::swap(&mut top[0], &mut bottom[0]);
        m[0][0] *= m[1][1];
        m[0][0]
    }

    in_out! {
        float |v| { m = [[v[0], v[1]], [v[2], v[3]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 3.0, 4.0] => [[0.0, 3.0, 2.0, 0.0]];
    }
}

mod arrays_of_a_call_replaced {
    use super::*;

    #[derive_grad]
    fn pair(x: &mut [f64; 2]) -> [f64; 2] {
        [x[0], x[0] * x[1]]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v = [pair(&mut [x, 1.0]); 2];
        let mut d = std::mem::replace(&mut v, [[x, (x * x).sin()], [(x * 3.0).sin(), x.tanh()]]);
        d[0][1] *= x;
        d[0][1] * v[0][1]
    }

    // x²·sin(x²)
    check! {
        |v| (v[0]) -> (x);
        smooth [0.5] => [0.25f64.sin() + 0.25 * 0.25f64.cos()];
    }
}

mod tuple_replaced {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut t = (x, 1.0);
        let u = std::mem::replace(&mut t, (x * x, x));
        t.0 * u.0
    }

    // x³
    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod tuple_taken_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, f64), x: f64) -> f64 {
        let u = std::mem::take(t);
        t.0 += x;
        u.0 * u.1 * t.0
    }

    in_out! {
        float |v| { t = (v[0], v[1]) } (&mut t, v[2]) -> (t, x: 0.0);
        smooth [0.5, 2.0, 3.0] => [[6.0, 1.5, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]];
    }
}

mod tuple_replaced_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut t = (x, 1.0);
        let mut s = 1.0;
        for i in 0..n {
            let u = std::mem::replace(&mut t, (s * x, x + i as f64));
            s = u.0 * u.1 + t.1;
            if i % 2 == 1 {
                t = std::mem::take(&mut t);
            }
        }
        s * t.0
    }

    trips! { |v| (v[0], N) -> (x); at [0.5] }
}

mod vector_and_array_exchanged {
    use super::*;

    #[derive_grad]
    fn f(k: f64) -> f64 {
        let mut v = vec![k, 2.0];
        let mut q = [k, 3.0];
        v.swap_with_slice(&mut q);
        v[1] * q[0] * q[1]
    }

    // 6k
    check! { |v| (v[0]) -> (k); smooth [0.5] => [6.0]; }
}
