//! Iterators in variables, what may fail at the end of a chain, and arrays made of slices and of arrays.

use grad_runtime::derive_grad;

mod try_fold_option {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let r: Option<f64> = x
            .iter()
            .try_fold(1.0, |a, v| if *v > 0.0 { Some(a * v) } else { None });
        r.unwrap_or(0.0) * x[0]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod try_fold_result_with_question_mark {
    use super::*;

    #[derive_grad]
    fn g(v: f64) -> Result<f64, String> {
        if v > 0.0 {
            Ok(v.sqrt())
        } else {
            Err(String::from("no"))
        }
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let r = x.iter().try_fold(0.5, |a, v| {
            let t = g(*v)?;
            Ok::<f64, String>(a * t + t)
        });
        match r {
            Ok(v) => v * x[0],
            Err(_) => 0.0,
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod try_fold_as_result {
    use super::*;

    #[derive_grad]
    fn h(x: &[f64]) -> Option<f64> {
        x.iter().try_fold(1.0, |a, &v| (v > 0.0).then(|| a * v + v))
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        h(x).map_or(0.0, |v| v * v)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod lists_and_sums_of_results {
    use super::*;

    #[derive_grad]
    fn h(x: &[f64]) -> Result<f64, String> {
        let v = x
            .iter()
            .map(|v| {
                if *v > 0.0 {
                    Ok(v.ln())
                } else {
                    Err(format!("no {}", x.len()))
                }
            })
            .collect::<Result<Vec<f64>, String>>()?;
        let s: f64 = x
            .iter()
            .map(|v| {
                if *v > 0.0 {
                    Ok(v.ln())
                } else {
                    Err("b".to_owned())
                }
            })
            .sum::<Result<f64, String>>()?;
        Ok(v[0] * v[1] + s * s)
    }
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        h(x).unwrap() * x[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod list_of_options {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let v: Option<Vec<f64>> = x
            .iter()
            .map(|v| if *v > 0.0 { Some(v * v) } else { None })
            .collect();
        let Some(v) = v else { return 0.0 };
        v[0] * v[2]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod sum_of_results {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let r: Result<f64, String> = x
            .iter()
            .map(|v| {
                if *v > 0.0 {
                    Ok(v.ln())
                } else {
                    Err("neg".to_string())
                }
            })
            .sum();
        r.unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod list_of_results {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let r: Result<Vec<f64>, String> = x
            .iter()
            .map(|v| {
                if *v > 0.0 {
                    Ok(v.ln())
                } else {
                    Err("neg".to_string())
                }
            })
            .collect();
        let r = r.unwrap();
        r[0] * r[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod partition {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (a, b): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.5);
        a.iter().sum::<f64>() * b.iter().sum::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod partition_of_values {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let (a, b): (Vec<_>, Vec<_>) = x.iter().map(|v| v * v).partition(|v| *v > 0.3);
        a.iter().map(|v| v * 2.0).sum::<f64>() * b.len() as f64 + b.iter().product::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod by_ref {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = x.iter();
        let a = *it.next().unwrap();
        let b: f64 = it.by_ref().take(1).sum();
        let c: f64 = it.map(|v| v * v).sum();
        a * b + c
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod while_let_windows {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut acc = 1.0;
        let mut it = x.windows(2);
        while let Some(w) = it.next() {
            acc += w[0] * w[1] * acc;
        }
        acc
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod while_let_continue {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut acc = 0.0;
        let mut it = x.iter().enumerate().map(|(i, v)| (i, v * v));
        while let Some((i, v)) = it.next() {
            if i == 1 {
                continue;
            }
            acc += v * (i as f64 + 1.0);
        }
        acc
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod next_then_for {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = x.iter().copied();
        let mut acc = it.next().unwrap_or(0.0);
        for v in it {
            acc = acc * 0.5 + v * v;
        }
        acc
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod next_twice_in_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = x.iter();
        let mut s = 0.0;
        loop {
            let Some(a) = it.next() else { break };
            let b = it.next().copied().unwrap_or(2.0);
            s += a * b;
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod next_of_zip {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = x.iter().zip(x.iter().skip(1));
        let (a, b) = it.next().unwrap();
        a * b + it.map(|(a, b)| a * a * b).sum::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod first_then_fold {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = x.iter().map(|v| v.sin());
        let first = it.next().unwrap();
        let m = it.fold(first, f64::max);
        m * m
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod while_let_break {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut acc = 0.0;
        let mut it = x.iter().rev();
        while let Some(&v) = it.next() {
            if v > 1.0 {
                break;
            }
            acc = acc * x[0] + v;
        }
        acc
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod nth {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = (0..x.len()).map(|i| x[i] * x[i]);
        let a = it.nth(1).unwrap();
        a * it.next().unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_of_slice {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let v: [f64; 3] = x.try_into().unwrap();
        let w: [f64; 3] = std::array::from_fn(|i| v[i] * v[(i + 1) % 3]);
        w.map(|a| a.sqrt()).iter().sum()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_of_part {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut v: [f64; 2] = x[1..].try_into().expect("two");
        v[0] *= x[1];
        v[0] * v[1] * x[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod arrays_of_chunks {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for c in x.chunks_exact(1) {
            let a: [f64; 1] = c.try_into().unwrap();
            s += a[0] * a[0];
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_mapped {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let k = x[0];
        let w = [x[0], x[1]].map(|v| v * k);
        let t = [(x[0], x[1]), (x[2], x[0])].map(|(a, b)| a * b);
        w[0] * w[1] + t[0] * t[1]
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod array_behind_a_reference_mapped {
    use super::*;

    #[derive_grad]
    fn f(rows: &[[f64; 2]], c: &[f64; 2]) -> f64 {
        let mut sum = 0.0;
        let mut scale = *c;
        for row in rows {
            let factors = &mut scale;
            let [a, b] = row.map(|v| v * v);
            let [d, e] = factors.map(f64::sin);
            factors[0] = a * e;
            sum += b * d + factors[0] * c.map(|v| v * a)[1];
        }
        sum
    }

    check! {
        |v| (&[[v[0], v[1]], [v[2], v[3]]], &[v[4], v[5]]) -> (rows, c);
        smooth [0.7, -0.4, 1.1, 0.3, 0.9, -1.2];
    }
}

mod array_mapped_by_writing {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = 0.0;
        for i in 0..2 {
            let w = [x[i], s, x[2]];
            let z: [f64; 3] = w.map(f64::sin).map(|v| {
                s += v;
                v * s
            });
            s += z[0] * z[2];
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod while_let_next {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut acc = 0.0;
        let mut it = x.iter();
        while let Some(v) = it.next() {
            acc += v * v;
        }
        acc
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod by_ref_with_steps {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = x.iter();
        let a = it
            .by_ref()
            .take(2)
            .copied()
            .map(|v| v * v)
            .filter(|v| *v > 0.5)
            .sum::<f64>();
        a * it.fold(0.5, |s, v| s * v + v)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4, 0.9];
    }
}

mod by_ref_folded {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut it = x.iter();
        let a = it.by_ref().take(2).map(|v| v * v).fold(1.0, |s, v| s * v);
        a * it.map(|v| v * v).sum::<f64>()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4, 0.9];
    }
}

mod peeked {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64], t: f64) -> f64 {
        let mut it = x.iter().peekable();
        let mut s = 0.0;
        while let Some(v) = it.next() {
            if let Some(next) = it.peek() {
                s += v * **next;
            } else {
                s += v * t;
            }
        }
        s
    }

    check! {
        |v| (&v[..3], v[3]) -> (x, t);
        smooth [1.0, 2.0, 3.0, 4.0] => [2.0, 4.0, 6.0, 3.0];
    }
}

mod peeked_by_patterns {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64], t: f64) -> f64 {
        let mut y = x.to_vec();
        y[1] *= t;
        let mut it = y.iter().copied().rev().peekable();
        let mut refs = x.iter().skip(1).peekable();
        let mut s = 0.0;
        while let Some(v) = it.next() {
            match it.peek() {
                Some(&n) if n > 0.0 => s += v * n,
                Some(n) => s -= v * *n * t,
                None => s += t * v,
            }
            if it.peek().is_some() {
                s *= t;
            }
            if let Some(&&r) = refs.peek()
                && r < 1.0
            {
                s += r * refs.next().unwrap() * t;
            }
        }
        s + refs.map(|r| r * r).sum::<f64>()
    }

    check! {
        |v| (&v[..4], v[4]) -> (x, t);
        smooth [1.0, 0.5, -0.25, 3.0, 0.75];
        smooth [-1.0, 0.75, 2.5, 0.5, 1.5];
    }
}
