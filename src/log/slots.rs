//! The slots of a shape whose values are needed to route its statements.

use std::collections::BTreeSet;

use crate::sql::meaning::{Access, Act, Cast, Condition, Edge, Meaning, Term, Why, Write};

/// The slots that reads need, and those that writes and the control of transactions need, of so many.
#[must_use]
pub(super) fn of(meaning: &Meaning, count: u32) -> (Vec<u32>, Vec<u32>) {
    let mut reads = BTreeSet::new();
    meaning.reads.iter().for_each(|access| of_access(access, &mut reads));
    let mut writes = BTreeSet::new();
    for write in &meaning.writes {
        match write {
            Write::Rows { values, .. } => values.iter().for_each(|term| of_term(term, &mut writes)),
            Write::Where { accesses, set } => {
                for access in accesses {
                    of_access(access, &mut writes);
                }
                set.iter().flatten().for_each(|(_, term)| of_term(term, &mut writes));
            }
        }
    }
    match &meaning.act {
        Act::PrepareTransaction(term)
        | Act::CommitPrepared(term)
        | Act::RollbackPrepared(term)
        | Act::Autocommit(term) => of_term(term, &mut writes),
        Act::Execute(_, terms) => terms.iter().for_each(|term| of_term(term, &mut writes)),
        _ => {}
    }
    // A schema that is given later may tell whose field it is, or what a query puts in.
    let queried = |write: &Write| match write {
        Write::Rows { values, .. } => values.is_empty() || values.contains(&Term::Unknown),
        Write::Where { .. } => false,
    };
    let queried = !meaning.reads.is_empty() && meaning.writes.iter().any(queried);
    if queried || meaning.unbound.iter().any(|u| u.why == Why::Ambiguous) {
        if !meaning.reads.is_empty() {
            reads = (0..count).collect();
        }
        if !meaning.writes.is_empty() {
            writes = (0..count).collect();
        }
    }
    (reads.into_iter().collect(), writes.into_iter().collect())
}

fn of_access(access: &Access, slots: &mut BTreeSet<u32>) {
    for bind in &access.binds {
        match &bind.condition {
            Condition::Equal(term) => of_term(term, slots),
            Condition::Like(term, escape) => {
                of_term(term, slots);
                if let Some(escape) = escape {
                    of_term(escape, slots);
                }
            }
            Condition::In(terms) => terms.iter().for_each(|term| of_term(term, slots)),
            Condition::Range(from, to) => [from, to].into_iter().for_each(|edge| match edge {
                Edge::Open => {}
                Edge::With(term) | Edge::Without(term) => of_term(term, slots),
            }),
        }
    }
}

fn of_term(term: &Term, slots: &mut BTreeSet<u32>) {
    match term {
        Term::Slot(slot) => {
            slots.insert(*slot);
        }
        Term::Cast(inner, cast) => {
            if let Cast::Length(slot) | Cast::Digits(slot) = cast {
                slots.insert(*slot);
            }
            of_term(inner, slots);
        }
        Term::Negative(inner) | Term::Elements(inner) => of_term(inner, slots),
        Term::Null | Term::Bool(_) | Term::Unknown => {}
    }
}
