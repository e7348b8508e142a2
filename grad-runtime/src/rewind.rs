//! Memories that the reverse half rewinds: what was read from them is read again instead of kept.
//!
//! A loop nest reads the elements of a memory many times. The first reads are kept as words on the tape,
//! about half as many as the memory has elements; whoever reads no more pays nothing else. Later reads
//! are only noted: the content that is final goes to the tape (*parked*), the reverse half takes it back
//! and undoes the writes on its way, so that it finds every element as it was. A write whose old content
//! was read since it was written is logged with its number; all others need not be undone.
use std::cmp::Reverse;

use crate::Tape;
use crate::word::Word;

/// So many reads are kept at least: on small memories this is all.
const KEPT: usize = 128;

/// What belongs to one memory during one call, and in which state it is.
#[derive(Clone, Default, Debug)]
pub struct Rewind {
    /// How many reads were noted.
    reads: usize,
    /// How many of these are kept as words.
    kept: usize,
    /// How many writes were noted.
    writes: u64,
    /// How long a row is, roughly.
    row: usize,
    record: Record,
}

/// The vectors of a memory; the tape pools them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Record {
    /// Whether an element was read since it was written, row by row; what is missing was not.
    flags: Vec<Vec<bool>>,
    /// The number of a write and the word it wrote over.
    log: Vec<(u64, u64)>,
    /// The content, row by row.
    words: Vec<u64>,
    /// Where each row starts; empty if there is one.
    starts: Vec<usize>,
    kept: usize,
    writes: u64,
    /// The size of all this in words.
    size: usize,
    /// The number of this record in its tape.
    number: usize,
}

/// Records that wait for the reverse half, and those that wait for their next use.
#[derive(Clone, Default, Debug)]
pub(crate) struct Records {
    parked: Vec<Record>,
    spare: Vec<Record>,
    /// The size of the parked ones.
    size: usize,
    /// How many there are.
    count: usize,
}

impl Records {
    pub(crate) const fn new() -> Self {
        Self {
            parked: Vec::new(),
            spare: Vec::new(),
            size: 0,
            count: 0,
        }
    }

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

