//! Names and types of the columns that a workload's statements meet.

use std::collections::HashMap;

use super::adapt::adapt;
use crate::kind::Kind;
use crate::sql::catalog::Catalog;
use crate::sql::dialect::Dialect;
use crate::sql::meaning::Definition;
use crate::value::Value;

/// The tables that are known by their rows or a schema: names and kinds of their columns, in order.
#[derive(Clone, Debug, Default)]
pub struct Tables(pub HashMap<String, Vec<(String, Option<Kind>)>>);

/// Finds the spelling and the type of fields.
pub(super) struct Naming<'a> {
    tables: &'a Tables,
    /// Whether names that differ in case alone are one.
    folds: bool,
    /// Whether TRUE and FALSE are the numbers 1 and 0.
    numeric_truth: bool,
    /// Spellings of fields of tables that are not known, by their lower case.
    spelled: HashMap<(String, String), String>,
    /// Values that a time zone would be needed for.
    pub(super) zoneless: u64,
}

impl<'a> Naming<'a> {
    pub(super) fn new(tables: &'a Tables, dialect: Dialect) -> Self {
        let folds = matches!(dialect, Dialect::MySql | Dialect::BigQuery | Dialect::MsSql | Dialect::Sqlite);
        let numeric_truth = matches!(dialect, Dialect::MySql | Dialect::Sqlite);
        Self { tables, folds, numeric_truth, spelled: HashMap::new(), zoneless: 0 }
    }

    /// The name of a table.
    pub(super) fn table(&self, name: &str) -> String {
        if self.folds && !self.tables.0.contains_key(name) {
            let mut same = self.tables.0.keys().filter(|known| known.eq_ignore_ascii_case(name));
            if let (Some(known), None) = (same.next(), same.next()) {
                return known.clone();
            }
        }
        name.to_owned()
    }

    /// The name of a field of a table.
    pub(super) fn field(&mut self, table: &str, name: &str) -> String {
        if let Some(columns) = self.tables.0.get(table) {
            let exact = columns.iter().find(|(column, _)| column == name);
            let folded = || columns.iter().find(|(column, _)| column.eq_ignore_ascii_case(name));
            let found = exact.or_else(|| folded().filter(|_| self.folds));
            return found.map_or(name, |(column, _)| column).to_owned();
        }
        if !self.folds {
            return name.to_owned();
        }
        let key = (table.to_owned(), name.to_lowercase());
        self.spelled.entry(key).or_insert_with(|| name.to_owned()).clone()
    }

    /// A value as its column takes it; `None` where that cannot be known.
    pub(super) fn value(&mut self, table: &str, field: &str, value: Option<Value>) -> Option<Value> {
        let value = match value? {
            Value::Bool(truth) if self.numeric_truth => Value::Int(truth.into()),
            value => value,
        };
        let Some(kind) = self.kind(table, field) else { return Some(untyped(value)) };
        let adapted = adapt(value, kind);
        self.zoneless += u64::from(adapted.is_none());
        adapted
    }

    /// The type of a field, where it is known.
    pub(super) fn kind(&self, table: &str, field: &str) -> Option<&'a Kind> {
        let columns = self.tables.0.get(table)?;
        columns.iter().find(|(name, _)| name == field)?.1.as_ref()
    }

    /// The catalog of the known tables, with the definitions that the log shows of others.
    pub(super) fn catalog(&self, seen: &HashMap<String, Definition>) -> Catalog {
        let mut catalog = Catalog::default();
        for (table, definition) in seen.iter().filter(|(_, definition)| !definition.columns.is_empty()) {
            catalog.insert(table.clone(), definition.names());
        }
        for (table, columns) in &self.tables.0 {
            catalog.insert(table.clone(), columns.iter().map(|(name, _)| name.clone()).collect());
        }
        catalog
    }
}

/// A value of a column whose type is not known: MySQL's hexadecimal literals are texts, where they can be.
fn untyped(value: Value) -> Value {
    match value {
        Value::Bytes(bytes) => match String::from_utf8(bytes.into_vec()) {
            Ok(text) => Value::Text(text.into()),
            Err(error) => Value::Bytes(error.into_bytes().into()),
        },
        value => value,
    }
}
