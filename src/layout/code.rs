//! Numbers as bytes whose order is the numbers' order.

use arrow_buffer::i256;
use half::f16;

/// A number of `N` bytes.
pub(super) trait Native<const N: usize>: Copy {
    /// Its bytes in a key.
    fn code(self) -> [u8; N];
    /// The number of such bytes.
    fn value(code: [u8; N]) -> Self;
}

/// Unsigned integers are big-endian.
macro_rules! unsigned {
    ($($type:ty, $width:literal);*) => {$(
        impl Native<$width> for $type {
            fn code(self) -> [u8; $width] {
                self.to_be_bytes()
            }

            fn value(code: [u8; $width]) -> Self {
                Self::from_be_bytes(code)
            }
        }
    )*};
}

/// Signed integers are big-endian with the sign bit flipped.
macro_rules! signed {
    ($($type:ty, $width:literal);*) => {$(
        impl Native<$width> for $type {
            fn code(self) -> [u8; $width] {
                (self ^ Self::MIN).to_be_bytes()
            }

            fn value(code: [u8; $width]) -> Self {
                Self::from_be_bytes(code) ^ Self::MIN
            }
        }
    )*};
}

/// Floats are their bits, of which negative ones are complemented and the others have the sign bit set.
///
/// Every NaN is the one quiet NaN that is positive and comes last; -0.0 comes before 0.0.
macro_rules! float {
    ($($type:ty, $bits:ty, $width:literal);*) => {$(
        impl Native<$width> for $type {
            fn code(self) -> [u8; $width] {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let bits = if self.is_nan() { Self::NAN.to_bits() & !SIGN } else { self.to_bits() };
                (if bits & SIGN == 0 { bits | SIGN } else { !bits }).to_be_bytes()
            }

            fn value(code: [u8; $width]) -> Self {
                const SIGN: $bits = 1 << (<$bits>::BITS - 1);
                let bits = <$bits>::from_be_bytes(code);
                Self::from_bits(if bits & SIGN == 0 { !bits } else { bits ^ SIGN })
            }
        }
    )*};
}

unsigned!(u8, 1; u16, 2; u32, 4; u64, 8);
signed!(i8, 1; i16, 2; i32, 4; i64, 8; i128, 16; i256, 32);
float!(f16, u16, 2; f32, u32, 4; f64, u64, 8);

/// The complement of a code, for what descends.
pub(super) fn flipped<const N: usize>(mut code: [u8; N], flip: bool) -> [u8; N] {
    if flip {
        flip_all(&mut code);
    }
    code
}

/// Complements bytes.
pub(super) fn flip_all(bytes: &mut [u8]) {
    for byte in bytes {
        *byte = !*byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered<T: Native<N>, const N: usize>(values: &[T]) {
        for pair in values.windows(2) {
            assert!(pair[0].code() < pair[1].code());
            assert!(flipped(pair[0].code(), true) > flipped(pair[1].code(), true));
        }
    }

    #[test]
    fn codes_have_the_order_of_numbers() {
        ordered(&[i8::MIN, -1, 0, 1, i8::MAX]);
        ordered(&[i64::MIN, -256, -1, 0, 1, 255, 256, i64::MAX]);
        ordered(&[i128::MIN, -1, 0, 1, i128::MAX]);
        ordered(&[i256::MIN, i256::MINUS_ONE, i256::ZERO, i256::ONE, i256::MAX]);
        ordered(&[0_u16, 1, 255, 256, u16::MAX]);
        ordered(&[f64::NEG_INFINITY, -1.5, -f64::MIN_POSITIVE, -0.0, 0.0, 1.5, f64::INFINITY, f64::NAN]);
        ordered(&[f32::NEG_INFINITY, -1.5, -0.0, 0.0, 1.5, f32::INFINITY, f32::NAN]);
        ordered(&[-1.5, -0.0, 0.0, 1.5, f64::NAN].map(f16::from_f64));
    }

    #[test]
    fn numbers_come_back() {
        for value in [i64::MIN, -1, 0, 1, i64::MAX] {
            assert_eq!(i64::value(value.code()), value);
        }
        for value in [f64::NEG_INFINITY, -1.5, -0.0, 0.0, 5e-324, f64::INFINITY] {
            assert_eq!(f64::value(value.code()).to_bits(), value.to_bits());
        }
        assert_eq!(f64::value((-f64::NAN).code()).to_bits(), 0x7FF8_0000_0000_0000);
        assert_eq!((-1_i16).code(), [0x7F, 0xFF]);
        assert_eq!(1.0_f64.code(), [0xBF, 0xF0, 0, 0, 0, 0, 0, 0]);
    }
}
