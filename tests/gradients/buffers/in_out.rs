//! The check of a function with `&mut` parameters.
//!
//! Its pullback accumulates into the buffers of the other parameters. In those of `&mut`
//! parameters it finds the cotangent of the final content and leaves that of the initial one.

use crate::support::{Kind, assert_close, assert_differences};

/// Built by the macro `in_out!`.
pub struct InOut {
    pub primal: fn(&[f64]) -> Run,
    pub vjp: fn(&[f64], &Seeds) -> Pulled,
    /// `_grad`, `_grad_into`, `_grad_with`; the buffers hold the number when they are called.
    pub grads: Vec<(&'static str, fn(&[f64], f64) -> Pulled)>,
}

pub struct Run {
    /// The result and what the caller's buffers hold afterwards, to the bit.
    pub text: String,
    pub result: Vec<f64>,
    /// The final content of the parameters whose cotangents are asked for.
    pub last: Vec<f64>,
    pub epsilon: f64,
}

pub struct Seeds<'a> {
    /// What the accumulated buffers hold at first.
    pub old: f64,
    pub result: &'a [f64],
    pub last: &'a [f64],
}

pub struct Pulled {
    pub text: String,
    pub slopes: Vec<f64>,
    /// Which of them stand in the buffers of `&mut` parameters.
    pub in_out: Vec<bool>,
}

/// `jacobian`: a row for each float of the result, then one for each of the final contents; or
/// the first row only, or none.
#[track_caller]
pub fn all(f: &InOut, kind: Kind, x: &[f64], jacobian: &[&[f64]]) {
    let run = (f.primal)(x);
    let outputs = run.result.len() + run.last.len();
    for (k, row) in jacobian.iter().enumerate() {
        let mut seed = vec![0.0; outputs];
        seed[k] = 1.0;
        let tolerance = if run.epsilon > f64::EPSILON {
            1e-5
        } else {
            1e-9
        };
        let pulled = pulled(f, x, &run, 0.0, &seed);
        assert_close(&format!("row {k}"), &pulled.slopes, row, tolerance);
    }
    for step in [1, 3, 5] {
        let seed: Vec<f64> = (0..outputs).map(|k| number(k * step + step)).collect();
        differences(f, kind, x, &run, &seed);
        adds_or_replaces(f, x, &run, &seed);
        seeds_are_linear(f, x, &run, &seed);
    }
    same_from_all(f, x, &run);
}

/// Between -1 and 1, never 0.
fn number(k: usize) -> f64 {
    (k * 7 % 11) as f64 / 5.25 - 1.0
}

#[track_caller]
fn pulled(f: &InOut, x: &[f64], run: &Run, old: f64, seed: &[f64]) -> Pulled {
    let (result, last) = seed.split_at(run.result.len());
    let pulled = (f.vjp)(x, &Seeds { old, result, last });
    assert_eq!(pulled.text, run.text, "result and buffers after _vjp");
    pulled
}

#[track_caller]
fn differences(f: &InOut, kind: Kind, x: &[f64], run: &Run, seed: &[f64]) {
    if kind != Kind::Smooth {
        return;
    }
    let total = |x: &[f64]| {
        let run = (f.primal)(x);
        let outputs = run.result.iter().chain(&run.last);
        seed.iter().zip(outputs).map(|(w, y)| w * y).sum()
    };
    let slopes = pulled(f, x, run, 0.0, seed).slopes;
    let what = format!("seeds {seed:?}");
    assert_differences(&what, &total, x, &slopes, run.epsilon);
}

#[track_caller]
fn adds_or_replaces(f: &InOut, x: &[f64], run: &Run, seed: &[f64]) {
    let clean = pulled(f, x, run, 0.0, seed);
    let added = pulled(f, x, run, 0.5, seed);
    let expected: Vec<f64> = (clean.slopes.iter().zip(&clean.in_out))
        .map(|(slope, in_out)| slope + if *in_out { 0.0 } else { 0.5 })
        .collect();
    let tolerance = 256.0 * run.epsilon;
    assert_close("into buffers of 0.5", &added.slopes, &expected, tolerance);
}

#[track_caller]
fn seeds_are_linear(f: &InOut, x: &[f64], run: &Run, seed: &[f64]) {
    let scaled = |by: f64| {
        let seed: Vec<f64> = seed.iter().map(|seed| by * seed).collect();
        pulled(f, x, run, 0.0, &seed).slopes
    };
    let double: Vec<f64> = scaled(1.0).iter().map(|slope| 2.0 * slope).collect();
    assert_close("twice the seeds", &scaled(2.0), &double, 0.0);
    assert_close("seeds of 0", &scaled(0.0), &vec![0.0; double.len()], 0.0);
}

