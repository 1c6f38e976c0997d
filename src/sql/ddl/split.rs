//! A script cut into its statements.

use crate::sql::dialect::Dialect;

/// The statements of a script, without comments before them, and without the rows that `pg_dump` writes after COPY.
pub(super) fn statements(sql: &str, dialect: Dialect) -> Vec<&str> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = sql.get(at..) {
        let start = at + blank(rest);
        let Some(text) = sql.get(start..).filter(|text| !text.is_empty()) else { break };
        // A command of psql takes its line.
        if text.starts_with('\\') {
            at = start + text.find('\n').unwrap_or(text.len());
            continue;
        }
        let length = length(text, dialect);
        let statement = text.get(..length).unwrap_or(text);
        at = start + length + 1;
        let copy = statement.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("copy"));
        if copy && statement.to_ascii_lowercase().trim_end().ends_with("from stdin") {
            let rows = sql.get(at..).unwrap_or_default();
            at += rows.find("\n\\.").map_or(rows.len(), |end| end + "\n\\.".len());
        }
        found.push(statement);
    }
    found
}

/// CREATE TABLE up to the bracket that closes its columns.
pub(super) fn without_options(statement: &str, dialect: Dialect) -> Option<&str> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(first) = statement.get(at..)?.chars().next() {
        match first {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return statement.get(..=at);
                }
            }
            _ => {}
        }
        at += step(statement.get(at..)?, first, dialect);
    }
    None
}

/// The length of a statement, up to its `;` or the end.
fn length(text: &str, dialect: Dialect) -> usize {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        match rest.chars().next() {
            None | Some(';') => break,
            Some(first) => at += step(rest, first, dialect),
        }
    }
    at.min(text.len())
}

/// The length of what a text begins with: a string, a comment, or a character.
fn step(text: &str, first: char, dialect: Dialect) -> usize {
    match first {
        '\'' | '"' | '`' => quoted(text, first, dialect.backslashes() && first != '`'),
        '$' if dialect.dollar_quotes() => dollar(text).unwrap_or(1),
        _ => comment(text).unwrap_or(first.len_utf8()),
    }
}

/// The length of blanks and comments.
fn blank(text: &str) -> usize {
    let mut at = 0;
    while let Some(rest) = text.get(at..) {
        match rest.chars().next() {
            Some(first) if first.is_whitespace() || first == ';' || first == '\u{feff}' => {
                at += first.len_utf8();
            }
            // What MySQL executes is no comment.
            _ if rest.starts_with("/*!") => break,
            _ => match comment(rest) {
                Some(length) => at += length,
                None => break,
            },
        }
    }
    at
}

fn comment(text: &str) -> Option<usize> {
    if text.starts_with("--") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(text.find("*/").map_or(text.len(), |end| end + 2));
    }
    None
}

fn quoted(text: &str, quote: char, backslashes: bool) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if escaped {
            escaped = false;
        } else if backslashes && c == '\\' {
            escaped = true;
        } else if c == quote {
            return at + 1;
        }
    }
    text.len()
}

/// The length of `$tag$ .. $tag$`.
fn dollar(text: &str) -> Option<usize> {
    let end = text.get(1..)?.find('$')? + 2;
    let tag = text.get(..end)?;
    let plain = tag.trim_matches('$').chars().all(|c| c.is_alphanumeric() || c == '_');
    if !plain {
        return None;
    }
    Some(text.get(end..)?.find(tag).map_or(text.len(), |close| end + close + end))
}
