//! Query logs: from a database's own files to the statements, transactions and values that they hold.
//!
//! One direction here too: bytes → records → digests → sessions → what is counted → a workload. Records are read and
//! digested on all threads, and the sessions go through the digests in the log's order.

pub mod account;
mod adapt;
pub mod collect;
pub mod digest;
pub mod durations;
mod elements;
mod gather;
pub mod instance;
mod instantiate;
mod lines;
pub mod mysql;
mod naming;
pub mod options;
mod part;
pub mod postgres;
mod quotes;
pub mod read;
pub mod recognise;
pub mod record;
pub mod session;
pub mod sessions;
pub mod shape;
pub mod shapes;
mod slots;
pub mod source;
pub mod sqlfile;
pub mod statements;
pub mod statistics;
pub mod stream;
pub mod table;
pub mod together;
pub mod unknowable;
mod values;
pub mod weigh;
pub mod workload;

use std::sync::Arc;

pub use naming::Tables;
pub use values::{Keeping, LONGEST, Lost};

use self::account::Account;
use self::collect::Collected;
use self::shape::Shapes;
use self::workload::Defined;

/// A log that was read: its account, and everything that was counted.
#[derive(Debug)]
pub struct Log {
    /// The format's name.
    pub format: &'static str,
    /// PostgreSQL's `log_line_prefix`, as it was given or recognised.
    pub prefix: Option<String>,
    /// What every line belongs to.
    pub account: Account,
    /// The shapes of its statements.
    pub shapes: Arc<Shapes>,
    /// What is counted.
    pub collected: Collected,
    /// Why transactions are not known, where they are not.
    pub no_transactions: Option<String>,
    /// The tables that the log defines, and those that the user does.
    pub defined: Defined,
}

impl Log {
    /// The numbers of the shapes that statements ran with.
    #[must_use]
    pub fn ran(&self) -> Vec<usize> {
        (0..self.collected.shapes.len()).filter(|n| self.collected.shapes[*n].executions > 0).collect()
    }
}
