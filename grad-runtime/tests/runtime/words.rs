//! A value kept in a word comes back the same.

use core::fmt::Debug;

use grad_runtime::__private::Word;

fn check<T: Word + PartialEq + Debug>(values: &[T]) {
    for value in values {
        assert_eq!(T::from_word(value.to_word()), *value);
    }
}

#[test]
fn integers() {
    check(&[u8::MIN, u8::MAX]);
    check(&[u16::MIN, u16::MAX]);
    check(&[u32::MIN, u32::MAX]);
    check(&[u64::MIN, u64::MAX]);
    check(&[usize::MIN, usize::MAX]);
    check(&[i8::MIN, -1, 0, i8::MAX]);
    check(&[i16::MIN, -1, 0, i16::MAX]);
    check(&[i32::MIN, -1, 0, i32::MAX]);
    check(&[i64::MIN, -1, 0, i64::MAX]);
    check(&[isize::MIN, -1, 0, isize::MAX]);
}

#[test]
fn flags_and_characters() {
    check(&[false, true]);
    check(&['\0', 'x', 'ß', '\u{D7FF}', '\u{E000}', char::MAX]);
}

#[test]
fn floats_keep_every_bit() {
    for value in [0.0, -0.0, 1.5, f64::MIN_POSITIVE / 8.0, f64::NEG_INFINITY] {
        assert_eq!(f64::from_word(value.to_word()).to_bits(), value.to_bits());
    }
    for value in [0.0, -0.0, 1.5, f32::MIN_POSITIVE / 8.0, f32::NEG_INFINITY] {
        assert_eq!(f32::from_word(value.to_word()).to_bits(), value.to_bits());
    }
    let payload = f64::from_bits(0x7FF8_0000_DEAD_BEEF);
    assert_eq!(
        f64::from_word(payload.to_word()).to_bits(),
        payload.to_bits()
    );
    assert!(f32::from_word(f32::NAN.to_word()).is_nan());
}
