//! The functions of `examples/adbench` with the parameters that those of [`crate::functions`] have.
//! Each module only calls the example and its companions.

macro_rules! adapter {
    ($name:ident, $f:path, $into:path, $with:path;
     ($($p:ident: $t:ty),+) => ($($arg:expr),+); $($b:ident),+) => {
        pub mod $name {
            use grad_runtime::Tape;

            #[allow(clippy::too_many_arguments, unused_variables, reason = "as in the original")]
            pub fn primal($($p: $t),+) -> f64 {
                $f($($arg),+)
            }

            #[allow(clippy::too_many_arguments, unused_variables, reason = "as in the original")]
            pub fn primal_grad_into($($p: $t),+, $($b: &mut [f64]),+) -> f64 {
                $into($($arg),+, $($b),+)
            }

            #[allow(clippy::too_many_arguments, unused_variables, reason = "as in the original")]
            pub fn primal_grad_with(tape: &mut Tape, $($p: $t),+, $($b: &mut [f64]),+) -> f64 {
                $with(tape, $($arg),+, $($b),+)
            }
        }
    };
}

adapter!(
    log_posterior,
    crate::evals::gmm::log_posterior,
    crate::evals::gmm::log_posterior_grad_into,
    crate::evals::gmm::log_posterior_grad_with;
    (
        d: usize, k: usize, n: usize, alpha: &[f64], mu: &[f64], q: &[f64], l: &[f64], x: &[f64],
        gamma: f64, m: usize
    ) => (d, alpha, mu, q, l, x, (gamma, m));
    d_alpha, d_mu, d_q, d_l
);

adapter!(
    loss,
    crate::evals::lstm::loss,
    crate::evals::lstm::loss_grad_into,
    crate::evals::lstm::loss_grad_with;
    (
        l: usize, c: usize, b: usize, weights: &[f64], extra: &[f64], state: &[f64], seq: &[f64]
    ) => (weights, extra, state, seq, b);
    d_weights, d_extra
);

adapter!(
    least_squares,
    crate::evals::llsq::llsq,
    crate::evals::llsq::llsq_grad_into,
    crate::evals::llsq::llsq_grad_with;
    (n: usize, x: &[f64]) => (x, n);
    d_x
);

adapter!(
    log_sum_exp,
    crate::evals::lse::lse,
    crate::evals::lse::lse_grad_into,
    crate::evals::lse::lse_grad_with;
    (x: &[f64]) => (x);
    d_x
);

adapter!(
    determinant,
    crate::evals::det::det,
    crate::evals::det::det_grad_into,
    crate::evals::det::det_grad_with;
    (a: &[f64], n: usize) => (a, n);
    d_a
);

adapter!(
    last,
    crate::evals::ode::last,
    crate::evals::ode::last_grad_into,
    crate::evals::ode::last_grad_with;
    (x: &[f64], s: usize) => (x, s);
    d_x
);
