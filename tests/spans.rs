//! A panic inside generated code is reported where the function itself would report it: same file, same
//! line, same message.

// The functions are what users might write, on several lines so that lines can be told apart.
#![allow(clippy::all, dead_code)]
#![cfg_attr(rustfmt, rustfmt_skip)]

use grad_runtime::derive_grad;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Of the last panic, where one is awaited.
    static PLACE: RefCell<Option<Place>> = const { RefCell::new(None) };
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    file: String,
    line: u32,
    message: String,
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).expect("a message")
}

/// Where it panics.
fn place<T>(f: impl FnOnce() -> T) -> Place {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |info| {
            let at = info.location().expect("a location");
            let awaited = PLACE.with_borrow_mut(|place| {
                place.as_mut().map(|place| {
                    *place = Place {
                        file: at.file().to_owned(),
                        line: at.line(),
                        message: message(info.payload()),
                    };
                })
            });
            if awaited.is_none() {
                print(info);
            }
        }));
    });
    let none = Place { file: String::new(), line: 0, message: String::new() };
    PLACE.set(Some(none));
    let outcome = catch_unwind(AssertUnwindSafe(f));
    let place = PLACE.take().expect("it was set");
    assert!(outcome.is_err(), "no panic");
    place
}

/// The function and what is generated panic at one place.
macro_rules! parity {
    ($($f:ident $grad:ident $vjp:ident ($($arg:expr),*) $(if $when:expr)?;)+) => {$(
        mod $f {
            use super::*;

            #[test]
            fn place_of_the_panic() {
                $(if !$when { return; })?
                let primal = place(|| super::$f($($arg),*));
                assert_eq!(place(|| $grad($($arg),*)), primal);
                assert_eq!(place(|| drop($vjp($($arg),*))), primal);
            }
        }
    )+};
}

parity! {
    read read_grad read_vjp(&[1.0, 2.0], 2);
    write write_grad write_vjp(&[1.0, 2.0], 1);
    written_in_place written_in_place_grad written_in_place_vjp(&[1.0, 2.0], 3);
    row row_grad row_vjp(&[[1.0, 2.0]], 0, 2);
    row_of_vectors row_of_vectors_grad row_of_vectors_vjp(&[vec![1.0], vec![]], 1, 0);
    in_a_loop in_a_loop_grad in_a_loop_vjp(&[1.0; 3], 4);
    in_an_inner_loop in_an_inner_loop_grad in_an_inner_loop_vjp(&[1.0; 3], 4);
    long_expression long_expression_grad long_expression_vjp(&[1.0; 3]);
    range range_grad range_vjp(&[1.0; 3], 1, 4);
    backward_range backward_range_grad backward_range_vjp(&[1.0; 3], 2, 1);
    range_of_a_range range_of_a_range_grad range_of_a_range_vjp(&[1.0; 5], 4);
    range_written range_written_grad range_written_vjp(&[1.0; 3], 7);
    split split_grad split_vjp(&[1.0; 3], 4);
    copied copied_grad copied_vjp(&[1.0; 3], 2);
    swapped swapped_grad swapped_vjp(&[1.0; 3], 3);
    quotient quotient_grad quotient_vjp(1.5, 7, 0);
    remainder remainder_grad remainder_vjp(1.5, 7, 0);
    sum_overflows sum_overflows_grad sum_overflows_vjp(1.5, 100) if cfg!(debug_assertions);
    difference_overflows difference_overflows_grad difference_overflows_vjp(1.5, 3) if cfg!(debug_assertions);
    product_overflows product_overflows_grad product_overflows_vjp(1.5, 200) if cfg!(debug_assertions);
    shift_overflows shift_overflows_grad shift_overflows_vjp(1.5, 8) if cfg!(debug_assertions);
    counter_overflows counter_overflows_grad counter_overflows_vjp(1.5, 255) if cfg!(debug_assertions);
    explicit explicit_grad explicit_vjp(-1.5);
    asserted asserted_grad asserted_vjp(0.5);
    equal equal_grad equal_vjp(&[1.0], &[1.0, 2.0]);
    unreached unreached_grad unreached_vjp(1.5, 4);
    not_done not_done_grad not_done_vjp(1.5, 4);
    unwrapped unwrapped_grad unwrapped_vjp(1.5, "seven");
    expected expected_grad expected_vjp(1.5, &[1, 2]);
    bounds_crossed bounds_crossed_grad bounds_crossed_vjp(1.5, 2.0, 1.0);
    first_of_none first_of_none_grad first_of_none_vjp(&[]);
    pieces_of_nothing pieces_of_nothing_grad pieces_of_nothing_vjp(&[1.0; 3], 0);
    windows_of_nothing windows_of_nothing_grad windows_of_nothing_vjp(&[1.0; 3], 0);
    step_of_nothing step_of_nothing_grad step_of_nothing_vjp(&[1.0; 3], 0);
    inserted inserted_grad inserted_vjp(&[1.0; 3], 4);
    in_a_callee in_a_callee_grad in_a_callee_vjp(&[1.0; 3], 3);
    in_a_tracked_callee in_a_tracked_callee_grad in_a_tracked_callee_vjp(-1.0);
    in_recursion in_recursion_grad in_recursion_vjp(&[1.0; 3], 4);
    in_inactive_code in_inactive_code_grad in_inactive_code_vjp(1.5, &[1, 2], 2);
    in_a_condition in_a_condition_grad in_a_condition_vjp(&[1.0; 2], 2);
    in_a_guard in_a_guard_grad in_a_guard_vjp(&[1.0; 2], 2);
    bound_of_a_loop bound_of_a_loop_grad bound_of_a_loop_vjp(1.5, &[1, 2], 2);
}

