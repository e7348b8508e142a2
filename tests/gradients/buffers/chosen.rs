//! Results of calls that arms choose: arrays, vectors, tuples, rows.

use grad_runtime::derive_grad;

mod result_indexed_before_an_arm_yields_it {
    use super::*;

    #[derive_grad]
    fn scaled(mut v: Vec<f64>, x: f64) -> Vec<f64> {
        v[0] *= x;
        v
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let w = scaled(vec![x, 2.0], x);
        let v = if w[0] > 0.2 { w } else { vec![x, x] };
        v[0] * v[1]
    }

    // 2x² or x²
    check! { |v| (v[0]) -> (x); smooth [0.7] => [2.8]; smooth [0.1] => [0.2]; }
}

mod arrays_of_calls_from_both_arms {
    use super::*;

    #[derive_grad]
    fn double(x: f64) -> [f64; 2] {
        [x, 2.0 * x]
    }

    #[derive_grad]
    fn f(x: f64, big: bool) -> f64 {
        let v = if big { double(x * x) } else { double(x) };
        v[0] * v[1]
    }

    // 2x⁴ or 2x²
    check! { |v| (v[0], true) -> (x); smooth [1.5] => [27.0]; }

    mod other {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [6.0]; }
    }
}

mod array_of_a_call_or_a_literal {
    use super::*;

    #[derive_grad]
    fn double(x: f64) -> [f64; 2] {
        [x, 2.0 * x]
    }

    #[derive_grad]
    fn f(x: f64, big: bool) -> f64 {
        let a = double(x);
        let v = if big { [x * x, a[1]] } else { a };
        v[0] * v[1]
    }

    // 2x³ or 2x²
    check! { |v| (v[0], true) -> (x); smooth [1.5] => [13.5]; }

    mod other {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [6.0]; }
    }
}

mod replaced_by_what_an_arm_calls_in_a_loop {
    use super::*;

    #[derive_grad]
    fn double(x: f64) -> Vec<f64> {
        vec![x, 2.0 * x]
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = double(x);
        for i in 0..n {
            let b = if i % 2 == 0 { double(a[0]) } else { a.clone() };
            a = b;
            a.push(x);
            a[0] *= x;
        }
        a[1] * a.len() as f64 * a[a.len() - 1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod arrays_of_calls_chosen_in_a_loop {
    use super::*;

    #[derive_grad]
    fn turn(p: [f64; 2], x: f64) -> [f64; 2] {
        [p[1] * x, p[0] + x]
    }

    #[derive_grad]
    fn flip(p: [f64; 2]) -> [f64; 2] {
        [p[1], p[0] * p[1]]
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut p = [x, 1.0];
        for i in 0..n {
            let q = match i % 3 {
                0 => turn(p, x),
                1 => flip(p),
                _ => [p[0], x],
            };
            p = q;
        }
        p[0] * p[1]
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod vectors_of_calls_chosen_in_a_loop {
    use super::*;

    #[derive_grad]
    fn row(x: f64, n: usize) -> Vec<f64> {
        let mut r = vec![x; n];
        r[0] *= x;
        r
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut s = x;
        for i in 0..n {
            let r = match i % 3 {
                0 => row(s, i + 1),
                1 => {
                    let mut r = row(x, 2);
                    r[1] += s;
                    r
                }
                _ => vec![s, x],
            };
            s = 0.5 * r[r.len() - 1] + r[0] * x;
        }
        s
    }

    trips! { |v| (v[0], N) -> (x); at [0.75] }
}

mod rows_of_calls_from_both_arms {
    use super::*;

    #[derive_grad]
    fn table(x: f64, n: usize) -> Vec<Vec<f64>> {
        let mut m = Vec::new();
        for i in 0..n {
            m.push(vec![x; i + 1]);
        }
        m
    }

    #[derive_grad]
    fn f(x: f64, big: bool) -> f64 {
        let m: Vec<Vec<f64>> = if big { table(x * x, 3) } else { table(x, 2) };
        m[m.len() - 1][0] * m[1][1] * m.len() as f64
    }

    // 3x⁴ or 2x²
    check! { |v| (v[0], true) -> (x); smooth [1.5] => [40.5]; }

    mod other {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [6.0]; }
    }
}

mod pairs_of_calls_from_both_arms {
    use super::*;

    #[derive_grad]
    fn pair(x: f64) -> (f64, f64) {
        (x, x * x)
    }

    #[derive_grad]
    fn f(x: f64, big: bool) -> f64 {
        let r: (f64, f64) = pair(2.0 * x);
        let p: (f64, f64) = if big { pair(x) } else { r };
        let (a, b) = p;
        a * b
    }

    // x³ or 8x³
    check! { |v| (v[0], true) -> (x); smooth [1.5] => [6.75]; }

    mod other {
        use super::*;
        check! { |v| (v[0], false) -> (x); smooth [1.5] => [54.0]; }
    }
}

mod pair_with_a_vector_of_calls_from_both_arms {
    use super::*;

    #[derive_grad]
    fn pair(x: f64, n: usize) -> (f64, Vec<f64>) {
        (x, vec![x * x; n])
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let p: (f64, Vec<f64>) = if n > 2 { pair(x, n) } else { pair(x * x, n) };
        p.0 * p.1[n - 1]
    }

    // x³ or x⁶
    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [6.75]; }

    mod other {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [45.5625]; }
    }
}

mod chosen_result_passed_to_another_call {
    use super::*;

    #[derive_grad]
    fn ends(x: f64, y: f64) -> [f64; 2] {
        [x, y]
    }

    #[derive_grad]
    fn product(p: [f64; 2]) -> f64 {
        p[0] * p[1]
    }

    #[derive_grad]
    fn chosen(x: f64, y: f64) -> [f64; 2] {
        if x > y {
            ends(x, y * y)
        } else {
            ends(x * x, y)
        }
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let v: [f64; 2] = if x * y > 1.0 {
            chosen(x, y)
        } else {
            chosen(y, x)
        };
        let w: [f64; 2] = if x > y { ends(x, x) } else { ends(y, 1.0) };
        product(v) + product(w)
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        // x·y² + x²
        smooth [3.0, 2.0] => [10.0, 12.0];
        // x²·y + y
        smooth [2.0, 3.0] => [12.0, 5.0];
        // y·x² + y
        smooth [0.25, 0.5] => [0.25, 1.0625];
        // y²·x + x²
        smooth [0.5, 0.25] => [1.0625, 0.25];
    }
}

mod results_of_calls_chosen_in_single_precision {
    use super::*;

    #[derive_grad]
    fn row(x: f32, n: usize) -> Vec<f32> {
        vec![x; n]
    }

    #[derive_grad]
    fn ends(x: f32) -> [f32; 2] {
        [x, 2.0 * x]
    }

    #[derive_grad]
    fn f(x: f32, n: usize) -> f32 {
        let r = row(x, n);
        let r = if r[0] > 1.0 { r } else { row(x * x, n + 1) };
        let e = if n > 2 { ends(r[0]) } else { [x, r[1]] };
        e[0] * e[1] * r.len() as f32
    }

    // 6x², 18x³ where the vector is replaced
    check! { |v| (v[0] as f32, 3) -> (x); smooth [1.5] => [18.0]; smooth [0.5] => [4.0]; }

    mod other {
        use super::*;
        // 2x², 3x³
        check! { |v| (v[0] as f32, 2) -> (x); smooth [1.5] => [6.0]; smooth [0.5] => [2.25]; }
    }
}
