//! `break`, `continue`, labels, values of loops, and `return` from inside.

use grad_runtime::derive_grad;

/// Tests `f(x, n)` for several `n`, against differences.
macro_rules! at {
    ($point:tt; $($name:ident $n:expr;)+) => {$(
        mod $name {
            use super::*;
            check! { |v| (v, $n) -> (x); smooth $point; }
        }
    )+};
}

mod break_by_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            if i == n {
                break;
            }
            s = s * x[i] + 0.5;
        }
        s
    }

    at! { [1.5, -2.0, 0.75]; at_once 0; in_the_middle 2; never 9; }
}

mod break_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], limit: f64) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            s *= x[i];
            if s > limit {
                break;
            }
            s += x[i];
        }
        s
    }

    // 1.5 + 1.5 = 3, times 2 = 6
    check! {
        |v| (&v[..3], v[3]) -> (x, limit);
        smooth [1.5, 2.0, 0.5, 5.0] => [4.0, 3.0, 0.0, 0.0];
        smooth [1.5, 2.0, 0.5, 1.0] => [1.0, 0.0, 0.0, 0.0];
        smooth [1.5, 2.0, 0.5, 100.0];
    }
}

/// The last trip is left half way: only its first half is reversed.
mod break_in_the_middle_of_a_trip {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let (mut s, mut t) = (x[0], x[1]);
        for i in 0..5 {
            s = s * t;
            t = t.sin() + s;
            if i == n {
                s = s * s;
                break;
            }
            t = t * 0.5;
        }
        s + t
    }

    at! { [0.75, 1.25]; first 0; second 1; last 4; none 7; }
}

mod continue_by_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            s += x[i];
            if i % 2 == n {
                continue;
            }
            s *= x[i];
        }
        s
    }

    at! { [1.5, -2.0, 0.75]; even 0; odd 1; never 2; }
}

mod continue_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            if x[i] < 0.0 {
                continue;
            }
            s *= x[i] * x[i];
        }
        s
    }

    check! {
        |v| (v) -> (x);
        smooth [-1.5, 2.0, -0.5, 3.0] => [0.0, 36.0, 0.0, 24.0];
        smooth [-1.5] => [0.0];
    }
}

mod continue_in_while {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        let mut i = 0;
        while i < x.len() {
            i += 1;
            if i == n {
                s += 1.0;
                continue;
            }
            s = s * x[i - 1] + s;
        }
        s
    }

    at! { [1.5, -2.0, 0.75]; first 1; second 2; never 7; }
}

mod both {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = x[0];
        for i in 0..8 {
            if i == n {
                s += x[1];
                continue;
            }
            s = s * x[1];
            if i > n + 1 {
                break;
            }
            s = s + x[0] * x[0];
        }
        s
    }

    at! { [0.75, 1.25]; at_once 0; later 3; at_the_end 7; }
}

mod loop_with_value {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut i = 0;
        let mut s = x[0];
        let r = loop {
            if i == n {
                break s * x[1];
            }
            s = s * s + x[1];
            i += 1;
            if s > 100.0 {
                break x[0];
            }
        };
        r + s
    }

    at! { [0.75, 1.25]; at_once 0; later 2; by_value 20; }
}

mod loop_with_pair {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut i = 0;
        let (a, k) = loop {
            i += 1;
            let t = x[0] * i as f64;
            if i > n {
                break (t * t, i);
            }
        };
        a * x[1] * k as f64
    }

    at! { [0.75, 1.25]; at_once 0; later 3; }
}

mod loop_as_the_result {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = x[0];
        let mut i = 0;
        loop {
            if i == n {
                break s;
            }
            s = s.sin() * x[0];
            i += 1;
        }
    }

    at! { [0.75]; at_once 0; once 1; later 3; }
}

mod loop_with_return {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = x[0];
        let mut i = 0;
        loop {
            if i == n {
                return s * s;
            }
            s = s.sin() * x[0];
            i += 1;
        }
    }

    at! { [0.75]; at_once 0; once 1; later 3; }
}

mod labelled_break {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        'rows: for i in 0..3 {
            for j in 0..3 {
                if i * 3 + j == n {
                    s *= x[1];
                    break 'rows;
                }
                s = s * x[j % 2] + x[0];
            }
            s *= 0.5;
        }
        s
    }

    at! { [0.75, 1.25]; at_once 0; first_row 2; second_row 4; never 20; }
}

mod labelled_continue {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        'rows: for i in 0..3 {
            for j in 0..3 {
                if j == n + i {
                    continue 'rows;
                }
                s = s * x[j % 2] + x[0];
            }
            s *= x[1];
        }
        s
    }

    at! { [0.75, 1.25]; at_once 0; later 1; never 5; }
}

