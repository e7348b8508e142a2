//! Several refusals in one body are all reported, each once, and what depends on them is not.
use grad_runtime::derive_grad;

#[derive_grad]
fn much(x: f64) -> f64 {
    let y = x.next_up();
    let z = (y * 2.0).sin() + y + x;
    let mut w = const { 2.0 };
    for v in [x, y, z] {
        w += v * f64::next_down(w);
    }
    w * z
}

fn main() {}
