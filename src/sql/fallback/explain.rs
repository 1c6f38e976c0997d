//! EXPLAIN, which reads and writes only where it executes.

use super::tokens::{self, Token};

/// The words that a statement to be explained begins with.
const BEGINS: [&str; 10] =
    ["select", "with", "insert", "update", "delete", "merge", "replace", "values", "table", "execute"];

/// Where the statement begins that `EXPLAIN ANALYZE` or `MariaDB`'s `ANALYZE` executes.
pub(super) fn executed(tokens: &[Token]) -> Option<usize> {
    let maria = tokens.first()?.any(&["analyze", "analyse"]);
    let mut analyze = maria;
    let mut at = 1;
    loop {
        let token = tokens.get(at)?;
        if token.any(&["analyze", "analyse"]) {
            analyze = true;
        } else if token.any(&["verbose", "extended", "partitions"]) {
        } else if token.is("format") && tokens.get(at + 1).is_some_and(|next| next.sign("=")) {
            at += 2;
        } else if token.sign("(")
            && !tokens.get(at + 1).is_some_and(|next| next.sign("(") || next.any(&BEGINS))
        {
            let end = tokens::closing(&tokens::pairs(tokens), at)?;
            analyze |= option(tokens.get(at + 1..end)?);
            at = end;
        } else {
            // `ANALYZE table` of a table with that name is rare, and a statement follows its first word.
            let begins = token.sign("(") || token.any(&BEGINS);
            let table = maria && token.is("table");
            return (analyze && begins && !table).then_some(token.at);
        }
        at += 1;
    }
}

/// Whether the options hold ANALYZE, and not as FALSE.
fn option(options: &[Token]) -> bool {
    let at = options.iter().position(|token| token.any(&["analyze", "analyse"]));
    at.is_some_and(|at| !options.get(at + 1).is_some_and(|token| token.any(&["false", "off"])))
}
