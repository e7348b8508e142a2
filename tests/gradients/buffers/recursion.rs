//! Recursion with `&mut` arguments.

use grad_runtime::derive_grad;

mod on_tails {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) {
        if a.len() > 1 {
            a[1] *= a[0];
            f(&mut a[1..]);
        }
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0] => [[1.0, 0.0, 0.0], [2.0, 1.5, 0.0], [6.0, 4.5, 3.0]];
        smooth [1.5] => [[1.0]];
        smooth [];
    }
}

mod on_tails_before {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        if a.is_empty() {
            return 1.0;
        }
        let s = f(&mut a[1..]);
        a[0] *= s;
        a[0] + s
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0];
        smooth [];
    }
}

mod on_halves {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        let n = a.len();
        if n < 2 {
            return a[0] * a[0];
        }
        let s = f(&mut a[..n / 2]) + f(&mut a[n / 2..]);
        a[0] = s * a[n - 1];
        a[0].sin()
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [0.5, 0.75, 0.25];
        smooth [0.5, 0.75, 0.25, 0.5];
    }
}

mod on_split_halves {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], tmp: &mut [f64]) {
        let n = a.len();
        if n < 2 {
            return;
        }
        let (left, right) = a.split_at_mut(n / 2);
        f(left, &mut tmp[..n / 2]);
        f(right, &mut tmp[n / 2..]);
        for i in 0..n {
            tmp[i] = a[i] * a[n - 1 - i];
        }
        a.copy_from_slice(&tmp[..n]);
    }

    in_out! {
        nothing |v| { a = v[..3].to_vec(), tmp = v[3..].to_vec() } (&mut a, &mut tmp) -> (a, tmp);
        smooth [0.5, 0.75, 0.25, 7.0, 8.0, 9.0];
    }
}

mod merge_sort {
    use super::*;

    #[derive_grad]
    fn sort(a: &mut [f64], tmp: &mut [f64]) {
        let n = a.len();
        if n < 2 {
            return;
        }
        let half = n / 2;
        sort(&mut a[..half], tmp);
        sort(&mut a[half..], tmp);
        let (mut i, mut j) = (0, half);
        for k in 0..n {
            if j == n || (i < half && a[i] <= a[j]) {
                tmp[k] = a[i];
                i += 1;
            } else {
                tmp[k] = a[j];
                j += 1;
            }
        }
        a.copy_from_slice(&tmp[..n]);
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut tmp = vec![0.0; x.len()];
        sort(&mut a, &mut tmp);
        let mut s = 0.0;
        for i in 0..a.len() {
            s += a[i] * i as f64;
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [3.0, 1.5, 2.0, 7.0, 0.5] => [3.0, 1.0, 2.0, 4.0, 0.0];
        smooth [1.5] => [0.0];
    }
}

mod scalar_all_the_way {
    use super::*;

    #[derive_grad]
    fn f(s: &mut f64, x: f64, n: usize) {
        if n > 0 {
            *s = *s * x + 1.0;
            f(s, x, n - 1);
            *s *= x;
        }
    }

    // s x^4 + x^3 + x^2
    in_out! {
        nothing |v| { s = v[0] } (&mut s, v[1], 2) -> (s, x: 0.0);
        smooth [2.0, 1.5] => [[5.0625, 8.0 * 3.375 + 6.75 + 3.0]];
    }
}

mod each_other {
    use super::*;

    #[derive_grad]
    fn even(a: &mut [f64], n: usize) {
        if n < a.len() {
            a[n] *= a[0];
            odd(a, n + 1);
        }
    }

    #[derive_grad]
    fn odd(a: &mut [f64], n: usize) {
        if n < a.len() {
            a[n] += a[n - 1] * a[n];
            even(a, n + 1);
        }
    }

    #[derive_grad]
    fn f(a: &mut [f64]) -> f64 {
        even(a, 0);
        a[a.len() - 1]
    }

    in_out! {
        float |v| { a = v.to_vec() } (&mut a) -> (a);
        smooth [1.5, 2.0, 3.0, 0.5];
    }
}

mod permutations {
    use super::*;

    /// The permanent: the product along every permutation, which is built in `used`.
    #[derive_grad]
    fn f(m: &[f64], n: usize, row: usize, used: &mut [bool]) -> f64 {
        if row == n {
            return 1.0;
        }
        let mut s = 0.0;
        for j in 0..n {
            if !used[j] {
                used[j] = true;
                s += m[row * n + j] * f(m, n, row + 1, used);
                used[j] = false;
            }
        }
        s
    }

    check! {
        |v| (v, 2, 0, &mut [false; 2]) -> (m);
        smooth [1.5, 2.0, 3.0, 4.0] => [4.0, 3.0, 2.0, 1.5];
    }

    mod of_three {
        use super::*;
        check! {
            |v| (v, 3, 0, &mut [false; 3]) -> (m);
            smooth [1.5, 2.0, 3.0, 4.0, 0.5, -1.0, 0.25, 2.5, 1.0];
        }
    }
}

mod vector_grown_on_the_way {
    use super::*;

    #[derive_grad]
    fn walk(x: f64, n: usize, out: &mut Vec<f64>) {
        if n == 0 {
            out.push(x);
            return;
        }
        walk(x * 0.5, n - 1, out);
        walk(x * x, n - 1, out);
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut out: Vec<f64> = Vec::new();
        walk(x, 2, &mut out);
        let mut s = 1.0;
        for e in &out {
            s *= e;
        }
        s
    }

    // x/4, x^2/4, x^2/2, x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [9.0 * 25.62890625 / 32.0]; }
}
