//! `Option` and `Result` of floats in variables: made, assigned, matched and passed on.

mod made_in_branches {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let o = if x > 0.0 { Some(x.ln()) } else { None };
        match o {
            Some(v) => v * v,
            None => x * x * x,
        }
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [2.0] => [2.0_f64.ln()];
        smooth [-2.0] => [12.0];
    }
}

mod assigned_in_a_loop {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut best: Option<f64> = None;
        for i in 0..x.len() {
            if x[i] > 1.0 {
                best = Some(x[i] * 2.0);
            }
        }
        match best {
            Some(v) if v > 5.0 => v * v,
            Some(v) => v,
            None => x[0],
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.25] => [1.0, 0.0];
        smooth [1.5, 0.25] => [2.0, 0.0];
        smooth [1.5, 3.0, 0.0] => [0.0, 24.0, 0.0];
    }
}

mod carried_with_an_index {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut low: Option<f64> = None;
        let mut high: Option<(usize, f64)> = None;
        for (i, &v) in x.iter().enumerate() {
            low = Some(low.map_or(v, |l| l.min(v)));
            match high {
                Some((_, h)) if h >= v => {}
                _ => high = Some((i, v)),
            }
        }
        let (i, h) = high.expect("some");
        if low.is_some_and(|l| l < h) {
            (h - low.unwrap()) * (h + i as f64)
        } else {
            h
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5] => [1.0];
        smooth [0.5, 3.0, 1.0] => [-4.0, 6.5, 0.0];
        smooth [4.0, 3.0, 1.0] => [7.0, 0.0, -4.0];
    }

    #[test]
    #[should_panic(expected = "some")]
    fn panics_like_the_primal() {
        f_grad(&[]);
    }
}

mod the_last_one_seen {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut last = None;
        let mut sum = 0.0;
        for &v in x {
            if let Some(l) = last {
                sum += (v - l) * (v - l);
            }
            last = Some(v);
        }
        let taken = last.take();
        sum + taken.unwrap_or(0.0) + last.unwrap_or(1.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [] => [];
        smooth [3.0] => [1.0];
        smooth [3.0, 5.0, 1.0] => [-4.0, 12.0, -7.0];
    }
}

mod with_let_else {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let o = if x > y { Some((x - y, x * y)) } else { None };
        let Some((a, b)) = o else {
            return y;
        };
        a.sqrt() * b
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [5.0, 1.0] => [0.25 * 5.0 + 2.0, -0.25 * 5.0 + 10.0];
        smooth [1.0, 5.0] => [0.0, 1.0];
    }
}

mod let_else_in_a_loop {
    use grad_runtime::derive_grad;

    fn half(v: f64) -> bool {
        v < 0.5
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut product = 1.0;
        for v in x {
            let o = if half(*v) { None } else { Some(v * v) };
            let Some(s) = o else { continue };
            if s > 100.0 {
                break;
            }
            product *= s;
        }
        product
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.1, 2.0, 3.0] => [0.0, 36.0, 24.0];
        smooth [2.0, 20.0, 3.0] => [4.0, 0.0, 0.0];
    }
}

mod while_let {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut next = Some(x);
        let mut sum = 0.0;
        while let Some(v) = next {
            sum += v * v;
            next = if v > 1.0 { Some(v / 2.0) } else { None };
        }
        sum
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [0.5] => [1.0];
        smooth [3.0] => [6.0 * (1.0 + 0.25 + 0.0625)];
    }
}

mod popped {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut stack = x.to_vec();
        let mut sum = 0.0;
        while let Some(v) = stack.pop() {
            let next = stack.last().copied();
            sum += v * next.unwrap_or(1.0);
            let skipped = stack.pop().map(|w| w * w);
            sum += skipped.unwrap_or_default();
        }
        sum
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [2.0] => [1.0];
        smooth [2.0, 3.0] => [3.0 + 4.0, 2.0];
        smooth [2.0, 3.0, 5.0] => [1.0, 5.0 + 6.0, 3.0];
    }
}

mod broken_out_of {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let mut y = x;
        let found = loop {
            y *= 2.0;
            if y > 40.0 {
                break None;
            }
            if y > 10.0 {
                break Some(y * x);
            }
        };
        found.unwrap_or(y)
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [3.0] => [24.0];
        smooth [25.0] => [2.0];
    }
}

