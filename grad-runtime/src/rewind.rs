//! Memories that the reverse half rewinds: what was read from them is read again instead of kept.
//!
//! A loop nest reads the elements of a memory many times. The first reads are kept as words on the tape,
//! about half as many as there are elements; a call that reads no more pays nothing else. From then on reads
//! are only noted: the final content goes to the tape (it is *parked*), the reverse half takes it back and
//! undoes the writes on its way, so that it finds every element as it was. A write is logged only where
//! the old content was read since it was written; the others need not be undone. The log tells by their
//! numbers which writes these are.
use std::cmp::Reverse;
use std::marker::PhantomData;

use crate::Tape;
use crate::word::Word;

/// So many reads are kept at least: on small memories this is all.
const KEPT: usize = 512;

/// Whether a call still keeps what it reads.
#[derive(Clone, Debug)]
pub struct Reads {
    /// How many were kept.
    count: usize,
    /// How many floats all memories hold.
    floats: usize,
    /// How many reads are kept before the first loop that does not.
    limit: usize,
    /// Whether they are noted instead by now.
    again: bool,
}

/// The number of a write and what was there before.
type Logged = (u64, u64);

/// Whether a float was read since it was written.
#[derive(Clone, Default, Debug)]
pub struct Flags {
    flat: Vec<bool>,
    /// Where rows differ in length; what is missing was not.
    rows: Vec<Vec<bool>>,
}

/// The vectors of a memory; the tape pools them.
#[derive(Clone, Default, Debug)]
pub struct Record {
    flags: Flags,
    log: Vec<Logged>,
    /// How many writes there were.
    writes: u64,
    /// The content, row by row.
    words: Vec<u64>,
    /// Where each row starts, if there are rows.
    starts: Vec<usize>,
    /// The size of all this in words.
    size: usize,
    /// The number of this record in its tape.
    number: usize,
}

/// Records that wait for the reverse half, and those that wait for their next use.
#[derive(Clone, Debug, Default)]
#[allow(
    clippy::vec_box,
    reason = "records are handed on often, and a box is one word"
)]
pub(crate) struct Records {
    parked: Vec<Box<Record>>,
    spare: Vec<Box<Record>>,
    /// The size of the parked ones.
    size: usize,
    /// How many there are.
    count: usize,
}

impl Records {
    /// Opens a top-level call: forgets what a call that panicked left.
    ///
    /// The spare records are taken in the order in which they were made, so that a call like the last one
    /// finds each as long as it needs it.
    pub(crate) fn begin(&mut self) {
        while let Some(record) = self.parked.pop() {
            self.give_back(record);
        }
        self.size = 0;
        self.spare.sort_unstable_by_key(|r| Reverse(r.number));
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// How many are parked.
    pub(crate) fn len(&self) -> usize {
        self.parked.len()
    }

    /// Forgets all that were parked since there were so many.
    pub(crate) fn release(&mut self, count: usize) {
        while self.parked.len() > count
            && let Some(record) = self.parked.pop()
        {
            self.size -= record.size;
            self.give_back(record);
        }
    }

    fn take(&mut self) -> Box<Record> {
        self.spare.pop().unwrap_or_else(|| {
            self.count += 1;
            Box::new(Record {
                number: self.count,
                ..Record::default()
            })
        })
    }

    fn give_back(&mut self, mut record: Box<Record>) {
        record.log.clear();
        self.spare.push(record);
    }

    fn park(&mut self, record: Box<Record>) {
        self.size += record.size;
        self.parked.push(record);
    }

    fn unpark(&mut self) -> Box<Record> {
        let Some(record) = self.parked.pop() else {
            missing()
        };
        self.size -= record.size;
        record
    }
}

#[cold]
#[inline(never)]
fn missing() -> ! {
    panic!(
        "the reverse half rewinds a memory that the forward half did not park; \
         please report this as a bug of `derive_grad`"
    )
}

/// Row and column of an index; a memory of one dimension is one row.
#[inline(always)]
fn row_and_column<const D: usize>(at: [usize; D]) -> (usize, usize) {
    if D == 1 { (0, at[0]) } else { (at[0], at[1]) }
}

impl Reads {
    /// Nothing was read so far.
    #[inline]
    #[must_use]
    #[allow(clippy::new_without_default, reason = "only generated code makes one")]
    pub fn new() -> Self {
        Self {
            count: 0,
            floats: 0,
            limit: KEPT,
            again: false,
        }
    }

