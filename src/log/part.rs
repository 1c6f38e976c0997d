//! The statements that stand in the text of one record, and the values of their slots.

use std::collections::HashMap;
use std::sync::Arc;

use ahash::RandomState;

use super::record::Statement;
use super::shape::{Met, Shape, Shapes};
use super::values::{Keeping, Kept, Lost, push_length, push_null, push_unknown};
use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Act, Term};
use crate::sql::scan::{self, Literal, LiteralKind, ParameterValue, Parameters, Scanner};
use crate::value::Value;

/// Shapes that a thread finds without asking the others.
const MANY: usize = 1 << 16;

/// One statement of a text.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its shape's number.
    pub shape: u32,
    /// Where its values for reads begin among all kept values.
    reads: u32,
    /// Where its values for writes begin, and those for reads end.
    writes: u32,
    /// Where they end.
    end: u32,
}

/// Statements with their values.
#[derive(Debug, Default)]
pub struct Parts {
    parts: Vec<Part>,
    values: Vec<u8>,
}

impl Parts {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.parts.len() as u32
    }

    /// Takes all out, keeping the memory.
    pub(super) fn clear(&mut self) {
        self.parts.clear();
        self.values.clear();
    }

    /// Appends a part of others, with its values.
    pub(super) fn append(&mut self, part: &Part, of: &Self) {
        let reads = self.values.len() as u32;
        self.values.extend_from_slice(of.reads(part));
        let writes = self.values.len() as u32;
        self.values.extend_from_slice(of.writes(part));
        self.parts.push(Part { shape: part.shape, reads, writes, end: self.values.len() as u32 });
    }

    /// The parts of a range.
    #[must_use]
    pub fn range(&self, range: std::ops::Range<u32>) -> &[Part] {
        &self.parts[range.start as usize..range.end as usize]
    }

    /// The values that a part's reads need.
    #[must_use]
    pub fn reads(&self, part: &Part) -> &[u8] {
        &self.values[part.reads as usize..part.writes as usize]
    }

    /// The values that a part's writes need.
    #[must_use]
    pub fn writes(&self, part: &Part) -> &[u8] {
        &self.values[part.writes as usize..part.end as usize]
    }
}

