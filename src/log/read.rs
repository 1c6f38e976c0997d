//! Reads a log: on all threads what can be, and in the log's order what must be.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::RecordBatchReader;
use rayon::prelude::*;

use super::Log;
use super::account::Place;
use super::digest::{Digester, Piece};
use super::gather::{Gather, Stretch};
use super::options::Options;
use super::recognise;
use super::record::Reader;
use super::shape::Shapes;
use super::source::{self, Block, Blocks};
use super::sqlfile;
use super::table::Columns;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};
use crate::sql::dialect::Dialect;

/// The least bytes that are worth a thread of their own.
const SHARE: usize = 1 << 17;
/// Rows of a table that are read between two looks at whether to stop.
const SLICE: usize = 1 << 14;
/// Bytes from which a format is recognised.
const SAMPLE: usize = 1 << 18;

/// Files whose format is known, and of which nothing is read yet.
pub struct Opened {
    /// The format's name.
    pub format: &'static str,
    /// The dialect of its statements.
    pub dialect: Dialect,
    /// PostgreSQL's `log_line_prefix`, where the format has one.
    pub prefix: Option<String>,
    /// Their records.
    pub blocks: Blocks,
}

/// Opens files, and recognises their format or takes the one that is given.
///
/// # Errors
/// `UnknownFormat`, `UnreadableLog`.
pub fn open(paths: &[PathBuf], options: &Options) -> Result<Opened> {
    let mut sample = Vec::new();
    for path in paths {
        sample = source::sample(path, SAMPLE)?;
        if !sample.trim_ascii().is_empty() {
            break;
        }
    }
    let unknown = |message: String| Error::new(ErrorKind::UnknownFormat, message);
    let format = options.format.as_deref().or(options.prefix.as_ref().map(|_| "postgres-stderr"));
    let (format, reader) = match format {
        Some(format) => recognise::named(format, &sample, options.prefix.as_deref()).map_err(unknown)?,
        None => recognise::recognise(&sample).ok_or_else(|| unknown(unrecognised(paths, &sample)))?,
    };
    let (dialect, reader) = match (format, options.dialect) {
        // Quotes say where the statements of a file end, and they are the dialect's.
        ("sql", given) => {
            let dialect = given.unwrap_or_else(|| sqlfile::dialect(&sample));
            (dialect, recognise::sql(dialect))
        }
        (_, Some(given)) => (given, reader),
        (_, None) => (recognise::dialect(format), reader),
    };
    let prefix = reader.prefix().map(str::to_owned);
    Ok(Opened { format, dialect, prefix, blocks: Blocks::new(paths, reader)? })
}

fn unrecognised(paths: &[PathBuf], sample: &[u8]) -> String {
    if sample.trim_ascii().is_empty() {
        let path = paths.first().map_or_else(String::new, |p| p.display().to_string());
        return format!(
            "{path} is empty, which is no format; pass format= as one of {}",
            recognise::FORMATS.join(", ")
        );
    }
    let first = sample.split(|&b| b == b'\n').map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    let shown: String = String::from_utf8_lossy(first.unwrap_or_default()).chars().take(120).collect();
    let path = paths.first().map_or_else(String::new, |p| p.display().to_string());
    format!(
        "{path} is of no format that is known; it begins with {shown:?}. Pass format= as one of {}, for a PostgreSQL \
         log its log_line_prefix as prefix=, or a table with a column of SQL",
        recognise::FORMATS.join(", ")
    )
}

/// Reads files, one after the other.
///
/// # Errors
/// As [`open`], and `Cancelled`.
pub fn files(paths: &[PathBuf], options: &Options, control: &Control) -> Result<Log> {
    control.begin(Stage::Log);
    let Opened { format, dialect, prefix, mut blocks } = open(paths, options)?;
    let shapes = Arc::new(Shapes::new(dialect));
    let mut gather = Gather::new(Arc::clone(&shapes), options, format == "sql");
    let digesters = Digesters { shapes, options, free: Mutex::default(), pieces: Mutex::default() };
    let mut before: Vec<Stretch> = Vec::new();
    loop {
        control.check()?;
        // While the sessions go through one block, the next is read and digested.
        let (read, ()) = rayon::join(
            || blocks.next(|reader, block| (digesters.digest(reader, block), block.bytes.len() as u64)),
            || {
                for stretch in before.drain(..) {
                    gather.take(&stretch);
                    digesters.give_back(stretch.piece);
                }
            },
        );
        let Some((stretches, bytes)) = read? else { break };
        control.advance(bytes);
        gather.read(bytes);
        before = stretches;
    }
    Ok(Log { prefix, ..gather.finish(format, options) })
}

