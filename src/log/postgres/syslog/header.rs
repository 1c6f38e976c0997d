//! What syslog and the journal write before a line.

use std::borrow::Cow;

use crate::log::postgres::clock::Clock;

/// The numbers of a record and of a chunk of it.
type Chunk<'a> = (&'a [u8], u32);

/// The header of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header<'a> {
    /// When it was written, where the year is known.
    pub(super) time: Option<i64>,
    /// The program that wrote it.
    pub(super) program: &'a [u8],
    /// Its process.
    pub(super) process: &'a [u8],
    /// The numbers of record and chunk: `[4-2]`.
    pub(super) chunk: Option<Chunk<'a>>,
    /// What it wrote.
    pub(super) text: &'a [u8],
}

/// Reads the header of a line: RFC 5424, RFC 3164, or one of these with the time as ISO 8601 writes it.
pub(super) fn read<'a>(line: &'a [u8], clock: &mut Clock) -> Option<Header<'a>> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let rest = priority(line);
    let mut header = match rest.strip_prefix(b"1 ").and_then(|rest| modern(rest, clock)) {
        Some(header) => header,
        None => classic(rest, clock)?,
    };
    if let Some((chunk, text)) = chunk(header.text) {
        (header.chunk, header.text) = (Some(chunk), text);
    }
    Some(header)
}

/// After `<134>`.
fn priority(line: &[u8]) -> &[u8] {
    let end = line.iter().take(5).position(|&byte| byte == b'>');
    match end {
        Some(end) if line[0] == b'<' && line[1..end].iter().all(u8::is_ascii_digit) => &line[end + 1..],
        _ => line,
    }
}

/// `TIME HOST PROGRAM PROCESS ID DATA TEXT`
fn modern<'a>(rest: &'a [u8], clock: &mut Clock) -> Option<Header<'a>> {
    let (time, rest) = word(rest)?;
    let (_, rest) = word(rest)?;
    let (program, rest) = word(rest)?;
    let (process, rest) = word(rest)?;
    let (_, rest) = word(rest)?;
    let rest = if let Some(rest) = rest.strip_prefix(b"- ") {
        rest
    } else {
        let data = rest.strip_prefix(b"[")?;
        &data[memchr::memmem::find(data, b"] ")? + 2..]
    };
    let text = rest.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(rest);
    Some(Header { time: clock.read(time).map(|(time, _)| time), program, process, chunk: None, text })
}

/// `TIME HOST PROGRAM[PROCESS]: TEXT`
fn classic<'a>(rest: &'a [u8], clock: &mut Clock) -> Option<Header<'a>> {
    let (time, length) = match rest.get(10) {
        Some(b'T') => clock.read(rest).map(|(time, length)| (Some(time), length))?,
        _ => (None, month(rest)?),
    };
    let (_, rest) = word(rest.get(length..)?.strip_prefix(b" ")?)?;
    let bracket = rest.iter().take(200).position(|byte| b"[ ".contains(byte)).filter(|&at| at > 0)?;
    let (program, rest) = rest.split_at(bracket);
    let rest = rest.strip_prefix(b"[")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (process, rest) = rest.split_at(digits);
    let text = rest.strip_prefix(b"]:")?;
    let text = text.strip_prefix(b" ").unwrap_or(text);
    (digits > 0).then_some(Header { time, program, process, chunk: None, text })
}

/// The length of `Feb 14 01:34:02`, perhaps with a year or with fractions.
fn month(text: &[u8]) -> Option<usize> {
    const MONTHS: &[u8] = b"JanFebMarAprMayJunJulAugSepOctNovDec";
    let name = text.get(..3)?;
    MONTHS.chunks(3).any(|month| month == name).then_some(())?;
    let colon = text.iter().take(16).position(|&byte| byte == b':')?;
    let (end, seconds) = (colon + 6, text.get(colon + 1..colon + 6)?);
    let clock = seconds.iter().all(|byte| byte.is_ascii_digit() || *byte == b':');
    let fraction = match text.get(end) {
        Some(b'.') => 1 + text[end + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count(),
        _ => 0,
    };
    clock.then_some(end + fraction)
}

/// `[4-2] ` before the text.
fn chunk(text: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let inside = text.strip_prefix(b"[")?;
    let end = inside.iter().take(32).position(|&byte| byte == b']')?;
    let dash = inside[..end].iter().position(|&byte| byte == b'-')?;
    let (record, number) = (&inside[..dash], &inside[dash + 1..end]);
    (!record.is_empty() && record.iter().all(u8::is_ascii_digit)).then_some(())?;
    let number = std::str::from_utf8(number).ok()?.parse().ok()?;
    let text = &inside[end + 1..];
    Some(((record, number), text.strip_prefix(b" ").unwrap_or(text)))
}

fn word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = memchr::memchr(b' ', text).filter(|&end| end > 0)?;
    Some((&text[..end], &text[end + 1..]))
}

/// The text with its control characters, which syslog writes as `#011`.
pub(super) fn unescape(text: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memmem::find(text, b"#01").is_none() {
        return Cow::Borrowed(text);
    }
    let (mut plain, mut rest) = (Vec::with_capacity(text.len()), text);
    while let Some(sign) = memchr::memchr(b'#', rest) {
        plain.extend_from_slice(&rest[..sign]);
        let (byte, length) = match rest.get(sign..sign + 4) {
            Some(b"#011") => (b'\t', 4),
            Some(b"#012") => (b'\n', 4),
            Some(b"#015") => (b'\r', 4),
            _ => (b'#', 1),
        };
        plain.push(byte);
        rest = &rest[sign + length..];
    }
    plain.extend_from_slice(rest);
    Cow::Owned(plain)
}
