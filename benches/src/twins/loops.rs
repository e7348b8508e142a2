//! Functions that change buffers or carried values in loops.

pub mod lotka_while {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(p))]
    pub fn primal(p: &[f64; 6], nt: usize, dt: f64) -> f64 {
        let [a, b, c, d, mut x, mut y] = *p;
        let mut left = nt;
        while left > 0 {
            let xy = x * y;
            let nx = x + dt * (a * x - b * xy);
            let ny = y + dt * (d * xy - c * y);
            x = nx;
            y = ny;
            left -= 1;
        }
        x * x + y * y
    }
}

pub mod heat_indexed {
    use grad_runtime::derive_grad;

    #[derive_grad(wrt(u0))]
    pub fn primal(u0: &[f64], n: usize, nt: usize, k: f64) -> f64 {
        let mut u = u0.to_vec();
        let mut v = u0.to_vec();
        for _ in 0..nt {
            for i in 1..n - 1 {
                for j in 1..n - 1 {
                    let mid = u[i * n + j];
                    let around = u[(i - 1) * n + j]
                        + u[(i + 1) * n + j]
                        + u[i * n + j - 1]
                        + u[i * n + j + 1];
                    v[i * n + j] = mid + k * (around - 4.0 * mid);
                }
            }
            std::mem::swap(&mut u, &mut v);
        }
        let mut s = 0.0;
        for i in 0..n * n {
            s += u[i] * u[i];
        }
        0.5 * s
    }
}

pub mod matmul_merged {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(p: &[f64], n: usize) -> f64 {
        let (a, rest) = p.split_at(n * n);
        let (b, c) = rest.split_at(n * n);
        let mut e = vec![0.0; n * n];
        let mut d = vec![0.0; n * n];
        let mut s = 0.0;
        for i in 0..n {
            let row = &mut e[i * n..(i + 1) * n];
            for k in 0..n {
                let v = a[i * n + k];
                let src = &b[k * n..(k + 1) * n];
                for j in 0..n {
                    row[j] += v * src[j];
                }
            }
            let out = &mut d[i * n..(i + 1) * n];
            for k in 0..n {
                let v = e[i * n + k];
                let src = &c[k * n..(k + 1) * n];
                for j in 0..n {
                    out[j] += v * src[j];
                }
            }
            for j in 0..n {
                s += out[j] * out[j];
            }
        }
        s
    }
}

pub mod matmul_zip {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(p: &[f64], n: usize) -> f64 {
        let (a, rest) = p.split_at(n * n);
        let (b, c) = rest.split_at(n * n);
        let mut e = vec![0.0; n * n];
        let mut d = vec![0.0; n * n];
        for i in 0..n {
            for k in 0..n {
                let v = a[i * n + k];
                let row = &mut e[i * n..(i + 1) * n];
                for (out, src) in row.iter_mut().zip(&b[k * n..(k + 1) * n]) {
                    *out += v * src;
                }
            }
        }
        for i in 0..n {
            for k in 0..n {
                let v = e[i * n + k];
                let row = &mut d[i * n..(i + 1) * n];
                for (out, src) in row.iter_mut().zip(&c[k * n..(k + 1) * n]) {
                    *out += v * src;
                }
            }
        }
        let mut s = 0.0;
        for e in &d {
            s += e * e;
        }
        s
    }
}

pub mod ode_zip {
    use grad_runtime::derive_grad;

    #[derive_grad]
    pub fn primal(x: &[f64], s: usize) -> f64 {
        let n = x.len();
        let h = 2.0 / s as f64;
        let mut y = vec![0.0; n];
        let mut t = vec![0.0; n];
        let mut k1 = vec![0.0; n];
        let mut k2 = vec![0.0; n];
        let mut k3 = vec![0.0; n];
        let mut k4 = vec![0.0; n];
        for _ in 0..s {
            slope(x, &y, &mut k1);
            step(&y, h / 2.0, &k1, &mut t);
            slope(x, &t, &mut k2);
            step(&y, h / 2.0, &k2, &mut t);
            slope(x, &t, &mut k3);
            step(&y, h, &k3, &mut t);
            slope(x, &t, &mut k4);
            for ((((y, a), b), c), d) in y.iter_mut().zip(&k1).zip(&k2).zip(&k3).zip(&k4) {
                *y += h * (a + 2.0 * b + 2.0 * c + d) / 6.0;
            }
        }
        y[n - 1]
    }

    #[derive_grad]
    fn slope(x: &[f64], y: &[f64], z: &mut [f64]) {
        z[0] = x[0];
        for ((z, x), y) in z[1..].iter_mut().zip(&x[1..]).zip(y) {
            *z = x * y;
        }
    }

    #[derive_grad]
    fn step(y: &[f64], a: f64, k: &[f64], t: &mut [f64]) {
        for ((t, y), k) in t.iter_mut().zip(y).zip(k) {
            *t = y + a * k;
        }
    }
}
