//! Queries, bound.

use std::ops::Range;

use super::{BoundsBuilder, Clauses, Oddities, Types};
use crate::error::Result;
use crate::exact::Sum;
use crate::statement::{Clause, Queries};

/// A query that is routed: what it binds of each field that candidates read.
#[derive(Debug)]
pub struct BoundQuery {
    /// The places of its clauses among the bounds; none where it matches no row whatever the key.
    pub clauses: Range<usize>,
    /// How often it ran.
    pub count: Sum,
    /// Its class's number.
    pub class: Option<u32>,
    /// Its shape's number.
    pub shape: u32,
    /// Its place among all queries.
    pub place: usize,
}

/// Binds the queries of the scored table; also the count of queries on other tables alone.
///
/// # Errors
/// `ZoneMismatch`.
pub fn bind_queries(
    queries: &Queries,
    types: &Types,
    all: &mut BoundsBuilder,
    odd: &mut Oddities,
) -> Result<(Vec<BoundQuery>, Sum)> {
    let names = &queries.names;
    let lookup = types.lookup(names);
    let nothing = Clause::default();
    let mut bound = Vec::with_capacity(queries.queries.len());
    let mut elsewhere: Sum = 0;
    for (place, query) in queries.queries.iter().enumerate() {
        let mut own = query.clauses.iter().filter(|c| types.is_own(names, c.table));
        let read = match (own.next(), own.next()) {
            // Which of them a clause beside them is joined to is not said, so it binds none.
            (Some(first), Some(second)) => {
                let several = [first, second].into_iter().chain(own).map(|clause| (clause, None));
                types.read_any(names, &lookup, several, odd)
            }
            (None, _) if !query.clauses.is_empty() => {
                elsewhere += query.count;
                continue;
            }
            (first, _) => {
                let others = query.clauses.iter().filter(|c| !types.is_own(names, c.table));
                let beside = others.filter_map(|c| Some((c, types.beside(names, c.table)?)));
                types.read_clause(names, &lookup, first.unwrap_or(&nothing), &beside, odd)
            }
        };
        let shape = queries.shapes.name(query.shape);
        let clauses = match read.map_err(|e| e.record("query", place as u64))? {
            Clauses::Bounds(bounds) => all.add(bounds),
            Clauses::Empty => {
                odd.add_empty(shape, query.count);
                0..0
            }
            Clauses::Unmatched(misfit) => {
                odd.add_unmatched(shape, misfit, query.count);
                continue;
            }
        };
        let (count, class, shape) = (query.count, query.class, query.shape);
        bound.push(BoundQuery { clauses, count, class, shape, place });
    }
    Ok((bound, elsewhere))
}
