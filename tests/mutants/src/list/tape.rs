//! Faults in the tape, in what stands in for cotangents, and in their shapes.

use crate::mutant::Mutant;

const TAPE: &str = "grad-runtime/src/tape.rs";
const SPARE: &str = "grad-runtime/src/spare.rs";
const PARTS: &str = "grad-runtime/src/parts.rs";
const SHAPED: &str = "grad-runtime/src/shaped.rs";
const WORD: &str = "grad-macro/core/src/emit/code.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "frame_not_popped",
        TAPE,
        "        self.len = at;
        frame
",
        "        frame
",
        "a frame is read but not taken off the tape",
    ),
    Mutant::new(
        "frame_out_of_order",
        TAPE,
        "let at = self.len.wrapping_sub(K);",
        "let at = self.len.wrapping_sub(K).min(self.len / K.max(1) / 2 * K);",
        "frames are read from the middle of the tape",
    ),
    Mutant::new(
        "growth_loses_words",
        TAPE,
        "        heap[..len].copy_from_slice(&self.words()[..len]);
",
        "        let _ = len;
",
        "what was kept is lost when the tape grows",
    ),
    Mutant::new(
        "block_one_too_low",
        TAPE,
        "        &self.words()[at..end]",
        "        let shift = at.min(1);
        &self.words()[at - shift..end - shift]",
        "a block is read from one word below",
    ),
    Mutant::new(
        "vectors_not_cleared",
        TAPE,
        "        vec.clear();
        self.free_list().give(vec);",
        "        self.free_list().give(vec);",
        "a cotangent made from memory of the tape begins with what the last one held",
    ),
    Mutant::new(
        "row_note_shifted",
        TAPE,
        "lengths.get_mut(row + 1)",
        "lengths.get_mut(row)",
        "the length of a row is noted as that of the row before",
    ),
    Mutant::new(
        "row_swap_shifted",
        TAPE,
        "lengths.swap(a + 1, b + 1);",
        "lengths.swap(a, b);",
        "the lengths of the rows before are exchanged",
    ),
    Mutant::new(
        "shape_noted_once",
        TAPE,
        "        lengths.clear();
        value.note_all",
        "        if !lengths.is_empty() && known > 0 {
            self.shapes[at] = lengths;
            return known;
        }
        value.note_all",
        "the shape of a nested vector is noted only the first time",
    ),
    Mutant::new(
        "moved_content_stays",
        SPARE,
        "std::mem::take(self)",
        "*self",
        "a buffer that is written over as a whole keeps its cotangent",
    ),
    Mutant::new(
        "spare_lost",
        SPARE,
        "            part.accumulate(spare.borrow());
",
        "            let _ = part;
",
        "what a call adds to the spare of a part is lost",
    ),
    Mutant::new(
        "overlap_lent",
        PARTS,
        "self.start < other.end && other.start < self.end",
        "self.start == other.start && other.end == self.end",
        "parts that overlap are both lent",
    ),
    Mutant::new(
        "inclusive_end",
        PARTS,
        "Bound::Included(&last) => self.start + last + 1,",
        "Bound::Included(&last) => self.start + last,",
        "an element is a part of length 0",
    ),
    Mutant::new(
        "resized_by_one",
        SHAPED,
        "let sum = cotangent[len..].total_of();",
        "let sum = cotangent[len.saturating_sub(1)..].total_of();",
        "what is pushed to a vector receives the last element's cotangent as well",
    ),
    Mutant::new(
        "unsort_permuted",
        SHAPED,
        "        before[tape.pop() as usize] = sorted.clone();",
        "        let to = before.len() - 1 - tape.pop() as usize;
        before[to] = sorted.clone();",
        "a sort is undone by another permutation",
    ),
    Mutant::new(
        "f32_words_truncated",
        WORD,
        "Ty::F32 => quote!(f32::from_bits(#word as u32)),",
        "Ty::F32 => quote!(f32::from_bits(#word as u32 & 0xffff_0000)),",
        "an `f32` that is kept loses half of its digits",
    ),
];
