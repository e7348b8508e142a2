//! Operators of generic types, of types that own memory, and between different types: complex numbers, quaternions,
//! matrices, vectors of any length.

use std::ops::{Add, AddAssign, Div, Mul, Neg, Rem, Sub};

use grad_runtime::{Differentiable, check, derive_grad};

/// A float by a trait of the user's own.
trait Float:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    fn zero() -> Self;
    fn one() -> Self;
}

impl Float for f64 {
    fn zero() -> f64 {
        0.0
    }

    fn one() -> f64 {
        1.0
    }
}

impl Float for f32 {
    fn zero() -> f32 {
        0.0
    }

    fn one() -> f32 {
        1.0
    }
}

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Complex<T> {
    re: T,
    im: T,
}

#[derive_grad]
impl<T: Float> Complex<T> {
    fn squared_norm(self) -> T {
        self.re * self.re + self.im * self.im
    }

    fn conj(&self) -> Self {
        Complex {
            re: self.re,
            im: -self.im,
        }
    }
}

#[derive_grad]
impl<T: Float> Add for Complex<T> {
    type Output = Self;

    fn add(self, o: Self) -> Self {
        Self {
            re: self.re + o.re,
            im: self.im + o.im,
        }
    }
}

/// A float is added to the real part.
#[derive_grad]
impl<T: Float> Add<T> for Complex<T> {
    type Output = Self;

    fn add(self, o: T) -> Self {
        Complex {
            re: self.re + o,
            ..self
        }
    }
}

#[derive_grad]
impl<T: Float> Mul for Complex<T> {
    type Output = Complex<T>;

    fn mul(self, o: Complex<T>) -> Complex<T> {
        Complex {
            re: self.re * o.re - self.im * o.im,
            im: self.re * o.im + self.im * o.re,
        }
    }
}

#[derive_grad]
impl<T: Float> Mul<T> for Complex<T> {
    type Output = Complex<T>;

    fn mul(self, k: T) -> Complex<T> {
        Complex {
            re: self.re * k,
            im: self.im * k,
        }
    }
}

#[derive_grad]
impl<T: Float> Div for Complex<T> {
    type Output = Complex<T>;

    fn div(self, o: Complex<T>) -> Complex<T> {
        self * o.conj() * (T::one() / o.squared_norm())
    }
}

#[derive_grad]
impl<T: Float> Neg for &Complex<T> {
    type Output = Complex<T>;

    fn neg(self) -> Complex<T> {
        Complex {
            re: -self.re,
            im: -self.im,
        }
    }
}

fn complex<T>((re, im): (T, T)) -> Complex<T> {
    Complex { re, im }
}

/// `|z² + c|²` after some steps of the iteration.
#[derive_grad]
fn iterated(z: Complex<f64>, c: &Complex<f64>, n: usize) -> f64 {
    let mut z = z;
    for _ in 0..n {
        z = z * z + *c;
    }
    z.squared_norm()
}

#[derive_grad]
fn rational<T: Float>(z: Complex<T>, w: Complex<T>, k: T) -> T {
    let up = z * k + w + T::one();
    let down: Complex<T> = w * w + -&z;
    let mut q = up / down;
    if q.re > T::zero() {
        q = q * z;
    }
    q.squared_norm()
}

#[test]
fn complex_numbers() {
    let (z, c) = ((0.3, 0.2), (-0.4, 0.5));
    let primal = |(z, c): &((f64, f64), (f64, f64))| iterated(complex(*z), &complex(*c), 4);
    let (value, d_z, d_c) = iterated_grad(complex(z), &complex(c), 4);
    assert_eq!(value, primal(&(z, c)));
    check::assert_gradient(primal, &(z, c), &((d_z.re, d_z.im), (d_c.re, d_c.im)));
    // |z²|² is |z|⁴.
    let (_, d_z, _) = iterated_grad(complex((3.0, 4.0)), &complex((0.0, 0.0)), 1);
    assert_eq!((d_z.re, d_z.im), (4.0 * 25.0 * 3.0, 4.0 * 25.0 * 4.0));
    for z in [(0.3, 0.2), (-1.3, 0.6)] {
        let at = (z, c, 0.7);
        let primal =
            |(z, w, k): &((f64, f64), (f64, f64), f64)| rational(complex(*z), complex(*w), *k);
        let (_, d_z, d_w, d_k) = rational_grad(complex(z), complex(c), 0.7);
        let gradient = ((d_z.re, d_z.im), (d_w.re, d_w.im), d_k);
        check::assert_gradient(primal, &at, &gradient);
    }
    let (_, d_z, ..) = rational_grad(complex((0.3_f32, 0.2)), complex((-0.4, 0.5)), 0.7);
    let (_, exact, ..) = rational_grad(complex((0.3, 0.2)), complex(c), 0.7);
    assert!((f64::from(d_z.re) - exact.re).abs() < 1e-4 * exact.re.abs());
}

