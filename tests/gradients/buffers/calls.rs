//! Calls with `&mut` arguments.

use grad_runtime::derive_grad;

#[derive_grad]
fn store(to: &mut f64, x: f64) {
    *to = x * x;
}

#[derive_grad]
fn scale(s: &mut f64, x: f64) {
    *s = *s * *s * x;
}

#[derive_grad]
fn powers(x: f64, out: &mut [f64]) {
    let mut p = x;
    for i in 0..out.len() {
        out[i] = p;
        p *= x;
    }
}

#[derive_grad]
fn cumulate(a: &mut [f64]) -> f64 {
    for i in 1..a.len() {
        a[i] *= a[i - 1];
    }
    a[a.len() - 1]
}

#[derive_grad]
fn put(a: &mut [f64], i: usize, x: f64) {
    a[i] = x * a[0];
}

#[derive_grad]
fn append(v: &mut Vec<f64>, x: f64) {
    let n = v.len();
    v.push(x * x + n as f64);
    if n > 0 {
        v[n - 1] *= x;
    }
}

#[derive_grad]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[derive_grad]
fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    for i in 0..x.len() {
        y[i] += a * x[i] * x[i];
    }
}

#[derive_grad]
fn mix(a: &mut [f64], b: &mut [f64]) {
    for i in 0..b.len() {
        let t = a[i];
        a[i] = t * b[i];
        b[i] += t;
    }
}

mod element_stored {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = [y; 3];
        store(&mut a[1], x);
        store(&mut a[2], y);
        a[0] * a[1] * a[2]
    }

    // y x^2 y^2
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, 2.0] => [24.0, 27.0]; }
}

mod element_stored_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], at: &[usize]) -> f64 {
        let mut a = [1.0; 3];
        for (i, &k) in at.iter().enumerate() {
            store(&mut a[k], x[i]);
        }
        a[0] * a[1] * a[2]
    }

    check! {
        |v| (v, &[0, 1, 0]) -> (x);
        smooth [7.0, 2.0, 3.0] => [0.0, 36.0, 24.0];
    }
}

mod element_of_a_row {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x; 2]; 2];
        scale(&mut m[1][0], x);
        let mut t = [[x; 2]; 2];
        scale(&mut t[0][1], m[1][0]);
        t[0][1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
}

mod element_of_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], x: f64) {
        scale(&mut a[0], x);
        let t = a[0];
        scale(&mut a[1], t);
    }

    in_out! {
        nothing |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, x: 0.0);
        smooth [1.5, 2.0, 0.5] => [[1.5, 0.0, 2.25], [6.0, 4.5, 9.0]];
    }
}

mod scalar_in_out {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        scale(&mut s, 2.0);
        scale(&mut s, x);
        s
    }

    // 4 x^5
    check! { |v| (v[0]) -> (x); smooth [1.5] => [20.0 * 5.0625]; }
}

mod scalar_in_out_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        let mut t = 0.0;
        for i in 0..n {
            scale(&mut s, 0.5);
            t += s * i as f64;
        }
        t + s
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5]; }
}

mod scalar_in_out_on_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            if i % 2 == 0 {
                scale(&mut s, x);
            } else {
                s += x;
            }
        }
        s * s
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
}

mod slice_filled {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [0.0; 3];
        powers(x, &mut a);
        let mut v = vec![1.0; 2];
        powers(a[1], &mut v);
        a[2] * v[1]
    }

    // x^3 x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [7.0 * 11.390625]; }
}

mod slice_filled_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [0.0; 2];
        let mut s = 1.0;
        for &e in x {
            powers(e * s, &mut a);
            s += a[0] * a[1];
        }
        s
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75, 0.25]; smooth []; }
}

mod part_filled {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: usize) -> f64 {
        let mut a = vec![1.0; x.len() * k];
        for i in 0..x.len() {
            powers(x[i], &mut a[i * k..(i + 1) * k]);
        }
        let mut s = 1.0;
        for i in 0..x.len() {
            s *= a[i * k] + a[i * k + k - 1];
        }
        s
    }

    // (x + x^3) of each
    check! { |v| (v, 3) -> (x); smooth [1.5, 0.5] => [7.75 * 0.625, 4.875 * 1.75]; }
}

mod part_in_out {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], k: usize) -> f64 {
        let s = cumulate(&mut a[k..]);
        let t = cumulate(&mut a[..=k]);
        s * t * a[1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 1) -> (a);
        smooth [1.5, 2.0, 0.5];
        smooth [1.5, 2.0, 0.5, 0.75];
    }
}

mod row_of_an_array {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = [[x; 3]; 2];
        let s = cumulate(&mut m[1]);
        powers(s, &mut m[0][1..]);
        m[0][2] * m[1][1]
    }

    // x^6 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [8.0 * 17.0859375]; }
}

