//! How far the work is, and whether to stop: shared between the work and whoever waits for it.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use crate::error::{Error, Result};

/// What the work is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and grouping rows; progress counts rows.
    Rows,
    /// Routing keys; progress counts candidates times shard counts.
    Keys,
    /// Routing queries and transactions; progress counts candidates times shard counts.
    Statements,
    /// Reading a log; progress counts bytes.
    Log,
}

/// Shared by the work and its watcher.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    stage: AtomicU8,
    done: AtomicU64,
}

impl Control {
    /// Asks the work to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the work was asked to stop.
    #[must_use]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// An error when the work was asked to stop.
    ///
    /// # Errors
    /// `Cancelled`.
    pub fn check(&self) -> Result<()> {
        if self.stopped() { Err(Error::cancelled()) } else { Ok(()) }
    }

    /// Begins a stage.
    pub fn begin(&self, stage: Stage) {
        self.done.store(0, Ordering::Relaxed);
        self.stage.store(stage as u8, Ordering::Relaxed);
    }

    /// Counts what is done of the stage.
    pub fn advance(&self, by: u64) {
        self.done.fetch_add(by, Ordering::Relaxed);
    }

    /// The stage and how much of it is done.
    #[must_use]
    pub fn progress(&self) -> (Stage, u64) {
        let stage = match self.stage.load(Ordering::Relaxed) {
            0 => Stage::Rows,
            1 => Stage::Keys,
            2 => Stage::Statements,
            _ => Stage::Log,
        };
        (stage, self.done.load(Ordering::Relaxed))
    }
}
