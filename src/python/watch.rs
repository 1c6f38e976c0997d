//! Work on other threads while this one waits, with an eye on signals and progress.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use pyo3::prelude::*;

use super::custom::{Call, Link};
use super::errors::raise;
use crate::control::{Control, Stage};
use crate::error::{Error, ErrorKind, Result};

/// How often to look for Ctrl-C and to report progress.
const TICK: Duration = Duration::from_millis(50);
/// Threads for each core, at most: more only wait for each other, and no figure depends on their number.
const MOST: usize = 4;

/// Runs `work` in a pool of its own, and returns its result, or raises what arrived while waiting.
///
/// The pool lives as long as the call: a global one hangs in a child after a fork. This thread answers the calls
/// of users' functions, since only here Python's signals interrupt them.
pub(super) fn run<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    tick: Option<&Py<PyAny>>,
    link: &Link,
    control: &Control,
    work: impl FnOnce() -> Result<T> + Send,
) -> PyResult<Result<T>> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, |threads| threads.min(MOST * cores)))
        .build()
        .map_err(|e| raise(py, ErrorKind::InternalError, format!("threads could not be started: {e}")))?;
    let (calls, waiting) = mpsc::channel();
    let set = |sender| *link.calls.lock().unwrap_or_else(PoisonError::into_inner) = sender;
    set(Some(calls));
    let mut watch = Watch { tick, link, control, raised: None };
    let mut result = None;
    let (watching, result_slot) = (&mut watch, &mut result);
    py.detach(move || {
        pool.in_place_scope(move |scope| {
            scope.spawn(move |_| {
                *result_slot =
                    Some(catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(panicked(&*panic))));
                // Without a sender the waiting thread knows that the work is done.
                set(None);
            });
            watching.wait(&waiting);
        });
    });
    match (watch.raised, result) {
        (Some(raised), _) => Err(raised),
        (None, Some(result)) => Ok(result),
        (None, None) => Err(raise(py, ErrorKind::InternalError, "the work ended without a result")),
    }
}

struct Watch<'a> {
    tick: Option<&'a Py<PyAny>>,
    link: &'a Link,
    control: &'a Control,
    raised: Option<PyErr>,
}

impl Watch<'_> {
    /// Waits for the end of the work.
    fn wait(&mut self, calls: &mpsc::Receiver<Call>) {
        loop {
            match calls.recv_timeout(TICK) {
                Ok(call) if self.raised.is_some() => call.refuse(),
                Ok(call) => {
                    let answered = Python::attach(|py| call.answer(py, self.link));
                    self.note(answered);
                }
                Err(RecvTimeoutError::Timeout) if self.raised.is_none() => {
                    let looked = Python::attach(|py| self.look(py));
                    self.note(looked);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    }

    fn look(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        if let Some(tick) = self.tick {
            let (stage, done) = self.control.progress();
            let stage = match stage {
                Stage::Rows => "rows",
                Stage::Keys => "keys",
                Stage::Statements => "statements",
                Stage::Log => "log",
            };
            tick.call1(py, (stage, done))?;
        }
        Ok(())
    }

    fn note(&mut self, outcome: PyResult<()>) {
        if let Err(raised) = outcome {
            self.control.stop();
            self.raised = Some(raised);
        }
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Error {
    let message = panic
        .downcast_ref::<&str>()
        .map(|m| (*m).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "the work panicked".to_owned());
    Error::new(ErrorKind::InternalError, message)
}
