//! `%` on fields, whose types only rustc knows.

use grad_runtime::{Differentiable, derive_grad};

#[derive(Clone, Debug, Differentiable)]
struct Wave {
    phase: f64,
    period: f64,
    more: Vec<f64>,
}

mod of_a_field {
    use super::*;

    #[derive_grad]
    fn f(w: &Wave, x: f64) -> f64 {
        w.phase % 0.7 + (x % w.period).sin() * (w.more[0] % w.more[1]) - w.phase % x
    }

    #[test]
    fn closed_form() {
        let w = Wave {
            phase: 2.3,
            period: 0.45,
            more: vec![-1.9, 0.6],
        };
        let (value, d_w, d_x) = f_grad(&w, 1.1);
        let (r, m) = (1.1 % 0.45, -1.9 % 0.6);
        assert_eq!(value, f(&w, 1.1));
        assert!((d_w.phase - 0.0).abs() < 1e-15, "{}", d_w.phase);
        // d(a % b) = da - trunc(a / b) db
        assert!((d_w.period + 2.0 * f64::cos(r) * m).abs() < 1e-14);
        assert!((d_w.more[0] - f64::sin(r)).abs() < 1e-14);
        assert!((d_w.more[1] - 3.0 * f64::sin(r)).abs() < 1e-14);
        assert!((d_x - (f64::cos(r) * m + 2.0)).abs() < 1e-14);
    }
}

mod written {
    use super::*;

    #[derive_grad]
    fn f(x: f64, k: f64) -> f64 {
        let mut w = Wave {
            phase: x * x,
            period: k,
            more: vec![x * k, 3.0 * k],
        };
        w.phase %= w.period;
        w.more[1] %= x;
        w.more[0] -= w.more[1] % 0.2;
        w.phase * w.more[0] + w.more[1]
    }

    check! {
        |v| (v[0], v[1]) -> (x, k);
        smooth [1.3, 0.9];
        smooth [-1.7, 0.43];
    }
}
