//! Values whose floats can be read and moved one by one.

use core::fmt;

/// A value made of floats: [`check`](crate::check) reads them and moves them one at a time.
///
/// Implemented for `f32`, `f64`, slices, `Vec`, arrays, `Box`, `Option`, tuples of up to twelve,
/// for integers, `bool`, `char`, `&str`, `String` and `()`, which hold none, and by
/// `#[derive(Differentiable)]` for a type that borrows nothing, and for its gradient. For another type of your own,
/// visit its fields:
///
/// ```
/// use grad_runtime::check::{Floats, Visitor};
///
/// #[derive(Clone)]
/// struct Spring {
///     length: f64,
///     stiffness: f64,
/// }
///
/// impl Floats for Spring {
///     fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
///         visitor.within(".length", |visitor| self.length.visit_floats(visitor));
///         visitor.within(".stiffness", |visitor| self.stiffness.visit_floats(visitor));
///     }
/// }
///
/// let energy = |s: &Spring, x: f64| 0.5 * s.stiffness * (x - s.length).powi(2);
/// let by_spring = Spring { length: 2.0 * (1.5 - 2.0), stiffness: 0.5 * 0.25 };
/// let at = Spring { length: 1.5, stiffness: 2.0 };
/// grad_runtime::check::gradient(|s: &Spring| energy(s, 2.0), &at, &by_spring)?;
/// # Ok::<(), grad_runtime::check::WrongGradient>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the floats of `{Self}` cannot be visited",
    note = "check with `Vec`s, arrays and tuples of `f32` and `f64`, or implement `grad_runtime::check::Floats`"
)]
pub trait Floats {
    /// Shows every float to the visitor, always in the same order.
    ///
    /// # Examples
    ///
    /// See [`Floats`].
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>);
}

/// What goes through the floats of a value; made by this module alone.
///
/// # Examples
///
/// See [`Floats`].
#[derive(Debug)]
pub struct Visitor<'v> {
    task: Task<'v>,
    /// How many floats were seen.
    seen: usize,
}

#[derive(Debug)]
enum Task<'v> {
    Read(&'v mut Vec<Float>),
    /// One float by its number.
    WriteOne(usize, f64),
    /// All of them.
    Write(&'v [f64]),
    Name {
        number: usize,
        path: Vec<String>,
        found: Option<String>,
    },
}

/// A float as it was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Float {
    pub value: f64,
    /// The distance from 1 to the next number of its type.
    pub epsilon: f64,
}

impl Visitor<'_> {
    /// Visits a part of a value; `step` is what one writes to reach it: `.length`, `[2]`.
    ///
    /// # Examples
    ///
    /// See [`Floats`].
    pub fn within(&mut self, step: impl fmt::Display, visit: impl FnOnce(&mut Self)) {
        if let Task::Name { path, .. } = &mut self.task {
            path.push(step.to_string());
        }
        visit(self);
        if let Task::Name { path, .. } = &mut self.task {
            path.pop();
        }
    }

    fn float(&mut self, value: f64, epsilon: f64) -> Option<f64> {
        let number = self.seen;
        self.seen += 1;
        match &mut self.task {
            Task::Read(list) => list.push(Float { value, epsilon }),
            Task::WriteOne(which, new) if *which == number => return Some(*new),
            Task::Write(list) => return list.get(number).copied(),
            Task::Name {
                number: which,
                path,
                found,
            } if *which == number => *found = Some(path.concat()),
            Task::WriteOne(..) | Task::Name { .. } => {}
        }
        None
    }
}

fn visit<T: Floats + ?Sized>(value: &mut T, task: Task<'_>) -> Option<String> {
    let mut visitor = Visitor { task, seen: 0 };
    value.visit_floats(&mut visitor);
    match visitor.task {
        Task::Name { found, .. } => found,
        _ => None,
    }
}

/// All floats in order.
pub(crate) fn read<T: Floats + ?Sized>(value: &mut T) -> Vec<Float> {
    let mut list = Vec::new();
    visit(value, Task::Read(&mut list));
    list
}

/// Sets one float, rounded to its type.
pub(super) fn write_one<T: Floats + ?Sized>(value: &mut T, number: usize, new: f64) {
    visit(value, Task::WriteOne(number, new));
}

/// Sets all floats.
pub(crate) fn write<T: Floats + ?Sized>(value: &mut T, list: &[f64]) {
    visit(value, Task::Write(list));
}

/// How one writes the float: `[3]`, `.0[3]`; nothing where the value is the float.
pub(super) fn name<T: Floats + ?Sized>(value: &mut T, number: usize) -> String {
    let task = Task::Name {
        number,
        path: Vec::new(),
        found: None,
    };
    visit(value, task).unwrap_or_default()
}

impl Floats for f64 {
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
        if let Some(new) = visitor.float(*self, f64::EPSILON) {
            *self = new;
        }
    }
}

impl Floats for f32 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to the nearest f32 is the purpose"
    )]
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
        if let Some(new) = visitor.float((*self).into(), f32::EPSILON.into()) {
            *self = new as f32;
        }
    }
}

macro_rules! nothing {
    ($($type:ty),*) => {$(
        impl Floats for $type {
            fn visit_floats(&mut self, _visitor: &mut Visitor<'_>) {}
        }
    )*};
}

nothing!(
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    bool,
    char,
    &str,
    String,
    ()
);

impl<T: Floats> Floats for [T] {
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
        for (at, item) in self.iter_mut().enumerate() {
            visitor.within(format_args!("[{at}]"), |visitor| item.visit_floats(visitor));
        }
    }
}

impl<T: Floats> Floats for Vec<T> {
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
        self.as_mut_slice().visit_floats(visitor);
    }
}

impl<T: Floats, const N: usize> Floats for [T; N] {
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
        self.as_mut_slice().visit_floats(visitor);
    }
}

impl<T: Floats + ?Sized> Floats for Box<T> {
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
        (**self).visit_floats(visitor);
    }
}

impl<T: Floats> Floats for Option<T> {
    fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
        if let Some(value) = self {
            value.visit_floats(visitor);
        }
    }
}

macro_rules! tuple_floats {
    ($(($($t:ident $i:tt),+))*) => {$(
        impl<$($t: Floats),+> Floats for ($($t,)+) {
            fn visit_floats(&mut self, visitor: &mut Visitor<'_>) {
                $(visitor.within(concat!(".", $i), |visitor| self.$i.visit_floats(visitor));)+
            }
        }
    )*};
}

for_tuples!(tuple_floats);
