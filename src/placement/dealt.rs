//! Shards dealt in the order of their numbers: in runs, or one to each node in turn.

use super::capacity::Capacities;
use super::fill::Nodes;
use crate::exact::{ONE, Sum, wide};

/// Runs of shards: shard i on the node in whose part of the capacities the point i / shards lies; with equal nodes
/// that is node ⌊i · n / shards⌋.
#[must_use]
pub fn contiguous(shards: u32, capacities: &Capacities) -> Vec<u32> {
    let (each, mut node) = (capacities.exact(), 0);
    let mut end = each[0];
    let mut of_shard = |shard: u32| {
        let point = wide(shard.into()).wrapping_mul(wide(capacities.total()));
        while node + 1 < each.len() && wide(end).wrapping_mul(wide(shards.into())) <= point {
            node += 1;
            end += each[node];
        }
        node as u32
    };
    (0..shards).map(&mut of_shard).collect()
}

/// Each shard in turn onto the node that then has the fewest for its capacity, ties by the lowest number; with equal
/// nodes that is node i % n.
#[must_use]
pub fn round_robin(shards: usize, capacities: &[Sum]) -> Vec<u32> {
    let mut nodes = Nodes::new(capacities, &vec![0; capacities.len()]);
    (0..shards).map_while(|_| nodes.put(ONE)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs() {
        let of = |shards, capacities: &[f64]| contiguous(shards, &Capacities::new(capacities).unwrap());
        assert_eq!(of(6, &[1.0; 3]), [0, 0, 1, 1, 2, 2]);
        assert_eq!(of(5, &[1.0; 2]), [0, 0, 0, 1, 1]);
        assert_eq!(of(2, &[1.0; 4]), [0, 2]);
        assert_eq!(of(6, &[1.0, 0.5]), [0, 0, 0, 0, 1, 1]);
        let many = of(1_000, &[0.1; 7]);
        assert!((0..1_000).all(|shard| many[shard as usize] == shard * 7 / 1_000));
    }

    #[test]
    fn in_turn() {
        assert_eq!(round_robin(5, &[ONE; 2]), [0, 1, 0, 1, 0]);
        assert_eq!(round_robin(6, &[ONE, 2 * ONE]), [1, 0, 1, 1, 0, 1]);
    }
}
