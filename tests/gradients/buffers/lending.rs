//! Several arguments of one call that are parts of one buffer.

use grad_runtime::derive_grad;

#[derive_grad]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for (a, b) in x.iter().zip(y) {
        s += a * b;
    }
    s
}

/// `to += from²`, then the sum.
#[derive_grad]
fn add_squares(to: &mut [f64], from: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..to.len() {
        to[i] += from[i] * from[i];
        s += to[i];
    }
    s
}

#[derive_grad]
fn triple(x: &[f64], y: &[f64], z: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..z.len() {
        s += x[i] * y[i] * z[i];
    }
    s
}

#[derive_grad]
fn turn(a: &mut f64, b: &mut f64, by: f64) {
    let (s, c) = by.sin_cos();
    (*a, *b) = (c * *a - s * *b, s * *a + c * *b);
}

mod halves {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: usize) -> f64 {
        let (l, r) = x.split_at(k);
        dot(l, r) + dot(&x[..k], &x[k..])
    }

    // 2 (x0 x2 + x1 x3)
    check! {
        |v| (v, 2) -> (x);
        smooth [1.5, 2.0, 3.0, 4.0] => [6.0, 8.0, 3.0, 4.0];
    }
}

mod halves_written {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], k: usize) -> f64 {
        let (l, r) = a.split_at_mut(k);
        let s = add_squares(l, r);
        s * add_squares(r, l)
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 2) -> (a);
        smooth [0.5, 0.25, 1.5, 0.75];
    }
    mod empty {
        use super::*;
        in_out! { float |v| { a = v.to_vec() } (&mut a, 0) -> (a); smooth []; }
    }
}

mod the_whole_twice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], a: [f64; 2]) -> f64 {
        let v = vec![x[0], 2.0 * x[1]];
        dot(x, x) + dot(&x, &x[..]) + dot(&v, &v) * dot(&a, &a)
    }

    // 2 x² + (x0² + 4 x1²) a²
    check! {
        |v| (&v[..2], [v[2], v[3]]) -> (x, a);
        smooth [1.5, 2.0, 0.5, 1.0]
            => [4.0 * 1.5 + 3.0 * 1.25, 8.0 + 16.0 * 1.25, 18.25, 18.25 * 2.0];
    }
}

mod the_whole_and_a_part {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        dot(x, &x[1..]) + 2.0 * dot(&x[2..], x)
    }

    // x0 x1 + x1 x2 + 2 x2 x0
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [8.0, 4.5, 5.0]; smooth [1.5, 2.0]; }
}

mod the_same_part_twice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], lo: usize, hi: usize) -> f64 {
        dot(&x[lo..hi], &x[lo..hi]) * x[0]
    }

    check! { |v| (v, 1, 3) -> (x); smooth [1.5, 2.0, 3.0] => [13.0, 6.0, 9.0]; }
}

mod parts_that_may_overlap {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            for j in 0..n {
                s += dot(&x[i..i + 2], &x[j..j + 2]) * (i + 2 * j) as f64;
            }
        }
        s
    }

    check! { |v| (v, 3) -> (x); smooth [1.5, 2.0, 3.0, 0.5]; }
    mod none {
        use super::*;
        check! { |v| (v, 0) -> (x); smooth [1.5] => [0.0]; }
    }
}

mod tails {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..x.len() {
            for j in 0..=i {
                s += dot(&x[i..], &x[j..]);
            }
        }
        s
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0]; smooth [1.5]; smooth []; }
}

mod gram_matrix {
    use super::*;

    #[derive_grad]
    fn f(m: &[f64], n: usize) -> f64 {
        let k = m.len() / n;
        let mut g = vec![0.0; k * k];
        for i in 0..k {
            for j in 0..k {
                g[i * k + j] = dot(&m[i * n..(i + 1) * n], &m[j * n..(j + 1) * n]);
            }
        }
        dot(&g, &g)
    }

    check! { |v| (v, 2) -> (m); smooth [1.5, 2.0, 3.0, 0.5, 0.25, 1.0]; smooth [1.0, 3.0] => [40.0, 120.0]; }
}

