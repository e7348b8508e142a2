//! Faults in what is recorded.

use crate::mutant::Mutant;

const PLAN: &str = "grad-macro/core/src/plan/mod.rs";
const FORWARD: &str = "grad-macro/core/src/adjoint/forward.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "slots_shared",
        PLAN,
        "        *words - 1
",
        "        (*words - 1) / 2 * 2
",
        "two values are kept in one slot",
    )
    .planted(),
    Mutant::new(
        "branch_not_swept",
        PLAN,
        "                || b.arms
                    .iter()
                    .any(|a| is_region_swept(body, activity, &a.body))
",
        "",
        "a branch that yields nothing is not swept, whatever it writes",
    ),
    Mutant::new(
        "moving_trip_not_swept",
        PLAN,
        "|| matches!(&region.end, End::Exit(e) if e.carried.iter().any(|v| activity.is_active(*v)))",
        "",
        "a region that only hands on what it carries is not swept",
    ),
    Mutant::new(
        "carried_alone_not_swept",
        PLAN,
        "        .any(|c| activity.is_active(c.out) || activity.is_active(c.head))
        || l.results",
        "        .any(|c| activity.is_active(c.out) && l.carried.len() > 1)
        || l.results",
        "a loop is not swept for the only variable that it carries",
    ),
    Mutant::new(
        "branch_without_tag",
        PLAN,
        "            || b.arms
                .iter()
                .any(|a| is_region_swept(self.body, self.activity, &a.body));",
        "            || b.arms.is_empty();",
        "the arm that ran is not recorded where a branch yields nothing",
    ),
    Mutant::new(
        "two_exits_unrecorded",
        PLAN,
        "if self.body.exits[scope.0 as usize] > 1 {",
        "if self.body.exits[scope.0 as usize] > 2 {",
        "which of two exits was taken is not recorded",
    ),
    Mutant::new(
        "last_exit_first",
        PLAN,
        "b.arms.iter().filter_map(|a| last_exit_of(&a.body)).max(),",
        "b.arms.iter().filter_map(|a| last_exit_of(&a.body)).min(),",
        "behind a branch with several exits only the first is looked for",
    ),
    Mutant::new(
        "trip_start_not_kept",
        FORWARD,
        "l.body.stmts.splice(0..0, kept);",
        "drop(kept);",
        "what a trip begins with is not kept: the sweep reads zeros",
    )
    .planted(),
    Mutant::new(
        "loop_result_not_kept",
        FORWARD,
        "                for val in after {
                    self.keep(val, out);
                }
",
        "                drop(after);
",
        "what a loop leaves behind is not kept",
    ),
    Mutant::new(
        "branch_result_not_kept",
        FORWARD,
        "                for val in results {
                    self.keep(val, out);
                }
",
        "                drop(results);
",
        "what a branch yields is not kept",
    ),
    Mutant::new(
        "call_result_not_kept",
        FORWARD,
        "                for val in vals {
                    self.keep(val, out);
                }
",
        "                drop(vals);
",
        "what a call returns is not kept",
    ),
    Mutant::new(
        "parameter_not_kept",
        FORWARD,
        "forward.keep(*val, &mut kept);",
        "if body.inputs.len() < 3 {
            forward.keep(*val, &mut kept);
        }",
        "parameters are not kept where there are many",
    ),
    Mutant::new(
        "length_not_kept",
        FORWARD,
        "                for place in changed {
                    self.keep_len(&place, out);
                }
",
        "                drop(changed);
",
        "the last length of a vector is not kept",
    ),
    Mutant::new(
        "rows_of_call_not_kept",
        FORWARD,
        "                for place in lent {
                    self.keep_len(&place, out);
                }
",
        "                drop(lent);
",
        "the length of a vector is not kept after a call that may change it",
    ),
    Mutant::new(
        "sorted_rows_not_kept",
        FORWARD,
        "                if let Some(rows) = nested {
                    self.keep_len(&rows, out);
                }
",
        "                drop(nested);
",
        "the lengths of rows are not kept after they are sorted",
    ),
    Mutant::new(
        "row_lengths_not_exchanged",
        FORWARD,
        "                out.extend(noted);
            }",
        "                drop(noted);
            }",
        "the lengths of two rows that are exchanged are not",
    ),
];
