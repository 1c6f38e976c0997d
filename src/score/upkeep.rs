//! What writes must do to global indexes: the shards of the entries that they add, change and remove.

use super::indexed::Indexed;
use super::look::sets_key;
use super::reads::Router;
use crate::bind::{BoundWrite, NewKey};
use crate::function::{Bound, Runs, Visit};
use crate::statement::{Names, Write};

/// The shards of some entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Entries {
    /// Those that are known.
    pub runs: Runs,
    /// Whether there may be one more that is not.
    pub unknown: bool,
}

/// The entries that one write touches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Upkeep {
    /// Of the indexes that are kept in the transaction.
    pub now: Entries,
    /// Of each that is kept after it.
    pub later: Vec<Entries>,
}

impl Entries {
    /// How many shards are visited, at least.
    pub(super) fn visits(&self) -> u32 {
        self.runs.len().max(self.unknown.into())
    }

    fn merge(&mut self, other: &Self) {
        self.runs.add(&other.runs);
        self.unknown |= other.unknown;
    }

    /// Adds the entry of what a field is bound to.
    fn add(&mut self, index: &Indexed, bound: &Bound) {
        match bound.single().map(|value| index.shard_of(value)) {
            Some(Some(shard)) => self.runs.add(&Runs::one(shard)),
            // Null has no entry.
            Some(None) => {}
            None => self.unknown |= !bound.is_empty(),
        }
    }
}

impl Upkeep {
    /// What a write must do, from what it binds and what its clauses visit.
    pub(super) fn of(
        router: &Router<'_>,
        names: &Names,
        write: &Write,
        bound: &BoundWrite,
        visits: &[Visit],
    ) -> Self {
        let mut upkeep = Self::default();
        // Another table's rows have no entries, wherever they lie.
        if !router.types.is_own(names, write.table()) {
            return upkeep;
        }
        for index in &router.indexes {
            let entries = touched(router, index, write, bound, visits);
            if index.in_transaction {
                upkeep.now.merge(&entries);
            } else if entries.visits() > 0 {
                upkeep.later.push(entries);
            }
        }
        upkeep
    }
}

/// The entries of one index that a write touches.
fn touched(
    router: &Router<'_>,
    index: &Indexed,
    write: &Write,
    bound: &BoundWrite,
    visits: &[Visit],
) -> Entries {
    let mut entries = Entries::default();
    match (write, bound) {
        (Write::Row { .. }, BoundWrite::Row(place)) => {
            router.clauses(place).for_each(|row| entries.add(index, &row[index.field]));
        }
        (Write::Predicate { set, .. }, BoundWrite::Predicate(bound)) => {
            let new = bound.new.as_ref().map_or(NewKey::Same, |new| new[index.field]);
            // A DELETE sets nothing; a changed key is in the entry.
            if !set.is_empty() && new == NewKey::Same && !sets_key(router, bound) {
                return entries;
            }
            let found = router.clauses(&bound.clauses).zip(visits).filter(|(_, v)| !v.possible().is_empty());
            let mut some = false;
            for (clause, _) in found {
                some = true;
                entries.add(index, &clause[index.field]);
            }
            match new {
                NewKey::Known(number) if some => entries.add(index, router.bounds.get(number)),
                NewKey::Unknown => entries.unknown |= some,
                _ => {}
            }
        }
        _ => {}
    }
    entries
}
