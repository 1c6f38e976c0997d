//! The textbook's largest load of equal keys on random shards (Raab and Steger, 1998).

/// n/m + √(2 (n/m) ln m) of n equal keys on m shards, over their mean n/m.
#[must_use]
pub fn ratio(keys: u64, shards: u32) -> f64 {
    let (keys, shards) = (keys as f64, f64::from(shards));
    1.0 + (2.0 * shards * shards.ln() / keys).sqrt()
}

/// Whether it holds for so many keys: more than m ln m of them, and at most m ln³ m.
///
/// The theorem says "far more" and "a power of the logarithm"; from m ln³ m on the next form is the finer one.
#[must_use]
pub fn holds(keys: u64, shards: u32) -> bool {
    let (keys, shards) = (keys as f64, f64::from(shards));
    let ln = shards.ln();
    keys > shards * ln && keys <= shards * ln.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_forms() {
        let load = |keys: u64, shards: u32| ratio(keys, shards) * keys as f64 / f64::from(shards);
        let known = [(64, 16, 8.71), (1_000, 16, 81.1), (10_000, 16, 683.9), (10_000, 64, 192.3)];
        for (keys, shards, expected) in known.into_iter().chain([(1_000, 100, 19.6)]) {
            assert!((load(keys, shards) - expected).abs() < 0.06, "{keys} on {shards}");
        }
        assert_eq!(ratio(5, 1), 1.0);
    }

    #[test]
    fn the_range_in_which_it_holds() {
        assert!(holds(64, 16) && holds(1_000, 100));
        assert!(!holds(44, 16) && !holds(1_000, 16) && !holds(10_000, 64) && !holds(3, 1));
    }
}
