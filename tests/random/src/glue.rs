//! Prints what stands around the functions of a program: calls with inputs read from a case, and gradients made flat.

use crate::ast::{Param, Program, Ty, Wrap};
use crate::generate::signature::{PADDED, padded_floats};
use crate::print::{Form, functions};
use crate::structs::{self, shapes};

/// The module of a program in one form.
#[must_use]
pub fn module(name: &str, program: &Program, form: Form, all_forms: bool) -> String {
    let imports = match form {
        Form::Plain => "use grad_random::harness::{Reader, flat, narrow, padded};\n",
        Form::Grad => {
            "use grad_random::harness::{Fill, Reader, Seeds, flat, narrow, padded, untouched};\nuse grad_runtime::{Tape, derive_grad};\n"
        }
        Form::Dual => {
            "use grad_random::dual::{Dual, Dual32, c, c32};\nuse grad_random::harness::{Reader, flat, narrow, padded};\n"
        }
    };
    let imports = if all_forms {
        imports.to_string()
    } else {
        imports.replace("{Tape, derive_grad}", "{derive_grad}")
    };
    let all = shapes(&program.functions);
    let imports = if all.is_empty() {
        imports
    } else {
        let floats = imports.replace("harness::{", "harness::{Flat, ");
        floats
            .replace("{Tape, derive_grad", "{derive_grad")
            .replace("{derive_grad", "{Differentiable, derive_grad")
    };
    let imports = if all_forms && form == Form::Grad && !all.is_empty() {
        format!("{imports}use grad_runtime::Tape;\n")
    } else {
        imports
    };
    let text = functions(&program.functions, form, program.single);
    let imports = if form == Form::Grad && text.contains("#[grad_rule]") {
        format!("{imports}use grad_runtime::grad_rule;\n")
    } else {
        imports
    };
    let flat: String = all.iter().map(|s| structs::flat(s, form)).collect();
    format!(
        "pub mod {name} {{\n{imports}\n{text}{flat}{}}}\n\n",
        calls(program, form, all_forms, &active(program))
    )
}

/// The functions that call `f` and what is generated for it with flat inputs, where the parameters of the given
/// indices have gradients.
#[must_use]
pub fn calls(program: &Program, form: Form, all_forms: bool, selected: &[usize]) -> String {
    let float = if form == Form::Dual { "Dual" } else { "f64" };
    let single = program.single;
    let params = &program.top().params;
    let (reads, args) = (reads(params, single), args(params).join(", "));
    let finals = finals(params);
    let flat = flat_of(&program.top().ret);
    let call = unwrapped(program, &format!("f({args})"), |e| {
        let constant = if form == Form::Dual { "Dual::new" } else { "" };
        let of = |v: &str| match constant {
            "" => v.to_string(),
            name => format!("{name}({v}, 0.0)"),
        };
        format!("vec![{}, {}]", of("-777.0"), of(&format!("{e} as f64")))
    });
    let mut out = format!(
        "pub fn run(r: &mut Reader<'_, {float}>) -> Vec<{float}> {{\n{reads}    let v = {call};\n    let mut v = {flat}(&v);\n{finals}    v\n}}\n"
    );
    if form == Form::Grad {
        for name in gradient_names(program, all_forms) {
            let body = gradient(name, program, selected);
            out.push_str(&format!(
                "\npub fn run_{name}(r: &mut Reader<'_, f64>) -> (Vec<f64>, Vec<f64>) {{\n{reads}{body}}}\n"
            ));
        }
    }
    out
}

