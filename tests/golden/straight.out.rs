pub fn straight(x: f64, y: f64) -> f64 {
    let area = x * y;
    area * x.sin()
}
/**The value and its gradient.

Generated for [`straight`], with respect to `x`, `y`, in this order. The gradients are returned.*/
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
pub fn straight_grad(x: f64, y: f64) -> (f64, f64, f64) {
    if false {
        let _ = straight(x, y);
        ::core::unreachable!();
    }
    let mut d_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let mut d_y = ::grad_runtime::__private::Differentiable::zero_tangent(&y);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = straight_vjp::fwd(&mut tape, x, y);
    tape.mark_peak();
    straight_vjp::rev(
        &mut tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut d_x),
        ::core::option::Option::Some(&mut d_y),
    );
    tape.finish();
    (value, d_x, d_y)
}
/**The value; writes its gradient into buffers.

Generated for [`straight`], with respect to `x`, `y`, in this order. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn straight_grad_into(x: f64, y: f64, d_x: &mut f64, d_y: &mut f64) -> f64 {
    straight_grad_with(&mut ::grad_runtime::Tape::new(), x, y, d_x, d_y)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`straight`], with respect to `x`, `y`, in this order. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn straight_grad_with(
    tape: &mut ::grad_runtime::Tape,
    x: f64,
    y: f64,
    d_x: &mut f64,
    d_y: &mut f64,
) -> f64 {
    if false {
        let _ = straight(x, y);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
    ::grad_runtime::__private::Differentiable::check_shape(&y, &*d_y, "y");
    ::grad_runtime::__private::Tangent::set_zero(d_x);
    ::grad_runtime::__private::Tangent::set_zero(d_y);
    tape.begin();
    let (value, frame) = straight_vjp::fwd(tape, x, y);
    tape.mark_peak();
    straight_vjp::rev(
        tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut *d_x),
        ::core::option::Option::Some(&mut *d_y),
    );
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`straight`], with respect to `x`, `y`, in this order. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn straight_vjp(
    x: f64,
    y: f64,
) -> (f64, impl ::core::ops::FnOnce(f64, &mut f64, &mut f64)) {
    if false {
        let _ = straight(x, y);
        ::core::unreachable!();
    }
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = straight_vjp::fwd(&mut tape, x, y);
    let pullback = move |seed: f64, d_x: &mut f64, d_y: &mut f64| {
        straight_vjp::rev(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_x),
            ::core::option::Option::Some(&mut *d_y),
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
pub enum straight_vjp {}
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
impl straight_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd(tape: &mut ::grad_runtime::Tape, x: f64, y: f64) -> (f64, [u64; 4usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let mut frame = [0u64; 4usize];
        frame[0] = f64::to_bits(x);
        frame[1] = f64::to_bits(y);
        let area = x * y;
        let t_1 = x.sin();
        frame[2] = f64::to_bits(t_1);
        let t_3 = x.cos();
        frame[3] = f64::to_bits(t_3);
        let t_2 = area * t_1;
        return (t_2, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 4usize],
        seed: &f64,
        mut slot_x: impl ::grad_runtime::__private::Slot<f64>,
        mut slot_y: impl ::grad_runtime::__private::Slot<f64>,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let x = f64::from_bits(frame[0]);
        let y = f64::from_bits(frame[1]);
        let area = x * y;
        let t_1 = f64::from_bits(frame[2]);
        let t_3 = f64::from_bits(frame[3]);
        let mut d_t_2: f64 = *seed;
        let mut d_area: f64 = d_t_2 * t_1;
        let mut d_t_1: f64 = d_t_2 * area;
        let mut d_x: f64 = d_t_1 * t_3;
        d_x += d_area * y;
        let mut d_y: f64 = d_area * x;
        slot_x.with(|slot_x| *slot_x += d_x);
        slot_y.with(|slot_y| *slot_y += d_y);
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        x: f64,
        y: f64,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) -> (f64, [u64; 4usize]) {
        straight_vjp::fwd(tape, x, y)
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 4usize],
        seed: &f64,
        mut slot_x: impl ::grad_runtime::__private::Slot<f64>,
        mut slot_y: impl ::grad_runtime::__private::Slot<f64>,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) {
        straight_vjp::rev(tape, frame, seed, slot_x, slot_y)
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
impl ::grad_runtime::__private::NamedFn<(f64, f64), f64> for straight_vjp {
    #[inline]
    fn forward(tape: &mut ::grad_runtime::Tape, (arg_1, arg_2): (f64, f64)) -> f64 {
        let (value, frame) = straight_vjp::fwd(tape, arg_1, arg_2);
        tape.push_frame(frame);
        value
    }
    #[inline]
    fn reverse(
        tape: &mut ::grad_runtime::Tape,
        seed: &f64,
        (
            arg_1,
            arg_2,
        ): (::core::option::Option<&mut f64>, ::core::option::Option<&mut f64>),
    ) {
        let frame = tape.pop_frame();
        straight_vjp::rev(tape, frame, seed, arg_1, arg_2);
    }
    #[inline]
    fn value((arg_1, arg_2): (f64, f64)) -> f64 {
        straight(arg_1, arg_2)
    }
}
