//! Two candidates on the same requests: whether they differ by more than the sample's noise.

use std::collections::BTreeMap;

use statrs::function::erf::erfc_inv;

use super::interval::{BEYOND, Interval, Sample, upper};

/// Shards that may be the largest in truth, looked at in pairs with the other candidate's, at most.
const PAIRED: usize = 1_000;
/// Standard errors by which a shard and the largest one may both be off.
const NEAR: f64 = 2.0;

/// Requests by their shard under one candidate, their shard under the other, and how many.
pub type Cell = (u32, u32, f64);

/// One candidate's shards.
struct Side {
    /// The shares of those that may be the largest, largest first.
    near: Vec<(u32, f64)>,
    /// How many they are in all.
    count: f64,
    /// Whether it was fitted on the sample.
    fitted: bool,
}

impl Sample {
    /// The difference of two load ratios over so many shards: the first candidate's less the second's.
    ///
    /// One is greater where some shard of it is above each of the other's. What is measured of two shards goes
    /// together as their requests do. For each of the other's shards it is one test, whatever their number, since all
    /// of them must hold; but it is as many as there are shards that may be the first one's largest.
    #[must_use]
    pub fn load_difference(self, cells: &[Cell], shards: u32, fitted: [bool; 2]) -> Option<Interval> {
        let counted: f64 = cells.iter().map(|cell| cell.2).sum();
        let n = self.worth(counted).filter(|&n| n > 0.0)?;
        let scale = f64::from(shards);
        if fitted == [false; 2] && cells.iter().all(|cell| cell.0 == cell.1 || cell.2 == 0.0) {
            // Only requests that lie apart can make a difference: as many as may be where none was drawn.
            let apart = (scale * upper(0.0, n, BEYOND)).min(scale - 1.0);
            return Some((-apart, apart));
        }
        let mut both: BTreeMap<(u32, u32), f64> = BTreeMap::new();
        let mut of = [BTreeMap::new(), BTreeMap::new()];
        for &(first, second, count) in cells {
            let share = count / counted;
            *both.entry((first, second)).or_default() += share;
            *of[0].entry(first).or_default() += share;
            *of[1].entry(second).or_default() += share;
        }
        let [one, other] = [0, 1].map(|i| Side::new(&of[i], n, fitted[i]));
        let error = |(s, p): (u32, f64), (t, q): (u32, f64)| {
            let common = both.get(&(s, t)).copied().unwrap_or(0.0);
            let variance = p + q - 2.0 * common - (p - q).powi(2);
            (variance.max(1.0 / n) / n).sqrt()
        };
        let above = |one: &Side, other: &Side, error: &dyn Fn((u32, f64), (u32, f64)) -> f64| {
            let z = one.errors_against(other);
            let least = |&s: &(u32, f64)| {
                other.near.iter().map(|&t| s.1 - t.1 - z * error(s, t)).fold(f64::INFINITY, f64::min)
            };
            one.near.iter().map(least).fold(f64::NEG_INFINITY, f64::max)
        };
        let most = scale - 1.0;
        let low = scale * above(&one, &other, &error);
        let high = -scale * above(&other, &one, &|t, s| error(s, t));
        Some((low.max(-most), high.min(most)))
    }

    /// The difference of two means over the same requests, each of a number up to `most`: of all requests the first
    /// candidate's number, the second's, and how many there are.
    ///
    /// It is the mean of their differences, of which any up to `most` either way may be in the rest.
    #[must_use]
    pub fn mean_difference(
        self,
        requests: impl Iterator<Item = (f64, f64, f64)>,
        most: f64,
    ) -> Option<Interval> {
        let mut cells: Vec<(f64, f64)> =
            requests.filter(|each| each.2 > 0.0).map(|(one, other, count)| (one - other, count)).collect();
        cells.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        cells.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0.0 };
            same
        });
        self.mean(&cells, -most, most)
    }
}

impl Side {
    fn new(shares: &BTreeMap<u32, f64>, n: f64, fitted: bool) -> Self {
        let reach = |share: f64| NEAR * (share * (1.0 - share) / n + 1.0 / (n * n)).sqrt();
        let mut near: Vec<(u32, f64)> = shares.iter().map(|(&shard, &share)| (shard, share)).collect();
        near.sort_by(|a, b| b.1.total_cmp(&a.1));
        let least = near.first().map_or(0.0, |&(_, largest)| largest - reach(largest));
        near.retain(|&(_, share)| share + reach(share) >= least);
        let count = near.len() as f64;
        near.truncate(PAIRED);
        Self { near, count, fitted }
    }

