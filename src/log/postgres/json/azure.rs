//! What Azure exports: the entry in `properties`, whose message may begin with a prefix and the level.

use super::objects::{Found, next};
use super::value::Value;
use crate::log::postgres::clock::Clock;
use crate::log::postgres::entry::{Entry, name, tail, transaction};
use crate::log::postgres::level::Level;
use crate::log::postgres::lines::{Lines, text};
use crate::log::postgres::prefix::Prefix;
use crate::log::record::Bytes;

/// Whether an object is one of Azure's, or a list of them.
pub(super) fn is(object: &[u8]) -> bool {
    let object = Value::Object(object);
    let first = object.get(b"records").and_then(|list| list.items().next()).unwrap_or(object);
    first.get(b"properties").is_some_and(|properties| properties.get(b"message").is_some())
}

/// The messages of a sample, as lines.
pub(super) fn plain(sample: &[u8]) -> Vec<u8> {
    let (mut lines, mut at) = (Vec::new(), 0);
    let mut put = |object: Value<'_>| {
        if let Some(message) = object.get(b"properties").and_then(|properties| message(properties)) {
            lines.extend_from_slice(Lines::of(&message).next().map_or(&[][..], |(_, line)| line));
            lines.push(b'\n');
        }
    };
    loop {
        match next(sample, at) {
            Found::Object(start, end) => {
                let object = Value::Object(&sample[start..end]);
                match object.get(b"records") {
                    Some(list) => list.items().for_each(&mut put),
                    None => put(object),
                }
                at = end;
            }
            Found::Stray(end) => at = end,
            Found::Open | Found::Nothing => return lines,
        }
    }
}

/// The message with its prefix, which Single Server has in another member.
fn message(properties: Value<'_>) -> Option<Bytes<'_>> {
    let message = properties.get(b"message")?.text()?;
    let Some(prefix) = properties.get(b"prefix").and_then(Value::text).filter(|prefix| !prefix.is_empty())
    else {
        return Some(message);
    };
    let level = properties.get(b"errorLevel").and_then(Value::text).unwrap_or_default();
    let level = if Level::at(&message, false).is_some() { Bytes::default() } else { level };
    let colon: &[u8] = if level.is_empty() { b"" } else { b":  " };
    Some(Bytes::Owned([&*prefix, &level, colon, &message].concat()))
}

/// The entry of an object; None where it has no message.
pub(super) fn entry<'a>(object: &'a [u8], prefix: Option<&Prefix>, clock: &mut Clock) -> Option<Entry<'a>> {
    let object = Value::Object(object);
    let properties = object.get(b"properties")?;
    let said = message(properties)?;
    let get = |key: &[u8]| properties.get(key).and_then(Value::text).filter(|text| !text.is_empty());
    let mut entry =
        Entry { level: Level::named(&get(b"errorLevel").unwrap_or_default()), ..Entry::default() };
    let record = &mut entry.record;
    record.session = get(b"processId");
    let owned = |text: &[u8]| name(Bytes::Owned(text.to_vec()));
    let first = Lines::of(&said).next().map_or(&[][..], |(_, line)| line);
    let mut begin = 0;
    if let Some(found) = prefix.and_then(|prefix| prefix.matches(first, clock)) {
        let head = found.head;
        (entry.level, begin) = (found.level, found.text);
        record.time = head.time;
        record.session = owned(head.key()).or(record.session.take());
        record.transaction = transaction(head.vxid);
        record.user = owned(head.user);
        record.database = owned(head.database);
        record.application = owned(head.application);
    } else if let Some((level, length)) = Level::at(first, false) {
        (entry.level, begin) = (level, length);
    }
    if record.time.is_none() {
        let time = get(b"timestamp").or_else(|| object.get(b"time").and_then(Value::text));
        record.time = time.and_then(|text| clock.read(&text)).map(|(time, _)| time);
    }
    entry.message = match tail(said, begin) {
        Bytes::Borrowed(said) => text(said, false),
        Bytes::Owned(said) => Bytes::Owned(text(&said, false).into_owned()),
    };
    entry.detail = get(b"detail");
    entry.statement = get(b"statement");
    Some(entry)
}
