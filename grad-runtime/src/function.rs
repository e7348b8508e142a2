//! Functions as arguments of derived functions.
use core::marker::PhantomData;

use crate::kept::Kept;
use crate::shaped::{Lengths, NestedShape, shape_word, zero_of_shape};
use crate::{Differentiable, Slot, Tape};

/// The arguments of a function that is passed on, as a tuple.
pub trait Arguments {
    /// A buffer for each argument, where its gradient is asked for.
    type Slots<'s>;
}

/// The forward half of a function of `A` to `R`: it keeps on the tape what the reverse half reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function with a derivative, of the arguments `{A}` and with the result `{R}`",
    label = "no function with a derivative",
    note = "inside a function with `derive_grad`, write a closure where the argument stands, with the types of its arguments where they are no floats; elsewhere, use `grad_runtime::diff_fn`"
)]
pub trait ForwardFn<A, R> {
    /// The value.
    fn forward(&self, tape: &mut Tape, args: A) -> R;

    /// The value where no derivative is asked for.
    fn value(&self, args: A) -> R {
        self.forward(&mut Tape::new(), args)
    }
}

/// The reverse half of a function of `A` to `R`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function with a derivative, of the arguments `{A}` and with the result `{R}`",
    label = "no function with a derivative",
    note = "inside a function with `derive_grad`, write a closure where the argument stands, with the types of its arguments where they are no floats; elsewhere, use `grad_runtime::diff_fn`"
)]
pub trait ReverseFn<A: Arguments, R: Differentiable> {
    /// Takes the last forward half off the tape and adds to the gradients of what the function captures and
    /// of its arguments.
    fn reverse(&mut self, tape: &mut Tape, seed: &R::Buffer, slots: A::Slots<'_>);
}

/// A function with its derivative: what the companions of a derived function take in place of its
/// `impl Fn` parameter.
///
/// `A` is the tuple of the arguments. Derived functions write closures in this form by themselves;
/// everywhere else [`diff_fn`] makes one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function with a derivative, of the arguments `{A}` and with the result `{R}`",
    label = "no function with a derivative",
    note = "pass `grad_runtime::diff_fn(f, f_vjp)`"
)]
pub trait DiffFn<A: Arguments, R: Differentiable>: ForwardFn<A, R> + ReverseFn<A, R> {}

impl<F, A: Arguments, R: Differentiable> DiffFn<A, R> for F where
    F: ForwardFn<A, R> + ReverseFn<A, R> + ?Sized
{
}

/// A function and its `_vjp`, as an argument for a companion of a derived function.
///
/// The arguments are floats, all of them, and so is the result. The value is computed a second time in the
/// reverse sweep.
///
/// # Examples
///
/// ```
/// use grad_runtime::{derive_grad, diff_fn};
///
/// #[derive_grad]
/// fn trapezium(f: impl Fn(f64) -> f64, a: f64, b: f64) -> f64 {
///     (f(a) + f(b)) * (b - a) / 2.0
/// }
///
/// #[derive_grad]
/// fn square(x: f64) -> f64 {
///     x * x
/// }
///
/// let (value, d_a, d_b) = trapezium_grad(diff_fn(square, square_vjp), 1.0, 3.0);
/// assert_eq!((value, d_a, d_b), (10.0, -3.0, 11.0));
/// ```
#[must_use]
pub fn diff_fn<F, V>(f: F, vjp: V) -> WithVjp<F, V> {
    WithVjp { f, vjp }
}

/// What [`diff_fn`] returns.
#[derive(Clone, Copy, Debug)]
pub struct WithVjp<F, V> {
    f: F,
    vjp: V,
}

/// The forward half of a closure in a derived function. It returns `N` words besides, which the reverse half
/// gets.
pub struct Forward<C, const N: usize>(pub C);

impl<A, R, C, const N: usize> ForwardFn<A, R> for Forward<C, N>
where
    C: Fn(&mut Tape, A) -> (R, [u64; N]),
{
    #[inline]
    fn forward(&self, tape: &mut Tape, args: A) -> R {
        let (value, frame) = (self.0)(tape, args);
        tape.push_frame(frame);
        value
    }
}

