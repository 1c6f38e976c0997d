//! Rendezvous: each shard goes to the node with the highest random weight (Thaler and Ravishankar 1998).

use rayon::prelude::*;

use super::capacity::Capacities;
use super::pair_hash;
use crate::control::Control;
use crate::error::Result;

/// The node of each shard: the highest −w / ln u, with the capacity w and u from the hash of shard and node.
///
/// # Errors
/// `Cancelled`.
pub fn rendezvous(shards: u32, capacities: &Capacities, seed: u64, control: &Control) -> Result<Vec<u32>> {
    let of_shard = |shard| {
        control.check()?;
        Ok(highest(shard, capacities.given(), seed))
    };
    (0..shards).into_par_iter().map(of_shard).collect()
}

fn highest(shard: u32, capacities: &[f64], seed: u64) -> u32 {
    let (mut best, mut best_node) = ((f64::NEG_INFINITY, 0), 0);
    for (node, capacity) in (0..).zip(capacities) {
        let hash = pair_hash(shard, node, seed);
        // The hash decides between equal weights, so that equal nodes go by its full 64 bits.
        let weight = (-capacity / unit(hash).ln(), hash);
        if weight > best {
            (best, best_node) = (weight, node);
        }
    }
    best_node
}

/// A hash as a number between 0 and 1, neither of them: its first 52 bits and a half.
fn unit(hash: u64) -> f64 {
    ((hash >> 12) as f64 + 0.5) / (1u64 << 52) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shards: u32, capacities: &[f64]) -> Vec<u32> {
        rendezvous(shards, &Capacities::new(capacities).unwrap(), 0, &Control::default()).unwrap()
    }

    #[test]
    fn shards_go_by_capacity() {
        let nodes = of(6_000, &[1.0, 2.0, 5.0]);
        for (node, share) in [(0, 0.125), (1, 0.25), (2, 0.625)] {
            let count = nodes.iter().filter(|&&each| each == node).count();
            assert!((count as f64 / 6_000.0 - share).abs() < 0.015, "node {node}: {count}");
        }
    }

    #[test]
    fn a_new_node_only_takes() {
        for joined in [1.0, 3.0] {
            let (before, after) = (of(2_000, &[1.0; 4]), of(2_000, &[1.0, 1.0, 1.0, 1.0, joined]));
            let moved = before.iter().zip(&after).filter(|(before, after)| before != after);
            assert!(moved.clone().all(|(_, &after)| after == 4));
            let share = moved.count() as f64 / 2_000.0;
            assert!((share - joined / (4.0 + joined)).abs() < 0.025, "{share}");
        }
    }

    #[test]
    fn the_extremes_have_a_logarithm() {
        assert!(unit(0) > 0.0 && unit(u64::MAX) < 1.0);
        assert!(-1.0 / unit(u64::MAX).ln() > 0.0);
    }
}
