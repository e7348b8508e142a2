//! One row of a table of cases.

use super::Generated;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// The slope is that of differences.
    Smooth,
    /// The slope is a convention.
    Kink,
    /// An argument is infinite.
    Special,
    /// Smooth, and computed in `f32` somewhere between `f64` arguments and result.
    Single,
}

pub struct Case {
    pub name: &'static str,
    pub generated: Generated,
    pub kind: Kind,
    pub x: &'static [f64],
    pub value: Option<f64>,
    pub grad: &'static [f64],
}
