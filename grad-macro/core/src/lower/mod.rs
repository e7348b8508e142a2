//! Syntax in, structured SSA out: evaluation order is made explicit, one operation a statement.
//!
//! Floats become values, one version an assignment; aggregates become memories; everything that carries
//! no derivative stays the user's tokens. Refuses, on its own token, what has no lowering. Decides
//! nothing about activity: what is inactive after all is found later, on the form this returns.
mod alternatives;
mod bind;
mod buffers;
mod calls;
mod chains;
mod control;
mod enums;
mod exits;
mod expr;
mod functions;
mod held_options;
mod infer;
mod iter;
mod macros;
mod method;
mod moves;
mod node;
mod operators;
mod options;
mod params;
mod picked;
mod place;
mod resolve;
mod spans;
mod steady;
mod stmt;
mod structs;
mod tails;
mod tokens;
mod unseen;
mod vectors;
mod wrapped;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{Block, Pat};

use crate::error::Errors;
use crate::ir::{
    Body, CallArg, End, Mem, MemInfo, MemKind, Op, Region, Scope, Stmt, Ty as Scalar, Val, ValInfo,
    ZeroMem,
};
use crate::names::Names;
use crate::parse::Function;
use crate::types::{Ty, Wrap};
pub use control::is_compound;
use exits::ScopeCtx;
use infer::Types;
pub use infer::{diverges, is_of_std, own_fields, owner_and_name};
use node::Binding;
pub use stmt::single_name;

pub use params::zero_of;

/// What lowering leaves for emission besides the body.
pub struct Lowered {
    pub body: Body,
    /// Constants, imports and functions declared inside the body: both halves need them.
    pub items: Vec<TokenStream>,
    pub names: Names,
    /// Closures that are passed to derived functions.
    pub closures: Vec<functions::Lifted>,
}

/// Generated tokens with the user's own spelling of vectors.
pub fn restored(tokens: TokenStream) -> TokenStream {
    vectors::restore(tokens)
}

/// Every identifier among tokens.
pub fn names_in(tokens: TokenStream) -> HashSet<String> {
    let mut found = HashSet::new();
    for tree in tokens {
        match tree {
            proc_macro2::TokenTree::Ident(ident) => {
                found.insert(ident.to_string());
            }
            proc_macro2::TokenTree::Group(group) => found.extend(names_in(group.stream())),
            _ => {}
        }
    }
    found
}

/// The variables that are declared `mut`.
fn declared_mut(pats: &[Pat], block: &Block) -> HashSet<String> {
    struct Search(HashSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_pat_ident(&mut self, p: &'ast syn::PatIdent) {
            if p.mutability.is_some() {
                self.0.insert(p.ident.to_string());
            }
            syn::visit::visit_pat_ident(self, p);
        }
    }
    let mut search = Search(HashSet::new());
    for pat in pats {
        syn::visit::Visit::visit_pat(&mut search, pat);
    }
    syn::visit::Visit::visit_block(&mut search, block);
    search.0
}

/// `self` as a variable like any other.
fn without_self(block: Block) -> Block {
    let this = proc_macro2::Ident::new(crate::parse::THIS, Span::call_site());
    let tokens = tokens::rename_self(block.to_token_stream(), &this);
    syn::parse2(tokens).unwrap_or(block)
}

