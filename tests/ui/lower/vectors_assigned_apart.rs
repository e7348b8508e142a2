use grad_runtime::derive_grad;

#[derive_grad]
fn f(x: f64) -> f64 {
    let mut a = vec![x];
    let mut b = vec![2.0 * x];
    (a, b) = (b, a);
    a[0] * b[0]
}

fn main() {}
