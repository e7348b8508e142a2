//! Parameters of every `&mut` type: pure outputs, in-out, scratch.

use grad_runtime::derive_grad;

mod slice_out {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) {
        for i in 0..x.len() {
            y[i] = x[i] * x[i];
        }
    }

    in_out! {
        nothing |v| { y = v[2..4].to_vec() } (&v[..2], &mut y) -> (x: vec![0.0; 2], y);
        smooth [1.5, -2.0, 7.0, 8.0] => [[3.0, 0.0, 0.0, 0.0], [0.0, -4.0, 0.0, 0.0]];
    }

    mod longer_than_what_is_written {
        use super::*;
        in_out! {
            nothing |v| { y = v[2..5].to_vec() } (&v[..2], &mut y) -> (x: vec![0.0; 2], y);
            smooth [1.5, -2.0, 7.0, 8.0, 9.0] => [
                [3.0, 0.0, 0.0, 0.0, 0.0], [0.0, -4.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 1.0],
            ];
        }
    }

    mod empty {
        use super::*;
        in_out! {
            nothing |v| { y = v.to_vec() } (&[], &mut y) -> (x: Vec::<f64>::new(), y);
            smooth [3.0] => [[1.0]];
            smooth [];
        }
    }
}

mod slice_in_out {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], k: f64) {
        for i in 0..a.len() {
            a[i] = a[i] * a[i] * k;
        }
    }

    in_out! {
        nothing |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, k: 0.0);
        smooth [1.5, -2.0, 3.0] => [[9.0, 0.0, 2.25], [0.0, -12.0, 4.0]];
    }
}

mod slice_scratch {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], s: &mut [f64]) -> f64 {
        s[0] = x[0] * x[1];
        s[1] = s[0] * s[0] + x[0];
        s[1] * s[0]
    }

    // x0^3 x1^3 + x0^2 x1
    in_out! {
        float |v| { s = v[2..].to_vec() } (&v[..2], &mut s) -> (x: vec![0.0; 2], s);
        smooth [1.5, -2.0, 7.0, 8.0] => [[-60.0, 42.75, 0.0, 0.0]];
        smooth [0.5, 3.0, 7.0, 8.0, 9.0];
    }
}

mod slice_read_only {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], k: f64) -> f64 {
        a[0] * a[1] * k
    }

    in_out! {
        float |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, k: 0.0);
        smooth [1.5, -2.0, 3.0] => [[-6.0, 4.5, -3.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    }
}

mod slice_unused {
    use super::*;

    #[derive_grad]
    fn f(x: f64, a: &mut [f64]) -> f64 {
        x * x
    }

    in_out! {
        float |v| { a = v[1..].to_vec() } (v[0], &mut a) -> (x: 0.0, a);
        smooth [1.5, -2.0] => [[3.0, 0.0], [0.0, 1.0]];
    }
}

mod array_out {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64; 3]) {
        y[0] = x;
        y[1] = x * y[0];
        y[2] = x * y[1];
    }

    in_out! {
        nothing |v| { y = [v[1], v[2], v[3]] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 7.0, 8.0, 9.0] => [[1.0, 0.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0], [6.75, 0.0, 0.0, 0.0]];
    }
}

mod array_in_out_of_any_length {
    use super::*;

    #[derive_grad]
    fn f<const N: usize>(a: &mut [f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            a[i] *= a[0];
            s += a[i] * a[i];
        }
        s
    }

    in_out! {
        float |v| { a = [v[0], v[1], v[2]] } (&mut a) -> (a);
        smooth [1.5, -2.0, 0.5];
    }
}

mod scalar_out {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64) {
        *y = x * x;
    }

    in_out! {
        nothing |v| { y = v[1] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 7.0] => [[3.0, 0.0]];
    }
}

mod scalar_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64, n: usize) {
        for _ in 0..n {
            *y = *y * x + 1.0;
        }
    }

    // y x^3 + x^2 + x + 1
    in_out! {
        nothing |v| { y = v[1] } (v[0], &mut y, 3) -> (x: 0.0, y);
        smooth [1.5, 2.0] => [[2.0 * 6.75 + 4.0, 3.375]];
    }

    mod of_no_trips {
        use super::*;
        in_out! {
            nothing |v| { y = v[1] } (v[0], &mut y, 0) -> (x: 0.0, y);
            smooth [1.5, 2.0] => [[0.0, 1.0]];
        }
    }
}

