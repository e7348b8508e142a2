/// The logarithm of the determinant, by elimination in place.
pub fn eliminate(a: &mut [f64], n: usize) -> f64 {
    let mut s = 0.0;
    for k in 0..n {
        for i in k + 1..n {
            let m = a[i * n + k] / a[k * n + k];
            for j in k + 1..n {
                a[i * n + j] -= m * a[k * n + j];
            }
        }
        s += a[k * n + k].ln();
    }
    s
}
/**The value and its gradient.

Generated for [`eliminate`], with respect to `a`. The gradients are returned.*/
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
pub fn eliminate_grad(
    a: &mut [f64],
    n: usize,
) -> (f64, ::grad_runtime::__private::std::vec::Vec<f64>) {
    if false {
        let _ = eliminate(a, n);
        ::core::unreachable!();
    }
    let mut d_a = ::grad_runtime::__private::Differentiable::zero_tangent(&a);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = eliminate_vjp::fwd(&mut tape, a, n);
    tape.mark_peak();
    eliminate_vjp::rev(
        &mut tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut d_a),
        ::grad_runtime::__private::Skip,
    );
    tape.finish();
    (value, d_a)
}
/**The value; writes its gradient into buffers.

Generated for [`eliminate`], with respect to `a`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn eliminate_grad_into(a: &mut [f64], n: usize, d_a: &mut [f64]) -> f64 {
    eliminate_grad_with(&mut ::grad_runtime::Tape::new(), a, n, d_a)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`eliminate`], with respect to `a`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn eliminate_grad_with(
    tape: &mut ::grad_runtime::Tape,
    a: &mut [f64],
    n: usize,
    d_a: &mut [f64],
) -> f64 {
    if false {
        let _ = eliminate(a, n);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&a, &*d_a, "a");
    ::grad_runtime::__private::Tangent::set_zero(d_a);
    tape.begin();
    let (value, frame) = eliminate_vjp::fwd(tape, a, n);
    tape.mark_peak();
    eliminate_vjp::rev(
        tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut *d_a),
        ::grad_runtime::__private::Skip,
    );
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`eliminate`], with respect to `a`. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn eliminate_vjp(
    a: &mut [f64],
    n: usize,
) -> (f64, impl ::core::ops::FnOnce(f64, &mut [f64]) + use<>) {
    if false {
        let _ = eliminate(a, n);
        ::core::unreachable!();
    }
    let shape_a = ::grad_runtime::__private::Differentiable::zero_tangent(&a);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = eliminate_vjp::fwd(&mut tape, a, n);
    let pullback = move |seed: f64, d_a: &mut [f64]| {
        ::grad_runtime::__private::Differentiable::check_shape(&shape_a, &*d_a, "a");
        eliminate_vjp::rev(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_a),
            ::grad_runtime::__private::Skip,
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
pub enum eliminate_vjp {}
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
impl eliminate_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd(
        tape: &mut ::grad_runtime::Tape,
        a: &mut [f64],
        n: usize,
    ) -> (f64, [u64; 1usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let mut frame = [0u64; 1usize];
        let mut reads = ::grad_runtime::__private::Reads::new();
        let mut rewind_a = reads.note(&a[..]);
        frame[0] = n as u64;
        let mut s_2: f64 = 0.0;
        for k in 0..n {
            let s_1 = s_2;
            let mut frame_1 = [0u64; 1usize];
            let i_1: usize = k + 1;
            let mut trips_2: usize = 0;
            let again_1 = reads.again();
            if again_1 {
                rewind_a.open(tape);
            }
            for i in i_1..n {
                let mut frame_2 = [0u64; 1usize];
                let i_2: usize = (i * n) + k;
                let t_1 = a[i_2];
                let i_3: usize = (k * n) + k;
                let t_2 = a[i_3];
                let m = t_1 / t_2;
                frame_2[0] = f64::to_bits(m);
                if again_1 {
                    rewind_a.read([i_3]);
                } else {
                    tape.push_frame([f64::to_bits(t_2)]);
                }
                let mut trips_3: usize = 0;
                let again_2 = reads.again();
                if again_2 {
                    rewind_a.open(tape);
                }
                for j in i_1..n {
                    let i_5: usize = (k * n) + j;
                    let t_3 = a[i_5];
                    let t_4 = m * t_3;
                    let i_6: usize = (i * n) + j;
                    if again_2 {
                        rewind_a.read([i_5]);
                    } else {
                        tape.push_frame([f64::to_bits(t_3)]);
                    }
                    rewind_a.write([i_6], f64::to_bits(a[i_6]));
                    a[i_6] -= t_4;
                    trips_3 += 1;
                    continue;
                }
                tape.push(reads.trips(trips_3, again_2, 1));
                tape.push_trip(frame_2);
                trips_2 += 1;
                continue;
            }
            tape.push(reads.trips(trips_2, again_1, 1));
            let i_7: usize = (k * n) + k;
            let t_5 = a[i_7];
            frame_1[0] = f64::to_bits(t_5);
            let t_6 = t_5.ln();
            let s = s_1 + t_6;
            tape.push_trip(frame_1);
            s_2 = s;
            continue;
        }
        rewind_a.park(tape, &reads, &a[..]);
        return (s_2, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 1usize],
        seed: &f64,
        mut d_a: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_n: impl ::grad_runtime::__private::Slot<()>,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let mut rewind_a = ::grad_runtime::__private::Content::unpark(tape);
        let n = frame[0] as usize;
        let mut d_s_2: f64 = *seed;
        let trips_1: usize = usize::saturating_sub(n, 0);
        for trip_3 in (0..trips_1).rev() {
            let k: usize = 0 + trip_3;
            let frame_1: [u64; 1usize] = tape.pop_frame();
            let i_1: usize = k + 1;
            let i_7: usize = (k * n) + k;
            let t_5 = f64::from_bits(frame_1[0]);
            let mut d_s: f64 = d_s_2;
            let mut d_s_1: f64 = d_s;
            let mut d_t_6: f64 = d_s;
            let mut d_t_5: f64 = rule::ln(t_5, d_t_6);
            d_a.with(|d_a| {
                d_a[i_7] += d_t_5;
            });
            let trips_2 = tape.pop();
            let (again_1, trips_2) = (trips_2 & 1 == 1, (trips_2 >> 1) as usize);
            for trip_2 in (0..trips_2).rev() {
                let i: usize = i_1 + trip_2;
                let frame_2: [u64; 1usize] = tape.pop_frame();
                let i_2: usize = (i * n) + k;
                let i_3: usize = (k * n) + k;
                let m = f64::from_bits(frame_2[0]);
                let mut d_m: f64 = 0.0;
                let trips_3 = tape.pop();
                let (again_2, trips_3) = (trips_3 & 1 == 1, (trips_3 >> 1) as usize);
                for trip_1 in (0..trips_3).rev() {
                    let j: usize = i_1 + trip_1;
                    let i_5: usize = (k * n) + j;
                    let mut d_t_4: f64 = 0.0;
                    let i_6: usize = (i * n) + j;
                    rewind_a.undo([i_6]);
                    d_a.with(|d_a| {
                        d_t_4 -= d_a[i_6];
                    });
                    let t_3 = if again_2 {
                        f64::from_bits(rewind_a.at([i_5]))
                    } else {
                        let [t_3] = tape.pop_frame();
                        f64::from_bits(t_3)
                    };
                    d_m += d_t_4 * t_3;
                    let mut d_t_3: f64 = d_t_4 * m;
                    d_a.with(|d_a| {
                        d_a[i_5] += d_t_3;
                    });
                }
                let t_2 = if again_1 {
                    f64::from_bits(rewind_a.at([i_3]))
                } else {
                    let [t_2] = tape.pop_frame();
                    f64::from_bits(t_2)
                };
                let mut d_t_1: f64 = d_m / t_2;
                let mut d_t_2: f64 = -((d_m / t_2) * m);
                d_a.with(|d_a| {
                    d_a[i_3] += d_t_2;
                });
                d_a.with(|d_a| {
                    d_a[i_2] += d_t_1;
                });
            }
            d_s_2 = d_s_1;
        }
        rewind_a.close(tape);
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        a: &mut [f64],
        n: usize,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) -> (f64, [u64; 1usize]) {
        eliminate_vjp::fwd(tape, a, n)
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 1usize],
        seed: &f64,
        mut d_a: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_n: impl ::grad_runtime::__private::Slot<()>,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) {
        eliminate_vjp::rev(tape, frame, seed, d_a, d_n)
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
