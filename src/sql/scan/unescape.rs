//! What strings hold, with their escapes undone.

use super::class::is_blank;
use super::literal::LiteralKind;
use crate::sql::dialect::Dialect;

/// The bytes of one or more strings in quotes, after a prefix; `None` if the last does not end.
pub(super) fn strings(text: &[u8], kind: LiteralKind, dialect: Dialect) -> Option<Vec<u8>> {
    let escapes = kind == LiteralKind::Escaped || kind != LiteralKind::Text && dialect.backslashes();
    let mut at = text.iter().position(|&byte| matches!(byte, b'\'' | b'"'))?;
    let mut found = Vec::with_capacity(text.len() - at);
    loop {
        at = string(text, at, escapes.then_some(dialect), &mut found)?;
        match text.get(at) {
            None => return Some(found),
            Some(_) => at += text.get(at..)?.iter().position(|&byte| !is_blank(byte))?,
        }
    }
}

/// One string, whose quote is at `at`; gives where it ends.
fn string(text: &[u8], at: usize, escapes: Option<Dialect>, found: &mut Vec<u8>) -> Option<usize> {
    let quote = *text.get(at)?;
    let mut at = at + 1;
    loop {
        let rest = text.get(at..)?;
        let stop = rest.iter().position(|&byte| byte == quote || byte == b'\\' && escapes.is_some())?;
        found.extend_from_slice(rest.get(..stop)?);
        at += stop;
        match escapes {
            Some(dialect) if text.get(at) == Some(&b'\\') => at = escape(text, at + 1, dialect, found)?,
            _ if text.get(at + 1) == Some(&quote) => {
                found.push(quote);
                at += 2;
            }
            _ => return Some(at + 1),
        }
    }
}

/// An escape, from behind its backslash on; gives where it ends.
fn escape(text: &[u8], at: usize, dialect: Dialect, found: &mut Vec<u8>) -> Option<usize> {
    let letter = *text.get(at)?;
    let mysql = dialect == Dialect::MySql;
    let byte = match letter {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'b' => 8,
        b'0' if mysql => 0,
        b'Z' if mysql => 26,
        b'%' | b'_' if mysql => {
            found.push(b'\\');
            letter
        }
        b'f' if !mysql => 12,
        b'0'..=b'7' if !mysql => return numbered(text, at, 3, 8, false, found),
        b'x' if !mysql => return numbered(text, at + 1, 2, 16, false, found),
        b'u' if !mysql => return numbered(text, at + 1, 4, 16, true, found),
        b'U' if !mysql => return numbered(text, at + 1, 8, 16, true, found),
        _ => letter,
    };
    found.push(byte);
    Some(at + 1)
}

/// A byte or a character by its number of at most so many digits.
fn numbered(
    text: &[u8],
    at: usize,
    most: usize,
    radix: u32,
    wide: bool,
    found: &mut Vec<u8>,
) -> Option<usize> {
    let digits = text.get(at..)?.iter().take(most);
    let (mut count, mut code) = (0, 0);
    for digit in digits.map_while(|&byte| char::from(byte).to_digit(radix)) {
        code = code * radix + digit;
        count += 1;
    }
    if count == 0 {
        return None;
    }
    if wide {
        let letter = char::from_u32(code)?;
        found.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        found.push(code as u8);
    }
    Some(at + count)
}

/// The bytes of `U&'...'`.
pub(super) fn unicode(text: &[u8]) -> Option<Vec<u8>> {
    let plain = strings(text, LiteralKind::Text, Dialect::Ansi)?;
    let mut found = Vec::with_capacity(plain.len());
    let mut at = 0;
    while let Some(&byte) = plain.get(at) {
        at = match (byte, plain.get(at + 1)) {
            (b'\\', Some(b'\\')) => {
                found.push(b'\\');
                at + 2
            }
            (b'\\', Some(b'+')) => numbered(&plain, at + 2, 6, 16, true, &mut found)?,
            (b'\\', _) => numbered(&plain, at + 1, 4, 16, true, &mut found)?,
            _ => {
                found.push(byte);
                at + 1
            }
        };
    }
    Some(found)
}

/// The bytes that digits of a radix stand for, so many to a byte; the first may have fewer.
fn digits(text: &[u8], radix: u32, each: usize) -> Option<Vec<u8>> {
    let byte = |digits: &[u8]| {
        digits.iter().try_fold(0, |byte, &digit| Some(byte * radix + char::from(digit).to_digit(radix)?))
    };
    let mut bytes: Option<Vec<u8>> =
        text.rchunks(each).map(|chunk| byte(chunk).map(|byte| byte as u8)).collect();
    if let Some(bytes) = &mut bytes {
        bytes.reverse();
    }
    bytes
}

/// The bytes of hexadecimal digits.
pub(super) fn hex(text: &[u8]) -> Option<Vec<u8>> {
    digits(text, 16, 2)
}

/// The bytes of binary digits.
pub(super) fn bits(text: &[u8]) -> Option<Vec<u8>> {
    digits(text, 2, 8)
}
