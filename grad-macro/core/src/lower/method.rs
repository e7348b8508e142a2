//! Method calls.
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall};

use super::Lower;
use super::expr::is_stable;
use super::node::{Node, Raw};
use crate::ir::{MemKind, Op, Ty as Scalar, Val, ZeroMem};
use crate::rules::Prim;
use crate::types::{Ty, unparen};

/// Methods of floats whose result is discrete: they carry no derivative.
const DISCRETE: &[&str] = &[
    "is_nan",
    "is_finite",
    "is_infinite",
    "is_normal",
    "is_subnormal",
    "is_sign_positive",
    "is_sign_negative",
    "total_cmp",
    "partial_cmp",
    "classify",
    "eq",
    "ne",
    "lt",
    "le",
    "gt",
    "ge",
];

/// Methods that move or choose by a closure; their elements carry no float here.
const CHOOSING: &[&str] = &[
    "sort_by",
    "sort_unstable_by",
    "max_by",
    "min_by",
    "binary_search_by",
    "partition_point",
    "position",
    "is_sorted_by",
    "retain",
];

/// The type of what such a method returns.
fn discrete_type(name: &str) -> Ty {
    if name.ends_with("cmp") || name == "classify" {
        Ty::Inactive
    } else {
        Ty::Bool
    }
}

/// Methods that ask about elements: what they answer carries no derivative.
fn answer_type(name: &str, args: usize) -> Option<Ty> {
    Some(match (name, args) {
        ("any" | "all" | "contains" | "is_sorted_by", 1) | ("is_sorted", 0) => Ty::Bool,
        ("partition_point", 1) => Ty::Int,
        ("position" | "rposition" | "binary_search_by", 1) => Ty::Inactive,
        _ => return None,
    })
}

