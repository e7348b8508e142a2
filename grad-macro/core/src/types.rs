//! What the macro knows of a type: enough to tell what carries a float, and in which shape.
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, GenericArgument, PathArguments, Type};

/// The shape of a type as far as it matters for a derivative.
#[derive(Clone, Debug)]
pub enum Ty {
    /// Not known (yet).
    Unknown,
    F64,
    F32,
    /// The float type parameter of a generic function.
    Generic,
    /// A float literal without suffix: some float.
    Float,
    /// An integer of any width.
    Int,
    Bool,
    Unit,
    Tuple(Vec<Ty>),
    /// `[T; N]` with the tokens of `N` where they are known.
    Array(Box<Ty>, Option<TokenStream>),
    Slice(Box<Ty>),
    Vec(Box<Ty>),
    Ref {
        mutable: bool,
        to: Box<Ty>,
    },
    /// `Option<T>` or `Result<T, E>`, where it matters what is inside.
    Wrapped(Wrap, Box<Ty>),
    /// Carries no float, or is excluded by name.
    Inactive,
}

/// What stands around a value that may be missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrap {
    Option,
    Result,
    /// One of them: the result of a call.
    Either,
}

impl Ty {
    /// Reads a type as the user wrote it.
    #[must_use]
    pub fn read(ty: &Type) -> Ty {
        match ty {
            Type::Array(a) => Ty::Array(Box::new(Ty::read(&a.elem)), Some(a.len.to_token_stream())),
            Type::Slice(s) => Ty::Slice(Box::new(Ty::read(&s.elem))),
            Type::Reference(r) => Ty::Ref {
                mutable: r.mutability.is_some(),
                to: Box::new(Ty::read(&r.elem)),
            },
            Type::Tuple(t) if t.elems.is_empty() => Ty::Unit,
            Type::Tuple(t) => Ty::Tuple(t.elems.iter().map(Ty::read).collect()),
            Type::Paren(p) => Ty::read(&p.elem),
            Type::Group(g) => Ty::read(&g.elem),
            Type::Path(p) if p.qself.is_none() => Ty::read_path(&p.path),
            Type::Never(_) | Type::FnPtr(_) => Ty::Inactive,
            _ => Ty::Unknown,
        }
    }

    /// The same, and what stands inside of an `Option` or a `Result`.
    #[must_use]
    pub fn read_wrapped(ty: &Type) -> Ty {
        match ty {
            Type::Paren(p) => Ty::read_wrapped(&p.elem),
            Type::Group(g) => Ty::read_wrapped(&g.elem),
            Type::Reference(r) => Ty::Ref {
                mutable: r.mutability.is_some(),
                to: Box::new(Ty::read_wrapped(&r.elem)),
            },
            Type::Tuple(t) if !t.elems.is_empty() => {
                Ty::Tuple(t.elems.iter().map(Ty::read_wrapped).collect())
            }
            Type::Path(_) => match wrapped_in(ty) {
                Some((wrap, inside)) => {
                    let inside = Ty::read_wrapped(inside);
                    if inside.carries_float() || inside.is_inactive() {
                        Ty::Wrapped(wrap, Box::new(inside))
                    } else {
                        Ty::Unknown
                    }
                }
                None => Ty::read(ty),
            },
            _ => Ty::read(ty),
        }
    }

    fn read_path(path: &syn::Path) -> Ty {
        let Some(last) = path.segments.last() else {
            return Ty::Unknown;
        };
        let name = last.ident.to_string();
        let inner = match &last.arguments {
            PathArguments::AngleBracketed(args) => args
                .args
                .iter()
                .filter_map(|a| match a {
                    GenericArgument::Type(t) => Some(Ty::read(t)),
                    _ => None,
                })
                .collect(),
            _ => Vec::new(),
        };
        match (name.as_str(), inner.as_slice()) {
            ("f64", []) => Ty::F64,
            ("f32", []) => Ty::F32,
            (crate::generic::FLOAT, []) => Ty::Generic,
            (
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64"
                | "u128" | "usize",
                [],
            ) => Ty::Int,
            ("bool", []) => Ty::Bool,
            ("char" | "str" | "String", []) => Ty::Inactive,
            ("Vec", [elem]) => match elem {
                e if e.carries_float() => Ty::Vec(Box::new(e.clone())),
                Ty::Unknown => Ty::Unknown,
                e if e.is_inactive() => Ty::Inactive,
                e => Ty::Vec(Box::new(e.clone())),
            },
            (
                "Option" | "Box" | "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" | "VecDeque"
                | "Rc" | "Range" | "RangeInclusive",
                args,
            ) if args.iter().all(Ty::is_inactive) => Ty::Inactive,
            _ => Ty::Unknown,
        }
    }

