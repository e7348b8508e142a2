//! nuts-rs: the posterior of a hierarchical model, the eight schools of Rubin (1981).
use std::collections::HashMap;

use grad_runtime::derive_grad;
use nuts_rs::rand::{SeedableRng, rngs::SmallRng};
use nuts_rs::{
    Chain, CpuLogpFunc, CpuMath, CpuMathError, DiagNutsSettings, HasDims, LogpError, Settings,
};

/// What coaching did for each school, and the standard error of that.
pub struct Schools {
    pub effects: Vec<f64>,
    pub errors: Vec<f64>,
}

/// The log density of `[mean, ln spread, z..]`, where the true effect of school `i` is `mean + spread * z[i]`.
#[derive_grad(wrt(at))]
pub fn log_density(at: &[f64], schools: &Schools) -> f64 {
    let [mean, log_spread, z @ ..] = at else {
        panic!("a mean, a spread and the schools");
    };
    let spread = log_spread.exp();
    // The spread is half-Cauchy with scale 5; its logarithm adds the Jacobian.
    let mut sum = -0.5 * (mean / 10.0).powi(2) - (1.0 + (spread / 5.0).powi(2)).ln() + log_spread;
    for ((z, y), error) in z.iter().zip(&schools.effects).zip(&schools.errors) {
        let miss = (y - mean - spread * z) / error;
        sum -= 0.5 * (z * z + miss * miss);
    }
    sum
}

impl HasDims for Schools {
    fn dim_sizes(&self) -> HashMap<String, u64> {
        HashMap::from([("at".to_owned(), self.dim() as u64)])
    }
}

/// The density is finite everywhere: it never fails.
#[derive(Debug)]
pub enum Never {}

impl std::fmt::Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl LogpError for Never {
    fn is_recoverable(&self) -> bool {
        match *self {}
    }
}

impl CpuLogpFunc for Schools {
    type LogpError = Never;
    type FlowParameters = ();
    type ExpandedVector = Vec<f64>;

    fn dim(&self) -> usize {
        2 + self.effects.len()
    }

    fn logp(&mut self, at: &[f64], gradient: &mut [f64]) -> Result<f64, Never> {
        Ok(log_density_grad_into(at, self, gradient))
    }

    fn expand_vector<R: nuts_rs::rand::Rng + ?Sized>(
        &mut self,
        _: &mut R,
        at: &[f64],
    ) -> Result<Vec<f64>, CpuMathError> {
        Ok(at.to_vec())
    }
}

/// Draws from the posterior, each as `[mean, ln spread, z..]`.
pub fn sample(schools: Schools, draws: usize, seed: u64) -> anyhow::Result<Vec<Box<[f64]>>> {
    let start = vec![0.0; schools.dim()];
    let settings = DiagNutsSettings {
        num_tune: 1000,
        ..Default::default()
    };
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut chain = settings.new_chain(0, CpuMath::new(schools), &mut rng)?;
    chain.set_position(&start)?;
    for _ in 0..1000 {
        chain.draw()?;
    }
    (0..draws).map(|_| Ok(chain.draw()?.0)).collect()
}
