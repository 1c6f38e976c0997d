//! What can go wrong, in the user's words: the message says what came, what was expected and what to change.

use std::fmt;

/// What went wrong; each kind is an exception of its own in Python, under the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// A column that neither the rows nor a schema nor a statement has.
    UnknownColumn,
    /// A column whose type cannot be a key.
    UnroutableType,
    /// A value that does not fit its column's type.
    ValueMismatch,
    /// A time without a zone against a column with one, or the reverse.
    ZoneMismatch,
    /// A weight that is null, NaN, negative, infinite, too small, or a total that is too large.
    InvalidWeight,
    /// A table without rows.
    EmptyRows,
    /// Rows that carry no load at all.
    ZeroLoad,
    /// An argument that is no value of its kind.
    InvalidArgument,
    /// A number of shards that cannot be.
    InvalidShards,
    /// A field or function that contradicts itself or the rows.
    InvalidCandidate,
    /// Boundaries that are unsorted or do not fit the number of shards.
    InvalidBoundaries,
    /// A directory entry that names no shard, or too many isolated keys.
    InvalidDirectory,
    /// A layout, a part of one or a read of it that contradicts itself or the rows.
    InvalidLayout,
    /// A query or write that is not written as one.
    InvalidRecord,
    /// A write without its transaction.
    InvalidTransaction,
    /// A count below 0, or not a number.
    InvalidCount,
    /// A candidate that is fitted on rows, without rows.
    MissingRows,
    /// A stream that failed while it was read.
    StreamFailed,
    /// A user's function that raised or returned what is no shard.
    CallableFailed,
    /// What does not speak Arrow.
    NotArrow,
    /// A table that the workload does not have.
    UnknownTable,
    /// A log that is of no known format, or an option of one that is not known.
    UnknownFormat,
    /// A log's file that cannot be read.
    UnreadableLog,
    /// The work was stopped from outside.
    Cancelled,
    /// A fault of ours.
    InternalError,
}

/// An error with the candidate, column and row that it speaks of, where it does.
#[derive(Clone, Debug)]
pub struct Error {
    /// What went wrong.
    pub kind: ErrorKind,
    /// What came, what was expected, what to change.
    pub message: String,
    /// The candidate's name.
    pub candidate: Option<String>,
    /// The column's name.
    pub column: Option<String>,
    /// The row's number in the rows, or the record's among the queries or transactions, from 0.
    pub row: Option<u64>,
    /// Whether it is a record's, which the message names.
    of_record: bool,
}

/// The result of everything in the core that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error of this kind with this message.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), candidate: None, column: None, row: None, of_record: false }
    }

    /// The same error, naming the candidate, unless it names one already.
    #[must_use]
    pub fn candidate(mut self, name: &str) -> Self {
        self.candidate.get_or_insert_with(|| name.to_owned());
        self
    }

    /// The same error, naming the column.
    #[must_use]
    pub fn column(mut self, name: &str) -> Self {
        self.column.get_or_insert_with(|| name.to_owned());
        self
    }

    /// The same error, naming the row.
    #[must_use]
    pub fn row(mut self, row: u64) -> Self {
        self.row.get_or_insert(row);
        self
    }

    /// The same error, naming the query or transaction that it is about by its number.
    #[must_use]
    pub fn record(mut self, what: &str, row: u64) -> Self {
        self.message = format!("{what} {row}: {}", self.message);
        self.row = Some(row);
        self.of_record = true;
        self
    }

    /// The error for a stream that failed after so many rows.
    #[must_use]
    pub fn stream(rows: u64, reason: &str) -> Self {
        let interrupted = if reason.contains("KeyboardInterrupt") { " (KeyboardInterrupt)" } else { "" };
        // What follows is the traceback of a stream that is written in Python.
        let kept = reason.split(". Detail: Python exception").next().unwrap_or(reason);
        Self::new(
            ErrorKind::StreamFailed,
            format!("the stream failed after {rows} rows{interrupted}: {kept}; mend it and pass a fresh one"),
        )
    }

    /// The error for work that was stopped from outside.
    #[must_use]
    pub fn cancelled() -> Self {
        Self::new(ErrorKind::Cancelled, "stopped")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(candidate) = &self.candidate {
            write!(f, "candidate {candidate}: ")?;
        }
        if let Some(column) = &self.column {
            write!(f, "column {column:?}: ")?;
        }
        match self.row {
            Some(row) if !self.of_record => write!(f, "row {row}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}