/// What owns memory is moved by its operators, or lent to them.
#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Many {
    data: Vec<f64>,
}

#[derive_grad]
impl Many {
    fn norm2(&self) -> f64 {
        self.data.iter().map(|x| x * x).sum::<f64>()
    }
}

#[derive_grad]
impl Add for Many {
    type Output = Many;

    fn add(self, o: Many) -> Many {
        let mut data = self.data;
        for (x, y) in data.iter_mut().zip(&o.data) {
            *x += *y;
        }
        Many { data }
    }
}

#[derive_grad]
impl<'a> Sub<&'a Many> for &Many {
    type Output = Many;

    fn sub(self, o: &'a Many) -> Many {
        let mut data = Vec::new();
        for i in 0..self.data.len() {
            data.push(self.data[i] - o.data[i]);
        }
        Many { data }
    }
}

#[derive_grad]
impl Mul<f64> for &Many {
    type Output = Many;

    fn mul(self, k: f64) -> Many {
        let data: Vec<f64> = self.data.iter().map(|x| x * k).collect();
        Many { data }
    }
}

#[derive_grad]
impl AddAssign<&Many> for Many {
    fn add_assign(&mut self, o: &Many) {
        for i in 0..o.data.len() {
            self.data[i] += o.data[i];
        }
    }
}

#[derive_grad]
fn heat(start: &Many, target: &Many, dt: f64, n: usize) -> f64 {
    let mut now = start.clone();
    let mut sum = start.clone();
    for _ in 0..n {
        let flow = &(target - &now) * dt;
        now = now + flow;
        sum += &now;
    }
    let gap = &now - target;
    gap.norm2() + sum.norm2()
}

#[test]
fn values_that_own_memory() {
    let at = (vec![0.5, -1.0, 2.0], vec![1.0, 0.3, -0.2], 0.3);
    let many = |data: &[f64]| Many {
        data: data.to_vec(),
    };
    let primal = |(a, b, dt): &(Vec<f64>, Vec<f64>, f64)| heat(&many(a), &many(b), *dt, 3);
    let (value, d_a, d_b, d_t) = heat_grad(&many(&at.0), &many(&at.1), at.2, 3);
    assert_eq!(value, primal(&at));
    check::assert_gradient(primal, &at, &(d_a.data, d_b.data, d_t));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V2 {
    x: f32,
    y: f32,
}

/// A matrix by its rows.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Mat2(V2, V2);

#[derive_grad]
impl Mul<V2> for Mat2 {
    type Output = V2;

    fn mul(self, v: V2) -> V2 {
        V2 {
            x: self.0 * v,
            y: self.1 * v,
        }
    }
}

#[derive_grad]
impl Mul for V2 {
    type Output = f32;

    fn mul(self, o: V2) -> f32 {
        self.x * o.x + self.y * o.y
    }
}

#[derive_grad]
impl Add for V2 {
    type Output = V2;

    fn add(self, o: V2) -> V2 {
        let x: f32 = self.x + o.x;
        V2 { x, y: self.y + o.y }
    }
}

/// The remainder of each entry.
#[derive_grad]
impl Rem<f32> for V2 {
    type Output = V2;

    fn rem(self, m: f32) -> V2 {
        V2 {
            x: self.x % m,
            y: self.y % m,
        }
    }
}

#[derive_grad]
fn power(m: &Mat2, v: V2, n: usize) -> f32 {
    let mut v = v;
    let mut k = 0;
    while k < n {
        v = *m * v + if k % 2 == 0 { v } else { *m * (v % 3.0) };
        k += 1;
    }
    v * v
}

#[test]
fn matrices_times_vectors() {
    let m = |r: &[f32; 4]| Mat2(V2 { x: r[0], y: r[1] }, V2 { x: r[2], y: r[3] });
    let at = ([0.5_f32, 0.25, -0.5, 0.75], (1.0_f32, 0.5_f32));
    let primal = |(r, (x, y)): &([f32; 4], (f32, f32))| power(&m(r), V2 { x: *x, y: *y }, 3);
    let (value, d_m, d_v) = power_grad(&m(&at.0), V2 { x: 1.0, y: 0.5 }, 3);
    assert_eq!(value, primal(&at));
    let gradient = ([d_m.0.x, d_m.0.y, d_m.1.x, d_m.1.y], (d_v.x, d_v.y));
    check::assert_gradient(primal, &at, &gradient);
}

/// A quaternion: a scalar and a vector.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
#[grad(tangent = Self)]
struct Quaternion {
    w: f64,
    x: f64,
    y: f64,
    z: f64,
}

#[derive_grad]
impl Mul for &Quaternion {
    type Output = Quaternion;

    fn mul(self, o: &Quaternion) -> Quaternion {
        Quaternion {
            w: self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
            x: self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
            y: self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
            z: self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
        }
    }
}

#[derive_grad]
impl Quaternion {
    fn conj(&self) -> Quaternion {
        Quaternion {
            w: self.w,
            x: -self.x,
            y: -self.y,
            z: -self.z,
        }
    }

    fn rotated(&self, v: &Quaternion) -> Quaternion {
        &(self * v) * &self.conj()
    }
}

#[derive_grad]
fn rotation(q: &Quaternion, v: &Quaternion, k: f64) -> f64 {
    let r = q.rotated(v);
    let twice = &r * &q.rotated(&r);
    twice.w * k + r.x * twice.z
}

#[test]
fn quaternions_turn_vectors() {
    let quaternion = |v: &[f64; 4]| Quaternion {
        w: v[0],
        x: v[1],
        y: v[2],
        z: v[3],
    };
    let at = ([0.5, 0.1, -0.3, 0.8], [0.0, 1.0, 0.2, -0.4], 1.5);
    let primal =
        |(q, v, k): &([f64; 4], [f64; 4], f64)| rotation(&quaternion(q), &quaternion(v), *k);
    let (value, q, v, d_k) = rotation_grad(&quaternion(&at.0), &quaternion(&at.1), at.2);
    assert_eq!(value, primal(&at));
    let gradient = ([q.w, q.x, q.y, q.z], [v.w, v.x, v.y, v.z], d_k);
    check::assert_gradient(primal, &at, &gradient);
}

/// What only rustc knows the type of: results of methods and functions, their fields, elements, branches.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Wave {
    modes: Vec<Complex<f64>>,
    phase: Complex<f64>,
}

