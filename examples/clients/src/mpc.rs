//! `optimization_engine`: model-predictive control of a unicycle around an obstacle.
use grad_runtime::derive_grad;
use optimization_engine::SolverError;
use optimization_engine::alm::{
    AlmCache, AlmFactory, AlmOptimizer, AlmProblem, NO_JACOBIAN_MAPPING, NO_MAPPING,
};
use optimization_engine::constraints::{Ball2, Rectangle};
use optimization_engine::core::ExitStatus;
use optimization_engine::panoc::PANOCCache;

/// Steps ahead.
pub const HORIZON: usize = 30;
/// Seconds a step.
const DT: f64 = 0.1;
pub const FASTEST: f64 = 1.5;
pub const SHARPEST: f64 = 2.0;
const OBSTACLE: [f64; 2] = [1.0, 0.05];
pub const RADIUS: f64 = 0.4;

/// Position and heading after one step at a speed, with a turn.
#[derive_grad]
pub fn step(state: [f64; 3], speed: f64, turn: f64) -> [f64; 3] {
    let [x, y, heading] = state;
    let along = heading + 0.5 * DT * turn;
    [
        x + DT * speed * along.cos(),
        y + DT * speed * along.sin(),
        heading + DT * turn,
    ]
}

/// The cost of inputs `[speed, turn, speed, turn, ..]`: how far the unicycle is from its goal, and its effort.
#[derive_grad(wrt(inputs))]
pub fn cost(inputs: &[f64], start: [f64; 3], goal: [f64; 3]) -> f64 {
    let mut state = start;
    let mut sum = 0.0;
    for input in inputs.chunks_exact(2) {
        state = step(state, input[0], input[1]);
        for (s, g) in state.iter().zip(&goal) {
            sum += (s - g).powi(2);
        }
        sum += 0.05 * input[0].powi(2) + 0.02 * input[1].powi(2);
    }
    for (s, g) in state.iter().zip(goal) {
        sum += 50.0 * (s - g).powi(2);
    }
    sum
}

/// The squared distance from the middle of the obstacle, after each step.
#[derive_grad(wrt(inputs))]
pub fn clearance(inputs: &[f64], start: [f64; 3]) -> Vec<f64> {
    let mut state = start;
    inputs
        .chunks_exact(2)
        .map(|input| {
            state = step(state, input[0], input[1]);
            (state[0] - OBSTACLE[0]).powi(2) + (state[1] - OBSTACLE[1]).powi(2)
        })
        .collect()
}

/// The inputs that take the unicycle from start to goal, outside of the obstacle.
pub fn plan(start: [f64; 3], goal: [f64; 3]) -> Result<(Vec<f64>, ExitStatus), SolverError> {
    let f = |u: &[f64], value: &mut f64| -> Result<(), SolverError> {
        *value = cost(u, start, goal);
        Ok(())
    };
    let df = |u: &[f64], gradient: &mut [f64]| -> Result<(), SolverError> {
        cost_grad_into(u, start, goal, gradient);
        Ok(())
    };
    let f1 = |u: &[f64], value: &mut [f64]| -> Result<(), SolverError> {
        value.copy_from_slice(&clearance(u, start));
        Ok(())
    };
    let f1_transposed = |u: &[f64], d: &[f64], product: &mut [f64]| -> Result<(), SolverError> {
        let (_, pullback) = clearance_vjp(u, start);
        product.fill(0.0);
        pullback(d, product);
        Ok(())
    };

    let (least, most) = (
        [0.0, -SHARPEST].repeat(HORIZON),
        [FASTEST, SHARPEST].repeat(HORIZON),
    );
    let inputs = Rectangle::new(Some(&least), Some(&most));
    let outside = [RADIUS * RADIUS; HORIZON];
    let set_c = Rectangle::new(Some(&outside), None);
    let multipliers = Ball2::new(None, 1e12);
    let factory = AlmFactory::new(
        f,
        df,
        Some(f1),
        Some(f1_transposed),
        NO_MAPPING,
        NO_JACOBIAN_MAPPING,
        Some(set_c),
        0,
    );
    let problem = AlmProblem::new(
        inputs,
        Some(set_c),
        Some(multipliers),
        |u: &[f64], xi: &[f64], value: &mut f64| factory.psi(u, xi, value),
        |u: &[f64], xi: &[f64], gradient: &mut [f64]| factory.d_psi(u, xi, gradient),
        Some(f1),
        NO_MAPPING,
        HORIZON,
        0,
    );
    let panoc = PANOCCache::new(2 * HORIZON, 1e-6, 20);
    let mut cache = AlmCache::new(panoc, HORIZON, 0);
    let mut optimizer = AlmOptimizer::new(&mut cache, problem)
        .with_epsilon_tolerance(1e-6)
        .with_delta_tolerance(1e-6)
        .with_max_outer_iterations(50)
        .with_max_inner_iterations(5000)
        .with_initial_penalty(50.0);
    let mut plan = [1.0, 0.1].repeat(HORIZON);
    let status = optimizer.solve(&mut plan)?;
    Ok((plan, status.exit_status()))
}
