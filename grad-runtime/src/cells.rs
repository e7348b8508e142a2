//! Blocks of tape for loops whose trips keep several frames, some of which are there or not as the caller lends.
//!
//! How many words a trip keeps is then no constant of the loop, but of each of its instances.
use core::iter::Zip;
use core::slice::{ChunksExact, ChunksExactMut};

use crate::tape::{TOO_MANY, Tape};

/// Items beside the memory of their trips, of so many words each, for an iterator that knows how many it has; tells
/// the number.
#[inline(always)]
pub fn with_cells<'t, I: IntoIterator>(
    items: I,
    width: usize,
    tape: &'t mut Tape,
    trips: &mut usize,
) -> Zip<I::IntoIter, ChunksExactMut<'t, u64>> {
    let (items, cells) = beside_cells(items, width, tape, trips);
    items.zip(cells)
}

/// The same in two parts, where there may be no words.
#[inline(always)]
pub fn beside_cells<'t, I: IntoIterator>(
    items: I,
    width: usize,
    tape: &'t mut Tape,
    trips: &mut usize,
) -> (I::IntoIter, ChunksExactMut<'t, u64>) {
    let items = items.into_iter();
    let count = items.size_hint().0;
    *trips = count;
    if width == 0 {
        let none: &mut [u64] = &mut [];
        return (items, none.chunks_exact_mut(1));
    }
    let cells = tape.cells(count, width).chunks_exact_mut(width);
    if cells.len() < count {
        *trips = TOO_MANY;
    }
    (items, cells)
}

/// The memory of the trips of such a loop, as it was kept. Panics if there is less.
#[inline(always)]
pub fn take_cells(tape: &mut Tape, trips: usize, width: usize) -> ChunksExact<'_, u64> {
    cells_of(tape.take_cells(trips, width), width)
}

/// The memory of trips, of so many words each.
#[inline(always)]
pub fn cells_of(words: &[u64], width: usize) -> ChunksExact<'_, u64> {
    if width == 0 {
        let none: &[u64] = &[];
        return none.chunks_exact(1);
    }
    words.chunks_exact(width)
}

/// Puts a frame into the memory of a trip; gives what is left of it.
#[inline(always)]
pub fn put_frame<const K: usize>(cell: &mut [u64], frame: [u64; K]) -> &mut [u64] {
    let Some((to, rest)) = cell.split_first_chunk_mut() else {
        return &mut [];
    };
    *to = frame;
    rest
}

/// Takes a frame out of it.
#[inline(always)]
#[must_use]
pub fn take_frame<const K: usize>(cell: &mut &[u64]) -> [u64; K] {
    let Some((frame, rest)) = cell.split_first_chunk() else {
        return [0; K];
    };
    *cell = rest;
    *frame
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They lie as those of a loop that puts down its frames trip by trip.
    #[test]
    fn cells_are_frames() {
        let (mut tape, mut trips) = (Tape::new(), 0);
        let items = with_cells(0..50_u64, 3, &mut tape, &mut trips);
        for (i, mut cell) in items {
            cell = put_frame(cell, [i]);
            cell = put_frame(cell, [i + 1, i + 2]);
            assert!(cell.is_empty());
        }
        assert_eq!((trips, tape.len()), (50, 150));
        for i in (40..50).rev() {
            assert_eq!(tape.pop_frame(), [i + 1, i + 2]);
            assert_eq!(tape.pop_frame(), [i]);
        }
        for (i, mut cell) in take_cells(&mut tape, 40, 3).enumerate().rev() {
            assert_eq!(take_frame(&mut cell), [i as u64]);
            assert_eq!(take_frame(&mut cell), [i as u64 + 1, i as u64 + 2]);
        }
        tape.finish();
    }

    /// Where nothing is kept there are trips all the same.
    #[test]
    fn no_words() {
        let (mut tape, mut trips) = (Tape::new(), 0);
        let (items, cells) = beside_cells(0..5, 0, &mut tape, &mut trips);
        assert_eq!((items.len(), cells.len(), trips), (5, 0, 5));
        assert_eq!(take_cells(&mut tape, 5, 0).len(), 0);
        tape.finish();
    }

    #[test]
    #[should_panic(expected = "more words off the tape than the forward half kept")]
    fn too_few_words() {
        let _ = take_cells(&mut Tape::new(), 2, 3);
    }
}
