//! What a key is.

use super::*;

#[test]
fn literals_become_slots() {
    assert_eq!(pg("SELECT  *\n FROM t1 WHERE A='x' AND b = 5;"), "select * from t1 where a='0' and b = 1");
    assert_eq!(pg("select 1.5e-3, .5, 0x1F, 1_000"), "select 0, 1, '2', 3");
    assert_eq!(
        pg("select e'a\\'b', U&'\\0041', x'ff', b'01', $$a'b$$, $t$ $$ $t$"),
        "select '0', '1', '2', '3', '4', '5'"
    );
    assert_eq!(pg("select null, true, \"Quoted\"\"1\", t.c2"), "select null, true, \"Quoted\"\"1\", t.c2");
    assert_eq!(pg("select 'a'::text, a1$ from t limit'5'"), "select '0'::text, a1$ from t limit '1'");
    assert_eq!(pg("select $1,$2"), "select 0, 1");
    assert_eq!(pg("select 'it''s', ''"), "select '0', '1'");
    assert_eq!(pg("select 1a"), "select 0 a");
    assert_eq!(
        literals(Dialect::Postgres, "select 'it''s', e'\\'', $x$a$x$"),
        ["'it''s'", "e'\\''", "$x$a$x$"]
    );
    assert_eq!(pg("select 'a'\n  'b', 'c' from t"), "select '0', '1' from t");
    assert_eq!(
        pg("select timestamp'2020-01-01', a[1:2], '\\' || 'x'"),
        "select timestamp '0', a[1:2], '3' || '4'"
    );
}

#[test]
fn blanks_are_of_one_form() {
    assert_eq!(pg("insert into t( a ,b )values( 1 ,'x' )"), pg("insert into t(a, b)values(1,'x')"));
    assert_eq!(pg("select /* a /* nested */ b */ 1 -- c\n+ 2"), "select 0 + 1");
    assert_eq!(pg("select a--b\nfrom t"), "select a from t");
    assert_eq!(pg("a/**/b"), "a b");
}

#[test]
fn a_sign_belongs_to_a_number_where_it_can_be_nothing_else() {
    assert_eq!(
        literals(Dialect::Postgres, "update t set a = a + -5 where b=-6 and c in (-7, 8)"),
        ["-5", "-6", "-7", "8"]
    );
    assert_eq!(
        pg("update t set a = a + -5 where b=-6 and c in (-7, 8)"),
        "update t set a = a + 0 where b=1 and c in (2)"
    );
    assert_eq!(pg("select a -1, b-1, f(x) -1, 2 -1, - 1, -a"), "select a -0, b-1, f(x) -2, 3 -4, 5, -a");
    assert_eq!(values(Dialect::Postgres, "select - 5, +7, -1.50"), [int(-5), int(7), decimal(-150, 2)]);
    assert_eq!(my("select a--1"), "select a-0");
}

#[test]
fn operators_are_runs() {
    assert_eq!(
        pg("a ->> 'b' @> '{}' and c ? 'd' and e ?| array['f']"),
        "a ->> '0' @> '1' and c ? '2' and e ?| array['3']"
    );
    assert_eq!(
        pg("a = ? and b=? and c>=? and f(?, ?) limit ?"),
        "a = 0 and b=1 and c>=2 and f(3, 4) limit 5"
    );
    assert_eq!(pg("a = %s and b=%(name)s and c % 2 = 0"), "a = 0 and b=1 and c % 2 = 3");
    assert_eq!(pg("a @? '$[*]'"), "a @? '0'");
    assert_eq!(pg("a #>> '{b}' @- 1"), "a #>> '0' @- 1");
    assert_eq!(pg("a*/*c*/b"), "a* b");
    assert_eq!(pg("a = :x and b::int = 1 and c := 2"), "a = 0 and b::int = 1 and c := 2");
}