mod scalar_written_on_one_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64) -> f64 {
        if x > 1.0 {
            *y = x * x;
        }
        *y * x
    }

    in_out! {
        float |v| { y = v[1] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0] => [[6.75, 0.0], [3.0, 0.0]];
        smooth [0.5, 2.0] => [[2.0, 0.5], [0.0, 1.0]];
    }
}

mod two_scalars_swapped {
    use super::*;

    #[derive_grad]
    fn f(a: &mut f64, b: &mut f64) {
        let t = *a;
        *a = *b * *b;
        *b = t;
    }

    in_out! {
        nothing |v| { a = v[0], b = v[1] } (&mut a, &mut b) -> (a, b);
        smooth [1.5, 2.0] => [[0.0, 4.0], [1.0, 0.0]];
    }
}

mod vector_elements {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>, k: f64) {
        a[0] *= k;
        a[1] = a[0] * a[1];
    }

    in_out! {
        nothing |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, k: 0.0);
        smooth [1.5, -2.0, 3.0] => [[3.0, 0.0, 1.5], [-6.0, 4.5, -3.0]];
    }
}

mod vector_pushed {
    use super::*;

    #[derive_grad]
    fn f(x: f64, out: &mut Vec<f64>) {
        out.push(x * x);
        out.push(x * out[0]);
    }

    in_out! {
        nothing |v| { out = v[1..].to_vec() } (v[0], &mut out) -> (x: 0.0, out);
        smooth [1.5, 7.0] => [[0.0, 1.0], [3.0, 0.0], [7.0, 1.5]];
        smooth [1.5] => [[3.0], [6.75]];
    }
}

mod vector_popped {
    use super::*;

    #[derive_grad]
    fn f(out: &mut Vec<f64>) -> f64 {
        let last = out.pop().unwrap();
        out[0] *= last;
        last * last
    }

    in_out! {
        float |v| { out = v.to_vec() } (&mut out) -> (out);
        smooth [1.5, 7.0, 2.0] => [[0.0, 0.0, 4.0], [2.0, 0.0, 1.5], [0.0, 1.0, 0.0]];
    }
}

mod vector_cleared_and_filled {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], out: &mut Vec<f64>) {
        out.clear();
        for e in x {
            out.push(e * e);
        }
    }

    in_out! {
        nothing |v| { out = v[2..].to_vec() } (&v[..2], &mut out) -> (x: vec![0.0; 2], out);
        smooth [1.5, 7.0, 2.0] => [[3.0, 0.0, 0.0], [0.0, 14.0, 0.0]];
        smooth [1.5, 7.0] => [[3.0, 0.0], [0.0, 14.0]];
        smooth [1.5, 7.0, 2.0, 4.0, 5.0];
    }
}

mod vector_resized {
    use super::*;

    #[derive_grad]
    fn f(x: f64, out: &mut Vec<f64>, n: usize) -> f64 {
        out.resize(n, x);
        out[0] * out[n - 1]
    }

    in_out! {
        float |v| { out = v[1..].to_vec() } (v[0], &mut out, 3) -> (x: 0.0, out);
        smooth [1.5] => [[3.0], [1.0], [1.0], [1.0]];
        smooth [1.5, 2.0] => [[2.0, 1.5]];
        smooth [1.5, 2.0, 3.0, 4.0, 5.0] => [[0.0, 4.0, 0.0, 2.0, 0.0]];
    }
}

mod vector_truncated {
    use super::*;

    #[derive_grad]
    fn f(out: &mut Vec<f64>) {
        out[0] = out[0] * out[2];
        out.truncate(2);
    }

    in_out! {
        nothing |v| { out = v.to_vec() } (&mut out) -> (out);
        smooth [1.5, 2.0, 3.0, 4.0] => [[3.0, 0.0, 1.5, 0.0], [0.0, 1.0, 0.0, 0.0]];
    }
}

mod vector_extended {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], out: &mut Vec<f64>) {
        out.extend_from_slice(x);
        out.extend_from_slice(&x[1..]);
        out[0] *= x[0];
    }

    in_out! {
        nothing |v| { out = v[2..].to_vec() } (&v[..2], &mut out) -> (x: vec![0.0; 2], out);
        smooth [1.5, 2.0, 3.0] => [[3.0, 0.0, 1.5], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    }
}

