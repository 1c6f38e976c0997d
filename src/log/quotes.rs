//! Whether a place in SQL text stands inside of a quote or comment, told while the text arrives in pieces.

use crate::sql::dialect::Dialect;

/// The longest `$tag$` of a server, its dollars included.
const LONGEST_TAG: usize = 66;

/// Where the text stands.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// Outside of everything.
    Code,
    /// In a quote that this byte ends.
    Quote { end: u8, escapes: bool },
    /// After a backslash in a quote.
    Escape { end: u8 },
    /// After what ends the quote, unless it is doubled.
    Closed { end: u8, escapes: bool },
    /// After `--`, which begins a comment only before a blank.
    Dashes,
    /// In a comment up to the line's end.
    Line,
    /// After `/*`, which the server executes where `!` or `M!` follows.
    Opened,
    /// In a comment so many times, after this byte.
    Block { depth: u32, last: u8 },
    /// In what may become a `$tag$`.
    Tag,
    /// In a dollar quote, after so many bytes of the tag that ends it.
    Dollar { matched: usize },
}

/// A state machine that follows SQL text byte by byte.
#[derive(Clone)]
pub(crate) struct Quotes {
    dialect: Dialect,
    /// The bytes that may mean something outside of quotes.
    signs: [bool; 256],
    place: Place,
    /// The last two bytes outside of quotes, the later one first; 0 where a quote stood.
    last: [u8; 2],
    tag: Vec<u8>,
}

impl Quotes {
    /// At the start of a text in this dialect.
    pub(crate) fn new(dialect: Dialect) -> Self {
        let mut signs = [false; 256];
        for sign in b"'\"-*;/" {
            signs[usize::from(*sign)] = true;
        }
        signs[usize::from(b'`')] = dialect.backticks();
        signs[usize::from(b'[')] = dialect.brackets();
        signs[usize::from(b'#')] = dialect.hash_comments();
        signs[usize::from(b'$')] = dialect.dollar_quotes();
        Self { dialect, signs, place: Place::Code, last: [0; 2], tag: Vec::new() }
    }

    /// Back to the start of a text.
    pub(crate) fn reset(&mut self) {
        self.place = Place::Code;
        self.last = [0; 2];
    }

    /// Whether the text stands outside of quotes and block comments.
    pub(crate) fn outside(&self) -> bool {
        !matches!(
            self.place,
            Place::Quote { .. }
                | Place::Escape { .. }
                | Place::Block { .. }
                | Place::Opened
                | Place::Dollar { .. }
        )
    }