/// The functions that seed the result with 1 and the final contents with 0.
#[track_caller]
fn same_from_all(f: &InOut, x: &[f64], run: &Run) {
    let mut seed = vec![0.0; run.result.len() + run.last.len()];
    for (name, grad) in &f.grads {
        seed[0] = 1.0;
        let expected = pulled(f, x, run, 0.0, &seed).slopes;
        for old in [f64::NAN, 1.0] {
            let found = grad(x, old);
            assert_eq!(found.text, run.text, "result and buffers after {name}");
            assert_close(name, &found.slopes, &expected, 256.0 * run.epsilon);
        }
    }
}

/// The test of the function `f` of the module it stands in, whose arguments come from the flat
/// list `v`, in order:
///
/// ```text
/// in_out! {
///     float |v| { y = v[2..4].to_vec(); s = [0.0; 3] } (&v[..2], &mut y, &mut s) -> (x: vec![0.0; 2], y);
///     smooth [1.5, 2.0, 0.5, 3.0] => [[1.0, 0.0, 0.0, 0.0]];
/// }
/// ```
///
/// - `float`: one float is returned; `nothing`: nothing that carries one; `several SHAPE`: a
///   result whose seed is of that shape.
/// - In braces the buffers that are lent, those with a gradient first.
/// - After the arrow the gradients; the shape of one that is `&mut` is that of its final content.
/// - Points as in `check!`, each with rows of the Jacobian if known.
macro_rules! in_out {
    (
        float |$v:ident| { $($m:ident = $init:expr),* $(; $($s:ident = $scratch:expr),*)? }
        ($($arg:expr),* $(,)?) -> ($($g:ident $(: $shape:expr)?),*);
        $($points:tt)+
    ) => {
        #[test]
        fn gradient() {
            let mut f = in_out! {
                @struct |$v| { $($m = $init),*; $($($s = $scratch),*)? } ($($arg),*)
                -> ($($g $(: $shape)?),*), |seeds, pullback|
                pullback($crate::support::real(seeds.result[0]), $($g),*)
            };
            f.grads = vec![
                ("_grad", |$v, _old| in_out! {
                    @run |$v| { $($m = $init),*; $($($s = $scratch),*)? } ($($arg),*)
                    -> ($($g $(: $shape)?),*), |grads| {
                        let (value, $($g),*) = f_grad($($arg),*);
                        grads = ($($g,)*);
                        value
                    }
                }),
                ("_grad_into", |$v, old| in_out! {
                    @run |$v| { $($m = $init),*; $($($s = $scratch),*)? } ($($arg),*)
                    -> ($($g $(: $shape)?),*), |grads| {
                        in_out! { @fill grads ($($g),*) old }
                        in_out! { @call f_grad_into ($($arg),*) grads ($($g),*) }
                    }
                }),
                ("_grad_with", |$v, old| in_out! {
                    @run |$v| { $($m = $init),*; $($($s = $scratch),*)? } ($($arg),*)
                    -> ($($g $(: $shape)?),*), |grads| {
                        let mut tape = grad_runtime::Tape::new();
                        in_out! { @fill grads ($($g),*) old }
                        in_out! { @call f_grad_with (&mut tape, $($arg),*) grads ($($g),*) }
                    }
                }),
            ];
            in_out! { @points f; $($points)+ }
        }
    };
    (
        nothing |$v:ident| { $($m:ident = $init:expr),* $(; $($s:ident = $scratch:expr),*)? }
        ($($arg:expr),* $(,)?) -> ($($g:ident $(: $shape:expr)?),*);
        $($points:tt)+
    ) => {
        #[test]
        fn gradient() {
            let f = in_out! {
                @struct |$v| { $($m = $init),*; $($($s = $scratch),*)? } ($($arg),*)
                -> ($($g $(: $shape)?),*), |seeds, pullback| pullback($($g),*)
            };
            in_out! { @points f; $($points)+ }
        }
    };
    (
        several $seed:expr;
        |$v:ident| { $($m:ident = $init:expr),* $(; $($s:ident = $scratch:expr),*)? }
        ($($arg:expr),* $(,)?) -> ($($g:ident $(: $shape:expr)?),*);
        $($points:tt)+
    ) => {
        #[test]
        fn gradient() {
            let f = in_out! {
                @struct |$v| { $($m = $init),*; $($($s = $scratch),*)? } ($($arg),*)
                -> ($($g $(: $shape)?),*), |seeds, pullback| {
                    let mut seed = $seed;
                    $crate::support::load(&mut [&mut seed], seeds.result);
                    pullback(&seed, $($g),*)
                }
            };
            in_out! { @points f; $($points)+ }
        }
    };
    (@fill $grads:ident ($($g:ident),*) $old:expr) => {{
        let ($(ref mut $g,)*) = $grads;
        $crate::support::fill(&mut [$($g),*], $old);
    }};
    // The names of the gradients are those of the arguments, hence the numbers.
    (@call $f:ident ($($arg:expr),*) $d:ident ($a:ident)) => {
        $f($($arg,)* &mut $d.0)
    };
    (@call $f:ident ($($arg:expr),*) $d:ident ($a:ident, $b:ident)) => {
        $f($($arg,)* &mut $d.0, &mut $d.1)
    };
    (@call $f:ident ($($arg:expr),*) $d:ident ($a:ident, $b:ident, $c:ident)) => {
        $f($($arg,)* &mut $d.0, &mut $d.1, &mut $d.2)
    };
    (@points $f:ident; $($kind:ident $x:tt $(=> [$($row:tt),* $(,)?])?;)+) => {
        $($crate::buffers::in_out::all(&$f, kind!($kind), &$x, &[$($(&$row),*)?]);)+
    };
    (
        @struct |$v:ident| { $($m:ident = $init:expr),*; $($s:ident = $scratch:expr),* }
        ($($arg:expr),*) -> ($($g:ident $(: $shape:expr)?),*),
        |$seeds:ident, $pullback:ident| $call:expr
    ) => {
        $crate::buffers::in_out::InOut {
            primal: |$v| {
                $(let mut $m = $init;)*
                $(let mut $s = $scratch;)*
                let value = f($($arg),*);
                let parts: &[&dyn $crate::support::Flat] = &[&value, $(&$m),*];
                $crate::buffers::in_out::Run {
                    text: format!("{:?}", (&value, $(&$m,)* $(&$s,)*)),
                    result: $crate::support::flatten(&[&value]),
                    last: $crate::support::flatten(&parts[1..]),
                    epsilon: $crate::support::epsilon(parts),
                }
            },
            vjp: |$v, $seeds| in_out! {
                @run |$v| { $($m = $init),*; $($s = $scratch),* } ($($arg),*)
                -> ($($g $(: $shape)?),*), |grads| {
                    in_out! { @fill grads ($($g),*) $seeds.old }
                    {
                        let ($(ref mut $g,)*) = grads;
                        $crate::support::load(&mut [$($m),*], $seeds.last);
                    }
                    // In a match, so that arguments made on the spot live until the pullback ran.
                    match f_vjp($($arg),*) {
                        (value, $pullback) => {
                            let ($(ref mut $g,)*) = grads;
                            $call;
                            value
                        }
                    }
                }
            },
            grads: Vec::new(),
        }
    };
    (
        @run |$v:ident| { $($m:ident = $init:expr),*; $($s:ident = $scratch:expr),* }
        ($($arg:expr),*) -> ($($g:ident $(: $shape:expr)?),*), |$grads:ident| $call:expr
    ) => {{
        let shapes = || {
            $(let mut $m = $init;)*
            $(let mut $s = $scratch;)*
            f($($arg),*);
            $($(let $g = $shape;)?)*
            ($($g,)*)
        };
        let mut $grads = shapes();
        $(let mut $m = $init;)*
        $(let mut $s = $scratch;)*
        let value = $call;
        let text = format!("{:?}", (&value, $(&$m,)* $(&$s,)*));
        let slopes = {
            let ($(ref $g,)*) = $grads;
            $crate::support::flatten(&[$($g as &dyn $crate::support::Flat),*])
        };
        let in_out = {
            let ($(mut $g,)*) = $grads;
            $crate::support::fill(&mut [$(&mut $g),*], 0.0);
            $crate::support::fill(&mut [$(&mut $m as &mut dyn $crate::support::Flat),*], 1.0);
            $crate::support::flatten(&[$(&$g),*])
        };
        $crate::buffers::in_out::Pulled {
            text,
            slopes,
            in_out: in_out.iter().map(|mark| *mark == 1.0).collect(),
        }
    }};
}
