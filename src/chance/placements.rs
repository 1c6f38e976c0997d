//! Many random placements of the same keys: what their load ratios come to.

use rayon::prelude::*;

use super::keys::KeyLoads;
use super::random::Random;
use super::throw::Throw;
use crate::control::Control;
use crate::error::Result;
use crate::measure::share_of_thread;

/// Placements, at most: the mean of as many is within a few thousandths even where one key decides.
const MOST: usize = 10_000;
/// And at least: so many shards vary little between them.
const LEAST: usize = 200;
/// Random numbers for all of them, about.
const WORK: usize = 100_000_000;
/// How much a measured ratio may differ from a placed one that is the same, by rounding.
const ROUNDING: f64 = 1e-9;

/// Load ratios of random placements.
#[derive(Clone, Debug, PartialEq)]
pub struct Placements {
    /// The most even first.
    ratios: Vec<f64>,
}

impl Placements {
    /// Places the keys on so many shards at random, again and again; the same for the same seed on any threads.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn of(keys: &KeyLoads, shards: u32, seed: u64, control: &Control) -> Result<Self> {
        let throw = Throw::new(keys, shards);
        let count = (WORK / throw.cost()).clamp(LEAST, MOST);
        let place = |loads: &mut Vec<f64>, i: usize| {
            control.check()?;
            Ok(throw.place(&mut Random::new(seed, i as u64), loads))
        };
        let mut ratios = (0..count)
            .into_par_iter()
            .with_min_len(share_of_thread(count))
            .map_init(|| vec![0.0; shards as usize], place)
            .collect::<Result<Vec<f64>>>()?;
        ratios.par_sort_unstable_by(f64::total_cmp);
        Ok(Self { ratios })
    }

    /// How many placements.
    #[must_use]
    pub fn count(&self) -> usize {
        self.ratios.len()
    }

    /// The mean ratio.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.ratios.iter().sum::<f64>() / self.ratios.len() as f64
    }

    /// The ratio that so many of a hundred placements do not exceed.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> f64 {
        let index = (self.ratios.len() - 1) * percent.min(100) / 100;
        self.ratios.get(index).copied().unwrap_or(1.0)
    }

    /// The share of the placements whose ratio is at most this one.
    #[must_use]
    pub fn rank(&self, measured: f64) -> f64 {
        let below = self.ratios.partition_point(|&ratio| ratio <= measured * (1.0 + ROUNDING));
        below as f64 / self.ratios.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{ONE, Sum, from_f64};

    fn of(loads: Vec<Sum>, shards: u32) -> Placements {
        Placements::of(&KeyLoads::new(loads, 0), shards, 0, &Control::default()).unwrap()
    }

    fn near(found: f64, expected: f64, within: f64) -> bool {
        (found / expected - 1.0).abs() < within
    }

    #[test]
    fn exact_means_of_equal_keys() {
        let known = [(64, 16, 7.88, 10.0), (1_000, 16, 76.85, 84.0), (10_000, 16, 669.5, 692.0)];
        for (keys, shards, mean, most) in
            known.into_iter().chain([(10_000, 64, 186.3, 197.0), (1_000, 100, 18.76, 22.0)])
        {
            let placed = of(vec![ONE; keys], shards);
            let even = keys as f64 / f64::from(shards);
            assert!(near(placed.mean() * even, mean, 0.01), "{keys} on {shards}: {}", placed.mean() * even);
            let p95 = placed.percentile(95) * even;
            assert!((p95 - most).abs() <= 1.0 + most / 500.0, "{keys} on {shards}: {p95}");
        }
        assert!(near(of(vec![ONE; 1_000], 64).mean(), 1.639, 0.01));
    }

    #[test]
    fn noise_stands_for_many_keys() {
        // 40,000 keys are noise beside 1,024, and and 10 of them on a shard are skewed.
        let equal = of(vec![ONE; 40_000], 4_000).mean();
        // The exact mean of the largest of 4,000 Poisson loads of mean 10 is 23.29.
        assert!(near(equal, 2.329, 0.01), "{equal}");
    }

    #[test]
    fn zipf_keys() {
        let zipf = |theta: f64, n: u32| -> Vec<Sum> {
            (1..=n).map(|i| from_f64(1e6 * f64::from(i).powf(-theta))).collect()
        };
        for (theta, keys, shards, mean, p95) in [
            (0.5, 10_000, 16, 1.119, 1.185),
            (0.8, 10_000, 16, 1.565, 1.859),
            (0.99, 100_000, 4, 1.238, 1.424),
            (0.99, 100_000, 16, 2.176, 2.679),
            (0.99, 100_000, 64, 5.930, 6.920),
            (1.2, 100_000, 16, 3.964, 5.024),
        ] {
            let placed = of(zipf(theta, keys), shards);
            let found = (placed.mean(), placed.percentile(95));
            assert!(
                near(found.0, mean, 0.02) && near(found.1, p95, 0.02),
                "{theta} {keys} {shards}: {found:?}"
            );
        }
    }

    #[test]
    fn ranks_count_what_is_as_even() {
        let placed = of(vec![ONE; 3], 2);
        // Three keys on two shards: 2 and 1 in three of four placements, else 3 and 0.
        assert_eq!((placed.percentile(0), placed.percentile(100)), (4.0 / 3.0, 2.0));
        assert!(near(placed.rank(4.0 / 3.0), 0.75, 0.03));
        assert_eq!((placed.rank(1.0), placed.rank(2.0)), (0.0, 1.0));
        assert_eq!(of(vec![ONE; 9], 1).mean(), 1.0);
    }

    #[test]
    fn a_stop_stops_it() {
        let control = Control::default();
        control.stop();
        assert!(Placements::of(&KeyLoads::new(vec![ONE; 9], 0), 4, 0, &control).is_err());
    }
}
