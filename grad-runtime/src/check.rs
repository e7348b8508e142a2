//! Tests of gradients, generated or written by hand, against differences of the function.
//!
//! ```
//! use grad_runtime::{check, derive_grad};
//!
//! #[derive_grad]
//! fn energy(x: &[f64], k: f64) -> f64 {
//!     let mut sum = 0.0;
//!     for i in 1..x.len() {
//!         let stretch = x[i] - x[i - 1];
//!         sum += 0.5 * k * stretch * stretch;
//!     }
//!     sum
//! }
//!
//! // One parameter: a function of a slice, a point, and the gradient there.
//! let x = [0.0, 1.0, 3.0];
//! let (_, d_x, d_k) = energy_grad(&x, 2.0);
//! check::gradient(|x| energy(x, 2.0), &x, &d_x)?;
//!
//! // Several: the point is a tuple, and so is the gradient.
//! check::gradient(|(x, k)| energy(x, *k), &(x, 2.0), &(d_x, d_k))?;
//! # Ok::<(), check::WrongGradient>(())
//! ```
//!
//! [`assert_gradient`] and [`assert_pullback`] panic where the others return an error. What they print
//! names every wrong entry, its value, the slope that differences give, and the slopes on both sides:
//!
//! ```text
//! 1 of 3 entries of the gradient are wrong
//!   x[1] = 0: the gradient says 1, differences say 0 (up to 7.5e-10); the slope is -1 from below and 1 from above: a kink
//! ```
//!
//! # How near is near enough
//!
//! Let `eps` be the distance from 1 to the next number of the coarsest float type that takes part, `f32` or
//! `f64`. For each entry, the function is evaluated at `x - 2h`, `x - h`, `x + h` and `x + 2h` with `h` a
//! power of two near `cbrt(eps) * max(1, |x|)`: of this size, the two errors of a central difference, that
//! of the step (`h^2 / 6` times the third derivative) and that of rounding (`eps / h` times the value), are
//! least (Press et al., *Numerical Recipes*, 5.7). With `D(h)` the central difference, the
//! expected slope is `D(h) + (D(h) - D(2h)) / 3`, Richardson's extrapolation, and the tolerance
//!
//! ```text
//! |D(h) - D(2h)| / 3  +  8 eps (size / h + |slope|)
//! ```
//!
//! is the error that the shorter step alone would have plus eight roundings of the function. `size` is the largest of
//! its values; before an entry is called wrong, it is raised to the sum of `|x_i|` times the slope by `x_i`, which is
//! how far one rounding of every input moves the value. Where the first part outweighs the second, the same is tried with `h / 8`, at most eight
//! times over, and the smallest tolerance counts. It is capped at `4 sqrt(eps)` times the larger of the slope and
//! `size / max(1, |x|)`: differences that know less than half of the digits do not judge, and an entry
//! that is not within the cap is an error that says so ([`Entry::is_clear`]). In `f32` a relative difference
//! of 1e-7 is thus nothing and 1e-3 is an error; in `f64` the border is about 1e-9.
//!
//! At a kink there is no derivative. Differences on both sides give the middle of its two slopes there, which is what
//! the conventions of this crate give for `abs`, `max` and `min`, and the one arm of an `if` is an error that
//! reads as a kink. An infinite entry is right where the slopes on the sides on which the function has values grow with
//! every shorter step, with that sign.

use core::borrow::Borrow;

use crate::{Differentiable, Scalar};

mod differences;
pub(crate) mod floats;
mod run;
mod wrong;

pub use floats::{Floats, Visitor};
pub use wrong::{Entry, WrongGradient};