    pub(crate) fn is_empty(&self) -> bool {
        self.parked.is_empty()
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    fn take(&mut self) -> Record {
        self.spare.pop().unwrap_or_else(|| {
            self.count += 1;
            Record {
                number: self.count,
                ..Record::default()
            }
        })
    }

    fn give_back(&mut self, mut record: Record) {
        record.log.clear();
        self.spare.push(record);
    }

    fn park(&mut self, record: Record) {
        self.size += record.size;
        self.parked.push(record);
    }

    fn unpark(&mut self) -> Record {
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

impl Record {
    #[inline(always)]
    fn word(&mut self, (row, column): (usize, usize), one_row: bool) -> &mut u64 {
        let start = if one_row { 0 } else { self.starts[row] };
        &mut self.words[start + column]
    }

    fn flag(&self, (row, column): (usize, usize)) -> bool {
        let flag = self.flags.get(row).and_then(|row| row.get(column));
        flag.copied().unwrap_or(false)
    }

    fn set_flag(&mut self, (row, column): (usize, usize), flag: bool) {
        if let Some(known) = self.flags.get_mut(row).and_then(|r| r.get_mut(column)) {
            *known = flag;
        } else if flag {
            self.grow((row, column), 0);
        }
    }

    /// Sets the first flag of its kind in a row that is too short for it.
    fn grow(&mut self, (row, column): (usize, usize), length: usize) {
        if self.flags.len() <= row {
            self.flags.resize_with(row + 1, Vec::new);
        }
        let flags = &mut self.flags[row];
        let length = length.max(column + 1).max(2 * flags.len());
        flags.resize(length, false);
        flags[column] = true;
    }
}

/// The forward half.
impl Rewind {
    /// Starts to note what happens to a memory.
    #[inline]
    #[must_use]
    pub fn of<M: Rewound + ?Sized>(memory: &M) -> Self {
        Self {
            kept: KEPT.max(memory.count() / 2),
            row: memory.row(),
            ..Self::default()
        }
    }

    /// An element was read, and the reverse half needs what was found there.
    #[inline(always)]
    pub fn read<const D: usize>(&mut self, tape: &mut Tape, at: [usize; D], word: u64) {
        if self.reads < self.kept {
            tape.push(word);
        } else {
            let (row, column) = row_and_column(at);
            let flags = self.record.flags.get_mut(row);
            match flags.and_then(|row| row.get_mut(column)) {
                Some(flag) => *flag = true,
                None => self.first(tape, (row, column)),
            }
        }
        self.reads += 1;
    }

    /// The same of a memory that is never written to.
    #[inline(always)]
    pub fn read_fixed(&mut self, tape: &mut Tape, word: u64) {
        if self.reads < self.kept {
            tape.push(word);
        }
        self.reads += 1;
    }

    #[cold]
    #[inline(never)]
    fn first(&mut self, tape: &mut Tape, at: (usize, usize)) {
        if self.record.flags.is_empty() {
            self.record = tape.records.take();
        }
        self.record.grow(at, self.row);
    }

    /// An element is about to be written over.
    #[inline(always)]
    pub fn write<const D: usize>(&mut self, at: [usize; D], old: u64) {
        self.writes += 1;
        let (row, column) = row_and_column(at);
        let flags = self.record.flags.get_mut(row);
        if let Some(flag) = flags.and_then(|row| row.get_mut(column))
            && *flag
        {
            *flag = false;
            self.record.log.push((self.writes, old));
        }
    }

    /// Two elements change places.
    #[inline]
    pub fn swap<const D: usize>(&mut self, a: [usize; D], b: [usize; D]) {
        let (a, b) = (row_and_column(a), row_and_column(b));
        let (at_a, at_b) = (self.record.flag(a), self.record.flag(b));
        if at_a != at_b {
            self.record.set_flag(a, at_b);
            self.record.set_flag(b, at_a);
        }
    }

    /// Two rows change places.
    #[inline]
    pub fn swap_rows(&mut self, a: usize, b: usize) {
        let flags = &mut self.record.flags;
        if !flags.is_empty() {
            if flags.len() <= a.max(b) {
                flags.resize_with(a.max(b) + 1, Vec::new);
            }
            flags.swap(a, b);
        }
    }

    /// The forward half is left: what the memory holds now waits on the tape for the reverse half.
    #[inline]
    pub fn park<M: Rewound + ?Sized>(self, tape: &mut Tape, memory: &M) {
        let again = self.reads > self.kept;
        tape.push((self.reads as u64) << 1 | u64::from(again));
        if again {
            self.park_content(tape, memory);
        }
    }

    #[inline(never)]
    fn park_content<M: Rewound + ?Sized>(self, tape: &mut Tape, memory: &M) {
        let mut record = self.record;
        if record.flags.is_empty() {
            record = tape.records.take();
        }
        let flags: usize = record.flags.iter().map(Vec::len).sum();
        record.flags.iter_mut().for_each(Vec::clear);
        record.words.clear();
        record.starts.clear();
        memory.copy(&mut record.words, &mut record.starts);
        record.kept = self.kept;
        record.writes = self.writes;
        record.size =
            record.words.len() + record.starts.len() + 2 * record.log.len() + flags.div_ceil(8);
        tape.records.park(record);
    }
}

/// The reverse half.
impl Rewind {
    /// Takes back what was parked last.
    #[inline]
    #[must_use]
    pub fn unpark(tape: &mut Tape) -> Self {
        let word = tape.pop();
        let again = word & 1 == 1;
        let record = if again {
            tape.records.unpark()
        } else {
            Record::default()
        };
        Self {
            reads: usize::from_word(word >> 1),
            kept: if again { record.kept } else { usize::MAX },
            writes: record.writes,
            row: 0,
            record,
        }
    }

    /// What [`Rewind::read`] found.
    #[inline(always)]
    pub fn read_back<const D: usize>(&mut self, tape: &mut Tape, at: [usize; D]) -> u64 {
        self.reads = self.reads.wrapping_sub(1);
        if self.reads < self.kept {
            tape.pop()
        } else {
            *self.record.word(row_and_column(at), D == 1)
        }
    }

    /// Undoes a write.
    #[inline(always)]
    pub fn undo<const D: usize>(&mut self, at: [usize; D]) {
        if let Some(&(number, old)) = self.record.log.last()
            && number == self.writes
        {
            self.record.log.pop();
            *self.record.word(row_and_column(at), D == 1) = old;
        }
        self.writes = self.writes.wrapping_sub(1);
    }

    /// Undoes [`Rewind::swap`].
    #[inline]
    pub fn swap_back<const D: usize>(&mut self, a: [usize; D], b: [usize; D]) {
        if !self.record.words.is_empty() {
            let at_a = *self.record.word(row_and_column(a), D == 1);
            let at_b = std::mem::replace(self.record.word(row_and_column(b), D == 1), at_a);
            *self.record.word(row_and_column(a), D == 1) = at_b;
        }
    }

    /// Undoes [`Rewind::swap_rows`].
    #[inline]
    pub fn swap_rows_back(&mut self, a: usize, b: usize) {
        if !self.record.words.is_empty() {
            self.record.starts.swap(a, b);
        }
    }

    /// The memory is not read any more.
    #[inline]
    pub fn close(self, tape: &mut Tape) {
        if self.kept != usize::MAX {
            tape.records.give_back(self.record);
        }
    }
}

/// A memory that can be rewound: floats in one dimension or two.
pub trait Rewound {
    /// How many floats there are, if all rows are as long as the first.
    fn count(&self) -> usize;
    /// How long the first row is.
    fn row(&self) -> usize;
    /// Appends the floats, and where each row starts if there are rows.
    fn copy(&self, words: &mut Vec<u64>, starts: &mut Vec<usize>);
}

macro_rules! rewound {
    ($($float:ty)*) => {$(
        impl Rewound for [$float] {
            #[inline(always)]
            fn count(&self) -> usize {
                self.len()
            }
            #[inline(always)]
            fn row(&self) -> usize {
                self.len()
            }
            #[inline]
            fn copy(&self, words: &mut Vec<u64>, _: &mut Vec<usize>) {
                words.extend(self.iter().map(|x| x.to_word()));
            }
        }
        rewound_rows! {
            [const N: usize] [$float; N], $float;
            [] Vec<$float>, $float;
            [] Box<[$float]>, $float;
            [] &[$float], $float;
            [] &mut [$float], $float;
            [] &Vec<$float>, $float;
            [] &mut Vec<$float>, $float;
            [const N: usize] &[$float; N], $float;
            [const N: usize] &mut [$float; N], $float;
        }
    )*};
}

macro_rules! rewound_rows {
    ($([$($params:tt)*] $row:ty, $float:ty;)*) => {$(
        impl<$($params)*> Rewound for [$row] {
            #[inline(always)]
            fn count(&self) -> usize {
                self.len() * self.row()
            }
            #[inline(always)]
            fn row(&self) -> usize {
                self.first().map_or(0, |row| row.len())
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
