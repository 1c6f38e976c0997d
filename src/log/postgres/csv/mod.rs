//! `csvlog`.

mod scan;

use std::ops::Range;

use super::clock::Clock;
use super::entry::{Entry, Grammar, name, transaction};
use super::level::Level;
use super::lines::{Lines, count};
use crate::log::record::{Reader, Record, Stray, What};
use scan::{Scan, field, scan};

/// The fewest columns of any version that is read: those up to `application_name` came with 9.0, `location` before.
const FEWEST: usize = 22;

/// Reads `csvlog`.
#[derive(Clone, Debug, Default)]
pub struct Csv {
    grammar: Grammar,
    clock: Clock,
}

/// Whether the sample begins like a `csvlog`, perhaps in the middle of a record or with a header.
pub(super) fn looks_like(sample: &[u8]) -> bool {
    let mut columns = Vec::new();
    let starts = Lines::of(sample).filter(|(_, line)| starts(line)).take(8);
    let mut whole = starts
        .map(|(at, _)| matches!(scan(sample, at, &mut columns), Scan::Whole(_) if columns.len() >= FEWEST));
    whole.any(|whole| whole)
}

/// Whether a record may begin with this line: a time and a comma.
fn starts(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let (line, end): (_, &[u8]) = line.strip_prefix(b"\"").map_or((line, b","), |line| (line, b"\","));
    Clock::default().read(line).is_some_and(|(_, length)| line[length..].starts_with(end))
}

impl Csv {
    /// A reader; the sample says whether pgaudit writes the statements.
    #[must_use]
    pub fn new(sample: &[u8]) -> Self {
        let mut reader = Csv::default();
        reader.grammar.audit = super::audited(sample, &mut reader.clone());
        reader
    }

    fn record<'a>(
        &mut self,
        bytes: &'a [u8],
        columns: &[Range<usize>],
        mut record: Record<'a>,
    ) -> Record<'a> {
        let column =
            |at: usize| columns.get(at).map(|range| field(&bytes[range.clone()])).unwrap_or_default();
        let time = column(0);
        let time = time.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&time);
        let read = self.clock.read(time);
        let Some((time, _)) = read.filter(|_| columns.len() >= FEWEST) else {
            // A header, and an empty line, say nothing.
            let empty = columns.len() == 1 && time.is_empty();
            record.what = match read {
                _ if empty || time == b"log_time" => What::Other,
                None => What::Stray(Stray::Line),
                Some(_) => What::Stray(Stray::Malformed),
            };
            return record;
        };
        record.what = What::Other;
        record.time = Some(time);
        record.user = name(column(1));
        record.database = name(column(2));
        record.session = name(column(5)).or_else(|| name(column(3)));
        record.transaction = transaction(&column(9));
        record.application = name(column(22));
        let some = |at: usize| Some(column(at)).filter(|text| !text.is_empty());
        self.grammar.finish(Entry {
            record,
            level: Level::named(&column(11)),
            message: column(13),
            detail: some(14),
            statement: some(19),
        })
    }

    /// The end of what begins here and is no record: the lines up to the next that may begin one.
    fn resync(bytes: &[u8], at: usize) -> usize {
        let next = Lines::of(&bytes[at..]).skip(1).find(|(_, line)| starts(line));
        next.map_or(bytes.len(), |(offset, _)| at + offset)
    }
}

impl Reader for Csv {
    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        if last {
            return bytes.len();
        }
        let (mut at, mut columns) = (0, Vec::new());
        while at < bytes.len() {
            match scan(bytes, at, &mut columns) {
                Scan::Whole(end) if bytes[end - 1] == b'\n' => at = end,
                Scan::Bad => match Self::resync(bytes, at) {
                    end if end < bytes.len() => at = end,
                    // A line that is cut off here may go on.
                    _ => return at,
                },
                _ => return at,
            }
        }
        at
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        starts(bytes) || bytes.starts_with(b"log_time,")
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        let (mut at, mut columns) = (0, Vec::new());
        while at < bytes.len() {
            let scanned = scan(bytes, at, &mut columns);
            let end = match scanned {
                Scan::Whole(end) => end,
                _ => Self::resync(bytes, at),
            };
            let mut record = Record { at, lines: count(&bytes[at..end]), ..Record::default() };
            record.what = What::Stray(if starts(&bytes[at..end]) { Stray::Cut } else { Stray::Line });
            each(if matches!(scanned, Scan::Whole(_)) {
                self.record(bytes, &columns, record)
            } else {
                record
            });
            at = end;
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(self.clone())
    }
}
