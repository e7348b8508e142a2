//! A float in a variant of an enum.
use grad_runtime::derive_grad;

enum Step {
    Fixed(f64),
    Free,
}

#[derive_grad]
fn advance(x: f64, k: usize) -> f64 {
    let step = if k > 1 { Step::Fixed(x) } else { Step::Free };
    match step {
        Step::Fixed(h) => h * h,
        Step::Free => x,
    }
}

fn main() {}
