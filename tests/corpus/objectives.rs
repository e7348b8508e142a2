//! Optimiser test functions and objective shapes of argmin, OpEn, nlopt, ipopt.
use crate::case::{Case, dot};
use crate::real::Real;
use grad_runtime::derive_grad;

const ROSENBROCK_N: Case = Case {
    name: "",
    stage: "",
    x: &[-1.2, 1.0, 0.7, 1.4, -0.3],
    seed: &[1.0],
    value: 627.0199999999999,
    grad: &[
        -215.59999999999994,
        32.000000000000036,
        -315.4,
        1448.3999999999999,
        -451.99999999999994,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const ACKLEY: Case = Case {
    name: "",
    stage: "",
    x: &[0.6, -1.1, 2.3, 0.45],
    seed: &[1.0],
    value: 6.65594703332379,
    grad: &[
        -0.3276272500475229,
        -1.3084360300786233,
        2.417199884808326,
        0.6138608770192951,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const HIMMELBLAU: Case = Case {
    name: "",
    stage: "",
    x: &[1.3, -0.6],
    seed: &[1.0],
    value: 126.7237,
    grad: &[-62.212, -7.0040000000000004],
    tol: 0.0,
    eval: |_| 0.0,
};

const MAX_ENTROPY_DUAL: Case = Case {
    name: "",
    stage: "",
    x: &[0.7, -0.2, 1.1],
    seed: &[1.0],
    value: 1.9525072859537458,
    grad: &[0.07178875396954121, -0.2419885053099139, 0.3901513392901244],
    tol: 0.0,
    eval: |_| 0.0,
};

const OPEN_COST: Case = Case {
    name: "",
    stage: "",
    x: &[0.8, -1.3],
    seed: &[1.0],
    value: 5.317756919197711,
    grad: &[1.0327157082406835, -5.1414553387277975],
    tol: 0.0,
    eval: |_| 0.0,
};

const CONSTRAINTS: Case = Case {
    name: "",
    stage: "",
    x: &[1.1, 4.7, 3.8, 1.4],
    seed: &[0.5, -2.0],
    value: 14.3522,
    grad: &[8.101999999999999, -15.874, -11.581, 4.223000000000001],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M2: chained iterator with zip + skip + map + sum.
#[derive_grad]
pub fn rosenbrock_n(x: &[f64], a: f64, b: f64) -> f64 {
    x.iter()
        .zip(x.iter().skip(1))
        .map(|(&cur, &next)| (a - cur).powi(2) + b * (next - cur.powi(2)).powi(2))
        .sum()
}

/// Stage M2: two iterator sums, a length cast, associated-function maths and a path constant.
#[derive_grad]
pub fn ackley(x: &[f64]) -> f64 {
    let (a, b, c) = (20.0, 0.2, 2.0 * std::f64::consts::PI);
    let n = x.len() as f64;
    let mean_sq = x.iter().map(|v| v * v).sum::<f64>() / n;
    let mean_cos = x.iter().map(|&v| f64::cos(c * v)).sum::<f64>() / n;
    a + std::f64::consts::E - a * (-b * mean_sq.sqrt()).exp() - mean_cos.exp()
}

/// Stage M6: generic scalar with converted constants (the argmin-testfunctions style).
#[derive_grad]
pub fn himmelblau<T: Real>(x: &[T]) -> T {
    assert!(x.len() == 2);
    let eleven = T::from_f64(11.0);
    let seven = T::from_f64(7.0);
    let [u, v] = [x[0], x[1]];
    (u.powi(2) + v - eleven).powi(2) + (u + v.powi(2) - seven).powi(2)
}

/// Stage M3: Vec building, 2-D table indexed inside a closure, log-sum-exp.
#[derive_grad]
pub fn max_entropy_dual(lambda: &[f64], table: &[[f64; 3]; 5], target: [f64; 3]) -> f64 {
    let scores: Vec<f64> = (0..5)
        .map(|i| (0..3).map(|k| table[i][k] * lambda[k]).sum::<f64>())
        .collect();
    let log_z = scores.iter().map(|s| s.exp()).sum::<f64>().ln();
    let mut inner = 0.0;
    for k in 0..3 {
        inner += lambda[k] * target[k];
    }
    log_z - inner
}

/// Stage M5: OpEn shape, value through an out reference and a Result.
#[derive_grad]
pub fn open_cost(u: &[f64], cost: &mut f64) -> Result<(), String> {
    let q = [5.0, 2.0];
    let s = u[0] + u[1];
    *cost = 0.5 * (q[0] * u[0].powi(2) + q[1] * u[1].powi(2))
        + (s - 1.0).powi(2) * (0.1 * u[0] * u[1]).exp();
    Ok(())
}

/// Stage M3: ipopt/nlopt shape, several outputs written into a buffer.
#[derive_grad]
pub fn constraints(x: &[f64], g: &mut [f64]) {
    g[0] = x[0] * x[1] * x[2] * x[3];
    g[1] = 0.0;
    for v in x {
        g[1] += v * v;
    }
    g[1] -= 40.0;
}

pub const TABLE: [[f64; 3]; 5] = [
    [1.0, 0.0, 0.5],
    [0.0, 1.0, -0.5],
    [0.25, 0.75, 0.0],
    [-0.5, 0.5, 1.0],
    [0.3, -0.2, 0.8],
];

pub const CASES: &[Case] = &[
    Case {
        name: "rosenbrock_n",
        stage: "M2",
        tol: 1e-12,
        eval: |x| rosenbrock_n(x, 1.0, 100.0),
        ..ROSENBROCK_N
    },
    Case {
        name: "ackley",
        stage: "M2",
        tol: 1e-12,
        eval: |x| ackley(x),
        ..ACKLEY
    },
    Case {
        name: "himmelblau",
        stage: "M6",
        tol: 1e-12,
        eval: |x| himmelblau::<f64>(x),
        ..HIMMELBLAU
    },
    Case {
        name: "max_entropy_dual",
        stage: "M3",
        tol: 1e-12,
        eval: |x| max_entropy_dual(x, &TABLE, [0.3, 0.4, 0.2]),
        ..MAX_ENTROPY_DUAL
    },
    Case {
        name: "open_cost",
        stage: "M5",
        tol: 1e-12,
        eval: |x| {
            let mut c = 0.0;
            open_cost(x, &mut c).unwrap();
            c
        },
        ..OPEN_COST
    },
    Case {
        name: "constraints",
        stage: "M3",
        tol: 1e-12,
        eval: |x| {
            let mut g = [0.0; 2];
            constraints(x, &mut g);
            dot(&g, CONSTRAINTS.seed)
        },
        ..CONSTRAINTS
    },
];
