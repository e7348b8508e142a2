//! Vectors of vectors: every row has at least two elements.

use super::scope::Local;
use super::{Gen, STORED, Sized, sized};
use crate::ast::{
    Block, Expr, Note, Op, Pat, Shape, Stmt, Ty, bin, code, float_method, index, int, lent,
    lent_mut, seq_method, var,
};

/// The least length of a row.
pub(super) const ROW: usize = 2;
/// How many statements there are.
pub(super) const ROWS: usize = 20;

fn is_rows(l: &Local) -> bool {
    matches!(l.name.ty, Ty::Rows | Ty::RowsRef | Ty::RowsMut) && l.min_len > 0
}

impl Gen {
    pub(super) fn rows_theme(&mut self, at: usize, out: &mut Vec<Stmt>) {
        self.distinct += 1;
        let made = self.rows_statement(at, out);
        self.distinct -= 1;
        if made.is_none() {
            self.assignment(out);
        }
    }

    /// `m[i][j]`
    pub(super) fn read_row(&mut self, l: &Local) -> Option<Sized> {
        let e = self.row_element(l)?;
        Some(sized(e, STORED))
    }

    /// The same as a place: its indices do not read the rows.
    fn row_place(&mut self, l: &Local) -> Option<Expr> {
        self.hide(l.name.id, true);
        let e = self.row_element(l);
        self.hide(l.name.id, false);
        e
    }

    fn row_element(&mut self, l: &Local) -> Option<Expr> {
        if l.min_len == 0 {
            return None;
        }
        let i = self.index_below(l.min_len as i64);
        let j = self.index_below(ROW as i64);
        Some(index(index(var(&l.name), i), j))
    }

    fn row(&mut self) -> Expr {
        match self.rng.below(4) {
            0 => Expr::VecRepeat(Box::new(self.within(1, STORED)), Box::new(int(ROW as i64))),
            1 => {
                let wanted = |l: &Local| super::sequences::length(l).is_some_and(|n| n >= ROW);
                match self.some_local(wanted) {
                    Some(l) => seq_method(var(&l.name), "to_vec", vec![]),
                    None => self.new_vec(ROW),
                }
            }
            _ => self.new_vec(ROW),
        }
    }

    fn let_rows(&mut self, out: &mut Vec<Stmt>) -> Local {
        let e = match self.rng.below(3) {
            0 => Expr::VecRepeat(Box::new(self.row()), Box::new(int(2))),
            _ => Expr::VecList(vec![self.row(), self.row()]),
        };
        let name = self.fresh(Ty::Rows);
        let pat = self.bind(&name, true);
        out.push(Stmt::Let(pat, Ty::Rows, Note::Typed, Some(e)));
        let mut l = Local::new(name.clone());
        if let Some(own) = self.local_mut(name.id) {
            own.min_len = 2;
            l = own.clone();
        }
        l
    }

    /// Rows to read, or to write.
    fn rows(&mut self, write: bool, own: bool, out: &mut Vec<Stmt>) -> Local {
        let wanted =
            |l: &Local| is_rows(l) && (!write || l.can_write()) && (!own || l.name.ty == Ty::Rows);
        match self.some_local(wanted) {
            Some(l) => l,
            None => self.let_rows(out),
        }
    }

