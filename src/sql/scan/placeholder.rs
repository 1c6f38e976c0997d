//! Parameters and variables.

use super::class::{in_word, run};
use super::draft::Last;
use super::literal::LiteralKind;
use super::operator::format;
use super::{Scanner, quote};
use crate::sql::dialect::Dialect;

impl Scanner {
    /// `$1`, a string between dollars, or a name that begins with one.
    pub(super) fn dollar(&mut self, text: &[u8], at: usize) -> usize {
        let end = run(text, at + 1, |byte| byte.is_ascii_digit());
        if let Some(number) = decimal(text.get(at + 1..end)) {
            self.draft.literal(at, end, LiteralKind::Parameter(number));
            return end;
        }
        if self.dialect.dollar_quotes()
            && let Some(tag) = quote::dollar_tag(text, at)
        {
            let end = self.end(text, quote::dollar_quoted(text, at, tag));
            self.draft.literal(at, end, LiteralKind::Dollar);
            return end;
        }
        if self.dialect == Dialect::MySql {
            return self.plain_word(text, at);
        }
        self.named(text, at, at + 1)
    }

    /// `?`, or `?2`.
    pub(super) fn question(&mut self, text: &[u8], at: usize) -> usize {
        let end = run(text, at + 1, |byte| byte.is_ascii_digit());
        let number = decimal(text.get(at + 1..end)).unwrap_or_else(|| {
            self.questions = self.questions.saturating_add(1);
            self.questions
        });
        self.draft.literal(at, end, LiteralKind::Parameter(number));
        end
    }

    /// `%s`, `%(name)s`, or an operator.
    pub(super) fn percent(&mut self, text: &[u8], at: usize) -> usize {
        match format(text, at) {
            Some(end) if self.draft.before_operand() => {
                self.draft.literal(at, end, LiteralKind::Named);
                end
            }
            _ => self.operator(text, at),
        }
    }

    /// `::`, `:=`, `:name`, and Vitess's `::name` for a list.
    pub(super) fn colon(&mut self, text: &[u8], at: usize, next: Option<u8>) -> usize {
        let double = usize::from(next == Some(b':'));
        if self.draft.before_operand() {
            return self.named(text, at, at + 1 + double);
        }
        let end = at + 1 + usize::from(matches!(next, Some(b':' | b'=')));
        self.draft.token(text.get(at..end).unwrap_or_default(), Last::Operator);
        end
    }

    /// `@name`, which is a variable in `MySQL` and may be a parameter elsewhere; `@@name`; and names that begin with `#`.
    pub(super) fn at(&mut self, text: &[u8], at: usize) -> usize {
        let mark = text.get(at);
        let name = run(text, at, |byte| Some(&byte) == mark);
        if mark == Some(&b'@') && name == at + 1 && self.dialect != Dialect::MySql {
            return self.named(text, at, name);
        }
        self.put_word(text, at, run(text, name, in_word))
    }

    /// A parameter whose name begins at `name`; without a name, what stands before it is an operator.
    fn named(&mut self, text: &[u8], at: usize, name: usize) -> usize {
        let end = run(text, name, in_word);
        if end == name {
            self.draft.token(text.get(at..name).unwrap_or_default(), Last::Operator);
            self.draft.blank = true; // lest a literal behind it look like its name
        } else {
            self.draft.literal(at, end, LiteralKind::Named);
        }
        end
    }
}

fn decimal(digits: Option<&[u8]>) -> Option<u32> {
    std::str::from_utf8(digits?).ok()?.parse().ok()
}
