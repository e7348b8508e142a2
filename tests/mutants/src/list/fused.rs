//! Loops that run forward and back in one, what is computed again, and what is carried in locals.

use crate::mutant::Mutant;

const FUSE: &str = "grad-macro/core/src/adjoint/sweep/fuse.rs";
const FUSED: &str = "grad-macro/core/src/emit/fused.rs";
const CARRIES: &str = "grad-macro/core/src/emit/carries.rs";
const RECOMPUTE: &str = "grad-macro/core/src/plan/recompute.rs";
const STEADY: &str = "grad-macro/core/src/lower/steady.rs";
const ITER: &str = "grad-macro/core/src/lower/iter.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "any_difference_is_a_sum",
        FUSE,
        "Def::Difference(args[0])",
        "Def::Difference(args[1])",
        "what a sum is taken away from counts as the sum",
    ),
    Mutant::new(
        "read_sums_are_fused",
        FUSE,
        "chains.uses.iter().all(as_expected).then_some(outs)",
        "chains.uses.iter().any(as_expected).then_some(outs)",
        "a sum that a trip reads is taken for one that it only adds to",
    ),
    Mutant::new(
        "written_memory_is_fused",
        FUSE,
        "reads &= touch == Touch::Read && !behind.written.contains(&mem);",
        "reads &= !behind.written.contains(&mem);",
        "a loop that writes to older memory is fused",
    ),
    Mutant::new(
        "memory_written_behind_is_fused",
        FUSE,
        "reads &= touch == Touch::Read && !behind.written.contains(&mem);",
        "reads &= touch == Touch::Read;",
        "a loop is fused that reads what is written over behind it",
    ),
    Mutant::new(
        "fused_in_front_of_fused",
        FUSE,
        "if !wanted.is_disjoint(&behind.fused) {",
        "if false {",
        "a loop is fused whose sum a fused loop behind it reads",
    ),
    Mutant::new(
        "own_results_are_known",
        FUSE,
        "behind.add(sweep, stmt);
            let seed",
        "let seed",
        "the sum of a loop is read in front of it",
    ),
    Mutant::new(
        "last_trip_goes_on",
        FUSED,
        "Some(quote!(if #last { break; })),",
        "None,",
        "a fused loop is not left",
    ),
    Mutant::new(
        "carry_dropped",
        CARRIES,
        "quote!(if #trips > 0 { #(#added)* })",
        "quote!(if #trips > 1 { #(#added)* })",
        "a loop of one trip loses what it carried",
    ),
    Mutant::new(
        "carry_not_renewed",
        CARRIES,
        "let (to, from) = (&group.cells, &group.cells[1..]);",
        "let (to, from) = (&group.cells, &group.cells[..group.cells.len() - 1]);",
        "what is carried stays where it is from trip to trip",
    ),
    Mutant::new(
        "carry_of_the_wrong_neighbour",
        CARRIES,
        "(syn::BinOp::Sub(_), None, Some(n)) => (named(&b.left)?, -n),",
        "(syn::BinOp::Sub(_), None, Some(n)) => (named(&b.left)?, n),",
        "the element in front counts as the one behind",
    ),
    Mutant::new(
        "rewound_operands",
        RECOMPUTE,
        "let there = if (known.rewound)(val) {",
        "let there = if (known.rewound)(val) && depth > 99 {",
        "values are computed from others that are not there yet",
    ),
    Mutant::new(
        "any_name_is_fixed",
        STEADY,
        "shared && sequence && !self.rebound.0.contains(&name.to_string())",
        "shared && sequence",
        "a name that is bound again means the parameter",
    ),
    Mutant::new(
        "too_many_trips",
        ITER,
        "known(lo) && known(hi) || constant(lo).is_none() || constant(hi).is_none()",
        "true",
        "the ends of a range of other integers are taken for sizes",
    ),
];
