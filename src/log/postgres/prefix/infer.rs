//! A prefix that nobody has heard of, from the lines themselves.

use super::Prefix;
use super::guess::rate;
use super::process::told_apart;
use crate::log::postgres::clock::Clock;

/// Forms of lines that are tried.
const FORMS: usize = 6;

/// The prefixes that the lines may have, each with the place of its `%q` where some lines are shorter.
pub(super) fn infer(heads: &[&[u8]], lines: &[(&[u8], usize)]) -> Vec<Prefix> {
    let mut forms: Vec<(String, usize)> = Vec::new();
    for head in heads {
        let form = form(head);
        match forms.iter_mut().find(|(known, _)| *known == form) {
            Some((_, count)) => *count += 1,
            None => forms.push((form, 1)),
        }
    }
    // The fullest forms first: a session's line holds more than a checkpoint's.
    forms.sort_by_key(|(form, count)| std::cmp::Reverse((form.matches('%').count(), *count)));
    forms.truncate(FORMS);
    // A number alone may stand in any text.
    let prefixes = forms.into_iter().map(|(form, _)| quit(&told_apart(form, lines), lines));
    prefixes.filter(|prefix| prefix.tells() > 1).collect()
}

/// The form as a prefix; with `%q` at the place where most lines that it does not fit end.
fn quit(form: &str, lines: &[(&[u8], usize)]) -> Prefix {
    let whole = Prefix::compile(form);
    let mut best = rate(&whole, lines);
    let mut prefix = whole;
    if best.0 == lines.len() {
        return prefix;
    }
    for (at, _) in form.char_indices() {
        if form[..at].ends_with('%') {
            continue;
        }
        let shorter = Prefix::compile(&format!("{}%q{}", &form[..at], &form[at..]));
        let rated = rate(&shorter, lines);
        if rated > best {
            best = rated;
            prefix = shorter;
        }
    }
    prefix
}

/// The text of a prefix that prints this head.
fn form(head: &[u8]) -> String {
    let mut form = Form { text: String::new(), time: false, process: false };
    let mut at = 0;
    while at < head.len() {
        at += form.step(head, at).max(1);
    }
    form.text
}

struct Form {
    text: String,
    time: bool,
    process: bool,
}

impl Form {
    /// Writes what stands here, and says how long it is.
    fn step(&mut self, head: &[u8], at: usize) -> usize {
        let rest = &head[at..];
        if let Some(length) = self.value(rest) {
            return length;
        }
        let word = rest.iter().take_while(|&&byte| is_name(byte)).count();
        if word == 0 {
            self.literal(rest[0]);
            return 1;
        }
        if let Some(length) = self.pair(rest, word) {
            return length;
        }
        if let Some(length) = self.account(rest) {
            return length;
        }
        // A word that may be anything, or a host with its port.
        if !self.text.ends_with("%i") {
            self.text.push_str("%i");
        }
        word + port(&rest[word..])
    }

    /// A value that its form gives away.
    fn value(&mut self, rest: &[u8]) -> Option<usize> {
        if let Some((_, length)) = Clock::default().read(rest) {
            self.text.push_str(if self.time { "%s" } else { "%m" });
            self.time = true;
            return Some(length);
        }
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let hex = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let after = |length: usize, sign: u8, of: fn(&u8) -> bool| {
            let tail = rest[length..].strip_prefix(&[sign])?;
            let count = tail.iter().take_while(|byte| of(byte)).count();
            (length > 0 && count > 0).then_some(length + 1 + count)
        };
        if digits == 10 && !self.time && after(digits, b'.', u8::is_ascii_digit) == Some(14) {
            self.time = true;
            self.text.push_str("%n");
            return Some(14);
        }
        if let Some(length) = after(hex, b'.', u8::is_ascii_hexdigit).filter(|_| (7..=9).contains(&hex)) {
            self.text.push_str("%c");
            return Some(length);
        }
        if let Some(length) = after(digits, b'/', u8::is_ascii_digit) {
            self.text.push_str("%v");
            return Some(length);
        }
        // `[4-1]`: the number of the line, and a number that is always 1.
        if digits > 0
            && self.process
            && rest[digits..].starts_with(b"-1")
            && !rest.get(digits + 2).is_some_and(u8::is_ascii_digit)
        {
            self.text.push_str("%l-1");
            return Some(digits + 2);
        }
        // Digits that go on as a word or an address are no number.
        let goes_on = rest.get(digits).is_some_and(|byte| is_name(*byte) && *byte != b'-');
        if digits == 0 || goes_on || after(digits, b'.', u8::is_ascii_digit).is_some() {
            return None;
        }
        self.text.push_str(if self.process { "%l" } else { "%p" });
        self.process = true;
        Some(digits)
    }

