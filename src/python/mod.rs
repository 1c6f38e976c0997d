//! The faces of the core in Python: they convert, release the interpreter, map errors, and decide nothing.

mod candidates;
mod custom;
mod errors;
mod explain;
mod export;
mod log;
mod log_faces;
mod records;
mod scores;
mod statements;
mod values;
mod watch;

use pyo3::prelude::*;

/// What touches every row.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::custom::Keys;
    #[pymodule_export]
    use super::explain::explain;
    #[pymodule_export]
    use super::export::to_stream;
    #[pymodule_export]
    use super::log::{Log, ddl_schemas, dialects, in_order, log_formats, read_log};
    #[pymodule_export]
    use super::scores::{Handle, score};
    #[pymodule_export]
    use super::statements::{Queries, Transactions};
}
