//! Queries and transactions from tables: a column for each field.

use std::collections::HashMap;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchReader};
use arrow_schema::{DataType, Field as ArrowField};

use crate::column::Column;
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{ONE, Sum};
use crate::field::Derivation;
use crate::kind::Kind;
use crate::part;
use crate::statement::{Clause, Predicate, Queries, QueryBuilder, TransactionBuilder, Transactions, Write};
use crate::text;
use crate::value::Value;
use crate::weight::Weights;

/// Rows that are read between two looks at whether to stop.
const SLICE: usize = 1 << 14;

/// The names of the columns that are no fields.
#[derive(Clone, Copy, Debug, Default)]
pub struct Special<'a> {
    /// Counts.
    pub count: Option<&'a str>,
    /// Tables.
    pub table: Option<&'a str>,
    /// Classes of queries.
    pub class: Option<&'a str>,
    /// Transaction ids.
    pub by: Option<&'a str>,
    /// When statements ran.
    pub time: Option<&'a str>,
}

/// Queries from a table, and its number of rows: null is not bound, a list is an IN list.
///
/// # Errors
/// `UnknownColumn`, `UnroutableType`, `InvalidCount`, `StreamFailed`.
pub fn queries(
    reader: &mut (dyn RecordBatchReader + Send),
    special: Special<'_>,
    control: &Control,
) -> Result<(Queries, u64)> {
    let mut builder = QueryBuilder::default();
    let rows = each_batch(reader, special, control, |batch, first| {
        let cells = Cells::new(&batch, special, true)?;
        for row in 0..batch.num_rows() {
            let at = first + row as u64;
            let mut clause = Clause { table: None, predicates: Vec::new() };
            if let Some(table) = cells.table.as_ref().and_then(|names| names.text(row)) {
                clause.table = Some(builder.name(&table));
            }
            for (name, cell) in &cells.fields {
                if let Some(predicate) = cell.predicate(row) {
                    clause.predicates.push((builder.name(name), predicate));
                }
            }
            let class = cells.class.as_ref().and_then(|names| names.text(row));
            let count = cells.count(row).map_err(|e| e.row(at))?;
            builder.add_at(vec![clause], count, class.as_deref(), cells.time(row));
        }
        Ok(())
    })?;
    Ok((builder.finish()?, rows))
}

/// Transactions from a long table, and its number of rows: a row for each row written; null is a value that is not known.
///
/// # Errors
/// As [`queries`], and `InvalidTransaction` for a row without an id.
pub fn transactions(
    reader: &mut (dyn RecordBatchReader + Send),
    special: Special<'_>,
    control: &Control,
) -> Result<(Transactions, u64)> {
    let mut builder = TransactionBuilder::default();
    let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut open: Vec<(Vec<Write>, Sum, Option<Value>)> = Vec::new();
    let rows = each_batch(reader, special, control, |batch, first| {
        let cells = Cells::new(&batch, special, false)?;
        for row in 0..batch.num_rows() {
            let at = first + row as u64;
            let mut id = Vec::new();
            if let Some(Cell::Plain(column)) = &cells.by {
                column.push_part(row, &mut id);
            }
            if id.first() != Some(&part::VALUE) {
                let message = "the row has no transaction id; fill it, or drop the row";
                let error = Error::new(ErrorKind::InvalidTransaction, message).row(at);
                return Err(error.column(special.by.unwrap_or_default()));
            }
            let table = cells.table.as_ref().and_then(|names| names.text(row)).map(|t| builder.name(&t));
            let mut values = Vec::new();
            for (name, cell) in &cells.fields {
                if let Cell::Plain(column) = cell {
                    let value = value_of(column, row);
                    if value != Value::Null {
                        values.push((builder.name(name), value));
                    }
                }
            }
            let count = cells.count(row).map_err(|e| e.row(at))?;
            let place = *places.entry(id).or_insert_with(|| {
                open.push((Vec::new(), count, None));
                open.len() - 1
            });
            if open[place].1 != count {
                let message = "the rows of one transaction have different counts; give all of them the same";
                let error = Error::new(ErrorKind::InvalidCount, message).row(at);
                return Err(error.column(special.count.unwrap_or_default()));
            }
            open[place].0.push(Write::Row { table, values });
            if open[place].2.is_none() {
                open[place].2 = cells.time(row);
            }
        }
        Ok(())
    })?;
    for (writes, count, time) in open {
        builder.add_at(writes, count, time);
    }
    Ok((builder.finish()?, rows))
}

