//! Determinant of an 8 x 8 matrix by expansion into minors (GradBench): a recursion over linked
//! lists of the rows and columns that are left.
//!
//! Active: `a`; the lists are integer state.
//!
//! Gradient over primal (native): Rust by hand 1.43, CoDiPack 2.78, Enzyme 40.3. The adjoint of
//! a minor depends only on what is known before it is entered, so value and adjoint come from
//! one recursion.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub a: Vec<f64>,
    pub n: usize,
}

pub fn inputs() -> Inputs {
    sized(8)
}

pub fn small_inputs() -> Inputs {
    sized(4)
}

fn sized(n: usize) -> Inputs {
    Inputs {
        a: Rng(20).vec(n * n, -1.0, 1.0),
        n,
    }
}

#[derive_grad]
pub fn primal(a: &[f64], n: usize) -> f64 {
    let (mut r, mut c): (Vec<usize>, Vec<usize>) = lists(n);
    minor(a, n, n, &mut r, &mut c)
}

fn lists(n: usize) -> (Vec<usize>, Vec<usize>) {
    let v: Vec<usize> = (0..=n).map(|i| if i == n { 0 } else { i + 1 }).collect();
    (v.clone(), v)
}

/// The minor of the rows and columns in the lists; index n is the head of a list.
#[derive_grad]
fn minor(a: &[f64], n: usize, m: usize, r: &mut [usize], c: &mut [usize]) -> f64 {
    let r0 = r[n];
    if m == 1 {
        return a[r0 * n + c[n]];
    }
    let mut det = 0.0;
    let mut sign = 1.0;
    r[n] = r[r0];
    let mut prev = n;
    let mut cj = c[n];
    for _ in 0..m {
        c[prev] = c[cj];
        let s = minor(a, n, m - 1, r, c);
        c[prev] = cj;
        det += sign * a[r0 * n + cj] * s;
        prev = cj;
        cj = c[cj];
        sign = -sign;
    }
    r[n] = r0;
    det
}

pub fn grad_by_hand(a: &[f64], n: usize, da: &mut [f64]) -> f64 {
    da.fill(0.0);
    let (mut r, mut c) = lists(n);
    minor_rev(a, n, n, &mut r, &mut c, 1.0, da)
}

fn minor_rev(
    a: &[f64],
    n: usize,
    m: usize,
    r: &mut [usize],
    c: &mut [usize],
    bar: f64,
    da: &mut [f64],
) -> f64 {
    let r0 = r[n];
    if m == 1 {
        da[r0 * n + c[n]] += bar;
        return a[r0 * n + c[n]];
    }
    let mut det = 0.0;
    let mut sign = 1.0;
    r[n] = r[r0];
    let mut prev = n;
    let mut cj = c[n];
    for _ in 0..m {
        c[prev] = c[cj];
        let e = a[r0 * n + cj];
        let s = minor_rev(a, n, m - 1, r, c, bar * sign * e, da);
        c[prev] = cj;
        da[r0 * n + cj] += bar * sign * s;
        det += sign * e * s;
        prev = cj;
        cj = c[cj];
        sign = -sign;
    }
    r[n] = r0;
    det
}
