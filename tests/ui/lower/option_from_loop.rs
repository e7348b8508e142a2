//! A loop that is left with an `Option` of an element.
use grad_runtime::derive_grad;

#[derive_grad]
fn pick(x: &[f64], mut n: usize) -> f64 {
    *loop {
        n /= 2;
        if n < 3 {
            break x.get(n);
        }
    }
    .unwrap()
}

fn main() {}
