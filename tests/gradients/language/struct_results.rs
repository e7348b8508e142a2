//! Results with structs in vectors, arrays and tuples, alone and inside of a `Result` or an `Option`.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Debug, Differentiable, PartialEq)]
struct P {
    x: f64,
    v: f64,
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Layer {
    w: Vec<f64>,
    k: f64,
    n: usize,
}

#[derive_grad]
fn points(x: &[f64], k: f64) -> Vec<P> {
    let mut out = Vec::new();
    for i in 0..x.len() {
        if i == 5 {
            return Vec::new();
        }
        out.push(P {
            x: x[i] * k,
            v: x[i] * x[i],
        });
    }
    out
}

#[derive_grad]
fn moved(ps: &[P], k: f64) -> Vec<P> {
    ps.iter()
        .map(|p| P {
            x: p.x * k,
            v: p.v + p.x,
        })
        .collect()
}

#[derive_grad]
fn two(ps: &[P], k: f64) -> [P; 2] {
    let a = ps[0].clone();
    let mut b = P { x: a.x, v: k };
    b.x *= 2.0;
    [a, b]
}

#[derive_grad]
fn pair(p: &P, k: f64) -> (P, f64) {
    if p.x > k {
        return (P { x: k, v: p.v }, 2.0 * p.x);
    }
    let q = P { v: k, ..p.clone() };
    (q, p.x)
}

#[derive_grad]
fn layers(x: &[f64], n: usize) -> (usize, Vec<Layer>, [P; 2]) {
    let layer = Layer {
        w: x.to_vec(),
        k: x[0],
        n,
    };
    let p = P { x: x[1], v: 2.0 };
    let short = Layer {
        w: vec![x[0] * x[1]],
        k: 1.0,
        n: 1,
    };
    (n, vec![layer.clone(), short, layer], [p.clone(), p])
}

mod seeds {
    use super::*;

    #[test]
    fn of_vectors() {
        let (value, pullback) = points_vjp(&[1.0, 2.0], 3.0);
        assert_eq!(value[1], P { x: 6.0, v: 4.0 });
        let (mut d_x, mut d_k) = ([0.5; 2], 0.0);
        let seed = [PTangent { x: 1.0, v: 1.0 }, PTangent { x: 0.0, v: 2.0 }];
        pullback(&seed, &mut d_x, &mut d_k);
        assert_eq!((d_x, d_k), ([5.5, 8.5], 1.0));
    }

    #[test]
    fn of_arrays() {
        let ps = [P { x: 2.0, v: 3.0 }];
        let (value, pullback) = two_vjp(&ps, 5.0);
        assert_eq!(value, [P { x: 2.0, v: 3.0 }, P { x: 4.0, v: 5.0 }]);
        let (mut d_ps, mut d_k) = ([PTangent { x: 0.0, v: 0.0 }], 0.0);
        let seed = [PTangent { x: 1.0, v: 10.0 }, PTangent { x: 3.0, v: 7.0 }];
        pullback(&seed, &mut d_ps, &mut d_k);
        assert_eq!((d_ps[0].x, d_ps[0].v, d_k), (7.0, 10.0, 7.0));
    }

    #[test]
    fn of_tuples() {
        let (_, pullback) = layers_vjp(&[2.0, 3.0], 4);
        let mut d_x = [0.0; 2];
        let layer = |w: &[f64], k| LayerTangent {
            w: w.to_vec(),
            k,
            n: (),
        };
        let seed = (
            (),
            vec![
                layer(&[1.0, 0.0], 1.0),
                layer(&[1.0], 1.0),
                layer(&[0.0, 5.0], 0.0),
            ],
            [PTangent { x: 1.0, v: 1.0 }, PTangent { x: 1.0, v: 1.0 }],
        );
        pullback(&seed, &mut d_x);
        // By w[0], k and the product; by the product, w[1], x and x.
        assert_eq!(d_x, [1.0 + 1.0 + 3.0, 2.0 + 5.0 + 2.0]);
    }
}

mod read_by_callers {
    use super::*;
    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        let ps = points(x, k);
        let mut s = 0.0;
        for p in &ps {
            s += p.x * p.v;
        }
        for (p, &xi) in ps.iter().zip(x) {
            s -= p.v * xi;
        }
        s + ps.iter().map(|p| p.x.sin()).sum::<f64>() + ps[1].x * moved(&ps, k)[0].v
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.75, 1.5, -2.0, 0.5];
    }
}

mod changed_by_callers {
    use super::*;
    #[derive_grad]
    fn f(k: f64, x: &[f64], n: usize) -> f64 {
        let mut ps = points(x, k);
        for i in 0..n {
            ps = moved(&ps, k);
            ps[0].x += ps[1].v;
            if i == 1 {
                ps.push(P { x: k, v: x[0] });
            }
        }
        let last = moved(&ps, ps[0].x);
        let mut s = 0.0;
        for (p, q) in ps.iter().zip(&last) {
            s += p.x * q.v + q.x;
        }
        ps[1] = last[0].clone();
        s + ps.iter().map(|p| p.x * p.v).sum::<f64>()
    }

    check! {
        |v| (v[0], &v[1..], 3) -> (k, x);
        smooth [0.75, 1.5, -0.5, 0.5];
    }
}

