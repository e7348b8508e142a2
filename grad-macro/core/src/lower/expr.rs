//! Expressions, in Rust's order of evaluation.
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprBinary, ExprCast, ExprPath, ExprUnary, UnOp};

use super::Lower;
use super::infer::of_constant;
use super::node::{Binding, Node, PlaceNode, Raw};
use crate::ir::{CallArg, Op, Stmt, Ty as Scalar, Val};
use crate::rules::Prim;
use crate::types::{Ty, of_literal, unparen};

impl Lower<'_> {
    /// Lowers an expression to a value.
    pub(super) fn expr(&mut self, e: &Expr, expected: &Ty) -> Node {
        self.expr_named(e, expected, None)
    }

    /// The same; the last operation is named after the variable it is for.
    pub(super) fn expr_named(&mut self, e: &Expr, expected: &Ty, hint: Option<&Ident>) -> Node {
        if self.end.is_some() {
            return Node::Never;
        }
        let at = start(e);
        let node = self.at(at, |lower| match unparen(e) {
            Expr::Index(i) => {
                let node = lower.index(i);
                lower.read(node, expected, hint, e)
            }
            Expr::Field(f) => {
                let node = lower.field(f);
                lower.read(node, expected, hint, e)
            }
            other => lower.expr_other(other, expected, hint),
        });
        located(node, at)
    }

    /// Reads a scalar place at once: later writes must not be seen.
    fn read(&mut self, node: Node, expected: &Ty, hint: Option<&Ident>, e: &Expr) -> Node {
        match node {
            Node::Place(p)
                if p.ty.is_float() || matches!(p.ty, Ty::Unknown) && expected.is_float() =>
            {
                let p = p.said(expected);
                Node::Val(self.load(&p, hint, e.span()), false)
            }
            other => other,
        }
    }

    /// Lowers an expression whose place matters: what is indexed, borrowed, or read by field.
    pub(super) fn expr_place(&mut self, e: &Expr) -> Node {
        let at = start(e);
        let node = self.at(at, |lower| lower.expr_place_inside(e));
        located(node, at)
    }

    fn expr_place_inside(&mut self, e: &Expr) -> Node {
        match unparen(e) {
            Expr::Index(i) => self.index(i),
            Expr::Field(f) => self.field(f),
            Expr::Unary(ExprUnary {
                op: UnOp::Deref(_),
                expr,
                ..
            }) => {
                let node = self.expr_place(expr);
                self.deref(node)
            }
            other => self.expr(other, &Ty::Unknown),
        }
    }

    fn expr_other(&mut self, e: &Expr, expected: &Ty, hint: Option<&Ident>) -> Node {
        if let Some(node) = self.unwrapped(e, expected, hint) {
            return node;
        }
        match e {
            Expr::Lit(l) => Node::Raw(Raw::constant(l.to_token_stream(), of_literal(&l.lit))),
            Expr::Path(p) => self.path(p),
            Expr::Binary(b) => self.binary(b, expected, hint),
            Expr::Unary(u) => self.unary(u, expected, hint),
            Expr::Cast(c) => self.cast(c, hint),
            Expr::Reference(r) => self.reference(r, expected),
            Expr::Tuple(t) if t.elems.is_empty() => Node::Unit,
            Expr::Tuple(t) => {
                let tys = expected.parts(t.elems.len());
                let elems: Vec<&Expr> = t.elems.iter().collect();
                Node::Tuple(self.operands(&elems, &tys))
            }
            Expr::Array(a) if super::vectors::mark_of(&a.attrs).is_some() => {
                self.vec_list(a, expected, e.span())
            }
            Expr::Repeat(r) if super::vectors::mark_of(&r.attrs).is_some() => {
                self.vec_repeat(&r.expr, &r.len, expected, e.span())
            }
            Expr::Array(a) => {
                let elems: Vec<&Expr> = a.elems.iter().collect();
                let elem = self.element_type(&elems, expected);
                let mut parts = self.operands(&elems, &vec![elem; elems.len()]);
                self.beside_structs(&mut parts, e.span());
                self.array(parts, e)
            }
            Expr::Repeat(r) => self.repeat(r, expected),
            Expr::MethodCall(m) => self.method(m, expected, hint),
            Expr::Call(c) => self.call(c, expected, hint),
            Expr::Block(b) if b.label.is_none() => self.block(&b.block, expected),
            Expr::Block(_) => self.chosen_value(e, expected, hint),
            Expr::If(_) | Expr::Match(_) | Expr::Loop(_) => self.chosen_value(e, expected, hint),
            Expr::While(w) => self.while_loop(w),
            Expr::ForLoop(f) => self.for_loop(f),
            Expr::Assign(a) => self.assign(a),
            Expr::Return(r) => self.return_expr(r),
            Expr::Break(b) => self.break_expr(b),
            Expr::Continue(c) => self.continue_expr(c),
            Expr::Macro(m) => self.macro_expr(&m.mac, expected),
            Expr::Range(r) => self.range(r),
            Expr::Try(t) if self.wrapped => self.tried(t, expected),
            Expr::Struct(s) => self.struct_literal(s, hint),
            Expr::Closure(_) => self.verbatim(e),
            // A lone semicolon.
            Expr::Verbatim(tokens) if tokens.is_empty() => Node::Unit,
            _ => self.refuse_expr(e),
        }
    }

    /// The value of a branch, of a loop or of a labelled block.
    fn chosen_value(&mut self, e: &Expr, expected: &Ty, hint: Option<&Ident>) -> Node {
        let made = self.types.is_own(e) && !expected.is_float();
        let own_type = made
            || self.nominal_of(e).is_some()
            || hint.map(ToString::to_string).is_some_and(|name| {
                self.types.is_used_as_struct(&name) || self.types.lists_structs(&name)
            });
        let around = std::mem::replace(&mut self.own_type, own_type);
        let node = match unparen(e) {
            Expr::Match(m) => self.matching(m, expected, hint),
            Expr::If(i) => self.conditional(i, expected, hint),
            Expr::Loop(l) => self.infinite(l, expected),
            Expr::Block(b) => match &b.label {
                Some(label) => self.labelled_block(label, &b.block, expected),
                None => self.block(&b.block, expected),
            },
            _ => Node::Never,
        };
        self.own_type = around;
        node
    }

    /// Operands from left to right. What is pending is evaluated before anything that could change it.
    pub(super) fn operands(&mut self, elems: &[&Expr], tys: &[Ty]) -> Vec<Node> {
        self.operands_after(None, elems, tys)
    }

    /// The same where the first of them has been lowered.
    pub(super) fn operands_after(
        &mut self,
        first: Option<Node>,
        elems: &[&Expr],
        tys: &[Ty],
    ) -> Vec<Node> {
        let given = usize::from(first.is_some());
        let mut nodes: Vec<Node> = first.into_iter().collect();
        for (elem, ty) in elems.iter().zip(tys).skip(given) {
            let before = self.stmts.len();
            let node = self.expr(elem, ty);
            if self.stmts.len() != before || has_effects(elem) {
                // Everything to the left comes first.
                let later = self.stmts.split_off(before.min(self.stmts.len()));
                let written = later.iter().any(may_write);
                let mut held = None;
                for (number, (done, source)) in nodes.iter_mut().zip(elems).enumerate() {
                    let pending = std::mem::replace(done, Node::Unit);
                    *done = self.settle(pending, None, source.span());
                    // A receiver is borrowed where it is. A method that is called on it in between may only look at
                    // it: the compiler sees to that while another borrow is held.
                    let borrowed = number < given && !self.changes_root(done, &later, false);
                    if let Node::Place(p) = done
                        && borrowed
                        && self.changes_place(p, &later, true)
                    {
                        held = Some((self.names.numbered("held", source.span()), p.tokens.clone()));
                    }
                    if written && !borrowed {
                        let pending = std::mem::replace(done, Node::Unit);
                        *done = self.snapshot(pending, source.span());
                    }
                }
                if let Some((name, of)) = &held {
                    self.push(Stmt::Raw(quote!(let #name = &#of;)));
                }
                self.stmts.extend(later);
                if let Some((name, _)) = &held {
                    self.push(Stmt::Raw(quote!(#name;)));
                }
            }
            nodes.push(node);
        }
        nodes
    }

    /// Whether statements may change the memory that a place lies in.
    fn changes_root(&self, node: &Node, stmts: &[Stmt], unsure: bool) -> bool {
        match node {
            Node::Place(p) => self.changes_place(p, stmts, unsure),
            _ => true,
        }
    }

    /// The same of a place. With `unsure`, methods of which only the callee knows whether they write are taken to do so.
    fn changes_place(&self, p: &PlaceNode, stmts: &[Stmt], unsure: bool) -> bool {
        stmts.iter().any(|stmt| self.may_write_to(p, stmt, unsure))
    }

    /// Whether a statement may write to a place. The user's own tokens never write to what carries floats.
    fn may_write_to(&self, p: &PlaceNode, stmt: &Stmt, unsure: bool) -> bool {
        let inside = |stmts: &[Stmt]| self.changes_place(p, stmts, unsure);
        match stmt {
            Stmt::Call(call) => {
                let sure = call.args.iter().skip(usize::from(call.unsure && !unsure));
                let meets = |q| self.may_meet(&p.place, q);
                sure.into_iter()
                    .any(|a| matches!(a, CallArg::Place(q, _, true) if meets(q)))
            }
            Stmt::Store(q, ..)
            | Stmt::Fill(q, ..)
            | Stmt::CopyInto(q, ..)
            | Stmt::Grow(q, ..)
            | Stmt::Shrink(q, ..)
            | Stmt::Replace(q, ..)
            | Stmt::Rearrange(q, ..)
            | Stmt::Sort(q, ..) => self.may_meet(&p.place, q),
            Stmt::SwapPlaces(a, b, _) => self.may_meet(&p.place, a) || self.may_meet(&p.place, b),
            Stmt::Branch(b) => b.arms.iter().any(|a| inside(&a.body.stmts)),
            Stmt::Loop(l) => inside(&l.body.stmts),
            Stmt::Raw(_) | Stmt::SetResult(_) | Stmt::Assign(..) => false,
            other => may_write(other),
        }
    }

    /// What the elements of a literal are: where one is a float, all are; calls are taken to return floats.
    pub(super) fn element_type(&mut self, elems: &[&Expr], expected: &Ty) -> Ty {
        let mut elem = expected.element();
        for e in elems {
            let ty = self.types.expr(e, &Ty::Unknown);
            elem.learn(&ty);
        }
        let calls = elems.iter().any(|e| matches!(unparen(e), Expr::Call(_)));
        let own = elems.iter().any(|e| self.types.nominal_of(e).is_some());
        if matches!(elem, Ty::Unknown) && calls && !own {
            Ty::Float
        } else {
            elem
        }
    }

    fn array(&mut self, parts: Vec<Node>, e: &Expr) -> Node {
        if parts.iter().any(super::stmt::holds_alias) {
            self.errors.refuse(
                e.span(),
                "the macro cannot follow mutable references in an array",
                "give each reference a name of its own",
            );
            return Node::Never;
        }
        let inactive = !parts.is_empty()
            && parts
                .iter()
                .all(|p| matches!(p, Node::Raw(raw) if !raw.ty.peeled().is_float()));
        if inactive {
            let stable = parts
                .iter()
                .all(|p| matches!(p, Node::Raw(raw) if raw.stable));
            let tokens = self.tokens_of(&Node::List(parts, e.span()));
            return Node::Raw(Raw {
                stable,
                ..Raw::atom(tokens, Ty::Inactive)
            });
        }
        Node::List(parts, e.span())
    }

    fn repeat(&mut self, r: &syn::ExprRepeat, expected: &Ty) -> Node {
        let elem = self.element_type(&[&r.expr], expected);
        let value = self.expr(&r.expr, &elem);
        let value = self.repeated_element(value, &r.expr);
        let len = self.verbatim_tokens(&r.len);
        match value {
            Node::Raw(raw) if !raw.ty.is_float() && !expected.element().is_float() => {
                let tokens = raw.tokens;
                Node::Raw(Raw::atom(quote!([#tokens; #len]), Ty::Inactive))
            }
            Node::Never => Node::Never,
            value => {
                let mut elem_ty = self.type_of(&value);
                elem_ty.learn(&elem);
                let value = match value {
                    // The element gets a memory, so that the repeat is a copy of it.
                    Node::List(parts, at) => Node::Place(self.materialise(parts, None, at)),
                    Node::Tuple(parts) => self.tuple_place(parts, r.span()),
                    other => other,
                };
                let elem = self.elem(value, &elem_ty, r.span());
                let init = crate::ir::Init::Repeat(Box::new(elem), len.clone());
                let ty = Ty::Array(Box::new(elem_ty), Some(len));
                Node::Place(self.define_memory(init, ty, None, r.span()))
            }
        }
    }

    pub(super) fn path(&mut self, p: &ExprPath) -> Node {
        if let Some(ident) = p.path.get_ident()
            && self.is_function(ident)
        {
            return self.refuse_function(ident);
        }
        if let Some(ident) = p.path.get_ident()
            && let Some(binding) = self.env.get(&ident.to_string())
        {
            let binding = binding.clone();
            return self.read_binding(&binding, p);
        }
        if let Some(ident) = p.path.get_ident()
            && self.unsure.remove(&ident.to_string())
        {
            self.errors.refuse(
                ident.span(),
                format!("a float is matched with `{ident}`, which may be a constant or a variable"),
                "write the name of a variable in lower case, and compare with a constant by `==`",
            );
            return Node::Never;
        }
        // A unit struct, a variant or a constant.
        let constant = p.path.segments.last().is_some_and(|s| {
            let name = s.ident.to_string();
            name.chars()
                .all(|c| c.is_uppercase() || c.is_ascii_digit() || c == '_')
        });
        let ty = of_constant(&p.path);
        Node::Raw(Raw {
            constant,
            stable: true,
            ..Raw::atom(p.to_token_stream(), ty)
        })
    }

    pub(super) fn read_binding(&mut self, binding: &Binding, at: &impl ToTokens) -> Node {
        match binding {
            Binding::Val(v, by_ref) => Node::Val(*v, *by_ref),
            Binding::Tuple(parts) => {
                Node::Tuple(parts.iter().map(|p| self.read_binding(p, at)).collect())
            }
            Binding::Place(p) => Node::Place(p.clone()),
            Binding::Alias(name, path) => Node::Alias(name.clone(), path.clone()),
            Binding::Window(w) => Node::Place(w.place()),
            Binding::Raw {
                name,
                ty,
                val,
                mutable,
            } => {
                let mut name = name.clone();
                name.set_span(name.span().located_at(at.span()));
                Node::Raw(Raw {
                    stable: !mutable,
                    val: *val,
                    ..Raw::atom(name.to_token_stream(), ty.clone())
                })
            }
            // rustc reports the use of an uninitialised variable on the user's function.
            Binding::Uninit(ty) if ty.is_float() => {
                Node::Val(self.constant(quote!(0.0), self.scalar, at.span()), false)
            }
            Binding::Uninit(_) => Node::Never,
        }
    }

    fn binary(&mut self, b: &ExprBinary, expected: &Ty, hint: Option<&Ident>) -> Node {
        match b.op {
            BinOp::And(_) | BinOp::Or(_) => self.lazy(b),
            op if super::control::is_compound(&op) => self.compound(b),
            _ => {
                let want = if expected.is_float() || matches!(expected, Ty::Int) {
                    expected.clone()
                } else {
                    Ty::Unknown
                };
                let pair = [&*b.left, &*b.right];
                if self.is_between_structs(b) {
                    return self.binary_of_structs(b, pair, expected, hint);
                }
                let left_float = self.operand_hint(&b.left, &b.right);
                let want = if is_arithmetic(&b.op) && !matches!(want, Ty::Unknown) {
                    want
                } else {
                    left_float
                };
                let integer = matches!(want, Ty::Int);
                let nodes = self.operands(&pair, &[want.clone(), want]);
                let nodes = if integer { self.counted(nodes) } else { nodes };
                let mut nodes = nodes.into_iter();
                let left = nodes.next().unwrap_or(Node::Never);
                let right = nodes.next().unwrap_or(Node::Never);
                self.binary_nodes(b, left, right, hint)
            }
        }
    }

    fn binary_of_structs(
        &mut self,
        b: &ExprBinary,
        pair: [&Expr; 2],
        expected: &Ty,
        hint: Option<&Ident>,
    ) -> Node {
        let mut nodes = self.operands(&pair, &[Ty::Unknown, Ty::Unknown]);
        let right = nodes.pop().unwrap_or(Node::Never);
        let left = nodes.pop().unwrap_or(Node::Never);
        if super::node::is_inactive(&left) && super::node::is_inactive(&right) {
            return self.binary_nodes(b, left, right, hint);
        }
        self.operator(b, (left, right), expected, hint)
    }

    /// A float type for both operands where one of them is known to be a float.
    fn operand_hint(&mut self, left: &Expr, right: &Expr) -> Ty {
        for e in [left, right] {
            if let Expr::Path(p) = unparen(e)
                && let Some(ident) = p.path.get_ident()
            {
                let ty = self.types.of_var(&ident.to_string());
                if ty.peeled().is_float() {
                    return ty.peeled().clone();
                }
                if matches!(ty.peeled(), Ty::Int) {
                    return Ty::Int;
                }
            }
            if let Expr::Lit(l) = unparen(e) {
                return of_literal(&l.lit);
            }
        }
        if self.types.is_integer(left) || self.types.is_integer(right) {
            return Ty::Int;
        }
        let ty = self.types.expr(left, &Ty::Unknown);
        if !matches!(ty, Ty::Unknown) {
            return ty.peeled().clone();
        }
        self.types.expr(right, &Ty::Unknown).peeled().clone()
    }

    fn binary_nodes(
        &mut self,
        b: &ExprBinary,
        left: Node,
        right: Node,
        hint: Option<&Ident>,
    ) -> Node {
        if matches!(left, Node::Never) || matches!(right, Node::Never) {
            return Node::Never;
        }
        let Some(prim) = arithmetic(&b.op) else {
            let (l, r) = (self.operand_of(&left), self.operand_of(&right));
            let op = &b.op;
            let ty = if is_comparison(&b.op) {
                Ty::Bool
            } else {
                self.type_of(&left)
            };
            let stable = is_stable(&left) && is_stable(&right);
            return Node::Raw(Raw {
                stable,
                ..Raw::new(quote!(#l #op #r), ty)
            });
        };
        let (left, right) = (self.integer_part(left, &right), right);
        let right = self.integer_part(right, &left);
        if let (Node::Raw(l), Node::Raw(r)) = (&left, &right) {
            let op = &b.op;
            let mut ty = l.ty.peeled().clone();
            ty.learn(r.ty.peeled());
            let (lt, rt) = (l.operand(), r.operand());
            return Node::Raw(Raw {
                stable: l.stable && r.stable,
                ..Raw::new(quote!(#lt #op #rt), ty)
            });
        }
        let ty = match (&left, &right) {
            (Node::Val(v, _), _) | (_, Node::Val(v, _)) => self.vals[v.0 as usize].ty,
            _ => self.scalar,
        };
        let (lty, rty) = (self.type_of(&left), self.type_of(&right));
        let want = Ty::of_scalar(ty);
        let _ = (lty, rty);
        let l = self.to_val(left, &want, None, b.left.span());
        let r = self.to_val(right, &want, None, b.right.span());
        Node::Val(self.prim(prim, vec![l, r], ty, hint, b.op.span()), false)
    }

    /// Arithmetic with an integer: a part of a result whose type only rustc knows is one too.
    fn integer_part(&mut self, node: Node, other: &Node) -> Node {
        match (node, other) {
            (Node::Place(p), Node::Raw(raw))
                if matches!((&p.ty, &raw.ty), (Ty::Unknown, Ty::Int)) =>
            {
                Node::Raw(self.integer_of(p))
            }
            (node, _) => node,
        }
    }

    /// A part of a struct or of a result of which nothing else is known, where an integer must stand. Structs may
    /// have operators with integers: the compiler tells whether it carries a derivative.
    pub(super) fn integer_of(&mut self, p: PlaceNode) -> Raw {
        let (runtime, part) = (&self.runtime, &p.tokens);
        if self.counted_parts.insert(part.to_string()) {
            let span = part.span();
            let check = quote_spanned! {span=>
                #runtime::__private::Counted(&#part).carries_nothing()
            };
            let name = self.names.numbered("counted", span);
            let nothing = self.new_val(name, Scalar::Other);
            self.push(Stmt::Let(nothing, Op::Raw(check)));
        }
        Raw::atom(p.tokens, Ty::Int)
    }

    /// Applies a primitive.
    pub(super) fn prim(
        &mut self,
        prim: Prim,
        args: Vec<Val>,
        ty: Scalar,
        hint: Option<&Ident>,
        span: proc_macro2::Span,
    ) -> Val {
        self.define(Op::Prim(prim, args), ty, hint, span)
    }

    fn compound(&mut self, b: &ExprBinary) -> Node {
        let mut want = self.types.expr(&b.left, &Ty::Unknown);
        if !want.is_float() {
            want = Ty::Unknown;
        }
        let right = self.expr(&b.right, &want);
        if matches!(right, Node::Never) {
            return Node::Never;
        }
        let target = unparen(&b.left);
        if self.is_between_structs(b) && self.float_target(target).is_none() {
            let own = super::stmt::base_variable(target).is_some_and(|name| {
                matches!(self.env.get(&name.to_string()), Some(Binding::Raw { .. }))
            });
            if !(own && super::node::is_inactive(&right)) {
                return self.operator_assign(b, right);
            }
        }
        let Some(prim) = compound_prim(&b.op) else {
            return self.compound_raw(b, &right);
        };
        let Some(old) = self.float_target(target) else {
            return self.compound_place(b, prim, right);
        };
        let ty = self.vals[old.0 as usize].ty;
        let want = Ty::of_scalar(ty);
        let r = self.to_val(right, &want, None, b.right.span());
        let hint = super::stmt::base_variable(target);
        let new = self.prim(prim, vec![old, r], ty, hint.as_ref(), b.op.span());
        self.store(target, Node::Val(new, false));
        Node::Unit
    }

    /// `place += value`, where the place may be memory.
    fn compound_place(&mut self, b: &ExprBinary, prim: Prim, right: Node) -> Node {
        let place = match self.expr_place(&b.left) {
            // An integer of a struct.
            Node::Place(p)
                if matches!(p.ty, Ty::Unknown)
                    && matches!(&right, Node::Raw(raw) if raw.ty.is_discrete()) =>
            {
                let (l, op, r) = (self.integer_of(p).tokens, &b.op, self.tokens_of(&right));
                self.push(crate::ir::Stmt::Raw(quote!(#l #op #r;)));
                return Node::Unit;
            }
            Node::Place(p) => p,
            Node::Never => return Node::Never,
            Node::Raw(raw) if super::node::is_inactive(&right) => {
                let (l, op, r) = (raw.tokens, &b.op, self.tokens_of(&right));
                self.push(crate::ir::Stmt::Raw(quote!(#l #op #r;)));
                return Node::Unit;
            }
            Node::Raw(_) => {
                self.refuse_unseen(&b.left);
                return Node::Unit;
            }
            _ => return self.compound_raw(b, &right),
        };
        let ty = self.scalar_of(&place.ty);
        let want = Ty::of_scalar(ty);
        let value = self.to_val(right, &want, None, b.right.span());
        let write = match prim {
            Prim::Add => Some(crate::ir::Write::Add),
            Prim::Sub => Some(crate::ir::Write::Sub),
            _ => None,
        };
        let (target, v) = (&place.tokens, self.val_tokens(value));
        if let Some(write) = write {
            let op = &b.op;
            let tokens = quote!(#target #op #v;);
            let source = crate::ir::Source::Val(value);
            self.push(crate::ir::Stmt::Store(place.place, write, source, tokens));
            return Node::Unit;
        }
        let old = self.load(&place, None, b.left.span());
        let new = self.prim(prim, vec![old, value], ty, None, b.op.span());
        let v = self.val_tokens(new);
        let tokens = quote!(#target = #v;);
        let source = crate::ir::Source::Val(new);
        self.push(crate::ir::Stmt::Store(
            place.place,
            crate::ir::Write::Set,
            source,
            tokens,
        ));
        Node::Unit
    }

    fn compound_raw(&mut self, b: &ExprBinary, right: &Node) -> Node {
        let place = self.expr_place(&b.left);
        match place {
            Node::Raw(raw) if super::node::is_inactive(right) => {
                let (l, op, r) = (raw.tokens, &b.op, self.tokens_of(right));
                self.push(crate::ir::Stmt::Raw(quote!(#l #op #r;)));
            }
            Node::Raw(_) => self.refuse_unseen(&b.left),
            Node::Never => {}
            _ => self.errors.refuse(
                b.left.span(),
                "this place cannot be written to",
                "write to a variable, an element, or through a `&mut` reference",
            ),
        }
        Node::Unit
    }

    fn unary(&mut self, u: &ExprUnary, expected: &Ty, hint: Option<&Ident>) -> Node {
        match u.op {
            UnOp::Deref(_) => {
                let node = self.expr_place(&u.expr);
                let node = self.deref(node);
                self.read(node, expected, hint, &u.expr)
            }
            UnOp::Neg(op) => match self.expr(&u.expr, self.expected_of_negated(u, expected)) {
                node @ Node::Place(_) if self.types.is_own(&u.expr) => {
                    self.negated(u, node, expected, hint)
                }
                Node::Raw(raw) => {
                    let operand = raw.operand();
                    let constant = raw.constant;
                    Node::Raw(Raw {
                        constant,
                        stable: raw.stable,
                        atomic: false,
                        val: None,
                        tokens: if constant {
                            quote!((-#operand))
                        } else {
                            quote!(-#operand)
                        },
                        ty: raw.ty.peeled().clone(),
                    })
                }
                Node::Never => Node::Never,
                other => {
                    let v = self.to_val(other, &Ty::Unknown, None, u.expr.span());
                    let ty = self.vals[v.0 as usize].ty;
                    Node::Val(self.prim(Prim::Neg, vec![v], ty, hint, op.span), false)
                }
            },
            _ => match self.expr(&u.expr, &Ty::Unknown) {
                Node::Never => Node::Never,
                node => {
                    let operand = self.operand_of(&node);
                    let ty = self.type_of(&node);
                    Node::Raw(Raw {
                        stable: is_stable(&node),
                        ..Raw::new(quote!(!#operand), ty)
                    })
                }
            },
        }
    }

    /// What is expected of the operand of a minus: nothing of a struct.
    fn expected_of_negated<'t>(&self, u: &ExprUnary, expected: &'t Ty) -> &'t Ty {
        if self.types.is_own(&u.expr) {
            &Ty::Unknown
        } else {
            expected
        }
    }

    pub(super) fn deref(&mut self, node: Node) -> Node {
        match node {
            Node::Val(v, _) => Node::Val(v, false),
            Node::Alias(name, path) => match self.aliased_binding(&name, &path).cloned() {
                Some(binding) => {
                    let ident = crate::names::new_ident(
                        name.trim_start_matches('*'),
                        proc_macro2::Span::call_site(),
                    );
                    self.read_binding(&binding, &ident)
                }
                None => Node::Never,
            },
            Node::Place(p) => Node::Place(self.dereferenced(p)),
            Node::Raw(raw) => {
                if let Some(v) = self.float_behind(&raw) {
                    return Node::Val(v, false);
                }
                let operand = raw.operand();
                Node::Raw(Raw {
                    ty: raw.ty.peeled().clone(),
                    stable: raw.stable
                        && !matches!(raw.ty, Ty::Ref { mutable: true, .. } | Ty::Unknown),
                    ..Raw::new(quote!(*#operand), Ty::Unknown)
                })
            }
            other => other,
        }
    }

    fn cast(&mut self, c: &ExprCast, hint: Option<&Ident>) -> Node {
        let to = Ty::read(&c.ty);
        let want = if to.is_float() && self.is_own_call(&c.expr) {
            Ty::Int
        } else if matches!(unparen(&c.expr), Expr::Call(_)) && to.is_float() {
            Ty::Float
        } else {
            Ty::Unknown
        };
        let node = self.expr(&c.expr, &want);
        let ty = &c.ty;
        match node {
            Node::Never => Node::Never,
            Node::Place(p)
                if to.is_float() && (self.is_unseen_part(&p) || self.is_of_unseen_local(&p)) =>
            {
                let scalar = self.scalar_of(&to);
                let tokens = &p.tokens;
                let value = quote!(#tokens as #ty);
                Node::Val(
                    self.define(Op::LoadCast(p.place, value), scalar, hint, c.as_token.span),
                    false,
                )
            }
            Node::Val(..) | Node::Place(_) if to.is_float() => {
                let v = self.to_val(node, &Ty::Unknown, None, c.expr.span());
                let from = self.vals[v.0 as usize].ty;
                let into = self.scalar_of(&to);
                if from == into {
                    return Node::Val(v, false);
                }
                Node::Val(
                    self.prim(Prim::Cast(from), vec![v], into, hint, c.as_token.span),
                    false,
                )
            }
            other => {
                let operand = self.operand_of(&other);
                Node::Raw(Raw {
                    stable: is_stable(&other),
                    ..Raw::new(quote!(#operand as #ty), to)
                })
            }
        }
    }

    fn range(&mut self, r: &syn::ExprRange) -> Node {
        let ends: Vec<&Expr> = r.start.iter().chain(&r.end).map(|e| &**e).collect();
        let nodes = self.operands(&ends, &vec![Ty::Int; ends.len()]);
        if let Some(at) = nodes.iter().position(|n| !super::node::is_inactive(n)) {
            self.errors.refuse(
                ends[at].span(),
                "a range of floats that may carry a derivative is not supported",
                "compare with the two ends instead",
            );
            return Node::Never;
        }
        let mut tokens = nodes.iter().map(|n| self.operand_of(n));
        let start = r.start.as_ref().and_then(|_| tokens.next());
        let end = r.end.as_ref().and_then(|_| tokens.next());
        let limits = &r.limits;
        Node::Raw(Raw::new(quote!(#start #limits #end), Ty::Inactive))
    }

    fn refuse_expr(&mut self, e: &Expr) -> Node {
        let (span, what, help) = match e {
            Expr::Async(x) => (
                x.async_token.span,
                "`async` blocks",
                "compute the value outside of the differentiated function",
            ),
            Expr::Await(x) => (
                x.await_token.span,
                "`.await`",
                "await the value first and pass it as a parameter",
            ),
            Expr::Try(x) => (
                x.question_token.span,
                "`?` in a function that returns no `Result` or `Option` of floats",
                "match on the value and return early instead",
            ),
            Expr::TryBlock(x) => (
                x.try_token.span,
                "`try` blocks",
                "match on the value instead",
            ),
            Expr::Unsafe(x) => (
                x.unsafe_token.span,
                "`unsafe` blocks",
                "use the safe form, for instance an index in place of `get_unchecked`",
            ),
            Expr::Yield(x) => (x.yield_token.span, "`yield`", "return the value instead"),
            Expr::Const(x) => (
                x.const_token.span,
                "`const` blocks",
                "name the constant in a `const` item",
            ),
            Expr::RawAddr(x) => (x.and_token.span, "raw pointers", "use a reference instead"),
            Expr::Let(x) => (x.let_token.span, "`let` here", "use `if let` or `match`"),
            other => (
                other.span(),
                "this expression",
                "write it with the forms that the documentation lists",
            ),
        };
        self.errors
            .refuse(span, format!("{what} cannot be differentiated"), help);
        Node::Never
    }
}

/// Whether a statement may change a memory that was there before.
fn may_write(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Let(..) | Stmt::Given(_) | Stmt::View(..) | Stmt::Define(..) => false,
        Stmt::Call(call) => call
            .args
            .iter()
            .any(|a| matches!(a, CallArg::Place(_, _, true))),
        Stmt::Branch(b) => b.arms.iter().any(|a| a.body.stmts.iter().any(may_write)),
        _ => true,
    }
}

/// Whether evaluating an expression could change something.
pub(super) fn has_effects(e: &Expr) -> bool {
    match unparen(e) {
        Expr::Lit(_) | Expr::Path(_) => false,
        Expr::Binary(b) => !is_plain(&b.op) || has_effects(&b.left) || has_effects(&b.right),
        Expr::Unary(u) => has_effects(&u.expr),
        Expr::Cast(c) => has_effects(&c.expr),
        Expr::Reference(r) => r.mutability.is_some() || has_effects(&r.expr),
        Expr::Field(f) => has_effects(&f.base),
        Expr::Index(i) => has_effects(&i.expr) || has_effects(&i.index),
        Expr::Tuple(t) => t.elems.iter().any(has_effects),
        Expr::Array(a) => a.elems.iter().any(has_effects),
        _ => true,
    }
}

fn is_plain(op: &BinOp) -> bool {
    is_arithmetic(op) || is_comparison(op) || matches!(op, BinOp::And(_) | BinOp::Or(_))
}

fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

pub fn is_comparison(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Eq(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Ne(_) | BinOp::Ge(_) | BinOp::Gt(_)
    )
}

fn arithmetic(op: &BinOp) -> Option<Prim> {
    Some(match op {
        BinOp::Add(_) => Prim::Add,
        BinOp::Sub(_) => Prim::Sub,
        BinOp::Mul(_) => Prim::Mul,
        BinOp::Div(_) => Prim::Div,
        BinOp::Rem(_) => Prim::Rem,
        _ => return None,
    })
}

fn compound_prim(op: &BinOp) -> Option<Prim> {
    Some(match op {
        BinOp::AddAssign(_) => Prim::Add,
        BinOp::SubAssign(_) => Prim::Sub,
        BinOp::MulAssign(_) => Prim::Mul,
        BinOp::DivAssign(_) => Prim::Div,
        BinOp::RemAssign(_) => Prim::Rem,
        _ => return None,
    })
}

/// Whether a node means the same later on.
pub fn is_stable(node: &Node) -> bool {
    match node {
        Node::Val(..) | Node::Unit | Node::Never => true,
        Node::Raw(raw) => raw.stable,
        Node::Tuple(parts) | Node::List(parts, _) => parts.iter().all(is_stable),
        Node::Alias(..) => true,
        Node::Place(_) | Node::Maybe(..) => false,
    }
}

fn located(mut node: Node, at: Span) -> Node {
    match &mut node {
        Node::Raw(Raw { tokens, .. }) | Node::Place(PlaceNode { tokens, .. }) => {
            *tokens = super::spans::located(std::mem::take(tokens), at);
        }
        Node::Maybe(tokens, _) => *tokens = super::spans::located(std::mem::take(tokens), at),
        Node::Val(..)
        | Node::Tuple(_)
        | Node::List(..)
        | Node::Alias(..)
        | Node::Unit
        | Node::Never => {}
    }
    node
}

/// That of the first token.
fn start(e: &Expr) -> Span {
    match e {
        Expr::Assign(e) => start(&e.left),
        Expr::Binary(e) => start(&e.left),
        Expr::Call(e) => start(&e.func),
        Expr::Cast(e) => start(&e.expr),
        Expr::Field(e) => start(&e.base),
        Expr::Group(e) => start(&e.expr),
        Expr::Index(e) => start(&e.expr),
        Expr::MethodCall(e) => start(&e.receiver),
        other => other.span(),
    }
}
