//! `Option`s of floats, structs and lists in fields, lists, variables and parameters.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Differentiable, Clone, Copy, Debug)]
struct P {
    m: f64,
    s: f64,
}
#[derive_grad]
impl P {
    fn lp(&self, x: f64) -> f64 {
        let z = (x - self.m) / self.s;
        -0.5 * z * z - self.s.ln()
    }
}
#[derive(Differentiable, Clone, Debug)]
struct M {
    reg: Option<f64>,
    prior: Option<P>,
    w: Vec<f64>,
    lag: Option<Vec<f64>>,
}
#[derive_grad]
impl M {
    fn val(&self, x: f64) -> f64 {
        let mut t = self.w[0] * x;
        if let Some(r) = self.reg {
            t += r * x * x;
        }
        t += match &self.prior {
            Some(p) => p.lp(x),
            None => x,
        };
        if let Some(l) = &self.lag {
            t *= l[0] * x + l.iter().sum::<f64>()
        }
        t * self.reg.unwrap_or(0.5) + self.prior.as_ref().map_or(1.0, |p| p.lp(x) * x)
    }
    fn tried(&self, x: f64) -> Option<f64> {
        let r = self.reg?;
        let p = self.prior.as_ref()?;
        let l = self.lag.as_ref()?;
        Some(r * p.lp(x) + l[1])
    }
    fn grow(&mut self, x: f64) {
        if let Some(r) = &mut self.reg {
            *r *= x;
        }
        if let Some(p) = self.prior.as_mut() {
            p.s *= 2.0;
        }
        if let Some(l) = &mut self.lag {
            l[0] *= x;
        }
    }
}
#[derive_grad]
fn nll(zs: &[Option<f64>], q: f64) -> f64 {
    let mut t = 0.0;
    for z in zs {
        if let Some(z) = z {
            t += z * z * q;
        } else {
            t *= q;
        }
    }
    t
}
#[derive_grad]
fn best(p: Option<P>, x: f64) -> f64 {
    p.map_or(x, |p| p.m * x)
}

