//! The rows of a file of values between commas, or TABs.

use std::borrow::Cow;

/// How the rows of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// What stands between fields.
    separator: u8,
    /// Whether a field can stand in double quotes; where it cannot, backslashes escape.
    quotes: bool,
}

impl Layout {
    /// The layout of a file that begins with these bytes.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let header = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let count = |separator: u8| memchr::memchr_iter(separator, header).count();
        let mut separator = b',';
        for other in [b'\t', b';'] {
            if count(other) > count(separator) {
                separator = other;
            }
        }
        Self { separator, quotes: separator != b'\t' || header.contains(&b'"') }
    }
}

/// Where the row ends in which `from` stands; `quoted` says whether inside of quotes, and is kept up.
pub(super) fn end(bytes: &[u8], from: usize, layout: Layout, quoted: &mut bool) -> Option<usize> {
    let mut at = from;
    loop {
        let rest = bytes.get(at..)?;
        let hit =
            if layout.quotes { memchr::memchr2(b'"', b'\n', rest) } else { memchr::memchr(b'\n', rest) }?;
        at += hit + 1;
        if rest.get(hit) == Some(&b'"') {
            *quoted = !*quoted;
        } else if !*quoted {
            return Some(at);
        }
    }
}

/// The fields of a row.
pub(super) fn fields(row: &[u8], layout: Layout) -> Vec<Cow<'_, [u8]>> {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    let row = row.strip_suffix(b"\r").unwrap_or(row);
    let mut fields = Vec::new();
    let (mut start, mut quoted) = (0, false);
    for (at, byte) in row.iter().enumerate() {
        if *byte == b'"' && layout.quotes {
            quoted = !quoted;
        } else if *byte == layout.separator && !quoted {
            fields.push(field(row.get(start..at).unwrap_or_default(), layout));
            start = at + 1;
        }
    }
    fields.push(field(row.get(start..).unwrap_or_default(), layout));
    fields
}

fn field(raw: &[u8], layout: Layout) -> Cow<'_, [u8]> {
    if !layout.quotes {
        return if raw.contains(&b'\\') && raw != b"\\N" {
            Cow::Owned(unescaped(raw))
        } else {
            Cow::Borrowed(raw)
        };
    }
    let Some(inner) = raw.strip_prefix(b"\"").map(|rest| rest.strip_suffix(b"\"").unwrap_or(rest)) else {
        return Cow::Borrowed(raw);
    };
    if !inner.contains(&b'"') {
        return Cow::Borrowed(inner);
    }
    let mut undone = Vec::with_capacity(inner.len());
    let mut doubled = false;
    for byte in inner {
        doubled = *byte == b'"' && !doubled;
        if !doubled {
            undone.push(*byte);
        }
    }
    Cow::Owned(undone)
}

fn unescaped(raw: &[u8]) -> Vec<u8> {
    let mut undone = Vec::with_capacity(raw.len());
    let mut bytes = raw.iter();
    while let Some(byte) = bytes.next() {
        let escaped = if *byte == b'\\' { bytes.next() } else { None };
        undone.push(match escaped {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'0') => 0,
            Some(other) => *other,
            None => *byte,
        });
    }
    undone
}
