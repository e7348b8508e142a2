//! Elements of fields that may be missing.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Series {
    xs: Vec<f64>,
    rows: Vec<Vec<f64>>,
    points: Vec<Point>,
    k: f64,
}

#[derive_grad]
impl Series {
    fn new(x: &[f64], k: f64) -> Series {
        Series {
            xs: x.to_vec(),
            rows: vec![x.to_vec(), vec![], vec![k, x[0] * k]],
            points: vec![
                Point { x: x[0], y: k },
                Point {
                    x: x[1] * k,
                    y: 2.0,
                },
            ],
            k,
        }
    }

    fn first(&self, t: f64) -> Result<f64, String> {
        let v = self.xs.first().copied().ok_or("none".to_string())?;
        Ok(v * t)
    }

    fn last(&self, t: f64) -> Option<f64> {
        let v = self.xs.last().copied()?;
        Some(v * t * self.xs.first()?)
    }

    fn at(&self, i: usize, t: f64) -> Result<f64, String> {
        let v = self
            .xs
            .get(i)
            .copied()
            .ok_or_else(|| format!("no element {i}"))?;
        Ok(v * t)
    }

    fn matched(&self, i: usize, t: f64) -> f64 {
        if let Some(&v) = self.xs.get(i) {
            v * t
        } else {
            t
        }
    }

    fn end(&self, i: usize) -> Result<f64, String> {
        let row = self.rows.get(i).ok_or("no row".to_owned())?;
        let last = row.last().ok_or("empty".to_owned())?;
        let point = self.points.last().ok_or("no point".to_owned())?;
        Ok(last * point.x + point.y * self.rows[i].first().copied().ok_or("empty".to_owned())?)
    }
}

mod of_self {
    use super::*;
    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        let series = Series::new(x, k);
        let mut s = 0.0;
        for i in 0..5 {
            s += series.at(i, k).unwrap_or(s * k) + series.matched(i, s);
            if let Ok(end) = series.end(i) {
                s *= end;
            }
        }
        s + series.first(s).unwrap() * series.last(k).unwrap()
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.75, 1.5, -0.5, 0.5];
    }
}

mod errors_are_the_users {
    use super::*;

    #[test]
    fn as_they_are_written() {
        let series = Series::new(&[1.0, 2.0], 0.5);
        assert_eq!(series.at_vjp(7, 1.0).err().unwrap(), "no element 7");
        assert_eq!(series.end_grad(3).unwrap_err(), "no row");
        assert_eq!(series.end_grad(1).unwrap_err(), "empty");
    }
}

mod of_parameters {
    use super::*;
    #[derive_grad]
    fn tried(p: &Series, t: f64, n: usize) -> Result<f64, String> {
        let mut s = t;
        for i in 0..n {
            let v = p.xs.get(i + 1).copied().ok_or("short".to_owned())?;
            s = s * v + *p.xs.first().ok_or("none")?;
        }
        Ok(s)
    }
    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        let mut p = Series::new(x, k);
        let mut s = tried(&p, k, 2).unwrap_or(0.0);
        p.xs.push(s);
        p.xs[1] *= k;
        s += tried(&p, s, 3).unwrap_or(k) + tried(&p, s, 4).unwrap_or(k);
        p.xs.clear();
        s * tried(&p, s, 1).unwrap_or(k)
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.75, 1.5, -0.5, 0.5];
    }
}

mod asked {
    use super::*;
    #[derive_grad]
    fn g(p: &Series, t: f64) -> f64 {
        let a = p.xs.get(1).map_or(0.0, |q| q * t);
        let b = p.xs.get(9).map_or(a * t, |q| q * t);
        let c =
            p.xs.last()
                .copied()
                .map_or_else(|| t, |q| if q > 0.0 { q * q } else { t });
        let mut s = a * b + c;
        if p.xs.get(2).is_some_and(|v| *v > 0.0) && p.xs.get(7).is_none() {
            s *= p.k;
        }
        if p.rows[0].first().is_some() {
            s += t * t;
        }
        s
    }
    #[derive_grad]
    fn f(k: f64, x: &[f64]) -> f64 {
        let mut p = Series::new(x, k);
        let mut s = 0.0;
        for i in 0..3 {
            s += g(&p, x[i]);
            p.xs[i] = s;
        }
        s
    }

    check! {
        |v| (v[0], &v[1..]) -> (k, x);
        smooth [0.75, 1.5, -0.5, 0.5];
    }
}

mod arrays_of_fields {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Net {
        w: [f64; 3],
        rows: Vec<Vec<f64>>,
    }
    #[derive_grad]
    impl Net {
        fn scaled(&self, t: f64) -> [f64; 3] {
            self.w.map(|v| v * t)
        }
        fn value(&mut self, t: f64) -> f64 {
            let y = self.w.map(|v| v * t).map(|v| v * v + t);
            let z: [f64; 3] = self.w.map(f64::exp);
            let all = self.rows.concat();
            self.w[1] *= all[2];
            self.w[0] += y[2];
            let u = self.scaled(t);
            y[0] * y[2] + z[1] * u[0] + all.iter().sum::<f64>() * self.w[1]
        }
    }
    #[derive_grad]
    fn f(t: f64, x: &[f64]) -> f64 {
        let mut net = Net {
            w: [x[0], x[1], x[2]],
            rows: vec![vec![x[1], t], vec![], vec![x[0]]],
        };
        let mut s = 0.0;
        for i in 0..3 {
            s += net.value(t);
            net.rows[i].push(s * 0.1);
        }
        s + net.w.iter().sum::<f64>()
    }

    check! {
        |v| (v[0], &v[1..]) -> (t, x);
        smooth [0.75, 0.5, -0.5, 0.25];
    }
}

mod rows_in_a_row {
    use super::*;
    #[derive_grad]
    fn f(t: f64, x: &[f64]) -> f64 {
        let mut rows = vec![x.to_vec(), vec![t], vec![]];
        rows[1].push(x[0] * t);
        let pairs = [[x[0], t], [t, x[1]]];
        let a = rows.concat();
        let b = pairs.concat();
        rows[0][0] = 7.0;
        let mut s = 0.0;
        for (p, q) in a.iter().zip(&b) {
            s = s * p + q;
        }
        s + a[a.len() - 1] * rows[0][0]
    }

    check! {
        |v| (v[0], &v[1..]) -> (t, x);
        smooth [0.75, 1.5, -0.5, 0.5];
    }
}
