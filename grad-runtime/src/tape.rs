//! The stack of words on which the forward half leaves what the reverse half takes back.

use core::any::Any;
use core::fmt;
use core::iter::Zip;
use core::slice;

use crate::contents::Contents;
use crate::free_list::{AnyList, Element, FreeList, other_list};
use crate::rewind::Records;
use crate::shaped::{NestedShape, NoteShape};
use crate::word::Word;

/// How many words fit into a tape that owns no memory on the heap.
const SMALL: usize = 64;

/// How many words are left free at least when memory grows.
const SPARE: usize = 256;

/// How many words are initialised at once.
const STEP: usize = 1 << 14;

/// Larger blocks are tried first: there may be no memory for them.
const HUGE: usize = 1 << 20;

/// The number of trips for which a block is too short.
pub const TOO_MANY: usize = usize::MAX;

/// Up to so many words memory grows four times, and twice from there.
const LARGE: usize = 1 << 12;

/// The memory of a reverse sweep: a stack of 64-bit words, last in, first out.
///
/// The forward half of a derivative pushes what its loops must keep, and the reverse half pops it
/// again, in opposite order. Every generated function makes a tape of its own, except the one whose
/// name ends in `_grad_with`, which takes yours. Keep one tape and hand it to every call: it never
/// gives memory back, so only a call that needs more than all calls before it allocates.
///
/// The first 64 words are part of the tape itself; a function without loops that keeps no more
/// allocates nothing even on a new tape.
///
/// A call that panics may leave words behind. The next call on the same tape starts afresh, so the
/// tape stays usable.
///
/// # Examples
///
/// ```
/// use grad_runtime::Tape;
///
/// let tape = Tape::new();
/// assert_eq!(tape.peak_words(), 0);
/// assert_eq!(tape.capacity_words(), 64);
/// ```
pub struct Tape {
    /// The stack while it is small. Dead once `heap` has been filled.
    small: [u64; SMALL],
    /// Empty, or the whole stack; all of it is initialised, up to its length.
    heap: Vec<u64>,
    /// The number of words on the stack, at most that of `self.words()`.
    len: usize,
    /// The most words that `mark_peak` saw since `begin`, those of `records` included.
    peak: usize,
    /// Vectors of `f64` that are free.
    floats: FreeList<f64>,
    /// What few functions need, once one did.
    rare: Option<Box<Rare>>,
}

/// What few functions need. A tape without it is short, and quickly handed on and dropped.
#[derive(Default)]
struct Rare {
    /// The shapes of nested vectors, as lists of lengths; each is used anew when it changes.
    shapes: Vec<Vec<usize>>,
    /// How many of `shapes` belong to the present call.
    noted: usize,
    /// The `FreeList<T>` of every `T` but `f64` that was asked for.
    others: Vec<Box<dyn AnyList>>,
    /// What belongs to memories that are rewound.
    records: Records,
    /// Contents of buffers that wait for the reverse half.
    contents: Contents,
}

impl Rare {
    /// Opens a top-level call.
    fn begin(&mut self) {
        self.noted = 0;
        self.records.begin();
        self.contents.release(0);
    }
}

impl Tape {
    /// Makes an empty tape, without allocating.
    ///
    /// # Examples
    ///
    /// ```
    /// let tape = grad_runtime::Tape::new();
    /// assert_eq!(tape.peak_words(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self {
            small: [0; SMALL],
            heap: Vec::new(),
            len: 0,
            peak: 0,
            floats: FreeList::new(),
            rare: None,
        }
    }

    /// The largest number of words that the last top-level call on this tape kept.
    ///
    /// This is what the reverse sweep costs in memory, in units of eight bytes. It is zero for a
    /// new tape and for a function that keeps everything in local variables.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(grad_runtime::Tape::new().peak_words(), 0);
    /// ```
    #[inline]
    #[must_use]
    pub fn peak_words(&self) -> usize {
        self.peak
    }

    /// The number of words that this tape can hold before it allocates again.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(grad_runtime::Tape::new().capacity_words(), 64);
    /// ```
    #[inline]
    #[must_use]
    pub fn capacity_words(&self) -> usize {
        if self.heap.is_empty() {
            SMALL
        } else {
            self.heap.capacity()
        }
    }
}

/// What generated code calls.
#[doc(hidden)]
impl Tape {
    /// Opens a top-level call: forgets the words that a call which panicked left, keeps the memory.
    #[inline]
    pub fn begin(&mut self) {
        self.len = 0;
        self.peak = 0;
        if let Some(rare) = &mut self.rare {
            rare.begin();
        }
    }

