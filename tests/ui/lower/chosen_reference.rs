use grad_runtime::derive_grad;

#[derive_grad]
fn put(out: &mut f64, x: f64) {
    *out = x;
}

#[derive_grad]
fn by_if(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    let r = if a > 0.5 { &mut a } else { &mut b };
    *r = 3.0 * x;
    a * b
}

#[derive_grad]
fn by_match(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    let r = match y > 0.5 {
        true => &mut a,
        _ => &mut b,
    };
    *r = x;
    a * b
}

#[derive_grad]
fn deferred(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    let r;
    if y > 0.5 {
        r = &mut a;
    } else {
        r = &mut b;
    }
    *r *= x;
    a * b
}

#[derive_grad]
fn passed(x: f64, y: f64) -> f64 {
    let (mut a, mut b) = (x, y);
    put(if y > 0.5 { &mut a } else { &mut b }, x);
    a * b
}

fn main() {}
