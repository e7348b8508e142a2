//! argmin: L-BFGS on Rosenbrock's function and on a logistic regression.
use argmin::core::{
    CostFunction, Error, Executor, Gradient, State, TerminationReason, TerminationStatus,
};
use argmin::solver::linesearch::MoreThuenteLineSearch;
use argmin::solver::quasinewton::LBFGS;
use grad_runtime::derive_grad;

/// Rosenbrock's function in any dimension; least, 0, at all ones.
#[derive_grad]
pub fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|w| 100.0 * (w[1] - w[0].powi(2)).powi(2) + (1.0 - w[0]).powi(2))
        .sum()
}

pub struct Rosenbrock;

impl CostFunction for Rosenbrock {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, x: &Vec<f64>) -> Result<f64, Error> {
        Ok(rosenbrock(x))
    }
}

impl Gradient for Rosenbrock {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, x: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(rosenbrock_grad(x).1)
    }
}

/// Rows of features, and which of them are of the class that is looked for.
pub struct Logistic {
    pub rows: Vec<Vec<f64>>,
    pub labels: Vec<bool>,
    pub ridge: f64,
}

/// The negative log-likelihood of a logistic regression, with a penalty on the weights.
#[derive_grad(wrt(weights))]
pub fn logistic_loss(weights: &[f64], rows: &[Vec<f64>], labels: &[bool], ridge: f64) -> f64 {
    let mut loss = 0.0;
    for (row, &label) in rows.iter().zip(labels) {
        let margin: f64 = row.iter().zip(weights).map(|(x, w)| x * w).sum();
        let signed = if label { margin } else { -margin };
        // ln(1 + exp(-signed)), without overflow.
        loss += (-signed).max(0.0) + (-signed.abs()).exp().ln_1p();
    }
    loss + 0.5 * ridge * weights.iter().map(|w| w * w).sum::<f64>()
}

impl CostFunction for Logistic {
    type Param = Vec<f64>;
    type Output = f64;

    fn cost(&self, weights: &Vec<f64>) -> Result<f64, Error> {
        Ok(logistic_loss(weights, &self.rows, &self.labels, self.ridge))
    }
}

impl Gradient for Logistic {
    type Param = Vec<f64>;
    type Gradient = Vec<f64>;

    fn gradient(&self, weights: &Vec<f64>) -> Result<Vec<f64>, Error> {
        Ok(logistic_loss_grad(weights, &self.rows, &self.labels, self.ridge).1)
    }
}

/// The best parameters that L-BFGS finds, and their cost.
pub fn minimise<P>(problem: P, start: Vec<f64>) -> Result<(Vec<f64>, f64), Error>
where
    P: CostFunction<Param = Vec<f64>, Output = f64>
        + Gradient<Param = Vec<f64>, Gradient = Vec<f64>>,
{
    let solver = LBFGS::new(MoreThuenteLineSearch::new(), 7);
    let run = Executor::new(problem, solver)
        .configure(|state| state.param(start).max_iters(200))
        .run()?;
    let state = run.state();
    if let TerminationStatus::Terminated(TerminationReason::SolverExit(why)) =
        state.get_termination_status()
    {
        return Err(Error::msg(why.clone()));
    }
    let best = state
        .get_best_param()
        .ok_or_else(|| Error::msg("no step was taken"))?;
    Ok((best.clone(), state.get_best_cost()))
}
