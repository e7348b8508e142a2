//! All lines of the table.
use crate::adapters::{determinant, last, least_squares, log_posterior, log_sum_exp, loss};
use crate::evals;
use crate::functions::{
    black_scholes, det, gmm, heat, llsq, logsumexp, lotka_volterra, lse, lstm, matmul_chain, mlp,
    ode, rnn, rosenbrock,
};
use crate::rng::Rng;
use crate::row::Case;
use crate::twins::{
    black_scholes_items, gmm_merged, heat_indexed, llsq_indexed, logsumexp_chain, lotka_while,
    lse_chain, lstm_helper, matmul_merged, matmul_zip, mlp_indexed, mlp_zip, ode_zip, rnn_zip,
    rosenbrock_while, rosenbrock_windows, valley,
};

/// The case of a function on its own inputs.
macro_rules! case {
    ($m:ident, $name:expr, $reach:expr) => {
        case!($m, $name, $reach, $m::inputs())
    };
    ($m:ident, $name:expr, $reach:expr, $input:expr) => {
        Case::new(
            $name,
            $reach,
            || $m!($m, $input),
            || $m!($m, $m::small_inputs()),
        )
    };
}

/// The functions with the ratio to the function that their gradients should reach.
pub fn functions() -> Vec<Case> {
    vec![
        case!(rosenbrock, "rosenbrock", 1.6),
        case!(logsumexp, "logsumexp", 1.2),
        case!(mlp, "mlp", 1.5),
        case!(rnn, "rnn", 1.4),
        case!(matmul_chain, "matmul_chain", 2.9),
        case!(lotka_volterra, "lotka_volterra", 1.8),
        case!(heat, "heat", 2.5),
        case!(black_scholes, "black_scholes", 1.35),
        case!(gmm, "gmm d2 K5", 2.0, gmm::sized(2, 5, 1000)),
        case!(gmm, "gmm d10 K5", 2.0),
        case!(gmm, "gmm d20 K5", 2.0, gmm::sized(20, 5, 1000)),
        case!(lstm, "lstm", 1.45),
        Case::new(
            "ba",
            3.6,
            || ba!(ba::primal, ba::primal_vjp, ba::inputs()),
            || ba!(ba::primal, ba::primal_vjp, ba::small_inputs()),
        ),
        case!(llsq, "llsq", 1.45),
        case!(lse, "lse", 1.15),
        case!(det, "det", 1.6),
        case!(ode, "ode", 3.7),
    ]
}

/// The functions of `examples/adbench`, spelled otherwise, beside the same gradients by hand.
pub fn examples() -> Vec<Case> {
    macro_rules! example {
        ($m:ident, $adapter:ident, $name:expr, $reach:expr, $input:expr) => {
            Case::new(
                $name,
                $reach,
                || $m!($adapter, $input),
                || $m!($adapter, $m::small_inputs()),
            )
        };
    }
    vec![
        example!(
            gmm,
            log_posterior,
            "example gmm d2 K5",
            2.0,
            gmm::sized(2, 5, 1000)
        ),
        example!(gmm, log_posterior, "example gmm d10 K5", 2.0, gmm::inputs()),
        example!(
            gmm,
            log_posterior,
            "example gmm d20 K5",
            2.0,
            gmm::sized(20, 5, 1000)
        ),
        example!(lstm, loss, "example lstm", 1.45, lstm::inputs()),
        Case::new(
            "example ba",
            3.6,
            || ba!(evals::ba::residual, evals::ba::residual_vjp, ba::inputs()),
            || {
                ba!(
                    evals::ba::residual,
                    evals::ba::residual_vjp,
                    ba::small_inputs()
                )
            },
        ),
        example!(llsq, least_squares, "example llsq", 1.45, llsq::inputs()),
        example!(lse, log_sum_exp, "example lse", 1.15, lse::inputs()),
        example!(det, determinant, "example det", 1.6, det::inputs()),
        example!(ode, last, "example ode", 3.7, ode::inputs()),
    ]
}

