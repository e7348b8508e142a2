//! Views of buffers bound to names.

use grad_runtime::derive_grad;

mod part_written {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], i: usize) -> f64 {
        let part = &mut a[i..i + 2];
        part[0] *= part[1];
        part[1] = part[0] * part[0];
        a[0] * a[2]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 1) -> (a);
        smooth [1.5, 2.0, 3.0] => [[36.0, 54.0, 36.0], [1.0, 0.0, 0.0], [0.0, 3.0, 2.0], [0.0, 36.0, 24.0]];
    }
}

mod part_read_after_writes {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a[1] *= a[0];
        let tail = &a[1..];
        let s = tail[0] * tail[1];
        a[1] = 0.0;
        s * a[0] + a[1]
    }

    // x0^2 x1 x2
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [18.0, 6.75, 4.5]; }
}

mod parts_of_parts {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let tail = &mut a[1..];
        let inner = &mut tail[1..3];
        inner[0] *= inner[1];
        let last = &mut inner[1..];
        last[0] *= last[0];
        tail[0] *= 2.0;
        a[1] * a[2] * a[3]
    }

    // 2 a1 a2 a3 a3^2
    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [7.0, 1.5, 2.0, 0.5] => [[0.0, 0.5, 0.375, 4.5]];
    }
}

mod shared_parts_of_parts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            let row = &x[i * n..(i + 1) * n];
            let upper = &row[i..];
            for e in upper {
                s += e * upper[0];
            }
        }
        s
    }

    check! { |v| (v, 2) -> (x); smooth [1.5, 2.0, 3.0, 4.0] => [5.0, 1.5, 0.0, 8.0]; }
}

mod reference_to_an_element {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], i: usize, x: f64) -> f64 {
        let e = &mut a[i];
        *e *= x;
        *e += *e * *e;
        a[i] * a[0]
    }

    mod another {
        use super::*;
        // (a1 x + a1^2 x^2) a0
        in_out! {
            float |v| { a = v[..2].to_vec() } (&mut a, 1, v[2]) -> (a, x: 0.0);
            smooth [1.5, 2.0, 3.0] => [[42.0, 1.5 * 39.0, 1.5 * 26.0]];
        }
    }

    mod the_first {
        use super::*;
        in_out! {
            float |v| { a = v[..2].to_vec() } (&mut a, 0, v[2]) -> (a, x: 0.0);
            smooth [0.5, 2.0, 1.5];
        }
    }
}

mod reference_to_a_scalar {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        let r = &mut s;
        *r += x;
        *r *= *r;
        s * x
    }

    // 4 x^3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [27.0]; }
}

mod reference_to_an_inner_element {
    use super::*;

    #[derive_grad]
    fn f(x: f64, i: usize, j: usize) -> f64 {
        let mut m = vec![vec![x; 2]; 2];
        let e = &mut m[i][j];
        *e *= x;
        let row = &mut m[i];
        row[j] *= x;
        let e = &m[i][j];
        *e * m[1 - i][j]
    }

    check! { |v| (v[0], 1, 0) -> (x); smooth [1.5] => [13.5]; }
}

mod reference_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], at: &[usize]) -> f64 {
        let mut a = [1.0; 3];
        for (e, &i) in x.iter().zip(at) {
            let cell = &mut a[i];
            *cell = *cell * e + 1.0;
        }
        a[0] * a[1] + a[2]
    }

    // ((x0 + 1) x2 + 1) (x1 + 1) + 1
    check! { |v| (v, &[0, 1, 0]) -> (x); smooth [1.5, 2.0, 3.0] => [9.0, 8.5, 7.5]; }
}

mod index_bound_when_the_view_is_made {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut i = 0;
        let e = &mut a[i];
        i += 1;
        *e *= x[i];
        let part = &a[i..];
        i += 1;
        part[0] * part[i - 1] * a[0]
    }

    // x0 x1 * x1 * x2
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [12.0, 18.0, 6.0]; }
}

