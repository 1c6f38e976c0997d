//! Texts that are hashed together.

use blake2b_simd::Params;
use blake2b_simd::many::{HashManyJob, hash_many};

#[cfg(target_arch = "x86_64")]
use super::lanes::{self, LANES, LONGEST, Messages};

/// Texts, one after the other.
#[derive(Default)]
pub(super) struct Texts {
    /// All texts.
    pub data: Vec<u8>,
    /// Where each ends.
    pub ends: Vec<usize>,
}

impl Texts {
    /// Takes the texts out and appends their hashes.
    pub(super) fn hash_into(&mut self, out: &mut Vec<u64>) {
        if !self.in_lanes(out) {
            self.one_by_one(out);
        }
        self.data.clear();
        self.ends.clear();
    }

    /// Hashes in the lanes of AVX-512, where the processor has them and all texts fit one block.
    #[cfg(target_arch = "x86_64")]
    fn in_lanes(&mut self, out: &mut Vec<u64>) -> bool {
        let mut start = 0;
        let longest = self.ends.iter().fold(0, |longest, &end| {
            let length = end - start;
            start = end;
            longest.max(length)
        });
        if longest > LONGEST || !lanes::available() {
            return false;
        }
        let used = longest.div_ceil(8);
        // Words are read whole: the last text's must not end beyond the data.
        self.data.extend_from_slice(&[0; 8]);
        let mut messages = Messages::default();
        let mut start = 0;
        for ends in self.ends.chunks(LANES) {
            for (lane, &end) in ends.iter().enumerate() {
                let length = end - start;
                messages.lengths[lane] = length as u64;
                for (i, words) in messages.words.iter_mut().enumerate().take(used) {
                    words[lane] = word_at(&self.data, start, length, 8 * i);
                }
                start = end;
            }
            let Some(hashes) = lanes::hash(&messages, used) else { return false };
            out.extend(hashes[..ends.len()].iter().map(|h| h.swap_bytes()));
        }
        true
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn in_lanes(&mut self, _: &mut Vec<u64>) -> bool {
        false
    }

    fn one_by_one(&self, out: &mut Vec<u64>) {
        let params = params();
        let mut start = 0;
        let mut jobs: Vec<HashManyJob<'_>> = Vec::with_capacity(self.ends.len());
        for &end in &self.ends {
            jobs.push(HashManyJob::new(&params, &self.data[start..end]));
            start = end;
        }
        hash_many(jobs.iter_mut());
        out.extend(jobs.iter().map(|job| first_word(job.to_hash().as_bytes())));
    }
}

/// The word of a text from byte `from` on, bytes beyond its end zero.
#[cfg(target_arch = "x86_64")]
#[inline]
fn word_at(data: &[u8], start: usize, length: usize, from: usize) -> u64 {
    if from >= length {
        return 0;
    }
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&data[start + from..start + from + 8]);
    let word = u64::from_le_bytes(bytes);
    let left = length - from;
    if left >= 8 { word } else { word & ((1 << (8 * left)) - 1) }
}

/// BLAKE2b with a digest of eight bytes.
pub(super) fn params() -> Params {
    let mut params = Params::new();
    params.hash_length(8);
    params
}

/// The first eight bytes of a digest, big-endian.
pub(super) fn first_word(digest: &[u8]) -> u64 {
    digest.iter().take(8).fold(0, |word, &byte| word << 8 | u64::from(byte))
}