    /// How many standard errors one of these shards must be above each of the other's.
    fn errors_against(&self, other: &Self) -> f64 {
        // Fitting has made the other's shards alike, so that any of them may be its largest.
        let tests = self.count * if other.fitted { other.count } else { 1.0 };
        std::f64::consts::SQRT_2 * erfc_inv(2.0 * BEYOND / tests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::random::Random;

    const PART: Sample = Sample { share: 0.0 };

    /// Of a thousand samples of independent placements, the share whose interval leaves 0 out.
    fn told_apart(shares: [&[f64]; 2], requests: u32) -> f64 {
        let shards = shares[0].len() as u32;
        let place = |shares: &[f64], random: &mut Random| {
            let (at, mut below) = (random.open(), 0.0);
            let found = shares.iter().position(|share| {
                below += share;
                at < below
            });
            found.unwrap_or(shares.len() - 1) as u32
        };
        let mut told = 0.0;
        for i in 0..1_000 {
            let mut random = Random::new(2, i);
            let cells: Vec<Cell> = (0..requests)
                .map(|_| (place(shares[0], &mut random), place(shares[1], &mut random), 1.0))
                .collect();
            let (low, high) = PART.load_difference(&cells, shards, [false; 2]).unwrap();
            told += f64::from(u8::from(low > 0.0 || high < 0.0));
        }
        told / 1e3
    }

    /// So many hot shards with this ratio, among others that are alike.
    fn hot(shards: u32, ratio: f64, count: u32) -> Vec<f64> {
        let cold = (f64::from(shards) - ratio * f64::from(count)) / f64::from(shards - count);
        let of = |s: u32| if s < count { ratio } else { cold } / f64::from(shards);
        (0..shards).map(of).collect()
    }

    #[test]
    fn equal_candidates_are_seldom_told_apart() {
        for (shards, requests) in [(4, 50), (4, 1_000), (16, 1_000)] {
            let even = hot(shards, 1.0, 1);
            let (one, many) = (hot(shards, 1.5, 1), hot(shards, 1.5, shards / 2));
            for pair in [[&even, &even], [&one, &many], [&many, &one]] {
                let told = told_apart([pair[0], pair[1]], requests);
                assert!(told <= 0.12, "{shards} shards, {requests}: {told}");
            }
        }
    }

    #[test]
    fn others_are() {
        assert!(told_apart([&hot(4, 1.0, 1), &hot(4, 1.5, 1)], 1_000) > 0.95);
    }

    #[test]
    fn requests_that_go_together_tell_more() {
        // Three of four requests lie on the same shard under both.
        let alike = [(0, 0, 30.0), (1, 1, 45.0), (0, 1, 5.0), (1, 0, 20.0)];
        let apart = [(0, 0, 17.5), (0, 1, 17.5), (1, 0, 32.5), (1, 1, 32.5)];
        let width = |cells: &[Cell]| {
            let (low, high) = PART.load_difference(cells, 2, [false; 2]).unwrap();
            high - low
        };
        assert!(width(&alike) < width(&apart));
        let fitted = PART.load_difference(&apart, 2, [true; 2]).unwrap();
        let given = PART.load_difference(&apart, 2, [false; 2]).unwrap();
        assert!(fitted.0 <= given.0 && fitted.1 >= given.1);
        assert_eq!(PART.load_difference(&[], 2, [false; 2]), None);
        assert_eq!(Sample { share: 1.0 }.load_difference(&apart, 2, [false; 2]), None);
    }

    #[test]
    fn rows_that_lie_together_leave_little_open() {
        let cells: Vec<Cell> = (0..4).map(|shard| (shard, shard, 25.0)).chain([(0, 1, 0.0)]).collect();
        let (low, high) = PART.load_difference(&cells, 4, [false; 2]).unwrap();
        let apart = 4.0 * (1.0 - 0.05_f64.powf(0.01));
        assert!((high - apart).abs() < 1e-9 && low == -high, "{low} {high}");
        assert!(PART.load_difference(&cells, 4, [true, false]).unwrap().1 > 2.0 * high);
        assert_eq!(PART.load_difference(&[(0, 0, 9.0)], 1, [false; 2]), Some((-0.0, 0.0)));
    }

    #[test]
    fn differences_of_means() {
        let both = |cells: &[(f64, f64, f64)]| PART.mean_difference(cells.iter().copied(), 3.0).unwrap();
        let (low, high) = both(&[(1.0, 4.0, 1_000.0)]);
        assert!(low == -3.0 && high < -2.9, "{low} {high}");
        // Three requests that all say the same can't tell.
        assert!(both(&[(1.0, 2.0, 3.0)]).1 > 0.0);
        let (low, high) = both(&[(1.0, 2.0, 30.0), (2.0, 1.0, 30.0), (1.0, 1.0, 1e4), (9.0, 9.0, 0.0)]);
        assert!(low < 0.0 && high > 0.0 && high < 0.01, "{low} {high}");
    }
}