/// The reverse half of a closure in a derived function; whether something that it captures is differentiated.
pub struct Reverse<C, const ACTIVE: bool>(pub C);

impl<A, R, C, const ACTIVE: bool> ReverseFn<A, R> for Reverse<C, ACTIVE>
where
    A: Arguments,
    R: Differentiable,
    C: for<'s> FnMut(&mut Tape, &R::Buffer, A::Slots<'s>),
{
    #[inline]
    fn reverse(&mut self, tape: &mut Tape, seed: &R::Buffer, slots: A::Slots<'_>) {
        (self.0)(tape, seed, slots);
    }
}

/// A function that captures nothing with a derivative: what a parameter takes whose derivative is left out.
#[diagnostic::on_unimplemented(
    message = "this function captures what carries a derivative, and is passed where `no_grad` leaves that out",
    label = "captures what carries a derivative",
    note = "take the parameter out of `no_grad`, or pass what is captured through `grad_runtime::stop_gradient` before"
)]
pub trait ConstantFn {}

impl<C> ConstantFn for Reverse<C, false> {}
impl<H> ConstantFn for Named<H> {}
impl<F, V> ConstantFn for WithVjp<F, V> {}
impl<F> ConstantFn for Plain<F> {}

/// A function without a derivative.
pub struct Plain<F>(pub F);

/// What a derived function's hidden type implements, so that the function can be passed by its name.
#[diagnostic::on_unimplemented(
    message = "the function of `{Self}` cannot be passed where one of the arguments `{A}` and with the result `{R}` is wanted",
    note = "write a closure that calls it"
)]
pub trait NamedFn<A: Arguments, R: Differentiable> {
    /// As [`ForwardFn::forward`].
    fn forward(tape: &mut Tape, args: A) -> R;

    /// As [`ReverseFn::reverse`].
    fn reverse(tape: &mut Tape, seed: &R::Buffer, slots: A::Slots<'_>);

    /// As [`ForwardFn::value`].
    fn value(args: A) -> R;
}

/// A derived function, by its hidden type.
pub struct Named<H>(PhantomData<H>);

/// The only value of [`Named`].
#[must_use]
pub fn named<H>() -> Named<H> {
    Named(PhantomData)
}

impl<A: Arguments, R: Differentiable, H: NamedFn<A, R>> ForwardFn<A, R> for Named<H> {
    #[inline]
    fn forward(&self, tape: &mut Tape, args: A) -> R {
        H::forward(tape, args)
    }

    #[inline]
    fn value(&self, args: A) -> R {
        H::value(args)
    }
}

impl<A: Arguments, R: Differentiable, H: NamedFn<A, R>> ReverseFn<A, R> for Named<H> {
    #[inline]
    fn reverse(&mut self, tape: &mut Tape, seed: &R::Buffer, slots: A::Slots<'_>) {
        H::reverse(tape, seed, slots);
    }
}

/// A slot that is handed out more than once.
pub struct Again<'s, S>(pub &'s mut S);

impl<T: ?Sized, S: Slot<T>> Slot<T> for Again<'_, S> {
    #[inline(always)]
    fn get(&mut self) -> Option<&mut T> {
        self.0.get()
    }
}

