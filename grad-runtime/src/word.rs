//! Values that fit into one word of the tape.

/// A value that is kept in one word and comes back the same, bit for bit.
pub trait Word: Copy {
    /// The word that stands for this value.
    fn to_word(self) -> u64;
    /// The value that `word` stands for; `word` came from [`Word::to_word`] of the same type.
    fn from_word(word: u64) -> Self;
}

impl Word for f64 {
    #[inline(always)]
    fn to_word(self) -> u64 {
        self.to_bits()
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        f64::from_bits(word)
    }
}

impl Word for f32 {
    #[inline(always)]
    fn to_word(self) -> u64 {
        u64::from(self.to_bits())
    }

    #[inline(always)]
    #[expect(clippy::cast_possible_truncation, reason = "the upper half is zero")]
    fn from_word(word: u64) -> Self {
        f32::from_bits(word as u32)
    }
}

impl Word for bool {
    #[inline(always)]
    fn to_word(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        word != 0
    }
}

impl Word for char {
    #[inline(always)]
    fn to_word(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn from_word(word: u64) -> Self {
        let code = u32::from_word(word);
        char::from_u32(code).expect("the word was made from a `char`")
    }
}

/// Casts between integers keep the low bits, and extend the sign of signed ones on the way up.
macro_rules! integer_words {
    ($($int:ty)*) => {$(
        impl Word for $int {
            #[inline(always)]
            #[allow(
                clippy::cast_lossless,
                clippy::cast_sign_loss,
                reason = "one text for all widths; the cast back undoes it"
            )]
            fn to_word(self) -> u64 {
                self as u64
            }

            #[inline(always)]
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_possible_wrap,
                reason = "the word was made from a value of this width"
            )]
            fn from_word(word: u64) -> Self {
                word as $int
            }
        }
    )*};
}

integer_words!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
