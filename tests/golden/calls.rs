#[derive_grad]
pub fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[derive_grad]
pub fn square_of_product(x: f64, y: f64) -> f64 {
    let p = product(x, y);
    product(p, p)
}
