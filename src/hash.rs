//! The hash that routes: BLAKE2b of a key's text, with a digest of eight bytes.

use blake2b_simd::Params;
use blake2b_simd::many::{HashManyJob, hash_many};

use crate::group::{Keys, Store};
use crate::kind::Kind;
use crate::part::{self, Code};
use crate::text;

/// How many texts are hashed together: enough to fill the lanes of the processor.
const BATCH: usize = 64;

/// The hash of a text: BLAKE2b with an 8-byte digest, no key, salt or person, read as big-endian.
#[must_use]
pub fn of_text(text: &[u8]) -> u64 {
    first_word(params().hash(text).as_bytes())
}

/// The hashes of keys: of the texts of their parts `fields`, in that order, joined by `|`.
#[must_use]
pub fn of_keys(keys: &Keys, kinds: &[Kind], fields: &[usize]) -> Vec<u64> {
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

/// Texts that wait to be hashed together.
#[derive(Default)]
struct Texts {
    data: Vec<u8>,
    ends: Vec<usize>,
}

impl Texts {
    fn hash_into(&mut self, out: &mut Vec<u64>) {
        let params = params();
        let mut start = 0;
        let mut jobs: Vec<HashManyJob<'_>> = Vec::with_capacity(self.ends.len());
        for &end in &self.ends {
            jobs.push(HashManyJob::new(&params, &self.data[start..end]));
            start = end;
        }
        hash_many(jobs.iter_mut());
        out.extend(jobs.iter().map(|job| first_word(job.to_hash().as_bytes())));
        drop(jobs);
        self.data.clear();
        self.ends.clear();
    }
}

fn params() -> Params {
    let mut params = Params::new();
    params.hash_length(8);
    params
}

fn first_word(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |word, &byte| word << 8 | u64::from(byte))
}