/// Reads a table that has a column of statements.
///
/// # Errors
/// `UnknownColumn`, `InvalidCount`, `StreamFailed`, `Cancelled`.
pub fn table(
    reader: &mut (dyn RecordBatchReader + Send),
    columns: &Columns,
    options: &Options,
    control: &Control,
) -> Result<Log> {
    control.begin(Stage::Rows);
    columns.check(reader)?;
    let shapes = Arc::new(Shapes::new(options.dialect.unwrap_or(Dialect::Generic)));
    let mut gather = Gather::new(Arc::clone(&shapes), options, false);
    let mut digester = Digester::new(shapes, options.keeping.clone(), false);
    let mut rows = 0;
    for batch in reader {
        let batch = batch.map_err(|e| Error::stream(rows, &e.to_string()))?;
        for start in (0..batch.num_rows()).step_by(SLICE) {
            control.check()?;
            let slice = batch.slice(start, SLICE.min(batch.num_rows() - start));
            let mut piece = Piece::default();
            columns.read(&slice, rows, |record| digester.take(b"", record, &mut piece))?;
            let place = Place { file: 0, byte: rows };
            gather.take(&Stretch { piece, lost: digester.lost(), place });
            rows += slice.num_rows() as u64;
            control.advance(slice.num_rows() as u64);
        }
    }
    Ok(gather.finish("table", options))
}

/// Digesters that no thread uses at the moment.
struct Digesters<'a> {
    shapes: Arc<Shapes>,
    options: &'a Options,
    free: Mutex<Vec<Digester>>,
    /// Pieces that were gathered, whose memory is used again.
    pieces: Mutex<Vec<Piece>>,
}

impl Digesters<'_> {
    fn digest(&self, reader: &mut Box<dyn Reader>, block: &Block<'_>) -> Vec<Stretch> {
        let cuts = divide(&**reader, block.bytes);
        if cuts.len() == 1 {
            return vec![self.stretch(&mut **reader, block, 0, block.bytes.len())];
        }
        let ends = cuts.iter().skip(1).copied().chain([block.bytes.len()]);
        let shares: Vec<_> =
            cuts.iter().copied().zip(ends).map(|(start, end)| (reader.again(), start, end)).collect();
        shares
            .into_par_iter()
            .map(|(mut reader, start, end)| self.stretch(&mut *reader, block, start, end))
            .collect()
    }

    fn stretch(&self, reader: &mut dyn Reader, block: &Block<'_>, start: usize, end: usize) -> Stretch {
        let free = lock(&self.free).pop();
        let new = || Digester::new(Arc::clone(&self.shapes), self.options.keeping.clone(), false);
        let mut digester = free.unwrap_or_else(new);
        let mut piece = lock(&self.pieces).pop().unwrap_or_default();
        let bytes = &block.bytes[start..end];
        reader.read(bytes, &mut |record| digester.take(bytes, record, &mut piece));
        let lost = digester.lost();
        lock(&self.free).push(digester);
        let place = Place { file: block.file as u32, byte: block.offset + start as u64 };
        Stretch { piece, lost, place }
    }

    fn give_back(&self, mut piece: Piece) {
        piece.clear();
        lock(&self.pieces).push(piece);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a block's shares begin, one or more for each thread.
fn divide(reader: &dyn Reader, bytes: &[u8]) -> Vec<usize> {
    let threads = rayon::current_num_threads();
    let wanted = if threads == 1 { 1 } else { (bytes.len() / SHARE).clamp(1, 2 * threads) };
    let mut cuts = vec![0];
    for share in 1..wanted {
        let near = (bytes.len() / wanted * share).max(cuts[cuts.len() - 1] + 1);
        match reader.divide(bytes, near) {
            Some(cut) if cut > cuts[cuts.len() - 1] && cut < bytes.len() => cuts.push(cut),
            _ => break,
        }
    }
    cuts
}
