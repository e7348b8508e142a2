//! Wherever a function may stand.

use grad_runtime::derive_grad;

/// A module with the name of a function.
pub mod square {
    use grad_runtime::derive_grad;

    /// One level down.
    #[derive_grad]
    #[must_use]
    pub fn inner(x: f64) -> f64 {
        x.sin()
    }

    pub(super) mod deeper {
        use super::super::{cube, cube_vjp};
        use grad_runtime::derive_grad;

        #[derive_grad]
        #[expect(unused_qualifications, reason = "each kind of path once")]
        pub(in crate::scopes) fn innermost(x: f64) -> f64 {
            (super::inner(x) + super::super::square(x))
                * cube(x)
                * crate::scopes::square(x)
                * self::own(x)
        }

        #[derive_grad]
        fn own(x: f64) -> f64 {
            x.exp()
        }
    }
}

/// A function with the name of a module.
#[derive_grad(test(x = 2.0))]
#[must_use]
pub fn square(x: f64) -> f64 {
    x * x
}

#[derive_grad]
pub(crate) fn cube(x: f64) -> f64 {
    x * x * x
}

/// Paths of all kinds.
#[derive_grad(test(x = 0.5))]
#[expect(unused_qualifications, reason = "each kind of path once")]
#[must_use]
pub fn paths(x: f64) -> f64 {
    square::deeper::innermost(x) * self::square::inner(x)
}

/// A type with functions that have functions inside.
#[derive(Clone, Copy, Debug)]
pub struct Scale(pub f64);

impl Scale {
    /// The slope of the scaled square.
    #[must_use]
    pub fn slope(self, x: f64) -> f64 {
        #[derive_grad]
        fn scaled(x: f64, k: f64) -> f64 {
            const HALF: f64 = 0.5;
            HALF * k * x * x
        }
        scaled_grad(x, self.0).1
    }
}

/// A trait whose default has a function inside.
pub trait Slope {
    /// The slope of a cube.
    fn slope_of_cube(&self, x: f64) -> f64 {
        #[derive_grad]
        fn local(x: f64) -> f64 {
            const fn twice(n: usize) -> usize {
                2 * n
            }
            let mut product = 1.0;
            for _ in 0..=twice(1) {
                product *= x;
            }
            product
        }
        let closure = |x| local_grad(x).1;
        closure(x)
    }
}

impl Slope for Scale {}

/// Lifetimes of every kind.
pub mod lifetimes {
    use grad_runtime::derive_grad;

    /// Named, bounded, elided.
    #[derive_grad(test(x = [1.0, 2.0], y = [3.0, 4.0], k = 2.0, name = "some"))]
    pub fn dot<'x, 'y: 'x>(x: &'x [f64], y: &'y mut [f64], k: &'y f64, name: &'static str) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len().min(name.len()) {
            sum += k * x[i] * y[i];
            y[i] = sum;
        }
        sum
    }

    /// Without a name.
    #[derive_grad(test(x = [1.0, 2.0], at = [1]))]
    #[must_use]
    pub fn elided(x: &'_ [f64], at: &'_ [usize]) -> f64 {
        x[at[0]] * x[0]
    }
}

#[cfg(test)]
mod tests {
    use super::{paths_grad, paths_vjp, Scale, Slope};

    #[test]
    fn functions_inside_of_functions() {
        assert!((Scale(3.0).slope(2.0) - 6.0).abs() < 1e-15);
        assert!((Scale(3.0).slope_of_cube(2.0) - 12.0).abs() < 1e-15);
    }

    /// A pullback lives on when the arguments are gone.
    #[test]
    fn a_pullback_that_is_returned() {
        fn later(x: f64) -> impl FnOnce(f64, &mut f64) {
            paths_vjp(x).1
        }
        let mut d_x = 0.0;
        later(0.5)(1.0, &mut d_x);
        assert!((d_x - paths_grad(0.5).1).abs() < 1e-15);
    }
}
