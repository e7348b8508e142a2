//! Faults in what is read again from arguments and settled buffers.

use crate::mutant::Mutant;

const SETTLED: &str = "grad-macro/core/src/plan/settled.rs";
const REREAD: &str = "grad-macro/core/src/plan/reread.rs";
const LENT: &str = "grad-macro/core/src/emit/lent.rs";

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
        SETTLED,
        "        Stmt::Call(call) => lends(body, call, mem),
",
        "",
        "what a callee writes to a buffer does not count",
    ),
    Mutant::new(
        "settled_while_it_grows",
        SETTLED,
        "        | Stmt::Grow(place, ..)
",
        "",
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
        "        None => quote!(#runtime::__private::Keeps),
    });
    Some(lent.collect())",
        "        None => quote!(#runtime::__private::Lends),
    });
    Some(lent.collect())",
        "a callee keeps nothing of arguments that its reverse half does not get",
    ),
];
