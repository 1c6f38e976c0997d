//! The values of parameters, as `PostgreSQL` logs them.

use std::borrow::Cow;

use memchr::memchr;

use super::class::{is_blank, run};

/// The value of one parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterValue<'a> {
    /// NULL.
    Null,
    /// Its text.
    Text(Cow<'a, [u8]>),
    /// Text that may have been cut off: it ends with `...`, or with the record.
    Cut,
}

/// The values of a statement's parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters<'a> {
    /// In the order of their numbers.
    values: Vec<(u32, ParameterValue<'a>)>,
}

impl<'a> Parameters<'a> {
    /// Reads `$1 = '42', $2 = NULL` up to where it is not written so.
    #[must_use]
    pub fn parse(text: &'a [u8]) -> Self {
        let mut values = Vec::new();
        let mut at = 0;
        while let Some((number, value, end)) = parameter(text, at) {
            values.push((number, value));
            at = run(text, end, |byte| byte == b',' || is_blank(byte));
        }
        if !values.is_sorted_by_key(|value| value.0) {
            values.sort_by_key(|value| value.0);
        }
        Self { values }
    }

    /// The value of a parameter, counted from 1.
    #[must_use]
    pub fn get(&self, number: u32) -> Option<&ParameterValue<'a>> {
        let at = match self.values.get((number as usize).checked_sub(1)?) {
            Some(value) if value.0 == number => number as usize - 1,
            _ => self.values.binary_search_by_key(&number, |value| value.0).ok()?,
        };
        self.values.get(at).map(|value| &value.1)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// The parameter that begins at `at`: its number, its value, and where it ends.
fn parameter(text: &[u8], at: usize) -> Option<(u32, ParameterValue<'_>, usize)> {
    if text.get(at) != Some(&b'$') {
        return None;
    }
    let end = run(text, at + 1, |byte| byte.is_ascii_digit());
    let number = std::str::from_utf8(text.get(at + 1..end)?).ok()?.parse().ok()?;
    let equals = run(text, end, is_blank);
    if text.get(equals) != Some(&b'=') {
        return None;
    }
    let from = run(text, equals + 1, is_blank);
    if text.get(from) == Some(&b'\'') {
        let (value, end) = quoted(text, from + 1);
        return Some((number, value, end));
    }
    let word = text.get(from..from + 4)?;
    word.eq_ignore_ascii_case(b"null").then_some((number, ParameterValue::Null, from + 4))
}

/// The text from behind its quote on, and where it ends.
fn quoted(text: &[u8], from: usize) -> (ParameterValue<'_>, usize) {
    let mut undone: Option<Vec<u8>> = None;
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        let Some(length) = memchr(b'\'', rest) else { return (ParameterValue::Cut, text.len()) };
        let piece = rest.get(..length).unwrap_or_default();
        let end = at + length + 1;
        if text.get(end) == Some(&b'\'') {
            let undone = undone.get_or_insert_default();
            undone.extend_from_slice(piece);
            undone.push(b'\'');
            at = end + 1;
            continue;
        }
        if piece.ends_with(b"...") {
            return (ParameterValue::Cut, end);
        }
        let value = match undone {
            None => Cow::Borrowed(piece),
            Some(mut undone) => {
                undone.extend_from_slice(piece);
                Cow::Owned(undone)
            }
        };
        return (ParameterValue::Text(value), end);
    }
}