    /// `key=value`, whose key may say what it is; the value ends at a sign.
    fn pair(&mut self, rest: &[u8], word: usize) -> Option<usize> {
        let equals = word + rest[word..].iter().take_while(|&&byte| byte == b' ').count();
        if rest.get(equals) != Some(&b'=') {
            return None;
        }
        let mut start = equals + 1 + rest[equals + 1..].iter().take_while(|&&byte| byte == b' ').count();
        // `user= ` and `user=,` hold nothing.
        if start > equals + 1 && equals == word {
            start = equals + 1;
        }
        let quoted = rest.get(start) == Some(&b'"');
        start += usize::from(quoted);
        for &byte in &rest[..start] {
            self.literal(byte);
        }
        let ends = |byte: &u8| if quoted { *byte == b'"' } else { b" ,;|)]\t".contains(byte) };
        let unknown = rest[start..].starts_with(b"[unknown]") || rest[start..].starts_with(b"[local]");
        let from = start + usize::from(unknown) * 7;
        let value = rest[from..].iter().position(ends).map_or(rest.len(), |end| from + end);
        let value = value + usize::from(unknown && rest.get(value) == Some(&b']'));
        let escape = match rest[..word].to_ascii_lowercase().as_slice() {
            b"user" | b"u" | b"usr" | b"username" => "%u",
            b"db" | b"d" | b"database" | b"dbname" => "%d",
            b"app" | b"a" | b"application" | b"application_name" | b"appname" => "%a",
            b"xid" | b"tx" | b"txid" | b"tid" | b"trx_id" | b"qid" | b"queryid" | b"query_id" => "%x",
            b"line" | b"l" | b"log_line" => "%l",
            b"vxid" | b"vtid" | b"vx" | b"v" => "%v",
            b"sqlstate" | b"state" | b"e" | b"err" | b"sql_error_code" => "%e",
            b"client" | b"host" | b"remote" | b"h" | b"r" | b"c" | b"cmd" | b"ps" | b"backend" => "%h",
            _ => {
                if Clock::default().read(&rest[start..]).is_some() {
                    return self.value(&rest[start..]).map(|length| start + length);
                }
                let whole = self.value(&rest[start..value]) == Some(value - start);
                if whole {
                    return Some(value);
                }
                "%i"
            }
        };
        self.text.push_str(escape);
        Some(value)
    }

    /// `user@database`.
    fn account(&mut self, rest: &[u8]) -> Option<usize> {
        let part = |text: &[u8]| match text.strip_prefix(b"[unknown]") {
            Some(_) => 9,
            None => text.iter().take_while(|&&byte| is_name(byte)).count(),
        };
        let user = part(rest);
        let database = part(rest.get(user..)?.strip_prefix(b"@")?);
        self.text.push_str("%u@%d");
        Some(user + 1 + database)
    }

    fn literal(&mut self, byte: u8) {
        match byte {
            b'%' => self.text.push_str("%%"),
            _ => self.text.push(char::from(byte)),
        }
    }
}

/// The length of `(5432)`.
fn port(text: &[u8]) -> usize {
    let digits = text.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    if text.starts_with(b"(") && text.get(digits + 1) == Some(&b')') { digits + 2 } else { 0 }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'$') || byte >= 0x80
}
