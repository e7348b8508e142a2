//! An `Option` of a float in a tuple, in a loop, by a reference with a name.
use grad_runtime::derive_grad;

#[derive_grad]
fn beside(x: f64) -> f64 {
    let o = Some(x);
    let pair = (o, 1.0);
    pair.1 * x
}

#[derive_grad]
fn looped(x: f64) -> f64 {
    let o = Some(x);
    let mut sum = 0.0;
    for v in o {
        sum += v;
    }
    sum
}

#[derive_grad]
fn named(x: f64) -> f64 {
    let o = Some(x);
    let r = &o;
    x * f64::from(u8::from(r.is_some()))
}

fn main() {}
