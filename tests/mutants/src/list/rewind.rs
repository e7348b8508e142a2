//! Faults where memories are rewound. They are tried with all memories rewound that can be.

use crate::mutant::Mutant;

const REWIND: &str = "grad-macro/core/src/plan/rewind.rs";
const SWEEP: &str = "grad-macro/core/src/adjoint/sweep.rs";
const FORWARD: &str = "grad-macro/core/src/adjoint/forward.rs";
const RUNTIME: &str = "grad-runtime/src/rewind.rs";
const CODE: &str = "grad-macro/core/src/emit/code.rs";

const fn rewound(
    name: &'static str,
    file: &'static str,
    find: &'static str,
    replace: &'static str,
    fault: &'static str,
) -> Mutant {
    Mutant::new(name, file, find, replace, fault).rewinding()
}

pub(super) const LIST: &[Mutant] = &[
    rewound(
        "copied_into_rewound",
        REWIND,
        "Stmt::CopyInto(place, _, tokens) => {
                self.exclude_place(place);",
        "Stmt::CopyInto(place, _, tokens) => {
                let _ = place;",
        "a memory that is copied into is rewound, without that write",
    ),
    rewound(
        "filled_rewound",
        REWIND,
        "| Stmt::Sort(place, ..) => self.exclude_place(place),",
        "| Stmt::Sort(place, ..) => drop(place.clone()),",
        "a memory that is filled, rotated or sorted is rewound, without that write",
    ),
    rewound(
        "lent_rewound",
        REWIND,
        "                if *mutable {
                    self.exclude_place(place);
                }
",
        "                let _ = (place, mutable);
",
        "a memory that a call writes to is rewound, without these writes",
    ),
    rewound(
        "replaced_rewound",
        REWIND,
        "                self.exclude_place(place);
                if let Source::Init(init) = source {",
        "                if let Source::Init(init) = source {",
        "a memory that is written row by row, or grows, is rewound",
    ),
    rewound(
        "read_after_write",
        REWIND,
        "if last_exit(stmt).is_some() || self.writes(stmt, mem) {",
        "if last_exit(stmt).is_some() {",
        "a value is read again as the memory is after a write",
    ),
    rewound(
        "read_behind_exit",
        REWIND,
        "if last_exit(stmt).is_some() || self.writes(stmt, mem) {",
        "if self.writes(stmt, mem) {",
        "a value is noted behind an exit that may be taken before",
    ),
    rewound(
        "swap_not_a_write",
        REWIND,
        "Rearrange::Swap(i, j) => each(Some((&root, &[*i, *j])), depth),",
        "Rearrange::Swap(..) => {}",
        "a swap between a read and its use is not seen",
    ),
    rewound(
        "written_forgotten",
        REWIND,
        "found.written |= written;",
        "let _ = written;",
        "a memory that is written to is held to be only read: reads set no flags",
    ),
    rewound(
        "write_not_undone",
        SWEEP,
        "out.push(Stmt::UndoWrite(root));",
        "let _ = Stmt::UndoWrite(root);",
        "writes to a rewound memory are not undone",
    ),
    rewound(
        "row_swap_not_undone",
        SWEEP,
        "out.push(Stmt::UndoSwap(root, *i, *j, rows));",
        "let _ = Stmt::UndoSwap(root, *i, *j, rows);",
        "swaps in a rewound memory are not undone",
    ),
    rewound(
        "exchange_not_noted",
        FORWARD,
        "return Some(Stmt::SwapNotes(a.mem, b.mem));",
        "let _ = Stmt::SwapNotes(a.mem, b.mem);",
        "the notes of two memories that are exchanged stay where they are",
    ),
    rewound(
        "range_start_lost",
        CODE,
        "                start.extend(quote!(#lo +));
",
        "                let _ = lo;
",
        "what is noted through a range counts from the beginning of the memory",
    ),
    rewound(
        "flag_kept",
        RUNTIME,
        "            *flag = false;
",
        "",
        "content that nobody read is logged",
    )
    .equivalent("only memory: what is logged needlessly is undone all the same"),
    rewound(
        "log_number",
        RUNTIME,
        "self.log.push((self.writes, old));",
        "self.log.push((self.writes - 1, old));",
        "a logged write carries the number of the one before",
    ),
    rewound(
        "undone_early",
        RUNTIME,
        "&& number == self.writes",
        "&& number <= self.writes",
        "a logged write is undone with a later one",
    ),
    rewound(
        "flags_not_swapped",
        RUNTIME,
        "[(a, at_b), (b, at_a)]",
        "[(a, at_a), (b, at_b)]",
        "flags stay where they are when two elements are swapped",
    ),
    rewound(
        "row_flags_not_swapped",
        RUNTIME,
        "            flags.flat.swap(a * N + column, b * N + column);
",
        "            let _ = (column, a, b, &flags);
",
        "flags stay where they are when two rows of arrays are swapped",
    ),
    rewound(
        "vector_flags_not_swapped",
        RUNTIME,
        "        flags.rows.swap(a, b);
",
        "",
        "flags stay where they are when two rows of any length are swapped",
    ),
    rewound(
        "row_starts_not_swapped",
        RUNTIME,
        "            self.starts.swap(a, b);
",
        "            let _ = (a, b, &self.starts);
",
        "a swap of rows is not undone",
    ),
    rewound(
        "exchange_opens_one",
        RUNTIME,
        "            other.open(tape);
",
        "",
        "of two memories that are exchanged only one starts to note",
    ),
];
