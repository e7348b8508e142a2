//! Numbers that generic functions count with.

use grad_runtime::derive_grad;
use num_traits::{Float, FromPrimitive};

mod length_as_float {
    use super::*;

    #[derive_grad]
    fn mean<T: Float>(x: &[T]) -> T {
        let n = T::from(x.len()).unwrap();
        x.iter().fold(T::zero(), |a, &b| a + b * b) / n
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        mean(x) * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod constants_of_the_type {
    use super::*;

    #[derive_grad]
    fn g<T: Float + FromPrimitive + std::iter::Sum>(x: &[T], k: T) -> T {
        let h = T::from_f64(0.5).unwrap();
        x.iter().map(|&v| (v * k).exp() * h).sum()
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        g(x, x[1]) + g::<f64>(&x[..2], 2.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod bounds_of_an_own_trait {
    use super::*;

    pub trait Real: Float + FromPrimitive {}
    impl Real for f64 {}
    #[derive_grad]
    fn g<R: Real>(x: R, n: usize) -> R {
        let c = R::from_usize(n).unwrap();
        let e = R::epsilon();
        (x * c).sin() + e * x.max(R::zero())
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        g(x[0], 3) * x[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}
