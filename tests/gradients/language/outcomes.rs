//! Calls of derived functions that return an `Option` or a `Result`, whose value is not taken at once.

use grad_runtime::derive_grad;

#[derive(Debug, PartialEq)]
enum Bad {
    Negative,
    Empty,
}

#[derive_grad]
fn root(x: f64) -> Result<f64, Bad> {
    if x < 0.0 {
        return Err(Bad::Negative);
    }
    Ok(x.sqrt())
}

#[derive_grad]
fn mean(v: &[f64]) -> Option<f64> {
    if v.is_empty() {
        None
    } else {
        Some(v.iter().sum::<f64>() / v.len() as f64)
    }
}

/// Keeps words of its own before it fails.
#[derive_grad]
fn roots(v: &[f64]) -> Result<f64, Bad> {
    let mut product = 1.0;
    for x in v {
        product *= root(*x)? * product;
    }
    Ok(product)
}

mod matched {
    use super::*;

    #[derive_grad]
    fn f(x: f64) -> f64 {
        match root(x) {
            Ok(v) => v * v * v,
            Err(Bad::Negative) => x * x,
            Err(Bad::Empty) => 0.0,
        }
    }

    check! {
        |v| (v[0]) -> (x);
        smooth [4.0] => [3.0];
        smooth [-4.0] => [-8.0];
    }
}

mod in_a_loop {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            sum += root(x[i]).map(|r| r * 2.0).unwrap_or(1.0);
            if let Some(m) = mean(&x[i + 1..]) {
                sum *= m;
            }
            let Ok(z) = root(sum) else { continue };
            sum += z;
        }
        sum
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [] => [];
        smooth [4.0] => [0.75 * 0.5 + 0.25 * 0.5 - 0.125 + 0.25];
        smooth [2.0, -1.5, 3.0];
        smooth [-2.0, -1.5, -3.0, 0.5];
        smooth [1.0, 2.0, 3.0];
    }
}

mod failing_in_the_middle {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            let r = roots(&x[..=i]);
            sum += match r {
                Ok(v) => v * x[0],
                Err(e) if e == Bad::Empty => 100.0,
                Err(_) => x[i] * x[0],
            };
        }
        sum + roots(x).unwrap_or(x[0])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [4.0, 9.0];
        smooth [4.0, 9.0, -2.0, 5.0];
        smooth [-1.0, 2.0] => [-2.0 + 2.0 + 1.0, -1.0];
    }
}

mod held_in_variables {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: usize) -> Result<f64, Bad> {
        let r = root(x);
        if let Err(e) = &r {
            assert_eq!(*e, Bad::Negative);
        }
        let y = r?;
        let z = root(y - 1.0).ok().or(mean(&[x, y])).ok_or(Bad::Empty)?;
        let last = if n > 1 { root(z) } else { Ok(z) };
        Ok(last? * y)
    }

    #[test]
    fn gradient() {
        // y = sqrt(x), z = sqrt(y - 1)
        let (value, d) = f_grad(25.0, 1).unwrap();
        assert_eq!(value, 10.0);
        assert!((d - (0.1 * 2.0 + 5.0 * 0.1 * 0.25)).abs() < 1e-14);
        let (value, d) = f_grad(289.0, 2).unwrap();
        assert_eq!(value, 34.0);
        let d_y = 1.0 / 34.0;
        assert!((d - (d_y * 2.0 + 17.0 * d_y * 0.125 * 0.25)).abs() < 1e-14);
        // (x + sqrt(x)) / 2 * sqrt(x)
        let (value, d) = f_grad(0.25, 1).unwrap();
        assert_eq!(value, 0.1875);
        assert!((d - (0.75 * 0.5 + 0.5)).abs() < 1e-14);
        assert_eq!(f_grad(-1.0, 1), Err(Bad::Negative));
    }
}

mod defaults {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> f64 {
        let a = root(x).unwrap_or(y);
        let b = root(y).unwrap_or_else(|_| x * x);
        let c = root(x - y).map_or(3.0, |v| v * y);
        let d = root(x).and_then(|v| root(v - 1.0)).unwrap_or_default();
        let e = if root(y).is_ok() { x } else { y };
        a * b + c * d + e
    }

    check! {
        |v| (v[0], v[1]) -> (x, y);
        smooth [9.0, 4.0];
        smooth [4.0, 9.0];
        smooth [4.0, -9.0];
        smooth [-4.0, -9.0] => [-8.0 * -9.0 , 16.0 + 1.0];
    }
}

mod assigned {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut best = None;
        for v in x {
            best = match (best, root(*v).ok()) {
                (Some(b), Some(r)) if r > b => Some(r),
                (None, r) => r,
                (b, _) => b,
            };
        }
        best.map(|b| b * b * b).unwrap_or(7.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [-1.0] => [0.0];
        smooth [4.0, -1.0, 9.0] => [0.0, 0.0, 4.5];
    }
}

mod options_of_vectors {
    use super::*;

    #[derive_grad]
    fn scaled(x: &[f64], by: f64) -> Option<Vec<f64>> {
        if by == 0.0 {
            return None;
        }
        Some(x.iter().map(|v| v * by).collect())
    }

    #[derive_grad]
    fn f(x: &[f64], by: f64) -> f64 {
        let o: Option<Vec<f64>> = scaled(x, by);
        match o {
            Some(v) => v[0] * v[1],
            None => x[0],
        }
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, by);
        smooth [3.0, 5.0, 2.0] => [20.0, 12.0, 60.0];
    }

    #[test]
    fn nothing() {
        assert_eq!(f_grad(&[3.0, 5.0], 0.0), (3.0, vec![1.0, 0.0], 0.0));
    }
}

