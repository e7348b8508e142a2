//! Floats, which are their own gradient, and what carries no float.

use crate::{Differentiable, ShapeMismatch};

macro_rules! floats {
    ($($float:ty)*) => {$(
        impl Differentiable for $float {
            type Tangent = Self;
            type Buffer = Self;

            #[inline]
            fn zero_tangent(&self) -> Self {
                0.0
            }

            #[inline]
            fn as_buffer(tangent: &mut Self) -> &mut Self {
                tangent
            }

            #[inline]
            fn as_buffer_ref(tangent: &Self) -> &Self {
                tangent
            }

            #[inline]
            fn compare_shape(&self, _buffer: &Self) -> Result<(), ShapeMismatch> {
                Ok(())
            }
        }
    )*};
}

floats!(f32 f64);

macro_rules! inactive {
    ($($inactive:ty),*) => {$(
        impl Differentiable for $inactive {
            type Tangent = ();
            type Buffer = ();

            #[inline]
            fn zero_tangent(&self) {}

            #[inline]
            fn as_buffer(tangent: &mut ()) -> &mut () {
                tangent
            }

            #[inline]
            fn as_buffer_ref(tangent: &()) -> &() {
                tangent
            }

            #[inline]
            fn compare_shape(&self, _buffer: &()) -> Result<(), ShapeMismatch> {
                Ok(())
            }
        }
    )*};
}

inactive!(
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    bool,
    char,
    str,
    String,
    ()
);
