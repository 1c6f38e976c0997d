//! FROM: the tables of a query, and how they are joined.

use std::rc::Rc;

use sqlparser::ast::{Expr, FunctionArg, Ident, ObjectName, Query, TableAlias, TableFactor, TableWithJoins};

use crate::sql::dialect::Dialect;

use super::Reader;
use super::name;
use super::scope::{Kind, Output, Relation, Scope, Value};
use super::walk::{self, Part};

/// The most tables that are joined: more than any server can plan for.
const MOST: usize = 1000;

impl Reader<'_> {
    /// Reads the tables of FROM into the scope; `nested` where all of them may be missing from the result.
    pub(super) fn from(&mut self, scope: &mut Scope, tables: &[TableWithJoins], nested: bool) {
        if tables.iter().map(|table| 1 + table.joins.len()).sum::<usize>() > MOST {
            self.refused = Some(format!("it joins more than {MOST} tables"));
            return;
        }
        for table in tables {
            self.joined(scope, table, nested);
        }
    }

    /// A query in FROM; one that is lateral sees the tables before it.
    pub(super) fn derived(
        &mut self,
        scope: &mut Scope,
        query: &Query,
        alias: Option<&TableAlias>,
        lateral: bool,
    ) {
        let parent = if lateral { Some(&*scope) } else { scope.parent };
        let output = self.query(query, parent, false);
        let (name, columns) = self.aliased(alias);
        scope.relations.push(Relation::new(name, None, Kind::Query(renamed(output, columns))));
    }

    /// One table of FROM.
    pub(super) fn factor(&mut self, scope: &mut Scope, factor: &TableFactor, nested: bool) {
        match factor {
            TableFactor::Table { name, alias, args: None, .. } => {
                let relation = self.table(name, alias.as_ref());
                scope.relations.push(relation);
            }
            TableFactor::Table { name, alias, args: Some(args), .. } => {
                self.function(scope, Some(name), alias.as_ref(), &args.args);
            }
            TableFactor::Function { name, alias, args, .. } => {
                self.function(scope, Some(name), alias.as_ref(), args);
            }
            TableFactor::Derived { lateral, subquery, alias, .. } => {
                self.derived(scope, subquery, alias.as_ref(), *lateral);
            }
            TableFactor::NestedJoin { table_with_joins, alias } => {
                let start = scope.relations.len();
                self.joined(scope, table_with_joins, nested);
                if let Some(alias) = alias {
                    let (name, columns) = self.aliased(Some(alias));
                    let rest = scope.relations.drain(start..).map(Rc::new).collect();
                    let kind = Kind::Query(renamed(Output { columns: Vec::new(), rest }, columns));
                    scope.relations.push(Relation::new(name, None, kind));
                }
            }
            TableFactor::UNNEST { alias, array_exprs, .. } => {
                self.look(scope, array_exprs.iter().map(Part::Expr).collect());
                self.function(scope, None, alias.as_ref(), &[]);
            }
            TableFactor::TableFunction { expr, alias }
            | TableFactor::JsonTable { json_expr: expr, alias, .. }
            | TableFactor::OpenJsonTable { json_expr: expr, alias, .. }
            | TableFactor::XmlTable { row_expression: expr, alias, .. } => {
                self.look(scope, vec![Part::Expr(expr)]);
                self.function(scope, None, alias.as_ref(), &[]);
            }
            TableFactor::Pivot { table, alias, .. }
            | TableFactor::Unpivot { table, alias, .. }
            | TableFactor::MatchRecognize { table, alias, .. } => {
                // The tables in it are read; what comes out has columns of its own.
                let mut inner = Scope { parent: scope.parent, block: scope.block, ..Scope::default() };
                self.factor(&mut inner, table, nested);
                self.function(scope, None, alias.as_ref(), &[]);
            }
            TableFactor::UnpivotExpr { .. } | TableFactor::SemanticView { .. } => {}
        }
    }

    /// A table by its name: a common table expression, or one of the database.
    pub(super) fn table(&mut self, object: &ObjectName, alias: Option<&TableAlias>) -> Relation {
        let parts = name::parts(self.dialect, object);
        let own = parts.last().cloned().unwrap_or_default();
        let (given, columns) = self.aliased(alias);
        let name = if alias.is_some() { given } else { own.clone() };
        if let ([_], Some((id, output))) = (parts.as_slice(), self.common(&own)) {
            *self.graph.references.entry(id).or_default() += 1;
            let kind = Kind::Query(renamed(output, columns));
            return Relation::new(name, None, kind);
        }
        if parts.len() == 1 && own.eq_ignore_ascii_case("dual") && self.has_dual() {
            return Relation::new(name, None, Kind::Function(Vec::new()));
        }
        let whole = name::qualified(parts);
        let known = self.catalog.columns(&whole).map(<[String]>::to_vec);
        let access = self.graph.access(whole.clone());
        let full = alias.is_none().then_some(whole);
        let kind = match known {
            // New names for the columns, of which the old ones are known or not.
            known if !columns.is_empty() => {
                let names = known.unwrap_or_default();
                let mut output = Output::default();
                let table = Relation::new(name.clone(), None, Kind::Table(access, None));
                for (at, column) in columns.into_iter().enumerate() {
                    let value = names.get(at).map(|old| self.column(&table, old));
                    output.columns.push((Some(column), value.unwrap_or(Value::Unsure)));
                }
                Kind::Query(output)
            }
            known => Kind::Table(access, known),
        };
        Relation::new(name, full, kind)
    }

    /// Whether DUAL is no table.
    fn has_dual(&self) -> bool {
        matches!(self.dialect, Dialect::MySql | Dialect::Oracle | Dialect::Snowflake | Dialect::Databricks)
    }

    fn function(
        &mut self,
        scope: &mut Scope,
        object: Option<&ObjectName>,
        alias: Option<&TableAlias>,
        args: &[FunctionArg],
    ) {
        let args: Vec<&Expr> = args.iter().filter_map(walk::argument).collect();
        self.look(scope, args.into_iter().map(Part::Expr).collect());
        let (mut name, columns) = self.aliased(alias);
        if let (None, Some(object)) = (alias, object) {
            name = name::last(self.dialect, object);
        }
        scope.relations.push(Relation::new(name, None, Kind::Function(columns)));
    }

    /// An alias with the columns that it names.
    pub(super) fn aliased(&self, alias: Option<&TableAlias>) -> (String, Vec<String>) {
        let fold = |ident: &Ident| name::ident(self.dialect, ident);
        alias.map_or_else(Default::default, |alias| {
            (fold(&alias.name), alias.columns.iter().map(|column| fold(&column.name)).collect())
        })
    }
}

/// A query's columns under the names of its alias.
pub(super) fn renamed(mut output: Output, names: Vec<String>) -> Output {
    if names.is_empty() {
        return output;
    }
    if !output.rest.is_empty() {
        let columns = names.into_iter().map(|name| (Some(name), Value::Unsure)).collect();
        return Output { columns, rest: Vec::new() };
    }
    for (column, name) in output.columns.iter_mut().zip(names) {
        column.0 = Some(name);
    }
    output
}
