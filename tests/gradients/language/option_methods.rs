//! The methods of `Option` and `Result` around floats.

mod chained {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let o = if x > 0.0 { Some(x.sqrt()) } else { None };
        o.map(|v| v * 3.0)
            .filter(|v| *v > 1.0)
            .and_then(|v| if v < 9.0 { Some(v.ln()) } else { None })
            .unwrap_or(x * 2.0)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [4.0] => [0.125];
        smooth [16.0] => [2.0];
        smooth [0.01] => [2.0];
        smooth [-1.0] => [2.0];
    }
}

mod closures_with_names {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn square(x: f64) -> f64 {
        x * x
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let scale = |v: f64| v * y;
        let divide = |a: f64, b: f64| if b == 0.0 { None } else { Some(a / b) };
        let q = divide(x, y).or_else(|| divide(y, x)).expect("one of them");
        let o = if x > 1.0 { Some(q) } else { None };
        o.map(scale)
            .map(square)
            .map(f64::sqrt)
            .map_or(y, |v| v + scale(x))
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 3.0] => [1.0 + 3.0, 2.0];
        smooth [0.5, 3.0] => [0.0, 1.0];
    }

    #[test]
    fn the_other_way_round() {
        assert_eq!(f_grad(0.0, 3.0).0, 3.0);
    }
}

mod defaults {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let o = if x > 0.0 { Some(x * y) } else { None };
        let a = o.unwrap_or(y);
        let b = o.unwrap_or_else(|| x * x);
        let c = o.map_or(x, |v| v + y);
        let d = o.map_or_else(|| y * y, |v| v * v);
        let e = o.unwrap_or_default();
        a + 2.0 * b + 3.0 * c + 5.0 * d + 7.0 * e
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        // 13 xy + 3 y + 5 (xy)^2
        smooth [2.0, 3.0] => [39.0 + 180.0, 26.0 + 3.0 + 120.0];
        // y + 2 x^2 + 3 x + 5 y^2
        smooth [-2.0, 3.0] => [-8.0 + 3.0, 1.0 + 30.0];
    }
}

mod alternatives {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let a = (x > 0.0).then(|| x.ln());
        let b = (y > 0.0).then_some(y * 2.0);
        let c = a.or(b).unwrap_or_else(|| x + y);
        let both = a.and(b).unwrap_or(1.0);
        let d = a.zip(b).map(|(p, q)| p * q).unwrap_or(c);
        both * c + d
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        // 4 y ln x
        smooth [2.0, 3.0] => [6.0, 4.0 * 2.0_f64.ln()];
        // 2 ln x
        smooth [2.0, -3.0] => [1.0, 0.0];
        smooth [-2.0, 3.0] => [0.0, 4.0];
        smooth [-2.0, -3.0] => [2.0, 2.0];
    }
}

mod questions {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let o = if x > 0.0 { Some(x * x) } else { None };
        let r = o.ok_or("negative");
        let mut sum = x;
        if o.is_some() && r.is_ok() {
            sum *= 2.0;
        }
        if o.is_none() || r.is_err() {
            sum *= 3.0;
        }
        if o.is_some_and(|v| v > 4.0) {
            sum *= 5.0;
        }
        if r.is_ok_and(|v| v > 9.0) {
            sum *= 7.0;
        }
        sum
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [-1.0] => [3.0];
        smooth [1.0] => [2.0];
        smooth [2.5] => [10.0];
        smooth [4.0] => [70.0];
    }
}

mod between_options_and_results {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let o = if x > 0.0 { Some(x) } else { None };
        let r: Result<f64, usize> = o.ok_or_else(|| 3);
        let s = r.map(|v| v * v).map_err(|n| n + 1);
        let t = s.or_else(|n| if n > 10 { Err(n) } else { Ok(x * n as f64) });
        let u = t.and_then(|v| if v < 0.0 { Err(0) } else { Ok(v * x) });
        u.ok().unwrap_or(2.0 * x)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [12.0];
        smooth [-2.0] => [2.0];
    }
}

mod elements {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64], i: usize) -> f64 {
        let first = x.first();
        let a = first.map(|v| v * v).unwrap_or(1.0);
        let b = x.get(i).copied().map_or(2.0, |v| v * 3.0);
        let c = x.last().copied().filter(|v| *v > 0.0).unwrap_or(1.0);
        let d = x
            .get(i)
            .and_then(|v| if *v > 0.0 { Some(v.sqrt()) } else { None });
        let sum = first.zip(x.get(1)).map(|(p, q)| p * q);
        a * b * c + d.unwrap_or(0.0) + sum.unwrap_or(0.0)
    }

    mod second {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! {
            |v| (&v[..], 1) -> (x);
            smooth [] => [];
            smooth [2.0] => [2.0 * 3.0 * 4.0];
            // 3 x^2 y^2 + sqrt(y) + x y
            smooth [2.0, 4.0] => [192.0 + 4.0, 96.0 + 0.25 + 2.0];
        }
    }
}