mod a_result_from_a_labelled_block {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let r: Result<f64, usize> = 'search: {
            for (i, v) in x.iter().enumerate() {
                if *v < 0.0 {
                    break 'search Err(i);
                }
            }
            Ok(x[0] * x[1])
        };
        let once = r.unwrap_or_else(|i| x[i] * 3.0);
        let twice = match r {
            Ok(v) => v,
            Err(i) if i > 0 => x[i],
            Err(_) => 2.0,
        };
        once * twice
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [2.0, 3.0] => [36.0, 24.0];
        smooth [2.0, -3.0] => [0.0, -18.0];
        smooth [-2.0, 3.0] => [6.0, 0.0];
    }
}

mod errors_that_are_moved {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let r: Result<f64, String> = if x > 0.0 {
            Ok(x.sqrt())
        } else {
            Err("negative".to_owned())
        };
        if let Err(text) = &r {
            assert_eq!(text, "negative");
        }
        assert!(r.is_ok() || x <= 0.0, "{r:?}");
        // Looked at twice, moved once.
        let half = match r {
            Ok(v) => v / 2.0,
            Err(_) => 1.0,
        };
        let r = r.map(|v| v * half).map_err(|text| text.len());
        match r {
            Ok(v) => v,
            Err(n) => n as f64 * x,
        }
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [4.0] => [0.5];
        smooth [-4.0] => [8.0];
    }
}

mod by_reference {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        let o = if x > 0.0 { Some(x * x) } else { None };
        let mut sum = 0.0;
        if let Some(v) = &o {
            sum += *v * x;
        }
        match &o {
            Some(v) if *v > 4.0 => sum += v,
            Some(_) | None => sum += x,
        }
        if let Some(v) = o.as_ref() {
            sum += v * 2.0;
        }
        sum
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [3.0] => [27.0 + 6.0 + 12.0];
        smooth [1.0] => [3.0 + 1.0 + 4.0];
        smooth [-1.0] => [1.0];
    }
}

mod changed_through_a_pattern {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64, n: usize) -> f64 {
        let mut o = Some(x);
        for _ in 0..n {
            if let Some(v) = &mut o {
                *v *= x;
            }
        }
        o.unwrap()
    }

    check! {
        |v| (v[0], 2) -> (x);
        smooth [3.0] => [27.0];
    }
}

mod several_at_once {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let (a, b) = (
            if x > 0.0 { Some(x * y) } else { None },
            if y > 0.0 { Some(y) } else { None },
        );
        match (a, b) {
            (Some(p), Some(q)) => p * q,
            (Some(p), None) => p + x,
            (None, Some(q)) => q * q,
            (None, None) => x - y,
        }
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [2.0, 3.0] => [9.0, 12.0];
        smooth [2.0, -3.0] => [-2.0, 2.0];
        smooth [-2.0, 3.0] => [0.0, 6.0];
        smooth [-2.0, -3.0] => [1.0, -1.0];
    }
}

mod vectors_and_arrays_inside {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let mut o: Option<Vec<f64>> = None;
        for i in 0..n {
            if i == 2 {
                o = Some(vec![x[0], x[1] * 2.0]);
            }
        }
        let p: Option<[f64; 2]> = if n > 1 { Some([x[0], x[1]]) } else { None };
        let scale = match p {
            Some([a, b]) => a * b,
            None => x[0],
        };
        if let Some(v) = &o {
            return v[0] * v[1] * scale;
        }
        match o {
            Some(v) => v[0],
            None => scale,
        }
    }

    mod none {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (&v[..], 1) -> (x); smooth [3.0, 5.0] => [1.0, 0.0]; }
    }

    mod an_array {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (&v[..], 2) -> (x); smooth [3.0, 5.0] => [5.0, 3.0]; }
    }

    mod a_vector_too {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (&v[..], 3) -> (x); smooth [3.0, 5.0] => [300.0, 180.0]; }
    }
}

mod after_writes_in_place {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut w = x.to_vec();
        let first = w.first().copied();
        let last = w.last().copied();
        for i in 0..w.len() {
            w[i] *= 3.0;
        }
        let now = w.get(1).copied();
        w[0] = 0.0;
        match (first, last, now) {
            (Some(a), Some(b), Some(c)) => a * b * c + w[0],
            (Some(a), ..) => a + w[0],
            _ => 1.0,
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [2.0] => [1.0];
        smooth [2.0, 5.0] => [75.0, 60.0];
    }
}