/// Calls `each` with every batch and the number of its first row.
fn each_batch(
    reader: &mut (dyn RecordBatchReader + Send),
    special: Special<'_>,
    control: &Control,
    mut each: impl FnMut(RecordBatch, u64) -> Result<()>,
) -> Result<u64> {
    let schema = reader.schema();
    let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
    for (i, name) in names.iter().enumerate() {
        if names[..i].contains(name) {
            let message = "two columns have this name; rename one, or drop it";
            return Err(Error::new(ErrorKind::UnknownColumn, message).column(name));
        }
    }
    let special = [special.count, special.table, special.class, special.by, special.time];
    for name in special.into_iter().flatten() {
        if !names.contains(&name) {
            let message = format!("no such column in the table; there are: {}", names.join(", "));
            return Err(Error::new(ErrorKind::UnknownColumn, message).column(name));
        }
    }
    let mut rows = 0;
    for batch in reader {
        let batch = batch.map_err(|e| Error::stream(rows, &e.to_string()))?;
        let count = batch.num_rows() as u64;
        // In slices, so that a long table can be stopped in the middle.
        for start in (0..batch.num_rows()).step_by(SLICE) {
            control.check()?;
            each(batch.slice(start, SLICE.min(batch.num_rows() - start)), rows + start as u64)?;
        }
        rows += count;
    }
    Ok(rows)
}

/// The columns of one batch by what they are.
struct Cells {
    fields: Vec<(String, Cell)>,
    by: Option<Cell>,
    time: Option<Cell>,
    table: Option<Scalars>,
    class: Option<Scalars>,
    count: Option<(Weights, String)>,
}

/// A column of values, or of lists of them.
enum Cell {
    Plain(Column),
    List(ArrayRef, Kind),
}

impl Cells {
    fn new(batch: &RecordBatch, special: Special<'_>, lists: bool) -> Result<Self> {
        let mut cells =
            Self { fields: Vec::new(), by: None, time: None, table: None, class: None, count: None };
        for (field, array) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            let name = Some(field.name().as_str());
            if name == special.count {
                cells.count = Some((Weights::new(array), field.name().clone()));
            } else if name == special.table {
                cells.table = Scalars::new(array);
            } else if name == special.class {
                cells.class = Scalars::new(array);
            } else if name == special.by {
                cells.by = Some(cell(field, array, false)?);
            } else if name == special.time {
                cells.time = Some(cell(field, array, false)?);
            } else {
                cells.fields.push((field.name().clone(), cell(field, array, lists)?));
            }
        }
        Ok(cells)
    }

    /// When the statement of a row ran, `None` where the cell is null.
    fn time(&self, row: usize) -> Option<Value> {
        let Some(Cell::Plain(column)) = &self.time else { return None };
        Some(value_of(column, row)).filter(|time| *time != Value::Null)
    }

    fn count(&self, row: usize) -> Result<Sum> {
        let Some((counts, name)) = &self.count else { return Ok(ONE) };
        let mut out = [0];
        match counts.read(row, 1, 1, &mut out) {
            None => Ok(out[0]),
            Some((_, error)) => {
                let message = error.message.replace("weight", "count");
                Err(Error::new(ErrorKind::InvalidCount, message).column(name))
            }
        }
    }
}

/// A column of single values.
pub(crate) struct Scalars(Column);

impl Scalars {
    /// The values of a column; `None` where its type has none.
    pub(crate) fn new(array: &ArrayRef) -> Option<Self> {
        let kind = Kind::of_type(array.data_type())?;
        Some(Self(Column::new(array, kind.clone(), Derivation::Itself, kind)))
    }

    /// The value of a row, `None` where it is null.
    pub(crate) fn value(&self, row: usize) -> Option<Value> {
        Some(value_of(&self.0, row)).filter(|value| *value != Value::Null)
    }

    /// Its text.
    pub(crate) fn text(&self, row: usize) -> Option<String> {
        self.value(row).map(|value| text::of_value(&value))
    }
}

fn cell(field: &ArrowField, array: &ArrayRef, lists: bool) -> Result<Cell> {
    let refuse = || {
        let message = format!(
            "values of type {} cannot be compared with a key; cast the column or drop it",
            field.data_type()
        );
        Error::new(ErrorKind::UnroutableType, message).column(field.name())
    };
    match field.data_type() {
        DataType::List(inner) | DataType::LargeList(inner) | DataType::FixedSizeList(inner, _) if lists => {
            Ok(Cell::List(array.clone(), Kind::of(inner).ok_or_else(refuse)?))
        }
        _ => {
            let kind = Kind::of(field).ok_or_else(refuse)?;
            Ok(Cell::Plain(Column::new(array, kind.clone(), Derivation::Itself, kind)))
        }
    }
}

impl Cell {
    /// What a cell binds; nothing where it is null.
    fn predicate(&self, row: usize) -> Option<Predicate> {
        match self {
            Self::Plain(column) => match value_of(column, row) {
                Value::Null => None,
                value => Some(Predicate::Equal(value)),
            },
            Self::List(array, kind) => {
                if array.is_null(row) {
                    return None;
                }
                let values = match array.data_type() {
                    DataType::List(_) => array.as_list::<i32>().value(row),
                    DataType::LargeList(_) => array.as_list::<i64>().value(row),
                    _ => array.as_fixed_size_list().value(row),
                };
                let column = Column::new(&values, kind.clone(), Derivation::Itself, kind.clone());
                Some(Predicate::In((0..values.len()).map(|i| value_of(&column, i)).collect()))
            }
        }
    }
}

fn value_of(column: &Column, row: usize) -> Value {
    let mut encoded = Vec::new();
    column.push_part(row, &mut encoded);
    text::to_value(column.kind(), part::read(&encoded, column.kind()).code())
}
