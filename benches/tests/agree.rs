//! What the table rests on: nothing is timed that was not compared.
use grad_bench::cases;
use grad_bench::origin;
use grad_bench::row::{Kind, Row};

#[test]
fn the_gradients_by_hand_are_those_that_were_taken_over() {
    origin::check().unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn all_gradients_agree_with_those_by_hand_on_small_inputs() {
    let parts = [cases::functions(), cases::examples(), cases::twins()];
    for case in parts.into_iter().flatten() {
        let mut row = case.small();
        assert!(row.find(Kind::Ours).is_some(), "{}", case.name);
        row.check()
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
}

#[test]
fn twins_have_originals() {
    let names: Vec<String> = cases::functions()
        .into_iter()
        .map(|case| case.name)
        .collect();
    for twin in cases::twins() {
        let original = twin.twin_of.expect("an original");
        assert!(names.iter().any(|name| name == original), "{}", twin.name);
    }
}

#[test]
fn a_gradient_that_differs_is_an_error() {
    let row = |ours: f64| {
        Row::default()
            .primal(|| 4.0)
            .gradient(Kind::Ours, [2], move |[d_x]| {
                d_x.copy_from_slice(&[1.0, ours]);
                4.0
            })
            .gradient(Kind::Hand, [2], |[d_x]| {
                d_x.copy_from_slice(&[1.0, 2.0]);
                4.0
            })
    };
    assert_eq!(row(2.0).check(), Ok(()));
    assert_eq!(
        row(2.5).check(),
        Err("ours: number 2 is 2.5, by hand 2".to_owned())
    );
    assert_eq!(
        row(f64::NAN).check(),
        Err("ours: number 2 is NaN, by hand 2".to_owned())
    );
}

#[test]
fn a_gradient_that_adds_to_its_buffer_is_an_error() {
    let mut row = Row::default()
        .gradient(Kind::Ours, [1], |[d_x]| {
            d_x[0] = if d_x[0].is_nan() { 1.0 } else { d_x[0] + 1.0 };
            0.0
        })
        .gradient(Kind::Hand, [1], |[d_x]| {
            d_x[0] = 1.0;
            0.0
        });
    assert!(row.check().is_err());
}
