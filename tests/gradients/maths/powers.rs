//! Powers: integer and float exponents, fixed and not.

use crate::support::{Kind, all};
use grad_runtime::derive_grad;

rule! {
    powf(x: 0, p: 1) => [p * x.powf(p - 1.0), x.powf(p) * x.ln()];
    smooth [1.5, 2.5]; smooth [0.75, -1.25]; smooth [2.0, 0.0]; smooth [1.0, 3.0];
    kink [0.0, 0.0] => [0.0, 0.0];
    kink [0.0, 0.5] => [f64::INFINITY, 0.0];
    kink [0.0, 1.0] => [1.0, 0.0];
    kink [0.0, 2.0] => [0.0, 0.0];
    kink [-2.0, 2.0] => [-4.0, f64::NAN];
}

body! {
    literal_exponent(x: 0) { x.powf(2.5) } => [2.5 * x.powf(1.5)];
    smooth [1.5]; smooth [0.75];
    kink [0.0] => [0.0];
}

body! {
    integral_literal_exponent(x: 0) { x.powf(3.0) } => [3.0 * x * x];
    smooth [1.5]; smooth [-1.5]; smooth [0.0];
}

body! {
    exponent_one(x: 0) { x.powf(1.0) } => [1.0 + 0.0 * x];
    smooth [1.5]; smooth [-1.5]; smooth [0.0];
}

body! {
    exponent_zero(x: 0) { x.powf(0.0) } => [0.0 * x];
    smooth [1.5]; smooth [-1.5]; smooth [0.0];
}

body! {
    exponent_half(x: 0) { x.powf(0.5) } => [0.5 / x.sqrt()];
    smooth [1.5];
    kink [0.0] => [f64::INFINITY];
}

body! {
    negative_exponent(x: 0) { x.powf(-2.0) } => [-2.0 / (x * x * x)];
    smooth [1.5]; smooth [-1.5];
}

body! {
    base_and_exponent(x: 0) { x.powf(x) } => [x.powf(x) * (x.ln() + 1.0)];
    smooth [1.5]; smooth [0.75];
}

body! {
    exponential(x: 0) { let base = 2.5 + 0.0 * x; base.powf(x) } => [2.5f64.powf(x) * 2.5f64.ln()];
    smooth [1.5]; smooth [-1.5]; smooth [0.0];
}

mod powi {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: i32) -> f64 {
        x.powi(n)
    }

    macro_rules! exponents {
        ($($name:ident $n:literal)*) => {$(
            #[test]
            fn $name() {
                let f = generated! {
                    f f_grad f_grad_into f_grad_with f_vjp; |v| (v[0], $n) -> (x)
                };
                for x in [-1.5, 0.75, 2.0_f64] {
                    let slope = f64::from($n) * x.powi($n - 1);
                    all("powi", &f, Kind::Smooth, &[x], Some(&[slope]));
                }
            }
        )*};
    }

    exponents! { minus_two -2 minus_one -1 zero 0 one 1 two 2 three 3 seven 7 }

    #[test]
    fn at_zero() {
        assert_eq!(f_grad(0.0, 0), (1.0, 0.0));
        assert_eq!(f_grad(0.0, 1), (0.0, 1.0));
        assert_eq!(f_grad(0.0, 2), (0.0, 0.0));
        assert_eq!(f_grad(0.0, 3), (0.0, 0.0));
    }
}

body! {
    literal_powi(x: 0) { x.powi(3) + x.powi(2) - x.powi(-1) } =>
        [3.0 * x * x + 2.0 * x + x.powi(-2)];
    smooth [1.5]; smooth [-1.5];
}

mod powi_path_double {
    use super::*;

    #[derive_grad]
    fn f(x: f64, n: i32) -> f64 {
        f64::powi(x, n)
    }

    check! {
        |v| (v[0], 4) -> (x);
        smooth [-1.5] => [4.0 * -1.5 * 1.5 * 1.5];
        smooth [0.0] => [0.0];
    }
}

mod powi_path_single {
    use super::*;

    #[derive_grad]
    fn f(x: f32, n: i32) -> f32 {
        f32::powi(x, n)
    }

    check! {
        |v| (v[0] as f32, 4) -> (x);
        smooth [-1.5] => [4.0 * -1.5 * 1.5 * 1.5];
        smooth [0.0] => [0.0];
    }
}
