//! New nodes beside packed ones: as few shards move as even the nodes out, and only to the new.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::capacity::Capacities;
use super::fill::{Fill, loads_of};
use crate::exact::{Sum, wide};

/// The node of each shard after new nodes joined: `capacities` are all nodes', the first `old` are those of `nodes`.
///
/// The level is the load that each node would have for its capacity if all were filled alike. As long as an old node
/// is above it, the most filled one gives a shard to the least filled new one: the largest that takes neither past
/// the level, else the smallest, if the new node is then filled less than the old one was. An old node with no such
/// shard (a hot one alone) is set aside, and the level is that of the others. Shards without load stay.
#[must_use]
pub fn grown(nodes: &[u32], loads: &[Sum], capacities: &Capacities, old: usize) -> Vec<u32> {
    let mut growth = Growth::new(nodes, loads, capacities, old);
    while let Some(donor) = growth.donor() {
        if !growth.give(donor) {
            growth.set_aside(donor);
        }
    }
    growth.nodes
}

struct Growth<'a> {
    nodes: Vec<u32>,
    capacities: &'a [Sum],
    /// What each node holds.
    held: Vec<Sum>,
    /// The old nodes that are not set aside, ascending.
    open: Vec<usize>,
    /// The loaded shards of each old node, of equal ones the lowest number last.
    shards: Vec<BTreeSet<(Sum, Reverse<u32>)>>,
    /// The load of all nodes that are not set aside, over their capacities.
    level: Fill,
}

impl<'a> Growth<'a> {
    fn new(nodes: &[u32], loads: &[Sum], capacities: &'a Capacities, old: usize) -> Self {
        let mut shards = vec![BTreeSet::new(); old];
        for (shard, (&node, &load)) in (0..).zip(nodes.iter().zip(loads)) {
            if load > 0 {
                shards[node as usize].insert((load, Reverse(shard)));
            }
        }
        let held = loads_of(nodes, loads, capacities.nodes());
        let level = Fill { load: held.iter().sum(), capacity: capacities.total() };
        let (nodes, capacities) = (nodes.to_vec(), capacities.exact());
        Self { nodes, capacities, held, open: (0..old).collect(), shards, level }
    }

    fn fill(&self, node: usize) -> Fill {
        Fill { load: self.held[node], capacity: self.capacities[node] }
    }

    /// The most filled old node, if it is above the level.
    fn donor(&self) -> Option<usize> {
        let most = self.open.iter().copied().max_by_key(|&node| (self.fill(node), Reverse(node)))?;
        (self.fill(most) > self.level).then_some(most)
    }

    /// Moves a shard from a node to the least filled new one, if one may.
    fn give(&mut self, donor: usize) -> bool {
        let new = self.shards.len()..self.held.len();
        let Some(receiver) = new.min_by_key(|&node| (self.fill(node), node)) else { return false };
        let fits = self.above(donor).min(self.below(receiver));
        let shards = &self.shards[donor];
        let largest = shards.range(..=(fits, Reverse(0))).next_back();
        let Some(&(load, Reverse(shard))) = largest.or(shards.first()) else { return false };
        let after = Fill { load: self.held[receiver] + load, capacity: self.capacities[receiver] };
        if after >= self.fill(donor) {
            return false;
        }
        self.shards[donor].remove(&(load, Reverse(shard)));
        self.nodes[shard as usize] = receiver as u32;
        self.held[donor] -= load;
        self.held[receiver] += load;
        true
    }

    fn set_aside(&mut self, donor: usize) {
        self.open.retain(|&node| node != donor);
        self.level.load -= self.held[donor];
        self.level.capacity -= self.capacities[donor];
    }

    /// The most that a node can give and stay at the level.
    fn above(&self, node: usize) -> Sum {
        let (level, exact) = self.at_level(node);
        self.held[node].saturating_sub(level + Sum::from(!exact))
    }

    /// The most that a node can take up to the level.
    fn below(&self, node: usize) -> Sum {
        self.at_level(node).0.saturating_sub(self.held[node])
    }

    /// What a node holds at the level, rounded down, and whether that is exact.
    fn at_level(&self, node: usize) -> (Sum, bool) {
        let product = wide(self.level.load).wrapping_mul(wide(self.capacities[node]));
        let capacity = wide(self.level.capacity);
        let (whole, _) = product.wrapping_div(capacity).to_parts();
        (whole, product.wrapping_rem(capacity) == wide(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;
    use crate::placement::packed;

    fn of(nodes: &[u32], loads: &[Sum], capacities: &[f64], old: usize) -> Vec<u32> {
        let loads: Vec<Sum> = loads.iter().map(|load| load * ONE).collect();
        grown(nodes, &loads, &Capacities::new(capacities).unwrap(), old)
    }

    #[test]
    fn each_gives_its_part() {
        let nodes = of(&[0, 0, 0, 1, 1, 1], &[1; 6], &[1.0; 3], 2);
        assert_eq!(nodes, [2, 0, 0, 2, 1, 1]);
        // One of a third of the capacity takes a quarter; the largest shard that fits goes.
        assert_eq!(of(&[0; 5], &[5, 1, 2, 2, 2], &[3.0, 1.0], 1), [0, 1, 1, 0, 0]);
        assert_eq!(of(&[0, 1], &[1, 1], &[1.0; 4], 2), [0, 1]);
    }

    #[test]
    fn a_hot_shard_is_not_in_the_way() {
        // Node 0 can not get below its one shard, and the others share what is left with the new node.
        let nodes = of(&[0, 1, 1, 1, 2, 2, 2], &[90, 2, 2, 2, 2, 2, 2], &[1.0; 4], 3);
        assert_eq!(nodes, [0, 3, 1, 1, 3, 2, 2]);
    }

    #[test]
    fn nothing_moves_in_vain() {
        // One shard each: a move would only empty one node for another.
        assert_eq!(of(&[0, 1, 2], &[4, 4, 4], &[1.0; 4], 3), [0, 1, 2]);
        assert_eq!(of(&[0, 1], &[0, 0], &[1.0; 3], 2), [0, 1]);
        assert_eq!(of(&[], &[], &[1.0; 2], 1), [] as [u32; 0]);
    }

    #[test]
    fn it_comes_close_to_the_best_possible() {
        let loads: Vec<Sum> = (1..=1_024).map(|rank| (1_000_000 / rank) * ONE).collect();
        let (before, capacities) = (packed(&loads, &[1.0; 16]), Capacities::new(&[1.0; 17]).unwrap());
        let after = grown(&before, &loads, &capacities, 16);
        let moved = before.iter().zip(&after).filter(|(before, after)| before != after);
        assert!(moved.clone().all(|(_, &after)| after == 16));
        let held = loads_of(&after, &loads, 17);
        let (most, total) = (held.iter().max().unwrap(), held.iter().sum::<Sum>());
        // The heaviest shard alone sets the ratio, and the others are even.
        assert_eq!(*most, loads[0]);
        let share = held[16] as f64 / (total - loads[0]) as f64;
        assert!((share - 1.0 / 16.0).abs() < 1e-3, "{share}");
    }
}
