//! The transformation behind `#[derive_grad]`, on `proc_macro2` tokens: tests, fuzzers and printers link
//! it as a library.
//!
//! The straight line: tokens → [`parse`] → [`lower`] → [`activity`] → [`plan`] → [`adjoint`] →
//! [`simplify`] → [`emit`] → tokens. [`ir`], [`rules`], [`types`], [`names`] and [`error`] are leaves.
#![warn(clippy::pedantic)]
#![allow(
    clippy::module_name_repetitions,
    clippy::must_use_candidate,
    missing_docs,
    reason = "an internal crate: modules document what comes in and what goes out"
)]
#![allow(
    clippy::single_match,
    clippy::single_match_else,
    clippy::match_same_arms,
    clippy::collapsible_match,
    reason = "a `match` over a syntax kind stays one, arm by arm, so that a new kind has its place"
)]
#![allow(
    clippy::similar_names,
    clippy::many_single_char_names,
    reason = "short names follow the letters of the printed code"
)]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_lines,
    reason = "nodes are consumed where they are lowered; the long functions are one arm a kind"
)]
#![allow(
    clippy::format_push_string,
    clippy::format_collect,
    clippy::needless_for_each,
    clippy::wrong_self_convention,
    clippy::option_option,
    clippy::unused_self,
    clippy::unnecessary_wraps,
    clippy::if_not_else,
    reason = "texts are short, and `to_val` is to a value of the IR"
)]
pub mod activity;
pub mod adjoint;
mod affine;
mod block;
mod companions;
pub mod derive;
pub mod emit;
pub mod error;
pub mod generic;
mod indexing;
mod inductions;
pub mod ir;
pub mod lower;
pub mod names;
mod numbering;
mod operators;
pub mod parse;
pub mod plan;
pub mod rules;
pub mod simplify;
mod sums;
mod traits;
pub mod types;
pub mod user_rule;
mod variants;

use proc_macro2::TokenStream;

use error::Errors;

/// Switches of the analyses: each may only remove work, so each can be off.
#[allow(
    clippy::struct_excessive_bools,
    reason = "one for each analysis, none of which depends on another"
)]
#[derive(Clone, Copy, Debug)]
pub struct Switches {
    pub activity: bool,
    pub blocks: bool,
    pub columns: bool,
    pub companions: bool,
    pub fusion: bool,
    pub inductions: bool,
    pub numbering: bool,
    pub recompute: bool,
    pub rewind: bool,
    pub reread: bool,
    pub wanted: bool,
    pub windows: bool,
    pub simplify: bool,
}

impl Default for Switches {
    /// All on. With `--cfg grad_no_activity` and so on, for tests, one is off.
    fn default() -> Self {
        Switches {
            activity: !cfg!(grad_no_activity),
            blocks: !cfg!(grad_no_blocks),
            columns: !cfg!(grad_no_columns),
            companions: !cfg!(grad_no_companions),
            fusion: !cfg!(grad_no_fusion),
            inductions: !cfg!(grad_no_inductions),
            numbering: !cfg!(grad_no_numbering),
            recompute: !cfg!(grad_no_recompute),
            rewind: !cfg!(grad_no_rewind),
            reread: !cfg!(grad_no_reread),
            wanted: !cfg!(grad_no_wanted),
            windows: !cfg!(grad_no_windows),
            simplify: !cfg!(grad_no_simplify),
        }
    }
}

/// What `#[derive_grad(options)] item` becomes.
#[must_use]
pub fn expand(options: TokenStream, item: TokenStream) -> TokenStream {
    expand_with(options, item, Switches::default())
}

