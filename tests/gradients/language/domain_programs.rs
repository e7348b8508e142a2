//! Programs of several fields, as their authors would write them.

use grad_runtime::{Differentiable, derive_grad};
use num_traits::Float;

mod spaced_repetition {
    use super::*;

    #[derive_grad]
    fn forgetting(t: f64, s: f64) -> f64 {
        (1.0 + 19.0 / 81.0 * t / s).powf(-0.5)
    }
    #[derive(Differentiable, Clone, Copy)]
    struct St {
        s: f64,
        d: f64,
    }
    struct Rev {
        t: u32,
        r: u8,
    }
    #[derive_grad(no_grad(rev))]
    fn next(w: &[f64], st: St, rev: &Rev) -> St {
        let r = forgetting(f64::from(rev.t), st.s);
        let d = (st.d - w[0] * (f64::from(rev.r) - 3.0)).clamp(1.0, 10.0);
        let s = match rev.r {
            1 => w[1] * st.d.powf(-w[2]) * ((st.s + 1.0).powf(0.3) - 1.0),
            2..=4 => {
                let hard = if rev.r == 2 { 0.8 } else { 1.0 };
                st.s * (1.0 + w[1].exp() * (11.0 - d) * (-0.1 * (1.0 - r)).exp() * hard)
            }
            _ => unreachable!("rating {}", rev.r),
        };
        St { s: s.max(0.01), d }
    }
    #[derive_grad(no_grad(h))]
    fn loss(w: &[f64], h: &[Rev]) -> f64 {
        let init = St { s: w[2], d: 5.0 };
        let (total, _) = h.iter().fold((0.0, init), |(acc, st), rev| {
            let p = forgetting(rev.t as f64, st.s);
            let y = if rev.r > 1 { 1.0 } else { 0.0 };
            let ll = y * p.ln() + (1.0 - y) * (1.0 - p).ln();
            (acc - ll, next(w, st, rev))
        });
        total / h.len() as f64
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        loss(
            x,
            &[
                Rev { t: 1, r: 3 },
                Rev { t: 3, r: 1 },
                Rev { t: 2, r: 4 },
                Rev { t: 9, r: 2 },
            ],
        )
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod orbit_with_drag {
    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    enum Err2 {
        Crash { alt: f64 },
        Steps(usize),
    }
    #[derive(Differentiable, Clone, Copy, Debug)]
    struct State {
        r: [f64; 2],
        v: [f64; 2],
    }
    #[derive(Differentiable, Clone)]
    struct Prop {
        mu: f64,
        drag: f64,
        j2: f64,
        max: usize,
    }
    #[derive_grad]
    impl Prop {
        fn accel(&self, s: &State) -> [f64; 2] {
            let r2: f64 = s.r.iter().map(|c| c * c).sum();
            let r = r2.sqrt();
            let k = -self.mu / (r2 * r) * (1.0 + self.j2 / r2);
            let speed = s.v[0].hypot(s.v[1]);
            std::array::from_fn(|i| k * s.r[i] - self.drag * speed * s.v[i])
        }
        fn step(&self, s: State, dt: f64) -> Result<State, Err2> {
            let a = self.accel(&s);
            let mut n = s;
            for i in 0..2 {
                n.v[i] += dt * a[i];
                n.r[i] += dt * n.v[i];
            }
            let alt = n.r[0].hypot(n.r[1]);
            if alt < 0.1 {
                return Err(Err2::Crash { alt });
            }
            Ok(n)
        }
        fn run(&self, mut s: State, t: f64, n: usize) -> Result<State, Err2> {
            if n > self.max {
                return Err(Err2::Steps(n));
            }
            let dt = t / n as f64;
            for _ in 0..n {
                s = self.step(s, dt)?;
            }
            Ok(s)
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Prop {
            mu: 1.0 + x[0] * 0.1,
            drag: 0.01 * x[1],
            j2: 0.02 * x[2],
            max: 100,
        };
        match p.run(
            State {
                r: [1.0 + x[0], 0.0],
                v: [0.1 * x[2], x[1]],
            },
            1.0,
            12,
        ) {
            Ok(s) => s.r[0] * s.v[1] - s.r[1] * s.v[0],
            Err(_) => 0.0,
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod black_scholes {
    use super::*;

    #[derive(Differentiable, Clone, Copy)]
    struct Bs {
        spot: f64,
        strike: f64,
        vol: f64,
        rate: f64,
        t: f64,
    }
    #[derive_grad]
    fn phi(x: f64) -> f64 {
        1.0 / (1.0 + (-1.5976 * x - 0.070565992 * x * x * x).exp())
    }
    #[derive_grad]
    impl Bs {
        fn d(&self) -> (f64, f64) {
            let sd = self.vol * self.t.sqrt();
            let d1 = ((self.spot / self.strike).ln()
                + (self.rate + 0.5 * self.vol.powi(2)) * self.t)
                / sd;
            (d1, d1 - sd)
        }
        fn call(&self) -> f64 {
            let (d1, d2) = self.d();
            self.spot * phi(d1) - self.strike * (-self.rate * self.t).exp() * phi(d2)
        }
        fn put(&self) -> f64 {
            self.call() - self.spot + self.strike * (-self.rate * self.t).exp()
        }
        fn price(&self, call: bool) -> Option<f64> {
            if self.t <= 0.0 {
                None
            } else if call {
                Some(self.call())
            } else {
                Some(self.put())
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let b = Bs {
            spot: x[0],
            strike: 0.9,
            vol: x[2],
            rate: 0.01,
            t: x[1],
        };
        b.price(true).unwrap() * 2.0 + b.price(false).unwrap_or(0.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod generic_layers {
    use super::*;

    #[derive(Differentiable, Clone, Debug)]
    struct Layer<T> {
        w: Vec<Vec<T>>,
        b: Vec<T>,
        relu: bool,
    }
    #[derive_grad]
    impl<T: Float + grad_runtime::Scalar + std::iter::Sum> Layer<T> {
        fn forward(&self, x: &[T]) -> Vec<T> {
            self.w
                .iter()
                .zip(&self.b)
                .map(|(row, b)| {
                    let z = row.iter().zip(x).map(|(w, x)| *w * *x).sum::<T>() + *b;
                    if self.relu {
                        z.max(T::zero())
                    } else {
                        z.tanh()
                    }
                })
                .collect()
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let l1 = Layer {
            w: vec![vec![x[0], 0.5], vec![x[1], -0.3], vec![0.2, x[2]]],
            b: vec![0.1, x[2], 0.0],
            relu: true,
        };
        let l2 = Layer {
            w: vec![vec![0.3, x[0], 0.7]],
            b: vec![x[1]],
            relu: false,
        };
        let h = l1.forward(&x[..2]);
        l2.forward(&h)[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod kalman_filter {
    use super::*;

    #[derive(Differentiable, Clone, Copy)]
    struct Kf {
        m: f64,
        p: f64,
        ll: f64,
    }
    #[derive_grad]
    impl Kf {
        fn predict(self, q: f64) -> Self {
            Kf {
                p: self.p + q,
                ..self
            }
        }
        fn update(self, z: f64, r: f64) -> Self {
            let s = self.p + r;
            let k = self.p / s;
            let e = z - self.m;
            Self {
                m: self.m + k * e,
                p: (1.0 - k) * self.p,
                ll: self.ll - 0.5 * (e * e / s + s.ln()),
            }
        }
    }
    #[derive_grad(no_grad(zs))]
    fn nll(zs: &[Option<f64>], q: f64, r: f64) -> f64 {
        let mut k = Kf {
            m: 0.0,
            p: 1.0,
            ll: 0.0,
        };
        for z in zs {
            k = k.predict(q);
            if let Some(z) = z {
                k = k.update(*z, r);
            }
        }
        -k.ll
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        nll(
            &[Some(0.2), None, Some(0.3), Some(0.9)],
            x[2] * x[2],
            x[1].exp(),
        )
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod nearest_neighbours {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let q = x[1];
        let mut d: Vec<(f64, f64)> = x
            .iter()
            .enumerate()
            .map(|(i, &v)| ((v - q).powi(2), v * (i as f64 + 1.0)))
            .collect();
        d.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
        let k = 2;
        let (num, den) = d.iter().take(k).fold((0.0, 0.0), |(n, e), (dist, y)| {
            let w = (-dist).exp();
            (n + w * y, e + w)
        });
        num / den
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod polynomials {
    use super::*;

    #[derive(Differentiable, Clone, Default)]
    struct Poly {
        c: Vec<f64>,
    }
    #[derive_grad]
    impl Poly {
        fn new(c: Vec<f64>) -> Self {
            Self { c }
        }
        fn eval(&self, x: f64) -> f64 {
            self.c.iter().rev().fold(0.0, |a, &c| a * x + c)
        }
        fn derivative(&self) -> Poly {
            Poly::new(
                self.c
                    .iter()
                    .enumerate()
                    .skip(1)
                    .map(|(i, c)| i as f64 * c)
                    .collect(),
            )
        }
        fn mul(&self, o: &Poly) -> Poly {
            let mut c = vec![0.0; self.c.len() + o.c.len() - 1];
            for (i, a) in self.c.iter().enumerate() {
                for (j, b) in o.c.iter().enumerate() {
                    c[i + j] += a * b;
                }
            }
            Poly { c }
        }
        fn newton(&self, mut x: f64, tol: f64) -> Option<f64> {
            let d = self.derivative();
            for _ in 0..50 {
                let s = self.eval(x) / d.eval(x);
                x -= s;
                if s.abs() < tol {
                    return Some(x);
                }
            }
            None
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = Poly::new(x.to_vec());
        let q = p.mul(&p.derivative());
        q.eval(x[0])
            + Poly::new(vec![-x[1], 0.0, 1.0])
                .newton(1.0, 1e-12)
                .unwrap_or(f64::NAN)
            + x.windows(2).map(|w| w[0] * w[1]).sum::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod potentials_of_a_trait {
    use super::*;

    trait Potential {
        fn energy(&self, r: f64) -> f64;
    }
    #[derive(Differentiable, Clone)]
    struct Lj {
        eps: f64,
        sigma: f64,
    }
    #[derive(Differentiable, Clone)]
    struct Morse {
        d: f64,
        a: f64,
        r0: f64,
    }
    #[derive_grad]
    impl Potential for Lj {
        fn energy(&self, r: f64) -> f64 {
            let s6 = (self.sigma / r).powi(6);
            4.0 * self.eps * (s6 * s6 - s6)
        }
    }
    #[derive_grad]
    impl Potential for Morse {
        fn energy(&self, r: f64) -> f64 {
            let e = 1.0 - (-self.a * (r - self.r0)).exp();
            self.d * e * e
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let lj = Lj {
            eps: x[0],
            sigma: x[1],
        };
        let m = Morse {
            d: x[1],
            a: x[2],
            r0: x[0],
        };
        (1..4)
            .map(|i| {
                let r = 1.0 + 0.3 * i as f64;
                lj.energy(r) + m.energy(r * x[2])
            })
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod hidden_markov_model {
    use super::*;

    const N: usize = 3;
    #[derive_grad]
    fn lse(v: &[f64; N]) -> f64 {
        let m = v.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        m + v.iter().map(|a| (a - m).exp()).sum::<f64>().ln()
    }
    #[derive_grad]
    fn hmm(a: &[[f64; N]; N], b: &[[f64; 2]; N], obs: &[usize]) -> f64 {
        let mut alpha = [0.0; N];
        for i in 0..N {
            alpha[i] = b[i][obs[0]];
        }
        for &o in &obs[1..] {
            let prev = alpha;
            for j in 0..N {
                let mut t = [0.0; N];
                for i in 0..N {
                    t[i] = prev[i] + a[i][j];
                }
                alpha[j] = lse(&t) + b[j][o];
            }
        }
        lse(&alpha)
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = [[x[0], x[1], 0.1], [0.2, x[2], 0.3], [x[1], 0.0, x[0]]];
        let b = [[x[0], 0.2], [x[2], x[1]], [0.5, 0.1]];
        hmm(&a, &b, &[0, 1, 1, 0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod adaptive_steps {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (mut t, mut y, mut h) = (0.0_f64, [x[0], x[1]], 0.3);
        let rhs = |t: f64, y: &[f64; 2]| [y[1], -x[2] * y[0] - 0.1 * y[1] + t.sin()];
        let mut steps = 0;
        while t < 1.0 && steps < 100 {
            steps += 1;
            if t + h > 1.0 {
                h = 1.0 - t;
            }
            let k1 = rhs(t, &y);
            let mid = [y[0] + 0.5 * h * k1[0], y[1] + 0.5 * h * k1[1]];
            let k2 = rhs(t + 0.5 * h, &mid);
            let err = h * ((k2[0] - k1[0]).abs() + (k2[1] - k1[1]).abs());
            if err > 0.05 && h > 1e-3 {
                h *= 0.5;
                continue;
            }
            for i in 0..2 {
                y[i] += h * k2[i];
            }
            t += h;
            if err < 0.01 {
                h *= 1.5;
            }
        }
        y[0] * y[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}
