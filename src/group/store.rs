//! Where keys are kept: packed words where all fields are words, encoded bytes else.

/// A growing list of keys of one form.
pub trait Store: Send + Sync {
    /// One key.
    type Key: ?Sized;

    /// An empty list of keys of the same form.
    #[must_use]
    fn empty(&self) -> Self;
    /// Appends a key.
    fn push(&mut self, key: &Self::Key);
    /// The key at a place.
    fn get(&self, i: usize) -> &Self::Key;
    /// How many keys there are.
    fn len(&self) -> usize;
    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Takes all keys out, keeping the memory.
    fn clear(&mut self);
    /// A cheap hash for grouping (not the one that routes).
    fn hash(key: &Self::Key) -> u64;
    /// Whether the key at a place is this one.
    fn holds(&self, i: usize, key: &Self::Key) -> bool;
}

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
const MIX: u64 = 0xD6E8_FEB8_6659_FD93;

/// Folds a word into a hash: the two halves of a 128-bit product.
const fn fold(hash: u64, word: u64) -> u64 {
    let product = (hash ^ word) as u128 * MIX as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Keys of the same number of words each, one after the other.
#[derive(Debug)]
pub struct Words {
    width: usize,
    data: Vec<u64>,
}

impl Words {
    /// An empty list of keys of so many words.
    #[must_use]
    pub const fn new(width: usize) -> Self {
        Self { width, data: Vec::new() }
    }

    /// The keys, of a width that the caller knows.
    #[must_use]
    pub fn as_keys<const N: usize>(&self) -> &[[u64; N]] {
        self.data.as_chunks().0
    }

    /// The words, those of one key beside each other.
    #[must_use]
    pub fn into_inner(self) -> Vec<u64> {
        self.data
    }
}

impl Store for Words {
    type Key = [u64];

    fn empty(&self) -> Self {
        Self::new(self.width)
    }

    #[inline]
    fn push(&mut self, key: &[u64]) {
        // A loop, since a call to copy one or two words costs more than they do.
        for &word in key {
            self.data.push(word);
        }
    }

    #[inline]
    fn get(&self, i: usize) -> &[u64] {
        &self.data[i * self.width..(i + 1) * self.width]
    }

    fn len(&self) -> usize {
        self.data.len() / self.width
    }

    fn clear(&mut self) {
        self.data.clear();
    }

    #[inline]
    fn hash(key: &[u64]) -> u64 {
        fold(key.iter().fold(ODD, |hash, &word| fold(hash, word)), ODD)
    }

    // By the key's own length, which callers that know it make a constant; and as a loop, since keys are short.
    #[inline]
    fn holds(&self, i: usize, key: &[u64]) -> bool {
        self.data[i * key.len()..][..key.len()].iter().zip(key).all(|(a, b)| a == b)
    }
}

/// Keys of any length, one after the other.
#[derive(Debug, Default)]
pub struct Bytes {
    data: Vec<u8>,
    ends: Vec<usize>,
}

impl Store for Bytes {
    type Key = [u8];

    fn empty(&self) -> Self {
        Self::default()
    }

    fn push(&mut self, key: &[u8]) {
        self.data.extend_from_slice(key);
        self.ends.push(self.data.len());
    }

    fn get(&self, i: usize) -> &[u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.data[start..self.ends[i]]
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn clear(&mut self) {
        self.data.clear();
        self.ends.clear();
    }

    fn hash(key: &[u8]) -> u64 {
        let mut words = key.chunks_exact(8);
        let mut hash = key.len() as u64 ^ ODD;
        for word in &mut words {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(word);
            hash = fold(hash, u64::from_le_bytes(bytes));
        }
        let mut last = [0; 8];
        last[..words.remainder().len()].copy_from_slice(words.remainder());
        fold(fold(hash, u64::from_le_bytes(last)), ODD)
    }

    fn holds(&self, i: usize, key: &[u8]) -> bool {
        self.get(i) == key
    }
}
