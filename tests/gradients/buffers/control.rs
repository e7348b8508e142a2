//! Writes under branches, in loops, between exits.

use grad_runtime::derive_grad;

mod one_branch_writes {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [x[0], x[1]];
        if x[0] > x[1] {
            a[0] = a[1] * a[1];
        }
        a[0] * a[1]
    }

    check! { |v| (v) -> (x); smooth [3.0, 2.0] => [0.0, 12.0]; smooth [1.5, 2.0] => [2.0, 1.5]; }
}

mod branches_write_different_places {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &mut [f64]) {
        if x[0] > 1.0 {
            y[0] = x[0] * x[1];
        } else if x[0] > 0.0 {
            y[1] *= x[0];
        } else {
            y[0] += y[1];
            y[1] = 0.0;
        }
    }

    in_out! {
        nothing |v| { y = v[2..].to_vec() } (&v[..2], &mut y) -> (x: vec![0.0; 2], y);
        smooth [1.5, 2.0, 3.0, 4.0] => [[2.0, 1.5, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]];
        smooth [0.5, 2.0, 3.0, 4.0] => [[0.0, 0.0, 1.0, 0.0], [4.0, 0.0, 0.0, 0.5]];
        smooth [-0.5, 2.0, 3.0, 4.0] => [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]];
    }
}

mod branch_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [1.0; 3];
        for (i, &e) in x.iter().enumerate() {
            if e > 0.0 {
                a[i % 3] *= e;
            } else {
                a[(i + 1) % 3] += e * a[i % 3];
            }
        }
        a[0] * a[1] * a[2]
    }

    check! { |v| (v) -> (x); smooth [1.5, -2.0, 0.5, 3.0, -0.25]; smooth [-1.5]; }
}

mod matched {
    use super::*;

    #[derive_grad]
    fn f(x: f64, kinds: &[usize]) -> f64 {
        let mut a = vec![x; 2];
        for &kind in kinds {
            match kind {
                0 => a[0] *= x,
                1 => a.swap(0, 1),
                2 => a.push(a[0] * a[1]),
                n if n < 10 => a[1] = a[0] / a[1],
                _ => {}
            }
        }
        let mut s = 0.0;
        for e in &a {
            s += e;
        }
        s
    }

    check! { |v| (v[0], &[0, 1, 2, 5, 11, 2, 1]) -> (x); smooth [1.5]; }
}

mod buffer_in_a_loop_body {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            let mut a = [0.0; 2];
            a[0] = x[i] * s;
            a[1] += a[0] * a[0];
            s += a[1];
        }
        s
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75, 0.25]; smooth []; }
}

mod vector_in_a_loop_body {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            let mut a = vec![s; i + 1];
            for j in 0..i {
                a[j + 1] = a[j] * x[j];
            }
            s = a[i] + x[i] * a[0];
        }
        s
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75, 0.25]; smooth []; }
}

mod buffer_in_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let y = if x > 1.0 {
            let mut a = vec![x; 3];
            a[0] *= a[1];
            a[0] * a[2]
        } else {
            let mut a = [x];
            a[0] += 1.0;
            a[0]
        };
        y * x
    }

    check! { |v| (v[0]) -> (x); smooth [1.5] => [13.5]; smooth [0.5] => [2.0]; }
}

mod grown_on_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x];
        if x > 1.0 {
            a.push(x * x);
            a[0] *= a[1];
        } else {
            a[0] = 2.0 * x;
        }
        a[0] * a[a.len() - 1]
    }

    // x^5, or 4 x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625]; smooth [0.5] => [4.0]; }
}

mod assigned_on_a_branch {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut a = vec![x, 1.0];
        if n > 1 {
            a = vec![x * x; n];
        }
        a[1] *= a[0];
        a[1]
    }

    check! { |v| (v[0], 3) -> (x); smooth [1.5] => [13.5]; }

    mod not {
        use super::*;
        check! { |v| (v[0], 1) -> (x); smooth [1.5] => [1.0]; }
    }
}

mod early_return {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], a: &mut [f64]) -> f64 {
        a[0] *= x[0];
        if a[0] > 2.0 {
            return a[0] * a[1];
        }
        a[1] = a[0] * x[1];
        if a[1] < 0.0 {
            return -a[1];
        }
        a[0] += a[1];
        a[0]
    }

    in_out! {
        float |v| { a = v[2..].to_vec() } (&v[..2], &mut a) -> (x: vec![0.0; 2], a);
        smooth [1.5, 2.0, 3.0, 4.0] => [[12.0, 0.0, 6.0, 4.5]];
        smooth [1.5, -2.0, 0.5, 4.0] => [[1.0, -0.75, 3.0, 0.0]];
        smooth [1.5, 2.0, 0.5, 4.0] => [[1.5, 0.75, 4.5, 0.0]];
    }
}

