//! Where operators end, and where placeholders begin.

use super::class::{CLASS, Class, in_word, run};
use crate::sql::dialect::Dialect;

/// Where the operator that begins at `at` ends: the longest run of its characters, but not into a comment, nor into a
/// placeholder after a comparison; and `+` or `-` does not end one that could go without it, so that `=-1` is `=`
/// and `-1`.
pub(super) fn operator(text: &[u8], at: usize, dialect: Dialect) -> usize {
    let wide = dialect.wide_operators();
    let mut end = at;
    let mut comparison = true;
    let mut special = false;
    while let Some(&byte) = text.get(end) {
        match CLASS[usize::from(byte)] {
            Class::Sign | Class::Slash if end > at && comment(text, end) => break,
            Class::Operator | Class::Sign | Class::Slash => {}
            Class::Percent if end == at || !comparison || format(text, end).is_none() => {}
            Class::Question if wide && (end == at || !comparison || goes_on(text, end + 1)) => {}
            Class::At | Class::Hash | Class::Backtick if wide => {}
            _ => break,
        }
        comparison &= matches!(byte, b'<' | b'>' | b'=' | b'!' | b'*' | b'+' | b'-' | b'/');
        special |= matches!(byte, b'~' | b'!' | b'@' | b'#' | b'%' | b'^' | b'&' | b'|' | b'`' | b'?');
        end += 1;
    }
    while !special && end > at + 1 && matches!(text.get(end - 1), Some(b'+' | b'-')) {
        end -= 1;
    }
    end.max(at + 1)
}

/// Whether an operator may go on with a byte.
#[inline]
pub(super) fn continues(byte: u8) -> bool {
    use Class::{At, Backtick, Hash, Operator, Percent, Question, Sign, Slash};
    matches!(CLASS[usize::from(byte)], Operator | Sign | Slash | Percent | Question | At | Hash | Backtick)
}

/// Whether a comment begins at `at`.
fn comment(text: &[u8], at: usize) -> bool {
    matches!(text.get(at..at + 2), Some(b"--" | b"/*"))
}

/// Whether an operator goes on at `at`.
fn goes_on(text: &[u8], at: usize) -> bool {
    text.get(at).copied().is_some_and(continues) && !comment(text, at)
}

/// Where a placeholder `%s` or `%(name)s` ends, if one begins at `at`.
pub(super) fn format(text: &[u8], at: usize) -> Option<usize> {
    let mut end = at + 1;
    if text.get(end) == Some(&b'(') {
        end = run(text, end + 1, in_word);
        if text.get(end) != Some(&b')') {
            return None;
        }
        end += 1;
    }
    let letter = text.get(end).is_some_and(|byte| b"sbtd".contains(&byte.to_ascii_lowercase()));
    (letter && !text.get(end + 1).is_some_and(|&byte| in_word(byte))).then_some(end + 1)
}