mod rows_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(x: f64, m: &mut [[f64; 2]]) -> f64 {
        for r in 0..m.len() {
            m[r][1] = m[r][0] * x;
            m[r][0] += 1.0;
        }
        m[0][1] * m[1][0]
    }

    in_out! {
        float |v| { m = vec![[v[1], v[2]], [v[3], v[4]]] } (v[0], &mut m) -> (x: 0.0, m);
        smooth [1.5, 2.0, 7.0, 3.0, 8.0] => [[8.0, 6.0, 0.0, 3.0, 0.0]];
    }
}

mod matrix_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]; 2]) {
        let t = m[0][1];
        m[0][1] = m[1][0] * m[0][0];
        m[1][0] = t;
        m[1] = m[0];
    }

    in_out! {
        nothing |v| { m = [[v[0], v[1]], [v[2], v[3]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [1.0, 0.0, 0.0, 0.0], [3.0, 0.0, 1.5, 0.0], [1.0, 0.0, 0.0, 0.0], [3.0, 0.0, 1.5, 0.0],
        ];
    }
}

mod rows_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: f64, rows: &mut [Vec<f64>]) -> f64 {
        rows[0][1] = x * rows[1][0];
        rows[1][0] *= rows[0][0];
        rows[0][1] * rows[1][0]
    }

    in_out! {
        float |v| { rows = vec![vec![v[1], v[2]], vec![v[3]]] } (v[0], &mut rows) -> (x: 0.0, rows);
        smooth [1.5, 2.0, 7.0, 3.0] => [[18.0, 13.5, 0.0, 1.5 * 2.0 * 2.0 * 3.0]];
    }
}

mod row_of_vectors_grows {
    use super::*;

    #[derive_grad]
    fn f(x: f64, rows: &mut [Vec<f64>]) {
        rows[0].push(x * rows[1][0]);
        rows[1].clear();
    }

    in_out! {
        nothing |v| { rows = vec![vec![v[1]], vec![v[2]]] } (v[0], &mut rows) -> (x: 0.0, rows);
        smooth [1.5, 2.0, 7.0] => [[0.0, 1.0, 0.0], [7.0, 0.0, 1.5]];
    }
}

mod vector_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(x: f64, points: &mut Vec<[f64; 2]>) {
        points.push([x, x * points[0][1]]);
        points[0] = [x * x, 1.0];
    }

    in_out! {
        nothing |v| { points = vec![[v[1], v[2]]] } (v[0], &mut points) -> (x: 0.0, points);
        smooth [1.5, 2.0, 3.0] => [
            [3.0, 0.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [3.0, 0.0, 1.5],
        ];
    }
}

mod two_outputs_from_one_input {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64], z: &mut [f64]) {
        for i in 0..x.len() {
            y[i] = x[i] * x[i];
            z[i] = y[i] * x[i] + z[i];
        }
    }

    in_out! {
        nothing |v| { y = v[2..4].to_vec(), z = v[4..].to_vec() } (&v[..2], &mut y, &mut z)
        -> (x: vec![0.0; 2], y, z);
        smooth [1.5, -2.0, 7.0, 8.0, 0.5, 0.25] => [
            [3.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, -4.0, 0.0, 0.0, 0.0, 0.0],
            [6.75, 0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 12.0, 0.0, 0.0, 0.0, 1.0],
        ];
    }
}

mod outputs_first {
    use super::*;

    #[derive_grad]
    fn f(y: &mut [f64], n: usize, x: f64, z: &mut f64, w: &[f64]) {
        for i in 0..n {
            y[i] = x * w[i];
            *z += y[i] * w[i];
        }
    }

    in_out! {
        nothing |v| { y = v[..2].to_vec(), z = v[3] } (&mut y, 2, v[2], &mut z, &v[4..])
        -> (y, x: 0.0, z, w: vec![0.0; 2]);
        smooth [7.0, 8.0, 1.5, 0.5, 2.0, 3.0] => [
            [0.0, 0.0, 2.0, 0.0, 1.5, 0.0], [0.0, 0.0, 3.0, 0.0, 0.0, 1.5],
            [0.0, 0.0, 13.0, 1.0, 6.0, 9.0],
        ];
    }
}

mod overwritten_with_a_constant {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        a[0] *= a[1];
        a[1] = 4.0;
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, -2.0] => [[-2.0, 1.5], [0.0, 0.0]];
    }
}

