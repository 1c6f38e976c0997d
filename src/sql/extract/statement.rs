//! What each kind of statement does.

use sqlparser::ast::{CopySource, Set, Statement};

use crate::sql::ddl;
use crate::sql::meaning::{Act, Term};

use super::Reader;
use super::name;
use super::scope::Scope;
use super::term::Operand;
use super::write::Pending;

impl Reader<'_> {
    /// Reads a statement.
    pub(super) fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Query(query) => {
                self.query(query, None, true);
                if self.into {
                    self.act = Act::Utility;
                }
            }
            Statement::Insert(insert) => self.insert(insert),
            Statement::Update(update) => self.update(update),
            Statement::Delete(delete) => self.delete(delete),
            Statement::Merge(merge) => self.merge_into(merge),
            Statement::Copy { source, to, .. } => self.copy(source, *to),
            Statement::CreateTable(table) => match &table.query {
                Some(query) => {
                    self.query(query, None, false);
                    self.act = Act::Utility;
                }
                None if table.columns.is_empty() => self.act = Act::Utility,
                None => self.act = Act::Define(Box::new(ddl::definition(table, self.dialect))),
            },
            Statement::AlterTable(_) | Statement::CreateIndex(_) => {
                let more = ddl::added(statement, self.dialect);
                self.act = more.map_or(Act::Utility, |more| Act::Define(Box::new(more)));
            }
            Statement::Execute { name: Some(name), parameters, immediate: false, using, .. }
                if using.is_empty() =>
            {
                let scope = Scope::default();
                let terms = parameters.iter().map(|parameter| self.term(&scope, parameter)).collect();
                self.act = Act::Execute(name::last(self.dialect, name), terms);
            }
            Statement::Directory { source: query, .. }
            | Statement::Cache { query: Some(query), .. }
            | Statement::Unload { query: Some(query), .. } => {
                self.query(query, None, false);
            }
            Statement::Call(_)
            | Statement::Execute { .. }
            | Statement::Case(_)
            | Statement::If(_)
            | Statement::While(_)
            | Statement::StartTransaction { .. } => self.act = Act::Hidden,
            Statement::Set(Set::SingleAssignment { values, .. }) => {
                // A variable may be set to what a query gives.
                let scope = Scope::default();
                let subquery = values.iter().map(|value| self.operand(&scope, value));
                let reads = subquery.filter(|value| matches!(value, Operand::Subquery(_))).count() > 0;
                self.act = if reads { Act::Query } else { Act::Utility };
            }
            _ => self.act = Act::Utility,
        }
    }

    fn copy(&mut self, source: &CopySource, to: bool) {
        match source {
            CopySource::Query(query) => {
                self.query(query, None, false);
            }
            CopySource::Table { table_name, .. } if to => {
                let table = name::table(self.dialect, table_name);
                self.graph.access(table);
            }
            CopySource::Table { table_name, columns } => {
                let columns: Vec<String> =
                    columns.iter().map(|column| name::ident(self.dialect, column)).collect();
                let values =
                    columns.iter().map(|_| super::scope::Value::Terms(vec![Term::Unknown])).collect();
                let table = name::table(self.dialect, table_name);
                self.writes.push(Pending::Rows {
                    table,
                    columns: (!columns.is_empty()).then_some(columns),
                    values,
                });
            }
        }
    }
}