/// Lowers the body of a function.
pub fn lower<'e>(function: &'e Function, errors: &'e mut Errors) -> Lowered {
    let mut block: Block = (*function.item.block).clone();
    let mut names = Names::reserving(function.item.to_token_stream());
    let mut pats: Vec<Pat> = function.params.iter().map(|p| p.pat.clone()).collect();
    // It goes through tokens, where a mark would belong to all that follows the array.
    if function.item.sig.receiver().is_some() {
        block = without_self(block);
    }
    vectors::mark(&mut block);
    if function.wrapper.is_some() {
        wrapped::unwrap(&mut block);
    }
    alternatives::split(&mut block);
    resolve::resolve(pats.iter_mut(), &mut block, &mut names);
    let shapes: Vec<Ty> = function
        .params
        .iter()
        .map(|p| {
            if p.opaque {
                Ty::Inactive
            } else {
                p.shape.clone()
            }
        })
        .collect();
    // What stands inside of an `Option` says what its closures are given.
    let wrapped: Vec<Ty> = function
        .params
        .iter()
        .zip(&shapes)
        .map(|(p, shape)| match Ty::read_wrapped(&p.ty) {
            ty if p.optional => ty,
            ty if shape.is_inactive() && ty.is_inactive() => ty,
            _ => shape.clone(),
        })
        .collect();
    let sizes: Vec<String> = function
        .params
        .iter()
        .filter(|p| p.plain && p.ty.to_token_stream().to_string() == "usize")
        .map(|p| p.name.to_string())
        .collect();
    let nominal: HashMap<String, syn::Path> = function
        .params
        .iter()
        .zip(&pats)
        .filter_map(|(p, pat)| {
            let name = stmt::single_name(pat)?.to_string();
            Some((name, infer::nominal_type(&p.ty)?))
        })
        .collect();
    let elements: HashMap<String, syn::Path> = function
        .params
        .iter()
        .zip(&pats)
        .filter_map(|(p, pat)| {
            let name = stmt::single_name(pat)?.to_string();
            Some((name, infer::nominal_element(&p.ty)?))
        })
        .collect();
    let mut own: Vec<String> = elements.keys().map(|name| format!("{name}[]")).collect();
    for (p, pat) in function.params.iter().zip(&pats) {
        if let (true, Some(this)) = (p.receiver.is_some(), stmt::single_name(pat)) {
            let fields = function.neighbours.own_fields.iter();
            own.extend(fields.map(|field| format!("{this}.{field}")));
        }
    }
    let carrying: Vec<String> = function
        .params
        .iter()
        .zip(&pats)
        .filter(|(p, _)| !p.opaque && !p.shape.is_inactive())
        .filter_map(|(_, pat)| Some(stmt::single_name(pat)?.to_string()))
        .filter(|name| nominal.contains_key(name) || elements.contains_key(name))
        .collect();
    let constants: Vec<String> = function
        .params
        .iter()
        .zip(&pats)
        .filter_map(|(p, pat)| Some((p, stmt::single_name(pat)?)))
        .flat_map(|(p, variable)| {
            let fields = function.options.constant_fields.iter();
            let own = fields.filter(|(base, _)| p.name == *base);
            own.map(move |(_, member)| format!("{variable}.{}", member.to_token_stream()))
        })
        .collect();
    let returns_struct = function
        .result
        .as_ref()
        .is_some_and(crate::parse::is_struct);
    let scalar = principal_scalar(function, &shapes);
    let callables = functions::types(&function.params, &pats);
    let infer = |block: &Block, options: bool| {
        let seen = if options { &wrapped } else { &shapes };
        let params = pats.iter().zip(seen);
        let (result, around) = (&function.result_ty, &function.neighbours);
        let known = infer::Known {
            sizes: &sizes,
            functions: &callables,
            nominal: &nominal,
            elements: &elements,
            carrying: &carrying,
            constants: &constants,
            own: &own,
            returns_struct,
            scalar: Some(scalar),
            neighbours: around,
            options,
        };
        Types::infer(known, params, result, block)
    };
    let optional = |p: &&crate::parse::Param| p.optional && !p.opaque;
    let optional = function.params.iter().filter(optional);
    let optional: Vec<String> = optional.map(|p| p.name.to_string()).collect();
    chains::names::resolve(&mut block);
    tails::typed(&mut block, function.result.as_ref(), &mut names);
    let options = options::mentioned(&block) || !optional.is_empty();
    let mut types = infer(&block, options);
    let named = |which: &dyn Fn(&crate::parse::Param) -> bool| {
        let params = function.params.iter().zip(&pats);
        let held = params.filter(|(p, _)| !p.optional && !p.opaque && which(p));
        held.filter_map(|(_, pat)| Some(stmt::single_name(pat)?.to_string()))
            .collect()
    };
    if picked::rewrite(&mut block, &mut types, &mut names) {
        types = infer(&block, options);
    }
    let (params, lists) = (
        named(&|p| held_options::is_option(&p.ty)),
        named(&|p| held_options::is_list_of_options(&p.ty)),
    );
    let (rewritten, held) =
        held_options::rewrite(&mut block, params, &lists, &mut types, &mut names);
    if rewritten {
        types = infer(&block, options);
    }
    let mut chains = chains::Chains::of(pats.iter(), &block, &mut types, &mut names);
    // The last value of a function that returns one inside of a wrapper has a `?` behind it by now.
    chains.wrap = function.wrapper.as_ref().map(|w| {
        if w.is_option {
            Wrap::Option
        } else {
            Wrap::Result
        }
    });
    let mut changed = chains.expand(&mut block, function.result.as_ref());
    // Ends of chains may have made some.
    let options = options || changed && options::mentioned(&block);
    let mut cases = HashMap::new();
    if options {
        *chains.types = infer(&block, true);
        let generic = scalar == Scalar::Generic;
        cases = options::split(&mut block, optional, held, &mut chains, errors, generic);
        chains.restore(&mut block);
        changed = true;
    }
    if changed {
        types = infer(&block, false);
    }
    let mut lower = Lower {
        types,
        names,
        errors,
        function,
        rebound: steady::Bound::of(&block),
        functions: HashMap::new(),
        closures: Vec::new(),
        constants: functions::constants(&function.params, &pats),
        closure_names: functions::named_closures(&block),
        input_types: None,
        vals: Vec::new(),
        mems: Vec::new(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        counters: HashMap::new(),
        env: HashMap::new(),
        order: Vec::new(),
        stmts: Vec::new(),
        end: None,
        scopes: Vec::new(),
        exits: Vec::new(),
        items: Vec::new(),
        scalar,
        result_ty: function.result_ty.clone(),
        scalar_guess: false,
        range_end: None,
        early_shape: None,
        said: None,
        matched: false,
        slice_len: None,
        unsure: HashSet::new(),
        plain_items: true,
        pending: Vec::new(),
        reserved: function
            .params
            .iter()
            .zip(&shapes)
            .filter(|(p, ty)| p.optional || !ty.is_float())
            .map(|(p, _)| p.name.to_string())
            .collect(),
        runtime: crate::emit::runtime_path(&function.options),
        neighbours: function.neighbours.clone(),
        nominal_mems: HashMap::new(),
        held: HashSet::new(),
        items_by_value: HashSet::new(),
        counted_parts: HashSet::new(),
        outcome: false,
        unseen_methods: false,
        own_type: false,
        gets_floats: false,
        beside_floats: false,
        named: HashSet::new(),
        wrapped: function.wrapper.is_some(),
        suffix: None,
        cases,
        mutable: declared_mut(&pats, &block),
        param_types: function
            .params
            .iter()
            .map(|p| infer::nominal_type(&p.ty).filter(|_| !p.optional))
            .collect(),
        declared: function.params.iter().map(|p| p.ty.clone()).collect(),
        by_ref_params: (0..shapes.len())
            .filter(|i| matches!(shapes[*i], Ty::Ref { .. }))
            .collect(),
        at: function.item.sig.ident.span(),
    };
    let region = lower.function(function, &pats, &shapes, &block);
    Lowered {
        body: Body {
            region,
            scopes: u32::try_from(lower.exits.len()).unwrap_or(u32::MAX),
            vals: lower.vals,
            mems: lower.mems,
            inputs: lower.inputs,
            outputs: lower.outputs,
            counters: lower.counters,
            exits: lower.exits,
            scalar: lower.scalar,
            unseen_methods: lower.unseen_methods,
        },
        items: lower.items,
        names: lower.names,
        closures: lower.closures,
    }
}

