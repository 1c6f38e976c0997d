//! Logs of JSON objects, one after the other or in an array.

mod azure;
mod lines;
mod objects;
mod server;
mod value;

pub use lines::Wrapped;

use super::clock::Clock;
use super::entry::{Entry, Grammar};
use super::lines::count;
use super::prefix::Prefix;
use crate::log::record::{Reader, Record, Stray, What};
use objects::{Found, next};
use value::{Value, members};

/// What the objects are.
#[derive(Clone, Debug)]
enum Shape {
    /// The server's `jsonlog`.
    Server,
    /// `CloudNativePG`, whose `record` has the columns of `csvlog`.
    Kubernetes,
    /// Azure, whose messages may have a prefix, singly or in `records`.
    Azure(Option<Box<Prefix>>),
}

impl Shape {
    /// The entries of an object: one, but for Azure's `records`. None where it is none of the format.
    fn entries<'a>(&self, clock: &mut Clock, object: &'a [u8], each: &mut dyn FnMut(Option<Entry<'a>>)) {
        match self {
            Shape::Server => each(server::entry(object, clock)),
            Shape::Kubernetes => each(match member(object, b"record") {
                Some(Value::Object(record)) => server::entry(record, clock),
                _ => member(object, b"logger").or(member(object, b"msg")).map(|_| Entry::default()),
            }),
            Shape::Azure(prefix) => match member(object, b"records") {
                Some(Value::Array(list)) => {
                    let mut none = true;
                    for value in Value::Array(list).items() {
                        none = false;
                        each(match value {
                            Value::Object(object) => azure::entry(object, prefix.as_deref(), clock),
                            _ => None,
                        });
                    }
                    if none {
                        each(Some(Entry::default()));
                    }
                }
                _ => each(azure::entry(object, prefix.as_deref(), clock)),
            },
        }
    }
}

/// Reads JSON objects, each of which is a record.
#[derive(Clone, Debug)]
pub struct Json {
    shape: Shape,
    grammar: Grammar,
    clock: Clock,
    /// Whether nothing follows the bytes.
    ended: bool,
}

/// The key that gives a format away, in one of the first objects of the sample.
fn has(sample: &[u8], key: fn(&[u8]) -> bool) -> bool {
    let mut at = 0;
    for _ in 0..64 {
        match next(sample, at) {
            Found::Object(start, end) => {
                if key(&sample[start..end]) {
                    return true;
                }
                at = end;
            }
            Found::Stray(end) => at = end,
            Found::Open | Found::Nothing => return false,
        }
    }
    false
}

/// An object that is none of the format.
fn malformed<'a>(at: usize, lines: u64) -> Record<'a> {
    Record { at, lines, what: What::Stray(Stray::Malformed), ..Record::default() }
}

/// A member of an object.
fn member<'a>(object: &'a [u8], name: &[u8]) -> Option<Value<'a>> {
    members(object).find(|(key, _)| **key == *name).map(|(_, value)| value)
}

/// Whether the sample is a `jsonlog`.
pub(super) fn server(sample: &[u8]) -> bool {
    has(sample, |object| {
        member(object, b"error_severity").is_some() && member(object, b"timestamp").is_some()
    })
}

/// Whether the sample is the log of `CloudNativePG`.
pub(super) fn kubernetes(sample: &[u8]) -> bool {
    has(sample, |object| {
        member(object, b"record").is_some_and(|record| record.get(b"error_severity").is_some())
    })
}

/// Whether the sample is a log of Azure.
pub(super) fn azure(sample: &[u8]) -> bool {
    has(sample, azure::is)
}

/// Whether the sample's objects hold lines of the server's log, and with which prefix.
pub(super) fn wrapped(sample: &[u8]) -> Option<Prefix> {
    has(sample, |object| lines::line(object).is_some()).then(|| Prefix::guess(&lines::plain(sample)))?
}

impl Json {
    /// A reader of the server's own objects.
    #[must_use]
    pub fn server(sample: &[u8]) -> Self {
        Json::new(Shape::Server, sample)
    }

    /// A reader of what `CloudNativePG` writes.
    #[must_use]
    pub fn kubernetes(sample: &[u8]) -> Self {
        Json::new(Shape::Kubernetes, sample)
    }

    /// A reader of what Azure exports; the prefix, if the messages have one, is found in the sample.
    #[must_use]
    pub fn azure(sample: &[u8], prefix: Option<Prefix>) -> Self {
        let prefix = prefix.or_else(|| Prefix::guess(&azure::plain(sample)));
        Json::new(Shape::Azure(prefix.map(Box::new)), sample)
    }

    fn new(shape: Shape, sample: &[u8]) -> Self {
        let mut reader = Json { shape, grammar: Grammar::default(), clock: Clock::default(), ended: true };
        reader.grammar.audit = super::audited(sample, &mut reader.clone());
        reader
    }
}

impl Reader for Json {
    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        self.ended = last;
        if last { bytes.len() } else { objects::whole(bytes) }
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'['))
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        // Lines are those up to the next object: brackets and commas have no record of their own.
        let (mut at, mut told) = (0, 0);
        loop {
            let found = next(bytes, at);
            let (start, end) = match found {
                Found::Object(start, end) => (start, objects::rest_of_line(bytes, end)),
                Found::Stray(end) => (at, end),
                Found::Open => (at, bytes.len()),
                Found::Nothing => break,
            };
            let mut lines = objects::newlines(&bytes[told..end]);
            if end == bytes.len() && self.ended && bytes.last() != Some(&b'\n') {
                lines += 1;
            }
            (told, at) = (end, end);
            let mut record = Record { at: start, lines, ..Record::default() };
            if let Found::Object(start, end) = found {
                let Json { shape, grammar, clock, .. } = self;
                shape.entries(clock, &bytes[start..end], &mut |entry| {
                    // The first of several entries has the lines of all.
                    let lines = std::mem::take(&mut record.lines);
                    each(match entry {
                        Some(mut entry) => {
                            (entry.record.at, entry.record.lines) = (start, lines);
                            grammar.finish(entry)
                        }
                        None => malformed(start, lines),
                    });
                });
                continue;
            }
            record.what = What::Stray(match found {
                Found::Open => Stray::Cut,
                _ if bytes[start..end].trim_ascii_start().starts_with(b"{") => Stray::Malformed,
                _ => Stray::Line,
            });
            each(record);
        }
        let lines = count(&bytes[told..]);
        if lines > 0 {
            each(Record { at: told, lines, ..Record::default() });
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(self.clone())
    }
}
