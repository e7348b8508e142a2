//! A buffer of the wrong shape is refused with a sentence that says where.

use std::panic::{AssertUnwindSafe, catch_unwind};

use grad_runtime::Differentiable;

/// The message with which `x` refuses `buffer`.
fn refusal<T: Differentiable + ?Sized>(x: &T, buffer: &T::Buffer) -> String {
    let refused = catch_unwind(AssertUnwindSafe(|| x.check_shape(buffer, "x")));
    *refused
        .expect_err("the buffer has another shape")
        .downcast::<String>()
        .unwrap()
}

#[test]
fn a_slice() {
    assert_eq!(
        refusal(&[1.0; 4][..], &[0.0; 3]),
        "gradient buffer `d_x` has length 3, but `x` has length 4",
    );
}

#[test]
fn a_vector_behind_a_reference() {
    assert_eq!(
        refusal(&&vec![1.0; 2], &[0.0; 3]),
        "gradient buffer `d_x` has length 3, but `x` has length 2",
    );
}

#[test]
fn a_row() {
    assert_eq!(
        refusal(&[vec![1.0], vec![1.0; 4]][..], &[vec![0.0], vec![0.0; 3]]),
        "gradient buffer `d_x[1]` has length 3, but `x[1]` has length 4",
    );
}

#[test]
fn a_member_of_a_tuple_in_an_array() {
    assert_eq!(
        refusal(&[(1.0, vec![1.0; 4])], &[(0.0, vec![])]),
        "gradient buffer `d_x[0].1` has length 0, but `x[0].1` has length 4",
    );
}

#[test]
fn an_option() {
    assert_eq!(
        refusal(&Some(1.0), &None),
        "gradient buffer `d_x` is `None`, but `x` is `Some`",
    );
    assert_eq!(
        refusal(&None::<f64>, &Some(0.0)),
        "gradient buffer `d_x` is `Some`, but `x` is `None`",
    );
}

#[test]
fn the_right_shape_passes() {
    let x = [(1.0, vec![1.0; 4], Some([1.0_f32; 2]), 7_usize)];
    x.check_shape(&x.zero_tangent(), "x");
}