#[derive_grad]
fn read(x: &[f64], i: usize) -> f64 {
    let y = x[0] * 2.0;
    y * x[i]
}

#[derive_grad]
fn write(x: &[f64], i: usize) -> f64 {
    let mut y = [0.0; 1];
    y[0] = x[0];
    y[i] = x[1];
    y[0]
}

#[derive_grad]
fn written_in_place(x: &[f64], i: usize) -> f64 {
    let mut y = x.to_vec();
    y[0] *= x[0];
    y[i] += x[1];
    y[0]
}

#[derive_grad]
fn row(x: &[[f64; 2]], i: usize, j: usize) -> f64 {
    let y = x[0][0];
    y * x[i]
        [j]
}

#[derive_grad]
fn row_of_vectors(x: &[Vec<f64>], i: usize, j: usize) -> f64 {
    let y = x[0][0];
    y * x[i][j]
}

#[derive_grad]
fn in_a_loop(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..n {
        s += x[0];
        s *= x[i];
    }
    s
}

#[derive_grad]
fn in_an_inner_loop(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    let mut i = 0;
    while i < n {
        for j in i..n {
            s += x[i]
                * x[j];
        }
        i += 1;
    }
    s
}

#[derive_grad]
fn long_expression(x: &[f64]) -> f64 {
    x[0]
        + x[1]
            * x[2]
        - x[3]
            * x[0]
}

#[derive_grad]
fn range(x: &[f64], from: usize, to: usize) -> f64 {
    let y = x[0];
    let part = &x[from..to];
    y * part[0]
}

#[derive_grad]
fn backward_range(x: &[f64], from: usize, to: usize) -> f64 {
    let y = x[0];
    let part =
        &x[from..to];
    y * part[0]
}

#[derive_grad]
fn range_of_a_range(x: &[f64], from: usize) -> f64 {
    let part = &x[1..];
    let rest =
        &part[from + 1..];
    rest[0]
}

#[derive_grad]
fn range_written(x: &[f64], from: usize) -> f64 {
    let mut y = x.to_vec();
    let part =
        &mut y[from..];
    part[0] = x[1];
    y[0]
}

#[derive_grad]
fn split(x: &[f64], at: usize) -> f64 {
    let y = x[0];
    let (left, right) =
        x.split_at(at);
    y * left[0] * right[0]
}

#[derive_grad]
fn copied(x: &[f64], n: usize) -> f64 {
    let mut y = vec![0.0; n];
    y[0] = x[0];
    y
        .copy_from_slice(x);
    y[0]
}

#[derive_grad]
fn swapped(x: &[f64], i: usize) -> f64 {
    let mut y = x.to_vec();
    y[0] = x[0];
    y.swap(0, i);
    y[0]
}

#[derive_grad]
fn quotient(x: f64, n: usize, by: usize) -> f64 {
    let y = x * x;
    let each = n / by;
    y * each as f64
}

#[derive_grad]
fn remainder(x: f64, n: usize, by: usize) -> f64 {
    let y = x * x;
    y * (n
        % by) as f64
}

#[derive_grad]
fn sum_overflows(x: f64, n: u8) -> f64 {
    let y = x * x;
    y * (n + 200) as f64
}

#[derive_grad]
fn difference_overflows(x: f64, n: usize) -> f64 {
    let y = x * x;
    let m = n - 4;
    y * m as f64
}

#[derive_grad]
fn product_overflows(x: f64, n: u8) -> f64 {
    let y = x * x;
    let mut m = n;
    m *= 2;
    y * m as f64
}

#[derive_grad]
fn shift_overflows(x: f64, n: u32) -> f64 {
    let y = x * x;
    let m = 1u8 << n;
    y * m as f64
}

#[derive_grad]
fn counter_overflows(x: f64, n: u8) -> f64 {
    let mut y = x;
    let mut i = n;
    while y < 10.0 {
        y *= x;
        i += 1;
    }
    y * i as f64
}

