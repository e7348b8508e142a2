//! What the tests share: flat lists of numbers for every type of argument, comparison, finite
//! differences, and the checks that a function runs through with all that is generated for it.

#[macro_use]
mod macros;
mod case;
mod close;
mod contract;
mod differences;
mod flat;
mod generated;
mod panics;
mod several;

pub use case::{Case, Kind};
pub use close::{assert_close, is_close};
pub use contract::{
    accumulates, all, right_gradient, same_everywhere, seed_is_linear, seed_scales,
};
pub use differences::assert_differences;
pub use flat::{Flat, epsilon, fill, flatten, load, real};
pub use generated::{Answer, Generated, answer};
pub use panics::panic_message;
pub use several::{Several, all_rows};
