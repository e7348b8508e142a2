//! `std::array::from_fn` and `map` of arrays, wherever they stand.

use grad_runtime::derive_grad;

#[derive_grad]
fn unit(axis: &[f64; 3]) -> [f64; 3] {
    let n = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).sqrt();
    axis.map(|a| a / n)
}
#[derive_grad]
fn pairs(u: &[[f64; 2]; 3]) -> [f64; 3] {
    u.map(|[x, y]| x * y)
}
#[derive_grad]
fn ret(x: &[f64; 3], c: f64) -> [f64; 3] {
    if c > 0.0 {
        return std::array::from_fn(|i| x[i] * c);
    }
    [c; 3]
}
#[derive_grad]
fn br(x: &[f64; 3], c: f64) -> [f64; 3] {
    if c > 0.0 {
        std::array::from_fn(|i| x[i] * c)
    } else {
        match x[0] > 0.0 {
            true => std::array::from_fn(|i| x[i] + c),
            false => [c; 3],
        }
    }
}
#[derive_grad]
fn opt(x: &[f64; 3], c: f64) -> Option<[f64; 3]> {
    if c < -1.0 {
        return None;
    }
    Some(std::array::from_fn(|i| x[i] * c))
}
#[derive_grad]
fn tup(x: &[f64; 3], c: f64) -> ([f64; 3], f64) {
    (core::array::from_fn(|i| x[i] * c), c * c)
}

#[derive_grad]
fn first(u: &[f64; 3]) -> [f64; 2] {
    [u[0], u[1]]
}

mod everywhere {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = [x[0], x[1], x[2]];
        let u = unit(&a);
        let p = pairs(&[[x[0], x[1]], [x[1], x[2]], first(&u)]);
        let r = ret(&a, x[1]);
        let s = ret(&a, -x[1]);
        let b = br(&r, -x[0]);
        let (t, q) = tup(&s, x[2]);
        let o = opt(&b, x[0]).unwrap();
        u[0] * p[1] + p[2] * r[2] + s[0] + b[1] * t[2] * q + o[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}
