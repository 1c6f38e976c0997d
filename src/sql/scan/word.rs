//! Words: keywords, and names outside of quotes.

use super::Scanner;
use super::chunk::chunk as next;
use super::class::{in_word, is_blank, run};
use super::draft::Last;
use super::literal::LiteralKind;
use super::words::is_short_reserved;

impl Scanner {
    /// A word, or a string whose prefix it is.
    #[inline]
    pub(super) fn word(&mut self, text: &[u8], at: usize) -> usize {
        let mut chunk = next(text, at);
        let mut end = at + chunk.count;
        if chunk.count < 3
            && matches!(text.get(end), Some(b'\'' | b'"' | b'&'))
            && let Some((from, kind)) = self.prefix(text, at, end)
        {
            return self.string(text, at, from, kind);
        }
        if chunk.count == 4 && chunk.small.starts_with(b"null") && self.alone(text, end) {
            // Rows that differ in their nulls alone are alike.
            self.draft.literal(at, end, LiteralKind::Null);
            return end;
        }
        let keeps = self.dialect.keeps_case();
        if keeps
            && text.get(at) == Some(&b'_')
            && let Some((from, kind)) = self.prefix(text, at, run(text, at, in_word))
        {
            return self.string(text, at, from, kind);
        }
        if keeps && (chunk.count == 8 || !is_short_reserved(chunk.small, chunk.count)) {
            chunk.small = chunk.bytes;
        }
        self.draft.begin_word();
        let start = self.draft.text.len();
        loop {
            let written = self.draft.text.len() + chunk.count;
            self.draft.text.extend_from_slice(&chunk.small);
            self.draft.text.truncate(written);
            if chunk.count < 8 {
                break;
            }
            chunk = next(text, end);
            end += chunk.count;
            if keeps {
                chunk.small = chunk.bytes;
            }
        }
        if keeps && end - at >= 8 {
            self.draft.lower_reserved(start);
        }
        self.draft.blank = text.get(end) == Some(&b' ');
        end + usize::from(self.draft.blank)
    }

    /// Whether what ends at `end` stands alone between the commas of a row.
    pub(super) fn alone(&self, text: &[u8], end: usize) -> bool {
        self.fold.in_row()
            && matches!(self.draft.last, Last::Open | Last::Comma)
            && matches!(text.get(run(text, end, is_blank)), Some(b',' | b')'))
    }

    /// A word that is no prefix of a string, though it need not begin as words do.
    pub(super) fn plain_word(&mut self, text: &[u8], at: usize) -> usize {
        self.put_word(text, at, run(text, at + 1, in_word))
    }

    /// The word from `at` to `end`; it keeps its case if names do and it can be one.
    pub(super) fn put_word(&mut self, text: &[u8], at: usize, end: usize) -> usize {
        self.draft.begin_word();
        let start = self.draft.text.len();
        self.draft.text.extend_from_slice(text.get(at..end).unwrap_or_default());
        if self.dialect.keeps_case() {
            self.draft.lower_reserved(start);
        } else if let Some(word) = self.draft.text.get_mut(start..) {
            word.make_ascii_lowercase();
        }
        end
    }
}
