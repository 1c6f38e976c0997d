//! Statements that are prepared by name.

use super::class::{CLASS, Class, in_word, is_blank, run};
use super::draft::begins;
use super::quote;

/// The name that `prepare name(types) as statement` gives, and where the statement begins.
#[must_use]
pub fn prepared(sql: &[u8]) -> Option<(Vec<u8>, usize)> {
    let at = after(sql, blanks(sql, 0), b"prepare")?;
    let at = blanks(sql, at);
    let (name, end) = match sql.get(at)? {
        b'"' => {
            let end = quote::quoted(sql, at, false).0?;
            (undoubled(sql.get(at + 1..end - 1)?), end)
        }
        &byte if CLASS[usize::from(byte)] == Class::Word => {
            let end = run(sql, at, in_word);
            (sql.get(at..end)?.to_ascii_lowercase(), end)
        }
        _ => return None,
    };
    let mut at = blanks(sql, end);
    if sql.get(at) == Some(&b'(') {
        at = blanks(sql, parenthesised(sql, at)?);
    }
    let at = blanks(sql, after(sql, at, b"as")?);
    (at < sql.len()).then_some((name, at))
}

/// Where a word ends that stands at `at`.
fn after(sql: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    begins(sql.get(at..)?, word).then_some(at + word.len())
}

/// Where blanks and comments end.
fn blanks(sql: &[u8], at: usize) -> usize {
    let mut at = at;
    loop {
        at = run(sql, at, is_blank);
        at = match sql.get(at..at + 2) {
            Some(b"--") => quote::line(sql, at),
            Some(b"/*") => quote::comment(sql, at, true).unwrap_or(sql.len()),
            _ => return at,
        };
    }
}

/// Where parentheses end.
fn parenthesised(sql: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = at;
    loop {
        let mut end = at + 1;
        match sql.get(at)? {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(end),
            b')' => depth -= 1,
            b'"' => end = quote::quoted(sql, at, false).0?,
            _ => {}
        }
        at = end;
    }
}

fn undoubled(name: &[u8]) -> Vec<u8> {
    let mut found = Vec::with_capacity(name.len());
    let mut quote = false;
    for &byte in name {
        quote = byte == b'"' && !quote;
        if !quote {
            found.push(byte);
        }
    }
    if quote {
        found.push(b'"');
    }
    found
}
