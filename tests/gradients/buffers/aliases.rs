//! Buffers that are moved, copied, handed over and handed back.

use grad_runtime::derive_grad;

#[derive_grad]
fn consume(mut a: Vec<f64>) -> f64 {
    a[0] *= a[1];
    a[0]
}

#[derive_grad]
fn consume_array(mut a: [f64; 2], x: f64) -> f64 {
    a[0] *= a[1] * x;
    a[1] = a[0];
    a[0] * a[1]
}

#[derive_grad]
fn ramp(x: f64, n: usize) -> Vec<f64> {
    let mut a = vec![x; n];
    for i in 1..n {
        a[i] *= a[i - 1];
    }
    a
}

#[derive_grad]
fn pair(x: f64) -> [f64; 2] {
    let mut a = [x, 1.0];
    a[1] += a[0] * a[0];
    a
}

mod handed_over {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x, x * x];
        a[1] *= 2.0;
        let b = a.clone();
        let s = consume(a);
        s * b[1] * consume(b)
    }

    // (2 x^3)^2 2 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [64.0 * 17.0859375]; }
}

mod array_by_value_stays {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x, 2.0];
        let s = consume_array(a, x);
        a[1] *= s;
        a[0] * a[1]
    }

    // (2 x^2)^2 2 x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [40.0 * 5.0625]; }
}

mod handed_back {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = ramp(x, 3);
        a[0] *= a[2];
        let b = ramp(a[0], 2);
        a = ramp(b[1], 2);
        a[1] * b[0]
    }

    // b = x^4, x^8; a = x^8, x^16
    check! { |v| (v[0]) -> (x); smooth [1.25]; }
}

mod handed_back_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x];
        for i in 0..n {
            a = ramp(a[a.len() - 1], i + 1);
        }
        a[a.len() - 1]
    }

    // x^(1 2 3)
    check! { |v| (v[0], 3) -> (x); smooth [1.25] => [6.0 * 3.0517578125]; }
}

mod array_handed_back {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = pair(x);
        a[0] *= a[1];
        let [b, c] = pair(a[0]);
        b * c + a[1]
    }

    check! { |v| (v[0]) -> (x); smooth [0.75]; }
}

mod rows_handed_back {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut m = [[0.0; 2]; 2];
        m[1] = pair(x);
        m[0] = pair(m[1][1]);
        m[0][0] * m[1][0]
    }

    // (1 + x^2) x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [7.75]; }
}

mod moved_twice {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = vec![x; 2];
        let b = a;
        let mut c = b;
        c[0] *= c[1];
        c[0] * c[1]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [6.75]; }
}

mod moved_into_a_tuple {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let a = vec![x; 2];
        let b = vec![x * x];
        let pair = (a, b);
        let (mut c, mut d) = pair;
        c[0] *= d[0];
        d[0] = c[0] * c[1];
        d[0]
    }

    // x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod moved_back_and_forth {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x; 2];
        for _ in 0..n {
            let mut b = a;
            b[0] *= b[1];
            a = b;
            a[1] += a[0];
        }
        a[0]
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
}

mod moved_in_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x; 2];
        let b = vec![x * x, 3.0];
        if n > 1 {
            a = b;
        }
        a[0] *= a[1];
        a[0]
    }

    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [9.0]; }

    mod not {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [3.0]; }
    }
}

mod array_copied_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = [x, 1.0];
        let mut history = [[0.0; 2]; 4];
        for i in 0..n {
            history[i] = a;
            let before = a;
            a[0] *= before[1] + x;
            a[1] += before[0];
        }
        history[0][0] * history[n - 1][1] * a[0]
    }

    check! { |v| (v[0], 3) -> (x); smooth [0.75]; }
}

mod borrowed_twice_in_turn {
    use super::*;

    #[derive_grad]
    fn double(a: &mut [f64]) {
        for i in 0..a.len() {
            a[i] *= a[i];
        }
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x; 2];
        let r = &mut a;
        double(r);
        double(&mut r[1..]);
        r[0] *= x;
        a[0] * a[1]
    }

    // x^3 x^4
    check! { |v| (v[0]) -> (x); smooth [1.5] => [7.0 * 11.390625]; }
}

mod element_assigned_from_a_call_on_its_buffer {
    use super::*;

    #[derive_grad]
    fn bump(a: &mut [f64; 2]) -> f64 {
        a[0] *= a[1];
        a[0] * a[0]
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x, x];
        a[1] = bump(&mut a);
        a[0] += bump(&mut a);
        a[0] * a[1]
    }

    // a = x^2, x^4; then x^6 + x^12 times x^4
    check! { |v| (v[0]) -> (x); smooth [1.25]; }
}

mod self_assignment {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], i: usize, j: usize) {
        a[i] = a[i];
        a[j] = a[i];
        let t = a[j];
        a[j] = t;
    }

    in_out! {
        nothing |v| { a = v.to_vec() } (&mut a, 0, 1) -> (a);
        smooth [1.5, 2.0] => [[1.0, 0.0], [1.0, 0.0]];
    }

    mod the_same {
        use super::*;
        in_out! {
            nothing |v| { a = v.to_vec() } (&mut a, 1, 1) -> (a);
            smooth [1.5, 2.0] => [[1.0, 0.0], [0.0, 1.0]];
        }
    }
}