mod of_integers_beside_floats {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: f64, e: Option<usize>) -> f64 {
        let v = [x, x * x, x * x * x];
        let s = match e {
            Some(i) => v[i],
            None => 1.0,
        };
        let w = e.map(|i| v[i]).unwrap_or(x);
        let z = e.and_then(|i| if i < 2 { Some(v[i + 1]) } else { None });
        s * w + z.unwrap_or(0.0)
    }

    mod none {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (v[0], None) -> (x); smooth [3.0] => [1.0]; }
    }

    mod some {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (v[0], Some(1)) -> (x); smooth [3.0] => [4.0 * 27.0 + 27.0]; }
    }
}

mod as_parameters {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn either(x: f64, y: Option<f64>) -> f64 {
        y.unwrap_or(x) * 3.0
    }

    #[derive_grad]
    fn area(sides: Option<(f64, f64)>, x: f64) -> f64 {
        if let Some((a, b)) = sides {
            a * b * x
        } else {
            x
        }
    }

    #[derive_grad]
    fn f(x: f64, mut y: Option<f64>, n: usize) -> f64 {
        for i in 0..n {
            y = y.map(|v| v * x);
            if i == 3 {
                y = None;
            }
        }
        either(x, y) + either(x, Some(x * x)) + either(x, None) + area(y.map(|v| (v, x)), x)
    }

    #[test]
    fn gradients() {
        assert_eq!(either_grad(2.0, None), (6.0, 3.0, 0.0));
        assert_eq!(either_grad(2.0, Some(5.0)), (15.0, 0.0, 3.0));
        assert_eq!(area_grad(Some((2.0, 3.0)), 5.0), (30.0, (15.0, 10.0), 6.0));
        assert_eq!(area_grad(None, 5.0), (5.0, (0.0, 0.0), 1.0));
        // 3 x^2 y + 3 x^2 + 3 x + x^4 y
        assert_eq!(
            f_grad(2.0, Some(5.0), 2),
            (
                60.0 + 12.0 + 6.0 + 80.0,
                60.0 + 12.0 + 3.0 + 160.0,
                12.0 + 16.0
            )
        );
        // 3 x + 3 x^2 + 3 x + x
        assert_eq!(f_grad(2.0, Some(5.0), 4), (12.0 + 14.0, 12.0 + 7.0, 0.0));
        assert_eq!(f_grad(2.0, None, 1), (12.0 + 14.0, 12.0 + 7.0, 0.0));
    }

    #[test]
    fn buffers() {
        let (mut d_x, mut d_y) = (7.0, 7.0);
        assert_eq!(either_grad_into(2.0, Some(5.0), &mut d_x, &mut d_y), 15.0);
        assert_eq!((d_x, d_y), (0.0, 3.0));
        let (value, pullback) = either_vjp(2.0, None);
        pullback(10.0, &mut d_x, &mut d_y);
        assert_eq!((value, d_x, d_y), (6.0, 30.0, 3.0));
    }

    #[derive_grad(no_grad(y))]
    fn unselected(x: f64, y: Option<f64>) -> f64 {
        x * y.unwrap_or(2.0)
    }

    #[test]
    fn left_out() {
        assert_eq!(unselected_grad(3.0, Some(4.0)), (12.0, 4.0));
        assert_eq!(unselected_grad(3.0, None), (6.0, 2.0));
    }
}

mod through_an_option_of_the_function {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn product(x: &[f64]) -> Option<f64> {
        let mut acc = None;
        for v in x {
            acc = match acc {
                None => Some(*v),
                Some(a) => Some(a * v),
            };
        }
        let p = acc?;
        let q = if p > 5.0 { None } else { Some(p) };
        q.map(|v| v * p)
    }

    #[test]
    fn gradient() {
        assert_eq!(product_grad(&[]), None);
        assert_eq!(product_grad(&[2.0, 3.0]), None);
        assert_eq!(product_grad(&[2.0, 1.5]), Some((9.0, vec![9.0, 12.0])));
    }
}

mod generic {
    use grad_runtime::derive_grad;
    use std::ops::Mul;

    trait Real: Copy + PartialOrd + Mul<Output = Self> {
        fn zero() -> Self;
    }

    impl Real for f32 {
        fn zero() -> f32 {
            0.0
        }
    }

    impl Real for f64 {
        fn zero() -> f64 {
            0.0
        }
    }

