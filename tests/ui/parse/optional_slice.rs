use grad_runtime::derive_grad;

#[derive_grad]
fn weighted(x: &[f64], weights: Option<&[f64]>) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += weights.map(|w| w[i]).unwrap_or(1.0) * x[i];
    }
    sum
}

fn main() {
    let _ = weighted_grad(&[1.0], None);
}
