//! Reads a log again, statement by statement, as the batches of an Arrow stream.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::digest::{Digester, Piece};
use super::options::Options;
use super::read::{Opened, open};
use super::sessions::Sessions;
use super::shape::Shapes;
use super::source::Blocks;
use super::statements::{Rows, schema};
use super::table::Columns;
use crate::error::Result;
use crate::sql::dialect::Dialect;

/// Where the records come from.
enum From {
    Files(Blocks),
    Table(Box<dyn RecordBatchReader + Send>, Columns, u64),
}

/// The statements of a log, in its order.
pub struct Stream {
    from: From,
    digester: Digester,
    sessions: Sessions,
    rows: Rows,
    ended: bool,
}

impl Stream {
    /// Opens files.
    ///
    /// # Errors
    /// `UnreadableLog`, `UnknownFormat`.
    pub fn files(paths: &[PathBuf], options: &Options) -> Result<Self> {
        let Opened { format, dialect, blocks, .. } = open(paths, options)?;
        Ok(Self::new(From::Files(blocks), dialect, options, format == "sql"))
    }

    /// Reads a table with a column of statements.
    ///
    /// # Errors
    /// `UnknownColumn`.
    pub fn table(
        reader: Box<dyn RecordBatchReader + Send>,
        columns: Columns,
        options: &Options,
    ) -> Result<Self> {
        columns.check(&*reader)?;
        let dialect = options.dialect.unwrap_or(Dialect::Generic);
        Ok(Self::new(From::Table(reader, columns, 0), dialect, options, false))
    }

    fn new(from: From, dialect: Dialect, options: &Options, single: bool) -> Self {
        let shapes = Arc::new(Shapes::new(dialect));
        let digester = |keep_sql| Digester::new(Arc::clone(&shapes), options.keeping.clone(), keep_sql);
        Self {
            from,
            digester: digester(true),
            sessions: Sessions::new(Arc::clone(&shapes), digester(false), options.weigh, single),
            rows: Rows::new(shapes, options.keeping.private.is_some()),
            ended: false,
        }
    }

    /// Reads the next block; whether there was one.
    fn advance(&mut self) -> Result<bool, ArrowError> {
        let external = |error: crate::error::Error| ArrowError::ExternalError(Box::new(error));
        let digester = &mut self.digester;
        let mut piece = Piece::default();
        match &mut self.from {
            From::Files(blocks) => {
                let read = blocks.next(|reader, block| {
                    reader.read(block.bytes, &mut |record| digester.take(block.bytes, record, &mut piece));
                });
                if read.map_err(external)?.is_none() {
                    return Ok(false);
                }
            }
            From::Table(reader, columns, rows) => {
                let Some(batch) = reader.next().transpose()? else { return Ok(false) };
                columns
                    .read(&batch, *rows, |record| digester.take(b"", record, &mut piece))
                    .map_err(external)?;
                *rows += batch.num_rows() as u64;
            }
        }
        for digest in &piece.digests {
            self.rows.note(&piece, digest);
            self.sessions.take(&piece, digest, &mut self.rows);
        }
        Ok(true)
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            match self.advance() {
                Ok(true) => {}
                Ok(false) => {
                    self.sessions.finish(&mut self.rows);
                    self.ended = true;
                }
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
            }
            if self.rows.full()
                && let Some(batch) = self.rows.batch(false)
            {
                return Some(batch);
            }
        }
        self.rows.batch(true)
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        schema()
    }
}