/// Other spellings and sizes of the functions.
pub fn twins() -> Vec<Case> {
    /// Another spelling, a module of [`crate::twins`], on the inputs of the original.
    macro_rules! spelling {
        ($m:ident, $twin:ident, $original:expr, $what:expr) => {
            Case::twin(
                $original,
                $what,
                || $m!($twin, $m::inputs()),
                || $m!($twin, $m::small_inputs()),
            )
        };
    }
    /// The original on another input.
    macro_rules! size {
        ($m:ident, $original:expr, $what:expr, $input:expr) => {
            Case::twin(
                $original,
                $what,
                || $m!($m, $input),
                || $m!($m, $m::small_inputs()),
            )
        };
    }
    vec![
        spelling!(rosenbrock, rosenbrock_while, "rosenbrock", "while for for"),
        spelling!(rosenbrock, rosenbrock_windows, "rosenbrock", "windows"),
        spelling!(rosenbrock, valley, "rosenbrock", "renamed"),
        size!(
            rosenbrock,
            "rosenbrock",
            "100 variables",
            rosenbrock::Inputs {
                x: numbers(100, -1.5, 1.5)
            }
        ),
        size!(
            rosenbrock,
            "rosenbrock",
            "10,000 variables",
            rosenbrock::Inputs {
                x: numbers(10_000, -1.5, 1.5)
            }
        ),
        spelling!(logsumexp, logsumexp_chain, "logsumexp", "iterator chain"),
        size!(
            logsumexp,
            "logsumexp",
            "37 numbers",
            logsumexp::Inputs {
                x: numbers(37, -5.0, 5.0)
            }
        ),
        spelling!(mlp, mlp_indexed, "mlp", "indices for rows"),
        spelling!(mlp, mlp_zip, "mlp", "zip for indices"),
        spelling!(rnn, rnn_zip, "rnn", "zip for indices"),
        spelling!(
            matmul_chain,
            matmul_merged,
            "matmul_chain",
            "two loops merged"
        ),
        spelling!(matmul_chain, matmul_zip, "matmul_chain", "zip for indices"),
        size!(
            matmul_chain,
            "matmul_chain",
            "20 x 20",
            matmul_chain::Inputs {
                p: numbers(1200, -1.0, 1.0),
                n: 20
            }
        ),
        spelling!(
            lotka_volterra,
            lotka_while,
            "lotka_volterra",
            "while for for"
        ),
        spelling!(heat, heat_indexed, "heat", "indices for rows"),
        size!(
            heat,
            "heat",
            "33 x 33",
            heat::Inputs {
                u0: numbers(33 * 33, 0.0, 1.0),
                n: 33,
                nt: 100,
                k: 0.2
            }
        ),
        spelling!(
            black_scholes,
            black_scholes_items,
            "black_scholes",
            "items for indices"
        ),
        size!(gmm, "gmm d10 K5", "K 25", gmm::sized(10, 25, 1000)),
        spelling!(gmm, gmm_merged, "gmm d10 K5", "two loops merged"),
        spelling!(lstm, lstm_helper, "lstm", "the step a function"),
        spelling!(llsq, llsq_indexed, "llsq", "indices for items"),
        spelling!(lse, lse_chain, "lse", "iterator chain"),
        size!(
            lse,
            "lse",
            "1,000 numbers",
            lse::Inputs {
                x: numbers(1000, -5.0, 5.0)
            }
        ),
        size!(
            det,
            "det",
            "6 x 6",
            det::Inputs {
                a: numbers(36, -1.0, 1.0),
                n: 6
            }
        ),
        spelling!(ode, ode_zip, "ode", "zip for indices"),
        size!(
            ode,
            "ode",
            "300 components",
            ode::Inputs {
                x: numbers(300, 0.5, 1.5),
                s: 10
            }
        ),
    ]
}

fn numbers(count: usize, lo: f64, hi: f64) -> Vec<f64> {
    Rng(7).vec(count, lo, hi)
}
