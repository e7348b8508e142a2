//! Parts of a tuple that is only looked at.
use grad_runtime::derive_grad;

#[derive_grad]
fn sum(x: &[f64]) -> f64 {
    let mut items = x.iter().enumerate().peekable();
    let mut s = 0.0;
    while let Some((_, v)) = items.next() {
        if let Some((at, next)) = items.peek() {
            s += *v * **next * *at as f64;
        }
    }
    s
}

fn main() {}
