//! Vectors that change hands: assigned to one another, moved into a call and back, yielded by
//! arms, loops and blocks.

use grad_runtime::derive_grad;

#[derive_grad]
fn step(mut v: Vec<f64>, x: f64) -> Vec<f64> {
    v[0] *= x;
    v
}

#[derive_grad]
fn grown(mut v: Vec<f64>, x: f64) -> Vec<f64> {
    v.push(v[v.len() - 1] * x);
    v
}

#[derive_grad]
fn next(a: &[f64], x: f64) -> Vec<f64> {
    let mut b = a.to_vec();
    for i in 1..a.len() {
        b[i] = a[i] * x + a[i - 1];
    }
    b
}

mod into_a_call_and_back {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x, 2.0];
        for _ in 0..n {
            v = step(v, x);
        }
        v[0] * v[1]
    }

    // 2 x^(n + 1)
    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [13.5]; }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod into_a_call_that_grows_it {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x];
        for i in 0..n {
            v = grown(v, x + i as f64);
            v = step(v, v_at(i));
        }
        v[0] * v[v.len() - 1]
    }

    fn v_at(i: usize) -> f64 {
        1.0 + 0.5 * i as f64
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod into_two_calls_at_once {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v = vec![x, 2.0];
        v = step(grown(v, x), x);
        v = step(step(v, 2.0), x);
        v[0] * v[2]
    }

    // 2 x^3 2 x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [54.0]; }
}

mod into_a_call_on_one_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, flags: &[bool]) -> f64 {
        let mut v = vec![x, x * x];
        for &flag in flags {
            if flag {
                v = step(v, x);
            } else {
                v.push(v[0]);
            }
        }
        v[0] * v[v.len() - 1]
    }

    mod moved {
        use super::*;
        // x^3 x^2
        check! { |v| (v[0], &[true, true]) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
    }

    mod both {
        use super::*;
        // x^2 x
        check! { |v| (v[0], &[false, true]) -> (x); smooth [1.5] => [6.75]; }
    }

    mod no_trips {
        use super::*;
        check! { |v| (v[0], &[]) -> (x); smooth [1.5] => [6.75]; }
    }
}

mod exchanged_by_a_third {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x];
        let mut b = vec![2.0 * x, x];
        let c = a;
        a = b;
        b = c;
        a[0] * b[0] * x * a[1]
    }

    // 2 x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [27.0]; }
}

mod exchanged_by_a_third_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x];
        let mut b = vec![2.0 * x, x * x];
        for _ in 0..n {
            let c = a;
            a = b;
            b = c;
            a[0] *= x + b[0];
            b[0] = x;
        }
        a[0] * b[b.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod exchanged_as_a_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x];
        let mut b = vec![2.0 * x];
        (a, b) = (b, a);
        a[0] * a[0] * b[0] * x
    }

    // 4 x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [54.0]; }
}

mod exchanged_as_a_tuple_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut a = vec![x];
        let mut b = vec![y, x * y];
        let mut c = vec![1.0; 3];
        for i in 0..n {
            (a, b, c) = (b, c, a);
            if i % 2 == 0 {
                (a, b) = (b, a);
            }
            a[0] *= c[0];
        }
        a[a.len() - 1] * a[0] + b[0] * c[c.len() - 1]
    }

    trips! { |v| (v[0], v[1], N) -> (x, y); at [0.75, 1.25] }
}

mod assigned_to_itself {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut d = [x, 2.0];
        d.reverse();
        d = d;
        d[0] *= x;
        let mut v = vec![d[0], x];
        v = v;
        v[1] *= d[1];
        v[0] * v[1]
    }

    // 2 x x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod pushed_into_a_history {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut now = vec![x];
        let mut history = Vec::new();
        for i in 0..n {
            let next = vec![now[0] * x];
            history.push(now);
            now = next;
        }
        let mut s = now[0];
        for old in &history {
            s *= old[0];
        }
        s
    }

    // x^(1 + .. + (n + 1))
    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [6.0 * 7.59375]; }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod replaced_by_the_next {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x, 0.5, x * x];
        for _ in 0..n {
            let mut b = Vec::with_capacity(a.len());
            for i in 0..a.len() {
                b.push(a[i] * x + a[(i + 1) % a.len()]);
            }
            a = b;
        }
        a[0] + a[1] * x
    }

    trips! { |v| (v[0], N) -> (x); at [0.375] }
}

