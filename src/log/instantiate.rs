//! Statements of a workload from meanings and values.

use super::instance::Values;
use super::naming::Naming;
use crate::kind::Kind;
use crate::sql::catalog::Catalog;
use crate::sql::meaning::{Access, Condition, Edge, Meaning, Term, Write as Meant};
use crate::statement::{Clause, End, Predicate, Write};
use crate::value::Value;

/// Stands for the length of a list that is not known.
const MANY: u32 = 2;

/// The clauses of an access beyond which no more alternatives are made.
const ALTERNATIVES: usize = 16;

/// Gives names their numbers.
pub(super) type Number<'n> = dyn FnMut(&str) -> u32 + 'n;

/// The clauses of a statement's reads.
pub(super) fn clauses(
    meaning: &Meaning,
    values: &Values,
    naming: &mut Naming<'_>,
    number: &mut Number<'_>,
) -> Vec<Clause> {
    let mut clauses = Vec::new();
    for access in &meaning.reads {
        accessed(access, values, naming, number, &mut clauses);
    }
    clauses
}

/// The writes of a statement.
pub(super) fn writes(
    meaning: &Meaning,
    values: &Values,
    catalog: &Catalog,
    naming: &mut Naming<'_>,
    number: &mut Number<'_>,
) -> Vec<Write> {
    let mut writes = Vec::new();
    for write in &meaning.writes {
        match write {
            Meant::Rows { table, columns, values: terms, each } => {
                let name = naming.table(table);
                let columns = columns.as_deref().or_else(|| catalog.columns(&name));
                let places: Vec<(String, u32, &Term)> = columns
                    .into_iter()
                    .flatten()
                    .zip(terms)
                    .map(|(column, term)| {
                        let field = naming.field(&name, column);
                        let place = number(&field);
                        (field, place, term)
                    })
                    .collect();
                let table = Some(number(&name));
                for row in 0..each.map_or(1, |group| values.rows(group)) {
                    let known = places.iter().filter_map(|(field, place, term)| {
                        Some((*place, naming.value(&name, field, values.one(term, row))?))
                    });
                    writes.push(Write::Row { table, values: known.collect() });
                }
            }
            Meant::Where { accesses, set } => {
                let mut clauses = Vec::new();
                for access in accesses {
                    accessed(access, values, naming, number, &mut clauses);
                }
                let name = accesses.first().map_or_else(String::new, |access| naming.table(&access.table));
                let set = set.iter().flatten().map(|(field, term)| {
                    let field = naming.field(&name, field);
                    let value = naming.value(&name, &field, values.only(term));
                    (number(&field), value)
                });
                let set = set.collect();
                let mut clauses = clauses.into_iter();
                if let Some(clause) = clauses.next() {
                    writes.push(Write::Predicate { clause, or: clauses.collect(), set });
                }
            }
        }
    }
    writes
}

/// Appends the clauses of an access, one for each row of its repeated group.
fn accessed(
    access: &Access,
    values: &Values,
    naming: &mut Naming<'_>,
    number: &mut Number<'_>,
    clauses: &mut Vec<Clause>,
) {
    let table = naming.table(&access.table);
    for row in 0..access.each.map_or(1, |group| values.rows(group)) {
        let first = clauses.len();
        clauses.push(Clause { table: Some(number(&table)), predicates: Vec::new() });
        for bind in &access.binds {
            let field = naming.field(&table, &bind.field);
            if matches!(bind.condition, Condition::Like(..))
                && naming.kind(&table, &field).is_some_and(|kind| !matches!(kind, Kind::Text))
            {
                // The texts of numbers and times are in another order.
                continue;
            }
            let mut value = |value| naming.value(&table, &field, value);
            let place = number(&field);
            if let Some(predicate) = predicate(&bind.condition, values, access.each, row, &mut value) {
                let or_null = matches!(&bind.condition, Condition::In(terms) if terms.contains(&Term::Null));
                add(clauses, first, place, &predicate, or_null);
            }
        }
    }
}

/// Adds a predicate to the clauses from `first` on; where the field may be null as well, each becomes two.
fn add(clauses: &mut Vec<Clause>, first: usize, field: u32, predicate: &Predicate, or_null: bool) {
    let mut with_null = Vec::new();
    if or_null {
        // A list that is open to null in many fields at once is left out, lest the clauses double on and on.
        if clauses.len() - first >= ALTERNATIVES {
            return;
        }
        with_null.extend_from_slice(&clauses[first..]);
        if *predicate == Predicate::In(vec![]) {
            clauses.truncate(first);
        }
    }
    for clause in &mut clauses[first..] {
        clause.predicates.push((field, predicate.clone()));
    }
    for mut clause in with_null {
        clause.predicates.push((field, Predicate::Equal(Value::Null)));
        clauses.push(clause);
    }
}

