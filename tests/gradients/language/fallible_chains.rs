//! Sums and lists of what may fail, where only the result of the function or of the `let` tells the wrapper.

use grad_runtime::derive_grad;

#[derive_grad]
fn logarithm(x: f64) -> Result<f64, String> {
    if x > 0.0 {
        Ok(x.ln())
    } else {
        Err(format!("{x} is not positive"))
    }
}

#[derive_grad]
fn sum_of_branches(x: &[f64]) -> Result<f64, String> {
    x.iter()
        .map(|v| {
            if *v > 0.0 {
                Ok(v.ln())
            } else {
                Err("not positive".to_string())
            }
        })
        .sum()
}

#[derive_grad]
fn product_of_options(x: &[f64]) -> Option<f64> {
    x.iter()
        .map(|v| if *v > 0.0 { Some(v.ln()) } else { None })
        .product()
}

#[derive_grad]
fn sum_of_calls(x: &[f64]) -> Result<f64, String> {
    x.iter().map(|&v| logarithm(v)).sum()
}

#[derive_grad]
fn list_of_calls(x: &[f64]) -> Result<f64, String> {
    let logs = x
        .iter()
        .map(|&v| logarithm(v))
        .collect::<Result<Vec<_>, _>>()?;
    Ok(logs.iter().sum())
}

#[derive_grad]
fn list_by_its_variable(x: &[f64]) -> Result<f64, String> {
    let logs: Vec<f64> = x.iter().map(|&v| logarithm(v)).collect::<Result<_, _>>()?;
    Ok(logs.iter().sum())
}

#[derive_grad]
fn list_in_a_variable(x: &[f64]) -> Result<f64, String> {
    let logs: Result<Vec<f64>, String> = x.iter().map(|&v| logarithm(v)).collect();
    Ok(logs?.iter().sum())
}

#[derive_grad]
fn list_returned(x: &[f64]) -> Result<Vec<f64>, String> {
    x.iter()
        .map(|v| {
            if *v > 0.0 {
                Ok(v.ln())
            } else {
                Err("not positive".to_string())
            }
        })
        .collect()
}

#[derive_grad]
fn first_found(x: &[f64]) -> Option<f64> {
    x.iter().find_map(|v| (*v > 1.0).then(|| v * v))
}

#[derive_grad]
fn first_found_or_none(x: &[f64]) -> f64 {
    let found = x
        .iter()
        .find_map(|v| if *v > 1.0 { Some(v * v) } else { None });
    found.unwrap_or(0.5) * x[0]
}

const AT: [f64; 3] = [0.5, 2.0, 4.0];
/// d ln x / dx
const SLOPES: [f64; 3] = [2.0, 0.5, 0.25];

#[test]
fn sums_of_logarithms() {
    let value: f64 = AT.iter().map(|v| v.ln()).sum();
    for f in [
        sum_of_branches_grad,
        sum_of_calls_grad,
        list_of_calls_grad,
        list_by_its_variable_grad,
        list_in_a_variable_grad,
    ] {
        assert_eq!(f(&AT), Ok((value, SLOPES.to_vec())));
        assert!(f(&[0.5, -1.0, 2.0]).is_err());
    }
}

#[test]
fn products_of_logarithms() {
    let (value, slopes) = product_of_options_grad(&AT).unwrap();
    let logs = AT.map(f64::ln);
    assert_eq!(value, logs[0] * logs[1] * logs[2]);
    for i in 0..3 {
        let others: f64 = (0..3).filter(|j| *j != i).map(|j| logs[j]).product();
        assert!((slopes[i] - others * SLOPES[i]).abs() < 1e-15);
    }
    assert_eq!(product_of_options_grad(&[1.0, 0.0]), None);
}

#[test]
fn lists_of_logarithms() {
    let (logs, pullback) = list_returned_vjp(&AT).unwrap();
    assert_eq!(logs, AT.map(f64::ln));
    let mut d_x = vec![0.0; 3];
    pullback(&[1.0, -2.0, 3.0], &mut d_x);
    assert_eq!(d_x, [2.0, -1.0, 0.75]);
    assert!(list_returned_vjp(&[-1.0]).is_err());
}

#[test]
fn the_first_that_is_found() {
    assert_eq!(first_found_grad(&AT), Some((4.0, vec![0.0, 4.0, 0.0])));
    assert_eq!(first_found_grad(&AT[..1]), None);
    assert_eq!(first_found_or_none_grad(&AT), (2.0, vec![4.0, 2.0, 0.0]));
    assert_eq!(first_found_or_none_grad(&AT[..1]), (0.25, vec![0.5]));
}
