//! Camera projection (camera-intrinsic-model, apex-camera-models shapes).
use crate::case::Case;
use grad_runtime::derive_grad;

const KB4_PROJECT: Case = Case {
    name: "",
    stage: "",
    x: &[
        190.5, 191.0, 254.0, 256.5, 0.0034, 0.0007, -0.0021, 0.0002, 0.4, -0.7, 1.6,
    ],
    seed: &[1.0, -0.5],
    value: 208.6295780416297,
    grad: &[
        0.2317499560758608,
        0.20278121156637818,
        1.0,
        -0.5,
        18.04263368768754,
        3.9307832549265065,
        0.8563637252001942,
        0.18656811690637604,
        103.3446671767658,
        -43.03436555547667,
        -44.66370172471249,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M1: tuple result, array parameters, Horner polynomial, small-radius branch.
#[derive_grad]
pub fn kb4_project(p: &[f64; 8], pt: &[f64; 3]) -> (f64, f64) {
    let [fx, fy, cx, cy] = [p[0], p[1], p[2], p[3]];
    let r = (pt[0] * pt[0] + pt[1] * pt[1]).sqrt();
    let theta = r.atan2(pt[2]);
    let t2 = theta * theta;
    let dist = theta * (1.0 + t2 * (p[4] + t2 * (p[5] + t2 * (p[6] + t2 * p[7]))));
    let scale = if r > 1e-8 { dist / r } else { 1.0 / pt[2] };
    (fx * pt[0] * scale + cx, fy * pt[1] * scale + cy)
}

pub const CASES: &[Case] = &[
    // x = intrinsics (8) then point (3)
    Case {
        name: "kb4_project",
        stage: "M1",
        tol: 1e-12,
        eval: |x| {
            let (u, v) = kb4_project(x[..8].try_into().unwrap(), x[8..].try_into().unwrap());
            KB4_PROJECT.seed[0] * u + KB4_PROJECT.seed[1] * v
        },
        ..KB4_PROJECT
    },
];
