//! The stack gives back what it was given, across the move to the heap.

use grad_runtime::Tape;

#[test]
fn words_come_back_in_opposite_order() {
    for count in [0, 1, 31, 32, 33, 63, 64, 65, 1000] {
        let mut tape = Tape::new();
        tape.begin();
        (0..count).for_each(|word| tape.push(word));
        tape.mark_peak();
        for word in (0..count).rev() {
            assert_eq!(tape.pop(), word, "of {count}");
        }
        tape.finish();
        assert!(tape.is_empty());
        assert_eq!(tape.peak_words() as u64, count);
    }
}

#[test]
fn frames_and_words_mix() {
    let mut tape = Tape::new();
    for round in 0..50 {
        tape.push_frame([round, round + 1, round + 2]);
        tape.push(!round);
        tape.push_frame([]);
    }
    assert_eq!(tape.len(), 200);
    for round in (0..50).rev() {
        assert_eq!(tape.pop_frame(), []);
        assert_eq!(tape.pop(), !round);
        assert_eq!(tape.pop_frame(), [round, round + 1, round + 2]);
    }
    tape.finish();
}

#[test]
fn a_frame_larger_than_the_tape_fits() {
    let mut tape = Tape::new();
    tape.push(7);
    tape.push_frame([3; 500]);
    assert!(tape.capacity_words() > 501);
    assert_eq!(tape.pop_frame(), [3; 500]);
    assert_eq!(tape.pop(), 7);
}

#[test]
fn a_frame_may_span_the_last_small_word() {
    let mut tape = Tape::new();
    tape.push_frame([1; 62]);
    tape.push_frame([2; 4]);
    assert_eq!(tape.pop_frame(), [2; 4]);
    assert_eq!(tape.pop_frame(), [1; 62]);
}

#[test]
fn sixty_four_words_need_no_heap() {
    let mut tape = Tape::new();
    tape.push_frame([1; 64]);
    assert_eq!(tape.capacity_words(), 64);
    tape.push(2);
    assert!(tape.capacity_words() > 64);
}

#[test]
fn trips_put_their_frames_on_the_heap() {
    let mut tape = Tape::new();
    tape.push(7);
    for trip in 0..5000 {
        tape.push_trip([trip, 2 * trip]);
        assert!(tape.capacity_words() > 64);
    }
    for trip in (0..5000).rev() {
        assert_eq!(tape.pop_frame(), [trip, 2 * trip]);
    }
    assert_eq!(tape.pop(), 7);
    tape.finish();
}

#[test]
fn a_block_is_a_frame_for_every_trip() {
    for trips in [0, 1, 19, 20, 21, 300, 10_000] {
        let mut tape = Tape::new();
        tape.push(7);
        for (trip, frame) in tape.block(trips).iter_mut().enumerate() {
            *frame = [trip as u64, 1, 2];
        }
        tape.push_trips(trips);
        assert_eq!(tape.len(), 3 * trips + 2);
        assert_eq!(tape.pop(), trips as u64);
        let mut numbers = 0..trips as u64;
        for frame in tape.take_block::<3>(trips) {
            assert_eq!(
                *frame,
                [numbers.next().expect("no more frames than trips"), 1, 2]
            );
        }
        assert_eq!(numbers.next(), None);
        assert_eq!(tape.pop(), 7);
        tape.finish();
        assert_eq!(
            tape.capacity_words() == 64,
            3 * trips + 2 <= 64,
            "of {trips}"
        );
    }
}

#[test]
fn a_block_that_fits_no_memory_is_short() {
    for trips in [usize::MAX, usize::MAX / 16, usize::MAX / 64] {
        let mut tape = Tape::new();
        let frames = tape.block::<5>(trips).len();
        assert!((1000..trips).contains(&frames), "{frames} of {trips}");
        tape.begin();
        assert!(tape.block::<5>(3).len() == 3);
    }
}

#[test]
#[should_panic = "more words than fit into memory"]
fn a_short_block_is_not_closed() {
    Tape::new().push_trips(usize::MAX);
}

#[test]
fn memory_is_kept_and_the_peak_is_that_of_the_last_call() {
    let mut tape = Tape::new();
    let mut capacity = 0;
    for (count, peak) in [(1000, 1000), (3, 3)] {
        tape.begin();
        (0..count).for_each(|word| tape.push(word));
        tape.mark_peak();
        for _ in 0..count {
            tape.pop();
        }
        tape.finish();
        assert_eq!(tape.peak_words(), peak);
        assert!(tape.capacity_words() >= capacity.max(1000));
        capacity = tape.capacity_words();
    }
}

#[test]
fn a_call_forgets_what_a_panic_left() {
    let mut tape = Tape::default();
    tape.push_frame([1; 40]);
    tape.mark_peak();
    tape.begin();
    assert!(tape.is_empty());
    assert_eq!(tape.peak_words(), 0);
    tape.push(5);
    assert_eq!(tape.pop(), 5);
}

#[test]
fn a_clone_is_a_stack_of_its_own() {
    let mut tape = Tape::new();
    tape.push_frame([1; 40]);
    let mut other = tape.clone();
    assert_eq!(other.pop_frame(), [1; 40]);
    assert_eq!(tape.len(), 40);
}

#[test]
fn debug_prints_sizes() {
    let text = format!("{:?}", Tape::new());
    assert_eq!(
        text,
        "Tape { len: 0, peak_words: 0, capacity_words: 64, .. }"
    );
}

#[test]
#[should_panic(expected = "more words off the tape than the forward half kept")]
fn an_empty_tape_has_no_word() {
    Tape::new().pop();
}

#[test]
#[should_panic(expected = "more words off the tape than the forward half kept")]
fn a_short_tape_has_no_frame() {
    let mut tape = Tape::new();
    tape.push(1);
    let _: [u64; 2] = tape.pop_frame();
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "left words on the tape")]
fn words_left_behind_are_noticed() {
    let mut tape = Tape::new();
    tape.push(1);
    tape.finish();
}

#[test]
fn a_column_is_a_word_for_every_float() {
    let mut tape = Tape::new();
    tape.push_column(&[1.5, -2.0, 0.25]);
    tape.push_column::<f32>(&[]);
    tape.push_column(&[7.0_f32; 100]);
    assert_eq!(tape.len(), 103);
    assert_eq!(tape.pop(), u64::from(7.0_f32.to_bits()));
    assert_eq!(tape.take_cells(99, 1).len(), 99);
    assert_eq!(tape.take_cells(3, 1), [1.5, -2.0, 0.25].map(f64::to_bits));
    tape.finish();
}
