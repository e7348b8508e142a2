use grad_runtime::derive_grad;

#[derive_grad]
fn f(x: f64, y: f64) -> f64 {
    let mut a = x;
    let mut b = y;
    let mut r = &mut a;
    *r *= 2.0;
    r = &mut b;
    *r *= 3.0;
    a * a * b
}

fn main() {}
