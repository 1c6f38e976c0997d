//! Forms of `PostgreSQL`, and of others, that the parser rejects.

use super::tokens::{self, Kind, Token, closing};
use super::{Edit, replace};

/// Notes what is to be replaced.
pub(super) fn edits(tokens: &[Token], edits: &mut Vec<Edit>, symmetric: &mut bool) {
    let pairs = tokens::pairs(tokens);
    if tokens.first().is_some_and(|token| token.is("upsert")) {
        replace(tokens, 0, 1, "insert", edits);
    }
    for at in 0..tokens.len() {
        let word = |offset: usize, word: &str| tokens.get(at + offset).is_some_and(|token| token.is(word));
        let sign = |offset: usize, sign: &str| tokens.get(at + offset).is_some_and(|token| token.sign(sign));
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let operand = before.is_some_and(Token::operand);
        if word(0, "for") && word(1, "no") && word(2, "key") && word(3, "update") {
            replace(tokens, at, at + 4, "for update", edits);
        } else if word(0, "for") && word(1, "key") && word(2, "share") {
            replace(tokens, at, at + 3, "for share", edits);
        } else if word(0, "between") && word(1, "symmetric") {
            *symmetric = true;
            replace(tokens, at + 1, at + 2, "", edits);
        } else if word(0, "isnull") && operand && !sign(1, "(") {
            replace(tokens, at, at + 1, "is null", edits);
        } else if word(0, "notnull") && operand && !sign(1, "(") {
            replace(tokens, at, at + 1, "is not null", edits);
        } else if word(0, "conflict") && sign(1, "(") && before.is_some_and(|token| token.is("on")) {
            if let Some(end) = closing(&pairs, at + 1) {
                replace(tokens, at + 1, conflict_end(tokens, end + 1), "", edits);
            }
        } else if word(0, "current") && word(1, "of") && before.is_some_and(|token| token.is("where")) {
            replace(tokens, at, at + 3, "current_of()", edits);
        } else if word(0, "variadic") && before.is_some_and(|token| token.sign("(") || token.sign(","))
            || tokens.get(at).is_some_and(|token| token.any(&["any", "some", "all"]))
                && sign(1, "(")
                && before.is_some_and(|token| token.kind == Kind::Sign && !compares(token))
        {
            replace(tokens, at, at + 1, "", edits);
        } else if word(0, "exclude") && tokens.get(at + 1).is_some_and(excluded) {
            let words = if word(1, "current") || word(1, "no") { 3 } else { 2 };
            replace(tokens, at, at + words, "", edits);
        } else if word(0, "rows") && word(1, "from") && sign(2, "(") {
            if let Some(end) = closing(&pairs, at + 2) {
                replace(tokens, at, end + 1, "rows_from()", edits);
            }
        } else if word(0, "search")
            && tokens.get(at + 1).is_some_and(|token| token.any(&["breadth", "depth"]))
        {
            replace(tokens, at, after(tokens, at, "set"), "", edits);
        } else if word(0, "cycle") && (before.is_some_and(|token| token.sign(")")) || set_before(tokens, at))
        {
            replace(tokens, at, after(tokens, at, "using"), "", edits);
        }
    }
    elements(tokens, &pairs, edits);
}

/// Whether a sign ends a comparison, after which ANY is known to the parser.
fn compares(token: &Token) -> bool {
    token.sign("=") || token.sign("<") || token.sign(">") || token.sign("(") || token.sign(",")
}

/// Whether a word follows EXCLUDE in the frame of a window.
fn excluded(token: &Token) -> bool {
    token.any(&["current", "group", "ties", "no"])
}

/// Where the target of ON CONFLICT ends: before DO.
fn conflict_end(tokens: &[Token], from: usize) -> usize {
    tokens.iter().skip(from).take(1000).position(|token| token.is("do")).map_or(from, |at| from + at)
}

/// Whether the token before the last one is SET, as where SEARCH ends.
fn set_before(tokens: &[Token], at: usize) -> bool {
    at.checked_sub(2).and_then(|at| tokens.get(at)).is_some_and(|token| token.is("set"))
}

/// The place after the name that follows a word.
fn after(tokens: &[Token], from: usize, word: &str) -> usize {
    tokens.iter().skip(from).take(1000).position(|token| token.is(word)).map_or(from, |at| from + at + 2)
}

/// `UPDATE t SET a[1] = ..`: the field is set to what the text does not say.
fn elements(tokens: &[Token], pairs: &[Option<usize>], edits: &mut Vec<Edit>) {
    if !tokens.first().is_some_and(|token| token.any(&["update", "insert", "with"])) {
        return;
    }
    for (at, token) in tokens.iter().enumerate() {
        let opens =
            token.sign("[") && at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(Token::named);
        let starts = at.checked_sub(2).and_then(|at| tokens.get(at));
        if opens
            && starts.is_some_and(|token| token.is("set") || token.sign(","))
            && let Some(end) = closing(pairs, at)
            && tokens.get(end + 1).is_some_and(|token| token.sign("="))
        {
            replace(tokens, at, end + 2, "= changed_element ||", edits);
        }
    }
}
