//! Shapes: what statements have in common when their values are taken away.

use std::collections::BTreeSet;

use super::{Clause, End, Names, Predicate, Write};
use crate::value::Value;

/// A statement's shape: its predicates with the values taken away.
pub(super) fn shape_of_clauses(names: &Names, clauses: &[Clause]) -> String {
    let mut tables: Vec<Option<u32>> = clauses.iter().map(|c| c.table).collect();
    tables.sort_unstable();
    tables.dedup();
    let several = tables.len() > 1;
    let mut conditions: Vec<String> = Vec::new();
    for &table in &tables {
        let mut of_table = clauses.iter().filter(|c| c.table == table);
        let prefix = table.map(|t| names.name(t)).filter(|_| several);
        match (of_table.next(), of_table.next()) {
            (Some(only), None) => conditions.extend(conditions_of(names, only, prefix)),
            (first, second) => {
                let all = first.into_iter().chain(second).chain(of_table);
                conditions.push(any_of(all.map(|clause| conditions_of(names, clause, prefix).collect())));
            }
        }
    }
    conditions.sort();
    let mut tables: Vec<&str> = tables.into_iter().flatten().map(|t| names.name(t)).collect();
    tables.sort_unstable();
    let place = if tables.is_empty() { String::new() } else { format!("{}: ", tables.join(", ")) };
    format!("{place}{}", all_of(&conditions))
}

/// The conditions of one clause.
fn conditions_of<'a>(
    names: &'a Names,
    clause: &'a Clause,
    table: Option<&'a str>,
) -> impl Iterator<Item = String> + 'a {
    clause.predicates.iter().map(move |(field, predicate)| {
        let field = names.name(*field);
        let field = table.map_or_else(|| field.to_owned(), |t| format!("{t}.{field}"));
        match predicate {
            Predicate::Equal(Value::Null) => format!("{field} IS NULL"),
            Predicate::Equal(_) | Predicate::Unknown(Some(1)) => format!("{field} = ?"),
            Predicate::In(_) | Predicate::Unknown(Some(_)) => format!("{field} IN (?)"),
            Predicate::Range(End::Open, End::Open) => format!("{field} IS NOT NULL"),
            Predicate::Range(End::Open, _) => format!("{field} < ?"),
            Predicate::Range(_, End::Open) => format!("{field} > ?"),
            Predicate::Range(..) => format!("{field} BETWEEN ? AND ?"),
            Predicate::Unknown(None) => format!("{field} in a range"),
        }
    })
}

/// Conditions that all hold.
fn all_of(conditions: &[String]) -> String {
    if conditions.is_empty() { "no predicate".to_owned() } else { conditions.join(" AND ") }
}

/// Clauses of one table, any of which may hold: each kind of them once.
fn any_of(clauses: impl Iterator<Item = Vec<String>>) -> String {
    let kinds: BTreeSet<String> = clauses
        .map(|mut conditions| {
            conditions.sort();
            format!("({})", all_of(&conditions))
        })
        .collect();
    format!("any of {}", kinds.into_iter().collect::<Vec<_>>().join(", "))
}

/// The shape of a write.
pub(super) fn shape_of_write(names: &Names, write: &Write) -> String {
    let list = |fields: Vec<u32>| {
        let mut fields: Vec<&str> = fields.into_iter().map(|f| names.name(f)).collect();
        fields.sort_unstable();
        fields.join(", ")
    };
    let table = write.table().map_or(String::new(), |t| format!("{} ", names.name(t)));
    match write {
        Write::Row { values, .. } => {
            format!("row {table}({})", list(values.iter().map(|v| v.0).collect()))
        }
        Write::Predicate { clause, or, set } => {
            let all = std::iter::once(clause).chain(or);
            let unnamed = all.map(|c| Clause { table: None, predicates: c.predicates.clone() });
            let condition = shape_of_clauses(names, &unnamed.collect::<Vec<_>>());
            if set.is_empty() {
                format!("write {table}where {condition}")
            } else {
                format!("write {table}set {} where {condition}", list(set.iter().map(|s| s.0).collect()))
            }
        }
    }
}

/// The shape of a transaction: the distinct shapes of its writes, sorted.
pub(super) fn shape_of_transaction(shapes: &[String]) -> String {
    let mut distinct: Vec<&str> = shapes.iter().map(String::as_str).collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.is_empty() { "no writes".to_owned() } else { distinct.join("; ") }
}
