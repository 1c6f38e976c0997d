//! A set of shards as sorted runs: most statements visit one shard or all.

/// Shards in disjoint runs `start..end`, sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs(Few);

/// Some runs; one by itself needs no memory elsewhere, and is never among the many.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Few {
    One([(u32, u32); 1]),
    Many(Vec<(u32, u32)>),
}

impl Default for Runs {
    fn default() -> Self {
        Self(Few::Many(Vec::new()))
    }
}

impl Runs {
    /// All of so many shards.
    #[must_use]
    pub const fn all(shards: u32) -> Self {
        Self(Few::One([(0, shards)]))
    }

    /// One shard.
    #[must_use]
    pub const fn one(shard: u32) -> Self {
        Self(Few::One([(shard, shard + 1)]))
    }

    /// The union of runs in any order.
    #[must_use]
    pub fn union(mut runs: Vec<(u32, u32)>) -> Self {
        if let [only] = runs[..] {
            return Self(Few::One([only]));
        }
        runs.sort_unstable();
        let mut last = 0;
        for next in 1..runs.len() {
            let (start, end) = runs[next];
            if start <= runs[last].1 {
                runs[last].1 = runs[last].1.max(end);
            } else {
                last += 1;
                runs[last] = (start, end);
            }
        }
        runs.truncate(last + 1);
        if let [only] = runs[..] { Self(Few::One([only])) } else { Self(Few::Many(runs)) }
    }

    /// Adds the shards of another set.
    pub fn add(&mut self, other: &Self) {
        if self.is_empty() {
            self.clone_from(other);
        } else if !other.is_empty() && self != other {
            *self = Self::union(self.iter().chain(other.iter()).collect());
        }
    }

    /// How many shards.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.slice().iter().map(|(start, end)| end - start).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.slice().is_empty()
    }

    /// The runs.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.slice().iter().copied()
    }

    const fn slice(&self) -> &[(u32, u32)] {
        match &self.0 {
            Few::One(one) => one,
            Few::Many(many) => many.as_slice(),
        }
    }
}
