//! `jsonlog`, and objects with the columns of `csvlog`.

use super::value::{Value, members};
use crate::log::postgres::clock::Clock;
use crate::log::postgres::entry::{Entry, name, transaction};
use crate::log::postgres::level::Level;

/// The entry of an object; None without a message.
pub(super) fn entry<'a>(object: &'a [u8], clock: &mut Clock) -> Option<Entry<'a>> {
    let mut entry = Entry::default();
    let (mut process, mut said) = (None, false);
    for (key, value) in members(object) {
        let record = &mut entry.record;
        let some = |value: Value<'a>| value.text().filter(|text| !text.is_empty());
        match &*key {
            b"timestamp" | b"log_time" => {
                record.time = value.text().and_then(|text| clock.read(&text)).map(|(time, _)| time);
            }
            b"user" | b"user_name" => record.user = value.text().and_then(name),
            b"dbname" | b"database_name" => record.database = value.text().and_then(name),
            b"pid" | b"process_id" => process = value.text().and_then(name),
            b"session_id" => record.session = value.text().and_then(name),
            b"vxid" | b"virtual_transaction_id" => {
                record.transaction = value.text().and_then(|text| transaction(&text));
            }
            b"application_name" => record.application = value.text().and_then(name),
            b"error_severity" => entry.level = Level::named(&value.text()?),
            b"message" => {
                entry.message = value.text()?;
                said = true;
            }
            b"detail" => entry.detail = some(value),
            b"statement" | b"query" => entry.statement = some(value),
            _ => {}
        }
    }
    if entry.record.session.is_none() {
        entry.record.session = process;
    }
    said.then_some(entry)
}
