//! Placement: which node holds each shard.

pub mod capacity;
pub mod fill;
pub mod dealt;
pub mod near;
pub mod packed;
pub mod ring;
pub mod rendezvous;
pub mod jump;
pub mod scheme;
pub mod grow;
pub mod chance;

pub use capacity::Capacities;
pub use near::near;
pub use packed::packed;
pub use scheme::Scheme;

use crate::hash;

/// The place of a shard under a hash: BLAKE2b of the texts of its number and the seed.
fn shard_hash(shard: u32, seed: u64) -> u64 {
    hash_of(&[shard.into(), seed])
}

/// The place of a pair under a hash: a node's virtual node, or a shard on a node.
fn pair_hash(first: u32, second: u32, seed: u64) -> u64 {
    hash_of(&[first.into(), second.into(), seed])
}

/// The hash of numbers as the text of a key has them: joined by `|`.
fn hash_of(numbers: &[u64]) -> u64 {
    let (mut text, mut digits) = (Vec::with_capacity(64), itoa::Buffer::new());
    for (at, &number) in numbers.iter().enumerate() {
        if at > 0 {
            text.push(b'|');
        }
        text.extend_from_slice(digits.format(number).as_bytes());
    }
    hash::of_text(&text)
}
