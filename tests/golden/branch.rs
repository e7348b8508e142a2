#[derive_grad]
pub fn branch(x: f64) -> f64 {
    let mut y = x;
    if x > 1.0 {
        y *= 2.0;
    } else {
        y *= x;
    }
    y
}
