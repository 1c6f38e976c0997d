//! Where the columns of a record are.

use std::ops::Range;

use memchr::{memchr, memchr2};

use crate::log::record::Bytes;

/// What stands in the bytes from some place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// A record, up to here, with its newline.
    Whole(usize),
    /// A quote that does not end.
    Open,
    /// A quote where none can be: the record is cut off, and another has been written after it.
    Bad,
}

/// Finds the columns of the record that begins here, with their quotes.
pub(super) fn scan(bytes: &[u8], from: usize, columns: &mut Vec<Range<usize>>) -> Scan {
    columns.clear();
    let mut at = from;
    loop {
        let start = at;
        if bytes.get(at) == Some(&b'"') {
            let Some(end) = quoted(bytes, at) else { return Scan::Open };
            at = end;
        } else {
            at += memchr2(b',', b'\n', &bytes[at..]).unwrap_or(bytes.len() - at);
            if memchr(b'"', &bytes[start..at]).is_some() {
                return Scan::Bad;
            }
        }
        columns.push(start..at);
        match bytes.get(at) {
            None => return Scan::Whole(at),
            Some(b',') => at += 1,
            Some(b'\n') => {
                if let Some(last) =
                    columns.last_mut().filter(|last| bytes[last.start..last.end].ends_with(b"\r"))
                {
                    last.end -= 1;
                }
                return Scan::Whole(at + 1);
            }
            Some(b'\r') if bytes.get(at + 1).is_none_or(|&next| next == b'\n') => {
                return Scan::Whole((at + 2).min(bytes.len()));
            }
            Some(_) => return Scan::Bad,
        }
    }
}

/// After the quote that ends the field whose first is here.
fn quoted(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from + 1;
    loop {
        at += memchr(b'"', bytes.get(at..)?)? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
        at += 1;
    }
}

/// The text of a column, its quotes undone.
pub(super) fn field(raw: &[u8]) -> Bytes<'_> {
    let Some(inner) = raw.strip_prefix(b"\"").and_then(|raw| raw.strip_suffix(b"\"")) else {
        return Bytes::Borrowed(raw);
    };
    if memchr(b'"', inner).is_none() {
        return Bytes::Borrowed(inner);
    }
    let (mut text, mut rest) = (Vec::with_capacity(inner.len()), inner);
    while let Some(quote) = memchr(b'"', rest) {
        text.extend_from_slice(&rest[..=quote]);
        rest = rest.get(quote + 2..).unwrap_or_default();
    }
    text.extend_from_slice(rest);
    Bytes::Owned(text)
}