mod integers_written_beside {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64], order: &mut [usize], count: &mut usize) {
        for i in 0..x.len() {
            order[i] = x.len() - 1 - i;
            y[order[i]] = x[i] * x[i];
            *count += 1;
        }
    }

    in_out! {
        nothing |v| { y = v[2..].to_vec() } (&v[..2], &mut y, &mut [0; 2], &mut 0)
        -> (x: vec![0.0; 2], y);
        smooth [1.5, -2.0, 7.0, 8.0] => [[0.0, -4.0, 0.0, 0.0], [3.0, 0.0, 0.0, 0.0]];
    }

    #[test]
    fn written_once() {
        let (mut y, mut order, mut count) = ([0.0; 2], [7; 2], 0);
        let ((), pullback) = f_vjp(&[1.5, -2.0], &mut y, &mut order, &mut count);
        pullback(&mut [0.0; 2], &mut [1.0; 2]);
        assert_eq!((y, order, count), ([4.0, 2.25], [1, 0], 2));
    }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: &[f32], y: &mut [f32]) -> f32 {
        y[0] = x[0] * x[1];
        y[1] *= y[0];
        y[1] + x[0]
    }

    in_out! {
        float |v| { y = vec![v[2] as f32, v[3] as f32] } (&[v[0] as f32, v[1] as f32], &mut y)
        -> (x: vec![0.0f32; 2], y);
        smooth [1.5, -2.0, 7.0, 0.5] => [[0.0, 0.75, 0.0, -3.0]];
    }
}

mod lifetimes_and_mut_patterns {
    use super::*;

    #[derive_grad]
    fn f<'a>(mut x: f64, y: &'a mut [f64]) {
        x *= x;
        y[0] = x * y[0];
    }

    in_out! {
        nothing |v| { y = v[1..].to_vec() } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0] => [[6.0, 2.25]];
    }
}

mod scalar_in_out {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64) {
        *y *= x;
        *y += *y * *y;
    }

    // x y + (x y)^2
    in_out! {
        nothing |v| { y = v[1] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0] => [[2.0 * 7.0, 1.5 * 7.0]];
    }
}

mod scalar_every_assignment {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64) -> f64 {
        *y += x;
        *y -= x * x;
        *y *= x;
        *y /= x + 1.0;
        *y %= 2.0;
        *y = -*y;
        *y * x
    }

    in_out! {
        float |v| { y = v[1] } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0];
        smooth [0.5, 9.0];
    }
}

mod vector_replaced {
    use super::*;

    #[derive_grad]
    fn f(x: f64, out: &mut Vec<f64>) {
        *out = vec![x, x * x, 3.0];
    }

    in_out! {
        nothing |v| { out = v[1..].to_vec() } (v[0], &mut out) -> (x: 0.0, out);
        smooth [1.5, 7.0] => [[1.0, 0.0], [3.0, 0.0], [0.0, 0.0]];
    }
}

mod array_assigned_whole {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64; 2]) {
        *a = [a[1], a[0] * a[1]];
    }

    in_out! {
        nothing |v| { a = [v[0], v[1]] } (&mut a) -> (a);
        smooth [1.5, -2.0] => [[0.0, 1.0], [-2.0, 1.5]];
    }
}

mod vector_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: f64, rows: &mut Vec<Vec<f64>>) {
        rows.push(vec![x, x * x]);
        rows[0][0] *= x;
    }

    in_out! {
        nothing |v| { rows = vec![vec![v[1]]] } (v[0], &mut rows) -> (x: 0.0, rows);
        smooth [1.5, 2.0] => [[2.0, 1.5], [1.0, 0.0], [3.0, 0.0]];
    }
}

mod tuple_in_out {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, f64), x: f64) -> f64 {
        t.0 *= x;
        t.1 += t.0;
        t.0 * t.1
    }

    // t0 x (t1 + t0 x)
    in_out! {
        float |v| { t = (v[0], v[1]) } (&mut t, v[2]) -> (t, x: 0.0);
        smooth [2.0, 1.0, 1.5] => [[10.5, 3.0, 14.0], [1.5, 0.0, 2.0], [1.5, 1.0, 2.0]];
    }
}

