//! Loops over items that are written.

use grad_runtime::derive_grad;

mod chunks_mut {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        for part in a.chunks_mut(2) {
            part[0] *= part[part.len() - 1];
        }
        a[0] * a[2]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[18.0, 13.5, 18.0]];
        smooth [1.5, 2.0, 3.0, 0.5] => [[3.0, 2.25, 1.5, 9.0]];
    }
}

mod chunks_zipped_with_chunks {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) {
        for (y, x) in y.chunks_exact_mut(2).zip(x.chunks_exact(3)) {
            y[0] = x[0] * x[1];
            y[1] += x[2] * y[0];
        }
    }

    in_out! {
        nothing |v| { y = v[6..].to_vec() } (&v[..6], &mut y) -> (x: vec![0.0; 6], y);
        smooth [1.5, 2.0, 3.0, 0.5, 0.25, -1.0, 7.0, 8.0, 9.0, 1.0];
    }
}

mod rows_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]]) -> f64 {
        for row in m.iter_mut() {
            row[0] *= row[1];
            row[1] = row[0] * row[0];
        }
        let mut s = 0.0;
        for [a, b] in m.iter() {
            s += a * b;
        }
        s
    }

    // (a b)^3
    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 0.5, 1.0] => [[54.0, 40.5, 0.75, 0.375]];
    }
}

mod rows_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(rows: &mut [Vec<f64>]) {
        for row in rows.iter_mut() {
            row[0] *= row[0];
            row.push(row[0]);
        }
    }

    in_out! {
        nothing |v| { rows = vec![vec![v[0]], vec![v[1], v[2]]] } (&mut rows) -> (rows);
        smooth [1.5, 2.0, 3.0] => [
            [3.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 1.0], [0.0, 4.0, 0.0],
        ];
    }
}

mod iter_mut {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], k: f64) -> f64 {
        for e in a.iter_mut() {
            *e *= *e * k;
        }
        a[0] * a[1]
    }

    in_out! {
        float |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, k: 0.0);
        smooth [1.5, 2.0, 0.5] => [[3.0, 2.25, 9.0], [1.5, 0.0, 2.25], [0.0, 2.0, 4.0]];
    }
}

mod iter_mut_zipped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) {
        for (y, x) in y.iter_mut().zip(x) {
            *y += x * *y;
        }
    }

    in_out! {
        nothing |v| { y = v[2..].to_vec() } (&v[..2], &mut y) -> (x: vec![0.0; 2], y);
        smooth [1.5, 2.0, 3.0, 4.0] => [[3.0, 0.0, 2.5, 0.0], [0.0, 4.0, 0.0, 3.0]];
        smooth [1.5, 2.0, 3.0] => [[3.0, 0.0, 2.5]];
    }
}

mod iter_mut_enumerated {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: &mut [f64]) {
        for (i, e) in y.iter_mut().enumerate() {
            *e = x.powi(i as i32) * *e;
        }
    }

    in_out! {
        nothing |v| { y = v[1..].to_vec() } (v[0], &mut y) -> (x: 0.0, y);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [0.0, 1.0, 0.0, 0.0], [3.0, 0.0, 1.5, 0.0], [12.0, 0.0, 0.0, 2.25],
        ];
    }
}

mod iter_mut_zipped_and_enumerated {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) {
        for (i, (y, &x)) in y.iter_mut().zip(x.iter()).enumerate() {
            *y = x * x * i as f64 - *y;
        }
    }

    in_out! {
        nothing |v| { y = v[2..].to_vec() } (&v[..2], &mut y) -> (x: vec![0.0; 2], y);
        smooth [1.5, 2.0, 3.0, 4.0] => [[0.0, 0.0, -1.0, 0.0], [0.0, 4.0, 0.0, -1.0]];
    }
}

mod two_iter_muts_zipped {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], b: &mut [f64]) {
        for (a, b) in a.iter_mut().zip(b.iter_mut()) {
            *a *= *b;
            *b += *a;
        }
    }

    in_out! {
        nothing |v| { a = v[..1].to_vec(), b = v[1..].to_vec() } (&mut a, &mut b) -> (a, b);
        smooth [1.5, 2.0] => [[2.0, 1.5], [2.0, 2.5]];
        smooth [1.5, 2.0, 7.0] => [[2.0, 1.5, 0.0], [2.0, 2.5, 0.0], [0.0, 0.0, 1.0]];
    }
}

