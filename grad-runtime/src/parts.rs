//! Parts of one cotangent that several slots of a call hold at once.

use std::ops::{Bound, RangeBounds};

/// A range of a slice, counted from the beginning of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    start: usize,
    /// May lie beyond the end of the slice.
    end: usize,
}

impl Part {
    /// The whole slice, however long it is.
    pub const ALL: Part = Part {
        start: 0,
        end: usize::MAX,
    };

    /// A range of this part.
    #[inline(always)]
    #[must_use]
    pub fn range(self, range: impl RangeBounds<usize>) -> Part {
        let start = match range.start_bound() {
            Bound::Included(&first) => self.start + first,
            Bound::Excluded(&before) => self.start + before + 1,
            Bound::Unbounded => self.start,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => self.start + last + 1,
            Bound::Excluded(&behind) => self.start + behind,
            Bound::Unbounded => self.end,
        };
        Part { start, end }
    }

    /// An element of this part, as a part of length 1.
    #[inline(always)]
    #[must_use]
    pub fn index(self, at: usize) -> Part {
        self.range(at..=at)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.start >= self.end
    }

    #[inline(always)]
    fn meets(self, other: Part) -> bool {
        self.start < other.end && other.start < self.end && !self.is_empty() && !other.is_empty()
    }
}

/// Parts of one slice, of which as many are lent as can be: each that meets none lent before it.
#[derive(Clone, Copy, Debug)]
pub struct Parts<const N: usize> {
    parts: [Part; N],
    lends: [bool; N],
}

impl<const N: usize> Parts<N> {
    /// Decides which are lent.
    #[inline(always)]
    #[must_use]
    pub fn of(parts: [Part; N]) -> Self {
        let mut lends = [true; N];
        for at in 1..N {
            lends[at] = !(0..at).any(|before| lends[before] && parts[before].meets(parts[at]));
        }
        Self { parts, lends }
    }

    /// Whether a part is lent.
    #[inline(always)]
    #[must_use]
    pub fn lends(&self, at: usize) -> bool {
        self.lends[at]
    }

    /// The parts that are lent, of the slice if there is one.
    #[inline(always)]
    #[must_use]
    pub fn split<T>(self, whole: Option<&mut [T]>) -> [Option<&mut [T]>; N] {
        let mut lent = [const { None }; N];
        let Some(mut rest) = whole else {
            return lent;
        };
        let (len, mut before) = (rest.len(), 0);
        let mut open = self.lends;
        // From left to right, each is cut off the rest.
        while let Some(at) = (0..N)
            .filter(|&at| open[at])
            .min_by_key(|&at| self.parts[at].start)
        {
            open[at] = false;
            let Part { start, end } = self.parts[at];
            if start >= end {
                lent[at] = Some(&mut [][..]);
                continue;
            }
            let end = end.min(len);
            let (_, tail) = rest.split_at_mut(start - before);
            let (part, tail) = tail.split_at_mut(end - start);
            lent[at] = Some(part);
            (rest, before) = (tail, end);
        }
        lent
    }
}

/// Parts of which none meets another.
///
/// # Panics
/// If two do: generated code asks only where it knows.
#[inline(always)]
#[must_use]
pub fn apart<T, const N: usize>(
    whole: Option<&mut [T]>,
    parts: [Part; N],
) -> [Option<&mut [T]>; N] {
    let parts = Parts::of(parts);
    assert!(
        (0..N).all(|at| parts.lends(at)),
        "parts of a gradient overlap; please report this as a bug of `derive_grad`"
    );
    parts.split(whole)
}

/// The only element of a part.
#[inline(always)]
#[must_use]
pub fn element<T>(part: Option<&mut [T]>) -> Option<&mut T> {
    part.map(|part| &mut part[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split<const N: usize>(parts: [Part; N]) -> [Option<Vec<usize>>; N] {
        let mut whole = [0, 1, 2, 3, 4, 5];
        Parts::of(parts)
            .split(Some(&mut whole[..]))
            .map(|part| part.map(|part| part.to_vec()))
    }

    #[test]
    fn parts_in_any_order() {
        assert_eq!(
            split([
                Part::ALL.range(4..),
                Part::ALL.range(..2),
                Part::ALL.index(3)
            ]),
            [Some(vec![4, 5]), Some(vec![0, 1]), Some(vec![3])]
        );
    }

    #[test]
    fn parts_of_parts() {
        let tail = Part::ALL.range(1..);
        assert_eq!(
            split([
                tail.range(..2),
                tail.range(2..4).index(1),
                tail.range(2..4).range(..=0)
            ]),
            [Some(vec![1, 2]), Some(vec![4]), Some(vec![3])]
        );
    }

    #[test]
    fn the_later_of_two_that_meet_is_not_lent() {
        assert_eq!(
            split([
                Part::ALL.range(1..4),
                Part::ALL.range(3..5),
                Part::ALL.range(4..)
            ]),
            [Some(vec![1, 2, 3]), None, Some(vec![4, 5])]
        );
    }

    #[test]
    fn an_empty_part_meets_nothing() {
        let empty = Part::ALL.range(2..2);
        assert_eq!(
            split([Part::ALL, empty, empty]),
            [Some(vec![0, 1, 2, 3, 4, 5]), Some(vec![]), Some(vec![])]
        );
    }

    #[test]
    fn an_empty_part_before_one_that_holds_it() {
        assert_eq!(
            split([Part::ALL.range(3..3), Part::ALL.range(2..5)]),
            [Some(vec![]), Some(vec![2, 3, 4])]
        );
    }

    #[test]
    fn no_slice_no_parts() {
        let parts = [Part::ALL.range(..1), Part::ALL.range(1..)];
        assert_eq!(apart(None::<&mut [f64]>, parts), [None, None]);
    }
}