/// A function that counts how often `f`, `f_grad_into` and `f_grad_with`, twice on one tape, ask for memory.
#[must_use]
pub fn asked(program: &Program) -> String {
    let params = &program.top().params;
    let selected = active(program);
    let buffers: String = selected
        .iter()
        .map(|i| format!("    let mut d{i} = a{i}.clone();\n"))
        .collect();
    let args = args(params);
    let lent = selected.iter().map(|i| format!("&mut d{i}"));
    let with: Vec<String> = args.iter().cloned().chain(lent).collect();
    let (args, with) = (args.join(", "), with.join(", "));
    let reads = reads(params, false);
    format!(
        "pub fn asked(r: &mut Reader<'_, f64>, count: fn() -> usize) -> Asked {{\n{reads}{buffers}    let mut tape = Tape::default();
    let start = count();
    let _ = f({args});
    let primal = count();
    let _ = f_grad_into({with});
    let into = count();
    let _ = f_grad_with(&mut tape, {with});
    let first = count();
    let _ = f_grad_with(&mut tape, {with});
    let again = count();
    Asked {{ primal: primal - start, into: into - primal, first: first - into, again: again - first, words: tape.capacity_words() }}\n}}\n"
    )
}

/// The indices of the parameters that carry floats.
#[must_use]
pub fn active(program: &Program) -> Vec<usize> {
    let params = &program.top().params;
    (0..params.len())
        .filter(|&i| params[i].name.ty.is_active())
        .collect()
}

/// The names of the generated functions that are run.
#[must_use]
pub fn gradient_names(program: &Program, all_forms: bool) -> Vec<&'static str> {
    if program.top().ret != Ty::Float {
        return vec!["f_vjp"];
    }
    if all_forms {
        return vec!["f_grad", "f_grad_into", "f_grad_with", "f_vjp"];
    }
    vec!["f_grad"]
}

