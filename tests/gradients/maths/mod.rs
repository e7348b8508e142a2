//! Every function of `f64` and `f32` that has a rule, as a method and by path, against slopes from
//! a textbook and against differences.

/// `rule! { hypot(x: 0, y: 1) => [x / x.hypot(y), y / x.hypot(y)]; smooth [0.5, 2.0]; }`: the
/// function, its arguments with their places, its slopes, and the points. A kink may have
/// slopes of its own.
macro_rules! rule {
    (
        $name:ident($first:ident: $at:literal $(, $rest:ident: $rest_at:literal)*) => $slopes:expr;
        $($points:tt)+
    ) => {
        mod $name {
            rule! {
                @call double_method f64
                ($first: $at $(, $rest: $rest_at)*) ($first.$name($($rest),*)) $slopes; $($points)+
            }
            rule! {
                @call double_path f64
                ($first: $at $(, $rest: $rest_at)*) (f64::$name($first $(, $rest)*)) $slopes;
                $($points)+
            }
            rule! {
                @call single_method f32
                ($first: $at $(, $rest: $rest_at)*) ($first.$name($($rest),*)) $slopes; $($points)+
            }
            rule! {
                @call single_path f32
                ($first: $at $(, $rest: $rest_at)*) (f32::$name($first $(, $rest)*)) $slopes;
                $($points)+
            }
        }
    };
    (
        @call $spelling:ident $real:ident ($($x:ident: $at:literal),+) ($($call:tt)+) $slopes:expr;
        $($kind:ident $point:tt $(=> $given:tt)?;)+
    ) => {
        mod $spelling {
            use grad_runtime::derive_grad;

            #[derive_grad]
            fn f($($x: $real),+) -> $real {
                $($call)+
            }

            fn textbook(point: &[f64]) -> Vec<f64> {
                let &[$($x),+] = point else { unreachable!() };
                $slopes.to_vec()
            }

            #[test]
            fn gradient() {
                let f = generated! {
                    f f_grad f_grad_into f_grad_with f_vjp;
                    |v| ($(v[$at] as $real),+) -> ($($x),+)
                };
                let call = stringify!($($call)+);
                $(
                    let given: &[&[f64]] = &[$(&$given)?];
                    let slopes = match given.first() {
                        Some(given) => given.to_vec(),
                        None => textbook(&$point),
                    };
                    let what = format!("{call} at {:?}", $point);
                    $crate::support::all(&what, &f, kind!($kind), &$point, Some(&slopes));
                )+
            }
        }
    };
}

/// The same for code that is no single call: a name, the body, and the rest as above.
macro_rules! body {
    (
        $name:ident($($x:ident: $at:literal),+) { $($body:tt)+ } => $slopes:expr; $($points:tt)+
    ) => {
        mod $name {
            rule! { @call double f64 ($($x: $at),+) ($($body)+) $slopes; $($points)+ }
            rule! { @call single f32 ($($x: $at),+) ($($body)+) $slopes; $($points)+ }
        }
    };
}

mod one_argument;
mod others;
mod powers;
mod special;
mod two_arguments;
