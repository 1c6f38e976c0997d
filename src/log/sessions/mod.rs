//! All sessions of a log: from records in order to statements that ran and transactions that were committed.

mod control;
mod course;
mod implicit;

use std::collections::HashMap;
use std::sync::Arc;

use ahash::RandomState;

use super::digest::{Digest, Digester, Event, Piece};
use super::session::{Session, Sink};
use super::shape::Shapes;
use super::weigh::Weigh;
use course::{Course, end};

/// Above so many, sessions that hold nothing are forgotten.
const MANY: usize = 4_096;

/// The sessions of a log.
pub struct Sessions {
    open: HashMap<Box<[u8]>, Session, RandomState>,
    course: Course,
    /// Whether records without a session are all of one.
    single: bool,
    limit: usize,
}

impl Sessions {
    /// No sessions yet. `digester` reads what a session executes by name.
    #[must_use]
    pub fn new(shapes: Arc<Shapes>, digester: Digester, weigh: Weigh, single: bool) -> Self {
        let course = Course::new(shapes, digester, weigh);
        Self { open: HashMap::default(), course, single, limit: MANY }
    }

    /// Takes the next record of the log.
    pub fn take(&mut self, piece: &Piece, digest: &Digest, sink: &mut impl Sink) {
        let known = digest.session.map(|span| piece.bytes(span));
        let Some(name) = known.or(self.single.then_some(b"".as_slice())) else {
            self.apart(piece, digest, sink);
            return;
        };
        if let Some(session) = self.open.get_mut(name) {
            if self.course.step(session, piece, digest, sink) {
                self.open.remove(name);
            }
            return;
        }
        let mut session = Session::default();
        if !self.course.step(&mut session, piece, digest, sink) {
            self.open.insert(name.into(), session);
        }
        if self.open.len() > self.limit {
            self.open.retain(|_, s| !s.idle());
            self.limit = MANY.max(2 * self.open.len());
        }
    }

    /// The end of the log.
    pub fn finish(&mut self, sink: &mut impl Sink) {
        let mut sessions: Vec<_> = std::mem::take(&mut self.open).into_iter().collect();
        sessions.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (_, mut session) in sessions {
            self.course.flush(&mut session, sink);
            match session.open.take() {
                Some(open) if open.work.explicit => sink.unfinished(),
                open => end(open, true, sink),
            }
        }
        self.course.prepared.drain().for_each(|_| sink.unfinished());
    }

    /// A record of no known session: its statements count, and no transaction can be put together from it.
    fn apart(&mut self, piece: &Piece, digest: &Digest, sink: &mut impl Sink) {
        if let Event::Statement { parts, failed, .. } = &digest.event {
            let run = self.course.run(digest, None);
            if failed.is_some() {
                sink.failed(run.number);
            } else {
                sink.ran(&run, &piece.parts, piece.parts.range(parts.clone()));
            }
        }
    }
}
