//! Cuts a text into statements, and a statement into its shape and its literals.
//!
//! The shape, here the key, is the statement without its literals: SQL again, in which the number `17` or the string
//! `'17'` stands for slot 17. What a statement means is worked out once for each key; only the literals are read
//! for each execution. So this is the one part that sees every byte of a log's statements, in one pass.

mod chunk;
mod class;
mod display;
mod draft;
mod fold;
mod list;
mod literal;
mod number;
mod operator;
mod parameters;
mod placeholder;
mod prepared;
mod quote;
mod string;
mod token;
mod unescape;
mod value;
mod word;
mod words;

pub use display::display;
pub use literal::{Literal, LiteralKind, Slot};
pub use parameters::{ParameterValue, Parameters};
pub use prepared::prepared;
pub use value::{Known, value};

use self::draft::Draft;
use self::fold::Fold;
use super::dialect::Dialect;

/// The longest text that spans can address, with room for the blanks that a key adds.
const LONGEST: usize = i32::MAX as usize;

/// Scans statements. Its buffers are used again for the next one.
#[derive(Debug)]
pub struct Scanner {
    dialect: Dialect,
    draft: Draft,
    fold: Fold,
    key: Vec<u8>,
    /// How many `?` there were in the text.
    questions: u32,
    /// Whether the content of `/*! ... */` is being read.
    executed: bool,
    open: bool,
}

impl Scanner {
    /// A scanner for one dialect.
    #[must_use]
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            draft: Draft::default(),
            fold: Fold::default(),
            key: Vec::new(),
            questions: 0,
            executed: false,
            open: false,
        }
    }

    /// Scans the next statement of `sql`, which begins at `from`: `None` when only blanks, comments and `;` are
    /// left; else where the following one begins.
    ///
    /// `?` are counted from the first of the text on, which is scanned from 0.
    pub fn next(&mut self, sql: &[u8], from: usize) -> Option<usize> {
        self.draft.clear();
        self.fold.clear();
        self.key.clear();
        if from == 0 {
            self.questions = 0;
        }
        self.executed = false;
        self.open = false;
        let text = sql.get(..LONGEST).unwrap_or(sql);
        let mut at = from;
        while let Some(&byte) = text.get(at) {
            if byte != b';' {
                at = self.token(text, at, byte);
                continue;
            }
            at += 1;
            if !self.draft.is_empty() {
                break;
            }
        }
        self.open |= self.executed || text.len() < sql.len();
        if self.draft.is_empty() {
            return None;
        }
        self.draft.finish(&mut self.key);
        Some(at)
    }

    /// The statement's text without its literals.
    #[must_use]
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// The places of the key that hold literals.
    #[must_use]
    pub fn slots(&self) -> &[Slot] {
        &self.draft.slots
    }

    /// The literals, in the order of the text.
    #[must_use]
    pub fn literals(&self) -> &[Literal] {
        &self.draft.literals
    }

    /// Whether a quote or a comment did not end, so that the text is cut off.
    #[must_use]
    pub fn open(&self) -> bool {
        self.open
    }
}
