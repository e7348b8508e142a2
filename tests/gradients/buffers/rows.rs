//! Methods on rows and parts of nested buffers.

use grad_runtime::derive_grad;

mod methods_on_rows {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = [[x, 1.0, 2.0], [3.0, x * x, x]];
        m[0].swap(0, 2);
        m[1].reverse();
        m[0][..2].fill(x);
        m[1][1..].rotate_left(1);
        m[0][2] *= m[1][2] * m[1][1];
        m[0][0] * m[0][2]
    }

    // x * x * x^2 * 3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [40.5]; }
}

mod rows_rearranged {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]]) -> f64 {
        m.reverse();
        m[0][0] *= m[1][1];
        m.rotate_left(1);
        m[0][0] * m[m.len() - 1][0]
    }

    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 3.0, 4.0] => [[6.0, 4.5, 3.0, 0.0]];
    }
}

mod rows_of_vectors_rearranged {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [Vec<f64>]) -> f64 {
        m.reverse();
        m[0][0] *= m[1][0];
        m.rotate_right(1);
        m[0][0] * m[1][0]
    }

    // m0 * m0 m1
    in_out! {
        float |v| { m = vec![vec![v[0]], vec![v[1]]] } (&mut m) -> (m);
        smooth [1.5, 2.0] => [[6.0, 2.25]];
    }
}

mod rows_of_different_lengths_rearranged {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x; 3], vec![x * x; 1], vec![2.0; 2]];
        m.swap(0, 1);
        m[0][0] *= m[1][2];
        m.reverse();
        m[2][0] * m[0][1]
    }

    // 2 x^3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod rows_copied_within {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]; 3]) {
        m[0][0] *= m[0][1];
        m.copy_within(0..2, 1);
    }

    in_out! {
        nothing |v| { m = [[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 3.0, 4.0, 5.0, 6.0];
    }
}

mod rows_copied_from_a_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[[f64; 2]]) -> f64 {
        let mut m = x.to_vec();
        let mut n = vec![[0.0; 2]; x.len()];
        m[0][1] *= m[1][0];
        n.copy_from_slice(&m);
        m[0][1] = 0.0;
        n[0][1] * n[1][1]
    }

    // x01 x10 x11
    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]]) -> (x);
        smooth [1.5, 2.0, 3.0, 4.0] => [0.0, 12.0, 8.0, 6.0];
    }
}

mod halves_copied {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        let k = a.len() / 2;
        let (left, right) = a.split_at_mut(k);
        left[0] *= right[0];
        right.copy_from_slice(left);
        left[1] += right[0];
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [3.0, 0.0, 1.5, 0.0], [3.0, 1.0, 1.5, 0.0], [3.0, 0.0, 1.5, 0.0], [0.0, 1.0, 0.0, 0.0],
        ];
    }
}

mod references_in_a_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: &mut [f64], y: &mut [f64]) {
        let (a, b) = (&mut x[0], &mut y[0]);
        *a *= *b;
        *b += *a;
    }

    in_out! {
        nothing |v| { x = v[..1].to_vec(), y = v[1..].to_vec() } (&mut x, &mut y) -> (x, y);
        smooth [1.5, 2.0] => [[2.0, 1.5], [2.0, 2.5]];
    }
}

mod row_and_column_updates {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [f64], n: usize) -> f64 {
        for k in 0..n {
            let row = &mut m[k * n..(k + 1) * n];
            let pivot = row[k];
            for e in row.iter_mut() {
                *e /= pivot;
            }
            for i in 0..n {
                if i == k {
                    continue;
                }
                let factor = m[i * n + k];
                for j in k..n {
                    m[i * n + j] -= 0.5 * factor * m[k * n + j];
                }
            }
        }
        m[1] * m[n]
    }

    in_out! {
        float |v| { m = v.to_vec() } (&mut m, 2) -> (m);
        smooth [2.0, 0.5, 1.0, 3.0];
    }
}