mod parts_of_parts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize, j: usize) -> f64 {
        let middle = &x[1..];
        let inner = &middle[..4];
        dot(&inner[i..i + 2], &middle[j..j + 2]) + dot(&inner[i..][..1], &x[j..])
    }

    mod apart {
        use super::*;
        // x1 x3 + x2 x4 + x1 x2
        check! {
            |v| (v, 0, 2) -> (x);
            smooth [0.5, 1.5, 2.0, 3.0, 4.0] => [0.0, 5.0, 5.5, 1.5, 2.0];
        }
    }
    mod overlapping {
        use super::*;
        // x1 x2 + x2 x3 + x1 x1
        check! {
            |v| (v, 0, 1) -> (x);
            smooth [0.5, 1.5, 2.0, 3.0, 4.0] => [0.0, 5.0, 4.5, 2.0, 0.0];
        }
    }
    mod equal {
        use super::*;
        // x2² + x3² + x2 x1
        check! {
            |v| (v, 1, 1) -> (x);
            smooth [0.5, 1.5, 2.0, 3.0, 4.0] => [0.0, 2.0, 5.5, 6.0, 0.0];
        }
    }
}

mod quarters_written {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let (l, r) = a.split_at_mut(4);
        let (ll, lr) = l.split_at_mut(2);
        let s = add_squares(ll, lr) + add_squares(&mut r[..2], lr);
        let (lr, r) = (&mut lr[1..], &mut r[1..]);
        s * add_squares(lr, r)
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [0.5, 0.25, 1.5, 0.75, 0.1, 0.3];
    }
}

mod three_parts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize, j: usize, k: usize) -> f64 {
        triple(&x[i..], &x[j..j + 2], &x[k..k + 2])
    }

    mod apart {
        use super::*;
        check! {
            |v| (v, 4, 0, 2) -> (x);
            smooth [1.5, 2.0, 3.0, 0.5, 4.0, 5.0] => [12.0, 2.5, 6.0, 10.0, 4.5, 1.0];
        }
    }
    mod the_last_in_the_first {
        use super::*;
        check! { |v| (v, 2, 0, 3) -> (x); smooth [1.5, 2.0, 3.0, 0.5, 4.0, 5.0]; }
    }
    mod all_overlapping {
        use super::*;
        check! { |v| (v, 0, 1, 2) -> (x); smooth [1.5, 2.0, 3.0, 0.5]; }
    }
    mod all_equal {
        use super::*;
        // x1³ + x2³
        check! { |v| (v, 1, 1, 1) -> (x); smooth [1.5, 2.0, 3.0] => [0.0, 12.0, 27.0]; }
    }
}

mod three_and_the_whole {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = x.len() / 2;
        triple(&x[..k], x, &x[k..]) + triple(x, x, x)
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0, 0.5]; }
}

mod elements_written {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], i: usize) -> f64 {
        let (l, r) = a.split_at_mut(i);
        let by = r[1];
        turn(&mut l[0], &mut r[0], by);
        turn(&mut r[0], &mut l[i - 1], by);
        a[0] * a[i]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 2) -> (a);
        smooth [0.5, 0.25, 1.5, 0.75];
    }
}

mod an_element_and_a_part {
    use super::*;

    #[derive_grad]
    fn put(last: &mut f64, x: &[f64]) {
        for e in x {
            *last += *last * e;
        }
    }

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let n = a.len() - 1;
        let (rest, last) = a.split_at_mut(n);
        put(&mut last[0], rest);
        let (first, rest) = a.split_at_mut(1);
        put(&mut first[0], &rest[1..]);
        a[0]
    }

    // x2 (1 + x0) (1 + x1), then x0 (1 + that)
    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [0.5, 1.0, 2.0];
    }
}

mod rows_of_arrays {
    use super::*;

    #[derive_grad]
    fn distance(a: &[f64; 2], b: &[f64; 2]) -> f64 {
        (a[0] - b[0]).hypot(a[1] - b[1])
    }

    #[derive_grad]
    fn f(p: &[[f64; 2]]) -> f64 {
        let mut s = 0.0;
        for i in 0..p.len() {
            for j in 0..i {
                s += distance(&p[i], &p[j]);
            }
        }
        s + distance(&p[0], &p[1])
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]]) -> (p);
        smooth [0.0, 0.0, 3.0, 4.0, 6.0, 1.0];
    }
}

mod a_row_with_itself {
    use super::*;

    #[derive_grad]
    fn times(a: &[f64; 2], b: &[f64; 2]) -> f64 {
        a[0] * b[0] + a[1] * b[1]
    }

    #[derive_grad]
    fn f(p: &[[f64; 2]; 2], i: usize, j: usize) -> f64 {
        times(&p[i], &p[j]) + times(&p[1], &p[1])
    }

    mod equal {
        use super::*;
        check! {
            |v| (&[[v[0], v[1]], [v[2], v[3]]], 1, 1) -> (p);
            smooth [1.0, 2.0, 3.0, 4.0] => [0.0, 0.0, 12.0, 16.0];
        }
    }
    mod other {
        use super::*;
        check! {
            |v| (&[[v[0], v[1]], [v[2], v[3]]], 0, 1) -> (p);
            smooth [1.0, 2.0, 3.0, 4.0] => [3.0, 4.0, 7.0, 10.0];
        }
    }
}

