//! The field that says when: its values in rows and in statements, encoded so that they order.

use arrow_array::timezone::Tz;
use arrow_array::{Array, ArrayRef};
use arrow_schema::Schema;

use super::Request;
use crate::column::Column;
use crate::convert::{self, Fit};
use crate::derive;
use crate::error::{Error, ErrorKind, Result};
use crate::field::{Derivation, Field};
use crate::function::zone_mismatch;
use crate::kind::{Kind, Unit, Width, Zone};
use crate::part::{self, Part, float_value};
use crate::text;
use crate::value::Value;

/// A field that says when.
#[derive(Debug)]
pub(super) struct Clock {
    pub field: Field,
    /// Its column's place among the rows', where there are any.
    pub column: usize,
    source: Kind,
    pub kind: Kind,
}

impl Clock {
    /// Finds the field in the schema; where that does not know it, its type is what all statements' times can be.
    pub(super) fn new(request: &Request<'_>, schema: Option<&Schema>) -> Result<Self> {
        let field = request.time.clone();
        let (column, source) = match schema {
            Some(schema) => {
                let column = crate::field::place_of(schema, &field.column, "the rows")?;
                let found = &schema.fields()[column];
                let kind = Kind::of(found).ok_or_else(|| {
                    let message = format!(
                        "a {} says no time; name a column of times, numbers or text",
                        found.data_type()
                    );
                    Error::new(ErrorKind::UnroutableType, message).column(&field.column)
                })?;
                (column, kind)
            }
            None => (0, Kind::Null),
        };
        let source = if source == Kind::Null { kind_of_times(request) } else { source };
        let kind = field.kind(&source)?;
        Ok(Self { field, column, source, kind })
    }

    /// The field of a batch.
    pub(super) fn column(&self, array: &ArrayRef) -> Column {
        let source = Kind::of_type(array.data_type()).filter(|kind| *kind == Kind::Null);
        let source = source.unwrap_or_else(|| self.source.clone());
        Column::new(array, source, self.field.derivation.clone(), self.kind.clone())
    }

    /// Writes the time of a row; false where it has none.
    pub(super) fn of_row(&self, column: &Column, row: usize, time: &mut Vec<u8>) -> bool {
        time.clear();
        column.push_part(row, time);
        self.is_time(time)
    }

    /// The time of a statement; `None` for one beyond what the column holds.
    pub(super) fn of_value(&self, value: &Value) -> Result<Option<Vec<u8>>> {
        let fit = convert::fit(value, &self.source).map_err(|_| zone_mismatch(value, &self.source));
        let code = match fit.map_err(|e| e.column(&self.field.column))? {
            Fit::Exact(code) | Fit::After(code) => code,
            Fit::Below | Fit::Above => return Ok(None),
            Fit::Never => {
                let message = format!(
                    "the time {} is no value of a column of type {}; write it as one, or leave it out",
                    text::of_value(value),
                    self.source
                );
                return Err(Error::new(ErrorKind::InvalidRecord, message).column(&self.field.column));
            }
        };
        let derived = derive::derive(&self.field.derivation, &self.source, code.as_code());
        let mut time = Vec::with_capacity(9);
        part::push(&mut time, &self.kind, derived.as_ref().map(part::OwnedCode::as_code));
        Ok(Some(time).filter(|time| self.is_time(time)))
    }

    /// Whether an encoded value says when: null says nothing, nor does a float that is not finite.
    fn is_time(&self, time: &[u8]) -> bool {
        match (part::read(time, &self.kind), &self.kind) {
            (Part::Null, _) => false,
            (Part::Word(word), Kind::Float(_)) => float_value(word).is_finite(),
            _ => true,
        }
    }

    /// The value of an encoded time.
    pub(super) fn value(&self, time: &[u8]) -> Value {
        text::to_value(&self.kind, part::read(time, &self.kind).code())
    }

    /// Whether its values have a distance, so that their range has equal spans.
    pub(super) fn has_spans(&self) -> bool {
        self.field.derivation == Derivation::Itself
            && self.kind.width() == Width::Word
            && self.kind != Kind::Bool
    }
}

/// The first of some kinds that all times of statements can be: times are given in many types where no rows say it.
fn kind_of_times(request: &Request<'_>) -> Kind {
    let queries = request.queries.into_iter().flat_map(|q| &q.queries).map(|q| &q.time);
    let transactions = request.transactions.into_iter().flat_map(|t| &t.transactions).map(|t| &t.time);
    let times: Vec<&Value> = queries.chain(transactions).flatten().collect();
    let fits = |kind: &Kind| {
        let fit = |time: &&Value| matches!(convert::fit(time, kind), Ok(Fit::Exact(_)));
        times.iter().all(fit)
    };
    let utc = "UTC".parse::<Tz>().ok().map(|tz| Zone { name: "UTC".to_owned(), tz });
    let kinds = [
        Kind::Int(64),
        Kind::Float(64),
        Kind::Date,
        Kind::Timestamp(Unit::Micro, None),
        Kind::Timestamp(Unit::Micro, utc),
        Kind::Timestamp(Unit::Nano, None),
        Kind::Duration(Unit::Micro),
    ];
    kinds.into_iter().find(fits).unwrap_or(Kind::Text)
}
