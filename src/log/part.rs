//! The statements that stand in the text of one record, and the values of their slots.

use std::collections::HashMap;
use std::sync::Arc;

use super::record::Statement;
use super::shape::{Shape, Shapes};
use super::values::{Keeping, Kept, Lost, push_length, push_null, push_unknown};
use crate::sql::dialect::Dialect;
use crate::sql::meaning::{Act, Term};
use crate::sql::scan::{self, Literal, LiteralKind, ParameterValue, Parameters, Scanner};
use crate::value::Value;

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
    shapes: Arc<Shapes>,
    keeping: Keeping,
    scanner: Scanner,
    /// The shapes that this thread has met.
    known: HashMap<Box<[u8]>, (u32, Arc<Shape>)>,
    pub(super) lost: Lost,
}

impl Reader {
    pub(super) fn new(shapes: Arc<Shapes>, keeping: Keeping) -> Self {
        let scanner = Scanner::new(shapes.dialect());
        Self { shapes, keeping, scanner, known: HashMap::new(), lost: Lost::default() }
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
            let (number, shape) = self.shape();
            let act = shape.meaning.as_ref().map(|m| &m.act);
            if let (Ok(Act::Execute(_, terms)), Some(text)) = (act, prepared) {
                let start = parts.values.len();
                self.push(sql, &shape.writes, arguments, &mut parts.values);
                let values = self::arguments(terms, &shape, &parts.values[start..]);
                parts.values.truncate(start);
                let body = scan::prepared(text).map_or(text, |(_, at)| &text[at..]);
                named |= self.read(body, &Arguments::Values(&values), None, parts);
                // The scanner now holds the other text; a text that goes on after EXECUTE is scanned again.
                continue;
            }
            named |= matches!(act, Ok(Act::Execute(..) | Act::Prepare(_)));
            let reads = parts.values.len() as u32;
            self.push(sql, &shape.reads, arguments, &mut parts.values);
            let writes = parts.values.len() as u32;
            self.push(sql, &shape.writes, arguments, &mut parts.values);
            parts.parts.push(Part { shape: number, reads, writes, end: parts.values.len() as u32 });
            if act.is_ok_and(|act| *act == Act::Utility) && has_body(&shape.key) {
                break;
            }
        }
        named
    }

    /// Whether a text is a COMMIT.
    pub(super) fn commits(&mut self, sql: &[u8]) -> bool {
        self.scanner.next(sql, 0).is_some()
            && self.shape().1.meaning.as_ref().is_ok_and(|m| matches!(m.act, Act::Commit { .. }))
    }

    fn shape(&mut self) -> (u32, Arc<Shape>) {
        if let Some((number, shape)) = self.known.get(self.scanner.key()) {
            return (*number, Arc::clone(shape));
        }
        let (number, shape) = self.shapes.of(&self.scanner);
        self.known.insert(self.scanner.key().into(), (number, Arc::clone(&shape)));
        (number, shape)
    }

    /// Appends the values of some slots: for each, how many there are, and the values.
    fn push(&mut self, sql: &[u8], slots: &[u32], arguments: &Arguments<'_>, out: &mut Vec<u8>) {
        let dialect = self.shapes.dialect();
        for slot in slots {
            let Some(slot) = self.scanner.slots().get(*slot as usize) else { continue };
            push_length(slot.count as usize, out);
            for i in 0..slot.count {
                let literal = self.scanner.literals().get((slot.first + i * slot.stride) as usize);
                match literal {
                    Some(literal) => {
                        push_literal(&self.keeping, sql, literal, dialect, arguments, out, &mut self.lost);
                    }
                    None => push_unknown(out),
                }
            }
        }
    }
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

fn push_literal(
    keeping: &Keeping,
    sql: &[u8],
    literal: &Literal,
    dialect: Dialect,
    arguments: &Arguments<'_>,
    out: &mut Vec<u8>,
    lost: &mut Lost,
) {
    let text = sql.get(literal.start as usize..literal.end as usize).unwrap_or_default();
    match literal.kind {
        // Most values are whole numbers and plain texts; they need no copy of their own.
        LiteralKind::Number if text.len() < 19 && text[0] != b'0' && text.iter().all(u8::is_ascii_digit) => {
            keeping.push_digits(text, out, lost);
        }
        LiteralKind::Text if text.len() >= 2 && !text[1..text.len() - 1].contains(&b'\'') => {
            keeping.push_text(&text[1..text.len() - 1], out, lost);
        }
        LiteralKind::Parameter(number) => push_parameter(keeping, number, arguments, out, lost),
        _ => keeping.push(&scan::value(sql, literal, dialect), out, lost),
    }
}

fn push_parameter(
    keeping: &Keeping,
    number: u32,
    arguments: &Arguments<'_>,
    out: &mut Vec<u8>,
    lost: &mut Lost,
) {
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

impl Kept<'_> {
    /// The values of one slot.
    pub(super) fn slot(&mut self) -> Vec<Option<Value>> {
        let count = self.length();
        (0..count).map_while(|_| (!self.0.is_empty()).then(|| self.value())).collect()
    }
}
