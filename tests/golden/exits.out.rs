pub fn exits(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for &e in x {
        if e < 0.0 {
            continue;
        }
        if e > 10.0 {
            return s;
        }
        s += e * e;
    }
    s
}
/**The value and its gradient.

Generated for [`exits`], with respect to `x`. The gradients are returned.*/
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
pub fn exits_grad(x: &[f64]) -> (f64, ::grad_runtime::__private::std::vec::Vec<f64>) {
    if false {
        let _ = exits(x);
        ::core::unreachable!();
    }
    let mut d_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = exits_vjp::fwd_lent(
        &mut tape,
        x,
        ::grad_runtime::__private::Lends,
    );
    tape.mark_peak();
    exits_vjp::rev_lent(
        &mut tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut d_x),
        ::grad_runtime::__private::Shared(x),
    );
    tape.finish();
    (value, d_x)
}
/**The value; writes its gradient into buffers.

Generated for [`exits`], with respect to `x`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn exits_grad_into(x: &[f64], d_x: &mut [f64]) -> f64 {
    exits_grad_with(&mut ::grad_runtime::Tape::new(), x, d_x)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`exits`], with respect to `x`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn exits_grad_with(
    tape: &mut ::grad_runtime::Tape,
    x: &[f64],
    d_x: &mut [f64],
) -> f64 {
    if false {
        let _ = exits(x);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
    ::grad_runtime::__private::Tangent::set_zero(d_x);
    tape.begin();
    let (value, frame) = exits_vjp::fwd_lent(tape, x, ::grad_runtime::__private::Lends);
    tape.mark_peak();
    exits_vjp::rev_lent(
        tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut *d_x),
        ::grad_runtime::__private::Shared(x),
    );
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`exits`], with respect to `x`. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn exits_vjp(x: &[f64]) -> (f64, impl ::core::ops::FnOnce(f64, &mut [f64])) {
    if false {
        let _ = exits(x);
        ::core::unreachable!();
    }
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = exits_vjp::fwd_lent(
        &mut tape,
        x,
        ::grad_runtime::__private::Lends,
    );
    let pullback = move |seed: f64, d_x: &mut [f64]| {
        ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
        exits_vjp::rev_lent(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_x),
            ::grad_runtime::__private::Shared(x),
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
pub enum exits_vjp {}
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
impl exits_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        x: &[f64],
        lends_x: impl ::grad_runtime::__private::Lent,
    ) -> (f64, [u64; 1usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let keeps_x = !::grad_runtime::__private::lends(&lends_x);
        let wants_x = ::grad_runtime::__private::wants(&lends_x);
        let mut frame = [0u64; 1usize];
        let mut result_1 = ::core::option::Option::None;
        let mut leave_1: usize = 0;
        let mut s_2: f64 = 0.0;
        let mut trips_1: usize = 0;
        for (i_1, e_1) in x.iter().enumerate() {
            let s_1 = s_2;
            let mut frame_1 = [0u64; 3usize];
            let mut unlent_1 = [0u64; 1usize];
            let e = *e_1;
            unlent_1[0] = f64::to_bits(e);
            if e < 0.0 {
                if keeps_x {
                    tape.push_frame(unlent_1);
                }
                tape.push_trip(frame_1);
                trips_1 += 1;
                s_2 = s_1;
                continue;
            } else {
                frame_1[1] = 1;
            }
            if e > 10.0 {
                result_1 = ::core::option::Option::Some(s_1);
                leave_1 = 1;
                frame_1[0] = 1;
                if keeps_x {
                    tape.push_frame(unlent_1);
                }
                tape.push_trip(frame_1);
                trips_1 += 1;
                s_2 = s_1;
                break;
            } else {
                frame_1[2] = 1;
            }
            let t_1 = e * e;
            let s = s_1 + t_1;
            frame_1[0] = 2;
            if keeps_x {
                tape.push_frame(unlent_1);
            }
            tape.push_trip(frame_1);
            trips_1 += 1;
            s_2 = s;
            continue;
        }
        tape.push(trips_1 as u64);
        if leave_1 == 1 {
            return match result_1 {
                ::core::option::Option::Some(value) => (value, frame),
                ::core::option::Option::None => ::core::unreachable!(),
            };
        }
        frame[0] = 1;
        return (s_2, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 1usize],
        seed: &f64,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        shared_x: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let wants_x = ::grad_runtime::__private::is_wanted(&shared_x);
        let keeps_x = !::grad_runtime::__private::is_shared(&shared_x);
        let mut d_s_2: f64 = 0.0;
        if frame[0] > 0 {
            d_s_2 += *seed;
        }
        let trips_1 = tape.pop() as usize;
        for (trip_1, mut frame_1) in ::grad_runtime::__private::take_cells(
                tape,
                trips_1,
                3usize + if keeps_x { 1usize } else { 0 },
            )
            .enumerate()
            .rev()
        {
            let i_1 = trip_1;
            let unlent_1: [u64; 1usize] = if keeps_x {
                ::grad_runtime::__private::take_frame(&mut frame_1)
            } else {
                [0; 1usize]
            };
            let frame_1: [u64; 3usize] = ::grad_runtime::__private::take_frame(
                &mut frame_1,
            );
            let mut d_s_1: f64 = 0.0;
            let e = if keeps_x {
                f64::from_bits(unlent_1[0])
            } else {
                ::grad_runtime::__private::read_again::<[f64]>(&shared_x)[i_1]
            };
            let mut d_e: f64 = 0.0;
            if frame_1[0] > 0 {
                if frame_1[0] > 1 {
                    let mut d_s: f64 = d_s_2;
                    d_s_1 += d_s;
                    let mut d_t_1: f64 = d_s;
                    d_e += d_t_1 * e;
                    d_e += d_t_1 * e;
                }
                if frame_1[2] == 0 {
                    d_s_1 += d_s_2;
                    d_s_1 += *seed;
                }
            }
            if frame_1[1] == 0 {
                d_s_1 += d_s_2;
            }
            d_x.with(|d_x| {
                d_x[i_1] += d_e;
            });
            d_s_2 = d_s_1;
        }
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd(tape: &mut ::grad_runtime::Tape, x: &[f64]) -> (f64, [u64; 1usize]) {
        exits_vjp::fwd_lent(tape, x, ::grad_runtime::__private::Keeps)
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 1usize],
        seed: &f64,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
    ) {
        exits_vjp::rev_lent(tape, frame, seed, d_x, ::grad_runtime::__private::GONE)
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
impl<'__a0> ::grad_runtime::__private::NamedFn<(&'__a0 [f64],), f64> for exits_vjp {
    #[inline]
    fn forward(tape: &mut ::grad_runtime::Tape, (arg_1,): (&'__a0 [f64],)) -> f64 {
        let (value, frame) = exits_vjp::fwd(tape, arg_1);
        tape.push_frame(frame);
        value
    }
    #[inline]
    fn reverse(
        tape: &mut ::grad_runtime::Tape,
        seed: &f64,
        (arg_1,): (::core::option::Option<&mut [f64]>,),
    ) {
        let frame = tape.pop_frame();
        exits_vjp::rev(tape, frame, seed, arg_1);
    }
    #[inline]
    fn value((arg_1,): (&'__a0 [f64],)) -> f64 {
        exits(arg_1)
    }
}
