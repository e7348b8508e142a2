//! Operators of the user's types: `p - q`, `a * t + b`, `v += a * dt`.

use std::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Neg, Sub, SubAssign,
};

use grad_runtime::{Differentiable, check, derive_grad};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[derive_grad]
impl Vec3 {
    fn zero() -> Vec3 {
        Vec3 {
            x: 0.0,
            y: 0.0,
            z: 0.0,
        }
    }

    fn dot(self, o: Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }

    fn norm(&self) -> f64 {
        self.dot(*self).sqrt()
    }

    fn cross(&self, o: &Vec3) -> Vec3 {
        Vec3 {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }

    /// Operators in a method of the type itself.
    fn reflected(self, normal: Vec3) -> Vec3 {
        self - normal * (2.0 * self.dot(normal))
    }
}

#[derive_grad]
impl Add for Vec3 {
    type Output = Vec3;

    fn add(self, o: Self) -> Self::Output {
        Self {
            x: self.x + o.x,
            y: self.y + o.y,
            z: self.z + o.z,
        }
    }
}

#[derive_grad]
impl Add<&Vec3> for &Vec3 {
    type Output = Vec3;

    fn add(self, o: &Vec3) -> Vec3 {
        *self + *o
    }
}

#[derive_grad]
impl Sub for Vec3 {
    type Output = Vec3;

    fn sub(self, o: Vec3) -> Vec3 {
        self + (-o)
    }
}

#[derive_grad]
impl Neg for Vec3 {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1.0
    }
}

#[derive_grad]
impl Mul<f64> for Vec3 {
    type Output = Vec3;

    fn mul(self, k: f64) -> Vec3 {
        Vec3 {
            x: self.x * k,
            y: self.y * k,
            z: self.z * k,
        }
    }
}

/// The dot product.
#[derive_grad]
impl Mul for Vec3 {
    type Output = f64;

    fn mul(self, o: Vec3) -> f64 {
        self.dot(o)
    }
}

#[derive_grad]
impl Mul<Vec3> for f64 {
    type Output = Vec3;

    fn mul(self, v: Vec3) -> Vec3 {
        v * self
    }
}

#[derive_grad]
impl Div<f64> for Vec3 {
    type Output = Vec3;

    fn div(self, k: f64) -> Vec3 {
        Vec3 {
            x: self.x / k,
            y: self.y / k,
            z: self.z / k,
        }
    }
}

#[derive_grad]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}

#[derive_grad]
impl SubAssign<&Vec3> for Vec3 {
    fn sub_assign(&mut self, o: &Vec3) {
        *self = *self - *o;
    }
}

#[derive_grad]
impl MulAssign<f64> for Vec3 {
    fn mul_assign(&mut self, k: f64) {
        *self = *self * k;
    }
}

#[derive_grad]
impl DivAssign<f64> for Vec3 {
    fn div_assign(&mut self, k: f64) {
        self.x /= k;
        self.y /= k;
        self.z /= k;
    }
}

type Floats = (f64, f64, f64);

fn v3(v: &Floats) -> Vec3 {
    Vec3 {
        x: v.0,
        y: v.1,
        z: v.2,
    }
}

fn floats(d: &Vec3Tangent) -> Floats {
    (d.x, d.y, d.z)
}

const P: Floats = (0.3, -0.7, 1.1);
const Q: Floats = (1.2, 0.4, -0.5);

#[derive_grad]
fn spring(p: Vec3, q: Vec3, k: f64) -> f64 {
    let r = p - q;
    r.dot(r) * 0.5 * k
}

#[derive_grad]
fn line(a: &Vec3, b: &Vec3, t: f64) -> f64 {
    (*a * t + *b).norm()
}

#[derive_grad]
fn by_reference(a: &Vec3, b: &Vec3, t: f64) -> f64 {
    let s = a + b;
    let u = &(t * s) + a;
    -(u * *b) / 2.0 + (-*a * t).x
}

#[derive_grad]
fn reflect(v: Vec3, n: Vec3, k: f64) -> f64 {
    let unit = n / n.norm();
    let r = v.reflected(unit);
    r.cross(&n).norm() * k + v * unit
}