mod reference_to_the_buffer {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x, 2.0, x * x];
        for e in &mut a {
            *e *= x;
        }
        let mut s = 0.0;
        for e in &a {
            s += e;
        }
        s
    }

    // x^2 + 2 x + x^3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [3.0 + 2.0 + 6.75]; }
}

mod the_parameter_itself {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        for e in a {
            *e *= *e;
        }
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0] => [[3.0, 0.0], [0.0, 4.0]];
    }
}

mod a_part {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], from: usize) -> f64 {
        for e in &mut a[from..] {
            *e *= *e;
        }
        for e in a[..from].iter_mut() {
            *e += 1.0;
        }
        a[0] * a[1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 1) -> (a);
        smooth [1.5, 2.0] => [[4.0, 10.0], [1.0, 0.0], [0.0, 4.0]];
    }
}

mod with_an_accumulator {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let mut s = 1.0;
        for e in a.iter_mut() {
            s *= *e;
            *e = s;
        }
        s * a[0]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[18.0, 6.75, 4.5], [1.0, 0.0, 0.0], [2.0, 1.5, 0.0], [6.0, 4.5, 3.0]];
    }
}

mod left_early {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], limit: f64) -> f64 {
        let mut s = 0.0;
        for e in a.iter_mut() {
            if *e < 0.0 {
                continue;
            }
            *e *= *e;
            s += *e;
            if s > limit {
                break;
            }
            *e += 1.0;
        }
        s
    }

    in_out! {
        float |v| { a = v[..3].to_vec() } (&mut a, v[3]) -> (a, limit: 0.0);
        smooth [1.5, -2.0, 3.0, 90.0] => [[3.0, 0.0, 6.0, 0.0]];
        smooth [1.5, 2.0, 3.0, 5.0] => [[3.0, 4.0, 0.0, 0.0]];
    }
}

mod backwards_and_in_steps {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let mut s = 1.0;
        for e in a.iter_mut().rev() {
            *e *= s;
            s = *e;
        }
        for e in a.iter_mut().skip(1).step_by(2) {
            *e *= *e;
        }
        for e in a.iter_mut().take(1) {
            *e += 1.0;
        }
        a[0] * a[1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 0.5];
        smooth [1.5, 2.0, 0.5, 0.25];
    }
}

mod chunks_exact_mut {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], n: usize) -> f64 {
        for (i, row) in a.chunks_exact_mut(n).enumerate() {
            for e in row.iter_mut() {
                *e *= i as f64 + 2.0;
            }
            row[0] *= row[n - 1];
        }
        a[0] * a[n]
    }

    // 4 a0 a1 * 9 a2 a3
    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 2) -> (a);
        smooth [1.5, 2.0, 3.0, 0.5] => [[108.0, 81.0, 54.0, 324.0]];
        smooth [1.5, 2.0, 3.0, 0.5, 9.0] => [[108.0, 81.0, 54.0, 324.0, 0.0]];
    }
}

mod rows_and_columns {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = [[1.0; 3]; 2];
        for (i, row) in m.iter_mut().enumerate() {
            for (j, e) in row.iter_mut().enumerate() {
                *e = x.powi((i + j) as i32) + *e;
            }
        }
        let mut s = 0.0;
        for row in &m {
            for e in row {
                s += e * e;
            }
        }
        s
    }

    check! { |v| (v[0]) -> (x); smooth [1.5]; smooth [0.5]; }
}

mod items_while_another_buffer_is_read {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut b = vec![0.0; a.len()];
        for (i, e) in b.iter_mut().enumerate() {
            *e = a[i] * a[0];
            a[0] *= 2.0;
        }
        b[0] * b[1] * a[0]
    }

    // x0^2 * 2 x0 x1 * 4 x0
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [32.0 * 3.375 * 2.0, 8.0 * 5.0625]; }
}

mod items_taken_apart_and_swapped {
    use super::*;

    #[derive_grad]
    fn f(x: f64, m: &mut [[f64; 2]]) -> f64 {
        for [p, q] in m.iter_mut() {
            std::mem::swap(p, q);
            *p *= x;
        }
        m[0][0] * m[1][1]
    }