/// The float type of the signature: what an unknown scalar is taken to be. A wrong guess is a type error
/// of rustc, never a wrong number.
fn principal_scalar(function: &Function, shapes: &[Ty]) -> Scalar {
    let mut all = std::iter::once(&function.result_ty).chain(shapes);
    all.find_map(first_float)
        .or_else(|| crate::parse::only_float(function.item.to_token_stream()))
        .or(function.neighbours.scalar)
        .unwrap_or(Scalar::F64)
}

fn first_float(ty: &Ty) -> Option<Scalar> {
    match ty {
        Ty::F32 => Some(Scalar::F32),
        Ty::F64 => Some(Scalar::F64),
        Ty::Generic => Some(Scalar::Generic),
        Ty::Tuple(parts) => parts.iter().find_map(first_float),
        Ty::Array(t, _) | Ty::Slice(t) | Ty::Vec(t) | Ty::Ref { to: t, .. } => first_float(t),
        _ => None,
    }
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the place that is being lowered"
)]
struct Lower<'e> {
    types: Types,
    names: Names,
    errors: &'e mut Errors,
    function: &'e Function,
    /// The names that its body binds.
    rebound: steady::Bound,
    /// Parameters that are functions, by name.
    functions: HashMap<String, functions::Callable>,
    /// Closures that are passed to derived functions, so far.
    closures: Vec<functions::Lifted>,
    /// Parameters that are functions whose derivatives are left out.
    constants: HashSet<String>,
    /// Variables that are closures.
    closure_names: HashSet<String>,
    /// The types of the arguments of the call that comes next.
    input_types: Option<Vec<Ty>>,
    vals: Vec<ValInfo>,
    mems: Vec<MemInfo>,
    inputs: Vec<(Val, usize, Vec<u32>)>,
    outputs: Vec<(Val, usize)>,
    counters: HashMap<Val, crate::ir::Counter>,
    env: HashMap<String, Binding>,
    /// Variables in the order of their declaration.
    order: Vec<String>,
    /// The region being written.
    stmts: Vec<Stmt>,
    /// Set once control has left the region.
    end: Option<End>,
    scopes: Vec<ScopeCtx>,
    exits: Vec<usize>,
    items: Vec<TokenStream>,
    scalar: Scalar,
    result_ty: Ty,
    /// The call that comes next initialises a variable that changes: its result is taken for a scalar.
    scalar_guess: bool,
    /// Names of parameters that are no values themselves.
    reserved: Vec<String>,
    /// Bindings of `if let` that belong to the start of the arm.
    pending: Vec<(Pat, node::Node)>,
    /// The upper end of the range that was read last.
    range_end: Option<Val>,
    /// The shape that the target of the assignment had before its value was computed.
    early_shape: Option<Val>,
    /// The variable that is being declared, and the user's own type that is said of it.
    said: Option<(Ident, syn::Path)>,
    /// The pattern that is being bound was matched: its variables exist.
    matched: bool,
    /// The length of the slice that such a pattern borrows.
    slice_len: Option<Val>,
    /// Names in capitals that floats are matched with: constants, unless the user means variables.
    unsure: HashSet<String>,
    /// Items come one a trip, in order: their number is the trip's.
    plain_items: bool,
    /// The path of the runtime crate.
    runtime: TokenStream,
    /// Parameters that the user holds by reference.
    by_ref_params: Vec<usize>,
    /// The types of parameters that are the user's own.
    param_types: Vec<Option<syn::Path>>,
    /// The types of all parameters.
    declared: Vec<syn::Type>,
    /// What the `impl` block around it tells.
    neighbours: crate::parse::Neighbours,
    /// Memories whose type is known to be one of the user's own.
    nominal_mems: HashMap<Mem, syn::Path>,
    /// Fields of gradients that belong to fields of variants.
    held: HashSet<Ident>,
    /// Items of loops, which the user holds by value and generated code by reference.
    items_by_value: HashSet<Mem>,
    /// Parts of structs that are counted with, and are known to carry no derivative then.
    counted_parts: HashSet<String>,
    /// The call that is lowered next has a wrapper around its result, of which a branch takes it.
    outcome: bool,
    /// A method was called on a value whose type only rustc knows.
    unseen_methods: bool,
    /// The branch that is being lowered yields a value of such a type.
    own_type: bool,
    /// Floats are written to the list that is lowered next.
    gets_floats: bool,
    /// Whether the arguments that are read now stand beside one that may carry a derivative.
    beside_floats: bool,
    /// The names of values and memories: to ask each for its own takes long.
    named: HashSet<String>,
    /// The function returns a `Result` or an `Option`.
    wrapped: bool,
    /// Variables that are declared `mut`.
    mutable: HashSet<String>,
    /// What takes the wrapper off the result of the call that is lowered next.
    suffix: Option<TokenStream>,
    /// The variables for the cases of parameters that are an `Option`, and of others.
    cases: HashMap<String, Ident>,
    /// The expression or statement that is being lowered.
    at: Span,
}