    /// Starts to note what happens to a memory.
    #[inline]
    #[must_use]
    pub fn note<M: Rewound + ?Sized>(&mut self, memory: &M) -> Notes<M::Layout> {
        let (rows, row) = memory.shape();
        self.floats += rows * row;
        self.limit = KEPT.max(self.floats / 2);
        Notes {
            flags: Flags::default(),
            log: Vec::new(),
            writes: 0,
            record: None,
            shape: (rows, row),
            layout: PhantomData,
        }
    }

    /// Whether the loop that is entered now notes what it reads instead of keeping it. With `--cfg
    /// grad_rewind_always`, for tests of the rewinding itself, every loop does.
    #[inline]
    #[must_use]
    pub fn again(&mut self) -> bool {
        self.again |= self.count >= self.limit || cfg!(grad_rewind_always);
        self.again
    }

    /// The word of a loop that is left: its number of trips and whether it noted its reads.
    #[inline]
    #[must_use]
    pub fn trips(&mut self, trips: usize, again: bool, reads: usize) -> u64 {
        if !again {
            self.count += trips * reads;
        }
        (trips as u64) << 1 | u64::from(again)
    }
}

/// The forward half of a memory.
#[derive(Clone, Debug)]
pub struct Notes<L> {
    flags: Flags,
    log: Vec<Logged>,
    writes: u64,
    /// There once a loop notes its reads.
    record: Option<Box<Record>>,
    /// How many rows, and how long the first is.
    shape: (usize, usize),
    layout: PhantomData<L>,
}

impl<L: Layout> Notes<L> {
    /// A loop is about to note its reads.
    #[inline]
    pub fn open(&mut self, tape: &mut Tape) {
        if self.record.is_none() {
            self.first(tape);
        }
    }

    #[cold]
    #[inline(never)]
    fn first(&mut self, tape: &mut Tape) {
        let mut record = tape.records().take();
        self.flags = std::mem::take(&mut record.flags);
        self.log = std::mem::take(&mut record.log);
        L::begin(&mut self.flags, self.shape);
        self.record = Some(record);
    }

    /// Two memories are exchanged, perhaps in a loop that notes what it reads from one of them.
    #[inline]
    pub fn exchange(&mut self, tape: &mut Tape, other: &mut Self) {
        if self.record.is_some() || other.record.is_some() {
            self.open(tape);
            other.open(tape);
        }
        std::mem::swap(self, other);
    }

    /// A float was read, and the reverse half will read it again.
    #[inline(always)]
    pub fn read<const D: usize>(&mut self, at: [usize; D]) {
        let (row, column) = row_and_column(at);
        L::set(&mut self.flags, row, column);
    }

    /// A float is about to be written over.
    #[inline(always)]
    pub fn write<const D: usize>(&mut self, at: [usize; D], old: u64) {
        self.writes += 1;
        let (row, column) = row_and_column(at);
        if let Some(flag) = L::flag(&mut self.flags, row, column)
            && *flag
        {
            *flag = false;
            self.log.push((self.writes, old));
        }
    }

    /// Two floats change places.
    #[inline]
    pub fn swap<const D: usize>(&mut self, a: [usize; D], b: [usize; D]) {
        if self.record.is_some() {
            let (a, b) = (row_and_column(a), row_and_column(b));
            let mut flag = |at: (usize, usize)| {
                L::flag(&mut self.flags, at.0, at.1).is_some_and(std::mem::take)
            };
            let (at_a, at_b) = (flag(a), flag(b));
            for ((row, column), set) in [(a, at_b), (b, at_a)] {
                if set {
                    L::set(&mut self.flags, row, column);
                }
            }
        }
    }

