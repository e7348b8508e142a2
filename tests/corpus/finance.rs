//! Option pricing (RustQuant, blackscholes-rust, QuantMath shapes).
use crate::case::Case;
use grad_runtime::derive_grad;

const BLACK_SCHOLES: Case = Case {
    name: "",
    stage: "",
    x: &[105.0, 100.0, 0.03, 0.01, 0.25, 0.75],
    seed: &[1.0],
    value: 12.300032455234094,
    grad: &[
        0.6515845923114535,
        -0.5611634973746853,
        42.0872623031014,
        -51.312286644526964,
        33.198904468100906,
        6.532477414880514,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const CRR_AMERICAN_PUT: Case = Case {
    name: "",
    stage: "",
    x: &[98.0, 103.0, 0.05, 0.3, 0.9],
    seed: &[1.0],
    value: 12.178918238264632,
    grad: &[
        -0.5346011794894477,
        0.6268915905653447,
        -34.98302269078847,
        35.95747850288005,
        4.0494118232139815,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M2 (through norm_cdf): several scalars, calls to user functions, bool switch.
#[derive_grad]
pub fn black_scholes(s: f64, k: f64, r: f64, q: f64, vol: f64, t: f64, call: bool) -> f64 {
    let (d1, d2) = d1_d2(s, k, r, q, vol, t);
    let df = (-r * t).exp();
    let dq = (-q * t).exp();
    if call {
        s * dq * norm_cdf(d1) - k * df * norm_cdf(d2)
    } else {
        k * df * norm_cdf(-d2) - s * dq * norm_cdf(-d1)
    }
}

#[derive_grad]
fn d1_d2(s: f64, k: f64, r: f64, q: f64, vol: f64, t: f64) -> (f64, f64) {
    let sd = vol * t.sqrt();
    let d1 = ((s / k).ln() + (r - q + 0.5 * vol.powi(2)) * t) / sd;
    (d1, d1 - sd)
}

/// Rational approximation of the normal distribution function.
#[derive_grad]
pub fn norm_cdf(x: f64) -> f64 {
    const C: [f64; 5] = [
        0.319381530,
        -0.356563782,
        1.781477937,
        -1.821255978,
        1.330274429,
    ];
    let t = 1.0 / (1.0 + 0.2316419 * x.abs());
    let mut poly = 0.0;
    for c in C.iter().rev() {
        poly = (poly + c) * t;
    }
    let tail = poly * (-0.5 * x * x).exp() * 0.3989422804014327;
    if x >= 0.0 { 1.0 - tail } else { tail }
}

/// Stage M3: in-place backward sweep over a Vec, max, reversed range, powi with a cast.
#[derive_grad]
pub fn crr_american_put(s: f64, k: f64, r: f64, vol: f64, t: f64, steps: usize) -> f64 {
    let dt = t / steps as f64;
    let up = (vol * dt.sqrt()).exp();
    let down = 1.0 / up;
    let disc = (-r * dt).exp();
    let p = ((r * dt).exp() - down) / (up - down);
    let mut v = vec![0.0; steps + 1];
    for i in 0..=steps {
        v[i] = (k - s * up.powi(2 * i as i32 - steps as i32)).max(0.0);
    }
    for n in (0..steps).rev() {
        for i in 0..=n {
            let hold = disc * (p * v[i + 1] + (1.0 - p) * v[i]);
            let exercise = k - s * up.powi(2 * i as i32 - n as i32);
            v[i] = hold.max(exercise);
        }
    }
    v[0]
}

pub const CASES: &[Case] = &[
    Case {
        name: "black_scholes",
        stage: "M2",
        tol: 1e-11,
        eval: |x| black_scholes(x[0], x[1], x[2], x[3], x[4], x[5], true),
        ..BLACK_SCHOLES
    },
    Case {
        name: "crr_american_put",
        stage: "M3",
        tol: 1e-10,
        eval: |x| crr_american_put(x[0], x[1], x[2], x[3], x[4], 8),
        ..CRR_AMERICAN_PUT
    },
];