mod array_replaced_by_the_next {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = [x; 4];
        for t in 0..n {
            let mut b = [0.0; 4];
            for i in 0..4 {
                b[i] = a[i] * x + a[(i + 1) % 4] * i as f64;
            }
            a = b;
        }
        a[0] + a[1] * x
    }

    trips! { |v| (v[0], N) -> (x); at [0.125] }
}

mod replaced_by_a_call_on_itself {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x; 3];
        for _ in 0..n {
            a = next(&a, x);
        }
        let b = next(&a, 2.0 * x);
        a[2] * b[1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.375] }
}

mod replaced_in_single_precision {
    use super::*;

    #[derive_grad]
    fn scaled(mut v: Vec<f32>, x: f32) -> Vec<f32> {
        for e in v.iter_mut() {
            *e *= x;
        }
        v
    }

    #[derive_grad]
    fn f(x: f32, n: usize) -> f32 {
        let mut v = vec![x, 2.0];
        for _ in 0..n {
            let w: Vec<f32> = scaled(v, x);
            v = if w[0] > 0.5 { w } else { vec![x, x] };
        }
        v[0] * v[1]
    }

    // 2 x^(2 n + 1)
    check! { |v| (v[0] as f32, 1) -> (x); smooth [1.5] => [13.5]; smooth [0.5] => [1.0]; }

    mod no_trips {
        use super::*;
        check! { |v| (v[0] as f32, 0) -> (x); smooth [1.5] => [2.0]; }
    }
}

mod arms_that_yield_what_they_move {
    use super::*;

    #[derive_grad]
    fn f(x: f64, first: bool) -> f64 {
        let a = vec![x, 2.0];
        let b = vec![x * x];
        let v = if first { a } else { b };
        v[0] * v[v.len() - 1]
    }

    mod first {
        use super::*;
        check! { |v| (v[0], true) -> (x); smooth [1.5] => [2.0]; }
    }

    mod second {
        use super::*;
        // x^4
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [13.5]; }
    }
}

mod arms_that_yield_what_they_make {
    use super::*;

    #[derive_grad]
    fn f(x: f64, first: bool) -> f64 {
        let mut v = if first {
            vec![x, 2.0]
        } else {
            let mut t = Vec::new();
            t.push(x * x);
            t
        };
        v[0] *= v[0];
        v[0]
    }

    mod first {
        use super::*;
        check! { |v| (v[0], true) -> (x); smooth [1.5] => [3.0]; }
    }

    mod second {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [13.5]; }
    }
}

mod arms_that_yield_calls {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x, x * x];
        for i in 0..n {
            v = match i % 3 {
                0 => grown(v, x),
                1 => next(&v, x),
                _ if v[0] > 0.0 => step(v, 2.0),
                _ => v,
            };
        }
        v[0] * v[v.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod arms_that_yield_arrays_of_any_length {
    use super::*;

    #[derive_grad]
    fn f<const N: usize>(x: [f64; N], whole: bool) -> f64 {
        let v = if whole {
            x
        } else {
            let mut t = x;
            t[0] *= t[1];
            t
        };
        let mut s = 0.0;
        for e in v {
            s += e * e;
        }
        s
    }

    mod whole {
        use super::*;
        check! { |v| ([v[0], v[1]], true) -> (x); smooth [1.5, 2.0] => [3.0, 4.0]; }
    }

    mod changed {
        use super::*;
        // (x0 x1)^2 + x1^2
        check! { |v| ([v[0], v[1]], false) -> (x); smooth [1.5, 2.0] => [12.0, 9.0 + 4.0]; }
    }
}

mod arms_that_yield_a_vector_and_a_float {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (v, s) = match n {
            0 => (vec![x], x),
            1 => (vec![x * x, 1.0], 2.0 * x),
            _ => (Vec::from([1.0, x]), 1.0),
        };
        v[0] * s * v[v.len() - 1]
    }

    mod zero {
        use super::*;
        check! { |v| (v[0], 0) -> (x); smooth [1.5] => [6.75]; }
    }

    mod one {
        use super::*;
        // 2 x^3
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [13.5]; }
    }

    mod two {
        use super::*;
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [1.0]; }
    }
}

mod arms_that_yield_two_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: f64, swapped: bool) -> f64 {
        let a = vec![x, 3.0 * x];
        let b = vec![x * x];
        let (mut p, q) = if swapped { (b, a) } else { (a, b) };
        p[0] *= q[0];
        p[0] * q[q.len() - 1]
    }

    mod swapped {
        use super::*;
        // x^3 3 x
        check! { |v| (v[0], true) -> (x); smooth [1.5] => [12.0 * 3.375]; }
    }

    mod in_order {
        use super::*;
        // x^3 x^2
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
    }
}

