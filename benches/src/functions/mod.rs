//! Functions beside their gradients by hand. The files are taken over as they are: what is ours in
//! them are the lines with the attribute and its import.
#![allow(
    clippy::needless_range_loop,
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "the files stay as they were written"
)]

pub mod ba;
pub mod black_scholes;
pub mod det;
pub mod gmm;
pub mod heat;
pub mod llsq;
pub mod logsumexp;
pub mod lotka_volterra;
pub mod lse;
pub mod lstm;
pub mod matmul_chain;
pub mod mlp;
pub mod ode;
pub mod rnn;
pub mod rosenbrock;
