//! What each library finds with generated gradients, against what is known of the problem.
use anyhow::Result;
use grad_clients::argmin_lbfgs::{Logistic, Rosenbrock, minimise};
use grad_clients::bundle::{self, Scene};
use grad_clients::numbers::Numbers;
#[cfg(feature = "nuts")]
use grad_clients::nuts::{self, Schools};
use grad_clients::ode_fit::Counts;
use grad_clients::{mpc, rosen_suzuki};
use grad_runtime::check::assert_gradient;

fn assert_near(found: &[f64], known: &[f64], within: f64) {
    assert_eq!(found.len(), known.len());
    for (i, (f, k)) in found.iter().zip(known).enumerate() {
        assert!((f - k).abs() <= within, "at {i}: {f} for {k} in {found:?}");
    }
}

#[test]
fn argmin_finds_the_valley_of_rosenbrock() -> Result<()> {
    let start: Vec<f64> = (0..10)
        .map(|i| if i % 2 == 0 { -1.2 } else { 1.0 })
        .collect();
    let (x, cost) = minimise(Rosenbrock, start)?;
    assert_near(&x, &[1.0; 10], 1e-8);
    assert!(cost < 1e-16, "{cost}");
    Ok(())
}

/// Newton's method, with the formulas of textbooks, must end at the same weights.
#[test]
fn argmin_fits_a_logistic_regression() -> Result<()> {
    let mut numbers = Numbers::new(3);
    let rows: Vec<Vec<f64>> = (0..200)
        .map(|_| vec![1.0, numbers.draw(), 3.0 * numbers.draw()])
        .collect();
    let labels = rows
        .iter()
        .map(|r| 0.3 - 2.0 * r[1] + r[2] > numbers.draw())
        .collect();
    let problem = Logistic {
        rows,
        labels,
        ridge: 0.1,
    };
    let known = newton(&problem);
    let (weights, _) = minimise(problem, vec![0.0; 3])?;
    assert_near(&weights, known.as_slice(), 1e-6);
    Ok(())
}

fn newton(problem: &Logistic) -> nalgebra::Vector3<f64> {
    let mut weights = nalgebra::Vector3::zeros();
    for _ in 0..30 {
        let mut gradient = problem.ridge * weights;
        let mut hessian = nalgebra::Matrix3::identity() * problem.ridge;
        for (row, &label) in problem.rows.iter().zip(&problem.labels) {
            let row = nalgebra::Vector3::from_column_slice(row);
            let p = 1.0 / (1.0 + (-row.dot(&weights)).exp());
            gradient += row * (p - f64::from(label));
            hessian += row * row.transpose() * (p * (1.0 - p));
        }
        weights -= hessian.try_inverse().expect("the penalty is positive") * gradient;
    }
    weights
}

/// Given the spread, everything is normal: its means follow from one integral over the spread.
#[cfg(feature = "nuts")]
#[test]
fn nuts_samples_the_eight_schools() -> Result<()> {
    let effects = vec![28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0];
    let errors = vec![15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0];
    let [mean, log_spread, first] = quadrature(&effects, &errors);
    let draws = nuts::sample(Schools { effects, errors }, 20_000, 7)?;
    let average =
        |f: fn(&[f64]) -> f64| draws.iter().map(|d| f(d)).sum::<f64>() / draws.len() as f64;
    let found = [
        average(|d| d[0]),
        average(|d| d[1]),
        average(|d| d[0] + d[1].exp() * d[2]),
    ];
    println!("found {found:?}, known {:?}", [mean, log_spread, first]);
    assert_near(&found, &[mean, log_spread, first], 0.15);
    Ok(())
}

#[cfg(feature = "nuts")]
/// The means of the mean, of the logarithm of the spread and of the effect of the first school.
fn quadrature(effects: &[f64], errors: &[f64]) -> [f64; 3] {
    let (mut mass, mut sums) = (0.0, [0.0; 3]);
    for i in 0..4000 {
        let log_spread = -12.0 + f64::from(i) * 0.005;
        let spread: f64 = f64::exp(log_spread);
        // The mean is normal a priori, with variance 100; the effects have these precisions about it.
        let (mut precision, mut weighted) = (0.01, 0.0);
        let mut log_mass = log_spread - (1.0 + (spread / 5.0).powi(2)).ln();
        for (y, e) in effects.iter().zip(errors) {
            let p = 1.0 / (e * e + spread * spread);
            precision += p;
            weighted += p * y;
            log_mass += 0.5 * p.ln() - 0.5 * p * y * y;
        }
        let mean = weighted / precision;
        log_mass += 0.5 * mean * weighted - 0.5 * precision.ln();
        let (y, e) = (effects[0], errors[0]);
        let shrunk = spread * spread / (e * e + spread * spread);
        let weight = log_mass.exp();
        mass += weight;
        for (sum, value) in sums
            .iter_mut()
            .zip([mean, log_spread, mean + shrunk * (y - mean)])
        {
            *sum += weight * value;
        }
    }
    sums.map(|sum| sum / mass)
}