#[derive_grad]
impl Wave {
    fn mode(&self, i: usize) -> Complex<f64> {
        self.modes[i] * self.phase
    }
}

#[derive_grad]
fn turned(z: Complex<f64>, k: f64) -> Complex<f64> {
    if k > 0.0 { z * k } else { z + k }
}

#[derive_grad]
fn scattered(waves: &[Wave], k: f64) -> f64 {
    let mut sum = waves[0].phase;
    for (i, wave) in waves.iter().enumerate() {
        let mode: Complex<f64> = wave.mode(0) + turned(wave.modes[1], k);
        let next = if i == 0 {
            mode * k
        } else {
            let other = wave.phase * mode;
            other + mode
        };
        sum = match i {
            0 => sum + next,
            _ => next * sum,
        };
    }
    let scale = |z: Complex<f64>, t: f64| z * (t * k);
    let scaled = scale(sum, 2.0) + scale(waves[1].modes[0], k);
    (scaled * waves[0].phase + waves[1].mode(1)).squared_norm()
}

#[test]
fn operands_that_only_the_compiler_knows() {
    type At = (Vec<Vec<(f64, f64)>>, f64);
    let wave = |v: &Vec<(f64, f64)>| Wave {
        modes: v[1..].iter().copied().map(complex).collect(),
        phase: complex(v[0]),
    };
    let primal = |(v, k): &At| scattered(&v.iter().map(wave).collect::<Vec<_>>(), *k);
    let parts = vec![
        vec![(0.4, 0.3), (0.2, -0.5), (1.0, 0.1)],
        vec![(-0.6, 0.2), (0.7, 0.5), (0.3, 0.9)],
    ];
    for k in [0.7, -0.4] {
        let at = (parts.clone(), k);
        let waves: Vec<Wave> = parts.iter().map(wave).collect();
        let (value, d, d_k) = scattered_grad(&waves, k);
        assert_eq!(value, primal(&at));
        let pair = |z: &ComplexTangent<f64>| (z.re, z.im);
        let mut d_parts = Vec::new();
        for wave in &d {
            let mut pairs = vec![pair(&wave.phase)];
            pairs.extend(wave.modes.iter().map(pair));
            d_parts.push(pairs);
        }
        check::assert_gradient(primal, &at, &(d_parts, d_k));
    }
}

/// Structs, lists and calls are made of what operators make.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Beam {
    from: Complex<f64>,
    to: Complex<f64>,
}

#[derive_grad]
impl Beam {
    fn middle(&self) -> Complex<f64> {
        (self.from + self.to) * 0.5
    }

    fn through(a: Complex<f64>, b: Complex<f64>) -> Beam {
        Beam { from: a, to: b }
    }
}

#[derive_grad]
fn distance(a: &Complex<f64>, b: Complex<f64>) -> f64 {
    let d: Complex<f64> = *a + b * -1.0;
    d.squared_norm()
}

