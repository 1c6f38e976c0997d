//! The salt in front of a key: the hash of its first part's value, modulo a number.

use arrow_array::ArrayRef;

use super::batch::Salts;
use super::typed::TypedPart;
use crate::column::Column;
use crate::hash;
use crate::part;
use crate::text;

/// How many bytes so many salts take.
pub(super) const fn width(salt: u32) -> usize {
    match salt {
        0 => 0,
        1..=256 => 1,
        _ => 2,
    }
}

/// The salts of the rows of a batch, from the column of the first part.
pub(super) fn salts(array: &ArrayRef, first: &TypedPart, salt: u32) -> Salts {
    let derivation = first.part.field.derivation.clone();
    let column = Column::new(array, first.source.clone(), derivation, first.kind.clone());
    let (mut key, mut before, mut text) = (Vec::new(), Vec::new(), Vec::new());
    let mut last = 0;
    let of_row = |row| {
        key.clear();
        column.push_part(row, &mut key);
        // Rows that follow one another often have the same value.
        if row == 0 || key != before {
            text.clear();
            text::write(&mut text, &first.kind, part::read(&key, &first.kind).code());
            last = of_text(&text, salt);
            before.clone_from(&key);
        }
        last
    };
    Salts { of_rows: (0..array.len()).map(of_row).collect(), width: width(salt) }
}

/// The salt of a value, from its text.
pub(super) fn of_text(text: &[u8], salt: u32) -> u16 {
    u16::try_from(hash::of_text(text) % u64::from(salt.max(1))).unwrap_or(u16::MAX)
}
