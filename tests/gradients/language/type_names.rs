//! Lists, arrays, tuples and floats under other names: `type Matrix = Vec<Vec<f64>>`. The macro sees the name alone.

use grad_runtime::derive_grad;

mod lists_and_arrays {
    use super::*;

    type Matrix = Vec<Vec<f64>>;
    type Vector = Vec<f64>;
    type Mat2 = [[f64; 2]; 2];
    type Pt = (f64, f64);
    #[derive_grad]
    fn transpose(m: &Matrix) -> Matrix {
        if m.is_empty() {
            return vec![];
        }
        (0..m[0].len())
            .map(|j| m.iter().map(|r| r[j]).collect())
            .collect()
    }
    #[derive_grad]
    fn matmul(a: &Matrix, b: &Matrix) -> Matrix {
        let bt = transpose(b);
        a.iter()
            .map(|r| {
                bt.iter()
                    .map(|c| r.iter().zip(c).map(|(x, y)| x * y).sum())
                    .collect()
            })
            .collect()
    }
    #[derive_grad]
    fn matmul2(a: &Matrix, b: &Matrix) -> Matrix {
        let (n, m, k) = (a.len(), b.len(), b[0].len());
        let mut c = vec![vec![0.0; k]; n];
        for i in 0..n {
            for j in 0..k {
                for l in 0..m {
                    c[i][j] += a[i][l] * b[l][j];
                }
            }
        }
        c
    }
    #[derive_grad]
    fn trace_pow(a: &Matrix, k: usize) -> f64 {
        let mut p = a.clone();
        for _ in 1..k {
            p = matmul(&p, a);
        }
        p.iter().enumerate().map(|(i, r)| r[i]).sum()
    }
    #[derive_grad]
    fn trace2(a: &Matrix, k: usize) -> f64 {
        let mut p: Matrix = a.clone();
        for _ in 1..k {
            p = matmul2(&p, a);
        }
        let mut t = 0.0;
        for i in 0..p.len() {
            t += p[i][i];
        }
        t
    }
    #[derive_grad]
    fn matvec(a: &Matrix, x: &Vector) -> Vector {
        a.iter()
            .map(|r| r.iter().zip(x.iter()).map(|(a, b)| a * b).sum())
            .collect()
    }
    #[derive_grad]
    fn add(a: &Vector, b: &Vector) -> Vector {
        a.iter().zip(b).map(|(x, y)| x + y).collect()
    }
    #[derive_grad]
    fn net(w: &Matrix, b: &Vector, x: &Vector) -> f64 {
        let h: Vector = add(&matvec(w, x), b).iter().map(|v| v.tanh()).collect();
        let mut out: Vector = vec![0.0; h.len()];
        for (o, v) in out.iter_mut().zip(&h) {
            *o = v * v;
        }
        out.iter().sum()
    }
    #[derive_grad]
    fn mul2(a: &Mat2, b: &Mat2) -> Mat2 {
        let mut c: Mat2 = [[0.0; 2]; 2];
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    c[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        c
    }
    #[derive_grad]
    fn rot(t: f64) -> Mat2 {
        let (s, c) = t.sin_cos();
        [[c, -s], [s, c]]
    }
    #[derive_grad]
    fn app(a: &Mat2, p: Pt) -> Pt {
        (a[0][0] * p.0 + a[0][1] * p.1, a[1][0] * p.0 + a[1][1] * p.1)
    }
    #[derive_grad]
    fn rots(t: f64, u: f64, p: Pt) -> f64 {
        let m = mul2(&rot(t), &rot(u));
        let (x, y) = app(&m, p);
        x * y + m[0][0]
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = vec![vec![x[0], x[1]], vec![x[2], x[0] * x[1]]];
        let b = vec![x[1], 0.5];
        let powers = trace_pow(&a, 3) + trace2(&a, 2);
        powers + net(&a, &b, &b) + rots(x[0], x[2], (x[1], x[2]))
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 0.3];
    }
}

/// A tuple that a function returned under another name had no gradient.
mod tuples {
    use super::*;

    type Pt = (f64, f64);
    type Pair = (Vec<f64>, f64);
    type Nest = ((f64, f64), usize, [f64; 2]);
    type Real = f64;
    type V3 = [f64; 3];
    type Arr = Vec<f64>;
    type Segs = Vec<(f64, f64)>;
    #[derive_grad]
    fn app(k: f64, p: Pt) -> Pt {
        (k * p.0, k * p.1 * p.0)
    }
    #[derive_grad]
    fn early(k: f64, p: Pt) -> Pt {
        if k > 0.5 {
            return (p.1, k);
        }
        let q = app(k, p);
        q
    }
    #[derive_grad]
    fn early2(k: f64, p: Pt) -> Pt {
        let (a, b) = p;
        if k < 0.5 { (a, k) } else { (b * b, a * k) }
    }
    #[derive_grad]
    fn mk(x: &[f64]) -> Pair {
        let mut v = x.to_vec();
        v[0] *= x[1];
        let s = v.iter().sum::<f64>();
        (v, s)
    }
    #[derive_grad]
    fn nest(k: f64, x: f64) -> Nest {
        ((k * x, x), 3, [k, k * k])
    }
    #[derive_grad]
    fn r(x: Real, y: Real) -> Real {
        x * y
    }
    #[derive_grad]
    fn cross(a: &V3, b: &V3) -> V3 {
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    }
    #[derive_grad]
    fn mid(x: &Arr) -> Arr {
        let mut v = Vec::new();
        for w in x.windows(2) {
            v.push(0.5 * (w[0] + w[1]));
        }
        v
    }
    #[derive_grad]
    fn segs(x: &[f64]) -> Segs {
        x.windows(2).map(|w| (w[0] * w[1], w[1])).collect()
    }
    #[derive_grad]
    fn all(x: &[f64], k: f64, p: Pt) -> f64 {
        let (a, b) = app(k, p);
        let c = early(k, (a, b));
        let (d, e) = early2(k, c);
        let (v, s) = mk(x);
        let ((g, h), n, arr) = nest(k, s);
        let w = mk(&v);
        a * b
            + c.0
            + d * e
            + v[1] * s
            + g * h * n as f64
            + arr[1] * r(k, s)
            + w.0[0] * w.1
            + cross(&[a, b, s], &[1.0, k, 2.0])[1]
            + mid(&v)[0]
            + segs(x)[1].0 * segs(&v)[0].1
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..2 {
            sum += all(x, x[i], (x[1], x[2]));
        }
        sum
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3, 0.9, 0.6];
    }
}

/// A parameter may be a float under another name: its methods are those of floats.
mod floats {
    use super::*;

    type Real = f64;

    #[derive_grad]
    fn f(x: Real, y: Real, k: f64) -> f64 {
        let s = x * y;
        let mut sum = s.sin() + y.cos() * x.powi(2) + Real::max(x, 0.1) * x.clamp(-2.0, 2.0);
        for _ in 0..2 {
            if sum > 0.0 {
                sum += x.exp() * k + y.hypot(x).sqrt() * y.mul_add(x, k);
            }
        }
        sum
    }

    check! {
        |v| (v[0], v[1], v[2]) -> (x, y, k);
        smooth [0.7, 1.2, 0.4];
        smooth [1.3, -0.4, 0.9];
    }
}
