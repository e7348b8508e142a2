//! levenberg-marquardt: bundle adjustment, where cameras stood and where the points are that they saw.
use grad_runtime::derive_grad;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, TerminationReason};
use nalgebra::storage::Owned;
use nalgebra::{DMatrix, DVector, Dyn};

/// Unknowns of a camera: its rotation, as an axis as long as the angle, and its centre.
pub const POSE: usize = 6;
/// In pixels.
const FOCAL: f64 = 800.0;

#[derive_grad]
fn dot(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[derive_grad]
fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Rodrigues' formula, to first order where there is no rotation.
#[derive_grad]
fn rotate(axis: &[f64; 3], x: &[f64; 3]) -> [f64; 3] {
    let square = dot(axis, axis);
    if square == 0.0 {
        let turned = cross(axis, x);
        return std::array::from_fn(|i| x[i] + turned[i]);
    }
    let angle = square.sqrt();
    let unit = axis.map(|a| a / angle);
    let (sin, cos) = angle.sin_cos();
    let turned = cross(&unit, x);
    let along = dot(&unit, x) * (1.0 - cos);
    std::array::from_fn(|i| x[i] * cos + turned[i] * sin + unit[i] * along)
}

/// Where a camera sees a point.
#[derive_grad]
pub fn project(pose: &[f64; POSE], point: &[f64; 3]) -> [f64; 2] {
    let [r0, r1, r2, c0, c1, c2] = *pose;
    let [x, y, z] = rotate(
        &[r0, r1, r2],
        &[point[0] - c0, point[1] - c1, point[2] - c2],
    );
    [FOCAL * x / z, FOCAL * y / z]
}

/// The first two cameras are known, which fixes position, direction and size of the scene.
pub const KNOWN: usize = 2;

/// What was seen, and a guess of what is unknown.
#[derive(Clone)]
pub struct Scene {
    pub poses: Vec<[f64; POSE]>,
    pub points: Vec<[f64; 3]>,
    /// Camera, point, and where the one saw the other.
    pub seen: Vec<(usize, usize, [f64; 2])>,
}

impl Scene {
    /// The columns of the unknowns of a point.
    fn column_of_point(&self, point: usize) -> usize {
        POSE * (self.poses.len() - KNOWN) + 3 * point
    }
}

impl LeastSquaresProblem<f64, Dyn, Dyn> for Scene {
    type ParameterStorage = Owned<f64, Dyn>;
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;

    fn set_params(&mut self, unknowns: &DVector<f64>) {
        let (poses, points) = unknowns.as_slice().split_at(self.column_of_point(0));
        self.poses[KNOWN..]
            .as_flattened_mut()
            .copy_from_slice(poses);
        self.points.as_flattened_mut().copy_from_slice(points);
    }

    fn params(&self) -> DVector<f64> {
        let poses = self.poses[KNOWN..].as_flattened();
        DVector::from_vec([poses, self.points.as_flattened()].concat())
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let misses = self.seen.iter().flat_map(|&(camera, point, [u, v])| {
            let [x, y] = project(&self.poses[camera], &self.points[point]);
            [x - u, y - v]
        });
        Some(DVector::from_vec(misses.collect()))
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let unknowns = self.column_of_point(self.points.len());
        let mut jacobian = DMatrix::zeros(2 * self.seen.len(), unknowns);
        for (i, &(camera, point, _)) in self.seen.iter().enumerate() {
            for (row, seed) in [(2 * i, [1.0, 0.0]), (2 * i + 1, [0.0, 1.0])] {
                let (_, pullback) = project_vjp(&self.poses[camera], &self.points[point]);
                let (mut d_pose, mut d_point) = ([0.0; POSE], [0.0; 3]);
                pullback(&seed, &mut d_pose, &mut d_point);
                if camera >= KNOWN {
                    let column = POSE * (camera - KNOWN);
                    jacobian
                        .view_mut((row, column), (1, POSE))
                        .copy_from_slice(&d_pose);
                }
                let column = self.column_of_point(point);
                jacobian
                    .view_mut((row, column), (1, 3))
                    .copy_from_slice(&d_point);
            }
        }
        Some(jacobian)
    }
}

/// The scene with the unknowns that explain best what was seen, and why the search ended.
pub fn adjust(scene: Scene) -> (Scene, TerminationReason) {
    let (scene, report) = LevenbergMarquardt::new().minimize(scene);
    (scene, report.termination)
}
