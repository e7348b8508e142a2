//! The table of conventions, row by row.

both! {
    fn abs_at_zero() {
        assert_eq!(rule::abs::<F>(0.0, 1.0), 0.0);
        assert_eq!(rule::abs::<F>(-0.0, 1.0), 0.0);
        assert!(rule::abs(F::NAN, 1.0).is_nan());
    }

    fn ties_are_shared() {
        for tie in [(2.0, 2.0), (0.0, -0.0), (F::INFINITY, F::INFINITY)] {
            assert_eq!(rule::max(tie.0, tie.1, 1.0), (0.5, 0.5));
            assert_eq!(rule::min(tie.0, tie.1, 1.0), (0.5, 0.5));
        }
    }

    fn the_returned_operand_gets_all() {
        assert_eq!(rule::max::<F>(1.0, 2.0, 1.0), (0.0, 1.0));
        assert_eq!(rule::max::<F>(2.0, 1.0, 1.0), (1.0, 0.0));
        assert_eq!(rule::min::<F>(1.0, 2.0, 1.0), (1.0, 0.0));
        assert_eq!(rule::min::<F>(2.0, 1.0, 1.0), (0.0, 1.0));
    }

    fn nan_is_not_returned() {
        for rule in [rule::max::<F>, rule::min::<F>] {
            assert_eq!(rule(F::NAN, 2.0, 1.0), (0.0, 1.0));
            assert_eq!(rule(2.0, F::NAN, 1.0), (1.0, 0.0));
            assert_eq!(rule(F::NAN, F::NAN, 1.0), (1.0, 0.0));
        }
    }

    fn clamp_is_max_then_min() {
        for x in [-2.0, -1.0, 0.0, 1.0, 2.0] {
            for (lo, hi) in [(-1.0, 1.0), (1.0, 1.0), (0.0, 5.0), (F::NEG_INFINITY, 0.0)] {
                let x: F = x;
                let (d_raised, d_hi) = rule::min(x.max(lo), hi, 1.0);
                let (d_x, d_lo) = rule::max(x, lo, d_raised);
                assert_eq!(rule::clamp(x, lo, hi, 1.0), (d_x, d_lo, d_hi));
            }
        }
        assert_eq!(rule::clamp::<F>(-1.0, -1.0, 1.0, 1.0), (0.5, 0.5, 0.0));
        assert_eq!(rule::clamp::<F>(1.0, -1.0, 1.0, 1.0), (0.5, 0.0, 0.5));
        assert_eq!(rule::clamp(F::NAN, -1.0, 1.0, 1.0), (1.0, 0.0, 0.0));
    }

    fn sqrt_at_zero() {
        assert_eq!(rule::sqrt((0.0 as F).sqrt(), 1.0), F::INFINITY);
        assert_eq!(rule::sqrt((-0.0 as F).sqrt(), 1.0), F::INFINITY);
        assert!(rule::sqrt((-1.0 as F).sqrt(), 1.0).is_nan());
    }

    fn a_constant_power_has_no_slope() {
        for x in [-1.0, 0.0, 2.0, F::INFINITY, F::NAN] {
            assert_eq!(rule::powi_base(x, 0, 1.0), 0.0);
            assert_eq!(rule::powf_base(x, 0.0, 1.0, 1.0), 0.0);
            assert_eq!(rule::powf_base(x, -0.0, 1.0, 1.0), 0.0);
        }
    }

    fn powers_at_base_zero() {
        assert_eq!(rule::powf::<F>(0.0, 0.0, 1.0, 1.0), (0.0, 0.0));
        assert_eq!(rule::powf::<F>(-0.0, 0.0, 1.0, 1.0), (0.0, 0.0));
        assert_eq!(rule::powf::<F>(0.0, 2.0, 0.0, 1.0), (0.0, 0.0));
        assert_eq!(rule::powf::<F>(0.0, 1.0, 0.0, 1.0), (1.0, 0.0));
        assert_eq!(rule::powf::<F>(0.0, 0.5, 0.0, 1.0), (F::INFINITY, 0.0));
        assert_eq!(
            rule::powf(0.0, -1.0, F::INFINITY, 1.0),
            (F::NEG_INFINITY, F::NEG_INFINITY)
        );
        assert_eq!(rule::powi_base::<F>(0.0, 1, 1.0), 1.0);
        assert_eq!(rule::powi_base::<F>(0.0, -1, 1.0), F::NEG_INFINITY);
    }

    fn powers_of_a_negative_base() {
        let (d_x, d_y) = rule::powf::<F>(-2.0, 3.0, -8.0, 1.0);
        assert_eq!(d_x, 12.0);
        assert!(d_y.is_nan());
        assert_eq!(rule::powf_exponent::<F>(-2.0, 3.0, -8.0, 0.0), 0.0);
        assert!(rule::powf_exponent::<F>(-10.0, -400.0, 0.0, 1.0).is_nan());
    }

    fn a_vanished_power_does_not_move() {
        assert_eq!(rule::powf_exponent(F::INFINITY, -1.0, 0.0, 1.0), 0.0);
    }

    fn extreme_integer_exponents_do_not_overflow() {
        assert_eq!(rule::powi_base::<F>(1.0, i32::MIN, 1.0), -2_147_483_648.0);
        assert_eq!(rule::powi_base::<F>(-1.0, i32::MIN, 1.0), 2_147_483_648.0);
        assert_eq!(rule::powi_base::<F>(1.0, i32::MAX, 1.0), 2_147_483_648.0 - 1.0);
    }

    fn copysign_goes_by_sign_bits() {
        assert_eq!(rule::copysign_base::<F>(0.0, 2.0, 1.0), 1.0);
        assert_eq!(rule::copysign_base::<F>(-0.0, 2.0, 1.0), -1.0);
        assert_eq!(rule::copysign_base::<F>(3.0, -0.0, 1.0), -1.0);
        assert_eq!(rule::copysign_base(3.0, -F::NAN.abs(), 1.0), -1.0);
    }

    fn remainders_have_the_quotient_of_the_value() {
        assert_eq!(rule::rem_by::<F>(7.0, 2.0, 1.0), -3.0);
        assert_eq!(rule::rem_by::<F>(-7.0, 2.0, 1.0), 3.0);
        assert_eq!(rule::rem_by::<F>(6.0, 2.0, 1.0), -3.0);
        assert_eq!(rule::rem_by(1.0, F::INFINITY, 1.0), 0.0);
        assert_eq!(rule::rem_euclid_by::<F>(7.0, 2.0, 1.0), -3.0);
        assert_eq!(rule::rem_euclid_by::<F>(-7.0, 2.0, 1.0), 4.0);
        assert_eq!(rule::rem_euclid_by::<F>(-7.0, -2.0, 1.0), -4.0);
        assert_eq!(rule::rem_euclid_by::<F>(-6.0, 2.0, 1.0), 3.0);
        assert!(rule::rem_by::<F>(1.0, 0.0, 1.0).is_nan());
    }

    /// `1.0 / 0.1` rounds up to 10, but `1.0 % 0.1` is what 9 leaves.
    fn a_quotient_that_rounds_up_is_not_one_too_many() {
        let mut rounded_up = 0;
        for y in [0.1, 0.3, 0.7] {
            let y: F = y;
            let mut quotient: F = 0.0;
            while quotient < 60.0 {
                // Products of `y` and integers, rounded, are where quotients round to integers.
                let x = quotient * y;
                let whole = ((x - x % y) / y).round();
                rounded_up += usize::from((x / y).trunc() != whole);
                assert_eq!(rule::rem_by(x, y, 1.0), -whole, "{x} % {y}");
                assert_eq!(rule::rem_euclid_by(x, y, 1.0), -whole, "{x} % {y}");
                quotient += 1.0;
            }
        }
        assert!(rounded_up > 0);
        assert_eq!(rule::rem_by::<f64>(1.0, 0.1, 1.0), -9.0);
    }

    fn poles_are_infinite() {
        assert_eq!(rule::cbrt::<F>(0.0, 1.0), F::INFINITY);
        assert_eq!(rule::ln::<F>(0.0, 1.0), F::INFINITY);
        assert_eq!(rule::log2::<F>(0.0, 1.0), F::INFINITY);
        assert_eq!(rule::log10::<F>(0.0, 1.0), F::INFINITY);
        assert_eq!(rule::ln_1p::<F>(-1.0, 1.0), F::INFINITY);
        assert_eq!(rule::asin::<F>(1.0, 1.0), F::INFINITY);
        assert_eq!(rule::asin::<F>(-1.0, 1.0), F::INFINITY);
        assert_eq!(rule::acos::<F>(1.0, 1.0), F::NEG_INFINITY);
        assert_eq!(rule::acosh::<F>(1.0, 1.0), F::INFINITY);
        assert_eq!(rule::atanh::<F>(1.0, 1.0), F::INFINITY);
        assert_eq!(rule::log_argument::<F>(0.0, 2.0, 1.0), F::INFINITY);
    }

    fn a_zero_seed_passes_no_pole() {
        assert_eq!(rule::gate(0.0, F::INFINITY), 0.0);
        assert_eq!(rule::gate(-0.0, F::NAN), 0.0);
        assert_eq!(rule::sqrt::<F>(0.0, 0.0), 0.0);
        assert_eq!(rule::cbrt::<F>(0.0, 0.0), 0.0);
        assert_eq!(rule::powf(0.0, -1.0, F::INFINITY, 0.0), (0.0, 0.0));
        assert_eq!(rule::powf::<F>(0.0, 0.5, 0.0, 0.0), (0.0, 0.0));
        assert_eq!(rule::powi_base::<F>(0.0, -2, 0.0), 0.0);
        assert_eq!(rule::ln::<F>(0.0, 0.0), 0.0);
        assert_eq!(rule::log2::<F>(0.0, 0.0), 0.0);
        assert_eq!(rule::log10::<F>(0.0, 0.0), 0.0);
        assert_eq!(rule::ln_1p::<F>(-1.0, 0.0), 0.0);
        assert_eq!(rule::log(0.0, 2.0, F::NEG_INFINITY, 0.0), (0.0, 0.0));
        assert_eq!(rule::asin::<F>(1.0, 0.0), 0.0);
        assert_eq!(rule::acos::<F>(-1.0, 0.0), 0.0);
        assert_eq!(rule::acosh::<F>(1.0, 0.0), 0.0);
        assert_eq!(rule::atanh::<F>(-1.0, 0.0), 0.0);
    }

    fn stable_forms_do_not_overflow_or_leave_their_domain() {
        let large = F::MAX / 4.0;
        assert!((rule::asinh(large, 1.0) * large - 1.0).abs() < 4.0 * F::EPSILON);
        assert!((rule::acosh(large, 1.0) * large - 1.0).abs() < 4.0 * F::EPSILON);
        assert!(rule::acosh::<F>(-2.0, 1.0).is_nan());
        assert!(rule::asin::<F>(2.0, 1.0).is_nan());
        assert_eq!(rule::atan(large, 1.0), 0.0);
    }
}
