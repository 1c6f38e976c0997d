//! How many bytes the keys of a layout take.

use arrow_schema::DataType;

use super::levels::Levels;
use super::rank::Ranked;
use crate::exact::{Sum, ratio};
use crate::kind::{Kind, Period};
use crate::layout::{TypedPart, value_type};
use crate::part;

/// The bytes of the keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KeyBytes {
    /// The mean over the rows.
    pub mean: f64,
    /// The longest.
    pub most: u64,
}

/// The bytes of the keys, as [`crate::layout`] encodes them.
pub(super) fn key_bytes(levels: &Levels<'_>) -> KeyBytes {
    let salt = match levels.layout.salt {
        0 => 0,
        1..=256 => 1,
        _ => 2,
    };
    let of_part = |(&place, part): (&usize, &TypedPart)| {
        let field = &levels.fields[place];
        (lengths(field, part), field.level.ids.as_slice())
    };
    let parts: Vec<(Vec<u64>, &[u32])> = levels.parts.iter().zip(&levels.typed.parts).map(of_part).collect();
    let (mut total, mut most) = (0u64, 0);
    for row in 0..levels.rows {
        let length = salt + parts.iter().map(|(of, ids)| of[ids[row] as usize]).sum::<u64>();
        total += length;
        most = most.max(length);
    }
    KeyBytes { mean: ratio(Sum::from(total), 1, levels.rows as Sum), most }
}

/// The length of each value in a key; a part that may be null has a byte that says so.
fn lengths(field: &Ranked, part: &TypedPart) -> Vec<u64> {
    let tag = u64::from(part.part.nulls.is_some());
    let fixed = width(part);
    let mut bytes = Vec::new();
    let length = |rank: u32| {
        bytes.clear();
        field.encode(rank, &mut bytes);
        // Texts and bytes are escaped and ended in the same way as by `crate::part`, behind its tag.
        if bytes[0] == part::NULL { 1 } else { tag + fixed.unwrap_or(bytes.len() as u64 - 1) }
    };
    (0..field.level.count as u32).map(length).collect()
}

/// The bytes of each value of a part; `None` for texts and bytes of any length.
fn width(part: &TypedPart) -> Option<u64> {
    match (&part.kind, value_type(part.field.data_type())) {
        // The text of a period and its end.
        (Kind::Period(Period::Year), _) => Some(4 + 2),
        (Kind::Period(Period::Month), _) => Some(7 + 2),
        (Kind::Period(Period::Day), _) => Some(10 + 2),
        (Kind::Period(Period::Hour), _) => Some(13 + 2),
        (_, DataType::Boolean) => Some(1),
        (_, DataType::FixedSizeBinary(width)) => Some(width.unsigned_abs().into()),
        (_, other) => other.primitive_width().map(|width| width as u64),
    }
}
