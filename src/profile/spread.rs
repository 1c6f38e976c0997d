//! Where the middle of some times lies, and how far they spread.

/// Times by their 1st, 50th and 99th percentiles: a few odd ones change nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spread {
    low: i64,
    pub(super) middle: i64,
    high: i64,
}

impl Spread {
    /// Of times with how many rows have each; `None` where there is none.
    pub(super) fn of(mut times: Vec<(i64, u64)>) -> Option<Self> {
        times.sort_unstable();
        let rows: u64 = times.iter().map(|t| t.1).sum();
        let last = rows.saturating_sub(1);
        let percent = |percent: u64| (u128::from(last) * u128::from(percent) / 100) as u64;
        let at = |place: u64| {
            let mut before = 0;
            times.iter().find(|t| {
                before += t.1;
                before > place
            })
        };
        // As many lie below the lowest as above the highest.
        Some(Self { low: at(last - percent(99))?.0, middle: at(percent(50))?.0, high: at(percent(99))?.0 })
    }

    /// From the 1st to the 99th percentile.
    pub(super) const fn width(self) -> i64 {
        self.high - self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_count_rows() {
        let spread = Spread::of(vec![(50, 98), (9, 1), (1_000, 1)]);
        assert_eq!(spread.map(|s| (s.width(), s.middle)), Some((0, 50)));
        assert_eq!(Spread::of((0..=100).map(|i| (100 - i, 1)).collect()).map(Spread::width), Some(98));
        assert_eq!(Spread::of(Vec::new()), None);
    }
}
