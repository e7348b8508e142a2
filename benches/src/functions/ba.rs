//! Bundle adjustment (ADBench): the reprojection residual of one observation, two numbers.
//!
//! A camera is a rotation vector (3), centre (3), focal length, principal point (2) and radial
//! distortion (2). Active: `cam`, `x` (the point) and `w` (the weight); the measured feature is
//! data. Two outputs: the Jacobian block is 2 x 15, columns camera, point, weight.
//!
//! Jacobian blocks over residuals (native): Rust by hand with one shared forward pass 3.47 (3.3
//! on the default target), two complete gradients 5.30, num-dual with 15 tangents 6.8. With
//! assembly into sparse rows: Rust by hand 4.55, Clad 7.53, Enzyme 11.6, Tapenade 14.0,
//! CoDiPack 35.9.
use crate::rng::Rng;
use grad_runtime::derive_grad;

pub struct Inputs {
    pub cams: Vec<[f64; 11]>,
    pub points: Vec<[f64; 3]>,
    pub weights: Vec<f64>,
    pub feats: Vec<[f64; 2]>,
    pub obs: Vec<(usize, usize)>,
}

pub fn inputs() -> Inputs {
    sized(49, 7776, 31843)
}

pub fn small_inputs() -> Inputs {
    sized(3, 5, 7)
}

fn sized(cams: usize, points: usize, obs: usize) -> Inputs {
    let mut r = Rng(17);
    let camera = |r: &mut Rng| {
        let mut c = [0.0; 11];
        for v in &mut c[..6] {
            *v = -0.3 + 0.6 * r.unit();
        }
        c[6] = 500.0 + 100.0 * r.unit();
        c[7] = 320.0;
        c[8] = 240.0;
        c[9] = -0.05 * r.unit();
        c[10] = 0.01 * r.unit();
        c
    };
    let mut i = Inputs {
        cams: (0..cams).map(|_| camera(&mut r)).collect(),
        points: (0..points)
            .map(|_| [r.unit() - 0.5, r.unit() - 0.5, 3.0 + r.unit()])
            .collect(),
        weights: r.vec(obs, 0.5, 1.5),
        feats: (0..obs)
            .map(|_| [300.0 + 40.0 * r.unit(), 220.0 + 40.0 * r.unit()])
            .collect(),
        obs: (0..obs).map(|i| (i % cams, i % points)).collect(),
    };
    // one camera that does not turn takes the other branch
    i.cams[0][..3].fill(0.0);
    i
}

#[derive_grad(wrt(cam, x, w))]
pub fn primal(cam: &[f64; 11], x: &[f64; 3], w: f64, feat: &[f64; 2]) -> [f64; 2] {
    let xo = [x[0] - cam[3], x[1] - cam[4], x[2] - cam[5]];
    let xc = rotate([cam[0], cam[1], cam[2]], xo);
    let u = xc[0] / xc[2];
    let v = xc[1] / xc[2];
    let r2 = u * u + v * v;
    let dist = 1.0 + cam[9] * r2 + cam[10] * r2 * r2;
    [
        w * (u * dist * cam[6] + cam[7] - feat[0]),
        w * (v * dist * cam[6] + cam[8] - feat[1]),
    ]
}

/// Rotate `pt` by the rotation vector `rot`.
#[derive_grad]
fn rotate(rot: [f64; 3], pt: [f64; 3]) -> [f64; 3] {
    let sq = dot(rot, rot);
    let mut out = [0.0; 3];
    if sq != 0.0 {
        let th = sq.sqrt();
        let (s, c) = (th.sin(), th.cos());
        let inv = 1.0 / th;
        let w = [rot[0] * inv, rot[1] * inv, rot[2] * inv];
        let wx = cross(w, pt);
        let tmp = dot(w, pt) * (1.0 - c);
        for i in 0..3 {
            out[i] = pt[i] * c + wx[i] * s + w[i] * tmp;
        }
    } else {
        let wx = cross(rot, pt);
        for i in 0..3 {
            out[i] = pt[i] + wx[i];
        }
    }
    out
}

#[derive_grad]
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[derive_grad]
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// All residuals, as the benchmark times them.
pub fn residuals(i: &Inputs, err: &mut [[f64; 2]]) {
    for (k, &(c, p)) in i.obs.iter().enumerate() {
        err[k] = primal(&i.cams[c], &i.points[p], i.weights[k], &i.feats[k]);
    }
}

/// All residuals and Jacobian blocks, as the benchmark times them.
pub fn blocks_by_hand(i: &Inputs, err: &mut [[f64; 2]], jac: &mut [[[f64; 15]; 2]]) {
    for (k, &(c, p)) in i.obs.iter().enumerate() {
        (err[k], jac[k]) = grad_by_hand(&i.cams[c], &i.points[p], i.weights[k], &i.feats[k]);
    }
}

