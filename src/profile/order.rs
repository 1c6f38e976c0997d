//! Whether a field goes with time: Spearman's rank correlation, over all rows and from whole numbers.

use rayon::prelude::*;

use crate::group::{Bytes, Store};

/// As few rows go in order by chance too often.
const FEWEST: u64 = 10;
/// What share of the correlation that perfect order would have makes a field monotonic.
const NEARLY: f64 = 0.99;
/// A field whose ties allow less than this says too little: of two values in equal halves it is 0.866.
const LEAST: f64 = 0.85;

/// How a field goes with time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Increase {
    /// Spearman's rank correlation, ties with the mean of their ranks; `None` where either has one value only.
    pub correlation: Option<f64>,
    /// Whether the field follows time, upwards or downwards; `None` with too few rows to tell.
    pub monotonic: Option<bool>,
}

/// Numbers in the order of the keys that they stand for.
pub(crate) fn ascending(keys: &Bytes) -> Vec<u32> {
    // The first 16 bytes of a key as a number: most comparisons need no more.
    let head = |code: u32| {
        let key = keys.get(code as usize);
        let mut head = [0; 16];
        let length = key.len().min(16);
        head[..length].copy_from_slice(&key[..length]);
        (u128::from_be_bytes(head), code)
    };
    let mut order: Vec<(u128, u32)> = (0..keys.len() as u32).map(head).collect();
    order.par_sort_unstable_by(|a, b| {
        a.0.cmp(&b.0).then_with(|| keys.get(a.1 as usize).cmp(keys.get(b.1 as usize)))
    });
    order.into_iter().map(|(_, code)| code).collect()
}

/// One side of a correlation: the number of each row, and the numbers in their order.
#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub(super) rows: &'a [u32],
    pub(super) ascending: &'a [u32],
    /// Numbers whose rows are left out.
    pub(super) nulls: &'a [bool],
}

/// Correlates the ranks of two fields over the rows in which neither is null.
pub(super) fn correlate(a: Side<'_>, b: Side<'_>) -> Increase {
    let pairs = || {
        let known = |&(a_code, b_code): &(u32, u32)| !a.nulls[a_code as usize] && !b.nulls[b_code as usize];
        a.rows.iter().copied().zip(b.rows.iter().copied()).filter(known)
    };
    let mut counts = [vec![0u64; a.nulls.len()], vec![0u64; b.nulls.len()]];
    for (a_code, b_code) in pairs() {
        counts[0][a_code as usize] += 1;
        counts[1][b_code as usize] += 1;
    }
    let (a, b) = (Ranks::new(a.ascending, &counts[0]), Ranks::new(b.ascending, &counts[1]));
    let product = pairs().map(|(i, j)| a.of[i as usize] * b.of[j as usize]).sum();
    let correlation = a.correlation(&b, product);
    let most = match correlation {
        Some(rho) if rho < 0.0 => a.correlation(&b, a.in_order(&b, true)),
        _ => a.correlation(&b, a.in_order(&b, false)),
    };
    let monotonic = (a.rows >= FEWEST).then(|| {
        correlation
            .zip(most)
            .is_some_and(|(rho, most)| rho.abs() >= LEAST && rho.abs() >= NEARLY * most.abs())
    });
    Increase { correlation, monotonic }
}

/// Twice the mean rank of each number, so that all ranks are whole.
struct Ranks {
    of: Vec<i128>,
    /// The ranks that rows have, ascending, with how many have each.
    steps: Vec<(i128, u64)>,
    rows: u64,
}

impl Ranks {
    fn new(ascending: &[u32], counts: &[u64]) -> Self {
        let mut ranks = Self { of: vec![0; counts.len()], steps: Vec::new(), rows: 0 };
        for &code in ascending {
            let count = counts[code as usize];
            if count == 0 {
                continue;
            }
            let rank = i128::from(2 * ranks.rows + count + 1);
            ranks.of[code as usize] = rank;
            ranks.steps.push((rank, count));
            ranks.rows += count;
        }
        ranks
    }

    /// Rows times the sum of squares, less the square of the sum.
    fn spread(&self) -> i128 {
        let squares: i128 = self.steps.iter().map(|&(rank, count)| rank * rank * i128::from(count)).sum();
        i128::from(self.rows) * squares - self.sum() * self.sum()
    }

    fn sum(&self) -> i128 {
        self.steps.iter().map(|&(rank, count)| rank * i128::from(count)).sum()
    }

    /// The correlation for a sum of products of ranks.
    fn correlation(&self, other: &Self, product: i128) -> Option<f64> {
        let (own, others) = (self.spread(), other.spread());
        if own == 0 || others == 0 {
            return None;
        }
        let together = i128::from(self.rows) * product - self.sum() * other.sum();
        let spread = if own == others { own as f64 } else { (own as f64).sqrt() * (others as f64).sqrt() };
        Some((together as f64 / spread).clamp(-1.0, 1.0))
    }

    /// The sum of products if both went up together, or one up and one down.
    fn in_order(&self, other: &Self, down: bool) -> i128 {
        let at = |i: usize| if down { other.steps[other.steps.len() - 1 - i] } else { other.steps[i] };
        let (mut product, mut next, mut left) = (0, 0, 0);
        let mut rank = 0;
        for &(own, count) in &self.steps {
            let mut count = count;
            while count > 0 {
                if left == 0 {
                    (rank, left) = at(next);
                    next += 1;
                }
                let together = count.min(left);
                product += own * rank * i128::from(together);
                count -= together;
                left -= together;
            }
        }
        product
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(a: &[u32], b: &[u32]) -> Increase {
        let order: Vec<u32> = (0..20).collect();
        let side = |rows| Side { rows, ascending: &order, nulls: &[false; 20] };
        correlate(side(a), side(b))
    }

    #[test]
    fn ranks_with_ties() {
        // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 · 5).
        let found = of(&[0, 1, 1, 2], &[0, 1, 2, 3]).correlation;
        assert_eq!(found.map(|rho| (rho * 1e12).round()), Some((4.5 / 22.5f64.sqrt() * 1e12).round()));
        assert_eq!(of(&[3, 2, 1], &[0, 1, 2]).correlation, Some(-1.0));
        assert_eq!(of(&[3, 3, 3], &[0, 1, 2]).correlation, None);
    }

    #[test]
    fn ties_do_not_hide_the_order() {
        let time: Vec<u32> = (0..12).collect();
        let months: Vec<u32> = time.iter().map(|t| t / 4).collect();
        assert_eq!(of(&months, &time).monotonic, Some(true));
        assert_eq!(of(&time, &time).correlation, Some(1.0));
        let down: Vec<u32> = months.iter().map(|m| 2 - m).collect();
        assert_eq!(of(&down, &time).monotonic, Some(true));
        let flag: Vec<u32> = time.iter().map(|t| t / 11).collect();
        assert_eq!(of(&flag, &time).monotonic, Some(false));
        let mixed: Vec<u32> = time.iter().map(|t| t * 5 % 12).collect();
        assert_eq!(of(&mixed, &time).monotonic, Some(false));
        assert_eq!(of(&time[..9], &time[..9]).monotonic, None);
    }
}
