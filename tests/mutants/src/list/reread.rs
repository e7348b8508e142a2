//! Faults in what is read again from arguments and settled buffers.

use crate::mutant::Mutant;

const SETTLED: &str = "grad-macro/core/src/plan/settled.rs";
const TOUCHED: &str = "grad-macro/core/src/ir/touched.rs";
const REREAD: &str = "grad-macro/core/src/plan/reread.rs";
const LENT: &str = "grad-macro/core/src/emit/lent.rs";
const WANTED: &str = "grad-macro/core/src/plan/wanted.rs";
const INDUCTIONS: &str = "grad-macro/core/src/inductions.rs";
const WINDOWS: &str = "grad-macro/core/src/emit/windows.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "settled_in_its_last_write",
        SETTLED,
        "                *from = at + 1;",
        "                *from = at;",
        "a buffer is read again from the statement on that writes to it last",
    ),
    Mutant::new(
        "settled_while_lent",
        TOUCHED,
        "CallArg::Place(place, ..) | CallArg::Shaped(place, ..) => see(place, Touch::Reshape),",
        "CallArg::Place(place, ..) | CallArg::Shaped(place, ..) => see(place, Touch::Read),",
        "what a callee writes to a buffer does not count",
    ),
    Mutant::new(
        "settled_while_it_grows",
        TOUCHED,
        "            see(place, Touch::Reshape);
            source_touches(source, see);",
        "            see(place, Touch::Read);
            source_touches(source, see);",
        "a buffer that grows is settled",
    ),
    Mutant::new(
        "locals_always_lent",
        REREAD,
        "if self.settled.get(&root.mem).is_some_and(|from| at >= *from) =>",
        "if self.settled.contains_key(&root.mem) =>",
        "a buffer is read again before it is settled",
    ),
    Mutant::new(
        "told_that_all_is_lent",
        LENT,
        "            None => quote!(#private::Keeps),",
        "            None => quote!(#private::Lends),",
        "a callee keeps nothing of arguments that its reverse half does not get",
    ),
    Mutant::new(
        "wanted_by_one_alone",
        WANTED,
        "    Some(a? | b?)",
        "    Some(a? & b?)",
        "a value is kept only if all that read it are asked for",
    ),
    Mutant::new(
        "counter_behind_its_change",
        INDUCTIONS,
        "            self.reads(stmt, number > at, &mut reads);",
        "            self.reads(stmt, false, &mut reads);",
        "an index behind the change of a counter is that of before",
    ),
    Mutant::new(
        "counter_that_is_skipped",
        INDUCTIONS,
        " || l.body.stmts[..at].iter().any(goes_on)",
        "",
        "a trip that goes on early counts all the same",
    ),
    Mutant::new(
        "kept_further_out_than_it_stays",
        REREAD,
        "            if reads(own) {
                return None;
            }
",
        "",
        "an element is kept once for trips in which it differs",
    ),
    Mutant::new(
        "any_order_for_what_is_written_again",
        WINDOWS,
        "self.window(sweep, &place.path).is_some()
                    && self.uses(l, place.mem) == 1
",
        "self.uses(l, place.mem) == 1
",
        "trips that write the same cell run forwards",
    ),
    Mutant::new(
        "any_order_for_what_is_handed_on",
        WINDOWS,
        "l.carried.iter().all(hands_on) && l.body",
        "l.body",
        "trips that change what they hand on run forwards",
    ),
];
