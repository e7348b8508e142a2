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
        }
    )*};
}

tuples! {
    (A 0)
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11)
}
