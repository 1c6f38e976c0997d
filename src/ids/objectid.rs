//! `ObjectIds` of `MongoDB`: 12 bytes, or 24 hexadecimal digits; the first four bytes are the time in seconds.

use super::{from_hex, number};

/// The bytes of an `ObjectId` in 24 characters.
#[must_use]
pub fn parse(text: &[u8]) -> Option<[u8; 12]> {
    from_hex(text)
}

/// The time in an `ObjectId`.
#[must_use]
pub fn time(id: &[u8; 12]) -> i64 {
    number(&id[..4]) * 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_of_the_manual() {
        let of = |text: &[u8]| parse(text).map(|id| time(&id));
        assert_eq!(of(b"507f1f77bcf86cd799439011"), Some(1_350_508_407_000));
        assert_eq!(of(b"FFFFFFFFBCF86CD799439011"), Some(i64::from(u32::MAX) * 1_000));
        assert_eq!(of(b"507f1f77bcf86cd79943901"), None);
        assert_eq!(of(b"507f1f77bcf86cd79943901g"), None);
    }
}
