//! The headers of the general log.

use super::banner;
use super::form::{Form, Head, Text};
use super::time::{Moment, moment};

/// The bytes within which a header's fixed part ends.
const LONGEST: usize = 160;

/// The commands of all versions, the most frequent one first.
const COMMANDS: [&[u8]; 46] = [
    b"Query",
    b"Execute",
    b"Prepare",
    b"Close stmt",
    b"Reset stmt",
    b"Connect",
    b"Quit",
    b"Init DB",
    b"Field List",
    b"Create DB",
    b"Drop DB",
    b"Refresh",
    b"Shutdown",
    b"Statistics",
    b"Processlist",
    b"Process Info",
    b"Connect Out",
    b"Kill",
    b"Debug",
    b"Ping",
    b"Time",
    b"Delayed insert",
    b"Change user",
    b"Binlog Dump",
    b"Binlog Dump GTID",
    b"Table Dump",
    b"Register Slave",
    b"Register Replica",
    b"Long Data",
    b"Set option",
    b"Fetch",
    b"Daemon",
    b"Error",
    b"Sleep",
    b"Reset Connection",
    b"Reset connection",
    b"Clone",
    b"clone",
    b"Group Replication Data Stream subscription",
    b"Unimpl get tid",
    b"Bulk_execute",
    b"Bulk execute",
    b"Multi",
    b"Slave_IO",
    b"Slave_SQL",
    b"Slave_worker",
];

/// The general log.
#[derive(Clone, Copy)]
pub(super) struct GeneralForm;

/// The header of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'a> {
    /// Its time, where it has one.
    pub(super) time: Option<Moment>,
    /// The connection.
    pub(super) session: &'a [u8],
    /// The command.
    pub(super) command: &'static [u8],
    /// How long the header is.
    pub(super) length: usize,
}

impl Header<'_> {
    /// Whether a statement's text follows.
    pub(super) fn sql(&self) -> bool {
        matches!(self.command, b"Query" | b"Execute" | b"Prepare" | b"Bulk_execute" | b"Bulk execute")
    }
}

impl Form for GeneralForm {
    fn head(self, bytes: &[u8], at: usize, last: bool) -> Head {
        match bytes.get(at) {
            Some(b'0'..=b'9' | b'\t') => {}
            Some(_) => return banner::head(bytes, at, last),
            None => return Head::No,
        }
        let rest = bytes.get(at..).unwrap_or_default();
        let near = rest.get(..LONGEST).unwrap_or(rest);
        let open = near.len() == rest.len() && memchr::memchr(b'\n', near).is_none();
        if open && !last {
            Head::More
        } else if header(near).is_some() {
            Head::Full
        } else if open && fragment(near) {
            Head::Part
        } else {
            Head::No
        }
    }

    fn text(self, bytes: &[u8], at: usize, last: bool) -> Option<Text> {
        let rest = bytes.get(at..).unwrap_or_default();
        if !matches!(rest.first(), Some(b'0'..=b'9' | b'\t')) {
            return Some(Text { at: banner::end(bytes, at, last)?, sql: false });
        }
        Some(match header(rest.get(..LONGEST).unwrap_or(rest)) {
            Some(header) => Text { at: at + header.length, sql: header.sql() },
            None => Text { at: bytes.len(), sql: false },
        })
    }

    fn ends(self, text: &[u8]) -> bool {
        text.ends_with(b"\n")
    }
}

/// The header that a line begins with: `TIME<TAB>   ID COMMAND<TAB>`, or two TABs in the place of the time.
pub(super) fn header(bytes: &[u8]) -> Option<Header<'_>> {
    let line = bytes.get(..memchr::memchr(b'\n', bytes).unwrap_or(bytes.len()))?;
    let (time, session, rest) = start(line)?;
    let rest = rest.strip_prefix(b" ").filter(|_| !session.is_empty())?;
    let after = |command: &&'static [u8]| {
        rest.strip_prefix(*command).filter(|rest| matches!(rest.first(), None | Some(b'\t' | b' ' | b'\r')))
    };
    let command =
        COMMANDS.iter().filter(|command| after(command).is_some()).max_by_key(|command| command.len())?;
    let rest = after(command)?;
    // Before 5.1 the command was padded with blanks, up to twelve.
    let padding = match rest.first() {
        Some(b'\t') => 1,
        _ => {
            rest.iter().take(12_usize.saturating_sub(command.len())).take_while(|byte| **byte == b' ').count()
        }
    };
    Some(Header { time, session, command, length: line.len() - rest.len() + padding })
}

/// The time and the connection that a line begins with, and what follows.
fn start(line: &[u8]) -> Option<(Option<Moment>, &[u8], &[u8])> {
    let (time, rest) = match moment(line) {
        Some((time, rest)) => (Some(time), rest),
        None if line.starts_with(b"\t\t") => (None, line),
        None => return None,
    };
    let blanks = rest.iter().take_while(|byte| matches!(byte, b'\t' | b' ')).count();
    let rest = rest.get(blanks..).filter(|_| blanks > 0)?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (session, rest) = rest.split_at_checked(digits)?;
    Some((time, session, rest))
}

/// Whether the end of a log may be the beginning of a header.
fn fragment(line: &[u8]) -> bool {
    let Some((_, _, rest)) = start(line) else {
        return line == b"\t" || moment(line).is_some_and(|(_, rest)| rest.len() < 7);
    };
    rest.strip_prefix(b" ")
        .map_or(rest.is_empty(), |rest| COMMANDS.iter().any(|command| command.starts_with(rest)))
}
