//! Comparisons: equality and order.

use sqlparser::ast::{Expr, FunctionArguments};

use crate::sql::meaning::{Condition, Edge, Term, Why};

use super::Reader;
use super::condition::{Place, Said};
use super::name;
use super::scope::Scope;
use super::term::Operand;
use super::walk;

impl Reader<'_> {
    /// `left = right`; `nulls` where NULL equals NULL.
    pub(super) fn equality(
        &mut self,
        scope: &Scope,
        (left, right): (&Expr, &Expr),
        nulls: bool,
        said: &mut Said,
    ) {
        if let (Some(left), Some(right)) = (self.row(left), self.row(right)) {
            if left.len() == right.len() {
                for (left, right) in left.into_iter().zip(right) {
                    self.equality(scope, (left, right), nulls, said);
                }
            }
            return;
        }
        // `a = ANY(...)` of a dialect that takes ANY for a function.
        if let Some(array) = self.any_call(right) {
            return self.of_array(scope, left, array, said);
        }
        match (self.operand(scope, left), self.operand(scope, right)) {
            (Operand::Column(a, at), Operand::Column(b, other)) => said.equal.push(((a, at), (b, other))),
            (Operand::Column(column, place), value) | (value, Operand::Column(column, place)) => {
                self.equals((column, place), value, nulls, said);
            }
            (a, b) => {
                let mut fields = self.names(&a);
                fields.extend(self.names(&b));
                if matches!(a, Operand::Subquery(_)) || matches!(b, Operand::Subquery(_)) {
                    said.not(Why::Subquery, fields);
                } else if matches!(a, Operand::Ambiguous(_)) || matches!(b, Operand::Ambiguous(_)) {
                    said.not(Why::Ambiguous, fields);
                } else if !fields.is_empty() {
                    said.not(Why::Function, fields);
                }
            }
        }
    }

    /// A column that equals an operand that is no column.
    fn equals(&mut self, place: Place, value: Operand, nulls: bool, said: &mut Said) {
        match value {
            // Nothing equals NULL.
            Operand::Term(Term::Null) if !nulls => said.not(Why::Other, self.labels(&place.0)),
            Operand::Term(term) if nulls && place.0.nullable && !matches!(term, Term::Bool(_)) => {
                // The value may be NULL, and NULL may stand for a missing row.
                said.not(Why::Other, self.labels(&place.0));
            }
            Operand::Term(term) => said.binds.push((place, Condition::Equal(term))),
            Operand::Terms(terms) => said.binds.push((place, Condition::In(terms))),
            other => {
                let mut fields = self.labels(&place.0);
                fields.extend(self.names(&other));
                said.not(
                    match other {
                        Operand::Fields(_) => Why::Function,
                        Operand::Subquery(_) => Why::Subquery,
                        Operand::Ambiguous(_) => Why::Ambiguous,
                        _ => Why::Field,
                    },
                    fields,
                );
            }
        }
    }

    /// `low < high`, where the edge says whether they may be equal; `turned` where the text had it the other way.
    pub(super) fn order(
        &mut self,
        scope: &Scope,
        (low, high): (&Expr, &Expr),
        edge: fn(Term) -> Edge,
        turned: bool,
        said: &mut Said,
    ) {
        // Of rows, the first columns decide, and may be equal.
        if let (Some(lows), Some(highs)) = (self.row(low), self.row(high)) {
            if let (Some(low), Some(high)) = (lows.first(), highs.first()) {
                self.order(scope, (low, high), if lows.len() == 1 { edge } else { Edge::With }, turned, said);
            }
            return;
        }
        let (left, right) = if turned { (high, low) } else { (low, high) };
        let (left, right) = (self.operand(scope, left), self.operand(scope, right));
        let (low, high) = if turned { (right, left) } else { (left, right) };
        self.ordered(low, high, edge, said);
    }

    /// The same of what stands on the sides.
    fn ordered(&self, low: Operand, high: Operand, edge: fn(Term) -> Edge, said: &mut Said) {
        match (low, high) {
            (Operand::Column(column, place), Operand::Term(term)) if term != Term::Null => {
                said.binds.push(((column, place), Condition::Range(Edge::Open, edge(term))));
            }
            (Operand::Term(term), Operand::Column(column, place)) if term != Term::Null => {
                said.binds.push(((column, place), Condition::Range(edge(term), Edge::Open)));
            }
            (low, high) => {
                let mut fields = self.names(&low);
                fields.extend(self.names(&high));
                let either = |what: fn(&Operand) -> bool| what(&low) || what(&high);
                let why = if either(|side| matches!(side, Operand::Subquery(_))) {
                    Why::Subquery
                } else if either(|side| matches!(side, Operand::Ambiguous(_))) {
                    Why::Ambiguous
                } else if either(|side| matches!(side, Operand::Fields(_))) {
                    Why::Function
                } else {
                    Why::Field
                };
                if why == Why::Subquery || !fields.is_empty() {
                    said.not(why, fields);
                }
            }
        }
    }

    /// `BETWEEN`.
    pub(super) fn between(
        &mut self,
        scope: &Scope,
        (expr, low, high): (&Expr, &Expr, &Expr),
        said: &mut Said,
    ) {
        if self.symmetric {
            return self.nothing(scope, expr, Why::Other, said);
        }
        let (from, to) = (self.operand(scope, low), self.operand(scope, high));
        match (self.operand(scope, expr), from, to) {
            (Operand::Column(column, place), Operand::Term(low), Operand::Term(high)) => {
                said.binds.push(((column, place), Condition::Range(Edge::With(low), Edge::With(high))));
            }
            (field, low, high) => {
                self.ordered(low, field.clone(), Edge::With, said);
                self.ordered(field, high, Edge::With, said);
            }
        }
    }

    /// The items of a row value.
    pub(super) fn row<'a>(&self, expr: &'a Expr) -> Option<Vec<&'a Expr>> {
        match expr {
            Expr::Nested(inner) if matches!(**inner, Expr::Tuple(_)) => self.row(inner),
            Expr::Tuple(items) => Some(items.iter().collect()),
            Expr::Function(function) => match &function.args {
                FunctionArguments::List(list)
                    if name::last(self.dialect, &function.name).eq_ignore_ascii_case("row") =>
                {
                    list.args.iter().map(walk::argument).collect()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The array of `any(array)`, called as a function.
    fn any_call<'a>(&self, expr: &'a Expr) -> Option<&'a Expr> {
        let Expr::Function(function) = expr else { return None };
        let FunctionArguments::List(list) = &function.args else { return None };
        let [argument] = list.args.as_slice() else { return None };
        let any = name::last(self.dialect, &function.name);
        (any.eq_ignore_ascii_case("any") || any.eq_ignore_ascii_case("some"))
            .then(|| walk::argument(argument))?
    }
}
