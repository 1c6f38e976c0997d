//! Whether a hash spreads distinct keys as chance would: a chi-squared test.

use statrs::function::gamma::checked_gamma_ur;

/// Keys that a shard must have on average, for the statistic to have its distribution.
const LEAST: u64 = 5;

/// A chi-squared test of keys by shard against equal counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Uniform {
    /// The statistic.
    pub chi_squared: f64,
    /// How likely a uniform hash gives this or more; `None` where there are too few keys to say.
    pub p_value: Option<f64>,
}

/// The test; `None` where there is one shard, or no key.
#[must_use]
pub fn uniform(keys: &[u64]) -> Option<Uniform> {
    let shards = keys.len() as u128;
    let total: u128 = keys.iter().map(|&k| u128::from(k)).sum();
    if shards < 2 || total == 0 {
        return None;
    }
    // Σ (k - mean)² / mean, with the division last.
    let squares: u128 = keys.iter().map(|&k| u128::from(k).pow(2)).sum();
    let chi_squared = (squares * shards - total * total) as f64 / total as f64;
    let freedom = (shards - 1) as f64;
    let p_value = || {
        if chi_squared == 0.0 { Some(1.0) } else { checked_gamma_ur(freedom / 2.0, chi_squared / 2.0).ok() }
    };
    let enough = total >= shards * u128::from(LEAST);
    Some(Uniform { chi_squared, p_value: enough.then(p_value).flatten() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_tests() {
        // A die thrown 60 times: the example of many textbooks.
        let die = uniform(&[5, 8, 9, 8, 10, 20]).unwrap();
        assert!((die.chi_squared - 13.4).abs() < 1e-12);
        assert!((die.p_value.unwrap() - 0.019_905).abs() < 1e-5);
        assert_eq!(uniform(&[10, 10]), Some(Uniform { chi_squared: 0.0, p_value: Some(1.0) }));
        let one_sided = uniform(&[1_000_000, 0]).unwrap();
        assert!(one_sided.p_value.unwrap() < 1e-300);
    }

    #[test]
    fn too_little_to_test() {
        assert_eq!(uniform(&[7]), None);
        assert_eq!(uniform(&[0, 0]), None);
        assert_eq!(uniform(&[4, 5]).unwrap().p_value, None);
        assert!(uniform(&[5, 5]).unwrap().p_value.is_some());
    }
}
