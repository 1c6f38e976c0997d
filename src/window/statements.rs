//! Queries and transactions by window.

use super::clock::Clock;
use crate::error::Result;
use crate::statement::{Queries, Transactions};
use crate::value::Value;

/// The encoded times of statements, `None` where there is none.
type Times = Vec<Option<Vec<u8>>>;

/// The times of queries.
pub(super) fn times_of_queries(queries: &Queries, clock: &Clock) -> Result<Times> {
    times(queries.queries.iter().map(|q| &q.time), "query", clock)
}

/// The times of transactions.
pub(super) fn times_of_transactions(transactions: &Transactions, clock: &Clock) -> Result<Times> {
    times(transactions.transactions.iter().map(|t| &t.time), "transaction", clock)
}

fn times<'a>(times: impl Iterator<Item = &'a Option<Value>>, what: &str, clock: &Clock) -> Result<Times> {
    (0..)
        .zip(times)
        .map(|(row, time)| match time {
            Some(time) => clock.of_value(time).map_err(|e| e.record(what, row)),
            None => Ok(None),
        })
        .collect()
}

/// The window of each statement; `None` where none has a time.
pub(super) fn places(times: &Times, place: impl Fn(&[u8]) -> usize) -> Option<Vec<Option<usize>>> {
    let places: Vec<Option<usize>> = times.iter().map(|time| time.as_deref().map(&place)).collect();
    places.iter().any(Option::is_some).then_some(places)
}

/// The queries of each of so many windows, with all names and shapes of the whole.
pub(super) fn split_queries(queries: &Queries, places: &[Option<usize>], windows: usize) -> Vec<Queries> {
    let mut parts = vec![Vec::new(); windows];
    for (query, place) in queries.queries.iter().zip(places) {
        if let Some(place) = place {
            parts[*place].push(query.clone());
        }
    }
    let part = |part| Queries {
        names: queries.names.clone(),
        classes: queries.classes.clone(),
        shapes: queries.shapes.clone(),
        queries: part,
    };
    parts.into_iter().map(part).collect()
}

/// The transactions of each of so many windows, with all names and shapes of the whole.
pub(super) fn split_transactions(
    transactions: &Transactions,
    places: &[Option<usize>],
    windows: usize,
) -> Vec<Transactions> {
    let mut parts = vec![Vec::new(); windows];
    for (transaction, place) in transactions.transactions.iter().zip(places) {
        if let Some(place) = place {
            parts[*place].push(transaction.clone());
        }
    }
    let part = |part| Transactions {
        names: transactions.names.clone(),
        write_shapes: transactions.write_shapes.clone(),
        shapes: transactions.shapes.clone(),
        transactions: part,
    };
    parts.into_iter().map(part).collect()
}
