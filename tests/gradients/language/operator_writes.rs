//! Operators of structs beside writes: what is read before a write keeps its value, and exits, swaps and buffers are
//! followed.

use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use grad_runtime::{Differentiable, check, derive_grad};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[derive_grad]
impl Add for V {
    type Output = V;

    fn add(self, o: V) -> V {
        V {
            x: self.x + o.x,
            y: self.y + o.y,
        }
    }
}

#[derive_grad]
impl Sub for V {
    type Output = V;

    fn sub(self, o: V) -> V {
        V {
            x: self.x - o.x,
            y: self.y - o.y,
        }
    }
}

/// As of complex numbers, so that the order matters to no derivative but the values do.
#[derive_grad]
impl Mul for V {
    type Output = V;

    fn mul(self, o: V) -> V {
        V {
            x: self.x * o.x - self.y * o.y,
            y: self.x * o.y + self.y * o.x,
        }
    }
}

#[derive_grad]
impl Mul<f64> for V {
    type Output = V;

    fn mul(self, k: f64) -> V {
        V {
            x: self.x * k,
            y: self.y * k,
        }
    }
}

#[derive_grad]
impl Mul<&f64> for V {
    type Output = V;

    fn mul(self, k: &f64) -> V {
        self * *k * 2.0
    }
}

#[derive_grad]
impl Neg for V {
    type Output = V;

    fn neg(self) -> V {
        V {
            x: -self.x,
            y: -self.y,
        }
    }
}

#[derive_grad]
impl AddAssign for V {
    fn add_assign(&mut self, o: V) {
        *self = *self + o;
    }
}

#[derive_grad]
impl SubAssign<&V> for V {
    fn sub_assign(&mut self, o: &V) {
        self.x -= o.x;
        self.y -= o.y;
    }
}

#[derive_grad]
impl MulAssign for V {
    fn mul_assign(&mut self, o: V) {
        let x = self.x * o.x - self.y * o.y;
        self.y = self.x * o.y + self.y * o.x;
        self.x = x;
    }
}

/// A list of vectors and floats, and what a function makes of them.
type At = (Vec<(f64, f64)>, Vec<f64>);

fn vectors(at: &At) -> Vec<V> {
    at.0.iter().map(|&(x, y)| V { x, y }).collect()
}

fn at() -> At {
    (
        vec![(0.5, -0.3), (1.1, 0.7), (-0.4, 0.9), (0.2, 0.6)],
        vec![0.8, -1.2, 0.6],
    )
}

/// Compares the gradient of a function of `&[V]` and `&[f64]` with differences.
macro_rules! check_lists {
    ($f:ident, $grad:ident) => {{
        let at = at();
        let primal = |at: &At| $f(&vectors(at), &at.1);
        let (value, d_v, d_k) = $grad(&vectors(&at), &at.1);
        assert_eq!(value, primal(&at));
        let d_v: Vec<(f64, f64)> = d_v.iter().map(|d| (d.x, d.y)).collect();
        check::assert_gradient(primal, &at, &(d_v, d_k));
    }};
}

#[derive_grad]
fn reads_before_writes(v: &[V], k: &[f64]) -> f64 {
    let mut a = v[0];
    let before = a;
    let sum = a * v[1];
    a.x = k[0] * k[1];
    let again = a;
    a += a;
    a *= a;
    a -= &before;
    let late = a * {
        a.y *= k[2];
        a
    };
    let last = late + sum * again - before * k[0] + a * &k[1];
    last.x * last.y
}

#[test]
fn values_are_those_of_their_time() {
    check_lists!(reads_before_writes, reads_before_writes_grad);
}

#[derive_grad]
fn exits(v: &[V], k: &[f64]) -> f64 {
    let mut sum = v[0] * k[0];
    let mut steps = 0;
    'outer: loop {
        for (i, w) in v.iter().enumerate() {
            if i == 2 && steps == 1 {
                break 'outer;
            }
            if i == 1 {
                continue;
            }
            sum = sum * *w + v[i];
            if sum.x > 100.0 {
                return sum.x;
            }
        }
        steps += 1;
        if steps > 3 {
            return sum.y;
        }
    }
    let mut left = v.len();
    while let Some(top) = v.get(left - 1) {
        sum -= &(*top * k[1]);
        left -= 1;
        if left == 1 {
            break;
        }
    }
    sum.x + sum.y * k[2]
}

#[derive_grad]
fn exchanged(v: &[V], k: &[f64]) -> f64 {
    let (mut a, mut b) = (v[0] + v[1], v[2] * k[0]);
    for i in 0..3 {
        (a, b) = (b + a * k[i], a);
        if i == 1 {
            std::mem::swap(&mut a, &mut b);
        }
    }
    let old = std::mem::replace(&mut a, b * b);
    let step = |z: V, t: f64| z * t + v[3];
    let c = step(old, k[1]) - step(a, k[2]);
    c.x * a.y + old.y
}

#[test]
fn exits_swaps_and_closures() {
    check_lists!(exits, exits_grad);
    check_lists!(exchanged, exchanged_grad);
}

/// In a buffer of the caller's, each element by others.
#[derive_grad]
fn relax(v: &mut [V], k: &[f64]) {
    for i in 1..v.len() {
        v[i] = v[i] + v[i - 1] * k[0];
        let pull = v[i] - v[0];
        v[0] += pull * k[1];
        v[i] -= &(pull * k[2]);
        v[i].x *= v[i - 1].y;
    }
}

