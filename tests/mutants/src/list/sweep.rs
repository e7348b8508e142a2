//! Faults in what a statement passes on: the sweep, its printing and its simplification.

use crate::mutant::Mutant;

const SWEEP: &str = "grad-macro/core/src/adjoint/sweep.rs";
const COTS: &str = "grad-macro/core/src/emit/cots.rs";
const SIMPLIFY: &str = "grad-macro/core/src/simplify/mod.rs";
const LEND: &str = "grad-macro/core/src/adjoint/lend.rs";
const PUBLIC: &str = "grad-macro/core/src/emit/public.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "assigns_cotangent",
        COTS,
        "self.body().val(val).ty);
        quote!(#cell += #value;)",
        "self.body().val(val).ty);
        quote!(#cell = #value;)",
        "a contribution replaces those before it",
    )
    .planted(),
    Mutant::new(
        "negated_contribution_added",
        COTS,
        "quote!(#cell -= #value;)",
        "quote!(#cell += #value;)",
        "a negated contribution is added where it is not the first",
    ),
    Mutant::new(
        "assigns_element",
        COTS,
        "quote!(#part += #value)",
        "quote!(#part = #value)",
        "what is read from a buffer replaces what the element received before",
    )
    .planted(),
    Mutant::new(
        "second_operand_dropped",
        SWEEP,
        "if let (Some(slope), true) = (slope, active[at]) {",
        "if let (Some(slope), true) = (slope, active[at] && at == 0) {",
        "only the first operand of an operation receives",
    ),
    Mutant::new(
        "forward_order",
        SWEEP,
        "in region.stmts.iter().enumerate().skip(start).rev() {",
        "in region.stmts.iter().enumerate().skip(start) {",
        "statements are swept in the order in which they ran",
    ),
    Mutant::new(
        "list_first_element",
        SWEEP,
        "self.elem(elem, &element(from, Step::Index(at)), out);",
        "self.elem(elem, &element(from, Step::Index(at / 2 * 2)), out);",
        "every other element of a literal receives its neighbour's cotangent",
    ),
    Mutant::new(
        "tuple_first_field",
        SWEEP,
        "path.push(u32::try_from(at).unwrap_or(0));
                    self.ret(part, path, out);",
        "path.push(u32::try_from(at / 2 * 2).unwrap_or(0));
                    self.ret(part, path, out);",
        "a part of the result takes its neighbour's seed",
    ),
    Mutant::new(
        "seed_ignored",
        COTS,
        "                    quote!(*#part)
                } else {",
        "                    quote!(1.0 + 0.0 * *#part)
                } else {",
        "the seed of a function that returns a float is taken to be 1",
    ),
    Mutant::new(
        "call_seed_ignored",
        SWEEP,
        "Bound::Val(v) if self.is_active(*v) => SeedArg::Val(*v),",
        "Bound::Val(v) if self.is_active(*v) && self.body.vals.len() < 8 => SeedArg::Val(*v),",
        "a call in all but the smallest functions gets a zero seed",
    ),
    Mutant::new(
        "argument_twice",
        SWEEP,
        "        for (val, from) in parts.after {
            out.push(Stmt::Accumulate(val, from));
        }
",
        "",
        "what is passed to a call a second time or inside of a tuple receives nothing for it",
    ),
    Mutant::new(
        "changed_before_call",
        SWEEP,
        "parts.after.push((*before, Cot::Of(*after)));",
        "",
        "what a variable held before a call got it by `&mut` receives nothing",
    ),
    Mutant::new(
        "aggregate_in_tuple",
        SWEEP,
        "out.push(Stmt::ScatterAll(place, from));",
        "let _ = (place, from);",
        "an array or vector that is passed inside of a tuple receives nothing",
    ),
    Mutant::new(
        "parameter_dropped",
        SWEEP,
        "for (val, param, path) in &self.body.inputs {
            if self.is_active(*val) {",
        "for (val, param, path) in &self.body.inputs {
            if self.is_active(*val) && path.len() < 2 {",
        "the fields of tuples in tuple parameters receive nothing",
    ),
    Mutant::new(
        "slot_assigned",
        COTS,
        "quote!(#slot.with(|#slot| *#slot += #cell);)",
        "quote!(#slot.with(|#slot| *#slot = #cell);)",
        "the buffer of a float parameter is overwritten, not added to",
    ),
    Mutant::new(
        "output_passed_and_kept",
        COTS,
        "#slot.with(|#slot| #cell = ::core::mem::replace(#slot, #zero));",
        "#slot.with(|#slot| #cell = *#slot);",
        "the cotangent of a `&mut` float is passed on and stays in the buffer as well",
    )
    .planted(),
    Mutant::new(
        "buffers_not_zeroed",
        PUBLIC,
        "#(#runtime::__private::Tangent::set_zero(#gradients);)*",
        "",
        "`_grad_into` and `_grad_with` add to their buffers",
    ),
    Mutant::new(
        "set_again",
        SIMPLIFY,
        "if zeroed.contains(&v) && !seen.contains(&v) => {",
        "if zeroed.contains(&v) => {",
        "every contribution defines the cotangent anew: those before it are dropped",
    ),
    Mutant::new(
        "copied_contribution_dropped",
        SIMPLIFY,
        "            other => {
                if !matches!(other, Stmt::Zero(_)) {",
        "            Stmt::Accumulate(v, Cot::Of(_)) if set.contains(&v) => {}
            other => {
                if !matches!(other, Stmt::Zero(_)) {",
        "a contribution that is another cotangent as it is counts for zero",
    )
    .planted(),
    Mutant::new(
        "branch_not_seen",
        SIMPLIFY,
        "Stmt::ReverseBranch(b) => b.arms.iter().flatten().for_each(|s| mentions(s, seen)),",
        "Stmt::ReverseBranch(_) => {}",
        "what a branch contributes is dropped by the definition behind it",
    ),
    Mutant::new(
        "loop_not_seen",
        SIMPLIFY,
        "            l.body.iter().for_each(|s| mentions(s, seen));
",
        "",
        "what a loop contributes is dropped by the definition behind it",
    ),
    Mutant::new(
        "call_not_seen",
        SIMPLIFY,
        "        if let SlotArg::Cell(v) = slot {
            seen.insert(*v);
        }
",
        "        let _ = matches!(slot, SlotArg::Cell(_));
",
        "what a call contributes is dropped by the definition behind it",
    ),
    Mutant::new(
        "write_not_seen",
        SIMPLIFY,
        " | Stmt::Take(_, Some(v), _) => {",
        " => {",
        "what a write to a buffer contributes is dropped by the definition behind it",
    ),
    Mutant::new(
        "unknown_indices_same",
        LEND,
        "a == b || x.is_some() && x == y",
        "a == b || x == y",
        "two elements with unknown indices that a call takes are held for one",
    ),
    Mutant::new(
        "neighbours_apart",
        LEND,
        ".is_some_and(|(a, b)| self.is_before(a, b) || self.is_before(b, a))",
        ".is_none_or(|(a, b)| self.is_before(a, b) || self.is_before(b, a))",
        "a range and a part of it that a call takes are held to be apart",
    ),
    Mutant::new(
        "spare_without_content",
        LEND,
        "filled: member.mutable,",
        "filled: false,",
        "what stands in for a part that a call writes to starts with zeros",
    ),
];
