//! The vector space in which a gradient lives: zero, sum, multiple.

/// A gradient, or a buffer for one: what can be zeroed, added to and scaled.
///
/// Implemented for `f32`, `f64`, `()`, and for slices, `Vec`, arrays, `Box`, `Option` and tuples of
/// up to twelve of these.
///
/// # Examples
///
/// ```
/// use grad_runtime::Tangent;
///
/// let mut total = (vec![1.0, 2.0], 3.0);
/// total.accumulate(&(vec![10.0, 20.0], 30.0));
/// total.scale_by(2.0);
/// assert_eq!(total, (vec![22.0, 44.0], 66.0));
///
/// Tangent::set_zero(&mut total);
/// assert_eq!(total, (vec![0.0, 0.0], 0.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold a gradient",
    note = "gradients are made of `f32`, `f64`, `()`, slices, `Vec`, arrays, `Box`, `Option` and tuples"
)]
pub trait Tangent {
    /// Sets every number to zero and keeps the shape.
    ///
    /// Called as `Tangent::set_zero(&mut t)`, never as a method: a generic function may have the
    /// method `set_zero` of `num_traits::Zero` on the same type, and the two must not clash.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Tangent;
    ///
    /// let mut d = vec![1.0, 2.0];
    /// Tangent::set_zero(&mut d);
    /// assert_eq!(d, [0.0, 0.0]);
    /// ```
    fn set_zero(this: &mut Self);

    /// Adds `other`, number by number.
    ///
    /// # Panics
    ///
    /// If the shapes differ: other lengths, or `Some` added to `None`. (`None` adds nothing.)
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Tangent;
    ///
    /// let mut d = [1.0, 2.0];
    /// d.accumulate(&[0.5, 0.5]);
    /// assert_eq!(d, [1.5, 2.5]);
    /// ```
    #[track_caller]
    fn accumulate(&mut self, other: &Self);

    /// Multiplies every number by `factor`.
    ///
    /// The factor is an `f64` whatever the numbers are, since one gradient may hold both kinds. An
    /// `f32` is multiplied as an `f64` and rounded once, so a factor that is an `f32` itself gives
    /// the product of the two, as `f32` arithmetic would.
    ///
    /// # Examples
    ///
    /// ```
    /// use grad_runtime::Tangent;
    ///
    /// let mut d = (1.5_f32, 2.0_f64);
    /// d.scale_by(-2.0);
    /// assert_eq!(d, (-3.0, -4.0));
    /// ```
    fn scale_by(&mut self, factor: f64);
}

impl Tangent for f64 {
    #[inline]
    fn set_zero(this: &mut Self) {
        *this = 0.0;
    }

    #[inline]
    fn accumulate(&mut self, other: &Self) {
        *self += *other;
    }

    #[inline]
    fn scale_by(&mut self, factor: f64) {
        *self *= factor;
    }
}

impl Tangent for f32 {
    #[inline]
    fn set_zero(this: &mut Self) {
        *this = 0.0;
    }

    #[inline]
    fn accumulate(&mut self, other: &Self) {
        *self += *other;
    }

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the product is rounded to f32 on purpose"
    )]
    fn scale_by(&mut self, factor: f64) {
        *self = (f64::from(*self) * factor) as f32;
    }
}

/// The gradient of what carries no float.
impl Tangent for () {
    #[inline]
    fn set_zero(_this: &mut Self) {}

    #[inline]
    fn accumulate(&mut self, _other: &Self) {}

    #[inline]
    fn scale_by(&mut self, _factor: f64) {}
}

impl<T: Tangent> Tangent for [T] {
    #[inline]
    fn set_zero(this: &mut Self) {
        this.iter_mut().for_each(T::set_zero);
    }

    #[inline]
    #[track_caller]
    fn accumulate(&mut self, other: &Self) {
        assert!(
            self.len() == other.len(),
            "cannot add a gradient of length {} to one of length {}",
            other.len(),
            self.len(),
        );
        for (mine, other) in self.iter_mut().zip(other) {
            mine.accumulate(other);
        }
    }

    #[inline]
    fn scale_by(&mut self, factor: f64) {
        for number in self {
            number.scale_by(factor);
        }
    }
}

impl<T: Tangent> Tangent for Vec<T> {
    #[inline]
    fn set_zero(this: &mut Self) {
        Tangent::set_zero(this.as_mut_slice());
    }

    #[inline]
    #[track_caller]
    fn accumulate(&mut self, other: &Self) {
        self.as_mut_slice().accumulate(other);
    }

    #[inline]
    fn scale_by(&mut self, factor: f64) {
        self.as_mut_slice().scale_by(factor);
    }
}

impl<T: Tangent, const N: usize> Tangent for [T; N] {
    #[inline]
    fn set_zero(this: &mut Self) {
        Tangent::set_zero(this.as_mut_slice());
    }

    #[inline]
    #[track_caller]
    fn accumulate(&mut self, other: &Self) {
        self.as_mut_slice().accumulate(other);
    }

    #[inline]
    fn scale_by(&mut self, factor: f64) {
        self.as_mut_slice().scale_by(factor);
    }
}

impl<T: Tangent + ?Sized> Tangent for Box<T> {
    #[inline]
    fn set_zero(this: &mut Self) {
        T::set_zero(this);
    }

    #[inline]
    #[track_caller]
    fn accumulate(&mut self, other: &Self) {
        T::accumulate(self, other);
    }

    #[inline]
    fn scale_by(&mut self, factor: f64) {
        T::scale_by(self, factor);
    }
}

impl<T: Tangent> Tangent for Option<T> {
    #[inline]
    fn set_zero(this: &mut Self) {
        this.iter_mut().for_each(T::set_zero);
    }

    #[inline]
    #[track_caller]
    fn accumulate(&mut self, other: &Self) {
        match (self, other) {
            (Some(mine), Some(other)) => mine.accumulate(other),
            (_, None) => {}
            (None, Some(_)) => panic!("cannot add a gradient that is `Some` to one that is `None`"),
        }
    }

    #[inline]
    fn scale_by(&mut self, factor: f64) {
        if let Some(mine) = self {
            mine.scale_by(factor);
        }
    }
}

macro_rules! tuple_tangents {
    ($(($($t:ident $i:tt),+))*) => {$(
        impl<$($t: Tangent),+> Tangent for ($($t,)+) {
            #[inline]
            fn set_zero(this: &mut Self) {
                $(Tangent::set_zero(&mut this.$i);)+
            }

            #[inline]
            #[track_caller]
            fn accumulate(&mut self, other: &Self) {
                $(self.$i.accumulate(&other.$i);)+
            }

            #[inline]
            fn scale_by(&mut self, factor: f64) {
                $(self.$i.scale_by(factor);)+
            }
        }
    )*};
}

for_tuples!(tuple_tangents);
