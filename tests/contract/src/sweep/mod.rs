//! Every function of the tests that can be called with lists of numbers, on many inputs, and by each of its parameters
//! alone: against dual numbers where the text has a dual form, else against differences.

mod dual;
mod signature;

use crate::source::{Source, is_derived, sources};
use crate::tree::keep;
use grad_random::ast::{Program, Ty};
use grad_random::batch::Verdict;
use grad_random::batch::run::run as run_all;
use grad_random::glue::{active, calls};
use grad_random::harness::sweep::{Ask, ITSELF};
use grad_random::package::{Package, built, messages, root, target};
use grad_random::print::Form;
use quote::{ToTokens, format_ident};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use syn::spanned::Spanned;
use syn::{Item, ItemFn, Meta, parse_quote};

/// What is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Of the folder and the package.
    pub name: String,
    /// The files of the tests that are taken, by how their paths begin.
    pub files: Vec<String>,
    /// Build with optimisations.
    pub release: bool,
}

/// What was covered and found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Functions with the attribute.
    pub functions: usize,
    /// Those that ran.
    pub swept: usize,
    /// Those with gradients by some of their parameters.
    pub subsets: usize,
    /// Those that were compared with dual numbers.
    pub dual: usize,
    /// Those whose memory was measured.
    pub measured: usize,
    /// Those that panicked on some inputs.
    pub panicked: usize,
    /// Numbers that were compared, and that were left out since an infinity took part.
    pub compared: usize,
    /// As above.
    pub left_out: usize,
    /// Those that did not run, or not to the end, by the reason.
    pub skipped: BTreeMap<&'static str, Vec<String>>,
    /// Wrong or refused.
    pub failures: Vec<(String, String)>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "sweep: {} of {} functions, {} by subsets, {} against dual numbers, {} with panics, {} measured; {} numbers, {} left out",
            self.swept, self.functions, self.subsets, self.dual, self.panicked, self.measured, self.compared, self.left_out
        )?;
        for (reason, names) in &self.skipped {
            writeln!(f, "  {} without: {reason}: {}", names.len(), names.join(", "))?;
        }
        for (name, text) in &self.failures {
            writeln!(f, "FAILED {name}\n{text}")?;
        }
        Ok(())
    }
}

/// A function that is swept.
struct Swept {
    name: String,
    /// Of its module, below `plain` or `dual`.
    module: String,
    program: Program,
    asks: Vec<Vec<Ask>>,
    /// The suffix of the copy, and the indices of its parameters with gradients.
    subsets: Vec<(String, Vec<usize>)>,
    /// The module of its glue.
    glue: String,
    /// How deep its loops are, if that can be seen.
    depth: Option<u32>,
}

/// Runs the plan.
///
/// # Errors
/// If files cannot be read or written, or the crate does not build.
pub fn run(plan: &Plan) -> io::Result<Report> {
    let package = Package {
        folder: target().join(format!("contract-{}", plan.name)),
        name: format!("contract-{}", plan.name),
        dependencies: vec![
            ("grad-runtime", root().join("grad-runtime")),
            ("grad-random", root().join("tests/random")),
        ],
    };
    package.manifest()?;
    let sources: Vec<Source> = sources()?
        .into_iter()
        .filter(|s| plan.files.iter().any(|f| s.path.to_string_lossy().starts_with(f.as_str())))
        .filter(|s| !crate::source::derived(&s.file).is_empty())
        .collect();
    let mut broken: BTreeMap<(String, String), String> = BTreeMap::new();
    let (swept, binary, mut report) = loop {
        let mut report = Report::default();
        let (swept, lines) = write(&package, &sources, &broken, &mut report)?;
        let output = package.cargo("build", plan.release).output()?;
        if output.status.success() {
            let profile = if plan.release { "release" } else { "debug" };
            let name = format!("{}{}", package.name, std::env::consts::EXE_SUFFIX);
            break (swept, built().join(profile).join(name), report);
        }
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let before = broken.len();
        for message in messages(&text).filter(grad_random::package::Message::is_error) {
            let place = message.place.and_then(|(file, line)| {
                let functions = lines.get(file)?;
                let found = functions.iter().find(|(range, _)| range.contains(&line));
                found.map(|(_, name)| (file.to_string(), name.clone()))
            });
            if let Some(place) = place {
                broken.entry(place).or_insert_with(|| message.text.to_string());
            }
        }
        if broken.len() == before {
            return Err(io::Error::other(format!("the functions do not build:\n{text}")));
        }
    };
    // Without a dual form there are still differences; but what does not build as it stands is a failure.
    let refused = broken.into_iter().filter(|((file, _), _)| file.starts_with("src/plain"));
    let refused = refused.map(|((file, name), text)| (format!("{file} {name}"), text));
    report.failures.extend(refused);
    let alive: Vec<usize> = (0..swept.len()).collect();
    let mut verdicts: Vec<Option<Verdict>> = vec![None; swept.len()];
    run_all(&binary, &alive, &mut verdicts)?;
    for (function, verdict) in swept.iter().zip(verdicts) {
        let name = format!("{}::{}", function.module, function.name);
        match verdict {
            Some(Verdict::Agrees(tally)) => {
                report.dual += usize::from(tally.dual > 0);
                report.panicked += usize::from(tally.panicked > 0);
                report.measured += usize::from(tally.measured > 0);
                report.compared += tally.compared;
                report.left_out += tally.skipped;
                if tally.compared == 0 {
                    report.failures.push((name, "nothing was compared".to_string()));
                }
            }
            Some(Verdict::Wrong(text)) if text.contains(ITSELF) => {
                let endless = report.skipped.entry("does not end on every input");
                endless.or_default().push(name);
            }
            Some(Verdict::Wrong(text)) => report.failures.push((name, text)),
            other => report.failures.push((name, format!("{other:?}"))),
        }
    }
    Ok(report)
}

