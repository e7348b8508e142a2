//! Values in a `Result` or an `Option`: the wrapper stays outside.

use grad_runtime::derive_grad;

#[derive(Debug, PartialEq)]
enum Bad {
    Negative(f64),
    Empty,
}

#[derive_grad]
fn root(x: f64) -> Result<f64, Bad> {
    if x < 0.0 {
        return Err(Bad::Negative(x));
    }
    Ok(x.sqrt())
}

#[derive_grad]
fn mean(v: &[f64]) -> Option<f64> {
    if v.is_empty() {
        None
    } else {
        Some(v.iter().sum::<f64>() / v.len() as f64)
    }
}

#[test]
fn of_a_scalar() {
    assert_eq!(root_grad(4.0), Ok((2.0, 0.25)));
    assert_eq!(root_grad(-1.0), Err(Bad::Negative(-1.0)));
    assert_eq!(mean_grad(&[1.0, 3.0]), Some((2.0, vec![0.5, 0.5])));
    assert_eq!(mean_grad(&[]), None);
}

mod question_marks {
    use super::*;

    #[derive_grad]
    fn chain(x: f64, y: f64) -> Result<f64, Bad> {
        let a = root(x)?;
        let b = root(y * a)?;
        Ok(a * b)
    }

    #[derive_grad]
    fn in_arms(x: f64, y: f64) -> Result<f64, Bad> {
        if x > y {
            root(x * y)
        } else {
            match x > 1.0 {
                true => Ok(x),
                false => Err(Bad::Empty),
            }
        }
    }

    #[derive_grad]
    fn of_options(v: &[f64]) -> Result<f64, Bad> {
        let first = v.first().ok_or(Bad::Empty)?;
        let middle = mean(v).ok_or(Bad::Empty)?;
        Ok(first * middle)
    }

    #[derive_grad]
    fn in_a_loop(v: &[f64], count: &str) -> Result<f64, String> {
        let n: usize = count.parse::<usize>().map_err(|e| e.to_string())?;
        let mut s = 0.0;
        for x in v {
            s += root(*x).map_err(|e| format!("{e:?}"))?;
            if s > 100.0 {
                return Err("large".to_owned());
            }
        }
        Ok(s * n as f64)
    }

    #[test]
    fn gradients_of_good_values() {
        // x^(3/4) y^(1/2)
        let (value, d_x, d_y) = chain_grad(16.0, 9.0).unwrap();
        assert!((value - 24.0).abs() < 1e-12);
        assert!((d_x - 0.75 * 0.5 * 3.0).abs() < 1e-12);
        assert!((d_y - 8.0 * 0.5 / 3.0).abs() < 1e-12);
        assert_eq!(in_arms_grad(4.0, 1.0), Ok((2.0, 0.25, 1.0)));
        assert_eq!(in_arms_grad(1.5, 2.0), Ok((1.5, 1.0, 0.0)));
        assert_eq!(of_options_grad(&[3.0, 2.0]), Ok((7.5, vec![4.0, 1.5])));
        let (value, d) = in_a_loop_grad(&[4.0, 16.0], "2").unwrap();
        assert_eq!((value, d), (12.0, vec![0.5, 0.25]));
    }

    #[test]
    fn bad_values_come_through() {
        assert_eq!(chain_grad(-1.0, 9.0), Err(Bad::Negative(-1.0)));
        assert_eq!(chain_grad(4.0, -2.0), Err(Bad::Negative(-4.0)));
        assert_eq!(in_arms_grad(0.5, 2.0), Err(Bad::Empty));
        assert_eq!(of_options_grad(&[]), Err(Bad::Empty));
        assert_eq!(
            in_a_loop_grad(&[4.0, -9.0], "2"),
            Err("Negative(-9.0)".to_owned())
        );
        assert_eq!(in_a_loop_grad(&[1e6], "2"), Err("large".to_owned()));
        assert!(in_a_loop_grad(&[4.0], "z").is_err());
    }

    #[test]
    fn buffers_are_left_alone_where_there_is_no_value() {
        let mut d = [7.0, 8.0];
        assert!(in_a_loop_grad_into(&[4.0, -9.0], "2", &mut d).is_err());
        assert_eq!(d, [7.0, 8.0]);
        let mut tape = grad_runtime::Tape::new();
        assert!(in_a_loop_grad_with(&mut tape, &[4.0, -9.0], "2", &mut d).is_err());
        assert_eq!(d, [7.0, 8.0]);
        // The tape that was left in the middle serves the next call.
        assert_eq!(
            in_a_loop_grad_with(&mut tape, &[4.0, 16.0], "2", &mut d),
            Ok(12.0)
        );
        assert_eq!(d, [0.5, 0.25]);
    }
}

mod taken_apart_at_once {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        root(x).unwrap() * mean(&[x, 1.0]).expect("not empty")
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [4.0] => [1.625];
    }

    #[test]
    #[should_panic(expected = "Negative(-1.0)")]
    fn panics_like_the_primal() {
        f_grad(-1.0);
    }
}

