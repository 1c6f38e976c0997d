//! Folds what is repeated: the elements of a list to one slot, the rows of a group to the first.
//!
//! A list is what stands in `IN (...)` and in an array's brackets: elements of the same text with one literal each
//! become one, also where there is only one. A row is a group in parentheses after VALUES, or as an element of a
//! list; the next one folds into it where it has the same text. Rows do not hold rows, and a list in a row keeps
//! no values, so that each row has as many literals as its first.

use super::draft::{Draft, Last};
use super::list::{element, is_query, keeps};

/// Groups deeper than this are only counted: no statement that a server accepts has them.
const DEEPEST: usize = 4096;

/// What a group in parentheses or brackets is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    List,
    Row,
}

/// A place in the draft.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) text: usize,
    pub(super) slots: usize,
    pub(super) literals: usize,
}

/// A group that is not closed yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    square: bool,
    pub(super) start: Place,
    /// Where the element that is being read begins, in a list.
    pub(super) element: Place,
    /// Where the element before it begins and ends, if the next can fold into it.
    pub(super) before: Option<(usize, usize)>,
}

/// A row that was read.
#[derive(Clone, Copy, Debug)]
struct Row {
    start: Place,
    end: Place,
}

/// Groups, lists and rows of the statement.
#[derive(Debug, Default)]
pub(super) struct Fold {
    frames: Vec<Frame>,
    deeper: usize,
    /// Where the row that is being read begins in the draft.
    row: Option<usize>,
    /// The last row.
    before: Option<Row>,
    groups: u32,
}

impl Draft {
    fn place(&self) -> Place {
        Place { text: self.text.len(), slots: self.slots.len(), literals: self.literals.len() }
    }
}

impl Fold {
    /// Empties it for the next statement.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.deeper = 0;
        self.row = None;
        self.before = None;
        self.groups = 0;
    }

    /// Whether a row is being read.
    #[inline]
    pub(super) fn in_row(&self) -> bool {
        self.row.is_some()
    }

    /// Opens a group.
    pub(super) fn open(&mut self, draft: &mut Draft, square: bool) {
        let kind = self.kind(draft, square);
        draft.byte(if square { b'[' } else { b'(' }, Last::Open);
        if self.frames.len() >= DEEPEST {
            self.deeper += 1;
            return;
        }
        let element = draft.place();
        let start = Place { text: element.text - 1, ..element };
        if kind == Kind::Row {
            self.row = Some(start.text);
        }
        self.frames.push(Frame { kind, square, start, element, before: None });
    }

    fn kind(&self, draft: &Draft, square: bool) -> Kind {
        if square {
            let array = draft.last_word().eq_ignore_ascii_case(b"array") || draft.before_operand();
            return if array { Kind::List } else { Kind::Plain };
        }
        let row = match draft.last {
            Last::Word => {
                let word = draft.last_word();
                if word.eq_ignore_ascii_case(b"in") {
                    return Kind::List;
                }
                word.eq_ignore_ascii_case(b"values") || word.eq_ignore_ascii_case(b"value")
            }
            Last::Open => self.frames.last().is_some_and(|frame| frame.kind == Kind::List),
            Last::Comma => self.before.is_some_and(|row| row.end.text + 1 == draft.text.len()),
            _ => false,
        };
        if row && self.row.is_none() { Kind::Row } else { Kind::Plain }
    }

    /// Writes a comma.
    #[inline]
    pub(super) fn comma(&mut self, draft: &mut Draft) {
        if self.deeper == 0
            && let Some(frame) = self.frames.last_mut()
            && frame.kind == Kind::List
        {
            element(frame, draft, keeps(self.row, draft));
            draft.comma();
            frame.element = draft.place();
            frame.element.text += 1; // the blank that will be written
        } else {
            draft.comma();
        }
    }

    /// Closes a group.
    pub(super) fn close(&mut self, draft: &mut Draft, square: bool) {
        let byte = if square { b']' } else { b')' };
        if self.deeper > 0 {
            self.deeper -= 1;
            return draft.close(byte);
        }
        let Some(mut frame) = self.frames.pop_if(|frame| frame.square == square) else {
            return draft.close(byte);
        };
        if frame.kind == Kind::List {
            element(&mut frame, draft, keeps(self.row, draft));
        }
        draft.close(byte);
        if frame.kind == Kind::Row {
            self.row = None;
            self.end_row(draft, frame.start);
        }
    }

    /// Folds a row into the one before it, or gives it a group of its own.
    fn end_row(&mut self, draft: &mut Draft, start: Place) {
        if is_query(draft.text.get(start.text + 1..).unwrap_or_default()) {
            self.before = None;
            return;
        }
        let end = draft.place();
        if let Some(before) = self.before
            && same(draft, before, Row { start, end })
        {
            draft.cut(before.end.text, before.end.slots);
            for slot in draft.slots.iter_mut().skip(before.start.slots) {
                slot.count += u32::from(!slot.list);
            }
            return;
        }
        self.groups += u32::from(end.slots > start.slots);
        for slot in draft.slots.iter_mut().skip(start.slots) {
            slot.group = self.groups;
            slot.stride = (end.literals - start.literals) as u32;
        }
        self.before = Some(Row { start, end });
    }
}

/// Whether a row follows another at once and has the same text.
fn same(draft: &Draft, before: Row, row: Row) -> bool {
    let text = |from: usize, to: usize| draft.text.get(from..to).unwrap_or_default();
    text(before.end.text, row.start.text) == b", "
        && row.start.slots == before.end.slots
        && row.end.slots - row.start.slots == before.end.slots - before.start.slots
        && row.end.literals - row.start.literals == before.end.literals - before.start.literals
        && text(before.start.text, before.end.text) == text(row.start.text, row.end.text)
}
