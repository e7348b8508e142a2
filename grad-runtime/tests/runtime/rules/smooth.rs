//! Away from kinks and poles, slopes are central differences.

both! {
    fn abs() {
        assert_slope!(|x: F| x.abs(), |x| rule::abs(x, 1.0), [-2.0, 0.5, 3.0]);
    }

    fn sqrt() {
        assert_slope!(|x: F| x.sqrt(), |x: F| rule::sqrt(x.sqrt(), 1.0), [0.5, 1.0, 9.0]);
    }

    fn cbrt() {
        assert_slope!(|x: F| x.cbrt(), |x: F| rule::cbrt(x.cbrt(), 1.0), [-8.0, -0.5, 1.0, 5.0]);
    }

    fn recip() {
        assert_slope!(|x: F| x.recip(), |x: F| rule::recip(x.recip(), 1.0), [-2.0, 0.75, 3.0]);
    }

    fn powi_base() {
        for n in [-3, -1, 1, 2, 5] {
            assert_slope!(|x: F| x.powi(n), |x| rule::powi_base(x, n, 1.0), [-1.25, 0.75, 1.5]);
        }
    }

    fn powf_by_base() {
        for y in [-1.5, 0.5, 1.0, 2.5, 3.0] {
            assert_slope!(|x: F| x.powf(y), |x: F| rule::powf_base(x, y, x.powf(y), 1.0), [0.75, 1.0, 2.0]);
        }
        assert_slope!(|x: F| x.powf(3.0), |x: F| rule::powf_base(x, 3.0, x.powf(3.0), 1.0), [-1.5]);
    }

    fn powf_by_exponent() {
        for x in [0.5, 1.0, 2.5] {
            let x: F = x;
            assert_slope!(
                |y| x.powf(y),
                |y| rule::powf_exponent(x, y, x.powf(y), 1.0),
                [-1.5, 0.0, 0.5, 2.0]
            );
        }
    }

    fn exponentials() {
        let at = [-2.0, 0.0, 0.5, 2.0];
        assert_slope!(|x: F| x.exp(), |x: F| rule::exp(x.exp(), 1.0), at);
        assert_slope!(|x: F| x.exp2(), |x: F| rule::exp2(x.exp2(), 1.0), at);
        assert_slope!(|x: F| x.exp_m1(), |x: F| rule::exp_m1(x.exp_m1(), 1.0), at);
    }

    fn logarithms() {
        let at = [0.5, 1.0, 3.0];
        assert_slope!(|x: F| x.ln(), |x| rule::ln(x, 1.0), at);
        assert_slope!(|x: F| x.log2(), |x| rule::log2(x, 1.0), at);
        assert_slope!(|x: F| x.log10(), |x| rule::log10(x, 1.0), at);
        assert_slope!(|x: F| x.ln_1p(), |x| rule::ln_1p(x, 1.0), [-0.5, 0.0, 2.0]);
    }

    fn logarithm_to_any_base() {
        for (x, base) in [(0.5, 3.0), (2.0, 0.5), (5.0, 10.0)] {
            let (x, base): (F, F) = (x, base);
            let out = x.log(base);
            let both = rule::log(x, base, out, 1.0);
            assert_eq!(both.0, rule::log_argument(x, base, 1.0));
            assert_eq!(both.1, rule::log_base(base, out, 1.0));
            assert_slope!(|x: F| x.log(base), |_| both.0, [x]);
            assert_slope!(|base| x.log(base), |_| both.1, [base]);
        }
    }

    fn circular() {
        let at = [-1.0, 0.0, 0.5, 1.25];
        assert_slope!(|x: F| x.sin(), |x| rule::sin(x, 1.0), at);
        assert_slope!(|x: F| x.cos(), |x| rule::cos(x, 1.0), at);
        assert_slope!(|x: F| x.tan(), |x: F| rule::tan(x.tan(), 1.0), [-1.0, 0.0, 0.5]);
        assert_slope!(|x: F| x.atan(), |x| rule::atan(x, 1.0), at);
        let inside = [-0.75, 0.0, 0.5];
        assert_slope!(|x: F| x.asin(), |x| rule::asin(x, 1.0), inside);
        assert_slope!(|x: F| x.acos(), |x| rule::acos(x, 1.0), inside);
    }

    fn hyperbolic() {
        let at = [-1.5, 0.0, 0.5, 2.0];
        assert_slope!(|x: F| x.sinh(), |x| rule::sinh(x, 1.0), at);
        assert_slope!(|x: F| x.cosh(), |x| rule::cosh(x, 1.0), at);
        assert_slope!(|x: F| x.tanh(), |x: F| rule::tanh(x.tanh(), 1.0), at);
        assert_slope!(|x: F| x.asinh(), |x| rule::asinh(x, 1.0), at);
        assert_slope!(|x: F| x.acosh(), |x| rule::acosh(x, 1.0), [1.5, 3.0]);
        assert_slope!(|x: F| x.atanh(), |x| rule::atanh(x, 1.0), [-0.5, 0.0, 0.75]);
    }

    fn copysign_base() {
        for s in [-2.0, 2.0] {
            let s: F = s;
            assert_slope!(|x: F| x.copysign(s), |x| rule::copysign_base(x, s, 1.0), [-3.0, 0.5]);
        }
    }

    fn remainders_by_divisor() {
        for x in [-7.25, 7.25] {
            let x: F = x;
            let at = [-2.0, -0.75, 2.0, 0.75];
            assert_slope!(|y| x % y, |y| rule::rem_by(x, y, 1.0), at);
            assert_slope!(|y| x.rem_euclid(y), |y| rule::rem_euclid_by(x, y, 1.0), at);
        }
    }

    /// A seed is a factor, for every rule alike; some stand for all.
    fn the_seed_is_a_factor() {
        assert_eq!(rule::sqrt::<F>(2.0, 8.0), 2.0);
        assert_eq!(rule::powi_base::<F>(3.0, 2, 4.0), 24.0);
        assert_eq!(rule::max::<F>(2.0, 1.0, -3.0), (-3.0, 0.0));
        assert_eq!(rule::tanh::<F>(0.5, 4.0), 3.0);
        assert_eq!(rule::gate::<F>(3.0, 2.0), 6.0);
    }
}
