//! Sequences, references, boxes and options.

use crate::{Differentiable, ShapeMismatch};

impl<T: Differentiable> Differentiable for [T] {
    type Tangent = Vec<T::Tangent>;
    type Buffer = [T::Tangent];

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.iter().map(T::zero_tangent).collect()
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
        if self.len() != buffer.len() {
            return Err(ShapeMismatch::of_lengths(buffer.len(), self.len()));
        }
        for (index, (item, tangent)) in self.iter().zip(buffer).enumerate() {
            item.compare_shape(T::as_buffer_ref(tangent))
                .map_err(|mismatch| mismatch.within(format_args!("[{index}]")))?;
        }
        Ok(())
    }

    #[inline]
    fn renew_buffer(&self, buffer: &mut Self::Buffer) {
        for (item, tangent) in self.iter().zip(buffer) {
            super::renew(item, tangent);
        }
    }
}

impl<T: Differentiable> Differentiable for Vec<T> {
    type Tangent = Vec<T::Tangent>;
    type Buffer = [T::Tangent];

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.as_slice().zero_tangent()
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
        self.as_slice().compare_shape(buffer)
    }

    #[inline]
    fn renew_buffer(&self, buffer: &mut Self::Buffer) {
        self.as_slice().renew_buffer(buffer);
    }
}

impl<T: Differentiable, const N: usize> Differentiable for [T; N] {
    type Tangent = [T::Tangent; N];
    type Buffer = [T::Tangent; N];

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.each_ref().map(T::zero_tangent)
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
        self.as_slice().compare_shape(buffer)
    }

    #[inline]
    fn renew_buffer(&self, buffer: &mut Self::Buffer) {
        self.as_slice().renew_buffer(buffer);
    }
}

/// What only leads to a `T` has the gradient of that `T`.
macro_rules! pointers {
    ($($pointer:ty)*) => {$(
        impl<T: Differentiable + ?Sized> Differentiable for $pointer {
            type Tangent = T::Tangent;
            type Buffer = T::Buffer;

            #[inline]
            fn zero_tangent(&self) -> Self::Tangent {
                T::zero_tangent(self)
            }

            #[inline]
            fn as_buffer(tangent: &mut Self::Tangent) -> &mut Self::Buffer {
                T::as_buffer(tangent)
            }

            #[inline]
            fn as_buffer_ref(tangent: &Self::Tangent) -> &Self::Buffer {
                T::as_buffer_ref(tangent)
            }

            #[inline]
            fn compare_shape(&self, buffer: &Self::Buffer) -> Result<(), ShapeMismatch> {
                T::compare_shape(self, buffer)
            }

            #[inline]
            fn renew_buffer(&self, buffer: &mut Self::Buffer) {
                T::renew_buffer(self, buffer);
            }
        }
    )*};
}

pointers!(&T &mut T Box<T>);

impl<T: Differentiable> Differentiable for Option<T> {
    type Tangent = Option<T::Tangent>;
    type Buffer = Option<T::Tangent>;

    #[inline]
    fn zero_tangent(&self) -> Self::Tangent {
        self.as_ref().map(T::zero_tangent)
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
        match (self, buffer) {
            (Some(value), Some(tangent)) => value.compare_shape(T::as_buffer_ref(tangent)),
            (None, None) => Ok(()),
            (Some(_), None) => Err(ShapeMismatch::of_presence(false)),
            (None, Some(_)) => Err(ShapeMismatch::of_presence(true)),
        }
    }

    #[inline]
    fn renew_buffer(&self, buffer: &mut Self::Buffer) {
        super::renew(self, buffer);
    }
}
