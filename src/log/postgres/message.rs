//! The grammar of messages: statements, durations, the settings of the log.

use memchr::memmem;

use super::entry::tail;
use super::words::{LANGUAGES, Words, begins};
use crate::log::record::{Bytes, Record, Statement, What};

/// Understands the message of a `LOG` entry and its detail.
pub(super) fn understand<'a>(message: Bytes<'a>, detail: Option<Bytes<'a>>, record: &mut Record<'a>) {
    let skipped = message.len() - body(&message).len();
    let text = &message[skipped..];
    if let Some((words, told)) = duration(text) {
        record.duration = Some(told.micros);
        let rest = &text[told.length..];
        if rest.is_empty() {
            record.what = What::Duration;
        } else if let Some(at) = timed(words, rest) {
            record.what = statement(words, tail(message, skipped + told.length + at), detail);
        }
        return;
    }
    for words in LANGUAGES {
        if let Some(at) = begins(text, words.statement) {
            record.what = statement(words, tail(message, skipped + at), detail);
            return;
        }
        if let Some(at) = executed(words, text) {
            record.what = statement(words, tail(message, skipped + at), detail);
            return;
        }
        if begins(text, words.end).is_some() {
            record.what = What::End;
            return;
        }
        if let Some((name, value)) = changed(words, text) {
            record.what = What::Setting(Bytes::Owned(name.to_vec()), Bytes::Owned(value.to_vec()));
            return;
        }
    }
}

/// The message without the place in the source that `AlloyDB` writes before it: `[postgres.c:1234]  `.
pub(super) fn body(message: &[u8]) -> &[u8] {
    let inner = || {
        let inside = message.strip_prefix(b"[")?;
        let end = inside.iter().take(80).position(|&byte| byte == b']')?;
        let place = memchr::memrchr(b':', &inside[..end])?;
        let number = &inside[place + 1..end];
        (!number.is_empty() && number.iter().all(u8::is_ascii_digit)).then_some(())?;
        inside[end + 1..].strip_prefix(b"  ")
    };
    inner().unwrap_or(message)
}

/// A duration at the start of a message.
struct Told {
    micros: f64,
    length: usize,
}

fn duration(text: &[u8]) -> Option<(&'static Words, Told)> {
    let begin = |words: &'static Words| Some((words, begins(text, words.duration)?));
    let (words, start) = LANGUAGES.iter().find_map(begin)?;
    let number = &text[start..];
    let length = number.iter().take(40).take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let micros = micros(&number[..length])?;
    let length = start + length;
    let unit = begins(&text[length..], words.unit)?;
    Some((words, Told { micros, length: length + unit }))
}

/// The microseconds of `1.234` milliseconds.
fn micros(text: &[u8]) -> Option<f64> {
    let (mut sum, mut scale, mut fraction) = (0_u64, 1_u64, false);
    for &byte in text {
        if byte == b'.' {
            if fraction {
                return None;
            }
            fraction = true;
        } else {
            sum = sum.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
            scale = if fraction { scale.checked_mul(10)? } else { 1 };
        }
    }
    let exact = scale == 1000 && !text.is_empty();
    if exact { Some(sum as f64) } else { (!text.is_empty()).then(|| sum as f64 * 1000.0 / scale as f64) }
}

/// Where the text of a statement that ran begins, after its duration.
fn timed(words: &Words, rest: &[u8]) -> Option<usize> {
    if let Some(at) = begins(rest, words.timed) {
        return Some(at);
    }
    let blanks = rest.iter().take_while(|&&byte| byte == b' ').count();
    executed(words, &rest[blanks..]).map(|at| blanks + at)
}

/// Where the text begins in `execute NAME/PORTAL: text`. Fetching more of its rows is no execution.
fn executed(words: &Words, text: &[u8]) -> Option<usize> {
    let start = begins(text, words.execute)?;
    if begins(text, words.fetch).is_some() {
        return None;
    }
    let name = &text[start..];
    // Names have at most 63 bytes, but clients may write longer ones.
    let colon = memmem::find(&name[..name.len().min(1024)], b": ")?;
    Some(start + colon + 2)
}

fn statement<'a>(words: &Words, sql: Bytes<'a>, detail: Option<Bytes<'a>>) -> What<'a> {
    let mut of = Statement { sql, ..Statement::default() };
    if let Some(detail) = detail {
        // PostgreSQL 16 and later begin with a capital.
        let either = |word: &str| {
            let head = detail.first()?.to_ascii_lowercase();
            let same = word.as_bytes().first()?.to_ascii_lowercase() == head;
            let rest = begins(detail.get(1..)?, word.get(1..)?).filter(|_| same);
            rest.map(|length| length + 1).or_else(|| begins(&detail, word))
        };
        if let Some(length) = either(words.parameters).or_else(|| either("parameters: ")) {
            of.parameters = Some(tail(detail, length));
        } else if let Some(length) = either(words.prepare).or_else(|| either("prepare: ")) {
            of.prepared = Some(tail(detail, length));
        }
    }
    What::Statement(of)
}

/// The name and value of a setting that changed, if it says what is logged.
fn changed<'t>(words: &Words, text: &'t [u8]) -> Option<(&'t [u8], &'t [u8])> {
    let [before, between, after] = words.changed.map(str::as_bytes);
    let rest = text.strip_prefix(before)?;
    let middle = memmem::find(rest, between)?;
    let (name, rest) = (&rest[..middle], &rest[middle + between.len()..]);
    let value = rest.strip_suffix(after).unwrap_or(rest);
    let logs =
        name.starts_with(b"log_") || name.starts_with(b"auto_explain.") || name.starts_with(b"pgaudit.");
    logs.then_some((name, value))
}
