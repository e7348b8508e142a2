//! Geodesy and orbits (geo, astro-rust, nyx, brahe shapes).
use crate::case::Case;
use grad_runtime::derive_grad;

const HAVERSINE: Case = Case {
    name: "",
    stage: "",
    x: &[47.4, 8.5, 40.7, -74.0],
    seed: &[1.0],
    value: 6320252.116916394,
    grad: &[
        -48953.29112546155,
        67578.94276798176,
        -66473.1310872611,
        -67578.94276798176,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const KEPLER_TRUE_ANOMALY: Case = Case {
    name: "",
    stage: "",
    x: &[1.1, 0.35],
    seed: &[1.0],
    value: 1.8101462551481242,
    grad: &[1.0230379872705258, 2.1223648008988185],
    tol: 0.0,
    eval: |_| 0.0,
};

const EARTH_RADIUS: f64 = 6371008.8;

/// Stage M1: unit conversion methods, powi, asin, module constant, shadowing.
#[derive_grad]
pub fn haversine(lat1: f64, lon1: f64, lat2: f64, lon2: f64) -> f64 {
    let dlat = (lat2 - lat1).to_radians();
    let dlon = (lon2 - lon1).to_radians();
    let lat1 = lat1.to_radians();
    let lat2 = lat2.to_radians();
    let a = (dlat / 2.0).sin().powi(2) + lat1.cos() * lat2.cos() * (dlon / 2.0).sin().powi(2);
    2.0 * EARTH_RADIUS * a.sqrt().asin()
}

/// Stage M7: tolerance loop with break (Newton), then a half-angle formula.
#[derive_grad]
pub fn kepler_true_anomaly(mean: f64, ecc: f64) -> f64 {
    let mut e = mean + ecc * mean.sin();
    let mut it = 0;
    while it < 30 {
        let step = (e - ecc * e.sin() - mean) / (1.0 - ecc * e.cos());
        e -= step;
        it += 1;
        if step.abs() < 1e-14 {
            break;
        }
    }
    2.0 * (((1.0 + ecc) / (1.0 - ecc)).sqrt() * (e / 2.0).tan()).atan()
}

pub const CASES: &[Case] = &[
    Case {
        name: "haversine",
        stage: "M1",
        tol: 1e-11,
        eval: |x| haversine(x[0], x[1], x[2], x[3]),
        ..HAVERSINE
    },
    Case {
        name: "kepler_true_anomaly",
        stage: "M7",
        tol: 1e-10,
        eval: |x| kepler_true_anomaly(x[0], x[1]),
        ..KEPLER_TRUE_ANOMALY
    },
];
