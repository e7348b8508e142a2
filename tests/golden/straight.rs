#[derive_grad]
pub fn straight(x: f64, y: f64) -> f64 {
    let area = x * y;
    area * x.sin()
}
