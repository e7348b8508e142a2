//! Faults in writes to buffers.

use crate::mutant::Mutant;

const SWEEP: &str = "grad-macro/core/src/adjoint/sweep.rs";
const COTS: &str = "grad-macro/core/src/emit/cots.rs";
const EXPR: &str = "grad-macro/core/src/lower/expr.rs";

pub(super) const LIST: &[Mutant] = &[
    Mutant::new(
        "overwritten_keeps",
        COTS,
        "quote!(#cell += ::core::mem::replace(&mut #part, #zero))",
        "quote!(#cell += #part)",
        "an element that is written over keeps the cotangent of what came after",
    )
    .planted(),
    Mutant::new(
        "constant_write_keeps",
        SWEEP,
        "if to.is_some() || *write == Write::Set {",
        "if to.is_some() {",
        "an element that is written over with a constant keeps its cotangent",
    ),
    Mutant::new(
        "add_takes_away",
        SWEEP,
        "out.push(Stmt::Take(self.body.rooted(place), to, *write));",
        "out.push(Stmt::Take(self.body.rooted(place), to, Write::Set));",
        "`x[i] += ..` takes the cotangent away from what was there",
    ),
    Mutant::new(
        "sub_assign_sign",
        COTS,
        "(Some(cell), Write::Sub) => quote!(#cell -= #part),",
        "(Some(cell), Write::Sub) => quote!(#cell += #part),",
        "`x[i] -= ..` passes the cotangent on with the wrong sign",
    ),
    Mutant::new(
        "sub_assign_is_add",
        EXPR,
        "Prim::Sub => Some(crate::ir::Write::Sub),",
        "Prim::Sub => Some(crate::ir::Write::Add),",
        "`x[i] -= ..` is lowered as an addition",
    ),
    Mutant::new(
        "copy_passes_nothing",
        SWEEP,
        "                if self.activity.is_active_mem(self.body, from.mem) {
                    out.push(Stmt::ScatterAll(
                        self.body.rooted(from),
                        Cot::TempElement(name, Vec::new()),
                    ));
                }
",
        "                let _ = from;
",
        "what is copied with `copy_from_slice` receives nothing",
    ),
    Mutant::new(
        "fill_first_only",
        SWEEP,
        "let all = Cot::TempElement(name, Vec::new());
                    out.push(Stmt::Accumulate(*val, Cot::Sum(Box::new(all))));",
        "let first = Cot::TempElement(name, vec![Step::Index(0)]);
                    out.push(Stmt::Accumulate(*val, first));",
        "what a buffer is filled with receives the first element's cotangent only",
    ),
    Mutant::new(
        "repeat_first_only",
        SWEEP,
        "                Elem::Val(v) => {
                    if self.is_active(*v) {
                        out.push(Stmt::Accumulate(*v, Cot::Sum(Box::new(from.clone()))));",
        "                Elem::Val(v) => {
                    if self.is_active(*v) {
                        out.push(Stmt::Accumulate(*v, element(from, Step::Index(0))));",
        "the value of `[x; n]` receives the first element's cotangent only",
    ),
    Mutant::new(
        "rotated_again",
        COTS,
        "quote!(rotate_right(#n))",
        "quote!(rotate_left(#n))",
        "`rotate_left` is not undone but done again",
    ),
    Mutant::new(
        "swap_not_undone",
        COTS,
        "quote!(swap(#i, #j))",
        "quote!(swap(#i, 0 * #j + #i))",
        "a `swap` of elements is not undone",
    ),
    Mutant::new(
        "reverse_not_undone",
        COTS,
        "Rearrange::Reverse => quote!(reverse()),",
        "Rearrange::Reverse => quote!(len()),",
        "`reverse` is not undone",
    ),
    Mutant::new(
        "exchange_not_undone",
        SWEEP,
        "out.push(Stmt::SwapCots(x, y));",
        "let _ = Stmt::SwapCots(x, y);",
        "two buffers that are exchanged keep each other's cotangent",
    ),
    Mutant::new(
        "rows_exchange_lost",
        SWEEP,
        "out.push(Stmt::SwapElements(whole, i, j));",
        "let _ = Stmt::SwapElements(whole, i, j);",
        "two elements that are exchanged by `mem::swap` keep each other's cotangent",
    ),
    Mutant::new(
        "pushed_receives_nothing",
        SWEEP,
        "out.push(Stmt::CutOff(place, *before, name.clone()));
                        out.push(Stmt::Accumulate(*v, Cot::Temp(name, Vec::new())));",
        "out.push(Stmt::CutOff(place, *before, name));",
        "what is pushed to a vector receives nothing",
    ),
    Mutant::new(
        "sort_not_undone",
        SWEEP,
        "Stmt::Sort(place, ..) => out.push(Stmt::Unsort(self.body.rooted(place))),",
        "Stmt::Sort(..) => {}",
        "a sort is not undone: cotangents go to other elements",
    ),
];
