//! What is known of tables before their statements are read: the names of their columns.

use std::collections::HashMap;

/// Tables' columns, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    tables: HashMap<String, Vec<String>>,
}

impl Catalog {
    /// Notes the columns of a table, in their order.
    pub fn insert(&mut self, table: String, columns: Vec<String>) {
        self.tables.insert(table, columns);
    }

    /// The columns of a table, or `None` where it is not known.
    #[must_use]
    pub fn columns(&self, table: &str) -> Option<&[String]> {
        self.tables.get(table).map(Vec::as_slice)
    }
}
