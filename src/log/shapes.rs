//! The shapes of a log for people: what each binds, how often it ran and how long that took.

use std::collections::{BTreeMap, BTreeSet};

use super::Log;
use super::durations::Durations;
use crate::exact::{self, Sum, ratio};
use crate::sql::meaning::{Access, Condition, Edge, Meaning, Term, Why, Write};

/// A shape, and what is counted of it.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The statement with its values taken away.
    pub text: String,
    /// The word it begins with, in capitals.
    pub verb: String,
    /// The tables that it reads and writes.
    pub tables: Vec<String>,
    /// The fields that it binds, and how: `orders.customer_id =`.
    pub binds: Vec<String>,
    /// What is joined on what.
    pub joins: Vec<String>,
    /// What it sorts by: `created_at desc`; `None` where it does not, or by no field.
    pub order: Option<String>,
    /// Whether it has a LIMIT.
    pub limit: bool,
    /// Conditions that bind nothing, and why.
    pub unbound: Vec<String>,
    /// Executions in the log.
    pub executions: u64,
    /// Executions, weighted by the sampling.
    pub count: f64,
    /// Its share of all executions.
    pub share: f64,
    /// How long they took.
    pub durations: Durations,
}

/// The shapes that ran, those that ran most often first. Shapes that read the same are one.
#[must_use]
pub fn shapes(log: &Log) -> Vec<Counted> {
    let all = log.shapes.all();
    let mut merged: BTreeMap<&str, (usize, Sum, u64, Durations)> = BTreeMap::new();
    let mut total: Sum = 0;
    for number in log.ran() {
        let of = &log.collected.shapes[number];
        total = total.saturating_add(of.weight);
        let (first, weight, executions, durations) =
            merged.entry(&all[number].display).or_insert((number, 0, 0, Durations::default()));
        if all[number].key < all[*first].key {
            *first = number;
        }
        *weight += of.weight;
        *executions += of.executions;
        durations.merge(&of.durations);
    }
    let mut ranked: Vec<_> = merged.into_iter().collect();
    ranked.sort_by(|a, b| b.1.1.cmp(&a.1.1).then_with(|| a.0.cmp(b.0)));
    ranked
        .into_iter()
        .map(|(text, (number, weight, executions, durations))| {
            let meaning = all[number].meaning.as_ref().ok();
            Counted {
                text: text.to_owned(),
                verb: meaning.map_or_else(String::new, |m| m.verb.clone()),
                tables: meaning.map_or_else(Vec::new, tables),
                binds: meaning.map_or_else(Vec::new, binds),
                joins: meaning.map_or_else(Vec::new, |m| m.joins.clone()),
                order: meaning.and_then(order),
                limit: meaning.is_some_and(|m| m.limit.is_some()),
                unbound: meaning.map_or_else(Vec::new, unbound),
                executions,
                count: exact::to_f64(weight),
                share: if total == 0 { 0.0 } else { ratio(weight, 1, total) },
                durations,
            }
        })
        .collect()
}

/// How many shapes ran; those that read the same are one.
#[must_use]
pub fn count(log: &Log) -> usize {
    let all = log.shapes.all();
    log.ran().into_iter().map(|number| all[number].display.as_str()).collect::<BTreeSet<_>>().len()
}

/// The tables that a statement reads and writes.
#[must_use]
pub fn tables(meaning: &Meaning) -> Vec<String> {
    let written = meaning.writes.iter().filter_map(|write| match write {
        Write::Rows { table, .. } => Some(table),
        Write::Where { accesses, .. } => accesses.first().map(|access| &access.table),
    });
    let all: BTreeSet<&String> = meaning.reads.iter().map(|access| &access.table).chain(written).collect();
    all.into_iter().cloned().collect()
}

fn binds(meaning: &Meaning) -> Vec<String> {
    let mut all = BTreeSet::new();
    let mut of_access = |access: &Access| {
        for bind in &access.binds {
            all.insert(format!("{}.{} {}", access.table, bind.field, sign(&bind.condition)));
        }
    };
    meaning.reads.iter().for_each(&mut of_access);
    for write in &meaning.writes {
        if let Write::Where { accesses, .. } = write {
            accesses.iter().for_each(&mut of_access);
        }
    }
    all.into_iter().collect()
}

/// How a condition binds its field.
fn sign(condition: &Condition) -> &'static str {
    match condition {
        Condition::Equal(Term::Null) => "IS NULL",
        Condition::Equal(_) => "=",
        Condition::In(_) => "IN",
        Condition::Range(Edge::Open, Edge::Open) => "IS NOT NULL",
        Condition::Range(Edge::Open, Edge::With(_)) => "<=",
        Condition::Range(Edge::Open, Edge::Without(_)) => "<",
        Condition::Range(Edge::With(_), Edge::Open) => ">=",
        Condition::Range(Edge::Without(_), Edge::Open) => ">",
        Condition::Range(..) => "BETWEEN",
        Condition::Like(..) => "LIKE",
    }
}

fn order(meaning: &Meaning) -> Option<String> {
    let fields = meaning.order.as_ref().filter(|fields| !fields.is_empty())?;
    let texts: Vec<String> =
        fields.iter().map(|(field, down)| format!("{field}{}", if *down { " desc" } else { "" })).collect();
    Some(texts.join(", "))
}

fn unbound(meaning: &Meaning) -> Vec<String> {
    let texts = meaning.unbound.iter().map(|unbound| {
        let fields = unbound.fields.join(", ");
        let reason = reason(unbound.why);
        if fields.is_empty() { reason.to_owned() } else { format!("{reason}: {fields}") }
    });
    texts.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Why a condition binds nothing, in words.
#[must_use]
pub const fn reason(why: Why) -> &'static str {
    match why {
        Why::Or => "OR over different fields",
        Why::Not => "a negation",
        Why::Function => "a function or operator on the field",
        Why::Subquery => "a comparison with a subquery",
        Why::Field => "a comparison of fields",
        Why::Ambiguous => "a field that several tables may have",
        Why::Other => "another condition",
    }
}

/// Conditions that bind nothing: why, and in how many executions.
#[must_use]
pub fn unbound_executions(log: &Log) -> Vec<(&'static str, u64)> {
    let all = log.shapes.all();
    let mut counts: BTreeMap<Why, u64> = BTreeMap::new();
    for number in log.ran() {
        let Ok(meaning) = &all[number].meaning else { continue };
        let reasons: BTreeSet<Why> = meaning.unbound.iter().map(|u| u.why).collect();
        for why in reasons {
            *counts.entry(why).or_default() += log.collected.shapes[number].executions;
        }
    }
    let mut found: Vec<(&'static str, u64)> =
        counts.into_iter().map(|(why, count)| (reason(why), count)).collect();
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    found
}

/// The words that statements begin with, and their executions.
#[must_use]
pub fn verbs(log: &Log) -> Vec<(String, u64)> {
    let all = log.shapes.all();
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for number in log.ran() {
        if let Ok(meaning) = &all[number].meaning {
            *counts.entry(&meaning.verb).or_default() += log.collected.shapes[number].executions;
        }
    }
    let mut found: Vec<(String, u64)> =
        counts.into_iter().map(|(verb, count)| (verb.to_owned(), count)).collect();
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    found
}
