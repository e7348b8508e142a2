//! Gradients by other crates, each used as its documentation says.
use ad_trait::AD;
use ad_trait::reverse_ad::adr::adr;
use nalgebra::SVector;
use num_dual::{DualNum, DualSVec64};
use reverse::{Gradient, Tape, Var};

use crate::functions;
use crate::row::{Kind, Row};
use crate::rows::leak;

mod generic;

use generic::Number;

/// The row of a case on its measured or its small input, with the crates that apply.
pub fn beside(case: &str, small: bool, row: Row) -> Row {
    /// The input of the case.
    macro_rules! input {
        ($m:ident) => {
            leak(if small {
                functions::$m::small_inputs()
            } else {
                functions::$m::inputs()
            })
        };
    }
    match case {
        "rosenbrock" => {
            let i = input!(rosenbrock);
            let row = by_reverse(row, &i.x, |x| generic::rosenbrock(x));
            by_ad_trait(row, &i.x, generic::rosenbrock)
        }
        "logsumexp" => {
            let i = input!(logsumexp);
            let row = by_reverse(row, &i.x, |x| generic::logsumexp(x));
            by_ad_trait(row, &i.x, generic::logsumexp)
        }
        "lotka_volterra" => {
            let i = input!(lotka_volterra);
            let row = by_num_dual(row, &i.p, |p| generic::lotka_volterra(p, i.nt, i.dt));
            let row = by_reverse(row, &i.p, |p| generic::lotka_volterra(p, i.nt, i.dt));
            by_ad_trait(row, &i.p, |p| generic::lotka_volterra(p, i.nt, i.dt))
        }
        "black_scholes" => {
            let i = input!(black_scholes);
            let row = by_num_dual(row, &i.p, |p| generic::black_scholes(p, &i.z));
            let row = by_reverse(row, &i.p, |p| generic::black_scholes(p, &i.z));
            by_ad_trait(row, &i.p, |p| generic::black_scholes(p, &i.z))
        }
        "ba" => blocks_by_num_dual(row, input!(ba)),
        _ => row,
    }
}

fn by_num_dual<const N: usize>(
    row: Row,
    x: &'static [f64; N],
    f: impl Fn(&[DualSVec64<N>]) -> DualSVec64<N> + 'static,
) -> Row {
    row.gradient(Kind::NumDual, [N], move |[d_x]| {
        let (value, gradient) =
            num_dual::gradient(|x| f(x.as_slice()), &SVector::<f64, N>::from(*x));
        d_x.copy_from_slice(gradient.as_slice());
        value
    })
}

fn by_reverse(
    row: Row,
    x: &'static [f64],
    f: impl for<'t> Fn(&[Var<'t>]) -> Var<'t> + 'static,
) -> Row {
    row.gradient(Kind::Reverse, [x.len()], move |[d_x]| {
        let tape = Tape::new();
        let x = tape.add_vars(x);
        let result = f(&x);
        d_x.copy_from_slice(&result.grad().wrt(&x));
        result.val()
    })
}

fn by_ad_trait(row: Row, x: &'static [f64], f: impl Fn(&[adr]) -> adr + 'static) -> Row {
    row.gradient(Kind::AdTrait, [x.len()], move |[d_x]| {
        let variable = |(i, &x)| adr::new_variable(x, i == 0);
        let x: Vec<adr> = x.iter().enumerate().map(variable).collect();
        let result = f(&x);
        let adjoints = result.get_backwards_mode_grad();
        for (d, x) in d_x.iter_mut().zip(&x) {
            *d = adjoints.wrt(x);
        }
        result.value()
    })
}

/// All blocks of the Jacobian, with fifteen tangents.
fn blocks_by_num_dual(row: Row, i: &'static functions::ba::Inputs) -> Row {
    let mut err = vec![[f64::NAN; 2]; i.obs.len()];
    let mut jac = vec![[[f64::NAN; 15]; 2]; i.obs.len()];
    row.with(Kind::NumDual, move |results| {
        for (k, &(c, p)) in i.obs.iter().enumerate() {
            let mut x = SVector::<f64, 15>::zeros();
            x.as_mut_slice()[..11].copy_from_slice(&i.cams[c]);
            x.as_mut_slice()[11..14].copy_from_slice(&i.points[p]);
            x[14] = i.weights[k];
            let residual = |x: SVector<DualSVec64<15>, 15>| {
                SVector::from(generic::ba(&x.data.0[0], i.feats[k]))
            };
            let (value, rows) = num_dual::jacobian(residual, &x);
            err[k] = value.into();
            for (row, d) in rows.row_iter().zip(&mut jac[k]) {
                *d = row.transpose().into();
            }
        }
        std::hint::black_box((&err, &jac));
        if let Some(results) = results {
            results.extend(err.as_flattened());
            results.extend(jac.as_flattened().as_flattened());
        }
    })
}

impl<const N: usize> Number for DualSVec64<N> {
    fn value(self) -> f64 {
        self.re
    }

    fn plus(self, constant: f64) -> Self {
        self + constant
    }

    fn times(self, constant: f64) -> Self {
        self * constant
    }

    fn exp(self) -> Self {
        DualNum::exp(&self)
    }

    fn ln(self) -> Self {
        DualNum::ln(&self)
    }

    fn sqrt(self) -> Self {
        DualNum::sqrt(&self)
    }

    fn sin(self) -> Self {
        DualNum::sin(&self)
    }

    fn cos(self) -> Self {
        DualNum::cos(&self)
    }
}

impl Number for Var<'_> {
    fn value(self) -> f64 {
        self.val()
    }

    fn plus(self, constant: f64) -> Self {
        self + constant
    }

    fn times(self, constant: f64) -> Self {
        self * constant
    }

    fn exp(self) -> Self {
        Var::exp(&self)
    }

    fn ln(self) -> Self {
        Var::ln(&self)
    }

    fn sqrt(self) -> Self {
        Var::sqrt(&self)
    }

    fn sin(self) -> Self {
        Var::sin(&self)
    }

    fn cos(self) -> Self {
        Var::cos(&self)
    }
}

impl Number for adr {
    fn value(self) -> f64 {
        adr::value(&self)
    }

    fn plus(self, constant: f64) -> Self {
        AD::add_scalar(constant, self)
    }

    fn times(self, constant: f64) -> Self {
        AD::mul_scalar(constant, self)
    }

    fn exp(self) -> Self {
        nalgebra::ComplexField::exp(self)
    }

    fn ln(self) -> Self {
        nalgebra::ComplexField::ln(self)
    }

    fn sqrt(self) -> Self {
        nalgebra::ComplexField::sqrt(self)
    }

    fn sin(self) -> Self {
        nalgebra::ComplexField::sin(self)
    }

    fn cos(self) -> Self {
        nalgebra::ComplexField::cos(self)
    }
}
