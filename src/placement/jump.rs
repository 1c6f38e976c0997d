//! Jump: a hash that a growing number of equal nodes changes as little as can be (Lamping and Veach 2014).

use super::shard_hash;

/// The node of each shard, of so many equal nodes.
#[must_use]
pub fn jump(shards: u32, nodes: u32, seed: u64) -> Vec<u32> {
    (0..shards).map(|shard| jump_of(shard_hash(shard, seed), nodes)).collect()
}

/// The node of a key: as nodes are added one by one, it jumps to the n-th with probability 1 / n. From each jump the
/// next is drawn at once, by a linear congruential generator that the key begins.
fn jump_of(mut key: u64, nodes: u32) -> u32 {
    let (mut last, mut next) = (0, 0);
    while next < u64::from(nodes) {
        last = next;
        key = key.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(1);
        let drawn = ((key >> 33) + 1) as f64 / (1u64 << 31) as f64;
        next = ((last + 1) as f64 / drawn) as u64;
    }
    last as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_jumps_only_forward() {
        for key in [0, 1, 42, 0xDEAD_BEEF, u64::MAX] {
            let found: Vec<u32> = (1..200).map(|nodes| jump_of(key, nodes)).collect();
            assert_eq!(found[0], 0);
            for (at, pair) in found.windows(2).enumerate() {
                assert!(pair[1] == pair[0] || pair[1] as usize == at + 1, "{pair:?}");
            }
        }
    }

    #[test]
    fn growth_moves_what_it_must() {
        let (before, after) = (jump(24_000, 10, 0), jump(24_000, 12, 0));
        let moved = before.iter().zip(&after).filter(|(before, after)| before != after);
        assert!(moved.clone().all(|(_, &after)| after >= 10));
        assert!((moved.count() as f64 / 24_000.0 - 1.0 / 6.0).abs() < 0.008);
        for node in 0..12 {
            let count = after.iter().filter(|&&each| each == node).count();
            assert!((count as f64 / 2_000.0 - 1.0).abs() < 0.09, "node {node}: {count}");
        }
    }
}
