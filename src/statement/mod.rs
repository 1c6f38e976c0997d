//! Queries and transactions as the user gives them, before their values are converted to the rows' types.

mod build;
mod shape;
mod uses;

use std::collections::HashMap;
use std::sync::Arc;

pub use build::{QueryBuilder, TransactionBuilder};
pub use uses::{FieldUse, QueryUse, TransactionUse};

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
    /// What it is compared with is not known: with `Some(n)` one of `n` values (1 is equality, and any larger number
    /// also a list whose length is not known), with `None` a range.
    Unknown(Option<u32>),
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
    /// Predicates by table. Several clauses of one table (a join with itself, the branches of a UNION) are a union:
    /// the query visits what any of them visits.
    pub clauses: Vec<Clause>,
    /// How often it ran, in units of 2⁻⁶⁴.
    pub count: Sum,
    /// Its class's number, if it has one.
    pub class: Option<u32>,
    /// Its shape's number.
    pub shape: u32,
    /// When it ran, if that is known.
    pub time: Option<Value>,
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
        /// More clauses on the same table: the write visits what any of them visits.
        or: Vec<Clause>,
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
    /// When it was committed, if that is known.
    pub time: Option<Value>,
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

/// Names by number. Copies share them.
#[derive(Clone, Debug, Default)]
pub struct Names(Arc<Listed>);

#[derive(Clone, Debug, Default)]
struct Listed {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Names {
    /// The number of a name, a new one if it has none yet.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&number) = self.0.numbers.get(name) {
            return number;
        }
        let listed = Arc::make_mut(&mut self.0);
        let number = listed.names.len() as u32;
        listed.names.push(name.to_owned());
        listed.numbers.insert(name.to_owned(), number);
        number
    }

    /// The number of a name, if it has one.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        self.0.numbers.get(name).copied()
    }

    /// The name of a number.
    #[must_use]
    pub fn name(&self, number: u32) -> &str {
        &self.0.names[number as usize]
    }

    /// All names, in the order of their numbers.
    #[must_use]
    pub fn all(&self) -> &[String] {
        &self.0.names
    }
}
