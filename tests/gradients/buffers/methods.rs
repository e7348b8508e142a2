//! Methods that write or rearrange.

use grad_runtime::derive_grad;

mod fill {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x; n];
        let old = a[0];
        a.fill(x * x);
        a[1] *= a[0];
        old * a[1] + a[n - 1]
    }

    // x^5 + x^2
    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [5.0 * 5.0625 + 3.0]; }
}

mod fill_with_a_constant {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let old = a[0] * a[1];
        a.fill(2.0);
        old * a[0]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 3.0] => [[6.0, 3.0], [0.0, 0.0], [0.0, 0.0]];
    }
}

mod fill_of_zeros {
    use super::*;

    /// The buffer depends on the parameter by what fills it alone.
    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let mut a = vec![0.0; 3];
        a.fill(x * y);
        a[0] * a[2]
    }

    // x^2 y^2
    check! { |v| (v[0], v[1]) -> (x, y); smooth [1.5, 2.0] => [12.0, 9.0]; }
}

mod fill_a_part {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], x: f64, i: usize) {
        a[i..i + 2].fill(x * x);
        a[..1].fill(x);
    }

    in_out! {
        nothing |v| { a = v[..4].to_vec() } (&mut a, v[4], 1) -> (a, x: 0.0);
        smooth [7.0, 8.0, 9.0, 2.0, 1.5] => [
            [0.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0, 3.0],
            [0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 0.0, 0.0, 1.0, 0.0],
        ];
    }
}

mod fill_with_its_own_element {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        a.fill(a[1] * a[0]);
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0] => [[2.0, 1.5], [2.0, 1.5]];
    }
}

mod copy_from_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = vec![1.0; x.len()];
        a[0] = x[0];
        let old = a[0];
        a.copy_from_slice(x);
        a[1] *= x[1];
        old * a[0] * a[1]
    }

    // x0^2 x1^2
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [12.0, 9.0]; }
}

mod copy_from_slice_to_a_part {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], a: &mut [f64], i: usize) {
        a[i..i + x.len()].copy_from_slice(x);
        a[0] *= a[i];
    }

    in_out! {
        nothing |v| { a = v[2..].to_vec() } (&v[..2], &mut a, 1) -> (x: vec![0.0; 2], a);
        smooth [1.5, 2.0, 3.0, 7.0, 8.0] => [
            [3.0, 0.0, 1.5, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0, 0.0],
        ];
    }
}

mod clone_from_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], a: &mut [f64; 2]) -> f64 {
        let old = a[1];
        a.clone_from_slice(&x[..2]);
        a[0] *= old;
        a[0] * a[1]
    }

    // x0 x1 a1
    in_out! {
        float |v| { a = [v[2], v[3]] } (&v[..2], &mut a) -> (x: vec![0.0; 2], a);
        smooth [1.5, 2.0, 7.0, 3.0] => [[6.0, 4.5, 0.0, 3.0], [3.0, 0.0, 0.0, 1.5], [0.0, 1.0, 0.0, 0.0]];
    }
}

mod copy_between_rows {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = [[0.0; 2]; 2];
        m[0].copy_from_slice(x);
        let row = m[0];
        m[1].copy_from_slice(&row);
        m[1][0] *= m[0][1];
        m[1][0] * m[1][1]
    }

    // x0 x1^2
    check! { |v| (v) -> (x); smooth [1.5, 2.0] => [4.0, 6.0]; }
}

mod copy_within {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], from: usize, to: usize, at: usize) -> f64 {
        a[0] *= a[1];
        a.copy_within(from..to, at);
        a[0] * a[2] * a[3]
    }

    mod to_the_right {
        use super::*;
        // 0 1 | 0 1 2: a0 a1, a0 a1, a1
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 0, 3, 1) -> (a);
            smooth [1.5, 2.0, 3.0, 4.0];
        }
    }

    mod to_the_left {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 1, 4, 0) -> (a);
            smooth [1.5, 2.0, 3.0, 4.0];
        }
    }

    mod onto_itself {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 1, 3, 1) -> (a);
            smooth [1.5, 2.0, 3.0, 4.0];
        }
    }

    mod nothing {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 2, 2, 4) -> (a);
            smooth [1.5, 2.0, 3.0, 4.0];
        }
    }
}

