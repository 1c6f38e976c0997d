//! A meaning in one line for each of its parts, so that tests can be read.

use shardkey::sql::catalog::Catalog;
use shardkey::sql::dialect::Dialect;
use shardkey::sql::extract::understand;
use shardkey::sql::meaning::{Access, Act, Condition, Edge, Meaning, Term, Write};

/// What a reduced text means in a dialect.
pub(crate) fn meaning(key: &str, dialect: Dialect) -> String {
    with(key, dialect, &Catalog::default(), &[])
}

/// What a reduced text means, with what is known of its tables and slots.
pub(crate) fn with(key: &str, dialect: Dialect, catalog: &Catalog, groups: &[u32]) -> String {
    match understand(key, dialect, catalog, groups) {
        Ok(meaning) => lines(&meaning).join("; "),
        Err(reason) => format!("error: {reason}"),
    }
}

fn lines(meaning: &Meaning) -> Vec<String> {
    let mut lines = Vec::new();
    if meaning.act != Act::Query {
        lines.push(format!("{:?}", meaning.act));
    }
    lines.extend(meaning.reads.iter().map(|read| format!("read {}", access(read))));
    for write in &meaning.writes {
        lines.push(match write {
            Write::Rows { table, columns, values, each } => {
                let columns =
                    columns.as_ref().map_or_else(String::new, |columns| format!("({})", columns.join(", ")));
                format!("rows {table}{columns} [{}]{}", terms(values), grouped(*each))
            }
            Write::Where { accesses, set: None } => format!("delete {}", any(accesses)),
            Write::Where { accesses, set: Some(set) } => {
                let set: Vec<String> =
                    set.iter().map(|(field, value)| format!("{field} = {}", term(value))).collect();
                format!("update {} set {}", any(accesses), set.join(", "))
            }
        });
    }
    lines.extend(meaning.joins.iter().map(|join| format!("join {join}")));
    match &meaning.order {
        Some(order) if order.is_empty() => {}
        Some(order) => {
            let order = order
                .iter()
                .map(|(field, descends)| format!("{field}{}", if *descends { " desc" } else { "" }));
            lines.push(format!("order {}", order.collect::<Vec<_>>().join(", ")));
        }
        None => lines.push("order other".into()),
    }
    lines.extend(meaning.limit.iter().map(|limit| format!("limit {}", term(limit))));
    for unbound in &meaning.unbound {
        lines.push(format!("{:?} {}", unbound.why, unbound.fields.join(", ")).trim().to_lowercase());
    }
    lines
}

fn any(accesses: &[Access]) -> String {
    accesses.iter().map(access).collect::<Vec<_>>().join(" or ")
}

fn access(access: &Access) -> String {
    let binds = access.binds.iter().map(|bind| format!("{} {}", bind.field, condition(&bind.condition)));
    format!("{}{{{}}}{}", access.table, binds.collect::<Vec<_>>().join(", "), grouped(access.each))
}

fn grouped(each: Option<u32>) -> String {
    each.map_or_else(String::new, |group| format!(" each {group}"))
}

fn condition(condition: &Condition) -> String {
    match condition {
        Condition::Equal(value) => format!("= {}", term(value)),
        Condition::In(values) => format!("in [{}]", terms(values)),
        Condition::Range(low, high) => {
            let low = match low {
                Edge::Open => String::new(),
                Edge::With(low) => format!(">= {}", term(low)),
                Edge::Without(low) => format!("> {}", term(low)),
            };
            let high = match high {
                Edge::Open => String::new(),
                Edge::With(high) => format!("<= {}", term(high)),
                Edge::Without(high) => format!("< {}", term(high)),
            };
            format!("{low} {high}").trim().to_owned()
        }
        Condition::Like(pattern, None) => format!("like {}", term(pattern)),
        Condition::Like(pattern, Some(escape)) => format!("like {} escape {}", term(pattern), term(escape)),
    }
}

fn terms(values: &[Term]) -> String {
    values.iter().map(term).collect::<Vec<_>>().join(" ")
}

fn term(value: &Term) -> String {
    match value {
        Term::Slot(slot) => slot.to_string(),
        Term::Null => "null".into(),
        Term::Bool(value) => value.to_string(),
        Term::Negative(value) => format!("-{}", term(value)),
        Term::Cast(value, cast) => format!("{}::{}", term(value), format!("{cast:?}").to_lowercase()),
        Term::Elements(value) => format!("elements({})", term(value)),
        Term::Unknown => "?".into(),
    }
}
