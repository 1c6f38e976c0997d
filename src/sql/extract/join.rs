//! Joins: which side may be missing, and what their conditions say.

use sqlparser::ast::{JoinConstraint, JoinOperator, TableFactor, TableWithJoins};

use super::Reader;
use super::condition::Said;
use super::equal::Stand;
use super::name;
use super::scope::{Found, Kind, Scope, Value};

/// Which side of a join may be missing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Missing {
    Neither,
    Left,
    Right,
    Both,
}

impl Reader<'_> {
    /// Reads a table with what is joined to it.
    pub(super) fn joined(&mut self, scope: &mut Scope, table: &TableWithJoins, nested: bool) {
        let start = scope.relations.len();
        self.factor(scope, &table.relation, nested);
        for join in &table.joins {
            let (missing, constraint) = kind(&join.join_operator);
            let middle = scope.relations.len();
            let nested = nested || matches!(missing, Missing::Right | Missing::Both);
            match (&join.join_operator, &join.relation) {
                (
                    JoinOperator::CrossApply | JoinOperator::OuterApply,
                    TableFactor::Derived { subquery, alias, .. },
                ) => self.derived(scope, subquery, alias.as_ref(), true),
                (_, relation) => self.factor(scope, relation, nested),
            }
            let end = scope.relations.len();
            let stand = match missing {
                Missing::Neither => Stand { block: (!nested).then_some(scope.block), side: None },
                Missing::Right => Stand { block: None, side: Some((middle, end)) },
                Missing::Left => Stand { block: None, side: Some((start, middle)) },
                Missing::Both => Stand { block: None, side: Some((0, 0)) },
            };
            self.constrain(scope, constraint, (start, middle, end), missing, stand);
            let (left, right) = match missing {
                Missing::Neither => (false, false),
                Missing::Left => (true, false),
                Missing::Right => (false, true),
                Missing::Both => (true, true),
            };
            for (index, relation) in scope.relations.iter_mut().enumerate().skip(start) {
                relation.nullable |= if index < middle { left } else { right };
            }
        }
    }

    fn constrain(
        &mut self,
        scope: &mut Scope,
        constraint: Option<&JoinConstraint>,
        (start, middle, end): (usize, usize, usize),
        missing: Missing,
        stand: Stand,
    ) {
        match constraint {
            Some(JoinConstraint::On(expr)) => {
                let mut said = Said::default();
                self.condition(scope, expr, &mut said);
                self.settle(scope, said, stand);
            }
            Some(JoinConstraint::Using(names) | JoinConstraint::UsingAlias(names, _)) => {
                let names: Vec<String> =
                    names.iter().map(|column| name::last(self.dialect, column)).collect();
                self.merge(scope, &names, (start, middle, end), missing, stand);
            }
            Some(JoinConstraint::Natural) => {
                let left = known_columns(scope, start, middle);
                let right = known_columns(scope, middle, end);
                if let (Some(left), Some(right)) = (left, right) {
                    let names: Vec<String> = left.into_iter().filter(|name| right.contains(name)).collect();
                    self.merge(scope, &names, (start, middle, end), missing, stand);
                }
            }
            Some(JoinConstraint::None) | None => {}
        }
    }

    /// `USING`: equal columns under one name.
    fn merge(
        &mut self,
        scope: &mut Scope,
        names: &[String],
        (start, middle, end): (usize, usize, usize),
        missing: Missing,
        stand: Stand,
    ) {
        for column in names {
            let left = self.side(scope, column, start, middle);
            let right = self.side(scope, column, middle, end);
            let from = match missing {
                Missing::Neither | Missing::Right => left.as_ref().map(|found| found.1),
                Missing::Left => right.as_ref().map(|found| found.1),
                Missing::Both => None,
            };
            if let (Some((Value::Column(a), at)), Some((Value::Column(b), other))) = (left, right) {
                let said = Said { equal: vec![((a, Some(at)), (b, Some(other)))], ..Said::default() };
                self.settle(scope, said, stand);
            }
            scope.merged.retain(|(merged, _)| merged != column);
            scope.merged.push((column.clone(), from));
        }
    }

    /// A column among some of the relations.
    fn side(&mut self, scope: &Scope, column: &str, from: usize, to: usize) -> Option<(Value, usize)> {
        let merged = scope.merged.iter().find(|(merged, _)| merged == column);
        if let Some((_, Some(at))) = merged
            && (from..to).contains(at)
        {
            return Some((self.column(scope.relations.get(*at)?, column), *at));
        }
        let relations = scope.relations.get(from..to)?.to_vec();
        let part = Scope { relations, ..Scope::default() };
        match self.resolve(&part, &[column.to_owned()]) {
            Found::Value(value, Some(at)) => Some((value, from + at)),
            _ => None,
        }
    }
}

/// The columns of some of the relations, where all are known.
fn known_columns(scope: &Scope, from: usize, to: usize) -> Option<Vec<String>> {
    let mut names = Vec::new();
    for relation in scope.relations.get(from..to)? {
        match &relation.kind {
            Kind::Table(_, Some(columns)) => names.extend(columns.iter().cloned()),
            Kind::Query(output) if output.rest.is_empty() => {
                names.extend(output.columns.iter().filter_map(|(name, _)| name.clone()));
            }
            _ => return None,
        }
    }
    Some(names)
}

/// Which side of a join may be missing, and its condition.
fn kind(operator: &JoinOperator) -> (Missing, Option<&JoinConstraint>) {
    match operator {
        JoinOperator::Join(on)
        | JoinOperator::Inner(on)
        | JoinOperator::CrossJoin(on)
        | JoinOperator::StraightJoin(on)
        | JoinOperator::Semi(on)
        | JoinOperator::LeftSemi(on)
        | JoinOperator::RightSemi(on) => (Missing::Neither, Some(on)),
        // In an anti join the rows that match are gone: the ON binds only what is looked for, as in an outer join.
        JoinOperator::Left(on)
        | JoinOperator::LeftOuter(on)
        | JoinOperator::Anti(on)
        | JoinOperator::LeftAnti(on) => (Missing::Right, Some(on)),
        JoinOperator::Right(on) | JoinOperator::RightOuter(on) | JoinOperator::RightAnti(on) => {
            (Missing::Left, Some(on))
        }
        JoinOperator::FullOuter(on) => (Missing::Both, Some(on)),
        JoinOperator::AsOf { constraint, .. } => (Missing::Right, Some(constraint)),
        JoinOperator::OuterApply | JoinOperator::LeftArrayJoin => (Missing::Right, None),
        JoinOperator::CrossApply | JoinOperator::ArrayJoin | JoinOperator::InnerArrayJoin => {
            (Missing::Neither, None)
        }
    }
}
