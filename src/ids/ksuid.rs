//! KSUIDs: 27 characters of base 62 for 20 bytes, the first four of them the time.

use super::digits;

const DIGITS: [Option<u8>; 256] = digits(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
/// 2014-05-13, where KSUIDs start to count, in seconds.
const EPOCH: i64 = 1_400_000_000;

/// The time in a KSUID; `None` for what is none.
#[must_use]
pub fn time(text: &[u8]) -> Option<i64> {
    if text.len() != 27 {
        return None;
    }
    // 160 bits, the highest word first.
    let mut words = [0u32; 5];
    for &byte in text {
        let mut carry = u64::from(DIGITS[byte as usize]?);
        for word in words.iter_mut().rev() {
            carry += u64::from(*word) * 62;
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            return None;
        }
    }
    Some((i64::from(words[0]) + EPOCH) * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example_of_its_authors() {
        assert_eq!(time(b"0ujtsYcgvSTl8PAuAdqWYSMnLOv"), Some((107_608_047 + EPOCH) * 1_000));
        assert_eq!(time(b"000000000000000000000000000"), Some(EPOCH * 1_000));
        assert_eq!(time(b"aWgEPTl1tmebfsQzFP4bxwgy80V"), Some((i64::from(u32::MAX) + EPOCH) * 1_000));
    }

    #[test]
    fn what_is_none() {
        assert_eq!(time(b"aWgEPTl1tmebfsQzFP4bxwgy80W"), None);
        assert_eq!(time(b"zzzzzzzzzzzzzzzzzzzzzzzzzzz"), None);
        assert_eq!(time(b"0ujtsYcgvSTl8PAuAdqWYSMnLO"), None);
        assert_eq!(time(b"0ujtsYcgvSTl8PAuAdqWYSMnLO_"), None);
    }
}
