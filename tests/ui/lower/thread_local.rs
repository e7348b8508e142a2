//! State that belongs to a thread, declared in the body.
use grad_runtime::derive_grad;

#[derive_grad]
fn counted(x: f64) -> f64 {
    std::thread_local! {
        static CALLS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }
    CALLS.set(CALLS.get() + 1);
    x * x
}

fn main() {}
