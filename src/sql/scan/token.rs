//! Scans one token.

use super::Scanner;
use super::class::{CLASS, Class, in_word, is_blank, run};
use super::draft::Last;
use super::literal::LiteralKind;
use super::number::number;
use super::{operator, quote};

impl Scanner {
    /// Scans the token, blank or comment that begins at `at` with `byte`, and says where it ends.
    #[inline]
    pub(super) fn token(&mut self, text: &[u8], at: usize, byte: u8) -> usize {
        let next = text.get(at + 1).copied();
        match CLASS[usize::from(byte)] {
            Class::Blank => {
                self.draft.blank = true;
                at + 1
            }
            Class::Word => self.word(text, at),
            Class::Digit => self.number(text, at, at),
            Class::Quote => self.string(text, at, at, None),
            Class::Double if self.dialect.double_strings() => {
                self.string(text, at, at, Some(LiteralKind::Double))
            }
            Class::Backtick if !self.dialect.backticks() => self.operator(text, at),
            Class::Double | Class::Backtick => {
                let end = quote::quoted(text, at, false).0;
                self.name(text, at, end)
            }
            Class::Square if self.dialect.brackets() => self.name(text, at, quote::bracketed(text, at)),
            Class::Square | Class::Open => {
                self.fold.open(&mut self.draft, byte == b'[');
                at + 1
            }
            Class::Unsquare | Class::Close => {
                self.fold.close(&mut self.draft, byte == b']');
                at + 1
            }
            Class::Comma => {
                self.fold.comma(&mut self.draft);
                at + 1
            }
            Class::Dot => self.dot(text, at),
            Class::Dollar => self.dollar(text, at),
            Class::Colon => self.colon(text, at, next),
            Class::Sign => self.sign(text, at, next),
            Class::Slash if next == Some(b'*') => self.comment(text, at),
            Class::Hash if self.dialect.hash_comments() => self.skip(quote::line(text, at)),
            Class::At | Class::Hash if !self.dialect.wide_operators() => self.at(text, at),
            Class::Question if !self.dialect.wide_operators() || self.draft.before_operand() => {
                self.question(text, at)
            }
            Class::Percent => self.percent(text, at),
            Class::Operator if self.executed && text.get(at..at + 2) == Some(b"*/") => {
                self.executed = false;
                self.skip(at + 2)
            }
            Class::Operator if !next.is_some_and(operator::continues) => {
                self.draft.byte(byte, Last::Operator);
                at + 1
            }
            Class::Operator | Class::Slash | Class::Hash | Class::At | Class::Question => {
                self.operator(text, at)
            }
            Class::Other => {
                self.draft.other(byte);
                at + 1
            }
        }
    }

    /// Passes over what counts as a blank.
    fn skip(&mut self, end: usize) -> usize {
        self.draft.blank = true;
        end
    }

    /// Where something ends: the text, if it does not; it is cut off then.
    pub(super) fn end(&mut self, text: &[u8], end: Option<usize>) -> usize {
        self.open |= end.is_none();
        end.unwrap_or(text.len())
    }

    /// A name in quotes.
    fn name(&mut self, text: &[u8], at: usize, end: Option<usize>) -> usize {
        let end = self.end(text, end);
        self.draft.token(text.get(at..end).unwrap_or_default(), Last::Name);
        end
    }

    /// A number whose digits begin at `digits`, after its sign.
    fn number(&mut self, text: &[u8], at: usize, digits: usize) -> usize {
        let (end, kind) = number(text, digits);
        // MySQL's names may begin with digits, but have no points.
        let letters = self.dialect.executed_comments()
            && text.get(end).is_some_and(|&byte| in_word(byte))
            && !text.get(at..end).is_some_and(|number| number.contains(&b'.'));
        match (at == digits, letters || self.draft.after_dot()) {
            (true, true) => return self.plain_word(text, at),
            // The sign of a name is an operator.
            (false, true) => return self.operator(text, at),
            _ => {}
        }
        self.draft.literal(at, end, kind);
        end
    }

    fn dot(&mut self, text: &[u8], at: usize) -> usize {
        let operand = self.draft.before_operand();
        if operand && text.get(at + 1).is_some_and(u8::is_ascii_digit) {
            return self.number(text, at, at);
        }
        self.draft.blank |= self.draft.last == Last::Literal; // lest it look like a number's
        self.draft.byte(b'.', Last::Dot);
        at + 1
    }

    /// A sign that belongs to a number, an operator, or a comment.
    fn sign(&mut self, text: &[u8], at: usize, next: Option<u8>) -> usize {
        if next == Some(b'-') && text.get(at) == Some(&b'-') {
            let mysql = self.dialect.executed_comments();
            if !mysql || text.get(at + 2).is_none_or(|&byte| byte <= b' ') {
                return self.skip(quote::line(text, at));
            }
        }
        let digits = run(text, at + 1, is_blank);
        let point = usize::from(text.get(digits) == Some(&b'.'));
        if text.get(digits + point).is_some_and(u8::is_ascii_digit) && self.draft.before_operand() {
            return self.number(text, at, digits);
        }
        self.operator(text, at)
    }

    pub(super) fn operator(&mut self, text: &[u8], at: usize) -> usize {
        let end = operator::operator(text, at, self.dialect);
        let end = match text.get(at..end).and_then(|found| memchr::memmem::find(found, b"*/")) {
            Some(stop) if self.executed => at + stop.max(1),
            _ => end,
        };
        self.draft.token(text.get(at..end).unwrap_or_default(), Last::Operator);
        end
    }

    /// A comment, or one of `MySQL`'s that are executed: their content is read like the rest.
    fn comment(&mut self, text: &[u8], at: usize) -> usize {
        if self.dialect.executed_comments() && !self.executed {
            let maria = usize::from(text.get(at + 2) == Some(&b'M'));
            if text.get(at + 2 + maria) == Some(&b'!') {
                self.executed = true;
                return self.skip(run(text, at + 3 + maria, |byte| byte.is_ascii_digit()));
            }
        }
        let end = quote::comment(text, at, self.dialect.nested_comments());
        let end = self.end(text, end);
        self.skip(end)
    }
}