mod tuple_in_out_read_and_lent_in_parts {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, f64), x: f64) -> f64 {
        t.0 *= x;
        t.1 += t.0;
        let (a, b) = *t;
        let u = &mut t.1;
        *u *= 2.0;
        a * b * t.0 * t.1
    }

    // 2 (t0 x)^2 (t1 + t0 x)^2
    in_out! {
        float |v| { t = (v[0], v[1]) } (&mut t, v[2]) -> (t, x: 0.0);
        smooth [2.0, 1.0, 1.5] => [[504.0, 144.0, 672.0]];
    }
}

mod tuple_out {
    use super::*;

    #[derive_grad]
    fn f(x: f64, out: &mut (f64, f64)) {
        *out = (x * x, 2.0);
        out.1 *= out.0;
    }

    in_out! {
        nothing |v| { out = (v[1], v[2]) } (v[0], &mut out) -> (x: 0.0, out);
        smooth [1.5, 2.0, 3.0] => [[3.0, 0.0, 0.0], [6.0, 0.0, 0.0]];
    }
}

mod tuple_lent_to_a_call {
    use super::*;

    #[derive_grad]
    fn g(t: &mut (f64, f64), x: f64) {
        t.0 *= x;
        t.1 += t.0;
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut t = (x, 1.0);
        g(&mut t, x);
        t.0 * t.1
    }

    // x^2 + x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [16.5]; }
}

mod tuple_lent_to_a_call_in_a_loop {
    use super::*;

    #[derive_grad]
    fn g(t: &mut (f64, f64)) -> f64 {
        *t = (t.1 * t.0, t.0);
        t.0
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut t = (x, 0.5);
        let mut s = 0.0;
        for i in 0..n {
            s += g(&mut t);
            t.1 = 0.5 * x + i as f64;
        }
        s * t.0 + t.1
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod tuple_passed_on {
    use super::*;

    #[derive_grad]
    fn g(t: &mut (f64, f64), x: f64) {
        let a = t.0;
        t.0 = t.1 * x;
        t.1 = a;
    }

    #[derive_grad]
    fn f(t: &mut (f64, f64), x: f64, n: usize) {
        for _ in 0..n {
            g(t, x);
        }
        if x > 1.0 {
            g(&mut *t, 2.0);
        }
    }

    // (2 t0 x, t1 x) after two trips
    in_out! {
        nothing |v| { t = (v[0], v[1]) } (&mut t, v[2], 2) -> (t, x: 0.0);
        smooth [2.0, 3.0, 1.5] => [[0.0, 3.0, 6.0], [1.5, 0.0, 2.0]];
        smooth [2.0, 3.0, 0.5] => [[0.5, 0.0, 2.0], [0.0, 0.5, 3.0]];
    }

    mod no_trips {
        use super::*;
        in_out! {
            nothing |v| { t = (v[0], v[1]) } (&mut t, v[2], 0) -> (t, x: 0.0);
            smooth [2.0, 3.0, 0.5] => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        }
    }
}

mod tuple_with_an_array_in_out {
    use super::*;

    #[derive_grad]
    fn f(t: &mut ([f64; 2], f64), x: f64) {
        t.0[0] *= x;
        t.1 += t.0[0] * t.0[1];
        t.0[1] = t.1;
    }

    // (t0 x, t2 + t0 t1 x, the same)
    in_out! {
        nothing |v| { t = ([v[0], v[1]], v[2]) } (&mut t, v[3]) -> (t, x: 0.0);
        smooth [2.0, 3.0, 4.0, 1.5] => [
            [1.5, 0.0, 0.0, 2.0], [4.5, 3.0, 1.0, 6.0], [4.5, 3.0, 1.0, 6.0],
        ];
    }
}

mod tuple_with_an_integer_in_out {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, usize), x: f64) -> f64 {
        t.0 *= x;
        t.1 += 2;
        t.0 * t.1 as f64
    }

    // 3 t0 x
    in_out! {
        float |v| { t = (v[0], 1) } (&mut t, v[1]) -> (t: (0.0, ()), x: 0.0);
        smooth [2.0, 1.5];
    }
}

mod single_precision_tuple_in_out {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f32, f64), x: f32) -> f64 {
        t.0 *= x;
        t.1 *= t.0 as f64;
        t.1
    }

    // t0 t1 x
    in_out! {
        float |v| { t = (v[0] as f32, v[1]) } (&mut t, v[2] as f32) -> (t, x: 0.0);
        smooth [2.0, 3.0, 1.5] => [[4.5, 3.0, 6.0]];
    }
}