    /// Two rows change places.
    #[inline]
    pub fn swap_rows(&mut self, a: usize, b: usize) {
        if self.record.is_some() {
            L::swap_rows(&mut self.flags, a, b);
        }
    }

    /// The forward half is left: if anything was noted, what the memory holds now waits on the tape.
    #[inline]
    pub fn park<M: Rewound + ?Sized>(self, tape: &mut Tape, reads: &Reads, memory: &M) {
        tape.push(u64::from(reads.again));
        if reads.again {
            self.park_content(tape, memory);
        }
    }

    #[inline(never)]
    fn park_content<M: Rewound + ?Sized>(self, tape: &mut Tape, memory: &M) {
        let mut record = self.record.unwrap_or_else(|| tape.records().take());
        record.flags = self.flags;
        record.log = self.log;
        record.writes = self.writes;
        let Flags { flat, rows } = &mut record.flags;
        let flags = flat.len() + rows.iter().map(Vec::len).sum::<usize>();
        flat.clear();
        rows.iter_mut().for_each(Vec::clear);
        record.words.clear();
        record.starts.clear();
        memory.copy(&mut record.words, &mut record.starts);
        record.size =
            record.words.len() + record.starts.len() + 2 * record.log.len() + flags.div_ceil(8);
        tape.records().park(record);
    }
}

/// The reverse half of a memory: its content, as it was.
#[derive(Clone, Default, Debug)]
pub struct Content {
    words: Vec<u64>,
    starts: Vec<usize>,
    log: Vec<Logged>,
    /// How many writes are not undone yet.
    writes: u64,
    /// There if anything was parked.
    record: Option<Box<Record>>,
}

impl Content {
    /// Takes back what was parked last.
    #[inline]
    #[must_use]
    pub fn unpark(tape: &mut Tape) -> Self {
        let mut content = Self {
            words: Vec::new(),
            starts: Vec::new(),
            log: Vec::new(),
            writes: 0,
            record: None,
        };
        if tape.pop() == 1 {
            let mut record = tape.records().unpark();
            content.words = std::mem::take(&mut record.words);
            content.starts = std::mem::take(&mut record.starts);
            content.log = std::mem::take(&mut record.log);
            content.writes = record.writes;
            content.record = Some(record);
        }
        content
    }

    #[inline(always)]
    fn index<const D: usize>(&self, at: [usize; D]) -> usize {
        if D == 1 {
            at[0]
        } else {
            self.starts[at[0]] + at[1]
        }
    }

    /// What was read by a loop that noted it.
    #[inline(always)]
    #[must_use]
    pub fn at<const D: usize>(&self, at: [usize; D]) -> u64 {
        self.words[self.index(at)]
    }

    /// Undoes a write.
    #[inline(always)]
    pub fn undo<const D: usize>(&mut self, at: [usize; D]) {
        if let Some(&(number, old)) = self.log.last()
            && number == self.writes
        {
            self.log.pop();
            let index = self.index(at);
            self.words[index] = old;
        }
        self.writes = self.writes.wrapping_sub(1);
    }

    /// Undoes [`Notes::swap`].
    #[inline]
    pub fn swap<const D: usize>(&mut self, a: [usize; D], b: [usize; D]) {
        if self.record.is_some() {
            let (a, b) = (self.index(a), self.index(b));
            self.words.swap(a, b);
        }
    }

    /// Undoes [`Notes::swap_rows`].
    #[inline]
    pub fn swap_rows(&mut self, a: usize, b: usize) {
        if self.record.is_some() {
            self.starts.swap(a, b);
        }
    }

