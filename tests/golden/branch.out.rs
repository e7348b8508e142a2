pub fn branch(x: f64) -> f64 {
    let mut y = x;
    if x > 1.0 {
        y *= 2.0;
    } else {
        y *= x;
    }
    y
}
/**The value and its gradient.

Generated for [`branch`], with respect to `x`. The gradients are returned.*/
#[allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    unused,
    unreachable_code,
    unreachable_patterns,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_parens,
    unused_braces,
    trivial_numeric_casts,
    trivial_casts,
    deprecated,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    unit_bindings,
    variant_size_differences
)]
#[inline]
pub fn branch_grad(x: f64) -> (f64, f64) {
    if false {
        let _ = branch(x);
        ::core::unreachable!();
    }
    let mut d_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = branch_vjp::fwd(&mut tape, x);
    tape.mark_peak();
    branch_vjp::rev(&mut tape, frame, &1.0_f64, ::core::option::Option::Some(&mut d_x));
    tape.finish();
    (value, d_x)
}
/**The value; writes its gradient into buffers.

Generated for [`branch`], with respect to `x`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
#[allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    unused,
    unreachable_code,
    unreachable_patterns,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_parens,
    unused_braces,
    trivial_numeric_casts,
    trivial_casts,
    deprecated,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    unit_bindings,
    variant_size_differences
)]
#[inline]
pub fn branch_grad_into(x: f64, d_x: &mut f64) -> f64 {
    branch_grad_with(&mut ::grad_runtime::Tape::new(), x, d_x)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`branch`], with respect to `x`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
#[allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    unused,
    unreachable_code,
    unreachable_patterns,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_parens,
    unused_braces,
    trivial_numeric_casts,
    trivial_casts,
    deprecated,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    unit_bindings,
    variant_size_differences
)]
#[inline]
pub fn branch_grad_with(tape: &mut ::grad_runtime::Tape, x: f64, d_x: &mut f64) -> f64 {
    if false {
        let _ = branch(x);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
    ::grad_runtime::__private::Tangent::set_zero(d_x);
    tape.begin();
    let (value, frame) = branch_vjp::fwd(tape, x);
    tape.mark_peak();
    branch_vjp::rev(tape, frame, &1.0_f64, ::core::option::Option::Some(&mut *d_x));
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`branch`], with respect to `x`. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
#[allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    unused,
    unreachable_code,
    unreachable_patterns,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_parens,
    unused_braces,
    trivial_numeric_casts,
    trivial_casts,
    deprecated,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    unit_bindings,
    variant_size_differences
)]
#[inline]
pub fn branch_vjp(x: f64) -> (f64, impl ::core::ops::FnOnce(f64, &mut f64)) {
    if false {
        let _ = branch(x);
        ::core::unreachable!();
    }
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = branch_vjp::fwd(&mut tape, x);
    let pullback = move |seed: f64, d_x: &mut f64| {
        branch_vjp::rev(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_x),
        );
        tape.finish();
    };
    (value, pullback)
}
#[doc(hidden)]
#[allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    unused,
    unreachable_code,
    unreachable_patterns,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_parens,
    unused_braces,
    trivial_numeric_casts,
    trivial_casts,
    deprecated,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    unit_bindings,
    variant_size_differences
)]
pub enum branch_vjp {}
#[doc(hidden)]
#[allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    unused,
    unreachable_code,
    unreachable_patterns,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_parens,
    unused_braces,
    trivial_numeric_casts,
    trivial_casts,
    deprecated,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    unit_bindings,
    variant_size_differences
)]
impl branch_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd(tape: &mut ::grad_runtime::Tape, x: f64) -> (f64, [u64; 2usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let mut frame = [0u64; 2usize];
        frame[0] = f64::to_bits(x);
        let y_2: f64 = if x > 1.0 {
            let y = x * 2.0;
            y
        } else {
            frame[1] = 1;
            let y_1 = x * x;
            y_1
        };
        return (y_2, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 2usize],
        seed: &f64,
        mut slot_x: impl ::grad_runtime::__private::Slot<f64>,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let x = f64::from_bits(frame[0]);
        let mut d_x: f64 = 0.0;
        let mut d_y_2: f64 = *seed;
        if frame[1] == 0 {
            let mut d_y: f64 = d_y_2;
            d_x += d_y * 2.0;
        } else {
            let mut d_y_1: f64 = d_y_2;
            d_x += d_y_1 * x;
            d_x += d_y_1 * x;
        }
        slot_x.with(|slot_x| *slot_x += d_x);
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        x: f64,
        _: impl ::core::marker::Sized,
    ) -> (f64, [u64; 2usize]) {
        branch_vjp::fwd(tape, x)
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 2usize],
        seed: &f64,
        mut slot_x: impl ::grad_runtime::__private::Slot<f64>,
        _: impl ::core::marker::Sized,
    ) {
        branch_vjp::rev(tape, frame, seed, slot_x)
    }
    #[doc(hidden)]
    #[inline]
    pub fn zero_out(
        tape: &mut ::grad_runtime::Tape,
        shape: usize,
    ) -> <f64 as ::grad_runtime::__private::Differentiable>::Tangent {
        ::grad_runtime::__private::zero_of_shape::<f64>(tape, shape)
    }
    #[doc(hidden)]
    #[inline]
    pub fn shape_out(tape: &mut ::grad_runtime::Tape, value: &f64) -> usize {
        ::grad_runtime::__private::shape_word(tape, value)
    }
}
#[doc(hidden)]
#[allow(
    warnings,
    arithmetic_overflow,
    unconditional_panic,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    non_snake_case,
    non_camel_case_types,
    dead_code,
    unused,
    unreachable_code,
    unreachable_patterns,
    missing_docs,
    missing_debug_implementations,
    missing_copy_implementations,
    unused_parens,
    unused_braces,
    trivial_numeric_casts,
    trivial_casts,
    deprecated,
    unused_qualifications,
    unused_results,
    let_underscore_drop,
    single_use_lifetimes,
    unused_lifetimes,
    elided_lifetimes_in_paths,
    unit_bindings,
    variant_size_differences
)]
impl ::grad_runtime::__private::NamedFn<(f64,), f64> for branch_vjp {
    #[inline]
    fn forward(tape: &mut ::grad_runtime::Tape, (arg_1,): (f64,)) -> f64 {
        let (value, frame) = branch_vjp::fwd(tape, arg_1);
        tape.push_frame(frame);
        value
    }
    #[inline]
    fn reverse(
        tape: &mut ::grad_runtime::Tape,
        seed: &f64,
        (arg_1,): (::core::option::Option<&mut f64>,),
    ) {
        let frame = tape.pop_frame();
        branch_vjp::rev(tape, frame, seed, arg_1);
    }
    #[inline]
    fn value((arg_1,): (f64,)) -> f64 {
        branch(arg_1)
    }
}
