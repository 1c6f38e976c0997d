//! What statements bind and share of a table's fields: from these a key can be proposed.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Clause, Names, Predicate, Queries, Transaction, Transactions, Write};
use crate::exact::Sum;
use crate::value::Value;

/// What the queries of one shape and class bind on a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryUse {
    /// The shape.
    pub shape: String,
    /// The class, if the queries have one.
    pub class: Option<String>,
    /// How often they ran.
    pub count: Sum,
    /// Fields that each of their clauses binds to one value.
    pub equal: BTreeSet<String>,
    /// Fields that each of their clauses binds to one value or to a list.
    pub listed: BTreeSet<String>,
    /// Fields that one of their clauses binds to a range.
    pub ranged: BTreeSet<String>,
}

/// What transactions do with one field of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldUse {
    /// Transactions of several writes all of which have this field, with the same value.
    pub shared: Sum,
    /// Writes that say which rows they are for by one value of this field, or write it.
    pub bound: Sum,
    /// Writes that set it in rows that are there already.
    pub set: Sum,
    /// Rows that are written with a null in it.
    pub null: Sum,
}

/// What transactions do on a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionUse {
    /// Transactions that write to the table.
    pub count: Sum,
    /// Those of several writes.
    pub several: Sum,
    /// By field.
    pub fields: BTreeMap<String, FieldUse>,
}

impl Queries {
    /// What the queries on a table bind, by shape and class; a query without a table's name is on it.
    #[must_use]
    pub fn uses(&self, table: Option<&str>) -> Vec<QueryUse> {
        let mut found: BTreeMap<(u32, Option<u32>), QueryUse> = BTreeMap::new();
        for query in &self.queries {
            let mut own = query.clauses.iter().filter(|c| is_own(&self.names, c.table, table)).peekable();
            if own.peek().is_none() {
                continue;
            }
            let used = found.entry((query.shape, query.class)).or_insert_with(|| {
                let mut used = QueryUse {
                    shape: self.shapes.name(query.shape).to_owned(),
                    class: query.class.map(|class| self.classes.name(class).to_owned()),
                    ..QueryUse::default()
                };
                used.bind(&self.names, own);
                used
            });
            used.count += query.count;
        }
        found.into_values().collect()
    }
}

impl QueryUse {
    fn bind<'a>(&mut self, names: &Names, clauses: impl Iterator<Item = &'a Clause>) {
        for (i, clause) in clauses.enumerate() {
            let of = |kind: fn(&Predicate) -> bool| {
                let fields = clause.predicates.iter().filter(move |(_, p)| kind(p));
                fields.map(|(field, _)| names.name(*field).to_owned()).collect::<BTreeSet<_>>()
            };
            let (equal, listed) = (of(is_one), of(|p| is_one(p) || is_list(p)));
            self.ranged.extend(of(|p| matches!(p, Predicate::Range(..) | Predicate::Unknown(None))));
            if i == 0 {
                (self.equal, self.listed) = (equal, listed);
            } else {
                self.equal.retain(|field| equal.contains(field));
                self.listed.retain(|field| listed.contains(field));
            }
        }
    }
}

impl Transactions {
    /// What transactions do on a table and on those beside it, whose names for its fields are given; a write without a
    /// table's name is on it.
    #[must_use]
    pub fn uses(
        &self,
        table: Option<&str>,
        colocated: &HashMap<String, HashMap<String, String>>,
    ) -> TransactionUse {
        let mut used = TransactionUse::default();
        for transaction in &self.transactions {
            let writes: Vec<Known<'_>> = transaction
                .writes
                .iter()
                .filter_map(|write| known(&self.names, write, table, colocated))
                .collect();
            used.add(transaction, &writes);
        }
        used
    }
}

impl TransactionUse {
    fn add(&mut self, transaction: &Transaction, writes: &[Known<'_>]) {
        let Some(first) = writes.first() else { return };
        let count = transaction.count;
        self.count += count;
        for write in writes {
            for (&field, &value) in &write.values {
                let of_field = self.fields.entry(field.to_owned()).or_default();
                of_field.bound += count;
                of_field.null += if write.row && *value == Value::Null { count } else { 0 };
            }
            for &field in &write.set {
                self.fields.entry(field.to_owned()).or_default().set += count;
            }
        }
        if writes.len() < 2 {
            return;
        }
        self.several += count;
        for (field, value) in &first.values {
            if writes[1..].iter().all(|write| write.values.get(field) == Some(value)) {
                self.fields.entry((*field).to_owned()).or_default().shared += count;
            }
        }
    }
}

/// What one write says of the scored table's fields.
struct Known<'a> {
    row: bool,
    values: BTreeMap<&'a str, &'a Value>,
    set: Vec<&'a str>,
}

