//! What the user should know of the input as a whole.

use super::Request;
use super::layout::Plan;
use crate::bind::Oddities;
use crate::group::Groups;
use crate::kind::Kind;
use crate::part::{self, Part, float_value};
use crate::rows::Pass;

/// Warnings, sorted, each once.
pub(super) fn warnings(
    request: &Request<'_>,
    plan: &Plan,
    pass: Option<&Pass>,
    odd: [&Oddities; 2],
) -> Vec<String> {
    let mut warnings = Vec::new();
    for name in odd.iter().flat_map(|o| o.unknown.keys()) {
        warnings.push(format!(
            "queries or writes name {name:?}, which the rows do not have; it binds nothing (a typing error, or a column to add to the rows?)"
        ));
    }
    let Some(pass) = pass else { return warnings };
    for (candidate, layout) in request.candidates.iter().zip(&plan.layouts) {
        if let Some(finder) = layout.finder {
            let (_, _, several) = pass.found[finder].first_keys();
            if several > 0 {
                warnings.push(format!(
                    "candidate {}: {several} ids of resolves= stand in rows with different keys; their load goes to the first key's shard (is it an id?)",
                    candidate.name
                ));
            }
        }
        for (&field, &part) in layout.key.iter().zip(&layout.distinct_parts) {
            let (field, _, kind) = &plan.types.fields[field];
            if matches!(kind, Kind::Float(_)) && all_whole(&pass.groups[layout.distinct], part) {
                warnings.push(format!(
                    "column {:?} holds floats that are all whole, which hash as 42.0, not 42 (pandas makes floats of integers with nulls); cast it to an integer type",
                    field.column
                ));
            }
        }
    }
    warnings.sort();
    warnings.dedup();
    warnings
}

/// Whether every value of a part of these groups is a whole number, and there is one.
fn all_whole(groups: &Groups, part: usize) -> bool {
    let mut some = false;
    let mut encoded = Vec::new();
    for block in &groups.blocks {
        for i in 0..block.keys.len() {
            encoded.clear();
            block.keys.encode(i, &groups.kinds, &[part], &mut encoded);
            let Part::Word(word) = part::read(&encoded, &groups.kinds[part]) else { continue };
            let value = float_value(word);
            if value.fract() != 0.0 || !value.is_finite() {
                return false;
            }
            some = true;
        }
    }
    some
}
