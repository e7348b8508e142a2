//! Faults in what is found to matter.

use crate::mutant::Mutant;

const ACTIVITY: &str = "grad-macro/core/src/activity/mod.rs";

const fn forgets(
    name: &'static str,
    find: &'static str,
    replace: &'static str,
    fault: &'static str,
) -> Mutant {
    Mutant::new(name, ACTIVITY, find, replace, fault)
}

pub(super) const LIST: &[Mutant] = &[
    forgets(
        "outputs_not_useful",
        "                activity.useful_mems.insert(id);
",
        "",
        "what a function leaves in a `&mut` buffer is held to be useless",
    ),
    forgets(
        "float_outputs_not_useful",
        "useful: body.outputs.iter().map(|(v, _)| *v).collect(),",
        "useful: HashSet::new(),",
        "a `&mut` float is held to be useless on the way out",
    ),
    forgets(
        "exits_not_useful",
        "            for val in carried {
                self.useful.insert(*val);
            }
",
        "            let _ = carried;
",
        "what a `&mut` float holds at an exit is held to be useless",
    ),
    forgets(
        "writing_call_not_active",
        "
            || call.args.iter().any(|a| self.is_active_output(body, a)))",
        ")",
        "a call that only writes to what it is lent is not swept",
    ),
    forgets(
        "changed_argument_not_active",
        "CallArg::Changed(before, after) => self.is_active(*before) || self.is_active(*after),",
        "CallArg::Changed(before, _) => self.is_active(*before),",
        "a variable that only becomes active in a call has no cotangent there",
    ),
    forgets(
        "view_not_varied",
        "            Op::Load(place, _) | Op::LoadCast(place, _) => {
                self.varied_mems.contains(&root(body, place.mem))
            }",
        "            Op::Load(place, _) | Op::LoadCast(place, _) => {
                self.varied_mems.contains(&place.mem)
            }",
        "what is read through a name for a part of a buffer does not depend on it",
    ),
    forgets(
        "later_arms_not_varied",
        "                                self.flow(*val, *result);
",
        "                                if std::ptr::eq(arm, &b.arms[0]) {
                                    self.flow(*val, *result);
                                }
",
        "what a branch yields depends on the first arm only",
    )
    .planted(),
    forgets(
        "later_arms_not_useful",
        "                                self.flow_back(*result, *val);
",
        "                                if std::ptr::eq(arm, &b.arms[0]) {
                                    self.flow_back(*result, *val);
                                }
",
        "only the first arm's value is useful where a branch's result is",
    ),
    forgets(
        "trip_end_not_varied",
        "                    self.flow(*val, c.out);
",
        "                    let _ = (val, c);
",
        "what a loop leaves behind depends on what it begins with only",
    ),
    forgets(
        "loop_start_not_useful",
        "                    self.flow_back(c.out, init);
",
        "                    let _ = init;
",
        "what a loop begins with is held to be useless",
    ),
    forgets(
        "trip_end_not_useful",
        "                    self.flow_back(c.out, *val);
",
        "                    let _ = (val, c);
",
        "what a trip leaves with is held to be useless",
    ),
    forgets(
        "loop_once_not_useful",
        "            self.backward(body, &l.body);
            if self.size() == before {
                break;
            }
",
        "            self.backward(body, &l.body);
            if self.size() >= before {
                break;
            }
",
        "usefulness goes once around a loop instead of until nothing changes",
    )
    .equivalent("the caller repeats the whole backward pass until nothing changes"),
    forgets(
        "fill_not_varied",
        "                Stmt::Fill(place, val, _) => {
                    if self.varied.contains(val) {",
        "                Stmt::Fill(place, val, _) => {
                    if self.varied.contains(val) && self.all {",
        "a buffer that is filled with a value does not depend on it",
    ),
    forgets(
        "fill_not_useful",
        "                    self.useful.insert(*val);
                }
                Stmt::CopyInto",
        "                    let _ = val;
                }
                Stmt::CopyInto",
        "what a buffer is filled with is held to be useless",
    ),
    forgets(
        "copy_backwards",
        "Stmt::CopyInto(to, from, _) => self.flow_mems(body, from, to),",
        "Stmt::CopyInto(to, from, _) => self.flow_mems(body, to, from),",
        "a copy makes its source depend on its target",
    ),
    forgets(
        "copy_source_not_useful",
        "Stmt::CopyInto(to, from, _) => self.flow_mems_back(body, to, from),",
        "Stmt::CopyInto(to, from, _) => self.flow_mems_back(body, from, to),",
        "what is copied from is held to be useless",
    ),
    forgets(
        "exchange_one_way_varied",
        "                    self.flow_mems(body, b, a);
",
        "",
        "of two buffers that are exchanged only the second may come to depend on a parameter",
    ),
    forgets(
        "exchange_one_way_useful",
        "                    self.flow_mems_back(body, b, a);
",
        "",
        "of two buffers that are exchanged only the second may be useful",
    ),
    forgets(
        "lent_not_varied",
        "                                CallArg::Place(p, _, true) => {
                                    self.varied_mems.insert(root(body, p.mem));
                                }
",
        "",
        "a buffer that a call writes to does not depend on its other arguments",
    ),
    forgets(
        "changed_not_varied",
        "                                CallArg::Changed(_, after) => {
                                    self.varied.insert(*after);
                                }
",
        "",
        "a variable that a call changes does not depend on its other arguments",
    ),
    forgets(
        "element_not_useful",
        "            Elem::Val(v) => {
                self.useful.insert(*v);
            }",
        "            Elem::Val(v) => {
                let _ = v;
            }",
        "the elements of array literals are held to be useless",
    ),
    forgets(
        "nested_not_varied",
        "            Elem::Nested(init) => self.init_varies(body, init),",
        "            Elem::Nested(_) => false,",
        "the rows of a literal of rows do not depend on anything",
    ),
    forgets(
        "call_result_not_useful",
        "                self.useful_mems.insert(root(body, *m));
            }
            Bound::Tuple(parts) => parts.iter().for_each(|p| self.use_result(body, p)),",
        "                let _ = m;
            }
            Bound::Tuple(parts) => parts.iter().for_each(|p| self.use_result(body, p)),",
        "an aggregate beside a useful result of a call has no cotangent",
    ),
];