mod chosen_by_branches {
    use super::*;
    #[derive_grad]
    fn f(k: f64, x: &[f64], n: usize) -> f64 {
        let mut s = 0.0;
        for i in 0..n {
            let ps: Vec<P> = if i % 2 == 0 {
                points(x, k)
            } else {
                points(&x[1..], s)
            };
            let [a, b] = two(&ps, k);
            let (p, z) = pair(&a, k);
            s += a.x * b.v + p.x * z * b.x;
        }
        s
    }

    check! {
        |v| (v[0], &v[1..], 3) -> (k, x);
        smooth [0.75, 0.5, 1.25];
        smooth [0.75, -0.5, 1.5];
    }
}

mod copies_of_lists {
    use super::*;
    #[derive_grad]
    fn changed(mut ps: Vec<P>, k: f64) -> Vec<P> {
        for p in ps.iter_mut() {
            p.x *= k;
            if p.x > 2.0 {
                p.v += p.x;
            }
        }
        ps.push(P { x: k, v: 0.0 });
        ps.swap(0, 1);
        ps
    }
    #[derive_grad]
    fn turned(ps: &[P], k: f64) -> Vec<P> {
        let mut out = ps.to_vec();
        out[0] = P { x: k, v: out[1].x };
        out.reverse();
        out
    }
    #[derive_grad]
    fn by_value(ps: Vec<P>, k: f64, n: usize) -> f64 {
        let mut qs = ps;
        for _ in 0..n {
            qs[0].x *= k;
            qs = turned(&qs, qs[1].v);
        }
        qs[0].x * qs[1].v
    }
    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        let ps = points(x, k);
        let a = changed(ps.to_vec(), k);
        let b = turned(&a, k * k);
        let c = turned(&b[1..], 1.0 + k);
        let s: f64 = c.iter().zip(b.iter()).map(|(p, q)| p.x * q.v).sum();
        s + by_value(b, k, 3) * ps[0].x
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [1.75, 1.5, -0.5, 0.5];
    }
}

mod without_a_value {
    use super::*;
    #[derive_grad]
    fn tried(ps: &[P], k: f64) -> Result<Vec<P>, String> {
        let mut out = Vec::new();
        for p in ps {
            if p.x > 100.0 {
                return Err("far".to_owned());
            }
            out.push(P { x: p.x * k, v: p.v });
        }
        Ok(out)
    }
    #[derive_grad]
    fn first(ps: &[P], k: f64) -> Option<(P, f64)> {
        let p = ps.first()?;
        Some((P { x: p.x, v: p.v * k }, k))
    }
    #[derive_grad]
    fn array(ps: &[P], k: f64) -> Option<[P; 2]> {
        if k > 100.0 { None } else { Some(two(ps, k)) }
    }
    #[derive_grad]
    fn all(x: &[f64], k: f64) -> Result<f64, String> {
        let ps = points(x, k);
        let a = tried(&ps, k)?;
        let b = tried(&a, k).unwrap();
        let c = match tried(&b, k) {
            Ok(c) => c[0].x * b[1].x,
            Err(_) => 0.0,
        };
        let d = match first(&b, k) {
            Some((p, q)) => p.x * p.v * q,
            None => k,
        };
        let e = if let Some(q) = array(&a, c) {
            q[0].x * q[1].v
        } else {
            d
        };
        Ok(c * d + e)
    }
    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..2 {
            s += all(x, k).unwrap() * k;
            s += all(&x[i..], 1e6 * k).unwrap_or(k);
        }
        s
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.75, 1.5, -0.5, 0.5];
    }

    #[test]
    fn nothing_is_written() {
        assert!(tried_vjp(&[P { x: 200.0, v: 0.0 }], 1.0).is_err());
        assert!(first_vjp(&[], 1.0).is_none());
        assert!(array_vjp(&[], 101.0).is_none());
    }
}

mod of_methods {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Model {
        ps: Vec<P>,
        k: f64,
    }
    #[derive_grad]
    impl Model {
        fn new(x: &[f64], k: f64) -> Model {
            Model {
                ps: points(x, k),
                k,
            }
        }
        fn moved(&self, t: f64) -> Vec<P> {
            let step = |p: &P| P {
                x: p.x + p.v * t,
                v: p.v * self.k,
            };
            self.ps.iter().map(step).collect()
        }
        fn copied(&self) -> Vec<P> {
            self.ps.clone()
        }
        fn scaled(&self) -> Vec<P> {
            let mut ps = self.ps.to_vec();
            ps[0].x *= self.k;
            ps
        }
        fn ends(&self) -> (P, P) {
            (self.ps[0].clone(), self.ps[1].clone())
        }
        fn step(&mut self, t: f64) {
            self.ps = self.moved(t);
            self.k *= t;
        }
        fn energy(&self) -> f64 {
            let (a, b) = self.ends();
            let mut s = a.x * b.v;
            for q in self.moved(0.5) {
                s += q.x * q.x;
            }
            for q in &self.scaled() {
                s *= q.x;
            }
            s + self.copied()[1].x
        }
    }
    #[derive_grad]
    fn f(k: f64, x: &[f64], n: usize) -> f64 {
        let mut model = Model::new(x, k);
        for i in 0..n {
            model.step(x[i]);
        }
        model.energy()
    }

    check! {
        |v| (v[0], &v[1..], 2) -> (k, x);
        smooth [0.75, 1.5, -0.5];
    }
}