#[derive_grad]
fn bent(beam: &Beam, k: f64) -> f64 {
    let middle: Complex<f64> = beam.middle() + beam.from * k;
    let next = Beam {
        from: middle * 2.0,
        to: beam.to * middle,
    };
    let list = [middle * k, next.middle() + middle];
    let mut kept: Vec<Complex<f64>> = Vec::new();
    for z in &list {
        kept.push(*z * middle);
    }
    let last = Beam::through(kept[0] + middle, -&kept[1]);
    let from: Complex<f64> = last.from;
    distance(&(from * k), last.middle() + list[1]) + distance(&next.to, middle)
}

#[test]
fn results_of_operators_are_passed_on() {
    type At = ((f64, f64), (f64, f64), f64);
    let beam = |at: &At| Beam {
        from: complex(at.0),
        to: complex(at.1),
    };
    let at = ((0.4, 0.3), (-0.2, 0.9), 0.7);
    let primal = |at: &At| bent(&beam(at), at.2);
    let (value, d, d_k) = bent_grad(&beam(&at), at.2);
    assert_eq!(value, primal(&at));
    let gradient = ((d.from.re, d.from.im), (d.to.re, d.to.im), d_k);
    check::assert_gradient(primal, &at, &gradient);
}

/// Methods of the block tell what they take.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Link {
    from: Complex<f64>,
    to: Complex<f64>,
}

#[derive_grad]
impl Link {
    fn stretched(&self, k: f64) -> f64 {
        self.measured(self.from * k, k) + Link::size(self.to * k)
    }

    fn measured(&self, z: Complex<f64>, k: f64) -> f64 {
        z.squared_norm() * k
    }

    fn size(z: Complex<f64>) -> f64 {
        z.re * z.im
    }
}

#[test]
fn arguments_of_methods_of_the_block() {
    let link = Link {
        from: complex((1.0, 2.0)),
        to: complex((3.0, 4.0)),
    };
    // k³ |from|² + k² re im.
    let (value, d, d_k) = link.stretched_grad(2.0);
    assert_eq!((value, d_k), (40.0 + 48.0, 60.0 + 48.0));
    assert_eq!((d.from.re, d.to.re), (16.0, 16.0));
}

/// What the functions of a type make: numbers with their slope.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Dual {
    v: f64,
    d: f64,
}

#[derive_grad]
impl Add for Dual {
    type Output = Dual;

    fn add(self, o: Dual) -> Dual {
        Dual {
            v: self.v + o.v,
            d: self.d + o.d,
        }
    }
}

#[derive_grad]
impl Add<f64> for Dual {
    type Output = Dual;

    fn add(self, o: f64) -> Dual {
        Dual {
            v: self.v + o,
            d: self.d,
        }
    }
}

#[derive_grad]
impl Mul for Dual {
    type Output = Dual;

    fn mul(self, o: Dual) -> Dual {
        Dual {
            v: self.v * o.v,
            d: self.v * o.d + self.d * o.v,
        }
    }
}

#[derive_grad]
impl Div for Dual {
    type Output = Dual;

    fn div(self, o: Dual) -> Dual {
        let inv = 1.0 / o.v;
        Dual {
            v: self.v * inv,
            d: (self.d - self.v * inv * o.d) * inv,
        }
    }
}

#[derive_grad]
impl Dual {
    fn seeded(v: f64) -> Dual {
        Dual { v, d: 1.0 }
    }

    fn constant(v: f64) -> Dual {
        Dual { v, d: 0.0 }
    }

    fn exp(self) -> Dual {
        let e = self.v.exp();
        Dual {
            v: e,
            d: e * self.d,
        }
    }
}

/// The slope of a sum of logistic functions, by `Dual`s that begin with constants.
#[derive_grad]
fn slope(w: &[f64], b: &[f64], x: f64) -> f64 {
    let at = Dual::seeded(x);
    let mut u = Dual::constant(0.0);
    for (i, (w, b)) in w.iter().zip(b).enumerate() {
        let z = at * Dual::constant(*w) + *b;
        let e = z.exp();
        let s = e / (e + 1.0);
        if i == 1 {
            u = u * s;
        }
        u = u + s;
    }
    u.d - u.v * u.v
}

#[test]
fn functions_of_a_type_that_make_structs() {
    let at = (vec![0.3, 0.8, -0.5], vec![0.1, -0.4, 0.7], 0.7);
    let (_, d_w, d_b, d_x) = slope_grad(&at.0, &at.1, at.2);
    check::assert_gradient(|at| slope(&at.0, &at.1, at.2), &at, &(d_w, d_b, d_x));
}