mod callee_that_ignores_its_buffer {
    use super::*;

    #[derive_grad]
    fn ignore(x: f64, a: &mut [f64], write: bool) -> f64 {
        if write {
            a[0] = x;
        }
        x * x
    }

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = [x, x];
        let s = ignore(x, &mut a, n > 1) + ignore(a[0], &mut a[1..], n > 0);
        s * a[0] * a[1]
    }

    check! { |v| (v[0], 0) -> (x); smooth [1.5] => [27.0]; }

    mod half {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [27.0]; }
    }

    mod both {
        use super::*;
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [27.0]; }
    }
}

mod active_by_a_later_write {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [1.0, 2.0];
        let mut s = 0.0;
        for i in 0..x.len() {
            if i > 0 {
                s += a[0] * a[1];
            }
            let t = a[1];
            a[1] = t;
            a[0] = x[i];
        }
        s
    }

    check! { |v| (v) -> (x); smooth [1.5, 2.0, 7.0] => [2.0, 2.0, 0.0]; smooth [1.5] => [0.0]; }
}

mod active_through_a_chain_of_trips {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let (mut a, mut b, mut c) = ([1.0], vec![1.0], 1.0);
        for _ in 0..n {
            c = c * b[0];
            b[0] = a[0] * 0.5;
            a[0] = x;
        }
        c
    }

    check! { |v| (v[0], 4) -> (x); smooth [1.5]; }

    mod too_few {
        use super::*;
        check! { |v| (v[0], 2) -> (x); smooth [1.5] => [0.0]; }
    }
}

mod clone_of_a_lent_array_is_a_copy {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64; 3], x: f64) -> f64 {
        let b = a.clone();
        a[0] *= x;
        a[0] * b[0] + b[1]
    }

    // a0^2 x + a1
    in_out! {
        float |v| { a = [v[0], v[1], v[2]] } (&mut a, v[3]) -> (a, x: 0.0);
        smooth [2.0, 3.0, 7.0, 1.5] => [[6.0, 1.0, 0.0, 4.0], [1.5, 0.0, 0.0, 2.0]];
    }
}

mod lent_array_under_another_name_with_its_type {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64; 3], x: f64) -> f64 {
        let d: &mut [f64; 3] = a;
        d[0] *= x;
        d[0] * d[0] + d[1]
    }

    // a0^2 x^2 + a1
    in_out! {
        float |v| { a = [v[0], v[1], v[2]] } (&mut a, v[3]) -> (a, x: 0.0);
        smooth [2.0, 3.0, 7.0, 1.5] => [[9.0, 1.0, 0.0, 12.0], [1.5, 0.0, 0.0, 2.0]];
    }
}

mod reference_to_a_vector_lent_again {
    use super::*;

    #[derive_grad]
    fn g(a: &mut Vec<f64>, x: f64) {
        a.push(x * a[0]);
    }

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x];
        let r = &mut a;
        g(r, x);
        r.push(x);
        g(&mut *r, 2.0);
        a[1] * a[3]
    }

    // x^2 2 x
    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; }
}

mod reference_written_in_an_arm_of_its_own_assignment {
    use super::*;

    #[derive_grad]
    fn f(x: f64, v: &mut [f64], i: usize) -> f64 {
        let z = &mut v[1];
        *z *= match i {
            0 => x,
            1 if *z > 0.125 => {
                *z += x;
                *z
            }
            _ => x * x,
        };
        *z * v[0]
    }

    mod untouched {
        use super::*;
        in_out! {
            float |v| { a = v[1..].to_vec() } (v[0], &mut a, 0) -> (x: 0.0, a);
            smooth [1.5, 2.0, 3.0] => [[6.0, 4.5, 3.0]];
        }
    }

    mod written {
        use super::*;
        // (a1 + x)^2 a0
        in_out! {
            float |v| { a = v[1..].to_vec() } (v[0], &mut a, 1) -> (x: 0.0, a);
            smooth [1.5, 2.0, 3.0] => [[18.0, 20.25, 18.0]];
        }
    }

    mod guard_fails {
        use super::*;
        // a1 x^2 a0
        in_out! {
            float |v| { a = v[1..].to_vec() } (v[0], &mut a, 1) -> (x: 0.0, a);
            smooth [1.5, 2.0, -3.0] => [[-18.0, -6.75, 4.5]];
        }
    }
}

mod chosen_by_move {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let a = vec![x; 2];
        let b = vec![x * x, 3.0];
        let mut c = if n > 1 { a } else { b };
        c[0] *= c[1];
        c[0]
    }

    check! { |v| (v[0], 2) -> (x); smooth [1.5] => [3.0]; }

    mod the_other {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [9.0]; }
    }
}