mod arms_of_arms {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let a = vec![x, 2.0];
        let v = if n == 0 {
            a
        } else {
            let b = match n {
                1 => step(a, x),
                2 => {
                    if x > 1.0 {
                        vec![a[0] * a[1]]
                    } else {
                        a
                    }
                }
                _ => return a[0] * x,
            };
            grown(b, x)
        };
        v[0] * v[v.len() - 1]
    }

    mod outer {
        use super::*;
        check! { |v| (v[0], 0) -> (x); smooth [1.5] => [2.0]; }
    }

    mod call {
        use super::*;
        // x^2 2 x
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [13.5]; }
    }

    mod inner {
        use super::*;
        // 2 x 2 x^2 or x 2 x
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [27.0]; smooth [0.5] => [2.0]; }
    }

    mod returns {
        use super::*;
        check! { |v| (v[0], 3) -> (x); smooth [1.5] => [3.0]; }
    }
}

mod loop_that_yields_a_vector {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let v = loop {
            let a = vec![x; n];
            break a;
        };
        v[0] * v[1]
    }

    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [3.0]; }
}

mod loop_that_yields_a_vector_later {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x];
        let mut i = 0;
        let v = loop {
            if a[0] > 100.0 {
                break vec![a[0], x, 1.0];
            }
            if i == n {
                break a;
            }
            a = grown(a, x);
            a[0] *= 1.5;
            i += 1;
        };
        v[0] * v[v.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod filled_on_either_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v;
        if n > 1 {
            v = vec![x];
        } else {
            v = vec![x, x * x];
        }
        v[0] *= v[v.len() - 1];
        v[0]
    }

    mod first {
        use super::*;
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [3.0]; }
    }

    mod second {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [6.75]; }
    }
}

mod filled_again_after_a_move {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x];
        let mut s = 1.0;
        for i in 0..n {
            let w = v;
            s += x * w[0];
            if i % 2 == 0 {
                v = vec![s, x];
            } else {
                v = w;
                v.push(s);
            }
        }
        s * v[v.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod block_that_yields_a_vector {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = vec![x, x * x];
        let b = {
            let mut c = a;
            c.push(c[0] * c[1]);
            c
        };
        let d = 'out: {
            if b[0] > 1.0 {
                break 'out b;
            }
            vec![b[1]; 2]
        };
        d[d.len() - 1] * x
    }

    // x^4 or x^3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; smooth [0.5] => [0.75]; }
}

mod tuple_of_buffers_moved {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut p = (vec![x], [x, 1.0]);
        p.0.push(x * x);
        p.1[0] *= p.0[1];
        let q = p;
        let (a, b) = q;
        a[1] * b[0]
    }

    // x^5
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
}

mod copy_through_references {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x, 2.0];
        let mut b = a;
        b[0] *= x;
        let r = &mut b;
        r[1] = r[0] * x;
        let o: &mut [f64; 2] = r;
        o[0] += 1.0;
        a = b;
        a[0] * a[1]
    }

    // (x^2 + 1) x^3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625 + 6.75]; }
}

