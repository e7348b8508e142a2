//! Rewrites of a function to one that computes the same: each changes every place it can and counts them.

mod assign;
mod branch;
pub mod call;
mod exits;
mod loops;
mod names;
mod noise;
mod parts;
mod scope;
pub mod single;

use syn::ItemFn;

/// A rewrite, by the name of the module that its functions are written to.
#[derive(Clone, Copy)]
pub struct Rewrite {
    /// The name.
    pub name: &'static str,
    /// What becomes what.
    pub what: &'static str,
    /// Changes the function; returns at how many places.
    pub apply: fn(&mut ItemFn) -> usize,
}

/// All rewrites.
pub const ALL: &[Rewrite] = &[
    Rewrite {
        name: "renamed",
        what: "parameters and variables have the names of generated ones",
        apply: names::renamed,
    },
    Rewrite {
        name: "noise",
        what: "dead statements, some of them NaN, empty blocks",
        apply: noise::dead,
    },
    Rewrite {
        name: "wrapped",
        what: "`a + b` is `({ (a + b) })`",
        apply: noise::wrapped,
    },
    Rewrite {
        name: "parts",
        what: "`a + b` is `{ let l = a; let r = b; l + r }`",
        apply: parts::named,
    },
    Rewrite {
        name: "assigned",
        what: "`a += e` is `a = a + e`, `a = a + e` is `a += e`",
        apply: assign::compound,
    },
    Rewrite {
        name: "spread",
        what: "`(a, b) = (b, a)` by temporaries, `let (a, b) = (c, d)` by two `let`",
        apply: assign::spread,
    },
    Rewrite {
        name: "counted",
        what: "`for i in a..b` is `while` with a counter",
        apply: loops::counted,
    },
    Rewrite {
        name: "unrolled",
        what: "`for i in 0..3` is its body three times",
        apply: loops::unrolled,
    },
    Rewrite {
        name: "endless",
        what: "`while c` is `loop` with a `break`, `loop` with a `break` in front is `while`",
        apply: loops::endless,
    },
    Rewrite {
        name: "matched",
        what: "`if c` is `match c`",
        apply: branch::matched,
    },
    Rewrite {
        name: "negated",
        what: "`if c { a } else { b }` is `if !c { b } else { a }`",
        apply: branch::negated,
    },
    Rewrite {
        name: "early",
        what: "`if` and `match` at the end return from their branches",
        apply: exits::early,
    },
    Rewrite {
        name: "nested",
        what: "what follows an early return is its `else`",
        apply: exits::nested,
    },
    Rewrite {
        name: "paths",
        what: "`x.sin()` is `f64::sin(x)`, and the other way round",
        apply: call::paths,
    },
    Rewrite {
        name: "split",
        what: "the function calls its body, which is a function of its own",
        apply: call::split_marker,
    },
    Rewrite {
        name: "single",
        what: "`f64` is `f32`",
        apply: single::single,
    },
];

/// The rewrite of a name.
#[must_use]
pub fn named(name: &str) -> Option<Rewrite> {
    ALL.iter().copied().find(|r| r.name == name)
}
