//! The largest of several normal numbers: how far the fullest of balanced shards stands out by chance.

use statrs::function::erf::erfc;

/// Beyond this many standard deviations a million shards have nothing.
const END: f64 = 9.0;
/// Steps of the integration: an even number.
const STEPS: u32 = 1_800;

/// The mean of the maximum of so many standard normal numbers: the integral of 1 - F(x)ᴹ - F(-x)ᴹ over x above 0.
#[must_use]
pub fn mean_maximum(of: u32) -> f64 {
    let step = END / f64::from(STEPS);
    let at = |i: u32| {
        let above = erfc(f64::from(i) * step / std::f64::consts::SQRT_2) / 2.0;
        1.0 - ((-above).ln_1p() * f64::from(of)).exp() - above.powf(f64::from(of))
    };
    let weight = |i: u32| if i.is_multiple_of(2) { 2.0 } else { 4.0 };
    let inner: f64 = (1..STEPS).map(|i| weight(i) * at(i)).sum();
    (at(0) + inner + at(STEPS)) * step / 3.0
}

/// The mean load ratio that so many sampled requests show over perfectly balanced shards.
///
/// A sample that is a part of a known `population` has less of its own; `None` where it is all of it, a census.
#[must_use]
pub fn noise_floor(shards: u32, sampled: f64, population: Option<f64>) -> Option<f64> {
    let left = population.map_or(1.0, |all| 1.0 - sampled / all);
    let spread = (f64::from(shards) / sampled * left).sqrt();
    (sampled > 0.0 && left > 0.0).then(|| 1.0 + mean_maximum(shards) * spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_means() {
        let known = [(1, 0.0), (2, 0.5642), (4, 1.029), (8, 1.424), (16, 1.766), (32, 2.070), (64, 2.344)];
        for (of, mean) in known.into_iter().chain([(128, 2.595), (1_000, 3.2414), (1_000_000, 4.8629)]) {
            assert!((mean_maximum(of) - mean).abs() < 6e-4, "{of}: {}", mean_maximum(of));
        }
    }

    #[test]
    fn noise_of_a_sample() {
        let near = |noise: Option<f64>, expected: f64| (noise.unwrap() - expected).abs() < 0.005;
        // 1.229 by exact counting.
        assert!((noise_floor(16, 1_000.0, None).unwrap() - 1.229).abs() < 0.01);
        assert!(near(noise_floor(16, 10_000.0, None), 1.07));
        assert!(near(noise_floor(64, 1e5, None), 1.06) && near(noise_floor(64, 1e8, None), 1.002));
        assert!(near(noise_floor(64, 1e5, Some(1e8)), 1.06));
        assert!(noise_floor(64, 1e5, Some(2e5)) < noise_floor(64, 1e5, None));
        assert_eq!(noise_floor(64, 1e5, Some(1e5)), None);
        assert_eq!(noise_floor(1, 10.0, None), Some(1.0));
    }
}
