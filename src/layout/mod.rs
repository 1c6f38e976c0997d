//! Layouts: the order and encoding of the parts of a key in a wide-column store.
//!
//! The bytes of a key are those of its parts, one after the other. Comparing the bytes of two keys compares their
//! parts in the layout's order and directions, and no key is a proper prefix of another. `docs/row_keys.md` writes
//! the encoding down, with vectors.

mod batch;
mod bounds;
mod cells;
mod code;
mod decode;
mod derived;
mod dictionary;
mod encode;
mod escaped;
mod format;
mod legible;
mod metadata;
mod point;
mod read;
mod readable;
mod repeated;
mod salt;
mod text_form;
mod typed;
mod values;

use std::fmt;

pub use bounds::{Point, Slice, Span, successor};
pub use text_form::TextForm;
pub(crate) use typed::value_type;
pub use typed::{Typed, TypedPart};

use crate::field::Field;

/// The byte before a value of a part that may be null.
const VALUE: u8 = 1;

/// Where the nulls of a part stand when keys are read forwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nulls {
    /// Before all values.
    First,
    /// After all values.
    Last,
}

impl Nulls {
    /// The byte of a null; a value has the byte 1 before it.
    const fn tag(self) -> u8 {
        match self {
            Self::First => 0,
            Self::Last => 2,
        }
    }
}

/// One field of a layout with a direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The field.
    pub field: Field,
    /// Whether the greatest value comes first.
    pub descending: bool,
    /// Where nulls stand; `None` for a part that has none.
    pub nulls: Option<Nulls>,
}

/// The order of the parts of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The parts in order.
    pub parts: Vec<Part>,
    /// By how many the hash of the first part's value is divided for the salt in front; 0 for no salt.
    pub salt: u32,
}

/// The part as a layout prints it.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.field, if self.descending { " desc" } else { "" })?;
        match self.nulls {
            None => Ok(()),
            Some(Nulls::First) => f.write_str(" nulls first"),
            Some(Nulls::Last) => f.write_str(" nulls last"),
        }
    }
}

#[cfg(test)]
mod tests;
