//! What is known of the shards that a statement visits, where some of its values are not.

use super::Runs;

/// The shards that a statement visits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Just these.
    Known(Runs),
    /// They depend on values that are not known.
    Open(Box<Doubt>),
}

/// Shards that depend on values which are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Those visited whatever the values are.
    pub certain: Runs,
    /// All that can be visited.
    pub possible: Runs,
    /// How many are visited, or counted as visited, where that does not depend on the values.
    pub fanout: Option<u32>,
}

impl Visit {
    /// What is visited by a statement that matches some row, with shards in any order; known where nothing is left
    /// open.
    #[must_use]
    pub fn new(certain: Vec<(u32, u32)>, mut possible: Vec<(u32, u32)>, fanout: Option<u32>) -> Self {
        possible.extend_from_slice(&certain);
        let (certain, possible) = (Runs::union(certain), Runs::union(possible));
        if possible.len() <= 1 || certain.len() == possible.len() {
            return Self::Known(possible);
        }
        Self::Open(Box::new(Doubt { certain, possible, fanout }))
    }

    /// One of the shards of this visit, and it is not known which.
    #[must_use]
    pub fn one_of(&self) -> Self {
        Self::new(Vec::new(), self.possible().iter().collect(), Some(1))
    }

    /// What several clauses visit together.
    #[must_use]
    pub fn union(visits: &[Self]) -> Self {
        let mut visits = visits.iter().filter(|v| !v.possible().is_empty());
        let (Some(first), second) = (visits.next(), visits.next()) else {
            return Self::Known(Runs::default());
        };
        let Some(second) = second else { return first.clone() };
        let (mut certain, mut possible) = (Vec::new(), Vec::new());
        // All at once: one after the other would go through the shards of many clauses again and again.
        for visit in [first, second].into_iter().chain(visits) {
            certain.extend(visit.certain().iter());
            possible.extend(visit.possible().iter());
        }
        Self::new(certain, possible, None)
    }

    /// The shards visited for certain.
    #[must_use]
    pub const fn certain(&self) -> &Runs {
        match self {
            Self::Known(runs) => runs,
            Self::Open(doubt) => &doubt.certain,
        }
    }

    /// The shards that can be visited.
    #[must_use]
    pub const fn possible(&self) -> &Runs {
        match self {
            Self::Known(runs) => runs,
            Self::Open(doubt) => &doubt.possible,
        }
    }

    /// How many shards are visited, `None` where that is not known.
    #[must_use]
    pub fn fanout(&self) -> Option<u32> {
        match self {
            Self::Known(runs) => Some(runs.len()),
            Self::Open(doubt) => doubt.fanout,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(runs: &[(u32, u32)]) -> Visit {
        Visit::Known(Runs::union(runs.to_vec()))
    }

    #[test]
    fn what_is_certain_is_known() {
        assert_eq!(Visit::new(vec![(0, 2)], vec![(1, 2)], None), known(&[(0, 2)]));
        assert_eq!(Visit::new(Vec::new(), vec![(3, 4)], None), known(&[(3, 4)]));
        assert_eq!(Visit::new(vec![(0, 1)], vec![(0, 3)], None).fanout(), None);
        assert_eq!(known(&[(0, 4)]).one_of().fanout(), Some(1));
        assert_eq!(known(&[(2, 3)]).one_of(), known(&[(2, 3)]));
    }

    #[test]
    fn clauses_visit_their_union() {
        let (some, all) = (known(&[(1, 3)]), known(&[(0, 4)]));
        let one = all.one_of();
        assert_eq!(Visit::union(&[known(&[(0, 1)]), some.clone()]), known(&[(0, 3)]));
        assert_eq!(Visit::union(&[known(&[]), one.clone()]), one);
        assert_eq!(Visit::union(&[one.clone(), one.clone()]).fanout(), None);
        assert_eq!(Visit::union(&[one, all.clone()]), all);
        assert_eq!(Visit::union(&[some.one_of(), all]).fanout(), Some(4));
        assert_eq!(Visit::union(&[some.one_of(), some.clone()]), some);
        assert_eq!(Visit::union(&[known(&[]), known(&[])]), known(&[]));
    }
}
