//! `wrt(..)` and `no_grad(..)`.

use grad_runtime::derive_grad;

mod one_of_three {
    use super::*;

    #[derive_grad(wrt(y))]
    fn f(x: f64, y: f64, z: f64) -> f64 {
        x * y * y * z
    }

    check! {
        |v| (1.5, v[0], 0.5) -> (y);
        smooth [-2.0] => [-3.0];
    }
}

mod two_of_three {
    use super::*;

    #[derive_grad(wrt(x, z))]
    fn f(x: &[f64], y: &[f64], z: f64) -> f64 {
        x[0] * y[0] * z
    }

    check! {
        |v| (&v[..1], &[3.0], v[1]) -> (x, z);
        smooth [1.5, -2.0] => [-6.0, 4.5];
    }
}

/// The result is always in the order of the parameters.
mod listed_backwards {
    use super::*;

    #[derive_grad(wrt(z, x))]
    fn f(x: f64, y: f64, z: f64) -> f64 {
        x * x * y * z
    }

    check! {
        |v| (v[0], 3.0, v[1]) -> (x, z);
        smooth [1.5, -2.0] => [-18.0, 6.75];
    }
}

mod all_but_one {
    use super::*;

    #[derive_grad(no_grad(y))]
    fn f(x: f64, y: &[f64], z: f64) -> f64 {
        x * y[0] * z + y[1] * y[1]
    }

    check! {
        |v| (v[0], &[3.0, 4.0], v[1]) -> (x, z);
        smooth [1.5, -2.0] => [-6.0, 4.5];
    }
}

/// Not selected, but overwritten by what is: the cotangent goes through it.
mod through_an_unselected_one {
    use super::*;

    #[derive_grad(wrt(x))]
    fn f(x: f64, mut y: f64) -> f64 {
        y = x * y;
        y *= x;
        y + x
    }

    check! {
        |v| (v[0], 3.0) -> (x);
        smooth [1.5] => [10.0];
    }
}

mod own_type {
    use super::*;

    pub struct Settings {
        pub power: i32,
        pub name: &'static str,
    }

    #[derive_grad(no_grad(settings))]
    fn f(x: f64, settings: &Settings) -> f64 {
        let power: i32 = settings.power;
        x.powi(power) * x
    }

    check! {
        |v| (v[0], &Settings { power: 2, name: "cubic" }) -> (x);
        smooth [-1.5] => [6.75];
    }
}

mod own_type_with_floats {
    use super::*;

    #[derive(Clone, Copy)]
    pub struct Scale {
        pub by: f64,
    }

    #[derive_grad(no_grad(scale))]
    fn f(x: f64, scale: Scale) -> f64 {
        let by: f64 = scale.by;
        x * x * by
    }

    check! {
        |v| (v[0], Scale { by: 2.5 }) -> (x);
        smooth [-1.5] => [-7.5];
    }
}

/// Every subset of the parameters gives the same entries as the whole.
mod subsets {
    use super::*;

    macro_rules! subset {
        ($name:ident $options:tt => $expected:expr) => {
            #[test]
            fn $name() {
                #[derive_grad $options]
                fn f(mut x: f64, y: f64, z: f64) -> f64 {
                    x = x * y + z;
                    x * x * z
                }
                assert_eq!(f_grad(1.5, -2.0, 0.5), $expected);
            }
        };
    }

    // x y + z = -2.5, so the slopes are -2.5 (y, x, 1), and 6.25 more by z.
    subset! { all (wrt(x, y, z)) => (3.125, 5.0, -3.75, 3.75) }
    subset! { x (wrt(x)) => (3.125, 5.0) }
    subset! { y (wrt(y)) => (3.125, -3.75) }
    subset! { z (wrt(z)) => (3.125, 3.75) }
    subset! { not_x (no_grad(x)) => (3.125, -3.75, 3.75) }
    subset! { not_y (no_grad(y)) => (3.125, 5.0, 3.75) }
    subset! { not_z (no_grad(z)) => (3.125, 5.0, -3.75) }
}

/// A callee that returns fewer gradients still passes all cotangents.
mod callee_with_a_selection {
    use super::*;

    #[derive_grad(wrt(x))]
    fn scaled(x: f64, by: f64) -> f64 {
        x * by
    }

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        scaled(x, y) * scaled(y, x)
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [1.5, -2.0] => [2.0 * 1.5 * 4.0, 2.0 * 2.25 * -2.0];
    }
}

mod number_inside_of_an_enumeration {
    use super::*;

    enum Kind {
        Linear,
        Square(f64),
        Cubic { a: f64, b: f64 },
    }

    #[derive_grad(no_grad(kind))]
    fn f(x: f64, kind: &Kind) -> f64 {
        match kind {
            Kind::Linear => x,
            Kind::Square(c) => c * x * x,
            Kind::Cubic { a, b } => a * x * x * x + *b * x,
        }
    }

    check! { |v| (v[0], &Kind::Square(2.0)) -> (x); smooth [1.5] => [6.0]; }

    mod without {
        use super::*;
        check! { |v| (v[0], &Kind::Linear) -> (x); smooth [1.5] => [1.0]; }
    }

    mod two {
        use super::*;
        check! { |v| (v[0], &Kind::Cubic { a: 2.0, b: 3.0 }) -> (x); smooth [1.5] => [16.5]; }
    }
}

/// Type parameters that stand for what has no gradient.
mod generic_settings {
    use super::*;

    trait Config {
        fn count(&self) -> usize;
        fn factor(&self) -> f64;
    }
    struct Fixed;
    impl Config for Fixed {
        fn count(&self) -> usize {
            3
        }
        fn factor(&self) -> f64 {
            2.0
        }
    }
    #[derive_grad(no_grad(c))]
    fn by_reference<C: Config>(x: f64, c: &C) -> f64 {
        let mut s = 0.0;
        for i in 0..c.count() {
            s += x.powi(i as i32) * c.factor();
        }
        s
    }
    #[derive_grad(no_grad(c))]
    fn by_impl(x: f64, c: &impl Config) -> f64 {
        x * c.factor()
    }
    #[derive_grad(wrt(x))]
    fn several<T: num_traits::Float, C, I>(x: T, c: C, items: I) -> T
    where
        C: Config,
        I: Iterator<Item = usize>,
    {
        let mut s = x;
        for _ in 0..c.count() {
            s = s * x;
        }
        for i in items {
            s = s + x * T::from(i).unwrap();
        }
        s
    }
    #[derive_grad(no_grad(c))]
    fn f<C: Config + ?Sized>(x: f64, c: &C) -> f64 {
        by_reference(x, &Fixed) * by_impl(x, &Fixed) + several(x, Fixed, 0..c.count())
    }

    check! {
        |v| (v[0], &Fixed) -> (x);
        smooth [1.5];
    }
}