    /// The type of a scalar of the IR.
    #[must_use]
    pub fn of_scalar(scalar: crate::ir::Ty) -> Ty {
        match scalar {
            crate::ir::Ty::F32 => Ty::F32,
            crate::ir::Ty::Generic => Ty::Generic,
            _ => Ty::F64,
        }
    }

    /// Whether a float is known to be inside.
    #[must_use]
    pub fn carries_float(&self) -> bool {
        match self {
            Ty::F64 | Ty::F32 | Ty::Generic | Ty::Float => true,
            Ty::Tuple(parts) => parts.iter().any(Ty::carries_float),
            Ty::Array(t, _)
            | Ty::Slice(t)
            | Ty::Vec(t)
            | Ty::Wrapped(_, t)
            | Ty::Ref { to: t, .. } => t.carries_float(),
            Ty::Unknown | Ty::Int | Ty::Bool | Ty::Unit | Ty::Inactive => false,
        }
    }

    /// Whether it is known that no float is inside.
    #[must_use]
    pub fn is_inactive(&self) -> bool {
        match self {
            Ty::Int | Ty::Bool | Ty::Unit | Ty::Inactive => true,
            Ty::F64 | Ty::F32 | Ty::Generic | Ty::Float | Ty::Unknown => false,
            Ty::Tuple(parts) => parts.iter().all(Ty::is_inactive),
            Ty::Array(t, _)
            | Ty::Slice(t)
            | Ty::Vec(t)
            | Ty::Wrapped(_, t)
            | Ty::Ref { to: t, .. } => t.is_inactive(),
        }
    }

    /// A number or truth value that cannot carry a derivative, whoever made it.
    #[must_use]
    pub fn is_discrete(&self) -> bool {
        match self {
            Ty::Int | Ty::Bool => true,
            Ty::Tuple(parts) => parts.iter().all(Ty::is_discrete),
            _ => false,
        }
    }

    /// A float by itself.
    #[must_use]
    pub fn is_float(&self) -> bool {
        matches!(self, Ty::F64 | Ty::F32 | Ty::Generic | Ty::Float)
    }

    /// An indexed aggregate.
    #[must_use]
    pub fn is_sequence(&self) -> bool {
        matches!(self, Ty::Array(..) | Ty::Slice(_) | Ty::Vec(_))
    }

    /// An array by value.
    #[must_use]
    pub fn is_array(&self) -> bool {
        matches!(self, Ty::Array(..))
    }

    /// Whether there is a vector inside.
    #[must_use]
    pub fn holds_vector(&self) -> bool {
        match self {
            Ty::Vec(_) => true,
            Ty::Array(t, _) => t.holds_vector(),
            Ty::Tuple(parts) => parts.iter().any(Ty::holds_vector),
            _ => false,
        }
    }

    /// The types of so many fields; unknown ones where it is no such tuple.
    #[must_use]
    pub fn parts(&self, count: usize) -> Vec<Ty> {
        match self {
            Ty::Tuple(parts) if parts.len() == count => parts.clone(),
            _ => vec![Ty::Unknown; count],
        }
    }

    /// The type behind any number of references.
    #[must_use]
    pub fn peeled(&self) -> &Ty {
        match self {
            Ty::Ref { to, .. } => to.peeled(),
            other => other,
        }
    }

