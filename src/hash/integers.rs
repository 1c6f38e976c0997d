//! Keys of integers alone, from their codes to the lanes: no text is laid down in between.

use super::lanes::{self, LANES, Messages};
use crate::kind::Kind;
use crate::part::signed_value;

/// Fields that fit: each at most 20 characters, with the bars between them, in 64 bytes.
const FIELDS: usize = 3;

/// The text of a key, zero behind its end.
type Text = [u8; 64];

/// The hashes of keys of `width` words over the parts `fields`, where these are integers and the processor has
/// the lanes.
pub(super) fn hash(words: &[u64], width: usize, kinds: &[Kind], fields: &[usize]) -> Option<Vec<u64>> {
    let integers = fields.iter().all(|&f| matches!(kinds[f], Kind::Int(_) | Kind::UInt(_)));
    if !integers || fields.len() > FIELDS || !lanes::available() {
        return None;
    }
    let mut out = Vec::with_capacity(words.len() / width);
    let mut messages = Messages::default();
    let mut used_before = 0;
    for keys in words.chunks(LANES * width) {
        let mut longest = 0;
        for (lane, key) in keys.chunks_exact(width).enumerate() {
            let mut text: Text = [0; 64];
            let mut length = 0;
            for (n, &field) in fields.iter().enumerate() {
                if n > 0 {
                    text[length] = b'|';
                    length += 1;
                }
                length = match kinds[field] {
                    Kind::UInt(_) => decimal(&mut text, length, key[field]),
                    _ => signed(&mut text, length, signed_value(key[field])),
                };
            }
            longest = longest.max(length);
            messages.lengths[lane] = length as u64;
            let (bytes, _) = text.as_chunks::<8>();
            // Words beyond this text are zero, and wipe what a longer one left there.
            for (row, word) in messages.words.iter_mut().zip(bytes).take(length.div_ceil(8).max(used_before))
            {
                row[lane] = u64::from_le_bytes(*word);
            }
        }
        let used = longest.div_ceil(8);
        used_before = used_before.max(used);
        let hashes = lanes::hash(&messages, used_before)?;
        out.extend(hashes[..keys.len() / width].iter().map(|h| h.swap_bytes()));
    }
    Some(out)
}

/// Writes a signed number from `at` on, and returns where it ends.
#[inline]
fn signed(text: &mut Text, at: usize, value: i64) -> usize {
    if value < 0 {
        text[at] = b'-';
        decimal(text, at + 1, value.unsigned_abs())
    } else {
        decimal(text, at, value.unsigned_abs())
    }
}

/// Writes a number from `at` on, two digits at a time from its end, and returns where it ends.
#[inline]
fn decimal(text: &mut Text, at: usize, mut value: u64) -> usize {
    const PAIRS: [[u8; 2]; 100] = {
        let mut pairs = [[0; 2]; 100];
        let mut i = 0;
        while i < 100 {
            pairs[i] = [b'0' + (i / 10) as u8, b'0' + (i % 10) as u8];
            i += 1;
        }
        pairs
    };
    let end = at + value.checked_ilog10().unwrap_or(0) as usize + 1;
    let mut place = end;
    while value >= 100 {
        place -= 2;
        text[place..place + 2].copy_from_slice(&PAIRS[(value % 100) as usize]);
        value /= 100;
    }
    if value >= 10 {
        text[place - 2..place].copy_from_slice(&PAIRS[value as usize]);
    } else {
        text[place - 1] = b'0' + value as u8;
    }
    end
}