type Lines = BTreeMap<String, Vec<(std::ops::RangeInclusive<usize>, String)>>;

fn write(
    package: &Package,
    sources: &[Source],
    broken: &BTreeMap<(String, String), String>,
    report: &mut Report,
) -> io::Result<(Vec<Swept>, Lines)> {
    let src = package.folder.join("src");
    let mut swept = Vec::new();
    let mut lines = Lines::new();
    let mut main = "#![allow(warnings)]\n#![recursion_limit = \"512\"]\n\n".to_string();
    let mut trees = [String::new(), String::new()];
    for source in sources {
        let module = source
            .path
            .with_extension("")
            .to_string_lossy()
            .replace(['/', '-'], "_");
        let mut plain = Vec::new();
        let before = swept.len();
        let path = format!("src/plain/{module}.rs");
        let is_broken = |name: &str| broken.contains_key(&(path.clone(), name.to_string()));
        plain_items(&source.file.items, &module, &is_broken, &mut plain, &mut swept, report);
        let text = prettyplease::unparse(&parse_quote!(#(#plain)*));
        let text = local(&text, "plain");
        let parsed = syn::parse_file(&text).map_err(io::Error::other)?;
        functions(&parsed.items, "", lines.entry(path.clone()).or_default());
        keep(&src.join("plain").join(format!("{module}.rs")), &text)?;

        let mut file = dual::dual(&source.file);
        let path = format!("src/dual/{module}.rs");
        blank(&mut file.items, "", &|name| broken.contains_key(&(path.clone(), name.to_string())));
        let of_file = &swept[before..];
        dual_glue(&mut file.items, &module, of_file);
        let text = local(&prettyplease::unparse(&file), "dual");
        let parsed = syn::parse_file(&text).map_err(io::Error::other)?;
        let found = lines.entry(path).or_default();
        functions(&parsed.items, "", found);
        keep(&src.join("dual").join(format!("{module}.rs")), &text)?;
        for tree in &mut trees {
            tree.push_str(&format!("    pub mod {module};\n"));
        }
    }
    main.push_str(&format!("mod plain {{\n{}}}\nmod dual {{\n{}}}\n", trees[0], trees[1]));
    main.push_str(&table(&swept));
    keep(&src.join("main.rs"), &main)?;
    report.swept = swept.len();
    report.subsets = swept.iter().filter(|s| !s.subsets.is_empty()).count();
    Ok((swept, lines))
}

/// Paths of the crate of the tests, in this one.
fn local(text: &str, tree: &str) -> String {
    let folders = ["cases", "buffers", "language"];
    folders.iter().fold(text.to_string(), |text, folder| {
        text.replace(&format!("crate::{folder}::"), &format!("crate::{tree}::{folder}_"))
    })
}

fn plain_items(
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
                    plain_items(&old, &format!("{module}::{}", m.ident), is_broken, inner, swept, report);
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
        a.path().segments.last().is_some_and(|s| s.ident == "derive_grad")
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
    let mut modules: Vec<(String, String, Vec<usize>)> = vec![(String::new(), calls(&program, Form::Grad, true, &all), all.clone())];
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
                let inside = module.split_once("::").map_or(String::new(), |(_, rest)| format!("::{rest}"));
                if is_broken(&format!("{inside}::{copy_name}")) {
                    continue;
                }
                if suffix.starts_with("not")
                    && program.top().params.iter().all(|p| p.name.text != name)
                    && let Some([_, Item::Fn(outer)]) = crate::rewrite::call::split(f)
                {
                    let mut outer = outer;
                    outer.sig.ident = copy_name.clone();
                    outer.attrs[at] = parse_quote!(#[derive_grad(#list)]);
                    let called = &f.sig.ident;
                    if let Some(syn::Stmt::Expr(syn::Expr::Call(c), _)) = outer.block.stmts.last_mut() {
                        *c.func = parse_quote!(#called);
                    }
                    copy = outer;
                }
                out.push(Item::Fn(copy));
                modules.push((suffix.clone(), calls(&program, Form::Grad, false, &selected), selected.clone()));
                subsets.push((suffix, selected));
            }
        }
    }
    let glue = format!("glue_{name}");
    let mut text = format!("pub mod {glue} {{\n");
    for (suffix, calls, _) in &modules {
        let function = if suffix.is_empty() { name.clone() } else { format!("{name}_{suffix}") };
        let inner = if suffix.is_empty() { "all".to_string() } else { suffix.clone() };
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

/// The functions without a dual form panic.
fn blank(items: &mut [Item], module: &str, is_none: &impl Fn(&str) -> bool) {
    for item in items {
        match item {
            Item::Mod(m) => {
                let path = format!("{module}::{}", m.ident);
                if let Some((_, inner)) = &mut m.content {
                    blank(inner, &path, is_none);
                }
            }
            Item::Fn(f) if is_none(&format!("{module}::{}", f.sig.ident)) => dual::none(f),
            _ => {}
        }
    }
}

fn functions(items: &[Item], module: &str, found: &mut Vec<(std::ops::RangeInclusive<usize>, String)>) {
    for item in items {
        match item {
            Item::Mod(m) => {
                let path = format!("{module}::{}", m.ident);
                if let Some((_, inner)) = &m.content {
                    functions(inner, &path, found);
                }
            }
            Item::Fn(f) => {
                let span = f.span();
                found.push((span.start().line..=span.end().line, format!("{module}::{}", f.sig.ident)));
            }
            _ => {}
        }
    }
}

fn dual_glue(items: &mut Vec<Item>, module: &str, swept: &[Swept]) {
    for item in items.iter_mut() {
        if let Item::Mod(m) = item
            && let Some((_, inner)) = &mut m.content
        {
            dual_glue(inner, &format!("{module}::{}", m.ident), swept);
        }
    }
    for s in swept.iter().filter(|s| s.module == module) {
        let text = format!(
            "pub mod {} {{\nuse super::{} as f;\nuse grad_random::dual::{{Dual, c}};\nuse grad_random::harness::{{Reader, flat}};\n{}}}",
            s.glue,
            s.name,
            calls(&s.program, Form::Dual, false, &[])
        );
        items.extend(syn::parse_str::<Item>(&text));
    }
}

/// The allocator of the written crate.
const COUNTING: &str = "
use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

static ASKED: AtomicUsize = AtomicUsize::new(0);

fn count() -> usize {
    ASKED.load(Relaxed)
}

struct Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ASKED.fetch_add(1, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ASKED.fetch_add(1, Relaxed);
        unsafe { System.realloc(memory, layout, size) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;
";

/// The table of functions, and what runs it.
fn table(swept: &[Swept]) -> String {
    let mut out = format!("{COUNTING}\nuse grad_random::harness::Program;\nuse grad_random::harness::sweep::{{Ask, Function, Memory, Subset}};\n\nstatic FUNCTIONS: &[Function] = &[\n");
    for s in swept {
        let at = format!("{}::{}", s.module, s.glue);
        let forms = if s.program.top().ret == Ty::Float {
            &["f_grad", "f_grad_into", "f_grad_with", "f_vjp"][..]
        } else {
            &["f_vjp"][..]
        };
        let grads: String = forms
            .iter()
            .map(|form| format!("({form:?}, plain::{at}::all::run_{form}), "))
            .collect();
        let asks: String = s
            .asks
            .iter()
            .map(|param| {
                let list: Vec<String> = param.iter().map(|a| format!("Ask::{a:?}")).collect();
                format!("&[{}], ", list.join(", "))
            })
            .collect();
        let subsets: String = s
            .subsets
            .iter()
            .map(|(suffix, selected)| {
                format!("Subset {{ selected: &{selected:?}, grads: &[(\"f_grad\", plain::{at}::{suffix}::run_f_grad)] }}, ")
            })
            .collect();
        let memory = if s.program.top().ret == Ty::Float {
            format!(
                "Some(Memory {{ asked: plain::{at}::all::asked, count, depth: {:?} }})",
                s.depth
            )
        } else {
            "None".to_string()
        };
        out.push_str(&format!(
            "    Function {{ program: Program {{ seeds: &{:?}, cases: &[], run: plain::{at}::all::run, dual: dual::{at}::run, grads: &[{grads}] }}, asks: &[{asks}], subsets: &[{subsets}], memory: {memory} }},\n",
            s.program.seeds
        ));
    }
    out.push_str("];\n\nfn main() {\n    grad_random::harness::sweep(FUNCTIONS);\n}\n");
    out
}
