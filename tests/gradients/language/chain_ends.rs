//! What stands at the end of a chain.

use grad_runtime::derive_grad;

mod empty_sum_is_minus_zero {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x[..0].iter().sum::<f64>() + x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod sum_of_references {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().sum::<f64>().sqrt()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod product_of_references {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().product()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod sum_of_sizes {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n: usize = x.iter().map(|v| if *v > 1.0 { 2 } else { 1 }).sum();
        x[0] * n as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fold_of_a_scalar {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().rev().fold(0.0, |acc, c| acc * 1.5 + c)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fold_of_a_pair {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (s, q) = x.iter().fold((0.0, 0.0), |(s, q), v| (s + v, q + v * v));
        q - s * s / 4.0
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fold_of_a_vector {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let v = x.iter().fold(Vec::new(), |mut v, a| {
            v.push(a * a);
            v
        });
        v[0] * v[3]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fold_with_max {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        m + x.iter().map(|v| (v - m).exp()).sum::<f64>().ln()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod fold_with_min {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().cloned().fold(f64::INFINITY, |a, b| a.min(b))
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod collect_with_a_type {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let y: Vec<f64> = x.iter().map(|v| v.sin()).collect();
        y[0] * y[1] + y[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod collect_with_a_turbofish {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let y = x.iter().map(|v| v.sin()).collect::<Vec<_>>();
        y.iter().zip(x).map(|(a, b)| a * b).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod collect_rows {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m: Vec<Vec<f64>> = x
            .iter()
            .map(|a| x.iter().map(|b| a * b).collect())
            .collect();
        m.iter().map(|r| r.iter().sum::<f64>().powi(2)).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod unzip_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v + 1.0)).unzip();
        a.iter().zip(&b).map(|(p, q)| p * q).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod extend_by_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut out = vec![x[0]];
        out.extend(x.iter().map(|v| v * v));
        out.iter().rev().fold(0.0, |a, b| a * 0.5 + b)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod concat_of_parts {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let v = [&x[..2], &x[1..]].concat();
        v.iter().map(|a| a * a).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod for_each_adds {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        x.iter().for_each(|v| s += v * v);
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod for_each_writes {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut y = x.to_vec();
        y.iter_mut().for_each(|v| *v *= 2.0);
        y.iter_mut().zip(x).for_each(|(a, b)| *a += b * b);
        y.iter().product()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod array_from_fn {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a: [f64; 3] = std::array::from_fn(|i| x[i] * x[i + 1]);
        a[0] * a[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod array_from_fn_with_a_turbofish {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = std::array::from_fn::<f64, 2, _>(|i| x[i] * x[i]);
        a[0] * a[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod array_from_fn_in_branches {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64; 2], c: f64) -> [f64; 2] {
        if c > 2.0 {
            return std::array::from_fn(|i| x[i] * x[i] * c);
        }
        let half = |v: f64| {
            if v > 1.0 {
                return v;
            }
            v / 2.0
        };
        if c > 1.0 {
            std::array::from_fn(|i| half(x[i]) * c)
        } else {
            match x.len() {
                2 if c > 0.0 => std::array::from_fn(|i| x[i] + c),
                _ => {
                    let y: [f64; 2] = if c > -1.0 {
                        std::array::from_fn(|i| x[1 - i])
                    } else {
                        [c, c]
                    };
                    y
                }
            }
        }
    }

    several! {
        |v| (&[v[0], v[1]], v[2]) -> (x: [0.0; 2], c: 0.0), seed [0.0; 2];
        [3.0, -5.0, 4.0] => [[24.0, 0.0, 9.0], [0.0, -40.0, 25.0]];
        [3.0, -5.0, 1.5] => [[1.5, 0.0, 3.0], [0.0, 0.75, -2.5]];
        [3.0, -5.0, 0.5] => [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]];
        [3.0, -5.0, -0.5] => [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
        [3.0, -5.0, -2.0] => [[0.0, 0.0, 1.0], [0.0, 0.0, 1.0]];
    }
}

mod max_by_of_references {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().max_by(|a, b| a.partial_cmp(b).unwrap()).unwrap() * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod min_by_of_copies {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .copied()
            .min_by(|a, b| a.total_cmp(b))
            .unwrap()
            .powi(2)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod max_by_with_its_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (i, m) = x
            .iter()
            .enumerate()
            .max_by(|a, b| a.1.partial_cmp(b.1).unwrap())
            .unwrap();
        m * m * i as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod max_by_of_nothing {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x[..0]
            .iter()
            .copied()
            .max_by(|a, b| a.total_cmp(b))
            .unwrap_or(x[1] * x[1])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod reduce_with_max {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().copied().reduce(f64::max).unwrap() * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod reduce_to_a_product {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().copied().reduce(|a, b| a * b).unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod last_of_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).last().unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod nth_of_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().map(|v| v * v).nth(1).unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod find_one {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().find(|v| **v > 1.0).unwrap().powi(2)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod position_as_an_index {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let i = x.iter().position(|v| *v > 1.0).unwrap();
        x[i] * x[i]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod any_as_a_condition {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        if x.iter().any(|v| *v < 0.0) {
            x[0]
        } else {
            x[1] * x[1]
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod all_as_a_condition {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        if x.iter().all(|v| *v > 0.0) {
            x[0] * x[0]
        } else {
            x[1]
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

mod count_of_a_chain {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().filter(|v| **v > 1.0).count() as f64 * x[0] * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.9, 2.3, 0.4];
    }
}

/// The answer of `position` is a `usize` wherever it is used.
#[allow(
    for_loops_over_fallibles,
    reason = "an `Option` is one of the sources of a loop"
)]
mod position_with_integer_methods {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], k: f64) -> f64 {
        let mut s = 0.0;
        for i in 0..2 {
            let v = x.iter().map(|a| a * k).position(|e| e > 0.4).unwrap_or(2);
            s += x[v.saturating_sub(1)] * k;
            if i > 0 {
                for d in x.chunks(2).position(|c| c[0] * k > 0.1) {
                    s += x[d.abs_diff(2)] * s;
                }
            }
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, k);
        smooth [0.7, 1.3, 0.4, 0.5];
    }
}

/// What `copied` yields is borrowed, also from an array behind a reference.
mod copied_from_an_array_behind_a_reference {
    use super::*;

    #[derive_grad]
    fn inner(p: &mut [f64; 2], b: f64) -> f64 {
        let mut hi = b;
        for _ in 0..2 {
            let s = p
                .iter()
                .copied()
                .inspect(|&u| {
                    hi *= (p[1] + b).cos() * u;
                })
                .sum::<f64>();
            if s > 0.0 {
                let n = p.iter().take(3).copied().reduce(|acc, r| p[1] * r + acc);
                hi += n.unwrap_or(0.25 * p[0]);
            }
            p[0] *= s;
        }
        hi
    }

    #[derive_grad]
    fn f(x: &[f64], b: f64) -> f64 {
        let mut p = [x[0], x[1]];
        inner(&mut p, b) * p[0]
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, b);
        smooth [0.7, 1.3, 0.4];
    }
}
