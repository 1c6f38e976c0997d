//! Lists of values: IN, and ANY of an array.

use sqlparser::ast::{Expr, InTarget, Query, SetExpr, Values};

use crate::sql::meaning::{Condition, Term, Why};

use super::Reader;
use super::condition::{Place, Said};
use super::scope::Scope;
use super::term::Operand;

impl Reader<'_> {
    /// `IN`.
    pub(super) fn within(&mut self, scope: &Scope, expr: &Expr, target: &InTarget, said: &mut Said) {
        match target {
            InTarget::List(items) => {
                let items: Vec<&Expr> = items.iter().collect();
                self.listed(scope, expr, &items, said);
            }
            InTarget::Unnest(array) => self.of_array(scope, expr, array, said),
            InTarget::Subquery(query) => match values(query) {
                Some(values) => self.of_values(scope, expr, values, said),
                None => self.of_subquery(scope, expr, query, said),
            },
            InTarget::Table { .. } => self.nothing(scope, expr, Why::Subquery, said),
        }
    }

    fn of_subquery(&mut self, scope: &Scope, expr: &Expr, query: &Query, said: &mut Said) {
        let items = self.row(expr).unwrap_or_else(|| vec![expr]);
        let items: Vec<Operand> = items.into_iter().map(|item| self.operand(scope, item)).collect();
        let fields = items.iter().flat_map(|item| self.names(item)).collect();
        self.query(query, Some(scope), false);
        said.not(Why::Subquery, fields);
    }

    fn of_values(&mut self, scope: &Scope, expr: &Expr, values: &Values, said: &mut Said) {
        if self.row(expr).is_some() {
            let rows: Vec<Vec<&Expr>> = values.rows.iter().map(|row| row.content.iter().collect()).collect();
            return self.rows(scope, expr, &rows, said);
        }
        let items: Vec<&Expr> = values.rows.iter().flat_map(|row| row.content.iter()).collect();
        self.listed(scope, expr, &items, said);
    }

    /// `IN (..)` with what stands in the list.
    fn listed(&mut self, scope: &Scope, expr: &Expr, items: &[&Expr], said: &mut Said) {
        if self.row(expr).is_some() {
            let rows: Option<Vec<Vec<&Expr>>> = items.iter().map(|item| self.row(item)).collect();
            return match rows {
                Some(rows) => self.rows(scope, expr, &rows, said),
                None => self.nothing(scope, expr, Why::Other, said),
            };
        }
        let field = self.operand(scope, expr);
        let mut terms = Vec::with_capacity(items.len());
        let mut bad: Option<Operand> = None;
        for item in items {
            match self.operand(scope, item) {
                // Nothing equals NULL.
                Operand::Term(Term::Null) if items.len() > 1 => {}
                Operand::Term(term) => terms.push(term),
                Operand::Terms(more) => terms.extend(more),
                other => {
                    let mut names = bad.as_ref().map_or_else(Vec::new, |bad| self.names(bad));
                    names.extend(self.names(&other));
                    let subquery =
                        matches!(bad, Some(Operand::Subquery(_))) || matches!(other, Operand::Subquery(_));
                    bad = Some(if subquery { Operand::Subquery(names) } else { Operand::Fields(names) });
                }
            }
        }
        match (field, bad) {
            (Operand::Column(column, place), None) => {
                said.binds.push(((column, place), Condition::In(terms)));
            }
            (Operand::Column(column, _), Some(bad)) => {
                let mut fields = self.labels(&column);
                fields.extend(self.names(&bad));
                let why = if matches!(bad, Operand::Subquery(_)) { Why::Subquery } else { Why::Field };
                said.not(why, fields);
            }
            // `5 IN (a, b)` is an OR over fields.
            (Operand::Term(_) | Operand::Terms(_) | Operand::Opaque, Some(bad)) => {
                said.not(Why::Or, self.names(&bad));
            }
            (Operand::Term(_) | Operand::Terms(_) | Operand::Opaque, None) => {}
            (field, _) => self.refuse(&field, Why::Other, said),
        }
    }

    /// `(a, b) IN ((1, 2), (3, 4))`.
    fn rows(&mut self, scope: &Scope, expr: &Expr, rows: &[Vec<&Expr>], said: &mut Said) {
        let Some(columns) = self.row(expr) else { return };
        let same = rows.iter().all(|row| row.len() == columns.len());
        if let ([row], true) = (rows, same) {
            for (column, value) in columns.iter().zip(row) {
                self.equality(scope, (column, value), false, said);
            }
            return;
        }
        let mut fields: Vec<Option<Place>> = Vec::new();
        for column in &columns {
            fields.push(match self.operand(scope, column) {
                Operand::Column(column, place) => Some((column, place)),
                other => {
                    self.refuse(&other, Why::Other, said);
                    None
                }
            });
        }
        if !same {
            return;
        }
        let mut all = Vec::with_capacity(rows.len());
        for row in rows {
            let terms = row.iter().map(|value| self.term(scope, value));
            let terms: Vec<Term> = terms.collect();
            all.push(
                fields.iter().zip(terms).filter_map(|(field, term)| Some((field.clone()?, term))).collect(),
            );
        }
        for (at, field) in fields.iter().enumerate() {
            let Some(place) = field else { continue };
            let terms = all.iter().filter_map(|row: &Vec<(Place, Term)>| Some(row.get(at)?.1.clone()));
            if fields.iter().all(Option::is_some) {
                said.binds.push((place.clone(), Condition::In(terms.collect())));
            }
        }
        said.rows.push(all);
    }

    /// `= ANY (array)`.
    pub(super) fn of_array(&mut self, scope: &Scope, expr: &Expr, array: &Expr, said: &mut Said) {
        let mut bare = array;
        while let Expr::Nested(inner) | Expr::Cast { expr: inner, .. } = bare {
            bare = inner;
        }
        match bare {
            Expr::Array(array) => {
                let items: Vec<&Expr> = array.elem.iter().collect();
                return self.listed(scope, expr, &items, said);
            }
            Expr::Subquery(query) => {
                return match values(query) {
                    Some(values) => self.of_values(scope, expr, values, said),
                    None => self.of_subquery(scope, expr, query, said),
                };
            }
            _ => {}
        }
        let array = self.operand(scope, bare);
        match (self.operand(scope, expr), array) {
            (Operand::Column(column, place), Operand::Term(term)) => {
                let elements = vec![Term::Elements(Box::new(term))];
                said.binds.push(((column, place), Condition::In(elements)));
            }
            (Operand::Column(column, _), array) => {
                let mut fields = self.labels(&column);
                fields.extend(self.names(&array));
                self.refuse(&Operand::Fields(fields), Why::Field, said);
            }
            // `5 = ANY (tags)` asks what is in a field.
            (_, Operand::Column(column, _)) => said.not(Why::Function, self.labels(&column)),
            (Operand::Term(_) | Operand::Terms(_) | Operand::Opaque, Operand::Term(_)) => {}
            (field, _) => self.refuse(&field, Why::Function, said),
        }
    }
}

/// The rows of `VALUES`, where a query is nothing else.
fn values(query: &Query) -> Option<&Values> {
    match &*query.body {
        SetExpr::Values(values)
            if query.with.is_none() && query.limit_clause.is_none() && query.fetch.is_none() =>
        {
            Some(values)
        }
        _ => None,
    }
}
