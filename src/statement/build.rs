//! Putting queries and transactions together, one after the other.

use super::shape::{shape_of_clauses, shape_of_transaction, shape_of_write};
use super::{Clause, Queries, Query, Transaction, Transactions, Write};
use crate::error::{Error, ErrorKind, Result};
use crate::exact::{LIMIT, Sum};
use crate::value::Value;

/// Collects queries.
#[derive(Debug, Default)]
pub struct QueryBuilder {
    queries: Queries,
    total: Sum,
}

impl QueryBuilder {
    /// The number of a field's or table's name.
    pub fn name(&mut self, name: &str) -> u32 {
        self.queries.names.number(name)
    }

    /// Adds a query that ran so often, in units of 2⁻⁶⁴.
    pub fn add(&mut self, clauses: Vec<Clause>, count: Sum, class: Option<&str>) {
        self.add_at(clauses, count, class, None);
    }

    /// Adds a query, and when it ran.
    pub fn add_at(&mut self, clauses: Vec<Clause>, count: Sum, class: Option<&str>, time: Option<Value>) {
        let shape = shape_of_clauses(&self.queries.names, &clauses);
        let shape = self.queries.shapes.number(&shape);
        let class = class.map(|name| self.queries.classes.number(name));
        self.total = self.total.saturating_add(count);
        self.queries.queries.push(Query { clauses, count, class, shape, time });
    }

    /// The queries.
    ///
    /// # Errors
    /// `InvalidCount` when the counts add up to 2⁶² or more.
    pub fn finish(self) -> Result<Queries> {
        check(self.total)?;
        Ok(self.queries)
    }
}

/// Collects transactions.
#[derive(Debug, Default)]
pub struct TransactionBuilder {
    transactions: Transactions,
    total: Sum,
}

impl TransactionBuilder {
    /// The number of a field's or table's name.
    pub fn name(&mut self, name: &str) -> u32 {
        self.transactions.names.number(name)
    }

    /// Adds a transaction that ran so often, in units of 2⁻⁶⁴.
    pub fn add(&mut self, writes: Vec<Write>, count: Sum) {
        self.add_at(writes, count, None);
    }

    /// Adds a transaction, and when it was committed.
    pub fn add_at(&mut self, writes: Vec<Write>, count: Sum, time: Option<Value>) {
        let names = &self.transactions.names;
        let texts: Vec<String> = writes.iter().map(|w| shape_of_write(names, w)).collect();
        let shapes = &mut self.transactions.write_shapes;
        let write_shapes = texts.iter().map(|text| shapes.number(text)).collect();
        let shape = shape_of_transaction(&texts);
        let shape = self.transactions.shapes.number(&shape);
        self.total = self.total.saturating_add(count);
        self.transactions.transactions.push(Transaction { writes, write_shapes, count, shape, time });
    }

    /// The transactions.
    ///
    /// # Errors
    /// `InvalidCount` when the counts add up to 2⁶² or more.
    pub fn finish(self) -> Result<Transactions> {
        check(self.total)?;
        Ok(self.transactions)
    }
}

fn check(total: Sum) -> Result<()> {
    if total < LIMIT {
        return Ok(());
    }
    Err(Error::new(ErrorKind::InvalidCount, "the counts add up to 2^62 or more; rescale them"))
}
