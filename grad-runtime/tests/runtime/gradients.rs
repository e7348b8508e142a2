//! The table of types and gradients, and the arithmetic of gradients.

use grad_runtime::{Differentiable, Scalar, Tangent};

/// The zero gradient, lent as a buffer, through the trait alone.
fn zeroed<T: Differentiable + ?Sized>(value: &T) -> T::Tangent {
    let mut tangent = value.zero_tangent();
    value.check_shape(T::as_buffer(&mut tangent), "value");
    Tangent::set_zero(T::as_buffer(&mut tangent));
    value.check_shape(T::as_buffer_ref(&tangent), "value");
    tangent
}

#[test]
fn every_type_has_the_gradient_of_the_table() {
    assert_eq!(zeroed(&1.0_f64), 0.0);
    assert_eq!(zeroed(&1.0_f32), 0.0);
    assert_eq!(zeroed(&[1.0, 2.0][..]), vec![0.0; 2]);
    assert_eq!(zeroed(&vec![1.0, 2.0]), vec![0.0; 2]);
    assert_eq!(zeroed(&[1.0, 2.0]), [0.0; 2]);
    assert_eq!(zeroed(&[[1.0, 2.0]; 3][..]), vec![[0.0; 2]; 3]);
    assert_eq!(zeroed(&[vec![1.0], vec![]][..]), [vec![0.0], vec![]]);
    assert_eq!(zeroed(&&1.0), 0.0);
    assert_eq!(zeroed(&&mut [1.0, 2.0][..]), vec![0.0; 2]);
    assert_eq!(zeroed(&Box::new(1.0)), 0.0);
    assert_eq!(zeroed(&Some([1.0])), Some([0.0]));
    assert_eq!(zeroed(&None::<f64>), None);
    assert_eq!(zeroed(&(1.0, 2_usize, [3.0_f32])), (0.0, (), [0.0]));
    assert_eq!(zeroed(&(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.0)).11, 0.0);
}

#[test]
fn what_carries_no_float_has_the_gradient_unit() {
    fn check<T: Differentiable<Tangent = (), Buffer = ()> + ?Sized>(value: &T) {
        value.zero_tangent();
    }
    check(&1_u8);
    check(&1_i128);
    check(&true);
    check(&'c');
    check("text");
    check(&String::new());
    check(&());
    check(&&7_usize);
}

#[test]
fn gradients_add_and_scale() {
    type Gradient = (f64, f32, [f64; 2], Vec<f64>, Option<f64>, Box<f64>, ());
    let unit: Gradient = (
        1.0,
        2.0,
        [3.0, 4.0],
        vec![5.0],
        Some(6.0),
        Box::new(7.0),
        (),
    );
    let mut sum = unit.clone();
    sum.accumulate(&unit);
    sum.accumulate(&unit);
    let triple: Gradient = (
        3.0,
        6.0,
        [9.0, 12.0],
        vec![15.0],
        Some(18.0),
        Box::new(21.0),
        (),
    );
    assert_eq!(sum, triple);

    let mut scaled = unit.clone();
    scaled.scale_by(3.0);
    assert_eq!(scaled, triple);

    Tangent::set_zero(&mut scaled);
    let zero: Gradient = (0.0, 0.0, [0.0; 2], vec![0.0], Some(0.0), Box::new(0.0), ());
    assert_eq!(scaled, zero);
}

#[test]
fn scaling_f32_rounds_once() {
    for (number, factor) in [(0.1_f32, 0.3_f32), (1.0e-20, 3.0e-20), (16_777_215.0, 3.0)] {
        let mut scaled = number;
        scaled.scale_by(f64::from(factor));
        assert_eq!(scaled, number * factor);
    }
}

#[test]
fn nothing_can_be_added() {
    let mut d = Some(1.0);
    d.accumulate(&None);
    assert_eq!(d, Some(1.0));
}

#[test]
#[should_panic(expected = "cannot add a gradient of length 3 to one of length 2")]
fn lengths_must_agree_in_a_sum() {
    vec![1.0; 2].accumulate(&vec![1.0; 3]);
}

#[test]
#[should_panic(expected = "cannot add a gradient that is `Some` to one that is `None`")]
fn there_must_be_something_to_add_to() {
    None.accumulate(&Some(1.0));
}

#[test]
fn generic_code_needs_the_bound_only() {
    fn slope<T: Scalar>(x: &[T], d: &mut [T]) {
        Tangent::set_zero(d);
        let mut seed = T::grad_zero();
        seed += T::grad_from_f64(2.0);
        for (d, &x) in d.iter_mut().zip(x) {
            *d += seed * x - x / seed;
            *d -= -x;
        }
    }
    let mut d = [9.0; 2];
    slope(&[1.0, 2.0], &mut d);
    assert_eq!(d, [2.5, 5.0]);
}

/// `T` has the methods of some float trait too, and the user's calls must stay theirs.
#[test]
fn a_float_trait_with_the_method_set_zero_does_not_clash() {
    trait Zero {
        fn set_zero(&mut self);
    }
    impl Zero for f64 {
        fn set_zero(&mut self) {
            *self = 0.0;
        }
    }
    fn clear<T: Zero + Scalar>(mut x: T) -> T {
        x.set_zero();
        x
    }
    assert_eq!(clear(3.0), 0.0);
}
