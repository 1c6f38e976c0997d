//! OR: what all its branches say of the same field, and nothing else.

use sqlparser::ast::{BinaryOperator, Expr};

use crate::sql::meaning::{Condition, Term, Why};

use super::Reader;
use super::condition::{Place, Said};
use super::scope::Scope;

impl Reader<'_> {
    /// Reads an OR.
    pub(super) fn either(&mut self, scope: &Scope, expr: &Expr, said: &mut Said) {
        let mut open = vec![expr];
        let mut common: Option<Vec<(Place, Vec<Term>)>> = None;
        let mut fields: Vec<String> = Vec::new();
        let mut subquery = false;
        while let Some(expr) = open.pop() {
            match expr {
                Expr::BinaryOp { left, op: BinaryOperator::Or, right } => {
                    open.push(right);
                    open.push(left);
                    continue;
                }
                Expr::Nested(inner) => {
                    open.push(inner);
                    continue;
                }
                _ => {}
            }
            let mut branch = Said::default();
            self.condition(scope, expr, &mut branch);
            subquery |= branch.unbound.iter().any(|unbound| unbound.why == Why::Subquery);
            self.named_in(&branch, &mut fields);
            let of = values(branch);
            common = Some(match common {
                None => of,
                Some(common) => both(common, of),
            });
        }
        let common = common.unwrap_or_default();
        for (place, _) in &common {
            let labels = self.labels(&place.0);
            fields.retain(|field| !labels.contains(field));
        }
        said.binds.extend(common.into_iter().map(|(place, terms)| (place, Condition::In(terms))));
        if !fields.is_empty() || subquery {
            said.not(Why::Or, fields);
        }
    }

    fn named_in(&self, said: &Said, fields: &mut Vec<String>) {
        let bound = said.binds.iter().map(|(place, _)| place);
        let equal = said.equal.iter().flat_map(|(a, b)| [a, b]);
        let rows = said.rows.iter().flatten().flatten().map(|(place, _)| place);
        let places: Vec<String> =
            bound.chain(equal).chain(rows).flat_map(|place| self.labels(&place.0)).collect();
        for field in said.unbound.iter().flat_map(|unbound| unbound.fields.iter().cloned()).chain(places) {
            if !fields.contains(&field) && fields.len() < MOST {
                fields.push(field);
            }
        }
    }
}

/// No more fields than these are looked at in each branch.
const MOST: usize = 100;

/// The fields that a branch holds to values.
fn values(said: Said) -> Vec<(Place, Vec<Term>)> {
    let mut found: Vec<(Place, Vec<Term>)> = Vec::new();
    for (place, condition) in said.binds {
        let terms = match condition {
            Condition::Equal(term) => vec![term],
            Condition::In(terms) => terms,
            Condition::Range(..) | Condition::Like(..) => continue,
        };
        if found.len() < MOST && !found.iter().any(|(other, _)| other.0.nodes == place.0.nodes) {
            found.push((place, terms));
        }
    }
    found
}

/// The fields that both hold to values, with the values of both.
fn both(common: Vec<(Place, Vec<Term>)>, mut of: Vec<(Place, Vec<Term>)>) -> Vec<(Place, Vec<Term>)> {
    let keep = |(place, mut terms): (Place, Vec<Term>)| {
        let at = of.iter().position(|(other, _)| other.0.nodes == place.0.nodes)?;
        terms.append(&mut of.get_mut(at)?.1);
        Some((place, terms))
    };
    common.into_iter().filter_map(keep).collect()
}
