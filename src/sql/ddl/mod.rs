//! Tables as their DDL gives them.

mod split;
mod types;

use sqlparser::ast::{
    AlterTableOperation, ColumnDef, ColumnOption, CreateTable, Expr, ForeignKeyConstraint, Ident,
    IndexColumn, Statement, TableConstraint,
};

use super::dialect::Dialect;
use super::extract::{name, parse};
use super::meaning::{Definition, Foreign};

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
            Some(other) => {
                let Some(more) = added(&other, dialect) else { continue };
                if let Some(table) = found.iter_mut().find(|known| known.table == more.table) {
                    table.add(&more);
                    let gone = dropped(&other, dialect);
                    table.columns.retain(|(own, _)| !gone.contains(own));
                }
            }
            None => {}
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
    for own in &table.columns {
        column(&mut made, own, dialect);
    }
    for constraint in &table.constraints {
        constrain(&mut made, constraint, dialect);
    }
    made
}

/// What ALTER TABLE or CREATE UNIQUE INDEX adds to a table.
pub(super) fn added(statement: &Statement, dialect: Dialect) -> Option<Definition> {
    let mut more = Definition::default();
    match statement {
        Statement::AlterTable(alter) => {
            more.table = name::table(dialect, &alter.name);
            for operation in &alter.operations {
                match operation {
                    AlterTableOperation::AddConstraint { constraint, .. } => {
                        constrain(&mut more, constraint, dialect);
                    }
                    AlterTableOperation::AddColumn { column_def, .. } => {
                        column(&mut more, column_def, dialect);
                    }
                    _ => {}
                }
            }
        }
        Statement::CreateIndex(index) if index.unique && index.predicate.is_none() => {
            more.table = name::table(dialect, &index.table_name);
            more.unique.extend(columns(&index.columns, dialect));
        }
        _ => return None,
    }
    Some(more)
}

/// The columns that ALTER TABLE drops.
fn dropped(statement: &Statement, dialect: Dialect) -> Vec<String> {
    let Statement::AlterTable(alter) = statement else { return Vec::new() };
    let names = alter.operations.iter().filter_map(|operation| match operation {
        AlterTableOperation::DropColumn { column_names, .. } => Some(column_names),
        _ => None,
    });
    names.flatten().map(|column| name::ident(dialect, column)).collect()
}

/// Notes a column, and the constraints that stand beside it.
fn column(table: &mut Definition, column: &ColumnDef, dialect: Dialect) {
    let own = name::ident(dialect, &column.name);
    for option in &column.options {
        match &option.option {
            ColumnOption::PrimaryKey(_) | ColumnOption::Unique(_) => table.unique.push(vec![own.clone()]),
            ColumnOption::ForeignKey(key) => table.foreign.push(foreign(key, vec![own.clone()], dialect)),
            _ => {}
        }
    }
    table.columns.push((own, column.data_type.to_string()));
}

/// Notes what a constraint of a table makes unique, or refers to.
fn constrain(table: &mut Definition, constraint: &TableConstraint, dialect: Dialect) {
    match constraint {
        TableConstraint::PrimaryKey(key) => table.unique.extend(columns(&key.columns, dialect)),
        TableConstraint::Unique(key) => table.unique.extend(columns(&key.columns, dialect)),
        TableConstraint::ForeignKey(key) => {
            table.foreign.push(foreign(key, names(&key.columns, dialect), dialect));
        }
        _ => {}
    }
}

fn foreign(key: &ForeignKeyConstraint, columns: Vec<String>, dialect: Dialect) -> Foreign {
    Foreign {
        columns,
        table: name::table(dialect, &key.foreign_table),
        referred: names(&key.referred_columns, dialect),
    }
}

fn names(of: &[Ident], dialect: Dialect) -> Vec<String> {
    of.iter().map(|column| name::ident(dialect, column)).collect()
}

/// The columns of an index, where it is of nothing else.
fn columns(of: &[IndexColumn], dialect: Dialect) -> Option<Vec<String>> {
    of.iter().map(|column| own(&column.column.expr).map(|column| name::ident(dialect, column))).collect()
}

fn own(expr: &Expr) -> Option<&Ident> {
    if let Expr::Identifier(ident) = expr { Some(ident) } else { None }
}
