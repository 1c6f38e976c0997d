//! Puts what a condition says on the fields, and the equalities by which constants go from table to table.

use crate::sql::meaning::{Condition, Term, Unbound, Why};

use super::Reader;
use super::condition::{Place, Said};
use super::graph::{Edge, Fact};
use super::scope::{Column, Scope};

/// Where a condition stands.
#[derive(Clone, Copy)]
pub(super) struct Stand {
    /// The query of whose result the rows without it are gone.
    pub(super) block: Option<usize>,
    /// The relations that the ON of an outer join may bind: from the first number to before the second.
    pub(super) side: Option<(usize, usize)>,
}

impl Reader<'_> {
    /// Puts everything that was said in its place.
    pub(super) fn settle(&mut self, scope: &Scope, mut said: Said, stand: Stand) {
        let mut more = Vec::new();
        if let Some((from, to)) = stand.side {
            // What ON says of the preserved side says which rows of the other can match.
            let inside = |at: Option<usize>| at.is_some_and(|at| (from..to).contains(&at));
            for (a, b) in said.equal.iter().flat_map(|(a, b)| [(a, b), (b, a)]) {
                if inside(b.1) && !inside(a.1) {
                    let same = said.binds.iter().filter(|((column, _), _)| column.nodes == a.0.nodes);
                    more.extend(same.map(|(_, condition)| (b.clone(), condition.clone())));
                }
            }
        }
        more.retain(|(_, condition)| !null(condition));
        said.binds.extend(more);
        for (place, condition) in said.binds {
            if !self.binds(&place, stand, null(&condition)) {
                continue;
            }
            self.put(&place.0, &condition, stand.block);
        }
        for rows in said.rows {
            self.settle_rows(&rows, stand);
        }
        for (a, b) in said.equal {
            self.settle_equal(scope, a, b, stand);
        }
        for unbound in said.unbound {
            self.unbound(unbound.why, unbound.fields);
        }
    }

    /// Notes a condition that binds nothing.
    pub(super) fn unbound(&mut self, why: Why, fields: Vec<String>) {
        let unbound = Unbound { why, fields };
        if !self.unbound.contains(&unbound) && self.unbound.len() < 200 {
            self.unbound.push(unbound);
        }
    }

    fn put(&mut self, column: &Column, condition: &Condition, block: Option<usize>) {
        for &node in &column.nodes {
            self.graph.hold(node, Fact { condition: condition.clone(), block, via: column.via.clone() });
        }
    }

    /// Whether a condition on a column may be put on its fields.
    fn binds(&mut self, (column, place): &Place, stand: Stand, null: bool) -> bool {
        let here = place.is_some_and(|at| stand.side.is_none_or(|(from, to)| (from..to).contains(&at)));
        // Where NULL may stand for a missing row, all rows must be seen to know that none is there.
        let binds = here && column.inward && !(null && column.nullable);
        if !binds {
            self.unbound(Why::Other, self.labels(column));
        }
        binds
    }

    fn settle_rows(&mut self, rows: &[Vec<(Place, Term)>], stand: Stand) {
        let mut owner = None;
        for (place, _) in rows.iter().flatten() {
            let [node] = place.0.nodes.as_slice() else { return };
            let access = self.graph.owner(*node);
            if owner.is_some_and(|owner| owner != access)
                || !place.0.via.is_empty()
                || !self.binds(place, stand, false)
            {
                return;
            }
            owner = Some(access);
        }
        if let Some(Some(access)) = owner {
            let named = |(place, term): &(Place, Term)| {
                (place.0.nodes.first().map_or("", |&node| self.graph.field(node)).to_owned(), term.clone())
            };
            let rows = rows.iter().map(|row| row.iter().map(named).collect()).collect();
            self.graph.either(access, rows);
        }
    }

    fn settle_equal(&mut self, scope: &Scope, (a, at): Place, (b, other): Place, stand: Stand) {
        let inside = |at: usize| stand.side.is_none_or(|(from, to)| (from..to).contains(&at));
        let mut labels = self.labels(&a);
        labels.extend(self.labels(&b));
        let same = a
            .nodes
            .iter()
            .map(|&node| self.graph.owner(node))
            .eq(b.nodes.iter().map(|&node| self.graph.owner(node)));
        if same || (at.is_none() && other.is_none()) {
            return self.unbound(Why::Field, labels);
        }
        if let [a, b] = labels.as_slice() {
            let join = format!("{a} = {b}");
            if self.joins.len() < 1000 && !self.joins.contains(&join) {
                self.joins.push(join);
            }
        }
        match (at, other) {
            (None, Some(to)) if inside(to) => self.carry(&a, &b, None, stand.block),
            (Some(to), None) if inside(to) => self.carry(&b, &a, None, stand.block),
            (Some(left), Some(right)) => match (inside(left), inside(right)) {
                (true, true) => {
                    self.carry(&a, &b, None, stand.block);
                    self.carry(&b, &a, None, stand.block);
                }
                (true, false) => self.carry_outer(scope, &b, &a),
                (false, true) => self.carry_outer(scope, &a, &b),
                (false, false) => self.unbound(Why::Field, labels),
            },
            _ => {}
        }
    }

    /// The equality of an outer join: what the preserved side says holds on the other, and only what WHERE says of
    /// that one holds on the preserved side.
    fn carry_outer(&mut self, scope: &Scope, preserved: &Column, other: &Column) {
        self.carry(preserved, other, None, None);
        self.carry(other, preserved, Some(scope.block), Some(scope.block));
    }

    fn carry(&mut self, from: &Column, to: &Column, only: Option<usize>, block: Option<usize>) {
        let [source] = from.nodes.as_slice() else { return };
        if !from.outward || !to.inward {
            return;
        }
        for &node in &to.nodes {
            self.graph.connect(*source, Edge { to: node, only, block, via: to.via.clone() });
        }
    }
}

/// Whether a condition may hold for NULL.
fn null(condition: &Condition) -> bool {
    match condition {
        Condition::Equal(term) => *term == Term::Null,
        Condition::In(terms) => terms.contains(&Term::Null),
        Condition::Range(..) | Condition::Like(..) => false,
    }
}
