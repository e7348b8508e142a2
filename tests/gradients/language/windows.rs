//! Loops whose trips walk through parts of arrays, and loops that only look so.

use grad_runtime::derive_grad;

const X: [f64; 8] = [0.3, -0.7, 1.2, 0.4, 0.9, -0.5, 0.8, -0.2];

/// Nothing may be looked at where there are no trips.
#[derive_grad]
fn no_trips(x: &[f64], n: usize) -> f64 {
    let mut s = x[0];
    let far = 100 * (4 - n);
    for i in 0..n / 4 {
        s += x[far + i] * x[i + far] * x[far..][i];
    }
    for i in 5..n {
        s += x[i - 5] * x[i - 1];
    }
    s
}

/// Past the end only where the primal does not look.
#[derive_grad]
fn guarded(x: &[f64], n: usize) -> f64 {
    let mut s = 0.1;
    for i in 0..x.len() + n {
        if i + 1 < x.len() {
            s += x[i] * x[i + 1];
        }
    }
    for i in n..20 {
        if i >= x.len() {
            break;
        }
        s += x[i] * x[i] * s;
    }
    s
}

#[derive_grad]
fn rows(x: &[f64], n: usize) -> f64 {
    let (mut a, mut out) = (x.to_vec(), vec![0.0; 4]);
    let w = 2;
    for i in 0..n {
        for j in 0..w {
            out[i] += x[i * w + j] * a[w * i + j] * x[j];
            a[i * w + j] = out[i] * x[i * w..][j];
        }
    }
    let mut s = 0.0;
    for i in 0..n {
        s += out[i] * a[i + 1] + a[2 * i] * a[7 - i];
    }
    s
}

/// One cell in every trip, cells in turn, one cell in two trips.
#[derive_grad]
fn written_again(x: &[f64], n: usize) -> f64 {
    let mut z = [0.5; 8];
    for i in 0..n {
        z[3] = x[i] * x[i + 1];
    }
    for i in 0..2 * n {
        z[i % 3] = x[i] * 2.0 + z[i % 3] * 0.5;
    }
    let mut y = z.to_vec();
    for i in 0..n {
        y[i] = x[i] * x[i];
        y[7 - i] = x[i] * 3.0;
        y[i] *= x[0];
    }
    let mut s = 0.0;
    for i in 0..8 {
        s += z[i] * y[i] * y[i];
    }
    s
}

/// Order matters: what a trip writes the next one reads, by memory or by a variable.
#[derive_grad]
fn in_order(x: &[f64], n: usize) -> f64 {
    let mut z = x.to_vec();
    for i in 1..=n {
        z[i] = z[i - 1] * x[i] + 0.5 * z[i];
    }
    for i in 0..n {
        z[i] += z[i + 1] * x[i];
    }
    let (mut a, mut b) = (0.3, 0.7);
    for i in 0..n {
        (a, b) = (b * x[i], a + z[i] * x[7 - i]);
    }
    let (mut c, mut d) = (a, b);
    for i in 0..n {
        (c, d) = (d, c);
        c += z[i];
    }
    a * b + c * d * d
}

/// The length changes from trip to trip.
#[derive_grad]
fn growing(x: &[f64], n: usize) -> f64 {
    let mut v = vec![x[0]];
    let mut s = 0.0;
    for i in 0..n {
        s += v[i] * x[i];
        v.push(s * x[i + 1]);
    }
    for i in 0..n {
        s += v[0] * x[i];
        v.truncate(n - i);
    }
    for i in 0..n {
        v.push(x[i]);
        s += v[i] * x[i + 1];
    }
    s
}

#[derive_grad]
fn downwards(x: &[f64], n: usize) -> f64 {
    let mut z = x.to_vec();
    for i in (0..n).rev() {
        z[i] = x[i] * z[i + 1];
    }
    for i in (1..n + 1).rev() {
        z[i] += x[i - 1] * x[i] * z[i];
    }
    let mut s = 0.0;
    for (i, e) in z.iter().enumerate().skip(1).step_by(2) {
        s += e * x[i] * x[i - 1];
    }
    for (a, b) in z.iter().zip(&x[1..]) {
        s += a * b * s;
    }
    s
}

mod gradients {
    use super::*;

    agrees! {
        X;
        no_trips no_trips_grad
        guarded guarded_grad
        rows rows_grad
        written_again written_again_grad
        in_order in_order_grad
        growing growing_grad
        downwards downwards_grad
    }
}

#[derive_grad]
fn of_each_kind(a: &[f32], b: &[f32; 4], c: &mut [f32], d: &[Vec<f32>], e: Vec<f32>) -> f32 {
    let mut s = 0.0;
    for i in 0..3 {
        c[i + 1] = a[i] * b[i + 1] * e[i];
    }
    for k in 0..2 {
        for i in 0..3 {
            s += d[k][i] * c[i + 1] * d[1 - k][i];
        }
    }
    s
}

/// s = 2 Σ d0 d1 a b e
#[test]
fn kinds_of_parameters() {
    let (a, b, e) = ([0.5, 2.0, 4.0], [0.0, 1.0, 0.5, 2.0], vec![1.0, 3.0, 0.25]);
    let d = vec![vec![1.0, 2.0, 0.5], vec![3.0, 1.0, 8.0]];
    let mut c = [9.0_f32; 4];
    let (s, d_a, d_b, d_c, d_d, d_e) = of_each_kind_grad(&a, &b, &mut c, &d, e);
    assert_eq!(s, 2.0 * (3.0 * 0.5 + 2.0 * 3.0 + 4.0 * 2.0));
    assert_eq!(d_a, [6.0, 6.0, 4.0]);
    assert_eq!(d_b, [0.0, 3.0, 24.0, 8.0]);
    assert_eq!(d_c, [0.0; 4]);
    assert_eq!(d_d, [vec![3.0, 6.0, 32.0], vec![1.0, 12.0, 2.0]]);
    assert_eq!(d_e, [3.0, 4.0, 64.0]);
}
