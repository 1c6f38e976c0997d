//! Consistent hashing: nodes own the arcs of a ring that end at their points (Karger and others, STOC 1997).

use super::capacity::Capacities;
use super::{pair_hash, shard_hash};
use crate::control::Control;
use crate::error::{Error, ErrorKind, Result};

/// The most points of a ring.
const MOST_POINTS: u64 = 20_000_000;
/// How many points or shards are hashed between two looks at the control.
const STEP: usize = 1 << 12;

/// The points of all nodes, in the order of the ring.
#[derive(Debug)]
pub struct Ring {
    points: Vec<(u64, u32)>,
}

impl Ring {
    /// A ring on which node 0 has `virtual_nodes` points, and each other as many more or fewer as its capacity is
    /// larger or smaller, rounded, at least one: a node that joins changes nobody else's points.
    ///
    /// # Errors
    /// `InvalidArgument` when there are too many points; `Cancelled`.
    pub fn new(virtual_nodes: u32, capacities: &Capacities, seed: u64, control: &Control) -> Result<Self> {
        let given = capacities.given();
        let count =
            |capacity: &f64| (f64::from(virtual_nodes) * (capacity / given[0])).round().max(1.0) as u64;
        let counts: Vec<u64> = given.iter().map(count).collect();
        let total = counts.iter().fold(0, |total: u64, &count| total.saturating_add(count));
        if total > MOST_POINTS {
            return Err(Error::new(
                ErrorKind::InvalidArgument,
                format!("the ring has {total} virtual nodes, at most {MOST_POINTS} are possible; give fewer"),
            ));
        }
        let mut points = Vec::with_capacity(total as usize);
        for (node, &count) in (0..).zip(&counts) {
            for point in 0..count as u32 {
                if points.len().is_multiple_of(STEP) {
                    control.check()?;
                }
                points.push((pair_hash(node, point, seed), node));
            }
        }
        points.sort_unstable();
        Ok(Self { points })
    }

    /// The node of the first point at a hash or after it, around the ring.
    #[must_use]
    pub fn owner(&self, hash: u64) -> u32 {
        let at = self.points.partition_point(|point| point.0 < hash);
        self.points.get(at).or(self.points.first()).map_or(0, |point| point.1)
    }

    /// The node of each shard.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn place(&self, shards: u32, seed: u64, control: &Control) -> Result<Vec<u32>> {
        let mut nodes = Vec::with_capacity(shards as usize);
        for shard in 0..shards {
            if nodes.len().is_multiple_of(STEP) {
                control.check()?;
            }
            nodes.push(self.owner(shard_hash(shard, seed)));
        }
        Ok(nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of the ring that each of `nodes` equal nodes owns.
    fn shares(nodes: usize, virtual_nodes: u32, seed: u64) -> Vec<f64> {
        let capacities = Capacities::new(&vec![1.0; nodes]).unwrap();
        let ring = Ring::new(virtual_nodes, &capacities, seed, &Control::default()).unwrap();
        let mut owned = vec![0.0; nodes];
        let mut before = ring.points[ring.points.len() - 1].0;
        for &(at, node) in &ring.points {
            owned[node as usize] += at.wrapping_sub(before) as f64 / 2f64.powi(64);
            before = at;
        }
        owned
    }

    #[test]
    fn shares_are_as_uneven_as_known() {
        // Nodes, virtual nodes, and the mean of the largest share over the mean share.
        for (nodes, points, rings, known) in
            [(10, 1, 1_500, 2.95), (10, 16, 200, 1.42), (10, 64, 50, 1.20), (10, 256, 30, 1.10)]
        {
            let (mut largest, mut squares) = (0.0, 0.0);
            for seed in 0..rings {
                let owned = shares(nodes, points, seed);
                assert!((owned.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                let scaled = owned.iter().map(|share| share * nodes as f64);
                largest += scaled.clone().fold(0.0, f64::max);
                squares += scaled.map(|share| (share - 1.0).powi(2)).sum::<f64>() / nodes as f64;
            }
            let mean = largest / rings as f64;
            assert!((mean - known).abs() < 0.03 * known, "{points} points: {mean}");
            let cv = (squares / rings as f64).sqrt();
            let expected = ((nodes as f64 - 1.0) / (nodes as f64 * f64::from(points) + 1.0)).sqrt();
            assert!((cv - expected).abs() < 0.1 * expected, "{points} points: {cv}");
        }
    }

    #[test]
    fn points_go_by_capacity() {
        let capacities = Capacities::new(&[2.0, 4.0, 0.001]).unwrap();
        let ring = Ring::new(10, &capacities, 0, &Control::default()).unwrap();
        let of = |node| ring.points.iter().filter(|point| point.1 == node).count();
        assert_eq!([of(0), of(1), of(2)], [10, 20, 1]);
        assert!(ring.points.is_sorted());
        assert_eq!(ring.owner(u64::MAX), ring.points[0].1);
        assert_eq!(ring.owner(ring.points[7].0), ring.points[7].1);
        let error = Ring::new(u32::MAX, &capacities, 0, &Control::default()).unwrap_err();
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
        let stopped = Control::default();
        stopped.stop();
        assert_eq!(Ring::new(1, &capacities, 0, &stopped).unwrap_err().kind, ErrorKind::Cancelled);
    }
}
