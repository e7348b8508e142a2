//! Parts of slices, and parts of parts.

use grad_runtime::derive_grad;

mod tail {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let tail = &x[1..];
        tail[0] * tail[1] * x[0]
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5] => [-1.0, 0.75, -3.0];
    }
}

mod every_range {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], a: usize, b: usize) -> f64 {
        let (all, head, rest) = (&x[..], &x[..b], &x[a..]);
        let (middle, closed, closed_head) = (&x[a..b], &x[a..=b], &x[..=a]);
        all[0] * head[1] + rest[0] * middle[1] + closed[2] * closed_head[1]
    }

    // x0 x1 + x1 x2 + x3 x1
    check! {
        |v| (v, 1, 3) -> (x);
        smooth [1.5, -2.0, 0.5, 3.0] => [-2.0, 5.0, -2.0, -2.0];
    }
}

mod part_of_a_part {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let rest = &x[n..];
        let inner = &rest[1..3];
        let one = &inner[1..];
        inner[0] * one[0] * rest[0]
    }

    check! {
        |v| (v, 1) -> (x);
        smooth [7.0, 1.5, -2.0, 0.5] => [0.0, -1.0, 0.75, -3.0];
    }
}

mod indexed_at_once {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x[1..][0] * x[..3][2] * (&x[1..3])[1]
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5] => [0.0, 0.25, -2.0];
    }
}

mod rows_of_a_flat_matrix {
    use super::*;

    #[derive_grad]
    fn f(m: &[f64], x: &[f64]) -> f64 {
        let n = x.len();
        let mut s = 0.0;
        for i in 0..m.len() / n {
            let row = &m[i * n..(i + 1) * n];
            let mut y = 0.0;
            for j in 0..n {
                y += row[j] * x[j];
            }
            s += y * y;
        }
        s
    }

    // y = (1, -3)
    check! {
        |v| (&v[..4], &v[4..]) -> (m, x);
        smooth [1.0, 0.0, 2.0, -5.0, 1.0, 1.0] => [2.0, 2.0, -6.0, -6.0, 2.0 - 12.0, 30.0];
    }
}

mod row_of_an_array_of_arrays {
    use super::*;

    #[derive_grad]
    fn f(m: &[[f64; 2]], i: usize) -> f64 {
        let row = &m[i];
        let part = &m[i..];
        row[0] * row[1] + part[1][0] * part[0][0]
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]], 1) -> (m);
        smooth [7.0, 8.0, 1.5, -2.0, 0.5, 9.0] => [0.0, 0.0, -1.5, 1.5, 1.5, 0.0];
    }
}

mod row_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(m: &[Vec<f64>], i: usize) -> f64 {
        let row = &m[i];
        let part = &m[i][1..];
        row[0] * part[0] * row.len() as f64
    }

    check! {
        |v| (&[vec![v[0]], vec![v[1], v[2]]], 1) -> (m);
        smooth [7.0, 1.5, -2.0] => [0.0, -4.0, 3.0];
    }
}

mod part_of_an_array {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64; 4], n: usize) -> f64 {
        let part = &x[n..n + 2];
        part[0] * part[1]
    }

    check! {
        |v| (&[v[0], v[1], v[2], v[3]], 2) -> (x);
        smooth [7.0, 8.0, 1.5, -2.0] => [0.0, 0.0, -2.0, 1.5];
    }
}

mod part_chosen_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            let rest = &x[i..];
            s *= rest[0] + rest[rest.len() - 1] * rest.len() as f64;
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5];
        smooth [1.5];
        smooth [];
    }
}

mod local_array {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64, n: usize) -> f64 {
        let a = [x, y, x * y, 1.0];
        let part = &a[n..];
        part[0] * part[1]
    }

    check! {
        |v| (v[0], v[1], 1) -> (x, y);
        smooth [1.5, -2.0] => [4.0, 2.0 * 1.5 * -2.0];
    }
}

mod two_parts_of_one_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let half = x.len() / 2;
        let (left, right) = (&x[..half], &x[half..]);
        let mut s = 0.0;
        for i in 0..half {
            s += left[i] * right[i] * left[i];
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5, 3.0] => [1.5, -12.0, 2.25, 4.0];
    }
}

mod overlapping_parts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (left, right) = (&x[..2], &x[1..]);
        left[1] * right[0] * left[0] * right[1]
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, -2.0, 0.5] => [2.0, -4.0 * 0.75, 6.0];
    }
}