mod breaks_and_continues {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], x: f64) -> f64 {
        let n = a.len();
        for i in 0..n {
            a[i] *= x;
            if a[i] < 0.0 {
                continue;
            }
            a[n - 1 - i] += a[i];
            if a[i] > 5.0 {
                break;
            }
            a[0] = a[i] + x;
        }
        a[0] * a[n - 1]
    }

    in_out! {
        float |v| { a = v[..3].to_vec() } (&mut a, v[3]) -> (a, x: 0.0);
        smooth [1.5, -2.0, 0.5, 0.75];
        smooth [1.5, 2.0, 3.0, 2.0];
        smooth [1.5, 9.0, 3.0, 2.0];
    }
}

mod while_loop_writes {
    use super::*;

    #[derive_grad]
    fn f(a: &mut [f64], x: f64) -> f64 {
        let mut i = 0;
        while a[i] < 10.0 {
            a[i] = a[i] * x + a[0];
            i = (i + 1) % a.len();
        }
        a[0]
    }

    in_out! {
        float |v| { a = v[..2].to_vec() } (&mut a, v[2]) -> (a, x: 0.0);
        smooth [1.5, 2.0, 1.25];
        smooth [11.0, 2.0, 1.25] => [[1.0, 0.0, 0.0]];
    }
}

mod loop_left_from_inside {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = vec![x];
        let last = loop {
            let n = a.len();
            let e = a[n - 1] * x + 1.0;
            if e > 9.0 {
                break e;
            }
            a.push(e);
        };
        last * a[a.len() / 2]
    }

    check! { |v| (v[0]) -> (x); smooth [1.5]; smooth [3.5]; smooth [2.0]; }
}

mod labelled {
    use super::*;

    #[derive_grad]
    fn f(m: &mut [[f64; 2]], x: f64) -> f64 {
        let mut s = 0.0;
        'rows: for i in 0..m.len() {
            for j in 0..2 {
                m[i][j] *= x;
                if m[i][j] < 0.0 {
                    continue 'rows;
                }
                if m[i][j] > 9.0 {
                    break 'rows;
                }
                s += m[i][j] * m[0][0];
            }
            m[i][0] += s;
        }
        s
    }

    in_out! {
        float |v| { m = vec![[v[0], v[1]], [v[2], v[3]], [v[4], v[5]]] } (&mut m, v[6]) -> (m, x: 0.0);
        smooth [1.5, 2.0, -1.0, 3.0, 0.5, 0.25, 1.25];
        smooth [1.5, 2.0, 10.0, 3.0, 0.5, 0.25, 1.25];
    }
}

mod condition_reads_what_was_written {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [0.0; 2];
        for e in x {
            a[0] += e;
            if a[0] > 2.0 {
                a[1] += a[0] * a[0];
                a[0] = 0.0;
            }
        }
        a[0] + a[1]
    }

    // (x0 + x1)^2 + x2
    check! { |v| (v) -> (x); smooth [1.5, 2.0, 0.5] => [7.0, 7.0, 1.0]; }
}

mod loops_in_loops {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let mut a = x.to_vec();
        for k in 0..n {
            for i in 0..n - k {
                for j in i..n {
                    a[j] = 0.5 * a[j] + a[i] * x[k];
                }
            }
        }
        a[0] * a[n - 1]
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75, 0.25]; smooth [0.5]; }
}

mod carried_scalar_and_buffer {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = vec![0.0; 3];
        let mut s = 0.5;
        for (i, e) in x.iter().enumerate() {
            a[i % 3] = s * e;
            s = a[(i + 1) % 3] + s * s;
            a[0] += s;
        }
        s * a[0]
    }

    check! { |v| (v) -> (x); smooth [0.5, -0.75, 0.25, 0.5, 0.75]; smooth []; }
}

mod block_expressions {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x; 2];
        let y = {
            a[0] *= 2.0;
            a[0] * a[1]
        } + {
            a[1] = x * x;
            a[1]
        };
        y * a[1]
    }

    // (2 x^2 + x^2) x^2
    check! { |v| (v[0]) -> (x); smooth [1.5] => [12.0 * 3.375]; }
}

mod writes_in_a_condition {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut a = [x; 2];
        if {
            a[0] *= x;
            a[0] > 1.0
        } {
            a[1] *= a[0];
        }
        a[1] * a[0]
    }

    // x^5, or x^3
    check! { |v| (v[0]) -> (x); smooth [1.5] => [5.0 * 5.0625]; smooth [0.5] => [0.75]; }
}

