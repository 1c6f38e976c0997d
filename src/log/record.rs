//! A record of a log: what one event wrote, whatever the format.

use std::borrow::Cow;

/// Bytes as the log holds them, or as they were put together from it. They need not be UTF-8.
pub type Bytes<'a> = Cow<'a, [u8]>;

/// One record.
#[derive(Clone, Debug, Default)]
pub struct Record<'a> {
    /// Where it begins in the bytes that were read, and how many lines it has.
    pub at: usize,
    /// The lines that belong to it.
    pub lines: u64,
    /// When it was written, in microseconds since 1970-01-01 00:00 UTC; of the local clock where the log's zone is
    /// not known.
    pub time: Option<i64>,
    /// What tells sessions apart: PostgreSQL's session id or process, MySQL's connection.
    pub session: Option<Bytes<'a>>,
    /// The virtual transaction (PostgreSQL's local transaction number), where it is not 0.
    pub transaction: Option<u64>,
    /// The database.
    pub database: Option<Bytes<'a>>,
    /// The user.
    pub user: Option<Bytes<'a>>,
    /// The application.
    pub application: Option<Bytes<'a>>,
    /// How long the statement took, in microseconds.
    pub duration: Option<f64>,
    /// How often it ran: more than once for one that stands for several.
    pub count: Option<f64>,
    /// How many executions it stands for where the log says that it is sampled (`Log_slow_rate_limit`).
    pub sampled: Option<Sampled>,
    /// What it is.
    pub what: What<'a>,
}

/// What a log says of its sampling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampled {
    /// One of so many was logged.
    pub rate: f64,
    /// Whether whole sessions or transactions were left out, and not single statements.
    pub whole: bool,
}

/// What a record is.
#[derive(Clone, Debug, Default)]
pub enum What<'a> {
    /// A statement that was executed (or, where the log is written before, begins to be).
    Statement(Statement<'a>),
    /// How long the session's statement before it took.
    Duration,
    /// An error of a statement.
    Error {
        /// The statement, where the record gives it.
        statement: Option<Bytes<'a>>,
        /// Whether the session ends with it.
        fatal: bool,
    },
    /// The end of a session.
    End,
    /// A setting of the server that says what is logged, as name and value.
    Setting(Bytes<'a>, Bytes<'a>),
    /// Anything else: a checkpoint, a connection, the parse and bind of a statement, a repeated fetch.
    #[default]
    Other,
    /// What is no record of the format.
    Stray(Stray),
}

/// A statement of a record.
#[derive(Clone, Debug, Default)]
pub struct Statement<'a> {
    /// Its text, in which one or more statements stand.
    pub sql: Bytes<'a>,
    /// The values of its parameters, as the log writes them: `$1 = '42', $2 = NULL`.
    pub parameters: Option<Bytes<'a>>,
    /// The text of the statement that it executes by name (`prepare: ...` of PostgreSQL's DETAIL).
    pub prepared: Option<Bytes<'a>>,
    /// Whether it failed, where the record itself says so; and whether its transaction failed with it.
    pub failed: Option<Failed>,
    /// Whether the values are absent, as in statistics by shape.
    pub normalised: bool,
    /// Whether the text was cut off.
    pub cut: bool,
}

/// How a statement failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failed {
    /// The statement alone.
    Statement,
    /// Its whole transaction, as after a deadlock.
    Transaction,
}

/// Why bytes are no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stray {
    /// A line that belongs to no record.
    Line,
    /// A record that is cut off, or whose quotes do not end.
    Cut,
    /// A record of the format that is not written as one: too few columns, no JSON.
    Malformed,
}

/// Reads one format.
///
/// A reader is given whole records; what is at the end of the bytes and not complete is given again, with what
/// follows it.
pub trait Reader: Send {
    /// How many of these bytes, from the start, are whole records. `last` says that nothing follows.
    fn complete(&mut self, bytes: &[u8], last: bool) -> usize;

    /// The start of a record at or after `near`, where that can be told without what stands before; it lets two
    /// threads share the bytes. A format whose reader remembers something says `None`.
    fn divide(&self, _bytes: &[u8], _near: usize) -> Option<usize> {
        None
    }

    /// Whether a file that begins with these bytes begins with a record, and not in the middle of one.
    fn begins(&self, bytes: &[u8]) -> bool;

    /// PostgreSQL's `log_line_prefix`, as it was given or recognised.
    fn prefix(&self) -> Option<&str> {
        None
    }

    /// Reads whole records.
    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>));

    /// A reader of the same format for another thread, and for the bytes after a division.
    fn again(&self) -> Box<dyn Reader>;
}
