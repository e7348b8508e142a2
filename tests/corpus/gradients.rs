//! The gradient of each case, flattened as its `x` is.

use crate::case::{Case, dot};
use crate::{camera, finance, losses, nn, objectives, ode, orbital, physics, robotics, stats};

/// The seeded value and its gradient.
pub fn of(case: &Case) -> (f64, Vec<f64>) {
    let (x, seed) = (case.x, case.seed);
    match case.name {
        "kb4_project" => {
            let (p, pt) = (x[..8].try_into().unwrap(), x[8..].try_into().unwrap());
            let ((u, v), pullback) = camera::kb4_project_vjp(p, pt);
            let (mut d_p, mut d_pt) = ([0.0; 8], [0.0; 3]);
            pullback(&(seed[0], seed[1]), &mut d_p, &mut d_pt);
            (seed[0] * u + seed[1] * v, [&d_p[..], &d_pt[..]].concat())
        }
        "black_scholes" => {
            let (value, s, k, r, q, vol, t) =
                finance::black_scholes_grad(x[0], x[1], x[2], x[3], x[4], x[5], true);
            (value, vec![s, k, r, q, vol, t])
        }
        "crr_american_put" => {
            let (value, s, k, r, vol, t) =
                finance::crr_american_put_grad(x[0], x[1], x[2], x[3], x[4], 8);
            (value, vec![s, k, r, vol, t])
        }
        "huber_mean" => {
            let (value, y, pred, delta) = losses::huber_mean_grad(&x[..4], &x[4..8], x[8]);
            (value, [y, pred, vec![delta]].concat())
        }
        "softmax_xent" => losses::softmax_xent_grad(x, 2),
        "srs_stability" => {
            let f: Vec<f32> = x.iter().map(|&v| v as f32).collect();
            let (value, w, s, d, r) = losses::srs_stability_grad(&f[..5], f[5], f[6], f[7], 4);
            let all = [w, vec![s, d, r]].concat();
            (value.into(), all.into_iter().map(f64::from).collect())
        }
        "logistic_l2" => {
            let (value, w, ..) =
                losses::logistic_l2_grad(x, &losses::rows(), &[1.0, -1.0, 1.0, -1.0], 0.3);
            (value, w)
        }
        "rmsnorm" => {
            let mut out = vec![0.0; 4];
            let ((), pullback) = nn::rmsnorm_vjp(&mut out, &x[..4], &x[4..], 1e-5);
            let (mut d_out, mut d_x, mut d_weight, mut d_eps) =
                (seed.to_vec(), vec![0.0; 4], vec![0.0; 4], 0.0);
            pullback(&mut d_out, &mut d_x, &mut d_weight, &mut d_eps);
            (dot(&out, seed), [d_x, d_weight].concat())
        }
        "mlp_two_layer" => {
            let (value, _, w1, b1, w2, b2) =
                nn::mlp_two_layer_grad(&[0.4, -1.2], &x[..6], &x[6..9], &x[9..12], x[12]);
            (value, [w1, b1, w2, vec![b2]].concat())
        }
        "rosenbrock_n" => {
            let (value, d_x, ..) = objectives::rosenbrock_n_grad(x, 1.0, 100.0);
            (value, d_x)
        }
        "ackley" => objectives::ackley_grad(x),
        "himmelblau" => objectives::himmelblau_grad::<f64>(x),
        "max_entropy_dual" => {
            let (value, lambda, ..) =
                objectives::max_entropy_dual_grad(x, &objectives::TABLE, [0.3, 0.4, 0.2]);
            (value, lambda)
        }
        "open_cost" => {
            let mut cost = 0.0;
            let ((), pullback) = objectives::open_cost_vjp(x, &mut cost).unwrap();
            let (mut d_u, mut d_cost) = (vec![0.0; 2], 1.0);
            pullback(&mut d_u, &mut d_cost);
            (cost, d_u)
        }
        "constraints" => {
            let mut g = [0.0; 2];
            let ((), pullback) = objectives::constraints_vjp(x, &mut g);
            let (mut d_x, mut d_g) = (vec![0.0; 4], seed.to_vec());
            pullback(&mut d_x, &mut d_g);
            (dot(&g, seed), d_x)
        }
        "cr3bp_rhs" => {
            let mut dy = [0.0; 6];
            let ((), pullback) = ode::cr3bp_rhs_vjp(x[0], x[1..].try_into().unwrap(), &mut dy);
            let (mut d_mu, mut d_y) = (0.0, [0.0; 6]);
            let mut d_dy = seed.try_into().unwrap();
            pullback(&mut d_mu, &mut d_y, &mut d_dy);
            (dot(&dy, seed), [vec![d_mu], d_y.to_vec()].concat())
        }
        "rk4_logistic_fit" => {
            let (value, growth, capacity, y0, ..) =
                ode::rk4_logistic_fit_grad(x[0], x[1], x[2], 0.5, &[0.7, 0.95, 1.3, 1.6, 2.0]);
            (value, vec![growth, capacity, y0])
        }
        "haversine" => {
            let (value, a, b, c, d) = orbital::haversine_grad(x[0], x[1], x[2], x[3]);
            (value, vec![a, b, c, d])
        }
        "kepler_true_anomaly" => {
            let (value, mean, ecc) = orbital::kepler_true_anomaly_grad(x[0], x[1]);
            (value, vec![mean, ecc])
        }
        "lj_cluster" => {
            let p: Vec<[f64; 3]> = x[..12].chunks(3).map(|c| [c[0], c[1], c[2]]).collect();
            let (value, pos, eps, sigma, _) = physics::lj_cluster_grad(&p, x[12], x[13], 2.5);
            (value, [pos.concat(), vec![eps, sigma]].concat())
        }
        "Arm::forward" => {
            let q: [f64; 6] = x.try_into().unwrap();
            let (value, pullback) = robotics::ARM.forward_vjp(&q);
            let mut d_arm = grad_runtime::Differentiable::zero_tangent(&robotics::ARM);
            let mut d_q = [0.0; 6];
            pullback(&seed.try_into().unwrap(), &mut d_arm, &mut d_q);
            (dot(&value, seed), d_q.to_vec())
        }
        "ekf_motion" => {
            let s: [f64; 4] = x[..4].try_into().unwrap();
            let (value, pullback) = robotics::ekf_motion_vjp(s, [x[4], x[5]], x[6]);
            let (mut d_x, mut d_u, mut d_dt) = ([0.0; 4], [0.0; 2], 0.0);
            pullback(&seed.try_into().unwrap(), &mut d_x, &mut d_u, &mut d_dt);
            (dot(&value, seed), [&d_x[..], &d_u[..], &[d_dt]].concat())
        }
        "mvn_logp" => {
            let prec = [2.0, 0.3, -0.1, 0.3, 1.5, 0.2, -0.1, 0.2, 0.9];
            let (value, d_x, ..) = stats::mvn_logp_grad(x, &[0.1, -0.4, 0.25], &prec);
            (value, d_x)
        }
        "log_add_exp" => {
            let (value, a, b) = stats::log_add_exp_grad(x[0], x[1]);
            (value, vec![a, b])
        }
        "box_cox_log_lik" => {
            let (value, data, lambda) = stats::box_cox_log_lik_grad(&x[..5], x[5]).unwrap();
            (value, [data, vec![lambda]].concat())
        }
        other => panic!("{other} has no gradient here"),
    }
}