    /// The memory is not read any more.
    #[inline]
    pub fn close(self, tape: &mut Tape) {
        if let Some(mut record) = self.record {
            record.words = self.words;
            record.starts = self.starts;
            record.log = self.log;
            tape.records().give_back(record);
        }
    }
}

/// Where the flag of a float is.
pub trait Layout {
    /// Clears all flags of a memory of so many rows, the first of this length.
    fn begin(flags: &mut Flags, shape: (usize, usize));
    /// The flag, if there is one.
    fn flag(flags: &mut Flags, row: usize, column: usize) -> Option<&mut bool>;
    /// Sets the flag.
    fn set(flags: &mut Flags, row: usize, column: usize);
    /// Exchanges the flags of two rows.
    fn swap_rows(flags: &mut Flags, a: usize, b: usize);
}

/// One row.
#[derive(Clone, Debug)]
pub struct Line;

/// Rows of this length.
#[derive(Clone, Debug)]
pub struct Grid<const N: usize>;

/// Rows of any length, which is not known before.
#[derive(Clone, Debug)]
pub struct Rows;

impl Layout for Line {
    fn begin(flags: &mut Flags, (rows, row): (usize, usize)) {
        flags.flat.resize(rows * row, false);
    }
    #[inline(always)]
    fn flag(flags: &mut Flags, _: usize, column: usize) -> Option<&mut bool> {
        flags.flat.get_mut(column)
    }
    #[inline(always)]
    fn set(flags: &mut Flags, _: usize, column: usize) {
        flags.flat[column] = true;
    }
    fn swap_rows(_: &mut Flags, _: usize, _: usize) {}
}

impl<const N: usize> Layout for Grid<N> {
    fn begin(flags: &mut Flags, (rows, row): (usize, usize)) {
        flags.flat.resize(rows * row, false);
    }
    #[inline(always)]
    fn flag(flags: &mut Flags, row: usize, column: usize) -> Option<&mut bool> {
        flags.flat.get_mut(row * N + column)
    }
    #[inline(always)]
    fn set(flags: &mut Flags, row: usize, column: usize) {
        flags.flat[row * N + column] = true;
    }
    fn swap_rows(flags: &mut Flags, a: usize, b: usize) {
        for column in 0..N {
            flags.flat.swap(a * N + column, b * N + column);
        }
    }
}

impl Layout for Rows {
    fn begin(flags: &mut Flags, (rows, row): (usize, usize)) {
        flags.rows.resize_with(rows, Vec::new);
        for flags in &mut flags.rows {
            flags.resize(row, false);
        }
    }
    #[inline(always)]
    fn flag(flags: &mut Flags, row: usize, column: usize) -> Option<&mut bool> {
        flags.rows.get_mut(row)?.get_mut(column)
    }
    #[inline(always)]
    fn set(flags: &mut Flags, row: usize, column: usize) {
        match flags.rows.get_mut(row).and_then(|r| r.get_mut(column)) {
            Some(flag) => *flag = true,
            None => set_first(flags, row, column),
        }
    }
    fn swap_rows(flags: &mut Flags, a: usize, b: usize) {
        if flags.rows.len() <= a.max(b) {
            flags.rows.resize_with(a.max(b) + 1, Vec::new);
        }
        flags.rows.swap(a, b);
    }
}

/// Sets a flag in a row that is too short for it.
#[cold]
#[inline(never)]
fn set_first(flags: &mut Flags, row: usize, column: usize) {
    if flags.rows.len() <= row {
        flags.rows.resize_with(row + 1, Vec::new);
    }
    let row = &mut flags.rows[row];
    row.resize((column + 1).max(2 * row.len()), false);
    row[column] = true;
}

/// A memory that can be rewound: floats in one dimension or two.
pub trait Rewound {
    /// Where its flags are.
    type Layout: Layout;
    /// How many rows there are, and how long the first is.
    fn shape(&self) -> (usize, usize);
    /// Appends the floats, and where each row starts if there are rows.
    fn copy(&self, words: &mut Vec<u64>, starts: &mut Vec<usize>);
}

macro_rules! rewound {
    ($($float:ty)*) => {$(
        impl Rewound for [$float] {
            type Layout = Line;
            #[inline(always)]
            fn shape(&self) -> (usize, usize) {
                (1, self.len())
            }
            #[inline]
            fn copy(&self, words: &mut Vec<u64>, _: &mut Vec<usize>) {
                words.extend(self.iter().map(|x| x.to_word()));
            }
        }
        rewound_rows! {
            [const N: usize] [$float; N], $float, Grid<N>;
            [const N: usize] &[$float; N], $float, Grid<N>;
            [const N: usize] &mut [$float; N], $float, Grid<N>;
            [] Vec<$float>, $float, Rows;
            [] &Vec<$float>, $float, Rows;
            [] &mut Vec<$float>, $float, Rows;
            [] &[$float], $float, Rows;
            [] &mut [$float], $float, Rows;
        }
    )*};
}

macro_rules! rewound_rows {
    ($([$($params:tt)*] $row:ty, $float:ty, $layout:ty;)*) => {$(
        impl<$($params)*> Rewound for [$row] {
            type Layout = $layout;
            #[inline(always)]
            fn shape(&self) -> (usize, usize) {
                (self.len(), self.first().map_or(0, |row| row.len()))
            }
            #[inline]
            fn copy(&self, words: &mut Vec<u64>, starts: &mut Vec<usize>) {
                for row in self {
                    starts.push(words.len());
                    words.extend(row.iter().map(|x: &$float| x.to_word()));
                }
            }
        }
    )*};
}
rewound!(f64 f32);

#[cfg(test)]
mod tests {
    use super::*;

