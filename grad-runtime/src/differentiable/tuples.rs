//! Tuples, member by member.

use crate::{Differentiable, ShapeMismatch};

macro_rules! tuples {
    ($(($($t:ident $i:tt),+))*) => {$(
        impl<$($t: Differentiable),+> Differentiable for ($($t,)+) {
            type Tangent = ($($t::Tangent,)+);
            type Buffer = ($($t::Tangent,)+);

            #[inline]
            fn zero_tangent(&self) -> Self::Tangent {
                ($(self.$i.zero_tangent(),)+)
            }

            #[inline]
            fn as_buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
                tangent
            }

            #[inline]
            fn as_buffer_ref(tangent: &Self::Tangent) -> &Self::Buffer {
                tangent
            }

            #[inline]
            fn compare_shape(&self, buffer: &Self::Buffer) -> Result<(), ShapeMismatch> {
                $(
                    self.$i
                        .compare_shape($t::as_buffer_ref(&buffer.$i))
                        .map_err(|mismatch| mismatch.within(concat!(".", $i)))?;
                )+
                Ok(())
            }

            #[inline]
            fn renew_buffer(&self, buffer: &mut Self::Buffer) {
                super::renew(self, buffer);
            }
        }
    )*};
}

for_tuples!(tuples);
