//! A conversion of a generic float that carries a derivative.
use grad_runtime::derive_grad;

trait Real: Copy + std::ops::Mul<Output = Self> {
    fn widen(x: Self) -> f64;
}

#[derive_grad]
fn f<T: Real>(x: T) -> T {
    let y = T::widen(x * x);
    if y > 1.0 { x } else { x * x }
}

fn main() {}