    /// A call that notes by now.
    fn noting() -> Reads {
        let mut reads = Reads::new();
        let _ = reads.trips(1000, false, 1);
        assert!(reads.again());
        reads
    }

    /// The second write is undone although a third to the same place was not logged.
    #[test]
    fn writes_undo_their_own() {
        let (mut tape, mut reads, mut a) = (Tape::new(), noting(), [1.0_f64, 2.0]);
        let mut notes = reads.note(&a[..]);
        notes.open(&mut tape);
        for (value, is_read) in [(3.0, true), (5.0, true), (7.0, false)] {
            if is_read {
                notes.read([0]);
            }
            notes.write([0], a[0].to_bits());
            a[0] = value;
        }
        notes.park(&mut tape, &reads, &a[..]);
        let mut content = Content::unpark(&mut tape);
        let mut found = Vec::new();
        for _ in 0..3 {
            content.undo([0]);
            found.push(f64::from_bits(content.at([0])));
        }
        assert_eq!(found[1..], [3.0, 1.0]);
        assert!(f64::from_bits(content.at([1])) == 2.0);
        content.close(&mut tape);
        tape.finish();
    }

    /// Flags move with what they belong to.
    #[test]
    fn swapped_rows_take_their_flags_along() {
        let (mut tape, mut reads) = (Tape::new(), noting());
        let mut a = [vec![1.0_f64], vec![2.0, 3.0]];
        let mut notes = reads.note(&a[..]);
        notes.open(&mut tape);
        notes.read([1, 1]);
        a.swap(0, 1);
        notes.swap_rows(0, 1);
        notes.write([0, 1], a[0][1].to_bits());
        a[0][1] = 4.0;
        notes.park(&mut tape, &reads, &a[..]);
        let mut content = Content::unpark(&mut tape);
        content.undo([0, 1]);
        content.swap_rows(0, 1);
        assert!(f64::from_bits(content.at([1, 1])) == 3.0);
        content.close(&mut tape);
        tape.finish();
    }

    /// The same where rows are arrays.
    #[test]
    fn swapped_arrays_take_their_flags_along() {
        let (mut tape, mut reads) = (Tape::new(), noting());
        let mut a = [[1.0_f64, 2.0], [3.0, 4.0]];
        let mut notes = reads.note(&a[..]);
        notes.open(&mut tape);
        notes.read([1, 1]);
        a.swap(0, 1);
        notes.swap_rows(0, 1);
        notes.write([0, 1], a[0][1].to_bits());
        a[0][1] = 5.0;
        notes.park(&mut tape, &reads, &a[..]);
        let mut content = Content::unpark(&mut tape);
        content.undo([0, 1]);
        content.swap_rows(0, 1);
        assert!(f64::from_bits(content.at([1, 1])) == 4.0);
        content.close(&mut tape);
        tape.finish();
    }
}
