//! Folds the elements of a list.

use super::draft::{Draft, begins};
use super::fold::{Frame, Kind, Place};

/// Whether a list keeps its values: where it is in a row, only if that is a query, which does not fold.
pub(super) fn keeps(row: Option<usize>, draft: &Draft) -> bool {
    row.is_none_or(|start| is_query(draft.text.get(start + 1..).unwrap_or_default()))
}

/// Ends an element of a list: with one literal, it is a list of its own, or folds into the one before it.
pub(super) fn element(frame: &mut Frame, draft: &mut Draft, keeps: bool) {
    let Place { text: start, slots, literals } = frame.element;
    let before = frame.before.take();
    let Some(text) = draft.text.get(start..) else { return };
    let one = draft.slots.len() == slots + 1 && draft.literals.len() == literals + 1;
    if start == frame.start.text + 1 && is_query(text) {
        frame.kind = Kind::Plain;
        return;
    }
    if !one || text.first() == Some(&b'(') {
        return;
    }
    if !keeps {
        draft.literals.pop();
    }
    if let Some((from, to)) = before
        && draft.text.get(from..to) == Some(text)
    {
        draft.cut(to, slots);
        if let Some(slot) = draft.slots.last_mut() {
            slot.count += u32::from(keeps);
        }
        frame.before = Some((from, to));
        return;
    }
    frame.before = Some((start, draft.text.len()));
    if let Some(slot) = draft.slots.last_mut() {
        slot.list = true;
        slot.count = u32::from(keeps);
    }
}

/// Whether a text begins a query.
pub(super) fn is_query(text: &[u8]) -> bool {
    [b"select".as_slice(), b"with", b"values", b"table"].iter().any(|word| begins(text, word))
}