    /// Follows the bytes to their end.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        let mut at = 0;
        while let Some(found) = self.find(bytes, at, b';') {
            at = found + 1;
        }
    }

    /// Follows the bytes from `from` up to the next `mark` outside of quotes: where it stands.
    ///
    /// The mark itself counts as followed. None when the bytes end first.
    pub(crate) fn find(&mut self, bytes: &[u8], from: usize, mark: u8) -> Option<usize> {
        let mut at = from;
        while let Some(byte) = bytes.get(at).copied() {
            match self.place {
                Place::Code => {
                    let rest = bytes.get(at..)?;
                    let skip = rest.iter().position(|b| self.signs[usize::from(*b)] || *b == mark);
                    let skip = skip.unwrap_or(rest.len());
                    if skip > 0 {
                        self.remember(rest.get(..skip)?);
                        at += skip;
                        continue;
                    }
                    at += 1;
                    if byte == mark {
                        self.remember(&[byte]);
                        return Some(at - 1);
                    }
                    self.sign(byte);
                }
                Place::Quote { end, escapes } => {
                    let rest = bytes.get(at..)?;
                    let hit =
                        if escapes { memchr::memchr2(end, b'\\', rest) } else { memchr::memchr(end, rest) };
                    let hit = hit?;
                    let escaped = rest.get(hit) != Some(&end);
                    self.place = if escaped { Place::Escape { end } } else { Place::Closed { end, escapes } };
                    at += hit + 1;
                }
                Place::Line => {
                    let hit = memchr::memchr(b'\n', bytes.get(at..)?)?;
                    self.code();
                    at += hit + 1;
                }
                _ => at += usize::from(self.step(byte)),
            }
        }
        None
    }

    /// One byte at a place that lasts one byte, or few: whether it is done with.
    fn step(&mut self, byte: u8) -> bool {
        match self.place {
            Place::Escape { end } => self.place = Place::Quote { end, escapes: true },
            Place::Closed { end, escapes } => {
                if byte == end {
                    self.place = Place::Quote { end, escapes };
                } else {
                    self.code();
                    return false;
                }
            }
            Place::Dashes => {
                if byte > b' ' && byte != 0x7f {
                    self.place = Place::Code;
                    return false;
                }
                if byte == b'\n' { self.code() } else { self.place = Place::Line }
            }
            Place::Opened => match byte {
                b'!' => self.code(),
                // `/*M!` of MariaDB: what follows the M decides.
                b'M' => {}
                _ => {
                    self.place = Place::Block { depth: 1, last: 0 };
                    return false;
                }
            },
            Place::Block { depth, last } => self.block(depth, last, byte),
            Place::Tag => return self.tagged(byte),
            Place::Dollar { matched } => self.dollar(matched, byte),
            Place::Code | Place::Quote { .. } | Place::Line => {}
        }
        true
    }

    /// A byte outside of quotes that may begin something.
    fn sign(&mut self, byte: u8) {
        let quote = |end, escapes| Place::Quote { end, escapes };
        let place = match byte {
            b'\'' => quote(b'\'', self.dialect.backslashes() || self.escape_string()),
            b'"' => quote(b'"', self.dialect.backslashes() && self.dialect.double_strings()),
            b'`' => quote(b'`', false),
            b'[' => quote(b']', false),
            b'#' => Place::Line,
            b'-' if self.last[0] == b'-' => {
                if self.dialect.executed_comments() {
                    Place::Dashes
                } else {
                    Place::Line
                }
            }
            b'*' if self.last[0] == b'/' => {
                if self.dialect.executed_comments() {
                    Place::Opened
                } else {
                    Place::Block { depth: 1, last: 0 }
                }
            }
            b'$' if !word(self.last[0]) => {
                self.tag.clear();
                self.tag.push(b'$');
                Place::Tag
            }
            _ => Place::Code,
        };
        self.remember(&[byte]);
        self.place = place;
    }

    /// Whether the text ends in the E of `E'...'`.
    fn escape_string(&self) -> bool {
        self.dialect.escape_strings() && matches!(self.last[0], b'e' | b'E') && !word(self.last[1])
    }

    fn block(&mut self, depth: u32, last: u8, byte: u8) {
        self.place = match (last, byte) {
            (b'*', b'/') if depth == 1 => return self.code(),
            (b'*', b'/') => Place::Block { depth: depth - 1, last: 0 },
            (b'/', b'*') if self.dialect.nested_comments() => {
                Place::Block { depth: depth.saturating_add(1), last: 0 }
            }
            _ => Place::Block { depth, last: byte },
        };
    }

    fn tagged(&mut self, byte: u8) -> bool {
        let begins = self.tag.len() == 1;
        if byte == b'$' {
            self.tag.push(byte);
            self.place = Place::Dollar { matched: 0 };
        } else if word(byte) && !(begins && byte.is_ascii_digit()) && self.tag.len() < LONGEST_TAG {
            self.tag.push(byte);
        } else {
            self.place = Place::Code;
            // What could have been a tag was a parameter or part of a name.
            self.last = [b'$', 0];
            return false;
        }
        true
    }

    fn dollar(&mut self, matched: usize, byte: u8) {
        // The tag has a dollar at its ends only, so that a match can begin anew with none but a dollar.
        let matched =
            if self.tag.get(matched) == Some(&byte) { matched + 1 } else { usize::from(byte == b'$') };
        if matched == self.tag.len() { self.code() } else { self.place = Place::Dollar { matched } }
    }

    /// Outside again, after something.
    fn code(&mut self) {
        self.place = Place::Code;
        self.last = [0; 2];
    }

    fn remember(&mut self, code: &[u8]) {
        self.last = match *code {
            [] => self.last,
            [one] => [one, self.last[0]],
            [.., before, one] => [one, before],
        };
    }
}

/// Whether a byte can stand in a name.
fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
