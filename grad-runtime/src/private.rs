//! Everything that generated code names, under one path.
//!
//! Generated code writes `::grad_runtime::__private::core::option::Option` rather than `Option`, so
//! it means the same where a user shadows a name or has no prelude. Nothing here is meant to be
//! written by hand, and nothing here is covered by the version number.

pub mod rule;

pub use ::core;
pub use ::std;

pub use crate::cells::{beside_cells, cells_of, put_frame, take_cells, take_frame, with_cells};
pub use crate::float_methods::FloatMethods;
pub use crate::function::{
    Again, Arguments, Call1, Call2, Call3, Call4, Call5, Call6, ConstantFn, DiffFn, Forward,
    ForwardFn, Named, NamedFn, Plain, Reverse, ReverseFn, named,
};
pub use crate::kept::Kept;
pub use crate::operators::{
    Operator, OperatorResult, OperatorReverse, of_expression, of_nothing, of_operator, of_primal,
    operate, reverse_operator, zero_of_operator,
};
pub use crate::outcome::{Case, Outcome, held, outcome};
pub use crate::parts::{Part, Parts, apart, element};
pub use crate::reread::{
    GONE, Gone, Keeps, Lends, Lent, ReadAs, Shared, Source, Unwanted, is_shared, is_wanted, lends,
    read_again, wants,
};
pub use crate::rewind::{Content, Notes, Reads, Rewound};
pub use crate::scalar::checked;
pub use crate::shaped::{
    AddCast, AddPart, ByValue, Exchange, FixedShape, Held, Lengths, NestedShape, Total, add,
    by_value, chosen, cut_off, exchange, more, nothing, present, resize, shape_word, sort_kept,
    sort_plain, total, unsort, zero_of_shape,
};
pub use crate::spare::{
    Spare, append, give_back, moved_of, or_spare, retire, spare_of, split_off, take_all,
};
pub use crate::tape::{fitting, with_frames};
pub use crate::unseen::{
    Counted, Integral, Method, MethodResult, Nothing, Of, Offset, OwnedForm, TangentOf, Uncounted,
    constant_field, reverse_method, zero_of_method, zero_of_type,
};
pub use crate::witness::{
    AddField, Discrete, FloatPart, Inside, NoteLengths, NotesShape, add_field, any, discrete,
    read_part, remade, take_part, zero_by, zero_within,
};
pub use crate::word::Word;
pub use crate::{Differentiable, Scalar, ShapeMismatch, Skip, Slot, Tangent, Tape};
