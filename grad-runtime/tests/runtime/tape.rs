//! The stack gives back what it was given, across the move to the heap.

use grad_runtime::Tape;

#[test]
fn words_come_back_in_opposite_order() {
    for count in [0, 1, 31, 32, 33, 64, 65, 1000] {
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
    assert_eq!(tape.capacity_words(), 512);
    assert_eq!(tape.pop_frame(), [3; 500]);
    assert_eq!(tape.pop(), 7);
}

#[test]
fn a_frame_may_span_the_last_small_word() {
    let mut tape = Tape::new();
    tape.push_frame([1; 30]);
    tape.push_frame([2; 4]);
    assert_eq!(tape.pop_frame(), [2; 4]);
    assert_eq!(tape.pop_frame(), [1; 30]);
}

#[test]
fn thirty_two_words_need_no_heap() {
    let mut tape = Tape::new();
    tape.push_frame([1; 32]);
    assert_eq!(tape.capacity_words(), 32);
    tape.push(2);
    assert_eq!(tape.capacity_words(), 64);
}

#[test]
fn memory_is_kept_and_the_peak_is_that_of_the_last_call() {
    let mut tape = Tape::new();
    for (count, peak) in [(100, 100), (3, 3)] {
        tape.begin();
        (0..count).for_each(|word| tape.push(word));
        tape.mark_peak();
        for _ in 0..count {
            tape.pop();
        }
        tape.finish();
        assert_eq!(tape.peak_words(), peak);
        assert_eq!(tape.capacity_words(), 128);
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
        "Tape { len: 0, peak_words: 0, capacity_words: 32, .. }"
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
