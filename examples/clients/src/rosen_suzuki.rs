//! slsqp: the problem of Rosen and Suzuki, with callbacks in the form of `NLopt`.
use grad_runtime::derive_grad;
use slsqp::{FailStatus, Func, StopTols, minimize};

#[derive_grad]
fn objective(x: &[f64]) -> f64 {
    let &[a, b, c, d] = x else {
        panic!("four variables")
    };
    a * a + b * b + 2.0 * c * c + d * d - 5.0 * a - 5.0 * b - 21.0 * c + 7.0 * d
}

/// Each of the constraints is at most 0.
#[derive_grad]
fn ball(x: &[f64]) -> f64 {
    let &[a, b, c, d] = x else {
        panic!("four variables")
    };
    a * a + b * b + c * c + d * d + a - b + c - d - 8.0
}

#[derive_grad]
fn ellipsoid(x: &[f64]) -> f64 {
    let &[a, b, c, d] = x else {
        panic!("four variables")
    };
    a * a + 2.0 * b * b + c * c + 2.0 * d * d - a - d - 10.0
}

#[derive_grad]
fn paraboloid(x: &[f64]) -> f64 {
    let &[a, b, c, d] = x else {
        panic!("four variables")
    };
    2.0 * a * a + b * b + c * c + 2.0 * a - b - d - 5.0
}

/// A constraint in the form of a callback: where the solver wants a gradient, there is a buffer for it.
macro_rules! constraint {
    ($function:ident, $grad_into:ident) => {
        |x: &[f64], gradient: Option<&mut [f64]>, _: &mut ()| match gradient {
            Some(gradient) => $grad_into(x, gradient),
            None => $function(x),
        }
    };
}

/// The best variables, and the value there.
pub fn solve() -> Result<(Vec<f64>, f64), FailStatus> {
    let ball = constraint!(ball, ball_grad_into);
    let ellipsoid = constraint!(ellipsoid, ellipsoid_grad_into);
    let paraboloid = constraint!(paraboloid, paraboloid_grad_into);
    let constraints: [&dyn Func<()>; 3] = [&ball, &ellipsoid, &paraboloid];
    let stop = StopTols {
        ftol_rel: 1e-8,
        ..StopTols::default()
    };
    minimize(
        |x: &[f64], gradient: Option<&mut [f64]>, _: &mut ()| match gradient {
            Some(gradient) => objective_grad_into(x, gradient),
            None => objective(x),
        },
        &[0.0; 4],
        &[(-10.0, 10.0); 4],
        &constraints,
        (),
        200,
        Some(stop),
    )
    .map(|(_, x, value)| (x, value))
    .map_err(|(status, ..)| status)
}