    fn rows_statement(&mut self, at: usize, out: &mut Vec<Stmt>) -> Option<()> {
        let (at, op) = match at {
            16..20 => (1, [Op::Add, Op::Sub, Op::Mul, Op::Add][at - 16]),
            at => (at, Op::Add),
        };
        let owned = matches!(at, 2..4 | 14);
        let l = self.rows(!matches!(at, 6 | 9..12), owned, out);
        let m = || var(&l.name);
        let n = l.min_len as i64;
        let i = self.rng.int(0, n - 1);
        match at {
            0 | 1 => {
                let place = Box::new(self.row_place(&l)?);
                let e = self.within(1, STORED);
                let e = if at == 0 {
                    Expr::Assign(place, Box::new(e))
                } else {
                    let e = float_method(e, "sin", vec![]);
                    Expr::AssignOp(op, Ty::Float, place, Box::new(e))
                };
                out.push(Stmt::Expr(e));
            }
            2 => {
                self.hide(l.name.id, true);
                let row = self.row();
                self.hide(l.name.id, false);
                let stmt = Stmt::Expr(seq_method(m(), "push", vec![row]));
                let stmt = self.guarded(&l, stmt, true);
                out.push(stmt);
            }
            3 => {
                self.hide(l.name.id, true);
                let row = self.row();
                self.hide(l.name.id, false);
                out.push(Stmt::Expr(seq_method(m(), "push", vec![row])));
                let pop = seq_method(seq_method(m(), "pop", vec![]), "unwrap", vec![]);
                return self.row_value(pop, out);
            }
            4 => {
                let j = self.rng.int(0, n - 1);
                out.push(Stmt::Expr(seq_method(m(), "swap", vec![int(i), int(j)])));
            }
            5 => {
                self.hide(l.name.id, true);
                let row = self.row();
                self.hide(l.name.id, false);
                let place = Box::new(index(m(), int(i)));
                out.push(Stmt::Expr(Expr::Assign(place, Box::new(row))));
            }
            6 => return self.row_value(seq_method(index(m(), int(i)), "clone", vec![]), out),
            7 => {
                self.hide(l.name.id, true);
                let e = self.within(1, STORED);
                self.hide(l.name.id, false);
                let row = || index(m(), int(i));
                let push = Stmt::Expr(seq_method(row(), "push", vec![e]));
                let room = bin(Op::Lt, seq_method(row(), "len", vec![]), int(5));
                let then = Block {
                    stmts: vec![push],
                    tail: None,
                };
                out.push(Stmt::Expr(Expr::If(Box::new(room), then, None)));
            }
            8 => {
                // Another row, swapped in.
                self.hide(l.name.id, true);
                let row = self.row();
                self.hide(l.name.id, false);
                let name = self.fresh(Ty::Vec);
                let pat = self.bind(&name, true);
                if let Some(own) = self.local_mut(name.id) {
                    own.min_len = ROW;
                }
                out.push(Stmt::Let(pat, Ty::Vec, Note::Plain, Some(row)));
                let args = vec![lent_mut(index(m(), int(i))), lent_mut(var(&name))];
                out.push(Stmt::Expr(Expr::Path("std::mem::swap", args)));
            }
            9 => self.for_rows(&l, out),
            10 => self.for_elements_of_rows(&l, out)?,
            11 => {
                let row = self.fresh(Ty::Slice);
                let e = lent(index(m(), int(i)));
                out.push(Stmt::Let(
                    Pat::Bind(row.clone(), false),
                    Ty::Slice,
                    Note::Plain,
                    Some(e),
                ));
                self.loan(&l, row, false, out);
            }
            12 => {
                let row = self.fresh(Ty::VecMut);
                let e = lent_mut(index(m(), int(i)));
                out.push(Stmt::Let(
                    Pat::Bind(row.clone(), false),
                    Ty::VecMut,
                    Note::Plain,
                    Some(e),
                ));
                self.loan(&l, row, true, out);
            }
            13 => self.for_rows_mut(&l, out),
            14 => {
                let text = "$.sort_by(|a, b| a[0].total_cmp(&b[0]));";
                out.push(Stmt::Expr(code(
                    "rows.sort_by()",
                    Ty::Unit,
                    Shape::Stmt,
                    text,
                    vec![m().into()],
                )));
            }
            _ => {
                let taken = Expr::Path("std::mem::take", vec![lent_mut(index(m(), int(i)))]);
                self.hide(l.name.id, true);
                self.row_value(taken, out)?;
                let row = self.row();
                self.hide(l.name.id, false);
                let place = Box::new(index(m(), int(i)));
                out.push(Stmt::Expr(Expr::Assign(place, Box::new(row))));
            }
        }
        Some(())
    }

