//! SQL: what a statement means to routing, worked out once for each shape.

pub mod catalog;
pub mod ddl;
pub mod dialect;
pub mod extract;
mod fallback;
pub mod meaning;
pub mod scan;
