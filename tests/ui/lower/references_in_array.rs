use grad_runtime::derive_grad;

#[derive_grad]
fn f(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    let rs = [&mut a, &mut b];
    *rs[0] *= x;
    a * b
}

fn main() {}
