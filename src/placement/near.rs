//! Buckets packed on shards from where they are dealt now: as few move as bring the fullest shard down.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::packed::packed;
use crate::exact::Sum;

/// The shard of each bucket, of which bucket i was on shard i mod `shards`.
///
/// The level is the fullest shard's load when all buckets are packed anew ([`packed`]). As long as a shard is above
/// it, the fullest one gives a bucket to the least loaded one, if that stays within the level: the smallest that
/// brings the giver down to the level, else the largest. A shard with no such bucket is set aside. So no shard ends
/// above the fullest of before, and none that received above the level.
#[must_use]
pub fn near(loads: &[Sum], shards: u32) -> Vec<u32> {
    let mut placed: Vec<u32> = (0..loads.len()).map(|bucket| (bucket % shards as usize) as u32).collect();
    let mut held = vec![0 as Sum; shards as usize];
    let mut buckets: Vec<BTreeSet<(Sum, Reverse<usize>)>> = vec![BTreeSet::new(); shards as usize];
    for (bucket, (&shard, &load)) in placed.iter().zip(loads).enumerate() {
        held[shard as usize] += load;
        if load > 0 {
            buckets[shard as usize].insert((load, Reverse(bucket)));
        }
    }
    let mut anew = vec![0 as Sum; shards as usize];
    for (&shard, &load) in packed(loads, &vec![1.0; shards as usize]).iter().zip(loads) {
        anew[shard as usize] += load;
    }
    let level = anew.iter().copied().max().unwrap_or(0);
    let mut open: BTreeSet<(Sum, Reverse<usize>)> =
        held.iter().enumerate().map(|(shard, &load)| (load, Reverse(shard))).collect();
    while let Some((most, Reverse(giver))) = open.pop_last() {
        let Some(&(least, Reverse(taker))) = open.first() else { break };
        if most <= level {
            break;
        }
        let (excess, room) = (most - level, level.saturating_sub(least));
        let enough = buckets[giver].range((excess, Reverse(usize::MAX))..).next().copied();
        let largest = || buckets[giver].range(..=(room, Reverse(0))).next_back().copied();
        let Some((load, Reverse(bucket))) = enough.filter(|(load, _)| *load <= room).or_else(largest) else {
            continue; // set aside: none of its buckets fits anywhere
        };
        open.remove(&(least, Reverse(taker)));
        buckets[giver].remove(&(load, Reverse(bucket)));
        placed[bucket] = taker as u32;
        open.insert((most - load, Reverse(giver)));
        open.insert((least + load, Reverse(taker)));
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;

    fn of(loads: &[Sum], shards: u32) -> Vec<u32> {
        near(&loads.iter().map(|load| load * ONE).collect::<Vec<_>>(), shards)
    }

    fn largest(loads: &[Sum], placed: &[u32], shards: u32) -> Sum {
        let on = |shard| placed.iter().zip(loads).filter(|(s, _)| **s == shard).map(|(_, load)| load).sum();
        (0..shards).map(on).max().unwrap_or(0)
    }

    #[test]
    fn what_is_even_stays() {
        assert_eq!(of(&[1; 8], 4), [0, 1, 2, 3, 0, 1, 2, 3]);
        assert_eq!(of(&[], 3), [] as [u32; 0]);
        assert_eq!(of(&[5, 1], 1), [0, 0]);
    }

    #[test]
    fn the_fullest_gives_what_brings_it_down() {
        // Shard 0 has 4 + 3, shard 1 has 1 + 0: one of them moves, and 3 is enough.
        assert_eq!(of(&[4, 1, 3, 0], 2), [0, 1, 1, 1]);
        // A bucket that is too heavy for any shard stays, what lies beside it moves.
        assert_eq!(of(&[9, 1, 1, 1], 2), [0, 1, 1, 1]);
    }

    #[test]
    fn few_move_and_the_fullest_shard_comes_down() {
        let loads: Vec<Sum> = (1..=1_024).map(|i| 1_000_000 / i).collect();
        let dealt: Vec<u32> = (0..1_024).map(|i| i % 16).collect();
        let placed = of(&loads, 16);
        let moved: Sum =
            loads.iter().enumerate().filter(|(i, _)| placed[*i] != dealt[*i]).map(|(_, l)| l).sum();
        assert!(largest(&loads, &placed, 16) < largest(&loads, &dealt, 16));
        assert!(moved * 4 < loads.iter().sum::<Sum>(), "{moved}");
    }
}
