//! The key while it is written: each literal is one byte, and is numbered at the end.
//!
//! As long as the literals have no numbers, rows of the same tokens are the same bytes.

use super::class::in_word;
use super::literal::{Literal, LiteralKind, Slot};
use super::words;

/// Stands for a literal.
const MARK: u8 = 1;

/// What was written last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Last {
    #[default]
    Start,
    /// A word that may be a keyword.
    Word,
    /// A name that is none.
    Name,
    Literal,
    Open,
    Close,
    Comma,
    Dot,
    Operator,
}

/// Where a literal was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    at: usize,
    quoted: bool,
}

/// The key while it is written.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) text: Vec<u8>,
    marks: Vec<Mark>,
    pub(super) slots: Vec<Slot>,
    pub(super) literals: Vec<Literal>,
    pub(super) last: Last,
    /// Where the last word begins.
    last_at: usize,
    /// Whether blanks or comments stand before what comes next.
    pub(super) blank: bool,
}

impl Draft {
    /// Empties it for the next statement.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.marks.clear();
        self.slots.clear();
        self.literals.clear();
        self.last = Last::Start;
        self.blank = false;
    }

    /// Whether nothing was written.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Writes the blank before a token: where the text has one, but not inside of parentheses; and where two words
    /// would run together.
    #[inline]
    fn gap(&mut self, word: bool) {
        let blank = if self.blank {
            !matches!(self.last, Last::Start | Last::Open)
        } else {
            word && matches!(self.last, Last::Word | Last::Name | Last::Literal)
        };
        if blank {
            self.text.push(b' ');
        }
        self.blank = false;
    }

    /// Begins a word.
    #[inline]
    pub(super) fn begin_word(&mut self) {
        self.gap(true);
        self.last = if self.last == Last::Dot { Last::Name } else { Last::Word };
        self.last_at = self.text.len();
    }

    /// Lowers the word that was written from `start` on, if it is reserved.
    pub(super) fn lower_reserved(&mut self, start: usize) {
        if let Some(word) = self.text.get_mut(start..)
            && words::is_reserved(word)
        {
            word.make_ascii_lowercase();
        }
    }

    /// Writes a token of one byte.
    #[inline]
    pub(super) fn byte(&mut self, byte: u8, last: Last) {
        self.gap(false);
        self.last = last;
        self.text.push(byte);
    }

    /// Writes a token as it is.
    #[inline]
    pub(super) fn token(&mut self, token: &[u8], last: Last) {
        self.gap(false);
        self.last = last;
        self.text.extend_from_slice(token);
    }

    /// Writes a byte that belongs to no token. The one that marks literals must not come from the text.
    pub(super) fn other(&mut self, byte: u8) {
        self.byte(if byte == MARK { MARK + 1 } else { byte }, Last::Operator);
    }

    /// Writes a comma, with a blank behind it and none before it.
    #[inline]
    pub(super) fn comma(&mut self) {
        self.text.push(b',');
        self.last = Last::Comma;
        self.blank = true;
    }

    /// Writes a closing parenthesis or bracket, with no blank before it.
    #[inline]
    pub(super) fn close(&mut self, byte: u8) {
        self.text.push(byte);
        self.last = Last::Close;
        self.blank = false;
    }

    /// Takes a literal out.
    #[inline]
    pub(super) fn literal(&mut self, start: usize, end: usize, kind: LiteralKind) {
        use LiteralKind::{Named, Null, Number, Parameter};
        self.literal_as(start, end, kind, !matches!(kind, Number | Parameter(_) | Named | Null));
    }

    /// Takes a literal out, for which a text stands in the key if it is `quoted`, and else a number.
    #[inline]
    pub(super) fn literal_as(&mut self, start: usize, end: usize, kind: LiteralKind, quoted: bool) {
        self.blank |= self.last == Last::Dot;
        self.gap(true);
        self.last = Last::Literal;
        self.marks.push(Mark { at: self.text.len(), quoted });
        self.text.push(MARK);
        let first = self.literals.len() as u32;
        self.slots.push(Slot { first, stride: 1, count: 1, group: 0, list: false });
        self.literals.push(Literal { start: start as u32, end: end as u32, kind });
    }

    /// Forgets what was written after a place, but for the literals.
    pub(super) fn cut(&mut self, text: usize, slots: usize) {
        self.text.truncate(text);
        self.marks.truncate(slots);
        self.slots.truncate(slots);
    }

    /// The last word, if a word that may be a keyword was written last.
    #[inline]
    pub(super) fn last_word(&self) -> &[u8] {
        match self.last {
            Last::Word => self.text.get(self.last_at..).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Whether an operand must come next, and no operator can.
    pub(super) fn before_operand(&self) -> bool {
        match self.last {
            Last::Start | Last::Open | Last::Comma | Last::Operator => true,
            Last::Word => words::before_operand(self.last_word()),
            Last::Name | Last::Literal | Last::Close | Last::Dot => false,
        }
    }

    /// Whether the last token and the next one touch, and the last is a point.
    pub(super) fn after_dot(&self) -> bool {
        self.last == Last::Dot && !self.blank
    }

    /// Whether a text was written last.
    pub(super) fn after_text(&self) -> bool {
        self.last == Last::Literal && self.marks.last().is_some_and(|mark| mark.quoted)
    }

    /// Writes the key, with the literals numbered.
    pub(super) fn finish(&self, key: &mut Vec<u8>) {
        let mut from = 0;
        let mut number = itoa::Buffer::new();
        for (slot, mark) in self.marks.iter().enumerate() {
            key.extend_from_slice(self.text.get(from..mark.at).unwrap_or_default());
            if mark.quoted {
                key.push(b'\'');
            }
            if slot < 10 {
                key.push(b'0' + slot as u8);
            } else {
                key.extend_from_slice(number.format(slot).as_bytes());
            }
            if mark.quoted {
                key.push(b'\'');
            }
            from = mark.at + 1;
        }
        key.extend_from_slice(self.text.get(from..).unwrap_or_default());
    }
}

/// Whether a text begins with a word.
pub(super) fn begins(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        && !text.get(word.len()).is_some_and(|&byte| in_word(byte))
}
