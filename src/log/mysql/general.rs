//! The general log of `MySQL` and `MariaDB`.

use std::borrow::Cow;
use std::collections::HashMap;

use super::form::{Entry, Form, Head};
use super::general_form::{GeneralForm, Header, header};
use super::name::used;
use super::split::Splitter;
use crate::log::lines::count;
use crate::log::record::{Reader, Record, Statement, Stray, What};

/// How many connections are remembered at most.
const MOST_CONNECTIONS: usize = 1 << 16;

/// Reads general logs.
pub(crate) struct GeneralLog {
    splitter: Splitter<GeneralForm>,
    /// Whether the log ends with the bytes that are read next.
    ends: bool,
    /// The time of the last header that had one: older servers write it only when the second changes.
    time: Option<i64>,
    connections: HashMap<Vec<u8>, Connection>,
}

/// What is known of a connection.
#[derive(Clone, Default)]
struct Connection {
    user: Option<Vec<u8>>,
    database: Option<Vec<u8>>,
}

impl GeneralLog {
    /// At the start of a log.
    pub(crate) fn new() -> Self {
        Self { splitter: Splitter::new(GeneralForm), ends: true, time: None, connections: HashMap::new() }
    }

    fn record<'a>(&mut self, bytes: &'a [u8], entry: Entry) -> Record<'a> {
        let lines = count(bytes.get(entry.start..entry.end).unwrap_or_default());
        let record = Record { at: entry.start, lines, ..Record::default() };
        let Some(head) = entry.head else {
            return Record { what: What::Stray(Stray::Line), ..record };
        };
        let whole = bytes.get(head..entry.end).unwrap_or_default();
        if !matches!(whole.first(), Some(b'0'..=b'9' | b'\t')) {
            if !whole.is_empty() {
                // The server opened the log anew, and numbers its connections from the start.
                self.connections.clear();
                self.time = None;
            }
            return record;
        }
        let Some(header) = header(whole) else {
            return Record { what: What::Stray(Stray::Cut), ..record };
        };
        if let Some(moment) = header.time {
            self.time = Some(moment.micros);
        }
        let text = whole.get(header.length..).unwrap_or_default().trim_ascii();
        let known = self.follow(&header, text);
        Record {
            time: self.time,
            session: Some(Cow::Borrowed(header.session)),
            database: known.database.map(Cow::Owned),
            user: known.user.map(Cow::Owned),
            what: what(&header, text, entry.cut),
            ..record
        }
    }

    /// The connection as it is when the command begins; what the command changes is remembered.
    fn follow(&mut self, header: &Header<'_>, text: &[u8]) -> Connection {
        let known = self.connections.get(header.session).cloned().unwrap_or_default();
        let next = match header.command {
            b"Connect" | b"Change user" => connected(text),
            b"Init DB" => Connection { database: Some(text.to_vec()), ..known.clone() },
            b"Query" => match used(text) {
                Some(database) => Connection { database: Some(database.into_owned()), ..known.clone() },
                None => return known,
            },
            b"Quit" => {
                self.connections.remove(header.session);
                return known;
            }
            _ => return known,
        };
        if self.connections.len() >= MOST_CONNECTIONS {
            self.connections.clear();
        }
        self.connections.insert(header.session.to_vec(), next.clone());
        if header.command == b"Connect" { next } else { known }
    }
}

/// The user and the database of `root@localhost on shop using Socket`.
fn connected(text: &[u8]) -> Connection {
    let mut connection = Connection::default();
    if text.starts_with(b"Access denied") {
        return connection;
    }
    let on = memchr::memmem::find(text, b" on ");
    let account = text.get(..on.unwrap_or(text.len())).unwrap_or_default();
    let user = account.get(..memchr::memrchr(b'@', account).unwrap_or(account.len())).unwrap_or_default();
    connection.user = (!user.is_empty()).then(|| user.to_vec());
    let database = on.and_then(|on| text.get(on + 4..)).unwrap_or_default();
    let database = match memchr::memmem::rfind(database, b" using ") {
        Some(using) => database.get(..using).unwrap_or_default(),
        None => database.strip_prefix(b"using ").map_or(database, |_| b""),
    };
    let database = database.trim_ascii();
    connection.database = (!database.is_empty()).then(|| database.to_vec());
    connection
}

fn what<'a>(header: &Header<'_>, text: &'a [u8], cut: bool) -> What<'a> {
    match header.command {
        b"Quit" | b"Change user" | b"Reset Connection" | b"Reset connection" => What::End,
        b"Query" | b"Execute" | b"Bulk_execute" | b"Bulk execute" => {
            if cut && text.is_empty() {
                return What::Stray(Stray::Cut);
            }
            // The server writes what it executes by name once more, with the values, as Execute.
            if header.command == b"Query" && executes(text) {
                return What::Other;
            }
            What::Statement(Statement { sql: Cow::Borrowed(text), cut, ..Statement::default() })
        }
        _ if cut && header.sql() => What::Stray(Stray::Cut),
        _ => What::Other,
    }
}

/// Whether the statement is `EXECUTE name` or `EXECUTE IMMEDIATE`.
fn executes(sql: &[u8]) -> bool {
    let Some((word, rest)) = sql.split_at_checked(7) else { return false };
    word.eq_ignore_ascii_case(b"execute") && rest.first().is_some_and(u8::is_ascii_whitespace)
}

impl Reader for GeneralLog {
    fn complete(&mut self, bytes: &[u8], last: bool) -> usize {
        self.ends = last;
        self.splitter.complete(bytes, last)
    }

    fn begins(&self, bytes: &[u8]) -> bool {
        matches!(GeneralForm.head(bytes, 0, true), Head::Full | Head::Part)
    }

    fn read<'a>(&mut self, bytes: &'a [u8], each: &mut dyn FnMut(Record<'a>)) {
        let mut splitter = Splitter::of_whole(GeneralForm, self.ends);
        while let Some(entry) = splitter.next(bytes, true) {
            each(self.record(bytes, entry));
        }
    }

    fn again(&self) -> Box<dyn Reader> {
        Box::new(Self::new())
    }
}
