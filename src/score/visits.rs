//! The shards that statements visit under one candidate: many bind its key to the same, which is routed once.

use std::borrow::Cow;
use std::collections::HashMap;

use super::reads::{CHUNK, Router};
use crate::bind::BoundClause;
use crate::error::Result;
use crate::function::{Visit, Where};

/// What was routed so far, and what waits for it.
pub(super) struct Visits {
    routed: Vec<Visit>,
    /// The places of what one field is bound to by the bound's number, 1 and up; 0 for none yet.
    of_one: Vec<u32>,
    /// The places of what several fields are bound to.
    of_several: HashMap<Box<[u32]>, u32>,
    /// The numbers of the bounds that wait, those of the key's fields and of the one beside it next to each other.
    waiting: Vec<u32>,
    numbers: Vec<u32>,
}

impl Visits {
    /// Nothing so far.
    pub(super) fn new(router: &Router<'_>) -> Self {
        let one = if width(router) == 1 { router.bounds.len() } else { 0 };
        Self {
            routed: Vec::new(),
            of_one: vec![0; one],
            of_several: HashMap::new(),
            waiting: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The place of what a clause visits.
    pub(super) fn of(&mut self, router: &Router<'_>, clause: BoundClause<'_>) -> u32 {
        let fields = router.layout.key.iter().chain(&router.layout.by);
        self.place(router, fields.map(|&f| clause.number(f)))
    }

    /// The place of what bounds of these numbers visit, those of the key and of the field beside it.
    pub(super) fn place(&mut self, router: &Router<'_>, numbers: impl Iterator<Item = u32>) -> u32 {
        self.numbers.clear();
        self.numbers.extend(numbers);
        let next = self.routed.len() + self.waiting.len() / width(router);
        if let [only] = self.numbers[..] {
            let place = &mut self.of_one[only as usize];
            if *place == 0 {
                *place = next as u32 + 1;
                self.waiting.push(only);
            }
            return *place - 1;
        }
        if let Some(&place) = self.of_several.get(self.numbers.as_slice()) {
            return place;
        }
        self.of_several.insert(self.numbers.as_slice().into(), next as u32);
        self.waiting.extend_from_slice(&self.numbers);
        next as u32
    }

    /// Routes all that waits.
    pub(super) fn settle(&mut self, router: &Router<'_>) -> Result<()> {
        let keys = router.layout.key.len();
        let bound = |&number: &u32| router.bounds.get(number);
        for waiting in self.waiting.chunks(CHUNK * width(router)) {
            let wheres = waiting.chunks(width(router)).map(|numbers| Where {
                key: numbers[..keys].iter().map(bound).collect(),
                by: numbers.get(keys).map(bound),
            });
            self.routed.extend(router.visitor.visit(&wheres.collect::<Vec<_>>())?);
        }
        self.waiting.clear();
        Ok(())
    }

    /// What was routed, at a place.
    pub(super) fn get(&self, place: u32) -> &Visit {
        &self.routed[place as usize]
    }

    /// What was routed, at some places.
    pub(super) fn at(&self, places: &[u32]) -> Cow<'_, [Visit]> {
        match places {
            [only] => Cow::Borrowed(std::slice::from_ref(self.get(*only))),
            several => several.iter().map(|&place| self.get(place).clone()).collect(),
        }
    }
}

/// How many fields a candidate reads of a statement.
fn width(router: &Router<'_>) -> usize {
    router.layout.key.len() + usize::from(router.layout.by.is_some())
}
