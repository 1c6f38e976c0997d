//! The lines that the server writes when it opens a log: at its start, and at each rotation.

use super::form::Head;
use super::lines::{Line, line};

/// The longest line of a banner.
const LONGEST: usize = 1024;

/// Whether a banner stands at `at`.
pub(super) fn head(bytes: &[u8], at: usize, last: bool) -> Head {
    let next = match line(bytes, at, last, LONGEST) {
        Line::Whole(first, next) if starts(first) => next,
        Line::Open => return Head::More,
        _ => return Head::No,
    };
    match line(bytes, next, last, LONGEST) {
        Line::Whole(second, _) if port(second) => Head::Full,
        Line::Open => Head::More,
        Line::End | Line::Last(_) => Head::Part,
        _ => Head::No,
    }
}

/// Where the banner at `at` ends; None while more bytes are needed.
pub(super) fn end(bytes: &[u8], at: usize, last: bool) -> Option<usize> {
    let mut end = at;
    for number in 0..3 {
        match line(bytes, end, last, LONGEST) {
            Line::Whole(third, next) if number < 2 || title(third) => end = next,
            Line::Last(_) => return Some(bytes.len()),
            Line::Open => return None,
            _ => break,
        }
    }
    Some(end)
}

/// `/usr/sbin/mysqld, Version: 8.0.26 (...). started with:`
fn starts(line: &[u8]) -> bool {
    line.ends_with(b"started with:") && memchr::memmem::find(line, b", Version: ").is_some()
}

/// `Tcp port: 3306  Unix socket: ...`, and `TCP Port: ..., Named Pipe: ...` on Windows.
fn port(line: &[u8]) -> bool {
    line.get(..9).is_some_and(|start| start.eq_ignore_ascii_case(b"tcp port:"))
}

/// `Time                 Id Command    Argument`
fn title(line: &[u8]) -> bool {
    line.starts_with(b"Time") && line.trim_ascii_end().ends_with(b"Argument")
}
