//! Several mistakes in one signature are all reported, each once.
use grad_runtime::derive_grad;

#[derive_grad(wrt(y), no_grad(n), order = 2)]
async fn scaled(x: f64, n: usize) -> f64 {
    x * n as f64
}

fn main() {}
