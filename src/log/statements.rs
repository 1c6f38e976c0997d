//! The statements of a log as an Arrow stream, which reads the log again.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Float64Builder, ListBuilder, StringBuilder, TimestampMicrosecondBuilder, UInt64Builder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef, TimeUnit};

use super::digest::{Digest, Event, Piece};
use super::part::{Part, Parts};
use super::session::{Run, Sink, Work};
use super::shape::Shapes;
use super::shapes;

/// Rows of a batch.
const BATCH: usize = 8_192;
/// Rows that wait for what becomes of an earlier one.
const WAITING: usize = 65_536;

/// The columns of the stream.
#[must_use]
pub fn schema() -> SchemaRef {
    let text = |name: &str| Field::new(name, DataType::Utf8, true);
    let item = Arc::new(Field::new("item", DataType::Utf8, true));
    Arc::new(Schema::new(vec![
        Field::new("time", DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())), true),
        text("session"),
        Field::new("transaction", DataType::UInt64, true),
        text("shape"),
        text("kind"),
        Field::new("tables", DataType::List(item), true),
        Field::new("duration_ms", DataType::Float64, true),
        Field::new("failed", DataType::Boolean, true),
        text("sql"),
    ]))
}

/// A statement on its way into a batch.
#[derive(Clone, Debug, Default)]
struct Row {
    time: Option<i64>,
    session: Option<Box<str>>,
    shape: String,
    kind: String,
    tables: Vec<String>,
    sql: Option<Box<str>>,
    transaction: Option<u64>,
    duration: Option<f64>,
    failed: bool,
    done: bool,
}

/// Puts statements into batches, in the log's order.
pub struct Rows {
    shapes: Arc<Shapes>,
    waiting: BTreeMap<u64, Row>,
    next: u64,
    /// Whether the texts hold values that must not be shown.
    private: bool,
}

impl Rows {
    /// No rows yet.
    #[must_use]
    pub const fn new(shapes: Arc<Shapes>, private: bool) -> Self {
        Self { shapes, waiting: BTreeMap::new(), next: 0, private }
    }

    /// Notes a statement; before the sessions take its digest.
    pub fn note(&mut self, piece: &Piece, digest: &Digest) {
        let Event::Statement { parts, sql, .. } = &digest.event else { return };
        let text = |span| Some(String::from_utf8_lossy(piece.bytes(span?)).into());
        let mut row = Row {
            time: digest.time,
            session: text(digest.session),
            duration: digest.duration,
            ..Row::default()
        };
        self.describe(&mut row, piece.parts.range(parts.clone()));
        row.sql = if self.private { Some(row.shape.as_str().into()) } else { text(*sql) };
        self.waiting.insert(self.next, row);
        self.next += 1;
    }

    fn describe(&self, row: &mut Row, parts: &[Part]) {
        let shapes: Vec<_> = parts.iter().map(|part| self.shapes.get(part.shape)).collect();
        row.shape = shapes.iter().map(|s| s.display.as_str()).collect::<Vec<_>>().join("; ");
        let meanings = || shapes.iter().filter_map(|s| s.meaning.as_ref().ok());
        row.kind = meanings().map(|m| m.verb.as_str()).collect::<Vec<_>>().join("; ");
        row.tables = meanings().flat_map(shapes::tables).collect();
        row.tables.sort();
        row.tables.dedup();
    }

    /// The rows that are complete, or all that are left; `None` while there are few.
    pub fn batch(&mut self, last: bool) -> Option<Result<RecordBatch, ArrowError>> {
        let mut ready = Vec::new();
        while let Some(first) = self.waiting.first_entry() {
            let waits = !first.get().done && !last && self.waiting.len() <= WAITING;
            if waits || ready.len() == BATCH {
                break;
            }
            ready.extend(self.waiting.pop_first().map(|(_, row)| row));
        }
        (!ready.is_empty()).then(|| to_batch(ready))
    }

    /// Whether a batch is worth making.
    #[must_use]
    pub fn full(&self) -> bool {
        self.waiting.len() >= BATCH
    }
}

impl Sink for Rows {
    fn ran(&mut self, run: &Run, _parts: &Parts, of: &[Part]) {
        let Some(mut row) = self.waiting.remove(&run.number) else { return };
        // What was executed by name is known now.
        self.describe(&mut row, of);
        (row.transaction, row.duration, row.done) = (run.transaction, run.duration, true);
        self.waiting.insert(run.number, row);
    }

    fn failed(&mut self, number: u64) {
        if let Some(row) = self.waiting.get_mut(&number) {
            (row.failed, row.done) = (true, true);
        }
    }

    fn committed(&mut self, _work: &Work) {}
    fn rolled_back(&mut self) {}
    fn unfinished(&mut self) {}
}

fn to_batch(rows: Vec<Row>) -> Result<RecordBatch, ArrowError> {
    let mut times = TimestampMicrosecondBuilder::new().with_timezone("UTC");
    let [mut sessions, mut shapes, mut kinds, mut sqls] = std::array::from_fn(|_| StringBuilder::new());
    let mut transactions = UInt64Builder::new();
    let mut tables = ListBuilder::new(StringBuilder::new());
    let mut durations = Float64Builder::new();
    let mut failed = BooleanBuilder::new();
    for row in rows {
        times.append_option(row.time);
        sessions.append_option(row.session);
        transactions.append_option(row.transaction);
        shapes.append_value(row.shape);
        kinds.append_value(row.kind);
        row.tables.into_iter().for_each(|table| tables.values().append_value(table));
        tables.append(true);
        durations.append_option(row.duration.map(|micros| micros / 1_000.0));
        failed.append_value(row.failed);
        sqls.append_option(row.sql);
    }
    let columns: Vec<ArrayRef> = vec![
        Arc::new(times.finish()),
        Arc::new(sessions.finish()),
        Arc::new(transactions.finish()),
        Arc::new(shapes.finish()),
        Arc::new(kinds.finish()),
        Arc::new(tables.finish()),
        Arc::new(durations.finish()),
        Arc::new(failed.finish()),
        Arc::new(sqls.finish()),
    ];
    RecordBatch::try_new(schema(), columns)
}
