//! Spares: what stands in for a part of a cotangent during a call that needs the part twice.

use std::borrow::{Borrow, BorrowMut};

use crate::free_list::Element;
use crate::{Tangent, Tape};

/// A cotangent that a spare can stand in for. Vectors come from the tape and go back to it.
pub trait Spare: Tangent + Element {
    /// The spare.
    type Owned: BorrowMut<Self>;
    /// Zeros of this shape.
    fn zeros(&self, tape: &mut Tape) -> Self::Owned;
    /// The content, leaving zeros.
    fn moved(&mut self, tape: &mut Tape) -> Self::Owned;
    /// Gives the memory of a spare back.
    fn retire(spare: Self::Owned, tape: &mut Tape);
}

macro_rules! number {
    ($($ty:ty)*) => {$(
        impl Spare for $ty {
            type Owned = $ty;
            #[inline(always)]
            fn zeros(&self, _: &mut Tape) -> $ty {
                <$ty>::default()
            }
            #[inline(always)]
            fn moved(&mut self, _: &mut Tape) -> $ty {
                std::mem::take(self)
            }
            #[inline(always)]
            fn retire(_: $ty, _: &mut Tape) {}
        }
    )*};
}
number!(f64 f32);

impl Spare for () {
    type Owned = ();
    #[inline(always)]
    fn zeros(&self, _: &mut Tape) {}
    #[inline(always)]
    fn moved(&mut self, _: &mut Tape) {}
    #[inline(always)]
    fn retire((): (), _: &mut Tape) {}
}

impl<T: Spare<Owned = T>, const N: usize> Spare for [T; N] {
    type Owned = [T; N];
    #[inline(always)]
    fn zeros(&self, tape: &mut Tape) -> [T; N] {
        std::array::from_fn(|at| self[at].zeros(tape))
    }
    #[inline(always)]
    fn moved(&mut self, tape: &mut Tape) -> [T; N] {
        std::array::from_fn(|at| self[at].moved(tape))
    }
    #[inline(always)]
    fn retire(spare: [T; N], tape: &mut Tape) {
        spare
            .into_iter()
            .rev()
            .for_each(|part| T::retire(part, tape));
    }
}

impl<T: Spare<Owned = T>> Spare for [T] {
    type Owned = Vec<T>;
    #[inline]
    fn zeros(&self, tape: &mut Tape) -> Vec<T> {
        let mut spare = tape.take_vec();
        spare.extend(self.iter().map(|part| part.zeros(tape)));
        spare
    }
    #[inline]
    fn moved(&mut self, tape: &mut Tape) -> Vec<T> {
        let mut spare = tape.take_vec();
        spare.extend(self.iter_mut().map(|part| part.moved(tape)));
        spare
    }
    #[inline]
    fn retire(mut spare: Vec<T>, tape: &mut Tape) {
        spare.drain(..).rev().for_each(|part| T::retire(part, tape));
        tape.give_vec(spare);
    }
}

impl<T: Spare<Owned = T>> Spare for Vec<T> {
    type Owned = Vec<T>;
    #[inline(always)]
    fn zeros(&self, tape: &mut Tape) -> Vec<T> {
        self.as_slice().zeros(tape)
    }
    #[inline(always)]
    fn moved(&mut self, tape: &mut Tape) -> Vec<T> {
        self.as_mut_slice().moved(tape)
    }
    #[inline(always)]
    fn retire(spare: Vec<T>, tape: &mut Tape) {
        <[T]>::retire(spare, tape);
    }
}

impl<T: Spare<Owned = T>> Spare for Option<T> {
    type Owned = Option<T>;
    #[inline]
    fn zeros(&self, tape: &mut Tape) -> Option<T> {
        self.as_ref().map(|part| part.zeros(tape))
    }
    #[inline]
    fn moved(&mut self, tape: &mut Tape) -> Option<T> {
        self.as_mut().map(|part| part.moved(tape))
    }
    #[inline]
    fn retire(spare: Option<T>, tape: &mut Tape) {
        if let Some(part) = spare {
            T::retire(part, tape);
        }
    }
}

