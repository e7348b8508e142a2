//! The functions as they stand, each with what calls it with lists of numbers.

use super::{Report, Swept, dual, signature};
use crate::rewrite::call;
use crate::source::is_derived;
use grad_random::ast::Ty;
use grad_random::glue::{active, calls};
use grad_random::print::Form;
use quote::{ToTokens, format_ident};
use syn::{Item, ItemFn, Meta, parse_quote};

/// The items of a module, with every function public.
pub(super) fn plain_items(
    items: &[Item],
    module: &str,
    is_broken: &dyn Fn(&str) -> bool,
    out: &mut Vec<Item>,
    swept: &mut Vec<Swept>,
    report: &mut Report,
) {
    for item in items {
        match item {
            Item::Mod(m) => {
                let mut m = m.clone();
                m.vis = parse_quote!(pub);
                if let Some((_, inner)) = &mut m.content {
                    let old = std::mem::take(inner);
                    plain_items(
                        &old,
                        &format!("{module}::{}", m.ident),
                        is_broken,
                        inner,
                        swept,
                        report,
                    );
                    out.push(Item::Mod(m));
                }
            }
            Item::Fn(f) if is_derived(f) => {
                let mut f = f.clone();
                f.vis = parse_quote!(pub);
                out.push(Item::Fn(f.clone()));
                function(&f, module, is_broken, out, swept, report);
            }
            Item::Fn(f) => {
                let test = f.attrs.iter().any(|a| a.path().is_ident("test"));
                if !test && !f.sig.to_token_stream().to_string().contains("Case") {
                    out.push(item.clone());
                }
            }
            Item::Use(u) if u.to_token_stream().to_string().contains("support") => {}
            Item::Macro(m) if dual::is_test(m) => {}
            other => out.push(other.clone()),
        }
    }
}

fn function(
    f: &ItemFn,
    module: &str,
    is_broken: &dyn Fn(&str) -> bool,
    out: &mut Vec<Item>,
    swept: &mut Vec<Swept>,
    report: &mut Report,
) {
    report.functions += 1;
    let name = f.sig.ident.to_string();
    let mut skip = |reason| {
        let names = report.skipped.entry(reason).or_default();
        names.push(format!("{module}::{name}"));
    };
    let at = f.attrs.iter().position(|a| {
        a.path()
            .segments
            .last()
            .is_some_and(|s| s.ident == "derive_grad")
    });
    let Some(at) = at else { return };
    if !matches!(f.attrs[at].meta, Meta::Path(_)) {
        return skip("has options of its own");
    }
    if f.block.to_token_stream().to_string().contains("print") {
        return skip("prints");
    }
    if !f.sig.generics.params.is_empty() {
        return skip("is generic");
    }
    let program = match signature::program(f) {
        Ok(program) => program,
        Err(reason) => return skip(reason),
    };
    let all = active(&program);
    let float = program.top().ret == Ty::Float;
    let mut modules: Vec<(String, String, Vec<usize>)> = vec![(
        String::new(),
        calls(&program, Form::Grad, true, &all),
        all.clone(),
    )];
    let mut subsets = Vec::new();
    if float && all.len() > 1 {
        for &i in &all {
            let param = format_ident!("{}", program.top().params[i].name.text);
            let others: Vec<usize> = all.iter().copied().filter(|&j| j != i).collect();
            // By one alone a copy of the function, by the others a caller of it: so each is shared by callers that
            // differentiate different parameters.
            for (suffix, selected, list) in [
                (format!("by_{i}"), vec![i], quote::quote!(wrt(#param))),
                (format!("not_{i}"), others, quote::quote!(no_grad(#param))),
            ] {
                let copy_name = format_ident!("{name}_{suffix}");
                let mut copy = f.clone();
                copy.sig.ident = copy_name.clone();
                copy.attrs[at] = parse_quote!(#[derive_grad(#list)]);
                let inside = module
                    .split_once("::")
                    .map_or(String::new(), |(_, rest)| format!("::{rest}"));
                if is_broken(&format!("{inside}::{copy_name}")) {
                    continue;
                }
                if suffix.starts_with("not")
                    && program.top().params.iter().all(|p| p.name.text != name)
                    && let Some([_, Item::Fn(outer)]) = call::split(f)
                {
                    let mut outer = outer;
                    outer.sig.ident = copy_name.clone();
                    outer.attrs[at] = parse_quote!(#[derive_grad(#list)]);
                    let called = &f.sig.ident;
                    if let Some(syn::Stmt::Expr(syn::Expr::Call(c), _)) =
                        outer.block.stmts.last_mut()
                    {
                        *c.func = parse_quote!(#called);
                    }
                    copy = outer;
                }
                out.push(Item::Fn(copy));
                modules.push((
                    suffix.clone(),
                    calls(&program, Form::Grad, false, &selected),
                    selected.clone(),
                ));
                subsets.push((suffix, selected));
            }
        }
    }
    let glue = format!("glue_{name}");
    let mut text = format!("pub mod {glue} {{\n");
    for (suffix, calls, _) in &modules {
        let function = if suffix.is_empty() {
            name.clone()
        } else {
            format!("{name}_{suffix}")
        };
        let inner = if suffix.is_empty() {
            "all".to_string()
        } else {
            suffix.clone()
        };
        let forms: &[&str] = if !float {
            &["_vjp"]
        } else if suffix.is_empty() {
            &["_grad", "_grad_into", "_grad_with", "_vjp"]
        } else {
            &["_grad"]
        };
        let imports: String = forms
            .iter()
            .map(|form| format!("use super::super::{function}{form} as f{form};\n"))
            .collect();
        let asked = if float && suffix.is_empty() {
            grad_random::glue::asked(&program)
        } else {
            String::new()
        };
        text.push_str(&format!(
            "pub mod {inner} {{\nuse super::super::{function} as f;\n{imports}use grad_random::harness::{{Fill, Reader, Seeds, flat}};\nuse grad_random::harness::sweep::Asked;\nuse grad_runtime::Tape;\n{calls}{asked}}}\n"
        ));
    }
    text.push('}');
    match syn::parse_str::<Item>(&text) {
        Ok(item) => out.push(item),
        Err(_) => return skip("has a name that does not fit"),
    }
    swept.push(Swept {
        asks: signature::asks(&program, f),
        depth: signature::depth(f),
        name,
        module: module.to_string(),
        program,
        subsets,
        glue,
    });
}
