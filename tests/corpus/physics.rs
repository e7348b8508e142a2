//! Interatomic energies (lumol, rust-lbfgs shapes).
use crate::case::Case;
use grad_runtime::derive_grad;

const LJ_CLUSTER: Case = Case {
    name: "",
    stage: "",
    x: &[
        0.0, 0.1, -0.05, 1.2, 0.05, 0.1, 0.4, 1.15, 0.2, 2.6, 1.9, 0.3, 0.95, 1.02,
    ],
    seed: &[1.0],
    value: -2.4246982432116693,
    grad: &[
        -2.0032652786714187,
        -0.1987392282554972,
        -0.30332227512145354,
        2.9719586986461537,
        -1.6670560383449888,
        0.09188473345143339,
        -1.0745706537265693,
        1.7895084307905367,
        0.20263232513879537,
        0.10587723375183432,
        0.07628683580994922,
        0.008805216531224822,
        -2.5523139402228097,
        -5.4695868239540095,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

/// Stage M3: triangular double loop, a[i][k] indexing, early continue avoided by a branch.
#[derive_grad]
pub fn lj_cluster(pos: &[[f64; 3]], eps: f64, sigma: f64, cutoff: f64) -> f64 {
    let n = pos.len();
    let mut e = 0.0;
    for i in 0..n {
        for j in (i + 1)..n {
            let mut r2 = 0.0;
            for k in 0..3 {
                let d = pos[i][k] - pos[j][k];
                r2 += d * d;
            }
            if r2 < cutoff * cutoff {
                let s6 = (sigma * sigma / r2).powi(3);
                e += 4.0 * eps * (s6 * s6 - s6);
            }
        }
    }
    e
}

pub const CASES: &[Case] = &[
    // x = 4 positions (12), eps, sigma
    Case {
        name: "lj_cluster",
        stage: "M3",
        tol: 1e-11,
        eval: |x| {
            let p: Vec<[f64; 3]> = x[..12].chunks(3).map(|c| [c[0], c[1], c[2]]).collect();
            lj_cluster(&p, x[12], x[13], 2.5)
        },
        ..LJ_CLUSTER
    },
];