impl Lower<'_> {
    fn function(
        &mut self,
        function: &Function,
        pats: &[Pat],
        shapes: &[Ty],
        block: &Block,
    ) -> Region {
        self.enter_function();
        self.params(function, pats, shapes);
        self.check_constant_fields();
        let result = self.result_ty.clone();
        let value = self.block(block, &result);
        if self.end.is_none() {
            self.return_node(value, block.brace_token.span.close());
        }
        self.scopes.pop();
        Region {
            stmts: std::mem::take(&mut self.stmts),
            end: self.end.take().unwrap_or(End::Never),
        }
    }

    /// Lowers what begins there.
    fn at<T>(&mut self, at: Span, lower: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.at, at);
        let lowered = lower(self);
        self.at = outer;
        lowered
    }

    fn push(&mut self, mut stmt: Stmt) {
        // What follows an exit never runs.
        if self.end.is_none() {
            spans::locate(&mut stmt, self.at);
            self.note_change(&stmt);
            self.stmts.push(stmt);
        }
    }

    /// The result of a call whose shape changes keeps its last one.
    fn note_change(&mut self, stmt: &Stmt) {
        let mut changed = Vec::new();
        match stmt {
            Stmt::Grow(p, ..)
            | Stmt::Shrink(p, ..)
            | Stmt::Replace(p, ..)
            | Stmt::Rearrange(p, ..)
            | Stmt::Sort(p, ..) => changed.push(p),
            Stmt::SwapPlaces(a, b, _) => changed.extend([a, b]),
            Stmt::Call(call) => changed.extend(call.args.iter().filter_map(|a| match a {
                CallArg::Place(p, _, true) => Some(p),
                _ => None,
            })),
            _ => {}
        }
        for place in changed {
            let root = self.rooted_place(place).mem.0 as usize;
            if let Some(ZeroMem::Callee(path, _)) = &self.mems[root].zero {
                self.mems[root].zero = Some(ZeroMem::LastCallee(path.clone()));
            }
        }
    }

    /// Writes a region of its own.
    fn region<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> (T, Vec<Stmt>, Option<End>) {
        let outer = (std::mem::take(&mut self.stmts), self.end.take());
        let value = inside(self);
        let stmts = std::mem::replace(&mut self.stmts, outer.0);
        let end = std::mem::replace(&mut self.end, outer.1);
        (value, stmts, end)
    }

    fn new_scope(&mut self) -> Scope {
        let scope = self.next_scope();
        self.exits.push(0);
        scope
    }

    fn next_scope(&self) -> Scope {
        Scope(u32::try_from(self.exits.len()).unwrap_or(u32::MAX))
    }

    fn new_val(&mut self, name: Ident, ty: Scalar) -> Val {
        self.named.insert(name.to_string());
        self.vals.push(ValInfo::new(name, ty));
        Val(u32::try_from(self.vals.len() - 1).unwrap_or(u32::MAX))
    }

    fn constant(&mut self, tokens: TokenStream, ty: Scalar, span: Span) -> Val {
        let val = self.new_val(crate::names::new_ident("constant", span), ty);
        self.vals[val.0 as usize].constant = Some(tokens);
        val
    }

    fn new_mem(&mut self, name: Ident, kind: MemKind, zero: Option<ZeroMem>) -> Mem {
        let span = name.span();
        self.named.insert(name.to_string());
        self.mems.push(MemInfo {
            name,
            kind,
            zero,
            span,
            mutable_ref: false,
            indexed_struct: false,
        });
        Mem(u32::try_from(self.mems.len() - 1).unwrap_or(u32::MAX))
    }

    /// Defines a value by an operation; `hint` is the variable it is for.
    fn define(&mut self, op: Op, ty: Scalar, hint: Option<&Ident>, span: Span) -> Val {
        let name = self.name_for(hint, span);
        let val = self.new_val(name, ty);
        self.push(Stmt::Let(val, op));
        val
    }

    /// The variable's own name the first time, then numbered; `t_1`, … for intermediate results.
    fn name_for(&mut self, hint: Option<&Ident>, span: Span) -> Ident {
        match hint {
            None => self.names.numbered("t", span),
            Some(ident) => {
                let name = ident.to_string();
                let fresh = !self.named.contains(&name)
                    && !self.is_raw_name(&name)
                    && !self.reserved.contains(&name);
                if fresh {
                    ident.clone()
                } else {
                    self.names.numbered(crate::names::stem(&name), ident.span())
                }
            }
        }
    }

    fn is_raw_name(&self, name: &str) -> bool {
        matches!(self.env.get(name), Some(Binding::Raw { .. }))
    }

    fn scalar_of(&self, ty: &Ty) -> Scalar {
        match ty.peeled() {
            Ty::F64 => Scalar::F64,
            Ty::Generic => Scalar::Generic,
            Ty::F32 => Scalar::F32,
            _ => self.scalar,
        }
    }

    fn names_in_scope(&self) -> HashSet<String> {
        self.env.keys().cloned().collect()
    }

    /// Variables that were declared since are gone: no loop carries them any more.
    fn end_scope(&mut self, outside: &HashSet<String>) {
        self.env.retain(|name, _| outside.contains(name));
    }

    fn bind_name(&mut self, name: &str, binding: Binding) {
        let known = self.env.insert(name.to_owned(), binding).is_some();
        // A name of a scope that ended stays in the order.
        if !known && !self.order.iter().any(|n| n == name) {
            self.order.push(name.to_owned());
        }
    }
}
