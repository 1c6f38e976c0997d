//! Bytes through every reader.

use shardkey::log::recognise::{self, FORMATS, named, recognise};
use shardkey::log::record::{Reader, Record, What};
use shardkey::sql::dialect::Dialect;

/// The prefix of a log whose own is not found.
const PREFIX: &str = "%m [%p] %q%u@%d ";

/// How bytes are cut into blocks, and the longest input that is cut so.
const BLOCKS: [(usize, usize); 4] = [(1, 256), (7, 1 << 10), (64, 1 << 12), (1000, usize::MAX)];

/// What has to be the same of a record however the bytes are cut.
#[derive(Debug, PartialEq)]
struct Seen {
    at: usize,
    time: Option<i64>,
    session: Option<Vec<u8>>,
    what: &'static str,
    text: Option<Vec<u8>>,
}

impl Seen {
    fn new(record: &Record<'_>, start: usize) -> Self {
        let (what, text) = match &record.what {
            What::Statement(statement) => ("statement", Some(statement.sql.to_vec())),
            What::Duration => ("duration", None),
            What::Error { statement, .. } => ("error", statement.as_ref().map(|sql| sql.to_vec())),
            What::End => ("end", None),
            What::Setting(name, _) => ("setting", Some(name.to_vec())),
            What::Other => ("other", None),
            What::Stray(_) => ("stray", None),
        };
        let session = record.session.as_ref().map(|session| session.to_vec());
        Self { at: start + record.at, time: record.time, session, what, text }
    }
}

/// Dialects of plain SQL, of the letters after those of the formats.
const DIALECTS: [Dialect; 3] = [Dialect::Postgres, Dialect::MySql, Dialect::MsSql];

/// Reads bytes in the format that the first of them says: a letter for each, anything else to recognise it.
///
/// # Panics
/// If one of the things that must hold does not.
pub fn records(bytes: &[u8]) {
    let Some((&first, log)) = bytes.split_first() else { return };
    let number = usize::from(first.wrapping_sub(b'a'));
    if let Some(format) = FORMATS.get(number) {
        let reader = named(format, log, None).or_else(|_| named(format, log, Some(PREFIX)));
        check(format, &*reader.expect("a format with its prefix").1, log);
    } else if let Some(dialect) = DIALECTS.get(number - FORMATS.len().min(number)) {
        check(dialect.name(), &*recognise::sql(*dialect), log);
    } else if let Some((format, reader)) = recognise(log) {
        check(format, &*reader, log);
    }
}

fn check(format: &str, reader: &dyn Reader, bytes: &[u8]) {
    let mut whole = Vec::new();
    let mut first = reader.again();
    if !bytes.is_empty() {
        first.complete(bytes, true);
        let lines = read(&mut *first, bytes, 0, &mut whole);
        assert_eq!(lines, count(bytes), "{format}: the lines of all records are those of the input");
    }
    // What stands between two pieces of a record may come before it.
    whole.sort_by_key(|seen| seen.at);
    for (size, longest) in BLOCKS {
        if bytes.len() <= longest && bytes.len() > size {
            let (mut cut, lines) = in_blocks(reader, bytes, size);
            cut.sort_by_key(|seen| seen.at);
            same(format, &format!("blocks of {size}"), &whole, &cut);
            assert_eq!(lines, count(bytes), "{format}: blocks of {size} have the same lines");
        }
    }
    for share in 1..4 {
        let near = bytes.len() * share / 4;
        if let Some(cut) = first.divide(bytes, near).filter(|cut| (1..bytes.len()).contains(cut)) {
            assert!(cut >= near, "{format}: a division comes after the place it is looked for");
            let mut parts = Vec::new();
            let mut lines = read(&mut *first.again(), &bytes[..cut], 0, &mut parts);
            lines += read(&mut *first.again(), &bytes[cut..], cut, &mut parts);
            parts.sort_by_key(|seen| seen.at);
            same(format, &format!("divided at {cut}"), &whole, &parts);
            assert_eq!(lines, count(bytes), "{format}: divided at {cut}, the same lines");
        }
    }
}

fn same(format: &str, way: &str, whole: &[Seen], cut: &[Seen]) {
    let differs = whole.iter().zip(cut).position(|(a, b)| a != b).unwrap_or(whole.len().min(cut.len()));
    if whole.len() != cut.len() || differs < whole.len() {
        let (a, b) = (whole.get(differs), cut.get(differs));
        panic!("{format}: {way} give other records, from number {differs} on: {a:?} and {b:?}");
    }
}

/// Appends the records of these bytes; how many lines they have.
fn read(reader: &mut dyn Reader, bytes: &[u8], start: usize, seen: &mut Vec<Seen>) -> u64 {
    let mut lines = 0;
    reader.read(bytes, &mut |record| {
        assert!(record.at <= bytes.len(), "a record begins in its block");
        lines += record.lines;
        seen.push(Seen::new(&record, start));
    });
    lines
}

/// Reads bytes as they come from a file, so many at a time.
fn in_blocks(reader: &dyn Reader, bytes: &[u8], size: usize) -> (Vec<Seen>, u64) {
    let mut reader = reader.again();
    let mut seen = Vec::new();
    let (mut start, mut end, mut lines) = (0, 0, 0);
    while end < bytes.len() {
        end = (end + size).min(bytes.len());
        let last = end == bytes.len();
        let tail = &bytes[start..end];
        let whole = reader.complete(tail, last);
        assert!(whole <= tail.len(), "no more is whole than there is");
        let whole = if last { tail.len() } else { whole };
        if whole > 0 {
            lines += read(&mut *reader, &tail[..whole], start, &mut seen);
            start += whole;
        }
    }
    (seen, lines)
}

/// How many lines bytes have.
pub(super) fn count(bytes: &[u8]) -> u64 {
    bytes.split_inclusive(|&byte| byte == b'\n').count() as u64
}
