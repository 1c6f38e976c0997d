//! The faces of the core in Python: they convert, release the interpreter, map errors, and decide nothing.

mod candidates;
mod columns;
mod compare;
mod custom;
mod errors;
mod explain;
mod encoded;
mod export;
mod layouts;
mod log;
mod log_faces;
mod moves;
mod partitions;
mod placement;
mod profile;
mod records;
mod schema;
mod scores;
mod statements;
mod values;
mod watch;
mod windows;

use pyo3::prelude::*;

/// What touches every row.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::columns::columns;
    #[pymodule_export]
    use super::compare::{load_difference, mean_difference};
    #[pymodule_export]
    use super::custom::Keys;
    #[pymodule_export]
    use super::encoded::{DecodedRows, EncodedKeys};
    #[pymodule_export]
    use super::explain::{explain, statement_intervals};
    #[pymodule_export]
    use super::export::to_stream;
    #[pymodule_export]
    use super::layouts::{decode_keys, encode_keys, key_slices, key_types};
    #[pymodule_export]
    use super::log::{Log, ddl_keys, ddl_schemas, dialects, in_order, log_formats, read_log};
    #[pymodule_export]
    use super::moves::{moves, route};
    #[pymodule_export]
    use super::partitions::measure_layout;
    #[pymodule_export]
    use super::placement::{grow_packed, moved_share, node_loads, pack, place, placement_chance};
    #[pymodule_export]
    use super::profile::profile;
    #[pymodule_export]
    use super::schema::column_types;
    #[pymodule_export]
    use super::scores::{Handle, score};
    #[pymodule_export]
    use super::statements::{Queries, Transactions};
    #[pymodule_export]
    use super::windows::{Rows, moving_keys, sample, windows};
}