mod three_buffers_at_once {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], a: &mut [f64], b: &mut [f64]) {
        for ((a, b), x) in a.iter_mut().zip(b.iter_mut()).zip(x) {
            *a += x * *b;
            *b = *a * *a;
        }
    }

    in_out! {
        nothing |v| { a = v[1..2].to_vec(), b = v[2..].to_vec() } (&v[..1], &mut a, &mut b)
        -> (x: vec![0.0; 1], a, b);
        smooth [1.5, 2.0, 3.0] => [[3.0, 1.0, 1.5], [39.0, 13.0, 19.5]];
    }
}

mod items_zipped_from_the_read_side {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) -> f64 {
        let mut s = 0.0;
        for (x, y) in x.iter().zip(y.iter_mut()).skip(1) {
            *y *= x;
            s += *y;
        }
        s
    }

    in_out! {
        float |v| { y = v[2..].to_vec() } (&v[..2], &mut y) -> (x: vec![0.0; 2], y);
        smooth [1.5, 2.0, 3.0, 4.0] => [[0.0, 4.0, 0.0, 2.0]];
    }
}

mod methods_on_rows_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(x: f64, i: usize) -> f64 {
        let mut m = vec![vec![x, 1.0, 2.0], vec![3.0, x * x, x]];
        m[i].swap(0, 2);
        m[1 - i].reverse();
        m[i][1..].copy_from_slice(&[x, x]);
        m[i][0] *= m[1 - i][0];
        let e = m[i][0];
        m[1].push(e);
        m[1].pop().unwrap() * m[i][2]
    }

    // 2 x x
    check! { |v| (v[0], 0) -> (x); smooth [1.5] => [6.0]; }

    mod the_other {
        use super::*;
        // x * 2 * x
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [6.0]; }
    }
}

mod single_precision_rows {
    use super::*;

    #[derive_grad]
    fn f(x: f32, y: f64) -> f64 {
        let mut a = vec![[x; 2]; 2];
        a[1][0] *= a[0][1];
        let mut b = [0.0f64; 2];
        b[1] = a[1][0] as f64 * y;
        b[1] *= b[1];
        b[1]
    }

    // x^4 y^2
    check! { |v| (v[0] as f32, v[1]) -> (x, y); single [1.5, 2.0] => [54.0, 20.25]; }
}

mod buffers_exchanged {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], b: &mut [f64]) -> f64 {
        a[0] *= b[1];
        a.swap_with_slice(b);
        let (left, right) = a.split_at_mut(1);
        left.swap_with_slice(right);
        a[0] * b[0]
    }

    // b1 * a0 b1
    in_out! {
        float |v| { a = v[..2].to_vec(), b = v[2..].to_vec() } (&mut a, &mut b) -> (a, b);
        smooth [1.5, 2.0, 3.0, 4.0] => [[16.0, 0.0, 0.0, 12.0]];
    }
}

mod row_pushed_twice_through_a_name {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x], vec![x]];
        let e = &mut m[1];
        e.push(2.0);
        e.push(3.0 * x);
        m[0][0] * m[1][2]
    }

    // 3x²
    check! { |v| (v[0]) -> (x); smooth [1.5] => [9.0]; }
}

mod rows_rearranged_and_grown_in_a_loop_over_them {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x, 1.0]; 2];
        for e in m.iter_mut() {
            e.reverse();
            e.push(x);
            e.swap(0, 1);
        }
        m[0][0] * m[1][2]
    }

    // x²
    check! { |v| (v[0]) -> (x); smooth [1.5] => [3.0]; }
}

