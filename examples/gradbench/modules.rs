//! The modules of the harness that are here, and what their functions read and answer.
use grad_runtime::derive_grad;
use serde_json::{Value, json};

use crate::evals::{ba, det, gmm, llsq, lse, lstm, ode};
use crate::input::Input;

/// The output of a function of a module and the times of its runs.
type Evaluate = fn(&str, Input) -> Result<(Value, Value), String>;

const MODULES: &[(&str, Evaluate)] = &[
    ("hello", hello),
    ("gmm", gaussians),
    ("ba", bundle),
    ("lstm", network),
    ("llsq", least_squares),
    ("lse", log_sum_exp),
    ("det", determinant),
    ("ode", equation),
];

pub fn find(name: &Value) -> Result<Evaluate, String> {
    let name = name.as_str().ok_or("no module")?;
    let module = MODULES.iter().find(|(module, _)| *module == name);
    let (_, evaluate) = module.ok_or_else(|| format!("there is no module `{name}`"))?;
    Ok(*evaluate)
}

fn no_function(function: &str) -> Result<(Value, Value), String> {
    Err(format!("there is no function `{function}`"))
}

#[derive_grad]
fn square(x: f64) -> f64 {
    x * x
}

fn hello(function: &str, input: Input) -> Result<(Value, Value), String> {
    let x = input.itself()?;
    match function {
        "square" => Ok(input.runs.time(|| square(x), Value::from)),
        "double" => Ok(input.runs.time(|| square_grad(x), |(_, d_x)| d_x.into())),
        _ => no_function(function),
    }
}

fn gaussians(function: &str, input: Input) -> Result<(Value, Value), String> {
    let d = input.count_from(1, "d")?;
    let (k, n) = (input.count_from(1, "k")?, input.count("n")?);
    let below = d.checked_mul(d - 1).ok_or("`d` is too large")? / 2;
    let alpha = input.list("alpha", &[k])?;
    let mu = input.list("mu", &[k, d])?;
    let q = input.list("q", &[k, d])?;
    let l = input.list("l", &[k, below])?;
    let x = input.list("x", &[n, d])?;
    let wishart = (input.number("gamma")?, input.count("m")?);
    match function {
        "objective" => Ok(input.runs.time(
            || gmm::log_posterior(d, &alpha, &mu, &q, &l, &x, wishart),
            Value::from,
        )),
        "jacobian" => Ok(input.runs.time(
            || gmm::log_posterior_grad(d, &alpha, &mu, &q, &l, &x, wishart),
            |(_, d_alpha, d_mu, d_q, d_l)| {
                json!({
                    "alpha": d_alpha,
                    "mu": rows(&d_mu, k),
                    "q": rows(&d_q, k),
                    "l": rows(&d_l, k),
                })
            },
        )),
        _ => no_function(function),
    }
}

/// A flat list as so many rows.
fn rows(list: &[f64], count: usize) -> Vec<&[f64]> {
    let length = list.len() / count;
    (0..count)
        .map(|i| &list[i * length..(i + 1) * length])
        .collect()
}

fn bundle(function: &str, input: Input) -> Result<(Value, Value), String> {
    let (n, m) = (input.count_from(1, "n")?, input.count_from(1, "m")?);
    let p = input.count_from(1, "p")?;
    let (camera, point) = (input.array("cam")?, input.array("x")?);
    let (weight, feature) = (input.number("w")?, input.array("feat")?);
    let problem = ba::Problem::repeated([n, m, p], camera, point, weight, feature);
    match function {
        "objective" => Ok(input.runs.time(
            || problem.residuals(),
            |(residuals, weights)| {
                json!({
                    "reproj_error": { "elements": residuals[0], "repeated": p },
                    "w_err": { "element": weights[0], "repeated": p },
                })
            },
        )),
        "jacobian" => Ok(input.runs.time(
            || problem.jacobian(),
            |jacobian| {
                json!({
                    "rows": ba::sample(&jacobian.starts),
                    "cols": ba::sample(&jacobian.columns),
                    "vals": ba::sample(&jacobian.entries),
                })
            },
        )),
        _ => no_function(function),
    }
}

fn network(function: &str, input: Input) -> Result<(Value, Value), String> {
    let layers = input.any_list("main_params")?;
    let ends = input.any_list("extra_params")?;
    let bits = ends.len() / 3;
    if bits == 0 {
        return Err("`extra_params` is empty".to_owned());
    }
    let count = layers.len() / (8 * bits);
    let layers = input.list("main_params", &[count, 8, bits])?;
    let ends = input.list("extra_params", &[3, bits])?;
    let initial = input.list("state", &[count, 2, bits])?;
    let text = input.any_list("sequence")?;
    let text = input.list("sequence", &[text.len() / bits, bits])?;
    if text.len() < 2 * bits {
        return Err("`sequence` has less than two characters".to_owned());
    }
    match function {
        "objective" => Ok(input.runs.time(
            || lstm::loss(&layers, &ends, &initial, &text, bits),
            Value::from,
        )),
        "jacobian" => Ok(input.runs.time(
            || lstm::loss_grad(&layers, &ends, &initial, &text, bits),
            |(_, d_layers, d_ends)| [d_layers, d_ends].concat().into(),
        )),
        _ => no_function(function),
    }
}

fn least_squares(function: &str, input: Input) -> Result<(Value, Value), String> {
    let (x, n) = (input.any_list("x")?, input.count_from(1, "n")?);
    match function {
        "primal" => Ok(input.runs.time(|| llsq::llsq(&x, n), Value::from)),
        "gradient" => Ok((input.runs).time(|| llsq::llsq_grad(&x, n), |(_, d_x)| d_x.into())),
        _ => no_function(function),
    }
}

fn log_sum_exp(function: &str, input: Input) -> Result<(Value, Value), String> {
    let x = input.any_list("x")?;
    match function {
        "primal" => Ok(input.runs.time(|| lse::lse(&x), Value::from)),
        "gradient" => Ok(input.runs.time(|| lse::lse_grad(&x), |(_, d_x)| d_x.into())),
        _ => no_function(function),
    }
}

fn determinant(function: &str, input: Input) -> Result<(Value, Value), String> {
    let n = input.count_from(1, "ell")?;
    let a = input.list("A", &[n, n])?;
    match function {
        "primal" => Ok(input.runs.time(|| det::det(&a, n), Value::from)),
        "gradient" => Ok(input
            .runs
            .time(|| det::det_grad(&a, n), |(_, d_a)| d_a.into())),
        _ => no_function(function),
    }
}

fn equation(function: &str, input: Input) -> Result<(Value, Value), String> {
    let (x, steps) = (input.any_list("x")?, input.count("s")?);
    if x.is_empty() {
        return Err("`x` is empty".to_owned());
    }
    let solution = || {
        let mut y = vec![0.0; x.len()];
        ode::solve(&x, steps, &mut y);
        y
    };
    match function {
        "primal" => Ok(input.runs.time(solution, Value::from)),
        "gradient" => Ok((input.runs).time(|| ode::last_grad(&x, steps), |(_, d_x)| d_x.into())),
        _ => no_function(function),
    }
}