#[test]
fn levenberg_marquardt_recovers_cameras_and_points() {
    let mut numbers = Numbers::new(11);
    let poses = (0..6).map(|i| {
        let turn: [f64; 3] = numbers.take(0.1);
        let [x, y, z] = numbers.take(0.3);
        [
            turn[0],
            turn[1],
            turn[2],
            x + f64::from(i) - 2.5,
            y,
            z - 8.0,
        ]
    });
    let poses: Vec<_> = poses.collect();
    let points: Vec<[f64; 3]> = (0..40).map(|_| numbers.take(2.0)).collect();
    let pairs = (0..6).flat_map(|c| (0..40).map(move |p| (c, p)));
    let seen = pairs
        .map(|(c, p)| (c, p, bundle::project(&poses[c], &points[p])))
        .collect();
    let truth = Scene {
        poses,
        points,
        seen,
    };

    let mut guess = truth.clone();
    for pose in &mut guess.poses[bundle::KNOWN..] {
        *pose = std::array::from_fn(|i| pose[i] + 0.05 * numbers.draw());
    }
    for point in &mut guess.points {
        *point = std::array::from_fn(|i| point[i] + 0.2 * numbers.draw());
    }
    let (found, reason) = bundle::adjust(guess);
    assert!(reason.was_successful(), "{reason:?}");
    assert_near(found.poses.as_flattened(), truth.poses.as_flattened(), 1e-9);
    assert_near(
        found.points.as_flattened(),
        truth.points.as_flattened(),
        1e-9,
    );
}

#[test]
fn optimization_engine_steers_around_the_obstacle() -> Result<()> {
    let (start, goal) = ([0.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
    let (inputs, status) = mpc::plan(start, goal).map_err(|e| anyhow::anyhow!("{e:?}"))?;
    assert_eq!(status, optimization_engine::core::ExitStatus::Converged);
    for input in inputs.chunks_exact(2) {
        assert!((0.0..=mpc::FASTEST).contains(&input[0]) && input[1].abs() <= mpc::SHARPEST);
    }
    let end = inputs
        .chunks_exact(2)
        .fold(start, |s, u| mpc::step(s, u[0], u[1]));
    assert_near(&end, &goal, 0.1);
    // It grazes the obstacle, and does not touch it.
    let nearest = mpc::clearance(&inputs, start)
        .into_iter()
        .fold(f64::INFINITY, f64::min)
        .sqrt();
    assert!((nearest - mpc::RADIUS).abs() < 1e-4, "{nearest}");
    // No other inputs close by that are allowed are better.
    let least = mpc::cost(&inputs, start, goal);
    let mut numbers = Numbers::new(5);
    let mut allowed = 0;
    for _ in 0..2000 {
        let mut other = inputs.clone();
        for input in other.chunks_exact_mut(2) {
            input[0] = (input[0] + 1e-2 * numbers.draw()).clamp(0.0, mpc::FASTEST);
            input[1] = (input[1] + 1e-2 * numbers.draw()).clamp(-mpc::SHARPEST, mpc::SHARPEST);
        }
        if mpc::clearance(&other, start)
            .iter()
            .all(|c| *c >= mpc::RADIUS.powi(2))
        {
            allowed += 1;
            assert!(mpc::cost(&other, start, goal) > least);
        }
    }
    assert!(allowed > 100, "{allowed}");
    Ok(())
}

#[test]
fn slsqp_solves_rosen_and_suzuki() {
    let (x, value) = rosen_suzuki::solve().expect("a solution");
    assert_near(&x, &[0.0, 1.0, 2.0, -1.0], 1e-6);
    assert!((value + 44.0).abs() < 1e-9, "{value}");
}

#[test]
fn rates_of_predators_and_prey_are_recovered() -> Result<()> {
    let known = [1.1f64, 0.4, 0.1, 0.4].map(f64::ln);
    let times = (1..=12).map(f64::from).collect();
    let mut counts = Counts {
        start: [10.0, 5.0],
        times,
        counts: Vec::new(),
    };
    counts.counts = counts.states(known)?.into_iter().map(Into::into).collect();

    let off = known
        .iter()
        .zip([0.1, -0.1, 0.05, -0.05])
        .map(|(k, o)| k + o)
        .collect();
    let gradient = argmin::core::Gradient::gradient(&counts, &off)?;
    assert_gradient(
        |log_rates| argmin::core::CostFunction::cost(&counts, log_rates).expect("not stiff"),
        &off,
        &gradient,
    );
    let (found, _) = minimise(counts, off)?;
    assert_near(&found, &known, 1e-6);
    Ok(())
}
