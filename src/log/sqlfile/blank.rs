//! Blanks and comments.

use crate::sql::dialect::Dialect;

/// What stands before a statement.
pub(super) enum Blank {
    /// So many bytes to skip.
    Skip(usize),
    /// The bytes end inside of a comment or before one can tell.
    Open,
    /// Neither a blank nor a comment.
    None,
}

/// The run of blanks, of at most `most`, or the comment that the bytes begin with.
pub(super) fn blank(bytes: &[u8], dialect: Dialect, most: usize, last: bool) -> Blank {
    let blanks = bytes.iter().take(most).take_while(|byte| byte.is_ascii_whitespace()).count();
    let line = |from: usize| match memchr::memchr(b'\n', bytes.get(from..).unwrap_or_default()) {
        Some(end) => Blank::Skip(from + end + 1),
        None => Blank::Open,
    };
    match bytes {
        [] => Blank::Open,
        _ if blanks > 0 => Blank::Skip(blanks),
        [b'-', b'-', ..] => line(2),
        [b'#', ..] if dialect.hash_comments() => line(1),
        [b'/', b'*', b'!', ..] | [b'/', b'*', b'M', b'!', ..] if executes(dialect) => Blank::None,
        [b'-' | b'/'] | [b'/', b'*'] | [b'/', b'*', b'M'] if !last => Blank::Open,
        [b'/', b'*', inner @ ..] => {
            comment(inner, dialect).map_or(Blank::Open, |length| Blank::Skip(length + 2))
        }
        _ => Blank::None,
    }
}

/// Whether `/*! ... */` is executed: a file of no known dialect may be a dump of `MySQL`.
fn executes(dialect: Dialect) -> bool {
    dialect.executed_comments() || dialect == Dialect::Generic
}

/// How long a comment is after its `/*`.
fn comment(inner: &[u8], dialect: Dialect) -> Option<usize> {
    let (mut depth, mut at) = (1_u32, 0);
    loop {
        let rest = inner.get(at..)?;
        let hit = memchr::memchr2(b'*', b'/', rest)?;
        match (rest.get(hit)?, rest.get(hit + 1)?) {
            (b'*', b'/') if depth == 1 => return Some(at + hit + 2),
            (b'*', b'/') => depth -= 1,
            (b'/', b'*') if dialect.nested_comments() => depth = depth.saturating_add(1),
            _ => {
                at += hit + 1;
                continue;
            }
        }
        at += hit + 2;
    }
}
