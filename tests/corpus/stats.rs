//! Log densities and likelihoods (nuts-rs, statrs, augurs shapes).
use crate::case::Case;
use grad_runtime::derive_grad;

const MVN_LOGP: Case = Case {
    name: "",
    stage: "",
    x: &[0.9, 0.35, -1.2],
    seed: &[1.0],
    value: -2.0865,
    grad: &[-1.97, -1.075, 1.235],
    tol: 0.0,
    eval: |_| 0.0,
};

const LOG_ADD_EXP: Case = Case {
    name: "",
    stage: "",
    x: &[1.4, -0.3],
    seed: &[1.0],
    value: 1.5677860293862658,
    grad: &[0.8455347349164652, 0.15446526508353473],
    tol: 0.0,
    eval: |_| 0.0,
};

const BOX_COX_LOG_LIK: Case = Case {
    name: "",
    stage: "",
    x: &[1.2, 0.4, 2.7, 3.3, 0.9, 0.35],
    seed: &[1.0],
    value: 0.021896315050982215,
    grad: &[
        -0.2797453209735046,
        1.4356964120334694,
        -0.836705397056914,
        -0.9140392699670924,
        0.04094442588876734,
        -0.2530620695788017,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M3: flat i*n+j indexing, nested ranges, accumulators.
#[derive_grad]
pub fn mvn_logp(x: &[f64], mu: &[f64], prec: &[f64]) -> f64 {
    let n = x.len();
    let mut quad = 0.0;
    for i in 0..n {
        let di = x[i] - mu[i];
        let mut row = 0.0;
        for j in 0..n {
            row += prec[i * n + j] * (x[j] - mu[j]);
        }
        quad += di * row;
    }
    -0.5 * quad
}

/// Stage M4: guard returns followed by a branch on the inputs.
#[derive_grad]
pub fn log_add_exp(a: f64, b: f64) -> f64 {
    if a == b {
        return a + std::f64::consts::LN_2;
    }
    let diff = a - b;
    if diff > 0.0 {
        a + (-diff).exp().ln_1p()
    } else if diff < 0.0 {
        b + diff.exp().ln_1p()
    } else {
        diff
    }
}

/// Stage M5: Result, error guards, called helper, iterators, if as a value.
#[derive_grad]
pub fn box_cox_log_lik(data: &[f64], lambda: f64) -> Result<f64, &'static str> {
    if data.is_empty() {
        return Err("empty");
    }
    if data.iter().any(|&v| v <= 0.0) {
        return Err("non-positive");
    }
    let n = data.len() as f64;
    let t = data.iter().map(|&v| box_cox(v, lambda)).collect::<Vec<_>>();
    let mean = t.iter().sum::<f64>() / n;
    let var = t.iter().map(|&v| (v - mean).powi(2)).sum::<f64>() / n;
    let log_jac: f64 = data.iter().map(|v| v.ln()).sum();
    Ok(-0.5 * n * var.ln() + (lambda - 1.0) * log_jac)
}

#[derive_grad]
fn box_cox(v: f64, lambda: f64) -> f64 {
    if lambda.abs() < 1e-9 {
        v.ln()
    } else {
        (v.powf(lambda) - 1.0) / lambda
    }
}

pub const CASES: &[Case] = &[
    // x = position (3); mu and prec are data
    Case {
        name: "mvn_logp",
        stage: "M3",
        tol: 1e-12,
        eval: |x| {
            mvn_logp(
                x,
                &[0.1, -0.4, 0.25],
                &[2.0, 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 0.9],
            )
        },
        ..MVN_LOGP
    },
    Case {
        name: "log_add_exp",
        stage: "M4",
        tol: 1e-12,
        eval: |x| log_add_exp(x[0], x[1]),
        ..LOG_ADD_EXP
    },
    // x = data (5) then lambda
    Case {
        name: "box_cox_log_lik",
        stage: "M5",
        tol: 1e-11,
        eval: |x| box_cox_log_lik(&x[..5], x[5]).unwrap(),
        ..BOX_COX_LOG_LIK
    },
];
