//! `hypot` and `atan2`, at every length of vector.

both! {
    fn hypot() {
        for (x, y) in [(3.0, 4.0), (-1.0, 0.5), (2.0, -7.0)] {
            let (x, y): (F, F) = (x, y);
            let slopes = rule::hypot(x, y, x.hypot(y), 1.0);
            assert_slope!(|x: F| x.hypot(y), |_| slopes.0, [x]);
            assert_slope!(|y: F| x.hypot(y), |_| slopes.1, [y]);
        }
    }

    fn atan2() {
        for (y, x) in [(3.0, 4.0), (1.0, -0.5), (-2.0, 7.0), (-2.0, -1.0)] {
            let (x, y): (F, F) = (x, y);
            let slopes = rule::atan2(y, x, 1.0);
            assert_slope!(|y: F| y.atan2(x), |_| slopes.0, [y]);
            assert_slope!(|x: F| y.atan2(x), |_| slopes.1, [x]);
        }
    }

    fn nothing_at_the_origin() {
        for (x, y) in [(0.0, 0.0), (-0.0, 0.0), (0.0, -0.0)] {
            assert_eq!(rule::hypot::<F>(x, y, 0.0, 1.0), (0.0, 0.0));
            assert_eq!(rule::atan2::<F>(y, x, 1.0), (0.0, 0.0));
        }
    }

    fn hypot_with_infinities() {
        let infinite = F::INFINITY;
        assert_eq!(rule::hypot(infinite, 3.0, infinite, 1.0), (1.0, 0.0));
        assert_eq!(rule::hypot(-infinite, 3.0, infinite, 1.0), (-1.0, 0.0));
        assert_eq!(rule::hypot(3.0, -infinite, infinite, 1.0), (0.0, -1.0));
        let (d_x, d_y) = rule::hypot(infinite, -infinite, infinite, 1.0);
        assert!((d_x - (0.5 as F).sqrt()).abs() < F::EPSILON);
        assert_eq!(d_x, -d_y);
        let (d_x, _) = rule::hypot(F::NAN, 3.0, F::NAN, 1.0);
        assert!(d_x.is_nan());
    }

    /// The unit vector does not depend on the length, from the smallest number to the largest.
    fn hypot_at_extreme_lengths() {
        let smallest = F::from_bits(1);
        for unit in [smallest, F::MIN_POSITIVE, 1.0, F::MAX / 4.0] {
            let (x, y): (F, F) = (3.0 * unit, 4.0 * unit);
            let (d_x, d_y) = rule::hypot(x, y, x.hypot(y), 1.0);
            assert!((d_x - 0.6).abs() < 2.0 * F::EPSILON, "{unit}: {d_x}");
            assert!((d_y - 0.8).abs() < 2.0 * F::EPSILON, "{unit}: {d_y}");
        }
    }

    /// Slopes go as one over the length, although its square overflows or vanishes.
    fn atan2_at_extreme_lengths() {
        let vanishing = F::MIN_POSITIVE.sqrt() / 1024.0;
        let overflowing = F::MAX.sqrt() * 1024.0;
        for unit in [vanishing, 4.0 * F::MIN_POSITIVE, 1.0, overflowing] {
            let (x, y): (F, F) = (3.0 * unit, 4.0 * unit);
            let (d_y, d_x) = rule::atan2(y, x, 1.0);
            assert!((d_y * unit - 0.12).abs() < 2.0 * F::EPSILON, "{unit}: {d_y}");
            assert!((d_x * unit + 0.16).abs() < 2.0 * F::EPSILON, "{unit}: {d_x}");
        }
    }

    fn atan2_at_infinity() {
        for (y, x) in [(F::INFINITY, 1.0), (1.0, F::NEG_INFINITY), (F::INFINITY, F::INFINITY)] {
            assert_eq!(rule::atan2(y, x, 1.0), (0.0, 0.0));
        }
        for x in [1.0, F::INFINITY] {
            let (d_y, d_x) = rule::atan2(F::NAN, x, 1.0);
            assert!(d_y.is_nan() && d_x.is_nan());
        }
    }

    fn atan2_gates_a_slope_that_overflows() {
        let smallest = F::from_bits(1);
        assert_eq!(rule::atan2(0.0, smallest, 1.0), (F::INFINITY, 0.0));
        assert_eq!(rule::atan2(0.0, smallest, 0.0), (0.0, 0.0));
    }
}
