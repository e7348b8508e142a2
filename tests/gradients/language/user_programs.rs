//! Programs as users write them: structs, lists of them, options, closures, chains.

use grad_runtime::{Differentiable, derive_grad};
use num_traits::Float;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

mod option_of_struct {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Line {
        a: f64,
        b: f64,
    }
    #[derive_grad]
    impl Line {
        fn at(&self, t: f64) -> f64 {
            self.a * t + self.b
        }
    }
    #[derive_grad]
    fn maybe(x: f64) -> Option<Line> {
        if x > 0.0 {
            Some(Line { a: x, b: x * x })
        } else {
            None
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let l = maybe(x[0]).unwrap();
        let m = match maybe(x[1]) {
            Some(l) => l.at(2.0),
            None => 0.0,
        };
        l.at(x[2]) * m
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod struct_out_of_branches {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Line {
        a: f64,
        b: f64,
    }
    #[derive_grad]
    impl Line {
        fn at(&self, t: f64) -> f64 {
            self.a * t + self.b
        }
    }
    #[derive_grad]
    fn g(x: f64) -> Line {
        Line { a: x, b: x * x }
    }
    #[derive_grad]
    fn h(x: f64) -> Line {
        Line { a: -x, b: x.sin() }
    }
    #[derive_grad]
    fn pick(x: f64, c: bool) -> Line {
        if c { g(x) } else { h(x) }
    }
    #[derive_grad]
    fn opt(x: f64) -> Option<Line> {
        if x > 0.5 { Some(g(x)) } else { None }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let l = pick(x[0], x[1] > 1.0);
        let m = pick(x[1], false);
        let mut s = l.at(x[2]) * m.at(0.5);
        if let Some(n) = opt(x[0]) {
            s += n.a * n.b;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod parameters_updated {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Params {
        alpha: f64,
        beta: f64,
        hist: Vec<f64>,
    }
    #[derive_grad]
    fn update(p: &Params, x: f64) -> Params {
        let mut q = p.clone();
        q.alpha += 0.1 * x;
        q.hist.push(q.alpha * x);
        q
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut p = Params {
            alpha: x[0],
            beta: x[1],
            hist: vec![],
        };
        for v in x {
            p = update(&p, *v);
        }
        p.hist.iter().sum::<f64>() * p.beta + p.alpha
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod option_pricer {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Kind {
        Call,
        Put,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Opt {
        s: f64,
        k: f64,
        vol: f64,
        r: f64,
        t: f64,
        #[no_grad]
        kind: Kind,
    }
    #[derive_grad]
    fn cdf(x: f64) -> f64 {
        1.0 / (1.0 + (-1.702 * x).exp())
    }
    #[derive_grad]
    impl Opt {
        fn d1(&self) -> f64 {
            ((self.s / self.k).ln() + (self.r + self.vol.powi(2) / 2.0) * self.t)
                / (self.vol * self.t.sqrt())
        }
        fn d2(&self) -> f64 {
            self.d1() - self.vol * self.t.sqrt()
        }
        fn price(&self) -> f64 {
            let (d1, d2) = (self.d1(), self.d2());
            let df = (-self.r * self.t).exp();
            match self.kind {
                Kind::Call => self.s * cdf(d1) - self.k * df * cdf(d2),
                Kind::Put => self.k * df * cdf(-d2) - self.s * cdf(-d1),
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut o = Opt {
            s: 100.0 * x[0],
            k: 90.0,
            vol: x[2],
            r: 0.03,
            t: x[1],
            kind: Kind::Call,
        };
        let c = o.price();
        o.kind = Kind::Put;
        c * 2.0 - o.price()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod running_variance {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Acc {
        mean: f64,
        m2: f64,
        n: usize,
    }
    #[derive_grad]
    impl Acc {
        fn new() -> Self {
            Acc {
                mean: 0.0,
                m2: 0.0,
                n: 0,
            }
        }
        fn push(&mut self, x: f64) {
            self.n += 1;
            let d = x - self.mean;
            self.mean += d / self.n as f64;
            self.m2 += d * (x - self.mean);
        }
        fn var(&self) -> f64 {
            if self.n < 2 {
                0.0
            } else {
                self.m2 / (self.n - 1) as f64
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = Acc::new();
        for v in x {
            a.push(*v);
        }
        a.var().sqrt() + a.mean
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod rays_and_spheres {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Sphere {
        c: [f64; 3],
        r: f64,
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Ray {
        o: [f64; 3],
        d: [f64; 3],
    }
    #[derive_grad]
    fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
        a.iter().zip(b).map(|(x, y)| x * y).sum()
    }
    #[derive_grad]
    fn sub(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }
    #[derive_grad]
    impl Sphere {
        fn hit(&self, ray: &Ray) -> Option<f64> {
            let oc = sub(ray.o, self.c);
            let b = dot(&oc, &ray.d);
            let c = dot(&oc, &oc) - self.r * self.r;
            let disc = b * b - c;
            if disc < 0.0 {
                return None;
            }
            let t = -b - disc.sqrt();
            if t > 0.0 { Some(t) } else { None }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let s = [
            Sphere {
                c: [0.0, 0.0, 5.0],
                r: x[0],
            },
            Sphere {
                c: [x[2], 0.0, 4.0],
                r: x[1],
            },
        ];
        let ray = Ray {
            o: [0.0, 0.1, 0.0],
            d: [0.0, 0.0, 1.0],
        };
        let mut best = f64::INFINITY;
        for sp in s.iter() {
            if let Some(t) = sp.hit(&ray) {
                if t < best {
                    best = t;
                }
            }
        }
        best + s
            .iter()
            .filter_map(|sp| sp.hit(&ray))
            .fold(0.0, |a, t| a + t * t)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod tree_of_structs {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Tree {
        w: f64,
        kids: Vec<Tree>,
    }
    #[derive_grad]
    impl Tree {
        fn sum(&self, k: f64) -> f64 {
            let mut s = self.w * k;
            for c in &self.kids {
                s += c.sum(k * 0.5) * self.w;
            }
            s
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let leaf = Tree {
            w: x[0],
            kids: vec![],
        };
        let t = Tree {
            w: x[1],
            kids: vec![
                leaf,
                Tree {
                    w: x[2],
                    kids: Vec::new(),
                },
            ],
        };
        t.sum(x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod quadrature_of_closure {
    use super::*;

    trait Kernel {
        fn eval(&self, a: f64, b: f64) -> f64;
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Rbf {
        l: f64,
    }
    #[derive_grad]
    fn quad(g: impl Fn(f64) -> f64, n: usize) -> f64 {
        let h = 1.0 / n as f64;
        (0..n).map(|i| g((i as f64 + 0.5) * h) * h).sum()
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = x[0];
        let b = x[1];
        quad(|t| (a * t).sin() * b, 5) * x[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod cell_folded {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Lstm {
        w: [[f64; 2]; 2],
        b: [f64; 2],
    }
    #[derive(Clone, Copy, Debug, Differentiable)]
    struct St {
        h: f64,
        c: f64,
    }
    #[derive_grad]
    fn sig(x: f64) -> f64 {
        1.0 / (1.0 + (-x).exp())
    }
    #[derive_grad]
    impl Lstm {
        fn cell(&self, s: St, x: f64) -> St {
            let f = sig(self.w[0][0] * x + self.w[0][1] * s.h + self.b[0]);
            let g = (self.w[1][0] * x + self.w[1][1] * s.h + self.b[1]).tanh();
            let c = f * s.c + (1.0 - f) * g;
            St { h: c.tanh(), c }
        }
        fn run(&self, xs: &[f64]) -> St {
            xs.iter()
                .fold(St { h: 0.0, c: 0.0 }, |s, &x| self.cell(s, x))
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let l = Lstm {
            w: [[x[0], x[1]], [x[2], 0.3]],
            b: [0.1, x[0]],
        };
        let s = l.run(&[0.1, -0.5, 0.9]);
        s.h * s.c
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod nearest_point {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct P {
        x: f64,
        y: f64,
    }
    #[derive_grad]
    impl P {
        fn d2(&self, o: &P) -> f64 {
            (self.x - o.x).powi(2) + (self.y - o.y).powi(2)
        }
    }
    #[derive_grad]
    fn g(ps: &[P], c: &P) -> f64 {
        let near = ps
            .iter()
            .min_by(|a, b| a.d2(c).total_cmp(&b.d2(c)))
            .unwrap();
        near.d2(c) + near.x
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let ps = vec![P { x: x[0], y: x[1] }, P { x: x[1], y: x[2] }];
        g(&ps, &P { x: x[2], y: 0.3 })
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod generic_vectors {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct V3<T> {
        x: T,
        y: T,
        z: T,
    }
    #[derive_grad]
    impl<T: Float> V3<T> {
        fn new(x: T, y: T, z: T) -> Self {
            V3 { x, y, z }
        }
        fn dot(&self, o: &V3<T>) -> T {
            self.x * o.x + self.y * o.y + self.z * o.z
        }
        fn cross(&self, o: &V3<T>) -> V3<T> {
            V3::new(
                self.y * o.z - self.z * o.y,
                self.z * o.x - self.x * o.z,
                self.x * o.y - self.y * o.x,
            )
        }
        fn norm(&self) -> T {
            self.dot(self).sqrt()
        }
        fn scale(&self, k: T) -> Self {
            V3 {
                x: self.x * k,
                y: self.y * k,
                z: self.z * k,
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = V3::new(x[0], x[1], x[2]);
        let b = V3::new(0.3, x[0], -x[1]);
        let c = a.cross(&b);
        c.norm() + a.dot(&c.scale(2.0)) + c.cross(&a).norm()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod process_likelihood {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Ou {
        theta: f64,
        mu: f64,
        sigma: f64,
    }
    #[derive_grad]
    impl Ou {
        fn loglik(&self, ts: &[(f64, f64)]) -> f64 {
            ts.windows(2)
                .map(|w| {
                    let ((t0, x0), (t1, x1)) = (w[0], w[1]);
                    let dt = t1 - t0;
                    let e = (-self.theta * dt).exp();
                    let m = self.mu + (x0 - self.mu) * e;
                    let v = self.sigma.powi(2) * (1.0 - e * e) / (2.0 * self.theta);
                    -0.5 * ((x1 - m).powi(2) / v + v.ln())
                })
                .sum()
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let o = Ou {
            theta: x[0],
            mu: x[1],
            sigma: x[2],
        };
        o.loglik(&[(0.0, 1.0), (0.5, x[1]), (1.5, 0.7)])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod runge_kutta_of_closure {
    use super::*;

    #[derive_grad]
    fn rk4<F>(g: F, y0: &[f64], t0: f64, h: f64, n: usize) -> Vec<f64>
    where
        F: Fn(f64, &[f64]) -> Vec<f64>,
    {
        let mut y = y0.to_vec();
        let mut t = t0;
        for _ in 0..n {
            let k1 = g(t, &y);
            let y2: Vec<f64> = y.iter().zip(&k1).map(|(a, k)| a + 0.5 * h * k).collect();
            let k2 = g(t + 0.5 * h, &y2);
            let y3: Vec<f64> = y.iter().zip(&k2).map(|(a, k)| a + 0.5 * h * k).collect();
            let k3 = g(t + 0.5 * h, &y3);
            let y4: Vec<f64> = y.iter().zip(&k3).map(|(a, k)| a + h * k).collect();
            let k4 = g(t + h, &y4);
            for i in 0..y.len() {
                y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
            }
            t += h;
        }
        y
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (a, b) = (x[0], x[1]);
        let y = rk4(
            |_t, y: &[f64]| vec![a * y[0] - b * y[0] * y[1], -y[1] + 0.3 * y[0] * y[1]],
            &[1.0, x[2]],
            0.0,
            0.1,
            4,
        );
        y[0] * y[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod cross_entropy {
    use super::*;

    #[derive_grad]
    fn softmax(z: &[f64]) -> Vec<f64> {
        let m = z.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let e: Vec<f64> = z.iter().map(|v| (v - m).exp()).collect();
        let s: f64 = e.iter().sum();
        e.into_iter().map(|v| v / s).collect()
    }
    #[derive_grad]
    fn ce(w: &[Vec<f64>], xs: &[Vec<f64>], ys: &[usize]) -> f64 {
        let mut loss = 0.0;
        for (x, &y) in xs.iter().zip(ys) {
            let logits: Vec<f64> = w
                .iter()
                .map(|row| row.iter().zip(x.iter()).map(|(a, b)| a * b).sum())
                .collect();
            let p = softmax(&logits);
            loss -= p[y].max(1e-12).ln();
        }
        loss / xs.len() as f64
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        ce(
            &[vec![x[0], x[1]], vec![x[2], -x[0]]],
            &[vec![0.5, x[1]], vec![-0.3, 0.8]],
            &[0, 1],
        )
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod time_warping {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = x.len();
        let mut dp = vec![vec![f64::INFINITY; n + 1]; n + 1];
        dp[0][0] = 0.0;
        for i in 1..=n {
            for j in 1..=n {
                let c = (x[i - 1] - x[j - 1] * 0.9).powi(2);
                dp[i][j] = c + dp[i - 1][j].min(dp[i][j - 1]).min(dp[i - 1][j - 1]);
            }
        }
        dp[n][n]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod complex_iteration {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut z = (0.0f64, 0.0f64);
        let c = (x[0] * 0.3, x[1] * 0.2);
        for _ in 0..6 {
            let (re, im) = z;
            z = (re * re - im * im + c.0, 2.0 * re * im + c.1);
        }
        (z.0.powi(2) + z.1.powi(2)).sqrt() * x[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod settings_with_default {
    use super::*;

    #[derive(Clone, Debug, Default, Differentiable)]
    struct Cfg {
        lr: f64,
        decay: f64,
        steps: usize,
        verbose: bool,
    }
    #[derive_grad]
    fn train(cfg: &Cfg, w0: f64) -> f64 {
        let mut w = w0;
        let mut lr = cfg.lr;
        for step in 0..cfg.steps {
            let g = 2.0 * (w - 3.0);
            w -= lr * g;
            lr *= cfg.decay;
            if cfg.verbose && step % 2 == 0 {
                println!("{step} {w}");
            }
        }
        (w - 3.0).powi(2)
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let cfg = Cfg {
            lr: x[0] * 0.1,
            decay: x[1] * 0.7,
            steps: 5,
            ..Default::default()
        };
        train(&cfg, x[2])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod constants_and_tables {
    use super::*;

    const G: f64 = 9.81;
    static TABLE: [f64; 3] = [0.1, 0.2, 0.3];
    #[derive_grad]
    fn drag(v: f64, rho: f64) -> f64 {
        const CD: f64 = 0.47;
        0.5 * rho * CD * v * v.abs()
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = x[0];
        let mut h = x[1] * 10.0;
        let mut t = 0.0;
        while h > 0.0 && t < 1.0 {
            let a = -G - drag(v, x[2]);
            v += a * 0.1;
            h += v * 0.1;
            t += 0.1;
        }
        h + v * TABLE[1] + TABLE.iter().zip(x).map(|(a, b)| a * b).sum::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod transposed_lists {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                m[i][j] = x[i] * x[j] + if i == j { 1.0 } else { 0.0 };
            }
        }
        let det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
        let tr: f64 = (0..3).map(|i| m[i][i]).sum();
        let mt: Vec<Vec<f64>> = (0..3).map(|j| m.iter().map(|r| r[j]).collect()).collect();
        det.ln() + tr + mt[0][1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod bucket_of_pairs {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Bucket {
        items: Vec<(f64, usize)>,
        scale: f64,
    }
    #[derive_grad]
    impl Bucket {
        fn total(&self) -> f64 {
            self.items.iter().map(|(v, n)| v * *n as f64).sum::<f64>() * self.scale
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let b = Bucket {
            items: vec![(x[0], 2), (x[1], 3)],
            scale: x[2],
        };
        b.total() * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod newton_with_result {
    use super::*;

    #[derive_grad]
    fn newton(a: f64) -> Result<f64, String> {
        let mut x = 1.0;
        for _ in 0..30 {
            let fx = x * x - a;
            if fx.abs() < 1e-14 {
                return Ok(x);
            }
            let d = 2.0 * x;
            if d == 0.0 {
                return Err("flat".into());
            }
            x -= fx / d;
        }
        Ok(x)
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let r = newton(x[0] + x[1]).expect("converges");
        let s = newton(x[2]).unwrap_or(0.0);
        let t: f64 = [x[0], x[2]].iter().filter_map(|v| newton(*v).ok()).sum();
        r * s + t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod matrices {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Mat {
        r: usize,
        c: usize,
        d: Vec<f64>,
    }
    #[derive_grad]
    impl Mat {
        fn zeros(r: usize, c: usize) -> Mat {
            Mat {
                r,
                c,
                d: vec![0.0; r * c],
            }
        }
        fn from_fn(r: usize, c: usize, v: &[f64]) -> Mat {
            let mut m = Mat::zeros(r, c);
            for i in 0..r * c {
                m.d[i] = v[i % v.len()];
            }
            m
        }
        fn get(&self, i: usize, j: usize) -> f64 {
            self.d[i * self.c + j]
        }
        fn set(&mut self, i: usize, j: usize, v: f64) {
            let c = self.c;
            self.d[i * c + j] = v;
        }
        fn mul(&self, o: &Mat) -> Mat {
            assert_eq!(self.c, o.r);
            let mut m = Mat::zeros(self.r, o.c);
            for i in 0..self.r {
                for j in 0..o.c {
                    let mut s = 0.0;
                    for k in 0..self.c {
                        s += self.get(i, k) * o.get(k, j);
                    }
                    m.set(i, j, s);
                }
            }
            m
        }
        fn trace(&self) -> f64 {
            (0..self.r).map(|i| self.get(i, i)).sum()
        }
        fn transpose(&self) -> Mat {
            let mut t = Mat::zeros(self.c, self.r);
            for i in 0..self.r {
                for j in 0..self.c {
                    t.set(j, i, self.get(i, j));
                }
            }
            t
        }
        fn tanh(&self) -> Mat {
            Mat {
                r: self.r,
                c: self.c,
                d: self.d.iter().map(|v| v.tanh()).collect(),
            }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = Mat::from_fn(2, 3, x);
        let b = a.transpose();
        let c = a.mul(&b);
        let e = c.tanh();
        c.mul(&e).trace()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod match_on_tuples_and_slices {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for (i, w) in x.windows(2).enumerate() {
            s += match (w[0] > w[1], i) {
                (true, 0) => w[0] * w[1],
                (true, n) if n > 1 => w[0],
                (false, _) => w[1].powi(2),
                _ => 0.1 * w[0],
            };
        }
        match x {
            [a, .., b] => s + a * b,
            [a] => *a,
            [] => 0.0,
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod ranks {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let idx = {
            let mut v: Vec<usize> = (0..x.len()).collect();
            v.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap());
            v
        };
        let mut rank = vec![0; x.len()];
        for (r, &i) in idx.iter().enumerate() {
            rank[i] = r;
        }
        x.iter()
            .zip(&rank)
            .map(|(v, r)| v * (*r as f64 + 1.0))
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod triangle_of_points {
    use super::*;

    #[derive_grad]
    fn lerp(a: f32, b: f32, t: f32) -> f32 {
        a + (b - a) * t
    }
    #[derive_grad]
    fn g(p: &[f32], t: f32) -> f32 {
        let mut q = p.to_vec();
        while q.len() > 1 {
            q = q.windows(2).map(|w| lerp(w[0], w[1], t)).collect();
        }
        q[0]
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p: Vec<f64> = x.to_vec();
        let mut q = p.clone();
        let n = q.len();
        for k in 1..n {
            for i in 0..n - k {
                q[i] = q[i] * 0.3 + q[i + 1] * 0.7;
            }
        }
        q[0] * p[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod data_without_gradient {
    use super::*;

    struct Data {
        xs: Vec<f64>,
        ys: Vec<f64>,
    }
    #[derive_grad(no_grad(data))]
    fn sse(p: &[f64; 2], data: &Data) -> f64 {
        data.xs
            .iter()
            .zip(&data.ys)
            .map(|(x, y)| (p[0] * x + p[1] - y).powi(2))
            .sum()
    }
    #[derive_grad(no_grad(data))]
    fn sse2(p: &[f64; 2], data: &Data) -> f64 {
        let n = data.xs.len();
        let mut s = 0.0;
        for i in 0..n {
            let r = (-p[0] * data.xs[i]).exp() * p[1] - data.ys[i];
            s += r * r;
        }
        s / n as f64
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let d = Data {
            xs: vec![1.0, 2.0],
            ys: vec![0.5, 0.7],
        };
        sse(&[x[0], x[1]], &d) + sse2(&[x[2], x[1]], &d)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod divergences {
    use super::*;

    #[derive_grad]
    fn kl(p: &[f64], q: &[f64]) -> f64 {
        p.iter()
            .zip(q.iter())
            .filter(|(p, _)| **p > 0.0)
            .map(|(p, q)| p * (p / q).ln())
            .sum()
    }
    #[derive_grad]
    fn norm(p: &mut [f64]) {
        let s: f64 = p.iter().sum();
        for v in p.iter_mut() {
            *v /= s;
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = x.to_vec();
        let mut b = vec![x[1], x[0], 0.5];
        norm(&mut a);
        norm(&mut b);
        let m: Vec<f64> = a.iter().zip(&b).map(|(a, b)| 0.5 * (a + b)).collect();
        0.5 * kl(&a, &m) + 0.5 * kl(&b, &m)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod test_functions {
    use super::*;

    #[derive_grad]
    fn ackley(x: &[f64]) -> f64 {
        let n = x.len() as f64;
        let s1 = x.iter().map(|v| v * v).sum::<f64>() / n;
        let s2 = x
            .iter()
            .map(|v| (std::f64::consts::TAU * v).cos())
            .sum::<f64>()
            / n;
        -20.0 * (-0.2 * s1.sqrt()).exp() - s2.exp() + 20.0 + std::f64::consts::E
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        ackley(x) + ackley(&x[1..]) * x.iter().map(|&v| v.abs().powf(1.5)).product::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod quaternions {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Q {
        w: f64,
        x: f64,
        y: f64,
        z: f64,
    }
    #[derive_grad]
    impl Q {
        fn mul(self, o: Q) -> Q {
            Q {
                w: self.w * o.w - self.x * o.x - self.y * o.y - self.z * o.z,
                x: self.w * o.x + self.x * o.w + self.y * o.z - self.z * o.y,
                y: self.w * o.y - self.x * o.z + self.y * o.w + self.z * o.x,
                z: self.w * o.z + self.x * o.y - self.y * o.x + self.z * o.w,
            }
        }
        fn conj(self) -> Q {
            Q {
                x: -self.x,
                y: -self.y,
                z: -self.z,
                ..self
            }
        }
        fn norm2(&self) -> f64 {
            let Q { w, x, y, z } = *self;
            w * w + x * x + y * y + z * z
        }
        fn rotate(self, v: [f64; 3]) -> [f64; 3] {
            let p = Q {
                w: 0.0,
                x: v[0],
                y: v[1],
                z: v[2],
            };
            let r = self.mul(p).mul(self.conj());
            let n = self.norm2();
            [r.x / n, r.y / n, r.z / n]
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let q = Q {
            w: 1.0,
            x: x[0],
            y: x[1],
            z: x[2],
        };
        let v = q.rotate([x[0], 0.5, -x[1]]);
        let u = q.mul(q).rotate(v);
        u[0] * v[1] + u[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod stack_machine {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut stack: Vec<f64> = Vec::new();
        for tok in ["0", "1", "+", "2", "*", "s"] {
            match tok {
                "+" => {
                    let b = stack.pop().unwrap();
                    let a = stack.pop().unwrap();
                    stack.push(a + b);
                }
                "*" => {
                    let b = stack.pop().unwrap();
                    let a = stack.pop().unwrap();
                    stack.push(a * b);
                }
                "s" => {
                    let a = stack.pop().unwrap();
                    stack.push(a.sin());
                }
                n => {
                    let i: usize = n.parse().unwrap();
                    stack.push(x[i]);
                }
            }
        }
        stack[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod fourier_transform {
    use super::*;

    #[derive_grad]
    fn fft(re: &mut [f64], im: &mut [f64]) {
        let n = re.len();
        if n <= 1 {
            return;
        }
        let h = n / 2;
        let mut er: Vec<f64> = re.iter().step_by(2).copied().collect();
        let mut ei: Vec<f64> = im.iter().step_by(2).copied().collect();
        let mut or: Vec<f64> = re.iter().skip(1).step_by(2).copied().collect();
        let mut oi: Vec<f64> = im.iter().skip(1).step_by(2).copied().collect();
        fft(&mut er, &mut ei);
        fft(&mut or, &mut oi);
        for k in 0..h {
            let a = -2.0 * std::f64::consts::PI * k as f64 / n as f64;
            let (s, c) = a.sin_cos();
            let tr = c * or[k] - s * oi[k];
            let ti = s * or[k] + c * oi[k];
            re[k] = er[k] + tr;
            im[k] = ei[k] + ti;
            re[k + h] = er[k] - tr;
            im[k + h] = ei[k] - ti;
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut re = vec![x[0], x[1], x[2], x[0] * x[1]];
        let mut im = vec![0.0; 4];
        fft(&mut re, &mut im);
        re.iter()
            .zip(&im)
            .enumerate()
            .map(|(i, (a, b))| (a * a + b * b) * i as f64)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod methods_that_lend {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct B {
        items: Vec<f64>,
        k: f64,
        #[no_grad]
        name: String,
    }
    #[derive_grad]
    impl B {
        fn items(&self) -> &[f64] {
            &self.items
        }
        fn name(&self) -> &str {
            &self.name
        }
        fn len(&self) -> usize {
            self.items.len()
        }
        fn k_mut(&mut self) -> &mut f64 {
            &mut self.k
        }
        fn add(&mut self, v: f64) -> &mut Self {
            self.items.push(v);
            self
        }
        fn iter(&self) -> impl Iterator<Item = &f64> + '_ {
            self.items.iter()
        }
        fn show(&self) -> String {
            format!("{:?}", self.items)
        }
        fn total(&self) -> f64 {
            self.items().iter().sum::<f64>() * self.k
                + self.iter().map(|v| v * v).sum::<f64>() * self.len() as f64
                + self.items()[1]
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let b = B {
            items: x.to_vec(),
            k: x[0],
            name: String::new(),
        };
        b.total()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod vectors_inside_results {
    use super::*;

    #[derive_grad]
    fn g(x: &[f64]) -> (f64, Vec<f64>) {
        let v: Vec<f64> = x.iter().map(|a| a * a).collect();
        (v[0] * v[1], v)
    }
    #[derive_grad]
    fn h(x: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>, usize) {
        let mut r = vec![];
        for i in 0..2 {
            r.push(vec![x[i], x[i] * x[2]]);
        }
        (x.iter().map(|v| v.sin()).collect(), r, 3)
    }
    #[derive_grad]
    fn k(x: &[f64]) -> [Vec<f64>; 2] {
        [x.to_vec(), vec![x[0] * x[1]]]
    }
    #[derive_grad]
    fn m(x: &[f64], n: usize) -> (Vec<f64>, f64) {
        if n == 0 {
            return (vec![x[0]], x[1]);
        }
        let (mut v, s) = m(x, n - 1);
        v.push(s * x[2]);
        let t = v.iter().sum::<f64>();
        (v, t)
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (y, v) = g(x);
        let (a, b, n) = h(&v);
        let t = h(x);
        let [p, q] = k(&a);
        let (w, s) = m(x, 3);
        y * v[2] + a[0] * b[1][1] * n as f64 + t.1[0][1] * t.0[2] + p[1] * q[0] + w[3] * s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod complex_polynomial {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct C {
        re: f64,
        im: f64,
    }
    #[derive_grad]
    impl Add for C {
        type Output = C;
        fn add(self, o: C) -> C {
            C {
                re: self.re + o.re,
                im: self.im + o.im,
            }
        }
    }
    #[derive_grad]
    impl Mul for C {
        type Output = C;
        fn mul(self, o: C) -> C {
            C {
                re: self.re * o.re - self.im * o.im,
                im: self.re * o.im + self.im * o.re,
            }
        }
    }
    #[derive_grad]
    impl Mul<f64> for C {
        type Output = C;
        fn mul(self, k: f64) -> C {
            C {
                re: self.re * k,
                im: self.im * k,
            }
        }
    }
    #[derive_grad]
    impl Neg for C {
        type Output = C;
        fn neg(self) -> C {
            C {
                re: -self.re,
                im: -self.im,
            }
        }
    }
    #[derive_grad]
    impl C {
        fn norm2(self) -> f64 {
            self.re * self.re + self.im * self.im
        }
        fn exp(self) -> C {
            let e = self.re.exp();
            C {
                re: e * self.im.cos(),
                im: e * self.im.sin(),
            }
        }
    }
    #[derive_grad]
    fn poly(c: &[f64], z: C) -> C {
        let mut s = C { re: 0.0, im: 0.0 };
        for k in c.iter().rev() {
            s = s * z + C { re: *k, im: 0.0 };
        }
        s
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let z = C { re: x[0], im: x[1] };
        let w = z * z + -z * x[2];
        let mut t = w;
        for _ in 0..3 {
            t = t * t * 0.1 + z;
        }
        poly(x, t).norm2() + (w * 2.0).exp().norm2()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod bodies_with_operators {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Default, Differentiable)]
    struct V {
        x: f64,
        y: f64,
        z: f64,
    }
    #[derive_grad]
    impl Add for V {
        type Output = V;
        fn add(self, o: V) -> V {
            V {
                x: self.x + o.x,
                y: self.y + o.y,
                z: self.z + o.z,
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
                z: self.z - o.z,
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
                z: self.z * k,
            }
        }
    }
    #[derive_grad]
    impl Mul<V> for f64 {
        type Output = V;
        fn mul(self, v: V) -> V {
            v * self
        }
    }
    #[derive_grad]
    impl AddAssign for V {
        fn add_assign(&mut self, o: V) {
            self.x += o.x;
            self.y += o.y;
            self.z += o.z;
        }
    }
    #[derive_grad]
    impl V {
        fn dot(self, o: V) -> f64 {
            self.x * o.x + self.y * o.y + self.z * o.z
        }
        fn norm(self) -> f64 {
            self.dot(self).sqrt()
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Sys {
        pos: Vec<V>,
        vel: Vec<V>,
        m: Vec<f64>,
    }
    #[derive_grad]
    impl Sys {
        fn step(&mut self, dt: f64) {
            let n = self.pos.len();
            let mut acc = vec![V::default(); n];
            for i in 0..n {
                for j in 0..n {
                    if i != j {
                        let d = self.pos[j] - self.pos[i];
                        let r = d.norm() + 0.1;
                        acc[i] += d * (self.m[j] / (r * r * r));
                    }
                }
            }
            for i in 0..n {
                self.vel[i] += acc[i] * dt;
                let v = self.vel[i];
                self.pos[i] += v * dt;
            }
        }
        fn energy(&self) -> f64 {
            let n = self.pos.len();
            let mut e = 0.0;
            for i in 0..n {
                e += 0.5 * self.m[i] * self.vel[i].dot(self.vel[i]);
                for j in 0..i {
                    e -= self.m[i] * self.m[j] / (self.pos[i] - self.pos[j]).norm();
                }
            }
            e
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = Sys {
            pos: vec![
                V {
                    x: 0.0,
                    y: 0.1,
                    z: 0.0,
                },
                V {
                    x: x[0],
                    y: 1.0,
                    z: 0.2,
                },
                V {
                    x: -1.0,
                    y: x[1],
                    z: 0.0,
                },
            ],
            vel: vec![
                V {
                    x: 0.1,
                    y: 0.0,
                    z: 0.0,
                },
                V {
                    x: 0.0,
                    y: x[2],
                    z: 0.0,
                },
                V {
                    x: 0.0,
                    y: 0.0,
                    z: 0.3,
                },
            ],
            m: vec![1.0, x[2], x[0]],
        };
        for _ in 0..3 {
            s.step(0.05);
        }
        s.energy()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod potential_of_a_trait {
    use super::*;

    trait Potential {
        fn energy(&self, r: f64) -> f64;
        fn name(&self) -> &str;
        fn cutoff(&self) -> f64 {
            3.0
        }
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Lj {
        eps: f64,
        sigma: f64,
    }
    #[derive_grad]
    impl Potential for Lj {
        fn energy(&self, r: f64) -> f64 {
            let s6 = (self.sigma / r).powi(6);
            4.0 * self.eps * (s6 * s6 - s6)
        }
        fn name(&self) -> &str {
            "lj"
        }
    }
    #[derive_grad]
    fn total(p: &Lj, xs: &[f64]) -> f64 {
        let mut e = 0.0;
        for i in 0..xs.len() {
            for j in 0..i {
                let r = (xs[i] - xs[j]).abs();
                if r < p.cutoff() {
                    e += p.energy(r);
                }
            }
        }
        e
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        total(
            &Lj {
                eps: x[0],
                sigma: x[2],
            },
            &[0.0, x[1], 2.5],
        )
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod constants_beside_structs_with_floats {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct Point {
        a: f64,
        b: f64,
    }
    #[derive_grad]
    impl Point {
        fn new(a: f64, b: f64) -> Self {
            Point { a, b }
        }
        fn zero() -> Self {
            Point { a: 0.0, b: 0.0 }
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..2 {
            let v = [
                Point::zero(),
                Point::new(x[i], 1.0),
                Point {
                    a: 1.5,
                    b: i as f64,
                },
            ];
            let mut w = v;
            w[0].a = x[i + 1];
            w[2].b += w[0].a;
            for p in v.iter().chain(w.iter()) {
                sum += p.a * p.b + sum * p.a * 0.1;
            }
        }
        let rows = vec![Point::new(0.5, 2.0), Point::new(x[2], x[0])];
        sum * rows[1].a * rows[0].b + rows[1].b * rows[0].a
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod values_that_methods_take_and_give_back {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Chain {
        k: f64,
        links: Vec<f64>,
    }
    #[derive_grad]
    impl Chain {
        fn made_of(x: &[f64]) -> Chain {
            Chain {
                k: x[0],
                links: x.to_vec(),
            }
        }
        fn longer(mut self, link: f64) -> Chain {
            self.k *= link;
            self.links.push(link);
            self
        }
        fn end(&self) -> f64 {
            self.k * self.links[1] + self.links[self.links.len() - 1]
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut chain = Chain::made_of(x);
        let mut sum = 0.0;
        for i in 0..3 {
            if x[i] > 0.5 {
                chain = chain.longer(x[i]).longer(sum + 1.0);
            }
            let end = chain.end();
            sum += end;
            chain = chain.longer(end * 0.1);
        }
        sum + chain.end() * chain.links[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod methods_that_lend_a_part_by_its_index {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct M {
        rows: usize,
        cols: usize,
        data: Vec<f64>,
        blocks: [[f64; 2]; 3],
    }
    #[derive_grad]
    impl M {
        fn zeros(rows: usize, cols: usize) -> Self {
            Self {
                rows,
                cols,
                data: vec![0.0; rows * cols],
                blocks: [[0.0; 2]; 3],
            }
        }
        fn index(&self, i: usize, j: usize) -> usize {
            i * self.cols + j
        }
        fn row(&self, i: usize) -> &[f64] {
            let start = i * self.cols;
            let end = start + self.cols;
            &self.data[start..end]
        }
        fn row_mut(&mut self, i: usize) -> &mut [f64] {
            let c = self.cols;
            &mut self.data[i * c..(i + 1) * c]
        }
        fn at(&self, i: usize, j: usize) -> &f64 {
            &self.data[self.index(i, j)]
        }
        fn at_mut(&mut self, i: usize, j: usize) -> &mut f64 {
            let k = self.index(i, j);
            &mut self.data[k]
        }
        fn at_mut2(&mut self, i: usize, j: usize) -> &mut f64 {
            &mut self.data[i * self.cols + j]
        }
        fn block(&self, i: usize) -> &[f64; 2] {
            &self.blocks[i]
        }
        fn block_mut(&mut self, i: usize) -> &mut [f64; 2] {
            &mut self.blocks[i]
        }
        fn rows_iter(&self) -> impl Iterator<Item = &[f64]> + '_ {
            self.data.chunks(self.cols)
        }
        fn column(&self, j: usize) -> impl Iterator<Item = f64> + '_ {
            (0..self.rows).map(move |i| self.data[i * self.cols + j])
        }
        fn get(&self, i: usize) -> Option<&f64> {
            self.data.get(i)
        }
        fn norms(&self) -> Vec<f64> {
            (0..self.rows)
                .map(|i| self.row(i).iter().map(|v| v * v).sum::<f64>().sqrt())
                .collect()
        }
        fn mul(&self, o: &M) -> M {
            let mut out = M::zeros(self.rows, o.cols);
            for i in 0..self.rows {
                for j in 0..o.cols {
                    let mut s = 0.0;
                    for (k, a) in self.row(i).iter().enumerate() {
                        s += a * o.at(k, j);
                    }
                    *out.at_mut2(i, j) = s;
                    *out.at_mut(i, j) += *self.at(i, 0) * 0.5;
                }
            }
            for x in out.row_mut(0) {
                *x *= 2.0;
            }
            out.row_mut(1)[0] *= 3.0;
            let n = self.rows - 1;
            out.row_mut(n)
                .iter_mut()
                .zip(self.row(0))
                .for_each(|(a, b)| *a += b);
            out
        }
        fn scale(&mut self, k: f64) {
            for i in 0..self.rows {
                let r = self.row_mut(i);
                for x in r.iter_mut() {
                    *x *= k;
                }
                if i == 1 {
                    self.row_mut(i).swap(0, 1);
                }
                self.block_mut(i)[1] += k;
            }
        }
        fn others(&self) -> f64 {
            let mut t = 0.0;
            for (i, r) in self.rows_iter().enumerate() {
                t += r[0] * self.block(i)[1];
            }
            let c: f64 = self.column(1).sum();
            let dot: f64 = self
                .row(0)
                .iter()
                .zip(self.row(1))
                .map(|(a, b)| a * b)
                .sum();
            let last = self.row(self.rows - 1);
            t + c * dot
                + last[last.len() - 1]
                + self.get(2).copied().unwrap_or(0.0) * (*self.at(1, 1)).sin()
                + dotp(self.row(0), self.row(1))
        }
    }
    #[derive_grad]
    fn dotp(a: &[f64], b: &[f64]) -> f64 {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }
    #[derive_grad]
    fn powers(a: &M, k: f64) -> f64 {
        let mut m = a.mul(a);
        m.scale(k);
        m.norms().iter().sum::<f64>() + m.others()
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = M {
            rows: 2,
            cols: 2,
            data: x.to_vec(),
            blocks: [[x[0], 0.2], [0.3, x[1]], [0.5, 0.6]],
        };
        powers(&m, x[1])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4, 0.9];
    }
}
