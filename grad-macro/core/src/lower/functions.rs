//! Functions as arguments: parameters that are functions, and closures that are passed to a derived function.
//!
//! A parameter `f` is a memory that nobody looks into: what it captures, the caller knows. `f(x)` is the call
//! of a function of the runtime, by `f` and `x`. A closure is a function of its own, whose first parameters
//! are what it captures; among the arguments of the call stand its captures.
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall, ExprClosure, Pat, ReturnType, Type, parse_quote};

use super::bind::place_of;
use super::node::{Binding, Node, PlaceNode};
use super::{Lower, Lowered, tokens};
use crate::ir::{self, CallArg, Mem, MemKind, Passed};
use crate::parse::{FnParam, Function, Options, Param, Selection};
use crate::types::{Ty, unparen};

/// A closure that is passed on, as a function: its captures, then its own parameters.
pub struct Lifted {
    pub function: Function,
    pub lowered: Lowered,
}

/// An argument of a call, as far as functions go.
pub(super) enum Operand<'e> {
    Value(&'e Expr),
    /// A parameter that is a function.
    Function(Mem, Ident),
    Closure(ExprClosure, bool),
    /// A parameter that is a function whose derivative is left out.
    Constant(&'e Expr, Ident, bool),
}

/// How a closure gets at what it captures.
#[derive(Default)]
struct Inside {
    /// Names, types and values that are bound there, all at once: a value may go by another variable's name.
    bound: [Vec<TokenStream>; 3],
    /// Variables that go by another name.
    renamed: HashMap<String, TokenStream>,
}

impl Inside {
    fn bind(&mut self, name: &Ident, ty: &TokenStream, value: &TokenStream) {
        let parts = [name.to_token_stream(), ty.clone(), value.clone()];
        for (list, part) in self.bound.iter_mut().zip(parts) {
            list.push(part);
        }
    }

    fn prelude(&self) -> TokenStream {
        let [names, types, values] = &self.bound;
        match names.as_slice() {
            [] => TokenStream::new(),
            [_] => quote!(#(let #names: #types = #values;)*),
            _ => quote!(let (#(#names),*): (#(#types),*) = (#(#values),*);),
        }
    }
}

/// A parameter that is a function, while the body is lowered.
pub(super) struct Callable {
    mem: Mem,
    name: Ident,
    function: FnParam,
}

impl Lower<'_> {
    /// Binds a parameter that is a function.
    pub(super) fn bind_function(&mut self, index: usize, pat: &Pat, function: &FnParam) {
        let Pat::Ident(p) = pat else {
            return;
        };
        let name = p.ident.clone();
        let mem = self.new_mem(name.clone(), MemKind::Param(index, Vec::new()), None);
        let mut place = place_of(mem, &name, Ty::Unknown);
        place.tokens = self.as_closure(&name, function);
        self.bind_name(&name.to_string(), Binding::Place(place));
        let callable = Callable {
            mem,
            name: name.clone(),
            function: function.clone(),
        };
        self.functions.insert(name.to_string(), callable);
    }

    /// What stands for a function in tokens that stay the user's own.
    fn as_closure(&self, name: &Ident, function: &FnParam) -> TokenStream {
        let call = self.call_path(function);
        let types = &function.inputs;
        let names: Vec<Ident> = (0..types.len())
            .map(|at| format_ident!("arg_{at}", span = Span::mixed_site()))
            .collect();
        quote!((|#(#names: #types),*| #call(#name, #(#names),*)))
    }

    /// The function of the runtime that calls one with so many arguments.
    fn call_path(&self, function: &FnParam) -> syn::ExprPath {
        let (inputs, output, runtime) = (&function.inputs, &function.output, &self.runtime);
        let owner = format_ident!("Call{}", inputs.len());
        parse_quote!(#runtime::__private::#owner::<#(#inputs,)* #output>::call)
    }

    /// `f(x)` for a parameter `f`; nothing if the callee is something else.
    pub(super) fn function_call(
        &mut self,
        c: &ExprCall,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Option<Node> {
        let ident = called_name(&c.func)?;
        let callable = self.functions.get(&ident.to_string())?;
        let function = callable.function.clone();
        if c.args.len() != function.inputs.len() {
            // rustc says so on the user's function.
            return Some(Node::Never);
        }
        let mut path = self.call_path(&function);
        for segment in &mut path.path.segments {
            segment
                .ident
                .set_span(segment.ident.span().located_at(ident.span()));
        }
        let result = Ty::read(&function.output);
        let expected = match expected {
            Ty::Unknown | Ty::Float => &result,
            known => known,
        };
        let args = &c.args;
        let call: ExprCall = parse_quote!(#path(#ident, #args));
        self.input_types = Some(function.inputs.iter().map(Ty::read).collect());
        Some(self.user_call(&call, &path, None, expected, hint))
    }

    /// Whether a variable is a parameter that is a function.
    pub(super) fn is_function(&self, name: &Ident) -> bool {
        self.functions.contains_key(&name.to_string())
    }

    pub(super) fn refuse_function(&mut self, name: &Ident) -> Node {
        self.errors.refuse(
            name.span(),
            format!("`{name}` is a function, and the macro cannot follow it here"),
            format!(
                "call it, or pass it to a function with `#[derive_grad]`, as `{name}` or `&{name}`"
            ),
        );
        Node::Never
    }

    /// Tells functions from the other arguments of a call.
    pub(super) fn function_operands<'e>(&mut self, args: &[&'e Expr]) -> Vec<Operand<'e>> {
        args.iter().map(|arg| self.function_operand(arg)).collect()
    }

    fn function_operand<'e>(&mut self, arg: &'e Expr) -> Operand<'e> {
        let (inside, by_ref) = match unparen(arg) {
            Expr::Reference(r) if r.mutability.is_none() => (unparen(&r.expr), true),
            other => (other, false),
        };
        match inside {
            Expr::Closure(c) => Operand::Closure(c.clone(), by_ref),
            Expr::Path(p) => {
                let local = p.path.get_ident().map(ToString::to_string);
                if let Some(name) = p.path.get_ident()
                    && self.constants.contains(&name.to_string())
                {
                    return Operand::Constant(arg, name.clone(), by_ref);
                }
                if let Some(f) = local.as_ref().and_then(|name| self.functions.get(name)) {
                    return Operand::Function(f.mem, f.name.clone());
                }
                match primitive(p) {
                    Some(closure) if local.is_none() => Operand::Closure(closure, by_ref),
                    _ => Operand::Value(arg),
                }
            }
            _ => Operand::Value(arg),
        }
    }

    /// Whether an argument makes its call one with a derivative.
    pub(super) fn is_active_operand(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Value(_) | Operand::Constant(..) => false,
            Operand::Function(..) => true,
            Operand::Closure(c, _) => self.mentions_active(c.to_token_stream()),
        }
    }

    /// The primal's tokens of an argument.
    pub(super) fn operand_tokens(&self, operand: &Operand) -> TokenStream {
        match operand {
            Operand::Value(e) | Operand::Constant(e, ..) => e.to_token_stream(),
            Operand::Function(_, name) => {
                let function = &self.functions[&name.to_string()].function;
                self.as_closure(name, function)
            }
            Operand::Closure(c, by_ref) => {
                let by_ref = by_ref.then(|| quote!(&));
                let closure = self.verbatim_tokens(&Expr::Closure(c.clone()));
                quote!(#by_ref #closure)
            }
        }
    }

    /// A derived function that is passed by its name: in lower case, and no variable.
    pub(super) fn named_function(&mut self, arg: &Expr, at: usize) -> Result<Option<Passed>, ()> {
        let (inside, by_ref) = match unparen(arg) {
            Expr::Reference(r) if r.mutability.is_none() => (unparen(&r.expr), true),
            other => (other, false),
        };
        let Expr::Path(p) = inside else {
            return Ok(None);
        };
        let local = p.path.get_ident().map(ToString::to_string);
        if let Some(name) = &local
            && self.closure_names.contains(name)
        {
            self.errors.refuse(
                p.span(),
                format!("the macro cannot pass on the closure `{name}` here"),
                "write the closure where the argument stands",
            );
            return Err(());
        }
        let last = p.path.segments.last().map(|s| s.ident.to_string());
        let in_lower_case = last.is_some_and(|l| l.starts_with(|c: char| c.is_lowercase()));
        if local.is_some_and(|name| self.env.contains_key(&name)) || !in_lower_case {
            return Ok(None);
        }
        if crate::emit::is_of_type(&p.path) || p.qself.is_some() {
            let path = p.to_token_stream().to_string().replace(' ', "");
            self.errors.refuse(
                p.span(),
                format!("`{path}` cannot be passed on by its name"),
                format!("write a closure that calls it, `|x| {path}(x)`"),
            );
            return Err(());
        }
        Ok(Some(Passed {
            function: ir::Function::Named(p.path.clone()),
            at,
            captures: 0,
            prelude: TokenStream::new(),
            by_ref,
        }))
    }

    /// Both uses would add to the gradients of what it captures at a time.
    pub(super) fn refuse_function_twice(&mut self, args: &[CallArg], at: Span) {
        let mut seen = HashSet::new();
        for arg in args {
            if let CallArg::Function(mem, name) = arg
                && !seen.insert(*mem)
            {
                self.errors.refuse(
                    at,
                    format!("the function `{name}` is passed to one call twice"),
                    "let the callee take it once, or call it before and pass its values",
                );
            }
        }
    }

    /// A closure among the arguments of a call: its captures as arguments.
    pub(super) fn passed(
        &mut self,
        closure: &ExprClosure,
        by_ref: bool,
        args: &mut Vec<CallArg>,
    ) -> Option<Passed> {
        if self.refuse_closure(closure) {
            return None;
        }
        let at = args.len();
        let mut names = Inside::default();
        let mut params = Vec::new();
        for name in self.captured(closure) {
            let (param, arg) = self.capture(&name, closure, &mut names)?;
            params.push(param);
            args.push(arg);
        }
        let captures = args.len() - at;
        let renamed = if names.renamed.is_empty() {
            None
        } else {
            syn::parse2(tokens::rename(closure.to_token_stream(), &names.renamed)).ok()
        };
        let function = self.lifted(renamed.as_ref().unwrap_or(closure), params)?;
        let lowered = super::lower(&function, self.errors);
        self.closures.push(Lifted { function, lowered });
        Some(Passed {
            function: ir::Function::Closure(self.closures.len() - 1),
            at,
            captures,
            prelude: names.prelude(),
            by_ref,
        })
    }

    fn refuse_closure(&mut self, closure: &ExprClosure) -> bool {
        let found = self.errors.count();
        if super::chains::refuses(closure) {
            self.errors.refuse(
                closure.inputs_begin.span(),
                "a closure with `?`, `async` or `for<..>` cannot be passed to a derived function",
                "write it without, or as a function with `#[derive_grad]` that the closure calls",
            );
        }
        self.errors.count() > found
    }

    /// A closure with `move` takes a copy before the other arguments change something.
    pub(super) fn refuse_early_copy(&mut self, closure: &ExprClosure) -> bool {
        let captured = self.captured(closure);
        let Some(name) = captured.iter().find(|n| self.mutable.contains(*n)) else {
            return false;
        };
        self.errors.refuse(
            closure.capture.span(),
            format!("this closure takes a copy of `{name}`, which another argument may change"),
            "bind the closure with `let` before the call",
        );
        true
    }

    /// The variables of outside that a closure names, each once.
    fn captured(&self, closure: &ExprClosure) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in tokens::variables(closure.to_token_stream()) {
            if self.env.contains_key(&name) && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// A captured variable as a parameter of the closure's function, and as an argument.
    fn capture(
        &mut self,
        name: &str,
        closure: &ExprClosure,
        names: &mut Inside,
    ) -> Option<(Param, CallArg)> {
        let ident = tokens::find(closure.to_token_stream(), name)
            .unwrap_or_else(|| crate::names::spanned_ident(name, Span::call_site()));
        if let Some(f) = self.functions.get(name) {
            let param = Param {
                function: Some(f.function.clone()),
                ..param(&ident, &parse_quote!(()), Ty::Unknown)
            };
            let inner = f.name.clone();
            return Some((param, CallArg::Function(f.mem, inner.to_token_stream())));
        }
        let binding = self.env.get(name)?.clone();
        let node = match self.read_binding(&binding, &ident) {
            // A closure that only reads holds it by a shared reference.
            Node::Alias(name, path) => match self.aliased(&name, &path) {
                Some(v) => Node::Val(v, true),
                None => Node::Alias(name, path),
            },
            other => other,
        };
        match node {
            Node::Raw(raw) if raw.ty.is_float() => {
                let (tokens, ty) = (&raw.tokens, self.type_tokens(&raw.ty)?);
                if tokens.to_string() != name {
                    names.bind(&ident, &ty.to_token_stream(), tokens);
                }
                Some((
                    param(&ident, &ty, raw.ty.clone()),
                    CallArg::Inactive(raw.tokens),
                ))
            }
            Node::Raw(raw) => {
                let tokens = &raw.tokens;
                if tokens.to_string() != name {
                    names.bind(&ident, &quote!(_), tokens);
                }
                // Only its shape matters: the forward half finds the variable itself.
                let (ty, shape): (Type, Ty) = match raw.ty {
                    Ty::Int if self.types.sizes.contains(name) => (parse_quote!(usize), Ty::Int),
                    Ty::Int => (parse_quote!(i64), Ty::Int),
                    Ty::Bool => (parse_quote!(bool), Ty::Bool),
                    _ => (parse_quote!(()), Ty::Inactive),
                };
                Some((param(&ident, &ty, shape), CallArg::Inactive(quote!(()))))
            }
            Node::Val(..) | Node::Tuple(_) => {
                let ty = self.type_of(&node);
                let Some(written) = self.captured_type(&ty) else {
                    return self.refuse_capture(name, closure);
                };
                let tokens = self.tokens_of(&node);
                if tokens.to_string() != name {
                    names.bind(&ident, &self.annotation(&ty), &tokens);
                }
                let arg = self.call_arg(node, closure.span());
                Some((param(&ident, &written, ty), arg))
            }
            Node::Place(p) => self.capture_place(name, &ident, p, closure, names),
            Node::Never => None,
            _ => self.refuse_capture(name, closure),
        }
    }

    fn capture_place(
        &mut self,
        name: &str,
        ident: &Ident,
        p: PlaceNode,
        closure: &ExprClosure,
        names: &mut Inside,
    ) -> Option<(Param, CallArg)> {
        if self.is_mutable_place(&p) && matches!(p.ty, Ty::Unknown) {
            return self.refuse_capture(name, closure);
        }
        let tokens = p.passed();
        let same = tokens.to_string() == name;
        let borrowed = self.is_borrowed(&p) || self.is_mutable_place(&p);
        let written = match self.nominal(&p) {
            Some(path) => Some(parse_quote!(#path)),
            None => self.type_tokens(&p.ty),
        };
        let own = syn::parse2::<Ident>(tokens.clone()).ok();
        let Some(written) = written.filter(|_| own.is_some() || borrowed) else {
            return self.refuse_capture(name, closure);
        };
        let mut ident = ident.clone();
        match own {
            _ if same => {}
            // The variable has another name by now.
            Some(own) if !borrowed => {
                names.renamed.insert(name.to_owned(), tokens.clone());
                ident = own;
            }
            _ => names.bind(&ident, &quote!(_), &tokens),
        }
        let (written, shape) = if borrowed {
            (parse_quote!(&#written), p.ty.clone().shared())
        } else {
            (written, p.ty.clone())
        };
        let arg = CallArg::Place(p.place, tokens, false);
        Some((param(&ident, &written, shape), arg))
    }

    fn refuse_capture<T>(&mut self, name: &str, closure: &ExprClosure) -> Option<T> {
        self.errors.refuse(
            closure.inputs_begin.span(),
            format!("this closure captures `{name}`, whose type the macro does not know, or which it cannot lend"),
            "bind what the closure needs with `let` before, and say its type, as in `let y: f64 = *x;`",
        );
        None
    }

    /// A type of the same gradient: of an integer, the width does not matter.
    fn captured_type(&self, ty: &Ty) -> Option<Type> {
        match ty {
            Ty::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.captured_type(p));
                let parts: Vec<Type> = parts.collect::<Option<_>>()?;
                Some(parse_quote!((#(#parts,)*)))
            }
            Ty::Int => Some(parse_quote!(usize)),
            other => self.type_tokens(other),
        }
    }

    /// What a variable of a type is annotated with: its floats may be literals.
    fn annotation(&self, ty: &Ty) -> TokenStream {
        match ty {
            Ty::Tuple(parts) => {
                let parts = parts.iter().map(|p| self.annotation(p));
                quote!((#(#parts,)*))
            }
            other if other.peeled().is_float() => self.type_tokens(other).into_token_stream(),
            _ => quote!(_),
        }
    }

    /// A type as it is written.
    fn type_tokens(&self, ty: &Ty) -> Option<Type> {
        Some(match ty {
            Ty::F64 => parse_quote!(f64),
            Ty::F32 => parse_quote!(f32),
            Ty::Float => {
                let scalar = crate::emit::scalar_tokens(self.scalar);
                parse_quote!(#scalar)
            }
            Ty::Generic => {
                let float = crate::generic::float();
                parse_quote!(#float)
            }
            Ty::Bool => parse_quote!(bool),
            Ty::Array(elem, Some(len)) => {
                let elem = self.type_tokens(elem)?;
                parse_quote!([#elem; #len])
            }
            Ty::Slice(elem) | Ty::Array(elem, None) => {
                let elem = self.type_tokens(elem)?;
                parse_quote!([#elem])
            }
            Ty::Vec(elem) => {
                let (elem, runtime) = (self.type_tokens(elem)?, &self.runtime);
                parse_quote!(#runtime::__private::std::vec::Vec<#elem>)
            }
            Ty::Tuple(parts) => {
                let parts: Vec<Type> = parts
                    .iter()
                    .map(|p| self.type_tokens(p))
                    .collect::<Option<_>>()?;
                parse_quote!((#(#parts,)*))
            }
            Ty::Ref { mutable: false, to } => {
                let to = self.type_tokens(to)?;
                parse_quote!(&#to)
            }
            _ => return None,
        })
    }

    /// The closure as a function.
    fn lifted(&mut self, closure: &ExprClosure, captures: Vec<Param>) -> Option<Function> {
        let mut params = captures;
        let mut inputs: Vec<syn::FnArg> = Vec::new();
        let mut names = crate::names::Names::reserving(closure.to_token_stream());
        for (at, pat) in closure.inputs.iter().enumerate() {
            let (pat, ty) = self.closure_input(pat)?;
            let ident = match &pat {
                Pat::Ident(p) if p.subpat.is_none() => p.ident.clone(),
                other => names.plain(&format!("arg_{}", at + 1), other.span()),
            };
            inputs.push(parse_quote!(#ident: #ty));
            params.push(Param {
                plain: matches!(pat, Pat::Ident(_)),
                pat,
                ..param(&ident, &ty, Ty::read(&ty))
            });
        }
        let result = self.closure_result(closure)?;
        let result_ty = Ty::read(&result);
        let block: syn::Block = match unparen(&closure.body) {
            Expr::Block(b) if b.label.is_none() => b.block.clone(),
            other => parse_quote!({ #other }),
        };
        let number = self.closures.len() + 1;
        let sig = &self.function.item.sig;
        let ident = match &self.function.owner {
            Some(_) => format_ident!("{}_{number}", sig.ident, span = Span::call_site()),
            None => format_ident!("closure_{number}", span = Span::call_site()),
        };
        let (generics, clause) = (&sig.generics, &sig.generics.where_clause);
        let mut item: syn::ItemFn = parse_quote!(fn #ident(#(#inputs),*) -> #result {});
        item.sig.generics.clone_from(generics);
        item.sig.generics.where_clause.clone_from(clause);
        *item.block = block;
        let owner = self.function.owner.as_ref().unwrap_or(&sig.ident);
        Some(Function {
            item,
            options: Options {
                runtime: self.function.options.runtime.clone(),
                ..Options::default()
            },
            params,
            result: Some(result),
            result_ty,
            wrapper: None,
            associated: self.function.associated,
            neighbours: self.function.neighbours.clone(),
            owner: Some(owner.clone()),
        })
    }

    /// A parameter of a closure, and its type: a float where nothing is said.
    fn closure_input(&mut self, pat: &Pat) -> Option<(Pat, Type)> {
        if let Pat::Type(t) = pat {
            if FnParam::accepts(&t.ty) {
                return Some(((*t.pat).clone(), (*t.ty).clone()));
            }
            self.errors.refuse_tokens(
                &t.ty,
                "a closure with an argument of this type cannot be passed to a derived function yet",
                "let it take floats, integers, or tuples, arrays, slices and vectors of floats",
            );
            return None;
        }
        let known = match pat {
            Pat::Ident(p) => self.types.of_var(&p.ident.to_string()),
            _ => Ty::Inactive,
        };
        let scalar = match &known {
            Ty::F32 | Ty::F64 | Ty::Generic => self.type_tokens(&known),
            Ty::Unknown | Ty::Float => self.type_tokens(&Ty::Float),
            _ => None,
        };
        let taken = match pat {
            Pat::Ident(p) => {
                let name = p.ident.to_string();
                self.types.taken_apart.contains(&name) || self.types.indexed.contains(&name)
            }
            _ => true,
        };
        match scalar {
            Some(ty) if !taken => Some((pat.clone(), ty)),
            _ => {
                self.errors.refuse(
                    pat.span(),
                    "the macro needs the type of this argument of the closure",
                    "write it, as in `|i: usize|` or `|x: &[f64]|`",
                );
                None
            }
        }
    }

    fn closure_result(&mut self, closure: &ExprClosure) -> Option<Type> {
        if let ReturnType::Type(_, ty) = &closure.output {
            if FnParam::returns(ty) {
                return Some((**ty).clone());
            }
            self.errors.refuse_tokens(
                ty,
                "a closure with this result cannot be passed to a derived function yet",
                "let it return a float, or a tuple, an array or a `Vec` of floats",
            );
            return None;
        }
        let ty = self.types.expr(&closure.body, &Ty::Unknown);
        let ty = match ty {
            Ty::Unknown => Ty::Float,
            other => other,
        };
        let written = self.type_tokens(&ty).filter(FnParam::returns);
        if written.is_none() {
            self.errors.refuse(
                closure.inputs_begin.span(),
                "the macro needs the type of what this closure returns",
                "write it, as in `|x| -> [f64; 2] { .. }`",
            );
        }
        written
    }
}

/// A parameter of a closure's function.
fn param(name: &Ident, ty: &Type, shape: Ty) -> Param {
    Param {
        pat: parse_quote!(#name),
        ty: ty.clone(),
        shape,
        name: name.clone(),
        plain: true,
        selection: Selection::Unselected,
        opaque: false,
        optional: false,
        receiver: None,
        function: None,
        fields: Vec::new(),
    }
}

fn called_name(func: &Expr) -> Option<&Ident> {
    match unparen(func) {
        Expr::Path(p) => p.path.get_ident(),
        _ => None,
    }
}

/// The parameters that are functions whose derivatives are left out.
pub(super) fn constants(params: &[Param], pats: &[Pat]) -> HashSet<String> {
    let constants = params.iter().zip(pats).filter_map(|(p, pat)| match pat {
        Pat::Ident(name) => p.constant().map(|_| name.ident.to_string()),
        _ => None,
    });
    constants.collect()
}

/// The types of the parameters that are functions, by name.
pub(super) fn types(params: &[Param], pats: &[Pat]) -> HashMap<String, (Vec<Ty>, Ty)> {
    let functions = params.iter().zip(pats).filter_map(|(p, pat)| match pat {
        Pat::Ident(name) => p.callable().map(|f| (name.ident.to_string(), f)),
        _ => None,
    });
    functions
        .map(|(name, f)| {
            let inputs = f.inputs.iter().map(Ty::read).collect();
            (name, (inputs, Ty::read(&f.output)))
        })
        .collect()
}

/// The variables of a body that are closures.
pub(super) fn named_closures(block: &syn::Block) -> HashSet<String> {
    struct Search(HashSet<String>);
    impl<'ast> syn::visit::Visit<'ast> for Search {
        fn visit_local(&mut self, local: &'ast syn::Local) {
            if let (Some(name), Some(init)) = (super::stmt::single_name(&local.pat), &local.init)
                && matches!(unparen(&init.expr), Expr::Closure(_))
            {
                self.0.insert(name.to_string());
            }
            syn::visit::visit_local(self, local);
        }
    }
    let mut search = Search(HashSet::new());
    syn::visit::Visit::visit_block(&mut search, block);
    search.0
}

/// `f64::sin` as a closure.
fn primitive(p: &syn::ExprPath) -> Option<ExprClosure> {
    let mut back = p.path.segments.iter().rev();
    let (last, owner) = (back.next()?, back.next()?);
    let (last, owner) = (last.ident.to_string(), &owner.ident);
    if back.next().is_some()
        || !(*owner == "f64" || *owner == "f32" || *owner == crate::generic::FLOAT)
    {
        return None;
    }
    let count = (0..3).find(|n| crate::rules::Prim::method(&last, *n).is_some())?;
    let names: Vec<Ident> = (0..=count)
        .map(|at| format_ident!("arg_{at}", span = p.span()))
        .collect();
    Some(parse_quote!(|#(#names: #owner),*| #p(#(#names),*)))
}
