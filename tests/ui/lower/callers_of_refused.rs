//! A refused body does not make callers fail as well: the generated functions exist all the same.
use grad_runtime::derive_grad;

#[derive_grad]
fn neighbour(x: f64, w: &[f64], n: usize) -> f64 {
    x.next_up() * w[n]
}

#[derive_grad]
fn twice(x: f64, w: [f64; 3]) -> f64 {
    2.0 * neighbour(x, &w, 1)
}

fn main() {
    let (value, dx, dw) = neighbour_grad(1.0, &[1.0, 2.0], 0);
    let (more, pullback) = neighbour_vjp(value, &dw, 0);
    let (mut total, mut weights) = (0.0, vec![0.0; 2]);
    pullback(more, &mut total, &mut weights);
    let (_, _, _) = twice_grad(dx + total, [weights[0]; 3]);
    let mut tape = grad_runtime::Tape::new();
    twice_grad_with(&mut tape, 1.0, [2.0; 3], &mut total, &mut [0.0; 3]);
}