mod labelled_loop_with_value {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = x[0];
        let mut k = 0;
        let r = 'search: loop {
            for i in 0..3 {
                s = s * x[1] + i as f64 * 0.25;
                k += 1;
                if k == n {
                    break 'search s * x[0];
                }
            }
            s *= 0.5;
        };
        r + s
    }

    at! { [0.75, 1.25]; first 1; end_of_round 3; second_round 5; }
}

mod inner_break_leaves_the_outer_loop_running {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..3 {
            let mut t = x[0];
            for j in 0..5 {
                if j > i + n {
                    break;
                }
                t *= x[1];
            }
            s = s * t + x[0];
        }
        s
    }

    at! { [0.75, 1.25]; short 0; longer 1; never 9; }
}

mod return_from_nested_loops {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = 1.0;
        for i in 0..3 {
            let mut t = s * x[0];
            for j in 0..3 {
                t = t * x[1] + j as f64;
                if i * 3 + j == n {
                    return t * s;
                }
            }
            s += t * 0.25;
        }
        s * x[0]
    }

    at! { [0.75, 1.25]; at_once 0; first_row 2; second_row 4; last 8; never 20; }
}

mod return_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 1.0;
        for i in 0..x.len() {
            if x[i] < 0.0 {
                return s * x[i];
            }
            s *= x[i];
        }
        s + 1.0
    }

    check! {
        |v| (v) -> (x);
        smooth [1.5, 2.0, -0.5] => [-1.0, -0.75, 3.0];
        smooth [-1.5, 2.0] => [1.0, 0.0];
        smooth [1.5, 2.0] => [2.0, 1.5];
        smooth [] => [];
    }
}

mod return_from_a_branch_of_the_body {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = x[0];
        let mut k = 0;
        while k < 6 {
            match k == n {
                true => {
                    s += x[1];
                    return s * s;
                }
                false if k == 2 => {
                    k += 2;
                    continue;
                }
                false => s = s * x[1],
            }
            k += 1;
        }
        s
    }

    at! { [0.75, 1.25]; at_once 0; later 2; after_the_gap 5; never 20; }
}

/// A loop of its own kind inside another.
mod while_in_for_in_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut s = x[0];
        let mut round = 0;
        loop {
            for i in 0..n {
                let mut j = i;
                while j > 0 {
                    s = s * x[1] + 0.125;
                    j -= 1;
                }
            }
            round += 1;
            if round == 2 {
                break;
            }
        }
        s
    }

    at! { [0.75, 1.25]; none 0; one 1; two 2; three 3; }
}

mod structs_that_leave_a_loop {
    use super::*;
    use grad_runtime::Differentiable;

    #[derive(Clone, Debug, Differentiable)]
    struct State {
        x: f64,
        v: Vec<f64>,
    }
    #[derive_grad]
    fn step(p: &State, t: f64) -> State {
        State {
            x: p.x * t,
            v: p.v.iter().map(|a| a * p.x).collect(),
        }
    }
    #[derive_grad]
    fn stepped(p: &State, t: f64) -> f64 {
        let mut q = p.clone();
        let mut n = 0;
        let r = loop {
            n += 1;
            let next = step(&q, t);
            if n == 3 {
                break next;
            }
            if next.x > 1e3 {
                break State { x: 1.0, v: vec![t] };
            }
            q = next;
        };
        r.x * r.v[0] + q.x
    }
    #[derive_grad]
    fn found(ps: &[State], t: f64) -> f64 {
        let mut s = t;
        for k in 0..2 {
            let mut i = 0;
            let r = loop {
                if i + 1 == ps.len() || ps[i].x > s {
                    break ps[i].clone();
                }
                i += 1;
            };
            s += r.x * r.v[k] * t;
            let (p, w) = loop {
                let p = step(&ps[i], s);
                if p.x > 0.1 || i == 0 {
                    break (p, i as f64);
                }
                i -= 1;
                s -= 0.1;
            };
            s += p.x * p.v[0] * w + p.x;
        }
        s
    }
    #[derive_grad]
    fn f(t: f64, x: &[f64]) -> f64 {
        let state = |a: f64, b: f64| State {
            x: a,
            v: vec![b, a * b],
        };
        let ps = vec![state(x[0], t), state(x[1], x[0]), state(t, x[1])];
        stepped(&ps[0], t) + found(&ps, t) * stepped(&ps[1], 100.0)
    }

    check! {
        |v| (v[0], &v[1..]) -> (t, x);
        smooth [0.75, 0.5, 1.25];
        smooth [-0.5, 0.3, 0.2];
    }
}
