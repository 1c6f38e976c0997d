//! All figures of a score, put together.

use super::Request;
use super::costs::Costs;
use super::each::{EachRead, Outcomes, crossing_shares};
use super::kept::{Kept, KeptScore, top_keys, values_of};
use super::layout::Plan;
use super::outcome::{Outcome, RequestLoads, Score, WeightedSkew};
use super::reads::Routed;
use super::rowwise::Rowwise;
use super::tables;
use super::warnings::warnings;
use crate::bind::Oddities;
use crate::exact::{Sum, ratio, to_f64};
use crate::function::{Fitted, Function};
use crate::measure::skew::Skew;
use crate::rows::Pass;

/// Everything that a score is put together from.
pub(super) struct Parts<'a> {
    pub request: &'a Request<'a>,
    pub plan: Plan,
    pub pass: Option<Pass>,
    pub fitted: Vec<Vec<Fitted>>,
    pub rowwise: Option<Rowwise>,
    pub routed: Vec<Routed>,
    /// The count of queries on other tables alone.
    pub elsewhere: Sum,
    pub odd_reads: Oddities,
    pub odd_writes: Oddities,
}

impl Parts<'_> {
    /// The scores, in the order of `jobs`: candidate and place among the shard counts.
    pub(super) fn assemble(self, jobs: &[(usize, usize)]) -> Outcome {
        let warnings =
            warnings(self.request, &self.plan, self.pass.as_ref(), [&self.odd_reads, &self.odd_writes]);
        let mut scores = Vec::with_capacity(jobs.len());
        let whole = tables::whole(self.request);
        for (&(c, s), routed) in jobs.iter().zip(&self.routed) {
            scores.push(self.score(c, s, routed, whole));
        }
        let kept = self.keep(jobs);
        Outcome { scores, warnings, kept }
    }

    fn score(&self, c: usize, s: usize, routed: &Routed, whole: [bool; 2]) -> Score {
        let shards = self.request.shards[s];
        let fitted = &self.fitted[c][s];
        let layout = &self.plan.layouts[c];
        let kinds = self.plan.kinds_of(&layout.key);
        let costs = Costs::new(self.request, routed, shards);
        let odds = [&self.odd_reads, &self.odd_writes];
        let mut score = Score {
            candidate: c,
            shards,
            rows: self.pass.as_ref().map(|p| p.rows),
            distinct_keys: self.pass.as_ref().map(|p| p.groups[layout.distinct].len() as u64),
            weights: None,
            rows_per_shard: None,
            keys_per_shard: None,
            top_keys: None,
            amplification: costs.amplification(),
            peak_cost: costs.peak(),
            cost_parts: costs.parts(),
            reads: routed.reads.as_ref().map(|r| tables::reads(self.request.queries, r, shards)),
            writes: routed.writes.as_ref().map(|w| tables::writes(self.request.transactions, w, shards)),
            transactions: routed
                .writes
                .as_ref()
                .and_then(|w| tables::transactions(self.request.transactions, w)),
            read_loads: routed.reads.as_ref().map(|r| RequestLoads {
                loads: floats(&r.total_loads(shards)),
                unassigned: to_f64(r.unassigned.iter().sum()),
            }),
            write_loads: routed.writes.as_ref().map(|w| RequestLoads {
                loads: floats(&w.loads.sums()),
                unassigned: to_f64(w.unassigned + w.elsewhere),
            }),
            unmatched: odds
                .iter()
                .flat_map(|o| &o.unmatched)
                .map(|((statement, field), odd)| (statement.clone(), field.clone(), odd.clone()))
                .collect(),
            empty: odds.iter().flat_map(|o| &o.empty).map(|(s, odd)| (s.clone(), odd.clone())).collect(),
            other_tables_share: self.other_tables_share(),
            stale_reads: routed.reads.as_ref().and_then(|r| {
                let total = r.all.total();
                (total > 0).then(|| ratio(r.stale, 1, total))
            }),
            fitted: fitted.note.clone(),
            boundaries: fitted
                .boundaries
                .as_ref()
                .map(|b| b.iter().map(|key| values_of(key, &kinds)).collect()),
            placement: match &fitted.function {
                Function::Packed(table) => Some(table.to_vec()),
                _ => None,
            },
            load_ratio_later: None,
            executions: tables::executions(self.request, routed, whole),
            outcomes: self.request.outcomes.then(|| self.outcomes(routed)),
        };
        if let Some(rowwise) = &self.rowwise {
            let (loads, on) = &rowwise.loads[c][s];
            let skews = loads.sums.iter().enumerate().filter_map(|(w, sums)| {
                Some(WeightedSkew { name: self.request.weights.get(w).cloned(), skew: Skew::of(sums)? })
            });
            score.weights = Some(skews.collect());
            score.rows_per_shard = Some(loads.rows.clone());
            score.keys_per_shard = Some(loads.keys.clone());
            score.load_ratio_later = loads.later.as_ref().and_then(|l| Skew::of(l)).map(|s| s.load_ratio);
            let total: Sum = loads.sums[0].iter().sum();
            score.top_keys = Some(top_keys(&rowwise.tops[c], on, &kinds, total));
        }
        score
    }

    /// What each statement comes to.
    fn outcomes(&self, routed: &Routed) -> Outcomes {
        let queries = self.request.queries.map_or(0, |q| q.queries.len());
        let reads = routed.reads.as_ref().and_then(|r| r.each.as_ref());
        let transactions = routed.writes.as_ref().and_then(|w| w.each.as_ref());
        Outcomes {
            reads: reads.map(|each| EachRead::of(each, queries)),
            crossing: transactions.map(|each| crossing_shares(each)),
        }
    }

    /// The share of queries on other tables alone, of all queries.
    fn other_tables_share(&self) -> Option<f64> {
        let queries = self.request.queries?;
        let total: Sum = queries.queries.iter().map(|q| q.count).sum();
        (total > 0).then(|| ratio(self.elsewhere, 1, total))
    }

    fn keep(self, jobs: &[(usize, usize)]) -> Option<Kept> {
        let pass = self.pass?;
        let rowwise = self.rowwise?;
        let mut fitted: Vec<_> =
            self.fitted.into_iter().map(|f| f.into_iter().map(Some).collect::<Vec<_>>()).collect();
        let mut scored = Vec::with_capacity(jobs.len());
        for &(c, s) in jobs {
            let layout = &self.plan.layouts[c];
            // A key that lies on several shards is looked for among the groups that tell them apart.
            scored.push(KeptScore {
                group: layout.group,
                parts: layout.key_parts.clone(),
                by: layout.by_part,
                finer: layout.group != layout.distinct,
                name: self.request.candidates[c].name.clone(),
                reads: layout
                    .key
                    .iter()
                    .chain(&layout.by)
                    .map(|&f| self.plan.types.fields[f].clone())
                    .collect(),
                kinds: self.plan.kinds_of(&layout.key),
                function: fitted[c][s].take()?.function,
                shards: self.request.shards[s],
                total: rowwise.loads[c][s].0.sums[0].iter().sum(),
            });
        }
        Some(Kept { groups: pass.groups, scored, whole: pass.whole })
    }
}

fn floats(sums: &[Sum]) -> Vec<f64> {
    sums.iter().map(|&s| to_f64(s)).collect()
}
