//! Small network layers written on slices (llama2.rs / llm.rs shapes).
use crate::case::{Case, dot};
use grad_runtime::derive_grad;

const RMSNORM: Case = Case {
    name: "",
    stage: "",
    x: &[0.5, -1.3, 0.8, 2.1, 1.0, 0.9, -0.4, 1.6],
    seed: &[0.3, -0.7, 1.1, 0.25],
    value: 1.1021728707401106,
    grad: &[
        0.14810138302621623,
        -0.27159349936094423,
        -0.4589877124023243,
        -0.028536077931274818,
        0.11347009650721797,
        0.688385252143789,
        0.6656912328423454,
        0.3971453377752629,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const MLP_TWO_LAYER: Case = Case {
    name: "",
    stage: "",
    x: &[
        0.3, -0.8, 1.1, 0.2, -0.6, 0.9, 0.05, -0.15, 0.4, 0.7, -1.2, 0.5, 0.1,
    ],
    seed: &[1.0],
    value: 0.5608998195052868,
    grad: &[
        0.023601932129461357,
        -0.07080579638838407,
        -0.11792472418355289,
        0.3537741725506586,
        0.023302741703368168,
        -0.0699082251101045,
        0.05900483032365339,
        -0.2948118104588822,
        0.058256854258420414,
        0.19974691700508115,
        0.012304308717138553,
        -0.17878215407939474,
        0.2462912119842235,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M3: output buffer filled through iter_mut + zip.
#[derive_grad]
pub fn rmsnorm(out: &mut [f64], x: &[f64], weight: &[f64], eps: f64) {
    let mean_sq = x.iter().map(|v| v * v).sum::<f64>() / x.len() as f64;
    let scale = 1.0 / (mean_sq + eps).sqrt();
    for ((o, xi), wi) in out.iter_mut().zip(x.iter()).zip(weight.iter()) {
        *o = xi * scale * wi;
    }
}

/// Stage M3: allocated hidden buffer, nested loops, flat weight indexing.
#[derive_grad]
pub fn mlp_two_layer(x: &[f64], w1: &[f64], b1: &[f64], w2: &[f64], b2: f64) -> f64 {
    let h = b1.len();
    let d = x.len();
    let mut hidden = vec![0.0; h];
    for i in 0..h {
        let mut acc = b1[i];
        for j in 0..d {
            acc += w1[i * d + j] * x[j];
        }
        hidden[i] = acc.tanh();
    }
    let mut y = b2;
    for (hi, wi) in hidden.iter().zip(w2) {
        y += hi * wi;
    }
    1.0 / (1.0 + (-y).exp())
}

pub const CASES: &[Case] = &[
    // x = input (4) then weight (4)
    Case {
        name: "rmsnorm",
        stage: "M3",
        tol: 1e-12,
        eval: |x| {
            let mut o = vec![0.0; 4];
            rmsnorm(&mut o, &x[..4], &x[4..], 1e-5);
            dot(&o, RMSNORM.seed)
        },
        ..RMSNORM
    },
    // x = w1 (6), b1 (3), w2 (3), b2; the sample is data
    Case {
        name: "mlp_two_layer",
        stage: "M3",
        tol: 1e-12,
        eval: |x| mlp_two_layer(&[0.4, -1.2], &x[..6], &x[6..9], &x[9..12], x[12]),
        ..MLP_TWO_LAYER
    },
];
