//! An orbit with the flattening of the Earth and drag, by a Runge-Kutta step that halves itself.
use grad_runtime::{Differentiable, derive_grad};

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct Vec3 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

#[derive_grad]
impl Vec3 {
    pub const ZERO: Vec3 = Vec3 {
        x: 0.0,
        y: 0.0,
        z: 0.0,
    };
    pub fn dot(&self, o: &Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    pub fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
    pub fn add_scaled(&self, o: &Vec3, k: f64) -> Vec3 {
        Vec3 {
            x: self.x + k * o.x,
            y: self.y + k * o.y,
            z: self.z + k * o.z,
        }
    }
}

#[derive(Debug, Clone, Copy, Differentiable)]
pub struct State {
    pub r: Vec3,
    pub v: Vec3,
}

#[derive_grad]
impl State {
    fn moved(&self, rate: &State, h: f64) -> State {
        State {
            r: self.r.add_scaled(&rate.r, h),
            v: self.v.add_scaled(&rate.v, h),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum PropagationError {
    Crashed { step: usize },
    Escaped,
}

#[derive(Debug, Clone, Differentiable)]
pub struct Propagator {
    pub mu: f64,
    pub radius: f64,
    pub j2: f64,
    pub ballistic: f64,
    pub density: f64,
    pub scale_height: f64,
    #[no_grad]
    pub step: f64,
}

#[derive_grad]
impl Propagator {
    fn acceleration(&self, s: &State) -> Result<Vec3, PropagationError> {
        let r = s.r.norm();
        if r < self.radius {
            return Err(PropagationError::Crashed { step: 0 });
        }
        if r > 100.0 * self.radius {
            return Err(PropagationError::Escaped);
        }
        let central = -self.mu / r.powi(3);
        let z2 = (s.r.z / r).powi(2);
        let flat = 1.5 * self.j2 * self.mu * self.radius.powi(2) / r.powi(5);
        let rho = self.density * (-(r - self.radius) / self.scale_height).exp();
        let drag = -0.5 * rho * self.ballistic * s.v.norm();
        Ok(Vec3 {
            x: central * s.r.x + flat * s.r.x * (5.0 * z2 - 1.0) + drag * s.v.x,
            y: central * s.r.y + flat * s.r.y * (5.0 * z2 - 1.0) + drag * s.v.y,
            z: central * s.r.z + flat * s.r.z * (5.0 * z2 - 3.0) + drag * s.v.z,
        })
    }

    fn rate(&self, s: &State) -> Result<State, PropagationError> {
        Ok(State {
            r: s.v,
            v: self.acceleration(s)?,
        })
    }

    fn step(&self, s: &State, h: f64) -> Result<State, PropagationError> {
        let k1 = self.rate(s)?;
        let k2 = self.rate(&s.moved(&k1, 0.5 * h))?;
        let k3 = self.rate(&s.moved(&k2, 0.5 * h))?;
        let k4 = self.rate(&s.moved(&k3, h))?;
        let mut next = *s;
        for (k, w) in [(k1, 1.0), (k2, 2.0), (k3, 2.0), (k4, 1.0)] {
            next = next.moved(&k, h * w / 6.0);
        }
        Ok(next)
    }

    pub fn propagate(&self, start: &State, seconds: f64) -> Result<State, PropagationError> {
        let mut s = *start;
        let mut t = 0.0;
        let mut step = 0;
        while t < seconds {
            let h = self.step.min(seconds - t);
            s = self.step(&s, h).map_err(|e| match e {
                PropagationError::Crashed { .. } => PropagationError::Crashed { step },
                e => e,
            })?;
            t += h;
            step += 1;
        }
        Ok(s)
    }

    pub fn miss(
        &self,
        start: &State,
        seconds: f64,
        target: &Vec3,
    ) -> Result<f64, PropagationError> {
        let end = self.propagate(start, seconds)?;
        let off = end.r.add_scaled(target, -1.0);
        Ok(off.norm())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn earth() -> Propagator {
        Propagator {
            mu: 398_600.441_8,
            radius: 6378.137,
            j2: 1.082_63e-3,
            ballistic: 20.0,
            density: 1e-4,
            scale_height: 60.0,
            step: 20.0,
        }
    }

    fn start(v: [f64; 6]) -> State {
        State {
            r: Vec3 {
                x: v[0],
                y: v[1],
                z: v[2],
            },
            v: Vec3 {
                x: v[3],
                y: v[4],
                z: v[5],
            },
        }
    }

    const STATE: [f64; 6] = [6778.0, 120.0, -340.0, 0.35, 6.1, 4.5];
    const TARGET: Vec3 = Vec3 {
        x: 5000.0,
        y: 3000.0,
        z: 3000.0,
    };

    /// A central difference with the error of the next order taken out.
    fn slope(at: &dyn Fn(f64) -> f64, h: f64) -> f64 {
        let d = |h: f64| (at(h) - at(-h)) / (2.0 * h);
        (4.0 * d(h) - d(2.0 * h)) / 3.0
    }

    #[test]
    fn the_miss_by_the_start_is_that_of_differences() {
        let (earth, state) = (earth(), start(STATE));
        let (miss, _, d_start, d_seconds, d_target) =
            earth.miss_grad(&state, 905.0, &TARGET).unwrap();
        assert_eq!(miss, earth.miss(&state, 905.0, &TARGET).unwrap());
        let by = [
            d_start.r.x,
            d_start.r.y,
            d_start.r.z,
            d_start.v.x,
            d_start.v.y,
            d_start.v.z,
        ];
        for (i, d) in by.into_iter().enumerate() {
            let at = |h: f64| {
                let mut v = STATE;
                v[i] += h;
                earth.miss(&start(v), 905.0, &TARGET).unwrap()
            };
            let expected = slope(&at, if i < 3 { 0.1 } else { 1e-4 });
            assert!(
                (d - expected).abs() < 1e-6 * expected.abs().max(1.0),
                "{i}: {d} {expected}"
            );
        }
        let at = |h: f64| earth.miss(&state, 905.0 + h, &TARGET).unwrap();
        assert!((d_seconds - slope(&at, 0.01)).abs() < 1e-6 * d_seconds.abs().max(1.0));
        // The distance falls along the line of sight.
        let end = earth.propagate(&state, 905.0).unwrap();
        let unit = (TARGET.x - end.r.x) / miss;
        assert!((d_target.x - unit).abs() < 1e-9);
    }

    #[test]
    fn the_miss_by_the_model_is_that_of_differences() {
        let (earth, state) = (earth(), start(STATE));
        let (_, d, ..) = earth.miss_grad(&state, 905.0, &TARGET).unwrap();
        let check = |d: f64, value: f64, change: &dyn Fn(&mut Propagator, f64)| {
            let at = |h: f64| {
                let mut model = earth.clone();
                change(&mut model, h * value);
                model.miss(&state, 905.0, &TARGET).unwrap()
            };
            let expected = slope(&at, 1e-3) / value;
            assert!(
                (d - expected).abs() < 1e-5 * expected.abs(),
                "{d} {expected}"
            );
        };
        check(d.mu, earth.mu, &|m, h| m.mu += h);
        check(d.j2, earth.j2, &|m, h| m.j2 += h);
        check(d.ballistic, earth.ballistic, &|m, h| m.ballistic += h);
        check(d.density, earth.density, &|m, h| m.density += h);
        check(d.scale_height, earth.scale_height, &|m, h| {
            m.scale_height += h
        });
        assert_eq!(d.step, ());
    }

    #[test]
    fn an_orbit_that_meets_the_ground_has_no_gradient() {
        let mut low = STATE;
        low[4] = 1.0;
        let crashed = earth().miss_grad(&start(low), 905.0, &TARGET);
        assert!(matches!(crashed, Err(PropagationError::Crashed { step }) if step > 0));
        let mut fast = STATE;
        fast[3] = 5000.0;
        let gone = earth().miss_grad(&start(fast), 905.0, &TARGET);
        assert_eq!(gone.err(), Some(PropagationError::Escaped));
    }
}