mod rows {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(m: &[Vec<f64>], i: usize) -> f64 {
        let r = m.get(i).map(|row| row[0] * row[1]);
        let q = m.get(i + 1).map_or(1.0, |row| row.iter().sum::<f64>());
        let p = m.first().and_then(|r| r.last()).copied();
        r.unwrap_or(2.0) * q * p.unwrap_or(1.0)
    }

    #[test]
    fn gradient() {
        let m = [vec![2.0, 3.0], vec![5.0, 7.0]];
        let (value, d) = f_grad(&m, 0);
        assert_eq!(value, 6.0 * 12.0 * 3.0);
        assert_eq!(d, [vec![108.0, 144.0], vec![18.0, 18.0]]);
        let (value, d) = f_grad(&m, 1);
        assert_eq!(value, 35.0 * 3.0);
        assert_eq!(d, [vec![0.0, 35.0], vec![21.0, 15.0]]);
        assert_eq!(f_grad(&[], 1).0, 2.0);
    }
}

mod picked_from_chains {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let top = x.iter().copied().reduce(f64::max);
        let low = x.iter().min_by(|a, b| a.total_cmp(b));
        let large = x.iter().map(|v| v * v).find(|v| *v > 20.0);
        let at = x.iter().position(|v| *v > 2.5);
        let there = at.map(|i| x[i]).unwrap_or(0.5);
        match (top, low, large) {
            (Some(a), Some(b), Some(c)) => a * b * c * there,
            (Some(a), Some(b), None) => (a - b) * there,
            _ => 0.0,
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [] => [];
        smooth [2.0, 1.0] => [0.5, -0.5];
        smooth [1.0, 3.0, 4.0] => [-3.0, 3.0, 3.0];
        // x z^3 y
        smooth [1.0, 3.0, 5.0] => [375.0, 125.0, 225.0];
    }
}

mod in_closures_of_chains {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .enumerate()
            .map(|(i, v)| {
                let other = y.get(i).copied();
                other.map(|w| w * v).filter(|p| *p > 0.0).unwrap_or(*v)
            })
            .sum()
    }

    check! {
        |v| (&v[..3], &v[3..]) -> (x, y);
        smooth [1.0, 2.0, 3.0, 5.0, -7.0] => [5.0, 1.0, 1.0, 1.0, 0.0];
    }
}

mod replaced {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut held = None;
        let mut sum = 0.0;
        for &v in x {
            let old = held.replace(v * v);
            sum += old.map_or(1.0, |o| o * v);
            if v > 3.0 {
                sum += held.take().unwrap_or(0.0);
            }
        }
        sum
    }

    check! {
        |v| (&v[..]) -> (x);
        // 1 + x^2 y + y^2 + 1
        smooth [2.0, 4.0, 1.0] => [16.0, 4.0 + 8.0, 0.0];
    }
}

mod evaluated_in_order {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut log = 0;
        let o = {
            log = log * 10 + 1;
            if x > 0.0 { Some(x) } else { None }
        };
        let a = o
            .map(|v| {
                log = log * 10 + 2;
                v * v
            })
            .unwrap_or({
                log = log * 10 + 3;
                x
            });
        a * f64::from(log)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [4.0 * 123.0];
        smooth [-2.0] => [13.0];
    }
}

/// An `Option` that nothing but a method makes, as the result.
mod only_by_then {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn root(x: f64) -> Option<f64> {
        (x > 0.1).then(|| x.sqrt())
    }

    #[derive_grad]
    fn found(x: &[f64]) -> Option<f64> {
        x.iter().find_map(|v| (*v > 0.0).then(|| v * v))
    }

    #[test]
    fn closed_form() {
        assert_eq!(root_grad(4.0), Some((2.0, 0.25)));
        assert_eq!(root_grad(0.05), None);
        let (value, slope) = found_grad(&[-1.0, 3.0, 2.0]).unwrap();
        assert_eq!((value, slope), (9.0, vec![0.0, 6.0, 0.0]));
        assert!(found_grad(&[-1.0]).is_none());
    }
}