mod rows_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(rows: &[Vec<f64>], i: usize, j: usize) -> f64 {
        dot(&rows[i], &rows[j]) + dot(&rows[i][1..], &rows[j][..1])
    }

    mod other {
        use super::*;
        check! {
            |v| (&[vec![v[0], v[1]], vec![v[2], v[3]]], 0, 1) -> (rows);
            smooth [1.0, 2.0, 3.0, 4.0] => [3.0, 7.0, 3.0, 2.0];
        }
    }
    mod equal {
        use super::*;
        // x2² + x3² + x3 x2
        check! {
            |v| (&[vec![v[0], v[1]], vec![v[2], v[3]]], 1, 1) -> (rows);
            smooth [1.0, 2.0, 3.0, 4.0] => [0.0, 0.0, 10.0, 11.0];
        }
    }
}

mod rows_written {
    use super::*;

    #[derive_grad]
    fn f(m: &mut Vec<Vec<f64>>, k: usize) -> f64 {
        let (top, bottom) = m.split_at_mut(k);
        let s = add_squares(&mut top[0], &bottom[0]);
        s * add_squares(&mut bottom[0][1..], &top[k - 1][1..])
    }

    in_out! {
        float |v| { m = vec![v[..2].to_vec(), v[2..4].to_vec(), v[4..].to_vec()] } (&mut m, 2) -> (m);
        smooth [0.5, 0.25, 1.5, 0.75, 0.1, 0.3];
    }
}

mod rows_that_grow {
    use super::*;

    #[derive_grad]
    fn append(to: &mut Vec<f64>, from: &mut Vec<f64>) {
        while let Some(e) = from.pop() {
            to.push(e * to[0]);
        }
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m: Vec<Vec<f64>> = vec![x.to_vec(), x[1..].to_vec()];
        let (top, bottom) = m.split_at_mut(1);
        append(&mut top[0], &mut bottom[0]);
        dot(&m[0], &m[0][1..])
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0]; smooth [1.5]; }
}

mod halves_of_a_row {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 4]], i: usize, j: usize) -> f64 {
        let row = &mut m[i];
        let (l, r) = row.split_at_mut(2);
        let s = add_squares(l, r);
        s + triple(&m[i][..2], &m[i][2..], &m[j][1..3])
    }

    mod one {
        use super::*;
        in_out! {
            float |v| { m = vec![[v[0], v[1], v[2], v[3]], [v[4], v[5], v[6], v[7]]] }
                (&mut m, 0, 0) -> (m);
            smooth [0.5, 0.25, 1.5, 0.75, 0.1, 0.3, 0.2, 0.4];
        }
    }
    mod two {
        use super::*;
        in_out! {
            float |v| { m = vec![[v[0], v[1], v[2], v[3]], [v[4], v[5], v[6], v[7]]] }
                (&mut m, 1, 0) -> (m);
            smooth [0.5, 0.25, 1.5, 0.75, 0.1, 0.3, 0.2, 0.4];
        }
    }
}

mod fields_of_a_local {
    use super::*;

    #[derive_grad]
    fn pair(x: &[f64]) -> ([f64; 2], [f64; 2]) {
        ([x[0], x[1]], [x[1], x[0] * x[1]])
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = pair(x);
        let s = add_squares(&mut p.0, &p.1);
        let t = pair(&p.0);
        s * triple(&t.0, &t.1, &t.0[..]) + dot(&p.1[1..], &p.0)
    }

    check! { |v| (v) -> (x); smooth [1.5, 0.75]; }
}

mod fields_of_a_parameter {
    use super::*;

    #[derive_grad]
    fn f(t: (&[f64], [f64; 2], f64)) -> f64 {
        dot(t.0, &t.1) * dot(&t.1[..1], &t.1[1..]) + triple(t.0, &t.0[..1], &t.0[1..]) * t.2
    }

    // (x0 a0 + x1 a1) a0 a1 + x0² x1 y
    check! {
        |v| ((&v[..2], [v[2], v[3]], v[4])) -> (t);
        smooth [1.5, 0.75, 0.5, 2.0, 3.0];
    }
}

mod fields_of_nested_tuples {
    use super::*;

    #[derive_grad]
    fn f(t: (([f64; 2], [f64; 2]), [f64; 2])) -> f64 {
        triple(&t.0.0, &t.0.1, &t.1) * dot(&t.0.1, &t.0.0)
    }

