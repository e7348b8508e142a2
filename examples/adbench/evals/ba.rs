//! Bundle adjustment: how far points, seen by cameras, are from where they were measured.
//!
//! A camera is a rotation vector (3), its centre (3), the focal length, the principal point (2) and
//! two coefficients of radial distortion.
use grad_runtime::derive_grad;

use super::{Comparison, Recorded};

/// The reprojection error of one observation.
#[derive_grad(wrt(camera, point, w))]
pub fn residual(camera: &[f64; 11], point: &[f64; 3], w: f64, feature: &[f64; 2]) -> [f64; 2] {
    let rotation = [camera[0], camera[1], camera[2]];
    let from_centre = [
        point[0] - camera[3],
        point[1] - camera[4],
        point[2] - camera[5],
    ];
    let seen = rotate(&rotation, &from_centre);
    let (u, v) = (seen[0] / seen[2], seen[1] / seen[2]);
    let r2 = u * u + v * v;
    let scale = camera[6] * (1.0 + camera[9] * r2 + camera[10] * r2 * r2);
    [
        w * (scale * u + camera[7] - feature[0]),
        w * (scale * v + camera[8] - feature[1]),
    ]
}

/// The error that keeps a weight near one.
#[derive_grad]
pub fn weight_residual(w: f64) -> f64 {
    1.0 - w * w
}

/// Turns `x` about the axis `rotation`, by the angle that is its length.
#[derive_grad]
fn rotate(rotation: &[f64; 3], x: &[f64; 3]) -> [f64; 3] {
    let square = dot(rotation, rotation);
    if square == 0.0 {
        let side = cross(rotation, x);
        return [x[0] + side[0], x[1] + side[1], x[2] + side[2]];
    }
    let angle = square.sqrt();
    let (sin, cos) = angle.sin_cos();
    let axis = [
        rotation[0] / angle,
        rotation[1] / angle,
        rotation[2] / angle,
    ];
    let side = cross(&axis, x);
    let along = dot(&axis, x) * (1.0 - cos);
    [
        x[0] * cos + side[0] * sin + axis[0] * along,
        x[1] * cos + side[1] * sin + axis[1] * along,
        x[2] * cos + side[2] * sin + axis[2] * along,
    ]
}

#[derive_grad]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[derive_grad]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// `p` observations: number i is of point i modulo `m` by camera i modulo `n`.
pub struct Problem {
    n: usize,
    m: usize,
    cameras: Vec<[f64; 11]>,
    points: Vec<[f64; 3]>,
    weights: Vec<f64>,
    features: Vec<[f64; 2]>,
}

/// The Jacobian in compressed rows: two for each observation, then one for each weight.
pub struct Jacobian {
    /// Where each row starts among the entries; the last number is the count of the entries.
    pub starts: Vec<usize>,
    pub columns: Vec<usize>,
    pub entries: Vec<f64>,
}

impl Problem {
    fn read(recorded: &Recorded) -> Result<Self, String> {
        let mut text = recorded.text("ba")?;
        let counts = [text.one()?, text.one()?, text.one()?];
        let (camera, point) = (text.array()?, text.array()?);
        Ok(Problem::repeated(
            counts,
            camera,
            point,
            text.one()?,
            text.array()?,
        ))
    }

    /// The inputs give one camera, point, weight and feature, to be repeated.
    pub fn repeated(
        [n, m, p]: [usize; 3],
        camera: [f64; 11],
        point: [f64; 3],
        weight: f64,
        feature: [f64; 2],
    ) -> Self {
        Problem {
            n,
            m,
            cameras: vec![camera; n],
            points: vec![point; m],
            weights: vec![weight; p],
            features: vec![feature; p],
        }
    }

    /// The residuals of the observations, then those of the weights.
    pub fn residuals(&self) -> (Vec<[f64; 2]>, Vec<f64>) {
        let residuals = (0..self.weights.len()).map(|i| self.residual(i));
        let weights = self.weights.iter().map(|&w| weight_residual(w));
        (residuals.collect(), weights.collect())
    }

    fn residual(&self, i: usize) -> [f64; 2] {
        let (camera, point) = (&self.cameras[i % self.n], &self.points[i % self.m]);
        residual(camera, point, self.weights[i], &self.features[i])
    }

    pub fn jacobian(&self) -> Jacobian {
        let mut jacobian = Jacobian::new();
        for i in 0..self.weights.len() {
            self.residual_rows(i, &mut jacobian);
        }
        let first_weight = 11 * self.n + 3 * self.m;
        for (i, &w) in self.weights.iter().enumerate() {
            let (_, d_w) = weight_residual_grad(w);
            jacobian.push_row([first_weight + i], [d_w]);
        }
        jacobian
    }

    /// One row for each of the two residuals: the pullback of that residual's unit vector.
    fn residual_rows(&self, i: usize, jacobian: &mut Jacobian) {
        let (camera, point) = (i % self.n, i % self.m);
        let first_point = 11 * self.n;
        let weight = first_point + 3 * self.m + i;
        let camera_columns = 11 * camera..11 * (camera + 1);
        let point_columns = first_point + 3 * point..first_point + 3 * (point + 1);
        for seed in [[1.0, 0.0], [0.0, 1.0]] {
            let (_, pullback) = residual_vjp(
                &self.cameras[camera],
                &self.points[point],
                self.weights[i],
                &self.features[i],
            );
            let (mut d_camera, mut d_point, mut d_w) = ([0.0; 11], [0.0; 3], 0.0);
            pullback(&seed, &mut d_camera, &mut d_point, &mut d_w);
            jacobian.push_row(
                camera_columns
                    .clone()
                    .chain(point_columns.clone())
                    .chain([weight]),
                d_camera.into_iter().chain(d_point).chain([d_w]),
            );
        }
    }
}

impl Jacobian {
    fn new() -> Self {
        Jacobian {
            starts: vec![0],
            columns: Vec::new(),
            entries: Vec::new(),
        }
    }

    fn push_row(
        &mut self,
        columns: impl IntoIterator<Item = usize>,
        entries: impl IntoIterator<Item = f64>,
    ) {
        self.columns.extend(columns);
        self.entries.extend(entries);
        self.starts.push(self.entries.len());
    }
}

pub fn compare(recorded: &Recorded) -> Result<Comparison, String> {
    let problem = Problem::read(recorded)?;
    let errors = recorded.numbers("/objective/reproj_err")?;
    let weight_error = recorded.number("/objective/w_err")?;
    let mut comparison = Comparison::default();
    let (residuals, weight_residuals) = problem.residuals();
    for (residual, weight_residual) in residuals.iter().zip(weight_residuals) {
        comparison.values(residual, &errors);
        comparison.value(weight_residual, weight_error);
    }
    let Jacobian {
        starts,
        columns,
        entries,
    } = problem.jacobian();
    let of = |name| recorded.numbers(&format!("/jacobian_csr_sample/{name}"));
    comparison.values(&real(&sample(&starts)), &of("rows")?);
    comparison.values(&real(&sample(&columns)), &of("cols")?);
    comparison.values(&sample(&entries), &of("vals")?);
    Ok(comparison)
}

/// What is recorded of a long list: the first thirty and the last.
pub fn sample<T: Copy>(list: &[T]) -> Vec<T> {
    list.iter().take(30).chain(list.last()).copied().collect()
}

fn real(list: &[usize]) -> Vec<f64> {
    list.iter().map(|&i| i as f64).collect()
}
