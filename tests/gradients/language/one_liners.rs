//! Methods of slices, vectors and chains in one line each.

use grad_runtime::derive_grad;

mod zip_function {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        std::iter::zip(x, &x[1..]).map(|(a, b)| a * b).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod repeated_and_zipped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        std::iter::repeat(x[0])
            .take(3)
            .zip(x)
            .map(|(a, b)| a * b * b)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod numbered_skipped_stepped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .enumerate()
            .skip(1)
            .step_by(2)
            .map(|(i, v)| v * v * i as f64)
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod chunks_of_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.chunks_exact(2).map(|p| p[0] * p[1]).sum::<f64>()
            + x.chunks(2).map(|c| c.iter().product::<f64>()).sum::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod split_and_joined {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (l, r) = x.split_at(1);
        l[0] * r.iter().sum::<f64>() + [l, r].concat()[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod reversed_and_numbered {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .rev()
            .enumerate()
            .map(|(i, v)| v.powi(i as i32 + 1))
            .sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod zip_with_reversed {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for (a, b) in x.iter().zip(x.iter().rev()).skip(1) {
            s += a * b.sin();
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod sorted_downwards {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        v.sort_unstable_by(|a, b| b.total_cmp(a));
        v.truncate(2);
        v[0] * v[1] * v[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod retained {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v: Vec<f64> = x.iter().map(|a| a * 2.0).collect();
        v.retain(|a| *a > 1.0);
        v.iter().map(|a| a * a).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod drained {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v = x.to_vec();
        let d: Vec<f64> = v.drain(..2).collect();
        d[0] * d[1] + v[0] * v.len() as f64
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod functions_by_name {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .copied()
            .map(f64::sqrt)
            .map(f64::exp)
            .fold(1.0, |a, b| a * b)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod integers_to_floats {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let n = f64::from(x.len() as u32);
        let k = 2i32.pow(3) as f64;
        let m = (x.len() << 1) as f64 + f64::from(3u8);
        x.iter().sum::<f64>() * n / k + m * x[0] * f64::from(1.5f32)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod fold_of_pairs {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let p = x
            .iter()
            .map(|v| v.to_radians())
            .map(|r| (r.sin(), r.cos()))
            .fold((0.0, 1.0), |(a, b), (s, c)| (a + s * b, b * c));
        p.0 * 10.0 + p.1
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod median_of_deviations {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = x.iter().sum::<f64>() / x.len() as f64;
        let v: Vec<f64> = x.iter().map(|v| (v - m).abs()).collect();
        let mut w = v.clone();
        w.sort_by(|a, b| a.partial_cmp(b).unwrap());
        w[w.len() / 2] + v[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod stencil_of_grid {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut grid = [[0.0f64; 4]; 4];
        for (i, row) in grid.iter_mut().enumerate() {
            for (j, c) in row.iter_mut().enumerate() {
                *c = x[(i + j) % 3] * (i as f64 - j as f64);
            }
        }
        let mut s = 0.0;
        for i in 1..3 {
            for j in 1..3 {
                s += (grid[i + 1][j] - grid[i - 1][j]).hypot(grid[i][j + 1] - grid[i][j - 1]);
            }
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod slices_in_let {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let t = if let [a, b, c] = *x { a * b + c } else { 0.0 };
        let &[p, q, ..] = x else { return 0.0 };
        t * p + q
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod pairs_unzipped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let y: Vec<(f64, f64)> = x.iter().map(|&v| (v, v * v)).collect();
        let (a, b): (Vec<f64>, Vec<f64>) = y.iter().cloned().unzip();
        a.iter().zip(b.iter()).map(|(p, q)| p * q).sum::<f64>()
            + y.iter().map(|p| p.0 + p.1).fold(f64::MIN, f64::max)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod best_pair {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut best = (f64::NEG_INFINITY, 0);
        for (i, &v) in x.iter().enumerate() {
            if v > best.0 {
                best = (v, i);
            }
        }
        best.0 * x[best.1 / 2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod rotated_and_reversed {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut w = x.to_owned();
        w.rotate_left(1);
        w.reverse();
        w.swap(0, 2);
        w.iter().zip(x).map(|(a, b)| a * b * b).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod parts_copied {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut w = vec![0.0; 5];
        w[1..4].copy_from_slice(x);
        w[4] = w[1..3].iter().sum();
        w[0] = w[4] * w[2];
        w.iter().rev().take(2).sum::<f64>() * w[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod means_of_two_kinds {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut a = 1.0;
        let mut b = x[0];
        for _ in 0..5 {
            let t = (a + b) / 2.0;
            b = (a * b).sqrt();
            a = t;
        }
        a * x[1] + (b - a)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod functions_of_floats {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let z = x[0].mul_add(x[1], x[2]).clamp(-1.0, 5.0).rem_euclid(0.7)
            + x[1].div_euclid(0.5)
            + x[0].signum() * x[2].fract()
            + x[1].trunc()
            + x[0].copysign(-1.0)
            + x[1].recip()
            + x[2].exp_m1().ln_1p()
            + x[0].atan2(x[1]).tan()
            + x[1].cbrt()
            + x[2].asinh()
            + x[1].acosh()
            + x[2].atanh()
            + x[0].log2()
            + x[0].log(3.0)
            + x[0].log10()
            + x[0].exp2();
        z
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod labels_and_while {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        'a: for i in 0..3 {
            let mut j = 0;
            while j < 3 {
                if i == j {
                    j += 1;
                    continue;
                }
                if x[i] * x[j] > 0.8 {
                    continue 'a;
                }
                s += x[i] / x[j];
                j += 1;
            }
            s *= 1.1;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod closure_of_match {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let pick = |i: usize| -> f64 {
            match i {
                0 => x[0],
                1 => x[1] * x[1],
                _ => x[2].exp(),
            }
        };
        (0..4).map(pick).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod differences_of_neighbours {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let y = x.iter().map(|v| v * v).collect::<Vec<_>>();
        let d = y
            .iter()
            .zip(y.iter().skip(1))
            .map(|(a, b)| b - a)
            .collect::<Vec<_>>();
        d.iter()
            .map(|d| d.abs())
            .max_by(|a, b| a.total_cmp(b))
            .unwrap_or(0.0)
            + d.iter().cloned().fold(f64::INFINITY, f64::min)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod distances {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let v: Vec<Vec<f64>> = x
            .iter()
            .map(|a| x.iter().map(|b| (a - b).abs()).collect())
            .collect();
        v.iter().map(|r| r.iter().sum::<f64>()).map(|s| s * s).sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod triangle_of_products {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let r: Vec<f64> = (0..3)
            .flat_map(|i| (0..=i).map(move |j| (i, j)))
            .map(|(i, j)| x[i] * x[j])
            .collect();
        r.iter().sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}

mod map_of_indices {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = std::collections::HashMap::new();
        m.insert("a", 2usize);
        x[m["a"]] * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.45];
    }
}