/// Compares a gradient with differences of the function.
///
/// The point is a float, a slice, or anything else whose [`Floats`] can be visited: the function gets it by
/// reference. The gradient lists as many floats, in the same order; its type may be another.
///
/// # Errors
///
/// Every entry that is not the slope of the function, within what differences can tell.
///
/// # Examples
///
/// ```
/// use grad_runtime::check;
///
/// let norm = |x: &[f32]| x.iter().map(|x| x * x).sum::<f32>().sqrt();
/// check::gradient(norm, &[3.0, 4.0][..], &[0.6, 0.8])?;
/// assert!(check::gradient(norm, &[3.0, 4.0][..], &[0.6, 0.801]).is_err());
/// # Ok::<(), check::WrongGradient>(())
/// ```
pub fn gradient<P, R, G>(
    function: impl FnMut(&P) -> R,
    at: &P,
    gradient: &G,
) -> Result<(), WrongGradient>
where
    P: ToOwned<Owned: Floats> + ?Sized,
    R: Scalar + Floats,
    G: ToOwned<Owned: Floats> + ?Sized,
{
    Check::new().gradient(function, at, gradient)
}

/// Compares the gradients of a pullback with differences of a function that has several results.
///
/// This is the dot-product test: for a few `v` in the shape of the result and `u` in that of the point,
/// `u . (J^T v)` from the pullback must equal `v . (J u)` from a difference of the function along `u`. Where it
/// does not, each entry of `J^T v` is compared, so that the error names the wrong ones.
///
/// The pullback gets the point and the seed, both by reference, and returns the gradients. Contents of `&mut`
/// parameters are results as well: the function returns them, and their cotangents are part of the seed.
///
/// # Errors
///
/// Every entry that is wrong for one of the seeds.
///
/// # Examples
///
/// ```
/// use grad_runtime::{check, derive_grad};
///
/// #[derive_grad]
/// fn polar(x: f64, y: f64) -> (f64, f64) {
///     (x.hypot(y), y.atan2(x))
/// }
///
/// check::pullback(
///     |&(x, y)| polar(x, y),
///     &(3.0, 4.0),
///     |&(x, y), seed| {
///         let (mut d_x, mut d_y) = (0.0, 0.0);
///         let (_, pullback) = polar_vjp(x, y);
///         pullback(seed, &mut d_x, &mut d_y);
///         (d_x, d_y)
///     },
/// )?;
///
/// #[derive_grad]
/// fn running_sum(x: &[f64], out: &mut [f64]) {
///     let mut sum = 0.0;
///     for i in 0..x.len() {
///         sum += x[i];
///         out[i] = sum;
///     }
/// }
///
/// check::pullback(
///     |x| {
///         let mut out = [0.0; 3];
///         running_sum(x, &mut out);
///         out
///     },
///     &[1.0, 2.0, 3.0],
///     |x, seed| {
///         let (mut d_x, mut d_out) = ([0.0; 3], *seed);
///         let ((), pullback) = running_sum_vjp(x, &mut [0.0; 3]);
///         pullback(&mut d_x, &mut d_out);
///         d_x
///     },
/// )?;
/// # Ok::<(), check::WrongGradient>(())
/// ```
pub fn pullback<P, R, G>(
    function: impl FnMut(&P) -> R,
    at: &P,
    pullback: impl FnMut(&P, &R::Tangent) -> G,
) -> Result<(), WrongGradient>
where
    P: ToOwned<Owned: Floats> + ?Sized,
    R: Floats + Differentiable<Tangent: Floats>,
    G: Floats,
{
    Check::new().pullback(function, at, pullback)
}

/// As [`gradient`], but panics.
///
/// # Panics
///
/// With the error of [`gradient`].
///
/// # Examples
///
/// ```
/// grad_runtime::check::assert_gradient(|x: &f64| x * x, &3.0, &6.0);
/// ```
#[track_caller]
pub fn assert_gradient<P, R, G>(function: impl FnMut(&P) -> R, at: &P, gradient: &G)
where
    P: ToOwned<Owned: Floats> + ?Sized,
    R: Scalar + Floats,
    G: ToOwned<Owned: Floats> + ?Sized,
{
    if let Err(wrong) = self::gradient(function, at, gradient) {
        panic!("{wrong}");
    }
}