    #[inline]
    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_with(Box::default)
    }

    /// What belongs to memories that are rewound.
    #[inline]
    pub(crate) fn records(&mut self) -> &mut Records {
        &mut self.rare().records
    }

    /// Notes the shape of a nested vector; `known` is the number of its earlier note, or 0.
    pub fn note_shape<T: NoteShape + ?Sized>(&mut self, value: &T, known: u64) -> u64 {
        let rare = self.rare();
        let at = match usize::try_from(known) {
            Ok(known) if known > 0 => known - 1,
            _ => {
                rare.noted += 1;
                if rare.shapes.len() < rare.noted {
                    rare.shapes.push(Vec::new());
                }
                rare.noted - 1
            }
        };
        let mut lengths = std::mem::take(&mut rare.shapes[at]);
        lengths.clear();
        value.note_all(&mut |length| lengths.push(length));
        rare.shapes[at] = lengths;
        at as u64 + 1
    }

    /// Notes the length of one row, where rows have a length and nothing more.
    #[inline]
    pub fn note_row(&mut self, note: u64, row: usize, length: usize) {
        let noted = usize::try_from(note).unwrap_or(0);
        let shapes = &mut self.rare().shapes;
        let lengths = noted.checked_sub(1).and_then(|at| shapes.get_mut(at));
        if let Some(cell) = lengths.and_then(|lengths| lengths.get_mut(row + 1)) {
            *cell = length;
        }
    }

    /// Exchanges the lengths of two rows.
    #[inline]
    pub fn swap_rows(&mut self, note: u64, a: usize, b: usize) {
        let noted = usize::try_from(note).unwrap_or(0);
        let shapes = &mut self.rare().shapes;
        let lengths = noted.checked_sub(1).and_then(|at| shapes.get_mut(at));
        if let Some(lengths) = lengths
            && a.max(b) + 1 < lengths.len()
        {
            lengths.swap(a + 1, b + 1);
        }
    }

    /// The zero cotangent of a value whose shape was noted.
    #[must_use]
    pub fn zero_noted<T: NestedShape>(&mut self, note: u64) -> T {
        let noted = usize::try_from(note).unwrap_or(0);
        let Some(at) = noted.checked_sub(1) else {
            return T::zero_of(self, &mut std::iter::empty());
        };
        let lengths = std::mem::take(&mut self.rare().shapes[at]);
        let zero = T::zero_of(self, &mut lengths.iter().copied());
        self.rare().shapes[at] = lengths;
        zero
    }

    /// An empty vector, with memory if one was given back.
    ///
    /// Calls that take and give in nested order get the same memory when they are repeated.
    #[inline]
    #[must_use]
    pub fn take_vec<T: Element>(&mut self) -> Vec<T> {
        self.free_list().take()
    }

    /// A vector of so many zeros.
    #[inline]
    #[must_use]
    pub fn zeros<T: Element + Clone>(&mut self, zero: T, len: usize) -> Vec<T> {
        let mut zeros = self.take_vec();
        zeros.resize(len, zero);
        zeros
    }

    /// Keeps the memory of a vector for the next that is taken.
    #[inline]
    pub fn give_vec<T: Element>(&mut self, mut vec: Vec<T>) {
        vec.clear();
        self.free_list().give(vec);
    }

    #[inline]
    fn free_list<T: Element>(&mut self) -> &mut FreeList<T> {
        let floats: &mut dyn Any = &mut self.floats;
        match floats.downcast_mut() {
            Some(list) => list,
            None => other_list(&mut self.rare.get_or_insert_with(Box::default).others),
        }
    }

    /// Notes how much is kept now. Belongs between the halves, where the tape is longest.
    #[inline]
    pub fn mark_peak(&mut self) {
        let rare = self.rare.as_ref();
        let rare = rare.map_or(0, |r| r.records.size() + r.contents.size());
        self.peak = self.peak.max(self.len + rare);
    }

    /// Closes a top-level call: the reverse half must have taken back all that was kept.
    #[inline]
    pub fn finish(&mut self) {
        debug_assert!(
            self.mark() == (0, 0, 0),
            "the reverse half left words on the tape; please report this as a bug of `derive_grad`"
        );
    }

    /// How much is kept now.
    #[inline]
    #[must_use]
    pub fn mark(&self) -> (usize, usize, usize) {
        let rare = self.rare.as_ref();
        let (records, contents) = rare.map_or((0, 0), |r| (r.records.len(), r.contents.len()));
        (self.len, records, contents)
    }

    /// Forgets what was kept since: by a call that failed, of which nothing goes back.
    #[inline]
    pub fn release(&mut self, mark: (usize, usize, usize)) {
        self.len = mark.0;
        if let Some(rare) = &mut self.rare {
            rare.records.release(mark.1);
            rare.contents.release(mark.2);
        }
    }

    /// Keeps the content of a buffer, as a whole.
    #[inline]
    pub fn keep_content(&mut self, content: &[f64]) {
        self.rare().contents.keep(content);
    }

    /// Keeps the content of an array among the words.
    #[inline]
    pub fn keep_array<const N: usize>(&mut self, content: &[f64; N]) {
        self.push_frame(content.map(f64::to_bits));
    }

    /// Takes it back.
    #[inline]
    #[must_use]
    pub fn take_array<const N: usize>(&mut self) -> [f64; N] {
        self.pop_frame().map(f64::from_bits)
    }

    /// Takes back the content that was kept last.
    #[inline]
    #[must_use]
    pub fn take_content(&mut self) -> Vec<f64> {
        match &mut self.rare {
            Some(rare) => rare.contents.take(),
            None => underflow(),
        }
    }

    /// Keeps the memory of a content for the next.
    #[inline]
    pub fn give_content(&mut self, content: Vec<f64>) {
        self.rare().contents.give(content);
    }

    /// The number of words on the stack.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the stack holds no word.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts one word on the stack.
    #[inline]
    pub fn push(&mut self, word: u64) {
        let at = self.len;
        match self.words().get_mut(at) {
            Some(cell) => *cell = word,
            None => self.grow(1)[at] = word,
        }
        self.len = at + 1;
    }

    /// Takes the last word off the stack. Panics if there is none.
    #[inline]
    pub fn pop(&mut self) -> u64 {
        // Below zero this wraps to an index that no slice has: one check serves both ends.
        let at = self.len.wrapping_sub(1);
        let Some(&mut word) = self.words().get_mut(at) else {
            underflow()
        };
        self.len = at;
        word
    }

    /// Puts `K` words on the stack at once.
    #[inline]
    pub fn push_frame<const K: usize>(&mut self, frame: [u64; K]) {
        let at = self.len;
        match self.words()[at..].first_chunk_mut() {
            Some(cells) => *cells = frame,
            None => self.grow(K)[at..at + K].copy_from_slice(&frame),
        }
        self.len = at + K;
    }

    /// The same in a loop: on the heap, so that no trip asks where the stack is.
    #[inline]
    pub fn push_trip<const K: usize>(&mut self, frame: [u64; K]) {
        let at = self.len;
        match self.heap.get_mut(at..).and_then(<[u64]>::first_chunk_mut) {
            Some(cells) => *cells = frame,
            None => self.grow(K)[at..at + K].copy_from_slice(&frame),
        }
        self.len = at + K;
    }

    /// Takes the last `K` words off the stack at once. Panics if there are fewer.
    #[inline]
    pub fn pop_frame<const K: usize>(&mut self) -> [u64; K] {
        let at = self.len.wrapping_sub(K);
        let Some(&frame) = self.words().get(at..).and_then(|rest| rest.first_chunk()) else {
            underflow()
        };
        self.len = at;
        frame
    }

    /// Frames of `K` words for so many trips, to be written in their order; fewer where no memory has room.
    #[inline]
    pub fn block<const K: usize>(&mut self, trips: usize) -> &mut [[u64; K]] {
        self.cells(trips, K).as_chunks_mut().0
    }

    /// The words of so many trips, each of so many.
    #[inline]
    pub fn cells(&mut self, trips: usize, each: usize) -> &mut [u64] {
        let at = self.len;
        let mut more = trips.saturating_mul(each);
        if self.words().len() - at < more {
            more = self.grow_by_block(more, each);
        }
        self.len = at + more;
        &mut self.words()[at..at + more]
    }

    /// Puts the number of trips behind their block. Panics if that was too short for them.
    #[inline]
    pub fn push_trips(&mut self, trips: usize) {
        fitting(trips);
        self.push(trips as u64);
    }

    /// Keeps a part of a sequence as a whole.
    #[inline]
    pub fn push_column<F: Word>(&mut self, column: &[F]) {
        let cells = self.cells(column.len(), 1);
        if cells.len() < column.len() {
            overflow();
        }
        for (cell, float) in cells.iter_mut().zip(column) {
            *cell = float.to_word();
        }
    }

    /// Takes off what `block` put on. Panics if there is less.
    #[inline]
    pub fn take_block<const K: usize>(&mut self, trips: usize) -> &[[u64; K]] {
        self.take_cells(trips, K).as_chunks().0
    }

    /// Takes off what `cells` put on. Panics if there is less.
    #[inline]
    pub fn take_cells(&mut self, trips: usize, each: usize) -> &[u64] {
        let end = self.len;
        let Some(at) = trips
            .checked_mul(each)
            .and_then(|words| end.checked_sub(words))
        else {
            underflow()
        };
        self.len = at;
        &self.words()[at..end]
    }

    /// The memory in use, free cells included.
    ///
    /// The choice between the two places is the same at every call, and compiles to a select.
    #[inline]
    fn words(&mut self) -> &mut [u64] {
        if self.heap.is_empty() {
            &mut self.small
        } else {
            &mut self.heap
        }
    }

    /// Makes room for a block, and tells how many words: a loop whose trips no memory can hold may still
    /// panic in one of the first, as in the primal.
    #[cold]
    #[inline(never)]
    fn grow_by_block(&mut self, more: usize, each: usize) -> usize {
        let mut trial: Vec<u64> = Vec::new();
        let fits = more <= HUGE
            || more
                .checked_mul(2)
                .is_some_and(|twice| trial.try_reserve_exact(twice.max(self.len)).is_ok());
        drop(trial);
        let more = if fits { more } else { HUGE / each * each };
        if self.words().len() - self.len < more {
            self.grow(more);
        }
        more
    }

    /// Makes room for `more` words: twice the memory or more, and four times while there is little, which
    /// saves every second move.
    ///
    /// Much memory moves without a copy; it is initialised step by step, so that what stays unused is never
    /// touched. Little is copied into a new vector, which comes zeroed from the system.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, more: usize) -> &mut [u64] {
        let (held, needed) = (self.capacity_words(), self.len + more);
        let factor = if held < LARGE { 4 } else { 2 };
        let size = (needed + SPARE).max(factor * held);
        if needed <= self.heap.capacity() || size <= 2 * self.heap.capacity() {
            if needed > self.heap.capacity() {
                self.heap.reserve_exact(size - self.heap.len());
            }
            let initialised = (self.heap.len() + STEP).max(needed);
            self.heap.resize(initialised.min(self.heap.capacity()), 0);
            return &mut self.heap;
        }
        let mut heap = vec![0; size];
        let len = self.len;
        heap[..len].copy_from_slice(&self.words()[..len]);
        self.heap = heap;
        &mut self.heap
    }
}