mod two_tuples_in_out {
    use super::*;

    #[derive_grad]
    fn f(a: &mut (f64, f64), b: &mut (f64, f64)) {
        std::mem::swap(&mut a.0, &mut b.1);
        a.1 *= b.1;
        if a.1 > 100.0 {
            *b = (a.1, a.0);
        }
    }

    // (b1, a1 a0), (b0, a0)
    in_out! {
        nothing |v| { a = (v[0], v[1]), b = (v[2], v[3]) } (&mut a, &mut b) -> (a, b);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [0.0, 0.0, 0.0, 1.0], [2.0, 1.5, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0],
        ];
        smooth [15.0, 20.0, 3.0, 4.0];
    }
}

mod slice_of_tuples {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f64, f64)]) -> f64 {
        m[0].0 *= m[1].1;
        m[0].0 * m[0].1
    }

    // m0 m3 m1
    in_out! {
        float |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m) -> (m);
        smooth [1.5, 2.0, 7.0, 3.0] => [[6.0, 4.5, 0.0, 3.0]];
    }
}

mod slice_of_tuples_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f64, f64)], n: usize) {
        for i in 0..n {
            let k = i % m.len();
            let (a, b) = m[k];
            m[m.len() - 1 - k] = (b, a * b);
            m[0].1 += a;
        }
    }

    in_out! {
        nothing |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m, 3) -> (m);
        smooth [0.75, 0.5, 0.25, 1.25];
    }

    mod no_trips {
        use super::*;
        in_out! {
            nothing |v| { m = vec![(v[0], v[1])] } (&mut m, 0) -> (m);
            smooth [0.75, 0.5] => [[1.0, 0.0], [0.0, 1.0]];
        }
    }
}

mod nested_tuple_in_out {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, (f64, f64)), x: f64) -> f64 {
        t.1.0 *= x;
        let (a, (b, c)) = *t;
        t.0 += b * c;
        t.0 * a
    }

    // (t0 + t1 x t2) t0
    in_out! {
        float |v| { t = (v[0], (v[1], v[2])) } (&mut t, v[3]) -> (t, x: 0.0);
        smooth [1.5, 2.0, 0.5, 3.0] => [[6.0, 2.25, 9.0, 1.5]];
    }
}

mod tuple_copied_out_and_assigned {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, f64), x: f64) -> f64 {
        let (a, b) = *t;
        t.0 = b * x;
        t.0 * a
    }

    // t0 t1 x
    in_out! {
        float |v| { t = (v[0], v[1]) } (&mut t, v[2]) -> (t, x: 0.0);
        smooth [2.0, 3.0, 5.0] => [[15.0, 10.0, 6.0]];
    }
}

mod nested_tuple_copied_out {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, (f64, f64)), x: f64) -> f64 {
        let (a, (b, c)) = *t;
        t.1.0 = a * x;
        t.1.0 * b + c
    }

    // t0 t1 x + t2
    in_out! {
        float |v| { t = (v[0], (v[1], v[2])) } (&mut t, v[3]) -> (t, x: 0.0);
        smooth [1.5, 2.0, 0.5, 3.0] => [[6.0, 4.5, 1.0, 3.0]];
    }
}

mod tuples_of_a_slice_copied_out {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f64, f64)], x: f64) -> f64 {
        let mut s = 0.0;
        for p in m.iter_mut() {
            let (a, b) = *p;
            p.0 = b * x;
            s += p.0 * a;
        }
        s
    }

    // The products of each tuple, times x
    in_out! {
        float |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m, v[4]) -> (m, x: 0.0);
        smooth [2.0, 3.0, 0.5, 4.0, 5.0] => [[15.0, 10.0, 20.0, 2.5, 8.0]];
    }
}

mod tuple_assigned_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, f64), n: usize) {
        for i in 0..n {
            let (a, b) = *t;
            if i % 2 == 0 {
                *t = (b, a * b);
            } else {
                t.0 = a * 0.5;
            }
        }
    }

    // t1 / 2, t0 t1 after two trips
    in_out! {
        nothing |v| { t = (v[0], v[1]) } (&mut t, 2) -> (t);
        smooth [1.5, 2.0] => [[0.0, 0.5], [2.0, 1.5]];
    }

    mod five_trips {
        use super::*;
        in_out! {
            nothing |v| { t = (v[0], v[1]) } (&mut t, 5) -> (t);
            smooth [1.5, 0.5];
        }
    }
}

