//! Finding a prefix in a line.
//!
//! Users, databases and applications may hold anything, so a value ends where all that follows fits, up to the
//! level. Steps are counted: a hostile line costs a bounded time.

use memchr::memchr;

use super::{Field, Head, Match, Part, Prefix};
use crate::log::postgres::clock::Clock;
use crate::log::postgres::level::Level;

/// No value of a prefix is longer.
const LONGEST: usize = 1024;
/// Tries for a line.
const STEPS: u32 = 4096;

struct Walk<'p, 'a, 'c> {
    parts: &'p [Part],
    line: &'a [u8],
    clock: &'c mut Clock,
    any: bool,
    steps: u32,
}

/// The prefix, or the part of it that processes without a session write, before a level: any word of capitals if
/// `any`, else a known one.
pub(super) fn find<'a>(prefix: &Prefix, line: &'a [u8], clock: &mut Clock, any: bool) -> Option<Match<'a>> {
    // The mark of UTF-8 that some programs write at the start of a file.
    let mark = if line.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let mut walk = Walk { parts: &prefix.parts, line, clock, any, steps: STEPS };
    let mut head = Head::default();
    let mut found = walk.from(0, mark, &mut head);
    if let (None, Some(quit)) = (&found, prefix.quit) {
        head = Head::default();
        walk.parts = &prefix.parts[..quit];
        found = walk.from(0, mark, &mut head);
    }
    found.map(|(level, end, text)| Match { head, level, end, text })
}

impl<'a> Walk<'_, 'a, '_> {
    /// The level with its start and end, after the parts from this one on.
    fn from(&mut self, first: usize, mut at: usize, head: &mut Head<'a>) -> Option<(Level, usize, usize)> {
        for (index, part) in self.parts.iter().enumerate().skip(first) {
            let rest = self.line.get(at..)?;
            match part {
                Part::Text(text) => {
                    // Most are of one or two bytes, for which a call is dear.
                    if rest.first() != text.first() || !rest.starts_with(text) {
                        return None;
                    }
                    at += text.len();
                }
                Part::Field(field, width) => {
                    let before = blanks(rest, *width);
                    match self.value(*field, at + before, head)? {
                        Length::Of(length) => {
                            at += before + length;
                            at += blanks(self.line.get(at..)?, -width - length as i32);
                        }
                        Length::Open => return self.open(index, *field, *width != 0, at, head),
                    }
                }
            }
        }
        let (level, length) = Level::at(self.line.get(at..)?, self.any)?;
        Some((level, at, at + length))
    }

    /// A value that may hold anything: it ends at the first place where the rest fits.
    fn open(
        &mut self,
        index: usize,
        field: Field,
        padded: bool,
        at: usize,
        head: &mut Head<'a>,
    ) -> Option<(Level, usize, usize)> {
        let rest = self.line.get(at..)?;
        let mut rest = &rest[..rest.len().min(LONGEST)];
        if field == Field::Host && !padded {
            rest = &rest[..memchr(b' ', rest).map_or(rest.len(), |blank| blank + 1)];
        }
        let first = match self.parts.get(index + 1) {
            Some(Part::Text(text)) => text.first().copied(),
            _ => None,
        };
        let mut attempt = |length: usize| {
            self.steps = self.steps.checked_sub(1)?;
            let found = self.from(index + 1, at + length, head)?;
            let value = &rest[..length];
            let value = if padded { value.trim_ascii() } else { value };
            match field {
                Field::User => head.user = value,
                Field::Database => head.database = value,
                Field::Application => head.application = value,
                _ => {}
            }
            Some(found)
        };
        // Values are short: looking byte by byte is faster than a search that must be set up.
        (0..rest.len()).filter(|&at| first.is_none_or(|first| rest[at] == first)).find_map(&mut attempt)
    }

    /// How long a value of known form is.
    fn value(&mut self, field: Field, at: usize, head: &mut Head<'a>) -> Option<Length> {
        let rest = self.line.get(at..)?;
        let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let some = |length: usize| (length > 0).then_some(length);
        let length = match field {
            Field::Time => {
                let (time, length) = self.clock.read(rest)?;
                head.time = Some(time);
                length
            }
            Field::Start => self.clock.read(rest)?.1,
            Field::Epoch => {
                let whole = some(digits(rest).min(12))?;
                let millis = rest[whole..].strip_prefix(b".")?.get(..3)?;
                let number = |text: &[u8]| text.iter().fold(0, |sum, byte| sum * 10 + i64::from(byte & 15));
                some(digits(millis) / 3)?;
                head.time = Some(number(&rest[..whole]) * 1_000_000 + number(millis) * 1000);
                whole + 4
            }
            Field::Process => {
                let length = some(digits(rest))?;
                head.process = &rest[..length];
                length
            }
            Field::Session => {
                let hex = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
                let start = some(hex(rest))?;
                let process = some(hex(rest[start..].strip_prefix(b".")?))?;
                head.session = &rest[..start + 1 + process];
                start + 1 + process
            }
            Field::Virtual => {
                let backend = digits(rest);
                match rest[backend..].strip_prefix(b"/") {
                    Some(local) if backend > 0 && digits(local) > 0 => {
                        head.vxid = &rest[..backend + 1 + digits(local)];
                        head.vxid.len()
                    }
                    _ => 0,
                }
            }
            Field::Number => {
                let sign = usize::from(rest.starts_with(b"-"));
                sign + some(digits(&rest[sign..]))?
            }
            Field::Leader => digits(rest),
            Field::State => {
                let state = rest.get(..5)?;
                state.iter().all(u8::is_ascii_alphanumeric).then_some(5)?
            }
            Field::User | Field::Database | Field::Application | Field::Host | Field::Any => {
                return Some(Length::Open);
            }
        };
        Some(Length::Of(length))
    }
}

enum Length {
    Of(usize),
    Open,
}

/// How many blanks a text begins with, at most so many.
fn blanks(text: &[u8], most: i32) -> usize {
    let most = usize::try_from(most).unwrap_or(0);
    text.iter().take(most).take_while(|&&byte| byte == b' ').count()
}
