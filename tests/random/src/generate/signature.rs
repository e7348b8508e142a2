//! Parameters, results, and inputs that fit them.

use super::Gen;
use super::avoided::{GROWN_SELF, STRUCT_BY_VALUE_CHANGED};
use crate::ast::{Case, Function, Param, Record, Ty};
use crate::rng::Rng;

impl Gen {
    pub(super) fn top_params(&mut self) -> Vec<Param> {
        let n = self.weighted(&[(2, 1), (4, 2), (3, 3), (1, 4)]);
        let mut types: Vec<Ty> = (0..n).map(|_| self.top_type()).collect();
        if self.rng.chance(25)
            && let Some(ty) = self.struct_type()
        {
            types[0] = ty;
        }
        // A second buffer makes in and out of one.
        if self.chance(25) && types.iter().any(Ty::is_mut_ref) {
            types.push(Ty::SliceMut);
        }
        if !types.iter().any(Ty::is_active) {
            types[0] = if self.chance(50) {
                Ty::Float
            } else {
                Ty::Slice
            };
        }
        self.params(types, 2)
    }

    pub(super) fn callee_params(&mut self) -> Vec<Param> {
        let n = self.weighted(&[(3, 1), (4, 2), (2, 3)]);
        let mut types: Vec<Ty> = (0..n).map(|_| self.callee_type()).collect();
        if self.rng.chance(15)
            && let Some(ty) = self.struct_type()
        {
            types[0] = ty;
        }
        if self.rng.chance(25) {
            types.push(Ty::Slice);
        }
        if self.chance(10) {
            types = vec![Ty::SliceMut, Ty::SliceMut, Ty::Float];
        }
        if types.contains(&Ty::SliceMut) && self.chance(50) {
            let other = if self.chance(60) {
                Ty::SliceMut
            } else {
                Ty::Slice
            };
            types.push(other);
        }
        // Without a float there is nothing to differentiate, and the attribute says so.
        if !types.iter().any(Ty::is_active) {
            types.push(Ty::Float);
        }
        let min_len = if self.chance(70) { 1 } else { 2 };
        self.params_of(types, min_len)
    }

    /// The parameters; the first is often `self` where it is a struct.
    fn params_of(&mut self, types: Vec<Ty>, min_len: usize) -> Vec<Param> {
        let grows = |t: &Ty| {
            let vectors = t
                .shape()
                .is_some_and(|s| s.fields.iter().any(|f| f.1 == Ty::Vec));
            vectors && t.is_mut_ref()
        };
        let may = GROWN_SELF || !grows(&types[0]);
        let method = types[0].shape().is_some() && may && self.rng.chance(70);
        let mut params = self.params(types, min_len);
        if method {
            params[0].name.text = "self".to_string();
        }
        params
    }

    /// A function of a struct and of something else.
    pub(super) fn of_structs(&mut self) -> (Vec<Param>, Ty) {
        let mut types: Vec<Ty> = self.struct_type().into_iter().collect();
        types.push(Ty::Float);
        if self.rng.chance(40) {
            types.push(Ty::Slice);
        }
        let params = self.params_of(types, 1);
        let ret = match self.rng.below(4) {
            0 => self.some_shape().map_or(Ty::Float, Ty::Struct),
            1 if params[0].name.ty.is_mut_ref() => Ty::Unit,
            2 => self.callee_result(&params),
            _ => Ty::Float,
        };
        (params, ret)
    }

    /// A function that writes to what it is lent and gives a float.
    pub(super) fn writer(&mut self) -> (Vec<Param>, Ty) {
        let lent = self.one_of(&[0, 1, 2]);
        let lent = [Ty::FloatMut, Ty::SliceMut, Ty::ArrayMut(2)][lent].clone();
        let mut types = vec![lent, Ty::Float];
        if self.chance(25) {
            types.push(Ty::Usize);
        }
        (self.params(types, 1), Ty::Float)
    }

    /// A function that reads a slice and gives something else than a float.
    pub(super) fn reader(&mut self) -> (Vec<Param>, Ty) {
        let mut types = vec![Ty::Slice, Ty::Float];
        let ret = match self.rng.below(11) {
            0 => {
                types.push(Ty::FloatMut);
                Ty::Unit
            }
            1 => Ty::Tuple(vec![Ty::Float, Ty::Float]),
            2..4 => Ty::Tuple(vec![Ty::Float, Ty::Usize]),
            4 => Ty::Array(2),
            5..10 => Ty::Tuple(vec![Ty::Float, Ty::Vec]),
            _ => Ty::Vec,
        };
        (self.params(types, 1), ret)
    }