impl Lower<'_> {
    pub(super) fn method(
        &mut self,
        m: &ExprMethodCall,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let name = m.method.to_string();
        let whole = Expr::MethodCall(m.clone());
        if let Some(ty) = answer_type(&name, m.args.len())
            && self.mentions_active(m.receiver.to_token_stream())
            && !self.changes(&whole)
        {
            return Node::Raw(Raw::atom(self.verbatim_tokens(&whole), ty));
        }
        if let Some(node) = self.chosen(m, &name) {
            return node;
        }
        let receiver_ty = self.types.expr(&m.receiver, &Ty::Unknown);
        let called = matches!(receiver_ty, Ty::Unknown)
            && matches!(unparen(&m.receiver), Expr::Call(_))
            && (Prim::method(&name, m.args.len()).is_some() || DISCRETE.contains(&name.as_str()));
        let float = receiver_ty.peeled().is_float()
            || called
            || Prim::is_float_only(&name) && !receiver_ty.is_inactive();
        let want = if float {
            if receiver_ty.peeled().is_float() {
                receiver_ty.peeled().clone()
            } else {
                Ty::Float
            }
        } else {
            Ty::Unknown
        };
        let receiver = if float {
            self.expr(&m.receiver, &want)
        } else {
            self.expr_place(&m.receiver)
        };
        match receiver {
            Node::Never => Node::Never,
            Node::Val(v, _) => self.float_method(m, &name, v, hint),
            Node::Raw(raw) => self.raw_method(m, &name, raw, expected, hint),
            Node::Place(p)
                if float
                    || p.ty.is_float()
                    || matches!(p.ty, Ty::Unknown)
                        && (Prim::method(&name, m.args.len()).is_some()
                            || DISCRETE.contains(&name.as_str())) =>
            {
                let v = self.load(&p, None, m.receiver.span());
                self.float_method(m, &name, v, hint)
            }
            Node::Maybe(some, node) => self.maybe_method(m, &name, &some, *node),
            Node::Place(p) if self.nominal(&p).is_some() => {
                self.derived_method(m, &p, expected, hint)
            }
            Node::Place(p) => match self.buffer_method(m, &name, &p) {
                Some(node) => node,
                None if self.errors.is_empty() => self.aggregate_method(m, &name, Node::Place(p)),
                None => Node::Never,
            },
            other => self.aggregate_method(m, &name, other),
        }
    }

    /// `x.iter().max_by(..)` and its kin: the element that was chosen, by its index.
    ///
    /// Input: `x.iter().enumerate().min_by(f)`. Output: `let found = <the index of the item that f chooses>`
    /// and the place `x[found]`, where something was found.
    fn chosen(&mut self, m: &ExprMethodCall, name: &str) -> Option<Node> {
        if !matches!(name, "max_by" | "min_by") {
            return None;
        }
        let closure = m.args.first()?;
        let (mut numbered, mut copied) = (false, false);
        let mut source = unparen(&m.receiver);
        let base = loop {
            let Expr::MethodCall(step) = source else {
                return None;
            };
            match step.method.to_string().as_str() {
                "enumerate" if !numbered && !copied => numbered = true,
                "copied" | "cloned" if !copied => copied = true,
                "iter" => break &step.receiver,
                _ => return None,
            }
            source = unparen(&step.receiver);
        };
        if !self.mentions_active(base.to_token_stream()) || self.changes(closure) {
            return None;
        }
        let Node::Place(p) = self.expr_place(base) else {
            return None;
        };
        let span = m.method.span();
        let (base, compare) = (&p.tokens, self.verbatim_tokens(closure));
        let copies = copied.then(|| quote!(.cloned()));
        let numbers = numbered.then(|| quote!(.enumerate()));
        let items = quote!(#base.iter() #copies #numbers);
        let (runtime, largest) = (&self.runtime, name == "max_by");
        let op = Op::Raw(quote!(#runtime::__private::chosen(#items, #largest, #compare)));
        let found = self.define(op, Scalar::Other, None, span);
        let found = self.val_tokens(found);
        let index = self.define_index(quote!(#found.unwrap_or(0)), span);
        let i = self.val_tokens(index);
        let mut part = p.project(
            crate::ir::Proj::Index(index),
            p.ty.element(),
            quote!(#base[#i]),
        );
        part.amp = !copied;
        let value = if numbered {
            let number = Raw {
                val: Some(index),
                stable: true,
                ..Raw::atom(i.clone(), Ty::Int)
            };
            Node::Tuple(vec![Node::Raw(number), Node::Place(part)])
        } else {
            Node::Place(part)
        };
        Some(Node::Maybe(quote!(#found.is_some()), Box::new(value)))
    }

    fn float_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        receiver: Val,
        hint: Option<&Ident>,
    ) -> Node {
        let ty = self.vals[receiver.0 as usize].ty;
        let want = Ty::of_scalar(ty);
        let args: Vec<&Expr> = m.args.iter().collect();
        if DISCRETE.contains(&name) {
            let nodes = self.operands(&args, &vec![want.shared(); args.len()]);
            let recv = self.method_receiver(receiver);
            let args = nodes.iter().map(|n| self.tokens_of(n));
            let method = &m.method;
            let ty = discrete_type(name);
            let stable = nodes.iter().all(is_stable);
            return Node::Raw(Raw {
                stable,
                ..Raw::atom(quote!(#recv.#method(#(#args),*)), ty)
            });
        }
        match (name, args.as_slice()) {
            ("clone" | "to_owned", []) => return Node::Val(receiver, false),
            ("sin_cos", []) => {
                let sin = self.prim(
                    Prim::Method("sin"),
                    vec![receiver],
                    ty,
                    None,
                    m.method.span(),
                );
                let cos = self.prim(
                    Prim::Method("cos"),
                    vec![receiver],
                    ty,
                    None,
                    m.method.span(),
                );
                return Node::Tuple(vec![Node::Val(sin, false), Node::Val(cos, false)]);
            }
            _ => {}
        }
        self.apply(&m.method, name, receiver, &args, hint)
    }

    /// `receiver.name(args)` or `f64::name(receiver, args)` by the table.
    pub(super) fn apply(
        &mut self,
        at: &Ident,
        name: &str,
        receiver: Val,
        args: &[&Expr],
        hint: Option<&Ident>,
    ) -> Node {
        let ty = self.vals[receiver.0 as usize].ty;
        let want = Ty::of_scalar(ty);
        let Some(prim) = Prim::method(name, args.len()) else {
            if name == "to_bits" {
                return self.refuse_bits(at.span());
            }
            let help = if matches!(
                name,
                "push" | "pop" | "len" | "iter" | "to_vec" | "insert" | "extend" | "first" | "last"
            ) {
                "if it is a vector, say its type where it is declared, for instance `let v: Vec<f64> = ..`"
            } else {
                "write it with the functions that the documentation lists"
            };
            self.errors.refuse(
                at.span(),
                format!("`{name}` of a float has no derivative rule"),
                help,
            );
            return Node::Never;
        };
        let tys = if name == "powi" {
            vec![Ty::Int]
        } else {
            vec![want.clone(); args.len()]
        };
        let nodes = self.operands(args, &tys);
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        let mut vals = vec![receiver];
        for (node, source) in nodes.into_iter().zip(args) {
            let val = if name == "powi" {
                self.to_exponent(node, source.span())
            } else {
                self.to_val(node, &want, None, source.span())
            };
            vals.push(val);
        }
        Node::Val(self.prim(prim, vals, ty, hint, at.span()), false)
    }

    /// An exponent as a value that the reverse half can keep.
    fn to_exponent(&mut self, node: Node, span: proc_macro2::Span) -> Val {
        match node {
            Node::Raw(Raw { val: Some(v), .. }) if self.may_be(v, Scalar::I32) => {
                self.vals[v.0 as usize].ty = Scalar::I32;
                v
            }
            Node::Raw(raw) if raw.constant => self.constant(raw.tokens, Scalar::I32, span),
            other => {
                let tokens = self.tokens_of(&other);
                let name = self.names.numbered("n", span);
                let val = self.new_val(name, Scalar::I32);
                self.push(crate::ir::Stmt::Let(val, Op::Raw(tokens)));
                val
            }
        }
    }

    /// A constant needs its type spelled out where a method is called on it.
    /// The user's own type of a parameter, or of a struct that was made here.
    fn nominal(&self, p: &super::node::PlaceNode) -> Option<syn::Path> {
        let root = self.rooted_place(&p.place);
        if !root.path.is_empty() || !matches!(p.ty, Ty::Unknown) {
            return None;
        }
        let info = &self.mems[root.mem.0 as usize];
        match (&info.kind, &info.zero) {
            (MemKind::Param(index, fields), _) if fields.is_empty() => {
                self.param_types.get(*index)?.clone()
            }
            (MemKind::Local, Some(ZeroMem::Callee(path, _) | ZeroMem::LastCallee(path))) => {
                made_type(path)
            }
            _ => None,
        }
    }

    /// Whether a place is a struct that was made here.
    pub(super) fn is_made(&self, p: &super::node::PlaceNode) -> bool {
        let zero = &self.mems[p.place.mem.0 as usize].zero;
        p.place.path.is_empty()
            && matches!(
                zero,
                Some(ZeroMem::Callee(path, _) | ZeroMem::LastCallee(path)) if made_type(path).is_some()
            )
    }

    /// Whether an expression is such a parameter.
    pub(super) fn is_nominal(&self, e: &Expr) -> bool {
        let Expr::Path(p) = unparen(e) else {
            return false;
        };
        let binding = p
            .path
            .get_ident()
            .and_then(|i| self.env.get(&i.to_string()));
        matches!(binding, Some(super::node::Binding::Place(p)) if self.nominal(p).is_some())
    }

    /// A method of such a type, which is derived as well.
    fn derived_method(
        &mut self,
        m: &ExprMethodCall,
        p: &super::node::PlaceNode,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let Some(mut path) = self.nominal(p) else {
            return Node::Never;
        };
        if path.is_ident("Self")
            && let Some(ty) = self.plain.get(&m.method.to_string()).cloned()
        {
            let args: Vec<&Expr> = m.args.iter().collect();
            let nodes = self.operands(&args, &vec![Ty::Unknown; args.len()]);
            let (receiver, name, turbofish) = (p.passed(), &m.method, &m.turbofish);
            let args = nodes.iter().map(|n| self.tokens_of(n));
            return Node::Raw(Raw::atom(
                quote!((#receiver).#name #turbofish(#(#args),*)),
                ty,
            ));
        }
        let mut last: syn::PathSegment = m.method.clone().into();
        if let Some(generics) = &m.turbofish {
            last.arguments = syn::PathArguments::AngleBracketed(generics.clone());
        }
        path.segments.push(last);
        let (receiver, args) = (&m.receiver, &m.args);
        let func = syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path,
        };
        let call: syn::ExprCall =
            syn::parse_quote_spanned!(m.method.span()=> #func(#receiver, #args));
        self.user_call(&call, &func, Some(&m.method), expected, hint)
    }

    fn method_receiver(&self, v: Val) -> proc_macro2::TokenStream {
        let info = &self.vals[v.0 as usize];
        match &info.constant {
            Some(tokens) => crate::emit::typed_constant(tokens, info.ty),
            None => self.val_tokens(v),
        }
    }

    fn raw_method(
        &mut self,
        m: &ExprMethodCall,
        name: &str,
        raw: Raw,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let args: Vec<&Expr> = m.args.iter().collect();
        let is_float = raw.ty.peeled().is_float()
            || Prim::is_float_only(name) && !raw.ty.is_inactive()
            || matches!(raw.ty, Ty::Unknown)
                && expected.is_float()
                && Prim::method(name, args.len()).is_some();
        if is_float
            && (Prim::method(name, args.len()).is_some() || name == "sin_cos")
            && !args.is_empty()
        {
            // An argument may be active.
            let span = m.receiver.span();
            let ty = if raw.ty.peeled().is_float() {
                raw.ty.clone()
            } else {
                expected.clone()
            };
            let v = self.to_val(Node::Raw(raw), &ty, None, span);
            return self.float_method(m, name, v, hint);
        }
        if CHOOSING.contains(&name)
            && let [Expr::Closure(closure)] = args.as_slice()
            && self.mentions_active(m.args.to_token_stream())
            && !self.changes(&closure.body)
        {
            // It chooses by floats, but what it yields carries none.
            let (recv, method) = (raw.operand(), &m.method);
            let closure = self.verbatim_tokens(args[0]);
            return Node::Raw(Raw::atom(quote!(#recv.#method(#closure)), Ty::Unknown));
        }
        let want = raw.ty.peeled().clone();
        let nodes = self.operands(&args, &vec![want; args.len()]);
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        if let Some(at) = nodes
            .iter()
            .position(|n| !matches!(n, Node::Raw(_) | Node::Unit))
        {
            return self.refuse_active_argument(m, args[at]);
        }
        let (recv, method, turbofish) = (raw.operand(), &m.method, &m.turbofish);
        let args = nodes.iter().map(|n| self.tokens_of(n));
        let tokens = quote!(#recv.#method #turbofish(#(#args),*));
        let ty = match name {
            "len" | "count" | "pow" | "abs_diff" => Ty::Int,
            "sin_cos" if is_float => {
                let part = raw.ty.peeled().clone();
                Ty::Tuple(vec![part.clone(), part])
            }
            _ if is_float && DISCRETE.contains(&name) => discrete_type(name),
            "to_bits" if is_float => Ty::Int,
            _ if is_float => raw.ty.peeled().clone(),
            "min" | "max" | "clamp" | "abs" | "signum" | "rem_euclid" | "div_euclid" | "clone" => {
                raw.ty.peeled().clone()
            }
            _ => Ty::Unknown,
        };
        let pure = matches!(name, "len" | "is_empty") || is_float;
        Node::Raw(Raw {
            stable: pure && raw.stable && nodes.iter().all(is_stable),
            ..Raw::atom(tokens, ty)
        })
    }

    fn refuse_active_argument(&mut self, m: &ExprMethodCall, arg: &Expr) -> Node {
        self.errors.refuse(
            arg.span(),
            format!(
                "`{}` is a method that the macro does not know, and this argument carries a float",
                m.method
            ),
            "call a free function with `#[derive_grad]` on it instead",
        );
        Node::Never
    }

    fn aggregate_method(&mut self, m: &ExprMethodCall, name: &str, receiver: Node) -> Node {
        let (recv, method) = (self.operand_of(&receiver), &m.method);
        match (name, m.args.len()) {
            ("len", 0) => Node::Raw(Raw::atom(quote!(#recv.#method()), Ty::Int)),
            ("is_empty", 0) => Node::Raw(Raw::atom(quote!(#recv.#method()), Ty::Bool)),
            ("as_slice" | "as_ref", 0) => match receiver {
                Node::Place(mut p) => {
                    p.ty = Ty::Slice(Box::new(p.ty.element()));
                    p.amp = true;
                    Node::Place(p)
                }
                other => other,
            },
            ("clone", 0) if matches!(&receiver, Node::Place(p) if super::node::shape_of_type(&p.ty).is_some()) => {
                match receiver {
                    Node::Place(p) => Node::Place(self.dereferenced(p)),
                    other => other,
                }
            }
            ("clone", 0) if matches!(&receiver, Node::Place(p) if matches!(p.ty, Ty::Unknown)) => {
                match receiver {
                    Node::Place(p) => {
                        let p = self.dereferenced(p);
                        Node::Place(self.copy_like(p, None, m.method.span()))
                    }
                    other => other,
                }
            }
            _ => {
                let iterator = matches!(
                    name,
                    "iter"
                        | "iter_mut"
                        | "into_iter"
                        | "map"
                        | "zip"
                        | "windows"
                        | "chunks"
                        | "chunks_exact"
                        | "fold"
                        | "sum"
                        | "enumerate"
                        | "rev"
                        | "skip"
                        | "take"
                        | "step_by"
                        | "filter"
                );
                let unseen = matches!(&receiver, Node::Place(p) if matches!(p.ty, Ty::Unknown));
                let help = if unseen {
                    "say its type where it is declared, for instance `let v: Vec<f64> = ..`"
                } else if iterator {
                    "iterator chains are read in the head of a `for` loop only: write the loop out"
                } else {
                    "write it with indices, `len` and loops"
                };
                let _ = unparen(&m.receiver);
                self.errors.refuse(
                    m.method.span(),
                    format!("`{name}` on a value that carries floats is not supported here"),
                    help,
                );
                Node::Never
            }
        }
    }
}

/// The type of what a struct literal or a function like `Type::new` makes. Were it another, rustc would not
/// find the method.
fn made_type(path: &syn::Path) -> Option<syn::Path> {
    if crate::emit::names_type(path) {
        return Some(path.clone());
    }
    let last = path.segments.last()?.ident.to_string();
    let makes = [
        "new", "from", "zero", "one", "unit", "default", "with", "identity",
    ];
    if !crate::emit::is_of_type(path) || !makes.iter().any(|m| last.starts_with(m)) {
        return None;
    }
    let mut owner = path.clone();
    owner.segments.pop();
    let last = owner.segments.pop()?;
    owner.segments.push(last);
    Some(owner)
}
