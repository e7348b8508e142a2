//! The table of conventions at kinks and singular points, row by row, in every spelling and both precisions.

use grad_runtime::derive_grad;

/// `row! { f64 name(x, y) { [0.0, 1.0] => [0.5, 0.5]; } spelling { x.max(y) } }`: the slopes at points, and the
/// bodies that must all have them.
macro_rules! row {
    ($real:ident $row:ident $x:tt $points:tt $($spelling:ident $body:tt)+) => {
        mod $row {
            $(row! { @spelling $real $spelling $x $points $body })+
        }
    };
    (
        @spelling $real:ident $spelling:ident ($($x:ident),+)
        { $($at:expr => $slopes:expr;)+ } $body:tt
    ) => {
        mod $spelling {
            use super::super::*;

            #[derive_grad]
            fn f($($x: $real),+) -> $real $body

            fn slopes(point: &[$real]) -> Vec<$real> {
                let &[$($x),+] = point else { unreachable!() };
                let (_, $($x),+) = f_grad($($x),+);
                vec![$($x),+]
            }

            fn slopes_for_nothing(point: &[$real]) -> Vec<$real> {
                let &[$($x),+] = point else { unreachable!() };
                let (_, pullback) = f_vjp($($x),+);
                $(let mut $x = 0.0;)+
                pullback(0.0, $(&mut $x),+);
                vec![$($x),+]
            }

            const POINTS: &[(&[$real], &[$real])] = &[$((&$at, &$slopes)),+];

            #[test]
            fn at_each_point() {
                for (point, expected) in POINTS {
                    let found = slopes(point);
                    let same = |(a, b): (&$real, &$real)| a == b || a.is_nan() && b.is_nan();
                    assert!(
                        found.iter().zip(*expected).all(same),
                        "at {point:?}: {found:?} instead of {expected:?}"
                    );
                }
            }

            /// An output that nobody asks for has no influence, however steep it is.
            #[test]
            fn nothing_for_a_zero_seed() {
                for (point, _) in POINTS {
                    let found = slopes_for_nothing(point);
                    assert!(found.iter().all(|slope| *slope == 0.0), "at {point:?}: {found:?}");
                }
            }
        }
    };
}

