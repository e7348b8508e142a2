//! Calls by path: mathematics, memory helpers, other derived functions, and what stays as it is.
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprCall};

use super::Lower;
use super::bind::place_of;
use super::functions::Operand;
use super::node::{Node, Raw};
use crate::ir::{
    Bound, Call, CallArg, Callee, Function, MemKind, Op, Passed, Stmt, Ty as Scalar, Val, ZeroMem,
};
use crate::types::{Ty, unparen};

impl Lower<'_> {
    pub(super) fn call(&mut self, c: &ExprCall, expected: &Ty, hint: Option<&Ident>) -> Node {
        let Expr::Path(p) = unparen(&c.func) else {
            return self.inactive_call(c, &c.func.to_token_stream());
        };
        if let Some(path) = method_of_type(p) {
            return self.user_call(c, &path, None, expected, hint);
        }
        let segments: Vec<String> = p
            .path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        let (last, owner) = match segments.as_slice() {
            [.., owner, last] => (last.as_str(), owner.as_str()),
            [last] => (last.as_str(), ""),
            [] => ("", ""),
        };
        let args: Vec<&Expr> = c.args.iter().collect();
        if let Some(node) = self.function_call(c, expected, hint) {
            return node;
        }
        if matches!(owner, "f64" | "f32") {
            return self.associated(c, last, owner, &args, hint);
        }
        if owner == crate::generic::FLOAT {
            return self.of_the_float(c, last, &args, hint);
        }
        let in_mem = owner == "mem" || owner.is_empty();
        let helper = match (last, args.as_slice()) {
            ("swap" | "replace", [a, _]) => in_mem && is_mut_ref(a),
            ("take", [a]) => owner == "mem" && is_mut_ref(a),
            ("drop", [_]) => in_mem,
            _ => false,
        };
        let known = segments.first().is_some_and(|s| s == "std" || s == "core");
        if helper
            && !known
            && p.path
                .segments
                .last()
                .is_some_and(|s| s.arguments.is_none())
        {
            let (func, meant) = (&c.func, Ident::new(last, p.path.span()));
            self.same_item(
                p.path.span(),
                &quote!(#func::<f64>),
                &quote!(::core::mem::#meant::<f64>),
            );
        }
        match (last, args.as_slice()) {
            ("swap", [a, b]) if owner == "mem" || in_mem && is_mut_ref(a) && is_mut_ref(b) => {
                return self.swap(c, a, b);
            }
            ("replace", [a, b]) if owner == "mem" || in_mem && is_mut_ref(a) => {
                return self.replace(c, a, Some(b));
            }
            ("take", [a]) if owner == "mem" => return self.replace(c, a, None),
            ("clone", [a]) if owner == "Clone" => {
                return match self.expr(a, expected) {
                    Node::Val(v, _) => Node::Val(v, false),
                    Node::Raw(raw) => {
                        let (f, t) = (&c.func, &raw.tokens);
                        Node::Raw(Raw::atom(quote!(#f(#t)), raw.ty.peeled().clone()))
                    }
                    Node::Place(mut p) => {
                        p.amp = false;
                        Node::Place(p)
                    }
                    other => other,
                };
            }
            ("stop_gradient", [a]) => return self.stopped(c, a, expected, hint),
            ("drop", [_]) if in_mem => {
                let nodes = self.operands(&args, &[Ty::Unknown]);
                return match &nodes[0] {
                    Node::Raw(raw) => {
                        let (f, t) = (&c.func, &raw.tokens);
                        Node::Raw(Raw::atom(quote!(#f(#t)), Ty::Unit))
                    }
                    _ => Node::Unit,
                };
            }
            _ => {}
        }
        if last.starts_with(char::is_uppercase) {
            return self.constructor(c);
        }
        if super::chains::is_array_from_fn(&p.path)
            && self.mentions_active(c.args.to_token_stream())
        {
            self.errors.refuse(
                p.path.span(),
                "the macro does not know the length of this array",
                "say it, as in `let y: [f64; 3] = ..` or `from_fn::<f64, 3, _>(..)`",
            );
            return Node::Never;
        }
        if owner.starts_with(char::is_uppercase) && is_known_type(owner) {
            return self.function_of_type(c, owner, last);
        }
        if super::infer::is_of_integer_type(c) && self.mentions_active(c.args.to_token_stream()) {
            return self.function_of_integers(c);
        }
        self.user_call(c, p, None, expected, hint)
    }

    /// `stop_gradient(x)`: the value of a float, as a constant.
    fn stopped(&mut self, c: &ExprCall, a: &Expr, expected: &Ty, hint: Option<&Ident>) -> Node {
        let want = if expected.is_float() {
            expected.clone()
        } else {
            Ty::Float
        };
        let node = self.expr(a, &want);
        let scalar = match &node {
            Node::Never => return Node::Never,
            Node::Raw(raw) if raw.ty.is_float() => raw.ty.clone(),
            Node::Raw(_) | Node::Val(..) => want.clone(),
            Node::Place(p) if p.ty.is_float() && !p.amp => p.ty.clone(),
            Node::Place(p) if matches!(p.ty, Ty::Unknown) && !p.amp => want.clone(),
            _ => {
                self.errors.refuse(
                    a.span(),
                    "`stop_gradient` takes a float here",
                    "stop the gradient of each float where it is read",
                );
                return Node::Never;
            }
        };
        let v = self.to_val(node, &scalar, None, a.span());
        let ty = self.vals[v.0 as usize].ty;
        let (func, runtime) = (&c.func, self.runtime.clone());
        let float = crate::emit::scalar_tokens(ty);
        self.same_item(
            c.func.span(),
            &quote!(#func::<#float>),
            &quote!(#runtime::stop_gradient::<#float>),
        );
        let t = self.tokens_of(&Node::Val(v, false));
        let stopped = self.define(Op::Raw(quote!(#func(#t))), ty, hint, c.span());
        Node::Val(stopped, false)
    }

    /// `T::zero()`, `T::from(2.0)`, `T::sin(x)` for the float type of a generic function.
    fn of_the_float(
        &mut self,
        c: &ExprCall,
        last: &str,
        args: &[&Expr],
        hint: Option<&Ident>,
    ) -> Node {
        if !self.mentions_active(c.args.to_token_stream()) {
            let nodes = self.operands(args, &vec![Ty::Unknown; args.len()]);
            let (f, ts) = (&c.func, nodes.iter().map(|n| self.tokens_of(n)));
            return Node::Raw(Raw::atom(quote!(#f(#(#ts),*)), Ty::Generic));
        }
        if crate::rules::Prim::method(last, args.len().saturating_sub(1)).is_some() {
            return self.associated(c, last, "T", args, hint);
        }
        // The number of elements, say, of what carries floats.
        let nodes = self.operands(args, &vec![Ty::Unknown; args.len()]);
        let counts = |n: &Node| matches!(n, Node::Raw(raw) if raw.ty.is_discrete());
        if nodes.iter().all(counts) {
            let (f, ts) = (&c.func, nodes.iter().map(|n| self.tokens_of(n)));
            return Node::Raw(Raw::atom(quote!(#f(#(#ts),*)), Ty::Generic));
        }
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        self.errors.refuse(
            new_last(c).span(),
            format!("`{last}` of a float that carries a derivative is not supported"),
            "convert what carries no derivative, or compute with the float itself",
        );
        Node::Never
    }

    /// Every function has a type of its own, so this compiles only where both paths lead to one function.
    fn same_item(&mut self, at: Span, path: &TokenStream, meant: &TokenStream) {
        let at = Span::mixed_site().located_at(at);
        self.push(Stmt::Raw(quote_spanned! {at=>
            {
                let mut same = #path;
                same = #meant;
            }
        }));
    }

    /// `f64::sin(x)`.
    fn associated(
        &mut self,
        c: &ExprCall,
        last: &str,
        owner: &str,
        args: &[&Expr],
        hint: Option<&Ident>,
    ) -> Node {
        let scalar = match owner {
            "f32" => Ty::F32,
            "f64" => Ty::F64,
            _ => Ty::Generic,
        };
        let Some((first, rest)) = args.split_first() else {
            return Node::Raw(Raw::atom(c.to_token_stream(), scalar));
        };
        if last == "from" {
            return match self.expr(first, &Ty::Unknown) {
                Node::Never => Node::Never,
                // A number of any kind, in a struct or a result.
                Node::Place(p) if matches!(p.ty, Ty::Unknown) && self.is_unseen(&p) => {
                    let (f, t) = (&c.func, &p.tokens);
                    let op = Op::LoadCast(p.place.clone(), quote!(#f(#t)));
                    let into = self.scalar_of(&scalar);
                    Node::Val(self.define(op, into, hint, c.span()), false)
                }
                node @ (Node::Val(..) | Node::Place(_)) => {
                    let v = self.to_val(node, &Ty::Unknown, None, first.span());
                    let from = self.vals[v.0 as usize].ty;
                    let into = self.scalar_of(&scalar);
                    if from == into {
                        return Node::Val(v, false);
                    }
                    Node::Val(
                        self.prim(
                            crate::rules::Prim::Cast(from),
                            vec![v],
                            into,
                            hint,
                            c.span(),
                        ),
                        false,
                    )
                }
                node => {
                    let (f, t) = (&c.func, self.tokens_of(&node));
                    Node::Raw(Raw::atom(quote!(#f(#t)), scalar))
                }
            };
        }
        if last == "from_bits" {
            let node = self.expr(first, &Ty::Unknown);
            let (f, t) = (&c.func, self.tokens_of(&node));
            return Node::Raw(Raw::atom(quote!(#f(#t)), scalar));
        }
        let discrete = last.starts_with("is_") || last.ends_with("_cmp") || last == "classify";
        if discrete || last == "to_bits" {
            let tys = vec![scalar; args.len()];
            let nodes = self.operands(args, &tys);
            if last == "to_bits" && nodes.iter().any(|n| matches!(n, Node::Val(..))) {
                let name = new_last(c);
                return self.refuse_bits(name.span());
            }
            let (f, ts) = (&c.func, nodes.iter().map(|n| self.tokens_of(n)));
            let ty = if last.starts_with("is_") {
                Ty::Bool
            } else {
                Ty::Inactive
            };
            return Node::Raw(Raw::atom(quote!(#f(#(#ts),*)), ty));
        }
        if let Expr::Path(p) = &*c.func
            && p.path.segments.len() == 2
            && !matches!(scalar, Ty::Generic)
        {
            // A module may have the name of the type.
            let (path, ty) = (&p.path, Ident::new(owner, p.path.span()));
            let method = &p.path.segments[1];
            self.same_item(
                p.path.span(),
                &quote!(#path),
                &quote!(<::core::primitive::#ty>::#method),
            );
        }
        let first_node = self.expr(first, &scalar);
        if matches!(first_node, Node::Never) {
            return Node::Never;
        }
        let v = self.to_val(first_node, &scalar, None, first.span());
        let at = new_last(c);
        if last == "sin_cos" {
            let ty = self.vals[v.0 as usize].ty;
            let sin = self.prim(
                crate::rules::Prim::Method("sin"),
                vec![v],
                ty,
                None,
                at.span(),
            );
            let cos = self.prim(
                crate::rules::Prim::Method("cos"),
                vec![v],
                ty,
                None,
                at.span(),
            );
            return Node::Tuple(vec![Node::Val(sin, false), Node::Val(cos, false)]);
        }
        let arithmetic = match (last, rest.len()) {
            ("add", 1) => Some(crate::rules::Prim::Add),
            ("sub", 1) => Some(crate::rules::Prim::Sub),
            ("mul", 1) => Some(crate::rules::Prim::Mul),
            ("div", 1) => Some(crate::rules::Prim::Div),
            ("rem", 1) => Some(crate::rules::Prim::Rem),
            _ => None,
        };
        if let Some(prim) = arithmetic {
            let ty = self.vals[v.0 as usize].ty;
            let node = self.expr(rest[0], &scalar);
            let r = self.to_val(node, &scalar, None, rest[0].span());
            return Node::Val(self.prim(prim, vec![v, r], ty, hint, at.span()), false);
        }
        if last == "clone" {
            return Node::Val(v, false);
        }
        self.apply(&at, last, v, rest, hint)
    }

    pub(super) fn refuse_bits(&mut self, span: Span) -> Node {
        self.errors.refuse(
            span,
            "the bits of a float that carries a derivative cannot be differentiated",
            "compute with the float itself",
        );
        Node::Never
    }

    /// `std::mem::swap(&mut a, &mut b)`.
    fn swap(&mut self, c: &ExprCall, a: &Expr, b: &Expr) -> Node {
        let (a, b) = (&behind_mut(a), &behind_mut(b));
        match (self.float_target(a), self.float_target(b)) {
            (Some(x), Some(y)) => {
                self.store(a, Node::Val(y, false));
                self.store(b, Node::Val(x, false));
                Node::Unit
            }
            (Some(x), None) => self.swap_with_place(c, a, x, b),
            (None, Some(y)) => self.swap_with_place(c, b, y, a),
            (None, None) => self.swap_memories(c, a, b),
        }
    }

    /// A variable and a float in memory exchange their values.
    fn swap_with_place(&mut self, c: &ExprCall, target: &Expr, value: Val, place: &Expr) -> Node {
        match self.expr_place(place) {
            Node::Place(p) => {
                let other = self.load(&p, None, place.span());
                self.store(target, Node::Val(other, false));
                self.store_place(&p, Node::Val(value, false), place.span());
                Node::Unit
            }
            Node::Never => Node::Never,
            _ => self.inactive_call(c, &c.func.to_token_stream()),
        }
    }

    /// `std::mem::replace(&mut a, value)` and `take(&mut a)`.
    fn replace(&mut self, c: &ExprCall, a: &Expr, value: Option<&Expr>) -> Node {
        let target = &behind_mut(a);
        let Some(old) = self.float_target(target) else {
            return self.replace_memory(c, target, value);
        };
        let ty = Ty::of_scalar(self.vals[old.0 as usize].ty);
        let new = match value {
            Some(e) => {
                let node = self.expr(e, &ty);
                if matches!(node, Node::Never) {
                    return Node::Never;
                }
                self.to_val(
                    node,
                    &ty,
                    super::stmt::base_variable(target).as_ref(),
                    e.span(),
                )
            }
            None => self.constant(quote!(0.0), self.vals[old.0 as usize].ty, c.span()),
        };
        self.store(target, Node::Val(new, false));
        Node::Val(old, false)
    }

    /// `Some(x)`, `Pair(x, y)`.
    fn constructor(&mut self, c: &ExprCall) -> Node {
        let args: Vec<&Expr> = c.args.iter().collect();
        if let [error] = args.as_slice()
            && new_last(c) == "Err"
            && is_made_up(error)
        {
            // A text for the user, or a value of an error's own, which carries no derivative.
            let tokens = self.verbatim_tokens(&Expr::Call(c.clone()));
            return Node::Raw(Raw::atom(tokens, Ty::Inactive));
        }
        let nodes = self.operands(&args, &vec![Ty::Unknown; args.len()]);
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        if let Some(at) = nodes
            .iter()
            .position(|n| !matches!(n, Node::Raw(_) | Node::Unit))
        {
            let name = new_last(c);
            if let Expr::Path(p) = unparen(&c.func)
                && !matches!(name.to_string().as_str(), "Ok" | "Err")
            {
                let fields = args.iter().enumerate();
                let fields = fields
                    .map(|(at, e)| (syn::Index::from(at).into(), *e))
                    .collect();
                return self.made_of(&p.path, fields, nodes, None, None);
            }
            self.errors.refuse(
                name.span(),
                format!("`{name}(..)` around a value that carries a float is not supported yet"),
                "keep the float in a variable of its own and the case in a `bool` or an integer",
            );
            let _ = at;
            return Node::Never;
        }
        let stable = nodes.iter().all(super::expr::is_stable);
        let (f, ts) = (&c.func, nodes.iter().map(|n| self.tokens_of(n)));
        Node::Raw(Raw {
            stable,
            ..Raw::atom(quote!(#f(#(#ts),*)), Ty::Inactive)
        })
    }

    /// `Box::new(x)`, `String::from(s)`: stays as it is where no argument carries a float.
    fn function_of_type(&mut self, c: &ExprCall, owner: &str, last: &str) -> Node {
        let args: Vec<&Expr> = c.args.iter().collect();
        let nodes = self.operands(&args, &vec![Ty::Unknown; args.len()]);
        let func = c.func.to_token_stream();
        self.plain_call(&func, &nodes, Ty::Unknown)
            .unwrap_or_else(|_| {
                self.errors.refuse(
                new_last(c).span(),
                format!(
                    "`{owner}::{last}` with an argument that carries a float is not supported yet"
                ),
                "call a free function with `#[derive_grad]` on it, or use the value itself",
            );
                Node::Never
            })
    }

    /// `usize::min(a, b)`: parts of structs are integers there.
    fn function_of_integers(&mut self, c: &ExprCall) -> Node {
        let args: Vec<&Expr> = c.args.iter().collect();
        let nodes = self.operands(&args, &vec![Ty::Int; args.len()]);
        let (func, nodes) = (c.func.to_token_stream(), self.counted(nodes));
        self.plain_call(&func, &nodes, Ty::Int).unwrap_or_else(|_| {
            self.errors.refuse(
                c.func.span(),
                "a function of integers, with an argument that carries a float",
                "convert it with `as`, in a variable of its own",
            );
            Node::Never
        })
    }

    /// A call that stays as it is; refuses arguments that carry floats.
    pub(super) fn inactive_call(&mut self, c: &ExprCall, func: &proc_macro2::TokenStream) -> Node {
        let args: Vec<&Expr> = c.args.iter().collect();
        let nodes = self.operands(&args, &vec![Ty::Unknown; args.len()]);
        self.plain_call(func, &nodes, Ty::Unknown)
            .unwrap_or_else(|at| {
                self.errors.refuse(
                    args[at].span(),
                    "this call is not by the name of a function, and its argument carries a float",
                    "call a function with `#[derive_grad]` on it by its name",
                );
                Node::Never
            })
    }

    /// A call in the user's own tokens, or the number of the first argument that carries a float.
    fn plain_call(
        &self,
        func: &proc_macro2::TokenStream,
        nodes: &[Node],
        ty: Ty,
    ) -> Result<Node, usize> {
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Ok(Node::Never);
        }
        let carries = |n: &Node| !matches!(n, Node::Raw(_) | Node::Unit);
        if let Some(at) = nodes.iter().position(carries) {
            return Err(at);
        }
        let args = nodes.iter().map(|n| self.tokens_of(n));
        Ok(Node::Raw(Raw::atom(quote!(#func(#(#args),*)), ty)))
    }

    /// Whether the value of an argument may carry a derivative, by what its names are and by its type.
    fn may_carry(&mut self, e: &Expr) -> bool {
        self.mentions_active(e.to_token_stream())
            && !self.types.expr(e, &Ty::Unknown).peeled().is_discrete()
    }

    /// A call of a derived function, by path or by the name of a method.
    pub(super) fn user_call(
        &mut self,
        c: &ExprCall,
        p: &syn::ExprPath,
        mut method: Option<Method<'_>>,
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let scalar_guess = std::mem::take(&mut self.scalar_guess);
        let declared = super::infer::owner_and_name(&p.path)
            .and_then(|(owner, name)| self.declared_result(&owner, &name));
        let known = declared.as_ref().map_or(Ty::Unknown, Ty::read);
        let expected = match expected {
            Ty::Unknown if known.carries_float() => &known,
            expected => expected,
        };
        let suffix = self.suffix.take();
        let wrapped = std::mem::take(&mut self.outcome) || suffix.is_some();
        let all: Vec<&Expr> = c.args.iter().collect();
        let operands = self.function_operands(&all);
        let args: Vec<&Expr> = operands
            .iter()
            .filter_map(|o| match o {
                Operand::Value(e) => Some(*e),
                _ => None,
            })
            .collect();
        let local = p.path.get_ident().map(ToString::to_string);
        let local = local.and_then(|name| self.env.get(&name));
        let is_local = local.is_some();
        if let Some(super::node::Binding::Uninit(_)) = local {
            // What was refused is not refused again where it is called.
            return Node::Never;
        }
        let input_types = self.input_types.take();
        let tys: Vec<Ty> = match &input_types {
            Some(tys) => tys.clone(),
            None => args.iter().map(|a| tuple_of_calls(a)).collect(),
        };
        let receiver = method.as_mut().and_then(|m| m.receiver.take());
        let beside = args.iter().any(|a| self.may_carry(a));
        let outside = std::mem::replace(&mut self.beside_floats, beside);
        let mut nodes = self.operands_after(receiver, &args, &tys);
        self.beside_floats = outside;
        if nodes.iter().any(|n| matches!(n, Node::Never)) {
            return Node::Never;
        }
        let unsure = method.as_ref().is_some_and(|m| !m.known)
            && nodes.first().is_some_and(|n| self.is_unsure(n));
        let functions = operands.iter().any(|o| self.is_active_operand(o));
        let inactive = !functions && nodes.iter().all(|n| matches!(n, Node::Raw(_) | Node::Unit));
        if let Some(node) = self.vector_call(c, p, &nodes, expected) {
            return node;
        }
        // A name that says a mere look is taken at its word; were it none, this would not compile.
        let looks = unsure
            && expected.is_discrete()
            && method.as_ref().is_some_and(|m| {
                super::infer::Types::own_answer(&m.name.to_string(), &Ty::Unknown).is_some()
            });
        let changes = method.as_ref().is_some_and(|m| m.changes) && !looks;
        if changes && !inactive && matches!(nodes[0], Node::Raw(_)) {
            self.errors.refuse(
                args[0].span(),
                "this is made of what carries no float, and the method may write a float that carries a derivative to it",
                "make it by a struct literal, for instance `P { a: 0.0 }`, or of a value that carries a float",
            );
            return Node::Never;
        }
        let writes = changes
            || nodes.iter().any(|n| match n {
                Node::Alias(..) => true,
                Node::Place(p) => self.is_mutable_place(p),
                _ => false,
            });
        if !inactive {
            let hidden = nodes.iter().position(|n| {
                matches!(n, Node::Raw(raw) if matches!(&raw.ty, Ty::Ref { mutable: true, to } if !to.is_inactive()))
            });
            if let Some(at) = hidden {
                self.refuse_unseen(args[at]);
                return Node::Never;
            }
        }
        if inactive || !writes && expected.is_discrete() {
            // Nothing to differentiate, or a result that cannot carry a derivative.
            let is_call = input_types.is_some();
            let mut values = nodes.iter().map(|n| self.tokens_of(n));
            let ts: Vec<_> = operands
                .iter()
                .map(|o| match o {
                    Operand::Value(_) => values.next().unwrap_or_default(),
                    Operand::Function(_, name) if is_call => name.to_token_stream(),
                    other => self.operand_tokens(other),
                })
                .collect();
            let call = match (&method, ts.split_first()) {
                // Were it changed by the method, this would not compile.
                (Some(Method { name, .. }), Some((receiver, ts))) if unsure => {
                    quote!((&#receiver).#name(#(#ts),*))
                }
                (Some(Method { name, .. }), Some((receiver, ts))) => {
                    quote!((#receiver).#name(#(#ts),*))
                }
                _ => {
                    let f = &c.func;
                    quote!(#f(#(#ts),*))
                }
            };
            if !inactive && (method.is_some() || crate::emit::is_of_type(&p.path)) {
                // By its name alone it is taken for a number; a float would have a derivative.
                let (runtime, at) = (&self.runtime, c.func.span());
                let at = Span::mixed_site().located_at(at);
                let call = quote_spanned!(at=> #runtime::__private::discrete(#call #suffix));
                return Node::Raw(Raw::atom(call, expected.clone()));
            }
            let call = quote!(#call #suffix);
            // What stands beside it may be told by a method that returns a reference.
            let guess = method.is_some() && declared.is_none() && expected.is_float();
            let ty = if guess && super::node::may_be_reference(&call) {
                Ty::Unknown
            } else {
                expected.clone()
            };
            return Node::Raw(Raw::atom(call, ty));
        }
        if is_local || p.qself.is_some() {
            self.errors.refuse(
                c.func.span(),
                "a closure or function value cannot be called with an argument that carries a float",
                "call a function with `#[derive_grad]` on it by its name, or take a parameter `f: impl Fn(..)`",
            );
            return Node::Never;
        }
        let is_value = |o: &Operand| matches!(o, Operand::Value(_));
        if method.as_ref().is_some_and(|m| m.unseen.is_some()) && !operands.iter().all(is_value) {
            self.errors.refuse(
                c.func.span(),
                "a function is passed to a method of a value whose type the macro does not know",
                "call the method by its path, as in `Type::method(&value, ..)`",
            );
            return Node::Never;
        }
        let name = method.as_ref().map(|m| m.name);
        let witness = self.call_witness(&p.path, name, wrapped, &nodes);
        if let (true, Some(Node::Place(receiver))) = (unsure, nodes.first_mut()) {
            receiver.mutable = true;
        }
        let (mut lowered, mut functions) = (Vec::new(), Vec::new());
        let mut nodes = nodes.into_iter();
        for (operand, source) in operands.iter().zip(&all) {
            let node = match operand {
                Operand::Value(e) => {
                    let Some(node) = nodes.next() else {
                        return Node::Never;
                    };
                    match self.named_function(e, lowered.len()) {
                        Ok(None) => node,
                        Ok(Some(named)) => {
                            functions.push(named);
                            continue;
                        }
                        Err(()) => return Node::Never,
                    }
                }
                Operand::Function(mem, name) => {
                    lowered.push(CallArg::Function(*mem, name.to_token_stream()));
                    continue;
                }
                Operand::Constant(_, name, by_ref) => {
                    functions.push(Passed {
                        function: Function::Constant(name.clone()),
                        at: lowered.len(),
                        captures: 0,
                        prelude: TokenStream::new(),
                        by_ref: *by_ref,
                    });
                    continue;
                }
                Operand::Closure(closure, by_ref) => {
                    // What it copies is read after the arguments behind it.
                    let early = closure.capture.is_some()
                        && args.iter().any(|a| super::expr::has_effects(a));
                    if early && self.refuse_early_copy(closure) {
                        return Node::Never;
                    }
                    let Some(passed) = self.passed(closure, *by_ref, &mut lowered) else {
                        return Node::Never;
                    };
                    functions.push(passed);
                    continue;
                }
            };
            let by_ref = match unparen(source) {
                Expr::Reference(r) => r.mutability.is_none(),
                Expr::Path(p) => p.path.get_ident().is_some_and(|i| {
                    matches!(self.types.of_var(&i.to_string()), Ty::Ref { to, .. } if matches!(*to, Ty::Tuple(_)))
                }),
                _ => false,
            };
            let node = match node {
                Node::Place(p) => Node::Place(self.moved(p, source.span())),
                other => other,
            };
            let copied = is_copy(&node);
            let arg = self.call_arg(node, source.span());
            let lent_before = |old| {
                lowered
                    .iter()
                    .any(|a| matches!(a, CallArg::Changed(_, new) if *new == old))
            };
            if matches!(arg, CallArg::Changed(old, _) if lent_before(old)) {
                self.errors.refuse(
                    source.span(),
                    "a variable is lent to one call twice",
                    "lend another variable, or call twice",
                );
            }
            lowered.push(match arg {
                CallArg::Place(place, tokens, _) if copied => CallArg::Place(place, tokens, false),
                CallArg::Tuple(parts, tokens) if by_ref => CallArg::Tuple(parts, quote!(&#tokens)),
                arg => arg,
            });
        }
        if let (true, Some(CallArg::Place(_, _, lent))) = (changes, lowered.first_mut()) {
            *lent = true;
        }
        self.refuse_function_twice(&lowered, c.span());
        let passes = |a: &CallArg| matches!(a, CallArg::Function(..));
        let witness = if functions.is_empty() && !lowered.iter().any(passes) {
            witness
        } else {
            // The type of a function is not told by what it is given.
            crate::ir::Witness::None
        };
        let guess = lowered
            .iter()
            .find_map(|a| self.scalar_of_arg(a))
            .unwrap_or(self.scalar);
        let expected = if scalar_guess && matches!(expected, Ty::Unknown) {
            &Ty::Float
        } else {
            expected
        };
        // The methods of floats do not tell the shape of a receiver.
        let unsure = unsure
            && !method.as_ref().is_some_and(|m| {
                let name = m.name.to_string();
                m.unseen.is_some() && crate::rules::Prim::method(&name, args.len() - 1).is_some()
            });
        let callee = match &method {
            Some(Method {
                name,
                unseen: Some(of),
                ..
            }) => {
                self.unseen_methods = true;
                Callee::method((*name).clone(), of.clone())
            }
            _ => Callee::from(p.path.clone()).with(witness),
        };
        // A type may be another name of a float.
        let last = p.path.segments.last().map(|s| s.ident.to_string());
        let count = args.len().saturating_sub(1);
        let of_floats = last.is_some_and(|l| crate::rules::Prim::method(&l, count).is_some());
        self.unseen_methods |= of_floats && (method.is_some() || p.path.segments.len() > 1);
        let (result, node) = self.bound_for(expected, hint, &callee, guess);
        let dropped = match (&result, &node) {
            (Bound::Mem(mem), Node::Unit) => Some(*mem),
            _ => None,
        };
        let frame = self.names.numbered("frame", c.span());
        self.push(Stmt::Call(Call {
            callee,
            method: method.map(|m| m.name.clone()),
            suffix,
            given: None,
            args: lowered,
            result,
            span: c.func.span(),
            frame,
            taped: false,
            carries: false,
            unsure,
            noted: None,
            passed: functions,
        }));
        if let Some(mem) = dropped
            && let info = &self.mems[mem.0 as usize]
            && let Some(ZeroMem::Callee(path, shape)) = &info.zero
        {
            let (shape, name) = (*shape, &info.name);
            let op = match path.unseen {
                None => Op::Shape(Some((**path).clone()), quote!(&#name)),
                Some(_) => Op::Shape(None, quote!(&#name)),
            };
            self.push(Stmt::Let(shape, op));
        }
        self.capture_shapes(&node);
        if let Some(ty) = declared.as_ref().and_then(super::infer::nominal_type) {
            self.note_nominal(&node, &ty);
        }
        node
    }

    /// Keeps the shapes of aggregates that a call returned.
    fn capture_shapes(&mut self, node: &Node) {
        match node {
            Node::Tuple(parts) => parts.iter().for_each(|p| self.capture_shapes(p)),
            Node::Place(place) => {
                let info = &self.mems[place.place.mem.0 as usize];
                let Some(ZeroMem::Callee(_, shape)) = &info.zero else {
                    return;
                };
                let (shape, name) = (*shape, info.name.clone());
                if !self
                    .stmts
                    .iter()
                    .any(|s| matches!(s, Stmt::Let(v, _) if *v == shape))
                {
                    self.push(Stmt::Let(shape, Op::Shape(None, quote!(&#name))));
                }
            }
            _ => {}
        }
    }

    pub(super) fn call_arg(&mut self, node: Node, span: Span) -> CallArg {
        match node {
            Node::Val(v, _) => {
                let tokens = self.tokens_of(&node);
                CallArg::Val(v, tokens)
            }
            Node::Raw(raw) if raw.ty.is_float() && !raw.constant => {
                // It may turn out to be active nowhere, but it is a float all the same.
                CallArg::Inactive(raw.tokens)
            }
            Node::Tuple(parts) => {
                let mut args = Vec::new();
                for part in parts {
                    if let Node::Alias(..) = part {
                        self.errors.refuse(
                            span,
                            "`&mut` inside of a tuple argument is not supported yet",
                            "pass it as an argument of its own",
                        );
                        continue;
                    }
                    let shape = match &part {
                        Node::Place(p) if !p.ty.is_float() && !matches!(p.ty, Ty::Unknown) => {
                            Some(self.shape_of_place(&p.clone(), span))
                        }
                        Node::List(parts, _) => Some(Some(self.shape_of_list(parts))),
                        _ => None,
                    };
                    let part = match part {
                        // A part of a result that nobody looks into: a float.
                        Node::Place(p) if matches!(p.ty, Ty::Unknown) && !p.amp => {
                            Node::Val(self.load(&p, None, span), false)
                        }
                        // Inside a tuple a float has a cotangent, even if nothing flows there.
                        Node::Raw(raw) if raw.ty.peeled().is_float() => {
                            let ty = raw.ty.clone();
                            Node::Val(self.to_val(Node::Raw(raw), &ty, None, span), false)
                        }
                        part => part,
                    };
                    let arg = self.call_arg(part, span);
                    args.push(match (arg, shape) {
                        (CallArg::Place(place, tokens, _), Some(Some(shape))) => CallArg::Shaped(place, tokens, shape),
                        (arg, Some(None)) => {
                            self.errors.refuse(
                                span,
                                "the length of an array inside this tuple is not known to the macro",
                                "pass the parts as parameters of their own",
                            );
                            arg
                        }
                        (arg, _) => arg,
                    });
                }
                let tokens = args.iter().map(arg_tokens);
                let tokens = quote!((#(#tokens,)*));
                CallArg::Tuple(args, tokens)
            }
            Node::List(parts, at) => {
                let p = self.materialise(parts, None, at);
                CallArg::Place(p.place.clone(), p.passed(), false)
            }
            Node::Maybe(some, inside) if is_plain(&inside) => {
                let whole = self.tokens_of(&Node::Maybe(some, inside.clone()));
                match self.call_arg(*inside, span) {
                    CallArg::Val(v, _) => CallArg::Val(v, whole),
                    CallArg::Tuple(parts, _) => CallArg::Tuple(parts, whole),
                    _ => CallArg::Inactive(whole),
                }
            }
            Node::Maybe(..) => {
                self.errors.refuse(
                    span,
                    "an `Option` of this cannot be passed to a function yet",
                    "take the value out with `match` or `if let` and pass it by itself",
                );
                CallArg::Inactive(quote!(()))
            }
            Node::Alias(name, path) if self.aliased(&name, &path).is_none() => {
                self.errors.refuse(
                    span,
                    "`&mut` of a tuple that carries floats cannot be passed to a derived function yet",
                    "pass the parts one by one",
                );
                CallArg::Inactive(quote!(()))
            }
            Node::Alias(name, path) => self.changed_arg(name, path, span),
            Node::Place(p) => {
                let mutable = self.is_mutable_place(&p);
                if p.ty.is_float() && !mutable {
                    let v = self.load(&p, None, span);
                    let tokens = self.val_tokens(v);
                    return CallArg::Val(v, if p.amp { quote!(&#tokens) } else { tokens });
                }
                let tokens = if self.is_dereferenced_view(&p) && !p.amp {
                    // The reference itself: rustc borrows it again as the parameter wants it.
                    self.mems[p.place.mem.0 as usize].name.to_token_stream()
                } else if p.ty.is_float() && !p.amp {
                    let target = &p.tokens;
                    quote!(&mut #target)
                } else {
                    self.value_of_item(&p).unwrap_or_else(|| p.passed())
                };
                CallArg::Place(p.place.clone(), tokens, mutable)
            }
            other => CallArg::Inactive(self.tokens_of(&other)),
        }
    }

    /// The float type of an argument: what a result of unknown float type is taken to be.
    fn scalar_of_arg(&self, arg: &CallArg) -> Option<Scalar> {
        match arg {
            CallArg::Val(v, _) => Some(self.vals[v.0 as usize].ty),
            CallArg::Tuple(parts, _) => parts.iter().find_map(|p| self.scalar_of_arg(p)),
            CallArg::Changed(v, _) => Some(self.vals[v.0 as usize].ty),
            CallArg::Place(..)
            | CallArg::Shaped(..)
            | CallArg::Function(..)
            | CallArg::Inactive(_) => None,
        }
    }

    /// `&mut x` of a float variable: the call gives it a new value.
    fn changed_arg(&mut self, name: String, path: Vec<u32>, span: Span) -> CallArg {
        let Some(old) = self.aliased(&name, &path) else {
            return CallArg::Inactive(quote!(()));
        };
        let ty = self.vals[old.0 as usize].ty;
        let fresh = self
            .names
            .numbered(crate::names::stem(name.trim_start_matches('*')), span);
        let new = self.new_val(fresh, ty);
        self.set_aliased(&name, &path, new);
        CallArg::Changed(old, new)
    }

    fn set_aliased(&mut self, name: &str, path: &[u32], new: crate::ir::Val) {
        let Some(mut binding) = self.env.get_mut(name) else {
            return;
        };
        for at in path {
            match binding {
                super::node::Binding::Tuple(parts) => binding = &mut parts[*at as usize],
                _ => return,
            }
        }
        if let super::node::Binding::Val(v, _) = binding {
            *v = new;
        }
    }

    /// What the result of a call is bound to, by what is expected of it.
    pub(super) fn bound_for(
        &mut self,
        expected: &Ty,
        hint: Option<&Ident>,
        callee: &Callee,
        guess: Scalar,
    ) -> (Bound, Node) {
        let span = callee.span();
        match expected {
            t if t.is_float() => {
                let scalar = if matches!(t, Ty::Float) {
                    guess
                } else {
                    self.scalar_of(t)
                };
                let name = self.name_for(hint, span);
                let val = self.new_val(name, scalar);
                (Bound::Val(val), Node::Val(val, false))
            }
            // A part whose type only rustc knows: the result stays whole, its parts are read from it.
            Ty::Tuple(parts) if parts.iter().any(|p| !p.is_float() && !p.is_discrete()) => {
                let parts = parts.clone();
                let (bound, node) = self.bound_for(&Ty::Unknown, hint, callee, guess);
                let node = match node {
                    Node::Place(whole) => Node::Tuple(self.tuple_parts(&whole, &parts)),
                    other => other,
                };
                (bound, node)
            }
            Ty::Tuple(parts) => {
                let mut bounds = Vec::new();
                let mut nodes = Vec::new();
                for (at, part) in parts.clone().iter().enumerate() {
                    let part_hint =
                        hint.map(|h| crate::names::new_ident(&format!("{h}_{at}"), h.span()));
                    let part = if matches!(part, Ty::Unknown) {
                        &Ty::Float
                    } else {
                        part
                    };
                    let (bound, node) = self.bound_for(part, part_hint.as_ref(), callee, guess);
                    bounds.push(bound);
                    nodes.push(node);
                }
                (Bound::Tuple(bounds), Node::Tuple(nodes))
            }
            // A result that is dropped: it still has a cotangent, which is zero.
            Ty::Unit => {
                let name = self.names.numbered("dropped", span);
                let shape_name = self.names.numbered("shape", span);
                let shape = self.new_val(shape_name, Scalar::Usize);
                let zero = ZeroMem::Callee(callee.without_arguments(), shape);
                let mem = self.new_mem(name, MemKind::Local, Some(zero));
                (Bound::Mem(mem), Node::Unit)
            }
            t if t.is_inactive() => {
                let name = self.names.numbered("t", span);
                let tokens = name.to_token_stream();
                (
                    Bound::Name(tokens.clone()),
                    Node::Raw(Raw {
                        stable: true,
                        ..Raw::atom(tokens, t.clone())
                    }),
                )
            }
            t => {
                let name = self.name_for(hint, span);
                let shape_name = self.names.numbered("shape", span);
                let shape = self.new_val(shape_name, Scalar::Usize);
                let zero = ZeroMem::Callee(callee.clone(), shape);
                let mem = self.new_mem(name.clone(), MemKind::Local, Some(zero));
                let ty = match t {
                    // Of structs, or of whatever it is.
                    Ty::Vec(elem) if matches!(**elem, Ty::Unknown) => Ty::Unknown,
                    t => t.clone(),
                };
                (Bound::Mem(mem), Node::Place(place_of(mem, &name, ty)))
            }
        }
    }
}

/// `Type::method` for `<Type as Trait>::method`, of a type of the user's.
fn method_of_type(p: &syn::ExprPath) -> Option<syn::ExprPath> {
    let q = p.qself.as_ref().filter(|q| q.as_token.is_some())?;
    let mut path = super::infer::nominal_type(&q.ty)?;
    path.segments.push(p.path.segments.last()?.clone());
    let attrs = Vec::new();
    Some(syn::ExprPath {
        attrs,
        qself: None,
        path,
    })
}

/// How a function is called as a method.
pub(super) struct Method<'m> {
    pub name: &'m Ident,
    /// The first argument, which has been lowered.
    pub receiver: Option<Node>,
    /// It may write to what it is called on.
    pub changes: bool,
    /// What it is called on, where only rustc knows of which type that is.
    pub unseen: Option<crate::ir::Place>,
    /// How it takes its receiver is known: it is a neighbour.
    pub known: bool,
}

/// Calls inside of tuple arguments are taken to return floats.
/// Types whose functions have no gradient of ours.
pub(super) fn is_known_type(owner: &str) -> bool {
    matches!(
        owner,
        "String"
            | "Box"
            | "Rc"
            | "Arc"
            | "Option"
            | "Result"
            | "Some"
            | "Ok"
            | "Iterator"
            | "Ord"
            | "PartialOrd"
            | "PartialEq"
            | "Default"
            | "Clone"
            | "Into"
            | "From"
            | "HashMap"
            | "BTreeMap"
            | "HashSet"
            | "BTreeSet"
            | "VecDeque"
            | "Cell"
            | "RefCell"
            | "Duration"
            | "Instant"
            | "Add"
            | "Sub"
            | "Mul"
            | "Div"
            | "Neg"
            | "Rem"
            | "Sum"
            | "Product"
    )
}

fn tuple_of_calls(arg: &Expr) -> Ty {
    match unparen(arg) {
        Expr::Tuple(t) => Ty::Tuple(t.elems.iter().map(part_of_tuple).collect()),
        Expr::Reference(r) => match tuple_of_calls(&r.expr) {
            Ty::Unknown => Ty::Unknown,
            ty => ty.shared(),
        },
        _ => Ty::Unknown,
    }
}

fn part_of_tuple(part: &Expr) -> Ty {
    match unparen(part) {
        Expr::Call(_) => Ty::Float,
        other => tuple_of_calls(other),
    }
}

fn arg_tokens(arg: &CallArg) -> proc_macro2::TokenStream {
    match arg {
        CallArg::Val(_, t)
        | CallArg::Tuple(_, t)
        | CallArg::Place(_, t, _)
        | CallArg::Shaped(_, t, _)
        | CallArg::Function(_, t)
        | CallArg::Inactive(t) => t.clone(),
        CallArg::Changed(..) => quote!(()),
    }
}

/// `format!(..)`, `Bad::Negative(x)`, `Bad { at, .. }` of plain parts.
fn is_made_up(e: &Expr) -> bool {
    let plain = |e: &Expr| match unparen(e) {
        Expr::Path(_) | Expr::Lit(_) | Expr::Field(_) => true,
        Expr::Unary(u) => matches!(unparen(&u.expr), Expr::Path(_)),
        _ => false,
    };
    match unparen(e) {
        Expr::Macro(m) => m.mac.path.is_ident("format"),
        Expr::Call(c) => {
            let made =
                matches!(unparen(&c.func), Expr::Path(p) if crate::emit::names_type(&p.path));
            made && c.args.iter().all(plain)
        }
        Expr::Struct(s) => s.rest.is_none() && s.fields.iter().all(|f| plain(&f.expr)),
        _ => false,
    }
}

fn new_last(c: &ExprCall) -> Ident {
    match unparen(&c.func) {
        Expr::Path(p) => p.path.segments.last().map_or_else(
            || crate::names::new_ident("call", c.span()),
            |s| s.ident.clone(),
        ),
        _ => crate::names::new_ident("call", c.span()),
    }
}

fn is_mut_ref(e: &Expr) -> bool {
    matches!(unparen(e), Expr::Reference(r) if r.mutability.is_some())
}

/// Whether an array or a tuple is passed by value: `*a`, `rows[i]`.
fn is_copy(node: &Node) -> bool {
    matches!(node, Node::Place(p) if matches!(p.ty, Ty::Array(..) | Ty::Tuple(_))
        && !(p.amp || p.mutable || p.named)
        && (p.deref || !p.place.path.is_empty()))
}

/// What a mutable reference refers to.
fn behind_mut(e: &Expr) -> Expr {
    match unparen(e) {
        Expr::Reference(r) => unparen(&r.expr).clone(),
        other => syn::parse_quote!(*#other),
    }
}

/// Floats by value, one or several.
fn is_plain(node: &Node) -> bool {
    match node {
        Node::Val(_, by_ref) => !by_ref,
        Node::Raw(raw) => raw.ty.is_discrete() || raw.ty.is_float(),
        Node::Tuple(parts) => parts.iter().all(is_plain),
        _ => false,
    }
}