mod copy_within_open_ranges {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        a.copy_within(..2, 1);
        a.copy_within(2.., 0);
        a.copy_within(1..=1, 3);
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0],
        ];
    }
}

mod swap {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], i: usize, j: usize) -> f64 {
        a[i] *= a[0];
        a.swap(i, j);
        a[i] * a[j] * a[j]
    }

    mod different {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 1, 2) -> (a);
            smooth [1.5, 2.0, 3.0] => [
                [36.0, 27.0, 9.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [2.0, 1.5, 0.0],
            ];
        }
    }

    mod equal {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 1, 1) -> (a);
            smooth [1.5, 2.0, 3.0];
        }
    }
}

mod swap_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let n = a.len();
        for i in 0..n {
            a[i] *= a[0];
            a.swap(i, n - 1 - i);
        }
        a[0] * a[n - 1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 0.5];
        smooth [1.5, 2.0, 0.5, 0.25];
    }
}

mod swap_rows {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]], i: usize) -> f64 {
        m.swap(0, i);
        m[0][0] *= m[1][1];
        m[0][0]
    }

    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m, 1) -> (m);
        smooth [1.5, 2.0, 3.0, 4.0] => [
            [0.0, 3.0, 2.0, 0.0], [0.0, 3.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0],
            [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0],
        ];
    }
}

mod swap_rows_of_vectors {
    use super::*;

    #[derive_grad]
    fn f(m: &mut Vec<Vec<f64>>) -> f64 {
        m.swap(0, 1);
        m[0][0] *= m[1][1];
        m[0][0]
    }

    in_out! {
        float |v| { m = vec![vec![v[0], v[1]], vec![v[2]]] } (&mut m) -> (m);
        smooth [1.5, 2.0, 3.0] => [[0.0, 3.0, 2.0]];
    }
}

mod reverse {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        a[0] *= a[1];
        a.reverse();
        a[0] * a[0] * a[1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[0.0, 9.0, 12.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [2.0, 1.5, 0.0]];
        smooth [1.5, 2.0];
    }
}

mod reverse_a_part {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a[1..].reverse();
        a[1] *= a[0];
        a[1] * x[1]
    }

    // x0 x1 x2
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [6.0, 4.5, 3.0]; }
}

mod rotations {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], left: usize, right: usize) -> f64 {
        a.rotate_left(left);
        a[0] *= a[1];
        a.rotate_right(right);
        a[0] * a[1] * a[1]
    }

    mod left_only {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 1, 0) -> (a);
            smooth [1.5, 2.0, 3.0] => [[0.0, 27.0, 54.0], [0.0, 3.0, 2.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
        }
    }

    mod both {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 1, 2) -> (a);
            smooth [1.5, 2.0, 3.0, 0.5];
        }
    }

    mod all_the_way {
        use super::*;
        in_out! {
            float |v| { a = v.to_vec() } (&mut a, 3, 3) -> (a);
            smooth [1.5, 2.0, 3.0];
        }
    }
}

mod rotate_an_array_and_a_part {
    use super::*;

    #[derive_grad]
    fn f(x: [f64; 4], by: usize) -> f64 {
        let mut a = x;
        a.rotate_left(by);
        a[1..].rotate_right(1);
        a[1] * a[1] * a[2]
    }

    // 1 2 3 0, then 1 0 2 3
    check! { |v| ([v[0], v[1], v[2], v[3]], 1) -> (x); smooth [1.5, 7.0, 3.0, 4.0] => [9.0, 0.0, 2.25, 0.0]; }
}

mod split_at {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: usize) -> f64 {
        let (left, right) = x.split_at(k);
        let mut s = 0.0;
        for (l, r) in left.iter().zip(right) {
            s += l * l * r;
        }
        s * right[0]
    }

    check! { |v| (v, 1) -> (x); smooth [1.5, 2.0, 7.0] => [12.0, 9.0, 0.0]; }
}