    /// A row of its own.
    fn row_value(&mut self, e: Expr, out: &mut Vec<Stmt>) -> Option<()> {
        let name = self.fresh(Ty::Vec);
        let pat = self.bind(&name, true);
        if let Some(l) = self.local_mut(name.id) {
            l.min_len = ROW;
        }
        out.push(Stmt::Let(pat, Ty::Vec, Note::Plain, Some(e)));
        self.reach(&name, out);
        Some(())
    }

    /// Statements while a row is lent.
    fn loan(&mut self, l: &Local, row: crate::ast::Name, mutable: bool, out: &mut Vec<Stmt>) {
        if mutable {
            self.hide(l.name.id, true);
        } else {
            self.freeze(l.name.id, true);
        }
        let mut local = Local::new(row.clone());
        local.min_len = ROW;
        local.source = true;
        self.scope.push(local);
        self.reach(&row, out);
        if mutable {
            self.assignment(out);
        }
        self.nest += 1;
        self.stmt(out);
        self.nest -= 1;
        self.hide(row.id, true);
        if mutable {
            self.hide(l.name.id, false);
        } else {
            self.freeze(l.name.id, false);
        }
    }

    /// `for row in &m { .. }`
    fn for_rows(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        let mark = self.scope.len();
        let row = self.fresh(Ty::Slice);
        let mut local = Local::new(row.clone());
        local.min_len = ROW;
        local.source = true;
        local.locked = true;
        self.scope.push(local);
        self.freeze(l.name.id, true);
        let source = match l.name.ty {
            Ty::RowsRef => var(&l.name),
            Ty::Rows if self.rng.chance(50) => lent(var(&l.name)),
            _ => seq_method(var(&l.name), "iter", vec![]),
        };
        let e = self.for_loop(Pat::Bind(row, false), source);
        self.freeze(l.name.id, false);
        self.scope.truncate(mark);
        out.push(Stmt::Expr(e));
    }

    /// `for row in m.iter_mut() { .. }`
    fn for_rows_mut(&mut self, l: &Local, out: &mut Vec<Stmt>) {
        let mark = self.scope.len();
        let row = self.fresh(Ty::VecMut);
        let mut local = Local::new(row.clone());
        local.min_len = ROW;
        local.source = true;
        self.scope.push(local);
        self.hide(l.name.id, true);
        let source = match l.name.ty {
            Ty::Rows if self.rng.chance(50) => lent_mut(var(&l.name)),
            _ => seq_method(var(&l.name), "iter_mut", vec![]),
        };
        let e = self.for_loop(Pat::Bind(row, false), source);
        self.hide(l.name.id, false);
        self.scope.truncate(mark);
        out.push(Stmt::Expr(e));
    }

    /// `for i in 0..m.len() { for j in 0..m[i].len() { a += m[i][j] * e; } }`
    fn for_elements_of_rows(&mut self, l: &Local, out: &mut Vec<Stmt>) -> Option<()> {
        let target = self.some_target()?;
        let i = self.fresh(Ty::Usize);
        self.reserved.push(i.text.clone());
        let j = self.fresh(Ty::Usize);
        self.reserved.clear();
        let m = || var(&l.name);
        let row = || index(m(), var(&i));
        let to = |e: Expr| {
            Expr::Range(
                Some(Box::new(int(0))),
                Some(Box::new(seq_method(e, "len", vec![]))),
                false,
            )
        };
        let factor = self.variable();
        let factor = self.tame(factor, 1.0).e;
        let e = bin(Op::Mul, index(row(), var(&j)), factor);
        let add = Expr::AssignOp(Op::Add, Ty::Float, Box::new(var(&target.name)), Box::new(e));
        let inner = Block {
            stmts: vec![Stmt::Expr(add)],
            tail: None,
        };
        let inner = Expr::For(
            None,
            Pat::Bind(j.clone(), false),
            Box::new(to(row())),
            inner,
        );
        let body = Block {
            stmts: vec![Stmt::Expr(inner)],
            tail: None,
        };
        out.push(Stmt::Expr(Expr::For(
            None,
            Pat::Bind(i.clone(), false),
            Box::new(to(m())),
            body,
        )));
        Some(())
    }
}
