//! The fields of a slow log's header.

use super::time::{Moment, moment, number};

/// What a header says.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fields<'a> {
    /// When it was written.
    pub(super) time: Option<Moment>,
    /// The user.
    pub(super) user: Option<&'a [u8]>,
    /// The connection.
    pub(super) session: Option<&'a [u8]>,
    /// The database: empty where there was none.
    pub(super) database: Option<&'a [u8]>,
    /// How long the statement took, in microseconds.
    pub(super) duration: Option<f64>,
    /// The number of the error, 0 without one.
    pub(super) error: i64,
    /// Whether it was killed.
    pub(super) killed: bool,
    /// One of how many was logged.
    pub(super) rate: Option<f64>,
    /// Whether whole sessions are logged or left out.
    pub(super) by_session: bool,
}

/// Reads a header's lines.
pub(super) fn fields(header: &[u8]) -> Fields<'_> {
    let mut fields = Fields::default();
    for line in header.split(|byte| *byte == b'\n') {
        // The plan of MariaDB holds names of the user's.
        if !line.starts_with(b"# explain:") {
            pairs(line, &mut |key, value| fields.set(key, value));
        }
    }
    fields
}

impl<'a> Fields<'a> {
    fn set(&mut self, key: &[u8], value: &'a [u8]) {
        let seen = |text: &'a [u8]| (!text.is_empty()).then_some(text);
        match key {
            b"Time" => self.time = moment(value).map(|found| found.0).or(self.time),
            b"User@Host" => self.user = user(value),
            b"Id" | b"Thread_id" => self.session = seen(value).or(self.session),
            b"Schema" | b"Db" => self.database = Some(value),
            b"Query_time" => self.duration = duration(value),
            b"Last_errno" | b"Errno" => self.error = number(value).unwrap_or(0),
            b"Killed" => self.killed = number(value).is_some_and(|killed| killed != 0),
            b"Log_slow_rate_limit" => self.rate = number(value).map(|rate| rate as f64),
            b"Log_slow_rate_type" => self.by_session = value == b"session",
            _ => {}
        }
    }
}

/// Gives each `Key: value` of a line. A value ends where the next key begins, or at ` # `.
fn pairs<'a>(line: &'a [u8], each: &mut dyn FnMut(&[u8], &'a [u8])) {
    let mut key: Option<&[u8]> = None;
    let (mut from, mut at) = (0, 0);
    while let Some(start) =
        line.get(at..).and_then(|rest| rest.iter().position(|byte| !byte.is_ascii_whitespace()))
    {
        let start = at + start;
        let rest = line.get(start..).unwrap_or_default();
        let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or_default();
        at = start + length;
        let next = word.strip_suffix(b":").filter(|name| is_key(name));
        if next.is_some() || word == b"#" {
            if let Some(key) = key {
                each(key, line.get(from..start).unwrap_or_default().trim_ascii());
            }
            key = next;
            from = at;
        }
    }
    if let Some(key) = key {
        each(key, line.get(from..).unwrap_or_default().trim_ascii());
    }
}

fn is_key(name: &[u8]) -> bool {
    !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'@'))
}

/// The user of `user[privileges] @ host [address]`.
fn user(value: &[u8]) -> Option<&[u8]> {
    let mut parts = value.splitn(2, |byte| *byte == b'[');
    let own = parts.next().unwrap_or_default().trim_ascii();
    let other = parts.next().and_then(|rest| rest.split(|byte| *byte == b']').next()).unwrap_or_default();
    [own, other].into_iter().find(|name| !name.is_empty())
}

fn duration(value: &[u8]) -> Option<f64> {
    let seconds: f64 = std::str::from_utf8(value).ok()?.parse().ok()?;
    // A clock that was set back gave 18446744073709 seconds.
    (0.0..1e9).contains(&seconds).then_some(seconds * 1e6)
}
