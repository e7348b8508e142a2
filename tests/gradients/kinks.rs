//! Every spelling of the same kink gives the same number; an `if` follows the arm that ran.

use grad_runtime::derive_grad;

macro_rules! spellings {
    ($name:ident $real:ident) => {
        mod $name {
            use super::*;

            #[derive_grad]
            fn method(x: $real) -> $real {
                x.max(0.0)
            }

            #[derive_grad]
            fn other_way_round(x: $real) -> $real {
                let zero: $real = 0.0;
                zero.max(x)
            }

            #[derive_grad]
            fn path(x: $real) -> $real {
                $real::max(x, 0.0)
            }

            #[derive_grad]
            fn clamped(x: $real) -> $real {
                x.clamp(0.0, $real::MAX)
            }

            #[derive_grad]
            fn half_sum(x: $real) -> $real {
                (x + x.abs()) / 2.0
            }

            #[derive_grad]
            fn negative_min(x: $real) -> $real {
                -(-x).min(0.0)
            }

            #[derive_grad]
            fn strict(x: $real) -> $real {
                if x > 0.0 { x } else { 0.0 }
            }

            #[derive_grad]
            fn not_strict(x: $real) -> $real {
                if x >= 0.0 { x } else { 0.0 }
            }

            #[derive_grad]
            fn matched(x: $real) -> $real {
                match x {
                    x if x > 0.0 => x,
                    _ => 0.0,
                }
            }

            const SYMMETRIC: [fn($real) -> ($real, $real); 6] = [
                method_grad,
                other_way_round_grad,
                path_grad,
                clamped_grad,
                half_sum_grad,
                negative_min_grad,
            ];

            #[test]
            fn half_at_the_kink() {
                for (k, grad) in SYMMETRIC.into_iter().enumerate() {
                    assert_eq!(grad(0.0), (0.0, 0.5), "spelling {k}");
                }
            }

            #[test]
            fn one_side_each_beside_it() {
                for (k, grad) in SYMMETRIC.into_iter().enumerate() {
                    assert_eq!(grad(2.0), (2.0, 1.0), "spelling {k}");
                    assert_eq!(grad(-2.0), (0.0, 0.0), "spelling {k}");
                }
            }

            #[test]
            fn the_arm_that_ran() {
                assert_eq!(strict_grad(0.0), (0.0, 0.0));
                assert_eq!(not_strict_grad(0.0), (0.0, 1.0));
                assert_eq!(matched_grad(0.0), (0.0, 0.0));
            }
        }
    };
}

spellings!(double f64);
spellings!(single f32);
