//! One random placement: the heavy keys one by one, what is left of the load by its spread.

use super::keys::KeyLoads;
use super::random::Random;
use crate::exact::to_f64;

/// Up to so many keys are thrown one by one, all of them.
const ALL: usize = 20_000;
/// Of more keys, so many of the heaviest at least.
const HEAVY: usize = 1_024;
/// How skewed the load of the other keys on a shard may be to be drawn as noise: below, the noise is right within a
/// percent; above, more keys are thrown one by one.
const MOST_SKEW: f64 = 0.5;

/// What is thrown.
#[derive(Debug)]
pub(super) struct Throw {
    shards: u32,
    /// Loads of the keys that are thrown one by one.
    heavy: Vec<f64>,
    /// The other keys' load on a shard: mean, standard deviation and skewness.
    mean: f64,
    deviation: f64,
    skewness: f64,
    /// From a shard's load to a load ratio.
    scale: f64,
    floor: f64,
}

impl Throw {
    /// These keys on so many shards.
    pub(super) fn new(keys: &KeyLoads, shards: u32) -> Self {
        let loads: Vec<f64> = keys.loads().iter().take_while(|&&load| load > 0).map(|&l| to_f64(l)).collect();
        let mut count = if loads.len() <= ALL { loads.len() } else { HEAVY };
        let mut rest = Rest::of(&loads[count..], shards);
        while rest.skewness > MOST_SKEW {
            count = (2 * count).min(loads.len());
            rest = Rest::of(&loads[count..], shards);
        }
        let mut heavy = loads;
        heavy.truncate(count);
        Self {
            shards,
            heavy,
            mean: rest.mean,
            deviation: rest.deviation,
            skewness: rest.skewness,
            scale: f64::from(shards) / to_f64(keys.total()),
            floor: keys.floor(shards),
        }
    }

    /// How many random numbers a placement takes.
    pub(super) fn cost(&self) -> usize {
        self.heavy.len() + self.shards as usize
    }

    /// The load ratio of a placement; `loads` is room for each shard's load.
    pub(super) fn place(&self, random: &mut Random, loads: &mut [f64]) -> f64 {
        self.spread(random, loads);
        for load in &self.heavy {
            loads[random.below(self.shards)] += load;
        }
        let largest = loads.iter().copied().fold(0.0, f64::max);
        // Noise knows of no floor, and keys that are thrown can't get below it.
        (largest * self.scale).max(self.floor)
    }

    /// Puts the other keys' load on the shards: noise with their variance and skewness (by Cornish and Fisher), which
    /// adds up to nothing over the shards, around its mean.
    fn spread(&self, random: &mut Random, loads: &mut [f64]) {
        if self.deviation == 0.0 {
            loads.fill(0.0);
            return;
        }
        let mut sum = 0.0;
        for load in loads.iter_mut() {
            let z = random.normal();
            *load = z + self.skewness / 6.0 * (z * z - 1.0);
            sum += *load;
        }
        let centre = sum / loads.len() as f64;
        for load in loads {
            *load = self.mean + self.deviation * (*load - centre);
        }
    }
}

/// Keys that are not thrown one by one.
struct Rest {
    mean: f64,
    deviation: f64,
    skewness: f64,
}

impl Rest {
    fn of(loads: &[f64], shards: u32) -> Self {
        let shards = f64::from(shards);
        let moment = |power: i32| loads.iter().rev().map(|load| load.powi(power)).sum::<f64>() / shards;
        let variance = moment(2);
        let skewness = if variance > 0.0 { moment(3) / variance.powf(1.5) } else { 0.0 };
        Self { mean: moment(1), deviation: variance.sqrt(), skewness }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{ONE, Sum};

    fn of(loads: Vec<Sum>, shards: u32) -> Throw {
        Throw::new(&KeyLoads::new(loads, 0), shards)
    }

    #[test]
    fn few_keys_are_all_thrown() {
        assert_eq!(of(vec![ONE; ALL], 16).heavy.len(), ALL);
        assert_eq!(of(vec![ONE; ALL + 1], 16).heavy.len(), HEAVY);
        // Keys without load are not thrown.
        assert_eq!(of(vec![ONE, 0, ONE], 16).heavy.len(), 2);
    }

    #[test]
    fn so_are_those_of_which_a_shard_has_few() {
        assert_eq!(of(vec![ONE; 30_000], 30_000).heavy.len(), 30_000);
        let zipf = |n: Sum| (1..=n).map(|i| 1_000_000 * ONE / i).collect::<Vec<_>>();
        let thrown = of(zipf(100_000), 4_096).heavy.len();
        assert!(thrown > HEAVY && thrown < 100_000, "{thrown}");
    }

    #[test]
    fn noise_keeps_the_load() {
        let throw = of(vec![ONE; 100_000], 8);
        let mut loads = vec![0.0; 8];
        throw.spread(&mut Random::new(1, 2), &mut loads);
        let sum: f64 = loads.iter().sum();
        assert!((sum - (100_000 - HEAVY) as f64).abs() < 1e-6);
        assert!(loads[0] != loads[1]);
    }
}
