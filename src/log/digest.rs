//! Records, digested: what is kept of each, without the text.
//!
//! Threads digest pieces of a log side by side; sessions then go through the digests in the log's order.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::sync::Arc;

use super::part::{Arguments, Parts};
use super::record::{Failed, Record, Sampled, Statement, Stray, What};
use super::shape::Shapes;
use super::values::{Keeping, Lost};

/// The characters of a stray line that are shown.
const SHOWN: usize = 200;

/// A stretch of a piece's bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span(u32, u32);

/// What is kept of a record.
#[derive(Clone, Debug)]
pub struct Digest {
    /// Where it begins, from the start of the piece.
    pub at: usize,
    /// Its lines.
    pub lines: u64,
    /// When it was written, in microseconds.
    pub time: Option<i64>,
    /// Its session.
    pub session: Option<Span>,
    /// Its database.
    pub database: Option<Span>,
    /// Its virtual transaction.
    pub transaction: Option<u64>,
    /// How long it took, in microseconds.
    pub duration: Option<f64>,
    /// How often it ran.
    pub count: Option<f64>,
    /// What the log says of its sampling.
    pub sampled: Option<Sampled>,
    /// What it is.
    pub event: Event,
}

/// What a digested record is.
#[derive(Clone, Debug)]
pub enum Event {
    /// A statement.
    Statement {
        /// Its parts, among the piece's; none for an empty statement.
        parts: Range<u32>,
        /// How it failed, if it did.
        failed: Option<Failed>,
        /// Whether the text was cut off.
        cut: bool,
        /// Whether its values are absent.
        normalised: bool,
        /// The hash of its text, by which an error names it; none where the record was written after it ran.
        text: Option<u64>,
        /// The text, where it is needed further on.
        sql: Option<Span>,
    },
    /// How long the session's statement before took.
    Duration,
    /// An error.
    Error {
        /// The hash of the statement's text, where the record gives it.
        text: Option<u64>,
        /// Whether the session ends with it.
        fatal: bool,
        /// Whether the statement is one that ends its transaction also by failing.
        commits: bool,
    },
    /// The end of a session.
    End,
    /// A setting of the server.
    Setting(Span, Span),
    /// Anything else.
    Other,
    /// No record of the format, and its beginning.
    Stray(Stray, Span),
}

/// The digests of a stretch of a log.
#[derive(Debug, Default)]
pub struct Piece {
    /// The digests, in order.
    pub digests: Vec<Digest>,
    /// The parts of their statements.
    pub parts: Parts,
    /// Texts.
    bytes: Vec<u8>,
}

impl Piece {
    /// Empties it for another stretch.
    pub(super) fn clear(&mut self) {
        self.digests.clear();
        self.parts.clear();
        self.bytes.clear();
    }

    /// The bytes of a span.
    #[must_use]
    pub fn bytes(&self, span: Span) -> &[u8] {
        &self.bytes[span.0 as usize..span.1 as usize]
    }

    fn keep(&mut self, bytes: &[u8]) -> Span {
        let start = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        Span(start, self.bytes.len() as u32)
    }
}

/// Digests records; one for each thread.
pub struct Digester {
    parts: super::part::Reader,
    keep_sql: bool,
}

impl Digester {
    /// A digester for statements of these shapes; `keep_sql` keeps their texts.
    #[must_use]
    pub fn new(shapes: Arc<Shapes>, keeping: Keeping, keep_sql: bool) -> Self {
        Self { parts: super::part::Reader::new(shapes, keeping), keep_sql }
    }

    /// Values that were not kept since the last look.
    pub fn lost(&mut self) -> Lost {
        self.parts.lost()
    }

    /// Reads the parts of a text that a session knows by name, with the arguments that it is executed with.
    pub fn prepared(&mut self, sql: &[u8], arguments: &[Option<crate::value::Value>]) -> Parts {
        let mut parts = Parts::default();
        self.parts.read(sql, &Arguments::Values(arguments), None, &mut parts);
        parts
    }

    /// Digests a record of these bytes.
    pub fn take(&mut self, bytes: &[u8], record: Record<'_>, piece: &mut Piece) {
        let event = match record.what {
            What::Statement(statement) => self.statement(&statement, record.duration.is_none(), piece),
            What::Duration => Event::Duration,
            What::Error { statement, fatal } => Event::Error {
                commits: statement.as_ref().is_some_and(|sql| self.parts.commits(sql)),
                text: statement.map(|sql| hash(sql.trim_ascii())),
                fatal,
            },
            What::End => Event::End,
            What::Setting(name, value) => Event::Setting(piece.keep(&name), piece.keep(&value)),
            What::Other => Event::Other,
            What::Stray(stray) => {
                let text = bytes.get(record.at..).unwrap_or_default();
                let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
                Event::Stray(stray, piece.keep(&line[..line.len().min(SHOWN)]))
            }
        };
        let session = record.session.map(|s| piece.keep(&s));
        let database = record.database.map(|s| piece.keep(&s));
        piece.digests.push(Digest {
            at: record.at,
            lines: record.lines,
            time: record.time,
            session,
            database,
            transaction: record.transaction,
            duration: record.duration,
            count: record.count,
            sampled: record.sampled,
            event,
        });
    }

    fn statement(&mut self, statement: &Statement<'_>, before: bool, piece: &mut Piece) -> Event {
        let first = piece.parts.len();
        let arguments = Arguments::of(statement);
        let named =
            self.parts.read(&statement.sql, &arguments, statement.prepared.as_deref(), &mut piece.parts);
        let sql = (self.keep_sql || named).then(|| piece.keep(&statement.sql));
        Event::Statement {
            parts: first..piece.parts.len(),
            failed: statement.failed,
            cut: statement.cut,
            normalised: statement.normalised,
            text: before.then(|| hash(statement.sql.trim_ascii())),
            sql,
        }
    }
}

/// The hash of a text, always the same.
pub(super) fn hash(text: &[u8]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(text)
}
