//! Functions that are one sum.

pub mod rosenbrock_while {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(x: &[f64]) -> f64 {
        let mut s = 0.0;
        let mut i = 0;
        while i + 1 < x.len() {
            let a = x[i + 1] - x[i] * x[i];
            let b = 1.0 - x[i];
            s += 100.0 * a * a + b * b;
            i += 1;
        }
        s
    }
}

pub mod rosenbrock_windows {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for pair in x.windows(2) {
            let a = pair[1] - pair[0] * pair[0];
            let b = 1.0 - pair[0];
            s += 100.0 * a * a + b * b;
        }
        s
    }
}

pub mod valley {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(position: &[f64]) -> f64 {
        let mut height = 0.0;
        for at in 0..position.len() - 1 {
            let off_the_floor = position[at + 1] - position[at] * position[at];
            let from_the_end = 1.0 - position[at];
            height += 100.0 * off_the_floor * off_the_floor + from_the_end * from_the_end;
        }
        height
    }
}

pub mod logsumexp_chain {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(x: &[f64]) -> f64 {
        let mut m = x[0];
        for &e in &x[1..] {
            if e > m {
                m = e;
            }
        }
        m + x.iter().map(|e| (e - m).exp()).sum::<f64>().ln()
    }
}

pub mod lse_chain {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(x: &[f64]) -> f64 {
        let a = x.iter().fold(x[0], |a, &e| a.max(e));
        x.iter().map(|e| (e - a).exp()).sum::<f64>().ln() + a
    }
}

pub mod llsq_indexed {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(n: usize, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..n {
            let t = -1.0 + i as f64 * 2.0 / (n as f64 - 1.0);
            let mut r = if t > 0.0 {
                1.0
            } else if t < 0.0 {
                -1.0
            } else {
                0.0
            };
            let mut p = 1.0;
            for j in 0..x.len() {
                r -= x[j] * p;
                p *= t;
            }
            sum += r * r;
        }
        sum / 2.0
    }
}

pub mod black_scholes_items {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(p))]
    pub fn primal(p: &[f64; 5], z: &[f64]) -> f64 {
        let [s0, strike, r, sigma, time] = *p;
        let dt = time / z.len() as f64;
        let drift = (r - 0.5 * sigma * sigma) * dt;
        let vol = sigma * dt.sqrt();
        let mut s = s0;
        for &normal in z {
            s *= (drift + vol * normal).exp();
        }
        let mut pay = s - strike;
        if pay < 0.0 {
            pay = 0.0;
        }
        pay * (-r * time).exp()
    }
}
