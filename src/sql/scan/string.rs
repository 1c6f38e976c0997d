//! Literals in quotes, with what may stand before them.

use super::Scanner;
use super::class::{is_blank, run};
use super::draft::Last;
use super::literal::LiteralKind;
use super::quote;
use crate::sql::dialect::Dialect;

impl Scanner {
    /// A string that begins at `at` with a prefix, and whose quote is at `quote`. Without a kind it is plain.
    pub(super) fn string(
        &mut self,
        text: &[u8],
        at: usize,
        quote: usize,
        kind: Option<LiteralKind>,
    ) -> usize {
        let joined = if at == quote { self.joined(text, at) } else { None };
        let backslashes = match joined.or(kind) {
            Some(LiteralKind::Escaped) => true,
            Some(LiteralKind::Hex | LiteralKind::Unicode) => false,
            _ => self.dialect.backslashes(),
        };
        let (end, escaped) = quote::quoted(text, quote, backslashes);
        let end = self.end(text, end);
        let plain = if escaped { LiteralKind::Escaped } else { LiteralKind::Text };
        match self.draft.literals.last_mut() {
            Some(before) if joined.is_some() => {
                before.end = end as u32;
                if before.kind == LiteralKind::Text {
                    before.kind = plain;
                }
                self.draft.blank = false;
            }
            // In a row the key is the same whatever stands there: a text, a number or NULL.
            // Two texts side by side would be one to the parser, and their slots one number.
            _ => {
                let touches = self.dialect == Dialect::MySql && self.draft.after_text();
                self.draft.literal_as(at, end, kind.unwrap_or(plain), !touches && !self.alone(text, end));
            }
        }
        end
    }

    /// The kind of the string just before, if this one goes on with it: after blanks in `MySQL`, after a line's end in
    /// the standard.
    fn joined(&self, text: &[u8], at: usize) -> Option<LiteralKind> {
        use LiteralKind::{Double, Escaped, National, Text, Unicode};
        if self.draft.last != Last::Literal {
            return None;
        }
        let before = self.draft.literals.last()?;
        let between = text.get(before.end as usize..at)?;
        let string = matches!(before.kind, Text | Escaped | Double | National | Unicode);
        let apart = between.iter().copied().all(is_blank)
            && match self.dialect {
                Dialect::MySql => !between.is_empty(),
                _ => between.contains(&b'\n'),
            };
        (string && apart).then_some(before.kind)
    }

    /// Where the quote of a string stands whose prefix is the word from `at` to `end`, and its kind.
    pub(super) fn prefix(&self, text: &[u8], at: usize, end: usize) -> Option<(usize, Option<LiteralKind>)> {
        let word = text.get(at..end)?;
        let quote = |at: usize| match text.get(at) {
            Some(b'\'') => true,
            Some(b'"') => self.dialect.double_strings(),
            _ => false,
        };
        if self.dialect == Dialect::MySql && word.first() == Some(&b'_') {
            let from = run(text, end, is_blank);
            return quote(from).then_some((from, None));
        }
        if matches!(word, b"u" | b"U") && text.get(end) == Some(&b'&') && text.get(end + 1) == Some(&b'\'') {
            return Some((end + 1, Some(LiteralKind::Unicode)));
        }
        if !quote(end) {
            return None;
        }
        let kind = match word {
            b"e" | b"E" if self.dialect.escape_strings() => LiteralKind::Escaped,
            b"n" | b"N" => LiteralKind::National,
            b"x" | b"X" => LiteralKind::Hex,
            b"b" | b"B" => LiteralKind::Bits,
            b"r" | b"R" | b"rb" | b"br" | b"RB" | b"BR" if self.dialect.double_strings() => LiteralKind::Bits,
            _ => return None,
        };
        Some((end, Some(kind)))
    }
}