mod tuple_lent_again_and_swapped {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, f64)) -> f64 {
        let r = &mut *t;
        r.0 *= r.1;
        let u = &mut r.1;
        *u += 1.0;
        std::mem::swap(&mut t.0, &mut t.1);
        t.0 * t.1
    }

    // (t1 + 1) t0 t1
    in_out! {
        float |v| { t = (v[0], v[1]) } (&mut t) -> (t);
        smooth [1.5, 2.0] => [[6.0, 7.5], [0.0, 1.0], [2.0, 1.5]];
    }
}

mod tuples_swapped {
    use super::*;

    #[derive_grad]
    fn f(t: &mut (f64, f64), u: &mut (f64, f64)) {
        std::mem::swap(t, u);
        t.0 *= u.1;
    }

    // (u0 t1, u1), (t0, t1)
    in_out! {
        nothing |v| { t = (v[0], v[1]), u = (v[2], v[3]) } (&mut t, &mut u) -> (t, u);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [0.0, 3.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0],
        ];
    }
}

mod tuple_read_by_the_call_that_changes_it {
    use super::*;

    #[derive_grad]
    fn g(p: &mut (f64, f64)) -> (f64, f64) {
        let old = *p;
        p.0 *= p.1;
        old
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut t = (x, 0.5);
        let mut s = 1.0;
        for _ in 0..n {
            let (a, b) = g(&mut t);
            s += a * b;
            t.1 = 0.5 + 0.25 * x;
        }
        s * t.0
    }

    trips! { |v| (v[0], N) -> (x); at [0.375] }
}

mod items_of_a_slice_of_tuples {
    use super::*;

    #[derive_grad]
    fn g(p: &mut (f64, f64)) {
        p.0 *= p.1;
    }

    #[derive_grad]
    fn f(m: &mut [(f64, f64)], x: f64) {
        for p in m.iter_mut() {
            g(p);
        }
        g(&mut m[0]);
        for (i, (a, b)) in m.iter_mut().enumerate() {
            if i > 0 {
                *a *= x;
            }
            std::mem::swap(a, b);
        }
    }

    // (m1, m0 m1^2), (m3, m2 m3 x)
    in_out! {
        nothing |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m, v[4]) -> (m, x: 0.0);
        smooth [1.5, 2.0, 3.0, 4.0, 0.5] => [
            [0.0, 1.0, 0.0, 0.0, 0.0], [4.0, 6.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 2.0, 1.5, 12.0],
        ];
    }

    mod of_none {
        use super::*;
        in_out! {
            nothing |v| { m = vec![(v[0], v[1])] } (&mut m, v[2]) -> (m, x: 0.0);
            smooth [1.5, 2.0, 3.0] => [[0.0, 1.0, 0.0], [4.0, 6.0, 0.0]];
        }
    }
}

mod rows_of_tuples {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[(f64, f64); 2]; 2], x: f64) {
        m[1][0].1 *= x;
        m[0] = m[1];
    }

    #[test]
    fn gradient() {
        let mut m = [[(1.0, 2.0), (3.0, 4.0)], [(5.0, 6.0), (7.0, 8.0)]];
        let ((), pullback) = f_vjp(&mut m, 3.0);
        assert_eq!(m, [[(5.0, 18.0), (7.0, 8.0)]; 2]);
        let mut d_m = [[(1.0, 1.0), (0.0, 0.0)], [(0.0, 10.0), (0.0, 100.0)]];
        let mut d_x = 0.0;
        pullback(&mut d_m, &mut d_x);
        assert_eq!(d_m, [[(0.0, 0.0); 2], [(1.0, 33.0), (0.0, 100.0)]]);
        assert_eq!(d_x, 66.0);
    }
}

mod tuple_with_an_array {
    use super::*;

    #[derive_grad]
    fn f(x: f64, p: &mut ([f64; 2], f64)) {
        p.0[1] = x * p.1;
        p.1 = p.0[0] * p.0[1];
    }

    in_out! {
        nothing |v| { p = ([v[1], v[2]], v[3]) } (v[0], &mut p) -> (x: 0.0, p);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [0.0, 1.0, 0.0, 0.0], [4.0, 0.0, 0.0, 1.5], [8.0, 6.0, 0.0, 3.0],
        ];
    }
}
