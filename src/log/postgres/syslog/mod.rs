//! The server's log in syslog or the journal: records in chunks, those of several processes mixed.

mod chunks;
mod header;

use super::clock::Clock;
use super::entry::owned;
use super::lines::Lines;
use super::prefix::Prefix;
use super::stderr::Stderr;
use crate::log::record::{Bytes, Reader, Record, Stray, What};
use chunks::Group;
use header::{Header, unescape};

/// Records whose chunks may be mixed are this far apart at most.
const APART: usize = 1 << 14;

/// Reads syslog.
#[derive(Clone, Debug)]
pub struct Syslog {
    inner: Stderr,
    /// The name that the server goes by, other programs' lines are none of its records.
    program: Vec<u8>,
    clock: Clock,
}

/// The prefix of the lines, if the sample is a syslog in which a server writes.
pub(super) fn prefix(sample: &[u8]) -> Option<Prefix> {
    let texts = texts(sample, |_| true);
    let server =
        |header: &Header<'_>| header.program.windows(4).any(|part| part == b"post" || part == b"pgsq");
    let own = self::texts(sample, server);
    (!texts.is_empty()).then(|| Prefix::guess_any(&own).or_else(|| Prefix::guess_any(&texts)))?
}

/// The first chunks of the sample, as lines.
fn texts(sample: &[u8], of: impl Fn(&Header<'_>) -> bool) -> Vec<u8> {
    let mut clock = Clock::default();
    let mut texts = Vec::new();
    let headers = Lines::of(sample).filter_map(|(_, line)| header::read(line, &mut clock));
    for header in headers.filter(|header| of(header) && header.chunk.is_none_or(|(_, chunk)| chunk == 1)) {
        texts.extend_from_slice(&unescape(header.text));
        texts.push(b'\n');
    }
    texts
}

impl Syslog {
    /// A reader of a syslog in which the server's lines have this prefix.
    #[must_use]
    pub fn new(prefix: Prefix, sample: &[u8]) -> Self {
        let mut clock = Clock::default();
        let inner = Stderr::new(prefix, &texts(sample, |_| true));
        let mut headers = Lines::of(sample).filter_map(|(_, line)| header::read(line, &mut clock));
        let own = headers.find(|header| inner.primary(&unescape(header.text)));
        let program = own.map(|header| header.program.to_vec()).unwrap_or_default();
        Syslog { inner, program, clock }
    }

    /// Whether a record begins with this line.
    fn starts(&self, header: &Header<'_>) -> bool {
        match header.chunk {
            Some((_, chunk)) => chunk == 1,
            None => self.inner.primary(&unescape(header.text)),
        }
    }

    fn groups<'a>(&mut self, bytes: &'a [u8]) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        // The processes whose last record may go on, and where it is.
        let mut open: Vec<(&[u8], usize)> = Vec::new();
        for (at, line) in Lines::of(bytes) {
            let header = header::read(line, &mut self.clock);
            let Some(header) = header.filter(|header| header.program == self.program) else {
                let foreign = header::read(line, &mut self.clock).is_some() || line.trim_ascii().is_empty();
                groups.push(Group::other(at, if foreign { What::Other } else { What::Stray(Stray::Line) }));
                continue;
            };
            let known = open.iter().position(|(process, _)| *process == header.process);
            if self.starts(&header) {
                let place = (header.process, groups.len());
                match known {
                    Some(known) => open[known] = place,
                    None => open.push(place),
                }
                groups.push(Group::new(at, &header));
                continue;
            }
            let group = known.and_then(|known| groups.get_mut(open[known].1));
            match group.filter(|group| group.takes(&header)) {
                Some(group) => {
                    let text = unescape(header.text);
                    let begins = self.inner.match_of(&text).is_some();
                    group.push(&text, begins);
                }
                None => groups.push(Group::other(at, What::Stray(Stray::Line))),
            }
        }
        groups
    }
}

impl Reader for Syslog {
    fn prefix(&self) -> Option<&str> {
        Reader::prefix(&self.inner)
    }

    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        if last {
            return bytes.len();
        }
        // The last place where no process has begun what it ends later.
        let keep = if bytes.len() > 4 * APART { bytes.len() - APART } else { bytes.len() };
        let whole = memchr::memrchr(b'\n', bytes).map_or(0, |newline| newline + 1);
        let lines: Vec<(usize, &[u8])> = Lines::of(&bytes[..whole]).collect();
        let mut open: Vec<Vec<u8>> = Vec::new();
        let mut begun = false;
        for (at, line) in lines.into_iter().rev() {
            let header = header::read(line, &mut self.clock);
            let Some(header) = header.filter(|header| header.program == self.program) else { continue };
            begun = true;
            if self.starts(&header) {
                open.retain(|process| process != header.process);
                if open.is_empty() && at < keep {
                    return at;
                }
            } else if !open.iter().any(|process| process == header.process) {
                open.push(header.process.to_vec());
            }
        }
        if begun { 0 } else { whole }
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        let line = Lines::of(bytes).next().map_or(&[][..], |(_, line)| line);
        header::read(line, &mut Clock::default()).is_some_and(|header| self.starts(&header))
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        for group in self.groups(bytes) {
            let mut record =
                Record { at: group.at, lines: group.lines, time: group.time, ..Record::default() };
            if let Some(what) = group.other {
                record.what = what;
                each(record);
                continue;
            }
            let mut lines = group.lines;
            self.inner.read(&group.text, &mut |inner| {
                let mut inner = owned(inner);
                inner.at = group.at;
                inner.lines = std::mem::take(&mut lines);
                inner.time = inner.time.or(group.time);
                inner.session = inner.session.or(Some(Bytes::Borrowed(group.process)));
                each(inner);
            });
            if lines > 0 {
                each(Record { lines, ..record });
            }
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(self.clone())
    }
}