#[derive_grad]
fn explicit(x: f64) -> f64 {
    let y = x * x;
    if x < 0.0 {
        panic!("{x} is negative");
    }
    y
}

#[derive_grad]
fn asserted(x: f64) -> f64 {
    let y = x * x;
    assert!(y > 1.0, "{y} is small");
    y
}

#[derive_grad]
fn equal(x: &[f64], y: &[f64]) -> f64 {
    let z = x[0] * y[0];
    assert_eq!(x.len(), y.len());
    z
}

#[derive_grad]
fn unreached(x: f64, k: u32) -> f64 {
    match k {
        0 => x * x,
        1 => x.sin(),
        _ => unreachable!("kind {k}"),
    }
}

#[derive_grad]
fn not_done(x: f64, k: u32) -> f64 {
    let y = x * x;
    if k > 1 {
        todo!()
    } else {
        y
    }
}

#[derive_grad]
fn unwrapped(x: f64, n: &str) -> f64 {
    let y = x * x;
    let n: u32 = n
        .parse()
        .unwrap();
    y * n as f64
}

#[derive_grad]
fn expected(x: f64, list: &[usize]) -> f64 {
    let y = x * x;
    let n: usize = *list.get(2).expect("a third");
    y * n as f64
}

#[derive_grad]
fn bounds_crossed(x: f64, low: f64, high: f64) -> f64 {
    let y = x * x;
    y.clamp(low, high)
}

#[derive_grad]
fn first_of_none(x: &[f64]) -> f64 {
    let y = 2.0;
    let first = x.first().unwrap();
    y * first
}

#[derive_grad]
fn pieces_of_nothing(x: &[f64], n: usize) -> f64 {
    let mut y = x[0];
    for part in x.chunks(n) {
        y *= part[0];
    }
    y
}

#[derive_grad]
fn windows_of_nothing(x: &[f64], n: usize) -> f64 {
    let mut y = x[0];
    for part in x.windows(n) {
        y *= part[0];
    }
    y
}

#[derive_grad]
fn step_of_nothing(x: &[f64], n: usize) -> f64 {
    let mut y = x[0];
    for i in (0..x.len()).step_by(n) {
        y *= x[i];
    }
    y
}

#[derive_grad]
fn removed(x: &[f64], i: usize) -> f64 {
    let mut y = x.to_vec();
    y[0] *= x[0];
    let z = y.remove(i);
    y[0] * z
}

#[derive_grad]
fn inserted(x: &[f64], i: usize) -> f64 {
    let mut y = x.to_vec();
    y[0] *= x[0];
    y.insert(i, x[0]);
    y[0]
}

#[derive_grad]
fn split_off(x: &[f64], i: usize) -> f64 {
    let mut y = x.to_vec();
    y[0] *= x[0];
    let z = y.split_off(i);
    y[0] * z[0]
}

#[derive_grad]
fn in_a_callee(x: &[f64], i: usize) -> f64 {
    let y = x[0] * x[0];
    y * read(x, i)
}

#[track_caller]
#[derive_grad]
fn positive_root(x: f64) -> f64 {
    assert!(x > 0.0);
    x.sqrt()
}

#[derive_grad]
fn in_a_tracked_callee(x: f64) -> f64 {
    let y = x * x;
    y * positive_root(x)
}

#[derive_grad]
fn in_recursion(x: &[f64], n: usize) -> f64 {
    if n == 0 {
        return 1.0;
    }
    x[0]
        * in_recursion(&x[1..], n - 1)
}

#[derive_grad]
fn in_inactive_code(x: f64, list: &[usize], i: usize) -> f64 {
    let y = x * x;
    let n = list[i] + 1;
    y * n as f64
}

#[derive_grad]
fn in_a_condition(x: &[f64], i: usize) -> f64 {
    let y = x[0] * x[0];
    if y > 0.0
        && x[i] > 0.0
    {
        return y;
    }
    x[0]
}

#[derive_grad]
fn in_a_guard(x: &[f64], i: usize) -> f64 {
    match i {
        0 => x[0],
        n if x[n] > 0.0 => x[1],
        _ => x[0] * x[1],
    }
}

#[derive_grad]
fn bound_of_a_loop(x: f64, list: &[usize], i: usize) -> f64 {
    let mut y = x;
    for _ in 0..list[i] {
        y *= x;
    }
    y
}

/// The element is read before it is removed, so the message is another.
#[test]
fn lines_of_removals() {
    let primal = place(|| removed(&[1.0; 3], 3));
    assert_eq!(place(|| removed_grad(&[1.0; 3], 3)).line, primal.line);
    let primal = place(|| split_off(&[1.0; 3], 4));
    assert_eq!(place(|| split_off_grad(&[1.0; 3], 4)).line, primal.line);
}
