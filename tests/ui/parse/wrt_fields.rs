//! Fields in `wrt` that cannot be followed.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive_grad]
impl Pair {
    #[derive_grad(wrt(self.a, self.a))]
    fn twice(&self) -> f64 {
        self.a
    }

    #[derive_grad(wrt(self.a.b))]
    fn deep(&self) -> f64 {
        self.a
    }

    #[derive_grad(wrt(self.a))]
    fn untyped(&self) -> (f64, f64) {
        (self.a, self.b)
    }

    #[derive_grad(wrt(self.a))]
    fn change(&mut self, x: f64) {
        self.a *= x;
    }
}

#[derive_grad(wrt(self.a))]
fn without_self(x: f64) -> f64 {
    x
}

fn main() {
    let pair = Pair { a: 1.0, b: 2.0 };
    let _: (f64, f64) = pair.twice_grad();
}
