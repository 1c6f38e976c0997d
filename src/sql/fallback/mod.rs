//! What is understood without the parser: statements by their first words, and forms that the parser rejects.
//!
//! All of it works on the reduced text, in which literals are numbers: a quote holds nothing that could be taken for
//! SQL.

mod explain;
mod leading;
mod mysql;
mod postgres;
mod tokens;
mod transaction;

use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Act, Meaning};

pub(super) use self::leading::{Leading, leading};

/// A text that the parser may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rewritten {
    /// The text.
    pub text: String,
    /// Whether the ends of BETWEEN may stand the other way round.
    pub symmetric: bool,
}

/// Rewrites forms that the parser takes for something else, before it sees them.
#[must_use]
pub(super) fn prepare(key: &str, dialect: Dialect) -> Option<String> {
    if dialect != Dialect::MySql {
        return None;
    }
    let mut edits = Vec::new();
    mysql::mistaken(&tokens::tokens(key, dialect), &mut edits);
    edited(key, edits)
}

/// Rewrites forms that the parser rejects and servers accept, where the meaning stays: `None` where there are none.
#[must_use]
pub(super) fn rewrite(key: &str, dialect: Dialect) -> Option<Rewritten> {
    let tokens = tokens::tokens(key, dialect);
    let mut edits = Vec::new();
    let mut symmetric = false;
    whole_table(&tokens, &mut edits);
    match dialect {
        Dialect::MySql => mysql::edits(&tokens, &mut edits),
        _ => postgres::edits(&tokens, &mut edits, &mut symmetric),
    }
    Some(Rewritten { text: edited(key, edits)?, symmetric })
}

/// `TABLE t`, which is all of a table.
fn whole_table(tokens: &[tokens::Token], edits: &mut Vec<Edit>) {
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let begins = ["union", "all", "except", "intersect", "as"];
        if token.is("table")
            && tokens.get(at + 1).is_some_and(tokens::Token::named)
            && before.is_none_or(|token| token.sign("(") || token.any(&begins))
        {
            replace(tokens, at, at + 1, "select * from", edits);
        }
    }
}

/// The text with its edits, if there are any.
fn edited(key: &str, mut edits: Vec<Edit>) -> Option<String> {
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|edit| (edit.from, edit.to));
    let mut text = String::with_capacity(key.len() + 16);
    let mut at = 0;
    for edit in edits {
        // What another edit has taken away needs no second one.
        if edit.from < at {
            continue;
        }
        text.push_str(key.get(at..edit.from)?);
        text.push(' ');
        text.push_str(edit.with);
        text.push(' ');
        at = edit.to;
    }
    text.push_str(key.get(at..)?);
    Some(text)
}

/// A piece of text that is replaced.
struct Edit {
    from: usize,
    to: usize,
    with: &'static str,
}

/// Replaces the tokens from one to before another.
fn replace(tokens: &[tokens::Token], from: usize, to: usize, with: &'static str, edits: &mut Vec<Edit>) {
    if let (Some(first), Some(last)) = (tokens.get(from), to.checked_sub(1).and_then(|last| tokens.get(last)))
    {
        edits.push(Edit { from: first.at, to: last.at + last.text.len(), with });
    }
}

/// The word that a statement begins with, in capitals.
#[must_use]
pub(super) fn verb(key: &str, dialect: Dialect) -> String {
    let word = key.trim_start_matches(|c: char| c == '(' || c.is_ascii_whitespace());
    let end = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let _ = dialect;
    word.get(..end.min(40)).unwrap_or_default().to_ascii_uppercase()
}

/// A statement that does this and neither reads nor writes.
#[must_use]
pub(super) fn meaning(act: Act, verb: String) -> Meaning {
    Meaning {
        act,
        verb,
        reads: Vec::new(),
        writes: Vec::new(),
        joins: Vec::new(),
        order: Some(Vec::new()),
        limit: None,
        unbound: Vec::new(),
    }
}
