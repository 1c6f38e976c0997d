//! Windows of time: rows, queries and transactions, apart by the value of one field.

mod clock;
mod cut;
mod moving;
mod rows;
mod sample;
mod statements;

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{Schema, SchemaRef};

pub use cut::Cut;
pub use moving::{Moving, Question, moving_keys};
pub use sample::{sample_queries, sample_rows, sample_transactions};

use self::clock::Clock;
use self::cut::Seen;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::field::Field;
use crate::statement::{Queries, Transactions};
use crate::value::Value;

/// What is put apart, and how.
pub struct Request<'a> {
    /// The field whose value says when.
    pub time: &'a Field,
    /// How its values make windows.
    pub cut: Cut,
    /// The columns of the rows that the windows keep, beside that of the field and those that statements name; all
    /// of them with `None`.
    pub columns: Option<HashSet<String>>,
    /// Column types where there are no rows.
    pub schema: Option<Arc<Schema>>,
    /// Queries.
    pub queries: Option<&'a Queries>,
    /// Transactions.
    pub transactions: Option<&'a Transactions>,
}

impl Request<'_> {
    /// Whether the windows keep a column.
    fn keeps(&self, column: &str) -> bool {
        let Some(columns) = &self.columns else { return true };
        columns.contains(column)
            || self.queries.is_some_and(|q| q.names.find(column).is_some())
            || self.transactions.is_some_and(|t| t.names.find(column).is_some())
    }
}

/// A workload by windows.
#[derive(Debug)]
pub struct Windows {
    /// The windows that hold something or lie between two that do, in order.
    pub windows: Vec<Window>,
    /// The columns of the rows, `None` without any.
    pub schema: Option<SchemaRef>,
    /// Whether a window ends before its end, which is the next one's start; the last one's always belongs to it.
    pub spans: bool,
    /// Rows without a time; `None` without rows.
    pub untimed_rows: Option<u64>,
    /// Queries without a time; `None` without queries.
    pub untimed_queries: Option<u64>,
    /// Transactions without a time; `None` without transactions.
    pub untimed_transactions: Option<u64>,
}

/// What lies in one window.
#[derive(Debug)]
pub struct Window {
    /// The least value.
    pub start: Value,
    /// The next window's start, or where that would be none the greatest value.
    pub end: Value,
    /// The rows; `None` without any in the whole.
    pub rows: Option<Vec<RecordBatch>>,
    /// The queries; `None` where none in the whole has a time.
    pub queries: Option<Queries>,
    /// The transactions; `None` where none in the whole has a time.
    pub transactions: Option<Transactions>,
}

/// Puts a workload apart. A time that lies in no window is none.
///
/// # Errors
/// `UnknownColumn`, `UnroutableType`, `InvalidCandidate` and `EmptyRows` as for a key; `InvalidRecord` and
/// `ZoneMismatch` for the time of a statement that is none of the column; `InvalidArgument` where the values make
/// too many windows or none.
pub fn windows(
    request: &Request<'_>,
    reader: Option<Box<dyn RecordBatchReader + Send>>,
    control: &Control,
) -> Result<Windows> {
    control.begin(Stage::Rows);
    let schema = reader.as_ref().map(RecordBatchReader::schema).or_else(|| request.schema.clone());
    let clock = Clock::new(request, schema.as_deref())?;
    let held = reader.map(|reader| rows::Held::read(reader, &clock, request, control)).transpose()?;
    let reads = request.queries.map(|q| statements::times_of_queries(q, &clock)).transpose()?;
    let writes = request.transactions.map(|t| statements::times_of_transactions(t, &clock)).transpose()?;

    let mut seen = Seen::new(request.cut);
    if let Some(held) = &held {
        held.each_time(&clock, control, |_, time| time.map_or(Ok(()), |time| seen.add(time)))?;
    }
    // The place that parts two halves is a place among rows, where there are any.
    if held.is_none() || !matches!(request.cut, Cut::Share(_)) {
        let times = reads.iter().chain(&writes).flatten().flatten();
        times.into_iter().try_for_each(|time| seen.add(time))?;
    }
    let starts = seen.starts(&clock)?;
    let place = |time: &[u8]| starts.place(time);

    let untimed = |times: &Option<Vec<Option<Vec<u8>>>>| {
        times.as_ref().map(|times| times.iter().filter(|time| time.is_none()).count() as u64)
    };
    let (untimed_queries, untimed_transactions) = (untimed(&reads), untimed(&writes));
    let (mut parts, untimed_rows) = match &held {
        Some(held) => {
            let (parts, untimed) = held.split(&clock, starts.len(), place, control)?;
            (parts.into_iter().map(Some).collect(), Some(untimed))
        }
        None => (vec![None; starts.len()], None),
    };
    let queries = request.queries.zip(reads).and_then(|(q, times)| {
        let places = statements::places(&times, place)?;
        Some(statements::split_queries(q, &places, starts.len()))
    });
    let transactions = request.transactions.zip(writes).and_then(|(t, times)| {
        let places = statements::places(&times, place)?;
        Some(statements::split_transactions(t, &places, starts.len()))
    });
    let mut queries = queries.map(Vec::into_iter);
    let mut transactions = transactions.map(Vec::into_iter);
    let windows = (0..starts.len()).map(|w| {
        let (start, end) = starts.ends(w, &clock);
        Window {
            start,
            end,
            rows: parts[w].take(),
            queries: queries.as_mut().and_then(Iterator::next),
            transactions: transactions.as_mut().and_then(Iterator::next),
        }
    });
    Ok(Windows {
        windows: windows.collect(),
        schema: held.map(|held| held.schema),
        spans: starts.spans,
        untimed_rows,
        untimed_queries,
        untimed_transactions,
    })
}

/// The error for values of time that make no windows.
fn no_windows(time: &Field, message: impl Into<String>) -> Error {
    Error::new(ErrorKind::InvalidArgument, message).column(&time.column)
}
