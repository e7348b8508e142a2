//! Small programs of structs with methods, as they are written.

use grad_runtime::{Differentiable, derive_grad};

mod network_of_layers {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Layer {
        w: Vec<Vec<f64>>,
        b: Vec<f64>,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Net {
        layers: Vec<Layer>,
        scale: f64,
    }
    #[derive_grad]
    impl Layer {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            self.w
                .iter()
                .zip(&self.b)
                .map(|(row, b)| row.iter().zip(x).map(|(w, v)| w * v).sum::<f64>() + b)
                .map(|v| v.tanh())
                .collect()
        }
    }
    #[derive_grad]
    impl Net {
        fn forward(&self, x: &[f64]) -> Vec<f64> {
            let mut h = x.to_vec();
            for layer in &self.layers {
                h = layer.forward(&h);
            }
            h.iter().map(|v| v * self.scale).collect()
        }
        fn loss(&self, x: &[f64], y: f64) -> f64 {
            let out = self.forward(x);
            (out[0] - y).powi(2) + self.l2() * 0.1
        }
        fn l2(&self) -> f64 {
            self.layers
                .iter()
                .map(|l| l.w.iter().flatten().map(|w| w * w).sum::<f64>())
                .sum()
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let net = Net {
            layers: vec![
                Layer {
                    w: vec![vec![x[0], x[1]], vec![x[2], 0.5]],
                    b: vec![x[0], 0.1],
                },
                Layer {
                    w: vec![vec![x[1], -0.3]],
                    b: vec![x[2]],
                },
            ],
            scale: x[1],
        };
        net.loss(&[0.3, -0.7], 0.2)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod body_with_state {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable)]
    struct State {
        pos: [f64; 3],
        vel: [f64; 3],
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Body {
        mass: f64,
        state: State,
        #[allow(dead_code)]
        name: String,
    }
    #[derive_grad]
    impl State {
        fn energy(&self, m: f64) -> f64 {
            let v2: f64 = self.vel.iter().map(|v| v * v).sum();
            let r = self.pos.iter().map(|p| p * p).sum::<f64>().sqrt();
            0.5 * m * v2 - m / r
        }
        fn step(&mut self, dt: f64, k: f64) {
            for i in 0..3 {
                let a = -k * self.pos[i];
                self.vel[i] += a * dt;
                self.pos[i] += self.vel[i] * dt;
            }
        }
        fn dot(&self, o: &State) -> f64 {
            self.pos.iter().zip(o.pos.iter()).map(|(a, b)| a * b).sum()
        }
    }
    #[derive_grad]
    impl Body {
        fn run(&mut self, n: usize, k: f64) -> f64 {
            for _ in 0..n {
                self.state.step(0.01, k);
            }
            self.state.energy(self.mass)
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut b = Body {
            mass: x[0],
            state: State {
                pos: [x[1], 0.2, 0.3],
                vel: [0.1, x[2], 0.0],
            },
            name: String::new(),
        };
        let s0 = b.state;
        b.run(5, x[0]) + b.state.dot(&s0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod gaussian_process {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Gp {
        ls: f64,
        var: f64,
        noise: f64,
    }
    #[derive_grad]
    impl Gp {
        fn k(&self, a: f64, b: f64) -> f64 {
            let d = (a - b) / self.ls;
            self.var * (-0.5 * d * d).exp()
        }
        fn nll(&self, xs: &[f64], ys: &[f64]) -> f64 {
            let n = xs.len();
            let mut l = vec![vec![0.0; n]; n];
            for i in 0..n {
                for j in 0..=i {
                    let mut s = self.k(xs[i], xs[j]);
                    if i == j {
                        s += self.noise;
                    }
                    for p in 0..j {
                        s -= l[i][p] * l[j][p];
                    }
                    if i == j {
                        l[i][j] = s.sqrt();
                    } else {
                        l[i][j] = s / l[j][j];
                    }
                }
            }
            let mut z = vec![0.0; n];
            for i in 0..n {
                let mut s = ys[i];
                for j in 0..i {
                    s -= l[i][j] * z[j];
                }
                z[i] = s / l[i][i];
            }
            let quad: f64 = z.iter().map(|v| v * v).sum();
            let logdet: f64 = (0..n).map(|i| l[i][i].ln()).sum::<f64>() * 2.0;
            0.5 * (quad + logdet + n as f64 * std::f64::consts::TAU.ln())
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let gp = Gp {
            ls: x[0],
            var: x[1],
            noise: x[2],
        };
        gp.nll(&[0.0, 0.5, 1.2], &[0.3, -0.1, 0.8])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod table_looked_up {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Spline {
        xs: Vec<f64>,
        ys: Vec<f64>,
    }
    #[derive_grad]
    impl Spline {
        fn eval(&self, t: f64) -> f64 {
            let i = match self.xs.iter().position(|x| *x > t) {
                Some(0) => return self.ys[0],
                Some(i) => i - 1,
                None => return *self.ys.last().unwrap(),
            };
            let w = (t - self.xs[i]) / (self.xs[i + 1] - self.xs[i]);
            self.ys[i] * (1.0 - w) + self.ys[i + 1] * w
        }
        fn find(&self, t: f64) -> Option<usize> {
            self.xs.iter().position(|x| *x > t)
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let s = Spline {
            xs: vec![0.0, x[2], 1.0],
            ys: vec![x[0], x[1], x[2]],
        };
        s.eval(0.2) + s.eval(0.7) * s.eval(-1.0) + s.eval(3.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod points_and_their_centre {
    use super::*;

    #[derive(Clone, Copy, Debug, Differentiable, Default)]
    struct V2 {
        x: f64,
        y: f64,
    }
    #[derive_grad]
    impl V2 {
        fn new(x: f64, y: f64) -> Self {
            Self { x, y }
        }
        fn dot(self, o: V2) -> f64 {
            self.x * o.x + self.y * o.y
        }
        fn scale(self, k: f64) -> V2 {
            V2 {
                x: self.x * k,
                y: self.y * k,
            }
        }
        fn plus(&self, o: &V2) -> V2 {
            V2::new(self.x + o.x, self.y + o.y)
        }
        fn norm(&self) -> f64 {
            self.dot(*self).sqrt()
        }
        fn unit(self) -> Self {
            self.scale(1.0 / self.norm())
        }
        const ZERO: V2 = V2 { x: 0.0, y: 0.0 };
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let pts = vec![
            V2::new(x[0], x[1]),
            V2::new(x[1], x[2]),
            V2 { x: x[2], y: 1.0 },
        ];
        let mut c = V2::ZERO;
        for p in &pts {
            c = c.plus(p);
        }
        let c = c.scale(1.0 / pts.len() as f64);
        let d: f64 = pts.iter().map(|p| p.plus(&c.scale(-1.0)).norm()).sum();
        d + c.unit().dot(pts[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod hidden_states {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Hmm {
        trans: Vec<Vec<f64>>,
        emit: Vec<Vec<f64>>,
        init: Vec<f64>,
    }
    #[derive_grad]
    impl Hmm {
        fn loglik(&self, obs: &[usize]) -> f64 {
            let n = self.init.len();
            let mut alpha: Vec<f64> = (0..n)
                .map(|i| self.init[i] * self.emit[i][obs[0]])
                .collect();
            let mut ll = 0.0;
            for &o in &obs[1..] {
                let c: f64 = alpha.iter().sum();
                ll += c.ln();
                let mut next = vec![0.0; n];
                for j in 0..n {
                    let s: f64 = (0..n).map(|i| alpha[i] / c * self.trans[i][j]).sum();
                    next[j] = s * self.emit[j][o];
                }
                alpha = next;
            }
            ll + alpha.iter().sum::<f64>().ln()
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let h = Hmm {
            trans: vec![vec![x[0], 1.0 - x[0]], vec![0.3, 0.7]],
            emit: vec![vec![x[1], 0.5], vec![x[2], 0.6]],
            init: vec![0.5, 0.5],
        };
        h.loglik(&[0, 1, 1, 0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod structs_that_hold_each_other {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Sum {
        x: f64,
        terms: Vec<Product>,
    }
    #[derive(Clone, Debug, Differentiable)]
    struct Product {
        y: f64,
        factors: Vec<Sum>,
    }
    #[derive_grad]
    fn sum(s: &Sum) -> f64 {
        let mut all = s.x;
        for p in &s.terms {
            all += product(p);
        }
        all
    }
    #[derive_grad]
    fn product(p: &Product) -> f64 {
        let mut all = p.y;
        for s in &p.factors {
            all *= sum(s);
        }
        all
    }
    #[derive_grad]
    fn f(v: &[f64]) -> f64 {
        let leaf = |x: f64| Sum {
            x,
            terms: Vec::new(),
        };
        let p = Product {
            y: v[0],
            factors: vec![leaf(v[1]), leaf(v[2])],
        };
        let mut s = Sum {
            x: v[3],
            terms: vec![p.clone(), p],
        };
        s.terms[1].factors[0].x *= v[0];
        s.terms[0].factors.push(leaf(v[3]));
        sum(&s) * sum(&s.terms[1].factors[1])
    }

    check! {
        |p| (p) -> (v);
        smooth [0.75, 0.5, 1.25, -0.5];
    }
}
