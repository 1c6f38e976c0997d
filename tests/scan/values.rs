//! What literals and parameters are worth, and the names of things.

use std::borrow::Cow;

use super::*;

#[test]
fn values_are_exact() {
    let found = values(
        Dialect::Postgres,
        "select 42, 170141183460469231731687303715884105728, 1.50, 1e3, 12e-1, 0x1f, 1_000",
    );
    let large = Known::Value(Value::Decimal(
        i256::from_string("170141183460469231731687303715884105728").unwrap(),
        0,
    ));
    assert_eq!(found[0], int(42));
    assert_eq!(found[1], large);
    assert_eq!(found[2..], [decimal(150, 2), decimal(1, -3), decimal(12, 1), int(31), int(1000)]);
    assert_eq!(
        values(Dialect::Postgres, "select 1e999999999, 1e99999999999"),
        [Known::Unknown, Known::Unknown]
    );
}

#[test]
fn strings_are_unescaped() {
    let found = values(
        Dialect::Postgres,
        "select 'it''s', e'a\\n\\x41\\101\\u00e9\\'', U&'d\\0061t\\+000061', $a$x'$a$, n'n', 'a\\n', x'41', $3, :a",
    );
    let texts = ["it's", "a\nAA\u{e9}'", "data", "x'", "n", "a\\n"].map(text);
    assert_eq!(found[..6], texts);
    assert_eq!(found[6..], [Known::Unknown, Known::Parameter(3), Known::Unknown]);
    let found = values(
        Dialect::MySql,
        r#"select 'it\'s', "a""b'c", 'a' 'b\0', '50\%', _binary'x', x'4142', 0x43, x'ff', b'01000001', ?, ?"#,
    );
    assert_eq!(found[..4], ["it's", "a\"b'c", "ab\0", "50\\%"].map(text));
    let bytes = |bytes: &[u8]| Known::Value(Value::Bytes(bytes.into()));
    assert_eq!(found[4..9], [b"x".as_slice(), b"AB", b"C", &[255], b"A"].map(bytes));
    assert_eq!(found[9..], [Known::Parameter(1), Known::Parameter(2)]);
    let sql = b"select '\xe9'";
    let mut scanner = Scanner::new(Dialect::Postgres);
    scanner.next(sql, 0);
    assert_eq!(value(sql, &scanner.literals()[0], Dialect::Postgres), Known::Raw(vec![0xe9]));
    assert_eq!(values(Dialect::Postgres, "select 'a' \n 'b''c'"), [text("ab'c")]);
    assert_eq!(values(Dialect::Postgres, "select U&'d!0061' uescape '!'")[0], Known::Unknown);
    assert_eq!(values(Dialect::Postgres, "select 'abc"), [Known::Unknown]);
}

#[test]
fn question_marks_are_counted_through_the_text() {
    let mut scanner = Scanner::new(Dialect::MySql);
    let sql = b"update t set a = ?; update t set b = ?";
    let next = scanner.next(sql, 0).unwrap();
    assert_eq!(scanner.literals()[0].kind, LiteralKind::Parameter(1));
    scanner.next(sql, next);
    assert_eq!(scanner.literals()[0].kind, LiteralKind::Parameter(2));
}

#[test]
fn parameters_are_read_with_their_quotes() {
    let text = b"$1 = 'it''s, $3 = ''fake''', $2 = NULL, $3 = '', $4 = 'abc...', $10 = '{a,\"b\"}'";
    let found = Parameters::parse(text);
    assert_eq!(found.len(), 5);
    assert_eq!(found.get(1), Some(&ParameterValue::Text(Cow::Borrowed(b"it's, $3 = 'fake'"))));
    assert_eq!(found.get(2), Some(&ParameterValue::Null));
    assert_eq!(found.get(3), Some(&ParameterValue::Text(Cow::Borrowed(b""))));
    assert_eq!(found.get(4), Some(&ParameterValue::Cut));
    assert_eq!(found.get(10), Some(&ParameterValue::Text(Cow::Borrowed(b"{a,\"b\"}"))));
    assert_eq!((found.get(0), found.get(5), found.get(11)), (None, None, None));
    assert_eq!(Parameters::parse(b"$1 = 'abc").get(1), Some(&ParameterValue::Cut));
    for text in ["", "$", "$1", "$1 =", "$1 = x", "x", "$99999999999 = '1'", "1 = '2'"] {
        assert!(Parameters::parse(text.as_bytes()).is_empty(), "{text}");
    }
}

#[test]
fn prepared_statements_have_a_name() {
    let sql = b"prepare p1(bigint, numeric(10,2)) as select 1";
    assert_eq!(prepared(sql), Some((b"p1".to_vec(), sql.len() - 8)));
    assert_eq!(prepared(b"/* c */ PREPARE \"A\"\"b\" AS\nselect 1"), Some((b"A\"b".to_vec(), 26)));
    for sql in [
        "prepare",
        "prepare transaction 'x'",
        "prepare s from 'select 1'",
        "prepare p(",
        "prepare p as",
        "select 1",
        "",
    ] {
        assert_eq!(prepared(sql.as_bytes()), None, "{sql}");
    }
}

#[test]
fn keys_are_shown_with_question_marks() {
    assert_eq!(
        display(b"select a1, '0' from t2 where \"b 1\" = 12 and c in (3)"),
        "select a1, ? from t2 where \"b 1\" = ? and c in (?)"
    );
    assert_eq!(display(b"select '0"), "select ?");
    let long = display("\u{e9}".repeat(5000).as_bytes());
    assert_eq!((long.chars().count(), long.ends_with("\u{e9}...")), (2000, true));
}

#[test]
fn dialects_have_names() {
    for name in Dialect::names() {
        assert_eq!(Dialect::named(name).map(Dialect::name), Some(name));
    }
    assert_eq!(Dialect::named("PostgreSQL"), Some(Dialect::Postgres));
    assert_eq!(Dialect::named("MariaDB"), Some(Dialect::MySql));
    assert_eq!(Dialect::named("english"), None);
}
