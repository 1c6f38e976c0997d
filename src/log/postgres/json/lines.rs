//! Objects that hold the lines of the server's log: Google's Cloud SQL and `AlloyDB`, containers, journald.

use super::objects::{Found, newlines, next, rest_of_line, whole};
use super::value::Value;
use crate::log::postgres::clock::Clock;
use crate::log::postgres::entry::owned;
use crate::log::postgres::lines::{Lines, continues};
use crate::log::postgres::prefix::Prefix;
use crate::log::postgres::stderr::Stderr;
use crate::log::record::{Bytes, Reader, Record, Stray, What};

/// Reads the lines in objects: a text may be spread over several of them.
#[derive(Clone, Debug)]
pub struct Wrapped {
    inner: Stderr,
    clock: Clock,
    ended: bool,
}

/// The text of an object's line.
pub(super) fn line(object: &[u8]) -> Option<Bytes<'_>> {
    let object = Value::Object(object);
    let keys = [&b"textPayload"[..], b"log", b"message", b"MESSAGE", b"@message"];
    let own = keys.iter().find_map(|key| object.get(key)).and_then(Value::text);
    own.or_else(|| object.get(b"jsonPayload")?.get(b"message")?.text())
}

/// When an object was written.
fn time(object: &[u8], clock: &mut Clock) -> Option<i64> {
    let object = Value::Object(object);
    let time = object.get(b"timestamp").or_else(|| object.get(b"time"))?.text()?;
    clock.read(&time).map(|(time, _)| time)
}

/// The lines of a sample.
pub(super) fn plain(sample: &[u8]) -> Vec<u8> {
    let (mut lines, mut at) = (Vec::new(), 0);
    loop {
        match next(sample, at) {
            Found::Object(start, end) => {
                lines.extend_from_slice(&line(&sample[start..end]).unwrap_or_default());
                lines.push(b'\n');
                at = end;
            }
            Found::Stray(end) => at = end,
            Found::Open | Found::Nothing => return lines,
        }
    }
}

/// An object's place in the file and in the lines.
struct Place {
    virtual_at: usize,
    at: usize,
    lines: u64,
    time: Option<i64>,
    /// What it is where it holds no line.
    other: Option<What<'static>>,
}

impl Place {
    /// The record of an object without a line.
    fn record<'a>(&self) -> Record<'a> {
        let what = self.other.clone().unwrap_or_default();
        Record { at: self.at, lines: self.lines, time: self.time, what, ..Record::default() }
    }
}

impl Wrapped {
    /// A reader of objects whose lines have this prefix.
    #[must_use]
    pub fn new(prefix: Prefix, sample: &[u8]) -> Self {
        Wrapped { inner: Stderr::new(prefix, &plain(sample)), clock: Clock::default(), ended: true }
    }

    /// Writes an object's text as the server would. What one object holds belongs together: where an exporter took
    /// the TABs from the lines, they are put back.
    fn put(&self, text: &[u8], into: &mut Vec<u8>) {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        for (at, line) in Lines::of(text) {
            if at > 0 && !continues(line) && self.inner.match_of(line).is_none() {
                into.push(b'\t');
            }
            into.extend_from_slice(line);
            into.push(b'\n');
        }
    }

    fn places(&mut self, bytes: &[u8]) -> (Vec<Place>, Vec<u8>) {
        let (mut places, mut text): (Vec<Place>, Vec<u8>) = (Vec::new(), Vec::new());
        let (mut at, mut told) = (0, 0);
        loop {
            let found = next(bytes, at);
            let virtual_at = text.len();
            let (start, end) = match found {
                Found::Object(start, end) => (start, rest_of_line(bytes, end)),
                Found::Stray(end) => (at, end),
                Found::Open => (at, bytes.len()),
                Found::Nothing => break,
            };
            let mut place =
                Place { virtual_at, at: start, lines: newlines(&bytes[told..end]), time: None, other: None };
            (told, at) = (end, end);
            match found {
                Found::Object(start, end) => {
                    let object = &bytes[start..end];
                    place.time = time(object, &mut self.clock);
                    match line(object) {
                        Some(line) => self.put(&line, &mut text),
                        None => place.other = Some(What::Other),
                    }
                }
                Found::Open => place.other = Some(What::Stray(Stray::Cut)),
                _ => place.other = Some(What::Stray(Stray::Line)),
            }
            if place.other.is_none() && text.len() == virtual_at {
                place.other = Some(What::Other);
            }
            places.push(place);
        }
        let mut rest = newlines(&bytes[told..]);
        rest += u64::from(self.ended && bytes.last().is_some_and(|&last| last != b'\n'));
        match places.last_mut() {
            Some(place) => place.lines += rest,
            None if rest > 0 => {
                places.push(Place {
                    virtual_at: 0,
                    at: 0,
                    lines: rest,
                    time: None,
                    other: Some(What::Other),
                });
            }
            None => {}
        }
        (places, text)
    }
}

impl Reader for Wrapped {
    fn prefix(&self) -> Option<&str> {
        Reader::prefix(&self.inner)
    }

    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        self.ended = last;
        if last {
            return bytes.len();
        }
        // Up to the last object with which a record, or a stray line, begins.
        let whole = whole(bytes);
        let (mut at, mut border) = (0, None);
        let bytes = &bytes[..whole];
        loop {
            match next(bytes, at) {
                Found::Object(start, end) => {
                    if let Some(text) = line(&bytes[start..end]) {
                        let first = Lines::of(&text).next().map_or(&[][..], |(_, line)| line);
                        let goes_on = !self.inner.border(first);
                        border = if goes_on { border.or(Some(0)) } else { Some(at) };
                    }
                    at = rest_of_line(bytes, end);
                }
                Found::Stray(end) => at = end,
                Found::Open | Found::Nothing => break,
            }
        }
        border.unwrap_or(whole)
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        match next(bytes, 0) {
            Found::Object(start, end) => {
                line(&bytes[start..end]).is_some_and(|text| self.inner.begins(&text))
            }
            _ => false,
        }
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        let (places, text) = self.places(bytes);
        let mut next = 0;
        let mut records: Vec<Record<'a>> = Vec::new();
        self.inner.read(&text, &mut |record| records.push(owned(record)));
        let ends: Vec<usize> = records.iter().skip(1).map(|record| record.at).chain([usize::MAX]).collect();
        for (mut record, end) in records.into_iter().zip(ends) {
            let mut first: Option<&Place> = None;
            record.lines = 0;
            while let Some(place) = places.get(next).filter(|place| place.virtual_at < end) {
                next += 1;
                if place.other.is_some() {
                    each(place.record());
                } else {
                    record.lines += place.lines;
                    first = first.or(Some(place));
                }
            }
            // Several records of one object stand where it stands.
            let of = first.or_else(|| places.get(next.saturating_sub(1)));
            record.at = of.map_or(0, |place| place.at);
            record.time = record.time.or(of.and_then(|place| place.time));
            each(record);
        }
        places.iter().skip(next).for_each(|place| each(place.record()));
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(self.clone())
    }
}