#[derive_grad]
fn in_place(v: &[V], k: &[f64]) -> f64 {
    let mut corners = [v[0] + v[1], -v[1], v[2] * k[0]];
    corners[1] += v[3];
    corners[2] = corners[1] * corners[0];
    let mut sum = -corners[2];
    for c in corners {
        sum += c;
    }
    push(&mut sum, v[1], k[1]);
    sum.x * sum.y
}

#[derive_grad]
fn push(to: &mut V, by: V, k: f64) {
    *to += by * k;
    *to = *to * *to - by;
}

#[test]
fn elements_of_buffers() {
    check_lists!(in_place, in_place_grad);
    let at = at();
    let mut v = vectors(&at);
    let ((), pullback) = relax_vjp(&mut v, &at.1);
    let one = VTangent { x: 1.0, y: 1.0 };
    let (mut d_v, mut d_k) = (
        vec![one.clone(), one.clone(), one.clone(), one],
        vec![0.0; 3],
    );
    pullback(&mut d_v, &mut d_k);
    let primal = |at: &At| {
        let mut v = vectors(at);
        relax(&mut v, &at.1);
        v.iter().map(|v| v.x + v.y).sum::<f64>()
    };
    let d_v: Vec<(f64, f64)> = d_v.iter().map(|d| (d.x, d.y)).collect();
    check::assert_gradient(primal, &at, &(d_v, d_k));
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair {
    a: V,
    b: V,
}

#[derive_grad]
fn among_elements(v: &mut [V], pair: &mut Pair, k: f64) {
    for i in 0..v.len() {
        let j = (i + 2) % v.len();
        v[i] += v[j];
        v[i] = v[i] * v[i] - v[j] * v[0];
        v[j] *= v[j];
        pair.a += pair.b;
        pair.b = pair.b * k + pair.a * v[i];
        pair.a -= &v[j];
        v[j] += pair.a;
    }
}

#[test]
fn elements_and_fields_by_each_other() {
    let at = at();
    let built = |at: &At| {
        let mut v: Vec<V> = vectors(at).iter().map(|v| *v * 0.5).collect();
        let b = v.pop().unwrap();
        let a = v.pop().unwrap();
        (v, Pair { a, b })
    };
    let seed = |i: usize| VTangent {
        x: 1.0,
        y: i as f64,
    };
    let value = |v: V, i: usize| v.x + v.y * i as f64;
    let (mut v, mut pair) = built(&at);
    let ((), pullback) = among_elements_vjp(&mut v, &mut pair, at.1[0]);
    let mut d_v = vec![seed(1), seed(2)];
    let mut d_pair = PairTangent {
        a: seed(3),
        b: seed(4),
    };
    let mut d_k = 0.0;
    pullback(&mut d_v, &mut d_pair, &mut d_k);
    let primal = |at: &At| {
        let (mut v, mut pair) = built(at);
        among_elements(&mut v, &mut pair, at.1[0]);
        value(v[0], 1) + value(v[1], 2) + value(pair.a, 3) + value(pair.b, 4)
    };
    let d: Vec<(f64, f64)> = d_v
        .iter()
        .chain([&d_pair.a, &d_pair.b])
        .map(|d| (d.x * 0.5, d.y * 0.5))
        .collect();
    check::assert_gradient(primal, &at, &(d, vec![d_k, 0.0, 0.0]));
}

/// Recursion, and results inside of a `Result`.
#[derive_grad]
fn power(z: V, n: usize) -> V {
    if n == 0 {
        return V { x: 1.0, y: 0.0 };
    }
    let half = power(z, n / 2);
    if n % 2 == 0 {
        half * half
    } else {
        half * half * z
    }
}

#[derive_grad]
fn divided(a: V, k: f64) -> Result<V, String> {
    if k == 0.0 {
        return Err("by zero".to_owned());
    }
    Ok(a * (1.0 / k))
}

#[derive_grad]
fn chained(v: &[V], k: &[f64]) -> f64 {
    let fifth = power(v[1] + v[2], 5);
    let small = match divided(fifth - v[0], k[0]) {
        Ok(z) => z,
        Err(_) => v[0],
    };
    let none = match divided(v[0], k[0] - k[0]) {
        Ok(z) => z * k[1],
        Err(_) => v[3] * k[1],
    };
    (small + none).x * (small - none).y
}

#[test]
fn recursion_and_calls_that_may_fail() {
    check_lists!(chained, chained_grad);
}

/// What a function of the user's makes of constants, to which operators write.
mod made_by_calls {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Made {
        a: f64,
        b: f64,
    }
    #[derive_grad]
    impl std::ops::Add for Made {
        type Output = Made;

        fn add(self, o: Made) -> Made {
            Made {
                a: self.a + o.a,
                b: self.b * o.b,
            }
        }
    }
    #[derive_grad]
    impl std::ops::AddAssign for Made {
        fn add_assign(&mut self, o: Made) {
            self.a += o.a * self.b;
            self.b += o.b;
        }
    }
    fn made() -> Made {
        Made { a: 1.0, b: 2.0 }
    }
    fn made_of(n: usize) -> Made {
        Made {
            a: 1.0,
            b: n as f64,
        }
    }
    #[derive_grad]
    fn f(x: &[f64], n: usize) -> f64 {
        let p = Made { a: x[0], b: x[1] };
        let mut sum = made();
        let mut all = made_of(n + 1);
        for i in 0..n {
            sum += p;
            if i % 2 == 0 {
                all += p;
                all = all + sum;
            }
        }
        sum.a * sum.b * x[2] + all.a * all.b
    }

    check! {
        |v| (&v[..], 3) -> (x);
        smooth [0.3, 0.8, 0.7];
    }
}