    fn params(&mut self, types: Vec<Ty>, min_len: usize) -> Vec<Param> {
        let mut out: Vec<Param> = Vec::new();
        for ty in types {
            let mutable = self.chance(55)
                && matches!(
                    ty,
                    Ty::Float
                        | Ty::Usize
                        | Ty::I32
                        | Ty::Tuple(_)
                        | Ty::Array(_)
                        | Ty::Vec
                        | Ty::Matrix(..)
                        | Ty::Struct(_)
                )
                && (STRUCT_BY_VALUE_CHANGED || ty.shape().is_none());
            let min_len = match ty {
                Ty::RowsRef | Ty::RowsMut => 1,
                Ty::Slice | Ty::PairSlice | Ty::Vec | Ty::SliceMut | Ty::VecMut => min_len,
                _ => 0,
            };
            let text = self.param_text(&ty, &out);
            let name = self.name(text, ty);
            out.push(Param {
                name,
                mutable,
                min_len,
            });
        }
        out
    }

    fn param_text(&mut self, ty: &Ty, taken: &[Param]) -> String {
        let pool: &[&str] = match ty {
            Ty::Slice | Ty::Vec | Ty::PairSlice => &["x", "y", "xs", "w", "data"],
            Ty::Array(_) | Ty::ArrayRef(_) => &["x", "p", "q", "arr"],
            Ty::SliceMut | Ty::VecMut => &["out", "buf", "y", "work", "z"],
            Ty::ArrayMut(_) => &["state", "p", "out"],
            Ty::FloatMut => &["acc", "r", "total"],
            Ty::Usize | Ty::I32 => &["n", "m", "k", "i"],
            Ty::Bool => &["flag", "on"],
            _ => &["a", "b", "x", "y", "k", "t", "u"],
        };
        for _ in 0..8 {
            let text = *self.rng.pick(pool);
            if taken.iter().all(|p| p.name.text != text) {
                return text.to_string();
            }
        }
        format!("p{}", taken.len())
    }

    fn top_type(&mut self) -> Ty {
        match self.pick(&[14, 5, 17, 6, 4, 3, 6, 5, 13, 5, 5, 5, 7, 3, 2, 4, 4, 3]) {
            0 => Ty::Float,
            1 => Ty::FloatRef,
            2 => Ty::Slice,
            3 => Ty::Array(self.rng.below(3) + 1),
            4 => Ty::ArrayRef(self.rng.below(3) + 1),
            5 => Ty::PairSlice,
            6 => Ty::Vec,
            7 => Ty::Tuple(vec![Ty::Float, Ty::Float]),
            8 => Ty::SliceMut,
            9 => Ty::ArrayMut(self.rng.below(3) + 1),
            10 => Ty::FloatMut,
            11 => Ty::VecMut,
            12 => Ty::Usize,
            13 => Ty::I32,
            14 => Ty::Bool,
            15 => Ty::RowsRef,
            16 => Ty::RowsMut,
            _ => Ty::Matrix(2, 2),
        }
    }

    fn callee_type(&mut self) -> Ty {
        match self.pick(&[20, 6, 14, 6, 3, 2, 6, 12, 9, 6, 6, 5, 8, 2, 6, 4, 4, 7]) {
            0 => Ty::Float,
            1 => Ty::FloatRef,
            2 => Ty::Slice,
            3 => Ty::Array(2),
            4 => Ty::ArrayRef(2),
            5 => Ty::PairSlice,
            6 => Ty::Tuple(vec![Ty::Float, Ty::Float]),
            7 => Ty::SliceMut,
            8 => Ty::FloatMut,
            9 => Ty::ArrayMut(2),
            10 => Ty::VecMut,
            11 => Ty::Usize,
            12 => Ty::I32,
            13 => Ty::Bool,
            14 => Ty::Vec,
            15 => Ty::RowsRef,
            16 => Ty::RowsMut,
            _ => Ty::Matrix(2, 2),
        }
    }

    pub(super) fn top_result(&mut self, params: &[Param]) -> Ty {
        if params.iter().any(|p| p.name.ty.is_mut_ref()) && self.chance(30) {
            return Ty::Unit;
        }
        if self.rng.chance(8)
            && let Some(shape) = self.some_shape()
        {
            return Ty::Struct(shape);
        }
        match self.pick(&[80, 7, 5, 6, 5]) {
            0 => Ty::Float,
            1 => Ty::Tuple(vec![Ty::Float, Ty::Float]),
            2 => Ty::Array(2),
            3 => Ty::Vec,
            _ => Ty::Tuple(vec![Ty::Float, Ty::Vec]),
        }
    }

