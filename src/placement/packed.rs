//! Shards packed on nodes by their load, largest first.

use std::cmp::Reverse;

use super::dealt::round_robin;
use super::fill::{Nodes, fullest, loads_of};
use crate::exact::{LARGEST, ONE, SMALLEST, Sum, from_f64};

/// The node of each shard: the heaviest first, each onto the node whose load / capacity is then the least, ties by
/// the lowest number; or dealt round-robin, where the most filled node is then filled less.
///
/// Shards without load come last, each onto the node with the fewest shards for its capacity: nobody knows yet what
/// they will hold. Capacities outside the range of weights, 2⁻⁴⁰ to below 2⁶², count as the nearest in it; without
/// any, no shard has a node and the result is empty.
#[must_use]
pub fn packed(loads: &[Sum], capacities: &[f64]) -> Vec<u32> {
    let exact = |&capacity: &f64| from_f64(capacity.max(SMALLEST).min(LARGEST.next_down()));
    pack(loads, &capacities.iter().map(exact).collect::<Vec<_>>())
}

/// As [`packed`], with exact capacities.
#[must_use]
pub fn pack(loads: &[Sum], capacities: &[Sum]) -> Vec<u32> {
    if capacities.is_empty() {
        return Vec::new();
    }
    let dealt = round_robin(loads.len(), capacities);
    let largest_first = largest_first(loads, capacities);
    let most = |nodes: &[u32]| fullest(&loads_of(nodes, loads, capacities.len()), capacities);
    if most(&dealt) < most(&largest_first) { dealt } else { largest_first }
}

fn largest_first(loads: &[Sum], capacities: &[Sum]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..loads.len()).collect();
    order.sort_by_key(|&shard| Reverse(loads[shard]));
    let loaded = order.partition_point(|&shard| loads[shard] > 0);
    let mut nodes = vec![0; loads.len()];
    let mut counts = vec![0; capacities.len()];
    let mut filled = Nodes::new(capacities, &counts);
    for &shard in &order[..loaded] {
        if let Some(node) = filled.put(loads[shard]) {
            nodes[shard] = node;
            counts[node as usize] += ONE;
        }
    }
    let mut counted = Nodes::new(capacities, &counts);
    for &shard in &order[loaded..] {
        if let Some(node) = counted.put(ONE) {
            nodes[shard] = node;
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(loads: &[Sum], capacities: &[f64]) -> Vec<u32> {
        packed(&loads.iter().map(|load| load * ONE).collect::<Vec<_>>(), capacities)
    }

    #[test]
    fn largest_first_onto_the_least_loaded() {
        assert_eq!(of(&[1, 7, 3, 5, 2], &[1.0; 2]), [1, 0, 1, 1, 0]);
        assert_eq!(of(&[4, 4, 4], &[1.0; 3]), [0, 1, 2]);
        assert_eq!(of(&[9, 1], &[1.0; 4]), [0, 1]);
        assert_eq!(of(&[], &[1.0]), [] as [u32; 0]);
        assert_eq!(of(&[1, 2], &[]), [] as [u32; 0]);
    }

    #[test]
    fn capacities_are_filled_alike() {
        assert_eq!(of(&[1; 6], &[1.0, 2.0]), [1, 0, 1, 1, 0, 1]);
        assert_eq!(of(&[3, 1], &[1.0, 3.0]), [1, 0]);
        assert_eq!(of(&[3, 1, 1, 1], &[0.3, 0.1, 0.2]), [0, 2, 1, 2]);
        assert_eq!(of(&[2, 1], &[f64::NAN, 1.0]), [1, 1]);
    }

    #[test]
    fn round_robin_where_it_is_better() {
        // Largest first is known to miss this one: 3 + 3 and 2 + 2 + 2.
        assert_eq!(of(&[3, 2, 3, 2, 0, 2], &[1.0; 2]), [0, 1, 0, 1, 0, 1]);
    }

    #[test]
    fn shards_without_load_are_spread() {
        assert_eq!(of(&[0, 9, 0, 1, 0, 0], &[1.0; 2]), [0, 0, 1, 1, 0, 1]);
        assert_eq!(of(&[0; 6], &[1.0, 2.0]), [1, 0, 1, 1, 0, 1]);
    }
}