mod split_at_of_a_written_buffer {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x; 4];
        a[1] *= x;
        let (left, right) = a.split_at(2);
        let s = left[1] * right[0];
        a[2] = s;
        a[2] * a[1]
    }

    // x^3 * x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625]; }
}

mod split_at_mut {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], k: usize) -> f64 {
        let (left, right) = a.split_at_mut(k);
        left[0] *= right[0];
        right[0] += left[0] * right[1];
        right[1] = left[0];
        left[0] * right[0] * right[1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a, 1) -> (a);
        smooth [1.5, 2.0, 3.0];
        smooth [1.5, 2.0, 0.5, 0.25];
    }
}

mod first_and_last {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a[0] *= x[1];
        let first = a.first().unwrap();
        let last = a.last().copied().unwrap();
        first * last * *a.last().unwrap()
    }

    // x0 x1 x2^2
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 3.0] => [18.0, 13.5, 18.0]; }
}

mod sort {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        a.sort_by(|x, y| x.total_cmp(y));
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i] * a[i] * i as f64;
        }
        s
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [3.0, 1.5, 2.0] => [[12.0, 0.0, 4.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
        smooth [1.0];
    }
}

mod sort_downwards_unstably {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a.sort_unstable_by(|x, y| y.total_cmp(x));
        a[0] * a[1] * a[1]
    }

    check! { |v| (v) -> (x); smooth [1.5, 3.0, 2.0] => [0.0, 4.0, 12.0]; }
}

mod sort_by_partial_cmp {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        a.sort_by(|x, y| x.partial_cmp(y).unwrap());
        a[0] * a[1] * a[1]
    }

    check! { |v| (v) -> (x); smooth [1.5, 3.0, 2.0] => [4.0, 0.0, 6.0]; }
}

mod first_mut_and_last_mut {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        *a.first_mut().unwrap() *= 2.0;
        *a.last_mut().unwrap() = a[0] * a[1];
        a[0] * a[2]
    }

    // 4 a0^2 a1
    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[24.0, 9.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [4.0, 3.0, 0.0]];
    }
}

mod last_mut_under_if_let {
    use super::*;

    #[derive_grad]
    fn f(a: &mut Vec<f64>, x: f64) {
        if let Some(last) = a.last_mut() {
            *last *= x;
        }
        a.push(x);
    }

    in_out! {
        nothing |v| { a = v[..v.len() - 1].to_vec() } (&mut a, v[v.len() - 1]) -> (a, x: 0.0);
        smooth [2.0, 3.0, 1.5] => [[1.0, 0.0, 0.0], [0.0, 1.5, 3.0], [0.0, 0.0, 1.0]];
        smooth [1.5] => [[1.0]];
    }
}

mod get_and_get_mut {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        let mut a = x.to_vec();
        if let Some(e) = a.get_mut(i) {
            *e *= *e;
        }
        match a.get(i) {
            Some(e) => e * x[0],
            None => x[0],
        }
    }

    check! { |v| (v, 1) -> (x); smooth [1.5, 2.0] => [4.0, 6.0]; }

    mod out_of_range {
        use super::*;
        check! { |v| (v, 5) -> (x); smooth [1.5, 2.0] => [1.0, 0.0]; }
    }
}

mod sorted_indices {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) {
        let mut order: Vec<usize> = (0..x.len()).collect();
        order.sort_by(|&i, &j| x[i].total_cmp(&x[j]));
        for k in 0..x.len() {
            y[k] = x[order[k]] * x[0];
        }
    }

    in_out! {
        nothing |v| { y = v[3..].to_vec() } (&v[..3], &mut y) -> (x: vec![0.0; 3], y);
        smooth [3.0, 1.5, 2.0, 7.0, 8.0, 9.0] => [
            [1.5, 3.0, 0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 3.0, 0.0, 0.0, 0.0], [6.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        ];
    }
}

mod split_at_mut_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        for k in 1..a.len() {
            let (left, right) = a.split_at_mut(k);
            right[0] += left[k - 1] * right[0];
            for l in left {
                *l *= right[0];
            }
        }
        a[0] * a[a.len() - 1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 0.5, 0.25];
        smooth [1.5];
    }
}