    #[derive_grad]
    fn f<T: Real>(x: &[T]) -> T {
        let mut best = None;
        for &v in x {
            best = match best {
                Some(b) if b > v => Some(b),
                _ => Some(v),
            };
        }
        best.map(|b| b * b).unwrap_or_else(T::zero)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [] => [];
        smooth [2.0, 5.0, 3.0] => [0.0, 10.0, 0.0];
    }

    #[test]
    fn single_precision() {
        assert_eq!(f_grad(&[2.0_f32, 3.0]), (9.0, vec![0.0, 6.0]));
    }
}

mod arrays_are_copied {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = [x[0], x[1]];
        let o = Some(a);
        a[0] = 5.0 * x[1];
        let q = o;
        let r = match o {
            Some(mut w) => {
                w[0] *= 2.0;
                w[0] * w[1]
            }
            None => x[1],
        };
        o.unwrap()[0] * a[0] + q.map_or(0.0, |b| b[1] * b[1]) + r
    }

    check! {
        |v| (&v[..]) -> (x);
        // 5 x y + y^2 + 2 x y
        smooth [2.0, 3.0] => [21.0, 14.0 + 6.0];
    }
}

mod a_vector_is_changed_inside {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut o = Some(x.to_vec());
        if let Some(v) = &mut o {
            v[0] *= x[1];
            v.push(x[0]);
        }
        let n = o.as_ref().map_or(0, |v| v.len());
        let v = o.unwrap();
        v[0] * v[n - 1]
    }

    check! {
        |v| (&v[..]) -> (x);
        // x^2 y
        smooth [2.0, 3.0] => [12.0, 4.0];
    }
}

mod printed_and_asked {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let o = if x[0] > 1.0 { Some(x[0] * x[1]) } else { None };
        assert!(matches!(o, Some(_) | None));
        assert_eq!(o.is_some(), x[0] > 1.0, "{o:?} {:?}", o);
        if matches!(o, Some(v) if v > 5.0) {
            return o.unwrap();
        }
        if o == Some(4.0) || o != None && x[1] > 1.5 {
            return x[0];
        }
        x[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [2.0, 3.0] => [3.0, 2.0];
        smooth [2.0, 2.0] => [1.0, 0.0];
        smooth [2.0, 1.75] => [1.0, 0.0];
        smooth [2.0, 1.25] => [0.0, 1.0];
        smooth [0.5, 2.0] => [0.0, 1.0];
    }
}

mod exchanged {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut o = Some(x[0]);
        let mut p = Some(x[1] * 2.0);
        std::mem::swap(&mut o, &mut p);
        let q = std::mem::take(&mut o);
        let r = std::mem::replace(&mut p, Some(x[0] * x[1]));
        q.unwrap_or(0.0) * r.unwrap_or(0.0) + o.unwrap_or(3.0) * p.unwrap_or(0.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        // 2 x y + 3 x y
        smooth [2.0, 3.0] => [15.0, 10.0];
    }
}

mod conditions_with_values {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut o = Some(x[0]);
        let mut s = 0.0;
        while o.is_some() && o.unwrap() < 10.0 {
            o = o.map(|v| v * 2.0);
            s += o.unwrap_or(0.0) * x[1];
        }
        if o.is_some() && o.unwrap() > 11.0 {
            s *= x[0];
        }
        if let Some(a) = o
            && let Some(b) = x.get(1)
            && a < *b
        {
            s += a;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        // y (2 + 4 + 8) x, x^2 y (2 + 4 + 8 + 16)
        smooth [1.3, 3.0] => [14.0 * 3.0, 14.0 * 1.3];
        smooth [1.6, 3.0] => [2.0 * 14.0 * 3.0 * 1.6, 14.0 * 1.6 * 1.6];
        smooth [12.0, 30.0] => [1.0, 0.0];
    }
}

mod references_to_elements {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64], first: bool, mut n: usize) -> f64 {
        let mut best: Option<&f64> = None;
        for v in x {
            if best.is_none_or(|b| v > b) {
                best = Some(v);
            }
        }
        let b = *best.unwrap();
        let end = *if first { x.first() } else { x.last() }.unwrap();
        let at = *loop {
            n /= 2;
            if n < 3 {
                break x.get(n);
            }
        }
        .unwrap();
        b * b + end * 3.0 + at * 5.0
    }

    mod front {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (&v[..], true, 5) -> (x); smooth [1.0, 4.0, 2.0] => [3.0, 8.0, 5.0]; }
    }

    mod back {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (&v[..], false, 3) -> (x); smooth [1.0, 4.0, 2.0] => [0.0, 13.0, 3.0]; }
    }
}

