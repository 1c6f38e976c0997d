//! The slow log.

use shardkey::log::recognise::named;
use shardkey::log::record::Sampled;

use crate::seen::{BANNER, entry, format_of, read, what};

#[test]
fn mariadb_entries() {
    let log = format!(
        "{BANNER}# Time: 261130 14:06:42\n{}{}",
        entry("SET NAMES utf8mb4"),
        entry("insert into t values ('it''s \\'q\\' \"dq\"', 'line\n\tab # Time: fake\n# User@Host: fake')")
    );
    let records = read("mysql-slow", log.as_bytes());
    assert_eq!(records.len(), 3);
    assert_eq!((records[0].what.as_str(), records[0].lines), ("<other>", 3));
    assert_eq!(records[1].what, "SET NAMES utf8mb4");
    assert_eq!(records[1].lines, 7);
    assert_eq!(records[1].time, Some(1_796_047_602_000_000));
    assert_eq!(records[1].session.as_deref(), Some("4"));
    assert_eq!(records[1].database.as_deref(), Some("shop"));
    assert_eq!(records[1].user.as_deref(), Some("root"));
    assert_eq!(records[1].duration.map(f64::round), Some(142.0));
    let fake =
        "insert into t values ('it''s \\'q\\' \"dq\"', 'line\\n\\tab # Time: fake\\n# User@Host: fake')";
    assert_eq!(records[2].what, fake);
    assert_eq!(format_of(log.as_bytes()), Some("mysql-slow"));
}

#[test]
fn mysql8_entries() {
    let log = b"# Time: 2023-08-01T12:00:01.852235Z\n\
        # User@Host: app[app] @ web1.shop [10.0.0.7]  Id: 780496\n\
        # Query_time: 0.250000  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 1 Thread_id: 780496 Errno: 1213 \
        Killed: 0 Bytes_received: 55 Bytes_sent: 80 Read_first: 0 Start: 2023-08-01T12:00:01.602235Z \
        End: 2023-08-01T12:00:01.852235Z\nuse shop;\nSET timestamp=1690891201;\nupdate t set a = 1;\n\
        # Time: 2023-08-01T20:00:02.000001+08:00\n# User@Host: app[app] @  [::1]  Id: 7\n\
        # Query_time: 1.5  Lock_time: 0.000002 Rows_sent: 1  Rows_examined: 1 Errno: 1062 Killed: 0\n\
        SET timestamp=1690891202;\ninsert into t values (1);\n";
    let records = read("mysql-slow", log);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].what, "DEADLOCK update t set a = 1");
    assert_eq!(records[0].time, Some(1_690_891_201_852_235));
    assert_eq!(records[0].session.as_deref(), Some("780496"));
    assert_eq!(records[0].database.as_deref(), Some("shop"));
    assert_eq!(records[1].what, "FAILED insert into t values (1)");
    assert_eq!(records[1].time, Some(1_690_891_202_000_001));
    assert_eq!(records[1].duration, Some(1_500_000.0));
    assert_eq!(records[1].database.as_deref(), Some("shop"), "the last use still holds");
}

#[test]
fn percona_entries() {
    let log = b"\n# Time: 071218 11:48:27 # User@Host: [SQL_SLAVE] @  []\n# Thread_id: 10  Schema: my db  Last_errno: 0  \
        Killed: 0\n# Query_time: 0.000012  Lock_time: 0.000000  Rows_sent: 0  Rows_examined: 0\n\
        # QC_Hit: No  Full_scan: No\n#   InnoDB_IO_r_ops: 0\n# Log_slow_rate_type: session  Log_slow_rate_limit: 10\n\
        # No InnoDB statistics available for this query\nBEGIN;\n\
        # User@Host: app[app] @  [1.2.3.8]\n# Query_time: 0.1  Lock_time: 0\n  Tmp_tables: 1  Tmp_disk_tables: 0\n\
        # Log_slow_rate_type: query Log_slow_rate_limit: 2\n\
        SET insert_id=34484549,timestamp=1197996507;\nselect 1;\n\
        # User@Host: app[app] @  [1.2.3.8]\n# Thread_id: 5  Schema: \n# Query_time: 1  Lock_time: 0\n\
        # administrator command: Quit;\n\
        # Client: 127.0.0.1:12345\n# Query_time: 2  Lock_time: 0\n# administrator command: Prepare;\n\
        # Query_time: 3  Lock_time: 0\nselect 3;\n\n";
    let records = read("mysql-slow", log);
    let whats: Vec<&str> = records.iter().map(|record| record.what.as_str()).collect();
    assert_eq!(whats, ["BEGIN", "select 1", "<end>", "<other>", "select 3"]);
    assert_eq!(records[0].user.as_deref(), Some("SQL_SLAVE"));
    assert_eq!(records[0].database.as_deref(), Some("my db"));
    assert_eq!(records[0].time, Some(1_197_978_507_000_000), "the local clock");
    assert_eq!(records[0].sampled, Some(Sampled { rate: 10.0, whole: true }));
    assert_eq!(records[1].sampled, Some(Sampled { rate: 2.0, whole: false }));
    assert_eq!(records[1].time, Some(1_197_996_507_000_000));
    assert_eq!(records[2].database, None);
    assert_eq!(records[3].time, records[0].time, "the time stands only where it changes");
    assert_eq!(format_of(log), Some("mysql-slow"));
}

