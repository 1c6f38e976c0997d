//! Values of JSON, read where they stand. Strings need not be UTF-8: the server writes each in the encoding of its
//! database.

use super::objects::{end, string};
use crate::log::record::Bytes;

/// A value, as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    /// A string, without its quotes, and with its escapes.
    Text(&'a [u8]),
    /// An object with its braces.
    Object(&'a [u8]),
    /// An array with its brackets.
    Array(&'a [u8]),
    /// A number or a word.
    Word(&'a [u8]),
}

impl<'a> Value<'a> {
    /// The text of a string or number; null has none.
    pub(super) fn text(self) -> Option<Bytes<'a>> {
        match self {
            Value::Text(raw) => Some(unescape(raw)),
            Value::Word(word) if word != b"null" => Some(Bytes::Borrowed(word)),
            _ => None,
        }
    }

    /// A member, if this is an object that has it.
    pub(super) fn get(self, name: &[u8]) -> Option<Value<'a>> {
        let Value::Object(object) = self else { return None };
        members(object).find(|(key, _)| **key == *name).map(|(_, value)| value)
    }

    /// The items, if this is an array.
    pub(super) fn items(self) -> impl Iterator<Item = Value<'a>> {
        let bytes = if let Value::Array(array) = self { array.get(1..).unwrap_or_default() } else { &[] };
        let mut at = 0;
        std::iter::from_fn(move || {
            at = skip(bytes, at);
            let (value, end) = value(bytes, at)?;
            at = end;
            Some(value)
        })
    }
}

/// The keys and values of an object, as far as it is one.
pub(super) fn members(object: &[u8]) -> impl Iterator<Item = (Bytes<'_>, Value<'_>)> {
    let mut at = 1;
    std::iter::from_fn(move || {
        at = skip(object, at);
        let (Value::Text(key), end) = value(object, at)? else { return None };
        let colon = object.get(end..)?.iter().position(|byte| !byte.is_ascii_whitespace())? + end;
        if object[colon] != b':' {
            return None;
        }
        let (value, end) = value(object, skip(object, colon + 1))?;
        at = end;
        Some((unescape(key), value))
    })
}

/// After blanks and commas.
fn skip(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count()
}

fn value(bytes: &[u8], at: usize) -> Option<(Value<'_>, usize)> {
    match bytes.get(at)? {
        b'"' => {
            let end = string(bytes, at + 1).ok()??;
            Some((Value::Text(&bytes[at + 1..end - 1]), end))
        }
        first @ (b'{' | b'[') => {
            let end = end(bytes, at).ok()??;
            let raw = &bytes[at..end];
            Some((if *first == b'{' { Value::Object(raw) } else { Value::Array(raw) }, end))
        }
        b'}' | b']' | b':' => None,
        _ => {
            let ends = |byte: &u8| byte.is_ascii_whitespace() || b",}]:\"".contains(byte);
            let end = bytes[at..].iter().position(ends).map_or(bytes.len(), |length| at + length);
            Some((Value::Word(&bytes[at..end]), end))
        }
    }
}

/// The text of a string. An escape that is none stays as it is.
fn unescape(raw: &[u8]) -> Bytes<'_> {
    let Some(first) = memchr::memchr(b'\\', raw) else { return Bytes::Borrowed(raw) };
    let mut text = Vec::with_capacity(raw.len());
    text.extend_from_slice(&raw[..first]);
    let mut rest = &raw[first..];
    while let [b'\\', escape, tail @ ..] = rest {
        rest = tail;
        match escape {
            b'n' => text.push(b'\n'),
            b't' => text.push(b'\t'),
            b'r' => text.push(b'\r'),
            b'b' => text.push(8),
            b'f' => text.push(12),
            b'u' => rest = unicode(tail, &mut text),
            other => text.push(*other),
        }
        let plain = memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        text.extend_from_slice(&rest[..plain]);
        rest = &rest[plain..];
    }
    text.extend_from_slice(rest);
    Bytes::Owned(text)
}

/// Writes the letter whose four digits stand here, perhaps with the second half of a pair; what follows it.
fn unicode<'t>(text: &'t [u8], into: &mut Vec<u8>) -> &'t [u8] {
    let unit = |text: &[u8]| {
        let digits = std::str::from_utf8(text.get(..4)?).ok()?;
        u32::from_str_radix(digits, 16).ok()
    };
    let Some(high) = unit(text) else {
        into.extend_from_slice(b"\\u");
        return text;
    };
    let mut rest = &text[4..];
    let low = rest.strip_prefix(b"\\u").and_then(unit).filter(|low| (0xDC00..0xE000).contains(low));
    let letter = match low {
        Some(low) if (0xD800..0xDC00).contains(&high) => {
            rest = &rest[6..];
            char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        _ => char::from_u32(high),
    };
    let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
    into.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
    rest
}
