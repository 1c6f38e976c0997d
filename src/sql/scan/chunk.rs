//! Words, eight bytes at a time: most end within the first eight, and no branch has to guess where.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x80 * ONES;

/// The eight bytes from `at` on, with zeros behind the end.
#[inline]
fn load(text: &[u8], at: usize) -> u64 {
    let rest = text.get(at..).unwrap_or_default();
    if let Some(chunk) = rest.first_chunk::<8>() {
        return u64::from_le_bytes(*chunk);
    }
    rest.iter().rev().fold(0, |chunk, &byte| chunk << 8 | u64::from(byte))
}

/// The high bit of each byte that is at least `least`, where no byte has a high bit.
#[inline]
const fn at_least(chunk: u64, least: u8) -> u64 {
    chunk.wrapping_add((0x80 - least as u64) * ONES)
}

/// The high bit of each byte from `first` to `last`, and anything in the other bits.
#[inline]
const fn between(chunk: u64, first: u8, last: u8) -> u64 {
    at_least(chunk, first) & !at_least(chunk, last + 1)
}

/// Eight bytes of a text.
pub(super) struct Chunk {
    /// As they are.
    pub(super) bytes: [u8; 8],
    /// In small letters.
    pub(super) small: [u8; 8],
    /// How many of them belong to a word.
    pub(super) count: usize,
}

/// The next eight bytes.
#[inline]
pub(super) fn chunk(text: &[u8], at: usize) -> Chunk {
    let chunk = load(text, at);
    let low = chunk & !HIGH;
    let capitals = between(low, b'A', b'Z') & !chunk & HIGH;
    let small = chunk | capitals >> 2;
    let letters = between(small & !HIGH, b'a', b'z');
    let others = between(low, b'0', b'9') | between(low, b'_', b'_') | between(low, b'$', b'$');
    let ends = !(letters | others | chunk) & HIGH;
    let count = ends.trailing_zeros() as usize / 8;
    Chunk { bytes: chunk.to_le_bytes(), small: small.to_le_bytes(), count }
}

#[cfg(test)]
mod tests {
    use super::super::class::in_word;
    use super::chunk;

    #[test]
    fn every_byte_in_every_place() {
        for byte in 0..=u8::MAX {
            for place in 0..8 {
                let mut text = *b"AzZ_09$\xff";
                text[place] = byte;
                let read = chunk(&text, 0);
                assert_eq!((read.bytes, &read.small[..]), (text, &text.to_ascii_lowercase()[..]), "{byte}");
                assert_eq!(read.count, if in_word(byte) { 8 } else { place }, "{byte}");
                let short = text.get(..place).unwrap_or_default();
                assert_eq!(chunk(short, 0).count, place);
            }
        }
    }
}
