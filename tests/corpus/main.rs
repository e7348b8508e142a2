//! Functions as users write them, with nothing but the attribute added, against gradients that were computed
//! with eighty digits. Each is called through the generated functions that its result has.
#![allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    reason = "the functions are written as their authors would"
)]

mod case;
mod real;

mod camera;
mod finance;
mod losses;
mod nn;
mod objectives;
mod ode;
mod orbital;
mod physics;
mod robotics;
mod stats;

mod gradients;

use case::Case;

#[test]
fn gradients_are_those_stored() {
    let all: [&[Case]; 10] = [
        camera::CASES,
        finance::CASES,
        losses::CASES,
        nn::CASES,
        objectives::CASES,
        ode::CASES,
        orbital::CASES,
        physics::CASES,
        robotics::CASES,
        stats::CASES,
    ];
    let mut count = 0;
    for case in all.into_iter().flatten() {
        let (value, grad) = gradients::of(case);
        assert_eq!(value, (case.eval)(case.x), "{}: the value", case.name);
        let close = |a: f64, b: f64| (a - b).abs() <= case.tol * b.abs().max(1.0);
        assert!(close(value, case.value), "{}: {value}", case.name);
        assert_eq!(grad.len(), case.grad.len(), "{}", case.name);
        for (at, (d, expected)) in grad.iter().zip(case.grad).enumerate() {
            assert!(
                close(*d, *expected),
                "{}: entry {at} is {d} instead of {expected}",
                case.name
            );
        }
        count += 1;
    }
    assert_eq!(count, 25);
}