/// The same with some analyses switched off.
#[must_use]
pub fn expand_with(options: TokenStream, item: TokenStream, switches: Switches) -> TokenStream {
    if let Some(expanded) = block::expand(&options, &item, switches) {
        return expanded;
    }
    let expanded = expansion(options, item.clone(), switches, None);
    let (errors, items) = (expanded.errors, expanded.items);
    quote::quote!(#item #errors #items)
}

/// What stands beside an item afterwards.
struct Expansion {
    errors: TokenStream,
    items: TokenStream,
    /// What stands beside the `impl` of a method.
    beside: Option<emit::Implementations>,
}

/// Expands a function; one that stands in an `impl` for sure comes with what is known of its neighbours.
fn expansion(
    options: TokenStream,
    item: TokenStream,
    switches: Switches,
    in_impl: Option<&parse::Neighbours>,
) -> Expansion {
    let item = parse::without_function_generics(item, &options);
    if let Some(float) = generic::float_of_item(&item, in_impl.is_some()) {
        let (name, mark) = (float.to_string(), generic::FLOAT);
        let item = generic::rename(item, &name, mark);
        let expanded = expansion_of(options, item, switches, in_impl);
        return Expansion {
            errors: generic::rename(expanded.errors, mark, &name),
            items: generic::rename(expanded.items, mark, &name),
            beside: None,
        };
    }
    expansion_of(options, item, switches, in_impl)
}

fn expansion_of(
    options: TokenStream,
    item: TokenStream,
    switches: Switches,
    in_impl: Option<&parse::Neighbours>,
) -> Expansion {
    let mut errors = Errors::default();
    let Some(function) = parse::parse(options, item, in_impl, &mut errors) else {
        return Expansion {
            errors: errors.into_tokens(),
            items: TokenStream::new(),
            beside: None,
        };
    };
    let generated = if errors.is_empty() {
        let lowered = lower::lower(&function, &mut errors);
        errors
            .is_empty()
            .then(|| differentiate(&function, lowered, switches))
    } else {
        None
    };
    let refused = || match &function.neighbours.operator {
        Some(_) => TokenStream::new(),
        None => emit::refused(&function),
    };
    let (items, beside) = generated.unwrap_or_else(|| {
        let items = refused();
        let callable = !items.is_empty();
        let beside = callable.then(|| emit::Implementations::of_refused(&function));
        (items, beside.flatten())
    });
    Expansion {
        items,
        beside,
        errors: errors.into_tokens(),
    }
}

fn differentiate(
    function: &parse::Function,
    lowered: lower::Lowered,
    switches: Switches,
) -> (TokenStream, Option<emit::Implementations>) {
    printed(function, lowered, &[], switches, |halves, context| {
        let items = lower::restored(emit::emit(halves, context));
        let operator = emit::operator(halves, context);
        let items = quote::quote!(#items #operator);
        (items, emit::Implementations::of(halves, context))
    })
}

/// Transforms and prints a function; the closures that it passes on come first.
fn printed<T>(
    function: &parse::Function,
    lowered: lower::Lowered,
    outer_items: &[TokenStream],
    switches: Switches,
    print: impl FnOnce(&adjoint::Halves, &mut emit::Context) -> T,
) -> T {
    let (mut body, mut names) = (lowered.body, lowered.names);
    let (halves, fused) = transform(function, &mut body, &mut names, switches);
    let mut items = outer_items.to_vec();
    items.extend(lowered.items);
    let closures: Vec<emit::Closure> = lowered
        .closures
        .into_iter()
        .map(|c| printed(&c.function, c.lowered, &items, switches, emit::closure))
        .collect();
    let mut context = emit::Context {
        function,
        body: &body,
        items: &items,
        outer_items: outer_items.len(),
        names,
        runtime: emit::runtime_path(&function.options),
        blocks: switches.blocks,
        windows: switches.windows,
        closures: &closures,
        fused,
    };
    print(&halves, &mut context)
}

/// From the primal to both halves: everything between lowering and printing.
fn transform(
    function: &parse::Function,
    body: &mut ir::Body,
    names: &mut names::Names,
    switches: Switches,
) -> (adjoint::Halves, Option<emit::Fused>) {
    let activity = prepare(function, body, names, switches);
    let plan = planned(function, body, &activity, switches);
    let params: Vec<_> = function.params.iter().map(|p| &p.name).collect();
    let can_fuse = switches.fusion && emit::can_fuse(function) && adjoint::may_fuse(&body.region);
    let region = can_fuse.then(|| body.region.clone());
    let mut halves = adjoint::adjoint(body, &activity, plan, names, &params);
    halves.reverse = simplify::simplify(halves.reverse, switches.simplify);
    let fused = region.and_then(|region| {
        let taken = std::mem::replace(&mut body.region, region);
        // Memory lasts no longer than the call, and arguments are there.
        let switches = Switches {
            rewind: false,
            columns: false,
            ..switches
        };
        let plan = planned(function, body, &activity, switches);
        let region = std::mem::replace(&mut body.region, taken);
        let (one, fusion) = adjoint::fused(body, region, &activity, plan, names, &halves, &params)?;
        // Other loops may be such that their tape is shorter if memories are rewound.
        let mut noting = halves.rewind.loops.iter();
        if noting.any(|(scope, n)| n.params.is_none() && !fusion.covered.contains(scope)) {
            return None;
        }
        Some(emit::Fused {
            halves: one,
            fusion: adjoint::simplified(fusion, switches.simplify),
        })
    });
    (halves, fused)
}

/// Makes the primal simpler to take back, and leaves it what it is; tells what is active.
fn prepare(
    function: &parse::Function,
    body: &mut ir::Body,
    names: &mut names::Names,
    switches: Switches,
) -> activity::Activity {
    if switches.inductions {
        inductions::find(body, &function.item, names);
    }
    if switches.numbering {
        numbering::number(body, &function.item, names);
    }
    let activity = activity::analyse(body, switches.activity);
    if switches.companions {
        companions::find(body, &activity, names);
    }
    activity
}

fn planned(
    function: &parse::Function,
    body: &ir::Body,
    activity: &activity::Activity,
    switches: Switches,
) -> plan::Plan {
    // What is kept of a memory is words of a known type.
    let rewind = switches.rewind && body.scalar != ir::Ty::Generic;
    // A closure gets its captures only in its forward half.
    let lends = switches.reread && function.owner.is_none();
    let params = &function.params;
    let readable: Vec<bool> = params.iter().map(|p| lends && p.is_readable()).collect();
    let leaves = switches.wanted && function.owner.is_none();
    let optional: Vec<bool> = params
        .iter()
        .map(|p| leaves && p.is_optional_gradient())
        .collect();
    let leave = plan::Leave {
        rewind,
        locals: switches.reread,
        columns: switches.columns && switches.blocks,
        recompute: switches.recompute,
        readable: &readable,
        optional: if leaves { &optional } else { &[] },
    };
    plan::plan(body, activity, &leave)
}

/// What the plan of one function keeps and what it finds again.
///
/// # Errors
/// The refusals.
pub fn plan_of(
    options: TokenStream,
    item: TokenStream,
    switches: Switches,
) -> Result<Vec<plan::Told>, String> {
    let (function, mut lowered) = lowered(options, item)?;
    let lower::Lowered { body, names, .. } = &mut lowered;
    let activity = prepare(&function, body, names, switches);
    let plan = planned(&function, &lowered.body, &activity, switches);
    Ok(plan::told(&lowered.body, &plan))
}

fn lowered(
    options: TokenStream,
    item: TokenStream,
) -> Result<(parse::Function, lower::Lowered), String> {
    let item = parse::without_function_generics(item, &options);
    let item = match generic::float_of_item(&item, false) {
        Some(float) => generic::rename(item, &float.to_string(), generic::FLOAT),
        None => item,
    };
    let mut errors = Errors::default();
    let Some(function) = parse::parse(options, item, None, &mut errors) else {
        return Err(errors.into_tokens().to_string());
    };
    if !errors.is_empty() {
        return Err(errors.into_tokens().to_string());
    }
    let lowered = lower::lower(&function, &mut errors);
    if !errors.is_empty() {
        return Err(errors.into_tokens().to_string());
    }
    Ok((function, lowered))
}

/// The text forms of the stages between, for printers and golden files; the verifier runs after each.
pub struct Stages {
    pub ssa: String,
    pub forward: String,
    pub reverse: String,
}

/// Runs the stages on one function.
///
/// # Errors
/// The refusals, or the first violation that the verifier finds.
pub fn stages(
    options: TokenStream,
    item: TokenStream,
    switches: Switches,
) -> Result<Stages, String> {
    let (function, lowered) = lowered(options, item)?;
    let (mut body, mut names) = (lowered.body, lowered.names);
    ir::verify::primal(&body)?;
    let ssa = ir::text::primal(&body);
    let (halves, fused) = transform(&function, &mut body, &mut names, switches);
    ir::verify::halves(&body, &halves.forward, &halves.reverse)?;
    if let Some(emit::Fused { halves, fusion }) = &fused {
        let trip = |scope| fusion.trip(scope);
        ir::verify::fused(&body, &halves.forward, &fusion.back, &trip)?;
    }
    Ok(Stages {
        ssa,
        forward: ir::text::region(&body, &halves.forward),
        reverse: ir::text::statements(&body, &halves.reverse),
    })
}
