use grad_runtime::derive_grad;

#[derive_grad]
fn f(x: f64, y: f64) -> f64 {
    let mut a = x;
    {
        let ref mut r = a;
        *r *= y;
    }
    a * x
}

fn main() {}
