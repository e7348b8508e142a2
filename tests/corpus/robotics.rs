//! Kinematics and motion models (rs-opw-kinematics, RustRobotics shapes).
use crate::case::{Case, dot};
use grad_runtime::{Differentiable, derive_grad};

const ARM_FORWARD: Case = Case {
    name: "",
    stage: "",
    x: &[0.4, -0.7, 1.1, 0.3, -0.5, 0.9],
    seed: &[1.0, -0.5, 2.0],
    value: 0.6019707100072161,
    grad: &[
        0.47739915716701137,
        1.2378746363556608,
        -0.6933124091860717,
        0.0698487509027108,
        0.03689243876621693,
        0.0,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

const EKF_MOTION: Case = Case {
    name: "",
    stage: "",
    x: &[1.0, -2.0, 0.6, 0.8, 1.5, -0.4, 0.1],
    seed: &[1.0, 0.5, -1.5, 2.0],
    value: 1.0665711927466688,
    grad: &[
        1.0,
        0.5,
        -1.519468891775142,
        1.8,
        0.31104746183111237,
        -0.1509734445887571,
        2.269605705821714,
    ],
    tol: 0.0,
    eval: |_| 0.0,
};

#[derive(Differentiable)]
pub struct Arm {
    pub a1: f64,
    pub a2: f64,
    pub b: f64,
    pub c1: f64,
    pub c2: f64,
    pub c3: f64,
    pub c4: f64,
    pub offsets: [f64; 6],
    pub signs: [i8; 6],
}

#[derive_grad]
impl Arm {
    /// Stage M5: &self with passive fields, integer cast, tuple destructuring, array result.
    pub fn forward(&self, joints: &[f64; 6]) -> [f64; 3] {
        let q1 = joints[0] * self.signs[0] as f64 - self.offsets[0];
        let q2 = joints[1] * self.signs[1] as f64 - self.offsets[1];
        let q3 = joints[2] * self.signs[2] as f64 - self.offsets[2];
        let q4 = joints[3] * self.signs[3] as f64 - self.offsets[3];
        let q5 = joints[4] * self.signs[4] as f64 - self.offsets[4];
        let psi = f64::atan2(self.a2, self.c3);
        let k = f64::sqrt(self.a2 * self.a2 + self.c3 * self.c3);
        let (s23, c23) = (q2 + q3 + psi).sin_cos();
        let cx = self.c2 * f64::sin(q2) + k * s23 + self.a1;
        let cz = self.c2 * f64::cos(q2) + k * c23;
        let (s1, c1) = q1.sin_cos();
        let (s4, c4) = q4.sin_cos();
        let (s5, c5) = q5.sin_cos();
        let (sw, cw) = (q2 + q3).sin_cos();
        let tx = cw * c4 * s5 + sw * c5;
        let ty = s4 * s5;
        let tz = -sw * c4 * s5 + cw * c5;
        [
            cx * c1 - self.b * s1 + self.c4 * (c1 * tx - s1 * ty),
            cx * s1 + self.b * c1 + self.c4 * (s1 * tx + c1 * ty),
            cz + self.c1 + self.c4 * tz,
        ]
    }
}

/// Stage M1: fixed-size arrays by value, array literal result.
#[derive_grad]
pub fn ekf_motion(x: [f64; 4], u: [f64; 2], dt: f64) -> [f64; 4] {
    let yaw = x[2] + 0.5 * dt * u[1];
    [
        x[0] + dt * u[0] * yaw.cos(),
        x[1] + dt * u[0] * yaw.sin(),
        x[2] + dt * u[1],
        0.9 * x[3] + 0.1 * u[0],
    ]
}

pub const ARM: Arm = Arm {
    a1: 0.025,
    a2: -0.035,
    b: 0.01,
    c1: 0.4,
    c2: 0.315,
    c3: 0.365,
    c4: 0.08,
    offsets: [0.0, -0.1, 0.05, 0.0, 0.2, 0.0],
    signs: [1, 1, -1, 1, 1, -1],
};

pub const CASES: &[Case] = &[
    Case {
        name: "Arm::forward",
        stage: "M5",
        tol: 1e-12,
        eval: |x| {
            let q: [f64; 6] = x.try_into().unwrap();
            dot(&ARM.forward(&q), ARM_FORWARD.seed)
        },
        ..ARM_FORWARD
    },
    // x = state (4), input (2), dt
    Case {
        name: "ekf_motion",
        stage: "M1",
        tol: 1e-12,
        eval: |x| {
            let s: [f64; 4] = x[..4].try_into().unwrap();
            dot(&ekf_motion(s, [x[4], x[5]], x[6]), EKF_MOTION.seed)
        },
        ..EKF_MOTION
    },
];