macro_rules! tuple_spares {
    ($(($($t:ident $i:tt),+))*) => {$(
        impl<$($t: Spare<Owned = $t>),+> Spare for ($($t,)+) {
            type Owned = ($($t,)+);
            #[inline(always)]
            fn zeros(&self, tape: &mut Tape) -> ($($t,)+) {
                ($(self.$i.zeros(tape),)+)
            }
            #[inline(always)]
            fn moved(&mut self, tape: &mut Tape) -> ($($t,)+) {
                ($(self.$i.moved(tape),)+)
            }
            #[inline(always)]
            fn retire(spare: ($($t,)+), tape: &mut Tape) {
                $($t::retire(spare.$i, tape);)+
            }
        }
    )*};
}

for_tuples!(tuple_spares);

/// A spare of zeros for a part, if there is one.
#[inline(always)]
#[must_use]
pub fn spare_of<P: Spare + ?Sized>(tape: &mut Tape, part: Option<&mut P>) -> Option<P::Owned> {
    part.map(|part| part.zeros(tape))
}

/// A spare that takes over the content of a part, if there is one.
#[inline(always)]
#[must_use]
pub fn moved_of<P: Spare + ?Sized>(tape: &mut Tape, part: Option<&mut P>) -> Option<P::Owned> {
    part.map(|part| part.moved(tape))
}

/// The part that was lent, or the spare that stands in for it.
#[inline(always)]
#[must_use]
pub fn or_spare<'a, P: Spare + ?Sized>(
    part: Option<&'a mut P>,
    spare: &'a mut Option<P::Owned>,
) -> Option<&'a mut P> {
    part.or_else(|| spare.as_mut().map(BorrowMut::borrow_mut))
}

/// Adds a spare to the part that it stood in for, and gives its memory back.
#[inline(always)]
pub fn give_back<P: Spare + ?Sized>(
    tape: &mut Tape,
    part: Option<&mut P>,
    spare: Option<P::Owned>,
) {
    if let Some(spare) = spare {
        if let Some(part) = part {
            part.accumulate(spare.borrow());
        }
        P::retire(spare, tape);
    }
}

/// The content of a cotangent, leaving zeros.
#[inline(always)]
#[must_use]
pub fn take_all<P: Spare + ?Sized>(tape: &mut Tape, cotangent: &mut P) -> P::Owned {
    cotangent.moved(tape)
}

/// The end of a vector's cotangent, from this length on.
#[inline]
#[must_use]
pub fn split_off<T: Spare<Owned = T>>(
    tape: &mut Tape,
    cotangent: &mut Vec<T>,
    len: usize,
) -> Vec<T> {
    let mut end = tape.take_vec();
    end.extend(cotangent.drain(len..));
    end
}

/// The rows that a vector's cotangent has again.
#[inline]
pub fn append<T: Spare<Owned = T>>(cotangent: &mut Vec<T>, mut rows: Vec<T>, tape: &mut Tape) {
    cotangent.append(&mut rows);
    tape.give_vec(rows);
}

/// Gives the memory of a cotangent back that came from the tape.
#[inline(always)]
pub fn retire<P: Spare<Owned = P>>(tape: &mut Tape, cotangent: P) {
    P::retire(cotangent, tape);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_comes_back_in_the_same_order() {
        let mut tape = Tape::new();
        let mut rows = vec![vec![1.0; 3], vec![2.0; 50]];
        let mut at = || {
            let spare = moved_of(&mut tape, Some(&mut rows[..]));
            let at = spare.iter().flatten().map(Vec::as_ptr).collect();
            assert_eq!(spare.as_ref().unwrap()[1], [2.0; 50]);
            assert_eq!(rows, [vec![0.0; 3], vec![0.0; 50]]);
            give_back(&mut tape, Some(&mut rows[..]), spare);
            assert_eq!(rows[0], [1.0; 3]);
            at
        };
        let first: Vec<*const f64> = at();
        assert_eq!(first, at());
    }
}
