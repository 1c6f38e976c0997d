//! Forms of `MySQL` that the parser rejects.

use std::ops::Range;

use super::tokens::{self, Kind, Token, closing};
use super::{Edit, replace};

/// Notes what the parser takes for something else: modifiers for tables, and AND and OR for operators on texts.
pub(super) fn mistaken(tokens: &[Token], edits: &mut Vec<Edit>) {
    if let Some((verb, count)) = modifiers(tokens) {
        replace(tokens, verb + 1, verb + 1 + count, "", edits);
    }
    for (at, pair) in tokens.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        if first.at + 1 == second.at && first.sign("&") && second.sign("&") {
            replace(tokens, at, at + 2, "and", edits);
        } else if first.at + 1 == second.at && first.sign("|") && second.sign("|") {
            replace(tokens, at, at + 2, "or", edits);
        }
    }
}

/// Where the verb of a statement that writes stands, and how many words modify it.
fn modifiers(tokens: &[Token]) -> Option<(usize, usize)> {
    let verb = tokens.iter().position(|token| token.any(&["update", "delete", "insert", "replace"]))?;
    if tokens.iter().take(verb).any(|token| token.is("select")) && !tokens.first()?.is("with") {
        return None;
    }
    let modifiers = ["low_priority", "quick", "ignore", "delayed", "high_priority"];
    let after = tokens.iter().skip(verb + 1);
    Some((verb, after.take_while(|token| token.any(&modifiers)).count()))
}

/// Notes what is to be replaced.
pub(super) fn edits(tokens: &[Token], edits: &mut Vec<Edit>) {
    let pairs = tokens::pairs(tokens);
    verbs(tokens, &pairs, edits);
    for at in 0..tokens.len() {
        let word = |offset: usize, word: &str| tokens.get(at + offset).is_some_and(|token| token.is(word));
        let sign = |offset: usize, sign: &str| tokens.get(at + offset).is_some_and(|token| token.sign(sign));
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let operand = before.is_some_and(Token::operand);
        if word(0, "lock") && word(1, "in") && word(2, "share") && word(3, "mode") {
            replace(tokens, at, at + 4, "", edits);
        } else if word(0, "mod") && operand && !sign(1, "(") {
            replace(tokens, at, at + 1, "%", edits);
        } else if sign(0, "!")
            && !sign(1, "=")
            && !(operand && before.is_some_and(|token| token.kind == Kind::Sign))
        {
            // Another prefix that binds as tight: what it is put before binds nothing in either case.
            replace(tokens, at, at + 1, "~", edits);
        } else if word(0, "sounds") && word(1, "like") {
            replace(tokens, at, at + 2, "regexp", edits);
        } else if word(0, "into") && tokens.get(at + 1).is_some_and(into_nowhere) {
            replace(tokens, at, end_of_into(tokens, at), "", edits);
        } else if word(0, "procedure") && word(1, "analyse") {
            replace(tokens, at, tokens.len(), "", edits);
        } else if sign(0, "\\") && word(1, "n") {
            replace(tokens, at, at + 2, "null", edits);
        } else if word(0, "in") && sign(1, ":") && sign(2, ":") {
            replace(tokens, at, at + 4, "in (unknown_value())", edits);
        } else if sign(0, "(") && before.is_some_and(|token| token.any(&["from", "join"])) {
            commas(tokens, &pairs, at, edits);
        }
    }
}

/// Whether INTO is followed by a file or a variable.
fn into_nowhere(token: &Token) -> bool {
    token.any(&["outfile", "dumpfile"]) || token.kind == Kind::Word && token.text.starts_with('@')
}

/// Where INTO and what belongs to it end.
fn end_of_into(tokens: &[Token], into: usize) -> usize {
    let ends = |token: &Token| token.any(&["from", "where", "order", "limit", "for", "union", "lock"]);
    let end = tokens.iter().skip(into).take(1000).position(|token| ends(token) || token.sign(")"));
    end.map_or(tokens.len(), |end| into + end)
}

/// What stands between the verb and the tables.
fn verbs(tokens: &[Token], pairs: &[Option<usize>], edits: &mut Vec<Edit>) {
    // The modifiers are gone by now.
    let Some((verb, _)) = modifiers(tokens) else { return };
    let begin = verb + 1;
    match tokens.get(verb) {
        Some(token) if token.is("update") => {
            let set = tokens.iter().position(|token| token.is("set")).unwrap_or(begin);
            top_commas(tokens, pairs, begin..set, edits);
        }
        Some(token) if token.is("delete") => {
            let end = tokens.iter().position(|token| token.is("where")).unwrap_or(tokens.len());
            for at in begin..end {
                if let Some([dot, star]) = tokens.get(at..at + 2)
                    && dot.sign(".")
                    && star.sign("*")
                {
                    replace(tokens, at, at + 2, "", edits);
                }
            }
        }
        Some(_) => {
            let partition = tokens.iter().skip(begin).take(5).position(|token| token.is("partition"));
            if let Some(at) = partition.map(|at| at + begin)
                && tokens.get(at + 1).is_some_and(|token| token.sign("("))
                && let Some(end) = closing(pairs, at + 1)
            {
                replace(tokens, at, end + 1, "", edits);
            }
        }
        None => {}
    }
}

/// Commas between tables, outside of brackets.
fn top_commas(tokens: &[Token], pairs: &[Option<usize>], within: Range<usize>, edits: &mut Vec<Edit>) {
    let mut at = within.start;
    while at < within.end {
        if tokens.get(at).is_some_and(|token| token.sign("(")) {
            at = closing(pairs, at).unwrap_or(within.end);
        } else if tokens.get(at).is_some_and(|token| token.sign(",")) {
            replace(tokens, at, at + 1, "cross join", edits);
        }
        at += 1;
    }
}

/// Commas between tables in brackets.
fn commas(tokens: &[Token], pairs: &[Option<usize>], open: usize, edits: &mut Vec<Edit>) {
    let query = tokens.get(open + 1).is_some_and(|token| token.any(&["select", "with", "values", "table"]));
    if let Some(end) = closing(pairs, open)
        && !query
    {
        top_commas(tokens, pairs, open + 1..end, edits);
    }
}
