//! Texts that nobody would write.

use super::*;

const DIALECTS: [Dialect; 5] =
    [Dialect::Postgres, Dialect::MySql, Dialect::Generic, Dialect::MsSql, Dialect::BigQuery];

/// Pieces from which the strangest texts can be put together.
const PIECES: [&str; 56] = [
    "select", "in", "values", "array", "t.a", "(", ")", "[", "]", ",", ";", "'", "''", "\"", "`", "\\", "$",
    "$$", "$a$", "$1", "?", ":a", "::", "@", "@@x", "#", "--", "-", "+", "/*", "*/", "/*!", "/*!50001", "*",
    "/", "%s", "%(a)s", "%", "|", "=", "<", " ", "\n", "1", "1.5", "1e5", "0x1f", "e'", "u&'", "n'", "x'",
    "_utf8", "null", ".", "\u{e9}", "\u{1}",
];

/// Whether every slot's literals are there, and the key holds every slot once, in order.
fn check(scanner: &Scanner, sql: &[u8], dialect: Dialect) {
    let literals = scanner.literals();
    for literal in literals {
        assert!(literal.start < literal.end && literal.end as usize <= sql.len());
        let _ = value(sql, literal, dialect);
    }
    for slot in scanner.slots().iter().filter(|slot| slot.count > 0) {
        let last = slot.first as usize + slot.stride as usize * (slot.count as usize - 1);
        assert!(last < literals.len(), "{:?} {slot:?}", String::from_utf8_lossy(sql));
    }
    let covered: u32 = scanner.slots().iter().map(|slot| slot.count).sum();
    assert_eq!(covered as usize, literals.len(), "{:?}", String::from_utf8_lossy(sql));
    let _ = display(scanner.key());
    let _ = prepared(sql);
    let _ = Parameters::parse(sql);
}

/// What a key says of its slots, which is what its statement says: whoever has the key can work them out.
fn check_again(scanner: &Scanner, sql: &[u8], dialect: Dialect) {
    let key = scanner.key();
    let mut again = Scanner::new(dialect);
    again.next(key, 0);
    let told =
        |scanner: &Scanner| scanner.slots().iter().map(|slot| (slot.group, slot.list)).collect::<Vec<_>>();
    assert_eq!(
        told(&again),
        told(scanner),
        "{:?} {:?} {:?}",
        String::from_utf8_lossy(key),
        String::from_utf8_lossy(again.key()),
        String::from_utf8_lossy(sql)
    );
}

#[test]
fn no_text_is_too_strange() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for round in 0..100_000 {
        let dialect = DIALECTS[round % DIALECTS.len()];
        let mut sql = Vec::new();
        for _ in 0..random.below(24) {
            if random.below(8) == 0 {
                sql.push(random.below(256) as u8);
            } else {
                sql.extend_from_slice(PIECES[random.below(PIECES.len())].as_bytes());
            }
        }
        let mut scanner = Scanner::new(dialect);
        let mut at = 0;
        while let Some(next) = scanner.next(&sql, at) {
            assert!(next > at && next <= sql.len());
            check(&scanner, &sql, dialect);
            if dialect == Dialect::Postgres && !scanner.open() {
                check_again(&scanner, &sql, dialect);
            }
            at = next;
        }
    }
}

#[test]
fn a_key_scans_to_itself() {
    let texts = [
        "select a from t where b = 'x' and c in (1, 2) and (d, e) in ((1, 2), (3, 4)) limit 5",
        "insert into t (a, b) values (1, 'x'), (2, 'y') on conflict do nothing",
        "update t set a = a + -1, b = b || 'c' where d = any(array[1, 2, 3])",
    ];
    for sql in texts {
        let found = scan(Dialect::Postgres, sql).remove(0);
        let again = scan(Dialect::Postgres, &found.0).remove(0);
        assert_eq!(again.0, found.0);
        assert_eq!(again.1.len(), found.1.len());
    }
}
