//! The shards of single writes: what each binds is lined up, routed together with the others, and looked up.

use std::borrow::Cow;
use std::ops::Range;

use super::reads::Router;
use super::upkeep::{Entries, Upkeep};
use super::visits::Visits;
use crate::bind::{BoundClause, BoundWrite, FREE, NewKey, SOME, WriteBounds};
use crate::function::{Runs, Visit};

/// The shards of one write.
#[derive(Clone, Default)]
pub(super) struct Shards {
    /// Those that are known.
    pub runs: Runs,
    /// Whether there may be one more that is not.
    pub unknown: bool,
    /// How many are visited for certain; `None` where the WHERE leaves that open.
    pub fanout: Option<u32>,
    /// Whether the write counts in the fan-out: those on tables of which nothing is known do not.
    pub counted: bool,
    /// What it makes of the indexes that are kept after its transaction.
    pub later: Vec<Entries>,
}

impl Shards {
    /// Adds what a write must do to indexes.
    pub(super) fn keep(&mut self, upkeep: &Upkeep) {
        self.runs.add(&upkeep.now.runs);
        self.unknown |= upkeep.now.unknown;
        let least = self.runs.len().max(self.unknown.into());
        self.fanout = self.fanout.map(|fanout| fanout.max(least));
        self.later.clone_from(&upkeep.later);
    }
}

/// The shards of changed keys.
#[derive(Clone, Default)]
pub(super) struct New {
    runs: Runs,
    /// Whether there may be one that is not known.
    unknown: bool,
}

/// Where a write's shards are looked up: the places of its keys among those that are routed together.
pub(super) enum Look {
    Row(Option<u32>),
    /// Where the places of the clauses stand, and where a key is set, the places of the new keys that are known.
    Predicate(Range<usize>, Option<Vec<Option<u32>>>),
    Empty,
    Unmatched,
    Elsewhere,
}

impl Look {
    /// What the clauses of an UPDATE or DELETE find.
    pub(super) fn clauses<'v>(&self, visited: &Visited<'v>) -> Cow<'v, [Visit]> {
        match self {
            Self::Predicate(places, _) => visited.clauses(places),
            _ => Cow::Borrowed(&[]),
        }
    }
}

/// What was routed for some writes.
pub(super) struct Visited<'a> {
    pub visits: &'a Visits,
    pub places: &'a [u32],
}

/// Whether an UPDATE sets a field by which rows are routed.
pub(super) fn sets_key(router: &Router<'_>, write: &WriteBounds) -> bool {
    let mut read = router.layout.key.iter().chain(&router.layout.by);
    write.new.as_ref().is_some_and(|new| read.any(|&f| new[f] != NewKey::Same))
}

impl<'a> Visited<'a> {
    /// What clauses visit, by where their places stand.
    pub(super) fn clauses(&self, at: &Range<usize>) -> Cow<'a, [Visit]> {
        self.visits.at(&self.places[at.clone()])
    }
}

/// The numbers of what an UPDATE makes of the rows' key that a clause finds, where it sets a field of it; `None`
/// where the key is not known then.
fn after(router: &Router<'_>, clause: BoundClause<'_>, new: &[NewKey], visits: &mut Visits) -> Option<u32> {
    let number = |f: usize| match new[f] {
        NewKey::Same => clause.number(f),
        NewKey::Known(number) => number,
        NewKey::Unknown => FREE,
    };
    // Each row has some value beside its key.
    let beside = |f: usize| Some(number(f)).filter(|&n| router.bounds.is_points(n)).unwrap_or(SOME);
    let layout = router.layout;
    let known = layout.key.iter().all(|&f| router.bounds.is_points(number(f)));
    let key = layout.key.iter().map(|&f| number(f)).chain(layout.by.map(beside));
    known.then(|| visits.place(router, key))
}

/// Lines up what a write binds to be routed.
pub(super) fn look(
    router: &Router<'_>,
    write: &BoundWrite,
    visits: &mut Visits,
    places: &mut Vec<u32>,
) -> Look {
    let layout = router.layout;
    match write {
        BoundWrite::Row(place) => {
            let known =
                |row: &BoundClause<'_>| layout.key.iter().all(|&f| router.bounds.is_points(row.number(f)));
            Look::Row(router.clauses(place).next().filter(known).map(|row| visits.of(router, row)))
        }
        BoundWrite::Predicate(write) => {
            let start = places.len();
            places.extend(router.clauses(&write.clauses).map(|clause| visits.of(router, clause)));
            let new = write.new.as_deref().filter(|_| sets_key(router, write)).map(|new| {
                router.clauses(&write.clauses).map(|clause| after(router, clause, new, visits)).collect()
            });
            Look::Predicate(start..places.len(), new)
        }
        BoundWrite::Empty => Look::Empty,
        BoundWrite::Unmatched => Look::Unmatched,
        BoundWrite::Elsewhere => Look::Elsewhere,
    }
}

/// The shards of a write, once all are routed.
pub(super) fn found(look: &Look, visited: &Visited<'_>) -> Shards {
    let unknown = Shards { unknown: true, fanout: Some(1), counted: true, ..Shards::default() };
    match look {
        Look::Row(Some(place)) => match visited.visits.get(*place) {
            Visit::Known(runs) if runs.len() == 1 => Shards { runs: runs.clone(), unknown: false, ..unknown },
            _ => unknown,
        },
        Look::Row(None) => unknown,
        Look::Predicate(places, new) => {
            let found = visited.clauses(places);
            let new = new_keys(new.as_deref(), &found, visited);
            if let [only] = &*found { changed(only, &new) } else { changed(&Visit::union(&found), &new) }
        }
        Look::Empty => Shards { fanout: Some(0), counted: true, ..Shards::default() },
        Look::Unmatched => Shards::default(),
        Look::Elsewhere => Shards { unknown: true, ..Shards::default() },
    }
}

/// The shards of the new keys, of those clauses that find some rows.
pub(super) fn new_keys(new: Option<&[Option<u32>]>, found: &[Visit], visited: &Visited<'_>) -> New {
    let mut all = New::default();
    for (place, found) in new.unwrap_or_default().iter().zip(found) {
        if found.possible().is_empty() {
            continue;
        }
        match place.map(|place| visited.visits.get(place)) {
            Some(visit) => {
                all.runs.add(visit.certain());
                all.unknown |= matches!(visit, Visit::Open(_));
            }
            None => all.unknown = true,
        }
    }
    all
}

/// The shards of an UPDATE or DELETE, from those that its WHERE finds and those of the new keys.
pub(super) fn changed(found: &Visit, new: &New) -> Shards {
    // A shard that is not known may be one of those that are.
    let unknown = new.unknown || matches!(found, Visit::Open(_));
    let mut runs = found.certain().clone();
    runs.add(&new.runs);
    let fanout = found.fanout().map(|fanout| fanout.max(runs.len()).max(unknown.into()));
    Shards { runs, unknown, fanout, counted: true, later: Vec::new() }
}