mod row_changed_by_every_method_through_a_name {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let mut m = vec![vec![x, y, x * y], vec![y]];
        let mut s = 1.0;
        for i in 0..n {
            let e = &mut m[i % 2];
            e.insert(0, x + i as f64);
            e.rotate_left(1);
            s *= e.remove(0);
            e.extend_from_slice(&[y, 1.0]);
            e[..2].fill(s);
            e.swap(0, 2);
            if let Some(last) = e.pop() {
                s += last * e[0];
            }
            e.truncate(3);
            e.reverse();
            if i == 4 {
                *e = vec![s, x];
                e.push(y);
            }
        }
        s + m[0][0] * m[1][0]
    }

    trips! { |v| (v[0], v[1], N) -> (x, y); at [0.75, 0.5] }
}

mod row_changed_through_a_name_in_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut m = vec![vec![x, y], vec![y, x, 2.0]];
        let e = &mut m[0];
        if x > 1.0 {
            e.push(x * y);
            e.swap(0, 2);
        } else {
            e.pop();
            e.push(3.0);
        }
        e[0] *= y;
        let d = &mut m[1];
        d.truncate(2);
        d.reverse();
        m[0][0] * m[0][1] * m[1][0]
    }

    // x·y²·y·x or 3·x·y·x
    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 0.5] => [0.5, 3.0];
        smooth [0.5, 2.0] => [6.0, 0.75];
    }
}

mod row_changed_by_calls_through_a_name {
    use super::*;

    #[derive_grad]
    fn grow(row: &mut Vec<f64>, x: f64) {
        let last = row[row.len() - 1];
        row.push(last * x);
    }

    #[derive_grad]
    fn first(row: &[f64]) -> f64 {
        row[0] * row[row.len() - 1]
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut m = vec![vec![x], vec![2.0, x]];
        let mut s = 0.0;
        for i in 0..n {
            let e = &mut m[i % 2];
            grow(e, x);
            e.reverse();
            grow(e, s + 1.0);
            s += first(e);
        }
        for e in m.iter_mut() {
            grow(e, s);
            e.rotate_left(1);
        }
        s + m[0][0] * m[1][m[1].len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.25] }
}

mod rows_behind_a_parameter_changed_through_a_name {
    use super::*;

    #[derive_grad]
    fn f(m: &mut Vec<Vec<f64>>, x: f64) -> f64 {
        let e = &mut m[1];
        e.push(x);
        e.reverse();
        e[1] *= x;
        m[0][0] * m[1][0]
    }

    // m00·x
    in_out! {
        float |v| { m = vec![v[..2].to_vec(), v[2..3].to_vec()] } (&mut m, v[3]) -> (m, x: 0.0);
        smooth [0.5, 2.0, 3.0, 4.0] => [
            [4.0, 0.0, 0.0, 0.5],
            [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 4.0, 3.0],
        ];
    }
}

mod single_precision_row_changed_through_a_name {
    use super::*;

    #[derive_grad]
    fn f(x: f32, n: usize) -> f32 {
        let mut m = vec![vec![x, 2.0], vec![x]];
        for i in 0..n {
            let e = &mut m[i % 2];
            e.push(x);
            e.swap(0, 1);
            e[0] *= x;
        }
        m[0][0] * m[1][0] + m[0][1]
    }

    trips! { |v| (v[0] as f32, N) -> (x); at [0.75] }
}

mod rows_exchanged_behind_a_split_and_written {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = vec![vec![x, 1.0], vec![2.0, x, x * x]];
        let (a, b) = m.split_at_mut(1);
        std::mem::swap(&mut a[0], &mut b[0]);
        a[0][0] *= x;
        b[0][0] * a[0][0] * a[0][2]
    }

    // x·2x·x²
    check! { |v| (v[0]) -> (x); smooth [0.5] => [1.0]; }
}

mod array_of_vectors_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn scale(m: &mut [Vec<f64>; 2]) -> f64 {
        m[0][0] *= m[1][0];
        m[0][0] * m[0][0]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = [vec![x, 1.0], vec![2.0 * x]];
        scale(&mut m) * m[0][0]
    }

    // 8·x⁶
    check! { |v| (v[0]) -> (x); smooth [0.5] => [1.5]; }
}
