//! Lines, and which of them go on with what stands before them.

use memchr::memchr;

use crate::log::record::Bytes;

/// The lines of a text with their offsets, without the newlines.
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Lines<'a> {
    /// Those of these bytes.
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Lines { bytes, at: 0 }
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, rest) = (self.at, self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?);
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = (at + length + 1).min(self.bytes.len());
        Some((at, &rest[..length]))
    }
}

/// How many lines there are; the last need not end.
pub(super) fn count(bytes: &[u8]) -> u64 {
    let open = bytes.last().is_some_and(|&last| last != b'\n');
    memchr::memchr_iter(b'\n', bytes).count() as u64 + u64::from(open)
}

/// A TAB that a terminal or an editor has written as blanks.
const EXPANDED: &[u8] = b"        ";

/// Whether a line goes on with the one before: the server writes a TAB after each newline of a text. An empty line
/// belongs to what stands before it too: editors take the TAB of those away.
pub(super) fn continues(line: &[u8]) -> bool {
    match line.first() {
        Some(b'\t') | None => true,
        Some(b' ') => line.starts_with(EXPANDED),
        Some(b'\r') => line.len() == 1,
        _ => false,
    }
}

/// The text of lines that go on, as it was before the server wrote it: one TAB after each newline is taken away. If
/// `crlf` the newlines are the file's and not the text's.
pub(super) fn text(raw: &[u8], crlf: bool) -> Bytes<'_> {
    let plain = |line: &'_ [u8]| -> usize { line.len() - usize::from(crlf && line.ends_with(b"\r")) };
    if memchr(b'\n', raw).is_none() {
        return Bytes::Borrowed(&raw[..plain(raw)]);
    }
    let mut text = Vec::with_capacity(raw.len());
    for (at, line) in Lines::of(raw) {
        let line = &line[..plain(line)];
        if at == 0 {
            text.extend_from_slice(line);
            continue;
        }
        text.push(b'\n');
        let line = line.strip_prefix(b"\t").or_else(|| line.strip_prefix(EXPANDED)).unwrap_or(line);
        text.extend_from_slice(line);
    }
    Bytes::Owned(text)
}