#[test]
fn explained_and_rotated() {
    let log = format!(
        "# User@Host: a[a] @ b []\n# Query_time: 0  Lock_time: 0\n#\n# explain: id\tselect_type\n\
         # explain: 1\tINSERT\tSchema: x\n#\nuse `we``ird`;\nSET timestamp=1;\n;\n{BANNER}{}",
        "# User@Host: a[a] @ b []\n# Query_time: 0  Lock_time: 0\nselect 2 -- it's\n;\n"
    );
    let records = read("mysql-slow", log.as_bytes());
    let whats: Vec<&str> = records.iter().map(|record| record.what.as_str()).collect();
    assert_eq!(whats, ["", "<other>", "select 2 -- it's"]);
    assert_eq!(records[0].database.as_deref(), Some("we`ird"));
    assert_eq!(records[2].database, None, "a log that is opened anew begins anew");
}

#[test]
fn a_whole_fake_entry_inside_of_a_literal() {
    for count in [1, 3, 9, 30] {
        for quote in ["''", "\\'"] {
            let fake = entry(&format!("select * from secret where a = {quote}x{quote}")).repeat(count);
            let log =
                format!("{}{}", entry(&format!("insert into t values ('\n{fake}')")), entry("select 2"));
            let whats = what("mysql-slow", log.as_bytes());
            assert_eq!(whats.len(), 2, "{count} {quote} {whats:?}");
            assert!(whats[0].starts_with("insert into t values ('"), "{whats:?}");
            assert_eq!(whats[1], "select 2");
        }
    }
}

#[test]
fn a_quote_that_never_ends() {
    let broken = "select * from t where name = 'O'Brien'";
    for count in [1, 5, 200] {
        let log = format!("{}{}", entry(broken), entry("select * from u where a = 'x'").repeat(count));
        let whats = what("mysql-slow", log.as_bytes());
        assert_eq!(whats.len(), 1 + count);
        assert_eq!(whats[0], format!("CUT {broken};"));
        assert!(whats[1..].iter().all(|what| what == "select * from u where a = 'x'"));
    }
    // What follows has a lonely quote of its own, in a comment.
    let others =
        [entry("select 1"), entry("select 2"), entry("select 3"), entry("select 4 -- it's\n")].concat();
    let log = format!("{}{others}{}", entry(broken), entry("select 5").repeat(100));
    let whats = what("mysql-slow", log.as_bytes());
    assert!(whats.iter().filter(|what| *what == "select 5").count() == 100, "{whats:?}");
}

#[test]
fn a_statement_that_is_cut_off() {
    let cut = entry("select * from t where a = 17").replace(" = 17;\n", " = 1\n");
    let log = format!("{cut}{}{}{BANNER}{}", entry("select 2"), cut, entry("select 3"));
    let whats = what("mysql-slow", log.as_bytes());
    let cut = "CUT select * from t where a = 1";
    assert_eq!(whats, [cut, "select 2", cut, "<other>", "select 3"]);
}

#[test]
fn the_middle_of_a_log() {
    let log = format!("b', 'c');\nstray\n\n{}", entry("select 2"));
    assert_eq!(what("mysql-slow", log.as_bytes()), ["<stray>", "<stray>", "select 2"]);
    assert_eq!(format_of(log.as_bytes()), Some("mysql-slow"));
    let reader = named("mysql-slow", b"", None).unwrap().1;
    assert!(!reader.begins(log.as_bytes()));
    assert!(reader.begins(entry("select 2").as_bytes()));
    assert!(reader.begins(BANNER.as_bytes()));
}

#[test]
fn raw_bytes_stay() {
    let log =
        [entry("select 'caf").trim_end_matches(";\n").as_bytes(), b"\xe9\0\xff';\r\n", entry("x").as_bytes()]
            .concat();
    assert_eq!(what("mysql-slow", &log), ["select 'caf\\xe9\\x00\\xff'", "x"]);
}

#[test]
fn executed_by_name_or_at_once() {
    let log = entry("select 5") + &entry("EXECUTE IMMEDIATE 'select 5'") + &entry("execute s1 using @a");
    assert_eq!(what("mysql-slow", log.as_bytes()), ["select 5", "<other>", "execute s1 using @a"]);
}
