//! Fan-outs and crossings as tables: in all, and by shape and class, the most frequent first.

use super::Request;
use super::outcome::{Executions, Fanouts, Transactional};
use super::reads::{ReadMeasures, Routed};
use super::writes::WriteMeasures;
use crate::exact::{ONE, Sum, ratio, to_f64};
use crate::measure::fanout::{Fanout, FanoutFigures};
use crate::measure::transactions::Crossings;
use crate::statement::{Queries, Transactions};

/// The fan-outs of reads.
pub(super) fn reads(queries: Option<&Queries>, reads: &ReadMeasures, shards: u32) -> Fanouts {
    let (shapes, classes) = match queries {
        Some(queries) => (queries.shapes.all(), queries.classes.all()),
        None => (&[][..], &[][..]),
    };
    let total = reads.all.total();
    Fanouts {
        all: reads.all.figures(shards),
        shapes: shares(shapes, &reads.shapes, total, shards),
        classes: shares(classes, &reads.classes, total, shards),
    }
}

/// The fan-outs of writes.
pub(super) fn writes(transactions: Option<&Transactions>, writes: &WriteMeasures, shards: u32) -> Fanouts {
    let shapes = transactions.map_or(&[][..], |t| t.write_shapes.all());
    Fanouts {
        all: writes.all.figures(shards),
        shapes: shares(shapes, &writes.shapes, writes.all.total(), shards),
        classes: Vec::new(),
    }
}

/// The shares of transactions; `None` without any.
pub(super) fn transactions(
    transactions: Option<&Transactions>,
    writes: &WriteMeasures,
) -> Option<Transactional> {
    let names = transactions.map_or(&[][..], |t| t.shapes.all());
    let total = writes.crossings.total();
    let mut by_shape: Vec<(&String, &Crossings)> = names.iter().zip(&writes.crossings_by_shape).collect();
    by_shape.sort_by(|a, b| b.1.total().cmp(&a.1.total()).then_with(|| a.0.cmp(b.0)));
    let all = writes.crossings.figures()?;
    let shapes = by_shape
        .into_iter()
        .filter_map(|(name, c)| Some((name.clone(), ratio(c.total(), 1, total), c.figures()?)))
        .collect();
    Some(Transactional { all, shapes })
}

/// The statements as a sample of requests; `whole` says of queries and of transactions whether their counts are.
pub(super) fn executions(request: &Request<'_>, routed: &Routed, whole: [bool; 2]) -> Executions {
    let reads = routed.reads.as_ref().filter(|_| whole[0]);
    let transactions = routed.writes.as_ref().filter(|_| whole[1]);
    let by_fanout = |reads: &ReadMeasures| reads.all.by_shards().map(|(f, c)| (f, to_f64(c))).collect();
    let queries = request.queries.filter(|_| whole[0]).map(|q| q.queries.iter().map(|q| q.count).sum());
    let others = request.transactions.filter(|_| whole[1]);
    let others = others.map(|t| t.transactions.iter().map(|t| t.count).sum());
    let requests = queries.into_iter().chain(others).reduce(|a: Sum, b: Sum| a + b);
    Executions {
        requests: requests.map(to_f64),
        reads: reads.map(by_fanout),
        transactions: transactions.map(|w| (to_f64(w.crossings.crossing), to_f64(w.crossings.total()))),
    }
}

/// Whether counts of queries and of transactions are whole numbers, as those of requests are.
pub(super) fn whole(request: &Request<'_>) -> [bool; 2] {
    let whole = |count: Sum| count.is_multiple_of(ONE);
    [
        request.queries.is_some_and(|q| q.queries.iter().all(|q| whole(q.count))),
        request.transactions.is_some_and(|t| t.transactions.iter().all(|t| whole(t.count))),
    ]
}

/// Fan-outs by name, those that were executed, with their share of all executions.
fn shares(
    names: &[String],
    fanouts: &[Fanout],
    total: Sum,
    shards: u32,
) -> Vec<(String, f64, FanoutFigures)> {
    let mut executed: Vec<(&String, &Fanout, Sum)> =
        names.iter().zip(fanouts).map(|(n, f)| (n, f, f.total())).filter(|(.., count)| *count > 0).collect();
    executed.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.0.cmp(b.0)));
    executed
        .into_iter()
        .map(|(name, fanout, count)| (name.clone(), ratio(count, 1, total), fanout.figures(shards)))
        .collect()
}
