//! Whether a key has more or less of a window than chance gives it.

use statrs::function::beta::checked_beta_reg;

/// A key's part of the load, and of the squares of the weights of its rows, which say how many rows carry it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Carried {
    /// The sum of the weights.
    pub load: f64,
    /// The sum of their squares.
    pub squares: f64,
}

/// A key in one window, beside all keys.
#[derive(Clone, Copy, Debug)]
pub struct Sighting {
    /// The key in all windows.
    pub key: Carried,
    /// All keys in all windows.
    pub all: Carried,
    /// The key's load in the window.
    pub key_here: f64,
    /// The window's load.
    pub all_here: f64,
}

/// How far a key is from its share in a window.
#[derive(Clone, Copy, Debug)]
pub struct Residual {
    /// The difference over its standard deviation, were each row in a window by chance.
    pub standardised: f64,
    /// The rows of equal weight that would tell as much.
    rows: f64,
    /// The window's share of the load.
    share: f64,
    /// Those of these rows that lie in the window.
    here: f64,
}

impl Carried {
    /// How many rows of equal weight say as much: (Σw)² / Σw², after Kish.
    fn rows(self) -> f64 {
        if self.squares > 0.0 { self.load * self.load / self.squares } else { 0.0 }
    }
}

impl Sighting {
    /// The window's share of the key's load against its share of the others', of two samples of rows; `None` where
    /// one of them is empty, or the window is all or nothing.
    #[must_use]
    pub fn residual(&self) -> Option<Residual> {
        let others =
            Carried { load: self.all.load - self.key.load, squares: self.all.squares - self.key.squares };
        let share = self.all_here / self.all.load;
        let (own, other) = (self.key.rows(), others.rows());
        if !(own > 0.0 && other > 0.0 && others.load > 0.0 && share > 0.0 && share < 1.0) {
            return None;
        }
        let rows = 1.0 / (1.0 / own + 1.0 / other);
        let apart = self.key_here / self.key.load - (self.all_here - self.key_here) / others.load;
        let standardised = apart * (rows / (share * (1.0 - share))).sqrt();
        let here = (rows * (share + apart)).clamp(0.0, rows);
        Some(Residual { standardised, rows, share, here })
    }
}

impl Residual {
    /// How likely chance alone takes a key as far from its share, either way: a binomial test of these rows.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        let tail = if self.standardised > 0.0 {
            at_least(self.here, self.rows, self.share)
        } else {
            at_least(self.rows - self.here, self.rows, 1.0 - self.share)
        };
        (2.0 * tail).min(1.0)
    }
}

/// How likely so many or more of `rows` rows lie in a window of this share. Numbers may be fractions, as the beta
/// function takes them.
fn at_least(here: f64, rows: f64, share: f64) -> f64 {
    if here <= 0.0 {
        return 1.0;
    }
    checked_beta_reg(here, rows - here + 1.0, share).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(key: f64, all: f64, key_here: f64, all_here: f64) -> Residual {
        let rows = |count| Carried { load: count, squares: count };
        Sighting { key: rows(key), all: rows(all), key_here, all_here }.residual().unwrap()
    }

    #[test]
    fn tails_are_the_binomials() {
        // Three of three in a window of a half, beside very many others: 2 / 2^3.
        let all = of(3.0, 1e12, 3.0, 5e11);
        assert!((all.p_value() - 0.25).abs() < 1e-6, "{}", all.p_value());
        // None of three is as likely.
        assert!((of(3.0, 1e12, 0.0, 5e11).p_value() - 0.25).abs() < 1e-6);
        // Two or more of three in a window of a quarter: 10/64, twice.
        assert!((of(3.0, 4e12, 2.0, 1e12).p_value() - 20.0 / 64.0).abs() < 1e-6);
    }

    #[test]
    fn residuals_are_those_of_two_proportions() {
        // 60 of 100 beside 440 of 900: pooled share 0.5.
        let found = of(100.0, 1_000.0, 60.0, 500.0);
        let apart = 0.6 - 440.0 / 900.0;
        let spread = (0.25f64 * (1.0 / 100.0 + 1.0 / 900.0)).sqrt();
        assert!((found.standardised - apart / spread).abs() < 1e-12);
    }

    #[test]
    fn one_heavy_row_is_one_row() {
        let key = Carried { load: 1_000.0, squares: 1_000_000.0 };
        let all = Carried { load: 13_000.0, squares: 1_012_000.0 };
        let seen = Sighting { key, all, key_here: 1_000.0, all_here: 2_000.0 };
        assert!(seen.residual().unwrap().p_value() > 0.1);
    }

    #[test]
    fn nothing_to_compare() {
        let rows = |count| Carried { load: count, squares: count };
        let alone = Sighting { key: rows(5.0), all: rows(5.0), key_here: 1.0, all_here: 1.0 };
        assert!(alone.residual().is_none());
        let whole = Sighting { key: rows(1.0), all: rows(5.0), key_here: 1.0, all_here: 5.0 };
        assert!(whole.residual().is_none());
    }
}
