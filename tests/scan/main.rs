//! The scanner: what is a literal, what is a statement, and what folds.

mod fold;
mod keys;
mod strange;
mod values;

use arrow_buffer::i256;
use shardkey::sql::dialect::Dialect;
use shardkey::sql::scan::{
    Known, LiteralKind, ParameterValue, Parameters, Scanner, Slot, display, prepared, value,
};
use shardkey::value::Value;

/// The statements of a text: the key of each, and its slots with the texts of their literals.
pub(crate) fn scan(dialect: Dialect, sql: &str) -> Vec<(String, Vec<Slot>, Vec<String>)> {
    let mut scanner = Scanner::new(dialect);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = scanner.next(sql.as_bytes(), at) {
        at = next;
        let key = String::from_utf8_lossy(scanner.key()).into_owned();
        let literals = scanner.literals().iter().map(|l| sql[l.start as usize..l.end as usize].to_string());
        found.push((key, scanner.slots().to_vec(), literals.collect()));
    }
    found
}

pub(crate) fn keys(dialect: Dialect, sql: &str) -> Vec<String> {
    scan(dialect, sql).into_iter().map(|found| found.0).collect()
}

/// The key of one statement.
pub(crate) fn key(dialect: Dialect, sql: &str) -> String {
    let keys = keys(dialect, sql);
    assert_eq!(keys.len(), 1, "{sql}");
    keys.into_iter().next().unwrap_or_default()
}

pub(crate) fn pg(sql: &str) -> String {
    key(Dialect::Postgres, sql)
}

pub(crate) fn my(sql: &str) -> String {
    key(Dialect::MySql, sql)
}

pub(crate) fn literals(dialect: Dialect, sql: &str) -> Vec<String> {
    scan(dialect, sql).into_iter().flat_map(|found| found.2).collect()
}

pub(crate) fn values(dialect: Dialect, sql: &str) -> Vec<Known> {
    let mut scanner = Scanner::new(dialect);
    scanner.next(sql.as_bytes(), 0);
    scanner.literals().iter().map(|literal| value(sql.as_bytes(), literal, dialect)).collect()
}

pub(crate) fn text(text: &str) -> Known {
    Known::Value(Value::Text(text.into()))
}

pub(crate) fn int(value: i128) -> Known {
    Known::Value(Value::Int(value))
}

pub(crate) fn decimal(value: i128, scale: i32) -> Known {
    Known::Value(Value::Decimal(i256::from_i128(value), scale))
}

pub(crate) fn slot(first: u32, stride: u32, count: u32, group: u32, list: bool) -> Slot {
    Slot { first, stride, count, group, list }
}

/// Numbers that look random, the same in every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}
