//! Training losses (linfa, smartcore, perpetual, fsrs shapes).
use crate::case::Case;
use grad_runtime::derive_grad;

const HUBER_MEAN: Case = Case {
    name: "",
    stage: "",
    x: &[1.0, -0.5, 2.0, 0.3, 1.3, -2.4, 2.2, 1.9, 0.8],
    seed: &[1.0],
    value: 0.55625,
    grad: &[
        -0.07500000000000001,
        0.2,
        -0.050000000000000044,
        -0.2,
        0.07500000000000001,
        -0.2,
        0.050000000000000044,
        0.2,
        0.4749999999999999,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const SOFTMAX_XENT: Case = Case {
    name: "",
    stage: "",
    x: &[0.2, -1.1, 0.9, 2.3],
    seed: &[1.0],
    value: 1.7382040662488678,
    grad: &[
        0.08731752722443263,
        0.02379680225777083,
        -0.8241640931421718,
        0.7130497636599683,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const SRS_STABILITY: Case = Case {
    name: "",
    stage: "",
    x: &[0.75, 0.25, 1.5, 2.0, 1.25, 6.5, 5.25, 0.875],
    seed: &[1.0],
    value: 19.274270363606362,
    grad: &[
        12.774270363606362,
        -23.910907074927874,
        9.339507280167425,
        0.0,
        10.21941629088509,
        2.473954272723811,
        -2.2216122371489324,
        -112.07408736200908,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const LOGISTIC_L2: Case = Case {
    name: "",
    stage: "",
    x: &[0.4, -0.9, 0.15],
    seed: &[1.0],
    value: 1.730909806196716,
    grad: &[
        -1.1843072622680726,
        -0.08887942544277293,
        -0.09123297214112698,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M2: branch inside an inline closure, zip of two slices.
#[derive_grad]
pub fn huber_mean(y: &[f64], pred: &[f64], delta: f64) -> f64 {
    let total: f64 = y
        .iter()
        .zip(pred.iter())
        .map(|(&t, &p)| {
            let r = (t - p).abs();
            if r <= delta {
                0.5 * r.powi(2)
            } else {
                delta * r - 0.5 * delta.powi(2)
            }
        })
        .sum();
    total / y.len() as f64
}

/// Stage M2: running maximum by fold, stable log-sum-exp, integer index.
#[derive_grad]
pub fn softmax_xent(logits: &[f64], target: usize) -> f64 {
    let top = logits.iter().fold(f64::NEG_INFINITY, |m, &v| m.max(v));
    let z = logits.iter().map(|&v| (v - top).exp()).sum::<f64>();
    z.ln() + top - logits[target]
}

/// Stage M1, f32: powers, min, clamp, if as a value on an integer input.
#[derive_grad]
pub fn srs_stability(w: &[f32], s: f32, d: f32, r: f32, rating: u32) -> f32 {
    let bonus = if rating == 4 { w[4] } else { 1.0 };
    let grown = s
        * (w[0].exp() * (11.0 - d) * s.powf(-w[1]) * (((1.0 - r) * w[2]).exp() - 1.0) * bonus
            + 1.0);
    let lapsed = w[3] * d.powf(-w[1]) * ((s + 1.0).powf(w[2]) - 1.0);
    let next = if rating > 1 { grown } else { lapsed.min(s) };
    next.clamp(0.001, 36500.0)
}

/// Stage M3: Vec of rows, for over zip, stable branch, L2 term.
#[derive_grad]
pub fn logistic_l2(w: &[f64], rows: &[Vec<f64>], labels: &[f64], alpha: f64) -> f64 {
    let d = rows[0].len();
    let mut loss = 0.0;
    for (row, &t) in rows.iter().zip(labels) {
        let mut z = w[d];
        for j in 0..d {
            z += w[j] * row[j];
        }
        let m = t * z;
        loss += if m > 0.0 {
            (-m).exp().ln_1p()
        } else {
            -m + m.exp().ln_1p()
        };
    }
    let reg: f64 = w[..d].iter().map(|v| v * v).sum();
    loss + 0.5 * alpha * reg
}

pub fn rows() -> Vec<Vec<f64>> {
    vec![
        vec![1.0, 0.5],
        vec![-0.3, 2.0],
        vec![0.7, -1.1],
        vec![-1.5, -0.2],
    ]
}

pub const CASES: &[Case] = &[
    // x = y (4), pred (4), delta
    Case {
        name: "huber_mean",
        stage: "M2",
        tol: 1e-12,
        eval: |x| huber_mean(&x[..4], &x[4..8], x[8]),
        ..HUBER_MEAN
    },
    Case {
        name: "softmax_xent",
        stage: "M2",
        tol: 1e-12,
        eval: |x| softmax_xent(x, 2),
        ..SOFTMAX_XENT
    },
    // x = w (5), s, d, r; every entry is exactly representable in f32
    Case {
        name: "srs_stability",
        stage: "M1",
        tol: 2e-5,
        eval: |x| {
            let f: Vec<f32> = x.iter().map(|&v| v as f32).collect();
            srs_stability(&f[..5], f[5], f[6], f[7], 4) as f64
        },
        ..SRS_STABILITY
    },
    // x = weights (2) and bias
    Case {
        name: "logistic_l2",
        stage: "M3",
        tol: 1e-12,
        eval: |x| logistic_l2(x, &rows(), &[1.0, -1.0, 1.0, -1.0], 0.3),
        ..LOGISTIC_L2
    },
];
