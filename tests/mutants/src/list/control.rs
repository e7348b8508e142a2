//! Faults in branches, loops and exits.

use crate::mutant::Mutant;

const SWEEP: &str = "grad-macro/core/src/adjoint/sweep.rs";
const FORWARD: &str = "grad-macro/core/src/adjoint/forward.rs";
const COTS: &str = "grad-macro/core/src/emit/cots.rs";
const CODE: &str = "grad-macro/core/src/emit/code.rs";
const EXITS: &str = "grad-macro/core/src/lower/exits.rs";
const CONTROL: &str = "grad-macro/core/src/lower/control.rs";
const BLOCKS: &str = "grad-macro/core/src/emit/blocks.rs";
const ITER: &str = "grad-macro/core/src/lower/iter.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "later_arms_dropped",
        SWEEP,
        "            arms.push(inside);",
        "            arms.push(if arms.is_empty() { inside } else { Vec::new() });",
        "only the first arm of a branch is swept",
    )
    .planted(),
    Mutant::new(
        "other_arm",
        COTS,
        "quote!(if #word == 0 { #then } else { #other })",
        "quote!(if #word != 0 { #then } else { #other })",
        "the arm that did not run is swept",
    )
    .planted(),
    Mutant::new(
        "else_alone_dropped",
        COTS,
        "quote!(if #word != 0 { #other })",
        "quote!(if #word > 1 { #other })",
        "an `else` is not swept where the `if` has nothing to sweep",
    ),
    Mutant::new(
        "arm_number_lost",
        FORWARD,
        "if let (Some(slot), true) = (tag, number > 0) {",
        "if let (Some(slot), true) = (tag, number > 1) {",
        "the second arm is recorded as the first",
    ),
    Mutant::new(
        "first_result_dropped",
        SWEEP,
        "for (val, result) in vals.iter().zip(results) {",
        "for (val, result) in vals.iter().zip(results).skip(1) {",
        "the first variable that a branch changes is not passed to its arms",
    ),
    Mutant::new(
        "first_carried_dropped",
        SWEEP,
        "for (val, to) in exit.carried.iter().zip(outs) {",
        "for (val, to) in exit.carried.iter().zip(outs).skip(1) {",
        "the first variable that a loop carries receives nothing inside",
    ),
    Mutant::new(
        "loop_start_dropped",
        SWEEP,
        "                && self.is_active(c.out)
            {",
        "                && self.is_active(c.out)
                && l.carried.len() > 1
            {",
        "what a loop with one variable begins with receives nothing",
    ),
    Mutant::new(
        "trip_adds_up",
        COTS,
        "quote!(#out = #head;)",
        "quote!(#out += #head;)",
        "a carried cotangent is added to that of the trip before",
    )
    .planted(),
    Mutant::new(
        "trips_forwards",
        COTS,
        "let back = (!forwards).then(",
        "let back = false.then(",
        "the counter of a loop runs forwards in the sweep",
    )
    .planted(),
    Mutant::new(
        "block_of_a_loop_left_early",
        BLOCKS,
        "        && l.body.runs_through()
",
        "",
        "a loop that is left early keeps as many frames as it might have had trips",
    ),
    Mutant::new(
        "counter_without_start",
        COTS,
        "quote!(let #name: usize = #lo + #trip;)",
        "quote!(let #name: usize = 0 * #lo + #trip;)",
        "the counter of a loop starts at 0 in the sweep",
    ),
    Mutant::new(
        "counter_down_by_one",
        COTS,
        "quote!(let #name: usize = #hi - 1 - #trip;)",
        "quote!(let #name: usize = (#hi - #trip) % #hi;)",
        "the counter of a reversed range is one too large",
    ),
    Mutant::new(
        "reversed_range_up",
        ITER,
        "                Counter::Down(hi),",
        "                Counter::Up(hi),",
        "a reversed range is taken to count upwards from its end",
    ),
    Mutant::new(
        "exit_not_guarded",
        SWEEP,
        "Some(slot) => out.push(Stmt::Beyond(scope, slot, code, behind)),",
        "Some(slot) => out.extend(std::iter::once(Stmt::Beyond(scope, slot, code, Vec::new())).chain(behind)),",
        "what stands behind an exit is swept although control left before",
    ),
    Mutant::new(
        "exit_guard_too_strict",
        COTS,
        "quote!(if #word > #code { #inside })",
        "quote!(if #word > #code + 1 { #inside })",
        "what stands in front of the exit that was taken is not swept",
    ),
    Mutant::new(
        "exit_code_lost",
        FORWARD,
        "&& exit.code > 0",
        "&& exit.code > 1",
        "the second exit is recorded as the first",
    ),
    Mutant::new(
        "broken_trip_not_recorded",
        CODE,
        "ExitKind::Break | ExitKind::Return => quote!(break;),",
        "ExitKind::Break | ExitKind::Return => return quote!(#moved break;),",
        "the trip that leaves a loop is not recorded",
    ),
    Mutant::new(
        "outward_exits_share_code",
        EXITS,
        "let code = outward.len() + 1;",
        "let code = 1;",
        "all exits of a loop to scopes further out lead to the first",
    ),
    Mutant::new(
        "compound_not_assigned",
        CONTROL,
        "            | BinOp::MulAssign(_)\n",
        "",
        "a loop or branch does not see that `*=` changes a variable: it keeps a stale value",
    ),
    Mutant::new(
        "carried_one_by_one",
        CODE,
        "_ => quote!((#(#targets),*) = (#(#values),*);),",
        "_ => quote!(#(#targets = #values;)*),",
        "carried variables are assigned one after the other",
    )
    .equivalent(
        "what is assigned are values that have names of their own, never a carried variable",
    ),
];