mod rows_at_once {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(m: &[[f64; 2]], i: usize) -> f64 {
        let row = m.get(i);
        let Some(r) = row else {
            return 1.0;
        };
        let last = m.last();
        let t = if let Some(q) = last { q[0] * q[1] } else { 0.0 };
        r[0] * r[1] + t
    }

    #[test]
    fn gradient() {
        let m = [[1.0, 2.0], [3.0, 4.0]];
        assert_eq!(f_grad(&m, 0), (14.0, vec![[2.0, 1.0], [4.0, 3.0]]));
        assert_eq!(f_grad(&m, 1), (24.0, vec![[0.0, 0.0], [8.0, 6.0]]));
        assert_eq!(f_grad(&m, 2), (1.0, vec![[0.0; 2]; 2]));
    }
}

mod enums_of_the_users_own {
    use grad_runtime::derive_grad;
    use std::cmp::Ordering;

    enum Mode {
        None,
        Some(usize),
    }

    fn next(n: usize) -> usize {
        n + 1
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = if x[0] > 1.0 {
            Mode::None
        } else {
            Mode::Some(3)
        };
        let k = if x[0] > 1.0 { None } else { Some(next(2)) };
        let s = match x[0].partial_cmp(&x[1]) {
            Some(Ordering::Less) => x[0],
            Some(_) => x[1],
            None => 0.0,
        };
        match m {
            Mode::None => s * x[0],
            Mode::Some(n) => n as f64 * s + k.unwrap_or(1) as f64 * x[1],
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [2.5, 0.5] => [0.5, 2.5];
        smooth [0.5, 3.0] => [3.0, 3.0];
    }
}

mod from_maps_without_floats_that_count {
    use grad_runtime::derive_grad;
    use std::collections::HashMap;

    #[derive_grad(no_grad(w))]
    fn f(x: &[f64], w: &HashMap<usize, f64>) -> f64 {
        let a = w.get(&1).copied().unwrap_or(2.0);
        let b = w.get(&2).map(|v| v * x[0]).unwrap_or(x[1]);
        let mut s = a * b;
        if let Some(v) = w.get(&1) {
            s *= v * x[1];
        }
        s
    }

    #[test]
    fn gradient() {
        let x = [2.0, 3.0];
        let w = HashMap::from([(1, 5.0)]);
        assert_eq!(f_grad(&x, &w), (225.0, vec![0.0, 150.0]));
        let w = HashMap::from([(2, 5.0)]);
        assert_eq!(f_grad(&x, &w), (20.0, vec![10.0, 0.0]));
    }
}

mod declared_before_it_is_assigned {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let o: Option<f64>;
        if n > 2 {
            o = Some(x[0]);
        } else {
            o = None;
        }
        let mut p;
        p = o.map(|v| v * 2.0);
        if let Some(v) = p.as_mut() {
            *v *= x[1];
        }
        p = p.filter(|v| *v < 100.0).or(Some(x[1]));
        p.unwrap()
    }

    mod some {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! {
            |v| (&v[..], 3) -> (x);
            smooth [1.5, 3.0] => [6.0, 3.0];
            smooth [20.0, 3.0] => [0.0, 1.0];
        }
    }

    mod none {
        use super::{f, f_grad, f_grad_into, f_grad_with, f_vjp};
        check! { |v| (&v[..], 1) -> (x); smooth [1.5, 3.0] => [0.0, 1.0]; }
    }
}

mod in_folds {
    use grad_runtime::derive_grad;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let last = x
            .iter()
            .copied()
            .fold(None, |acc: Option<f64>, v| match acc {
                Some(a) if a > v => Some(a),
                _ => Some(v * 2.0),
            });
        let product = x.iter().fold(Some(1.0), |acc, v| {
            acc.and_then(|a: f64| if *v > 0.0 { Some(a * v) } else { None })
        });
        last.unwrap_or(0.0) * product.unwrap_or(x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        // 2 y x y z
        smooth [1.1, 3.0, 2.0] => [36.0, 2.0 * 2.0 * 3.0 * 1.1 * 2.0, 2.0 * 9.0 * 1.1];
        smooth [2.0, -3.0, 1.0] => [8.0, 0.0, 0.0];
    }
}
