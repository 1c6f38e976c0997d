//! The hash that routes: BLAKE2b of a key's text, with a digest of eight bytes.

mod batch;
#[cfg(target_arch = "x86_64")]
mod integers;
#[cfg(target_arch = "x86_64")]
mod lanes;

use batch::Texts;

use crate::group::{Keys, Store};
use crate::kind::Kind;
use crate::part::{self, Code};
use crate::text;

/// How many texts are hashed together: enough to fill the lanes of the processor.
const BATCH: usize = 64;

/// The hash of a text: BLAKE2b with an 8-byte digest, no key, salt or person, read as big-endian.
#[must_use]
pub fn of_text(text: &[u8]) -> u64 {
    batch::first_word(batch::params().hash(text).as_bytes())
}

/// The hashes of keys: of the texts of their parts `fields`, in that order, joined by `|`.
#[must_use]
pub fn of_keys(keys: &Keys, kinds: &[Kind], fields: &[usize]) -> Vec<u64> {
    #[cfg(target_arch = "x86_64")]
    if let Keys::Packed(width, words) = keys
        && let Some(hashes) = integers::hash(words, *width, kinds, fields)
    {
        return hashes;
    }
    let mut texts = Texts::default();
    let mut out = Vec::with_capacity(keys.len());
    for i in 0..keys.len() {
        write_text(&mut texts.data, keys, i, kinds, fields);
        texts.ends.push(texts.data.len());
        if texts.ends.len() == BATCH {
            texts.hash_into(&mut out);
        }
    }
    texts.hash_into(&mut out);
    out
}

/// Appends the text of key `i`.
pub fn write_text(out: &mut Vec<u8>, keys: &Keys, i: usize, kinds: &[Kind], fields: &[usize]) {
    match keys {
        Keys::Packed(width, words) => {
            for (n, &field) in fields.iter().enumerate() {
                if n > 0 {
                    out.push(b'|');
                }
                text::write(out, &kinds[field], Some(Code::Word(words[i * width + field])));
            }
        }
        Keys::Encoded(bytes) => write_encoded_text(out, bytes.get(i), kinds, fields),
    }
}

/// Appends the text of an encoded key.
fn write_encoded_text(out: &mut Vec<u8>, key: &[u8], kinds: &[Kind], fields: &[usize]) {
    let mut starts = Vec::with_capacity(kinds.len() + 1);
    starts.push(0);
    for kind in kinds {
        let start = starts[starts.len() - 1];
        starts.push(start + part::length(&key[start..], kind));
    }
    for (n, &field) in fields.iter().enumerate() {
        if n > 0 {
            out.push(b'|');
        }
        let part = part::read(&key[starts[field]..starts[field + 1]], &kinds[field]);
        text::write(out, &kinds[field], part.code());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use blake2::digest::consts::U8;
    use blake2::{Blake2b, Digest};

    /// The reference: `blake2`, one text at a time.
    fn reference(text: &[u8]) -> u64 {
        let digest = Blake2b::<U8>::digest(text);
        digest.iter().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    #[test]
    fn every_path_agrees_with_the_reference() {
        // Lengths up to one block go through the lanes, longer ones do not; batches of all sizes.
        for longest in [0, 1, 8, 15, 16, 17, 32, 33, 127, 128, 129, 300] {
            for count in [1, 7, 8, 9, 64] {
                let mut texts = Texts::default();
                let mut expected = Vec::new();
                for i in 0..count {
                    let length = (longest + 3 * i) % (longest + 1);
                    let text: Vec<u8> = (0..length).map(|j| (i * 31 + j * 7 + longest) as u8).collect();
                    texts.data.extend_from_slice(&text);
                    texts.ends.push(texts.data.len());
                    expected.push(reference(&text));
                }
                let mut out = Vec::new();
                texts.hash_into(&mut out);
                assert_eq!(out, expected, "longest {longest}, {count} texts");
            }
        }
    }

    #[test]
    fn integers_go_the_short_way_to_the_same_hashes() {
        let numbers = [0, 1, -1, 9, 10, -10, 99, 100, 12_345, i64::MAX, i64::MIN, 7, 42, 1_000_000_000_000];
        let kinds = [Kind::Int(64), Kind::UInt(64), Kind::Int(64)];
        let mut words = Vec::new();
        let mut texts = Vec::new();
        for (i, &n) in numbers.iter().enumerate() {
            let m = numbers[(i * 5 + 3) % numbers.len()];
            words.extend([part::signed_code(n), n.cast_unsigned(), part::signed_code(m)]);
            texts.push([n.to_string(), n.cast_unsigned().to_string(), m.to_string()]);
        }
        let keys = Keys::Packed(3, words);
        for fields in [vec![0], vec![1], vec![2, 0], vec![0, 1, 2], vec![1, 0, 2, 0]] {
            let expected: Vec<u64> = texts
                .iter()
                .map(|t| fields.iter().map(|&f| t[f].as_str()).collect::<Vec<_>>().join("|"))
                .map(|text| reference(text.as_bytes()))
                .collect();
            assert_eq!(of_keys(&keys, &kinds, &fields), expected, "{fields:?}");
        }
    }

    #[test]
    fn known_hashes() {
        assert_eq!(of_text(b"42"), 6_319_743_179_241_711_738);
        assert_eq!(of_text("日本".as_bytes()), 16_731_776_207_566_445_370);
        assert_eq!(of_text(b"42|7|x"), 18_180_122_181_159_077_689);
    }
}