    pub(super) fn callee_result(&mut self, params: &[Param]) -> Ty {
        if params.iter().any(|p| p.name.ty.is_mut_ref()) && self.chance(50) {
            return Ty::Unit;
        }
        if self.rng.chance(20)
            && let Some(shape) = self.some_shape()
        {
            return Ty::Struct(shape);
        }
        match self.pick(&[50, 18, 14, 18, 8]) {
            0 => Ty::Float,
            1 => Ty::Tuple(vec![Ty::Float, Ty::Float]),
            2 => Ty::Tuple(vec![Ty::Float, Ty::Usize]),
            3 => Ty::Array(2),
            _ => Ty::Vec,
        }
    }
}

/// A vector in a result is taken to be as long as this; what is missing is zero.
pub const PADDED: usize = 40;

/// The floats of a result with a vector in its last field, padded.
pub fn padded_floats(shape: &Record) -> Option<usize> {
    let (last, rest) = shape.fields.split_last()?;
    let rest: Option<usize> = rest.iter().map(|(_, t)| t.floats()).sum();
    (last.1 == Ty::Vec).then_some(rest? + PADDED)
}

/// One seed for each float of the result; 1 for a scalar.
pub(super) fn seeds(rng: &mut Rng, ret: &Ty) -> Vec<f64> {
    let n = match ret {
        Ty::Vec => PADDED,
        Ty::Tuple(items) if items[1] == Ty::Vec => 1 + PADDED,
        Ty::Tuple(items) => items.len(),
        Ty::Array(n) => *n,
        Ty::Unit => 0,
        Ty::Struct(shape) => padded_floats(shape).or(shape.floats()).unwrap_or(0),
        _ => return vec![1.0],
    };
    (0..n).map(|_| rng.float(-2.0, 2.0)).collect()
}

/// Three sets of inputs: ordinary ones, ones that meet kinks and ties, and ordinary ones of other lengths.
pub(super) fn cases(rng: &mut Rng, top: &Function) -> Vec<Case> {
    [false, true, false]
        .into_iter()
        .map(|nice| {
            let mut case = Case {
                floats: vec![],
                ints: vec![],
            };
            for p in &top.params {
                fill(rng, &p.name.ty, p.min_len, nice, &mut case);
            }
            case
        })
        .collect()
}

fn fill(rng: &mut Rng, ty: &Ty, min_len: usize, nice: bool, case: &mut Case) {
    let floats = |rng: &mut Rng, n: usize, case: &mut Case| {
        for _ in 0..n {
            case.floats.push(one(rng, nice));
        }
    };
    match ty {
        Ty::Float | Ty::FloatRef | Ty::FloatMut => floats(rng, 1, case),
        Ty::Array(n) | Ty::ArrayRef(n) | Ty::ArrayMut(n) => floats(rng, *n, case),
        Ty::Matrix(r, c) => floats(rng, r * c, case),
        Ty::Slice | Ty::Vec | Ty::SliceMut | Ty::VecMut => {
            let n = min_len + rng.below(4);
            case.ints.push(n as i64);
            floats(rng, n, case);
        }
        Ty::Rows | Ty::RowsRef | Ty::RowsMut => {
            let n = min_len + rng.below(3);
            case.ints.push(n as i64);
            for _ in 0..n {
                let k = super::rows::ROW + rng.below(2);
                case.ints.push(k as i64);
                floats(rng, k, case);
            }
        }
        Ty::PairSlice => {
            let n = min_len + rng.below(3);
            case.ints.push(n as i64);
            floats(rng, 2 * n, case);
        }
        Ty::Usize => case.ints.push(rng.int(0, 4)),
        Ty::I32 => case.ints.push(rng.int(-3, 4)),
        Ty::Bool => case.ints.push(rng.int(0, 1)),
        Ty::Tuple(items) => {
            for item in items {
                fill(rng, item, min_len, nice, case);
            }
        }
        Ty::Unit => {}
        Ty::Struct(shape) | Ty::StructRef(shape) | Ty::StructMut(shape) => {
            for (_, t) in &shape.fields {
                fill(rng, t, super::structs::LEAST, nice, case);
            }
        }
    }
}

fn one(rng: &mut Rng, nice: bool) -> f64 {
    if nice {
        *rng.pick(&[0.0, 1.0, 1.0, -1.0, 0.5, 2.0, -0.5, 1.5])
    } else {
        rng.float(-2.0, 2.0)
    }
}
