//! Statements in a table: a column of SQL, and beside it what is known of each.

use std::borrow::Cow;

use arrow_array::{RecordBatch, RecordBatchReader};

use super::digest::hash;
use super::record::{Record, Statement, What};
use crate::error::{Error, ErrorKind, Result};
use crate::tabular::Scalars;
use crate::text;
use crate::value::Value;

/// The names of a table's columns.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The statements.
    pub sql: String,
    /// How often each ran.
    pub count: Option<String>,
    /// Its session.
    pub session: Option<String>,
    /// Its transaction.
    pub transaction: Option<String>,
    /// When it ran.
    pub time: Option<String>,
    /// How long it took, in milliseconds.
    pub duration: Option<String>,
    /// Its database.
    pub database: Option<String>,
}

impl Columns {
    /// Checks that a table has them.
    ///
    /// # Errors
    /// `UnknownColumn`.
    pub fn check(&self, reader: &dyn RecordBatchReader) -> Result<()> {
        let schema = reader.schema();
        let others =
            [&self.count, &self.session, &self.transaction, &self.time, &self.duration, &self.database];
        for name in std::iter::once(&self.sql).chain(others.into_iter().flatten()) {
            if schema.column_with_name(name).is_none() {
                let names: Vec<&str> = schema.fields().iter().map(|f| f.name().as_str()).collect();
                let message = format!("no such column in the table; there are: {}", names.join(", "));
                return Err(Error::new(ErrorKind::UnknownColumn, message).column(name));
            }
        }
        Ok(())
    }

    /// Calls `each` with a record for every row; `first` is the number of the batch's first row.
    ///
    /// # Errors
    /// `InvalidCount` for a count or duration that is no number, or negative.
    pub fn read(&self, batch: &RecordBatch, first: u64, mut each: impl FnMut(Record<'_>)) -> Result<()> {
        let column = |name: &Option<String>| Scalars::new(batch.column_by_name(name.as_ref()?)?);
        let [count, session, transaction] =
            [column(&self.count), column(&self.session), column(&self.transaction)];
        let [time, duration, database] = [column(&self.time), column(&self.duration), column(&self.database)];
        let sql = batch.column_by_name(&self.sql).and_then(Scalars::new);
        for row in 0..batch.num_rows() {
            let number = |column: &Option<Scalars>, name: &Option<String>| {
                let value = column.as_ref().and_then(|values| values.value(row));
                value.map(|value| positive(&value, name.as_deref(), first + row as u64)).transpose()
            };
            let group = text_in(transaction.as_ref(), row);
            let what = match text_in(sql.as_ref(), row) {
                Some(text) => What::Statement(Statement { sql: Cow::Owned(text), ..Statement::default() }),
                None => What::Other,
            };
            each(Record {
                at: row,
                lines: 1,
                time: time.as_ref().and_then(|times| micros(&times.value(row)?)),
                // Without sessions a transaction is its own.
                session: text_in(session.as_ref(), row).or_else(|| group.clone()).map(Cow::Owned),
                transaction: group.as_deref().map(hash),
                database: text_in(database.as_ref(), row).map(Cow::Owned),
                duration: number(&duration, &self.duration)?.map(|ms| ms * 1_000.0),
                count: number(&count, &self.count)?,
                what,
                ..Record::default()
            });
        }
        Ok(())
    }
}

fn text_in(column: Option<&Scalars>, row: usize) -> Option<Vec<u8>> {
    match column?.value(row)? {
        Value::Text(text) => Some(text.into_string().into_bytes()),
        Value::Bytes(bytes) => Some(bytes.into_vec()),
        value => Some(text::of_value(&value).into_bytes()),
    }
}

fn positive(value: &Value, column: Option<&str>, row: u64) -> Result<f64> {
    let number = match value {
        Value::Int(int) => Some(*int as f64),
        Value::Float(float) => Some(*float),
        value => text::of_value(value).parse().ok(),
    };
    number.filter(|n: &f64| n.is_finite() && *n >= 0.0).ok_or_else(|| {
        let message =
            format!("{} is no number of 0 or more; mend it, or drop the row", text::of_value(value));
        Error::new(ErrorKind::InvalidCount, message).column(column.unwrap_or_default()).row(row)
    })
}

fn micros(value: &Value) -> Option<i64> {
    match value {
        Value::Naive(nanos) | Value::Zoned(nanos, _) => i64::try_from(nanos.div_euclid(1_000)).ok(),
        Value::Date(days) => days.checked_mul(86_400_000_000),
        _ => None,
    }
}
