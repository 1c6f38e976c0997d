//! Intervals that hold the truth behind a sample of requests in nine samples of ten.
//!
//! Each end misses it in one of twenty at most. They are exact tests turned around, since resampling fails where it
//! matters: the largest of balanced shards is larger in any sample than in truth, and what no request did has no cell
//! to be drawn from.

use super::tail::at_least;

/// How often the truth lies beyond one end, at most.
pub(super) const BEYOND: f64 = 0.05;
/// Halvings of an interval: a float has no more.
const HALVINGS: u32 = 60;

/// Numbers whose shares are put together with their correlations; of more, as if all went together.
const CORRELATED: usize = 2_000;

/// The two ends.
pub type Interval = (f64, f64);

/// What is sampled, and from how much.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The share of all requests that the sample has; 0 where it is not known, or small.
    pub share: f64,
}

impl Sample {
    /// Counts of a sample without any that stands for more than itself: what is sampled of a known population is
    /// known better. `None` for a census.
    pub(super) fn worth(self, count: f64) -> Option<f64> {
        (self.share < 1.0).then(|| count / (1.0 - self.share))
    }

    /// Of the largest of so many shards, over their mean: of `requests`, `largest` lie on one.
    ///
    /// The lower end is the least ratio under which a shard reaches that many in more than one of twenty samples:
    /// at most `shards` / ratio of them can be so large. The upper end is the ratio with which the truly largest
    /// shard, which is one and the same in any sample, has so few. A function that was `fitted` to the sample has
    /// made its shards alike, so that any may be the largest.
    #[must_use]
    pub fn load_ratio(self, largest: f64, requests: f64, shards: u32, fitted: bool) -> Option<Interval> {
        let (k, n, m) = (self.worth(largest)?, self.worth(requests)?, f64::from(shards));
        if n <= 0.0 {
            return None;
        }
        let reached = |ratio: f64| m / ratio * at_least(k, n, ratio / m);
        let low = first(1.0, m * k / n, |ratio| reached(ratio) >= BEYOND);
        let beyond = if fitted { BEYOND / m } else { BEYOND };
        Some((low, (m * upper(k, n, beyond)).max(1.0)))
    }

    /// Of a share: `count` of `requests`.
    #[must_use]
    pub fn share(self, count: f64, requests: f64) -> Option<Interval> {
        let (k, n) = (self.worth(count)?, self.worth(requests)?);
        (n > 0.0).then(|| (lower(k, n, BEYOND), upper(k, n, BEYOND)))
    }

    /// Of the mean fan-out over so many shards, of fan-outs with how many requests have them, ascending.
    #[must_use]
    pub fn fanout(self, cells: &[(u32, f64)], shards: u32) -> Option<Interval> {
        let (least, most) = (cells.first()?.0.min(1), cells.last()?.0.max(shards));
        let cells: Vec<(f64, f64)> = cells.iter().map(|&(fanout, count)| (fanout.into(), count)).collect();
        self.mean(&cells, least.into(), most.into())
    }

    /// Of the mean of numbers that may be `least` to `most`, each with how many requests have it, ascending.
    ///
    /// A mean is a sum of shares: of those with each number or more, times the step to it. Their intervals are put
    /// together with their correlations, as variances are (Zou and Donner 2008); what no request has, such as a
    /// scatter, may still be in the rest.
    pub(super) fn mean(self, cells: &[(f64, f64)], least: f64, most: f64) -> Option<Interval> {
        let total: f64 = cells.iter().map(|cell| cell.1).sum();
        let n = self.worth(total).filter(|&n| n > 0.0)?;
        let mut tails = Vec::with_capacity(cells.len() + 1);
        let (mut before, mut below) = (least, 0.0);
        let unseen = cells.last().filter(|last| last.0 < most).map(|_| (most, 0.0));
        for (number, count) in cells.iter().copied().chain(unseen) {
            if number > before {
                tails.push(Tail::new(number - before, self.worth(total - below)?, n));
                before = number;
            }
            below += count;
        }
        let mean = least + tails.iter().map(|tail| tail.step * tail.share).sum::<f64>();
        let low = mean - together(&tails, |tail| tail.step * (tail.share - tail.low));
        let high = mean + together(&tails, |tail| tail.step * (tail.high - tail.share));
        Some((low.max(least), high.min(most)))
    }
}

/// The share of requests with a number or more.
struct Tail {
    /// From the number before to this one.
    step: f64,
    share: f64,
    low: f64,
    high: f64,
}

impl Tail {
    fn new(step: f64, count: f64, requests: f64) -> Self {
        let share = (count / requests).clamp(0.0, 1.0);
        let (low, high) = (lower(count, requests, BEYOND), upper(count, requests, BEYOND));
        Self { step, share, low, high }
    }

    /// How this share and a smaller one of the same requests go together in samples; 1 where one says nothing.
    fn correlation(&self, smaller: &Self) -> f64 {
        let odds = smaller.share * (1.0 - self.share) / (self.share * (1.0 - smaller.share));
        if odds > 0.0 && odds < 1.0 { odds.sqrt() } else { 1.0 }
    }
}

/// The distance of a sum's end, from those of its parts.
fn together(tails: &[Tail], distance: impl Fn(&Tail) -> f64) -> f64 {
    if tails.len() > CORRELATED {
        return tails.iter().map(distance).sum();
    }
    let mut square = 0.0;
    for (i, tail) in tails.iter().enumerate() {
        let own = distance(tail);
        square += own * own;
        square += tails[i + 1..]
            .iter()
            .map(|smaller| 2.0 * own * distance(smaller) * tail.correlation(smaller))
            .sum::<f64>();
    }
    square.sqrt()
}

