//! Items of a part of a list in a field, which a pattern copies: they were taken for lists of unknown length.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable, Clone, Copy, Debug)]
struct Q {
    x: f64,
    v: [f64; 2],
}
#[derive(Differentiable, Clone, Debug)]
struct M {
    w: Vec<f64>,
    arr: [f64; 3],
    qs: Vec<Q>,
    k: f64,
}
#[derive_grad]
fn sw(x: f64) -> f64 {
    x / (1.0 + (-x).exp())
}

mod left_by_a_loop {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut n = Q {
            x: x[0],
            v: [x[1], x[2]],
        };
        let mut d = 0;
        let w = sw(loop {
            d += 1;
            if d > 2 {
                let y: f64 = n.x;
                break y;
            }
            n.x += n.v[0] * n.x;
        });
        w * n.v[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod items_of_a_part {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = M {
            w: x.to_vec(),
            arr: [x[0], x[1], x[2]],
            qs: vec![
                Q {
                    x: x[2],
                    v: [x[0], 1.0]
                };
                2
            ],
            k: x[0],
        };
        g(&m, x[1])
    }
    #[derive_grad]
    fn g(m: &M, y: f64) -> f64 {
        let mut t = 0.0;
        for &k in &m.arr[1..] {
            t += k * k;
        }
        for &k in &m.w[..2] {
            t += k * y;
        }
        t += m.w[1..]
            .iter()
            .take_while(|&&s| s > 0.1)
            .map(|&b| b * y)
            .sum::<f64>();
        for &q in &m.qs[1..] {
            t += q.x * q.v[0];
        }
        for &Q { x, v } in &m.qs {
            t += x * v[1];
        }
        let z = m.w.iter().map(|&b| y).sum::<f64>();
        t + z
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod items_in_chains {
    use super::*;
    #[derive_grad]
    fn g(m: &M, r: &(f64, f64, Vec<f64>)) -> f64 {
        let mut t = 0.0;
        let b =
            r.2.iter()
                .map_while(|&b| (b < r.0 + m.k + 9.0).then(|| b * m.k))
                .map(|x| x * x)
                .sum::<f64>();
        t +=
            r.2.iter()
                .map(|&s| m.k)
                .chain(m.arr.iter().copied())
                .sum::<f64>();
        t * b
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = M {
            w: x.to_vec(),
            arr: [x[0], x[1], x[2]],
            qs: vec![],
            k: x[0],
        };
        g(&m, &(x[0], x[1], x.to_vec()))
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod copied_whole {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = [x[0], x[1], x[2]];
        let q = Q {
            x: x[0],
            v: [x[1], x[2]],
        };
        let mut a = m;
        a[0] *= 2.0;
        let mut b = q;
        b.v[0] += a[0];
        let r = b;
        let s = b.v;
        r.x * r.v[0] + q.v[0] + s[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}
