//! What a user says of a log that it does not say itself.

use std::collections::HashMap;

use super::values::Keeping;
use super::weigh::Weigh;
use crate::sql::dialect::Dialect;
use crate::sql::meaning::Definition;

/// How to read a log.
#[derive(Clone, Default)]
pub struct Options {
    /// The format's name; recognised where it is not given.
    pub format: Option<String>,
    /// PostgreSQL's `log_line_prefix`.
    pub prefix: Option<String>,
    /// The dialect of the statements; that of the format where it is not given.
    pub dialect: Option<Dialect>,
    /// What is done with values.
    pub keeping: Keeping,
    /// How the log was sampled.
    pub weigh: Weigh,
    /// Statements that took less, in microseconds, are not in the log.
    pub threshold: Option<f64>,
    /// How long the stretches of time are, in microseconds, that are counted apart.
    pub every: Option<i64>,
    /// Tables by the user's schema.
    pub defined: HashMap<String, Definition>,
}