mod rows_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(rows: &mut [Vec<f64>]) -> f64 {
        let mut s = 0.0;
        for i in 0..rows.len() {
            s += cumulate(&mut rows[i]);
        }
        for row in rows.iter_mut() {
            s *= cumulate(row);
        }
        s
    }

    in_out! {
        float |v| { rows = vec![vec![v[0], v[1]], vec![v[2]]] } (&mut rows) -> (rows);
        smooth [1.5, 2.0, 0.5];
    }
}

mod vector_as_a_slice {
    use super::*;

    #[derive_grad]
    fn f(mut a: Vec<f64>) -> f64 {
        let s = cumulate(&mut a);
        let t = cumulate(&mut a[..]);
        let u = cumulate(a.as_mut_slice());
        s * t * u * a[0]
    }

    check! { |v| (v.to_vec()) -> (a); smooth [1.5, 0.5, 0.75]; smooth [1.5] => [13.5]; }
}

mod shared_and_mutable_arguments {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut y = vec![1.0; x.len()];
        for k in 0..3 {
            axpy(x[0], x, &mut y);
            axpy(y[k % 2], &[x[1], 2.0], &mut y[..2]);
        }
        dot(&y, x)
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75]; smooth [0.5, 0.25, 0.75]; }
}

mod halves_to_one_call {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let k = a.len() / 2;
        let s = dot(&a[..k], &a[k..]);
        let (left, right) = a.split_at_mut(k);
        mix(left, right);
        axpy(s, &left[..1], right);
        dot(&a[..k], &a[k..]) * dot(&a, &a)
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75, 0.25, 1.5]; smooth [0.5, 1.5]; }
}

mod halves_of_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) {
        for k in 1..=n {
            let (left, right) = a.split_at_mut(k);
            mix(left, &mut right[..1]);
        }
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a, 2) -> (a);
        smooth [1.5, 2.0, 0.5];
    }
}

mod same_view_twice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize, j: usize) -> f64 {
        let mut a = x.to_vec();
        a[0] *= a[1];
        let s = dot(&a[i..i + 2], &a[j..j + 2]);
        a[0] = s;
        s * a[0]
    }

    check! { |v| (v, 0, 1) -> (x); smooth [0.5, 2.0, 1.5]; }

    mod equal {
        use super::*;
        check! { |v| (v, 0, 0) -> (x); smooth [0.5, 2.0, 1.5]; }
    }
}

mod two_fields_of_one_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut p = ([x, 1.0], [2.0, x]);
        mix(&mut p.0, &mut p.1);
        mix(&mut p.1, &mut p.0);
        p.0[0] * p.1[1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5]; }
}

mod element_of_itself_as_an_argument {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let x = a[1];
        put(a, 0, x);
        put(a, 1, x * 2.0);
        a[0] * a[1]
    }

    // a0 a1 * 2 a1 a0 a1
    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0] => [[48.0, 54.0], [2.0, 1.5], [8.0, 12.0]];
    }
}

mod integer_state_beside {
    use super::*;

    #[derive_grad]
    fn next(x: &[f64], at: &mut usize, out: &mut Vec<f64>) -> bool {
        if *at == x.len() {
            return false;
        }
        out.push(x[*at] * x[*at]);
        *at += 1;
        true
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut out = Vec::new();
        let mut at = 0;
        while next(x, &mut at, &mut out) {}
        out[0] * out[at - 1]
    }

    check! { |v| (v) -> (x); smooth [1.5, 7.0, 2.0] => [12.0, 0.0, 9.0]; }
}

mod outputs_of_a_pair {
    use super::*;

    #[derive_grad]
    fn polar(r: f64, t: f64, x: &mut f64, y: &mut f64) {
        *x = r * t.cos();
        *y = r * t.sin();
    }

    #[derive_grad]
    fn f(r: f64, t: f64) -> f64 {
        let (mut x, mut y) = (0.0, 0.0);
        polar(r, t, &mut x, &mut y);
        x * y
    }

    // r^2 sin t cos t
    check! { |v| (v[0], v[1]) -> (r, t); smooth [1.5, 0.5] => [1.5 * 1.0f64.sin(), 2.25 * 1.0f64.cos()]; }
}

mod two_elements_by_split {
    use super::*;

    #[derive_grad]
    fn turn(a: &mut f64, b: &mut f64, s: f64) {
        let t = *a;
        *a = t * s.cos() - *b * s.sin();
        *b = t * s.sin() + *b * s.cos();
    }

    #[derive_grad]
    fn f(a: &mut [f64], s: f64) {
        for i in 1..a.len() {
            let (left, right) = a.split_at_mut(i);
            turn(&mut left[i - 1], &mut right[0], s);
        }
    }

    in_out! {
        nothing |v| { a = v[..3].to_vec() } (&mut a, v[3]) -> (a, s: 0.0);
        smooth [1.5, 2.0, 0.5, 0.75];
    }
}

mod temporary_argument {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        cumulate(&mut [x, x, 2.0]) * cumulate(&mut vec![x; 2])
    }

    // 2 x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [27.0]; }
}

mod result_used_with_the_argument {
    use super::*;

