//! Indices in bounds, and slices made of other sequences.

use super::Gen;
use super::scope::Local;
use crate::ast::{Expr, Op, Ty, bin, int, range, seq_method, var};

impl Gen {
    /// An index that is in bounds; none for a sequence that may be empty.
    pub(super) fn index_into(&mut self, l: &Local) -> Option<Expr> {
        if let Ty::Array(n) | Ty::ArrayRef(n) | Ty::ArrayMut(n) | Ty::Matrix(n, _) = l.name.ty {
            return Some(self.index_below(n as i64));
        }
        if l.min_len == 0 {
            return None;
        }
        let id = l.name.id;
        if self.chance(80)
            && let Some(i) = self.some_local(|i| i.below == Some(id))
        {
            return Some(self.index_from(&i, l));
        }
        if self.deep > 1 || self.chance(45) {
            return Some(int(self.rng.int(0, l.min_len as i64 - 1)));
        }
        let len = seq_method(var(&l.name), "len", vec![]);
        if self.chance(20) {
            return Some(bin(Op::Sub, len, int(1)));
        }
        self.deep += 1;
        let (e, _) = self.purely(|g| g.usize(2));
        self.deep -= 1;
        Some(bin(Op::Rem, e, len))
    }

    pub(super) fn index_below(&mut self, n: i64) -> Expr {
        if self.deep > 1 || self.chance(50) {
            return int(self.rng.int(0, n - 1));
        }
        if self.chance(50)
            && let Some(i) =
                self.some_local(|i| i.name.ty == Ty::Usize && i.max < n && i.root.is_none())
        {
            return var(&i.name);
        }
        self.deep += 1;
        let (e, _) = self.purely(|g| g.usize(1));
        self.deep -= 1;
        bin(Op::Rem, e, int(n))
    }

    /// An index out of a loop counter that runs below the length.
    fn index_from(&mut self, i: &Local, l: &Local) -> Expr {
        let e = var(&i.name);
        match self.pick(&[2, 2, 6]) {
            0 if i.low > 0 => bin(Op::Sub, e, int(1)),
            1 => {
                let last = bin(Op::Sub, seq_method(var(&l.name), "len", vec![]), int(1));
                bin(Op::Sub, last, e)
            }
            _ => e,
        }
    }

    /// A sequence that can be lent as `&[f64]` with at least `min_len` elements, or none.
    pub(super) fn slice_of(&mut self, min_len: usize) -> Option<Expr> {
        let fits = |l: &Local| length(l).is_some_and(|n| n >= min_len);
        let preferred = self.preferred.clone();
        let l = self
            .some_local(|l| fits(l) && preferred.contains(&l.name.id))
            .or_else(|| self.some_local(fits))?;
        let n = length(&l).unwrap_or(0);
        let name = var(&l.name);
        let sub = |range: Expr| {
            let index = Expr::Index(Box::new(var(&l.name)), Box::new(range));
            Expr::Ref(Box::new(index))
        };
        if (self.cut || self.chance(40)) && n > min_len {
            let spare = (n - min_len) as i64;
            let k = self.rng.int(1, spare);
            return Some(match self.pick(&[1, 1, 1]) {
                0 => sub(range(Some(int(k)), None)),
                1 => sub(range(None, Some(int(min_len.max(1) as i64)))),
                _ => {
                    let len = seq_method(var(&l.name), "len", vec![]);
                    sub(range(None, Some(bin(Op::Sub, len, int(k)))))
                }
            });
        }
        if self.cut {
            return Some(sub(range(None, None)));
        }
        if self.chance(15) && min_len <= 1 && n > 0 {
            let len = seq_method(var(&l.name), "len", vec![]);
            return Some(sub(range(Some(bin(Op::Div, len, int(2))), None)));
        }
        Some(match l.name.ty {
            Ty::Slice | Ty::ArrayRef(_) | Ty::SliceMut | Ty::ArrayMut(_) | Ty::VecMut => name,
            _ if self.chance(25) => sub(range(None, None)),
            _ => Expr::Ref(Box::new(name)),
        })
    }
}

/// The least length of a sequence of floats.
pub(super) fn length(l: &Local) -> Option<usize> {
    match l.name.ty {
        Ty::Slice | Ty::Vec | Ty::SliceMut | Ty::VecMut => Some(l.min_len),
        Ty::Array(n) | Ty::ArrayRef(n) | Ty::ArrayMut(n) => Some(n),
        Ty::Float
        | Ty::FloatRef
        | Ty::FloatMut
        | Ty::Matrix(..)
        | Ty::Rows
        | Ty::RowsRef
        | Ty::RowsMut
        | Ty::Usize
        | Ty::I32
        | Ty::Bool
        | Ty::Unit
        | Ty::PairSlice
        | Ty::Tuple(_)
        | Ty::Struct(_)
        | Ty::StructRef(_)
        | Ty::StructMut(_) => None,
    }
}
