//! How filled nodes are: loads against capacities, compared exactly.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::capacity::Capacities;
use crate::exact::{Sum, ratio, to_f64, wide};

/// A load on a capacity, ordered by load / capacity without rounding.
#[derive(Clone, Copy, Debug)]
pub struct Fill {
    /// What is held, below 2¹²⁷.
    pub load: Sum,
    /// What can be held, in the same unit as the others' capacities.
    pub capacity: Sum,
}

impl Ord for Fill {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = wide(self.load).wrapping_mul(wide(other.capacity));
        left.cmp(&wide(other.load).wrapping_mul(wide(self.capacity)))
    }
}

impl PartialOrd for Fill {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fill {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fill {}

/// The nodes that are filled, sorted so that the next one is found without looking at all.
#[derive(Debug)]
pub struct Nodes {
    classes: Vec<Class>,
}

/// The nodes of one capacity.
#[derive(Debug)]
struct Class {
    capacity: Sum,
    /// What each holds and its number, the least first.
    held: BinaryHeap<Reverse<(Sum, u32)>>,
}

impl Nodes {
    /// Nodes of these capacities that hold these loads.
    #[must_use]
    pub fn new(capacities: &[Sum], loads: &[Sum]) -> Self {
        let mut classes: Vec<Class> = Vec::new();
        for (node, (&capacity, &load)) in (0..).zip(capacities.iter().zip(loads)) {
            let at = classes.iter().position(|class| class.capacity == capacity).unwrap_or_else(|| {
                classes.push(Class { capacity, held: BinaryHeap::new() });
                classes.len() - 1
            });
            classes[at].held.push(Reverse((load, node)));
        }
        Self { classes }
    }

    /// Puts a load on the node that is then the least filled, of several the lowest, and returns its number;
    /// `None` without nodes.
    pub fn put(&mut self, load: Sum) -> Option<u32> {
        // Of one capacity, it is the node with the least load.
        let after = |class: &&mut Class| {
            let &Reverse((held, node)) = class.held.peek()?;
            Some((Fill { load: held + load, capacity: class.capacity }, node))
        };
        let mut first = self.classes.iter_mut().min_by_key(after)?.held.peek_mut()?;
        first.0.0 += load;
        Some(first.0.1)
    }
}

/// The load of each node, with the node of each shard.
#[must_use]
pub fn loads_of(nodes: &[u32], loads: &[Sum], node_count: usize) -> Vec<Sum> {
    let mut held = vec![0; node_count];
    for (&node, load) in nodes.iter().zip(loads) {
        held[node as usize] += load;
    }
    held
}

/// The most filled node's load and capacity; `None` without nodes.
#[must_use]
pub fn fullest(held: &[Sum], capacities: &[Sum]) -> Option<Fill> {
    held.iter().zip(capacities).map(|(&load, &capacity)| Fill { load, capacity }).max()
}

/// The most filled node's share of the load over its share of the capacity; `None` without load.
///
/// Rounded once where the capacities are equal.
#[must_use]
pub fn load_ratio(held: &[Sum], capacities: &Capacities) -> Option<f64> {
    let total: Sum = held.iter().sum();
    let most = fullest(held, capacities.exact()).filter(|_| total > 0)?;
    Some(if capacities.equal() {
        ratio(most.load, held.len() as u64, total)
    } else {
        ratio(most.load, 1, total) * (to_f64(capacities.total()) / to_f64(most.capacity))
    })
}

/// The share of the load on shards whose node is another; `None` without load.
#[must_use]
pub fn moved_share(before: &[u32], after: &[u32], loads: &[Sum]) -> Option<f64> {
    let nodes = before.iter().zip(after);
    let moved = nodes.zip(loads).filter(|((before, after), _)| before != after).map(|(_, load)| load);
    let total: Sum = loads.iter().sum();
    (total > 0).then(|| ratio(moved.sum(), 1, total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;

    #[test]
    fn ratios_and_shares() {
        let capacities = Capacities::new(&[1.0, 3.0]).unwrap();
        assert_eq!(load_ratio(&[ONE, 3 * ONE], &capacities), Some(1.0));
        assert_eq!(load_ratio(&[2 * ONE, 2 * ONE], &capacities), Some(2.0));
        assert_eq!(load_ratio(&[0, 4, 2], &Capacities::new(&[5.0; 3]).unwrap()), Some(2.0));
        assert_eq!(load_ratio(&[0, 0], &capacities), None);
        assert_eq!(moved_share(&[0, 0, 1], &[0, 1, 1], &[5, 1, 4]), Some(0.1));
        assert_eq!(moved_share(&[0], &[1], &[0]), None);
    }
}
