//! Ids that carry the time at which they were made: each format by itself, one value at a time.
//!
//! All times are milliseconds from 1970-01-01 00:00 UTC. A value that has a format's form is not yet one of it:
//! [`crate::profile`] looks at all values of a column.

pub mod ksuid;
pub mod objectid;
pub mod snowflake;
pub mod ulid;
pub mod uuid;

/// Digits of a base, by their bytes; `None` for what is no digit.
const fn digits(alphabet: &[u8]) -> [Option<u8>; 256] {
    let mut of = [None; 256];
    let mut value = 0;
    while value < alphabet.len() {
        of[alphabet[value] as usize] = Some(value as u8);
        value += 1;
    }
    of
}

/// The bytes of a hexadecimal text, in letters of either case.
fn from_hex<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut out = [0; N];
    if text.len() != 2 * N {
        return None;
    }
    for (out, pair) in out.iter_mut().zip(text.chunks_exact(2)) {
        *out = (digit(pair[0])? * 16 + digit(pair[1])?) as u8;
    }
    Some(out)
}

/// Bytes as one number, the first the highest.
fn number(bytes: &[u8]) -> i64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | i64::from(byte))
}
