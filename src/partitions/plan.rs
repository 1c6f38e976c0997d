//! Which fields are read, and from which columns.

use arrow_schema::Schema;

use super::asked::{Asked, Read, RowBytes};
use crate::error::{Error, ErrorKind, Result};
use crate::field::{Derivation, Field, kind_of, place_of};
use crate::kind::{Kind, Period};
use crate::layout::Typed;
use crate::rows::{Source, WeightSource};
use crate::weight;

/// All that is read; fields are named by their places among the sources.
pub(super) struct Plan {
    /// The distinct fields.
    pub(super) sources: Vec<Source>,
    pub(super) parts: Vec<usize>,
    /// The layout with the types of its parts.
    pub(super) typed: Typed,
    /// The parts that are no unique field; empty where that is none or all of them.
    pub(super) without_unique: Vec<usize>,
    /// The fields that each read binds.
    pub(super) bound: Vec<Bound>,
    pub(super) time: Option<usize>,
    /// The day of time, where its column has a calendar.
    pub(super) day: Option<usize>,
    pub(super) weight: Option<WeightSource>,
    pub(super) bytes: BytesFrom,
}

/// The fields that a read binds.
#[derive(Clone)]
pub(super) struct Bound {
    /// To one value.
    pub(super) equal: Vec<usize>,
    /// To so many.
    pub(super) several: Vec<(usize, u64)>,
}

/// Where the bytes of a row come from.
pub(super) enum BytesFrom {
    /// A column of numbers.
    Column(WeightSource),
    /// The same for each row.
    Each(u64),
    /// The values of all columns.
    Values,
}

impl Plan {
    /// Plans to read what a question needs.
    pub(super) fn new(asked: &Asked<'_>, schema: &Schema) -> Result<Self> {
        let mut sources = Vec::new();
        let mut each = |fields: &mut dyn Iterator<Item = &Field>| {
            fields.map(|field| source(&mut sources, schema, field)).collect::<Result<Vec<_>>>()
        };
        let parts = each(&mut asked.layout.parts.iter().map(|part| &part.field))?;
        let unique = each(&mut asked.unique.iter())?;
        let bound = asked.reads.iter().map(|read| {
            has_columns(schema, read)?;
            let equal = each(&mut read.equal.iter())?;
            let several = each(&mut read.several.iter().map(|(field, _)| field))?;
            let several = several.into_iter().zip(read.several.iter().map(|(_, values)| *values));
            Ok(Bound { equal, several: several.collect() })
        });
        let bound = bound.collect::<Result<Vec<_>>>()?;
        let time = each(&mut asked.time.into_iter())?.first().copied();
        let day = match asked.time {
            Some(time) if time.derivation == Derivation::Itself => day(&mut sources, schema, time)?,
            _ => None,
        };
        let without: Vec<usize> = parts.iter().copied().filter(|part| !unique.contains(part)).collect();
        Ok(Self {
            without_unique: if without.len() == parts.len() { Vec::new() } else { without },
            weight: asked.weight.map(|name| number(schema, name, "a weight")).transpose()?,
            bytes: match asked.bytes {
                RowBytes::Column(name) => BytesFrom::Column(number(schema, name, "the bytes of a row")?),
                RowBytes::Each(bytes) => BytesFrom::Each(bytes),
                RowBytes::Values => BytesFrom::Values,
            },
            typed: asked.layout.typed(schema)?,
            sources,
            parts,
            bound,
            time,
            day,
        })
    }
}

/// The day of a time, `None` where its column has no calendar.
fn day(sources: &mut Vec<Source>, schema: &Schema, time: &Field) -> Result<Option<usize>> {
    let kind = &schema.fields()[place_of(schema, &time.column, "the rows")?];
    if !matches!(Kind::of(kind), Some(Kind::Date | Kind::Timestamp(..))) {
        return Ok(None);
    }
    let field = Field { column: time.column.clone(), derivation: Derivation::Period(Period::Day) };
    source(sources, schema, &field).map(Some)
}

/// Whether the rows have every column that a read names; what it orders by or ranges over is not read.
fn has_columns(schema: &Schema, read: &Read) -> Result<()> {
    let several = read.several.iter().map(|(field, _)| field);
    for Field { column, .. } in read.equal.iter().chain(several).chain(&read.range).chain(&read.stated) {
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        if !names.contains(&column.as_str()) {
            let message = format!(
                "the read {:?} names it, and the rows have no such column; name one of theirs: {}",
                read.name,
                names.join(", ")
            );
            return Err(Error::new(ErrorKind::UnknownColumn, message).column(column));
        }
    }
    Ok(())
}

/// A column of numbers.
fn number(schema: &Schema, name: &str, what: &str) -> Result<WeightSource> {
    let column = place_of(schema, name, "the rows")?;
    let data_type = schema.fields()[column].data_type();
    if !weight::is_number(data_type) {
        let message = format!("{what} must be a number, the column is {data_type}");
        return Err(Error::new(ErrorKind::InvalidWeight, message).column(name));
    }
    Ok(WeightSource { name: name.to_owned(), column })
}

/// The place of a field among those that are read.
fn source(sources: &mut Vec<Source>, schema: &Schema, field: &Field) -> Result<usize> {
    if let Some(place) = sources.iter().position(|s| s.field == *field) {
        return Ok(place);
    }
    let column = place_of(schema, &field.column, "the rows")?;
    let kind = kind_of(&schema.fields()[column])?;
    let own = field.kind(&kind)?;
    sources.push(Source { field: field.clone(), column, source: kind, kind: own });
    Ok(sources.len() - 1)
}
