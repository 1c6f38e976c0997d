//! Measures of how unevenly load lies on shards.

use crate::exact::{Sum, ratio, to_f64};

/// How uneven the loads of all shards are, empty shards included.
#[derive(Clone, Debug, PartialEq)]
pub struct Skew {
    /// The largest load over the mean.
    pub load_ratio: f64,
    /// The coefficient of variation: population standard deviation over mean (Greenplum's skew coefficient is 100 of it).
    pub load_cv: f64,
    /// 1 − 1/ratio: the share of the machine that idles while the largest shard works (Teradata's skew).
    pub load_idle_share: f64,
    /// The Gini coefficient: 0 for equal loads, up to 1 − 1/shards for all on one.
    pub load_gini: f64,
    /// Horticulture's skew factor: 0 for equal loads, 1 for all on one (Pavlo et al., SIGMOD 2012).
    pub load_skew_factor: f64,
    /// The load of each shard.
    pub loads: Vec<f64>,
}

impl Skew {
    /// The measures of these loads; `None` where there is no load at all.
    #[must_use]
    pub fn of(sums: &[Sum]) -> Option<Self> {
        let total: Sum = sums.iter().sum();
        let largest = sums.iter().max().copied().unwrap_or(0);
        if total == 0 {
            return None;
        }
        let shards = sums.len() as f64;
        let load_ratio = ratio(largest, sums.len() as u64, total);
        let loads: Vec<f64> = sums.iter().map(|&s| to_f64(s)).collect();
        let mean = to_f64(total) / shards;
        let variance = loads.iter().map(|l| (l - mean) * (l - mean)).sum::<f64>() / shards;
        let mut sorted = loads.clone();
        sorted.sort_by(f64::total_cmp);
        let ranked: f64 = sorted.iter().zip(1u32..).map(|(l, i)| l * f64::from(i)).sum();
        Some(Self {
            load_ratio,
            load_cv: variance.sqrt() / mean,
            load_idle_share: 1.0 - 1.0 / load_ratio,
            load_gini: (2.0 * ranked / (shards * to_f64(total)) - (shards + 1.0) / shards).max(0.0),
            load_skew_factor: skew_factor(&loads, to_f64(total)),
            loads,
        })
    }
}

/// Pavlo, Curino and Zdonik's skew factor, in its form for one interval.
///
/// A share r above the best, 1/N, counts as it is; a smaller one is mirrored above it, so that idle shards count too.
fn skew_factor(loads: &[f64], total: f64) -> f64 {
    let shards = loads.len() as f64;
    if loads.len() == 1 {
        return 0.0;
    }
    let best = 1.0 / shards;
    let distance = |load: &f64| {
        let share = load / total;
        let mirrored = if share >= best { share } else { best + (1.0 - share / best) * (1.0 - best) };
        (mirrored / best).ln().abs()
    };
    loads.iter().map(distance).sum::<f64>() / (shards * shards.ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;

    fn of(loads: &[u128]) -> Skew {
        Skew::of(&loads.iter().map(|l| l * ONE).collect::<Vec<_>>()).unwrap()
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn known_load_vectors() {
        let mut twice = [10; 10];
        twice[3] = 20;
        let skew = of(&twice);
        assert!(
            near(skew.load_skew_factor, 0.260) && near(skew.load_cv, 0.273) && near(skew.load_gini, 0.082)
        );
        assert_eq!(skew.load_ratio, 200.0 / 110.0);
        let mut half = [5; 10];
        half[0] = 45;
        let skew = of(&half);
        assert!(near(skew.load_skew_factor, 0.699) && near(skew.load_cv, 1.333) && near(skew.load_gini, 0.4));
        assert_eq!(skew.load_ratio, 5.0);
        assert!(near(skew.load_idle_share, 0.8));
        let mut all = [0; 300];
        all[7] = 1;
        assert!(near(of(&all).load_skew_factor, 1.0));
        let mut idle = [1; 300];
        idle[0] = 0;
        assert!(near(of(&idle).load_skew_factor, 0.0039));
        assert!(Skew::of(&[0, 0]).is_none());
        assert_eq!(of(&[4]).load_skew_factor, 0.0);
    }
}