    /// The type of an element, through references.
    #[must_use]
    pub fn element(&self) -> Ty {
        match self.peeled() {
            Ty::Array(t, _) | Ty::Slice(t) | Ty::Vec(t) => (**t).clone(),
            Ty::Inactive => Ty::Inactive,
            _ => Ty::Unknown,
        }
    }

    /// A shared reference to this type.
    #[must_use]
    pub fn shared(self) -> Ty {
        Ty::Ref {
            mutable: false,
            to: Box::new(self),
        }
    }

    /// Takes over what `other` knows more. Says whether anything was learnt.
    pub fn learn(&mut self, other: &Ty) -> bool {
        match (&mut *self, other) {
            (_, Ty::Unknown) => false,
            (Ty::Unknown, _) | (Ty::Float, Ty::F64 | Ty::F32 | Ty::Generic) => {
                *self = other.clone();
                true
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => learn_all(a, b),
            (Ty::Array(a, n), Ty::Array(b, m)) => {
                let more = n.is_none() && m.is_some();
                if more {
                    n.clone_from(m);
                }
                a.learn(b) || more
            }
            (
                Ty::Slice(a) | Ty::Vec(a) | Ty::Array(a, _),
                Ty::Slice(b) | Ty::Vec(b) | Ty::Array(b, _),
            ) => a.learn(b),
            (Ty::Ref { to: a, .. }, Ty::Ref { to: b, .. }) => a.learn(b),
            (Ty::Wrapped(w, a), Ty::Wrapped(v, b)) => {
                let more = *w == Wrap::Either && *v != Wrap::Either;
                if more {
                    *w = *v;
                }
                a.learn(b) || more
            }
            _ => false,
        }
    }
}

/// The type inside of an `Option` of one or several floats.
#[must_use]
pub fn inside_option(ty: &Type) -> Option<&Type> {
    fn is_plain(ty: &Ty) -> bool {
        match ty {
            Ty::Tuple(parts) => parts.iter().all(is_plain),
            other => other.is_float() || other.is_discrete(),
        }
    }
    match ty {
        Type::Paren(p) => inside_option(&p.elem),
        Type::Group(g) => inside_option(&g.elem),
        Type::Path(_) => match wrapped_in(ty)? {
            (Wrap::Option, inside) => {
                let read = Ty::read(inside);
                (is_plain(&read) && read.carries_float()).then_some(inside)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The type inside of `Option<..>` or `Result<..>`.
pub fn wrapped_in(ty: &Type) -> Option<(Wrap, &Type)> {
    let Type::Path(ty) = ty else {
        return None;
    };
    let last = ty.path.segments.last()?;
    let wrap = match last.ident.to_string().as_str() {
        "Option" => Wrap::Option,
        "Result" => Wrap::Result,
        _ => return None,
    };
    let PathArguments::AngleBracketed(args) = &last.arguments else {
        return None;
    };
    match args.args.first()? {
        GenericArgument::Type(inside) if ty.qself.is_none() => Some((wrap, inside)),
        _ => None,
    }
}

fn learn_all(a: &mut [Ty], b: &[Ty]) -> bool {
    let mut more = false;
    for (x, y) in a.iter_mut().zip(b) {
        more |= x.learn(y);
    }
    more
}

/// The type that a suffix or the spelling of a literal gives.
#[must_use]
pub fn of_literal(lit: &syn::Lit) -> Ty {
    match lit {
        syn::Lit::Float(f) => of_suffix(f.suffix(), Ty::Float),
        syn::Lit::Int(i) => of_suffix(i.suffix(), Ty::Int),
        syn::Lit::Bool(_) => Ty::Bool,
        _ => Ty::Inactive,
    }
}

fn of_suffix(suffix: &str, default: Ty) -> Ty {
    match suffix {
        "f64" => Ty::F64,
        "f32" => Ty::F32,
        "" => default,
        _ => Ty::Int,
    }
}

/// Strips parentheses and invisible groups.
#[must_use]
pub fn unparen(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(p) => unparen(&p.expr),
        Expr::Group(g) => unparen(&g.expr),
        other => other,
    }
}
