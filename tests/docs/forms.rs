//! The code of `docs/forms.md`.
use grad_runtime::check::assert_gradient;
use grad_runtime::{Differentiable, derive_grad};

#[derive_grad]
fn smoothed(x: &mut [f64], rate: f64, times: usize) -> f64 {
    for _ in 0..times {
        for i in 1..x.len() {
            x[i] += rate * (x[i - 1] - x[i]);
        }
    }
    x[x.len() - 1]
}

#[derive_grad]
fn weighted(points: &[(f64, f64)], at: f64, width: f64) -> f64 {
    let weight = |x: f64| (-((x - at) / width).powi(2)).exp();
    let total: f64 = points.iter().map(|p| weight(p.0)).sum();
    points.iter().map(|&(x, y)| weight(x) * y).sum::<f64>() / total
}

#[derive_grad]
fn largest_gaps(x: &[f64], count: usize) -> f64 {
    let mut order: Vec<usize> = (1..x.len()).collect();
    order.sort_by(|&a, &b| (x[b] - x[b - 1]).total_cmp(&(x[a] - x[a - 1])));
    order
        .iter()
        .take(count)
        .map(|&i| (x[i] - x[i - 1]).powi(2))
        .sum()
}

#[derive(Differentiable, Clone, Debug)]
enum Leg {
    Call { strike: f64 },
    Digital(f64, Option<f64>),
}

#[derive_grad]
fn payoff(legs: &[Leg], spot: f64) -> f64 {
    let mut total = 0.0;
    for leg in legs {
        total += match leg {
            Leg::Call { strike } => (spot - strike).max(0.0),
            Leg::Digital(level, width) => match width {
                Some(width) => 1.0 / (1.0 + ((level - spot) / width).exp()),
                None => (spot > *level) as u8 as f64,
            },
        };
    }
    total
}

#[derive_grad]
fn pairwise_product(x: &[f64]) -> f64 {
    match x.len() {
        0 => 1.0,
        1 => x[0],
        n => pairwise_product(&x[..n / 2]) * pairwise_product(&x[n / 2..]),
    }
}

#[derive_grad]
fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

#[test]
fn polar_runs() {
    let rows = [(1.0, 0.0), (0.0, 1.0)].map(|seed| {
        let (mut d_x, mut d_y) = (0.0, 0.0);
        let (_, pullback) = polar_vjp(3.0, 4.0);
        pullback(&seed, &mut d_x, &mut d_y);
        [d_x, d_y]
    });
    assert_eq!(rows, [[0.6, 0.8], [-0.16, 0.12]]);
}

#[test]
fn differences_agree() {
    let x = [0.3, -1.0, 2.0, 0.5];
    let mut content = x.to_vec();
    let (_, d_x, d_rate) = smoothed_grad(&mut content, 0.4, 3);
    assert_gradient(
        |(x, rate)| smoothed(&mut x.clone(), *rate, 3),
        &(x.to_vec(), 0.4),
        &(d_x, d_rate),
    );
    let points = vec![(0.0, 1.0), (0.5, -2.0), (1.5, 0.7)];
    let (_, d_points, d_at, d_width) = weighted_grad(&points, 0.6, 0.8);
    assert_gradient(
        |(points, at, width)| weighted(points, *at, *width),
        &(points, 0.6, 0.8),
        &(d_points, d_at, d_width),
    );
    assert_gradient(|x| largest_gaps(x, 2), &x[..], &largest_gaps_grad(&x, 2).1);
    assert_gradient(pairwise_product, &x[..], &pairwise_product_grad(&x).1);
}

#[test]
fn legs_have_gradients_by_variant() {
    let legs = [
        Leg::Call { strike: 1.0 },
        Leg::Digital(2.0, Some(0.5)),
        Leg::Digital(1.0, None),
    ];
    let (value, d_legs, d_spot) = payoff_grad(&legs, 2.0);
    assert_eq!(value, 1.0 + 0.5 + 1.0);
    assert_eq!(d_legs[0].call_strike, -1.0);
    assert_eq!(
        (d_legs[1].digital_0, d_legs[1].digital_1),
        (-0.5, Some(0.0))
    );
    assert_eq!(d_legs[2].digital_1, None);
    assert_eq!(d_spot, 1.0 + 0.5);
}
