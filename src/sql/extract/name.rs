//! Names as the project writes them: folded as the dialect folds them, without the default schema.

use sqlparser::ast::{Ident, ObjectName, ObjectNamePart};

use crate::sql::dialect::Dialect;

/// A single name.
pub(in crate::sql) fn ident(dialect: Dialect, ident: &Ident) -> String {
    if ident.quote_style.is_some() || dialect.keeps_case() {
        ident.value.clone()
    } else {
        ident.value.to_ascii_lowercase()
    }
}

/// The parts of a name.
pub(in crate::sql) fn parts(dialect: Dialect, name: &ObjectName) -> Vec<String> {
    let part = |part: &ObjectNamePart| match part {
        ObjectNamePart::Identifier(name) => ident(dialect, name),
        ObjectNamePart::Function(function) => ident(dialect, &function.name),
    };
    name.0.iter().map(part).collect()
}

/// The last part of a name.
pub(in crate::sql) fn last(dialect: Dialect, name: &ObjectName) -> String {
    parts(dialect, name).pop().unwrap_or_default()
}

/// A table's name: with its schema, but for the default one.
pub(in crate::sql) fn table(dialect: Dialect, name: &ObjectName) -> String {
    qualified(parts(dialect, name))
}

/// Puts a table's name together from its parts.
pub(in crate::sql) fn qualified(mut parts: Vec<String>) -> String {
    if let [.., schema, _] = parts.as_slice()
        && matches!(schema.as_str(), "public" | "dbo" | "")
    {
        parts.drain(..parts.len() - 1);
    }
    parts.join(".")
}