/// The body of a function that calls `name`.
fn gradient(name: &str, program: &Program, active: &[usize]) -> String {
    let top = program.top();
    let args = args(&top.params);
    let outputs = active.iter().map(|i| format!("d{i}"));
    let collect = active
        .iter()
        .map(|i| format!("    g.extend(flat(&d{i}));\n"))
        .collect::<String>();
    let finals = finals(&top.params);
    let flat = flat_of(&top.ret);
    let end = format!(
        "    let mut g = Vec::new();\n{collect}    let mut v = {flat}(&v);\n{finals}    (v, g)\n"
    );
    let buffers = |v: &str| {
        active
            .iter()
            .map(|i| {
                let zero = zero(*i, &top.params[*i].name.ty);
                format!("    let mut d{i} = {zero};\n    d{i}.fill_with({v});\n")
            })
            .collect::<String>()
    };
    let changed: Vec<usize> = (0..top.params.len())
        .filter(|&i| top.params[i].name.ty.is_mut_ref())
        .collect();
    // How many floats there are, before a call changes them.
    let total: Vec<String> = active
        .iter()
        .map(|i| format!("flat(&a{i}).len()"))
        .collect();
    let total = match top.wrap {
        None => String::new(),
        Some(_) => format!("    let total = {};\n", total.join(" + ")),
    };
    let grads: Vec<String> = active.iter().map(|i| format!("flat(&d{i})")).collect();
    let failed = |call: &str, fill: Option<&str>| {
        unwrapped(program, call, |e| {
            let zeros = match fill {
                None => "vec![0.0; total]".to_string(),
                Some(fill) => format!("untouched(&[{}], {fill}, total)", grads.join(", ")),
            };
            format!("(vec![-777.0, {e} as f64], {zeros})")
        })
    };
    let lent = active.iter().map(|i| format!("&mut d{i}"));
    let all = |first: Vec<String>| {
        let list: Vec<_> = first.into_iter().chain(lent.clone()).collect();
        list.join(", ")
    };
    match name {
        "f_grad" => {
            let names: Vec<_> = std::iter::once("v".to_string()).chain(outputs).collect();
            let call = failed(&format!("f_grad({})", args.join(", ")), None);
            format!("{total}    let ({}) = {call};\n{end}", names.join(", "))
        }
        "f_grad_into" => {
            let call = all(args);
            let call = failed(&format!("f_grad_into({call})"), Some("9.5"));
            format!("{total}{}    let v = {call};\n{end}", buffers("9.5"))
        }
        "f_grad_with" => {
            let call = all(std::iter::once("&mut tape".to_string())
                .chain(args)
                .collect());
            let buffers = buffers("-3.25");
            let copies = copies(&changed);
            let last = failed(&format!("f_grad_with({call})"), Some("-3.25"));
            format!(
                "{total}    let mut tape = Tape::default();\n{buffers}    {{\n{copies}    let _ = f_grad_with({call});\n    }}\n    let v = {last};\n{end}"
            )
        }
        _ => {
            let seed = match (&top.ret, program.seeds.as_slice()) {
                (Ty::Tuple(items), s) if items[1] == Ty::Vec => {
                    format!("&({:?}, [{}][..v.1.len()].to_vec())", s[0], list(&s[1..]))
                }
                (Ty::Tuple(_), s) => format!("&({})", list(s)),
                (Ty::Array(_), s) => format!("&[{}]", list(s)),
                (Ty::Struct(_), s) => format!(
                    "&{{ let mut seed = v.zero_tangent(); seed.seed_with(&mut Seeds::of(&[{}])); seed }}",
                    list(s)
                ),
                (Ty::Vec, s) => format!("&[{}][..v.len()]", list(s)),
                (_, s) => list(s),
            };
            let back = if top.ret == Ty::Unit {
                all(vec![])
            } else {
                all(vec![seed])
            };
            let args = args.join(", ");
            // The cotangents of what the buffers hold in the end; a vector may have another length then.
            let seeded: String = changed
                .iter()
                .map(|i| {
                    let zero = zero(*i, &top.params[*i].name.ty);
                    format!("    d{i} = {zero};\n    d{i}.seed_with(&mut seeds);\n")
                })
                .collect();
            let moved: String = changed
                .iter()
                .map(|i| format!("    d{i} = e{i};\n"))
                .collect();
            let names = |letter: &str| {
                let names: Vec<_> = changed.iter().map(|i| format!("{letter}{i}")).collect();
                format!(
                    "({})",
                    names.iter().map(|n| format!("{n}, ")).collect::<String>()
                )
            };
            let seeded = if changed.is_empty() {
                String::new()
            } else {
                format!(
                    "    let {} = {{\n    let mut seeds = Seeds::default();\n{}    let _ = f({args});\n{}{seeded}    {}\n    }};\n{moved}",
                    names("e"),
                    copies(&changed),
                    changed
                        .iter()
                        .map(|i| format!("    let mut d{i};\n"))
                        .collect::<String>(),
                    names("d"),
                )
            };
            let call = failed(&format!("f_vjp({args})"), None);
            format!(
                "{total}{}{seeded}    let (v, pullback) = {call};\n    pullback({back});\n{end}",
                buffers("0.0"),
            )
        }
    }
}

/// The call, with what to return instead where its wrapper holds no value.
fn unwrapped(program: &Program, call: &str, instead: impl Fn(&str) -> String) -> String {
    match program.top().wrap {
        None => call.to_string(),
        Some(Wrap::Result) => format!(
            "match {call} {{ Ok(v) => v, Err(e) => return {} }}",
            instead("e")
        ),
        Some(Wrap::Option) => format!(
            "match {call} {{ Some(v) => v, None => return {} }}",
            instead("0")
        ),
    }
}

/// A buffer for the gradient of a parameter.
fn zero(i: usize, ty: &Ty) -> String {
    match ty.shape() {
        Some(_) => format!("a{i}.zero_tangent()"),
        None => format!("a{i}.clone()"),
    }
}

/// How a result becomes floats: as many each time.
fn flat_of(ret: &Ty) -> String {
    if let Ty::Struct(shape) = ret
        && let Some(n) = padded_floats(shape)
    {
        return format!("padded::<_, _, {n}>");
    }
    let pair = matches!(ret, Ty::Tuple(items) if items.contains(&Ty::Vec));
    if *ret == Ty::Vec || pair {
        return format!("padded::<_, _, {}>", PADDED + usize::from(pair));
    }
    "flat".to_string()
}