macro_rules! table {
    ($name:ident $real:ident) => {
        mod $name {
            use super::*;

            row! {
                $real abs (x) { [0.0] => [0.0]; [-0.0] => [0.0]; }
                method { x.abs() }
                path { $real::abs(x) }
                behind_a_reference { let x = &x; x.abs() }
                of_an_element { let a = [1.0, x]; a[1].abs() }
                in_place { let mut a = [x]; a[0] = a[0].abs(); a[0] }
                both_signs { x.max(-x) }
                both_signs_down { -x.min(-x) }
                ends_of_a_list { let mut y = x; for sign in [1.0, -1.0] { y = y.max(sign * x); } y }
            }

            row! {
                $real max (a, b) { [2.0, 2.0] => [0.5, 0.5]; [0.0, -0.0] => [0.5, 0.5]; }
                method { a.max(b) }
                path { $real::max(a, b) }
                other_way_round { b.max(a) }
                negated { -(-a).min(-b) }
                half_sum { (a + b + (a - b).abs()) / 2.0 }
                in_a_list { let mut m = $real::NEG_INFINITY; for v in [a, b] { m = m.max(v); } m }
                in_place { let mut m = vec![a, b]; m[0] = m[0].max(m[1]); m[0] }
            }

            row! {
                $real min (a, b) { [2.0, 2.0] => [0.5, 0.5]; [0.0, -0.0] => [0.5, 0.5]; }
                method { a.min(b) }
                path { $real::min(a, b) }
                other_way_round { b.min(a) }
                negated { -(-a).max(-b) }
                half_sum { (a + b - (a - b).abs()) / 2.0 }
                in_a_list { let mut m = $real::INFINITY; for v in [a, b] { m = m.min(v); } m }
            }

            row! {
                $real max_of_nan (a, b) { [$real::NAN, 2.0] => [0.0, 1.0]; [2.0, $real::NAN] => [1.0, 0.0]; }
                method { a.max(b) }
                path { $real::max(a, b) }
                min { a.min(b) }
                min_path { $real::min(a, b) }
            }

            row! {
                $real clamp (x, lo, hi) {
                    [1.0, -1.0, 1.0] => [0.5, 0.0, 0.5];
                    [-1.0, -1.0, 1.0] => [0.5, 0.5, 0.0];
                    [0.0, -1.0, 1.0] => [1.0, 0.0, 0.0];
                    [3.0, -1.0, 1.0] => [0.0, 0.0, 1.0];
                    [1.0, 1.0, 1.0] => [0.25, 0.25, 0.5];
                }
                method { x.clamp(lo, hi) }
                path { $real::clamp(x, lo, hi) }
                max_then_min { x.max(lo).min(hi) }
                by_paths { $real::min($real::max(x, lo), hi) }
            }

            row! {
                $real sqrt (x) { [0.0] => [$real::INFINITY]; [-0.0] => [$real::INFINITY]; }
                method { x.sqrt() }
                path { $real::sqrt(x) }
                cube_root { x.cbrt() }
            }

            row! {
                $real root_by_power (x) { [0.0] => [$real::INFINITY]; }
                method { x.powf(0.5) }
                path { $real::powf(x, 0.5) }
            }

            row! {
                $real power_zero (x) {
                    [0.0] => [0.0]; [2.0] => [0.0]; [-1.0] => [0.0];
                    [$real::INFINITY] => [0.0]; [$real::NAN] => [0.0];
                }
                powi { x.powi(0) }
                powi_path { $real::powi(x, 0) }
                powi_variable { let n = 3 - 3; x.powi(n) }
                powf { x.powf(0.0) }
                powf_path { $real::powf(x, 0.0) }
                powf_variable { let y = 0.0; x.powf(y) }
            }

            row! {
                $real power_of_zero (x, y) {
                    [0.0, 2.0] => [0.0, 0.0];
                    [0.0, 1.0] => [1.0, 0.0];
                    [0.0, 0.0] => [0.0, 0.0];
                }
                method { x.powf(y) }
                path { $real::powf(x, y) }
            }

            row! {
                $real power_of_negative (x, y) { [-2.0, 3.0] => [12.0, $real::NAN]; }
                method { x.powf(y) }
                path { $real::powf(x, y) }
            }

            row! {
                $real literal_power_of_negative (x) { [-2.0] => [12.0]; }
                method { x.powf(3.0) }
                path { $real::powf(x, 3.0) }
                integer { x.powi(3) }
            }

            row! {
                $real origin (x, y) { [0.0, 0.0] => [0.0, 0.0]; [-0.0, 0.0] => [0.0, 0.0]; }
                hypot { x.hypot(y) }
                hypot_path { $real::hypot(x, y) }
                atan2 { y.atan2(x) }
                atan2_path { $real::atan2(y, x) }
            }

            row! {
                $real steps (x) { [0.0] => [0.0]; [2.0] => [0.0]; [-0.5] => [0.0]; [2.5] => [0.0]; }
                signum { x.signum() }
                signum_path { $real::signum(x) }
                floor { x.floor() }
                ceil { x.ceil() }
                round { x.round() }
                round_ties_even { x.round_ties_even() }
                trunc { x.trunc() }
                floor_path { $real::floor(x) }
                cast { x as i32 as $real }
                cast_to_a_name { let n = x as i64; n as $real }
                comparison { if x > 1.0 { 1.0 } else { 0.0 } }
                whole_part { x - x.fract() }
            }

            row! {
                $real remainder (x, y) {
                    [7.0, 2.0] => [1.0, -3.0];
                    [-7.0, 2.0] => [1.0, 3.0];
                    [6.0, 2.0] => [1.0, -3.0];
                    [1.5, 2.0] => [1.0, 0.0];
                }
                operator { x % y }
                assigned { let mut r = x; r %= y; r }
                in_place { let mut r = [x]; r[0] %= y; r[0] }
                by_trunc { x - (x / y).trunc() * y }
            }

            row! {
                $real euclidean (x, y) {
                    [7.0, 2.0] => [1.0, -3.0];
                    [-7.0, 2.0] => [1.0, 4.0];
                    [7.0, -2.0] => [1.0, 3.0];
                    [-6.0, 2.0] => [1.0, 3.0];
                }
                method { x.rem_euclid(y) }
                path { $real::rem_euclid(x, y) }
                by_quotient { x - x.div_euclid(y) * y }
            }

            row! {
                $real copysign (x, s) {
                    [2.0, -3.0] => [-1.0, 0.0];
                    [-2.0, -3.0] => [1.0, 0.0];
                    [0.0, -1.0] => [-1.0, 0.0];
                    [-0.0, -1.0] => [1.0, 0.0];
                    [2.0, -0.0] => [-1.0, 0.0];
                }
                method { x.copysign(s) }
                path { $real::copysign(x, s) }
            }

            row! {
                $real boundary (x, y) { [0.0, 0.0] => [3.0, 0.0]; [1.0, 1.0] => [3.0, 0.0]; }
                if_else { if x <= y { 3.0 * x } else { y } }
                early_return { if x > y { return y; } 3.0 * x }
                matched { match x > y { true => y, false => 3.0 * x } }
                guard { match x { x if x > y => y, x => 3.0 * x } }
                assigned { let mut z = 3.0 * x; if x > y { z = y; } z }
                in_a_loop { let mut z = y; while x <= y { z = 3.0 * x; break; } z }
            }
        }
    };
}

table!(double f64);
table!(single f32);

/// The square root of a square is not the absolute value at 0, and says so.
#[test]
fn infinity_times_zero() {
    #[derive_grad]
    fn f(x: f64) -> f64 {
        (x * x).sqrt()
    }
    assert!(f_grad(0.0).1.is_nan());
    assert_eq!(f_grad(-2.0), (2.0, -1.0));
}