/// Compares a gradient by two vectors and a float with differences.
macro_rules! check_two {
    ($f:ident, $grad:ident, $a:expr, $b:expr) => {{
        let at = (P, Q, 0.6);
        let primal = |(p, q, t): &(Floats, Floats, f64)| {
            #[allow(clippy::redundant_closure_call)]
            $f($a(&v3(p)), $b(&v3(q)), *t)
        };
        let (value, d_p, d_q, d_t) = $grad($a(&v3(&P)), $b(&v3(&Q)), 0.6);
        assert_eq!(value, primal(&at));
        check::assert_gradient(primal, &at, &(floats(&d_p), floats(&d_q), d_t));
    }};
}

fn by_value(v: &Vec3) -> Vec3 {
    *v
}

fn same(v: &Vec3) -> &Vec3 {
    v
}

#[test]
fn operators_between_parameters_and_locals() {
    let (value, d_p, d_q, d_k) = spring_grad(v3(&P), v3(&Q), 2.0);
    let r = v3(&P) - v3(&Q);
    assert_eq!((value, d_k), (r.dot(r), r.dot(r) * 0.5));
    assert_eq!(floats(&d_p), (2.0 * r.x, 2.0 * r.y, 2.0 * r.z));
    assert_eq!(floats(&d_q), (-2.0 * r.x, -2.0 * r.y, -2.0 * r.z));
    check_two!(spring, spring_grad, by_value, by_value);
    check_two!(line, line_grad, same, same);
    check_two!(by_reference, by_reference_grad, same, same);
    check_two!(reflect, reflect_grad, by_value, by_value);
}

/// Loops, branches, writes of fields and of whole values.
#[derive_grad]
fn walk(p: Vec3, q: &Vec3, dt: f64) -> f64 {
    let (mut x, mut v) = (p, *q);
    let mut energy = 0.0;
    for i in 0..5 {
        let a = -x * 0.7;
        v += a * dt;
        if i % 2 == 0 {
            x += v * dt;
            x.y *= 1.1;
        } else {
            x = x + v * dt - *q * 0.01;
            v -= &a;
            v *= dt;
        }
        v /= 1.0 + dt * dt;
        let kept = x;
        x.z = dt;
        energy += v.dot(v) + kept * x;
    }
    energy + x.norm()
}

#[derive_grad]
fn centre(ps: &[Vec3], ws: &[f64], up: &Vec3) -> f64 {
    let mut sum = *up * 0.0;
    for (p, w) in ps.iter().zip(ws) {
        sum += *p * *w;
    }
    let all = ps.iter().fold(*up, |a, p| a + *p);
    let first = ps[0] - ps[1];
    (sum - all).norm() + first.dot(*up)
}

#[derive_grad]
fn starts_at_zero(ps: &[Vec3], k: f64) -> f64 {
    let mut sum = Vec3::zero();
    let mut other = Vec3 {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    };
    for p in ps {
        sum = sum + *p * k;
        other += sum;
    }
    let folded = ps.iter().fold(Vec3::zero(), |a, p| a + *p);
    sum * folded + other.norm()
}

#[test]
fn operators_in_loops_and_chains() {
    check_two!(walk, walk_grad, by_value, same);
    let (ps, ws, up) = (vec![P, Q, (0.1, 0.2, 0.3)], vec![0.2, 0.5, -0.7], P);
    let vectors = |ps: &[Floats]| ps.iter().map(v3).collect::<Vec<_>>();
    let primal = |(ps, ws, up): &(Vec<Floats>, Vec<f64>, Floats)| centre(&vectors(ps), ws, &v3(up));
    let (value, d_ps, d_ws, d_up) = centre_grad(&vectors(&ps), &ws, &v3(&up));
    let d_ps: Vec<Floats> = d_ps.iter().map(floats).collect();
    let at = (ps.clone(), ws, up);
    assert_eq!(value, primal(&at));
    check::assert_gradient(primal, &at, &(d_ps, d_ws, floats(&d_up)));
    let primal = |(ps, k): &(Vec<Floats>, f64)| starts_at_zero(&vectors(ps), *k);
    let (_, d_ps, d_k) = starts_at_zero_grad(&vectors(&ps), 0.8);
    let d_ps: Vec<Floats> = d_ps.iter().map(floats).collect();
    check::assert_gradient(primal, &(ps, 0.8), &(d_ps, d_k));
}

const UP: Vec3 = Vec3 {
    x: 0.0,
    y: 0.5,
    z: 1.0,
};

