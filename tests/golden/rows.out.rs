pub fn rows(w: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut out = 0.0;
    for row in w.chunks_exact(n) {
        for (a, b) in row.iter().zip(x) {
            out += a * b;
        }
    }
    out
}
/**The value and its gradient.

Generated for [`rows`], with respect to `w`, `x`, in this order. The gradients are returned.*/
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
pub fn rows_grad(
    w: &[f64],
    x: &[f64],
) -> (
    f64,
    ::grad_runtime::__private::std::vec::Vec<f64>,
    ::grad_runtime::__private::std::vec::Vec<f64>,
) {
    if false {
        let _ = rows(w, x);
        ::core::unreachable!();
    }
    let mut d_w = ::grad_runtime::__private::Differentiable::zero_tangent(&w);
    let mut d_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let mut tape = ::grad_runtime::Tape::new();
    let value = rows_vjp::fused(
        &mut tape,
        w,
        x,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Lends,
        ::core::option::Option::Some(&mut d_w),
        ::core::option::Option::Some(&mut d_x),
        ::grad_runtime::__private::Shared(w),
        ::grad_runtime::__private::Shared(x),
    );
    tape.finish();
    (value, d_w, d_x)
}
/**The value; writes its gradient into buffers.

Generated for [`rows`], with respect to `w`, `x`, in this order. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn rows_grad_into(w: &[f64], x: &[f64], d_w: &mut [f64], d_x: &mut [f64]) -> f64 {
    rows_grad_with(&mut ::grad_runtime::Tape::new(), w, x, d_w, d_x)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`rows`], with respect to `w`, `x`, in this order. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn rows_grad_with(
    tape: &mut ::grad_runtime::Tape,
    w: &[f64],
    x: &[f64],
    d_w: &mut [f64],
    d_x: &mut [f64],
) -> f64 {
    if false {
        let _ = rows(w, x);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&w, &*d_w, "w");
    ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
    ::grad_runtime::__private::Tangent::set_zero(d_w);
    ::grad_runtime::__private::Tangent::set_zero(d_x);
    tape.begin();
    let value = rows_vjp::fused(
        tape,
        w,
        x,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Lends,
        ::core::option::Option::Some(&mut *d_w),
        ::core::option::Option::Some(&mut *d_x),
        ::grad_runtime::__private::Shared(w),
        ::grad_runtime::__private::Shared(x),
    );
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`rows`], with respect to `w`, `x`, in this order. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn rows_vjp(
    w: &[f64],
    x: &[f64],
) -> (f64, impl ::core::ops::FnOnce(f64, &mut [f64], &mut [f64])) {
    if false {
        let _ = rows(w, x);
        ::core::unreachable!();
    }
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = rows_vjp::fwd_lent(
        &mut tape,
        w,
        x,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Lends,
    );
    let pullback = move |seed: f64, d_w: &mut [f64], d_x: &mut [f64]| {
        ::grad_runtime::__private::Differentiable::check_shape(&w, &*d_w, "w");
        ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
        rows_vjp::rev_lent(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_w),
            ::core::option::Option::Some(&mut *d_x),
            ::grad_runtime::__private::Shared(w),
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
pub enum rows_vjp {}
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
impl rows_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        w: &[f64],
        x: &[f64],
        lends_w: impl ::grad_runtime::__private::Lent,
        lends_x: impl ::grad_runtime::__private::Lent,
    ) -> (f64, [u64; 1usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let keeps_w = !::grad_runtime::__private::lends(&lends_w);
        let wants_w = ::grad_runtime::__private::wants(&lends_w);
        let keeps_x = !::grad_runtime::__private::lends(&lends_x);
        let wants_x = ::grad_runtime::__private::wants(&lends_x);
        let mut frame = [0u64; 1usize];
        let mut reads = ::grad_runtime::__private::Reads::new();
        let mut rewind_x = reads.note(&x[..]);
        let n = x.len();
        frame[0] = n as u64;
        let mut out_2: f64 = 0.0;
        let mut trips_1: usize = 0;
        for (i_1, row) in w.chunks_exact(n).enumerate() {
            let out_1 = out_2;
            let mut frame_1 = [0u64; 1usize];
            let i_2: usize = i_1 * n;
            let i_3: usize = i_2 + row.len();
            frame_1[0] = i_3 as u64;
            let mut out_4: f64 = out_1;
            let mut trips_2: usize = 0;
            let again_1 = (keeps_x) && reads.again();
            for ((i_4, a_1), (i_5, b_1)) in row
                .iter()
                .enumerate()
                .zip(x.iter().enumerate())
            {
                let out_3 = out_4;
                let mut unlent_1 = [0u64; 1usize];
                let a = *a_1;
                unlent_1[0] = f64::to_bits(a);
                let b = *b_1;
                let t_1 = a * b;
                let out = out_3 + t_1;
                if !again_1 {
                    if keeps_x {
                        tape.push_frame([f64::to_bits(b)]);
                    }
                }
                if keeps_w && (wants_x) {
                    tape.push_frame(unlent_1);
                }
                trips_2 += 1;
                out_4 = out;
                continue;
            }
            tape.push(
                if (keeps_x) { reads.trips(trips_2, again_1, 1) } else { trips_2 as u64 },
            );
            tape.push_trip(frame_1);
            trips_1 += 1;
            out_2 = out_4;
            continue;
        }
        tape.push(trips_1 as u64);
        if keeps_x {
            rewind_x.park(tape, &reads, &x[..]);
        }
        return (out_2, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 1usize],
        seed: &f64,
        mut d_w: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        shared_w: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
        shared_x: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let wants_w = ::grad_runtime::__private::is_wanted(&shared_w);
        let keeps_w = !::grad_runtime::__private::is_shared(&shared_w);
        let wants_x = ::grad_runtime::__private::is_wanted(&shared_x);
        let keeps_x = !::grad_runtime::__private::is_shared(&shared_x);
        let mut rewind_x = if keeps_x {
            ::grad_runtime::__private::Content::unpark(tape)
        } else {
            ::grad_runtime::__private::Content::default()
        };
        let n = frame[0] as usize;
        let mut d_out_2: f64 = *seed;
        let trips_1 = tape.pop() as usize;
        for trip_2 in (0..trips_1).rev() {
            let i_1 = trip_2;
            let frame_1: [u64; 1usize] = tape.pop_frame();
            let i_2: usize = i_1 * n;
            let i_3 = frame_1[0] as usize;
            let mut d_out_4: f64 = d_out_2;
            let trips_2 = tape.pop();
            let (again_1, trips_2) = if (keeps_x) {
                (trips_2 & 1 == 1, (trips_2 >> 1) as usize)
            } else {
                (false, trips_2 as usize)
            };
            if trips_2 > 0 {
                let start_1: usize = 0usize;
                let mut d_x = d_x.get();
                let mut d_w = d_w.get();
                if !keeps_w {
                    let _ = &::grad_runtime::__private::read_again::<
                        [f64],
                    >(&shared_w)[i_2..i_3][start_1..][..trips_2];
                }
                d_x.with(|d_x| {
                    let _ = &d_x[start_1..][..trips_2];
                });
                d_w.with(|d_w| {
                    let _ = &d_w[i_2..i_3][start_1..][..trips_2];
                });
                for trip_1 in (0..trips_2).rev() {
                    let i_4 = trip_1;
                    let i_5 = trip_1;
                    let unlent_1: [u64; 1usize] = if keeps_w && (wants_x) {
                        tape.pop_frame()
                    } else {
                        [0; 1usize]
                    };
                    let a = if keeps_w && (wants_x) {
                        f64::from_bits(unlent_1[0])
                    } else if keeps_w {
                        f64::from_bits(0)
                    } else {
                        ::grad_runtime::__private::read_again::<
                            [f64],
                        >(&shared_w)[i_2..i_3][start_1..][..trips_2][trip_1]
                    };
                    let mut d_out: f64 = d_out_4;
                    let b = if keeps_x {
                        if again_1 {
                            f64::from_bits(rewind_x.at([i_5]))
                        } else {
                            let [b] = tape.pop_frame();
                            f64::from_bits(b)
                        }
                    } else {
                        ::grad_runtime::__private::read_again::<
                            [f64],
                        >(&shared_x)[start_1..][..trips_2][trip_1]
                    };
                    let mut d_out_3: f64 = d_out;
                    let mut d_t_1: f64 = d_out;
                    let mut d_a: f64 = d_t_1 * b;
                    let mut d_b: f64 = d_t_1 * a;
                    d_x.with(|d_x| {
                        d_x[start_1..][..trips_2][trip_1] += d_b;
                    });
                    d_w.with(|d_w| {
                        d_w[i_2..i_3][start_1..][..trips_2][trip_1] += d_a;
                    });
                    d_out_4 = d_out_3;
                }
            }
            let mut d_out_1: f64 = d_out_4;
            d_out_2 = d_out_1;
        }
        rewind_x.close(tape);
    }
    #[doc(hidden)]
    #[inline]
    pub fn fused(
        tape: &mut ::grad_runtime::Tape,
        w: &[f64],
        x: &[f64],
        lends_w: impl ::grad_runtime::__private::Lent,
        lends_x: impl ::grad_runtime::__private::Lent,
        mut d_w: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        shared_w: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
        shared_x: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
    ) -> f64 {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let wants_w = ::grad_runtime::__private::is_wanted(&shared_w);
        let keeps_w = !::grad_runtime::__private::is_shared(&shared_w);
        let wants_x = ::grad_runtime::__private::is_wanted(&shared_x);
        let keeps_x = !::grad_runtime::__private::is_shared(&shared_x);
        let seed = &1.0_f64;
        let keeps_w = !::grad_runtime::__private::lends(&lends_w);
        let wants_w = ::grad_runtime::__private::wants(&lends_w);
        let keeps_x = !::grad_runtime::__private::lends(&lends_x);
        let wants_x = ::grad_runtime::__private::wants(&lends_x);
        let mut frame = [0u64; 1usize];
        let n = x.len();
        frame[0] = n as u64;
        let n = frame[0] as usize;
        let mut out_2: f64 = 0.0;
        {
            let mut d_out_2: f64 = *seed;
            for (i_1, row) in w.chunks_exact(n).enumerate() {
                let out_1 = out_2;
                let i_2: usize = i_1 * n;
                let i_3: usize = i_2 + row.len();
                let mut out_4: f64 = out_1;
                {
                    let mut d_out_4: f64 = d_out_2;
                    for ((i_4, a_1), (i_5, b_1)) in row
                        .iter()
                        .enumerate()
                        .zip(x.iter().enumerate())
                    {
                        let out_3 = out_4;
                        let a = *a_1;
                        let b = *b_1;
                        let t_1 = a * b;
                        let out = out_3 + t_1;
                        out_4 = out;
                        let mut d_out: f64 = d_out_4;
                        let mut d_out_3: f64 = d_out;
                        let mut d_t_1: f64 = d_out;
                        let mut d_a: f64 = d_t_1 * b;
                        let mut d_b: f64 = d_t_1 * a;
                        d_x.with(|d_x| {
                            d_x[i_5] += d_b;
                        });
                        d_w.with(|d_w| {
                            d_w[i_2..i_3][i_4] += d_a;
                        });
                    }
                }
                out_2 = out_4;
                tape.mark_peak();
                let mut d_out_4: f64 = d_out_2;
                let mut d_out_1: f64 = d_out_4;
            }
        }
        let value = out_2;
        tape.mark_peak();
        let mut d_out_2: f64 = *seed;
        return value;
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd(
        tape: &mut ::grad_runtime::Tape,
        w: &[f64],
        x: &[f64],
    ) -> (f64, [u64; 1usize]) {
        rows_vjp::fwd_lent(
            tape,
            w,
            x,
            ::grad_runtime::__private::Keeps,
            ::grad_runtime::__private::Keeps,
        )
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 1usize],
        seed: &f64,
        mut d_w: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
    ) {
        rows_vjp::rev_lent(
            tape,
            frame,
            seed,
            d_w,
            d_x,
            ::grad_runtime::__private::GONE,
            ::grad_runtime::__private::GONE,
        )
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
impl<'__a0, '__a1> ::grad_runtime::__private::NamedFn<(&'__a0 [f64], &'__a1 [f64]), f64>
for rows_vjp {
    #[inline]
    fn forward(
        tape: &mut ::grad_runtime::Tape,
        (arg_1, arg_2): (&'__a0 [f64], &'__a1 [f64]),
    ) -> f64 {
        let (value, frame) = rows_vjp::fwd(tape, arg_1, arg_2);
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
        ): (::core::option::Option<&mut [f64]>, ::core::option::Option<&mut [f64]>),
    ) {
        let frame = tape.pop_frame();
        rows_vjp::rev(tape, frame, seed, arg_1, arg_2);
    }
    #[inline]
    fn value((arg_1, arg_2): (&'__a0 [f64], &'__a1 [f64])) -> f64 {
        rows(arg_1, arg_2)
    }
}