mod rows_moved_in_and_out {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut rows = vec![vec![x], vec![1.0, x * x]];
        for _ in 0..n {
            let last = rows.pop().unwrap();
            let last = step(last, x);
            rows.push(last);
            rows.swap(0, 1);
        }
        rows[0][0] * rows[1][rows[1].len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod table_replaced_by_the_next {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![vec![x, 1.0], vec![0.5]];
        for i in 0..n {
            let mut b = Vec::new();
            for row in &a {
                b.push(vec![row[0] * x, row[row.len() - 1]]);
            }
            b.push(vec![x]);
            a = b;
        }
        let mut s = 0.0;
        for row in &a {
            s += row[0] * row[row.len() - 1];
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod results_moved {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], first: bool) -> Vec<f64> {
        let a = vec![x[0], x[1], x[0] * x[1]];
        let b = vec![x[1] * x[1], 2.0, x[0]];
        if first { a } else { step(b, x[0]) }
    }

    several! {
        |v| (v, true) -> (x: [0.0; 2]), seed [0.0; 3];
        [1.5, 2.0] => [[1.0, 0.0], [0.0, 1.0], [2.0, 1.5]];
    }

    mod second {
        use super::*;
        several! {
            |v| (v, false) -> (x: [0.0; 2]), seed [0.0; 3];
            [1.5, 2.0] => [[4.0, 6.0], [0.0, 0.0], [1.0, 0.0]];
        }
    }
}

mod parameters_moved {
    use super::*;

    #[derive_grad]
    fn f(a: Vec<f64>, b: Vec<f64>, n: usize) -> f64 {
        let (mut p, mut q) = (a, b);
        for _ in 0..n {
            let t = step(p, q[0]);
            p = q;
            q = t;
        }
        p[0] * q[1]
    }

    trips! { |v| (v[..2].to_vec(), v[2..].to_vec(), N) -> (a, b); at [0.75, 1.25, 0.5, 2.0, 1.0] }
}

mod behind_a_reference_replaced {
    use super::*;

    #[derive_grad]
    fn f(x: f64, a: &mut Vec<f64>, n: usize) {
        for _ in 0..n {
            let old = std::mem::take(a);
            *a = grown(old, x);
            a[0] *= x;
        }
    }

    // (a x^2, a x, a x^3)
    in_out! {
        nothing |v| { a = v[1..].to_vec() } (v[0], &mut a, 2) -> (x: 0.0, a);
        smooth [1.5, 2.0];
    }

    mod no_trips {
        use super::*;
        in_out! {
            nothing |v| { a = v[1..].to_vec() } (v[0], &mut a, 0) -> (x: 0.0, a);
            smooth [1.5, 2.0] => [[0.0, 1.0]];
        }
    }
}

mod moved_when_the_loop_is_left {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x, x];
        for i in 0..n {
            let w = v;
            if i == 5 {
                return w[0] * w[1];
            }
            v = vec![w[0] * x, w[1] + w[0]];
            if i == 2 && n == 3 {
                break;
            }
        }
        v[0] * v[1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod cloned_in_one_arm_and_moved_in_the_other {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x, 1.0];
        let mut b = vec![x * x];
        for i in 0..n {
            let t = if i % 2 == 0 { a } else { b.clone() };
            a = b;
            b = t;
            a[0] *= x;
        }
        a[0] * b[0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod kept_where_it_is_better {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut best = vec![x; 2];
        for i in 0..n {
            let next = vec![best[0] * x + i as f64, best[1] * 0.5];
            if next[0] > best[0] {
                best = next;
            }
        }
        best[0] * best[1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod assigned_beside_a_float {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (mut a, mut s) = (vec![x], 1.0);
        for i in 0..n {
            (a, s) = (vec![s * x, a[0]], a[0] + s);
        }
        a[0] * s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod rows_moved_within_a_table {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut m = vec![vec![x]; 3];
        for i in 0..n {
            let r = std::mem::take(&mut m[i % 3]);
            m[(i + 1) % 3] = r;
            m[i % 3].push(x);
        }
        let mut s = 1.0;
        for r in &m {
            for e in r {
                s += e * x;
            }
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod collected_in_batches {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut rows: Vec<Vec<f64>> = vec![];
        let mut row = vec![];
        for i in 0..n {
            row.push(x + i as f64);
            if row.len() == 2 {
                rows.push(row);
                row = Vec::new();
            }
        }
        let mut s = x;
        for r in &rows {
            s *= r[0] * 0.5 + r[1];
        }
        for e in &row {
            s += e * x;
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.25] }
}

mod taken_and_given_back_while_it_is_short {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x];
        while v.len() < n {
            let w = std::mem::take(&mut v);
            v = step(w, x);
            v.push(x);
        }
        v[0] * v[v.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod arms_that_yield_what_they_popped {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x];
        for i in 0..n {
            let w = match v.pop() {
                Some(e) if i % 3 == 0 => vec![e, e * x],
                Some(e) => vec![e + x],
                None => vec![x],
            };
            v.append(&mut step(w, x));
        }
        v[v.len() - 1] * v[0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod returned_from_the_middle {
    use super::*;

    #[derive_grad]
    fn g(x: f64, n: usize) -> Vec<f64> {
        let mut v = vec![x; 2];
        for i in 0..n {
            if i == 3 {
                return v;
            }
            v = step(v, x);
            let w = v;
            v = vec![w[0], w[1] + w[0]];
        }
        step(v, x)
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let a = g(x, n);
        let b = g(a[0], 1);
        a[1] * b[0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.5] }
}

mod paths_on_a_stack {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut open = vec![vec![x, 1.0]];
        let mut s = 0.0;
        let mut k = 0;
        while let Some(mut path) = open.pop() {
            s += path[path.len() - 1] * path[0];
            if k < n {
                k += 1;
                let mut other = path.clone();
                path.push(x * k as f64);
                other.push(path[0]);
                open.push(path);
                open.push(other);
            }
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod last_row_to_the_front {
    use super::*;

    #[derive_grad]
    fn f(m: &[Vec<f64>], n: usize) -> f64 {
        let mut rows: Vec<Vec<f64>> = m.to_vec();
        for i in 0..n {
            let Some(mut last) = rows.pop() else {
                break;
            };
            last.reverse();
            last[0] *= 0.5 + i as f64;
            rows.insert(0, last);
        }
        rows[0][0] * rows[1][0]
    }

    trips! { |v| (&[v[..2].to_vec(), v[2..].to_vec()], N) -> (m); at [0.75, 0.5, 1.25] }
}

mod rows_of_an_array_replaced_and_taken_apart {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = [[x, 1.0], [0.5, x]];
        for i in 0..n {
            let r = std::mem::replace(&mut a[i % 2], [x, 0.5]);
            a[1 - i % 2][0] += r[0] * r[1];
            a.swap(0, 1);
            let [p, q] = a;
            a = [q, p];
        }
        a[0][0] * a[1][0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod changed_before_an_arm_yields_it {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x];
        let v2 = if n > 2 {
            v.push(x * x);
            v
        } else if n > 0 {
            v = step(v, x);
            v.push(1.0);
            v
        } else {
            vec![x, x]
        };
        let w = {
            let t = v2;
            t
        };
        w[0] * w[1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod moved_swapped_and_stepped {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (mut a, mut b, mut c) = (vec![x], vec![x, 1.0], vec![0.5]);
        for i in 0..n {
            match i % 3 {
                0 => std::mem::swap(&mut a, &mut b),
                1 => {
                    let t = a;
                    a = c;
                    c = t;
                }
                _ => {
                    c = step(b, x);
                    b = vec![c[0]];
                }
            }
            a.push(b[0] * x);
        }
        a[a.len() - 1] + b[0] * c[0]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod handed_to_a_call_that_keeps_it {
    use super::*;

    #[derive_grad]
    fn put(out: &mut Vec<Vec<f64>>, v: Vec<f64>) {
        out.push(v);
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut out: Vec<Vec<f64>> = Vec::new();
        let mut v = vec![x];
        for i in 0..n {
            put(&mut out, v);
            v = vec![out[i][0] * x];
        }
        let mut s = v[0];
        for r in &out {
            s += r[0];
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod taken_through_a_name_and_given_back {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x];
        let b = &mut a;
        for _ in 0..n {
            let t = std::mem::take(b);
            *b = step(t, x);
            b.push(b[0]);
        }
        a[0] * a[a.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod yielded_by_a_label_from_an_inner_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let v = 'o: {
            let mut a = vec![x, x * x];
            for i in 0..n {
                if i > 4 {
                    break 'o a;
                }
                a[0] += x;
            }
            a.push(1.0);
            a
        };
        v[0] * v[1] * v.len() as f64
    }

    // 12x³ in both
    check! { |v| (v[0], 3) -> (x); smooth [0.5] => [9.0]; }

    mod left {
        use super::*;
        check! { |v| (v[0], 6) -> (x); smooth [0.5] => [9.0]; }
    }
}

mod yielded_by_a_labelled_loop_from_an_inner_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let v = 'o: loop {
            let mut a = vec![x];
            for i in 0..n {
                a[0] *= x;
                if i == 2 {
                    break 'o a;
                }
            }
            a.push(x);
            break a;
        };
        v[0] * v[v.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod factor_moved_in_an_arm {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize, c: bool) -> f64 {
        let mut a = vec![x, 1.0, 0.5, x * x];
        for k in 0..n {
            for i in k + 1..n {
                for j in k..n {
                    a[i * n + j] -= a[i * n + k] * a[k * n + j];
                }
            }
        }
        let b = if c { a } else { vec![x, x, x, x] };
        b[0] * b[3]
    }

    // x·(x² - 0.5·(1 - x)): the third element is 0.5·(1 - x) when the fourth is reduced
    check! { |v| (v[0], 2, true) -> (x); smooth [2.0] => [13.5]; }

    mod not_moved {
        use super::*;
        check! { |v| (v[0], 2, false) -> (x); smooth [2.0] => [4.0]; }
    }
}

mod pair_with_a_vector_returned_from_a_loop {
    use super::*;

    #[derive_grad]
    fn scaled(mut a: Vec<f64>, n: usize) -> (f64, Vec<f64>) {
        for i in 0..n {
            a[i] *= a[0];
            if a[i] > 9.0 {
                return (1.0, a);
            }
        }
        (1.0, a)
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let (s, a) = scaled(vec![x, 2.0], 2);
        s * a[1] * a[0]
    }

    // 2·x²·x²
    check! { |v| (v[0]) -> (x); smooth [0.5] => [1.0]; }
}
