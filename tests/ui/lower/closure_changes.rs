//! Closures that choose by floats, and change a buffer meanwhile.
use grad_runtime::derive_grad;

#[derive_grad]
fn ordered(x: &[f64]) -> f64 {
    let mut w = [x[0], x[1]];
    let mut order = vec![0, 1];
    order.sort_by(|&i, &j| {
        w.reverse();
        x[i].total_cmp(&x[j])
    });
    w[0] * x[order[0]]
}

fn main() {}
