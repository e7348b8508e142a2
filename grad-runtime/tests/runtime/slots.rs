//! Every kind of argument serves as the slot it should serve as.

use grad_runtime::{Skip, Slot};

/// How many buffers the slot lent, after adding one to each of their numbers.
fn lend(mut slot: impl Slot<[f64]>) -> usize {
    let mut lent = 0;
    slot.with(|d| {
        for d in d {
            *d += 1.0;
        }
        lent += 1;
    });
    lent
}

#[test]
fn buffers_lend_themselves_as_slices() {
    let mut array = [0.0; 2];
    let mut vector = vec![0.0; 2];
    assert_eq!(lend(&mut array), 1);
    assert_eq!(lend(&mut array[..]), 1);
    assert_eq!(lend(&mut vector), 1);
    assert_eq!(lend(Some(&mut array)), 1);
    assert_eq!(lend(Some(&mut array[1..])), 1);
    assert_eq!(lend(Some(&mut vector)), 1);
    assert_eq!(array, [3.0, 4.0]);
    assert_eq!(vector, [2.0, 2.0]);
}

#[test]
fn absent_buffers_lend_nothing() {
    assert_eq!(lend(Skip), 0);
    assert_eq!(lend(None::<&mut [f64]>), 0);
    assert_eq!(lend(None::<&mut Vec<f64>>), 0);
    assert_eq!(lend(None::<&mut [f64; 3]>), 0);
}

#[test]
fn a_slot_lends_again_and_again() {
    let mut d_x = 0.0;
    let mut slot = &mut d_x;
    for _ in 0..3 {
        Slot::<f64>::with(&mut slot, |d| *d += 2.0);
    }
    assert_eq!(d_x, 6.0);
}

#[test]
fn whole_containers_stay_available() {
    let mut rows = vec![[0.0; 2]];
    let mut slot = &mut rows;
    Slot::<Vec<[f64; 2]>>::with(&mut slot, |d| d.push([1.0; 2]));
    let mut slot = &mut rows[1];
    Slot::<[f64; 2]>::with(&mut slot, |d| *d = [5.0, 6.0]);
    assert_eq!(rows, [[0.0, 0.0], [5.0, 6.0]]);
}

#[test]
fn parameters_without_floats_have_unit_slots() {
    fn unit(mut slot: impl Slot<()>) -> bool {
        slot.get().is_some()
    }
    assert!(unit(&mut ()));
    assert!(!unit(Skip));
}
