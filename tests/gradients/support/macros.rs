//! The macros that name a function's generated companions and feed them flat lists.

/// `generated! { f f_grad f_grad_into f_grad_with f_vjp; |v| (v[0], &v[1..], 7) -> (k, x) }`:
/// a `Generated` for `f`. The arguments come from the flat list `v`; after the arrow one name for
/// each gradient that is returned.
macro_rules! generated {
    (
        $f:ident $grad:ident $grad_into:ident $grad_with:ident $vjp:ident;
        |$v:ident| ($($arg:expr),* $(,)?) -> ($($buffer:ident),*)
    ) => {
        $crate::support::Generated {
            primal: |$v| $crate::support::flatten(&[&$f($($arg),*)])[0],
            grad: |$v| {
                let (value, $($buffer),*) = $grad($($arg),*);
                $crate::support::answer(&value, &[$(&$buffer),*])
            },
            grad_into: |$v, old| {
                let (_, $(mut $buffer),*) = $grad($($arg),*);
                $crate::support::fill(&mut [$(&mut $buffer),*], old);
                let value = $grad_into($($arg,)* $(&mut $buffer),*);
                $crate::support::answer(&value, &[$(&$buffer),*])
            },
            grad_with: |tape, $v, old| {
                let (_, $(mut $buffer),*) = $grad($($arg),*);
                $crate::support::fill(&mut [$(&mut $buffer),*], old);
                let value = $grad_with(tape, $($arg,)* $(&mut $buffer),*);
                $crate::support::answer(&value, &[$(&$buffer),*])
            },
            vjp: |$v, seed, old| {
                let (_, $(mut $buffer),*) = $grad($($arg),*);
                $crate::support::load(&mut [$(&mut $buffer),*], old);
                // In a match, so that arguments made on the spot live until the pullback ran.
                let value = match $vjp($($arg),*) {
                    (value, pullback) => {
                        pullback($crate::support::real(seed), $(&mut $buffer),*);
                        value
                    }
                };
                $crate::support::answer(&value, &[$(&$buffer),*])
            },
        }
    };
}

/// A row of a table: `generated!`, then the point, the value where it is known, the gradient.
macro_rules! case {
    (
        $f:ident $grad:ident $grad_into:ident $grad_with:ident $vjp:ident;
        |$v:ident| $args:tt -> $buffers:tt;
        $kind:ident $x:tt => $slopes:expr
    ) => {
        case! {
            @row $f (generated! {
                $f $grad $grad_into $grad_with $vjp; |$v| $args -> $buffers
            }) $kind $x; None; $slopes
        }
    };
    (
        $f:ident $grad:ident $grad_into:ident $grad_with:ident $vjp:ident;
        |$v:ident| $args:tt -> $buffers:tt;
        $kind:ident $x:tt = $value:expr => $slopes:expr
    ) => {
        case! {
            @row $f (generated! {
                $f $grad $grad_into $grad_with $vjp; |$v| $args -> $buffers
            }) $kind $x; Some($value); $slopes
        }
    };
    (@row $f:ident ($generated:expr) $kind:ident $x:expr; $value:expr; $slopes:expr) => {
        $crate::support::Case {
            name: stringify!($f),
            generated: $generated,
            kind: kind!($kind),
            x: &$x,
            value: $value,
            grad: &$slopes,
        }
    };
}

macro_rules! kind {
    (smooth) => {
        $crate::support::Kind::Smooth
    };
    (kink) => {
        $crate::support::Kind::Kink
    };
    (special) => {
        $crate::support::Kind::Special
    };
    (single) => {
        $crate::support::Kind::Single
    };
}

/// The test of the function `f` of the module it stands in: how `f` is called with a flat list,
/// the names of its gradients, then points, each with its slopes if they are known in closed form.
/// Differences are compared at smooth points.
///
/// ```text
/// check! {
///     |v| (v[0], &v[1..], 7) -> (k, x);
///     smooth [1.0, 2.0, 3.0] => [5.0, 1.0, 1.0];
///     smooth [0.5, 0.2];
///     kink [0.0, 0.0] => [0.5, 0.0];
/// }
/// ```
macro_rules! check {
    (
        |$v:ident| $args:tt -> $buffers:tt;
        $($kind:ident $x:tt $(=> $slopes:tt)?;)+
    ) => {
        #[test]
        fn gradient() {
            let f = generated! { f f_grad f_grad_into f_grad_with f_vjp; |$v| $args -> $buffers };
            $(
                let slopes: &[&[f64]] = &[$(&$slopes)?];
                let slopes = slopes.first().copied();
                $crate::support::all("f", &f, kind!($kind), &$x, slopes);
            )+
        }
    };
}

/// As `check!` for a function with several results, which has `f_vjp` only: after the arrow each
/// gradient with a buffer of the right shape, then the shape of the seed. A point may give the
/// Jacobian, a row for each float of the result.
macro_rules! several {
    (
        |$v:ident| ($($arg:expr),*) -> ($($buffer:ident: $shape:expr),*), seed $seed:expr;
        $($x:tt $(=> [$($row:expr),* $(,)?])?;)+
    ) => {
        #[test]
        fn gradient() {
            let f = $crate::support::Several {
                primal: |$v| $crate::support::flatten(&[&f($($arg),*)]),
                vjp: |$v, seeds, old| {
                    let mut seed = $seed;
                    $crate::support::load(&mut [&mut seed], seeds);
                    $(let mut $buffer = $shape;)*
                    $crate::support::load(&mut [$(&mut $buffer),*], old);
                    let value = match f_vjp($($arg),*) {
                        (value, pullback) => {
                            pullback(&seed, $(&mut $buffer),*);
                            value
                        }
                    };
                    let slopes = $crate::support::flatten(&[$(&$buffer),*]);
                    ($crate::support::flatten(&[&value]), slopes)
                },
            };
            $(
                $crate::support::all_rows(&f, &$x, &[$($(&$row),*)?]);
            )+
        }
    };
}

/// The test of a loop with any number of trips, `N`: 0, 1, 2, 3 and 7. After `at` the point,
/// which may be longer with more trips.
macro_rules! trips {
    (|$v:ident| $args:tt -> $buffers:tt; at $x:expr) => {
        trips! { @one |$v| $args -> $buffers; at $x; (none 0) (one 1) (two 2) (three 3) (seven 7) }
    };
    (@one |$v:ident| $args:tt -> $buffers:tt; at $x:expr; $(($name:ident $n:literal))*) => {$(
        #[test]
        fn $name() {
            const N: usize = $n;
            let f = generated! { f f_grad f_grad_into f_grad_with f_vjp; |$v| $args -> $buffers };
            $crate::support::all("f", &f, $crate::support::Kind::Smooth, &$x, None);
        }
    )*};
}

/// Functions of a slice and a count, one module further out: their gradients at a point agree with differences, for no trip,
/// one and some.
macro_rules! agrees {
    ($at:expr; $($name:ident $gradient:ident)*) => {$(
        #[test]
        fn $name() {
            for n in [0, 1, 2, 4] {
                let gradient = super::$gradient(&$at, n).1;
                let check = grad_runtime::check::Check::new();
                if let Err(wrong) = check.gradient(|x| super::$name(x, n), &$at, &gradient) {
                    panic!("{n}: {wrong}");
                }
            }
        }
    )*};
}
