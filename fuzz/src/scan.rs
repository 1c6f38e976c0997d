//! Statements through the scanner.

use std::hint::black_box;

use shardkey::sql::dialect::Dialect;
use shardkey::sql::scan::{Parameters, Scanner, display, prepared, value};

/// Scans a text, and the shapes of its statements again.
///
/// # Panics
/// If one of the things that must hold does not.
pub fn scan(bytes: &[u8]) {
    let Some((dialect, sql)) = super::dialect(bytes) else { return };
    let mut scanner = Scanner::new(dialect);
    let mut from = 0;
    while let Some(next) = scanner.next(sql, from) {
        assert!(from < next && next <= sql.len(), "a statement has bytes of its own: {from} to {next}");
        check(&scanner, sql, from, next, dialect);
        if !scanner.open() {
            again(&scanner, dialect);
        }
        from = next;
    }
    let parameters = Parameters::parse(sql);
    for number in 0..=parameters.len() as u32 + 1 {
        black_box(parameters.get(number));
    }
    if let Some((_, at)) = prepared(sql) {
        assert!(at < sql.len(), "what is prepared has a text");
    }
}

fn check(scanner: &Scanner, sql: &[u8], from: usize, next: usize, dialect: Dialect) {
    let mut before = from;
    for literal in scanner.literals() {
        let (start, end) = (literal.start as usize, literal.end as usize);
        assert!(before <= start && start < end && end <= next, "literals follow each other: {literal:?}");
        black_box(value(sql, literal, dialect));
        before = end;
    }
    for slot in scanner.slots().iter().filter(|slot| slot.count > 0) {
        let last = u64::from(slot.first) + u64::from(slot.stride) * u64::from(slot.count - 1);
        assert!(last < scanner.literals().len() as u64, "a slot's literals are there: {slot:?}");
    }
    black_box(display(scanner.key()));
}

/// The shape is SQL: scanned, it is one statement, in which slots stand in their order.
fn again(scanner: &Scanner, dialect: Dialect) {
    let key = scanner.key();
    // Without the blanks between them, these may mean more than they did: a parameter, a comment.
    if [b"%(", b"--"].iter().any(|sign| key.windows(2).any(|pair| pair == *sign)) {
        return;
    }
    let shown = || String::from_utf8_lossy(key).into_owned();
    let mut second = Scanner::new(dialect);
    let end = second.next(key, 0);
    assert_eq!(end, Some(key.len()), "a shape is one statement: {}", shown());
    let mut least = 0;
    for literal in second.literals() {
        let text = String::from_utf8_lossy(&key[literal.start as usize..literal.end as usize]);
        // What stood apart may now be its prefix.
        let digits = text.trim_end_matches('\'').rsplit(|sign: char| !sign.is_ascii_digit()).next();
        let slot = digits.and_then(|digits| digits.parse().ok()).unwrap_or(usize::MAX);
        // A list in a row keeps no literals.
        assert!((least..scanner.slots().len()).contains(&slot), "slots stand in their order: {}", shown());
        least = slot + 1;
    }
}
