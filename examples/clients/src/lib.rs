//! Functions with the attribute in the hands of other people's libraries, and small networks that learn.
//!
//! `cargo test --release --manifest-path examples/clients/Cargo.toml` solves every problem and compares what
//! comes out with what is known.
pub mod argmin_lbfgs;
pub mod bundle;
pub mod convolution;
pub mod moons;
pub mod mpc;
pub mod numbers;
#[cfg(feature = "nuts")]
pub mod nuts;
pub mod ode_fit;
pub mod recurrent;
pub mod rosen_suzuki;