mod matched_pair_of_parts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (a, b) = (&x[..2], &x[1..]);
        a[1] * b[0] * b[1] * a[0]
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [12.0, 18.0, 6.0]; }
}

mod as_mut_slice {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x; 2];
        let s = a.as_mut_slice();
        s[0] *= s[1];
        a[0] * a[1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod array_patterns {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64; 3]) -> f64 {
        let [x, y, z] = a;
        *x *= *y;
        *z += *x * *y;
        a[0] * a[2]
    }

    in_out! {
        float |v| { a = [v[0], v[1], v[2]] } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[2.0 * 9.0 + 3.0 * 4.0, 1.5 * 9.0 + 3.0 * 6.0, 3.0]];
    }
}

mod windows_of_a_written_buffer {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a[1] *= a[0];
        let mut s = 0.0;
        for w in a.windows(2) {
            s += w[0] * w[1];
        }
        for c in a.chunks(2) {
            s += c[0] * c[0];
        }
        s
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0]; smooth [1.5, 2.0, 3.0, 0.5]; }
}

mod rest_re_bound {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut rest = x;
        let mut s = 1.0;
        while !rest.is_empty() {
            s = s * rest[0] + 1.0;
            rest = &rest[1..];
        }
        s
    }

    // (x0 + 1) x1 + 1
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [2.0, 2.5]; smooth []; }
}

mod rest_re_bound_by_steps {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], lengths: &[usize]) -> f64 {
        let mut rest = &x[1..];
        let mut s = x[0];
        for &k in lengths {
            let head = &rest[..k];
            rest = &rest[k..];
            let mut t = 1.0;
            for e in head {
                t *= e;
            }
            s += t * rest.len() as f64;
        }
        s
    }

    // x0 + 3 x1 x2 + x3 x4
    check! {
        |v| (v, &[2, 2]) -> (x);
        smooth [1.5, 2.0, 3.0, 4.0, 5.0, 7.0] => [1.0, 9.0, 6.0, 5.0, 4.0, 0.0];
    }
}

mod rest_of_a_written_buffer {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let n = a.len();
        for i in 1..n {
            a[i] *= a[i - 1];
        }
        let mut rest = &a[..];
        let mut s = 0.0;
        while rest.len() > 1 {
            s += rest[0] * rest[1];
            rest = &rest[2..];
        }
        s
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 0.5, 3.0];
        smooth [1.5, 2.0, 0.5];
    }
}

mod mutable_rest_re_bound {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        let mut rest = a;
        while rest.len() > 1 {
            rest[1] *= rest[0];
            rest = &mut rest[1..];
        }
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[1.0, 0.0, 0.0], [2.0, 1.5, 0.0], [6.0, 4.5, 3.0]];
    }
}

mod split_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: usize) -> f64 {
        let mut rest = x;
        let mut s = 1.0;
        while rest.len() >= k {
            let (head, tail) = rest.split_at(k);
            s = s * head[0] + head[k - 1];
            rest = tail;
        }
        s
    }

    // (x0 + x1) x2 + x3
    check! { |v| (v, 2) -> (x); smooth [1.5, 2.0, 3.0, 4.0, 7.0] => [3.0, 3.0, 3.5, 1.0, 0.0]; }
}

mod whole_buffer_under_another_name {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x; 2];
        let b = &mut a;
        b.push(x * x);
        b[0] *= b[2];
        let c = &mut b[..];
        c[1] *= c[0];
        let d = a.as_slice();
        d[1] * d[2]
    }

    // x^4 * x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.0 * 7.59375]; }
}

mod split_first {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut rest = x;
        let mut s = 1.0;
        while let Some((first, tail)) = rest.split_first() {
            s = s * first + 1.0;
            rest = tail;
        }
        s
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [2.0, 2.5]; smooth []; }
}
