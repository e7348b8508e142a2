//! Callers of a refused function with a `Result` or an `Option` see no second error.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive_grad]
fn of_result(x: f64) -> Result<f64, String> {
    Ok(dbg!(x))
}

#[derive_grad]
fn of_option(x: f64) -> Option<Vec<f64>> {
    Some(vec![dbg!(x)])
}

#[derive_grad]
fn of_struct(x: f64) -> Result<Pair, String> {
    Ok(Pair { a: dbg!(x), b: x })
}

#[derive_grad]
fn of_output(x: f64, p: &mut Pair) -> Result<(), String> {
    p.a = dbg!(x);
    Ok(())
}

#[derive_grad]
fn all(x: f64) -> Result<f64, String> {
    let mut p = of_struct(x)?;
    of_output(x, &mut p)?;
    let v = of_option(x).ok_or("none".to_owned())?;
    Ok(of_result(x)? * p.a * v[0])
}

fn main() {
    let (value, d_x) = of_result_grad(1.0).unwrap();
    let (_, pullback) = of_option_vjp(value).unwrap();
    pullback(&[d_x], &mut 0.0);
}