fn known<'a>(
    names: &'a Names,
    write: &'a Write,
    table: Option<&str>,
    colocated: &'a HashMap<String, HashMap<String, String>>,
) -> Option<Known<'a>> {
    let beside = write.table().and_then(|t| colocated.get(names.name(t)));
    let own = is_own(names, write.table(), table);
    if !own && beside.is_none() {
        return None;
    }
    // The scored table's name of a field, where it has one.
    let field = |number: u32| {
        let there = names.name(number);
        match beside.filter(|_| !own) {
            None => Some(there),
            Some(map) => map.iter().find(|(_, name)| *name == there).map(|(field, _)| field.as_str()),
        }
    };
    Some(match write {
        Write::Row { values, .. } => Known {
            row: true,
            values: values.iter().filter_map(|(n, value)| Some((field(*n)?, value))).collect(),
            set: Vec::new(),
        },
        Write::Predicate { clause, or, set } => Known {
            row: false,
            values: clause
                .predicates
                .iter()
                .filter(|_| or.is_empty())
                .filter_map(|(n, predicate)| match predicate {
                    Predicate::Equal(value) => Some((field(*n)?, value)),
                    _ => None,
                })
                .collect(),
            set: set.iter().filter_map(|(n, _)| field(*n)).collect(),
        },
    })
}

fn is_own(names: &Names, named: Option<u32>, table: Option<&str>) -> bool {
    named.is_none_or(|t| Some(names.name(t)) == table)
}

const fn is_one(predicate: &Predicate) -> bool {
    matches!(predicate, Predicate::Equal(_) | Predicate::Unknown(Some(1)))
}

const fn is_list(predicate: &Predicate) -> bool {
    matches!(predicate, Predicate::In(_) | Predicate::Unknown(Some(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::ONE;
    use crate::statement::{End, QueryBuilder, TransactionBuilder};

    fn set(fields: &[&str]) -> BTreeSet<String> {
        fields.iter().map(|&f| f.to_owned()).collect()
    }

    #[test]
    fn queries_bind_what_all_their_clauses_bind() {
        let mut builder = QueryBuilder::default();
        let (orders, items) = (builder.name("orders"), builder.name("items"));
        let (a, b, c) = (builder.name("a"), builder.name("b"), builder.name("c"));
        let equal = |field| (field, Predicate::Equal(Value::Int(1)));
        let clause = |table, predicates| Clause { table, predicates };
        let several = (b, Predicate::In(vec![Value::Int(1), Value::Int(2)]));
        let range = (c, Predicate::Range(End::Open, End::With(Value::Int(3))));
        for count in [2, 3] {
            let own = clause(None, vec![equal(a), several.clone(), range.clone()]);
            builder.add(vec![own, clause(Some(items), vec![equal(c)])], count * ONE, Some("batch"));
        }
        let both = vec![clause(Some(orders), vec![equal(a), equal(b)]), clause(Some(orders), vec![equal(b)])];
        builder.add(both, ONE, None);
        builder.add(vec![clause(Some(items), vec![equal(a)])], ONE, None);
        let Ok(queries) = builder.finish() else { panic!("a small total") };
        let uses = queries.uses(Some("orders"));
        assert_eq!(uses.len(), 2);
        assert_eq!((uses[0].count, uses[0].class.as_deref()), (5 * ONE, Some("batch")));
        assert_eq!((&uses[0].equal, &uses[0].listed), (&set(&["a"]), &set(&["a", "b"])));
        assert_eq!(uses[0].ranged, set(&["c"]));
        assert_eq!((&uses[1].equal, uses[1].count), (&set(&["b"]), ONE));
        assert_eq!(queries.uses(None).len(), 1);
    }

    #[test]
    fn transactions_share_what_all_their_writes_have() {
        let mut builder = TransactionBuilder::default();
        let items = Some(builder.name("items"));
        let (a, b, there) = (builder.name("a"), builder.name("b"), builder.name("a_there"));
        let row = |table, values: &[(u32, i64)]| Write::Row {
            table,
            values: values.iter().map(|&(f, v)| (f, Value::Int(v.into()))).collect(),
        };
        builder.add(vec![row(None, &[(a, 1), (b, 1)]), row(items, &[(there, 1)])], 4 * ONE);
        builder.add(vec![row(None, &[(a, 1), (b, 1)]), row(None, &[(a, 1), (b, 2)])], 2 * ONE);
        let clause = Clause { table: None, predicates: vec![(a, Predicate::Equal(Value::Int(7)))] };
        builder.add(vec![Write::Predicate { clause, or: Vec::new(), set: vec![(b, None)] }], ONE);
        builder.add(vec![Write::Row { table: None, values: vec![(a, Value::Null)] }], ONE);
        let Ok(transactions) = builder.finish() else { panic!("a small total") };
        let map = HashMap::from([("a".to_owned(), "a_there".to_owned())]);
        let used = transactions.uses(None, &HashMap::from([("items".to_owned(), map)]));
        assert_eq!((used.count, used.several), (8 * ONE, 6 * ONE));
        let (of_a, of_b) = (used.fields["a"], used.fields["b"]);
        assert_eq!((of_a.shared, of_a.bound, of_a.null), (6 * ONE, 14 * ONE, ONE));
        assert_eq!((of_b.shared, of_b.set), (0, ONE));
        // Without the names beside it, the first transaction has one write that counts.
        assert_eq!(transactions.uses(None, &HashMap::new()).several, 2 * ONE);
    }
}
