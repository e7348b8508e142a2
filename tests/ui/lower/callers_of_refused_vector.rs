//! The same for a function that returns more than one float.
use grad_runtime::derive_grad;

#[derive_grad]
fn neighbours(x: f64) -> (f64, [f64; 2]) {
    (x, [x, x.next_up()])
}

fn main() {
    let (_, pullback) = neighbours_vjp(1.0);
    let mut total = 0.0;
    pullback(&(1.0, [0.5, 0.25]), &mut total);
}