mod structs_inside {
    use super::*;
    use grad_runtime::Differentiable;

    #[derive(Clone, Copy, Differentiable)]
    struct Fit {
        slope: f64,
        at: f64,
    }

    #[derive_grad]
    fn fit(x: &[f64]) -> Result<Fit, Bad> {
        if x.len() < 2 {
            return Err(Bad::Empty);
        }
        let slope = x[1] - x[0] * x[0];
        if slope < 0.0 {
            return Err(Bad::Negative);
        }
        Ok(Fit {
            slope,
            at: x[0] * x[1],
        })
    }

    #[derive_grad]
    impl Fit {
        fn eval(&self, t: f64) -> Option<f64> {
            if t < self.at {
                None
            } else {
                Some(self.slope * (t - self.at))
            }
        }

        fn both(&self, t: f64) -> f64 {
            let a = self.eval(t).unwrap_or(self.slope);
            let b = match self.eval(2.0 * t) {
                Some(v) => v * v,
                None => t,
            };
            let c = self.eval(t).map(|v| v * 2.0);
            a * b + c.unwrap_or(1.0)
        }
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..x.len() {
            let Ok(f) = fit(&x[i..]) else {
                sum += x[i];
                continue;
            };
            sum += f.slope * f.at;
            if sum > 100.0 {
                return sum;
            }
        }
        let r = fit(x);
        let part = match r {
            Ok(f) => Fit::both(&f, 3.0),
            Err(Bad::Negative) => x[0] * x[1],
            Err(_) => 0.5,
        };
        sum + part
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.3] => [1.0];
        smooth [1.1, 3.0];
        smooth [2.0, 3.0, 4.0];
        smooth [0.5, 4.5];
        smooth [0.5, 8.5, 1.0];
        smooth [1.1, 3.0, 10.0, 1.0];
        smooth [5.0, 60.0, 3.0];
    }
}

mod patterns_with_guards {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut s = x[0];
        if let Ok(r) = root(x[0]) {
            s *= r;
        } else if let Some(m) = mean(x) {
            s *= m * m;
        }
        if let Err(e) = root(x[1])
            && e == Bad::Negative
        {
            s += x[1];
        }
        if let None = mean(&x[..0]) {
            s *= 2.0;
        }
        let r = match mean(x) {
            Some(v) if v > 2.0 => v,
            Some(v) => v * v,
            None => 0.0,
        };
        let t = match root(x[0]) {
            Ok(0.0) => 1.0,
            Ok(v) => v,
            _ => x[1],
        };
        s * r * t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [1.1, 3.0, 10.0, 1.0];
        smooth [2.0, 3.0, 4.0];
        smooth [-0.5, 1.0];
        smooth [0.5, -1.0, 0.25];
    }
}

mod after_a_memory_that_is_rewound {
    use super::*;

    /// The logarithm of the determinant of a matrix and so much on its diagonal.
    #[derive_grad]
    fn log_det(a: &[f64], n: usize, jitter: f64) -> Option<f64> {
        let mut l = a.to_vec();
        let mut sum = 0.0;
        for j in 0..n {
            l[j * n + j] += jitter;
            for k in 0..j {
                let t = l[j * n + k];
                l[j * n + j] -= t * t;
            }
            if l[j * n + j] <= 0.0 {
                return None;
            }
            let d = l[j * n + j].sqrt();
            l[j * n + j] = d;
            sum += d.ln();
            for i in j + 1..n {
                for k in 0..j {
                    let t = l[i * n + k] * l[j * n + k];
                    l[i * n + j] -= t;
                }
                l[i * n + j] /= d;
            }
        }
        Some(2.0 * sum)
    }

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut jitter = 0.0;
        let mut s = 0.0;
        for _ in 0..4 {
            match log_det(x, 2, jitter) {
                Some(v) => return v * x[0] + s,
                None => {
                    jitter = 10.0 * jitter + 0.5;
                    s += x[1] * x[1];
                }
            }
        }
        s
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [2.5, 0.5, 0.5, 3.0];
        smooth [1.0, 1.2, 1.2, 1.0];
        smooth [1.0, 20.0, 20.0, 1.0];
        smooth [-1.0, 0.5, 0.5, 1.0];
    }
}

mod in_filters {
    use super::*;

    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let a = x.iter().filter_map(|v| root(*v).ok()).sum::<f64>();
        let b: f64 = x
            .iter()
            .enumerate()
            .filter_map(|(i, v)| x.get(i + 1).map(|w| v * w))
            .sum();
        a * b
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [2.5, 0.5, -0.5, 3.0];
    }
}

mod texts_as_errors {
    use super::*;

    #[derive_grad]
    fn f(x: f64, y: f64) -> Result<f64, String> {
        let r = if x > 0.0 {
            Ok(x.ln())
        } else {
            Err(format!("{x} is not positive"))
        };
        let s = root(y).map_err(|e| format!("{e:?}"));
        let t = match (r, s) {
            (Ok(a), Ok(b)) => Ok(a * b),
            (Err(text), Ok(_)) => Err(text),
            (_, Err(text)) => Err(text),
        };
        Ok(t? * x)
    }

    #[test]
    fn gradient() {
        let (value, d_x, d_y) = f_grad(2.0, 4.0).unwrap();
        let l = 2.0_f64.ln();
        assert_eq!(value, 4.0 * l);
        assert!((d_x - (2.0 * l + 2.0)).abs() < 1e-14);
        assert!((d_y - 0.5 * l).abs() < 1e-14);
        assert_eq!(f_grad(-2.0, 4.0), Err("-2 is not positive".to_owned()));
        assert_eq!(f_grad(-2.0, -4.0), Err("Negative".to_owned()));
    }
}