#[derive_grad]
fn constants(p: Vec3, q: Vec3, t: f64) -> f64 {
    let gravity: Vec3 = Vec3::zero() - UP;
    let side = Vec3 {
        x: 1.0,
        y: 2.0,
        z: 3.0,
    };
    let at = p + q * t + gravity * (0.5 * t * t) - side;
    (at + UP).norm() + t * (side * p)
}

#[test]
fn operands_without_a_derivative() {
    check_two!(constants, constants_grad, by_value, by_value);
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    place: Vec3,
    speed: Vec3,
    mass: f64,
    steps: usize,
}

#[derive_grad]
impl Body {
    fn energy(&self, rest: &Vec3) -> f64 {
        let d = self.place - *rest;
        0.5 * self.mass * (self.speed * self.speed) + d.norm()
    }

    fn gap(&self, rest: &Vec3) -> f64 {
        (self.place - *rest).norm() * self.mass
    }

    fn step(&mut self, force: Vec3, dt: f64) {
        self.speed += force * (dt / self.mass);
        self.place = self.place + self.speed * dt;
    }

    fn stepped(&self, dt: f64) -> Body {
        let v: Vec3 = self.speed;
        Body {
            place: self.place + v * dt,
            speed: v * (1.0 - dt),
            mass: self.mass * dt,
            steps: self.steps + 1,
        }
    }
}

#[derive_grad]
fn orbit(body: &Body, centre: &Vec3, dt: f64) -> f64 {
    let mut body = body.clone();
    let mut least = 0.0;
    for _ in 0..body.steps {
        let r = *centre - body.place;
        let pull = r / r.norm().powi(3);
        body.step(pull, dt);
        least += body.gap(centre);
    }
    let last = body.stepped(dt);
    last.energy(centre) + least + (last.place - body.place) * last.speed
}

#[test]
fn operators_between_fields() {
    type At = (Floats, Floats, f64, Floats, f64);
    let body = |(place, speed, mass, ..): &At| Body {
        place: v3(place),
        speed: v3(speed),
        mass: *mass,
        steps: 4,
    };
    let primal = |at: &At| orbit(&body(at), &v3(&at.3), at.4);
    let at = (P, Q, 1.3, (2.0, 1.0, 0.5), 0.1);
    let (value, d, d_c, d_t) = orbit_grad(&body(&at), &v3(&at.3), at.4);
    assert_eq!(value, primal(&at));
    let gradient = (
        floats(&d.place),
        floats(&d.speed),
        d.mass,
        floats(&d_c),
        d_t,
    );
    check::assert_gradient(primal, &at, &gradient);
}

/// An element by its number leads to a field, of the gradient too.
#[derive_grad]
impl Index<usize> for Vec3 {
    type Output = f64;

    fn index(&self, i: usize) -> &f64 {
        match i {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("no element {i}"),
        }
    }
}

#[derive_grad]
impl IndexMut<usize> for Vec3 {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        match i {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("no element {i}"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Polygon {
    corners: Vec<Vec3>,
}

#[derive_grad]
impl Index<usize> for Polygon {
    type Output = Vec3;

    fn index(&self, i: usize) -> &Self::Output {
        &self.corners[i]
    }
}

#[derive_grad]
fn mixed(p: Vec3, q: &Vec3, t: f64) -> f64 {
    let mut sum = p * t;
    for i in 0..3 {
        sum[i] += q[(i + 1) % 3] * p[i];
        sum[2] = sum[i] * t;
    }
    let d = sum - *q;
    d[0] * d[1] + d.norm() * d[2]
}

#[derive_grad]
fn perimeter(polygon: &Polygon, n: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..n {
        let edge = polygon[(i + 1) % n] - polygon[i];
        sum += edge.norm() * polygon[i].x;
    }
    sum
}

#[test]
fn elements_by_number() {
    check_two!(mixed, mixed_grad, by_value, same);
    let corners = vec![P, Q, (0.5, 2.0, -1.0)];
    let polygon = |corners: &[Floats]| Polygon {
        corners: corners.iter().map(v3).collect(),
    };
    let (_, d) = perimeter_grad(&polygon(&corners), 3);
    let d: Vec<Floats> = d.corners.iter().map(floats).collect();
    check::assert_gradient(|c| perimeter(&polygon(c), 3), &corners, &d);
}
