//! Queries: WITH, SELECT, UNION, VALUES.

use sqlparser::ast::{
    Cte, Expr, GroupByExpr, OrderBy, OrderByKind, Query, Select, SetExpr, Statement, TopQuantity, Values,
    With,
};

use crate::sql::dialect::Dialect;
use crate::sql::meaning::Term;

use super::Reader;
use super::condition::Said;
use super::equal::Stand;
use super::from::renamed;
use super::name;
use super::output::{mark, shut, unite};
use super::scope::{Output, Scope, Value};
use super::walk::{self, Part};

impl Reader<'_> {
    /// Reads a query; the `top` one also says how the statement's result is sorted and cut.
    pub(super) fn query(&mut self, query: &Query, parent: Option<&Scope>, top: bool) -> Output {
        let before = self.common.len();
        if let Some(with) = &query.with {
            self.with(with, parent);
        }
        let order = query.order_by.as_ref();
        let mut output = self.body(&query.body, parent, order, top);
        if query.limit_clause.is_some() || query.fetch.is_some() {
            shut(&mut output);
        }
        if !query.pipe_operators.is_empty() {
            output = Output::default();
        }
        if top {
            if let (SetExpr::Query(_), Some(order)) = (&*query.body, order) {
                self.order = self.sorted_by(None, &output, order);
            }
            self.limits(query);
        }
        self.common.truncate(before);
        output
    }

    /// Reads common table expressions.
    pub(super) fn with(&mut self, with: &With, parent: Option<&Scope>) {
        for cte in &with.cte_tables {
            let id = self.ctes;
            self.ctes += 1;
            let (name, columns) = self.aliased(Some(&cte.alias));
            let before = self.common.len();
            if with.recursive {
                self.common.push((name.clone(), id, Output::default()));
            }
            let mut output = renamed(self.query(&cte.query, parent, false), columns);
            self.common.truncate(before);
            if with.recursive && self.graph.references.remove(&id).is_some() || writes(cte) {
                shut(&mut output);
            }
            mark(&mut output, id);
            self.common.push((name, id, output));
        }
    }

    /// The common table expression of a name.
    pub(super) fn common(&mut self, name: &str) -> Option<(u32, Output)> {
        let (_, id, output) = self.common.iter().rev().find(|(own, ..)| own == name)?;
        let found = (*id, output.clone());
        self.spend(found.1.columns.len());
        Some(found)
    }

    fn body(&mut self, body: &SetExpr, parent: Option<&Scope>, order: Option<&OrderBy>, top: bool) -> Output {
        match body {
            SetExpr::Select(select) => self.select(select, parent, order, top),
            SetExpr::Query(query) => self.query(query, parent, top),
            SetExpr::SetOperation { .. } => self.union(body, parent, order, top),
            SetExpr::Values(values) => self.values(values, parent),
            SetExpr::Insert(statement)
            | SetExpr::Update(statement)
            | SetExpr::Delete(statement)
            | SetExpr::Merge(statement) => self.write(statement),
            SetExpr::Table(table) => {
                let parts = [&table.schema_name, &table.table_name].into_iter().flatten();
                let name = name::qualified(parts.map(|part| name::ident(self.dialect, part)).collect());
                self.graph.access(name);
                Output::default()
            }
        }
    }

    fn write(&mut self, statement: &Statement) -> Output {
        self.statement(statement);
        std::mem::take(&mut self.returned)
    }

    fn union(
        &mut self,
        body: &SetExpr,
        parent: Option<&Scope>,
        order: Option<&OrderBy>,
        top: bool,
    ) -> Output {
        let mut branches = Vec::new();
        let mut at = body;
        while let SetExpr::SetOperation { left, right, .. } = at {
            branches.push(&**right);
            at = left;
        }
        branches.push(at);
        let mut outputs = branches.into_iter().rev().map(|branch| self.body(branch, parent, None, false));
        let mut all = outputs.next().unwrap_or_default();
        let rest: Vec<Output> = outputs.collect();
        for other in rest {
            unite(&mut all, other);
        }
        if top {
            self.order = order.map_or_else(|| Some(Vec::new()), |order| self.sorted_by(None, &all, order));
        }
        all
    }

    fn select(
        &mut self,
        select: &Select,
        parent: Option<&Scope>,
        order: Option<&OrderBy>,
        top: bool,
    ) -> Output {
        self.blocks += 1;
        let block = self.blocks;
        let mut scope = Scope { parent, block, ..Scope::default() };
        self.from(&mut scope, &select.from, false);
        let stand = Stand { block: Some(block), side: None };
        for condition in select.prewhere.iter().chain(&select.selection) {
            let mut said = Said::default();
            self.condition(&scope, condition, &mut said);
            self.settle(&scope, said, stand);
        }
        let mut others: Vec<Part> = select.having.iter().chain(&select.qualify).map(Part::Expr).collect();
        if let GroupByExpr::Expressions(by, _) = &select.group_by {
            others.extend(by.iter().map(Part::Expr));
        }
        others.extend(select.lateral_views.iter().map(|view| Part::Expr(&view.lateral_view)));
        self.look(&scope, others);
        let mut output = self.project(&scope, select);
        if select.top.is_some() {
            shut(&mut output);
        }
        if let Some(order) = order {
            let mut parts = Vec::new();
            if let OrderByKind::Expressions(items) = &order.kind {
                walk::sorted(items, &mut parts);
            }
            let known = |part: &Part| !matches!(part, Part::Expr(Expr::Identifier(_)));
            self.look(&scope, parts.into_iter().filter(known).collect());
        }
        if top {
            self.order =
                order.map_or_else(|| Some(Vec::new()), |order| self.sorted_by(Some(&scope), &output, order));
            self.limit =
                match select.top.as_ref().filter(|top| !top.percent).and_then(|top| top.quantity.as_ref()) {
                    Some(TopQuantity::Expr(expr)) => Some(self.term(&scope, expr)),
                    Some(TopQuantity::Constant(slot)) => u32::try_from(*slot).ok().map(Term::Slot),
                    None => None,
                };
            self.into |= select.into.is_some() && self.dialect != Dialect::MySql;
        }
        output
    }

    fn values(&mut self, values: &Values, parent: Option<&Scope>) -> Output {
        let scope = Scope { parent, ..Scope::default() };
        let mut output = Output::default();
        for row in &values.rows {
            for (at, expr) in row.content.iter().enumerate() {
                let term = self.term(&scope, expr);
                match output.columns.get_mut(at) {
                    Some((_, Value::Terms(terms))) => terms.push(term),
                    _ => output.columns.push((Some(format!("column{}", at + 1)), Value::Terms(vec![term]))),
                }
            }
        }
        output
    }
}

/// Whether a common table expression writes.
fn writes(cte: &Cte) -> bool {
    matches!(
        *cte.query.body,
        SetExpr::Insert(_) | SetExpr::Update(_) | SetExpr::Delete(_) | SetExpr::Merge(_)
    )
}