#[test]
fn statements_end_at_semicolons_outside_of_quotes() {
    let sql = "begin; update t set a = 'x;y' /* ; */ where \"b;\" = $$;$$ -- ;\n; ;commit;; -- end;";
    assert_eq!(keys(Dialect::Postgres, sql), ["begin", "update t set a = '0' where \"b;\" = '1'", "commit"]);
    assert_eq!(keys(Dialect::Postgres, " ; /* */ ;"), [""; 0]);
    assert_eq!(
        keys(Dialect::MySql, "select ';' # ;\n, `;`; select \"a\\\";\""),
        ["select '0', `;`", "select '0'"]
    );
}

#[test]
fn names_of_mysql_may_begin_with_digits_and_have_no_sign() {
    let sql = "select 1st, a + 2nd, a - -3, - 4 from t where b in (+5th, +6)";
    assert_eq!(keys(Dialect::MySql, sql), ["select 1st, a + 2nd, a - 0, 1 from t where b in (+5th, 2)"]);
}

#[test]
fn what_does_not_end_is_open() {
    for sql in
        ["select 'a", "select \"a", "select $x$ a $$", "select 1 /* a", "select e'a\\'", "select /* /* */ 1"]
    {
        let mut scanner = Scanner::new(Dialect::Postgres);
        assert_eq!(scanner.next(sql.as_bytes(), 0), Some(sql.len()), "{sql}");
        assert!(scanner.open(), "{sql}");
        scanner.next(b"select 1", 0);
        assert!(!scanner.open());
    }
    let mut scanner = Scanner::new(Dialect::MySql);
    scanner.next(b"select /*! 1", 0);
    assert!(scanner.open());
}

#[test]
fn mysql_has_its_own_ways() {
    assert_eq!(
        my(r#"SELECT `A b`, Name FROM T WHERE x = 'it\'s' and y = "a""b" -- c"#),
        "select `A b`, Name from T where x = '0' and y = '1'"
    );
    assert_eq!(
        my("select /*!40001 SQL_NO_CACHE */ a /*!50001 and b=2*/ from t"),
        "select SQL_NO_CACHE a and b=0 from t"
    );
    assert_eq!(
        my("select _utf8mb4'a', _latin1 'b', n'c', 0x41, x'42', b'1', 'a' 'b', @v, @@global.x, ?"),
        "select '0', '1', '2', '3', '4', '5', '6', @v, @@global.x, 7"
    );
    assert_eq!(my("select 1 from db.1table, 2x where a.3 = 4"), "select 0 from db.1table, 2x where a.3 = 1");
    assert_eq!(my("select a from t where b--c"), "select a from t where b--c");
    let sql = "SELECT DISTINCT A_Long_Name, INTERVALS FROM A_Table WHERE REFERENCES INTERSECT _x = _Y";
    let lowered = "select distinct A_Long_Name, INTERVALS from A_Table where references intersect _x = _Y";
    assert_eq!(my(sql), lowered);
    assert_eq!(my("select \\N, $a"), "select \\N, $a");
    assert_eq!(
        my("select a from t where id in (::ids) and b = :v1"),
        "select a from t where id in (0) and b = 1"
    );
}

#[test]
fn others_have_brackets_and_names() {
    assert_eq!(
        key(Dialect::MsSql, "select [a]]1], @p1, @@rowcount from #t where x = N'a'"),
        "select [a]]1], 0, @@rowcount from #t where x = '1'"
    );
    assert_eq!(
        key(Dialect::Oracle, "select a from t where b = :1 and c = :name"),
        "select a from t where b = 0 and c = 1"
    );
    assert_eq!(key(Dialect::DuckDb, "select [1, 2, 3], {'a': 1}"), "select [0], {'1': 2}");
    assert_eq!(
        key(Dialect::BigQuery, "SELECT x FROM `p.D.t` WHERE a = \"b\" # c"),
        "select x from `p.D.t` where a = '0'"
    );
}