mod fill_rows {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]], x: f64) -> f64 {
        m.fill([x, 1.0]);
        m[1][0] * m[0][1] * x
    }

    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]]] } (&mut m, v[4]) -> (m, x: 0.0);
        smooth [2.0, 3.0, 4.0, 5.0, 1.5] => [
            [0.0, 0.0, 0.0, 0.0, 3.0], [0.0, 0.0, 0.0, 0.0, 1.0], [0.0; 5],
            [0.0, 0.0, 0.0, 0.0, 1.0], [0.0; 5],
        ];
    }
}

mod insert_and_remove {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v = vec![x, 1.0, x * x];
        v.insert(1, 2.0 * x);
        let r = v.remove(0);
        v.swap_remove(0);
        r * v[0] + v.len() as f64
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod insert_and_remove_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut v = x.to_vec();
        let mut s = 1.0;
        for i in 0..n {
            v.insert(i % v.len(), s * x[0]);
            let r = v.remove((i + 1) % v.len());
            s += r * v[0];
            if i % 3 == 2 {
                s *= v.swap_remove(1);
            }
        }
        s * v[0]
    }

    trips! { |v| (v, N) -> (x); at [0.5, 0.75, -0.5, 1.25] }
}

mod insert_and_remove_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(v: &mut Vec<f64>, x: f64) -> f64 {
        v.insert(1, v[0] * x);
        let r = v.remove(0);
        r * v[0]
    }

    // v0^2 x, leaving v0 x, v1
    in_out! {
        float |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, x: 0.0);
        smooth [2.0, 3.0, 1.5] => [[6.0, 0.0, 4.0], [1.5, 0.0, 2.0], [0.0, 1.0, 0.0]];
    }
}

mod insert_at_the_end_and_in_single_precision {
    use super::*;

    #[derive_grad]
    fn f(x: f32) -> f32 {
        let mut v: Vec<f32> = Vec::new();
        v.insert(0, x);
        v.insert(1, x * v[0]);
        v.insert(v.len(), 2.0);
        let r = v.swap_remove(2);
        let last = v.remove(v.len() - 1);
        r * last * v[0]
    }

    // 2 x^3
    check! { |v| (v[0] as f32) -> (x); smooth [1.5] => [13.5]; }
}

mod split_off_and_append {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v = vec![x, 1.0, x * x];
        let t = v.split_off(1);
        let d: f64 = v[0] * t[1];
        v.append(&mut vec![x, 2.0]);
        d * v[1]
    }

    // x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod split_off_and_append_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![x, 0.5, x * x];
        for i in 0..n {
            let mut t = v.split_off(1 + i % 2);
            t[0] *= v[0];
            t.append(&mut v);
            v.push(x);
            v.append(&mut t);
        }
        v[0] * v[1] + v[v.len() - 1] * v[2]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod appended_vector_is_left_empty {
    use super::*;

    #[derive_grad]
    fn f(x: f64, other: &mut Vec<f64>) -> f64 {
        let mut v = vec![x];
        v.append(other);
        other.push(v[1] * x);
        v[0] * v[2]
    }

    // x o1, leaving o0 x
    in_out! {
        float |v| { other = v[1..].to_vec() } (v[0], &mut other) -> (x: 0.0, other);
        smooth [1.5, 2.0, 3.0] => [[3.0, 0.0, 1.5], [2.0, 1.5, 0.0]];
    }
}

mod split_off_everything_and_nothing {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut v = vec![x, x * x];
        let none = v.split_off(2);
        let all = v.split_off(0);
        v.push(all[1]);
        v[0] * all[0] + none.len() as f64
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod resized_by_arrays_and_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut v = vec![[x, 1.0]];
        v.resize(n, [2.0, x]);
        let mut w = vec![(x, 1.0)];
        w.resize(n, (x, x));
        v.resize(2, [x, x]);
        v[1][1] * v[0][0] * w[1].0
    }

    // x³
    check! { |v| (v[0], 3) -> (x); smooth [2.0] => [12.0]; }
}
