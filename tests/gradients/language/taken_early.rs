//! What chains and moving closures take when they are made, and what changes afterwards.

use grad_runtime::derive_grad;

mod lazy_move {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let it = x.iter().map(move |v| v * c);
        c += 1.0;
        it.sum::<f64>() * c
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod lazy_range {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut n = 2;
        let it = (0..n).map(|i| x[i] * k);
        n = 3;
        it.sum::<f64>() * n as f64
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod lazy_take {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut n = 2;
        let it = x.iter().take(n);
        n = 1;
        it.map(|v| v * k).sum::<f64>() * n as f64
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod lazy_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut n = 1;
        let it = x[n..n + 1].iter().zip(x[..n].iter());
        n += 1;
        it.map(|(v, w)| v * k * w).sum::<f64>() * n as f64
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod lazy_array {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut a = [k, x[0], 2.0];
        let it = x.iter().zip(a);
        a[0] = x[1];
        it.map(|(v, w)| v * w).sum::<f64>() * a[0]
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod lazy_array_by_value {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut a = [k, x[0], 2.0];
        let it = a.into_iter();
        a[0] = x[1];
        it.map(|w| w * w).sum::<f64>() * a[0]
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod lazy_once {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k * k;
        let it = std::iter::once(c).chain(x.iter().copied());
        c *= 2.0;
        it.map(|w| w * w).sum::<f64>() * c
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod move_named {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k * k;
        let f = move |v: f64| v * c;
        c += x[0];
        f(x[1]) * f(c) + x.iter().map(|v| f(*v)).sum::<f64>()
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod move_state {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let it = x.iter().map(move |v| {
            c += v;
            c
        });
        let s: f64 = it.sum();
        s * c
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod move_in_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let mut s = 0.0;
        for i in 0..x.len() {
            let a = [c, x[i]];
            let f = move |j: usize| a[j] * c;
            if i % 2 == 0 {
                c *= x[i];
            } else {
                c += 1.0;
            }
            s += f(0) * f(1) * c;
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod for_move {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let mut s = 0.0;
        for v in x.iter().map(move |v| v * c) {
            c += v;
            s += v * c;
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod for_step {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut n = 2;
        let mut s = 0.0;
        for v in x.iter().map(|v| v * k).step_by(n) {
            n = 1;
            s += v * v;
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod each_move {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let mut s = 0.0;
        x.iter().map(move |v| v * c).for_each(|v| {
            c += v;
            s += v * c;
        });
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod each_copy {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        x.iter().for_each(move |v| {
            c += v;
        });
        c * x[0]
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod fold_copy {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let s = x.iter().fold(0.0, move |s, v| {
            c *= v;
            s + c
        });
        c * s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod repeat_once {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let s: f64 = std::iter::repeat({
            c += x[0];
            c
        })
        .take(3)
        .map(|v| v * x[1])
        .sum();
        c * s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod array_copy {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let a: [f64; 3] = std::array::from_fn(move |i| {
            c += x[i];
            c
        });
        c * a[0] * a[2]
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod for_zip {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut a = [k, k * k, 1.0];
        let mut s = 0.0;
        for (v, w) in x.iter().map(|v| v * k).zip(a) {
            a[1] += v;
            s += w * a[1];
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod for_range {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut n = 2;
        let mut s = 0.0;
        for v in (0..n).map(|i| x[i] * k) {
            n += 1;
            s += v * n as f64;
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod fold_take {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut n = 1;
        x.iter()
            .take(n)
            .skip(n - 1)
            .chain(x.iter().skip(n))
            .fold(k, |s, v| {
                n += 1;
                s * v + n as f64
            })
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod for_take_plain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut n = 2;
        let mut s = 0.0;
        for v in x.iter().skip(n - 1).take(n) {
            n = 1;
            s += v * v * k;
        }
        for v in x[n..].iter() {
            n = 0;
            s += v * v * k;
        }
        for v in &x[n..n + 1] {
            n = 2;
            s += v * v * k;
        }
        for v in x.chunks(n) {
            n = 1;
            s += v[0] * k;
        }
        for (i, v) in x.iter().enumerate().skip(n) {
            n = 2;
            s += v * k * i as f64;
        }
        for v in x.iter().step_by(n) {
            n = 1;
            s += v * k;
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [1.0, 2.0, 4.0, 3.0];
        smooth [0.7, -1.5, 0.4, 1.2];
    }
}

mod lazy_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn of(x: &[f64], n: &mut usize) -> f64 {
        let it = x.iter().skip(*n);
        *n = 0;
        it.map(|w| w * w).sum::<f64>() * x[*n]
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut n = 1;
        of(x, &mut n) * 2.0
    }

    // 2a (b² + c²)
    check! {
        |v| (&v[..]) -> (x);
        smooth [3.0, 1.0, 2.0] => [10.0, 12.0, 24.0];
    }
}

mod moving_closure_passed_on {
    use super::*;

    #[derive_grad]
    fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x) * x
    }

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut c = k * k;
        let f = move |v: f64| v * c;
        c += 1.0;
        apply(f, x) * c * f(2.0) + apply(&f, c)
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [0.7, 0.6];
    }
}

mod the_other_value_in_any_case {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut c = k;
        let first = x.iter().copied().find(|v| *v > 1.0).unwrap_or({
            c *= x[0];
            c
        });
        first * c
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, k);
        smooth [3.0, 1.0, 2.0] => [12.0, 0.0, 9.0];
        smooth [0.5, 0.75, 2.0] => [4.0, 0.0, 1.0];
    }
}