    check! {
        |v| ((([v[0], v[1]], [v[2], v[3]]), [v[4], v[5]])) -> (t);
        smooth [1.5, 0.75, 0.5, 2.0, 3.0, 0.25];
    }
}

mod a_copy_beside_what_is_written {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [x[0], x[1]];
        let s = mixed(a, &mut a);
        let t = mixed(a, &mut a);
        s * a[0] + t * a[1]
    }

    #[derive_grad]
    fn mixed(old: [f64; 2], new: &mut [f64; 2]) -> f64 {
        new[0] *= old[1];
        new[1] += new[0] * old[0];
        old[0] * new[1]
    }

    check! { |v| (v) -> (x); smooth [1.5, 0.75]; }
}

mod a_copy_beside_a_part_that_is_written {
    use super::*;

    #[derive_grad]
    fn mixed(old: [f64; 3], new: &mut [f64]) -> f64 {
        new[0] *= old[1];
        old[0] * new[1]
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [x[0], x[1], x[2]];
        let s = mixed(a, &mut a[1..]);
        s * a[1]
    }

    // x0 x2 x1²
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [12.0, 18.0, 6.0]; }
}

mod copies_through_a_reference_beside_what_is_written {
    use super::*;

    #[derive_grad]
    fn mixed(old: [f64; 3], new: &mut [f64]) -> f64 {
        new[0] *= old[1];
        old[0] * new[1]
    }

    #[derive_grad]
    fn f(a: &mut [f64; 3]) -> f64 {
        let s = mixed(*a, &mut a[1..]);
        let r = &mut *a;
        s * mixed(*r, r) + mixed({ *r }, &mut r[..2])
    }

    in_out! {
        float |v| { a = [v[0], v[1], v[2]] } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0];
    }
}

mod copies_of_rows_beside_a_row_that_is_written {
    use super::*;

    #[derive_grad]
    fn mixed(a: [f64; 2], b: [f64; 2], new: &mut [f64; 2]) -> f64 {
        new[0] *= a[1] + b[1];
        new[1] -= a[0] * new[0];
        b[0] * new[1]
    }

    #[derive_grad]
    fn f(m: &mut [[f64; 2]], i: usize, j: usize) -> f64 {
        mixed(m[i], m[j], &mut m[i]) + mixed(m[j], m[i], &mut m[0]) * m[1][0]
    }

    mod equal {
        use super::*;
        in_out! {
            float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m, 0, 0) -> (m);
            smooth [1.5, 2.0, 3.0, 0.5];
        }
    }
    mod other {
        use super::*;
        in_out! {
            float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m, 1, 0) -> (m);
            smooth [1.5, 2.0, 3.0, 0.5];
        }
    }
}

mod rows_lent_by_a_loop {
    use super::*;

    #[derive_grad]
    fn twist(row: &mut [f64; 2], by: &mut [f64; 2]) {
        row[0] *= by[1];
        by[0] += row[0] * row[1];
    }

    #[derive_grad]
    fn f(m: &mut [[f64; 2]], k: usize) -> f64 {
        let (l, r) = m.split_at_mut(k);
        for (a, b) in l.iter_mut().zip(r) {
            twist(a, b);
            twist(b, a);
        }
        m[0][0] * m[k][1]
    }

    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m, 1) -> (m);
        smooth [1.5, 2.0, 3.0, 0.5];
    }
}

mod a_copy_of_a_row_beside_all_rows {
    use super::*;

    #[derive_grad]
    fn mixed(row: [f64; 2], all: &mut [[f64; 2]]) {
        for a in all.iter_mut() {
            a[0] *= row[1];
            a[1] += a[0] * row[0];
        }
    }

    #[derive_grad]
    fn f(m: &mut [[f64; 2]], i: usize) -> f64 {
        mixed(m[i], m);
        mixed(m[0], &mut m[..i]);
        m[0][1] * m[i][1]
    }

    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m, 1) -> (m);
        smooth [1.5, 2.0, 3.0, 0.5];
    }
}

mod fields_of_one_element {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        let mut p = [([x[0], x[1]], [x[1], 2.0]), ([x[2], x[0]], [1.0, x[2]])];
        let s = add_squares(&mut p[i].0, &p[i].1);
        let t = add_squares(&mut p[i - 1].1, &p[i - 1].0);
        let (l, r) = p.split_at_mut(i);
        let u = add_squares(&mut l[i - 1].0, &r[0].0);
        s * t * u * p[i].0[0] * p[i - 1].1[1]
    }

    check! { |v| (v, 1) -> (x); smooth [1.5, 2.0, 3.0]; }
}

mod both_fields_of_one_element_written {
    use super::*;

