//! Rows grouped by key: each distinct key once, with its number of rows and the sums of its weights.

mod front;
mod grouper;
mod store;
mod table;

pub use grouper::{Grouper, Morsel, Share};
pub use store::{Bytes, Store, Words};

use crate::exact::{ONE, Sum};
use crate::kind::Kind;
use crate::part;

/// The distinct keys of the rows, over a set of fields, in no particular order.
#[derive(Debug)]
pub struct Groups {
    /// The kinds of the fields.
    pub kinds: Vec<Kind>,
    /// How many weights a row has; 0 where every row weighs 1.
    pub weights: usize,
    /// The groups, in blocks that fit a processor's cache.
    pub blocks: Vec<Block>,
}

/// Some of the distinct keys.
#[derive(Debug)]
pub struct Block {
    /// The keys.
    pub keys: Keys,
    /// Rows of each key; empty where each has one.
    counts: Vec<u64>,
    /// Sums of the weights, those of one key beside each other.
    pub sums: Vec<Sum>,
}

impl Block {
    /// The rows of key `i`.
    #[must_use]
    pub fn count(&self, i: usize) -> u64 {
        self.counts.get(i).copied().unwrap_or(1)
    }
}

/// Keys, either packed as words or encoded part by part.
#[derive(Debug)]
pub enum Keys {
    /// So many words a key, one for each field; no nulls.
    Packed(usize, Vec<u64>),
    /// Encoded as [`crate::part`] says.
    Encoded(Bytes),
}

impl Keys {
    /// How many keys.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Packed(width, words) => words.len() / width,
            Self::Encoded(bytes) => bytes.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the parts of key `i`, in the order of `fields`, each as it would stand in an encoded key.
    pub fn encode(&self, i: usize, kinds: &[Kind], fields: &[usize], out: &mut Vec<u8>) {
        match self {
            Self::Packed(width, words) => {
                for &field in fields {
                    part::push_word(out, words[i * width + field]);
                }
            }
            Self::Encoded(bytes) => {
                let key = bytes.get(i);
                let mut at = [0; 16];
                let mut long = Vec::new();
                let ends = part_ends(key, kinds, &mut at, &mut long);
                for &field in fields {
                    let start = if field == 0 { 0 } else { ends[field - 1] };
                    out.extend_from_slice(&key[start..ends[field]]);
                }
            }
        }
    }
}

/// Where each part of an encoded key ends; keys of up to 16 parts need no allocation.
fn part_ends<'a>(
    key: &[u8],
    kinds: &[Kind],
    short: &'a mut [usize; 16],
    long: &'a mut Vec<usize>,
) -> &'a [usize] {
    let ends: &mut [usize] = if kinds.len() <= short.len() {
        &mut short[..kinds.len()]
    } else {
        long.resize(kinds.len(), 0);
        long
    };
    let mut at = 0;
    for (end, kind) in ends.iter_mut().zip(kinds) {
        at += part::length(&key[at..], kind);
        *end = at;
    }
    ends
}

impl Groups {
    /// The number of distinct keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(|b| b.keys.len()).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The load of a key under weight `w`.
    #[must_use]
    pub fn load(&self, block: &Block, i: usize, w: usize) -> Sum {
        if self.weights == 0 { Sum::from(block.count(i)) * ONE } else { block.sums[i * self.weights + w] }
    }
}
