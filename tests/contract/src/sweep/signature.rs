//! What a signature asks for.

use grad_random::ast::{Block, Function, Name, Param, Program, Ty};
use grad_random::harness::sweep::Ask;
use syn::visit::{self, Visit};
use syn::{Expr, FnArg, ItemFn, Lit, Pat, ReturnType, Type};

/// The function as `f`, without a body: its parameters and its result.
///
/// # Errors
/// The reason why it cannot be called with lists of numbers.
pub fn program(f: &ItemFn) -> Result<Program, &'static str> {
    let mut params = Vec::new();
    for input in &f.sig.inputs {
        let FnArg::Typed(p) = input else {
            return Err("has a receiver");
        };
        params.push(Param {
            name: Name {
                text: name(&p.pat).ok_or("takes its parameters apart")?,
                id: 0,
                ty: ty(&p.ty).ok_or("has a parameter of another type")?,
            },
            mutable: false,
            min_len: 0,
        });
    }
    let ret = match &f.sig.output {
        ReturnType::Default => Ty::Unit,
        ReturnType::Type(_, t) => result(t).ok_or("has a result of another type")?,
    };
    let floats = match &ret {
        Ty::Unit => 0,
        Ty::Array(n) => *n,
        Ty::Tuple(items) => items.len(),
        _ => 1,
    };
    Ok(Program {
        single: false,
        functions: vec![Function {
            name: "f".to_string(),
            params,
            ret,
            wrap: None,
            body: Block {
                stmts: vec![],
                tail: None,
            },
        }],
        cases: vec![],
        seeds: (0..floats).map(|i| 1.0 + 0.75 * i as f64).collect(),
    })
}

fn name(p: &Pat) -> Option<String> {
    match p {
        Pat::Ident(i) => Some(i.ident.to_string()),
        _ => None,
    }
}

fn is(t: &Type, name: &str) -> bool {
    matches!(t, Type::Path(p) if p.path.is_ident(name))
}

fn ty(t: &Type) -> Option<Ty> {
    Some(match t {
        Type::Path(_) if is(t, "f64") => Ty::Float,
        Type::Path(_) if is(t, "bool") => Ty::Bool,
        Type::Path(_)
            if ["usize", "u8", "u16", "u32", "u64"]
                .iter()
                .any(|n| is(t, n)) =>
        {
            Ty::Usize
        }
        Type::Path(_) if ["isize", "i32", "i64"].iter().any(|n| is(t, n)) => Ty::I32,
        Type::Path(_) if is_vec(t) => Ty::Vec,
        Type::Array(a) => match &*a.elem {
            Type::Array(inner) if is(&inner.elem, "f64") => {
                Ty::Matrix(length(&a.len)?, length(&inner.len)?)
            }
            _ if is(&a.elem, "f64") => Ty::Array(length(&a.len)?),
            _ => return None,
        },
        Type::Tuple(items) => {
            let items: Vec<_> = items.elems.iter().map(ty).collect::<Option<_>>()?;
            if items.len() != 2 || items.iter().any(|i| *i != Ty::Float) {
                return None;
            }
            Ty::Tuple(items)
        }
        Type::Reference(r) => match (&*r.elem, r.mutability.is_some()) {
            (Type::Slice(s), false) if is(&s.elem, "f64") => Ty::Slice,
            (Type::Slice(s), true) if is(&s.elem, "f64") => Ty::SliceMut,
            (Type::Slice(s), false) => match ty(&s.elem)? {
                Ty::Array(2) => Ty::PairSlice,
                _ => return None,
            },
            (inner, false) => match ty(inner)? {
                Ty::Float => Ty::FloatRef,
                Ty::Array(n) => Ty::ArrayRef(n),
                Ty::Vec => Ty::Slice,
                _ => return None,
            },
            (inner, true) => match ty(inner)? {
                Ty::Float => Ty::FloatMut,
                Ty::Array(n) => Ty::ArrayMut(n),
                Ty::Vec => Ty::VecMut,
                _ => return None,
            },
        },
        _ => return None,
    })
}

fn result(t: &Type) -> Option<Ty> {
    match ty(t)? {
        found @ (Ty::Float | Ty::Array(_) | Ty::Tuple(_)) => Some(found),
        _ => None,
    }
}

fn is_vec(t: &Type) -> bool {
    use quote::ToTokens;
    t.to_token_stream().to_string().replace(' ', "") == "Vec<f64>"
}

fn length(e: &Expr) -> Option<usize> {
    match e {
        Expr::Lit(l) => match &l.lit {
            Lit::Int(i) => i.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// What each parameter takes from the lists.
#[must_use]
pub fn asks(program: &Program, f: &ItemFn) -> Vec<Vec<Ask>> {
    let signed: Vec<bool> = f
        .sig
        .inputs
        .iter()
        .map(|i| matches!(i, FnArg::Typed(p) if ["isize", "i32", "i64"].iter().any(|n| is(&p.ty, n))))
        .collect();
    let params = program.top().params.iter().zip(signed);
    params.map(|(p, signed)| ask(&p.name.ty, signed)).collect()
}

fn ask(t: &Ty, signed: bool) -> Vec<Ask> {
    match t {
        Ty::Float | Ty::FloatRef | Ty::FloatMut => vec![Ask::Floats(1)],
        Ty::Usize | Ty::I32 => vec![Ask::Int(signed)],
        Ty::Bool => vec![Ask::Bool],
        // No parameter is read as rows.
        Ty::Unit
        | Ty::Rows
        | Ty::RowsRef
        | Ty::RowsMut
        | Ty::Struct(_)
        | Ty::StructRef(_)
        | Ty::StructMut(_) => vec![],
        Ty::Slice | Ty::Vec | Ty::SliceMut | Ty::VecMut => vec![Ask::Items(1)],
        Ty::PairSlice => vec![Ask::Items(2)],
        Ty::Array(n) | Ty::ArrayRef(n) | Ty::ArrayMut(n) => vec![Ask::Floats(*n)],
        Ty::Matrix(r, c) => vec![Ask::Floats(r * c)],
        Ty::Tuple(items) => items.iter().flat_map(|t| ask(t, false)).collect(),
    }
}

/// How deep its loops are nested; none where it calls a function, whose loops do not show.
#[must_use]
pub fn depth(f: &ItemFn) -> Option<u32> {
    let mut loops = Loops::default();
    loops.visit_block(&f.block);
    (!loops.calls).then_some(loops.most)
}

#[derive(Default)]
struct Loops {
    now: u32,
    most: u32,
    calls: bool,
}

impl Loops {
    fn inside(&mut self, visit: impl FnOnce(&mut Self)) {
        self.now += 1;
        self.most = self.most.max(self.now);
        visit(self);
        self.now -= 1;
    }
}

impl Visit<'_> for Loops {
    fn visit_expr_for_loop(&mut self, e: &syn::ExprForLoop) {
        self.inside(|s| visit::visit_expr_for_loop(s, e));
    }
    fn visit_expr_while(&mut self, e: &syn::ExprWhile) {
        self.inside(|s| visit::visit_expr_while(s, e));
    }
    fn visit_expr_loop(&mut self, e: &syn::ExprLoop) {
        self.inside(|s| visit::visit_expr_loop(s, e));
    }
    fn visit_expr_call(&mut self, e: &syn::ExprCall) {
        let own = matches!(&*e.func, Expr::Path(p) if p.path.segments.iter().any(|s| {
            ["f64", "Vec", "mem", "Some"].iter().any(|known| s.ident == known)
        }));
        self.calls |= !own;
        visit::visit_expr_call(self, e);
    }
}
