//! Queries, bound.

use super::{Clauses, Oddities, Types};
use crate::error::Result;
use crate::exact::Sum;
use crate::function::Bound;
use crate::statement::{Clause, Queries};

/// A query that is routed: what it binds of each field that candidates read.
#[derive(Debug)]
pub struct BoundQuery {
    /// The bounds, one for each field, clause after clause; `None` where it matches no row whatever the key.
    pub bounds: Option<Vec<Bound>>,
    /// How often it ran.
    pub count: Sum,
    /// Its class's number.
    pub class: Option<u32>,
    /// Its shape's number.
    pub shape: u32,
}

/// Binds the queries of the scored table; also the count of queries on other tables alone.
///
/// # Errors
/// `ZoneMismatch`.
pub fn bind_queries(queries: &Queries, types: &Types, odd: &mut Oddities) -> Result<(Vec<BoundQuery>, Sum)> {
    let names = &queries.names;
    let lookup = types.lookup(names);
    let nothing = Clause::default();
    let mut bound = Vec::with_capacity(queries.queries.len());
    let mut elsewhere: Sum = 0;
    for (row, query) in (0..).zip(&queries.queries) {
        let mut own = query.clauses.iter().filter(|c| types.is_own(names, c.table));
        let read = match (own.next(), own.next()) {
            // Which of them a clause beside them is joined to is not said, so it binds none.
            (Some(first), Some(second)) => {
                let all = [first, second].into_iter().chain(own).map(|clause| (clause, None));
                types.read_any(names, &lookup, all, odd)
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
        let bounds = match read.map_err(|e| e.record("query", row))? {
            Clauses::Bounds(bounds) => Some(bounds),
            Clauses::Empty => {
                odd.add_empty(shape, query.count);
                None
            }
            Clauses::Unmatched(misfit) => {
                odd.add_unmatched(shape, misfit, query.count);
                continue;
            }
        };
        bound.push(BoundQuery { bounds, count: query.count, class: query.class, shape: query.shape });
    }
    Ok((bound, elsewhere))
}
