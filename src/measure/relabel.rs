//! New numbers for shards, so that the most rows stay where they are.

/// For each new shard the number that it should have: no numbering leaves more rows in place.
///
/// `cells` are rows by their present shard and their new one. It is an assignment of new shards to present ones,
/// solved by shortest augmenting paths (Kuhn 1955; Jonker and Volgenant 1987) in time that grows with the cube of
/// the number of shards.
#[must_use]
pub fn relabel(shards: u32, cells: impl IntoIterator<Item = (u32, u32, u64)>) -> Vec<u32> {
    let n = shards as usize;
    let mut cost = vec![0i64; n * n];
    for (from, to, rows) in cells {
        cost[to as usize * n + from as usize] -= i64::try_from(rows).unwrap_or(i64::MAX);
    }
    // Places are counted from 1: 0 is where each search starts.
    let mut of_new = vec![0i64; n + 1];
    let mut of_present = vec![0i64; n + 1];
    let mut taken_by = vec![0usize; n + 1];
    for new in 1..=n {
        let mut search = Search::new(n);
        taken_by[0] = new;
        let mut present = 0;
        while taken_by[present] != 0 {
            let row = taken_by[present];
            let reduced = |p: usize| cost[(row - 1) * n + p - 1] - of_new[row] - of_present[p];
            let (next, step) = search.extend(present, reduced);
            for p in 0..=n {
                if search.seen[p] {
                    of_new[taken_by[p]] += step;
                    of_present[p] -= step;
                } else {
                    search.least[p] -= step;
                }
            }
            present = next;
        }
        while present != 0 {
            let before = search.from[present];
            taken_by[present] = taken_by[before];
            present = before;
        }
    }
    let mut labels = vec![0; n];
    for (present, &new) in taken_by.iter().enumerate().skip(1) {
        labels[new - 1] = present as u32 - 1;
    }
    labels
}

/// A search for the cheapest way to a present shard that is free.
struct Search {
    least: Vec<i64>,
    from: Vec<usize>,
    seen: Vec<bool>,
}

impl Search {
    fn new(n: usize) -> Self {
        Self { least: vec![i64::MAX; n + 1], from: vec![0; n + 1], seen: vec![false; n + 1] }
    }

    /// Goes on from a present shard; returns the nearest one that was not reached, and how far it is.
    fn extend(&mut self, at: usize, reduced: impl Fn(usize) -> i64) -> (usize, i64) {
        self.seen[at] = true;
        let (mut next, mut step) = (0, i64::MAX);
        for p in 1..self.seen.len() {
            if self.seen[p] {
                continue;
            }
            let far = reduced(p);
            if far < self.least[p] {
                self.least[p] = far;
                self.from[p] = at;
            }
            if self.least[p] < step {
                (next, step) = (p, self.least[p]);
            }
        }
        (next, step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows that stay under these numbers.
    fn staying(labels: &[u32], cells: &[(u32, u32, u64)]) -> u64 {
        cells.iter().filter(|(from, to, _)| labels[*to as usize] == *from).map(|cell| cell.2).sum()
    }

    /// The most that stay under any numbers.
    fn most(shards: u32, cells: &[(u32, u32, u64)], labels: &mut Vec<u32>) -> u64 {
        if labels.len() == shards as usize {
            return staying(labels, cells);
        }
        let mut best = 0;
        for label in 0..shards {
            if !labels.contains(&label) {
                labels.push(label);
                best = best.max(most(shards, cells, labels));
                labels.pop();
            }
        }
        best
    }

    #[test]
    fn no_numbering_keeps_more() {
        let mut state = 7u64;
        for shards in 1..=6 {
            for _ in 0..40 {
                let cells: Vec<(u32, u32, u64)> = (0..shards * 2)
                    .map(|_| {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        let at = (state >> 33) as u32;
                        (at % shards, at / 7 % shards, u64::from(at) / 64 % 9)
                    })
                    .collect();
                let labels = relabel(shards, cells.iter().copied());
                let mut sorted = labels.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (0..shards).collect::<Vec<_>>());
                assert_eq!(staying(&labels, &cells), most(shards, &cells, &mut Vec::new()), "{cells:?}");
            }
        }
    }

    #[test]
    fn shards_that_change_their_numbers_get_them_back() {
        assert_eq!(relabel(3, [(0, 2, 5), (1, 0, 9), (2, 1, 1)]), [1, 2, 0]);
        assert_eq!(relabel(2, []), [0, 1]);
    }
}
