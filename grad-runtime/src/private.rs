//! Everything that generated code names, under one path.
//!
//! Generated code writes `::grad_runtime::__private::core::option::Option` rather than `Option`, so
//! it means the same where a user shadows a name or has no prelude. Nothing here is meant to be
//! written by hand, and nothing here is covered by the version number.

pub mod rule;

pub use ::core;
pub use ::std;

pub use crate::rewind::{Content, Notes, Reads, Rewound};
pub use crate::shaped::{
    AddCast, ByValue, Exchange, FixedShape, Shaped, Spare, Total, by_value, cut_off, exchange,
    present, resize, shape_word, sort_kept, sort_plain, spare_of, take_all, total, unsort,
};
pub use crate::word::Word;
pub use crate::{Differentiable, Scalar, ShapeMismatch, Skip, Slot, Tangent, Tape};
