//! The values of a statement's slots as bytes: what is kept of each execution, and counted when it is the same again.

use arrow_buffer::i256;

use crate::sql::scan::Known;
use crate::value::Value;

/// The longest value that is kept, in bytes; no database takes one of a tenth of that into an index.
pub const LONGEST: usize = 1 << 16;

const NULL: u8 = 0;
const TEXT: u8 = 1;
const INTEGER: u8 = 2;
const DECIMAL: u8 = 3;
const BYTES: u8 = 4;
const TRUE: u8 = 5;
const FALSE: u8 = 6;
const UNKNOWN: u8 = 7;

/// What is done with values on their way in.
#[derive(Clone, Default)]
pub struct Keeping {
    /// The key under which values are replaced by their hashes.
    pub private: Option<[u8; 32]>,
    /// The encoding of texts that are not UTF-8.
    pub encoding: Option<&'static encoding_rs::Encoding>,
}

/// Why values are not known, and how many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Longer than [`LONGEST`].
    pub long: u64,
    /// They end with `...`, and may have been cut off by the server.
    pub cut: u64,
    /// They are not UTF-8, and no encoding was given.
    pub encoding: u64,
}

impl Lost {
    /// Adds another's.
    pub fn merge(&mut self, other: Self) {
        self.long += other.long;
        self.cut += other.cut;
        self.encoding += other.encoding;
    }
}

impl Keeping {
    /// The same for values that are hashed already.
    #[must_use]
    pub fn open(&self) -> Self {
        Self { private: None, encoding: self.encoding }
    }

    /// Appends a value.
    pub fn push(&self, known: &Known, out: &mut Vec<u8>, lost: &mut Lost) {
        match known {
            Known::Value(value) => self.push_value(value, out, lost),
            Known::Raw(text) => self.push_text(text, out, lost),
            Known::Parameter(_) | Known::Unknown => out.push(UNKNOWN),
        }
    }

    fn push_value(&self, value: &Value, out: &mut Vec<u8>, lost: &mut Lost) {
        match value {
            Value::Null => out.push(NULL),
            Value::Bool(true) => out.push(TRUE),
            Value::Bool(false) => out.push(FALSE),
            Value::Text(text) => self.push_text(text.as_bytes(), out, lost),
            Value::Int(int) => {
                self.push_kept(INTEGER, itoa::Buffer::new().format(*int).as_bytes(), out, lost);
            }
            Value::Decimal(unscaled, scale) => {
                self.push_kept(DECIMAL, format!("{unscaled}e{}", -scale).as_bytes(), out, lost);
            }
            Value::Bytes(bytes) => self.push_kept(BYTES, bytes, out, lost),
            other => self.push_text(crate::text::of_value(other).as_bytes(), out, lost),
        }
    }

    /// Appends a text, or what a log holds of one in another encoding.
    pub fn push_text(&self, text: &[u8], out: &mut Vec<u8>, lost: &mut Lost) {
        if text.is_ascii() || std::str::from_utf8(text).is_ok() {
            self.push_kept(TEXT, text, out, lost);
            return;
        }
        let decoded = self.encoding.and_then(|e| e.decode_without_bom_handling_and_without_replacement(text));
        if let Some(decoded) = decoded {
            self.push_kept(TEXT, decoded.as_bytes(), out, lost);
        } else {
            lost.encoding += 1;
            out.push(UNKNOWN);
        }
    }

    /// Appends a whole number's digits.
    pub fn push_digits(&self, digits: &[u8], out: &mut Vec<u8>, lost: &mut Lost) {
        self.push_kept(INTEGER, digits, out, lost);
    }

    fn push_kept(&self, tag: u8, bytes: &[u8], out: &mut Vec<u8>, lost: &mut Lost) {
        if let Some(key) = &self.private {
            // `42` and `'42'` are one value, so their kinds are no part of what is hashed.
            let hash = blake2b_simd::Params::new().hash_length(8).key(key).hash(bytes);
            out.push(TEXT);
            push_length(16, out);
            out.extend_from_slice(hash.to_hex().as_bytes());
        } else if bytes.len() > LONGEST {
            lost.long += 1;
            out.push(UNKNOWN);
        } else {
            out.push(tag);
            push_length(bytes.len(), out);
            out.extend_from_slice(bytes);
        }
    }
}

/// Appends a value that is not known.
pub(super) fn push_unknown(out: &mut Vec<u8>) {
    out.push(UNKNOWN);
}

/// Appends NULL.
pub(super) fn push_null(out: &mut Vec<u8>) {
    out.push(NULL);
}

/// Appends a number of values, or of bytes, seven bits a byte.
pub(super) fn push_length(mut length: usize, out: &mut Vec<u8>) {
    while length > 0x7F {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}

/// Reads what was appended.
pub(super) struct Kept<'a>(pub &'a [u8]);

impl<'a> Kept<'a> {
    /// A number of values, or of bytes.
    pub(super) fn length(&mut self) -> usize {
        let mut length = 0;
        let mut shift = 0;
        while let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            length |= usize::from(byte & 0x7F) << shift;
            shift += 7;
            if byte < 0x80 || shift > 56 {
                break;
            }
        }
        length
    }

    /// So many bytes.
    pub(super) fn bytes(&mut self, length: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        bytes
    }

    /// A value; `None` where it is not known.
    pub(super) fn value(&mut self) -> Option<Value> {
        let (&tag, rest) = self.0.split_first()?;
        self.0 = rest;
        let mut bytes = || {
            let length = self.length();
            self.bytes(length)
        };
        if tag == BYTES {
            return Some(Value::Bytes(bytes().into()));
        }
        let mut text = || std::str::from_utf8(bytes()).ok();
        match tag {
            NULL => Some(Value::Null),
            TRUE => Some(Value::Bool(true)),
            FALSE => Some(Value::Bool(false)),
            TEXT => Some(Value::Text(text()?.into())),
            INTEGER => {
                let digits = text()?;
                Some(digits.parse().map_or_else(|_| Value::Text(digits.into()), Value::Int))
            }
            DECIMAL => {
                let (unscaled, exponent) = text()?.split_once('e')?;
                Some(Value::Decimal(i256::from_string(unscaled)?, -exponent.parse::<i32>().ok()?))
            }
            _ => None,
        }
    }
}