/// As [`pullback`], but panics.
///
/// # Panics
///
/// With the error of [`pullback`].
///
/// # Examples
///
/// ```
/// use grad_runtime::check;
///
/// check::assert_pullback(|x: &f64| [x * x, -x], &3.0, |x, seed| 2.0 * x * seed[0] - seed[1]);
/// ```
#[track_caller]
pub fn assert_pullback<P, R, G>(
    function: impl FnMut(&P) -> R,
    at: &P,
    pullback: impl FnMut(&P, &R::Tangent) -> G,
) where
    P: ToOwned<Owned: Floats> + ?Sized,
    R: Floats + Differentiable<Tangent: Floats>,
    G: Floats,
{
    if let Err(wrong) = self::pullback(function, at, pullback) {
        panic!("{wrong}");
    }
}

/// A check with settings of its own.
///
/// # Examples
///
/// ```
/// use grad_runtime::check::Check;
///
/// // Computes in `f32` inside, so differences know no more than that.
/// let rough = |x: &f64| f64::from((*x as f32).sin());
/// Check::new().precision(f32::EPSILON.into()).gradient(rough, &0.5, &0.5_f64.cos())?;
/// assert!(Check::new().gradient(rough, &0.5, &0.5_f64.cos()).is_err());
/// # Ok::<(), grad_runtime::check::WrongGradient>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Check {
    precision: f64,
    names: Vec<String>,
}

impl Check {
    /// The check that [`gradient`] and [`pullback`] make.
    ///
    /// # Examples
    ///
    /// See [`Check`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that the function is no more precise than this, where its types alone would say more: it
    /// takes the place of `eps`. It is relative: 1e-6 for a function that is right to six digits.
    ///
    /// # Examples
    ///
    /// See [`Check`].
    #[must_use]
    pub fn precision(mut self, epsilon: f64) -> Self {
        self.precision = epsilon;
        self
    }

    /// Names for the members of a tuple, which errors then use in place of `.0`, `.1`.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::check::Check;
    ///
    /// let check = Check::new().names(["x", "k"]);
    /// let wrong = check.gradient(|(x, k)| x[0] * k, &([2.0], 3.0), &([3.0], 7.0)).unwrap_err();
    /// assert!(wrong.to_string().contains("k = 3: the gradient says 7, differences say 2"));
    /// ```
    #[must_use]
    pub fn names<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.names = names.into_iter().map(Into::into).collect();
        self
    }

    /// As the function [`gradient`].
    ///
    /// # Errors
    ///
    /// Those of [`gradient`].
    ///
    /// # Examples
    ///
    /// See [`Check`].
    pub fn gradient<P, R, G>(
        &self,
        mut function: impl FnMut(&P) -> R,
        at: &P,
        gradient: &G,
    ) -> Result<(), WrongGradient>
    where
        P: ToOwned<Owned: Floats> + ?Sized,
        R: Scalar + Floats,
        G: ToOwned<Owned: Floats> + ?Sized,
    {
        let numbers = run::numbers(&mut gradient.to_owned());
        let mut function = |point: &P::Owned| floats::read(&mut function(point.borrow()));
        run::Run::new(self, &mut function, at.to_owned()).gradient(&[1.0], &numbers)
    }

    /// As the function [`pullback`].
    ///
    /// # Errors
    ///
    /// Those of [`pullback`].
    ///
    /// # Examples
    ///
    /// See [`pullback`].
    pub fn pullback<P, R, G>(
        &self,
        mut function: impl FnMut(&P) -> R,
        at: &P,
        mut pullback: impl FnMut(&P, &R::Tangent) -> G,
    ) -> Result<(), WrongGradient>
    where
        P: ToOwned<Owned: Floats> + ?Sized,
        R: Floats + Differentiable<Tangent: Floats>,
        G: Floats,
    {
        let mut seed = function(at).zero_tangent();
        let mut pull = |numbers: &[f64]| {
            floats::write(&mut seed, numbers);
            run::numbers(&mut pullback(at, &seed))
        };
        let mut function = |point: &P::Owned| floats::read(&mut function(point.borrow()));
        run::Run::new(self, &mut function, at.to_owned()).pullback(&mut pull)
    }
}
