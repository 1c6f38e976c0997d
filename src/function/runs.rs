//! A set of shards as sorted runs: most statements visit one shard or all.

/// Shards in disjoint runs `start..end`, sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runs(Vec<(u32, u32)>);

impl Runs {
    /// All of so many shards.
    #[must_use]
    pub fn all(shards: u32) -> Self {
        Self(vec![(0, shards)])
    }

    /// One shard.
    #[must_use]
    pub fn one(shard: u32) -> Self {
        Self(vec![(shard, shard + 1)])
    }

    /// The union of runs in any order.
    #[must_use]
    pub fn union(mut runs: Vec<(u32, u32)>) -> Self {
        runs.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(runs.len());
        for (start, end) in runs {
            match merged.last_mut() {
                Some(last) if start <= last.1 => last.1 = last.1.max(end),
                _ => merged.push((start, end)),
            }
        }
        Self(merged)
    }

    /// Adds the shards of another set.
    pub fn add(&mut self, other: &Self) {
        if self.0.is_empty() {
            self.0.clone_from(&other.0);
        } else if self.0 != other.0 {
            let mut runs = std::mem::take(&mut self.0);
            runs.extend_from_slice(&other.0);
            *self = Self::union(runs);
        }
    }

    /// How many shards.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|(start, end)| end - start).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The runs.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.0.iter().copied()
    }
}
