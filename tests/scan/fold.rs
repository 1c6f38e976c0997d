//! What folds.

use super::*;

#[test]
fn lists_fold() {
    let found = scan(
        Dialect::Postgres,
        "select 'x' from t where a in (1, -2, 'b', $1) and c = 5 and d = any(array['e','f'])",
    );
    assert_eq!(found[0].0, "select '0' from t where a in (1) and c = 2 and d = any(array['3'])");
    let slots =
        [slot(0, 1, 1, 0, false), slot(1, 1, 4, 0, true), slot(5, 1, 1, 0, false), slot(6, 1, 2, 0, true)];
    assert_eq!(found[0].1, slots);
    assert_eq!(found[0].2, ["'x'", "1", "-2", "'b'", "$1", "5", "'e'", "'f'"]);
    assert_eq!(pg("a in ( 1 )"), pg("a IN (1,2,3)").to_lowercase());
    let found =
        scan(Dialect::Postgres, "a in ($1::uuid, $2::uuid) or b in (date '1', date '2', null, date '3')");
    assert_eq!(found[0].0, "a in (0::uuid) or b in (date '1', null, date '2')");
    assert_eq!(found[0].1, [slot(0, 1, 2, 0, true), slot(2, 1, 2, 0, true), slot(4, 1, 1, 0, true)]);
    let found = scan(Dialect::Postgres, "a in (select b from c where d in (1, 2) and e = 3)");
    assert_eq!(found[0].1, [slot(0, 1, 2, 0, true), slot(2, 1, 1, 0, false)]);
    let found = scan(Dialect::Postgres, "a in (select 1, 2 from c where d = 3)");
    assert!(found[0].1.iter().all(|slot| !slot.list), "{found:?}");
    assert_eq!(pg("a in (f(1, 2), f(1, 2))"), "a in (f(0, 1), f(2, 3))");
}

#[test]
fn rows_fold() {
    let found = scan(
        Dialect::Postgres,
        "insert into t values (1, now(), 'a'), ('2',now(), -3) , ( $1, now(), 'c') returning 9",
    );
    assert_eq!(found[0].0, "insert into t values (0, now(), 1) returning 2");
    assert_eq!(found[0].1, [slot(0, 2, 3, 1, false), slot(1, 2, 3, 1, false), slot(6, 1, 1, 0, false)]);
    let one = scan(Dialect::Postgres, "insert into t values (1, now(), 'a') returning 9");
    assert_eq!(one[0].0, found[0].0);
    assert_eq!(one[0].1, [slot(0, 2, 1, 1, false), slot(1, 2, 1, 1, false), slot(2, 1, 1, 0, false)]);
    let found = scan(Dialect::Postgres, "(a, b) in ((1, 2), (3, 4)) and (c, d) in ((5, 6))");
    assert_eq!(found[0].0, "(a, b) in ((0, 1)) and (c, d) in ((2, 3))");
    let slots =
        [slot(0, 2, 2, 1, false), slot(1, 2, 2, 1, false), slot(4, 2, 1, 2, false), slot(5, 2, 1, 2, false)];
    assert_eq!(found[0].1, slots);
}

#[test]
fn rows_of_other_tokens_do_not_fold() {
    let found =
        scan(Dialect::MySql, "insert into t values (1, 'a'), (2, 'b'), (3, null), (4, NULL), (default, 'c')");
    assert_eq!(found[0].0, "insert into t values (0, 1), (default, 2)");
    let groups: Vec<_> =
        found[0].1.iter().map(|slot| (slot.first, slot.stride, slot.count, slot.group)).collect();
    assert_eq!(groups, [(0, 2, 4, 1), (1, 2, 4, 1), (8, 1, 1, 2)]);
    assert_eq!(pg("f((1), (2))"), "f((0), (1))");
    assert_eq!(pg("values (1) union values (2)"), "values (0) union values (1)");
}

#[test]
fn a_list_in_a_row_keeps_no_values() {
    let many = scan(Dialect::Postgres, "insert into t values (1, array[1, 2], 'a'), (2, array[3], 'b')");
    assert_eq!(many[0].0, "insert into t values (0, array[1], 2)");
    assert_eq!(many[0].1, [slot(0, 2, 2, 1, false), slot(1, 2, 0, 1, true), slot(1, 2, 2, 1, false)]);
    assert_eq!(many[0].2, ["1", "'a'", "2", "'b'"]);
    let query = scan(Dialect::Postgres, "a in ((select b from c where d in (1, 2)))");
    assert_eq!(query[0].1, [slot(0, 1, 2, 0, true)]);
}

#[test]
fn long_lists_and_deep_parentheses_are_no_trouble() {
    let rows = vec!["(1, 'a', now())"; 100_000].join(", ");
    let sql = format!("insert into t values {rows}");
    let found = scan(Dialect::Postgres, &sql);
    assert_eq!(found[0].0, "insert into t values (0, 1, now())");
    assert_eq!(found[0].1[1], slot(1, 2, 100_000, 1, false));
    let list = vec!["7"; 100_000].join(",");
    assert_eq!(scan(Dialect::Postgres, &format!("a in ({list})"))[0].1, [slot(0, 1, 100_000, 0, true)]);
    let deep = "(".repeat(100_000) + "1" + &")".repeat(100_000) + " in (1, 2)";
    assert!(pg(&deep).ends_with("))) in (1)"));
    let open = "$a".repeat(100_000) + &"%(".repeat(100_000) + &"/*".repeat(100_000);
    pg(&open);
}

#[test]
fn a_key_has_no_trace_of_how_many_there_are() {
    let mut random = Random(7);
    let cells = ["1", "'a'", "$1", "-2.5", "now()", "null", "array[1, 2]", "f('x', 2)", "'a'::text", "b'1'"];
    for _ in 0..300 {
        let row: Vec<&str> = (0..=random.below(5)).map(|_| cells[random.below(cells.len())]).collect();
        let row = format!("({})", row.join(", "));
        for (before, after) in [("insert into t values ", " returning 3"), ("(a, b) in (", ") and c = 4")] {
            let sql = |count| format!("{before}{}{after}", vec![row.as_str(); count].join(", "));
            let one = scan(Dialect::Postgres, &sql(1)).remove(0);
            for count in [2, 3, 17] {
                let many = scan(Dialect::Postgres, &sql(count)).remove(0);
                assert_eq!(many.0, one.0);
                for (many, one) in many.1.iter().zip(&one.1) {
                    assert_eq!((many.group, many.list), (one.group, one.list));
                    assert_eq!(many.count, if one.group == 0 { one.count } else { one.count * count as u32 });
                }
            }
        }
    }
}

#[test]
fn rows_fold_whatever_their_elements_are() {
    let one = pg("insert into t (a, b, c) values (1, 'x', now())");
    assert_eq!(one, "insert into t (a, b, c) values (0, 1, now())");
    for rows in
        ["(NULL, 'x', now())", "(1, null, now())", "(1, 'x', now()), (null, 2, now()), ('y', NULL, now())"]
    {
        assert_eq!(pg(&format!("insert into t (a, b, c) values {rows}")), one);
    }
    // What has a type or an operator beside it keeps its own form, and NULL elsewhere is a word.
    let typed = pg("insert into t values (date '2026-01-01', 'a'::jsonb, null::int)");
    assert_eq!(typed, "insert into t values (date '0', '1'::jsonb, null::int)");
    assert_eq!(pg("select * from t where a is null"), "select * from t where a is null");
}
