//! Where objects begin and end.

use memchr::{memchr, memchr_iter, memchr3};

/// What stands in the bytes from some place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// An object, and where it begins and ends.
    Object(usize, usize),
    /// Something else, up to the end of its line.
    Stray(usize),
    /// An object that does not end.
    Open,
    /// Blanks, and what stands between the objects of an array.
    Nothing,
}

/// Finds the next object.
pub(super) fn next(bytes: &[u8], from: usize) -> Found {
    let between = |byte: &u8| byte.is_ascii_whitespace() || b",[]\xEF\xBB\xBF".contains(byte);
    let rest = bytes.get(from..).unwrap_or_default();
    let Some(skipped) = rest.iter().position(|byte| !between(byte)) else { return Found::Nothing };
    let start = from + skipped;
    if bytes[start] != b'{' {
        return Found::Stray(line_end(bytes, start));
    }
    match end(bytes, start) {
        Ok(Some(end)) => Found::Object(start, end),
        Ok(None) => Found::Open,
        // A newline stands in a string: a record is cut off there.
        Err(newline) => Found::Stray(newline + 1),
    }
}

/// After the brace that ends the object that begins here. An error says where a newline stands in a string.
pub(super) fn end(bytes: &[u8], start: usize) -> Result<Option<usize>, usize> {
    let (mut at, mut depth) = (start, 0_usize);
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(sign) = rest.iter().position(|byte| matches!(byte, b'{' | b'}' | b'[' | b']' | b'"')) else {
            return Ok(None);
        };
        at += sign + 1;
        match rest[sign] {
            b'{' | b'[' => depth += 1,
            b'"' => match string(bytes, at)? {
                Some(end) => at = end,
                None => return Ok(None),
            },
            _ => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Ok(Some(at));
                }
            }
        }
    }
}

/// After the quote that ends the string whose text begins here.
pub(super) fn string(bytes: &[u8], mut at: usize) -> Result<Option<usize>, usize> {
    loop {
        let rest = bytes.get(at..).unwrap_or_default();
        let Some(sign) = memchr3(b'"', b'\\', b'\n', rest) else { return Ok(None) };
        match rest[sign] {
            b'"' => return Ok(Some(at + sign + 1)),
            b'\\' => at += sign + 2,
            _ => return Err(at + sign),
        }
    }
}

/// How many bytes are whole objects and lines. The last of them waits for what follows it, which is of its record.
pub(super) fn whole(bytes: &[u8]) -> usize {
    let (mut before, mut at) = (0, 0);
    loop {
        let end = match next(bytes, at) {
            Found::Object(_, end) => rest_of_line(bytes, end),
            Found::Stray(end) if bytes[..end].ends_with(b"\n") => end,
            Found::Nothing => return before,
            _ => return at,
        };
        (before, at) = (at, end);
    }
}

/// The end of the line, if after this place it holds nothing but what stands between objects; else this place.
pub(super) fn rest_of_line(bytes: &[u8], at: usize) -> usize {
    let end = line_end(bytes, at);
    let between = |byte: &u8| byte.is_ascii_whitespace() || b",]".contains(byte);
    if bytes[at..end].iter().all(between) { end } else { at }
}

/// After the newline at or after this place.
fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |newline| at + newline + 1)
}

/// How many newlines there are.
pub(super) fn newlines(bytes: &[u8]) -> u64 {
    memchr_iter(b'\n', bytes).count() as u64
}
