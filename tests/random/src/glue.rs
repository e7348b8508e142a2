//! Prints what stands around the functions of a program: calls with inputs read from a case, and gradients made flat.

use crate::ast::{Param, Program, Ty};
use crate::print::{Form, functions, ty};

/// The module of a program in one form.
#[must_use]
pub fn module(name: &str, program: &Program, form: Form, all_forms: bool) -> String {
    let float = if form == Form::Dual { "Dual" } else { "f64" };
    let imports = match form {
        Form::Plain => "use grad_random::harness::{Reader, flat};\n",
        Form::Grad => {
            "use grad_random::harness::{Fill, Reader, flat};\nuse grad_runtime::{Tape, derive_grad};\n"
        }
        Form::Dual => {
            "use grad_random::dual::{Dual, c};\nuse grad_random::harness::{Reader, flat};\n"
        }
    };
    let imports = if all_forms {
        imports.to_string()
    } else {
        imports.replace("{Tape, derive_grad}", "derive_grad")
    };
    let text = functions(&program.functions, form);
    let params = &program.top().params;
    let (reads, args) = (reads(params), args(params).join(", "));
    let mut out = format!(
        "pub mod {name} {{\n{imports}\n{text}pub fn run(r: &mut Reader<'_, {float}>) -> Vec<{float}> {{\n{reads}    flat(&f({args}))\n}}\n"
    );
    if form == Form::Grad {
        for (name, body) in gradients(program, all_forms) {
            out.push_str(&format!(
                "\npub fn run_{name}(r: &mut Reader<'_, f64>) -> (Vec<f64>, Vec<f64>) {{\n{reads}{body}}}\n"
            ));
        }
    }
    out.push_str("}\n\n");
    out
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

fn gradients(program: &Program, all_forms: bool) -> Vec<(&'static str, String)> {
    gradient_names(program, all_forms)
        .into_iter()
        .map(|name| (name, gradient(name, program)))
        .collect()
}

/// The body of a function that calls `name`.
fn gradient(name: &str, program: &Program) -> String {
    let top = program.top();
    let args = args(&top.params);
    let active: Vec<usize> = (0..top.params.len())
        .filter(|&i| top.params[i].name.ty.is_active())
        .collect();
    let outputs = active.iter().map(|i| format!("d{i}"));
    let collect = active
        .iter()
        .map(|i| format!("    g.extend(flat(&d{i}));\n"))
        .collect::<String>();
    let end = format!("    let mut g = Vec::new();\n{collect}    (flat(&v), g)\n");
    let buffers = |v: &str| {
        active
            .iter()
            .map(|i| format!("    let mut d{i} = a{i}.clone();\n    d{i}.fill_with({v});\n"))
            .collect::<String>()
    };
    let lent = active.iter().map(|i| format!("&mut d{i}"));
    let all = |first: Vec<String>| {
        let list: Vec<_> = first.into_iter().chain(lent.clone()).collect();
        list.join(", ")
    };
    match name {
        "f_grad" => {
            let names: Vec<_> = std::iter::once("v".to_string()).chain(outputs).collect();
            format!(
                "    let ({}) = f_grad({});\n{end}",
                names.join(", "),
                args.join(", ")
            )
        }
        "f_grad_into" => {
            let call = all(args);
            format!("{}    let v = f_grad_into({call});\n{end}", buffers("9.5"))
        }
        "f_grad_with" => {
            let call = all(std::iter::once("&mut tape".to_string())
                .chain(args)
                .collect());
            let buffers = buffers("-3.25");
            format!(
                "    let mut tape = Tape::default();\n{buffers}    let v = f_grad_with({call});\n    let _ = v;\n    let v = f_grad_with({call});\n{end}"
            )
        }
        _ => {
            let seed = match (&top.ret, program.seeds.as_slice()) {
                (Ty::Tuple(_), s) => format!("&({})", list(s)),
                (Ty::Array(_), s) => format!("&[{}]", list(s)),
                (_, s) => list(s),
            };
            let back = all(vec![seed]);
            format!(
                "{}    let (v, pullback) = f_vjp({});\n    pullback({back});\n{end}",
                buffers("0.0"),
                args.join(", ")
            )
        }
    }
}

fn list(values: &[f64]) -> String {
    let values: Vec<_> = values.iter().map(|v| format!("{v:?}")).collect();
    values.join(", ")
}

fn reads(params: &[Param]) -> String {
    params
        .iter()
        .enumerate()
        .map(|(i, p)| format!("    let a{i} = {};\n", read(&p.name.ty)))
        .collect()
}

fn read(t: &Ty) -> String {
    match t {
        Ty::Float | Ty::FloatRef => "r.float()".to_string(),
        Ty::Slice | Ty::Vec => "r.vec()".to_string(),
        Ty::PairSlice => "r.pairs()".to_string(),
        Ty::Array(n) | Ty::ArrayRef(n) => format!("r.array::<{n}>()"),
        Ty::Usize | Ty::I32 => format!("r.int() as {}", ty(t, Form::Plain)),
        Ty::Bool => "r.int() != 0".to_string(),
        Ty::Unit => "()".to_string(),
        Ty::Tuple(items) => {
            let items: Vec<_> = items.iter().map(read).collect();
            format!("({})", items.join(", "))
        }
    }
}

fn args(params: &[Param]) -> Vec<String> {
    params
        .iter()
        .enumerate()
        .map(|(i, p)| match p.name.ty {
            Ty::FloatRef | Ty::Slice | Ty::PairSlice | Ty::ArrayRef(_) => format!("&a{i}"),
            Ty::Vec => format!("a{i}.clone()"),
            Ty::Float | Ty::Usize | Ty::I32 | Ty::Bool | Ty::Unit | Ty::Array(_) | Ty::Tuple(_) => {
                format!("a{i}")
            }
        })
        .collect()
}
