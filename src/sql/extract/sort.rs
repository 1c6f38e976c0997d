//! How a result is sorted and cut.

use sqlparser::ast::{Expr, LimitClause, OrderBy, OrderByKind, OrderBySort, Query};

use crate::sql::meaning::Term;

use super::Reader;
use super::name;
use super::output::is_name;
use super::scope::{Output, Scope, Value};

impl Reader<'_> {
    /// What a result is sorted by.
    pub(super) fn sorted_by(
        &mut self,
        scope: Option<&Scope>,
        output: &Output,
        order: &OrderBy,
    ) -> Option<Vec<(String, bool)>> {
        let OrderByKind::Expressions(items) = &order.kind else { return None };
        let mut sorted = Vec::with_capacity(items.len());
        for item in items {
            let descends = match &item.options.sort {
                Some(OrderBySort::Desc) => true,
                Some(OrderBySort::Using(_)) => return None,
                Some(OrderBySort::Asc) | None => false,
            };
            let own = match &item.expr {
                Expr::Identifier(ident) => Some(name::ident(self.dialect, ident)),
                _ => None,
            };
            let given = output.columns.iter().find(|(name, _)| name.is_some() && *name == own);
            let operand = match (given, scope) {
                (Some((_, value)), _) => value.clone(),
                (None, Some(scope)) if is_name(&item.expr) => self.operand(scope, &item.expr).value(),
                (None, _) => return None,
            };
            let Value::Column(column) = operand else { return None };
            sorted.push((self.labels(&column).into_iter().next()?, descends));
        }
        Some(sorted)
    }

    /// The value of LIMIT.
    pub(super) fn limits(&mut self, query: &Query) {
        let scope = Scope::default();
        let limit = match &query.limit_clause {
            Some(LimitClause::LimitOffset { limit, .. }) => limit.as_ref(),
            Some(LimitClause::OffsetCommaLimit { limit, .. }) => Some(limit),
            None => {
                query.fetch.as_ref().filter(|fetch| !fetch.percent).and_then(|fetch| fetch.quantity.as_ref())
            }
        };
        if let Some(limit) = limit {
            let term = self.term(&scope, limit);
            self.limit = (term != Term::Null).then_some(term);
        }
    }
}
