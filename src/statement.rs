//! Queries and transactions as the user gives them, before their values are converted to the rows' types.

use std::collections::HashMap;

use crate::exact::Sum;
use crate::value::Value;

/// What a statement says of one field.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// Equal to a value; to null means IS NULL.
    Equal(Value),
    /// One of these values; nulls in it are ignored.
    In(Vec<Value>),
    /// Between two ends.
    Range(End, End),
}

/// One end of a range.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// No end.
    Open,
    /// The value belongs to the range.
    With(Value),
    /// The value does not.
    Without(Value),
}

/// The predicates of a statement on one table; fields and table by their number among the names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clause {
    /// The table, or `None` for the one that is scored.
    pub table: Option<u32>,
    /// The predicates, all of which hold.
    pub predicates: Vec<(u32, Predicate)>,
}

/// One read, and how often it ran.
#[derive(Clone, Debug)]
pub struct Query {
    /// Predicates by table.
    pub clauses: Vec<Clause>,
    /// How often it ran, in units of 2⁻⁶⁴.
    pub count: Sum,
    /// Its class's number, if it has one.
    pub class: Option<u32>,
    /// Its shape's number.
    pub shape: u32,
}

/// Queries, with the names that they use.
#[derive(Clone, Debug, Default)]
pub struct Queries {
    /// Names of fields and tables.
    pub names: Names,
    /// Names of classes.
    pub classes: Names,
    /// Texts of shapes.
    pub shapes: Names,
    /// The queries.
    pub queries: Vec<Query>,
}

/// One write of a transaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// A row; values that are not known are absent.
    Row {
        /// The table, or `None` for the one that is scored.
        table: Option<u32>,
        /// The known values.
        values: Vec<(u32, Value)>,
    },
    /// An UPDATE or DELETE by its WHERE.
    Predicate {
        /// The table and the WHERE.
        clause: Clause,
        /// The fields that are set, and the values where they are known.
        set: Vec<(u32, Option<Value>)>,
    },
}

impl Write {
    /// The table, or `None` for the one that is scored.
    #[must_use]
    pub const fn table(&self) -> Option<u32> {
        match self {
            Self::Row { table, .. } => *table,
            Self::Predicate { clause, .. } => clause.table,
        }
    }
}

/// The writes of one commit, and how often it ran.
#[derive(Clone, Debug)]
pub struct Transaction {
    /// The writes.
    pub writes: Vec<Write>,
    /// The shape of each write.
    pub write_shapes: Vec<u32>,
    /// How often it ran, in units of 2⁻⁶⁴.
    pub count: Sum,
    /// Its shape's number.
    pub shape: u32,
}

/// Transactions, with the names that they use.
#[derive(Clone, Debug, Default)]
pub struct Transactions {
    /// Names of fields and tables.
    pub names: Names,
    /// Texts of the shapes of writes.
    pub write_shapes: Names,
    /// Texts of the shapes of transactions.
    pub shapes: Names,
    /// The transactions.
    pub transactions: Vec<Transaction>,
}

/// Names by number.
#[derive(Clone, Debug, Default)]
pub struct Names {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    /// The number of a name, a new one if it has none yet.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a name, if it has one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// The name of a number.
    #[must_use]
    pub fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    /// All names, in the order of their numbers.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.names
    }
}

/// A statement's shape: its predicates with the values taken away.
#[must_use]
pub fn shape_of_clauses(names: &Names, clauses: &[Clause]) -> String {
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
    if conditions.is_empty() { format!("{place}no predicate") } else { format!("{place}{}", conditions.join(" AND ")) }
}

/// The shape of a write.
#[must_use]
pub fn shape_of_write(names: &Names, write: &Write) -> String {
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
#[must_use]
pub fn shape_of_transaction(shapes: &[&str]) -> String {
    let mut distinct = shapes.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.is_empty() { "no writes".to_owned() } else { distinct.join("; ") }
}
