pub fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}
/**The value and its gradient.

Generated for [`dot`], with respect to `x`, `y`, in this order. The gradients are returned.*/
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
pub fn dot_grad(
    x: &[f64],
    y: &[f64],
) -> (
    f64,
    ::grad_runtime::__private::std::vec::Vec<f64>,
    ::grad_runtime::__private::std::vec::Vec<f64>,
) {
    if false {
        let _ = dot(x, y);
        ::core::unreachable!();
    }
    let mut d_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let mut d_y = ::grad_runtime::__private::Differentiable::zero_tangent(&y);
    let mut tape = ::grad_runtime::Tape::new();
    let value = dot_vjp::fused(
        &mut tape,
        x,
        y,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Lends,
        ::core::option::Option::Some(&mut d_x),
        ::core::option::Option::Some(&mut d_y),
        ::grad_runtime::__private::Shared(x),
        ::grad_runtime::__private::Shared(y),
    );
    tape.finish();
    (value, d_x, d_y)
}
/**The value; writes its gradient into buffers.

Generated for [`dot`], with respect to `x`, `y`, in this order. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn dot_grad_into(x: &[f64], y: &[f64], d_x: &mut [f64], d_y: &mut [f64]) -> f64 {
    dot_grad_with(&mut ::grad_runtime::Tape::new(), x, y, d_x, d_y)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`dot`], with respect to `x`, `y`, in this order. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn dot_grad_with(
    tape: &mut ::grad_runtime::Tape,
    x: &[f64],
    y: &[f64],
    d_x: &mut [f64],
    d_y: &mut [f64],
) -> f64 {
    if false {
        let _ = dot(x, y);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
    ::grad_runtime::__private::Differentiable::check_shape(&y, &*d_y, "y");
    ::grad_runtime::__private::Tangent::set_zero(d_x);
    ::grad_runtime::__private::Tangent::set_zero(d_y);
    tape.begin();
    let value = dot_vjp::fused(
        tape,
        x,
        y,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Lends,
        ::core::option::Option::Some(&mut *d_x),
        ::core::option::Option::Some(&mut *d_y),
        ::grad_runtime::__private::Shared(x),
        ::grad_runtime::__private::Shared(y),
    );
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`dot`], with respect to `x`, `y`, in this order. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn dot_vjp(
    x: &[f64],
    y: &[f64],
) -> (f64, impl ::core::ops::FnOnce(f64, &mut [f64], &mut [f64])) {
    if false {
        let _ = dot(x, y);
        ::core::unreachable!();
    }
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = dot_vjp::fwd_lent(
        &mut tape,
        x,
        y,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Lends,
    );
    let pullback = move |seed: f64, d_x: &mut [f64], d_y: &mut [f64]| {
        ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
        ::grad_runtime::__private::Differentiable::check_shape(&y, &*d_y, "y");
        dot_vjp::rev_lent(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_x),
            ::core::option::Option::Some(&mut *d_y),
            ::grad_runtime::__private::Shared(x),
            ::grad_runtime::__private::Shared(y),
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
pub enum dot_vjp {}
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
impl dot_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        x: &[f64],
        y: &[f64],
        lends_x: impl ::grad_runtime::__private::Lent,
        lends_y: impl ::grad_runtime::__private::Lent,
    ) -> (f64, [u64; 1usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let keeps_x = !::grad_runtime::__private::lends(&lends_x);
        let wants_x = ::grad_runtime::__private::wants(&lends_x);
        let keeps_y = !::grad_runtime::__private::lends(&lends_y);
        let wants_y = ::grad_runtime::__private::wants(&lends_y);
        let mut frame = [0u64; 1usize];
        let i_1: usize = x.len();
        frame[0] = i_1 as u64;
        let mut s_2: f64 = 0.0;
        let mut trips_1: usize = 0;
        for i in 0..i_1 {
            let s_1 = s_2;
            let t_1 = x[i];
            let t_2 = y[i];
            let t_3 = t_1 * t_2;
            let s = s_1 + t_3;
            trips_1 += 1;
            s_2 = s;
            continue;
        }
        if keeps_x && (wants_y) && trips_1 > 0 {
            tape.push_column(&x[0..][..trips_1]);
        }
        if keeps_y && (wants_x) && trips_1 > 0 {
            tape.push_column(&y[0..][..trips_1]);
        }
        return (s_2, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 1usize],
        seed: &f64,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_y: impl ::grad_runtime::__private::Slot<[f64]>,
        shared_x: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
        shared_y: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let wants_x = ::grad_runtime::__private::is_wanted(&shared_x);
        let keeps_x = !::grad_runtime::__private::is_shared(&shared_x);
        let wants_y = ::grad_runtime::__private::is_wanted(&shared_y);
        let keeps_y = !::grad_runtime::__private::is_shared(&shared_y);
        let i_1 = frame[0] as usize;
        let mut d_s_2: f64 = *seed;
        let trips_1: usize = usize::saturating_sub(i_1, 0);
        let (frame_1, column_1_1, column_1_2) = {
            let words = tape
                .take_cells(
                    trips_1,
                    0usize + if keeps_x && (wants_y) { 1 } else { 0 }
                        + if keeps_y && (wants_x) { 1 } else { 0 },
                );
            let (words, columns) = words.split_at(trips_1 * (0usize));
            let (column_1_1, columns) = columns
                .split_at(if keeps_x && (wants_y) { trips_1 } else { 0 });
            let (column_1_2, columns) = columns
                .split_at(if keeps_y && (wants_x) { trips_1 } else { 0 });
            (::grad_runtime::__private::cells_of(words, 0usize), column_1_1, column_1_2)
        };
        let mut frame_1 = frame_1;
        if trips_1 > 0 {
            let start_1: usize = 0;
            let mut d_y = d_y.get();
            let mut d_x = d_x.get();
            if !keeps_x {
                let _ = &::grad_runtime::__private::read_again::<
                    [f64],
                >(&shared_x)[start_1..][..trips_1];
            }
            if !keeps_y {
                let _ = &::grad_runtime::__private::read_again::<
                    [f64],
                >(&shared_y)[start_1..][..trips_1];
            }
            d_y.with(|d_y| {
                let _ = &d_y[start_1..][..trips_1];
            });
            d_x.with(|d_x| {
                let _ = &d_x[start_1..][..trips_1];
            });
            for trip_1 in (0..trips_1) {
                let i: usize = 0 + trip_1;
                let t_1 = if keeps_x && (wants_y) {
                    f64::from_bits(column_1_1[trip_1])
                } else if keeps_x {
                    f64::from_bits(0)
                } else {
                    ::grad_runtime::__private::read_again::<
                        [f64],
                    >(&shared_x)[start_1..][..trips_1][trip_1]
                };
                let t_2 = if keeps_y && (wants_x) {
                    f64::from_bits(column_1_2[trip_1])
                } else if keeps_y {
                    f64::from_bits(0)
                } else {
                    ::grad_runtime::__private::read_again::<
                        [f64],
                    >(&shared_y)[start_1..][..trips_1][trip_1]
                };
                let mut d_s: f64 = d_s_2;
                let mut d_s_1: f64 = d_s;
                let mut d_t_3: f64 = d_s;
                let mut d_t_1: f64 = d_t_3 * t_2;
                let mut d_t_2: f64 = d_t_3 * t_1;
                d_y.with(|d_y| {
                    d_y[start_1..][..trips_1][trip_1] += d_t_2;
                });
                d_x.with(|d_x| {
                    d_x[start_1..][..trips_1][trip_1] += d_t_1;
                });
                d_s_2 = d_s_1;
            }
        }
    }
    #[doc(hidden)]
    #[inline]
    pub fn fused(
        tape: &mut ::grad_runtime::Tape,
        x: &[f64],
        y: &[f64],
        lends_x: impl ::grad_runtime::__private::Lent,
        lends_y: impl ::grad_runtime::__private::Lent,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_y: impl ::grad_runtime::__private::Slot<[f64]>,
        shared_x: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
        shared_y: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
    ) -> f64 {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let wants_x = ::grad_runtime::__private::is_wanted(&shared_x);
        let keeps_x = !::grad_runtime::__private::is_shared(&shared_x);
        let wants_y = ::grad_runtime::__private::is_wanted(&shared_y);
        let keeps_y = !::grad_runtime::__private::is_shared(&shared_y);
        let seed = &1.0_f64;
        let keeps_x = !::grad_runtime::__private::lends(&lends_x);
        let wants_x = ::grad_runtime::__private::wants(&lends_x);
        let keeps_y = !::grad_runtime::__private::lends(&lends_y);
        let wants_y = ::grad_runtime::__private::wants(&lends_y);
        let i_1: usize = x.len();
        let mut s_2: f64 = 0.0;
        {
            let mut d_s_2: f64 = *seed;
            for i in 0..i_1 {
                let s_1 = s_2;
                let t_1 = x[i];
                let t_2 = y[i];
                let t_3 = t_1 * t_2;
                let s = s_1 + t_3;
                s_2 = s;
                let mut d_s: f64 = d_s_2;
                let mut d_s_1: f64 = d_s;
                let mut d_t_3: f64 = d_s;
                let mut d_t_1: f64 = d_t_3 * t_2;
                let mut d_t_2: f64 = d_t_3 * t_1;
                d_y.with(|d_y| {
                    d_y[i] += d_t_2;
                });
                d_x.with(|d_x| {
                    d_x[i] += d_t_1;
                });
            }
        }
        let value = s_2;
        tape.mark_peak();
        let mut d_s_2: f64 = *seed;
        return value;
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd(
        tape: &mut ::grad_runtime::Tape,
        x: &[f64],
        y: &[f64],
    ) -> (f64, [u64; 1usize]) {
        dot_vjp::fwd_lent(
            tape,
            x,
            y,
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
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_y: impl ::grad_runtime::__private::Slot<[f64]>,
    ) {
        dot_vjp::rev_lent(
            tape,
            frame,
            seed,
            d_x,
            d_y,
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
for dot_vjp {
    #[inline]
    fn forward(
        tape: &mut ::grad_runtime::Tape,
        (arg_1, arg_2): (&'__a0 [f64], &'__a1 [f64]),
    ) -> f64 {
        let (value, frame) = dot_vjp::fwd(tape, arg_1, arg_2);
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
        dot_vjp::rev(tape, frame, seed, arg_1, arg_2);
    }
    #[inline]
    fn value((arg_1, arg_2): (&'__a0 [f64], &'__a1 [f64])) -> f64 {
        dot(arg_1, arg_2)
    }
}
pub fn gram(m: &[f64], n: usize, i: usize, j: usize) -> f64 {
    dot(&m[i * n..(i + 1) * n], &m[j * n..(j + 1) * n])
}
/**The value and its gradient.

Generated for [`gram`], with respect to `m`. The gradients are returned.*/
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
pub fn gram_grad(
    m: &[f64],
    n: usize,
    i: usize,
    j: usize,
) -> (f64, ::grad_runtime::__private::std::vec::Vec<f64>) {
    if false {
        let _ = gram(m, n, i, j);
        ::core::unreachable!();
    }
    let mut d_m = ::grad_runtime::__private::Differentiable::zero_tangent(&m);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = gram_vjp::fwd_lent(
        &mut tape,
        m,
        n,
        i,
        j,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Keeps,
        ::grad_runtime::__private::Keeps,
        ::grad_runtime::__private::Keeps,
    );
    tape.mark_peak();
    gram_vjp::rev_lent(
        &mut tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut d_m),
        ::grad_runtime::__private::Skip,
        ::grad_runtime::__private::Skip,
        ::grad_runtime::__private::Skip,
        ::grad_runtime::__private::Shared(m),
        ::grad_runtime::__private::GONE,
        ::grad_runtime::__private::GONE,
        ::grad_runtime::__private::GONE,
    );
    tape.finish();
    (value, d_m)
}
/**The value; writes its gradient into buffers.

Generated for [`gram`], with respect to `m`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn gram_grad_into(m: &[f64], n: usize, i: usize, j: usize, d_m: &mut [f64]) -> f64 {
    gram_grad_with(&mut ::grad_runtime::Tape::new(), m, n, i, j, d_m)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`gram`], with respect to `m`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn gram_grad_with(
    tape: &mut ::grad_runtime::Tape,
    m: &[f64],
    n: usize,
    i: usize,
    j: usize,
    d_m: &mut [f64],
) -> f64 {
    if false {
        let _ = gram(m, n, i, j);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&m, &*d_m, "m");
    ::grad_runtime::__private::Tangent::set_zero(d_m);
    tape.begin();
    let (value, frame) = gram_vjp::fwd_lent(
        tape,
        m,
        n,
        i,
        j,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Keeps,
        ::grad_runtime::__private::Keeps,
        ::grad_runtime::__private::Keeps,
    );
    tape.mark_peak();
    gram_vjp::rev_lent(
        tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut *d_m),
        ::grad_runtime::__private::Skip,
        ::grad_runtime::__private::Skip,
        ::grad_runtime::__private::Skip,
        ::grad_runtime::__private::Shared(m),
        ::grad_runtime::__private::GONE,
        ::grad_runtime::__private::GONE,
        ::grad_runtime::__private::GONE,
    );
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`gram`], with respect to `m`. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn gram_vjp(
    m: &[f64],
    n: usize,
    i: usize,
    j: usize,
) -> (f64, impl ::core::ops::FnOnce(f64, &mut [f64])) {
    if false {
        let _ = gram(m, n, i, j);
        ::core::unreachable!();
    }
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = gram_vjp::fwd_lent(
        &mut tape,
        m,
        n,
        i,
        j,
        ::grad_runtime::__private::Lends,
        ::grad_runtime::__private::Keeps,
        ::grad_runtime::__private::Keeps,
        ::grad_runtime::__private::Keeps,
    );
    let pullback = move |seed: f64, d_m: &mut [f64]| {
        ::grad_runtime::__private::Differentiable::check_shape(&m, &*d_m, "m");
        gram_vjp::rev_lent(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_m),
            ::grad_runtime::__private::Skip,
            ::grad_runtime::__private::Skip,
            ::grad_runtime::__private::Skip,
            ::grad_runtime::__private::Shared(m),
            ::grad_runtime::__private::GONE,
            ::grad_runtime::__private::GONE,
            ::grad_runtime::__private::GONE,
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
pub enum gram_vjp {}
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
impl gram_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        m: &[f64],
        n: usize,
        i: usize,
        j: usize,
        lends_m: impl ::grad_runtime::__private::Lent,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) -> (f64, [u64; 3usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let keeps_m = !::grad_runtime::__private::lends(&lends_m);
        let wants_m = ::grad_runtime::__private::wants(&lends_m);
        let mut frame = [0u64; 3usize];
        frame[0] = n as u64;
        frame[1] = i as u64;
        frame[2] = j as u64;
        let i_1: usize = i * n;
        let i_2: usize = (i + 1) * n;
        let i_3: usize = j * n;
        let i_4: usize = (j + 1) * n;
        let (t_1, frame_1) = dot_vjp::fwd_lent(
            tape,
            &m[i_1..i_2],
            &m[i_3..i_4],
            lends_m,
            lends_m,
        );
        tape.push_frame(frame_1);
        return (t_1, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 3usize],
        seed: &f64,
        mut d_m: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_n: impl ::grad_runtime::__private::Slot<()>,
        mut d_i: impl ::grad_runtime::__private::Slot<()>,
        mut d_j: impl ::grad_runtime::__private::Slot<()>,
        shared_m: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let wants_m = ::grad_runtime::__private::is_wanted(&shared_m);
        let keeps_m = !::grad_runtime::__private::is_shared(&shared_m);
        let n = frame[0] as usize;
        let i = frame[1] as usize;
        let j = frame[2] as usize;
        let i_1: usize = i * n;
        let i_2: usize = (i + 1) * n;
        let i_3: usize = j * n;
        let i_4: usize = (j + 1) * n;
        let mut d_t_1: f64 = *seed;
        let frame_1 = tape.pop_frame();
        let parts_1 = ::grad_runtime::__private::Parts::of([
            ::grad_runtime::__private::Part::ALL.range(i_1..i_2),
            ::grad_runtime::__private::Part::ALL.range(i_3..i_4),
        ]);
        let mut spare_1 = if parts_1.lends(1) {
            ::core::option::Option::None
        } else {
            ::grad_runtime::__private::spare_of(
                tape,
                d_m.get().map(|d_m| &mut d_m[i_3..i_4]),
            )
        };
        let [part_1, part_2] = parts_1.split(d_m.get().map(|d_m| &mut d_m[..]));
        dot_vjp::rev_lent(
            tape,
            frame_1,
            &d_t_1,
            part_1,
            ::grad_runtime::__private::or_spare(part_2, &mut spare_1),
            ::grad_runtime::__private::Source::part(
                &shared_m,
                |shared_m| {
                    &::grad_runtime::__private::ReadAs::<
                        [f64],
                    >::read_as(shared_m)[i_1..i_2]
                },
            ),
            ::grad_runtime::__private::Source::part(
                &shared_m,
                |shared_m| {
                    &::grad_runtime::__private::ReadAs::<
                        [f64],
                    >::read_as(shared_m)[i_3..i_4]
                },
            ),
        );
        ::grad_runtime::__private::give_back(
            tape,
            d_m.get().map(|d_m| &mut d_m[i_3..i_4]),
            spare_1,
        );
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd(
        tape: &mut ::grad_runtime::Tape,
        m: &[f64],
        n: usize,
        i: usize,
        j: usize,
    ) -> (f64, [u64; 3usize]) {
        gram_vjp::fwd_lent(
            tape,
            m,
            n,
            i,
            j,
            ::grad_runtime::__private::Keeps,
            ::grad_runtime::__private::Keeps,
            ::grad_runtime::__private::Keeps,
            ::grad_runtime::__private::Keeps,
        )
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 3usize],
        seed: &f64,
        mut d_m: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_n: impl ::grad_runtime::__private::Slot<()>,
        mut d_i: impl ::grad_runtime::__private::Slot<()>,
        mut d_j: impl ::grad_runtime::__private::Slot<()>,
    ) {
        gram_vjp::rev_lent(
            tape,
            frame,
            seed,
            d_m,
            d_n,
            d_i,
            d_j,
            ::grad_runtime::__private::GONE,
            ::grad_runtime::__private::GONE,
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
impl<'__a0> ::grad_runtime::__private::NamedFn<(&'__a0 [f64], usize, usize, usize), f64>
for gram_vjp {
    #[inline]
    fn forward(
        tape: &mut ::grad_runtime::Tape,
        (arg_1, arg_2, arg_3, arg_4): (&'__a0 [f64], usize, usize, usize),
    ) -> f64 {
        let (value, frame) = gram_vjp::fwd(tape, arg_1, arg_2, arg_3, arg_4);
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
            arg_3,
            arg_4,
        ): (
            ::core::option::Option<&mut [f64]>,
            ::core::option::Option<
                &mut <usize as ::grad_runtime::__private::Differentiable>::Buffer,
            >,
            ::core::option::Option<
                &mut <usize as ::grad_runtime::__private::Differentiable>::Buffer,
            >,
            ::core::option::Option<
                &mut <usize as ::grad_runtime::__private::Differentiable>::Buffer,
            >,
        ),
    ) {
        let frame = tape.pop_frame();
        gram_vjp::rev(
            tape,
            frame,
            seed,
            arg_1,
            ::grad_runtime::__private::Skip,
            ::grad_runtime::__private::Skip,
            ::grad_runtime::__private::Skip,
        );
    }
    #[inline]
    fn value((arg_1, arg_2, arg_3, arg_4): (&'__a0 [f64], usize, usize, usize)) -> f64 {
        gram(arg_1, arg_2, arg_3, arg_4)
    }
}
pub fn scale(x: &mut [f64], y: &[f64]) {
    for i in 0..x.len() {
        x[i] *= y[i];
    }
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`scale`], with respect to `x`, `y`, in this order. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn scale_vjp(
    x: &mut [f64],
    y: &[f64],
) -> ((), impl ::core::ops::FnOnce(&mut [f64], &mut [f64]) + use<>) {
    if false {
        let _ = scale(x, y);
        ::core::unreachable!();
    }
    let shape_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let shape_y = ::grad_runtime::__private::Differentiable::zero_tangent(&y);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = scale_vjp::fwd_lent(
        &mut tape,
        x,
        y,
        ::grad_runtime::__private::Keeps,
        ::grad_runtime::__private::Keeps,
    );
    let pullback = move |d_x: &mut [f64], d_y: &mut [f64]| {
        ::grad_runtime::__private::Differentiable::check_shape(&shape_x, &*d_x, "x");
        ::grad_runtime::__private::Differentiable::check_shape(&shape_y, &*d_y, "y");
        scale_vjp::rev_lent(
            &mut tape,
            frame,
            &(),
            ::core::option::Option::Some(&mut *d_x),
            ::core::option::Option::Some(&mut *d_y),
            ::grad_runtime::__private::GONE,
            ::grad_runtime::__private::GONE,
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
pub enum scale_vjp {}
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
impl scale_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        x: &mut [f64],
        y: &[f64],
        _: impl ::core::marker::Sized,
        lends_y: impl ::grad_runtime::__private::Lent,
    ) -> ((), [u64; 0usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let keeps_y = !::grad_runtime::__private::lends(&lends_y);
        let wants_y = ::grad_runtime::__private::wants(&lends_y);
        let mut frame = [0u64; 0usize];
        let mut trips_1: usize = 0;
        match ::grad_runtime::__private::beside_cells(
            0..x.len(),
            0usize + if wants_y { 1usize } else { 0 },
            tape,
            &mut trips_1,
        ) {
            (items_1, mut cells_1) => {
                for i in items_1 {
                    let mut kept_1 = cells_1.next().unwrap_or_default();
                    let mut unlent_1 = [0u64; 1usize];
                    let t_1 = y[i];
                    let t_2 = x[i];
                    unlent_1[0] = f64::to_bits(t_2);
                    let t_3 = t_2 * t_1;
                    x[i] = t_3;
                    if wants_y {
                        kept_1 = ::grad_runtime::__private::put_frame(kept_1, unlent_1);
                    }
                    continue;
                }
            }
        }
        if keeps_y && trips_1 > 0 {
            tape.push_column(&y[0..][..trips_1]);
        }
        tape.push_trips(trips_1);
        return ((), frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 0usize],
        seed: &(),
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_y: impl ::grad_runtime::__private::Slot<[f64]>,
        _: impl ::core::marker::Sized,
        shared_y: impl ::grad_runtime::__private::Source<
            Of: ::grad_runtime::__private::ReadAs<[f64]>,
        >,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let wants_y = ::grad_runtime::__private::is_wanted(&shared_y);
        let keeps_y = !::grad_runtime::__private::is_shared(&shared_y);
        let trips_1 = tape.pop() as usize;
        let (frame_1, column_1_1) = {
            let words = tape
                .take_cells(
                    trips_1,
                    0usize + if wants_y { 1usize } else { 0 }
                        + if keeps_y { 1 } else { 0 },
                );
            let (words, columns) = words
                .split_at(trips_1 * (0usize + if wants_y { 1usize } else { 0 }));
            let (column_1_1, columns) = columns
                .split_at(if keeps_y { trips_1 } else { 0 });
            (
                ::grad_runtime::__private::cells_of(
                    words,
                    0usize + if wants_y { 1usize } else { 0 },
                ),
                column_1_1,
            )
        };
        let mut frame_1 = frame_1;
        if trips_1 > 0 {
            let start_1: usize = 0;
            let mut d_x = d_x.get();
            let mut d_y = d_y.get();
            if !keeps_y {
                let _ = &::grad_runtime::__private::read_again::<
                    [f64],
                >(&shared_y)[start_1..][..trips_1];
            }
            d_x.with(|d_x| {
                let _ = &d_x[start_1..][..trips_1];
            });
            d_y.with(|d_y| {
                let _ = &d_y[start_1..][..trips_1];
            });
            for trip_1 in (0..trips_1).rev() {
                let i: usize = 0 + trip_1;
                let mut frame_1 = frame_1.next_back().unwrap_or_default();
                let unlent_1: [u64; 1usize] = if wants_y {
                    ::grad_runtime::__private::take_frame(&mut frame_1)
                } else {
                    [0; 1usize]
                };
                let t_1 = if keeps_y {
                    f64::from_bits(column_1_1[trip_1])
                } else if keeps_y {
                    f64::from_bits(0)
                } else {
                    ::grad_runtime::__private::read_again::<
                        [f64],
                    >(&shared_y)[start_1..][..trips_1][trip_1]
                };
                let t_2 = if wants_y {
                    f64::from_bits(unlent_1[0])
                } else {
                    f64::from_bits(0)
                };
                let mut d_t_3: f64 = 0.0;
                d_x.with(|d_x| {
                    d_t_3
                        += ::core::mem::replace(
                            &mut d_x[start_1..][..trips_1][trip_1],
                            0.0,
                        );
                });
                let mut d_t_2: f64 = d_t_3 * t_1;
                let mut d_t_1: f64 = d_t_3 * t_2;
                d_x.with(|d_x| {
                    d_x[start_1..][..trips_1][trip_1] += d_t_2;
                });
                d_y.with(|d_y| {
                    d_y[start_1..][..trips_1][trip_1] += d_t_1;
                });
            }
        }
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd(
        tape: &mut ::grad_runtime::Tape,
        x: &mut [f64],
        y: &[f64],
    ) -> ((), [u64; 0usize]) {
        scale_vjp::fwd_lent(
            tape,
            x,
            y,
            ::grad_runtime::__private::Keeps,
            ::grad_runtime::__private::Keeps,
        )
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 0usize],
        seed: &(),
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_y: impl ::grad_runtime::__private::Slot<[f64]>,
    ) {
        scale_vjp::rev_lent(
            tape,
            frame,
            seed,
            d_x,
            d_y,
            ::grad_runtime::__private::GONE,
            ::grad_runtime::__private::GONE,
        )
    }
    #[doc(hidden)]
    #[inline]
    pub fn zero_out(_: &mut ::grad_runtime::Tape, _: usize) {}
    #[doc(hidden)]
    #[inline]
    pub fn shape_out(
        _: &mut ::grad_runtime::Tape,
        _: &impl ::core::marker::Sized,
    ) -> usize {
        0
    }
}
pub fn halves(x: &mut [f64], k: usize) -> f64 {
    let (left, right) = x.split_at_mut(k);
    scale(left, right);
    x[0]
}
/**The value and its gradient.

Generated for [`halves`], with respect to `x`. The gradients are returned.*/
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
pub fn halves_grad(
    x: &mut [f64],
    k: usize,
) -> (f64, ::grad_runtime::__private::std::vec::Vec<f64>) {
    if false {
        let _ = halves(x, k);
        ::core::unreachable!();
    }
    let mut d_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = halves_vjp::fwd(&mut tape, x, k);
    tape.mark_peak();
    halves_vjp::rev(
        &mut tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut d_x),
        ::grad_runtime::__private::Skip,
    );
    tape.finish();
    (value, d_x)
}
/**The value; writes its gradient into buffers.

Generated for [`halves`], with respect to `x`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn halves_grad_into(x: &mut [f64], k: usize, d_x: &mut [f64]) -> f64 {
    halves_grad_with(&mut ::grad_runtime::Tape::new(), x, k, d_x)
}
/**The value; writes its gradient into buffers, on a tape that the caller keeps.

Generated for [`halves`], with respect to `x`. The buffers are overwritten. Panics before anything is written if a length differs from its parameter's.*/
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
pub fn halves_grad_with(
    tape: &mut ::grad_runtime::Tape,
    x: &mut [f64],
    k: usize,
    d_x: &mut [f64],
) -> f64 {
    if false {
        let _ = halves(x, k);
        ::core::unreachable!();
    }
    ::grad_runtime::__private::Differentiable::check_shape(&x, &*d_x, "x");
    ::grad_runtime::__private::Tangent::set_zero(d_x);
    tape.begin();
    let (value, frame) = halves_vjp::fwd(tape, x, k);
    tape.mark_peak();
    halves_vjp::rev(
        tape,
        frame,
        &1.0_f64,
        ::core::option::Option::Some(&mut *d_x),
        ::grad_runtime::__private::Skip,
    );
    tape.finish();
    value
}
/**The value and its pullback, which takes the cotangent of the value.

Generated for [`halves`], with respect to `x`. The pullback adds to its buffers. It panics before anything is written if a length differs from its parameter's.*/
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
pub fn halves_vjp(
    x: &mut [f64],
    k: usize,
) -> (f64, impl ::core::ops::FnOnce(f64, &mut [f64]) + use<>) {
    if false {
        let _ = halves(x, k);
        ::core::unreachable!();
    }
    let shape_x = ::grad_runtime::__private::Differentiable::zero_tangent(&x);
    let mut tape = ::grad_runtime::Tape::new();
    let (value, frame) = halves_vjp::fwd(&mut tape, x, k);
    let pullback = move |seed: f64, d_x: &mut [f64]| {
        ::grad_runtime::__private::Differentiable::check_shape(&shape_x, &*d_x, "x");
        halves_vjp::rev(
            &mut tape,
            frame,
            &seed,
            ::core::option::Option::Some(&mut *d_x),
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
pub enum halves_vjp {}
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
impl halves_vjp {
    #[doc(hidden)]
    #[inline]
    pub fn fwd(
        tape: &mut ::grad_runtime::Tape,
        x: &mut [f64],
        k: usize,
    ) -> (f64, [u64; 2usize]) {
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let mut frame = [0u64; 2usize];
        frame[0] = k as u64;
        let (part_1, part_2) = x.split_at_mut(k);
        let left = &mut *part_1;
        let right = &mut *part_2;
        let (mut dropped_1, frame_1) = scale_vjp::fwd(tape, left, right);
        tape.push_frame(frame_1);
        let shape_1 = scale_vjp::shape_out(tape, &dropped_1);
        frame[1] = shape_1 as u64;
        let t_1 = x[0];
        return (t_1, frame);
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 2usize],
        seed: &f64,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_k: impl ::grad_runtime::__private::Slot<()>,
    ) {
        use ::grad_runtime::__private::rule as rule;
        use ::grad_runtime::__private::Slot as _;
        use ::core::clone::Clone as _;
        use ::core::iter::Iterator as _;
        let k = frame[0] as usize;
        let shape_1 = frame[1] as usize;
        let mut d_dropped_1 = scale_vjp::zero_out(tape, shape_1);
        let mut d_t_1: f64 = *seed;
        d_x.with(|d_x| {
            d_x[0] += d_t_1;
        });
        let frame_1 = tape.pop_frame();
        let [part_3, part_4] = ::grad_runtime::__private::apart(
            d_x.get().map(|d_x| &mut d_x[..]),
            [
                ::grad_runtime::__private::Part::ALL.range(..k),
                ::grad_runtime::__private::Part::ALL.range(k..),
            ],
        );
        scale_vjp::rev(tape, frame_1, &d_dropped_1, part_3, part_4);
        ::grad_runtime::__private::retire(tape, d_dropped_1);
    }
    #[doc(hidden)]
    #[inline]
    pub fn fwd_lent(
        tape: &mut ::grad_runtime::Tape,
        x: &mut [f64],
        k: usize,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) -> (f64, [u64; 2usize]) {
        halves_vjp::fwd(tape, x, k)
    }
    #[doc(hidden)]
    #[inline]
    pub fn rev_lent(
        tape: &mut ::grad_runtime::Tape,
        frame: [u64; 2usize],
        seed: &f64,
        mut d_x: impl ::grad_runtime::__private::Slot<[f64]>,
        mut d_k: impl ::grad_runtime::__private::Slot<()>,
        _: impl ::core::marker::Sized,
        _: impl ::core::marker::Sized,
    ) {
        halves_vjp::rev(tape, frame, seed, d_x, d_k)
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
