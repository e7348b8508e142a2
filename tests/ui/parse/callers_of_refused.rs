//! A refused function does not make its callers fail as well.
use grad_runtime::derive_grad;

#[derive_grad(wrt(y))]
fn square(x: f64) -> f64 {
    x * x
}

#[derive_grad]
fn twice(x: f64) -> f64 {
    2.0 * square(x)
}

fn main() {
    let (_, dx) = square_grad(1.0);
    let (_, pullback) = square_vjp(dx);
    let mut total = 0.0;
    pullback(1.0, &mut total);
    twice_grad_into(total, &mut 0.0);
}
