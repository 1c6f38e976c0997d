//! Statistics by shape: exports of `pg_stat_statements` and of `MySQL`'s `events_statements_summary_by_digest`.

mod columns;
mod row;

use self::columns::{Columns, Kind};
use self::row::{Layout, fields};
use super::lines::count;
use super::record::{Reader, Record, Statement, Stray, What};

/// Reads statistics.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// How rows are written; None until the first line is seen.
    layout: Option<Layout>,
    /// What the columns are; None until the header is read.
    columns: Option<Columns>,
    /// Up to where rows were looked for, and whether that is inside of quotes.
    seen: usize,
    quoted: bool,
}

/// The name of the format that begins with these bytes, if it is one of statistics.
#[must_use]
pub fn recognise(sample: &[u8]) -> Option<&'static str> {
    let layout = Layout::of(sample);
    let end = row::end(sample, 0, layout, &mut false).unwrap_or(sample.len());
    let columns = Columns::of(&fields(sample.get(..end)?, layout))?;
    Some(match columns.kind {
        Kind::Postgres => "pg_stat_statements",
        Kind::Digests => "mysql-digests",
    })
}

impl Statistics {
    /// At the start of a file.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn record<'a>(&mut self, at: usize, row: &'a [u8], layout: Layout) -> Record<'a> {
        let record = Record { at, lines: count(row), ..Record::default() };
        if row.trim_ascii().is_empty() {
            return record;
        }
        let fields = fields(row, layout);
        // Each of several files has its header.
        if let Some(columns) = Columns::of(&fields) {
            self.columns = Some(columns);
            return record;
        }
        let found = self.columns.as_ref().filter(|columns| columns.width == fields.len());
        let row = found.and_then(|columns| Some((columns, columns.row(fields)?)));
        let Some((columns, row)) = row else {
            return Record { what: What::Stray(Stray::Malformed), ..record };
        };
        let cut = row.sql.is_empty() || (columns.kind == Kind::Digests && row.sql.ends_with(b"..."));
        let mean = row.total.map(|total| total / row.calls).filter(|mean| mean.is_finite());
        let statement = Statement { sql: row.sql, normalised: true, cut, ..Statement::default() };
        Record {
            database: row.database,
            user: row.user,
            duration: mean,
            count: Some(row.calls),
            what: What::Statement(statement),
            ..record
        }
    }
}

impl Reader for Statistics {
    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        if last {
            (self.seen, self.quoted) = (0, false);
            return bytes.len();
        }
        if self.layout.is_none() && bytes.contains(&b'\n') {
            self.layout = Some(Layout::of(bytes));
        }
        let Some(layout) = self.layout else { return 0 };
        let mut whole = 0;
        while let Some(end) = row::end(bytes, self.seen, layout, &mut self.quoted) {
            (whole, self.seen) = (end, end);
        }
        self.seen = bytes.len() - whole;
        whole
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        recognise(bytes).is_some()
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        let layout = *self.layout.get_or_insert_with(|| Layout::of(bytes));
        let mut at = 0;
        while at < bytes.len() {
            let end = row::end(bytes, at, layout, &mut false).unwrap_or(bytes.len());
            let row = bytes.get(at..end).unwrap_or_default();
            each(self.record(at, row, layout));
            at = end;
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(Self { seen: 0, quoted: false, ..self.clone() })
    }
}

/// A field without anything in it, as a database exports it.
fn null(field: &[u8]) -> bool {
    matches!(field, b"" | b"NULL" | b"\\N")
}
