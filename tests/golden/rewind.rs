/// The logarithm of the determinant, by elimination in place.
#[derive_grad]
pub fn eliminate(a: &mut [f64], n: usize) -> f64 {
    let mut s = 0.0;
    for k in 0..n {
        for i in k + 1..n {
            let m = a[i * n + k] / a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] -= m * a[k * n + j];
            }
        }
        s += a[k * n + k].ln();
    }
    s
}