/// Copies of the buffers that a call writes to, so that a second one finds them as the first did.
fn copies(changed: &[usize]) -> String {
    changed
        .iter()
        .map(|i| format!("    let mut a{i} = a{i}.clone();\n"))
        .collect()
}

/// Adds what the buffers of `&mut` parameters hold to the values.
fn finals(params: &[Param]) -> String {
    (0..params.len())
        .filter(|&i| params[i].name.ty.is_mut_ref())
        .map(|i| format!("    v.extend(flat(&a{i}));\n"))
        .collect()
}

fn list(values: &[f64]) -> String {
    let values: Vec<_> = values.iter().map(|v| format!("{v:?}")).collect();
    values.join(", ")
}

fn reads(params: &[Param], single: bool) -> String {
    params
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let mutable = if p.name.ty.is_mut_ref() { "mut " } else { "" };
            let mut read = read(&p.name.ty, single);
            if single && p.name.ty.is_active() && p.name.ty.shape().is_none() {
                read = format!("narrow({read})");
            }
            format!("    let {mutable}a{i} = {read};\n")
        })
        .collect()
}

fn read(t: &Ty, single: bool) -> String {
    match t {
        Ty::Float | Ty::FloatRef | Ty::FloatMut => "r.float()".to_string(),
        Ty::Slice | Ty::Vec | Ty::SliceMut | Ty::VecMut => "r.vec()".to_string(),
        Ty::PairSlice => "r.pairs()".to_string(),
        Ty::Rows | Ty::RowsRef | Ty::RowsMut => "r.rows()".to_string(),
        Ty::Matrix(r, c) => format!("std::array::from_fn::<_, {r}, _>(|_| r.array::<{c}>())"),
        Ty::Array(n) | Ty::ArrayRef(n) | Ty::ArrayMut(n) => format!("r.array::<{n}>()"),
        // Of the type that the function takes.
        Ty::Usize | Ty::I32 => "r.int() as _".to_string(),
        Ty::Bool => "r.int() != 0".to_string(),
        Ty::Unit => "()".to_string(),
        Ty::Tuple(items) => {
            let items: Vec<_> = items.iter().map(|t| read(t, single)).collect();
            format!("({})", items.join(", "))
        }
        // With `f32` inside each is narrowed.
        Ty::Struct(s) | Ty::StructRef(s) | Ty::StructMut(s) => {
            let fields = s.fields.iter().map(|(name, t)| {
                let value = match t {
                    Ty::Struct(_) => read(t, single),
                    t if single && t.is_active() => format!("narrow({})", read(t, single)),
                    t => read(t, single),
                };
                if s.tuple {
                    value
                } else {
                    format!("{name}: {value}")
                }
            });
            let fields = fields.collect::<Vec<_>>().join(", ");
            let (open, close) = if s.tuple { ("(", ")") } else { (" {", "}") };
            format!("{}{open}{fields}{close}", s.name)
        }
    }
}

fn args(params: &[Param]) -> Vec<String> {
    params
        .iter()
        .enumerate()
        .map(|(i, p)| match p.name.ty {
            Ty::FloatRef
            | Ty::Slice
            | Ty::PairSlice
            | Ty::ArrayRef(_)
            | Ty::RowsRef
            | Ty::StructRef(_) => format!("&a{i}"),
            Ty::FloatMut
            | Ty::SliceMut
            | Ty::ArrayMut(_)
            | Ty::VecMut
            | Ty::RowsMut
            | Ty::StructMut(_) => format!("&mut a{i}"),
            Ty::Vec | Ty::Rows | Ty::Struct(_) => format!("a{i}.clone()"),
            Ty::Float
            | Ty::Usize
            | Ty::I32
            | Ty::Bool
            | Ty::Unit
            | Ty::Array(_)
            | Ty::Matrix(..)
            | Ty::Tuple(_) => format!("a{i}"),
        })
        .collect()
}
