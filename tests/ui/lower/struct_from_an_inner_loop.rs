//! A struct that a block is left with from a loop inside of it.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Differentiable)]
struct P {
    x: f64,
}

#[derive_grad]
fn first(ps: &[P], t: f64) -> f64 {
    let found = 'out: {
        for p in ps {
            if p.x > t {
                break 'out p.clone();
            }
        }
        P { x: t }
    };
    found.x * t
}

fn main() {}
