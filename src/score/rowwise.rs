//! The measures of rows: loads by shard, distinct keys, the heaviest keys.

use super::Request;
use super::kept::shards_of;
use super::layout::Plan;
use crate::control::Control;
use crate::error::Result;
use crate::function::Fitted;
use crate::measure::loads::{Loads, Routed, loads};
use crate::measure::top::{Heavy, heaviest};
use crate::rows::Pass;

/// How many of the heaviest keys a score shows.
pub(super) const TOP: usize = 10;

/// The loads of one candidate at one shard count, and the shards of its heaviest keys.
pub(super) type Loaded = (Loads, Vec<Option<u32>>);

/// What rows come to, by candidate and shard count.
pub(super) struct Rowwise {
    pub loads: Vec<Vec<Loaded>>,
    /// The heaviest keys of each candidate's key.
    pub tops: Vec<Vec<Heavy>>,
}

/// Routes all keys of all groupings.
pub(super) fn measure(
    request: &Request<'_>,
    plan: &Plan,
    pass: &Pass,
    fitted: &[Vec<Fitted>],
    control: &Control,
) -> Result<Rowwise> {
    let tops: Vec<Vec<Heavy>> = plan
        .layouts
        .iter()
        .map(|l| heaviest(&pass.groups[l.distinct], &l.distinct_parts, TOP, None))
        .collect();
    let mut all: Vec<Vec<Option<Loaded>>> = fitted.iter().map(|f| f.iter().map(|_| None).collect()).collect();
    for (g, groups) in pass.groups.iter().enumerate() {
        let of_group = (0..fitted.len()).filter(|&c| plan.layouts[c].group == g);
        let jobs: Vec<(usize, usize)> =
            of_group.flat_map(|c| (0..request.shards.len()).map(move |s| (c, s))).collect();
        let routed: Vec<Routed<'_>> = jobs
            .iter()
            .map(|&(c, s)| {
                let (layout, fitted) = (&plan.layouts[c], &fitted[c][s]);
                Routed {
                    function: &fitted.function,
                    shards: request.shards[s],
                    key: &layout.key_parts,
                    by: layout.by_part,
                    cut: layout.order_part.zip(fitted.cut.as_ref()),
                    finer: layout.group != layout.distinct,
                }
            })
            .collect();
        if routed.is_empty() {
            continue;
        }
        let measured = loads(groups, &routed, control)
            .map_err(|(n, e)| e.candidate(&request.candidates[jobs[n].0].name))?;
        control.advance(jobs.len() as u64);
        for ((c, s), mut loads) in jobs.into_iter().zip(measured) {
            let (layout, shards) = (&plan.layouts[c], request.shards[s]);
            let on = if layout.group == layout.distinct {
                let kinds = plan.kinds_of(&layout.key);
                shards_of(&tops[c], &kinds, &fitted[c][s].function, shards)
                    .map_err(|e| e.candidate(&request.candidates[c].name))?
            } else {
                loads.settle_pairs(&tops[c])
            };
            all[c][s] = Some((loads, on));
        }
    }
    let loads = all.into_iter().map(|l| l.into_iter().flatten().collect()).collect();
    Ok(Rowwise { loads, tops })
}
