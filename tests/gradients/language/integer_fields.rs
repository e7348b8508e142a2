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
