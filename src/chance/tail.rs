//! How likely so many of the requests are of a share: the binomial distribution, of counts that may be scaled.

use statrs::function::beta::checked_beta_reg;
use statrs::function::erf::erfc;
use statrs::function::gamma::checked_gamma_lr;

/// From so many requests on either side on, the tail is as good as normal, by Peizer and Pratt's transformation.
const MANY: f64 = 500.0;
/// Of so many requests in all, a few of them are as good as Poisson's.
const ALL: f64 = 1e6;

/// How likely `k` or more of `n` requests are of a share.
pub(super) fn at_least(k: f64, n: f64, share: f64) -> f64 {
    if k <= 0.0 || share >= 1.0 {
        return 1.0;
    }
    if share <= 0.0 || k > n {
        return 0.0;
    }
    let others = n - k + 1.0;
    let tail = if k > MANY && others > MANY {
        erfc(peizer_pratt(k - 1.0, n, share) / std::f64::consts::SQRT_2) / 2.0
    } else if n <= ALL {
        checked_beta_reg(k, others, share).unwrap_or(1.0)
    } else if k < others {
        checked_gamma_lr(k, n * share).unwrap_or(1.0)
    } else {
        1.0 - checked_gamma_lr(others, n * (1.0 - share)).unwrap_or(0.0)
    };
    tail.clamp(0.0, 1.0)
}

/// The standard normal number below which there is as much as in `k` or fewer of `n` requests (Peizer and Pratt 1968).
fn peizer_pratt(k: f64, n: f64, p: f64) -> f64 {
    let (q, others) = (1.0 - p, n - k);
    let distance =
        k + 2.0 / 3.0 - (n + 1.0 / 3.0) * p + 0.02 * (q / (k + 1.0) - p / others + (q - 0.5) / (n + 1.0));
    let bend = 1.0 + q * bend((k + 0.5) / (n * p)) + p * bend((others - 0.5) / (n * q));
    distance * (bend / ((n + 1.0 / 6.0) * p * q)).sqrt()
}

/// (1 - x² + 2 x ln x) / (1 - x)², by its series where that is next to nothing over nothing.
fn bend(x: f64) -> f64 {
    let e = 1.0 - x;
    if e.abs() < 0.01 {
        return e / 3.0 + e * e / 6.0 + e * e * e / 10.0;
    }
    (1.0 - x * x + 2.0 * x * x.ln()) / (e * e)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By adding up the distribution.
    fn summed(k: u64, n: u64, share: f64) -> f64 {
        let (mut log, mut sum) = (n as f64 * (-share).ln_1p(), 0.0);
        for i in 0..n {
            if i >= k {
                sum += log.exp();
            }
            log += ((n - i) as f64 / (i + 1) as f64).ln() + (share / (1.0 - share)).ln();
        }
        sum + log.exp()
    }

    #[test]
    fn tails_of_few_and_of_many() {
        for (k, n) in [(1, 1), (3, 20), (20, 20), (400, 1_000), (501, 1_020), (600, 2_000), (5_000, 40_000)] {
            let mean = k as f64 / n as f64;
            for share in [mean * 0.8, mean * 0.97, (mean * 1.02).min(0.999), (mean * 1.1).min(0.999)] {
                let (found, exact) = (at_least(k as f64, n as f64, share), summed(k, n, share));
                assert!((found - exact).abs() < 1e-5 + 1e-3 * exact, "{k} {n} {share}: {found} {exact}");
            }
        }
        assert_eq!(
            (at_least(0.0, 9.0, 0.0), at_least(1.0, 9.0, 0.0), at_least(1.0, 9.0, 1.0)),
            (1.0, 0.0, 1.0)
        );
    }

    #[test]
    fn no_step_where_the_way_changes() {
        for (k, n) in [(MANY, 4e5), (MANY, ALL), (40.0, ALL), (3.0, ALL), (ALL - 9.0, ALL)] {
            for share in [k / n * 0.93, k / n, (k / n * 1.07).min(1.0 - 3.0 / ALL)] {
                let (here, there) = (at_least(k, n, share), at_least(k + 1e-6, n + 1e-6, share));
                assert!((here - there).abs() < 5e-4, "{k} of {n}: {here} {there}");
            }
        }
    }
}
