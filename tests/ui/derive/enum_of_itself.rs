//! The gradient of a tree that hangs together by boxes would hold itself.
use grad_runtime::Differentiable;

#[derive(Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Option<Box<Tree>>),
    Many(Vec<Tree>),
}

fn main() {}
