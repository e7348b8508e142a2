//! A write through a guard, where nothing shows what is written to.
use grad_runtime::derive_grad;

#[derive_grad]
fn stored(x: f64) -> f64 {
    let cell = std::cell::RefCell::new(0.0);
    *cell.borrow_mut() += x;
    let y = *cell.borrow();
    x * y
}

fn main() {}