fn predicate(
    condition: &Condition,
    values: &Values,
    each: Option<u32>,
    row: usize,
    adapt: &mut dyn FnMut(Option<Value>) -> Option<Value>,
) -> Option<Predicate> {
    Some(match condition {
        Condition::Equal(Term::Null) => Predicate::Equal(Value::Null),
        Condition::Equal(term) => match adapt(values.one(term, row)) {
            // `= NULL` is never true.
            Some(Value::Null) => Predicate::In(vec![]),
            Some(value) => Predicate::Equal(value),
            None => Predicate::Unknown(Some(1)),
        },
        Condition::In(terms) => {
            // IS NULL is an alternative of its own.
            let terms = terms.iter().filter(|term| **term != Term::Null);
            let all: Vec<Option<Value>> =
                terms.clone().flat_map(|term| values.many(term, each, row)).map(adapt).collect();
            let count = all.len();
            match all.into_iter().collect::<Option<Vec<Value>>>() {
                Some(values) => Predicate::In(values),
                // An array that is not known may have any number of elements.
                None if terms.clone().any(|t| matches!(t, Term::Elements(_))) => {
                    Predicate::Unknown(Some(MANY))
                }
                None => Predicate::Unknown(Some(count as u32)),
            }
        }
        Condition::Range(from, to) => {
            let mut end = |edge: &Edge| match edge {
                Edge::Open => Some(End::Open),
                Edge::With(term) => adapt(values.one(term, row)).map(End::With),
                Edge::Without(term) => adapt(values.one(term, row)).map(End::Without),
            };
            match (end(from), end(to)) {
                (Some(from), Some(to)) if [&from, &to].into_iter().any(is_null) => Predicate::In(vec![]),
                (Some(from), Some(to)) => Predicate::Range(from, to),
                _ => Predicate::Unknown(None),
            }
        }
        Condition::Like(term, escape) => match values.one(term, row) {
            Some(Value::Text(pattern)) => {
                let escape = match escape.as_ref().map(|term| values.one(term, row)) {
                    None => Some('\\'),
                    Some(Some(Value::Text(text))) => text.chars().next(),
                    Some(_) => return Some(Predicate::Unknown(None)),
                };
                return like(&pattern, escape, adapt);
            }
            Some(Value::Null) => Predicate::In(vec![]),
            _ => Predicate::Unknown(None),
        },
    })
}

fn is_null(end: &End) -> bool {
    matches!(end, End::With(Value::Null) | End::Without(Value::Null))
}

/// The texts that begin as a pattern does; nothing where it begins with a wildcard.
fn like(
    pattern: &str,
    escape: Option<char>,
    adapt: &mut dyn FnMut(Option<Value>) -> Option<Value>,
) -> Option<Predicate> {
    let mut prefix = String::new();
    let mut rest = pattern.chars();
    loop {
        match rest.next() {
            None => return Some(Predicate::Equal(adapt(Some(Value::Text(prefix.into())))?)),
            Some('%' | '_') => break,
            Some(c) if Some(c) == escape => prefix.extend(rest.next()),
            Some(c) => prefix.push(c),
        }
    }
    if prefix.is_empty() {
        return None;
    }
    let after = successor(&prefix).map_or(End::Open, |text| End::Without(Value::Text(text.into())));
    Some(Predicate::Range(End::With(Value::Text(prefix.into())), after))
}

/// The first text after all those that begin with `prefix`.
fn successor(prefix: &str) -> Option<String> {
    let mut chars: Vec<char> = prefix.chars().collect();
    while let Some(last) = chars.pop() {
        // Surrogates are no characters: what follows U+D7FF is U+E000.
        let next = if last == '\u{D7FF}' { Some('\u{E000}') } else { char::from_u32(u32::from(last) + 1) };
        if let Some(next) = next {
            chars.push(next);
            return Some(chars.into_iter().collect());
        }
    }
    None
}

/// Tables into which a statement puts rows by the order of columns that are not known.
pub(super) fn without_columns(meaning: &Meaning, catalog: &Catalog, naming: &Naming<'_>) -> Vec<String> {
    let unnamed = meaning.writes.iter().filter_map(|write| match write {
        Meant::Rows { table, columns: None, values, .. } if !values.is_empty() => Some(naming.table(table)),
        _ => None,
    });
    unnamed.filter(|table| catalog.columns(table).is_none()).collect()
}
