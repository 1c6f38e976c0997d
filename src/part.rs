//! One part of a key as bytes: a tag, then the code of the value.
//!
//! Comparing the bytes of two keys compares the keys part by part in their columns' order, so that one form
//! serves grouping, look-up, sorting and ranges. Null is tag 0 alone and comes first; a value is tag 1 and
//! - a word: eight bytes, big-endian;
//! - a wide code (decimals beyond 18 digits, UUIDs): its bytes, big-endian;
//! - text and bytes: each 0x00 as 0x00 0xFF, ended by 0x00 0x00, so that no value is a prefix of another.

use crate::kind::{Kind, Width};

/// The tag of a null part.
pub const NULL: u8 = 0;
/// The tag of a part that has a value.
pub const VALUE: u8 = 1;

/// The code of a value: a word, or its bytes (of fixed length, or of any for text and bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code<'a> {
    /// A code of one word.
    Word(u64),
    /// A code of bytes, as they are (not escaped).
    Bytes(&'a [u8]),
}

/// A code that owns its bytes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnedCode {
    /// A code of one word.
    Word(u64),
    /// A code of bytes, as they are (not escaped).
    Bytes(Box<[u8]>),
}

impl OwnedCode {
    /// The code, borrowed.
    #[must_use]
    pub const fn as_code(&self) -> Code<'_> {
        match self {
            Self::Word(word) => Code::Word(*word),
            Self::Bytes(bytes) => Code::Bytes(bytes),
        }
    }
}

/// The code of a signed number.
#[must_use]
pub const fn signed_code(value: i64) -> u64 {
    value.cast_unsigned() ^ (1 << 63)
}

/// The signed number of a code.
#[must_use]
pub const fn signed_value(code: u64) -> i64 {
    (code ^ (1 << 63)).cast_signed()
}

/// The code of a float: −∞ < … < −0.0 < 0.0 < … < ∞ < NaN, with one code for all NaN.
#[must_use]
pub const fn float_code(value: f64) -> u64 {
    let bits = if value.is_nan() { f64::NAN.to_bits() & !(1 << 63) } else { value.to_bits() };
    if bits >> 63 == 1 { !bits } else { bits | (1 << 63) }
}

/// The float of a code.
#[must_use]
pub const fn float_value(code: u64) -> f64 {
    f64::from_bits(if code >> 63 == 1 { code & !(1 << 63) } else { !code })
}

/// Appends a null part.
pub fn push_null(key: &mut Vec<u8>) {
    key.push(NULL);
}

/// Appends a part of one word.
pub fn push_word(key: &mut Vec<u8>, word: u64) {
    key.push(VALUE);
    key.extend_from_slice(&word.to_be_bytes());
}

/// Appends a part of text or bytes.
pub fn push_variable(key: &mut Vec<u8>, bytes: &[u8]) {
    key.push(VALUE);
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&b| b == 0) {
        key.extend_from_slice(&rest[..=at]);
        key.push(0xFF);
        rest = &rest[at + 1..];
    }
    key.extend_from_slice(rest);
    key.extend_from_slice(&[0, 0]);
}

/// Appends a part of the given kind.
pub fn push(key: &mut Vec<u8>, kind: &Kind, code: Option<Code<'_>>) {
    match code {
        None => push_null(key),
        Some(Code::Word(word)) => push_word(key, word),
        Some(Code::Bytes(bytes)) if kind.width() == Width::Variable => push_variable(key, bytes),
        Some(Code::Bytes(bytes)) => {
            key.push(VALUE);
            key.extend_from_slice(bytes);
        }
    }
}

/// A part read back from the front of a key.
#[derive(Debug)]
pub enum Part<'a> {
    /// Null.
    Null,
    /// A word.
    Word(u64),
    /// A wide code, or text or bytes without zeros: as they stand in the key.
    Bytes(&'a [u8]),
    /// Text or bytes with zeros, the escapes taken out.
    Unescaped(Vec<u8>),
}

impl Part<'_> {
    /// The code of the part, `None` for null.
    #[must_use]
    pub fn code(&self) -> Option<Code<'_>> {
        match self {
            Self::Null => None,
            Self::Word(word) => Some(Code::Word(*word)),
            Self::Bytes(bytes) => Some(Code::Bytes(bytes)),
            Self::Unescaped(bytes) => Some(Code::Bytes(bytes)),
        }
    }
}

/// The length in bytes of the part at the front of `key`.
#[must_use]
pub fn length(key: &[u8], kind: &Kind) -> usize {
    if key[0] == NULL {
        return 1;
    }
    match kind.width() {
        Width::Word => 9,
        Width::Fixed(n) => 1 + n,
        Width::Variable => {
            let mut at = 1;
            loop {
                // A zero is followed by 0xFF where it is a value's own, by 0 where the part ends.
                while key[at] != 0 {
                    at += 1;
                }
                if key[at + 1] == 0 {
                    return at + 2;
                }
                at += 2;
            }
        }
    }
}

/// Reads one whole encoded part.
#[must_use]
pub fn read<'a>(part: &'a [u8], kind: &Kind) -> Part<'a> {
    if part[0] == NULL {
        return Part::Null;
    }
    match kind.width() {
        Width::Word => {
            let mut word = [0; 8];
            word.copy_from_slice(&part[1..9]);
            Part::Word(u64::from_be_bytes(word))
        }
        Width::Fixed(_) => Part::Bytes(&part[1..]),
        Width::Variable => {
            let body = &part[1..part.len() - 2];
            if body.contains(&0) {
                let mut out = Vec::with_capacity(body.len());
                let mut bytes = body.iter();
                while let Some(&byte) = bytes.next() {
                    out.push(byte);
                    if byte == 0 {
                        bytes.next();
                    }
                }
                Part::Unescaped(out)
            } else {
                Part::Bytes(body)
            }
        }
    }
}

/// Whether a part of an encoded key is null.
#[must_use]
pub fn holds_null(key: &[u8], kinds: &[Kind]) -> bool {
    let mut rest = key;
    kinds.iter().any(|kind| {
        let (part, after) = rest.split_at(length(rest, kind));
        rest = after;
        part.first() == Some(&NULL)
    })
}
