//! INSERT and REPLACE.

use std::rc::Rc;

use sqlparser::ast::{Insert, MultiTableInsertValue, OnConflictAction, OnInsert, SetExpr, TableObject};

use crate::sql::meaning::Term;

use super::Reader;
use super::name;
use super::scope::{Kind, Output, Relation, Scope, Value};
use super::write::Pending;

impl Reader<'_> {
    /// Reads an INSERT.
    pub(super) fn insert(&mut self, insert: &Insert) {
        for clause in &insert.multi_table_into_clauses {
            self.insert_into(clause);
        }
        for when in &insert.multi_table_when_clauses {
            when.into_clauses.iter().for_each(|clause| self.insert_into(clause));
        }
        insert.multi_table_else_clause.iter().flatten().for_each(|clause| self.insert_into(clause));
        let scope = Scope::default();
        if insert.multi_table_insert_type.is_some() {
            if let Some(source) = &insert.source {
                self.query(source, None, false);
            }
            return;
        }
        let TableObject::TableName(object) = &insert.table else {
            self.refused = Some("it inserts into what is no table".into());
            return;
        };
        let table = name::table(self.dialect, object);
        let before = self.writes.len();
        if insert.assignments.is_empty() {
            let columns: Vec<String> =
                insert.columns.iter().map(|column| name::last(self.dialect, column)).collect();
            let columns = (!columns.is_empty()).then_some(columns);
            self.source(insert, &table, columns);
        } else {
            let set = self.assignments(&scope, &insert.assignments);
            let (columns, values) =
                set.into_iter().map(|(mut name, value)| (name.pop().unwrap_or_default(), value)).unzip();
            self.writes.push(Pending::Rows { table: table.clone(), columns: Some(columns), values });
        }
        // The rest may name the table's columns; what it says is not about other rows.
        let kind = Kind::Function(Vec::new());
        let rest = Scope { relations: vec![Relation::new(table, None, kind)], ..Scope::default() };
        match &insert.on {
            Some(OnInsert::DuplicateKeyUpdate(assignments)) => {
                self.assignments(&rest, assignments);
            }
            Some(OnInsert::OnConflict(conflict)) => {
                if let OnConflictAction::DoUpdate(update) = &conflict.action {
                    self.assignments(&rest, &update.assignments);
                }
            }
            _ => {}
        }
        let rest = if changes(insert) { rest } else { self.inserted(before, rest) };
        self.returning(&rest, insert.returning.as_ref(), insert.output.as_ref());
    }

    /// What RETURNING sees of the one row that was put in, or of one of many alike.
    fn inserted<'p>(&self, before: usize, mut rest: Scope<'p>) -> Scope<'p> {
        if let (Some([Pending::Rows { columns: Some(columns), values, .. }]), [relation]) =
            (self.writes.get(before..), rest.relations.as_mut_slice())
        {
            let columns = columns.iter().cloned().map(Some).zip(values.iter().cloned()).collect();
            relation.kind = Kind::Query(Output { columns, rest: vec![Rc::new(relation.clone())] });
        }
        rest
    }

    fn source(&mut self, insert: &Insert, table: &str, columns: Option<Vec<String>>) {
        let Some(source) = &insert.source else {
            // DEFAULT VALUES.
            self.writes.push(Pending::Rows {
                table: table.into(),
                columns: Some(Vec::new()),
                values: Vec::new(),
            });
            return;
        };
        let before = self.common.len();
        if let Some(with) = &source.with {
            self.with(with, None);
        }
        if let SetExpr::Values(rows) = &*source.body {
            let scope = Scope::default();
            for row in &rows.rows {
                let values = row.content.iter().map(|value| self.assigned(&scope, value)).collect();
                self.writes.push(Pending::Rows { table: table.into(), columns: columns.clone(), values });
            }
        } else {
            let output = self.query(source, None, false);
            let columns = if insert.by_name { Some(named(&output)) } else { columns };
            let values = positioned(output, columns.as_ref().map(Vec::len));
            self.writes.push(Pending::Rows { table: table.into(), columns, values });
        }
        self.common.truncate(before);
    }

    fn insert_into(&mut self, clause: &sqlparser::ast::MultiTableInsertIntoClause) {
        let scope = Scope::default();
        let columns: Vec<String> =
            clause.columns.iter().map(|column| name::ident(self.dialect, column)).collect();
        let mut values = Vec::new();
        for value in clause.values.iter().flat_map(|values| &values.values) {
            values.push(match value {
                MultiTableInsertValue::Expr(expr) => self.assigned(&scope, expr),
                MultiTableInsertValue::Default => Value::Opaque,
            });
        }
        let table = name::table(self.dialect, &clause.table_name);
        self.writes.push(Pending::Rows { table, columns: (!columns.is_empty()).then_some(columns), values });
    }
}

/// The names of a query's columns, as far as they are known.
fn named(output: &Output) -> Vec<String> {
    output.columns.iter().map_while(|(name, _)| name.clone()).collect()
}

/// Whether the row that is given back may be another one, that was there and is changed.
fn changes(insert: &Insert) -> bool {
    match &insert.on {
        None => false,
        Some(OnInsert::OnConflict(conflict)) => !matches!(conflict.action, OnConflictAction::DoNothing),
        Some(_) => true,
    }
}

/// The values of a query's columns, where their positions are known; else so many unknown ones.
fn positioned(output: Output, columns: Option<usize>) -> Vec<Value> {
    if output.rest.is_empty() {
        let values = output.columns.into_iter().map(|(_, value)| value);
        return values.collect();
    }
    (0..columns.unwrap_or(0)).map(|_| Value::Terms(vec![Term::Unknown])).collect()
}
