//! Callers of a refused method see no second error.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive_grad]
impl Pair {
    fn sum(&self, x: f64) -> f64 {
        dbg!(x) + self.a
    }

    fn grow(&mut self, x: f64) {
        self.a *= dbg!(x);
    }

    fn new(a: f64) -> Self {
        Pair { a: dbg!(a), b: 0.0 }
    }

    #[no_grad]
    fn reset(&mut self) {
        self.b = 0.0;
    }

    fn all(&mut self, x: f64) -> f64 {
        self.grow(x);
        Pair::new(self.sum(x)).b
    }

    fn excluded(&mut self, x: f64) -> f64 {
        self.reset();
        self.a * x
    }
}

fn main() {
    let mut pair = Pair::new(1.0);
    pair.sum_grad(1.0);
    pair.grow_vjp(1.0);
}
