//! A static with inner state in the body.
use grad_runtime::derive_grad;

#[derive_grad]
fn counted(x: f64) -> f64 {
    static CALLS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    x * x
}

fn main() {}
