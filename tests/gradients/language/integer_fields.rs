//! Integers in fields, by methods and functions of integers.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable, Clone, Debug)]
struct M {
    n: usize,
    w: Vec<f64>,
    k: i32,
}

mod in_indices {
    use super::*;
    #[derive_grad]
    fn g(s: &M, a: &[f64; 2], t: usize) -> f64 {
        let mut q = a[s.n.max(t) % 2] * s.w[usize::min(t, s.n) % s.w.len()];
        q += s.w[s.n.saturating_sub(1) % 3] * a[s.n.abs_diff(t) % 2];
        q += a[usize::max(3, s.n) % 2];
        q * s.w[(s.n + s.n.max(t)) % s.w.len()].powi(s.k.pow(2) - s.k.abs())
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = M {
            n: 4,
            w: x.to_vec(),
            k: -2,
        };
        g(&m, &[x[0], x[2]], 5) + g(&m, &[x[1], x[2]], 1)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod in_methods {
    use super::*;
    #[derive_grad]
    impl M {
        fn at(&self, i: usize) -> f64 {
            self.w[i.min(self.n).min(self.w.len() - 1)]
        }
        fn sum(&self, lo: usize) -> f64 {
            let hi = (lo + 2).min(self.n).min(self.w.len());
            let mut t = 0.0;
            for i in lo.min(hi)..hi {
                t += self.at(i) * (self.n.wrapping_sub(i)) as f64;
            }
            t * f64::from(self.k.max(3).rem_euclid(5))
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = M {
            n: 2,
            w: x.to_vec(),
            k: 9,
        };
        m.sum(0) * m.at(7)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod counts_that_are_summed_and_cast {
    use super::*;

    #[derive(Clone, Debug, Default, Differentiable)]
    struct Stats {
        n: usize,
        mean: f64,
        m2: f64,
    }
    #[derive_grad]
    impl Stats {
        fn push(&mut self, x: f64) {
            self.n += 1;
            let d = x - self.mean;
            self.mean += d / self.n as f64;
            self.m2 += d * (x - self.mean);
        }
        fn merge(&self, o: &Stats) -> Stats {
            let n = self.n + o.n;
            let d = o.mean - self.mean;
            Stats {
                n,
                mean: self.mean + d * o.n as f64 / n as f64,
                m2: self.m2 + o.m2 + d * d * (self.n * o.n) as f64 / n as f64,
            }
        }
        fn absorb(&mut self, o: &Self) {
            let total = self.n + o.n;
            if total == 0 {
                return;
            }
            self.mean = (self.mean * self.n as f64 + o.mean * o.n as f64) / total as f64;
            self.n = total;
        }
    }
    #[derive_grad]
    fn merged(a: &Stats, b: &Stats) -> Stats {
        let n = a.n + b.n;
        let w = b.n as f64 / n as f64;
        Stats {
            n,
            mean: a.mean + w * (b.mean - a.mean),
            m2: a.m2 + b.m2,
        }
    }
    #[derive_grad]
    fn spread(x: &[f64], k: f64) -> f64 {
        let mut a = Stats::default();
        let mut b = Stats {
            n: 0,
            mean: 0.0,
            m2: 0.0,
        };
        for (i, v) in x.iter().enumerate() {
            if i < 2 {
                a.push(*v);
            } else {
                b.push(v * k);
            }
        }
        let mut m = a.merge(&b);
        let q = merged(&a, &b);
        m.absorb(&q);
        m.mean * q.mean + m.m2 / (m.n - 1) as f64 + (m.n + q.n) as f64 * q.mean
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        spread(x, x[1])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.5, 0.1, 0.9, 0.7, -0.3];
    }
}