mod all_are_there {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = M {
            reg: Some(x[0]),
            prior: Some(P { m: x[1], s: x[2] }),
            w: x.to_vec(),
            lag: Some(vec![x[1], x[2]]),
        };
        m.val(x[0]) + m.tried(x[1]).unwrap()
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod some_are_missing {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let m = M {
            reg: None,
            prior: Some(P { m: x[1], s: x[2] }),
            w: x.to_vec(),
            lag: None,
        };
        m.val(x[0]) * m.tried(x[1]).unwrap_or(2.0)
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod changed_in_a_loop {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let mut m = M {
            reg: Some(x[0]),
            prior: Some(P { m: x[1], s: x[2] }),
            w: x.to_vec(),
            lag: Some(vec![x[1], x[2]]),
        };
        let mut t = 0.0;
        for i in 0..3 {
            m.grow(x[i]);
            t += m.val(x[2]);
            if i == 1 {
                m.prior = None;
                m.reg = Some(t * 0.01);
            }
        }
        t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_list_with_gaps {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        nll(&[Some(x[0]), None, Some(x[1] * x[2]), Some(2.0)], x[2])
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod a_struct_out_of_a_branch {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        let o = if x[0] > 0.5 {
            Some(P { m: x[0], s: x[1] })
        } else {
            None
        };
        let mut t = 0.0;
        if let Some(p) = &o {
            t += p.lp(x[2]);
        }
        match o {
            Some(p) => t * p.m,
            None => x[0],
        }
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod parameters {
    use super::*;
    #[derive_grad]
    fn f(x: &[f64]) -> f64 {
        best(Some(P { m: x[0], s: x[1] }), x[2])
            + best(None, x[1])
            + missing(&[Some(x[0]), None, Some(x[1])])
    }
    #[derive_grad]
    fn missing(zs: &[Option<f64>]) -> f64 {
        let mut t = 0.0;
        for z in zs {
            t += z.unwrap_or(0.5) * 2.0;
        }
        for i in 0..zs.len() {
            if zs[i].is_some() {
                t *= zs[i].unwrap();
            }
        }
        for (i, z) in zs.iter().enumerate() {
            if let Some(v) = *z {
                t += v * i as f64;
            }
        }
        t
    }

    check! {
        |v| (&v[..]) -> (x);
        smooth [0.7, 1.3, 0.4];
    }
}

mod gradients {
    use super::*;

    /// What is inside has its gradient inside of an `Option`.
    #[test]
    fn have_the_shape_of_the_value() {
        let (value, d, by_q) = nll_grad(&[Some(1.0), None, Some(3.0)], 0.5);
        assert_eq!((value, by_q), (0.5 * 0.5 + 9.0 * 0.5, 2.0 * 0.5 + 9.0));
        assert_eq!(d, [Some(0.5), None, Some(3.0)]);
        let m = M {
            reg: Some(2.0),
            prior: None,
            w: vec![3.0],
            lag: None,
        };
        assert_eq!(M::tried_grad(&m, 0.5), None);
        let (_, d, _) = M::val_grad(&m, 0.5);
        assert!(d.prior.is_none() && d.lag.is_none() && d.reg.is_some());
    }

    #[test]
    #[should_panic(expected = "called `Option::unwrap()` on a `None` value")]
    fn nothing_is_inside() {
        #[derive_grad]
        fn f(m: &M) -> f64 {
            m.reg.unwrap() * m.w[0]
        }
        let m = M {
            reg: None,
            prior: None,
            w: vec![3.0],
            lag: None,
        };
        let _ = f_grad(&m);
    }
}

mod around_others {
    use super::*;

    #[derive_grad]
    fn either(x: f64, y: &Option<f64>) -> f64 {
        y.unwrap_or(x)
    }

    #[derive_grad]
    fn first(x: f64, y: Option<[f64; 2]>) -> f64 {
        y.unwrap_or([x, x * x])[1]
    }

    #[derive_grad]
    fn inner(x: f64) -> f64 {
        let o = Some(Some(x));
        match o {
            Some(Some(v)) => v * v,
            _ => 0.0,
        }
    }

    #[derive_grad]
    fn steep(x: f64, k: usize) -> f64 {
        let line = if k > 1 {
            Some(P { m: x, s: 1.0 })
        } else {
            None
        };
        line.map_or(x * 3.0, |l| l.m * l.m)
    }

    #[test]
    fn each_has_its_gradient() {
        assert_eq!(either_grad(2.0, &Some(3.0)), (3.0, 0.0, Some(1.0)));
        assert_eq!(either_grad(2.0, &None), (2.0, 1.0, None));
        assert_eq!(
            first_grad(2.0, Some([3.0, 4.0])),
            (4.0, 0.0, Some([0.0, 1.0]))
        );
        assert_eq!(first_grad(2.0, None), (4.0, 4.0, None));
        assert_eq!(inner_grad(3.0), (9.0, 6.0));
        assert_eq!(steep_grad(2.0, 2), (4.0, 4.0));
        assert_eq!(steep_grad(2.0, 0), (6.0, 3.0));
    }
}

/// Options inside of variants were taken for pairs of variables.
mod in_variants {
    use super::*;

    #[derive(Differentiable, Clone, Debug)]
    enum Leg {
        Call { strike: f64 },
        Digital(f64, Option<f64>),
        Both { a: Option<f64>, b: Option<Vec<f64>> },
    }
    #[derive_grad]
    fn payoff(legs: &[Leg], spot: f64) -> f64 {
        let mut total = 0.0;
        for leg in legs {
            total += match leg {
                Leg::Call { strike } => (spot - strike).max(0.0),
                Leg::Digital(level, width) => match width {
                    Some(width) => 1.0 / (1.0 + ((level - spot) / width).exp()),
                    None => (spot > *level) as u8 as f64,
                },
                Leg::Both { a, b } => {
                    let mut t = 0.0;
                    if let Some(a) = a {
                        t += a * spot;
                    }
                    if let (Some(a), Some(b)) = (a, b) {
                        t += a * b[0];
                    }
                    t + a.unwrap_or(2.0) + b.as_ref().map_or(1.0, |v| v[1])
                }
            };
        }
        total
    }

    #[test]
    fn each_has_its_gradient() {
        let legs = [
            Leg::Call { strike: 1.0 },
            Leg::Digital(2.0, Some(0.5)),
            Leg::Digital(1.0, None),
            Leg::Both {
                a: Some(3.0),
                b: Some(vec![4.0, 5.0]),
            },
            Leg::Both { a: None, b: None },
        ];
        let (value, d, by_spot) = payoff_grad(&legs, 2.0);
        assert_eq!(
            value,
            1.0 + 0.5 + 1.0 + (6.0 + 12.0 + 3.0 + 5.0) + (2.0 + 1.0)
        );
        assert_eq!(by_spot, 1.0 + 0.5 + 3.0);
        assert_eq!(d[0].call_strike, -1.0);
        assert_eq!((d[1].digital_0, d[1].digital_1), (-0.5, Some(0.0)));
        assert_eq!(d[3].both_a, Some(2.0 + 4.0 + 1.0));
        assert_eq!(d[3].both_b, Some(vec![3.0, 1.0]));
        assert_eq!((d[4].both_a, &d[4].both_b), (None, &None));
    }
}
