//! Steps that end a part of a chain, and chains whose items come in uneven numbers.

use grad_runtime::derive_grad;

mod take_while_then_more {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .copied()
            .take_while(|v| *v > 0.0)
            .chain(y.iter().copied())
            .map(|v| v * v)
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod inner_take_while {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        y.iter()
            .flat_map(|k| x.iter().take_while(|v| **v > 0.0).map(move |v| v * k))
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod inner_take {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        y.iter()
            .flat_map(|k| x.iter().map(move |v| v * k).take(1))
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod take_then_more {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .map(|v| v * v)
            .take(2)
            .chain(y.iter().map(|v| v.sin()))
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod inner_scan {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        y.iter()
            .flat_map(|k| {
                (0..3).scan(*k, |s, i| {
                    *s *= x[i];
                    if *s > 1.0 { None } else { Some(*s) }
                })
            })
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod take_of_inner {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .flat_map(|k| y.iter().map(move |v| v * k))
            .take(3)
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod flat_map_to_array {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter().flat_map(|v| [*v, v * v]).map(|v| v.sin()).sum()
    }

    check! {
        |v| (&v[..4]) -> (x);
        smooth [0.5, 1.5, -0.25, 0.75];
    }
}

mod zip_of_filtered {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .map(|v| v * v)
            .filter(|v| *v > 0.1)
            .zip(y.iter())
            .map(|(a, b)| a * b)
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod zip_with_filtered {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .map(|v| v * v)
            .zip(y.iter().filter(|v| **v > 0.5))
            .map(|(a, b)| a * b.sin())
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod rev_of_filtered {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .filter(|v| **v > 0.0)
            .map(|v| v * v)
            .rev()
            .fold(0.3, |a, v| a * v + v)
    }

    check! {
        |v| (&v[..4]) -> (x);
        smooth [0.5, 1.5, -0.25, 0.75];
    }
}

mod rev_of_numbered {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .map(|v| v * v)
            .enumerate()
            .rev()
            .fold(0.3, |a, (i, v)| a * v + i as f64 * v)
    }

    check! {
        |v| (&v[..4]) -> (x);
        smooth [0.5, 1.5, -0.25, 0.75];
    }
}

mod for_over_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in x.iter().chain(y.iter()) {
            if *v < 0.0 {
                continue;
            }
            if *v > 1.3 {
                break;
            }
            s += v * v;
        }
        s
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod for_over_inner_loops {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut s = 0.0;
        'o: for v in x.iter().flat_map(|a| y.iter().map(move |b| a * b)) {
            for k in 0..3 {
                if k as f64 > v + 2.0 {
                    continue 'o;
                }
                if v < -0.15 {
                    break 'o;
                }
                s += v * v * k as f64;
            }
        }
        s
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod for_over_once {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for v in std::iter::once(x[0]) {
            s += v * v;
        }
        s
    }

    check! {
        |v| (&v[..4]) -> (x);
        smooth [0.5, 1.5, -0.25, 0.75];
    }
}

mod extend_by_references {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut v = vec![1.0];
        v.extend(x.iter());
        v.extend(y.iter().copied());
        v.iter().map(|a| a * a * a).sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod flatten_rows {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let r = vec![vec![x[0], x[1]], vec![y[0]]];
        r.iter().flatten().map(|v| v * v).sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod flatten_in_for {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let r = [[x[0], x[1]], [y[0], x[2]]];
        let mut s = 0.0;
        for v in r.iter().flatten() {
            s += v * v * v;
        }
        s
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod rev_of_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .copied()
            .chain(y.iter().copied())
            .rev()
            .fold(0.1, |a, v| a * 0.5 + v * a.sin() + v)
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod numbers_through_two {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .chain(y.iter())
            .enumerate()
            .map(|(i, v)| v * i as f64)
            .chain(x.iter().map(|v| v * v))
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod numbered_filtered_zipped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .enumerate()
            .filter(|(i, _)| i % 2 == 0)
            .map(|(_, v)| v * v)
            .zip(y.windows(2).map(|w| w[0] * w[1]))
            .map(|(a, b)| a * b)
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod zip_without_end {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        x.iter()
            .filter(|v| **v > 0.0)
            .zip((1..).map(|i| i as f64))
            .map(|(a, b)| a * a * b)
            .sum()
    }

    check! {
        |v| (&v[..4]) -> (x);
        smooth [0.5, 1.5, -0.25, 0.75];
    }
}

mod flat_map_to_vec {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .flat_map(|v| vec![*v, v * v, v.sin()])
            .zip(y.iter().rev())
            .map(|(a, b)| a * b)
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod asked_no_more_than_taken {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        let mut n = 0.0;
        x.iter()
            .map(|v| {
                n += 1.0;
                v * n
            })
            .flat_map(|v| y.iter().map(move |w| v * w))
            .take(3)
            .chain(x.iter().copied())
            .sum::<f64>()
            * n
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}

mod two_chains {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64], y: &[f64]) -> f64 {
        x.iter()
            .chain(y.iter())
            .map(|v| v * v)
            .take_while(|v| *v < 1.0)
            .chain(y.iter().copied())
            .sum()
    }

    check! {
        |v| (&v[..4], &v[4..]) -> (x, y);
        smooth [0.5, 1.5, -0.25, 0.75, 1.25, 0.3, 0.7];
    }
}
