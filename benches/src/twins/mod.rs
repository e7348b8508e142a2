//! Functions of [`crate::functions`], spelled otherwise. A gradient should not depend on the
//! spelling: its ratio to its function is to be that of the original.
#![allow(
    clippy::needless_range_loop,
    clippy::too_many_arguments,
    reason = "indices and parameters as in the originals"
)]

mod loops;
mod networks;
mod sums;

pub use loops::{heat_indexed, lotka_while, matmul_merged, matmul_zip, ode_zip};
pub use networks::{gmm_merged, lstm_helper, mlp_indexed, mlp_zip, rnn_zip};
pub use sums::{
    black_scholes_items, llsq_indexed, logsumexp_chain, lse_chain, rosenbrock_while,
    rosenbrock_windows, valley,
};
