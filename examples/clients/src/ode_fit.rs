//! `ode_solvers`: the rates of predators and prey from counts of both, by the adjoint equation.
use argmin::core::{CostFunction, Error, Gradient};
use grad_runtime::derive_grad;
use nalgebra::{SVector, Vector2};
use ode_solvers::{Dopri5, OutputType, System};

/// Relative and absolute, of the solver.
const TOLERANCE: f64 = 1e-11;

/// The equations of Lotka and Volterra.
#[derive_grad]
pub fn field(y: &[f64; 2], log_rates: [f64; 4]) -> [f64; 2] {
    let [prey, predators] = *y;
    let [born, eaten, fed, dead] = log_rates.map(f64::exp);
    [
        prey * (born - eaten * predators),
        predators * (fed * prey - dead),
    ]
}

/// Half the square of what a state misses of the counts, each relative to its size.
#[derive_grad(wrt(y))]
fn miss(y: &[f64; 2], counts: &[f64; 2]) -> f64 {
    y.iter()
        .zip(counts)
        .map(|(y, count)| 0.5 * (y / count).ln().powi(2))
        .sum()
}

struct Forward {
    log_rates: [f64; 4],
}

impl System<f64, Vector2<f64>> for Forward {
    fn system(&self, _: f64, y: &Vector2<f64>, dy: &mut Vector2<f64>) {
        *dy = field(y.as_ref(), self.log_rates).into();
    }
}

/// State, its cotangent, and that of the rates: the last two go back in time with the pullback of the field.
type Augmented = SVector<f64, 8>;

struct Backward {
    log_rates: [f64; 4],
}

impl System<f64, Augmented> for Backward {
    fn system(&self, _: f64, at: &Augmented, change: &mut Augmented) {
        let (y, seed) = ([at[0], at[1]], [-at[2], -at[3]]);
        let (dy, pullback) = field_vjp(&y, self.log_rates);
        let (mut d_y, mut d_rates) = ([0.0; 2], [0.0; 4]);
        pullback(&seed, &mut d_y, &mut d_rates);
        let ([a, b], [c, d], [e, f, g, h]) = (dy, d_y, d_rates);
        *change = [a, b, c, d, e, f, g, h].into();
    }
}

/// The state at `to` of what was `state` at `from`, forward or back in time.
fn advance<const N: usize>(
    system: impl System<f64, SVector<f64, N>>,
    [from, to]: [f64; 2],
    state: SVector<f64, N>,
) -> Result<SVector<f64, N>, Error> {
    let mut solver = Dopri5::new(system, from, to, to - from, state, TOLERANCE, TOLERANCE);
    solver.set_output(OutputType::Sparse);
    solver.integrate()?;
    solver
        .y_out()
        .last()
        .copied()
        .ok_or_else(|| Error::msg("no step"))
}

/// What was counted, and when.
pub struct Counts {
    pub start: [f64; 2],
    pub times: Vec<f64>,
    pub counts: Vec<[f64; 2]>,
}

impl Counts {
    /// The states at the times.
    pub fn states(&self, log_rates: [f64; 4]) -> Result<Vec<Vector2<f64>>, Error> {
        let (mut time, mut state) = (0.0, Vector2::from(self.start));
        let step = |&next: &f64| {
            state = advance(Forward { log_rates }, [time, next], state)?;
            time = next;
            Ok(state)
        };
        self.times.iter().map(step).collect()
    }
}

/// What the states miss, on average.
impl CostFunction for Counts {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, log_rates: &Vec<f64>) -> Result<f64, Error> {
        let states = self.states(log_rates[..].try_into()?)?;
        let pairs = states.iter().zip(&self.counts);
        let sum: f64 = pairs.map(|(y, counts)| miss(y.as_ref(), counts)).sum();
        Ok(sum / self.times.len() as f64)
    }
}

impl Gradient for Counts {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, log_rates: &Vec<f64>) -> Result<Vec<f64>, Error> {
        let log_rates = log_rates[..].try_into()?;
        let states = self.states(log_rates)?;
        let mut at = Augmented::zeros();
        for i in (0..states.len()).rev() {
            let (_, [d_prey, d_predators]) = miss_grad(states[i].as_ref(), &self.counts[i]);
            at.fixed_rows_mut::<2>(0).copy_from(&states[i]);
            at[2] += d_prey;
            at[3] += d_predators;
            let before = if i == 0 { 0.0 } else { self.times[i - 1] };
            at = advance(Backward { log_rates }, [self.times[i], before], at)?;
        }
        Ok((at.fixed_rows::<4>(4) / self.times.len() as f64)
            .as_slice()
            .to_vec())
    }
}
