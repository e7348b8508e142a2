//! Closures that are called where they can be seen.

use grad_runtime::derive_grad;

mod called_twice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = x[0];
        let f = |a: f64| a * a * k;
        f(x[1]) + f(x[2]) * f(x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod captures_what_is_shadowed_later {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = x[0];
        let f = |a: f64| a * k;
        let k = x[1] * x[1];
        f(x[2]) * k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod called_in_its_own_argument {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |a: f64, b: f64| {
            let c = a * b;
            c + 1.0
        };
        f(f(x[0], x[1]), f(x[2], f(x[3], x[0])))
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod passed_to_map {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |v: &f64| v * v;
        x.iter().map(f).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod passed_by_reference {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |v: f64| v * v;
        x.iter().copied().map(&f).sum::<f64>() * f(x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod called_by_another {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |a: f64| a * a;
        let g = |a: f64| f(a) + f(a + 1.0);
        x.iter().map(|v| g(*v)).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod adds_to_a_capture {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut total = 0.0;
        let mut add = |v: f64| total += v * v;
        add(x[0]);
        add(x[1]);
        total
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod returns_early {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |v: f64| {
            if v < 1.0 {
                return v;
            }
            v * v
        };
        x.iter().map(|v| f(*v)).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod says_its_result {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |v: f64| -> f64 { v * v * v };
        f(x[0]) - f(x[1])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod takes_a_pair {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |(a, b): (f64, f64)| a * b;
        f((x[0], x[1])) + f((x[2], x[3]))
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod takes_a_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |r: &[f64]| r[0] * r[1];
        f(&x[1..]) + f(x)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod moves_a_copy {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = x[0] * x[1];
        let f = move |v: f64| v * k;
        f(x[2]) + k
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod called_in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let f = |v: f64, w: f64| v * w.sin();
        let mut s = 1.0;
        for v in x {
            s = f(s, *v);
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod writes_to_an_array {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [0.0; 3];
        let mut put = |i: usize, v: f64| a[i] = v * v;
        put(0, x[0]);
        put(2, x[1]);
        put(0, x[2]);
        a[0] * a[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

/// Fields that have the names of the closure's variables.
mod fields_named_like_inputs {
    use super::*;
    use grad_runtime::Differentiable;

    #[derive(Clone, Debug, Differentiable)]
    struct Pair {
        x: f64,
        y: f64,
    }
    #[derive_grad]
    fn f(v: &[f64]) -> f64 {
        let short = |x: f64, y: f64| Pair { x, y: y * 2.0 };
        let only = |x: f64| {
            let y = x * x;
            Pair { y, x }
        };
        let turned = |p: &Pair| {
            let Pair { x, y } = p;
            Pair { x: *y, y: *x }
        };
        let (a, b) = (short(v[0], v[1]), short(v[1], 3.0));
        let (c, d) = (only(a.x), only(b.y * v[0]));
        let (e, g) = (turned(&a), turned(&d));
        println!("{:?}", Pair { x: a.x, y: e.y });
        assert!(Pair { x: c.x, y: c.y }.x.is_finite());
        a.x * b.y + c.y * d.y - d.x * e.x * g.x
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3];
    }
}
