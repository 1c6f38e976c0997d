//! Where quotes and comments end.

use memchr::{memchr, memchr2, memmem};

use super::class::{in_word, run};

/// Where a quoted text ends whose first quote stands at `at`, and whether it holds backslashes that escape; `None`
/// for the end if it has none. A quote that is doubled does not end it.
pub(super) fn quoted(text: &[u8], at: usize, backslashes: bool) -> (Option<usize>, bool) {
    let Some(&quote) = text.get(at) else { return (None, false) };
    let mut from = at + 1;
    let mut escaped = false;
    loop {
        let rest = text.get(from..).unwrap_or_default();
        let found = if backslashes { memchr2(quote, b'\\', rest) } else { memchr(quote, rest) };
        let Some(found) = found.map(|found| from + found) else { return (None, escaped) };
        if text.get(found) != Some(&quote) {
            escaped = true;
        } else if text.get(found + 1) != Some(&quote) {
            return (Some(found + 1), escaped);
        }
        from = found + 2;
    }
}

/// Where a name in brackets ends; `]]` does not end it.
pub(super) fn bracketed(text: &[u8], at: usize) -> Option<usize> {
    let mut from = at + 1;
    loop {
        let found = from + memchr(b']', text.get(from..)?)?;
        if text.get(found + 1) != Some(&b']') {
            return Some(found + 1);
        }
        from = found + 2;
    }
}

/// The tag that opens a dollar quote at `at`, with both dollars.
pub(super) fn dollar_tag(text: &[u8], at: usize) -> Option<&[u8]> {
    let end = run(text, at + 1, |byte| byte != b'$' && in_word(byte));
    let digit = text.get(at + 1).is_some_and(u8::is_ascii_digit);
    if digit || text.get(end) != Some(&b'$') { None } else { text.get(at..=end) }
}

/// Where a dollar quote ends.
pub(super) fn dollar_quoted(text: &[u8], at: usize, tag: &[u8]) -> Option<usize> {
    let from = at + tag.len();
    Some(from + memmem::find(text.get(from..)?, tag)? + tag.len())
}

/// Where the line ends.
pub(super) fn line(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + memchr(b'\n', rest).unwrap_or(rest.len())
}

/// Where a comment `/* ... */` ends.
pub(super) fn comment(text: &[u8], at: usize, nested: bool) -> Option<usize> {
    let mut from = at + 2;
    let mut depth = 1usize;
    loop {
        let found = from + memchr2(b'*', b'/', text.get(from..)?)?;
        match (text.get(found), text.get(found + 1)) {
            (Some(b'*'), Some(b'/')) => {
                depth -= 1;
                if depth == 0 {
                    return Some(found + 2);
                }
                from = found + 2;
            }
            (Some(b'/'), Some(b'*')) if nested => {
                depth += 1;
                from = found + 2;
            }
            _ => from = found + 1,
        }
    }
}
