//! A trait of the user's on types that have no place for the gradients of its methods.
use grad_runtime::derive_grad;

trait Energy<T> {
    fn energy(&self, x: T) -> T;
}

#[derive_grad]
impl Energy<f64> for Vec<f64> {
    fn energy(&self, x: f64) -> f64 {
        self[0] * x
    }
}

struct Spring;

#[derive_grad]
impl<T: Copy + std::ops::Mul<Output = T>> Energy<T> for Spring {
    fn energy(&self, x: T) -> T {
        x * x
    }
}

trait Applied {
    fn applied(&self, f: impl Fn(f64) -> f64) -> f64;
}

#[derive_grad]
impl Applied for Spring {
    fn applied(&self, f: impl Fn(f64) -> f64) -> f64 {
        f(1.0)
    }
}

fn main() {}