    #[derive_grad]
    fn bump(s: &mut f64) -> f64 {
        *s *= 2.0;
        *s * *s
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        let y = s * bump(&mut s) * s + bump(&mut s);
        y * s
    }

    // (x * 4 x^2 * 2 x + 16 x^2) 4 x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [160.0 * 5.0625 + 192.0 * 2.25]; }
}

mod condition_calls {
    use super::*;

    #[derive_grad]
    fn grow(s: &mut f64, x: f64) -> bool {
        *s *= x;
        *s < 10.0
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut s = x;
        let mut t = 0.0;
        while grow(&mut s, x) && grow(&mut s, 2.0) {
            t += s;
        }
        s + t
    }

    check! { |v| (v[0]) -> (x); smooth [1.5]; smooth [1.125]; smooth [3.5]; }
}

mod vector_grown {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v: Vec<f64> = Vec::new();
        for &e in x {
            append(&mut v, e);
        }
        let mut s = 1.0;
        for e in &v {
            s *= e;
        }
        s
    }

    // x0^2 x1 (x1^2 + 1)
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [30.0, 2.25 * 13.0]; smooth []; }
}

mod parameter_passed_on {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut f64, a: &mut [f64]) {
        scale(y, x);
        let t = *y;
        store(&mut *y, t);
        powers(*y, a);
        put(&mut *a, 1, x);
    }

    in_out! {
        nothing |v| { y = v[1], a = v[2..].to_vec() } (v[0], &mut y, &mut a) -> (x: 0.0, y, a);
        smooth [1.5, 0.5, 7.0, 8.0, 9.0];
    }
}

mod vector_parameter_grown {
    use super::*;

    #[derive_grad]
    fn f(x: f64, out: &mut Vec<f64>, n: usize) -> f64 {
        for _ in 0..n {
            append(out, x);
        }
        append(&mut *out, x);
        out[0] * x
    }

    in_out! {
        float |v| { out = v[1..].to_vec() } (v[0], &mut out, 2) -> (x: 0.0, out);
        smooth [1.5, 2.0];
        smooth [1.5];
    }
}

mod callee_reads_the_final_content {
    use super::*;

    #[derive_grad]
    fn normalise(a: &mut [f64]) -> f64 {
        let mut s = 0.0;
        for e in a.iter() {
            s += e * e;
        }
        let norm = s.sqrt();
        for e in a.iter_mut() {
            *e /= norm;
        }
        norm
    }

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut a = x.to_vec();
        let mut s = 0.0;
        for i in 0..n {
            a[i] += x[0] * a[0];
            s += normalise(&mut a);
        }
        s * a[0]
    }

    check! { |v| (v, 2) -> (x); smooth [1.5, 2.0, 0.5]; }
}

mod helper_with_a_result {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let s = cumulate(&mut a) + a[0];
        cumulate(&mut a);
        s * a[1] + cumulate(&mut a)
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 0.5]; smooth [1.5, 2.0]; }
}

mod nested_calls {
    use super::*;

    #[derive_grad]
    fn outer(a: &mut [f64], x: f64) {
        powers(x, &mut a[1..]);
        store(&mut a[0], x);
        cumulate(a);
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [0.0; 3];
        outer(&mut a, x);
        let mut b = a;
        let t = b[0];
        outer(&mut b[1..], t);
        a[2] * b[2]
    }

    // a = x^2, x^3, x^5; b = x^2, x^4, x^6
    check! { |v| (v[0]) -> (x); smooth [1.5]; }
}

/// A reference that stood before an argument with a side effect was copied, and what the callee wrote
/// had no cotangent.
mod reference_before_an_argument_that_writes {
    use super::*;

    #[derive_grad]
    fn g(out: &mut [f64; 2], a: f64) {
        out[0] *= a;
        out[1] *= out[0];
    }

    #[derive_grad]
    fn f(out: &mut [f64; 2], k: f64) {
        let mut stack = vec![k];
        stack.push(k * 2.0);
        g(out, stack.pop().unwrap());
    }

    // 2·k·x₀ and 2·k·x₀·x₁
    in_out! {
        nothing |v| { out = [v[0], v[1]] } (&mut out, v[2]) -> (out, k: 0.0);
        smooth [2.0, 3.0, 1.5] => [[3.0, 0.0, 4.0], [9.0, 6.0, 12.0]];
    }
}

mod reference_before_an_argument_that_writes_in_a_loop {
    use super::*;

    #[derive_grad]
    fn g(out: &mut [f64; 2], a: f64) -> f64 {
        out[0] *= a;
        out[0] * out[1]
    }

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut a = [x, 2.0];
        let r = &mut a;
        let mut s = 0.0;
        for _ in 0..2 {
            let mut stack = vec![k, k * k];
            s = g(r, stack.pop().unwrap());
        }
        s
    }

    // 2·x·k⁴
    check! { |v| (v[0], v[1]) -> (x, k); smooth [1.5, 2.0] => [32.0, 96.0]; }
}
