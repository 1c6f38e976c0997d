//! Puts the meaning together when all conditions are known.

use std::collections::HashSet;

use crate::sql::meaning::{Access, Bind, Condition, Edge, Meaning, Term, Why, Write};

use super::Reader;
use super::scope::Value;
use super::write::Pending;

impl Reader<'_> {
    /// The meaning of what was read.
    pub(super) fn finish(mut self, verb: String) -> Meaning {
        self.graph.carry();
        let void: Vec<String> = self.graph.void().map(|node| self.graph.label(node)).collect();
        for field in void {
            self.unbound(Why::Other, vec![field]);
        }
        let pending = std::mem::take(&mut self.writes);
        let mut targets: HashSet<usize> = self.unread.iter().copied().collect();
        let mut writes = Vec::new();
        for write in pending {
            match write {
                Pending::Rows { table, columns, values } => {
                    let values: Vec<Term> = values.into_iter().map(|value| self.value(value)).collect();
                    let each = values.iter().find_map(|value| self.group(value));
                    let values = values.into_iter().map(|value| self.within_group(value, each)).collect();
                    writes.push(Write::Rows { table, columns, values, each });
                }
                Pending::Where { access, set } => {
                    targets.insert(access);
                    let set: Option<Vec<(String, Term)>> = set.map(|set| {
                        set.into_iter().map(|(field, value)| (field, self.value(value))).collect()
                    });
                    let accesses = self.accesses(access);
                    // Rows of a list go each to its own row of the table.
                    let each = if let [access] = accesses.as_slice() { access.each } else { None };
                    let set = set.map(|set| {
                        set.into_iter()
                            .map(|(field, value)| (field, self.within_group(value, each)))
                            .collect()
                    });
                    writes.push(Write::Where { accesses, set });
                }
            }
        }
        let mut reads = Vec::new();
        for access in 0..self.graph.tables.len() {
            if !targets.contains(&access) {
                reads.extend(self.accesses(access));
            }
        }
        let Self { act, joins, order, limit, unbound, .. } = self;
        Meaning { act, verb, reads, writes, joins, order, limit, unbound }
    }

    /// The group of a value's slot, where it is one of many.
    fn group(&self, term: &Term) -> Option<u32> {
        match term {
            Term::Slot(slot) => {
                let slot = usize::try_from(*slot).ok()?;
                self.groups.get(slot).copied().filter(|&group| group > 0)
            }
            Term::Negative(term) | Term::Cast(term, _) | Term::Elements(term) => self.group(term),
            Term::Null | Term::Bool(_) | Term::Unknown => None,
        }
    }

    /// A value of a row: unknown where it is one of several that do not go with the row's.
    fn within_group(&self, value: Term, each: Option<u32>) -> Term {
        let group = self.group(&value);
        if group.is_some() && group != each { Term::Unknown } else { value }
    }

    fn value(&self, value: Value) -> Term {
        match value {
            Value::Terms(terms) => match <[Term; 1]>::try_from(terms) {
                Ok([term]) => term,
                Err(_) => Term::Unknown,
            },
            Value::Column(column) => {
                let [node] = column.nodes.as_slice() else { return Term::Unknown };
                let equal = self.graph.conditions(*node).find_map(|condition| match condition {
                    Condition::Equal(term) if *term != Term::Unknown => Some(term.clone()),
                    _ => None,
                });
                // Where the row may be missing, the value is the constant or NULL.
                equal.filter(|_| column.outward && !column.nullable).unwrap_or(Term::Unknown)
            }
            Value::Opaque | Value::Unsure => Term::Unknown,
        }
    }

    /// An access with its conditions; several where rows of different shapes are listed.
    fn accesses(&self, access: usize) -> Vec<Access> {
        let table = self.graph.tables.get(access).cloned().unwrap_or_default();
        let mut binds: Vec<Bind> = Vec::new();
        for node in self.graph.fields(access) {
            if let Some(condition) = strongest(self.graph.conditions(node)) {
                binds.push(Bind { field: self.graph.field(node).to_owned(), condition });
            }
        }
        let Some(rows) = self.graph.rows(access) else {
            return vec![self.access(table, binds)];
        };
        let row = |row: &Vec<(String, Term)>| {
            let of = |bind: &Bind| {
                let own = row.iter().find(|(field, _)| *field == bind.field);
                match own.filter(|_| !matches!(bind.condition, Condition::Equal(_))) {
                    Some((field, term)) => {
                        Bind { field: field.clone(), condition: Condition::Equal(term.clone()) }
                    }
                    None => bind.clone(),
                }
            };
            self.access(table.clone(), binds.iter().map(of).collect())
        };
        rows.iter().map(row).collect()
    }

    fn access(&self, table: String, mut binds: Vec<Bind>) -> Access {
        let each = binds.iter().find_map(|bind| match &bind.condition {
            Condition::Equal(term) => self.group(term),
            _ => None,
        });
        for bind in &mut binds {
            if let Condition::Equal(term) = &bind.condition
                && let group @ Some(_) = self.group(term)
                && group != each
            {
                // One of several that do not go with the access's rows.
                bind.condition = Condition::In(vec![term.clone()]);
            }
        }
        Access { table, binds, each }
    }
}

/// The condition that says most, of several that hold.
fn strongest<'a>(conditions: impl Iterator<Item = &'a Condition>) -> Option<Condition> {
    let mut best: Option<Condition> = None;
    for condition in conditions {
        best = Some(match (best, condition) {
            (Some(Condition::Range(low, high)), Condition::Range(other_low, other_high)) => {
                Condition::Range(first(low, other_low), first(high, other_high))
            }
            (Some(best), other) if rank(&best) <= rank(other) => best,
            (_, other) => other.clone(),
        });
    }
    best
}

fn first(edge: Edge, other: &Edge) -> Edge {
    if matches!(edge, Edge::Open | Edge::With(Term::Unknown) | Edge::Without(Term::Unknown))
        && !matches!(other, Edge::Open)
    {
        other.clone()
    } else {
        edge
    }
}

fn rank(condition: &Condition) -> u8 {
    match condition {
        Condition::Equal(Term::Unknown) => 2,
        Condition::Equal(_) => 0,
        Condition::In(terms) if terms.contains(&Term::Unknown) => 2,
        Condition::In(_) => 1,
        Condition::Range(..) => 3,
        Condition::Like(..) => 4,
    }
}