/// The values of parameters.
pub(super) enum Arguments<'a> {
    /// None are given.
    None,
    /// The log's.
    Logged(Parameters<'a>),
    /// Those of EXECUTE.
    Values(&'a [Option<Value>]),
}

impl<'a> Arguments<'a> {
    /// The parameters of a statement.
    pub(super) fn of(statement: &'a Statement<'_>) -> Self {
        statement.parameters.as_deref().map_or(Self::None, |text| Self::Logged(Parameters::parse(text)))
    }
}

/// Reads statements from texts.
pub(super) struct Reader {
    scanner: Scanner,
    shapes: Met,
    /// The numbers of the shapes that this thread has met.
    known: HashMap<Box<[u8]>, u32, RandomState>,
    intake: Intake,
}

impl Reader {
    pub(super) fn new(shapes: Arc<Shapes>, keeping: Keeping) -> Self {
        let dialect = shapes.dialect();
        Self {
            scanner: Scanner::new(dialect),
            shapes: Met::new(shapes),
            known: HashMap::default(),
            intake: Intake { keeping, dialect, lost: Lost::default() },
        }
    }

    /// Values that were not kept since the last look.
    pub(super) fn lost(&mut self) -> Lost {
        std::mem::take(&mut self.intake.lost)
    }

    /// Appends the statements of a text; whether a session must remember the text, or what it executes by name.
    pub(super) fn read(
        &mut self,
        sql: &[u8],
        arguments: &Arguments<'_>,
        prepared: Option<&[u8]>,
        parts: &mut Parts,
    ) -> bool {
        let mut named = false;
        let mut from = 0;
        while let Some(next) = self.scanner.next(sql, from) {
            from = next;
            let number = self.number();
            let shape = self.shapes.get(number);
            let act = shape.meaning.as_ref().map(|m| &m.act);
            if let (Ok(Act::Execute(_, terms)), Some(text)) = (act, prepared) {
                let start = parts.values.len();
                self.intake.slots(&self.scanner, sql, &shape.writes, arguments, &mut parts.values);
                let values = self::arguments(terms, shape, &parts.values[start..]);
                parts.values.truncate(start);
                let body = scan::prepared(text).map_or(text, |(_, at)| &text[at..]);
                named |= self.read(body, &Arguments::Values(&values), None, parts);
                // The scanner now holds the other text; a text that goes on after EXECUTE is scanned again.
                continue;
            }
            named |= matches!(act, Ok(Act::Execute(..) | Act::Prepare(_)));
            let reads = parts.values.len() as u32;
            self.intake.slots(&self.scanner, sql, &shape.reads, arguments, &mut parts.values);
            let writes = parts.values.len() as u32;
            self.intake.slots(&self.scanner, sql, &shape.writes, arguments, &mut parts.values);
            parts.parts.push(Part { shape: number, reads, writes, end: parts.values.len() as u32 });
            if act.is_ok_and(|act| *act == Act::Utility) && has_body(&shape.key) {
                break;
            }
        }
        named
    }

    /// Whether a text is a COMMIT, or a PREPARE TRANSACTION: one that fails ends its transaction all the same.
    pub(super) fn commits(&mut self, sql: &[u8]) -> bool {
        if self.scanner.next(sql, 0).is_none() {
            return false;
        }
        let number = self.number();
        let shape = self.shapes.get(number);
        shape.meaning.as_ref().is_ok_and(|m| matches!(m.act, Act::Commit { .. } | Act::PrepareTransaction(_)))
    }

    /// The number of the shape of the statement that was just scanned.
    fn number(&mut self) -> u32 {
        if let Some(number) = self.known.get(self.scanner.key()) {
            return *number;
        }
        let number = self.shapes.shapes().of(&self.scanner);
        // All shapes are known to all threads; what each remembers by itself is bounded.
        if self.known.len() >= MANY {
            self.known.clear();
        }
        self.known.insert(self.scanner.key().into(), number);
        number
    }
}

/// Takes values in.
struct Intake {
    keeping: Keeping,
    dialect: Dialect,
    lost: Lost,
}

impl Intake {
    /// Appends the values of some slots: for each, how many there are, and the values.
    fn slots(
        &mut self,
        scanner: &Scanner,
        sql: &[u8],
        slots: &[u32],
        arguments: &Arguments<'_>,
        out: &mut Vec<u8>,
    ) {
        for slot in slots {
            let Some(slot) = scanner.slots().get(*slot as usize) else { continue };
            push_length(slot.count as usize, out);
            for i in 0..slot.count {
                match scanner.literals().get((slot.first + i * slot.stride) as usize) {
                    Some(literal) => self.literal(sql, literal, arguments, out),
                    None => push_unknown(out),
                }
            }
        }
    }

    fn literal(&mut self, sql: &[u8], literal: &Literal, arguments: &Arguments<'_>, out: &mut Vec<u8>) {
        let (keeping, lost) = (&self.keeping, &mut self.lost);
        let text = sql.get(literal.start as usize..literal.end as usize).unwrap_or_default();
        match literal.kind {
            // Most values are whole numbers and plain texts; they need no copy of their own.
            LiteralKind::Number if plain_digits(text) => {
                keeping.push_digits(text, out, lost);
            }
            LiteralKind::Text if text.len() >= 2 && !text[1..text.len() - 1].contains(&b'\'') => {
                keeping.push_text(&text[1..text.len() - 1], out, lost);
            }
            LiteralKind::Parameter(number) => self.parameter(number, arguments, out),
            _ => keeping.push(&scan::value(sql, literal, self.dialect), out, lost),
        }
    }

    fn parameter(&mut self, number: u32, arguments: &Arguments<'_>, out: &mut Vec<u8>) {
        let (keeping, lost) = (&self.keeping, &mut self.lost);
        match arguments {
            Arguments::None => push_unknown(out),
            Arguments::Logged(parameters) => match parameters.get(number) {
                Some(ParameterValue::Null) => push_null(out),
                Some(ParameterValue::Text(text)) => keeping.push_text(text, out, lost),
                Some(ParameterValue::Cut) => {
                    lost.cut += 1;
                    push_unknown(out);
                }
                None => push_unknown(out),
            },
            Arguments::Values(values) => match (number as usize).checked_sub(1).and_then(|i| values.get(i)) {
                // They were kept once before, under the same key.
                Some(Some(value)) => keeping.open().push(&scan::Known::Value(value.clone()), out, lost),
                _ => push_unknown(out),
            },
        }
    }
}

/// Whether a number is written as the digits by which it is kept.
fn plain_digits(text: &[u8]) -> bool {
    text.len() < 19 && text.first().is_some_and(|first| *first != b'0') && text.iter().all(u8::is_ascii_digit)
}

/// Whether a statement defines a routine: what follows in its text is the routine's body, which does not run now.
fn has_body(key: &str) -> bool {
    let mut words = key.split([' ', '(']).map(str::to_ascii_lowercase);
    let names_it = |word: String| match word.as_str() {
        "procedure" | "function" | "trigger" | "event" | "package" => Some(true),
        "table" | "index" | "view" | "user" | "database" | "schema" | "type" | "sequence" | "role" => {
            Some(false)
        }
        _ => None,
    };
    words.next().is_some_and(|word| word == "create") && words.find_map(names_it) == Some(true)
}

/// The values of EXECUTE's arguments.
pub(super) fn arguments(terms: &[Term], shape: &Shape, kept: &[u8]) -> Vec<Option<Value>> {
    let values = super::instance::Values::read(shape, &shape.writes, kept);
    terms.iter().map(|term| values.one(term, 0)).collect()
}

impl Kept<'_> {
    /// The values of one slot.
    pub(super) fn slot(&mut self) -> Vec<Option<Value>> {
        let count = self.length();
        (0..count).map_while(|_| (!self.0.is_empty()).then(|| self.value())).collect()
    }
}
