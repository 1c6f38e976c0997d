//! What each byte can begin.

/// What a byte can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Blank,
    Word,
    Digit,
    Quote,
    Double,
    Backtick,
    Square,
    Unsquare,
    Open,
    Close,
    Comma,
    Dot,
    Dollar,
    Colon,
    Sign,
    Slash,
    Hash,
    At,
    Question,
    Percent,
    Operator,
    Other,
}

const fn class(byte: u8) -> Class {
    match byte {
        b' ' | b'\t'..=b'\r' => Class::Blank,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | 0x80.. => Class::Word,
        b'0'..=b'9' => Class::Digit,
        b'\'' => Class::Quote,
        b'"' => Class::Double,
        b'`' => Class::Backtick,
        b'[' => Class::Square,
        b']' => Class::Unsquare,
        b'(' => Class::Open,
        b')' => Class::Close,
        b',' => Class::Comma,
        b'.' => Class::Dot,
        b'$' => Class::Dollar,
        b':' => Class::Colon,
        b'-' | b'+' => Class::Sign,
        b'/' => Class::Slash,
        b'#' => Class::Hash,
        b'@' => Class::At,
        b'?' => Class::Question,
        b'%' => Class::Percent,
        b'*' | b'<' | b'>' | b'=' | b'~' | b'!' | b'^' | b'&' | b'|' => Class::Operator,
        _ => Class::Other,
    }
}

/// The class of each byte.
pub(super) static CLASS: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = class(byte as u8);
        byte += 1;
    }
    classes
};

/// Whether a byte can stand in a word.
static WORD: [bool; 256] = {
    let mut word = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        word[byte] = matches!(CLASS[byte], Class::Word | Class::Digit | Class::Dollar);
        byte += 1;
    }
    word
};

/// Whether a byte can stand in a word.
#[inline]
pub(super) fn in_word(byte: u8) -> bool {
    WORD[usize::from(byte)]
}

/// Whether a byte is a blank.
#[inline]
pub(super) fn is_blank(byte: u8) -> bool {
    CLASS[usize::from(byte)] == Class::Blank
}

/// Where the bytes from `at` on stop to be of one sort.
#[inline]
pub(super) fn run(text: &[u8], at: usize, of: impl Fn(u8) -> bool) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().position(|&byte| !of(byte)).unwrap_or(rest.len())
}