    #[derive_grad]
    fn twist(a: &mut [f64; 2], b: &mut [f64; 2]) {
        a[0] *= b[1];
        b[0] += a[0] * a[1];
    }

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        let mut p = [([x[0], x[1]], [x[1], 2.0]), ([x[2], x[0]], [1.0, x[2]])];
        twist(&mut p[i].0, &mut p[i].1);
        twist(&mut p[i - 1].1, &mut p[i - 1].0);
        p[1].0[0] * p[1].1[0] + p[0].0[0] * p[0].1[0]
    }

    check! { |v| (v, 1) -> (x); smooth [1.5, 2.0, 3.0]; }
}

mod one_mutable_reference_shared_twice {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], i: usize, j: usize) -> f64 {
        a[0] *= a[1];
        let r = &mut a[i..];
        let s = dot(r, r);
        r[0] *= s;
        s + dot(r, &r[j..])
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 1, 1) -> (a);
        smooth [0.5, 0.25, 1.5, 0.75];
    }
}

mod chunks_written {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut a = x.to_vec();
        let (l, r) = a.split_at_mut(x.len() / 2);
        let mut s = 0.0;
        for (to, from) in l.chunks_mut(n).zip(r.chunks(n)) {
            s += add_squares(to, from);
        }
        s * dot(&a, &a[1..])
    }

    check! { |v| (v, 2) -> (x); smooth [1.5, 2.0, 3.0, 0.5, 0.25, 0.75]; }
}

mod a_root_that_is_not_asked_for {
    use super::*;

    #[derive_grad(wrt(y))]
    fn f(x: &[f64], y: f64, i: usize) -> f64 {
        let (l, r) = x.split_at(2);
        (dot(l, r) + dot(&x[i..], x)) * y * y
    }

    // (1.5 · 3 + 2 · 4 + 2 · 1.5 + 3 · 2 + 4 · 3) y²
    check! { |v| (&[1.5, 2.0, 3.0, 4.0], v[0], 1) -> (y); smooth [2.0] => [134.0]; }
}

mod recursion_on_both_halves {
    use super::*;

    #[derive_grad]
    fn merge(l: &[f64], r: &[f64]) -> f64 {
        if l.len() < 2 {
            return l[0] * r[0].sin();
        }
        let k = l.len() / 2;
        merge(&l[..k], &l[k..]) * merge(&r[..k], &r[k..]) + merge(&l[..k], &l[..k])
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = x.len() / 2;
        merge(&x[..k], &x[k..])
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, 3.0, 0.5];
        smooth [1.5, 2.0, 3.0, 0.5, 0.1, 0.2, 0.3, 0.4];
    }
}

mod single_precision {
    use super::*;

    #[derive_grad]
    fn times(x: &[f32], y: &[f32]) -> f32 {
        let mut s = 0.0;
        for i in 0..y.len() {
            s += x[i] * y[i];
        }
        s
    }

    #[derive_grad]
    fn f(x: &[f32], i: usize, j: usize) -> f32 {
        times(&x[i..], &x[j..])
    }

    // x0 x1 + x1 x2
    check! {
        |v| (&[v[0] as f32, v[1] as f32, v[2] as f32], 0, 1) -> (x);
        single [1.5, 2.0, 3.0] => [2.0, 4.5, 2.0];
    }
}

mod parts_of_a_row_by_name {
    use super::*;

    #[derive_grad]
    fn first_scaled(a: &mut [f64], k: f64) {
        a[0] *= k;
    }

    #[derive_grad]
    fn scaled(a: &mut f64, k: f64) {
        *a *= k;
    }

    #[derive_grad]
    fn f(k: f64) -> f64 {
        let mut m = vec![vec![k, 4.0, 0.5]];
        let v = &mut m[0];
        first_scaled(&mut v[1..], k);
        scaled(&mut v[2], k);
        v[1] * v[0] * v[2]
    }

    // 2k³
    check! { |v| (v[0]) -> (k); smooth [0.5] => [1.5]; }

    mod in_a_loop {
        use super::*;

        #[derive_grad]
        fn f(k: f64, n: usize) -> f64 {
            let mut m = vec![vec![k, 0.9, 0.7], vec![k; 3]];
            for i in 0..n {
                let v = &mut m[i % 2];
                first_scaled(&mut v[i % 3..], k);
                v[0] *= v[2];
            }
            m[0][0] * m[1][1] + m[0][2]
        }

        trips! { |v| (v[0], N) -> (k); at [0.5] }
    }
}

mod range_its_part_and_another_range {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let head = &x[..2];
        triple(head, &head[1..], &x[2..])
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [6.0, 4.5, 3.0]; }
}
