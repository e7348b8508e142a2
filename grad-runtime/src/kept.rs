//! Whole arguments on the tape, for rules that the user writes.
use crate::Tape;
use crate::word::Word;

/// A value that is kept on the tape from the forward to the reverse half, bit for bit.
pub trait Kept {
    /// What comes back.
    type Owned;

    /// Puts the value on the tape.
    fn keep(&self, tape: &mut Tape);

    /// The value that was kept last.
    fn kept(tape: &mut Tape) -> Self::Owned;
}

impl<T: Word> Kept for T {
    type Owned = T;

    #[inline]
    fn keep(&self, tape: &mut Tape) {
        tape.push(self.to_word());
    }

    #[inline]
    fn kept(tape: &mut Tape) -> T {
        T::from_word(tape.pop())
    }
}

impl<T: Kept> Kept for [T] {
    type Owned = Vec<T::Owned>;

    fn keep(&self, tape: &mut Tape) {
        for element in self {
            element.keep(tape);
        }
        self.len().keep(tape);
    }

    fn kept(tape: &mut Tape) -> Vec<T::Owned> {
        let len = usize::kept(tape);
        let mut elements: Vec<T::Owned> = (0..len).map(|_| T::kept(tape)).collect();
        elements.reverse();
        elements
    }
}

impl<T: Kept> Kept for Vec<T> {
    type Owned = Vec<T::Owned>;

    fn keep(&self, tape: &mut Tape) {
        self.as_slice().keep(tape);
    }

    fn kept(tape: &mut Tape) -> Vec<T::Owned> {
        <[T]>::kept(tape)
    }
}

impl<T: Kept, const N: usize> Kept for [T; N] {
    type Owned = [T::Owned; N];

    fn keep(&self, tape: &mut Tape) {
        for element in self {
            element.keep(tape);
        }
    }

    fn kept(tape: &mut Tape) -> [T::Owned; N] {
        let mut elements = [const { None }; N];
        for element in elements.iter_mut().rev() {
            *element = Some(T::kept(tape));
        }
        elements.map(|element| element.expect("every element was just read"))
    }
}

impl<A: Kept, B: Kept> Kept for (A, B) {
    type Owned = (A::Owned, B::Owned);

    fn keep(&self, tape: &mut Tape) {
        self.0.keep(tape);
        self.1.keep(tape);
    }

    fn kept(tape: &mut Tape) -> (A::Owned, B::Owned) {
        let b = B::kept(tape);
        (A::kept(tape), b)
    }
}

impl<A: Kept, B: Kept, C: Kept> Kept for (A, B, C) {
    type Owned = (A::Owned, B::Owned, C::Owned);

    fn keep(&self, tape: &mut Tape) {
        self.0.keep(tape);
        self.1.keep(tape);
        self.2.keep(tape);
    }

    fn kept(tape: &mut Tape) -> (A::Owned, B::Owned, C::Owned) {
        let c = C::kept(tape);
        let b = B::kept(tape);
        (A::kept(tape), b, c)
    }
}

#[cfg(test)]
mod tests {
    use super::Kept;
    use crate::Tape;

    #[test]
    fn values_come_back_in_reverse() {
        let mut tape = Tape::new();
        let rows = vec![[1.5, -0.0], [f64::INFINITY, 4.0]];
        (7_usize, [true, false]).keep(&mut tape);
        rows.keep(&mut tape);
        (-3_i32, 2.5_f32, 'x').keep(&mut tape);
        assert_eq!(<(i32, f32, char)>::kept(&mut tape), (-3, 2.5, 'x'));
        let back = Vec::<[f64; 2]>::kept(&mut tape);
        assert_eq!(back, rows);
        assert!(back[0][1].is_sign_negative());
        assert_eq!(<(usize, [bool; 2])>::kept(&mut tape), (7, [true, false]));
        assert!(tape.is_empty());
    }
}
