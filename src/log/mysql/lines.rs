//! Lines, while the bytes may end in one.

/// The line at a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line<'a> {
    /// A line without its end, and where the next one begins.
    Whole(&'a [u8], usize),
    /// What stands at the end of the log and has no end itself.
    Last(&'a [u8]),
    /// More than a header's line can be.
    Long,
    /// The bytes end, and more may follow.
    Open,
    /// The log ends here.
    End,
}

/// The line that begins at `at`, of at most `most` bytes.
pub(super) fn line(bytes: &[u8], at: usize, last: bool, most: usize) -> Line<'_> {
    let rest = bytes.get(at..).unwrap_or_default();
    let near = rest.get(..most).unwrap_or(rest);
    match memchr::memchr(b'\n', near) {
        Some(end) => Line::Whole(without_return(near.get(..end).unwrap_or_default()), at + end + 1),
        None if near.len() < rest.len() => Line::Long,
        None if !last => Line::Open,
        None if rest.is_empty() => Line::End,
        None => Line::Last(rest),
    }
}

fn without_return(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\r").unwrap_or(line)
}
