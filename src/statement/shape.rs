//! Shapes: what statements have in common when their values are taken away.

use super::{Clause, End, Names, Predicate, Write};
use crate::value::Value;

/// A statement's shape: its predicates with the values taken away.
pub(super) fn shape_of_clauses(names: &Names, clauses: &[Clause]) -> String {
    let several = clauses.len() > 1;
    let mut conditions: Vec<String> = Vec::new();
    for clause in clauses {
        let table = clause.table.map(|t| names.name(t)).filter(|_| several);
        for (field, predicate) in &clause.predicates {
            let field = names.name(*field);
            let field = table.map_or_else(|| field.to_owned(), |t| format!("{t}.{field}"));
            conditions.push(match predicate {
                Predicate::Equal(Value::Null) => format!("{field} IS NULL"),
                Predicate::Equal(_) => format!("{field} = ?"),
                Predicate::In(_) => format!("{field} IN (?)"),
                Predicate::Range(End::Open, End::Open) => format!("{field} IS NOT NULL"),
                Predicate::Range(End::Open, _) => format!("{field} < ?"),
                Predicate::Range(_, End::Open) => format!("{field} > ?"),
                Predicate::Range(..) => format!("{field} BETWEEN ? AND ?"),
            });
        }
    }
    conditions.sort();
    let mut tables: Vec<&str> = clauses.iter().filter_map(|c| c.table.map(|t| names.name(t))).collect();
    tables.sort_unstable();
    let place = if tables.is_empty() { String::new() } else { format!("{}: ", tables.join(", ")) };
    if conditions.is_empty() {
        format!("{place}no predicate")
    } else {
        format!("{place}{}", conditions.join(" AND "))
    }
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
        Write::Predicate { clause, set } => {
            let unnamed = Clause { table: None, predicates: clause.predicates.clone() };
            let condition = shape_of_clauses(names, &[unnamed]);
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