    // m1 x m2
    in_out! {
        float |v| { m = vec![[v[1], v[2]], [v[3], v[4]]] } (v[0], &mut m) -> (x: 0.0, m);
        smooth [1.5, 7.0, 2.0, 3.0, 8.0] => [[6.0, 0.0, 4.5, 3.0, 0.0]];
    }
}

mod items_rearranged {
    use super::*;

    #[derive_grad]
    fn f(x: f64, m: &mut [[f64; 2]]) -> f64 {
        for e in m.iter_mut() {
            e.swap(0, 1);
            e[0] *= x;
        }
        m[0][0] * m[1][1]
    }

    in_out! {
        float |v| { m = vec![[v[1], v[2]], [v[3], v[4]]] } (v[0], &mut m) -> (x: 0.0, m);
        smooth [1.5, 7.0, 2.0, 3.0, 8.0] => [[6.0, 0.0, 4.5, 3.0, 0.0]];
    }
}

mod rows_of_vectors_rearranged {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut m = vec![vec![x, 1.0, 0.5]; n];
        m.push(vec![2.0, x]);
        for e in m.iter_mut() {
            e[0] *= x;
            e[..2].reverse();
            let last = e.len() - 1;
            e[1..].swap(0, last - 1);
        }
        m[n][0] * m[0][0] * m[0][1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod pairs {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [(f64, f64)], x: f64) -> f64 {
        for (a, b) in m.iter_mut() {
            *a *= x;
            *b += *a;
        }
        for p in m.iter() {
            if p.0 > 50.0 {
                return p.1;
            }
        }
        let (a, b) = m[0];
        m[1] = (b, a);
        m.swap(0, 1);
        a * m[0].0 * m[1].1
    }

    // (m0 x) (m1 + m0 x)^2
    in_out! {
        float |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m, v[4]) -> (m, x: 0.0);
        smooth [2.0, 1.0, 3.0, 4.0, 1.5] => [[60.0, 24.0, 0.0, 0.0, 80.0]];
    }

    mod left_early {
        use super::*;
        in_out! {
            float |v| { m = vec![(v[0], v[1]), (v[2], v[3])] } (&mut m, v[4]) -> (m, x: 0.0);
            smooth [2.0, 1.0, 30.0, 4.0, 2.0] => [[0.0, 0.0, 2.0, 1.0, 30.0]];
        }
    }
}

mod items_passed_to_calls {
    use super::*;

    #[derive_grad]
    fn g(y: &f64, x: f64) -> f64 {
        y * x
    }

    #[derive_grad]
    fn f(x: f64, t: &mut [f64; 2]) -> f64 {
        let mut s = 0.0;
        for z in &mut *t {
            *z *= x;
            s += g(z, x);
            if g(z, g(&g(z, x), *z)) > 50.0 {
                return g(&(*z + 2.0), g(z, x));
            }
        }
        s
    }

    // x^2 (t0 + t1), or ((x t0)^2 + 2 x t0) x
    in_out! {
        float |v| { t = [v[1], v[2]] } (v[0], &mut t) -> (x: 0.0, t);
        smooth [1.5, 2.0, 0.5] => [[7.5, 2.25, 2.25]];
        smooth [4.0, 2.0, 0.5] => [[192.0 + 32.0, 256.0 + 32.0, 0.0]];
    }
}

mod loop_over_a_copy_of_what_it_writes {
    use super::*;

    #[derive_grad]
    fn f(x: f64, a: [f64; 3]) -> f64 {
        let mut a = a;
        let mut s = 0.0;
        for e in a {
            a[1] += e * x;
            s += e * a[1];
        }
        s
    }

    // a1 (a0 + a1 + a2) + x (a0^2 + a1^2 + a2^2 + a0 a1 + a1 a2 + a2 a0)
    check! {
        |v| (v[0], [v[1], v[2], v[3]]) -> (x, a);
        smooth [1.5, 2.0, 3.0, 0.5] => [
            4.0 + 9.0 + 0.25 + 6.0 + 1.5 + 1.0,
            3.0 + 1.5 * (4.0 + 3.5),
            5.5 + 3.0 + 1.5 * (6.0 + 2.5),
            3.0 + 1.5 * (1.0 + 5.0),
        ];
    }
}
