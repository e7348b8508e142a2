//! A refused parameter that was meant as an output is one mistake, not two.
use grad_runtime::derive_grad;

struct State {
    x: f64,
}

#[derive_grad]
fn step(x: f64, state: &mut State) {
    state.x += x;
}

fn main() {
    step(1.0, &mut State { x: 0.0 });
}
