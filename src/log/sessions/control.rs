//! Statements that begin, end or change a transaction.

use super::course::{Course, end};
use super::implicit;
use crate::log::instance::Values;
use crate::log::session::{Run, Session, Sink};
use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Act, Term};
use crate::text;

impl Course {
    /// A statement that begins, ends or changes a transaction.
    #[expect(clippy::too_many_arguments, reason = "as `execute`")]
    pub(super) fn control(
        &mut self,
        session: &mut Session,
        run: &mut Run,
        act: &Act,
        key: &str,
        values: &dyn Fn() -> Values,
        transaction: Option<u64>,
        sink: &mut impl Sink,
    ) {
        let id = |term: &Term| values().one(term, 0).map_or_else(String::new, |v| text::of_value(&v));
        match act {
            Act::Begin => {
                match session.open.take() {
                    // What was sent before it in the same message belongs to it.
                    Some(mut open) if !open.work.explicit => {
                        open.work.explicit = true;
                        session.open = Some(open);
                        return;
                    }
                    Some(open) if self.shapes.shapes().dialect() == Dialect::MySql => {
                        end(Some(open), true, sink);
                    }
                    // BEGIN in a transaction does nothing but warn.
                    Some(open) if open.transaction.is_some() && open.transaction == transaction => {
                        session.open = Some(open);
                        return;
                    }
                    // The end of the one before is not in the log.
                    Some(_) => sink.unfinished(),
                    None => {}
                }
                self.open(session, true, run, transaction);
                run.transaction = session.open.as_ref().map(|open| open.number);
            }
            Act::Commit { chain } => self.close(session, true, *chain, run, sink),
            Act::Rollback { chain } => self.close(session, false, *chain, run, sink),
            Act::Savepoint(name) => {
                if let Some(open) = &mut session.open {
                    open.savepoints.push((
                        self.savepoint(name),
                        open.work.writes.len(),
                        open.work.statements,
                    ));
                }
            }
            Act::RollbackTo(name) => {
                let name = self.savepoint(name);
                if let Some(open) = &mut session.open
                    && let Some(at) = open.savepoints.iter().rposition(|(saved, ..)| *saved == name)
                {
                    open.work.writes.truncate(open.savepoints[at].1);
                    open.work.statements = open.savepoints[at].2;
                    open.savepoints.truncate(at + 1);
                    open.failed = false;
                }
            }
            Act::Release(name) => {
                let name = self.savepoint(name);
                if let Some(open) = &mut session.open
                    && let Some(at) = open.savepoints.iter().rposition(|(saved, ..)| *saved == name)
                {
                    open.savepoints.truncate(at);
                }
            }
            Act::PrepareTransaction(term) => match session.open.take() {
                Some(open) if open.failed => end(Some(open), false, sink),
                Some(open) => drop(self.prepared.insert(id(term), open.work)),
                None => {}
            },
            Act::CommitPrepared(term) => match self.prepared.remove(&id(term)) {
                Some(work) => sink.committed(&work),
                None => self.one_phase(session, true, sink),
            },
            Act::RollbackPrepared(term) => match self.prepared.remove(&id(term)) {
                Some(_) => sink.rolled_back(),
                None => self.one_phase(session, false, sink),
            },
            Act::Autocommit(term) => {
                let on = !matches!(id(term).to_lowercase().as_str(), "0" | "off" | "false" | "False");
                if on && !session.autocommit {
                    end(session.open.take(), true, sink);
                }
                session.autocommit = on;
            }
            Act::Define(_) | Act::Utility if implicit::commits(key) => self.implicit_commit(session, sink),
            _ => {}
        }
    }

    /// XA COMMIT and XA ROLLBACK also end a transaction that was not prepared.
    fn one_phase(&self, session: &mut Session, commit: bool, sink: &mut impl Sink) {
        if self.shapes.shapes().dialect() == Dialect::MySql {
            end(session.open.take(), commit, sink);
        }
    }

    /// A savepoint's name, in which MySQL sees no case.
    fn savepoint(&self, name: &str) -> String {
        match self.shapes.shapes().dialect() {
            Dialect::MySql => name.to_lowercase(),
            _ => name.to_owned(),
        }
    }

    /// MySQL commits before it changes a table.
    fn implicit_commit(&self, session: &mut Session, sink: &mut impl Sink) {
        if self.shapes.shapes().dialect() == Dialect::MySql {
            end(session.open.take(), true, sink);
        }
    }

    fn close(
        &mut self,
        session: &mut Session,
        commit: bool,
        chain: bool,
        run: &mut Run,
        sink: &mut impl Sink,
    ) {
        let open = session.open.take();
        run.transaction = open.as_ref().map(|open| open.number).or(run.transaction);
        end(open, commit, sink);
        if chain {
            self.open(session, true, run, None);
        }
    }
}
