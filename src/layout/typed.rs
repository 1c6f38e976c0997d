//! A layout with the types of its parts.

use arrow_schema::{DataType, Field as ArrowField, Schema};

use super::{Layout, Part, format};
use crate::error::{Error, ErrorKind, Result};
use crate::field::{Derivation, kind_of, place_of, unroutable};
use crate::kind::Kind;

/// A layout whose parts have types.
#[derive(Clone, Debug)]
pub struct Typed {
    /// The parts in order.
    pub parts: Vec<TypedPart>,
    /// As the layout's.
    pub salt: u32,
}

/// A part with its type.
#[derive(Clone, Debug)]
pub struct TypedPart {
    /// The part.
    pub part: Part,
    /// What its column's values are.
    pub source: Kind,
    /// The Arrow type of its column's values.
    pub source_type: DataType,
    /// What its values are.
    pub kind: Kind,
    /// What it decodes to: named as the part's field is.
    pub field: ArrowField,
}

impl Layout {
    /// The layout on rows of these columns.
    ///
    /// # Errors
    /// `UnknownColumn`, `UnroutableType`, `InvalidCandidate` for a derived field on a column of another type,
    /// `InvalidLayout`.
    pub fn typed(&self, schema: &Schema) -> Result<Typed> {
        let part = |part: &Part| {
            let column = &schema.fields()[place_of(schema, &part.field.column, "the rows")?];
            let source = kind_of(column)?;
            let kind = part.field.kind(&source)?;
            let value_type = value_type(column.data_type());
            if format::write(value_type).is_none() {
                return Err(unroutable(column));
            }
            check_remainder(part, &kind)?;
            let field = match (&part.field.derivation, &kind) {
                (Derivation::Itself, _) => column.as_ref().clone().with_name(part.field.to_string()),
                (_, Kind::Period(_)) => ArrowField::new(part.field.to_string(), DataType::Utf8, true),
                _ => ArrowField::new(part.field.to_string(), value_type.clone(), true),
            };
            // A part that may be null is one whatever the column says of itself.
            let nullable = field.is_nullable() || part.nulls.is_some();
            let field = field.with_nullable(nullable);
            let source_type = value_type.clone();
            Ok(TypedPart { part: part.clone(), source, source_type, kind, field })
        };
        Ok(Typed { parts: self.parts.iter().map(part).collect::<Result<_>>()?, salt: self.salt })
    }
}

impl Typed {
    /// The columns that keys decode to.
    #[must_use]
    pub fn schema(&self) -> Schema {
        Schema::new(self.parts.iter().map(|part| part.field.clone()).collect::<Vec<_>>())
    }
}

impl TypedPart {
    /// An error about this part.
    pub(super) fn error(&self, kind: ErrorKind, message: impl Into<String>) -> Error {
        Error::new(kind, message).column(self.field.name())
    }
}

/// The type of the values of a dictionary or of runs, or the type itself.
pub(crate) fn value_type(data_type: &DataType) -> &DataType {
    match data_type {
        DataType::Dictionary(_, values) => values,
        DataType::RunEndEncoded(_, values) => values.data_type(),
        plain => plain,
    }
}

/// A remainder is stored in the column's type, which must have room for it: that of a negative number can be
/// larger than the number.
fn check_remainder(part: &Part, kind: &Kind) -> Result<()> {
    let (Derivation::Mod(divisor), Kind::Int(bits)) = (&part.field.derivation, kind) else { return Ok(()) };
    let most = i64::MAX >> (64 - bits.clamp(&1, &64));
    if divisor - 1 <= most {
        return Ok(());
    }
    let message = format!(
        "{} can be up to {}, which {kind} does not hold; cast the column to a wider integer, or divide by less",
        part.field,
        divisor - 1
    );
    Err(Error::new(ErrorKind::InvalidLayout, message).column(&part.field.column))
}