/// Items beside the frames of their trips, for an iterator that knows how many it has; tells the number.
///
/// Items come first: they may panic, as they do in the primal, before anything is kept.
#[inline]
pub fn with_frames<'t, I: IntoIterator, const K: usize>(
    items: I,
    tape: &'t mut Tape,
    trips: &mut usize,
) -> Zip<I::IntoIter, slice::IterMut<'t, [u64; K]>> {
    let items = items.into_iter();
    let count = items.size_hint().0;
    let frames = tape.block(count);
    *trips = if frames.len() < count {
        TOO_MANY
    } else {
        count
    };
    items.zip(frames)
}

/// Panics if the block of so many trips was too short for them.
#[inline]
pub fn fitting(trips: usize) {
    if trips == TOO_MANY {
        overflow();
    }
}

#[cold]
#[inline(never)]
fn overflow() -> ! {
    panic!("a loop keeps more words than fit into memory")
}

#[cold]
#[inline(never)]
fn underflow() -> ! {
    panic!(
        "the reverse half took more words off the tape than the forward half kept; \
         please report this as a bug of `derive_grad`"
    )
}

/// The words; free vectors stay with the original.
impl Clone for Tape {
    fn clone(&self) -> Self {
        Self {
            small: self.small,
            heap: self.heap.clone(),
            len: self.len,
            peak: self.peak,
            floats: FreeList::new(),
            rare: self.rare.as_ref().map(|rare| {
                Box::new(Rare {
                    shapes: rare.shapes.clone(),
                    noted: rare.noted,
                    others: Vec::new(),
                    records: rare.records.clone(),
                    contents: rare.contents.clone(),
                })
            }),
        }
    }
}

impl Default for Tape {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

/// Sizes only: the words mean nothing to a reader.
impl fmt::Debug for Tape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tape")
            .field("len", &self.len)
            .field("peak_words", &self.peak)
            .field("capacity_words", &self.capacity_words())
            .finish_non_exhaustive()
    }
}
