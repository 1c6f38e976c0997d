//! Tables as their DDL gives them.

mod split;
mod types;

use sqlparser::ast::{
    AlterTableOperation, ColumnOption, CreateTable, Expr, Ident, IndexColumn, Statement, TableConstraint,
};

use super::dialect::Dialect;
use super::extract::{name, parse};
use super::meaning::Definition;

pub use self::types::field;

/// The stack on which DDL is read, as deep as its expressions may be nested.
const STACK: usize = 128 << 20;

/// The tables that a text of DDL creates, with the keys that it adds to them. Other statements are skipped, and so
/// are those that the parser rejects.
#[must_use]
pub fn definitions(sql: &str, dialect: Dialect) -> Vec<Definition> {
    std::thread::scope(|threads| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let read = builder.spawn_scoped(threads, || all(sql, dialect));
        read.ok().and_then(|read| read.join().ok()).unwrap_or_default()
    })
}

fn all(sql: &str, dialect: Dialect) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    for statement in split::statements(sql, dialect) {
        match parsed(statement, dialect, parse::DEPTH) {
            Some(Statement::CreateTable(table)) if !table.columns.is_empty() => {
                let table = definition(&table, dialect);
                found.retain(|other| other.table != table.table);
                found.push(table);
            }
            Some(Statement::AlterTable(alter)) => {
                let table = name::table(dialect, &alter.name);
                let Some(table) = found.iter_mut().find(|other| other.table == table) else { continue };
                for operation in &alter.operations {
                    altered(table, operation, dialect);
                }
            }
            Some(Statement::CreateIndex(index)) if index.unique && index.predicate.is_none() => {
                let table = name::table(dialect, &index.table_name);
                if let Some(table) = found.iter_mut().find(|other| other.table == table) {
                    table.unique.extend(columns(&index.columns, dialect));
                }
            }
            _ => {}
        }
    }
    found
}

/// Parses a statement; without what follows the columns of a table where that is not known.
fn parsed(statement: &str, dialect: Dialect, depth: usize) -> Option<Statement> {
    let first = statement.split_ascii_whitespace().next()?;
    if !first.eq_ignore_ascii_case("create") && !first.eq_ignore_ascii_case("alter") {
        return None;
    }
    let parsed = parse::parse(statement, dialect, depth).ok();
    parsed.or_else(|| parse::parse(split::without_options(statement, dialect)?, dialect, depth).ok())
}

/// The table of a CREATE TABLE whose options the parser may not know.
pub(super) fn created(statement: &str, dialect: Dialect, depth: usize) -> Option<Definition> {
    match parsed(statement, dialect, depth)? {
        Statement::CreateTable(table) if !table.columns.is_empty() => Some(definition(&table, dialect)),
        _ => None,
    }
}

/// The table that CREATE TABLE makes.
pub(super) fn definition(table: &CreateTable, dialect: Dialect) -> Definition {
    let mut made = Definition { table: name::table(dialect, &table.name), ..Definition::default() };
    for column in &table.columns {
        let own = name::ident(dialect, &column.name);
        for option in &column.options {
            if let ColumnOption::PrimaryKey(_) | ColumnOption::Unique(_) = option.option {
                made.unique.push(vec![own.clone()]);
            }
        }
        made.columns.push((own, column.data_type.to_string()));
    }
    for constraint in &table.constraints {
        made.unique.extend(unique(constraint, dialect));
    }
    made
}

fn altered(table: &mut Definition, operation: &AlterTableOperation, dialect: Dialect) {
    match operation {
        AlterTableOperation::AddConstraint { constraint, .. } => {
            table.unique.extend(unique(constraint, dialect));
        }
        AlterTableOperation::AddColumn { column_def, .. } => {
            let own = name::ident(dialect, &column_def.name);
            if !table.columns.iter().any(|(other, _)| *other == own) {
                table.columns.push((own, column_def.data_type.to_string()));
            }
        }
        AlterTableOperation::DropColumn { column_names, .. } => {
            let gone: Vec<String> = column_names.iter().map(|column| name::ident(dialect, column)).collect();
            table.columns.retain(|(own, _)| !gone.contains(own));
        }
        _ => {}
    }
}

/// The columns of a constraint that makes rows unique.
fn unique(constraint: &TableConstraint, dialect: Dialect) -> Option<Vec<String>> {
    match constraint {
        TableConstraint::PrimaryKey(key) => columns(&key.columns, dialect),
        TableConstraint::Unique(key) => columns(&key.columns, dialect),
        _ => None,
    }
}

/// The columns of an index, where it is of nothing else.
fn columns(of: &[IndexColumn], dialect: Dialect) -> Option<Vec<String>> {
    of.iter().map(|column| own(&column.column.expr).map(|column| name::ident(dialect, column))).collect()
}

fn own(expr: &Expr) -> Option<&Ident> {
    if let Expr::Identifier(ident) = expr { Some(ident) } else { None }
}
