//! ODE right-hand sides and a fit through an integrator (ode_solvers, diffsol shapes).
use crate::case::{Case, dot};
use grad_runtime::derive_grad;

const CR3BP_RHS: Case = Case {
    name: "",
    stage: "",
    x: &[0.0121505856, 0.82, 0.11, -0.07, 0.02, 0.31, -0.15],
    seed: &[0.2, -0.4, 1.0, 0.8, -1.1, 0.6],
    value: 0.3501952792313754,
    grad: &[
        36.58702235583417,
        5.582962725498531,
        -0.2513563375564973,
        -0.24818809957624033,
        2.4000000000000004,
        1.2000000000000002,
        1.0,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const RK4_LOGISTIC_FIT: Case = Case {
    name: "",
    stage: "",
    x: &[0.8, 3.2, 0.5],
    seed: &[1.0],
    value: 0.03462436767662653,
    grad: &[
        -1.020947818633631,
        -0.13080466064329913,
        -1.1827829908985348,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M3: state array in, derivative array out.
#[derive_grad]
pub fn cr3bp_rhs(mu: f64, y: &[f64; 6], dy: &mut [f64; 6]) {
    let d1 = ((y[0] + mu).powi(2) + y[1].powi(2) + y[2].powi(2)).sqrt();
    let d2 = ((y[0] - 1.0 + mu).powi(2) + y[1].powi(2) + y[2].powi(2)).sqrt();
    let (g1, g2) = ((1.0 - mu) / d1.powi(3), mu / d2.powi(3));
    dy[0] = y[3];
    dy[1] = y[4];
    dy[2] = y[5];
    dy[3] = y[0] + 2.0 * y[4] - g1 * (y[0] + mu) - g2 * (y[0] - 1.0 + mu);
    dy[4] = y[1] - 2.0 * y[3] - (g1 + g2) * y[1];
    dy[5] = -(g1 + g2) * y[2];
}

/// Stage M4: let-bound closure called in a loop, loop-carried scalars, data misfit.
#[derive_grad]
pub fn rk4_logistic_fit(growth: f64, capacity: f64, y0: f64, dt: f64, data: &[f64]) -> f64 {
    let rate = |y: f64| growth * y * (1.0 - y / capacity);
    let mut y = y0;
    let mut sse = 0.0;
    for &obs in data {
        let k1 = rate(y);
        let k2 = rate(y + 0.5 * dt * k1);
        let k3 = rate(y + 0.5 * dt * k2);
        let k4 = rate(y + dt * k3);
        y += dt / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        sse += (y - obs).powi(2);
    }
    sse
}

pub const CASES: &[Case] = &[
    // x = mu then state (6)
    Case {
        name: "cr3bp_rhs",
        stage: "M3",
        tol: 1e-11,
        eval: |x| {
            let mut d = [0.0; 6];
            cr3bp_rhs(x[0], x[1..].try_into().unwrap(), &mut d);
            dot(&d, CR3BP_RHS.seed)
        },
        ..CR3BP_RHS
    },
    // x = growth, capacity, y0
    Case {
        name: "rk4_logistic_fit",
        stage: "M4",
        tol: 1e-11,
        eval: |x| rk4_logistic_fit(x[0], x[1], x[2], 0.5, &[0.7, 0.95, 1.3, 1.6, 2.0]),
        ..RK4_LOGISTIC_FIT
    },
];
