//! ULIDs: 26 characters of Crockford's base 32, the first ten of them the time.

use super::{digits, number};

const DIGITS: [Option<u8>; 256] = digits(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");

/// The time in a ULID in letters of either case; `None` for what is none.
#[must_use]
pub fn time(text: &[u8]) -> Option<i64> {
    // The first character has three bits only: 26 characters of five bits are two more than 128.
    if text.len() != 26 || text[0] > b'7' {
        return None;
    }
    let mut time = 0;
    for (at, byte) in text.iter().enumerate() {
        let digit = DIGITS[byte.to_ascii_uppercase() as usize]?;
        if at < 10 {
            time = time << 5 | i64::from(digit);
        }
    }
    Some(time)
}

/// The time in the 16 bytes of a ULID.
#[must_use]
pub fn time_of_bytes(id: [u8; 16]) -> i64 {
    number(&id[..6])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_specification() {
        assert_eq!(time(b"01ARYZ6S41TSV4RRFFQ69G5FAV"), Some(1_469_918_176_385));
        assert_eq!(time(b"01arz3ndektsv4rrffq69g5fav"), Some(1_469_922_850_259));
        assert_eq!(time_of_bytes(*b"\x01\x56\x3d\xf3\x64\x81abcdefghij"), 1_469_918_176_385);
        assert_eq!(time(b"7ZZZZZZZZZZZZZZZZZZZZZZZZZ"), Some((1 << 48) - 1));
        assert_eq!(time(b"8ZZZZZZZZZZZZZZZZZZZZZZZZZ"), None);
    }

    #[test]
    fn what_is_none() {
        assert_eq!(time(b"01ARZ3NDEKTSV4RRFFQ69G5FA"), None);
        assert_eq!(time(b"01ARZ3NDEKTSV4RRFFQ69G5FAU"), None);
        assert_eq!(time(b"01ARZ3NDEKTSV4RRFFQ69G5FA-"), None);
    }
}
