//! Floats that are printed: once, by the forward half, with the values of that moment.

use std::cell::RefCell;
use std::fmt::Write as _;

use grad_runtime::{Differentiable, derive_grad};

thread_local! {
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn note(line: String) {
    LINES.with(|lines| lines.borrow_mut().push(line));
}

fn taken() -> Vec<String> {
    LINES.with(|lines| std::mem::take(&mut *lines.borrow_mut()))
}

mod in_loops_and_branches {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64], t: f64) -> f64 {
        println!("start {t} {x:?}");
        let mut y = x.to_vec();
        let mut s = t;
        let mut log = String::new();
        for (i, v) in x.iter().enumerate() {
            let before = format!("{} {s}", y[i]);
            y[i] = s * v;
            s += y[i];
            note(format!("{before} {i} {} {s:.2}", y[i]));
            write!(log, "{s}").unwrap();
            writeln!(&mut log, " {:?}", (s, i)).unwrap();
            log.push_str(&s.to_string());
            if s > 1e6 {
                panic!("too large: {s} at {i}");
            }
            assert!(s.is_finite(), "not finite: {s}, {}", x[i]);
        }
        let label = if s > t {
            format!("{}", s - t)
        } else {
            String::new()
        };
        note(log);
        if label.is_empty() { s } else { s * t * y[1] }
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, t);
        smooth [1.5, -0.5, 0.75];
        smooth [-0.5, 0.25, 2.0];
    }

    #[test]
    fn once() {
        taken();
        let value = f(&[1.5, -0.5], 0.75);
        let lines = taken();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "1.5 0.75 0 1.125 1.88");
        let (again, _, _) = f_grad(&[1.5, -0.5], 0.75);
        assert_eq!((value, lines), (again, taken()));
    }

    #[test]
    #[should_panic(expected = "too large: 2000000 at 0")]
    fn panics_are_the_users() {
        let _ = f_grad(&[1.0], 1e6);
    }
}

mod in_methods {
    use super::*;

    #[derive(Clone, Debug, Differentiable)]
    struct Spot {
        x: f64,
        v: Vec<f64>,
    }
    #[derive_grad]
    impl Spot {
        fn root(&self, t: f64) -> Result<f64, String> {
            let y = self.x - t;
            if y < 0.0 {
                return Err(format!("negative: {y} = {} - {t}", self.x));
            }
            note(self.x.to_string() + &y.to_string());
            Ok(y.sqrt() * self.v[0])
        }
    }
    #[derive_grad]
    fn f(x: &[f64], t: f64) -> f64 {
        let spot = Spot {
            x: x[0] * x[1],
            v: x.to_vec(),
        };
        let mut s = 0.0;
        for i in 0..3 {
            s += match spot.root(t * i as f64) {
                Ok(root) => root,
                Err(text) => {
                    note(text);
                    s * t
                }
            };
        }
        s
    }

    check! {
        |v| (&v[..2], v[2]) -> (x, t);
        smooth [1.5, 2.0, 1.75];
    }

    #[test]
    fn errors() {
        let spot = Spot {
            x: 3.0,
            v: vec![1.0],
        };
        assert_eq!(spot.root_grad(4.0).unwrap_err(), "negative: -1 = 3 - 4");
        taken();
        assert_eq!(spot.root_grad(2.0).unwrap().0, 1.0);
        assert_eq!(taken(), ["31"]);
    }
}
