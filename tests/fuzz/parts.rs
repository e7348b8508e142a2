//! Parts of syntax trees: gathered from one function, put into another.
use grad_random::rng::Rng;
use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Block, Expr, ExprPath, ItemFn, Pat, Stmt, Type};

/// The parts of a function, in the order of the source.
#[derive(Default)]
pub struct Parts {
    pub expressions: Vec<Expr>,
    pub statements: Vec<Stmt>,
    pub types: Vec<Type>,
    pub patterns: Vec<Pat>,
    pub names: Vec<Ident>,
    pub blocks: usize,
    pub operators: usize,
}

impl VisitMut for Parts {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        self.expressions.push(e.clone());
        visit_mut::visit_expr_mut(self, e);
    }
    fn visit_stmt_mut(&mut self, s: &mut Stmt) {
        self.statements.push(s.clone());
        visit_mut::visit_stmt_mut(self, s);
    }
    fn visit_type_mut(&mut self, t: &mut Type) {
        self.types.push(t.clone());
        visit_mut::visit_type_mut(self, t);
    }
    fn visit_pat_mut(&mut self, p: &mut Pat) {
        if let Pat::Ident(name) = p {
            self.names.push(name.ident.clone());
        }
        self.patterns.push(p.clone());
        visit_mut::visit_pat_mut(self, p);
    }
    fn visit_block_mut(&mut self, b: &mut Block) {
        self.blocks += 1;
        visit_mut::visit_block_mut(self, b);
    }
    fn visit_bin_op_mut(&mut self, _: &mut BinOp) {
        self.operators += 1;
    }
}

/// The parts of one function.
pub fn parts(function: &ItemFn) -> Parts {
    let mut found = Parts::default();
    found.visit_item_fn_mut(&mut function.clone());
    found
}

/// A change of the statements of a block.
pub type InBlock = Box<dyn FnMut(&mut Vec<Stmt>)>;

/// What goes where: the part of its kind with this number is replaced.
pub enum Change {
    Expression(Expr),
    Type(Type),
    Pattern(Pat),
    Operator(BinOp),
    Block(InBlock),
}

struct Replace {
    change: Option<Change>,
    left: usize,
}

impl Replace {
    /// True at the part that is looked for.
    fn here(&mut self) -> bool {
        if self.left == 0 {
            self.left = usize::MAX;
            return true;
        }
        self.left -= 1;
        false
    }
}

impl VisitMut for Replace {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if matches!(self.change, Some(Change::Expression(_))) && self.here() {
            if let Some(Change::Expression(with)) = self.change.take() {
                *e = with;
            }
            return;
        }
        visit_mut::visit_expr_mut(self, e);
    }
    fn visit_type_mut(&mut self, t: &mut Type) {
        if matches!(self.change, Some(Change::Type(_))) && self.here() {
            if let Some(Change::Type(with)) = self.change.take() {
                *t = with;
            }
            return;
        }
        visit_mut::visit_type_mut(self, t);
    }
    fn visit_pat_mut(&mut self, p: &mut Pat) {
        if matches!(self.change, Some(Change::Pattern(_))) && self.here() {
            if let Some(Change::Pattern(with)) = self.change.take() {
                *p = with;
            }
            return;
        }
        visit_mut::visit_pat_mut(self, p);
    }
    fn visit_bin_op_mut(&mut self, o: &mut BinOp) {
        if matches!(self.change, Some(Change::Operator(_)))
            && self.here()
            && let Some(Change::Operator(with)) = self.change.take()
        {
            *o = with;
        }
    }
    fn visit_block_mut(&mut self, b: &mut Block) {
        if matches!(self.change, Some(Change::Block(_))) && self.here() {
            if let Some(Change::Block(mut with)) = self.change.take() {
                with(&mut b.stmts);
            }
            return;
        }
        visit_mut::visit_block_mut(self, b);
    }
}

/// Makes the change at part number `at` of its kind.
pub fn replace(function: &mut ItemFn, at: usize, change: Change) {
    let mut visitor = Replace {
        change: Some(change),
        left: at,
    };
    visitor.visit_item_fn_mut(function);
}

/// Gives the variables of a part names that the new surroundings have.
pub struct Rename<'a> {
    pub rng: &'a mut Rng,
    pub names: &'a [Ident],
}

impl VisitMut for Rename<'_> {
    fn visit_expr_path_mut(&mut self, p: &mut ExprPath) {
        let Some(name) = p.path.get_ident() else {
            return;
        };
        if self.names.is_empty() || name.to_string().starts_with(char::is_uppercase) {
            return;
        }
        if self.rng.chance(80) {
            p.path = self.rng.pick(self.names).clone().into();
        }
    }
}
