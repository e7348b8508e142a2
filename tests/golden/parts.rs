#[derive_grad]
pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[derive_grad]
pub fn gram(m: &[f64], n: usize, i: usize, j: usize) -> f64 {
    dot(&m[i * n..(i + 1) * n], &m[j * n..(j + 1) * n])
}

#[derive_grad]
pub fn scale(x: &mut [f64], y: &[f64]) {
    for i in 0..x.len() {
        x[i] *= y[i];
    }
}

#[derive_grad]
pub fn halves(x: &mut [f64], k: usize) -> f64 {
    let (left, right) = x.split_at_mut(k);
    scale(left, right);
    x[0]
}