mod several_values {
    use super::*;

    #[derive_grad]
    fn pair(x: f64) -> Option<(f64, f64)> {
        if x > 0.0 { Some((x, x * x)) } else { None }
    }

    #[derive_grad]
    fn roots(x: f64, out: &mut [f64]) -> Result<(), Bad> {
        for o in out.iter_mut() {
            *o = root(x)?;
        }
        Ok(())
    }

    #[test]
    fn pullbacks() {
        let (value, pullback) = pair_vjp(3.0).unwrap();
        let mut d_x = 0.0;
        pullback(&(1.0, 10.0), &mut d_x);
        assert_eq!((value, d_x), ((3.0, 9.0), 61.0));
        assert!(pair_vjp(-1.0).is_none());

        let mut out = [0.0; 2];
        let ((), pullback) = roots_vjp(4.0, &mut out).unwrap();
        let (mut d_x, mut d_out) = (0.0, [1.0, 2.0]);
        pullback(&mut d_x, &mut d_out);
        assert_eq!((out, d_x, d_out), ([2.0; 2], 0.75, [0.0; 2]));
    }
}

mod methods_with_results {
    use super::*;
    use grad_runtime::Differentiable;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Scale {
        by: f64,
    }

    #[derive_grad]
    impl Scale {
        fn checked(&self, x: f64) -> Result<f64, Bad> {
            let r = root(x * self.by)?;
            Ok(r * self.by)
        }

        fn twice(&self, x: f64) -> Result<f64, Bad> {
            Ok(self.checked(x)? + self.checked(4.0 * x)?)
        }
    }

    #[test]
    fn gradient() {
        // 3 by^(3/2) x^(1/2)
        let (value, d_self, d_x) = Scale { by: 4.0 }.twice_grad(1.0).unwrap();
        assert!((value - 24.0).abs() < 1e-12);
        assert!((d_self.by - 9.0).abs() < 1e-12);
        assert!((d_x - 12.0).abs() < 1e-12);
        assert!(Scale { by: 4.0 }.twice_grad(-1.0).is_err());
    }
}

mod generic {
    use grad_runtime::derive_grad;
    use std::ops::{Add, Div, Mul, Neg, Sub};

    /// A user's own trait for floats.
    trait Real:
        Copy
        + PartialOrd
        + Add<Output = Self>
        + Sub<Output = Self>
        + Mul<Output = Self>
        + Div<Output = Self>
        + Neg<Output = Self>
    {
        fn of(x: f64) -> Self;
        fn sqrt(self) -> Self;
        fn exp(self) -> Self;
        fn powi(self, n: i32) -> Self;
    }

    macro_rules! real {
        ($($ty:ident)*) => {$(
            impl Real for $ty {
                fn of(x: f64) -> Self {
                    x as $ty
                }
                fn sqrt(self) -> Self {
                    $ty::sqrt(self)
                }
                fn exp(self) -> Self {
                    $ty::exp(self)
                }
                fn powi(self, n: i32) -> Self {
                    $ty::powi(self, n)
                }
            }
        )*};
    }
    real!(f32 f64);

    #[derive_grad]
    fn checked_norm<T: Real>(x: &[T], floor: T) -> Option<T> {
        let mut s = T::of(0.0);
        for v in x {
            s = s + v.powi(2);
        }
        if s < floor {
            return None;
        }
        Some(s.sqrt())
    }

    #[derive_grad]
    fn f<T>(x: &[T]) -> T
    where
        T: Real,
    {
        let mut a = [x[0]; 2];
        let mut i = 0;
        while i < x.len() {
            a[i % 2] = a[i % 2] * x[i] / T::of(2.0);
            i += 1;
        }
        let largest = if a[0] > a[1] { a[0] } else { -a[1] };
        largest.exp() * checked_norm(x, T::of(0.1)).unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3];
    }

    #[test]
    fn single_and_double_precision_agree() {
        let (value, d) = f_grad(&[0.7_f64, 1.9, 2.3]);
        let (small, small_d) = f_grad(&[0.7_f32, 1.9, 2.3]);
        assert!((f64::from(small) - value).abs() < 1e-5 * value.abs());
        for (d, small) in d.iter().zip(small_d) {
            assert!((f64::from(small) - d).abs() < 1e-5 * d.abs().max(1.0));
        }
        assert_eq!(checked_norm_grad(&[0.1_f32], 0.1), None);
    }
}

mod methods_that_mean_something_else {
    use grad_runtime::derive_grad;

    trait Act: Copy {
        fn exp(self) -> Self;
    }

    impl Act for f64 {
        fn exp(self) -> f64 {
            self * self
        }
    }

    #[derive_grad]
    fn f<T: Act>(x: T) -> T {
        x.exp()
    }

    // The derivative of the exponential function would be wrong here.
    #[test]
    #[should_panic(
        expected = "the method `exp` of this type is not the function that `f64` has by that name"
    )]
    fn are_told_at_run_time() {
        f_grad(0.7);
    }
}