macro_rules! calls {
    ($($call:ident ($($arg:ident $at:tt),*))*) => {$(
        impl<$($arg: Differentiable),*> Arguments for ($($arg,)*)
        where
            $($arg::Buffer: 'static),*
        {
            type Slots<'s> = ($(Option<&'s mut $arg::Buffer>,)*);
        }

        /// The call of a function of so many arguments, as a derived function of the function and the
        /// arguments.
        pub struct $call<$($arg,)* R>(PhantomData<($($arg,)* R,)>);

        #[allow(non_snake_case, clippy::too_many_arguments, missing_docs)]
        impl<$($arg,)* R> $call<$($arg,)* R> {
            #[inline]
            pub fn call(f: &impl ForwardFn<($($arg,)*), R>, $($arg: $arg),*) -> R {
                f.value(($($arg,)*))
            }

            #[inline]
            pub fn __call_fwd(
                f: &impl ForwardFn<($($arg,)*), R>,
                $($arg: $arg,)*
                tape: &mut Tape,
            ) -> (R, [u64; 0]) {
                (f.forward(tape, ($($arg,)*)), [])
            }
        }

        #[allow(non_snake_case, clippy::too_many_arguments, missing_docs)]
        impl<$($arg: Differentiable,)* R: Differentiable> $call<$($arg,)* R>
        where
            $($arg::Buffer: 'static),*
        {
            #[inline]
            pub fn __call_rev(
                tape: &mut Tape,
                _frame: [u64; 0],
                seed: &R::Buffer,
                f: &mut impl ReverseFn<($($arg,)*), R>,
                $(mut $arg: impl Slot<$arg::Buffer>),*
            ) {
                f.reverse(tape, seed, ($($arg.get(),)*));
            }
        }

        #[allow(missing_docs)]
        impl<$($arg,)* R: Differentiable + Lengths> $call<$($arg,)* R>
        where
            R::Tangent: NestedShape,
        {
            #[inline]
            pub fn __call_zero_out(tape: &mut Tape, shape: usize) -> R::Tangent {
                zero_of_shape::<R>(tape, shape)
            }

            #[inline]
            pub fn __call_shape_out(tape: &mut Tape, value: &R) -> usize {
                shape_word(tape, value)
            }
        }

        impl<Fun, $($arg,)* R> ForwardFn<($($arg,)*), R> for Plain<Fun>
        where
            Fun: Fn($($arg),*) -> R,
        {
            #[inline]
            fn forward(&self, _: &mut Tape, args: ($($arg,)*)) -> R {
                self.value(args)
            }

            #[inline]
            fn value(&self, args: ($($arg,)*)) -> R {
                (self.0)($(args.$at),*)
            }
        }

        impl<Fun, V, $($arg,)* R> ForwardFn<($($arg,)*), R> for WithVjp<Fun, V>
        where
            Fun: Fn($($arg),*) -> R,
            $($arg: Kept,)*
        {
            #[inline]
            fn forward(&self, tape: &mut Tape, args: ($($arg,)*)) -> R {
                $(args.$at.keep(tape);)*
                self.value(args)
            }

            #[inline]
            fn value(&self, args: ($($arg,)*)) -> R {
                (self.f)($(args.$at),*)
            }
        }
    )*};
}

calls! {
    Call1 (A 0)
    Call2 (A 0, B 1)
    Call3 (A 0, B 1, C 2)
    Call4 (A 0, B 1, C 2, D 3)
    Call5 (A 0, B 1, C 2, D 3, E 4)
    Call6 (A 0, B 1, C 2, D 3, E 4, F 5)
}

/// Pullbacks take what was kept in reverse.
macro_rules! pullbacks {
    ($(($($arg:ident $d:ident),*) ($($back:ident)*))*) => {$(
        #[allow(non_snake_case, clippy::many_single_char_names)]
        impl<Fun, V, P, $($arg,)* R> ReverseFn<($($arg,)*), R> for WithVjp<Fun, V>
        where
            R: crate::Scalar,
            $($arg: crate::Scalar + Kept<Owned = $arg>,)*
            V: Fn($($arg),*) -> (R, P),
            P: FnOnce(R, $(&mut $arg),*),
        {
            fn reverse(
                &mut self,
                tape: &mut Tape,
                seed: &R,
                ($($d,)*): <($($arg,)*) as Arguments>::Slots<'_>,
            ) {
                $(let $back = $back::kept(tape);)*
                let (_, pullback) = (self.vjp)($($arg),*);
                $(
                    let mut none = $arg::grad_zero();
                    let $d = $d.unwrap_or(&mut none);
                )*
                pullback(*seed, $($d),*);
            }
        }
    )*};
}

pullbacks! {
    (A a) (A)
    (A a, B b) (B A)
    (A a, B b, C c) (C B A)
    (A a, B b, C c, D d) (D C B A)
    (A a, B b, C c, D d, E e) (E D C B A)
    (A a, B b, C c, D d, E e, F f) (F E D C B A)
}