/// The least share of which `k` or more of `n` are as likely as this (Clopper and Pearson 1934).
fn lower(k: f64, n: f64, likely: f64) -> f64 {
    first(0.0, (k / n).min(1.0), |share| at_least(k, n, share) >= likely)
}

/// The largest share of which `k` or fewer of `n` are as likely as this.
pub(super) fn upper(k: f64, n: f64, likely: f64) -> f64 {
    if k >= n {
        return 1.0;
    }
    first(k / n, 1.0, |share| 1.0 - at_least((k + 1.0).min(n), n, share) <= likely)
}

/// The first number between two at which it holds, if it does from there on; else the greater of them.
fn first(low: f64, high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    if high <= low || holds(low) {
        return low;
    }
    let (mut low, mut high) = (low, high);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::random::Random;

    const PART: Sample = Sample { share: 0.0 };

    #[test]
    fn known_intervals() {
        // Rule of three: nothing of 100 is up to 1 - 0.05^(1/100).
        let (low, high) = PART.share(0.0, 100.0).unwrap();
        assert_eq!(low, 0.0);
        assert!((high - 0.029_513).abs() < 1e-6, "{high}");
        assert!((PART.share(100.0, 100.0).unwrap().0 - (1.0 - 0.029_513)).abs() < 1e-6);
        // 10 of 100, by Clopper and Pearson's tables.
        let (low, high) = PART.share(10.0, 100.0).unwrap();
        assert!((low - 0.055_26).abs() < 1e-4 && (high - 0.163_77).abs() < 1e-4, "{low} {high}");
        // A mean of two numbers is a share.
        let (low, high) = PART.fanout(&[(1, 90.0), (11, 10.0)], 11).unwrap();
        assert!((low - 1.552_6).abs() < 1e-3 && (high - 2.637_7).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn a_census_has_none_and_a_part_of_it_less() {
        let half = Sample { share: 0.5 };
        let width = |sample: Sample| {
            let (low, high) = sample.share(500.0, 1_000.0).unwrap();
            high - low
        };
        assert!((width(half) / width(PART) - 0.5_f64.sqrt()).abs() < 0.01);
        let census = Sample { share: 1.0 };
        assert_eq!(census.share(1.0, 2.0), None);
        assert_eq!(census.load_ratio(1.0, 2.0, 2, false), None);
        assert_eq!(census.fanout(&[(1, 1.0)], 2), None);
    }

    #[test]
    fn the_ends_are_possible() {
        assert_eq!(PART.load_ratio(7.0, 7.0, 1, false), Some((1.0, 1.0)));
        let (low, high) = PART.load_ratio(1.0, 1.0, 64, false).unwrap();
        assert_eq!((low, high), (1.0, 64.0));
        let (low, high) = PART.fanout(&[(64, 50.0)], 64).unwrap();
        assert!(low > 55.0 && low < 64.0 && high == 64.0);
        assert_eq!(PART.fanout(&[(1, 5.0)], 1), Some((1.0, 1.0)));
        assert_eq!(PART.fanout(&[], 4), None);
        assert_eq!(PART.fanout(&[(0, 3.0)], 4).unwrap().0, 0.0);
        assert!(PART.fanout(&[(2, 3.0)], 4).unwrap().0 < 2.0);
        assert_eq!(PART.share(0.0, 0.0), None);
    }

    /// How many of `n` requests fall in a cell with a share `p`, by the waiting times between them.
    fn binomial(random: &mut Random, n: u64, p: f64) -> u64 {
        let (mut at, mut count, scale) = (0.0, 0, (-p.min(1.0 - 1e-12)).ln_1p());
        loop {
            at += (random.open().ln() / scale).floor() + 1.0;
            if at > n as f64 {
                return count;
            }
            count += 1;
        }
    }

    /// The largest of the shards when so many requests are drawn over them.
    fn largest(random: &mut Random, requests: u64, shares: &[f64]) -> u64 {
        let (mut left, mut rest, mut largest) = (requests, 1.0, 0);
        for share in shares {
            let count = binomial(random, left, share / rest);
            largest = largest.max(count);
            left -= count;
            rest -= share;
        }
        largest
    }

    /// In how many of the repetitions the interval of the load ratio holds the truth, and its mean width.
    fn coverage(shares: &[f64], requests: u64, repetitions: u64) -> (f64, f64) {
        let shards = shares.len() as u32;
        let truth = shares.iter().copied().fold(0.0, f64::max) * f64::from(shards);
        let (mut held, mut width) = (0.0, 0.0);
        for i in 0..repetitions {
            let most = largest(&mut Random::new(1, i), requests, shares);
            let (low, high) = PART.load_ratio(most as f64, requests as f64, shards, false).unwrap();
            held += f64::from(u8::from(low <= truth * (1.0 + 1e-12) && truth <= high * (1.0 + 1e-12)));
            width += high - low;
        }
        (held / repetitions as f64, width / repetitions as f64)
    }

    #[test]
    fn nine_of_ten_hold_the_truth() {
        for shards in [4, 16, 64] {
            for requests in [20, 1_000, 20_000] {
                let even = vec![1.0 / f64::from(shards); shards as usize];
                let sum: f64 = (1..=shards).map(|i| 1.0 / f64::from(i)).sum();
                let zipf: Vec<f64> = (1..=shards).map(|i| 1.0 / f64::from(i) / sum).collect();
                for shares in [&even, &zipf] {
                    let (held, width) = coverage(shares, requests, 200);
                    assert!(held >= 0.88, "{shards} {requests} {:.3}: {held} {width:.3}", shares[0]);
                }
            }
        }
    }
}
