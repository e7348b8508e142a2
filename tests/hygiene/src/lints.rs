//! Nothing that is generated trips over a lint that the function itself does not.

use grad_runtime::derive_grad;

/// The energy of a chain of springs: a loop with values on the tape.
///
/// # Panics
///
/// Never.
#[derive_grad(test(x = [0.0, 1.0, 3.0], k = 2.0))]
#[must_use]
pub fn energy(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for pair in x.windows(2) {
        let stretch = pair[1] - pair[0];
        sum += 0.5 * k * stretch * stretch;
    }
    sum
}

/// Branches, early exits, casts and a call of another function.
#[derive_grad(no_grad(scale), test(x = 0.75, scale = 1.5, n = 3))]
#[must_use]
pub fn branches(x: f64, scale: f64, n: u8) -> f64 {
    if x < 0.0 {
        return x.exp();
    }
    let mut value = energy(&[x, 2.0 * x], scale);
    let mut left = n;
    while left > 0 {
        left -= 1;
        if value > 100.0 {
            break;
        }
        value = match left {
            0 => value.sqrt(),
            1 if value > 1.0 => value / f64::from(n),
            _ => value.mul_add(scale, x),
        };
    }
    value
}

/// Memory that is read again, and rows.
#[derive_grad(test(a = [4.0, 1.0, 1.0, 3.0], n = 2))]
#[must_use]
pub fn log_det(a: &[f64], n: usize) -> f64 {
    let mut l = a.to_vec();
    let mut sum = 0.0;
    for j in 0..n {
        for k in 0..j {
            l[j * n + j] -= l[j * n + k] * l[j * n + k];
        }
        l[j * n + j] = l[j * n + j].sqrt();
        sum += l[j * n + j].ln();
        for i in j + 1..n {
            for k in 0..j {
                l[i * n + j] -= l[i * n + k] * l[j * n + k];
            }
            l[i * n + j] /= l[j * n + j];
        }
    }
    2.0 * sum
}

/// Several results of both precisions, from parameters of many shapes.
#[derive_grad(test(x = 1.0, y = [2.0, 3.0], rows = [vec![1.0], vec![]], out = [0.0; 2], log = vec![1.0]))]
pub fn shapes<const N: usize>(
    x: f32,
    y: [f64; N],
    rows: &[Vec<f64>],
    out: &mut [f64],
    log: &mut Vec<f64>,
) -> (f32, Vec<f64>) {
    for (item, y) in out.iter_mut().zip(&y) {
        *item += y * y;
    }
    let mut list = Vec::new();
    for row in rows {
        for value in row {
            list.push(value * y[0]);
        }
    }
    log.push(out[0]);
    (x * x, list)
}

/// Recursion on a part.
#[derive_grad(test(x = [1.0, 2.0, 3.0]))]
#[must_use]
pub fn folded(x: &[f64]) -> f64 {
    match x {
        [] => 0.5,
        [first, rest @ ..] => first * folded(rest).sin(),
    }
}

#[derive_grad]
fn private_and_used_by_its_gradient_only(x: f64) -> f64 {
    x * x
}

/// The slope of a function that nothing else calls.
#[must_use]
pub fn slope(x: f64) -> f64 {
    private_and_used_by_its_gradient_only_grad(x).1
}