mod many_trips {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut a = [x[0], x[1], 0.0];
        for i in 0..n {
            a[(i + 2) % 3] = 0.5 * a[i % 3] * a[(i + 1) % 3] + 0.25;
        }
        a[n % 3]
    }

    mod none {
        use super::*;
        check! { |v| (v, 0) -> (x); smooth [1.5, 2.0] => [1.0, 0.0]; }
    }

    mod one {
        use super::*;
        check! { |v| (v, 1) -> (x); smooth [1.5, 2.0] => [0.0, 1.0]; }
    }

    mod two {
        use super::*;
        check! { |v| (v, 2) -> (x); smooth [1.5, 2.0] => [1.0, 0.75]; }
    }

    mod seven {
        use super::*;
        check! { |v| (v, 7) -> (x); smooth [1.5, 2.0]; }
    }
}

mod number_changed_in_the_trip_that_leaves {
    use super::*;

    #[derive_grad]
    fn f(y: &mut [f64]) -> f64 {
        let mut b = y[1];
        let mut r = 0;
        let hi = loop {
            if r >= 3 {
                break b;
            }
            r += 1;
            if y[0] > 0.9 {
                b += y[1];
                break y[0];
            }
            b *= 1.5;
        };
        b /= 1.5;
        y[0] += b * hi;
        y[0] * hi
    }

    in_out! {
        float |v| { y = v.to_vec() } (&mut y) -> (y);
        smooth [0.5, 2.0] => [[6.75, 309.234375], [1.0, 30.375], [0.0, 1.0]];
        // y0² + 4/3·y0²·y1
        smooth [1.5, 0.75] => [[6.0, 3.0], [2.0, 2.0], [0.0, 1.0]];
    }
}

mod number_behind_a_reference_while_the_loop_yields_a_constant {
    use super::*;

    #[derive_grad]
    fn f(y: &mut [f64], n: usize) -> f64 {
        let mut b = y[1];
        let mut r = 0;
        for _ in 0..n {
            let hi = loop {
                if r >= 3 {
                    break 2.0;
                }
                r += 1;
                let a: &mut f64 = &mut b;
                *a *= 1.25;
            };
            b /= 1.5;
            y[0] += b * hi;
        }
        y[0] * b
    }

    in_out! {
        float |v| { y = v.to_vec() } (&mut y, 2) -> (y);
        smooth [0.3, 0.4];
    }

    mod never {
        use super::*;
        in_out! {
            float |v| { y = v.to_vec() } (&mut y, 0) -> (y);
            smooth [0.3, 0.4] => [[0.4, 0.3], [1.0, 0.0], [0.0, 1.0]];
        }
    }
}

mod number_of_one_trip_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn f(y: &mut [f64], n: usize) -> f64 {
        let mut r = 0;
        for _ in 0..n {
            let mut b = y[1];
            let hi = loop {
                if r >= 3 {
                    break 2.0;
                }
                r += 1;
                let a = &mut b;
                *a *= 1.25;
            };
            b /= 1.5 + f64::sqrt(1.5);
            y[0] += b * hi;
        }
        y[0] * y[1]
    }

    in_out! {
        float |v| { y = v.to_vec() } (&mut y, 2) -> (y);
        smooth [0.3, 0.4];
    }
}

mod number_behind_a_reference_that_nobody_reads {
    use super::*;

    #[derive_grad]
    fn f(y: &mut [f64], n: usize) -> f64 {
        let mut r = 0;
        for _ in 0..n {
            let mut b = y[1];
            let _hi = loop {
                if r >= 3 {
                    break 2.0;
                }
                r += 1;
                let a = &mut b;
                *a *= 1.25;
            };
            b /= 1.5 + f64::sqrt(1.5);
        }
        y[0] * y[1]
    }

    in_out! {
        float |v| { y = v.to_vec() } (&mut y, 2) -> (y);
        smooth [0.3, 0.4] => [[0.4, 0.3], [1.0, 0.0], [0.0, 1.0]];
    }
}

mod name_of_what_a_labelled_loop_yields_shadows_another {
    use super::*;

    #[derive_grad]
    fn f(y: &mut [f64], n: usize) -> f64 {
        let hi = y[0];
        for _ in 0..n {
            let mut b = loop {
                break y[0];
            };
            let mut r = 0;
            let hi = 'mid: loop {
                if r >= 3 {
                    break (hi * hi).tanh();
                }
                r += 1;
                if y[0] > 0.9 {
                    b += y[1];
                    break 'mid y[0];
                }
                let a: &mut f64 = &mut b;
                *a = 0.5 * *a + hi;
                *a /= 1.25;
            };
            b /= 1.5;
            y[0] += b * hi;
        }
        y[0] * hi
    }

    in_out! {
        float |v| { y = v.to_vec() } (&mut y, 2) -> (y);
        smooth [0.3, 0.4];
        smooth [1.5, 0.4];
    }
}
