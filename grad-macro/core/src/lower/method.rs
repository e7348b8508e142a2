//! Method calls.
use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall};

use super::Lower;
use super::calls::Method;
use super::expr::is_stable;
use super::infer::Types;
use super::infer::made_type;
use super::node::{Node, Raw};
use crate::ir::{MemKind, Op, Ty as Scalar, Val, ZeroMem};
use crate::rules::Prim;
use crate::types::{Ty, unparen};

/// Methods of floats whose result is discrete: they carry no derivative.
pub(super) const DISCRETE: &[&str] = &[
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

/// Other methods of containers.
const CONTAINERS: &[&str] = &[
    "as_deref",
    "as_mut",
    "as_mut_slice",
    "as_ref",
    "as_slice",
    "as_str",
    "into_boxed_slice",
    "into_iter",
    "into_vec",
    "is_empty",
    "is_err",
    "is_none",
    "is_none_or",
    "is_ok",
    "is_ok_and",
    "is_some",
    "is_some_and",
    "is_sorted",
    "is_sorted_by",
    "is_sorted_by_key",
    "to_bits",
    "to_owned",
    "to_string",
    "to_vec",
    "all",
    "and_then",
    "any",
    "append",
    "binary_search",
    "binary_search_by",
    "binary_search_by_key",
    "borrow",
    "borrow_mut",
    "capacity",
    "chain",
    "clear",
    "clone",
    "clone_from",
    "clone_from_slice",
    "cloned",
    "collect",
    "concat",
    "contains",
    "copied",
    "copy_from_slice",
    "copy_within",
    "count",
    "cycle",
    "dedup",
    "dedup_by",
    "drain",
    "ends_with",
    "enumerate",
    "eq",
    "err",
    "expect",
    "extend",
    "extend_from_slice",
    "fill",
    "fill_with",
    "filter",
    "filter_map",
    "find",
    "find_map",
    "first",
    "first_mut",
    "flat_map",
    "flatten",
    "fold",
    "for_each",
    "get",
    "get_mut",
    "get_or_insert",
    "get_or_insert_with",
    "ge",
    "gt",
    "insert",
    "inspect",
    "iter",
    "iter_mut",
    "join",
    "keys",
    "last",
    "last_mut",
    "le",
    "len",
    "lt",
    "map",
    "map_err",
    "map_or",
    "map_or_else",
    "max_by",
    "max_by_key",
    "min_by",
    "min_by_key",
    "ne",
    "next",
    "next_back",
    "nth",
    "ok",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
    "partial_cmp",
    "partition_point",
    "peek",
    "peekable",
    "pop",
    "position",
    "product",
    "push",
    "push_back",
    "push_front",
    "reduce",
    "remove",
    "repeat",
    "replace",
    "reserve",
    "resize",
    "resize_with",
    "retain",
    "retain_mut",
    "rev",
    "reverse",
    "rfold",
    "rotate_left",
    "rotate_right",
    "rposition",
    "rsplit",
    "scan",
    "select_nth_unstable",
    "select_nth_unstable_by",
    "shrink_to_fit",
    "skip",
    "skip_while",
    "starts_with",
    "step_by",
    "sum",
    "swap",
    "swap_remove",
    "swap_with_slice",
    "take",
    "take_while",
    "total_cmp",
    "transpose",
    "truncate",
    "try_fold",
    "unzip",
    "values",
    "values_mut",
    "with_capacity",
    "zip",
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
        if name == super::options::APART {
            return self.outcome_of(m, expected);
        }
        if name == super::options::HELD {
            let node = self.expr(&m.receiver, &Ty::Unknown);
            let (runtime, case) = (&self.runtime, self.operand_of(&node));
            return Node::Raw(Raw::atom(
                quote!(#runtime::__private::held(&#case)),
                Ty::Bool,
            ));
        }
        if name == super::options::WHOLE {
            return self.whole_option(m);
        }
        if let Some(node) = self.array_of_slice(m, expected) {
            return node;
        }
        let whole = Expr::MethodCall(m.clone());
        if let Some(ty) = answer_type(&name, m.args.len())
            && self.nominal_of(&m.receiver).is_none()
            && self.mentions_active(m.receiver.to_token_stream())
            && !self.changes(&whole)
        {
            return Node::Raw(Raw::atom(self.verbatim_tokens(&whole), ty));
        }
        // A float that a chain makes of constants is what the user wrote.
        if super::infer::is_chain(&m.receiver)
            && !self.mentions_active(whole.to_token_stream())
            && !super::held_options::leaves(whole.to_token_stream())
            && let ty = self.types.expr(&whole, expected)
            && ty.is_float()
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
            || (called || Prim::is_float_only(&name) && !receiver_ty.is_inactive())
                && self.nominal_of(&m.receiver).is_none()
                && !self.types.is_unseen_result(&m.receiver);
        let want = if float {
            if receiver_ty.peeled().is_float() {
                receiver_ty.peeled().clone()
            } else {
                Ty::Float
            }
        } else {
            Ty::Unknown
        };
        // What is taken off belongs to this call, not to one inside of its receiver.
        let suffix = self.suffix.take();
        let outcome = std::mem::take(&mut self.outcome);
        let receiver = if float {
            self.expr(&m.receiver, &want)
        } else {
            self.expr_place(&m.receiver)
        };
        self.suffix = suffix;
        self.outcome = outcome;
        match receiver {
            Node::Never => Node::Never,
            Node::Val(v, _) => self.float_method(m, &name, v, hint),
            Node::Raw(raw) => match self.nominal_of(&m.receiver) {
                Some(ty) => self.derived_method(m, Node::Raw(raw), Some(ty), expected, hint),
                None => self.raw_method(m, &name, raw, expected, hint),
            },
            Node::Place(p) if name == "to_string" && m.args.is_empty() => self.text(m, &p.tokens),
            Node::Place(p) if self.is_counted(&p, m) => {
                let raw = self.integer_of(p);
                self.raw_method(m, &name, raw, expected, hint)
            }
            Node::Place(p)
                if float
                    || p.ty.is_float()
                    || matches!(p.ty, Ty::Unknown)
                        && self.nominal(&p).is_none()
                        && (Prim::method(&name, m.args.len()).is_some()
                            && !self.types.is_unseen_result(&m.receiver)
                            || DISCRETE.contains(&name.as_str())) =>
            {
                let v = self.load(&p, None, m.receiver.span());
                self.float_method(m, &name, v, hint)
            }
            Node::Maybe(some, node) => self.maybe_method(m, &name, &some, *node),
            Node::Place(p)
                if self.nominal(&p).is_some() && !(name == "clone" && m.args.is_empty()) =>
            {
                let ty = self.nominal(&p);
                self.derived_method(m, Node::Place(p), ty, expected, hint)
            }
            Node::Place(p) if !is_of_containers(&name, m.args.len()) && self.is_typed(&p) => {
                self.derived_method(m, Node::Place(p), None, expected, hint)
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
            ("to_string", []) => {
                let value = self.method_receiver(receiver);
                return self.text(m, &value);
            }
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

    /// `x.to_string()`: what is printed has no derivative.
    fn text(&mut self, m: &ExprMethodCall, value: &proc_macro2::TokenStream) -> Node {
        if self.refuse_parsed(m.method.span()) {
            return Node::Never;
        }
        let method = &m.method;
        Node::Raw(Raw::atom(quote!(#value.#method()), Ty::Inactive))
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
    pub(super) fn nominal(&self, p: &super::node::PlaceNode) -> Option<syn::Path> {
        let root = self.rooted_place(&p.place);
        if !root.path.is_empty() || !matches!(p.ty, Ty::Unknown) {
            return None;
        }
        if let Some(path) = self.nominal_mems.get(&root.mem) {
            return Some(path.clone());
        }
        let info = &self.mems[root.mem.0 as usize];
        match (&info.kind, &info.zero) {
            (MemKind::Param(index, fields), _) if fields.is_empty() => {
                self.param_types.get(*index)?.clone()
            }
            (MemKind::Local, Some(ZeroMem::Callee(path, _) | ZeroMem::LastCallee(path))) => {
                path.unseen.is_none().then(|| made_type(path))?
            }
            _ => None,
        }
    }

    /// What a method of a type is declared to return, where its `impl` block is in sight; inside of the wrapper
    /// that the call takes off.
    pub(super) fn declared_result(&self, owner: &syn::Path, method: &str) -> Option<syn::Type> {
        if !self.neighbours.is_owner(owner) {
            return None;
        }
        self.neighbours.result(method, self.suffix.is_some())
    }

    /// Notes that a value is of a type of the user's own, if it is one.
    pub(super) fn note_nominal(&mut self, node: &Node, ty: &syn::Path) {
        if let Node::Place(p) = node
            && p.place.path.is_empty()
            && matches!(p.ty, Ty::Unknown)
        {
            self.nominal_mems.insert(p.place.mem, ty.clone());
        }
    }

    /// Whether rustc can tell the type of a place that the macro cannot: from a parameter, from the result of
    /// a call, or from a part of one.
    fn is_typed(&self, p: &super::node::PlaceNode) -> bool {
        let info = &self.mems[self.rooted_place(&p.place).mem.0 as usize];
        let typed = match info.kind {
            MemKind::Param(..) => true,
            _ => matches!(
                info.zero,
                Some(ZeroMem::Callee(..) | ZeroMem::LastCallee(_))
            ),
        };
        typed && matches!(p.ty.peeled(), Ty::Unknown)
    }

    /// Whether a place is a struct that was made here.
    pub(super) fn is_made(&self, p: &super::node::PlaceNode) -> bool {
        let zero = &self.mems[p.place.mem.0 as usize].zero;
        p.place.path.is_empty()
            && matches!(
                zero,
                Some(ZeroMem::Callee(path, _) | ZeroMem::LastCallee(path))
                    if path.unseen.is_none()
                        && (made_type(path).is_some()
                            || path.segments.last().is_some_and(|s| s.ident == "Some"))
            )
    }

    /// The user's own type of an expression, where that can be told before it is lowered.
    pub(super) fn nominal_of(&self, e: &Expr) -> Option<syn::Path> {
        let known = self.types.nominal_of(e);
        known.or_else(|| match unparen(e) {
            Expr::Path(p) => match self.env.get(&p.path.get_ident()?.to_string())? {
                super::node::Binding::Place(p) => self.nominal(p),
                _ => None,
            },
            _ => None,
        })
    }

    /// A derived method; of which type, is known or for rustc to see.
    fn derived_method(
        &mut self,
        m: &ExprMethodCall,
        receiver: Node,
        ty: Option<syn::Path>,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let declared = ty.as_ref().and_then(|ty| {
            let ty = self.declared_result(ty, &m.method.to_string())?;
            Some(Ty::read(&ty))
        });
        let (name, mut expected) = (m.method.to_string(), expected.clone());
        let beside = ty.as_ref().is_some_and(|ty| self.neighbours.is_owner(ty));
        let changes = self.may_change_receiver(m, &receiver, ty.as_ref());
        let writes = changes || beside && self.neighbours.writes(&name);
        let plain = declared.as_ref().is_some_and(Ty::is_inactive) && !writes;
        if beside && !plain && self.neighbours.excludes(&name) {
            return self.refuse_excluded(&m.method);
        }
        if beside && !plain && self.neighbours.lends(&name) {
            self.errors.refuse(
                m.method.span(),
                format!("`{name}` returns a reference, and has no gradient"),
                "read the field itself, or return a copy, for instance with `.to_vec()`",
            );
            return Node::Never;
        }
        if let (Some(declared), true) = (declared.clone(), plain) {
            let args: Vec<&Expr> = std::iter::once(&*m.receiver).chain(&m.args).collect();
            let tys = vec![Ty::Unknown; args.len()];
            let nodes = self.operands_after(Some(receiver), &args, &tys);
            let (name, turbofish) = (&m.method, &m.turbofish);
            let mut args = nodes.iter().map(|n| self.tokens_of(n));
            let receiver = args.next();
            return Node::Raw(Raw::atom(
                quote!((#receiver).#name #turbofish(#(#args),*)),
                declared,
            ));
        }
        match declared {
            Some(declared) if declared.is_discrete() => expected = declared,
            None if ty.is_some() => {
                if let Some(answer) = Types::own_answer(&name, &expected) {
                    expected = answer;
                }
            }
            _ => {}
        }
        let unseen = match (&ty, &receiver) {
            (None, Node::Place(p)) => Some(self.rooted_place(&p.place)),
            _ => None,
        };
        let mut path = ty.unwrap_or_else(|| Ident::new("Unseen", m.method.span()).into());
        let mut last: syn::PathSegment = m.method.clone().into();
        if let Some(generics) = &m.turbofish {
            last.arguments = syn::PathArguments::AngleBracketed(generics.clone());
        }
        path.segments.push(last);
        let (first, args) = (&m.receiver, &m.args);
        let func = syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path,
        };
        let call: syn::ExprCall = syn::parse_quote_spanned!(m.method.span()=> #func(#first, #args));
        let method = Method {
            name: &m.method,
            receiver: Some(receiver),
            changes,
            unseen,
            known: beside,
        };
        self.user_call(&call, &func, Some(method), &expected, hint)
    }

    fn refuse_excluded(&mut self, method: &Ident) -> Node {
        self.errors.refuse(
            method.span(),
            format!("`{method}` has no gradient: `#[no_grad]` leaves it out"),
            "remove `#[no_grad]` from the method, or pass what it computes as a parameter",
        );
        Node::Never
    }

    /// A call of a function of the user's own type whose result is not known to be a float.
    pub(super) fn is_own_call(&self, e: &Expr) -> bool {
        let (owner, name) = match unparen(e) {
            Expr::Call(c) => match unparen(&c.func) {
                Expr::Path(p) if crate::emit::is_of_type(&p.path) => {
                    match super::infer::owner_and_name(&p.path) {
                        Some(found) => found,
                        None => return false,
                    }
                }
                _ => return false,
            },
            Expr::MethodCall(m) => match self.nominal_of(&m.receiver) {
                Some(owner) => (owner, m.method.to_string()),
                None => return false,
            },
            _ => return false,
        };
        let declared = self.declared_result(&owner, &name);
        let float = declared.is_some_and(|ty| Ty::read(&ty).is_float());
        let last = owner.segments.last().map(|s| s.ident.to_string());
        !float
            && !last.is_some_and(|l| super::calls::is_known_type(&l) || l == crate::generic::FLOAT)
    }

    /// Whether a method may write to what it is called on: it takes `&mut self`, or nobody knows and it could.
    fn may_change_receiver(
        &self,
        m: &ExprMethodCall,
        receiver: &Node,
        ty: Option<&syn::Path>,
    ) -> bool {
        let known = ty
            .filter(|ty| self.neighbours.is_owner(ty))
            .and_then(|_| self.neighbours.changes(&m.method.to_string()));
        let could = || match receiver {
            Node::Place(p) => {
                let root = self.rooted_place(&p.place).mem;
                self.is_mutable_place(p)
                    || self.mems[root.0 as usize].mutable_ref
                    || self.may_change(root)
            }
            _ => super::stmt::base_variable(&m.receiver)
                .is_some_and(|name| self.mutable.contains(&name.to_string())),
        };
        known.unwrap_or_else(could)
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
        let mut nodes = self.operands(&args, &vec![want.clone(); args.len()]);
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        if matches!(want, Ty::Int) {
            nodes = self.counted(nodes);
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

    /// A part of something, by its name or not, of a type that only rustc knows.
    pub(super) fn is_unseen_part(&self, p: &super::node::PlaceNode) -> bool {
        matches!(p.ty, Ty::Unknown) && !self.rooted_place(&p.place).path.is_empty()
    }

    /// A part of a struct that is counted with, of a type that only rustc knows.
    fn is_counted(&self, p: &super::node::PlaceNode, m: &ExprMethodCall) -> bool {
        self.is_unseen_part(p)
            && self.types.is_integer(&m.receiver)
            && m.args.iter().all(|a| self.types.is_integer(a))
    }

    /// Values that stand where integers must: parts of structs among them are integers.
    pub(super) fn counted(&mut self, nodes: Vec<Node>) -> Vec<Node> {
        let integer = |node| match node {
            Node::Place(p) if matches!(p.ty, Ty::Unknown) => Node::Raw(self.integer_of(p)),
            other => other,
        };
        nodes.into_iter().map(integer).collect()
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
                    "a step of this chain, or the order of its steps, is not one that is followed: write the loop out"
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

/// Methods of slices, vectors, options and iterators: on a value of unknown type they are taken for these.
pub(super) fn is_of_containers(name: &str, args: usize) -> bool {
    // One that takes more or fewer arguments is the user's.
    let fits =
        match name {
            "clear" | "clone" | "cloned" | "collect" | "concat" | "copied" | "count"
            | "enumerate" | "first" | "flatten" | "is_empty" | "iter" | "iter_mut" | "last"
            | "len" | "next" | "peek" | "pop" | "product" | "rev" | "reverse" | "sum"
            | "to_vec" | "transpose" => args == 0,
            "all" | "any" | "chain" | "contains" | "extend" | "fill" | "filter" | "find"
            | "map" | "nth" | "position" | "push" | "reduce" | "remove" | "skip" | "step_by"
            | "take_while" => args == 1,
            "fold" | "insert" | "resize" | "scan" => args == 2,
            _ => true,
        };
    fits && CONTAINERS.contains(&name)
        || name.starts_with("sort")
        || name.starts_with("split")
        || name.starts_with("chunks")
        || name.starts_with("windows")
        || name.starts_with("unwrap")
}