/// The residual and both rows of its Jacobian: one forward pass, two reverse sweeps.
pub fn grad_by_hand(
    cam: &[f64; 11],
    x: &[f64; 3],
    w: f64,
    feat: &[f64; 2],
) -> ([f64; 2], [[f64; 15]; 2]) {
    let kept = forward(cam, x);
    let res = [
        kept.u * kept.dist * cam[6] + cam[7] - feat[0],
        kept.v * kept.dist * cam[6] + cam[8] - feat[1],
    ];
    let row0 = reverse(cam, w, &kept, res, [1.0, 0.0]);
    let row1 = reverse(cam, w, &kept, res, [0.0, 1.0]);
    ([w * res[0], w * res[1]], [row0, row1])
}

/// What the forward pass keeps for the reverse sweeps.
struct Kept {
    xo: [f64; 3],
    w: [f64; 3],
    wx: [f64; 3],
    wdot: f64,
    th: f64,
    s: f64,
    c: f64,
    inv: f64,
    xc: [f64; 3],
    u: f64,
    v: f64,
    r2: f64,
    dist: f64,
    turned: bool,
}

#[inline(always)]
fn forward(cam: &[f64; 11], x: &[f64; 3]) -> Kept {
    let xo = [x[0] - cam[3], x[1] - cam[4], x[2] - cam[5]];
    let rot = [cam[0], cam[1], cam[2]];
    let sq = dot(rot, rot);
    let turned = sq != 0.0;
    let (mut w, mut wdot) = ([0.0; 3], 0.0);
    let wx;
    let (mut th, mut s, mut c, mut inv) = (0.0, 0.0, 1.0, 0.0);
    let mut xc = [0.0; 3];
    if turned {
        th = sq.sqrt();
        (s, c) = th.sin_cos();
        inv = 1.0 / th;
        w = [rot[0] * inv, rot[1] * inv, rot[2] * inv];
        wx = cross(w, xo);
        wdot = dot(w, xo);
        let tmp = wdot * (1.0 - c);
        for i in 0..3 {
            xc[i] = xo[i] * c + wx[i] * s + w[i] * tmp;
        }
    } else {
        wx = cross(rot, xo);
        for i in 0..3 {
            xc[i] = xo[i] + wx[i];
        }
    }
    let u = xc[0] / xc[2];
    let v = xc[1] / xc[2];
    let r2 = u * u + v * v;
    let dist = 1.0 + cam[9] * r2 + cam[10] * r2 * r2;
    Kept {
        xo,
        w,
        wx,
        wdot,
        th,
        s,
        c,
        inv,
        xc,
        u,
        v,
        r2,
        dist,
        turned,
    }
}

#[inline(always)]
fn reverse(cam: &[f64; 11], wt: f64, kept: &Kept, res: [f64; 2], seed: [f64; 2]) -> [f64; 15] {
    let mut g = [0.0; 15];
    g[14] = seed[0] * res[0] + seed[1] * res[1];
    let (p0, p1) = (seed[0] * wt, seed[1] * wt);
    g[7] = p0;
    g[8] = p1;
    g[6] = kept.dist * (p0 * kept.u + p1 * kept.v);
    let (q0, q1) = (p0 * cam[6], p1 * cam[6]);
    let ddist = q0 * kept.u + q1 * kept.v;
    g[9] = ddist * kept.r2;
    g[10] = ddist * kept.r2 * kept.r2;
    let dr2 = ddist * (cam[9] + 2.0 * cam[10] * kept.r2);
    let du = q0 * kept.dist + 2.0 * dr2 * kept.u;
    let dv = q1 * kept.dist + 2.0 * dr2 * kept.v;
    let iz = 1.0 / kept.xc[2];
    let dxc = [du * iz, dv * iz, -(du * kept.u + dv * kept.v) * iz];
    let rot = [cam[0], cam[1], cam[2]];
    let mut dxo = [0.0; 3];
    if kept.turned {
        let oc = 1.0 - kept.c;
        let tmp = kept.wdot * oc;
        let dtmp = dot(dxc, kept.w);
        let dc = dot(dxc, kept.xo) - dtmp * kept.wdot;
        let ds = dot(dxc, kept.wx);
        let dwdot = dtmp * oc;
        let dwx = [dxc[0] * kept.s, dxc[1] * kept.s, dxc[2] * kept.s];
        let a = cross(kept.xo, dwx);
        let b = cross(dwx, kept.w);
        let mut dw = [0.0; 3];
        for i in 0..3 {
            dw[i] = dxc[i] * tmp + a[i] + dwdot * kept.xo[i];
            dxo[i] = dxc[i] * kept.c + b[i] + dwdot * kept.w[i];
        }
        let dinv = dot(dw, rot);
        let dth = ds * kept.c - dc * kept.s - dinv * kept.inv * kept.inv;
        let k = dth / kept.th;
        for i in 0..3 {
            g[i] = dw[i] * kept.inv + k * rot[i];
        }
    } else {
        let a = cross(kept.xo, dxc);
        let b = cross(dxc, rot);
        for i in 0..3 {
            g[i] = a[i];
            dxo[i] = dxc[i] + b[i];
        }
    }
    for i in 0..3 {
        g[3 + i] = -dxo[i];
        g[11 + i] = dxo[i];
    }
    g
}
